"""The messages of the bot protocol `koloda-bot/1`: one JSON object a line, told apart by `type`.

The judge writes and reads with these types; docs/bot-protocol.schema.json is made from them
(tools/bot_schema.py). Fields that a reader does not know are ignored on both sides.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

PROTOCOL = "koloda-bot/1"
LONGEST = 1 << 16  # bytes of a line from a program, before its LF

Seat = Annotated[int, Meta(ge=0, description="seats count from 0")]
Milliseconds = Annotated[int, Meta(ge=0)]
Text = Annotated[str, Meta(max_length=200)]
Event = Annotated[list[Any], Meta(min_length=1, description="the kind of event, then its details")]


class Message(msgspec.Struct, kw_only=True, tag_field="type", tag=str.lower, omit_defaults=True):
    pass


# from the judge


class Hello(Message):
    """The first line that a program gets."""

    protocol: Annotated[str, Meta(description=f"always {PROTOCOL}")]
    judge: Annotated[str, Meta(description="name and version of what runs the game")]


class Clock(msgspec.Struct, kw_only=True):
    """An answer may take `decision_ms`; what it takes longer is taken from `deal_ms`, once for the deal."""

    decision_ms: Milliseconds
    deal_ms: Milliseconds


class Start(Message):
    """A deal begins."""

    game: str
    options: Annotated[dict[str, str | int | bool], Meta(description="all options of the game")]
    seats: Annotated[int, Meta(ge=1, description="how many")]
    seat: Annotated[Seat, Meta(description="yours")]
    names: Annotated[list[str], Meta(description="of the players by seat")]
    sides: Annotated[list[list[Seat]], Meta(description="the seats that win and lose together")]
    clock: Clock
    deal: Annotated[int, Meta(ge=1, description="which deal of the match, from 1")]
    totals: Annotated[list[float], Meta(description="of the match so far, by seat")]
    random: Annotated[int, Meta(ge=0, lt=1 << 32, description="for a generator of your own")]


class Events(Message):
    """What your seat has seen happen, in order."""

    events: list[Event]


class Ask(Message):
    """A decision; `answer` is awaited."""

    id: Annotated[int, Meta(ge=1, description="counts the questions of the process")]
    owed: Annotated[bool, Meta(description="false: you may act, but nobody waits for you (real time)")]
    left_ms: Annotated[Milliseconds, Meta(description="for this answer")]
    legal: Annotated[list[str], Meta(min_length=1, description="the actions that you may choose from")]
    view: Annotated[dict[str, Any], Meta(description="all that your seat may know, in the game's own form")]
    aids: Annotated[dict[str, Any], Meta(description="what follows from the view")] | None = None


class Fault(Message):
    """Your answer could not be used; `played` was done instead."""

    id: int
    code: str
    text: str
    played: str


class End(Message):
    """The deal is over. `start` or the end of the input follows."""

    scores: Annotated[list[float], Meta(description="by seat, as the game counts")]
    returns: Annotated[list[float], Meta(description="by seat; what counts in matches between programs")]
    winners: list[Seat]


# from the program


class ProgramHello(Message, tag="hello"):
    """The answer to `hello`."""

    protocol: Annotated[str, Meta(description=f"what the program speaks: {PROTOCOL}")]
    name: Text
    version: Text = ""
    games: Annotated[list[Text], Meta(max_length=1000)] | None = None  # none: all of them
    aids: Annotated[bool, Meta(description="shall questions have `aids`, where the game has any?")] = False


class Answer(Message):
    """The answer to `ask`: one of its legal texts, exactly as written there."""

    answer: Annotated[Text | None, Meta(description="null, where `owed` is false: you do nothing now")]
    id: int | None = None  # may be repeated from the question, and must then be right


class Error(Message):
    """The program cannot go on, and says why. It is not asked again in this game."""

    text: Annotated[str, Meta(max_length=2000)]


FromJudge = Hello | Start | Events | Ask | Fault | End
FromProgram = ProgramHello | Answer | Error
JUDGE_TYPES = (Hello, Start, Events, Ask, Fault, End)
PROGRAM_TYPES = (ProgramHello, Answer, Error)

encoder = msgspec.json.Encoder()
decoder: msgspec.json.Decoder[FromProgram] = msgspec.json.Decoder(FromProgram)


def lines(*messages: FromJudge) -> bytes:
    return encoder.encode_lines(messages)
