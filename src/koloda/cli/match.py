"""`koloda match`: two bots on mirrored deals, with an interval that says how sure the result is."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import (
    add_options,
    add_programs,
    add_seeds,
    chosen_options,
    prepare_programs,
    seeds,
    whole,
)
from koloda.cli.faults import fault_lines, fault_table

if TYPE_CHECKING:
    from koloda.arena.pairing import Score, Sprt

HELP = "two bots on mirrored deals: win rate, Elo difference, 95% intervals"
EXAMPLES = (
    "koloda match durak heuristic random",
    "koloda match durak mcts:50ms heuristic --games 400 --jobs 2",
    "koloda match durak mcts:2000 mcts:500 --games 20000 --sprt 0 20",
    "koloda match flights easy normal --whole      whole matches, not single deals",
    "koloda match yassa easy normal hard --seats 3     three at one table",
    "koloda match yassa cmd:./mybot.py easy        your own program, see docs/bot-protocol.md",
    "koloda match flights 'cmd:python3 mybot.py --deep' cmd:./other --games 100",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="two; or more, who then sit at one table together"
    )
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
    parser.add_argument(
        "--whole",
        action="store_true",
        help="a game is a whole match: deals until the target of the rules is reached (see the options)",
    )
    add_seeds(parser)
    add_options(parser)
    parser.add_argument(
        "--sprt",
        nargs="*",
        type=float,
        metavar="ELO",
        help="ELO0 ELO1: stop when it is clear whether the first bot is better by ELO1 or only by ELO0 "
        "(without numbers: 0 10)",
    )
    parser.add_argument(
        "--alpha", type=float, default=0.05, help="with --sprt: the chance of a wrong yes (default: 0.05)"
    )
    parser.add_argument("--beta", type=float, default=0.05, help="of a wrong no (default: 0.05)")
    parser.add_argument("--jobs", metavar="J", type=whole(1), default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_programs(parser)


def run(args: argparse.Namespace) -> int:
    from koloda.core.errors import BadOption

    if len(args.bots) < 2:
        raise BadOption("a match needs two bots at least")
    outside = prepare_programs(args, args.bots)
    if len(args.bots) == 2:
        return match_of_two(args, outside)
    if args.sprt is not None:
        raise BadOption("--sprt compares two bots, not more")
    if args.whole:
        raise BadOption("--whole is for two bots, not more")
    return match_of_many(args, outside)


def match_of_two(args: argparse.Namespace, outside: bool) -> int:
    from koloda.arena.pairing import Pairing, Score, play_match
    from koloda.cli.terminal import Progress
    from koloda.games import game as game_by_id

    first, second = args.bots
    game = game_by_id(args.game)
    seats = game.default_seats if args.seats is None else args.seats
    deals = (args.games + 1) // 2
    seed, secret = seeds(args, outside)
    options = chosen_options(args, game)
    sprt = sequential_test(args)
    pairing = Pairing(game.id, seats, first, second, deals, seed, options, secret, args.whole)
    pairing.check()
    score = Score()
    with Progress(f"{first} against {second}") as progress:
        results = play_match(pairing, args.jobs)
        for pair in results:
            score.add(pair)
            progress.update(score.pairs / deals)
            if sprt is not None and sprt.decided(score.rates):
                break
        results.close()
    facts = summary(score, sprt)
    if outside:
        facts["secret" if secret else "seed"] = seed
        facts["faults"] = fault_table(score.faults)
    print(json.dumps(facts, indent=1) if args.json else as_text(first, second, facts))
    return 0


def sequential_test(args: argparse.Namespace) -> Sprt | None:
    from koloda.arena.pairing import Sprt
    from koloda.core.errors import BadOption

    if args.sprt is None:
        return None
    if len(args.sprt) not in (0, 2):
        raise BadOption("--sprt ELO0 ELO1: two numbers, or none for 0 and 10")
    elo0, elo1 = args.sprt or (0.0, 10.0)
    found = Sprt(elo0, elo1, args.alpha, args.beta)
    found.check()
    return found


def match_of_many(args: argparse.Namespace, outside: bool) -> int:
    """One table with all of them, who move on around it: a tournament of one meeting."""
    from functools import partial

    from koloda.arena.executors import Local
    from koloda.arena.external import workshop
    from koloda.arena.results import Memory
    from koloda.arena.run import play_tournament
    from koloda.arena.standings import as_text as standings
    from koloda.arena.standings import summary as facts_of
    from koloda.arena.tournament import Plan
    from koloda.cli.terminal import Progress
    from koloda.core.errors import BadOption
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    seats = game.default_seats if args.seats is None else args.seats
    seed, _ = seeds(args, outside)
    plan = Plan(
        game.id,
        seats,
        chosen_options(args, game),
        tuple(args.bots),
        games=args.games,
        mixed=True,
        seed=seed,
        records=False,
    )
    plan.check()
    if len(plan.bots) > plan.width:
        raise BadOption(
            f"{game.id} with {seats} seats has {plan.width} sides, not {len(plan.bots)}: "
            "more --seats, or koloda tournament"
        )
    kept = Memory(plan)
    begin = {"begin": partial(workshop.use, workshop.current)} if outside else {}
    with Local(args.jobs, **begin) as workers, Progress(f"{plan.total()} games") as progress:
        for _ in play_tournament(plan, kept, workers, args.jobs):
            progress.update(len(kept.done) / plan.total())
    facts = facts_of(plan, kept.outcomes())
    print(json.dumps(facts, indent=1) if args.json else standings(facts))
    return 0


def summary(score: Score, sprt: Sprt | None) -> dict[str, Any]:
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
    if sprt is not None:
        facts["sprt"] = sprt.decided(score.rates) or "undecided"
        facts["llr"] = round(sprt.ratio(score.rates), 4)
        facts["llr_bounds"] = [round(bound, 4) for bound in sprt.bounds]
        facts["sprt_elo"] = [sprt.elo0, sprt.elo1]
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
        low, high = facts["llr_bounds"]
        lines.append(
            f"sequential test  {facts['sprt']}   (Elo {facts['sprt_elo'][0]:g} or {facts['sprt_elo'][1]:g}: "
            f"LLR {facts['llr']:.2f}, bounds {low:.2f} and {high:.2f})"
        )
    lines += fault_lines(facts.get("faults", []))
    if "secret" in facts:
        lines.append(f"secret           {facts['secret']}   (the same deals again: --secret)")
    return "\n".join(lines)


def shown(value: float | None) -> str:
    return "no bound" if value is None else f"{value:+.0f}"
