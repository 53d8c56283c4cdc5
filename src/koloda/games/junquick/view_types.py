# not compiled: read by tools
"""The types of the views."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from koloda.core.views import View


class JunQuickPlay(TypedDict):
    """A card of the pile."""

    card: str
    seat: int
    value: Annotated[int, "the nominal that it counts for; 0: an influence card"]


class JunQuickLast(TypedDict):
    """The play that Hysteria would undo or do again."""

    card: str
    seat: int
    author: Annotated[int, "who has played it or, later, the last Hysteria: this seat may not answer"]
    in_force: bool


class JunQuickFreeze(TypedDict):
    """An Icewhirl: only this seat acts."""

    seat: int
    left: Annotated[int, "extra plays"]


class JunQuickDuel(TypedDict):
    """The Fibber's game."""

    seat: int
    opponent: int
    cards: Annotated[int, "how many lie face down"]
    claim: Annotated[list[str], "classes of cards: N1 to N4, codes of influence cards, D for any Devourer"]
    complete: Annotated[bool, "the opponent may answer"]


class JunQuickInstant(TypedDict):
    """An instant that was laid and waits for its effect."""

    card: str
    seat: int


class JunQuickResult(TypedDict):
    """How the game ended."""

    scores: Annotated[list[int], "packs that the viruses leave, by seat"]
    returns: list[float]
    winners: list[int]
    packs: list[int]
    viruses: list[int]
    nest: Annotated[list[int], "cards in the nest, by seat"]
    rounds: int
    end: Annotated[str, "deck: it ran out; idle: nobody played any more"]


class JunQuickView(View):
    """What a viewer may know; the last six fields are a seat's own."""

    to_act: Annotated[int | None, "whose decision is awaited; null where that is a secret"]
    round: int
    fp: Annotated[int, "the first player"]
    idle: Annotated[int, "rounds in a row in which every hand has stayed full"]
    deck: Annotated[int, "cards left"]
    discard: list[str]
    virus_deck: Annotated[int, "viruses left"]
    virus_discard: list[str]
    hands: Annotated[list[int], "how many cards, by seat"]
    nests: Annotated[list[int], "how many cards, by seat"]
    homes: Annotated[list[list[list[str]]], "by seat: packs of four cards, as they came home"]
    viruses: Annotated[list[list[str]], "by seat"]
    in_round: list[int]
    surface: Annotated[str, "what is to be covered: OPEN, N1 to N4, TS, D1 to D3"]
    top: Annotated[int | None, "the top player"]
    pile: list[JunQuickPlay]
    aside: Annotated[list[str], "property cards, and the Hysterias laid on them"]
    last: JunQuickLast | None
    freeze: JunQuickFreeze | None
    duel: JunQuickDuel | None
    instants: list[JunQuickInstant]
    redrawn: Annotated[bool, "the first player has drawn a new hand in this round"]
    result: NotRequired[JunQuickResult]
    seat: Annotated[int | None, "the viewer; null: a spectator"]
    hand: NotRequired[list[str]]
    nest: NotRequired[list[str]]
    known_hands: NotRequired[Annotated[list[list[str]], "by seat: cards that the viewer knows to be there"]]
    known_nests: NotRequired[Annotated[list[list[str]], "by seat: cards that the viewer knows to be there"]]
    put: NotRequired[Annotated[list[str], "the viewer's cards that lie face down or are given away"]]
    choice: NotRequired[Annotated[list[str], "actions that the viewer has submitted in this window"]]
