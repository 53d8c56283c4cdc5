# not compiled: read by tools
"""The types of the views."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from koloda.core.views import View


class FlightsTableCard(TypedDict):
    """A laid card that is not yet taken."""

    card: str
    laid_by: int


class FlightsLaidPair(TypedDict):
    """A laid card with its Flight card."""

    card: str
    flight: int


class FlightsPublicView(View):
    """What everybody sees. Lists of lists, and lists of one value for each seat, are by seat."""

    to_act: Annotated[list[int], "whose decision is awaited"]
    round: Annotated[int, "from 1"]
    max_rounds: int
    burn_mode: str
    multi_finish: str
    winner: Annotated[str, "who wins the game: the collector, or the most points"]
    first: Annotated[int, "the seat with the First-player card"]
    colours: Annotated[list[str], "in play, by their letters"]
    counts: Annotated[list[int], "cards in each hand"]
    flights: Annotated[list[list[int]], "available; until the reveal with the laid one"]
    used: Annotated[list[list[int]], "Flight cards that are spent"]
    committed: Annotated[list[bool], "who has laid a pair that is not yet revealed"]
    bids: Annotated[list[int | None], "the revealed Flight cards; None while pairs are sealed"]
    order: Annotated[list[int], "the taking order, empty before the reveal"]
    turn: Annotated[int | None, "how many have taken and resolved; None before the reveal and at the end"]
    table: Annotated[list[FlightsTableCard], "revealed cards that are not yet taken"]
    exchange: Annotated[str | None, "the Exchange that is being resolved"]
    collections: Annotated[list[list[str]], "rows of cities, from the oldest place to the newest"]
    draw_pile: Annotated[int, "how many cards it has"]
    discard: Annotated[list[str], "in canonical order"]
    finishers: Annotated[list[int] | None, "at the end: who has all colours, the earliest first"]
    scores: Annotated[list[int] | None, "at the end: points"]
    winners: Annotated[list[int] | None, "at the end: who has won the game"]


class FlightsView(FlightsPublicView):
    """What a seat sees, or a spectator."""

    seat: Annotated[int | None, "who looks; None: a spectator"]
    hand: NotRequired[Annotated[list[str], "the seat's own cards"]]
    laid: NotRequired[Annotated[FlightsLaidPair | None, "the seat's own pair while it is sealed"]]
