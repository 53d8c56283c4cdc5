"""`koloda check-game`: what a game still lacks, in one table."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from koloda.testing import Check

HELP = "try the whole contract on a game and list what it still lacks"
EXAMPLES = (
    "koloda check-game durak",
    "koloda check-game durak --quick",
    "koloda check-game durak --only secrets,events",
    "koloda check-game durak --json",
)
LONG = ("searching_is_not_worse_than_a_beginner", "sampled_worlds_are_fair")


class Outcome(NamedTuple):
    check: str
    tried: int
    failed: list[tuple[str, str]]  # the variant, what is wrong
    said: list[tuple[str, str]]  # the variant, how much could be looked at
    seconds: float


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="ID")
    parser.add_argument("--quick", action="store_true", help="usual variants only, without the long checks")
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="checks with one of these words in their name"
    )
    parser.add_argument("--json", action="store_true", help="the table as JSON")


def run(args: argparse.Namespace) -> int:
    from koloda.cli.terminal import Progress, painter
    from koloda.core.errors import BadOption
    from koloda.games import game
    from koloda.testing import CHECKS

    game(args.game)
    words = [word.strip().replace("-", "_") for word in args.only.split(",") if word.strip()]
    checks = [check for check in CHECKS if not words or any(word in check.name for word in words)]
    if args.quick:
        checks = [check for check in checks if check.name not in LONG]
    if not checks:
        raise BadOption(f"--only {args.only[:40]}: no check has such a name")
    outcomes = []
    with Progress("checking") as progress:
        for number, check in enumerate(checks):
            progress.update(number / len(checks))
            outcomes.append(tried(check, args.game, args.quick))
    bad = [outcome for outcome in outcomes if outcome.failed]
    if args.json:
        print(json.dumps([outcome._asdict() for outcome in outcomes], ensure_ascii=False, indent=1))
        return 1 if bad else 0
    paint = painter(sys.stdout)
    for outcome in outcomes:
        mark = paint("LACKS", "bold red") if outcome.failed else paint("ok   ", "green")
        print(f"{mark}  {outcome.check.replace('_', ' ')}  {paint(f'{outcome.tried} tried', 'dim')}")
        for variant, what in outcome.said:
            print(paint(f"         {variant}: {what}", "dim"))
        for variant, what in outcome.failed[:3]:
            print(f"         {variant}: {what}")
        if len(outcome.failed) > 3:
            print(f"         and {len(outcome.failed) - 3} more")
    print(f"\n{args.game}: {len(outcomes) - len(bad)} of {len(outcomes)} promises kept")
    return 1 if bad else 0


def tried(check: Check, game: str, quick: bool) -> Outcome:
    from koloda.cli.terminal import one_line
    from koloda.games import game as game_by_id
    from koloda.testing.variants import usual

    cases = check.cases(game)
    if quick and len(cases) > 1:
        cases = [case for case in cases if case in usual(game_by_id(game))]
    failed, said = [], []
    began = time.monotonic()
    for variant in cases:
        try:
            if found := check.run(variant):
                said.append((str(variant), found))
        except Exception as error:  # whatever a game does wrong is what is asked for
            what = str(error) or place_of(error)
            if not isinstance(error, AssertionError):
                what = f"{type(error).__name__}: {what} ({line_of(error)})"
            failed.append((str(variant), one_line(what, 300)))
    return Outcome(check.name, len(cases), failed, said, round(time.monotonic() - began, 2))


def place_of(error: BaseException) -> str:
    """Where an assertion without a message stands: the line says what was expected."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"not so: {last.line}"


def line_of(error: BaseException) -> str:
    """The last line of Python that was reached."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}"
