"""`koloda match`: two bots on mirrored deals, with an interval that says how sure the result is."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import (
    add_options,
    add_programs,
    add_seeds,
    prepare_programs,
    read_options,
    seeds,
    whole,
)
from koloda.cli.faults import fault_lines, fault_table

if TYPE_CHECKING:
    from koloda.arena.pairing import Score

HELP = "two bots on mirrored deals: win rate, Elo difference, 95% intervals"
EXAMPLES = (
    "koloda match durak heuristic random",
    "koloda match durak mcts:50ms heuristic --games 400 --jobs 2",
    "koloda match durak mcts:2000 mcts:500 --sprt",
    "koloda match yassa cmd:./mybot.py easy        your own program, see docs/bot-protocol.md",
    "koloda match flights 'cmd:python3 mybot.py --deep' cmd:./other --games 100",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="BOT")
    parser.add_argument("second", metavar="BOT")
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(2),
        default=200,
        help="games, two for each deal: the second with the seats exchanged (default 200)",
    )
    parser.add_argument(
        "--seats", metavar="K", type=whole(1), help="how many seats, held by the bots in turn"
    )
    add_seeds(parser)
    add_options(parser)
    parser.add_argument(
        "--sprt",
        action="store_true",
        help="stop when it is clear (5%% error) whether the first bot is better by 10 Elo or not",
    )
    parser.add_argument("--jobs", metavar="J", type=whole(1), default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_programs(parser)


def run(args: argparse.Namespace) -> int:
    from koloda.arena.pairing import Pairing, Score, play_match
    from koloda.cli.terminal import Progress
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    seats = game.default_seats if args.seats is None else args.seats
    deals = (args.games + 1) // 2
    outside = prepare_programs(args, (args.first, args.second))
    seed, secret = seeds(args, outside)
    options = read_options(args.options)
    pairing = Pairing(game.id, seats, args.first, args.second, deals, seed, options, secret)
    pairing.check()
    score = Score()
    with Progress(f"{args.first} against {args.second}") as progress:
        results = play_match(pairing, args.jobs)
        for pair in results:
            score.add(pair)
            progress.update(len(score.pairs) / deals)
            if args.sprt and score.decided():
                break
        results.close()
    facts = summary(score, args.sprt)
    if outside:
        facts["secret" if secret else "seed"] = seed
        facts["faults"] = fault_table(fault for pair in score.pairs for fault in pair.faults)
    print(json.dumps(facts, indent=1) if args.json else as_text(args.first, args.second, facts))
    return 0


def summary(score: Score, sprt: bool) -> dict[str, Any]:
    from koloda.arena.ratings import elo

    low, high = score.interval()
    facts: dict[str, Any] = {
        "games": score.games,
        "win_rate": score.win_rate,
        "interval": [low, high],
        "elo": elo(score.win_rate),
        "elo_interval": [elo(low), elo(high)],
        "mean_difference": score.mean_difference,
    }
    if sprt:
        facts["sprt"] = score.decided() or "undecided"
    return facts


def as_text(first: str, second: str, facts: dict[str, Any]) -> str:
    low, high = facts["interval"]
    lines = [
        f"{first} against {second}: {facts['games']} games on mirrored deals",
        f"win rate         {facts['win_rate']:.1%}   (95%: {low:.1%} to {high:.1%})",
    ]
    bounds = [shown(value) for value in facts["elo_interval"]]
    lines.append(f"Elo difference   {shown(facts['elo'])}   (95%: {bounds[0]} to {bounds[1]})")
    lines.append(f"mean difference  {facts['mean_difference']:+.3f} a game")
    if "sprt" in facts:
        lines.append(f"sequential test  {facts['sprt']}")
    lines += fault_lines(facts.get("faults", []))
    if "secret" in facts:
        lines.append(f"secret           {facts['secret']}   (the same deals again: --secret)")
    return "\n".join(lines)


def shown(value: float | None) -> str:
    return "no bound" if value is None else f"{value:+.0f}"
