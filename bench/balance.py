"""Is a deck balanced? How often each card is picked, how often who played it wins; points by source.

    python bench/balance.py viceroy --bot mcts:100 --seats 2 3 4 --games 300 --log deals.jsonl
    python bench/balance.py junquick --bot heuristic --games 5000
    python bench/balance.py viceroy --first --bot mcts:300 --games 300      only who keeps which first card

The same bot sits on every seat, deal i has the seed `--seed` + i. With --log every deal is kept in a file, so
that a run can be stopped and continued at any time, also with more games. A win that is shared counts by its
part; intervals are Wilson's of 95 %. Of many cards the highest is high by chance too, so the best guess
from all cards of the kind together stands behind the arrow (empirical Bayes): the figure, drawn towards their
mean the more, the less of their spread is left when that of chance is taken away. --json prints JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import koloda
from koloda.arena.contest.results import interval
from koloda.bots import bot
from koloda.bots.driver import Driver
from koloda.cli.arguments import add_options, read_options, whole
from koloda.core.game import Game
from koloda.core.log import Event
from koloda.core.state import State
from koloda.games import ids

FIRST = "first card"
SEATS = {"viceroy": [2, 3, 4], "junquick": [2, 3, 4]}


class Reader:
    """What one deal says of the cards: for any game in which actions name them by their codes."""

    sources: tuple[str, ...] = ("points",)
    together: dict[str, tuple[str, ...]] = {}  # uses that are also counted together, by what they are called
    kinds = False  # do cards of one first letter have more in common than with others?

    def __init__(self, game: Game, seats: int) -> None:
        self.codes = set(game.codes)
        self.offered: Counter[str] = Counter()  # by way and card: how often it could be picked
        self.picked: Counter[str] = Counter()
        self.played: list[set[str]] = [set() for _ in range(seats)]

    def way(self, verb: str) -> str:
        """How a card is used by the actions with this first word; empty: that is no use of it."""
        return verb

    def named(self, text: str) -> tuple[str, str] | None:
        """The use and the card of an action."""
        verb, *words = text.split()
        way = self.way(verb)
        card = next((word for word in words if word in self.codes), None)
        return (way, card) if way and card else None

    def decide(self, state: State, seat: int, action: int) -> None:
        """A seat decides; every use that it could choose is offered once."""
        uses = {use for legal in state.legal(seat) if (use := self.named(state.game.text(legal)))}
        self.offered.update(f"{way} {card}" for way, card in uses)
        chosen = self.named(state.game.text(action))
        if chosen:
            self.picked[f"{chosen[0]} {chosen[1]}"] += 1
            self.played[seat].add(chosen[1])

    def happen(self, event: Event) -> None:
        """Something that the deal told."""

    def points(self, result: Mapping[str, Any]) -> list[float]:
        """All seats' points of each source."""
        return [sum(result["scores"])]


class ViceroyReader(Reader):
    """Hand cards are offered as long as they are held, the characters of the auction to all together."""

    sources = ("circles", "endless gems", "laws", "power points", "magic", "sets", "attacks")
    kinds = True

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats)
        self.held: list[set[str]] = [set() for _ in range(seats)]

    def decide(self, state: State, seat: int, action: int) -> None:
        verb, *words = state.game.text(action).split()
        if verb == "start":
            self.offered.update(f"{FIRST} {state.game.text(legal).split()[1]}" for legal in state.legal(seat))
            self.pick(FIRST, seat, words[0])
        elif verb == "law":
            cards = {state.game.text(legal).split()[1] for legal in state.legal(seat)} - {"-"}
            self.offered.update(f"hand {card}" for card in cards - self.held[seat])
            self.held[seat] |= cards
            if words[0] != "-":
                self.pick("hand", seat, words[0])
                self.held[seat].discard(words[0])  # a law may bring it back

    def pick(self, way: str, seat: int, card: str) -> None:
        self.picked[f"{way} {card}"] += 1
        self.played[seat].add(card)

    def happen(self, event: Event) -> None:
        told: Sequence[Any] = event.full
        if event.kind == "auction_cards":
            self.offered.update(f"auction {card}" for card in told[0])
        elif event.kind == "refill":
            self.offered[f"auction {told[2]}"] += 1
        elif event.kind == "acquire":
            self.picked[f"auction {told[1]}"] += 1
        elif event.kind == "build":
            self.played[told[0]].add(told[1])

    def points(self, result: Mapping[str, Any]) -> list[float]:
        return [float(sum(column)) for column in zip(*result["categories"], strict=True)]


class JunQuickReader(Reader):
    """By decision; `act` and `nest` are special uses of cards that can also be laid."""

    sources = ("packs", "viruses")
    together = {
        "Fibber activated": ("act L1", "act L2", "act L3", "act L4"),
        "Thief activated": ("act T1", "act T2", "act T3", "act T4"),
        "Evolution laid from the hand": ("lay EV",),
        "Evolution laid from the nest": ("nest EV",),
    }
    ways = {"lay": "lay", "act": "act", "inf": "lay", "nest": "nest", "hys": "lay"}

    def way(self, verb: str) -> str:
        return self.ways.get(verb, "")

    def named(self, text: str) -> tuple[str, str] | None:
        return ("lay", "HY") if text == "hys" else super().named(text)

    def points(self, result: Mapping[str, Any]) -> list[float]:
        kept = float(sum(result["scores"]))
        packs = float(sum(result["packs"]))
        return [packs, kept - packs]


READERS: dict[str, type[Reader]] = {"viceroy": ViceroyReader, "junquick": JunQuickReader}


class Task(NamedTuple):
    """One deal to play."""

    game: str
    options: dict[str, object]
    seats: int
    bot: str
    seed: int
    first: bool  # only the first cards

    @property
    def key(self) -> str:
        """What a line of the log is about."""
        return json.dumps(self, sort_keys=True)


def play(task: Task) -> dict[str, Any]:
    """A deal, as a line of the log keeps it."""
    game = koloda.game(task.game)
    state = game.deal(task.seats, task.seed, task.options, watch=True)
    reader = READERS.get(task.game, Reader)(state.game, task.seats)
    log = state.watch()
    told = len(log.events)

    def apply(seat: int, action: int) -> None:
        nonlocal told
        reader.decide(state, seat, action)
        state.apply(seat, action)
        for event in log.events[told:]:
            reader.happen(event)
        told = len(log.events)

    driver = Driver(game, [bot(task.bot)] * task.seats)
    for event in log.events:
        reader.happen(event)
    line: dict[str, Any] = {"key": task.key}
    if task.first:
        with suppress(StopIteration):
            driver.play_by(state, task.seed, stop_after(task.seats, apply))
    else:
        driver.play_by(state, task.seed, apply)
        result = game.result(state)
        line["points"] = reader.points(result)
        won = 1 / max(len(result["winners"]), 1)
        line["won"] = [won if seat in result["winners"] else 0.0 for seat in range(task.seats)]
        line["played"] = [sorted(cards) for cards in reader.played]
    return {**line, "offered": dict(reader.offered), "picked": dict(reader.picked)}


def stop_after(decisions: int, apply: Any) -> Any:
    """Carries out so many decisions; StopIteration then."""
    left = decisions

    def counting(seat: int, action: int) -> None:
        nonlocal left
        apply(seat, action)
        left -= 1
        if not left:
            raise StopIteration

    return counting


@dataclass
class Tally:
    """What the deals of one seat count add up to."""

    seats: int
    deals: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    picked: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)  # by card: seats that played it
    won: Counter[str] = field(default_factory=Counter)  # by card: wins of these
    points: list[float] = field(default_factory=list)

    def add(self, line: Mapping[str, Any]) -> None:
        self.deals += 1
        self.offered.update(line["offered"])
        self.picked.update(line["picked"])
        for cards, won in zip(line.get("played", []), line.get("won", []), strict=True):
            self.played.update(cards)
            for card in cards:
                self.won[card] += won
        points = line.get("points", [])
        self.points = [a + b for a, b in zip(self.points or [0.0] * len(points), points, strict=True)]

    def figures(self, reader: type[Reader]) -> dict[str, Any]:
        """Everything that a report shows."""
        sources = reader.sources
        for name, uses in reader.together.items():
            self.offered[name] = sum(self.offered[use] for use in uses)
            self.picked[name] = sum(self.picked[use] for use in uses)
        gained = sum(value for value in self.points if value > 0)
        guesses: dict[str, float] = {}
        spreads: dict[str, float] = {}
        for kind in sorted({card[:1] if reader.kinds else "" for card in self.played}):
            cards = [card for card in self.played if card.startswith(kind)]
            found, spreads[kind or "all"] = shrunk([(self.won[card], self.played[card]) for card in cards])
            guesses.update(zip(cards, found, strict=True))
        return {
            "seats": self.seats,
            "deals": self.deals,
            "points_per_seat": {
                name: value / self.deals / self.seats
                for name, value in zip(sources, self.points, strict=False)
            },
            "share_of_points": {
                name: value / gained if gained else 0.0
                for name, value in zip(sources, self.points, strict=False)
            },
            "picked": {
                use: {
                    "offered": count,
                    "picked": self.picked[use],
                    "rate": self.picked[use] / count,
                    "interval": interval(self.picked[use], count),
                }
                for use, count in sorted(self.offered.items())
                if count
            },
            "won": {
                card: {
                    "played": count,
                    "rate": self.won[card] / count,
                    "interval": interval(self.won[card], count),
                    "shrunk": guesses[card],
                }
                for card, count in sorted(self.played.items())
            },
            "spread_beyond_chance": spreads,
        }


def shrunk(cards: Sequence[tuple[float, int]]) -> tuple[list[float], float]:
    """The best guess of each rate from (wins, plays) of all, and how far the true rates lie from their mean.

    The spread is DerSimonian's and Laird's: what the rates differ by, less what chance alone would give.
    """
    mean = sum(won for won, _ in cards) / sum(count for _, count in cards)
    noise = [mean * (1 - mean) / count for _, count in cards]
    if len(cards) < 2 or not all(noise):
        return [mean] * len(cards), 0.0
    weights = [1 / each for each in noise]
    excess = sum(
        weight * (won / count - mean) ** 2 for weight, (won, count) in zip(weights, cards, strict=True)
    )
    total = sum(weights)
    scale = total - sum(weight**2 for weight in weights) / total
    spread = max(0.0, (excess - (len(cards) - 1)) / scale)
    guesses = [
        mean + (won / count - mean) * spread / (spread + each)
        for each, (won, count) in zip(noise, cards, strict=True)
    ]
    return guesses, spread**0.5


def per_cent(part: Mapping[str, Any] | None, count: str) -> str:
    """A rate with its interval and what it was taken from."""
    if part is None:
        return "-"
    low, high = part["interval"]
    guess = f" → {part['shrunk']:.0%}" if "shrunk" in part else ""
    return f"{part['rate']:.0%} ({low:.0%}-{high:.0%}) of {part[count]}{guess}"


def header(what: str, rate: str, found: list[dict[str, Any]]) -> Iterator[str]:
    yield f"| {what} | " + " | ".join(f"{figures['seats']} seats: {rate}" for figures in found) + " |"
    yield "|---|" + "---|" * len(found)


def report(game: Game, title: str, found: list[dict[str, Any]]) -> Iterator[str]:
    """The figures as Markdown."""
    yield f"## {title}"
    sources = found[0]["share_of_points"]
    if sources:
        yield ""
        yield f"| seats | deals | {' | '.join(sources)} |"
        yield f"|---|---|{'---|' * len(sources)}"
        for figures in found:
            parts = [
                f"{figures['points_per_seat'][name]:.1f} ({share:.1%})"
                for name, share in figures["share_of_points"].items()
            ]
            yield f"| {figures['seats']} | {figures['deals']} | {' | '.join(parts)} |"
        yield ""
        yield from header("card", "won when played", found)
        cards = sorted({card for figures in found for card in figures["won"]})
        for card in cards:
            rates = " | ".join(per_cent(figures["won"].get(card), "played") for figures in found)
            yield f"| {card} | {rates} |"
        yield ""
        for figures in found:
            spreads = ", ".join(
                f"{kind} {each:.1%}" for kind, each in figures["spread_beyond_chance"].items()
            )
            yield f"Spread beyond chance at {figures['seats']} seats: {spreads}"
    yield ""
    yield from header("use", "picked", found)
    for use in sorted({use for figures in found for use in figures["picked"]}):
        rates = " | ".join(per_cent(figures["picked"].get(use), "offered") for figures in found)
        yield f"| {use} | {rates} |"


def known_lines(log: Path | None) -> dict[str, dict[str, Any]]:
    """The deals that a log has; a line that was cut off by the end of a run does not count."""
    found: dict[str, dict[str, Any]] = {}
    if log is not None and log.exists():
        for text in log.read_text("utf-8").splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue
            found[line["key"]] = line
    return found


def deals(tasks: list[Task], log: Path | None, jobs: int) -> Iterator[dict[str, Any]]:
    """The deals of all tasks, from the log or played now."""
    known = known_lines(log)
    left = [task for task in tasks if task.key not in known]
    yield from (known[task.key] for task in tasks if task.key in known)
    with get_context("fork").Pool(jobs) as pool:
        for done, line in enumerate(pool.imap_unordered(play, left), 1):
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
            print(f"\r{done} of {len(left)} deals", end="", file=sys.stderr, flush=True)
            yield line
    if left:
        print(file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=ids(), metavar="GAME")
    parser.add_argument("--bot", default="mcts:100", help="on every seat; default: mcts:100")
    parser.add_argument("--seats", type=whole(1), nargs="+", help="one or more seat counts")
    parser.add_argument("--games", type=whole(0), default=100, help="deals of each seat count; default: 100")
    parser.add_argument("--seed", type=whole(0), default=1_000_000)
    parser.add_argument("--jobs", type=whole(1), default=1)
    parser.add_argument("--first", action="store_true", help="play no further than the first cards")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep every deal here, and go on from there")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_options(parser)
    args = parser.parse_args()
    game = koloda.game(args.game)
    options = read_options(args.options)
    bot(args.bot).check_repeatable()
    found = []
    for seats in args.seats or SEATS.get(args.game, [game.default_seats]):
        game.resolve(seats, options)
        seeds = range(args.seed, args.seed + args.games)
        tasks = [Task(args.game, options, seats, args.bot, seed, args.first) for seed in seeds]
        tally = Tally(seats)
        for line in deals(tasks, args.log, args.jobs):
            tally.add(line)
        found.append(tally.figures(READERS.get(args.game, Reader)))
    if args.json:
        print(json.dumps({"game": args.game, "bot": args.bot, "options": options, "seats": found}, indent=1))
    else:
        print("\n".join(report(game, f"{game.names['en']}, {args.bot}", found)))


if __name__ == "__main__":
    main()
