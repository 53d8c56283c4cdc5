# not compiled: read by tools
"""The types of the views."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from koloda.core.views import View

Card = Annotated[str, "a card's code: R7, BS, WC"]


Colour = Literal["R", "Y", "G", "B"]


class LastLay(TypedDict):
    """Who laid the top card."""

    seat: int
    yassa: Annotated[bool, "did the seat shout with it?"]


class ShownHand(TypedDict):
    """A hand that was shown in a check, as it was after the last W4 was laid."""

    seat: int
    cards: list[Card]


class YassaView(View):
    """What a seat, or a spectator, may know of a round."""

    seat: Annotated[int | None, "whose view this is; None: a spectator's"]
    to_act: Annotated[list[int], "the seats whose decision is awaited"]
    dealer: int
    direction: Annotated[Literal[1, -1], "1: to the next seat"]
    top: Annotated[str, "the top of the discard pile; a multi-coloured card with its colour, WC:G"]
    colour: Annotated[Colour | None, "None: nobody has laid a card on a multi-coloured start card yet"]
    effect: Annotated[Literal["none", "skip", "draw2", "wd4"], "what waits for its victim"]
    last_lay: LastLay | None
    offender: Annotated[int | None, "who can be called out in this call window"]
    counts: Annotated[list[int], "the cards in each hand"]
    stock: Annotated[int, "the cards left in the stock"]
    discard: Annotated[list[Card], "the top last"]
    mistakes: Annotated[int, "made in this decision"]
    steps: int
    scoring: Literal["winner_takes", "own_points"]
    realtime: bool
    shouting: Annotated[bool, "is the shout the players' own business? else it comes by itself"]
    # when the round is over
    winner: NotRequired[Annotated[int | None, "None: the round is void"]]
    hands: NotRequired[list[list[Card]]]
    hand_points: NotRequired[list[int]]
    scores: NotRequired[list[int]]
    # in and after a check
    shown: NotRequired[Annotated[ShownHand, "for those who saw the check"]]
    # for seats
    hand: NotRequired[Annotated[list[Card], "in canonical order"]]
    drawn: NotRequired[Annotated[Card | None, "the card just drawn; None: there was none"]]
    answered: NotRequired[Annotated[str, "the seat's own decision that waits for those of others"]]
