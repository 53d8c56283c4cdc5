"""The ladder of the bots: every level against the one below, on mirrored deals, as docs/bots.md shows it.

    python bench/ladder.py                       play, as long as it takes (about two hours)
    python bench/ladder.py --minutes 20          play for a while; the next run goes on from there
    python bench/ladder.py --game durak          only this game; also --bot hard, --seats 2
    python bench/ladder.py --docs docs/bots.md   write the tables of what has been played so far

Where the rulebook's game is a match of several rounds (Yassa), a deal is a whole match, as at a table.
Every deal is kept in a file, so that a run can be stopped and continued at any time; the matches advance side
by side. Time is CPU time of one core, so that other work on the machine does not weaken the bots. Deals of
bots that were made otherwise than today's (code, iterations, settings, learned values) do not count.

The gap in Elo is that of the win rate, its interval that of the rate's. "100 to 250" is what neighbouring
levels should keep: "surely" if the whole interval lies there, "yes" if the gap does, else "too near" or
"too far".
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import time
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import koloda
from koloda.arena.pairing import Pairing, PairResult, Score, play_pair
from koloda.arena.ratings import elo
from koloda.bots import Bot, bot
from koloda.bots.levels import LEVELS
from koloda.core.outlook import Values
from koloda.games import game as game_by_id

SEED = 1_000_000
SEATS = {"durak": (4, 2), "yassa": (2, 4), "flights": (2, 4), "viceroy": (2, 3), "junquick": (2, 4)}
WHOLE = {"yassa"}  # games whose rulebook counts rounds: who wins the match?
# deals of a match, by its stronger side; two games each
DEALS = {"heuristic": 1000, "normal": 1000, "hard": 200, "expert": 150, "master": 80, "mcts:200ms": 40}
# games that take long
OTHERWISE = {("viceroy", 2): {"mcts:200ms": 12}, ("junquick", 2): {"mcts:200ms": 15}}
FEWEST = 10  # deals that say anything
WANTED = {"durak": 60, "yassa": 55, "flights": 65, "viceroy": 70, "junquick": 60}
TUNED = (
    "randomness",
    "horizon",
    "exploration",
    "urgency",
    "modelled",
    "winning",
    "trust",
    "candidates",
    "mixed",
)
PACKAGE = Path(koloda.__file__).parent
SEARCH = ("bots/search.py", "bots/tree.py", "bots/mcts.py")
NEAR, FAR = 100.0, 250.0  # Elo between neighbouring levels
MOST = 800.0  # Elo: what lies beyond cannot be told apart by so few deals
LADDER = "<!-- ladder -->"
FIGURES = "<!-- figures -->"
END = "<!-- end -->"


class Row(NamedTuple):
    """One match of the ladder."""

    game: str
    seats: int
    first: str
    second: str

    @property
    def deals(self) -> int:
        return OTHERWISE.get((self.game, self.seats), {}).get(self.first, DEALS[self.first])

    def pairing(self) -> Pairing:
        whole = self.game in WHOLE
        return Pairing(self.game, self.seats, self.first, self.second, self.deals, SEED, {}, whole=whole)


def rows() -> list[Row]:
    found = []
    for game, counts in SEATS.items():
        for seats in counts:
            found.append(Row(game, seats, "heuristic", "random"))
            for below, above in pairwise(LEVELS):
                found.append(Row(game, seats, above, below))
        found.append(Row(game, counts[0], "mcts:200ms", "heuristic"))
    return found


@cache
def mark(row: Row) -> str:
    """Of the bots as they are: results of bots that were made otherwise do not count."""
    made: list[object] = [made_of(name, row) for name in (row.first, row.second)]
    if row.game in WHOLE:
        made.append("whole matches")
    return hashlib.sha256(repr(made).encode()).hexdigest()[:12]


def made_of(name: str, row: Row) -> list[object]:
    """What decides how strong this bot is: its policies' code, and how it searches."""
    game = koloda.game(row.game)
    folder = PACKAGE / "games" / row.game / "bots"
    without = ("tuning.py", "values.py") if name == "easy" else ("tuning.py", "values.py", "novice.py")
    made: list[object] = [name]
    if name != "random":
        made += [code(path) for path in sorted(folder.glob("*.py")) if path.name not in without]
    if name == "normal":
        made.append(code(PACKAGE / "bots/closing.py"))
    thought = game.levels.get(name)
    if thought is None and not name.startswith("mcts"):
        return made
    tuning = game.tuned(game.deal(row.seats, 0))
    made += [thought and thought.iterations, *(getattr(tuning, each) for each in TUNED)]
    made += [code(PACKAGE / path) for path in SEARCH]
    if isinstance(tuning.outlook, Values):
        made.append(thought and thought.taught)
        net = (folder / f"values-{tuning.outlook.name}.net").read_bytes()
        made += [code(folder / "values.py"), hashlib.sha256(net).hexdigest()]
    return made


def code(path: Path) -> str:
    """A source without its comments."""
    return ast.dump(ast.parse(path.read_text("utf-8")))


def by_cpu_time(name: str) -> Bot:
    made = bot(name)
    made.clock = time.process_time
    return made


class Results:
    """The deals played, in a file that only grows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.scores: dict[Row, Score] = {}
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        for line in lines:
            of, *fields, points, difference = json.loads(line)
            row = Row(*fields)
            if of == mark(row):
                self.score(row).add(PairResult(points, difference))

    def score(self, row: Row) -> Score:
        return self.scores.setdefault(row, Score())

    def add(self, row: Row, pair: PairResult) -> None:
        self.score(row).add(pair)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([mark(row), *row, pair.points, pair.difference]) + "\n")

    def played(self, row: Row) -> int:
        return self.score(row).pairs


def play(results: Results, chosen: list[Row], seconds: float) -> None:
    """Deal by deal, the match that is least advanced first."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        left = [row for row in chosen if results.played(row) < row.deals]
        if not left:
            return
        row = min(left, key=lambda row: results.played(row) / row.deals)
        results.add(row, play_pair(row.pairing(), results.played(row), by_cpu_time))


def line(results: Results, row: Row) -> str:
    score = results.score(row)
    low, high = score.interval()
    margin = score.difference_margin()
    name = game_by_id(row.game).names["en"]
    cells = [
        f"{name}, {row.seats}",
        f"{row.first} – {row.second}",
        f"{score.pairs}",
        f"{score.win_rate:.1%} ({low:.1%} to {high:.1%})",
        f"{shown_elo(score.win_rate)} ({shown_elo(low)} to {shown_elo(high)})",
        f"{score.mean_difference:+.2f} ± {margin:.2f}",
    ]
    if row.first.startswith("mcts"):
        cells.append(f"{WANTED[row.game]}%")
    else:
        cells += [gap(score) if row.second in LEVELS else "", better(score)]
    return f"| {' | '.join(cells)} |"


def better(score: Score) -> str:
    """Is the first bot shown to be the stronger one?"""
    if score.pairs < FEWEST:
        return "too few deals"
    if score.interval()[0] > 0.5:
        return "yes"
    return "by score" if score.mean_difference > score.difference_margin() else "not shown"


def gap(score: Score) -> str:
    """Is it as much stronger as a level should be?"""
    low, high = map(elo_of, score.interval())
    value = elo_of(score.win_rate)
    if value < NEAR or value > FAR:
        return "too near" if value < NEAR else "too far"
    return "surely" if low >= NEAR and high <= FAR else "yes"


def elo_of(rate: float) -> float:
    """The gap of this win rate, at most MOST."""
    value = elo(rate)
    if value is None:
        value = MOST if rate > 0.5 else -MOST
    return max(-MOST, min(MOST, value))


def shown_elo(rate: float) -> str:
    value = elo_of(rate)
    return f"{value:+.0f}" if abs(value) < MOST else f"beyond {value:+.0f}"


def tables(results: Results) -> tuple[str, str]:
    """The ladder, and the search against the heuristic."""
    played = [row for row in rows() if results.played(row) > 1]
    ladder = [line(results, row) for row in played if row.first != "mcts:200ms"]
    figures = [line(results, row) for row in played if row.first == "mcts:200ms"]
    return headed(ladder, "100 to 250", "better"), headed(figures, "wanted")


def headed(lines: list[str], *last: str) -> str:
    columns = ("game, seats", "bots", "deals", "win rate (95%)", "Elo (95%)", "mean difference", *last)
    return "\n".join([f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", *lines])


def write_docs(results: Results, path: Path) -> None:
    text = path.read_text("utf-8")
    for mark, table in zip((LADDER, FIGURES), tables(results), strict=True):
        before, rest = text.split(mark + "\n", 1)
        text = before + mark + "\n" + table + "\n" + END + rest.split(END, 1)[1]
    path.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, default=Path("ladder.jsonl"), help="default: ladder.jsonl")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--game", choices=sorted(SEATS), help="only this game")
    parser.add_argument("--seats", type=int, help="only at so many seats")
    parser.add_argument("--bot", choices=sorted(DEALS), help="only matches of this bot against the one below")
    parser.add_argument("--docs", type=Path, help="write the tables into this file, play nothing")
    args = parser.parse_args()
    if not koloda.compiled():
        sys.exit("the ladder is that of the compiled build: python hatch_build.py")
    results = Results(args.results)
    if args.docs:
        write_docs(results, args.docs)
        return
    chosen = [
        row
        for row in rows()
        if args.game in (None, row.game) and args.bot in (None, row.first) and args.seats in (None, row.seats)
    ]
    play(results, chosen, args.minutes * 60)
    print("\n\n".join(tables(results)))


if __name__ == "__main__":
    main()
