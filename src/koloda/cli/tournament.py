"""`koloda tournament`: bots and programs against each other, with ratings and a report."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import (
    add_executor,
    add_folder,
    add_lang,
    add_options,
    add_programs,
    check_folder,
    chosen_options,
    language,
    leave,
    prepare_programs,
    whole,
)

if TYPE_CHECKING:
    from koloda.arena.results import Folder, Memory
    from koloda.arena.tournament import Outcome, Plan

HELP = "bots and programs against each other: ratings, cross table, a report with every game"
EXAMPLES = (
    "koloda tournament durak random easy normal hard --games 40 --jobs 2 --out cup",
    "koloda tournament durak random easy normal hard --games 40 --jobs 2 --out cup --resume",
    "koloda tournament yassa easy normal mcts:200 cmd:./mybot.py --seats 4 --mixed",
    "koloda tournament flights cmd:./mybot.py easy normal hard --format gauntlet    mine against the others",
    "koloda tournament viceroy cmd:./mybot.py easy normal --format swiss --rounds 5 --option deck=base",
    "koloda tournament durak mcts:100 heuristic --games 100000 --executor ray --ray-address auto --out cup",
    "",
    "--out DIR keeps games.jsonl (every game: koloda verify, koloda replay), report.html, report.json and",
    "report.csv. docs/tournaments.md tells the rest.",
)
GAMES = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="random, easy, hard, mcts:1000, cmd:PROGRAM, ..."
    )
    parser.add_argument(
        "--format",
        choices=("round-robin", "gauntlet", "swiss"),
        default="round-robin",
        help="everybody against everybody; the first against all others; neighbours in the standings",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(1),
        default=GAMES,
        help=f"games of each meeting, rounded up so that everybody sits everywhere (default: {GAMES})",
    )
    parser.add_argument("--rounds", metavar="R", type=whole(1), help="rounds of a Swiss tournament")
    parser.add_argument(
        "--seats", metavar="K", type=whole(1), help="how many seats (default: the game's usual)"
    )
    parser.add_argument(
        "--mixed",
        action="store_true",
        help="as many different bots at a table as it has sides; usually two, who sit in turn",
    )
    add_options(parser)
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole(0),
        help="the deals follow from it (default: 0; with programs a secret one, told at the end)",
    )
    add_executor(parser)
    add_folder(parser, "games and reports")
    parser.add_argument(
        "--results-only",
        action="store_true",
        help="keep no decisions, only results: for very many games; they cannot be replayed",
    )
    parser.add_argument("--json", action="store_true", help="the results as JSON")
    add_lang(parser)
    add_programs(parser)


def run(args: argparse.Namespace) -> int:

    check_folder(args)
    signal.signal(signal.SIGTERM, leave)
    outside = prepare_programs(args, args.bots)
    plan = plan_of(args, outside)
    plan.check()
    outcomes, complete = play(args, plan)
    return tell(args, plan, outcomes, complete)


def plan_of(args: argparse.Namespace, outside: bool) -> Plan:
    from koloda.arena.tournament import Plan
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    return Plan(
        game=game.id,
        seats=game.default_seats if args.seats is None else args.seats,
        options=chosen_options(args, game),
        bots=tuple(args.bots),
        format=args.format,
        games=args.games,
        rounds=args.rounds or 0,
        mixed=args.mixed,
        seed=seed_of(args, outside),
        records=not args.results_only,
    )


def seed_of(args: argparse.Namespace, outside: bool) -> int:
    """The chosen seed, that of the tournament which goes on, or a new one that no program can guess."""
    from pathlib import Path

    from koloda.arena.results import read_plan
    from koloda.arena.seeds import secret_seed

    if args.seed is not None:
        return int(args.seed)
    if args.resume:
        seed = read_plan(Path(args.out)).get("seed")
        return seed if isinstance(seed, int) else -1
    return secret_seed() if outside else 0


def play(args: argparse.Namespace, plan: Plan) -> tuple[list[Outcome], bool]:
    """Play what is to be played, and keep it where the arguments say; (outcomes, are these all?)."""
    from koloda.arena.executors import executor
    from koloda.arena.external import is_program, workshop
    from koloda.arena.report import write_reports
    from koloda.arena.results import Folder, Memory
    from koloda.arena.run import play_tournament
    from koloda.cli.judge import Interrupt
    from koloda.cli.terminal import Progress

    total = plan.total()
    complete = True
    jobs = args.jobs or os.cpu_count() or 1
    with ExitStack() as stack:
        kept: Folder | Memory = Memory(plan)
        if args.out:
            kept = Folder(args.out, plan, args.resume, args.repair)
            stack.callback(kept.close)
            for line in kept.dropped:
                print(f"koloda: line {line} of the games is dropped, its game played again", file=sys.stderr)
        begin: Any = {}
        if any(map(is_program, plan.bots)):
            begin = {"begin": partial(workshop.use, workshop.current)}
        workers = stack.enter_context(executor(args.executor, jobs, args.ray_address, **begin))
        progress = stack.enter_context(Progress(f"{plan.game}: {total} games"))
        interrupt = stack.enter_context(Interrupt())
        played = 0
        try:
            for outcomes in play_tournament(plan, kept, workers, jobs):
                played += len(outcomes)
                progress.update(played / total)
                interrupt.check()
        except KeyboardInterrupt:
            complete = False
        progress.clear()
        if isinstance(kept, Folder):
            kept.finish()
            write_reports(kept, language(args.lang))
        return kept.outcomes(), complete


def tell(args: argparse.Namespace, plan: Plan, outcomes: list[Outcome], complete: bool) -> int:
    from koloda.arena.standings import as_text, summary
    from koloda.cli.judge import INTERRUPTED
    from koloda.cli.terminal import one_line

    facts = summary(plan, outcomes)
    print(json.dumps(facts, indent=1) if args.json else as_text(facts))
    if args.out and not args.json:
        print(one_line(f"\nreport: {os.path.join(args.out, 'report.html')}".strip()))
    if complete:
        return 0
    way = "the same command with --resume goes on" if args.out else "with --out DIR it could have gone on"
    print(f"koloda: interrupted, {facts['missing']} games were not played; {way}", file=sys.stderr)
    return INTERRUPTED
