"""`koloda rules`: the rules of a game, readable in a terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from koloda.cli.arguments import add_lang, language

if TYPE_CHECKING:
    from koloda.core.game import Game

HELP = "the rules of a game, readable in a terminal"
EXAMPLES = ("koloda rules durak", "koloda rules durak --lang uk", "koloda rules durak --full > durak.md")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_lang(parser)
    parser.add_argument(
        "--full",
        action="store_true",
        help="the exact reference text, in English, with all rulings and examples",
    )


def run(args: argparse.Namespace) -> int:
    from koloda.cli.markdown import rendered
    from koloda.cli.terminal import painter, show, width
    from koloda.games import game

    chosen = game(args.game)
    if args.full:
        text = read(f"{chosen.id}.md")
        show(rendered(text, painter(sys.stdout), width()) if sys.stdout.isatty() else text.rstrip("\n"))
    else:
        show(rules_text(chosen, language(args.lang)))
    return 0


def rules_text(game: Game, lang: str) -> str:
    """The players' rules, rendered for standard output: from the game's package, or else from docs/rules."""
    from koloda.cli.markdown import rendered
    from koloda.cli.terminal import painter, width

    text = game.rules_text(lang) or read(f"{game.id}.{lang}.md")
    return rendered(text, painter(sys.stdout), width(88))


def read(file: str) -> str:
    """A file of docs/rules, from the installed package or from the checkout."""
    import koloda
    from koloda.core.errors import KolodaError

    package = Path(koloda.__file__).parent
    for folder in (package / "docs" / "rules", package.parents[1] / "docs" / "rules"):
        path = folder / file
        if path.is_file():
            return path.read_text("utf-8")
    raise KolodaError(
        f"the rules text {file} is not installed; reinstall koloda or look into docs/rules of its source"
    )
