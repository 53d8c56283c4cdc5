"""`koloda train`: values for the search, learned from games of bots, kept where they win."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import add_options, chosen_options, whole
from koloda.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from koloda.arena.training.plan import Plan

HELP = "learn values for the search from games, and keep what wins"
EXTRA = "train"
EXAMPLES = (
    "koloda train durak --seats 2 --minutes 30 --seed 1 --out durak-2",
    "koloda train durak --hours 3 --jobs 2 --out durak-4      the same again goes on from there",
    "koloda match durak values:durak-2/best.net:300 values:none:300 --seats 2",
)


def above_zero(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e5:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number above 0 and below 100,000")
    return value


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", metavar="K", type=whole(2), help="how many seats (default: the usual)")
    add_options(parser)
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="a folder; a training that was begun there is continued"
    )
    time = parser.add_mutually_exclusive_group()
    time.add_argument("--hours", metavar="H", type=above_zero, help="how long (default: until Ctrl-C)")
    time.add_argument("--minutes", metavar="M", type=above_zero, help="the same in minutes")
    parser.add_argument("--generations", metavar="N", type=whole(1), help="stop after so many of them")
    parser.add_argument(
        "--jobs", metavar="J", type=whole(1), default=1, help="processes; results are the same"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole(0), default=0, help="everything follows from it (default: 0)"
    )
    sizes = parser.add_argument_group("how much", "See docs/training.md.")
    sizes.add_argument("--hidden", metavar="N", type=whole(16), default=32, help="hidden units (default: 32)")
    sizes.add_argument(
        "--games",
        metavar="N",
        type=whole(1),
        default=40_000,
        help="games of the heuristic in the first generation (default: 40000)",
    )
    sizes.add_argument(
        "--searched",
        metavar="N",
        type=whole(1),
        default=3_000,
        help="games of the best in every later one (default: 3000)",
    )
    sizes.add_argument(
        "--iterations", metavar="N", type=whole(1), default=60, help="of the searches in these (default: 60)"
    )
    sizes.add_argument(
        "--gate", metavar="N", type=whole(1), default=200, help="iterations in gate matches (default: 200)"
    )
    sizes.add_argument(
        "--deals", metavar="N", type=whole(2), default=400, help="of a gate match, at most (default: 400)"
    )
    sizes.add_argument("--epochs", metavar="N", type=whole(1), default=8, help="of a fit (default: 8)")
    sizes.add_argument(
        "--weight",
        metavar="W",
        type=above_zero,
        default=0.3,
        help="of a lesson of these later games, whose ends are mostly luck (default: 0.3; 100 at most)",
    )


def run(args: argparse.Namespace) -> int:
    from koloda.arena.training.folder import Folder
    from koloda.arena.training.run import Training
    from koloda.cli.judge import INTERRUPTED
    from koloda.cli.terminal import Progress

    if not args.out:
        raise BadOption("--out: name a folder")
    plan = plan_of(args)
    seconds = args.hours * 3600 if args.hours else args.minutes * 60 if args.minutes else None
    with Folder(args.out, plan) as folder, Progress("") as progress:

        def report(what: str, share: float) -> None:
            progress.what = what
            progress.update(share)

        training = Training(plan, folder, args.jobs, seconds, report)
        interrupted = False
        try:
            training.run(args.generations)
        except KeyboardInterrupt:
            interrupted = True
        lines, best = training.finished(), training.best()
    print(as_text(args.out, lines, best.rpartition("/")[2]))
    if not interrupted:
        return 0
    print("stopped: the same command goes on")
    return INTERRUPTED


def plan_of(args: argparse.Namespace) -> Plan:
    from koloda.arena.training.plan import Plan
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    plan = Plan(
        game.id,
        game.default_seats if args.seats is None else args.seats,
        chosen_options(args, game),
        args.seed,
        args.hidden,
        args.games,
        args.searched,
        args.iterations,
        args.gate,
        args.deals,
        args.epochs,
        args.weight,
    )
    plan.check()
    return plan


def as_text(out: str, lines: Sequence[dict[str, Any]], best: str) -> str:
    """A line for each generation, and where the best net is."""
    told = []
    for line in lines:
        gate = line["gate"]
        low, high = gate["interval"]
        told.append(
            f"generation {line['number']}: {line['lessons']} lessons, {line['explained']:.1%} explained; "
            f"gate {gate['win_rate']:.1%} ({low:.1%} to {high:.1%}) of {2 * gate['deals']} games: "
            f"{gate['sprt']}, {'kept' if line['kept'] else 'not kept'}"
        )
    if not lines:
        told.append(f"no generation is finished yet: the same command goes on in {out}")
    elif best == "none":
        told.append("nothing was better than the search without learned values")
        told.append(f"{out}/net-*.net are what was tried")
    else:
        told.append(f"the best is {best}, also as {out}/best.net; {out}/strength.svg shows how it went")
    return "\n".join(told)
