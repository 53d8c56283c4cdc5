"""`koloda judge`: the Durak contest, two programs or a tournament."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from typing import IO, TYPE_CHECKING, Self

from koloda.cli.arguments import (
    add_folder,
    add_force,
    add_lang,
    add_options,
    add_sandbox,
    check_folder,
    check_output,
    chosen_options,
    language,
    leave,
    output,
    say_gaps,
    whole,
)

if TYPE_CHECKING:
    from koloda.arena.contest.referee import Conditions
    from koloda.arena.contest.results import GameResult
    from koloda.arena.contest.tournament import Outcome, Work
    from koloda.arena.programs.making import Programs
    from koloda.arena.programs.program import Program

HELP = "the Durak contest: programs play each other through the contest protocol"
EXAMPLES = (
    "koloda judge ./mybot examples/contest/bot.py --games 100",
    "koloda judge mybot.cpp other.py --seed 7 --transcript games.jsonl --json",
    "koloda judge a.cpp b.py c.js --games 100 --out contest --jobs 2      a tournament",
    "koloda judge a.cpp b.py c.js --games 100 --out contest --resume      go on after a crash",
    "koloda judge ./mybot                                                 practice: faults and strength",
    "koloda judge --explain games.jsonl                                   the first game of a transcript",
    "",
    "A PROGRAM is a command line, an executable, or a source file (.py .c .cpp .js .ts",
    ".java .kt .rs .go .pas .cs .hs); `koloda bot durak-contest` is our own.",
    "docs/contest.md tells the rest.",
)
GAMES = 100  # for each pair, if nobody says
INTERRUPTED = 130


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(1),
        help="games for each pair of programs, two on every deal (default: 100); "
        "in practice against each of our bots (default: 20)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole(0),
        help="the deals follow from it: for debugging only, a program can guess it "
        "(default: a secret one, told at the end)",
    )
    parser.add_argument("--transcript", metavar="FILE", help="write the complete dialogues, one game a line")
    parser.add_argument("--times", action="store_true", help="write waiting times into transcripts")
    parser.add_argument("--json", action="store_true", help="the results as JSON")
    parser.add_argument(
        "--time-scale", metavar="X", type=positive, default=1.0, help="multiplies all times (default: 1)"
    )
    parser.add_argument("--memory-mb", metavar="M", type=whole(1), default=128, help="default: 128")
    parser.add_argument(
        "--no-cpu-check", action="store_true", help="compare only waiting time, not CPU time, with the clock"
    )
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=whole(1),
        default=1,
        help="games at the same time, at most one a processor",
    )
    add_sandbox(parser)
    parser.add_argument(
        "--ponder",
        action="store_true",
        help="programs may think while others are asked, otherwise frozen",
    )
    parser.add_argument("--languages", metavar="FILE", help="a table of languages besides ours")
    add_folder(parser, "results, records and transcripts")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print games as readable dialogues; PROGRAM may be a transcript",
    )
    parser.add_argument("--game", metavar="N", type=whole(1), default=1, help="which game of a transcript")
    parser.add_argument(
        "--seat", metavar="S", type=whole(1), help="the dialogue as this seat, from 1, saw it"
    )
    add_options(parser)
    add_lang(parser)
    add_force(parser)


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1000:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number above 0 and up to 1000")
    return value


def run(args: argparse.Namespace) -> int:
    from koloda.core.errors import KolodaError

    if args.explain and len(args.programs) == 1 and names_transcript(args.programs[0]):
        return explain_file(args.programs[0], args.game, args.seat, language(args.lang))
    check_folder(args)
    if args.out and len(args.programs) == 1:
        raise KolodaError("--out keeps a contest of two programs or more; one program is practice")
    if args.games and args.games % 2:
        args.games += 1
        print(
            f"koloda: every deal is played in both directions: {args.games} games, not {args.games - 1}",
            file=sys.stderr,
        )
    if args.transcript is not None and args.transcript != "-":
        check_output(args.transcript, args.force or args.resume)
    signal.signal(signal.SIGTERM, leave)
    return judge(args)


def names_transcript(text: str) -> bool:
    return text.endswith((".jsonl", ".json", ".gz", "-"))


def judge(args: argparse.Namespace) -> int:
    from koloda.arena.contest.tournament import Plan, Work
    from koloda.arena.programs import orphans
    from koloda.arena.programs.faults import JudgeFailure
    from koloda.arena.programs.languages import read_table
    from koloda.arena.programs.making import Programs
    from koloda.arena.programs.sandbox import choose
    from koloda.cli.practice import practise
    from koloda.core.errors import KolodaError

    practice = len(args.programs) == 1
    games = args.games or (2 if args.explain else GAMES)
    plan = Plan(tuple(args.programs), games, seed_of(args), conditions_of(args))
    plan.deal(1)  # complains about options before anything is compiled
    sandbox, warning = choose(args.sandbox, args.i_know, args.ponder)
    say_gaps(sandbox, warning)
    adopted = orphans.adopted() if args.jobs == 1 or practice else nullcontext()
    languages = read_table(args.languages)
    with Programs(sandbox, args.memory_mb, languages) as programs, adopted:
        programs.keep_apart(args.programs)
        made = make(programs, args.programs)
        try:
            work = Work(plan, made, sandbox)
            return practise(args, work) if practice else compete(args, work)
        except JudgeFailure as failure:
            way_out = "; --resume goes on from here" if args.out else ""
            raise KolodaError(f"the judge itself failed: {failure}{way_out}") from None


def make(programs: Programs, texts: Sequence[str]) -> tuple[Program, ...]:
    """The programs, before anything is played: what is not there is refused, compilers are quoted whole."""
    from koloda.cli.terminal import one_line
    from koloda.core.errors import KolodaError

    made = tuple(programs.make(text) for text in texts)
    for program in made:
        if program.problem and not program.output:
            raise KolodaError(f"{program.text}: {program.problem}")
    for program in made:
        if program.problem:
            print(one_line(f"koloda: {program.text}: START: it does not compile"), file=sys.stderr)
            for line in program.output.splitlines():
                print(f"  {one_line(line)}", file=sys.stderr)
    return made


def compete(args: argparse.Namespace, work: Work) -> int:
    """A match or a tournament, and its results."""
    from koloda.arena.contest.report import as_text, summary

    start = time.perf_counter()
    results, complete = play_plan(args, work)
    seconds = round(time.perf_counter() - start, 3)
    facts = {**summary(work.plan, results, work.sandbox), "seconds": seconds}
    if not complete:
        facts["interrupted"] = True
    text = json.dumps(facts, indent=1) if args.json else as_text(facts)
    print(text, file=sys.stderr if args.transcript == "-" else sys.stdout)
    if complete:
        return 0
    missing = len(work.plan.schedule()) - len(results)
    way = "the same command with --resume goes on" if args.out else "with --out DIR it could have gone on"
    print(f"koloda: interrupted, {missing} games were not played; {way}", file=sys.stderr)
    return INTERRUPTED


def seed_of(args: argparse.Namespace) -> int:
    """The chosen seed, that of the tournament which goes on, or a new secret one."""
    from koloda.arena.contest.folder import planned_seed
    from koloda.arena.seeds import secret_seed

    if args.seed is not None:
        return int(args.seed)
    return planned_seed(args.out) if args.resume else secret_seed()


def conditions_of(args: argparse.Namespace) -> Conditions:
    from koloda.arena.contest.referee import Conditions, contest_options
    from koloda.core.errors import BadOption
    from koloda.games.durak import GAME

    options = chosen_options(args, GAME)
    extensions = options.pop("extensions", "off")
    if extensions not in ("on", "off"):
        raise BadOption("option extensions: allowed are on, off")
    different = contest_options(options)
    check = not args.no_cpu_check
    return Conditions(args.time_scale, args.memory_mb, check, extensions == "on", different, args.ponder)


def play_plan(args: argparse.Namespace, work: Work) -> tuple[list[GameResult], bool]:
    """Play what is to be played, and keep it where the arguments say; (results, are these all?)."""
    from koloda.arena.contest.folder import Folder
    from koloda.arena.contest.record import as_transcript
    from koloda.arena.contest.tournament import play_all
    from koloda.cli.terminal import Progress, one_line

    schedule = work.plan.schedule()
    complete = True
    with ExitStack() as stack:
        folder = None
        transcript: IO[str] | None = None
        done: list[GameResult] = []
        fixtures = schedule
        if args.out:
            folder = Folder(args.out, work.plan, work.programs, args.resume, args.repair)
            stack.callback(folder.close)
            for line in folder.dropped:
                print(f"koloda: line {line} of the games is dropped, its game played again", file=sys.stderr)
            done, fixtures = folder.results(), folder.missing()
        elif args.transcript:
            stack.enter_context(room_for(args.transcript))  # what is left is written when it is closed
            transcript = stack.enter_context(output(args.transcript))
        progress = stack.enter_context(Progress(f"judging {len(schedule)} games"))
        interrupt = stack.enter_context(Interrupt())
        try:
            for outcome in play_all(work, fixtures, min(args.jobs, os.cpu_count() or 1)):
                done.append(outcome.result)
                for reason in outcome.repeated:
                    progress.clear()
                    number = outcome.record["number"]
                    print(one_line(f"koloda: game {number} was played again: {reason}"), file=sys.stderr)
                if folder is not None:
                    folder.add(outcome)
                if transcript is not None:
                    transcript.write(dumped(as_transcript(outcome.record, args.times)))
                if args.explain:
                    progress.clear()
                    show_game(outcome, args.seat, language(args.lang))
                progress.update(len(done) / len(schedule))
                interrupt.check()
        except KeyboardInterrupt:
            complete = False
        progress.clear()
        if folder is not None:
            folder.finish(language(args.lang), work.sandbox)
            done = folder.results()
            if args.transcript:
                with room_for(args.transcript), output(args.transcript) as file:
                    for record in folder.records():
                        file.write(dumped(as_transcript(record, args.times)))
    return done, complete


class Interrupt:
    """Ctrl-C counts even where Python drops the exception: in what it calls around a fork."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> Self:
        self.usual = signal.getsignal(signal.SIGINT)
        if self.usual is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.take)
        return self

    def __exit__(self, *_: object) -> None:
        if self.usual is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.usual)

    def take(self, *_: object) -> None:
        self.came = True
        raise KeyboardInterrupt

    def check(self) -> None:
        if self.came:
            raise KeyboardInterrupt


def dumped(item: object) -> str:
    return json.dumps(item, separators=(",", ":")) + "\n"


@contextmanager
def room_for(path: str) -> Iterator[None]:
    """A full disk is told with the name of the file."""
    from koloda.core.errors import KolodaError

    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename:
            raise
        raise KolodaError(
            f"{path}: {error.strerror}: make room, or write elsewhere; with --out DIR games are not lost"
        ) from None


# what is shown


def explain_file(path: str, number: int, seat: int | None, lang: str) -> int:
    from itertools import islice

    from koloda.arena.contest.explain import explained
    from koloda.cli.items import Items
    from koloda.cli.terminal import show
    from koloda.core.errors import KolodaError

    found = next(islice(Items(path), number - 1, None), None)
    if found is None:
        raise KolodaError(f"{path}: there is no game {number}")
    show("\n".join(explained(found[1], seat, lang=lang)))
    return 0


def show_game(outcome: Outcome, seat: int | None, lang: str) -> None:
    from koloda.arena.contest.explain import explained

    errors = outcome.errors[outcome.fault_seat] if outcome.fault_seat >= 0 else b""
    print("\n".join(explained(outcome.record, seat, errors, lang)))
    print()
