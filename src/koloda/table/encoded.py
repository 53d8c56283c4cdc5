"""Messages of which a part is encoded already, because several viewers share it."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from koloda.core.layout import Layout
from koloda.table import wire


class MadeEvent(Struct):
    """wire.EventOut as it is written."""

    n: int
    e: tuple[object, ...]
    text: str


class MadeUpdate(Struct, tag_field="t", tag="update"):
    """wire.Update as it is written."""

    v: int
    deal: int
    full: bool
    events: list[Raw]
    view: Raw
    layout: Layout | None
    aids: dict[str, Any] | None
    legal: list[Raw]
    owed: bool
    free: bool
    awaited: list[int] | None
    clock: wire.ClockOut | None
    over: wire.Over | None
