"""The formats of files that can be checked and replayed, told apart by what they say they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from koloda.core import record, trace
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.options import shown
from koloda.core.state import State


class NoFormat(KolodaError):
    """A JSON value that is nothing of ours."""


@dataclass(frozen=True)
class Format:
    word: str  # what one of them is called
    check: Callable[[Game, Mapping[str, Any]], object]
    begin: Callable[[Game, Mapping[str, Any]], State]
    entries: str  # the key of the list of what was done
    take: Callable[[State, object], None]


def not_shown(*_: object) -> NoReturn:
    raise KolodaError("a game of the contest is shown by `koloda judge --explain FILE`")


def check_transcript(game: Game, item: Mapping[str, Any]) -> None:
    from koloda.arena.contest import transcript  # with the judge, which only Linux can import

    transcript.check_transcript(game, item)


TRANSCRIPT = "transcript/1"
FORMATS = {
    trace.FORMAT: Format("trace", trace.check_trace, trace.begin_trace, "steps", trace.take_step),
    record.FORMAT: Format("record", record.check_record, record.begin_record, "actions", record.take_action),
    TRANSCRIPT: Format("transcript", check_transcript, not_shown, "seats", not_shown),
}


def format_of(item: object) -> Format:
    """The format of a JSON value read from a file."""
    if not isinstance(item, dict):
        raise NoFormat("no JSON object, so neither a trace nor a record nor a transcript")
    name = item.get("koloda", item.get("format"))
    if not isinstance(name, str) or name not in FORMATS:
        raise NoFormat(f"format {shown(name)}: known are {', '.join(FORMATS)}")
    return FORMATS[name]


def game_of(item: Mapping[str, Any]) -> Game:
    from koloda.games import game

    name = item.get("game")
    if not isinstance(name, str):
        raise KolodaError("game: missing or not a text")
    return game(name)
