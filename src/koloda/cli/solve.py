"""`koloda solve`: who wins a position when nothing is hidden, and how."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from koloda.cli.arguments import add_options, chosen_options, whole

if TYPE_CHECKING:
    from koloda.core.game import Game

HELP = "who wins a position with open cards, and by which play"
EXAMPLES = (
    'koloda solve "trump S; 1: 9H TD; 2: JH QH; lead 1"',
    'koloda solve "trump C; 1: 6C 9C; 2: KD QD; 3: 7H; 4: AS; lead 2" --json',
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position", metavar="POSITION", help="in the game's notation of positions, as in the examples"
    )
    parser.add_argument("--game", metavar="GAME", help="the game (default: the first that has a solver)")
    add_options(parser)
    parser.add_argument(
        "--nodes", metavar="N", type=whole(1), default=5_000_000, help="give up after so many positions"
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def run(args: argparse.Namespace) -> int:
    game = game_to_solve(args.game)
    state = game.position(args.position, chosen_options(args, game))
    endings = game.tuning.endings.fresh()
    endings.check(state)
    found = endings.solve(state, args.nodes, False)
    solved = bool(found)
    decided = solved and found[0][1] != 0.0
    line: list[str] = []
    while found and not state.over:
        seat = int(state.actor)
        line.append(f"{seat + 1} {game.text(found[0][0])}")
        state.apply(seat, found[0][0])
        # most of what follows is known by now; only how to win against worse play is not
        found = [] if state.over else endings.solve(state, args.nodes + int(endings.searched()), False)
    winners = won_by(state.returns()) if decided else []
    if args.json:
        result = "decided" if decided else "draw" if solved else "unknown"
        facts = {"result": result, "winners": winners, "line": line, "nodes": int(endings.searched())}
        print(json.dumps(facts))
    elif not solved:
        print(f"not solved within {args.nodes} positions: try --nodes {10 * args.nodes}")
    else:
        named = " and ".join(str(seat + 1) for seat in winners)
        outcome = f"{named} {'win' if len(winners) > 1 else 'wins'}" if winners else "a draw"
        print(f"{outcome} with best play:\n  {', '.join(line)}")
    return 0 if solved else 1


def game_to_solve(name: str | None) -> Game:
    """The game of this name, or the first that knows endings."""
    from koloda.core.endings import Endings
    from koloda.core.errors import KolodaError
    from koloda.games import all_games, game

    if name is not None:
        return game(name)
    for each in all_games():
        if type(each.tuning.endings) is not Endings:
            return each
    raise KolodaError("no game here has a solver")


def won_by(returns: list[float]) -> list[int]:
    best = max(returns)
    return [seat for seat, value in enumerate(returns) if value == best]
