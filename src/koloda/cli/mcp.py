"""`koloda mcp`: assistants and language models play, over standard input and output."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from koloda.core.game import Game

HELP = "a Model Context Protocol server: assistants play, read rules and review games"
EXTRA = "mcp"
EXAMPLES = ("koloda mcp          for the configuration of an assistant, see docs/mcp.md",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """It has none: an assistant starts it."""


def run(args: argparse.Namespace) -> int:
    from koloda.assistant.server import make_server

    make_server(rules).run("stdio")
    return 0


def rules(game: Game, lang: str) -> str:
    from koloda.cli.rules import read

    return game.rules_text(lang) or read(f"{game.id}.{lang}.md")
