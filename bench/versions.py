"""Bots of two checkouts of koloda on mirrored deals, with the same processor time a decision.

    git worktree add ../before b6857ae && (cd ../before && python hatch_build.py)
    python bench/versions.py yassa --other ../before --ours mcts:100ms --theirs mcts:100ms --deals 100

Each side is a process of its own with the rules, heuristics and search of its checkout; both carry out the
same actions, by their names, and must offer the same ones: a deal in which they differ is told and does not
count. The options that make the rules the same are given (`--ours-options '{"winner": "points"}'`). Time is
processor time (the bots' clock): a busy machine favours nobody. A deal is played twice, with the seats
exchanged; a pair of games is one observation, a draw counts half, intervals are of 95 %. `--ours
values:FILE:20ms` plays with learned values where the options are not those that they were learned for.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SHUFFLES = 3  # the stream of what is shuffled later in a deal
HERE = Path(__file__).resolve().parent.parent


class Differs(Exception):
    """The two checkouts play by different rules."""


class Side:
    """The process of one checkout."""

    def __init__(self, checkout: Path, game: str, bot: str, options: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", game, bot, json.dumps(options)],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.decisions = 0
        self.seconds = 0.0

    def ask(self, *message: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(message), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a side has ended; see above")
        return json.loads(line)


def work(game_id: str, bot_name: str, options: dict[str, Any]) -> None:
    """One checkout: deals, tells what is offered, decides, carries out."""
    import koloda
    from koloda.bots import bot
    from koloda.bots.player import Player, bot_rng
    from koloda.core.rng import Rng

    if bot_name.startswith("values:"):
        from koloda.arena.training import bot as values  # noqa: F401  # brings this kind of bots

    game = koloda.game(game_id)
    player = bot(bot_name)
    player.clock = time.process_time
    state: Any = None
    rngs: list[Any] = []

    def told() -> list[Any]:
        """Whose turn it is and what is offered, or what everybody got."""
        if not state.pending:
            return [-1, [float(value) for value in state.returns()]]
        seat = int(state.actor)
        return [seat, sorted(game.text(int(action)) for action in state.legal(seat))]

    for line in sys.stdin:
        order, *rest = json.loads(line)
        answer: Any
        if order == "deal":
            seats, seed, setup = rest
            setup = setup or game.setup(game.deal(seats, seed, options))
            state = game.restore(setup, seats, options)
            state.rng = Rng(seed, SHUFFLES)
            rngs = [bot_rng(seed, seat) for seat in range(seats)]
            answer = [setup, told()]
        elif order == "choose":
            before = time.process_time()
            action = player.choose(Player(state, rest[0], rngs[rest[0]]))
            answer = [game.text(int(action)), time.process_time() - before]
        else:
            state.apply(rest[0], game.action(rest[1]))
            answer = told()
        print(json.dumps(answer), flush=True)


def play(sides: list[Side], seats: int, seed: int, ours: int) -> float:
    """The points of the first side on the seats of this parity."""
    setup, told = sides[0].ask("deal", seats, seed, None)
    _, other = sides[1].ask("deal", seats, seed, setup)
    while True:
        if told != other:
            raise Differs(f"{told} | {other}")
        seat, offered = told
        if seat < 0:
            mine = [value for at, value in enumerate(offered) if at % 2 == ours]
            theirs = [value for at, value in enumerate(offered) if at % 2 != ours]
            lead = sum(mine) / len(mine) - sum(theirs) / len(theirs)
            return 0.5 if abs(lead) < 1e-9 else float(lead > 0)
        side = sides[seat % 2 != ours]
        chosen, seconds = side.ask("choose", seat)
        if len(offered) > 1:
            side.decisions += 1
            side.seconds += seconds
        told, other = (each.ask("do", seat, chosen) for each in sides)


def main() -> None:
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--other", type=Path, required=True, help="the other checkout, compiled")
    parser.add_argument("--ours", default="mcts:100ms", help="the bot of this checkout")
    parser.add_argument("--theirs", default="mcts:100ms", help="the bot of the other")
    parser.add_argument("--ours-options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument("--theirs-options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100, help="at most, each played twice")
    parser.add_argument("--minutes", type=float, default=math.inf, help="then no deal is begun")
    parser.add_argument("--seed", type=int, default=60_000)
    args = parser.parse_args()
    sides = [
        Side(HERE, args.game, args.ours, args.ours_options),
        Side(args.other, args.game, args.theirs, args.theirs_options),
    ]
    found: list[float] = []
    differ = 0
    end = time.monotonic() + 60 * args.minutes
    for seed in range(args.seed, args.seed + args.deals):
        if time.monotonic() > end:
            break
        try:
            found.append(sum(play(sides, args.seats, seed, ours) for ours in (0, 1)) / 2)
        except Differs as problem:
            differ += 1
            print(f"deal {seed}: {str(problem)[:300]}", file=sys.stderr)
            continue
        if len(found) > 1:
            print(row(args, found, sides), end="\r", file=sys.stderr)
    print(row(args, found, sides) + (f" {differ} deals differ" if differ else ""))


def row(args: argparse.Namespace, found: list[float], sides: list[Side]) -> str:
    mean = sum(found) / len(found)
    error = math.sqrt(sum((value - mean) ** 2 for value in found) / max(1, len(found) - 1) / len(found))
    spent = " and ".join(f"{1000 * side.seconds / max(1, side.decisions):.0f}" for side in sides)
    return (
        f"| {args.game}, {args.seats} | {args.ours} | {args.theirs} | {len(found)} "
        f"| {100 * mean:.1f} % ± {196 * error:.1f} | {spent} ms |"
    )


if __name__ == "__main__":
    main()
