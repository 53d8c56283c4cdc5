"""A person at the terminal: what has happened, the table, the moves, the question."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from koloda.cli.choice import LAYOUT, NoMove, understood
from koloda.cli.rules import rules_text
from koloda.cli.terminal import Paint, fitted, one_line, painter, show, width
from koloda.cli.texts import say
from koloda.core.game import Game
from koloda.core.state import State
from koloda.games import all_games

RED_CARD = re.compile(r"(?:10|[2-9JQKA])?[♥♦]")
COMMANDS = "?hlruq"  # of every game: help, hint, log, rules, undo, quit
PAUSE = 0.7  # seconds between the bots' moves
HANGING = " " * 6  # before what does not fit into a line of the board


class Left(Exception):
    """The person has left the game."""


class Dialog:
    def __init__(self, game: Game, seat: int, names: Sequence[str], lang: str, fast: bool) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self.lang = lang
        self.paint: Paint = painter(sys.stdout)
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.pause = PAUSE if self.live and not fast else 0.0
        self.told = 0  # events that have been shown

    # what happens

    def begin(self, state: State) -> None:
        """A new deal."""
        self.told = 0
        print()
        self.news(state, pause=False)

    def news(self, state: State, pause: bool = True) -> bool:
        """Show what the person has seen happen since the last time; False if that is nothing."""
        events = state.events
        seen = [event.seen_by(self.seat) for event in events[self.told :]]
        self.told = len(events)
        visible = [event for event in seen if event is not None]
        for event in visible:
            self.print(self.game.event_text(event, self.names, self.lang), indent="  ")
        # no pause for what nobody sees: it would tell who was asked
        if visible and pause and self.pause:
            sys.stdout.flush()
            time.sleep(self.pause)
        return bool(visible)

    def print(self, text: str, style: str = "", indent: str = "") -> None:
        """A sentence, on as many lines as it needs."""
        for line in fitted(indent + text, width(), indent + "  "):
            print(self.paint(line, style) if style else self.suits(line))

    def suits(self, text: str) -> str:
        return RED_CARD.sub(lambda card: self.paint(card[0], "red"), text)

    def whole_log(self, state: State) -> str:
        seen = [event.seen_by(self.seat) for event in state.events]
        told = [self.game.event_text(event, self.names, self.lang) for event in seen if event]
        return "\n".join(line for text in told for line in fitted(text, width(), "  "))

    def board(self, state: State) -> None:
        print()
        lang = self.game.spoken(self.lang)
        drawn = self.game.board(state.view(self.seat), self.names, lang, self.paint, width())
        for line in drawn:
            print("\n".join(fitted(line, width(), HANGING)))
        print()

    # decisions

    def decide(self, state: State, hint: Callable[[], int], owed: bool = True) -> int | None:
        """Ask until there is an answer; None: the person waits, which he may where nothing is owed."""
        legal = [int(action) for action in state.legal(self.seat)]
        own = self.game.keys([self.game.text(action) for action in legal])
        keys = {key: text for key, text in own.items() if key not in COMMANDS}
        self.board(state)
        self.moves(legal, keys)
        while True:
            typed = self.ask(say(self.lang, "your_move" if owed else "or_wait"))
            command = typed.casefold().translate(LAYOUT)
            if not typed and not owed:
                return None
            if not typed and len(legal) == 1:
                return legal[0]
            if command == "h":
                self.print(say(self.lang, "hint", self.game.label(hint(), self.lang)))
            elif len(command) <= 1 and command in COMMANDS:
                self.obey(command, state, legal, keys)
            else:
                try:
                    return understood(state, self.seat, one_line(typed, 60), legal, keys, self.lang)
                except NoMove as error:
                    self.print(str(error), "yellow")

    def obey(self, command: str, state: State, legal: Sequence[int], keys: Mapping[str, str]) -> None:
        if command == "":
            self.moves(legal, keys)
        elif command == "?":
            text = self.game.text(legal[0])
            ways = ", ".join(dict.fromkeys(("1", text, text.partition(" ")[2] or text)))
            first, *keys_of_all = say(self.lang, "help", ways).split("\n")
            self.print(first)
            for line in keys_of_all:
                print("\n".join(fitted(line, width(), " " * 10)))
        elif command == "l":
            show(self.whole_log(state))
        elif command == "r":
            show(rules_text(self.game, self.lang))
        elif command == "u":
            self.print(say(self.lang, "no_undo"))
        elif not self.live or self.agreed("quit"):
            raise Left

    def moves(self, legal: Sequence[int], keys: Mapping[str, str]) -> None:
        """The legal moves with their numbers and keys, in as many columns as fit."""
        key_of = {text: key for key, text in keys.items()}
        cells = []
        for number, action in enumerate(legal, 1):
            key = key_of.get(self.game.text(action))
            label = self.game.label(action, self.lang) + (f" ({key})" if key else "")
            cells.append((f"{number:>3} ", label))
        for row in columns(cells, width()):
            line = ""
            for place, label, extent in row:
                line += (
                    self.paint(place, "cyan") + self.suits(label) + " " * (extent - len(place) - len(label))
                )
            print("\n".join(fitted(line, width(), " " * 6)))

    def ask(self, question: str) -> str:
        return asked(question, self.live)

    def agreed(self, question: str) -> bool:
        """Yes or no; whoever does not answer at all has said no."""
        answer = self.ask(say(self.lang, question)).casefold()
        return answer[:1] in ("y", say(self.lang, "yes"))


def asked(question: str, live: bool) -> str:
    """A line from the person; Left when there are no more."""
    *above, last = fitted(question, width() - 1)
    for line in above:
        print(line)
    question = last + " "
    try:
        if live:
            return input(question).strip()
        print(question, end="", flush=True)
        typed = sys.stdin.readline()
        print()
    except EOFError:
        typed = ""
        print()
    if not typed:
        raise Left
    return typed.strip()


def asked_game(lang: str) -> Game:
    """Which game the person wants to play: by its number in the list, or by a name of it."""
    games = all_games()
    for number, game in enumerate(games, 1):
        for line in fitted(f"{number:>3} {game.names[lang]}: {game.summaries[lang]}", width(), " " * 4):
            print(line)
    live = sys.stdin.isatty() and sys.stdout.isatty()
    while True:
        typed = one_line(asked(say(lang, "which_game"), live), 60)
        if typed.isdecimal() and 1 <= int(typed) <= len(games):
            return games[int(typed) - 1]
        for game in games:
            if typed.casefold() in {game.id, *(name.casefold() for name in game.names.values())}:
                return game
        if typed:
            print(say(lang, "no_game", typed))


def columns(cells: Sequence[tuple[str, str]], most: int) -> list[list[tuple[str, str, int]]]:
    """The cells in rows, read down the columns, each with the width of its column: as few rows as fit."""
    rows = 1
    while rows < len(cells) and sum(extents(cells, rows)) > most + 2:
        rows += 1
    widths = extents(cells, rows)
    return [
        [(*cell, extent) for cell, extent in zip(cells[row::rows], widths, strict=False)]
        for row in range(rows)
    ]


def extents(cells: Sequence[tuple[str, str]], rows: int) -> list[int]:
    """The widths of the columns, with a gap, if there are so many rows."""
    starts = range(0, len(cells), rows)
    return [max(len(place + label) for place, label in cells[start : start + rows]) + 2 for start in starts]
