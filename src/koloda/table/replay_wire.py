"""What goes over the wire about finished deals: replays, guides for learners and analyses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from koloda.core.layout import Layout
from koloda.table.wire import EventOut, Lang, View


class Step(Struct):
    seat: int | None
    a: str | None
    label: str | None
    at: int | None
    events: list[EventOut]
    view: View
    layout: Layout | None = None
    aids: dict[str, Any] | None = None
    awaited: list[int] | None = None


class Replay(Struct):
    game: str
    seats: int
    names: list[str]
    bots: Annotated[list[str | None], Meta(description="the level of every bot, or program; null: a person")]
    lang: Lang
    viewer: int | Literal["open"]
    steps: list[Step]
    places: Annotated[
        list[int], Meta(description="by how many actions were taken: the step that shows the table then")
    ]
    result: dict[str, Any] | None


class Note(Struct, omit_defaults=True):
    step: int
    text: str
    at: str | None = None
    do: str | None = None


class Guide(Replay):
    you: int
    notes: list[Note]


class Move(Struct):
    action: Annotated[int, Meta(description="the number of the action in the deal, from 1")]
    seat: int
    a: str
    label: str
    best: str
    best_label: str
    loss: float
    error: Annotated[float, Meta(description="the standard error of the loss; 0: it is exact")]
    margin: Annotated[float, Meta(description="how much worse the next best would have been, if it is best")]
    margin_error: float


class Analysis(Struct):
    moves: list[Move]


class Progress(Struct):
    progress: float
