"""`koloda games`: what can be played, and how it can be varied."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from koloda.core.game import Game

HELP = "the games, seats and options"
EXAMPLES = ("koloda games", "koloda games durak", "koloda games --json")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    from koloda.games import all_games, game

    games = [game(name) for name in args.game] or all_games()
    if args.json:
        print(json.dumps([as_data(each) for each in games], ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(described(each) for each in games))
    return 0


def as_data(game: Game) -> dict[str, Any]:
    options = []
    for option in game.options:
        values: dict[str, Any] = {"choices": list(option.choices)}
        if not option.choices:
            values = {"least": option.least, "most": option.most}
        options.append({"name": option.name, "default": option.default, **values, "help": option.help})
    return {
        "id": game.id,
        "names": dict(game.names),
        "seats": list(game.seat_counts),
        "default_seats": game.default_seats,
        "options": options,
        "presets": {name: dict(values) for name, values in game.presets.items()},
    }


def described(game: Game) -> str:
    """The game in a few lines; a star marks the default of an option."""
    from koloda.cli.terminal import painter, width
    from koloda.core.options import shown

    paint = painter(sys.stdout)
    least, most = game.seat_counts[0], game.seat_counts[-1]
    names = ", ".join(dict.fromkeys(game.names.values()))
    seats = f"{least} to {most} seats, usually {game.default_seats}"
    lines = [f"{paint(game.id, 'bold')}  {names}; {seats}"]
    column = max(len(option.name) for option in game.options) + 4
    for option in game.options:
        default = shown(option.default)
        listed = [shown(choice) for choice in option.choices]
        values = ", ".join(f"{value}*" if value == default else value for value in listed)
        values = values or f"{option.values()}, usually {default}"
        lines.append(f"  {paint(option.name.ljust(column - 2), 'green')}{values}")
        wrapped = textwrap.wrap(option.help, max(20, width() - column))
        lines += [" " * column + paint(line, "dim") for line in wrapped]
    for name, chosen in game.presets.items():
        given = ", ".join(f"{key} {shown(value)}" for key, value in chosen.items())
        lines.append(f"  {paint(f'preset {name}', 'green')}: {given}")
    return "\n".join(lines)
