"""`koloda rules`: the rules of a game, readable in a terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from koloda.cli.arguments import add_lang, language

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

    name = game(args.game).id
    if args.full:
        text = read(f"{name}.md")
        show(rendered(text, painter(sys.stdout), width()) if sys.stdout.isatty() else text.rstrip("\n"))
    else:
        show(rules_text(name, language(args.lang)))
    return 0


def rules_text(name: str, lang: str) -> str:
    """The players' rules, rendered for standard output."""
    from koloda.cli.markdown import rendered
    from koloda.cli.terminal import painter, width

    return rendered(read(f"{name}.{lang}.md"), painter(sys.stdout), width(88))


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
