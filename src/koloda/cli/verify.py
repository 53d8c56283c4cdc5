"""`koloda verify`: replay traces, records and transcripts, and check everything in them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import whole

if TYPE_CHECKING:
    from koloda.cli.formats import Format

HELP = "replay traces, records and transcripts and check everything in them"
EXAMPLES = (
    "koloda verify deals.jsonl.gz",
    "koloda verify record.json other.jsonl",
    "koloda verify deals.parquet                        written by koloda simulate --out",
    "koloda simulate durak --games 5 --trace - | koloda verify -",
    "koloda verify record.json --commit 66687aad... --luck c0ffee...   as you saw them at the table",
    "",
    "exit code: 0 all is right, 1 something differs (a line each), 2 a file cannot be read",
)
WHICH = "this is deal {0} of its match; if you know another number, it was chosen (--deal {0} checks it)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON lines or one JSON document, plain or .gz; a Parquet file; - is standard input",
    )
    parser.add_argument(
        "--commit",
        type=digits,
        metavar="HEX",
        help="the seal of the shuffle that you saw before the first deal: records must prove that one",
    )
    parser.add_argument("--luck", type=digits, metavar="HEX", help="your own luck: records must have used it")
    parser.add_argument(
        "--deal",
        type=whole(1),
        default=0,
        metavar="N",
        help="which deal of its match it was, from 1: each has a shuffle of its own",
    )


def digits(text: str) -> str:
    from koloda.core.fair import is_hex

    if not text or not is_hex(text.lower()):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no even number of hexadecimal digits")
    return text.lower()


def run(args: argparse.Namespace) -> int:
    return max([verify(path, args.commit or "", args.luck or "", args.deal) for path in args.files])


def verify(path: str, commit: str = "", luck: str = "", deal: int = 0) -> int:
    """Check one file and say so; the exit code for it."""
    from koloda.arena.data import is_parquet

    if path != "-" and is_parquet(path):
        return verify_table(path)
    from koloda.cli.formats import NoFormat, format_of
    from koloda.cli.items import BadFile, Items
    from koloda.cli.terminal import Progress, one_line

    items = Items(path)
    right: Counter[tuple[str, bool]] = Counter()
    wrong = 0
    place = ""
    try:
        with Progress(f"checking {one_line(items.name, 40)}") as progress:
            for place, item in items:
                progress.update(items.part_read())
                kind = format_of(item)
                problem = first_difference(kind, item, commit, luck, deal)
                if problem:
                    wrong += 1
                    progress.clear()
                    print(one_line(f"{items.name}: {place}: {problem}"))
                else:
                    right[kind.word, is_proven(kind, item)] += 1
                    if (commit or luck) and not deal and deal_of(item) != right.total() + wrong:
                        progress.clear()
                        told = WHICH.format(deal_of(item))
                        print(one_line(f"{items.name}: {place}: {told}"), file=sys.stderr)
    except NoFormat as error:
        print(one_line(f"koloda: {items.name}: {place}: {error}"), file=sys.stderr)
        return 2
    except BadFile as error:
        print(one_line(f"koloda: {error}"), file=sys.stderr)
        return 2
    counts = [
        f"{count} {word}{'s' if count > 1 else ''} ok{'' if proven else ', not proven'}"
        for (word, proven), count in right.items()
    ]
    if wrong:
        counts.append(f"{wrong} wrong")
    print(one_line(f"{items.name}: {', '.join(counts)}"))
    return 1 if wrong else 0


def verify_table(path: str) -> int:
    """The same for a Parquet file."""
    from koloda.arena.data import BadData, check_row, rows_of
    from koloda.cli.terminal import Progress, one_line

    right = wrong = 0
    try:
        with Progress(f"checking {one_line(path, 40)}") as progress:
            for row, part in rows_of(path):
                progress.update(part)
                problem = problem_of(partial(check_row, row))
                right += not problem
                wrong += bool(problem)
                if problem:
                    progress.clear()
                    print(one_line(f"{path}: deal {row['deal']}: {problem}"))
    except BadData as error:
        print(one_line(f"koloda: {error}"), file=sys.stderr)
        return 2
    counts = [f"{right} deal{'s' if right != 1 else ''} ok"] + ([f"{wrong} wrong"] if wrong else [])
    print(one_line(f"{path}: {', '.join(counts)}"))
    return 1 if wrong else 0


def is_proven(kind: Format, item: Any) -> bool:
    """A record may prove that nobody chose its cards; nothing else claims that."""
    return kind.word != "record" or "fair" in item


def deal_of(record: Any) -> int:
    """The number of the deal that a record proves."""
    return int(record["fair"]["deal"])


def first_difference(kind: Format, item: Any, commit: str = "", luck: str = "", deal: int = 0) -> str:
    """What is wrong with a trace, record or transcript, or nothing."""
    from koloda.cli.formats import game_of
    from koloda.core.fair import check_seen

    def check() -> None:
        kind.check(game_of(item), item)
        if commit or luck or deal:
            check_seen(item, commit, luck, deal)

    return problem_of(check)


def problem_of(check: Callable[[], None]) -> str:
    """What a check complains of, or nothing."""
    from koloda.core.errors import KolodaError

    try:
        check()
    except KolodaError as error:
        return str(error)
    except RecursionError:
        return "nested too deeply"
    except Exception as error:  # a file must not stop the check of the others, whatever is in it
        return f"cannot be checked: {type(error).__name__}: {error}"
    return ""
