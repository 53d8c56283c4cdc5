"""The `koloda` command: one module for each command, with HELP, EXAMPLES, arguments(parser) and run(args)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from koloda import __version__
from koloda.cli.help import Help, overview
from koloda.cli.terminal import fitted, one_line, width
from koloda.core.errors import KolodaError

GROUPS = {  # by what people want
    "play": ("play", "games", "rules", "replay"),
    "host a table": ("serve", "verify"),
    "write bots": ("bot", "mcp", "match", "tournament", "judge", "ladder"),
    "research": ("simulate", "solve", "puzzles", "exploitability", "efg", "bench", "train"),
    "develop, and get help": ("new-game", "check-game", "doctor", "completion"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
INTERRUPTED = 130  # what shells give a command that Ctrl-C has ended


class Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": Help, **settings})
        self.set_defaults(reader=self)  # of nested ones the innermost that has read something

    def error(self, message: str) -> NoReturn:
        """One line, without the usage: it would bury what is wrong."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


class Top(Parser):
    """`koloda` itself, whose help lists the commands by what people want."""

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        """Whose argument is unknown, his help is named."""
        args, unknown = self.parse_known_args(argv)
        if unknown:
            args.reader.error(f"unrecognized arguments: {' '.join(unknown)}")
        return args

    def format_help(self) -> str:
        listed = {title: {name: module_of(name).HELP for name in names} for title, names in GROUPS.items()}
        columns = width() - 2
        about, more = (
            "\n".join(fitted(text, columns))
            for text in (self.description or "", "koloda COMMAND --help explains a command, with examples.")
        )
        usage = "usage: koloda COMMAND ...\n       koloda --version"
        return f"{usage}\n\n{about}\n\n{overview(listed, columns)}\n\n{more}\n"


def module_of(command: str) -> ModuleType:
    return import_module(f"koloda.cli.{command.replace('-', '_')}")


def parser(names: Sequence[str] = COMMANDS) -> Top:
    """For these commands; the modules of others, and what they load, are left alone."""
    top = Top(prog="koloda", description="Card games, one exact engine: play, program and study them.")
    top.add_argument("--version", action="version", version=f"koloda {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in names:
        module = module_of(name)
        command = commands.add_parser(
            name,
            help=module.HELP.replace("%", "%%"),  # argparse takes it for a format, unlike the description
            description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {line}" for line in module.EXAMPLES),
        )
        module.arguments(command)
        command.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 done, 1 something differs, 2 bad input."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before we started
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # no bytes and no signs of suits can stop us
    command = ""
    try:
        argv = sys.argv[1:] if argv is None else argv
        if any("\0" in argument for argument in argv):
            raise KolodaError("an argument has a null byte in it")
        args = parser(argv[:1] if argv[:1] and argv[0] in COMMANDS else COMMANDS).read(argv)
        command = args.command
        code = int(args.run(args))
        sys.stdout.flush()
        return code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has closed it; the interpreter must not stumble over it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (KolodaError, UnicodeEncodeError) as error:  # the second: an argument that cannot be a file's name
        return complain(str(error))
    except ModuleNotFoundError as error:
        from koloda.cli.extras import UNIX, how_to_get

        if error.name in UNIX:
            return complain(f"{command}: this needs Linux ({error.name} is missing here)")
        remedy = how_to_get(error.name or "", getattr(module_of(command), "EXTRA", "")) if command else None
        if remedy is None:
            raise
        return complain(f"{command}: this needs {error.name}, which is not installed: {remedy}")
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def complain(message: str) -> int:
    if "pip install" in message:
        from koloda.cli.extras import exact

        message = exact(message)
    print(f"koloda: {one_line(message)}", file=sys.stderr)
    return 2
