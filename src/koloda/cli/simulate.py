"""`koloda simulate`: deals between bots, as a summary or as traces."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import (
    add_force,
    add_options,
    add_programs,
    add_seeds,
    check_output,
    chosen_options,
    output,
    prepare_programs,
    seeds,
    whole,
)
from koloda.cli.faults import fault_lines, fault_table

if TYPE_CHECKING:
    from koloda.arena.simulate import Part, Plan, Tally

HELP = "deals between bots, as a summary or as traces"
EXAMPLES = (
    "koloda simulate durak --games 10000",
    "koloda simulate durak --games 1000 --bots heuristic,random --seed 7",
    'koloda simulate durak --games 9 --seats 3 --options \'{"adders": "neighbours"}\' --trace deals.jsonl.gz',
    "koloda simulate durak --games 5 --trace - | koloda verify -",
    "koloda simulate durak --games 1000000 --bots heuristic --jobs 2 --out deals.parquet",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", metavar="N", type=whole(1), required=True, help="how many deals")
    parser.add_argument(
        "--seats", metavar="K", type=whole(1), help="how many seats (default: the game's usual)"
    )
    add_seeds(parser)
    parser.add_argument(
        "--bots",
        metavar="A,B",
        default="random",
        help="the bots of seats 0, 1, ..., again from the first: random, heuristic, easy, normal, mcts:1000, "
        "cmd:PROGRAM",
    )
    add_options(parser)
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write traces, one JSON object per line; compressed if FILE ends in .gz; - is standard output, "
        "then the summary goes to standard error",
    )
    parser.add_argument(
        "--out", metavar="FILE.parquet", help="write a table with a row for each deal (docs/data.md)"
    )
    parser.add_argument(
        "--views", action="store_true", help="with --out: also what the seat saw at each of its decisions"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=whole(1), default=1, help="processes; results are the same for any number"
    )
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    add_force(parser)
    add_programs(parser)


def run(args: argparse.Namespace) -> int:
    from koloda.arena.data import ParquetFile
    from koloda.arena.simulate import Plan, Tally, simulate
    from koloda.arena.whole import check_single
    from koloda.cli.terminal import Progress
    from koloda.core.errors import KolodaError
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    seats = game.default_seats if args.seats is None else args.seats
    bots = [name.strip() for name in args.bots.split(",")]
    outside = prepare_programs(args, bots)
    seed, secret = seeds(args, outside)
    options = chosen_options(args, game)
    if args.out is not None and args.trace is not None:
        raise KolodaError("--out and --trace are two ways to write the same deals: choose one")
    if args.views and args.out is None:
        raise KolodaError("--views belongs to --out FILE.parquet")
    table = args.out is not None
    plan = Plan(
        game.id, seats, seed, args.games, options, bots, args.trace is not None, secret, table, args.views
    )
    plan.check()
    check_single(game, seats, options)
    written = args.trace if args.out is None else args.out
    if args.out is not None and not args.out.endswith(".parquet"):
        raise KolodaError(f"--out {args.out}: the name ends in .parquet; JSON lines are written by --trace")
    if written is not None and written != "-":
        check_output(written, args.force)
    tally = Tally.empty(seats)
    start = time.perf_counter()

    def play(write: Callable[[Part], None]) -> None:
        with Progress(f"{game.id}: {plan.games} deals") as progress:
            for part in simulate(plan, args.jobs):
                tally.add(part.tally)
                write(part)
                progress.update(tally.games / plan.games)

    if args.out is not None:
        with ParquetFile(args.out) as file:
            play(lambda part: file.write(*part.written))
    elif args.trace is not None:
        with output(args.trace) as text_file:
            play(lambda part: text_file.writelines(f"{line}\n" for line in part.written))
    else:
        play(lambda part: None)
    seconds = time.perf_counter() - start
    facts = summary(plan, tally, seconds)
    text = json.dumps(facts, indent=1) if args.json else as_text(facts)
    print(text, file=sys.stderr if args.trace == "-" else sys.stdout)
    return 0


def summary(plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    from koloda import compiled
    from koloda.games import game as game_by_id

    names = plan.bot_names()
    games = tally.games
    by_bot = {}
    for name in dict.fromkeys(names):
        seats = [seat for seat, sitting in enumerate(names) if sitting == name]
        by_bot[name] = {
            "seats": seats,
            "mean_score": sum(tally.scores[seat] for seat in seats) / (games * len(seats)),
            "win_rate": sum(tally.wins[seat] for seat in seats) / (games * len(seats)),
        }
    lengths = sorted(tally.lengths.items())
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": game_by_id(plan.game).resolve(plan.seats, plan.options),
        "secret" if plan.secret else "seed": plan.seed,
        "games": games,
        "actions": tally.actions,
        "by_seat": [
            {
                "seat": seat,
                "bot": names[seat],
                "mean_score": tally.scores[seat] / games,
                "wins": tally.wins[seat],
            }
            for seat in range(plan.seats)
        ],
        "by_bot": by_bot,
        "length": {
            "least": lengths[0][0],
            **{name: quantile(lengths, games, part) for name, part in QUANTILES.items()},
            "most": lengths[-1][0],
            "mean": tally.actions / games,
        },
        "seconds": round(seconds, 3),
        "games_per_s": round(games / seconds, 1),
        "actions_per_s": round(tally.actions / seconds),
        "compiled": compiled(),
        **({"faults": fault_table(tally.faults)} if tally.faults else {}),
    }


QUANTILES = {"lower_quarter": 0.25, "median": 0.5, "upper_quarter": 0.75}


def quantile(lengths: list[tuple[int, int]], games: int, part: float) -> int:
    """The length that this part of the deals does not exceed."""
    seen = 0
    for length, count in lengths:
        seen += count
        if seen >= part * games:
            return length
    return lengths[-1][0]


def as_text(facts: dict[str, Any]) -> str:
    seeds = (
        f"--secret {facts['secret']}"
        if "secret" in facts
        else f"seeds {facts['seed']} to {facts['seed'] + facts['games'] - 1}"
    )
    lines = [f"{facts['game']}: {facts['games']} deals, {facts['seats']} seats, {seeds}", ""]
    wide = max(12, *(len(name) for name in facts["by_bot"]))
    lines.append(f"{'seat':>4}  {'bot':<{wide}} {'mean score':>10} {'wins':>10} {'win rate':>9}")
    for row in facts["by_seat"]:
        rate = row["wins"] / facts["games"]
        numbers = f"{row['mean_score']:>10.4g} {row['wins']:>10} {rate:>9.1%}"
        lines.append(f"{row['seat']:>4}  {row['bot']:<{wide}} {numbers}")
    if len(facts["by_bot"]) > 1:
        for name, row in facts["by_bot"].items():
            lines.append(f" all  {name:<{wide}} {row['mean_score']:>10.4g} {'':>10} {row['win_rate']:>9.1%}")
    length = facts["length"]
    build = "compiled" if facts["compiled"] else "plain Python"
    lines.append("")
    lines.append(
        f"actions per deal: mean {length['mean']:.1f}, least {length['least']}, quartiles "
        f"{length['lower_quarter']} {length['median']} {length['upper_quarter']}, most {length['most']}"
    )
    lines.append(
        f"{facts['actions']} actions in {facts['seconds']:.2f} s: {facts['actions_per_s']} actions/s, "
        f"{facts['games_per_s']:.0f} deals/s, {build}"
    )
    lines += fault_lines(facts.get("faults", []))
    return "\n".join(lines)
