"""What goes over the wire about the games: their options, levels and rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from koloda.table.rows import Value

LevelName = Literal["easy", "normal", "hard", "expert", "master"]


class OptionInfo(Struct, omit_defaults=True):
    name: str
    label: str
    help: str
    kind: Literal["choice", "number", "flag"]
    default: Annotated[Value, Meta(description="at a table where nobody chose")]
    values: list[Value] | None
    names: Annotated[list[str] | None, Meta(description="of the values, in the language asked for")] = None
    least: int | None = None
    most: int | None = None
    unit: Annotated[Literal["ms"] | None, Meta(description="of a number")] = None


class SeatRange(Struct):
    min: int
    max: int
    default: int


class LevelInfo(Struct):
    id: LevelName
    name: str


class PresetInfo(Struct):
    id: str
    name: str
    help: str
    options: Annotated[dict[str, Value], Meta(description="those that it fixes")]
    seats: Annotated[list[int], Meta(description="at how many it can be played, the usual number first")]
    sides: Annotated[list[list[int]], Meta(description="with that number: who wins and loses together")]


class GameInfo(Struct):
    id: str
    name: str
    summary: str
    seats: SeatRange
    options: list[OptionInfo]
    presets: list[str]
    ways: Annotated[list[PresetInfo], Meta(description="the presets in the language asked for")]
    levels: list[LevelInfo]
    art: Annotated[bool, Meta(description="is there a picture?")]
    guide: Annotated[bool, Meta(description="is there a first deal for learners?")]
    reaction: Annotated[int, Meta(description="seconds that suit it for a reaction")]


class AllOptions(Struct):
    options: Annotated[
        dict[str, Value], Meta(description="all, with the values that follow from those given")
    ]
    given: Annotated[dict[str, Value], Meta(description="those of the given ones that are possible")]
    possible: Annotated[
        dict[str, list[Value]],
        Meta(description="what each could be, nothing where it has no meaning; of many numbers one"),
    ]


class Games(Struct):
    games: list[GameInfo]
    ladder: Annotated[bool, Meta(description="has this server a ladder?")] = False


class RulesText(Struct):
    game: str
    lang: str
    markdown: str
