"""`koloda bot`: our own bots as programs that read standard input and write standard output."""

from __future__ import annotations

import argparse
import sys

from koloda.cli.arguments import whole

HELP = "run one of our own bots as a program"
EXAMPLES = (
    "koloda judge ./mybot 'koloda bot durak-contest'",
    "koloda bot durak-contest --bot random     a weak opponent",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "protocol", choices=("durak-contest",), help="durak-contest: one seat of the Durak contest"
    )
    parser.add_argument("--bot", metavar="NAME", default="", help="which bot decides (default: our best)")
    parser.add_argument("--seed", metavar="S", type=whole(0), default=0, help="of the bot's own chance")


def run(args: argparse.Namespace) -> int:
    from koloda.arena.contest.thinker import Thinker, serve

    serve(sys.stdin, sys.stdout, Thinker(args.bot, args.seed))
    return 0
