"""The `koloda` command: one module for each command, with HELP, EXAMPLES, arguments(parser) and run(args)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from koloda import __version__
from koloda.cli.terminal import one_line
from koloda.core.errors import KolodaError

COMMANDS = (
    *("games", "rules", "play", "simulate", "verify", "replay", "match", "solve"),
    *("judge", "bot", "serve", "bench", "new-game", "check-game"),
)
INTERRUPTED = 130  # what shells give a command that Ctrl-C has ended


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, without the usage: it would bury what is wrong."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def parser() -> Parser:
    top = Parser(
        prog="koloda",
        description="Card games, one exact engine: play, program and study them.",
        epilog="koloda COMMAND --help explains a command, with examples.",
    )
    top.add_argument("--version", action="version", version=f"koloda {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        module = import_module(f"koloda.cli.{name.replace('-', '_')}")
        command = commands.add_parser(
            name,
            help=module.HELP.replace("%", "%%"),  # argparse takes it for a format, unlike the description
            description=module.HELP[0].upper() + module.HELP[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {line}" for line in module.EXAMPLES),
            formatter_class=argparse.RawDescriptionHelpFormatter,
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
    try:
        if any("\0" in argument for argument in argv or ()):
            raise KolodaError("an argument has a null byte in it")
        args = parser().parse_args(argv)
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
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def complain(message: str) -> int:
    print(f"koloda: {one_line(message)}", file=sys.stderr)
    return 2
