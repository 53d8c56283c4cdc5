"""`koloda solve`: who wins a Durak position when nothing is hidden, and how."""

from __future__ import annotations

import argparse
import json

from koloda.cli.arguments import add_options, read_options, whole

HELP = "who wins a Durak position with open cards, and by which play"
EXAMPLES = (
    'koloda solve "trump S; 1: 9H TD; 2: JH QH; lead 1"',
    'koloda solve "trump C; 1: 6C 9C; 2: KD QD; 3: 7H; 4: AS; lead 2" --json',
)
SIDES = {2: ("1 wins", "2 wins"), 4: ("1 and 3 win", "2 and 4 win")}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="trump, hands by seat from 1, who is out, who leads; cards that are not listed are discarded",
    )
    add_options(parser)
    parser.add_argument(
        "--nodes", metavar="N", type=whole(1), default=5_000_000, help="give up after so many positions"
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def run(args: argparse.Namespace) -> int:
    from koloda.bots.solver import UNKNOWN, Solver
    from koloda.core.errors import KolodaError
    from koloda.games.durak import GAME

    state = GAME.position(args.position, read_options(args.options))
    seats = int(state.seats)
    if not (state.rules.team or seats == 2):
        raise KolodaError("solve knows two sides: two players, or four in mode team")
    if state.drawn < 36:
        raise KolodaError("solve needs open cards: the stock must be empty")
    solver = Solver(args.nodes)
    value = int(solver.best(state)[0])
    line = [] if value == UNKNOWN else solver.line(state)
    played = [f"{seat + 1} {GAME.text(action)}" for seat, action in line]
    if args.json:
        winners = list(range(0 if value > 0 else 1, seats, 2)) if abs(value) == 1 else []
        result = {0: "draw", UNKNOWN: "unknown"}.get(value, "decided")
        print(json.dumps({"result": result, "winners": winners, "line": played, "nodes": int(solver.nodes)}))
    elif value == UNKNOWN:
        print(f"not solved within {args.nodes} positions: try --nodes {10 * args.nodes}")
    else:
        outcome = "a draw" if value == 0 else SIDES[seats][0 if value > 0 else 1]
        print(f"{outcome} with best play:\n  {', '.join(played)}")
    return 1 if value == UNKNOWN else 0
