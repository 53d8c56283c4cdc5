"""`koloda replay`: a trace or record as readable text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from koloda.cli.arguments import add_lang, language, whole

HELP = "a trace or record as readable text"
EXAMPLES = (
    "koloda replay deals.jsonl.gz",
    "koloda replay deals.jsonl.gz --item 3 --seat 0 --board",
    "koloda simulate durak --games 1 --trace - | koloda replay - --lang uk",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="traces or records, plain or .gz; - is standard input")
    parser.add_argument("--item", metavar="N", type=whole(1), default=1, help="which one of the file, from 1")
    parser.add_argument("--seat", metavar="S", type=whole(0), help="only what this seat saw, from 0")
    parser.add_argument("--board", action="store_true", help="draw the table before every decision")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    from koloda.cli.items import Items
    from koloda.cli.terminal import one_line, show
    from koloda.core.errors import KolodaError

    items = Items(args.file)
    found = next(islice(items, args.item - 1, None), None)
    if found is None:
        raise KolodaError(f"{items.name}: there is no item {args.item}")
    place, item = found
    lines: list[str] = []
    problem = ""
    try:
        lines.extend(told(item, args.seat, language(args.lang), args.board))
    except KolodaError as error:
        problem = f"{items.name}: {place}: {error}"
    except RecursionError:
        problem = f"{items.name}: {place}: nested too deeply"
    except Exception as error:  # whatever is in a file, its reader gets one line
        problem = f"{items.name}: {place}: cannot be replayed: {type(error).__name__}: {error}"
    if lines:
        show("\n".join(lines))
    if problem:
        print(one_line(f"koloda: {problem}"), file=sys.stderr)
        return 1 if lines else 2
    return 0


def told(item: Any, seat: int | None, lang: str, board: bool) -> Iterator[str]:
    """The lines of a replay; a KolodaError where the item stops making sense."""
    from koloda.cli.formats import format_of, game_of
    from koloda.cli.terminal import fitted, one_line, painter, width
    from koloda.cli.texts import say, scores_text
    from koloda.core.errors import BadTrace, KolodaError

    kind = format_of(item)
    game = game_of(item)
    state = kind.begin(game, item)
    if seat is not None and seat >= state.seats:
        raise KolodaError(f"seat {seat}: there are seats 0 to {state.seats - 1}")
    names = [say(lang, "seat", number) for number in range(state.seats)]
    if isinstance(item.get("names"), list):
        names = [one_line(name, 30) for name in item["names"]]
    paint = painter(sys.stdout)
    columns = width() if sys.stdout.isatty() else sys.maxsize  # other programs read whole lines
    log = state.watch()
    told_so_far = 0

    def news() -> Iterator[str]:
        nonlocal told_so_far
        for event in log.events[told_so_far:]:
            seen = (event.kind, *event.full) if seat is None else event.seen_by(seat)
            if seen is not None:
                yield from fitted(game.event_text(seen, names, lang), columns, "  ")
        told_so_far = len(log.events)

    yield paint(game.names[lang], "bold")
    yield from news()
    for number, entry in enumerate(item[kind.entries]):
        if board:
            yield ""
            for line in game.board(state.view(seat), names, game.spoken(lang), paint, width()):
                yield from fitted(line, columns, " " * 6)
            yield ""
        try:
            kind.take(state, entry)
        except KolodaError as error:
            raise BadTrace(f"{kind.entries[:-1]} {number}: {error}") from None
        yield from news()
    if state.over:
        result = game.result(state)
        winners = ", ".join(names[winner] for winner in result["winners"]) or "-"
        yield paint(f"{say(lang, 'result')}: {scores_text(result['scores'], names)}", "bold")
        yield paint(say(lang, "winners", winners), "bold")
    else:
        yield say(lang, "unfinished")
