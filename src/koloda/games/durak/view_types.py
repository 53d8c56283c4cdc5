# not compiled: read by tools
"""The types of the views."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from koloda.core.views import View


class DurakPair(TypedDict):
    """An attack card on the table."""

    card: str
    owner: Annotated[int, "the seat that laid it"]
    beaten_by: str | None


class DurakPublic(View):
    """What everybody sees."""

    mode: Literal["team", "individual"]
    to_act: Annotated[int | None, "who decides; null when over, and in phase add for all but that seat"]
    trump: Annotated[str, "H, S, C or D"]
    bottom: Annotated[str | None, "the open card under the stock, until it is drawn"]
    stock: int
    counts: Annotated[list[int], "cards in each hand"]
    known: Annotated[list[list[str]], "the part of each hand that everybody has seen"]
    discard: list[str]
    out: Annotated[list[int], "who has left, in order"]
    first: Annotated[int, "who moved first"]
    first_card: Annotated[str | None, "the lowest trump, if it decided who moves first"]
    round: int
    lead_seat: Annotated[int, "the seat that leads; in teams a partner may act for it"]
    attacker: int
    defender: int
    limit: Annotated[int, "attack cards that this round may have"]
    taking: Annotated[bool, "the defender has given up; attackers may still add"]
    takes: Annotated[int, "rounds in a row that ended with a take"]
    table: list[DurakPair]


class DurakView(DurakPublic):
    """The view of a seat or, without a hand, of a spectator."""

    seat: Annotated[int | None, "whose view this is; null: a spectator's"]
    hand: NotRequired[list[str]]


class DurakReveal(DurakPublic):
    """Everything."""

    hands: list[list[str]]
    deck: Annotated[list[str], "the stock, the next card first"]
    turn: Annotated[int, "the place in the poll of who is asked to add"]
