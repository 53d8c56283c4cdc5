"""Writes docs/events.md, what authors of programs find in `events`: `python tools/event_docs.py`.

Every kind of event that the sources of a game tell is shown as it came in a deal. With `--check` nothing is
written; the exit code says whether every kind is on the page. (Examples change with decks and bots.)
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.bots import bot  # noqa: E402
from koloda.core.game import Game  # noqa: E402
from koloda.core.log import EVERYBODY, Event  # noqa: E402
from koloda.core.policy import playout  # noqa: E402
from koloda.core.rng import Rng  # noqa: E402
from koloda.games import all_games  # noqa: E402

FILE = ROOT / "docs" / "events.md"
DEALS = 300  # at most, for each seat count and each value of each option
LONGEST = 110  # signs of an example
HEAD = """\
# What happens: the events

Made by tools/event_docs.py from deals; do not edit. A program of the [bot protocol](bot-protocol.md) gets
lists like these in `events`, a client of the [server's API](api.md) as `e` of its updates. The kind comes
first, then the details; seats count from 0, cards are written as in the rules. Where others see less than
the seats that are concerned, the second line is theirs: what is hidden is missing or `??`. Sentences are
those of `koloda replay`. A kind with something in brackets comes with that option or that number of seats
only. All events of a game of yours: `koloda bot check PROGRAM --games GAME --show`.
"""


def page() -> str:
    return "\n".join([HEAD, *(section(game) for game in all_games())])


def section(game: Game) -> str:
    wanted = kinds_of(game)
    found = examples(game, wanted)
    lines = [f"## {game.names['en']} (`{game.id}`)\n", "| kind | an event | in words |", "|-|-|-|"]
    for kind in sorted(wanted.keys() | found.keys()):
        if kind not in found:
            lines.append(f"| `{kind}` | rare; in the source: `{wanted[kind]}` | |")
            continue
        event, seats, option = found[kind]
        names = [f"P{seat}" for seat in range(seats)]
        whole = (event.kind, *event.full)
        shown = code(whole)
        if event.seats != EVERYBODY:
            others = "nothing" if event.public is None else code((event.kind, *event.public))
            shown += f"<br>others: {others}"
        words = game.event_text(whole, names, "en").replace("|", "\\|").replace("\n", " ")
        lines.append(f"| `{kind}`{option} | {shown} | {short(words)} |")
    return "\n".join(lines) + "\n"


def code(event: tuple[object, ...]) -> str:
    return f"`{short(json.dumps(event, separators=(',', ':'), ensure_ascii=False))}`"


def short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def kinds_of(game: Game) -> dict[str, str]:
    """What the sources tell, where the kind is written there; and its details as they have them."""
    found: dict[str, str] = {}
    for path in sorted(Path(inspect.getfile(type(game))).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                place = {"tell": 0, "tell_some": 1}.get(node.func.attr, 9)
                for kind in texts(node.args[place]) if place < len(node.args) else ():
                    found.setdefault(kind, ", ".join(ast.unparse(each) for each in node.args[place + 1 :]))
    return found


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def examples(game: Game, wanted: Mapping[str, str]) -> dict[str, tuple[Event, int, str]]:
    """For each kind the first that came in deals of two bots, the defaults before other options."""
    found: dict[str, tuple[Event, int, str]] = {}
    policies = [policy for name in ("random", "heuristic") if (policy := bot(name).policy(game))]
    for seats, options, option in settings(game):
        for seed in range(DEALS):
            if wanted.keys() <= found.keys():
                return found
            state = game.deal(seats, seed, options, watch=True)
            playout(state, policies[seed % 2], Rng(seed, 5))
            for event in state.events:
                found.setdefault(event.kind, (event, seats, option))
            if option and seed >= 3 and not any(each[2] == option for each in found.values()):
                break
    return found


def settings(game: Game) -> Iterator[tuple[int, dict[str, object], str]]:
    """The usual seats, all others, each value of each option alone, and with what tables of people have."""
    counts = sorted(game.seat_counts, key=lambda seats: seats != game.default_seats)
    for seats in counts:
        yield seats, {}, "" if seats == counts[0] else f" ({seats} seats)"
    for table in ({}, dict(game.table_options)):
        for option in game.options:
            for value in option.choices:
                options: dict[str, object] = {**table, option.name: value}
                if value == option.default or (table and options == table):
                    continue
                for seats in counts:
                    try:
                        game.resolve(seats, options)
                    except ValueError:
                        continue
                    said = ", ".join(f"`{name}`: {json.dumps(each)}" for name, each in options.items())
                    yield seats, options, f" ({said})"
                    break


def missing() -> list[str]:
    """Kinds that the page does not have."""
    text = FILE.read_text("utf-8") if FILE.exists() else ""
    found = []
    for game in all_games():
        part = text.partition(f"(`{game.id}`)\n")[2].partition("\n## ")[0]
        found += [f"{game.id}: {kind}" for kind in sorted(kinds_of(game)) if f"\n| `{kind}`" not in part]
    return found


def main() -> int:
    if "--check" in sys.argv[1:]:
        print("\n".join(missing()))
        return 1 if missing() else 0
    FILE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
