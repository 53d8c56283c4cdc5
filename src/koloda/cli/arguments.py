"""Arguments that several commands have: a game, its options, a language, an output file."""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, NoReturn

from koloda.core.errors import BadOption, KolodaError
from koloda.core.texts import LANGUAGES

if TYPE_CHECKING:
    from koloda.arena.programs.program import Program
    from koloda.arena.programs.sandbox import Sandbox
    from koloda.core.game import Game


def whole(least: int) -> Any:
    """The type of a whole number from `least` on, for argparse."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} on")
        return value

    return number


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--options",
        metavar="JSON",
        default="{}",
        help='options of the game as a JSON object, also {"preset": NAME}; `koloda games` lists them',
    )
    add_option(parser)


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="one option of the game, such as mode=individual; may be given several times",
    )


def chosen_options(args: argparse.Namespace, game: Game) -> dict[str, object]:
    """--options with every --option; the game checks them."""
    return {**read_options(args.options), **single_options(args.option, game)}


def single_options(given: Sequence[str], game: Game) -> dict[str, object]:
    """The values of --option; whole numbers and true, false where the option has such."""
    found: dict[str, object] = {}
    kinds = {option.name: type(option.default) for option in game.options}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark or not name:
            raise BadOption(f"--option {text[:40]!r}: write NAME=VALUE, like mode=individual")
        kind = kinds.get(name, str)
        if kind is bool and value in ("true", "false"):
            found[name] = value == "true"
        elif kind is int and value.removeprefix("-").isdecimal() and len(value) < 20:
            found[name] = int(value)
        else:
            found[name] = value
    return found


def read_options(text: str) -> dict[str, object]:
    """The value of --options."""
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        example = '\'{"mode": "individual"}\''
        raise BadOption(f"--options {text[:40]!r} is not a JSON object; write it like {example}")
    return options


def add_programs(parser: argparse.ArgumentParser) -> None:
    """The conditions under which programs from outside (cmd:PROGRAM) play."""
    group = parser.add_argument_group("programs from outside (cmd:PROGRAM)", "See docs/bot-protocol.md.")
    group.add_argument(
        "--program-ms", metavar="MS", type=whole(1), default=1000, help="for every decision (default: 1000)"
    )
    group.add_argument(
        "--program-bank-ms",
        metavar="MS",
        type=whole(0),
        default=10_000,
        help="more, once for a deal (default: 10000)",
    )
    group.add_argument(
        "--program-memory-mb", metavar="M", type=whole(1), default=256, help="for each process (default: 256)"
    )
    add_sandbox(group)


def add_sandbox(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--sandbox",
        choices=("auto", "require", "none"),
        default="auto",
        help="auto: bubblewrap if it works here; require: refuse without it",
    )
    parser.add_argument(
        "--i-know", action="store_true", help="root may run programs without bubblewrap; they get into files"
    )


def prepare_programs(args: argparse.Namespace, names: Sequence[str]) -> bool:
    """Set the conditions for the programs among these bot names; False if there are none."""
    if any(name.startswith("net:") for name in names):
        import koloda.research.nets  # noqa: F401 - makes these bots known
    from koloda.arena.external import is_program

    if not any(map(is_program, names)):
        return False
    from koloda.arena.external import workshop

    conditions = workshop.Conditions(
        decision_ms=args.program_ms,
        deal_ms=args.program_bank_ms,
        memory_mb=args.program_memory_mb,
        sandbox=args.sandbox,
        sure=args.i_know,
    )
    rivals = tuple(name.partition(":")[2].strip() for name in names if is_program(name))
    workshop.use(workshop.Setup(conditions, rivals=rivals))
    say_gaps(workshop.sandbox(), workshop.current.warning)
    for text in rivals:
        say_output(workshop.program(text))
    return True


def say_output(program: Program) -> None:
    """All that the compiler says about a source that does not compile."""
    from koloda.arena.external.advice import printable

    if program.problem and program.output != program.problem:
        for line in program.output.expandtabs(4).splitlines():
            print(printable(line), file=sys.stderr)


def say_gaps(sandbox: Sandbox, warning: str) -> None:
    """What is not enforced on this machine, before programs play."""
    from koloda.cli.terminal import one_line

    if not warning and sandbox.not_enforced:
        warning = f"not everything is enforced here: {'; '.join(sandbox.not_enforced)}"
    if warning:
        print(f"koloda: {one_line(warning, 1000)}", file=sys.stderr)


def add_seeds(parser: argparse.ArgumentParser) -> None:
    """Which deals are played."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--seed",
        metavar="S",
        type=whole(0),
        help="deal i, counted from 0, has the seed S + i (default: 0; with programs a secret is drawn, and "
        "told at the end)",
    )
    group.add_argument(
        "--secret", metavar="X", type=whole(0), help="the deals that came from this secret, once more"
    )


def seeds(args: argparse.Namespace, outside: bool) -> tuple[int, bool]:
    """The number from which the deals follow, and whether it is a secret: no program shall guess a deal."""
    from koloda.arena.seeds import secret_seed

    if args.seed is not None:
        return int(args.seed), False
    if args.secret is not None:
        return int(args.secret), True
    return (secret_seed(), True) if outside else (0, False)


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Where games are played."""
    parser.add_argument(
        "--jobs", metavar="J", type=whole(1), default=1, help="processes; results are the same for any number"
    )
    parser.add_argument(
        "--executor",
        choices=("local", "ray"),
        default="local",
        help="local: processes of this machine; ray: a cluster (docs/scale.md)",
    )
    parser.add_argument(
        "--ray-address",
        metavar="A",
        help="the Ray cluster; `auto` is the one that runs here (else: a new one)",
    )


def add_folder(parser: argparse.ArgumentParser, content: str) -> None:
    """Where a tournament is kept, and going on with it."""
    parser.add_argument("--out", metavar="DIR", help=f"keep {content} there")
    parser.add_argument("--resume", action="store_true", help="go on with the tournament in --out DIR")
    parser.add_argument(
        "--repair", action="store_true", help="with --resume: drop damaged games and play them again"
    )


def check_folder(args: argparse.Namespace) -> None:
    if args.resume and not args.out:
        raise KolodaError("--resume needs the folder of the tournament: --out DIR")
    if args.repair and not args.resume:
        raise KolodaError("--repair belongs to --resume: it mends a tournament that goes on")


def leave(number: int, frame: object) -> NoReturn:
    """Being ended by a signal is a way to end: everything is cleared away."""
    sys.exit(128 + number)


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="the language (default: that of the environment)"
    )


def language(chosen: str | None) -> str:
    """The chosen language, or that of the environment if we speak it, or English."""
    if chosen:
        return chosen
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def check_output(path: str, force: bool) -> None:
    """Nothing is overwritten without --force, and that is said before long work, not after it."""
    if os.path.isdir(path):
        raise KolodaError(f"{path} is a folder: name a file")
    if os.path.isfile(path) and not force:
        raise KolodaError(f"{path} exists already: choose another name, or --force to overwrite it")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise KolodaError(f"{folder}: no such folder")


@contextmanager
def output(path: str) -> Iterator[IO[str]]:
    """A text file to write, compressed if its name says so, `-` standard output.

    The file gets its name when it is complete, so that an interrupted run leaves nothing half written.
    """
    if path == "-":
        yield sys.stdout
        return
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a named pipe
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    unfinished = f"{path}.{os.getpid()}.part"
    try:
        if path.endswith(".gz"):
            # without time and name, so that the same work gives the same file
            with (
                open(unfinished, "wb") as raw,
                gzip.GzipFile("", "wb", 6, raw, 0) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as text,
            ):
                yield text
        else:
            with open(unfinished, "w", encoding="utf-8", newline="\n") as file:
                yield file
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
