"""`koloda efg`: the whole tree of a small game in Gambit's format."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from koloda.cli.arguments import add_force, add_options, check_output, chosen_options, output, whole
from koloda.core.errors import BadOption

if TYPE_CHECKING:
    from koloda.research.trees import Tree

HELP = "the whole tree of a small game as a file that OpenSpiel and Gambit read"
SMALL = '\'{"ranks": 2, "suits": 2, "hand_size": 1}\''
EXAMPLES = (
    f"koloda efg durak --options {SMALL} --out durak.efg",
    'koloda efg flights --options \'{"board": "small"}\' --given \'{"first": 0}\' --out flights.efg',
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_small_game(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help="the file; - is standard output")
    add_force(parser)


def add_small_game(parser: argparse.ArgumentParser) -> None:
    """What says which tree is meant."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", metavar="K", type=whole(1), default=2, help="how many seats (default: 2)")
    add_options(parser)
    parser.add_argument(
        "--given",
        metavar="JSON",
        default="{}",
        help="only deals whose setup has these values, as traces write them, like '{\"first\": 0}'",
    )
    parser.add_argument(
        "--nodes", metavar="N", type=whole(1), default=3_000_000, help="give up after so many positions"
    )


def small_game(args: argparse.Namespace) -> Tree:
    from koloda.games import game
    from koloda.research.trees import Tree

    try:
        given = json.loads(args.given)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise BadOption(f"--given {args.given[:40]!r} is not a JSON object, like '{{\"first\": 0}}'")
    found = game(args.game)
    return Tree(found, args.seats, chosen_options(args, found), given, args.nodes)


def run(args: argparse.Namespace) -> int:
    from koloda.research.trees import efg

    check_output(args.out, args.force)
    tree = small_game(args)
    with output(args.out) as file:
        for line in efg(tree):
            print(line, file=file)
    if args.out != "-":
        print(described(tree))
    return 0


def described(tree: Tree) -> str:
    choices = sum(len(each.actions) > 1 for each in tree.sets)
    return (
        f"{len(tree.chances)} deals, {len(tree.nodes)} positions, "
        f"{len(tree.sets)} information sets ({choices} with a choice)"
    )
