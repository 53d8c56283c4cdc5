"""`koloda bot`: check a program of yours, bring it to a server, or run one of our own bots as a program."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from koloda.cli import bot_online
from koloda.cli.arguments import add_lang, add_programs, language, prepare_programs, whole
from koloda.cli.texts import say

if TYPE_CHECKING:
    from koloda.arena.external.check import Checked

HELP = "check a program that plays, bring it to a server, or run one of our own bots as a program"
EXAMPLES = (
    "koloda bot check ./mybot.py                    every game, every seat count",
    "koloda bot check ./mybot.py --games durak --show   what it is told, and what it answers",
    "koloda bot check mybot.cpp --games durak,yassa --seats 4 --deals 5",
    "koloda bot token https://cards.example --login deepmole --create 'Deep Mole'",
    "KOLODA_BOT_TOKEN=$(cat token) koloda bot connect https://cards.example ./mybot.py",
    "koloda judge ./mybot 'koloda bot durak-contest'",
    "koloda bot durak-contest --bot random          a weak opponent in the Durak contest",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="COMMAND", required=True)
    check = kinds.add_parser(
        "check",
        help="play every game at every seat count with a program, and say what is wrong with it",
        description="Play every game at every seat count with a program that speaks the bot protocol "
        "(docs/bot-protocol.md), and say what is wrong with it. Exit code 1: something is.",
    )
    check.add_argument(
        "program",
        metavar="PROGRAM",
        help="a command line, an executable, or a source file (.py .js .c .cpp .rs .java ...)",
    )
    check.add_argument("--games", metavar="A,B", help="only these games (default: all that it plays)")
    check.add_argument(
        "--seats", metavar="K", type=whole(1), help="only tables of this size (default: every size)"
    )
    check.add_argument(
        "--deals", metavar="N", type=whole(1), default=1, help="for each game and seat count (default: 1)"
    )
    check.add_argument("--seed", metavar="S", type=whole(0), help="repeat a check that named this seed")
    seen = check.add_mutually_exclusive_group()
    seen.add_argument(
        "--show",
        action="store_true",
        help="every line of the first table: > what the program is told, < what it answers, "
        "! its standard error",
    )
    seen.add_argument("--show-all", action="store_true", help="the same of all tables")
    add_lang(check)
    add_programs(check)
    bot_online.token_arguments(kinds)
    bot_online.connect_arguments(kinds)
    contest = kinds.add_parser(
        "durak-contest",
        help="one of our own bots in one seat of the Durak contest",
        description="One of our own bots as a program for one seat of the Durak contest.",
    )
    contest.add_argument("--bot", metavar="NAME", default="", help="which bot decides (default: our best)")
    contest.add_argument("--seed", metavar="S", type=whole(0), default=0, help="of the bot's own chance")


def run(args: argparse.Namespace) -> int:
    if args.kind == "check":
        return check_program(args)
    if args.kind == "token":
        return bot_online.token(args)
    if args.kind == "connect":
        return bot_online.connect(args)
    from koloda.arena.contest.thinker import Thinker, serve

    serve(sys.stdin, sys.stdout, Thinker(args.bot, args.seed))
    return 0


def check_program(args: argparse.Namespace) -> int:
    import secrets

    from koloda.arena.external.check import check
    from koloda.arena.pairing import check_bot
    from koloda.core.errors import KolodaError
    from koloda.games import all_games
    from koloda.games import game as game_by_id

    lang = language(args.lang)
    games = [game_by_id(each.strip()) for each in args.games.split(",")] if args.games else all_games()
    if args.seats is not None and not any(args.seats in game.seat_counts for game in games):
        raise KolodaError(f"--seats {args.seats}: none of these games has a table of that size")
    name = f"cmd:{args.program}"
    prepare_programs(args, [name])
    check_bot(name)
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    bad = played = 0
    show = show_line if args.show or args.show_all else None
    shown = sys.maxsize if args.show_all else 1
    for checked in check(name, games, args.deals, seed, show, shown, args.seats):
        bad += bool(checked.faults) and not checked.skipped
        played += not checked.skipped
        report(checked, lang)
        if checked.unheard:
            print(say(lang, "check_unheard"))
    if bad:
        print(say(lang, "check_bad", bad, seed))
    else:
        names = ", ".join(game.id for game in games)
        print(say(lang, "check_good") if played else say(lang, "check_none", names))
    return 1 if bad or not played else 0


def show_line(sign: str, text: bytes) -> None:
    """Lines of the dialogue, without anything that could play tricks with a terminal."""
    from koloda.arena.external.advice import printable

    for line in text.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n"):
        print(f"{sign} {printable(line.expandtabs(4))}", flush=True)


def report(checked: Checked, lang: str) -> None:
    """One line for what went well, the advice for what did not."""
    from koloda.arena.external.advice import told
    from koloda.cli.terminal import one_line

    place = f"{checked.game:<10} {say(lang, 'check_seats', checked.seats)}"
    if checked.skipped:
        print(f"{checked.game:<10} {say(lang, 'check_skipped')}")
        return
    if not checked.faults:
        longest = f"{checked.longest * 1000:.0f}"
        print(f"{place}  {say(lang, 'check_fine', checked.decisions, longest)}", flush=True)
        return
    fault = checked.faults[0]
    seat = say(lang, "check_seat", fault.seat)
    print(f"{place}  {fault.code} ({seat})")
    for line in told(fault, lang):
        print(f"    {one_line(line, 800)}")
    if len(checked.faults) > 1:
        print(f"    {say(lang, 'check_more', len(checked.faults) - 1)}")
    sys.stdout.flush()
