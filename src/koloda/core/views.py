# not compiled: read by tools
"""The types of views: plain data with a description, from which schemas, TypeScript and docs are made.

Every game declares its view as a TypedDict that extends View, in its `views.py`. A field's type may be
`Annotated[T, "what it is"]`; NotRequired fields are there for some viewers or phases only.
"""

from __future__ import annotations

from typing import TypedDict


class View(TypedDict):
    """What every view has."""

    game: str
    seats: int
    phase: str
