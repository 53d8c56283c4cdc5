# not compiled: plain data for tables
"""How any game is drawn without a table of its own: zones with cards, made from a view alone.

A layout is computed from what a viewer may see, so it can hold no secret. The browser's generic table and the
terminal's generic board draw it. A press on a card means the legal actions whose text ends with its code.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

ZoneKind = Literal["hand", "pile", "row", "counter", "note"]
BACK = "??"  # a card that lies face down


class Face(TypedDict):
    """What is printed on a card."""

    label: str  # in the corner: 7, K, +2
    sign: NotRequired[str]  # in the middle: a suit sign, a letter
    tint: NotRequired[Literal["red", "black", "green", "blue", "gold", "violet", "grey"]]
    title: NotRequired[str]  # read aloud


class Zone(TypedDict):
    """hand: fanned, face up for who sees it. pile: one on the other, the top is the last. row: side by side.
    counter: a number. note: a sentence."""

    id: str
    kind: ZoneKind
    title: str
    seat: NotRequired[int]  # whose it is; without: the middle of the table
    cards: NotRequired[list[str]]  # codes; BACK face down
    count: NotRequired[int]  # of a pile of which not all cards are listed; of a counter
    text: NotRequired[str]  # of a note


class Layout(TypedDict):
    zones: list[Zone]
    faces: dict[str, Face]  # of the codes in the zones
    asked: NotRequired[str]  # the question to the viewer, in words
    back: NotRequired[str]  # the text of the action that takes a step back: what Escape does
