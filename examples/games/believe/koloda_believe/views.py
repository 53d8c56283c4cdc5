# not compiled: plain data for people, servers and programs
"""What a seat may see, and everything of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from koloda.core.bits import members, popcount
from koloda.core.views import View
from koloda_believe.actions import DECK, OF_RANK, OVER

if TYPE_CHECKING:
    from koloda_believe.state import BelieveState


class Lay(TypedDict):
    seat: int
    count: int


class Doubt(TypedDict):
    seat: Annotated[int, "who had laid the cards"]
    rank: str
    cards: list[str]
    honest: bool


class BelieveView(View):
    seat: int | None
    to_act: int | None
    rank: Annotated[str | None, "what everybody claims to lay"]
    pile: list[Lay]
    counts: Annotated[list[int], "cards of each seat, those put ready included"]
    known: Annotated[list[list[str]], "by seat: what everybody has seen it take and not seen since"]
    shown: Annotated[Doubt | None, "the last doubt"]
    lays: int
    winner: int | None
    hand: NotRequired[list[str]]
    puts: NotRequired[Annotated[list[str], "put ready, only the seat itself sees it"]]
    mine: NotRequired[Annotated[list[list[str]], "the own lays in the pile"]]


def codes(cards: int) -> list[str]:
    return [DECK.codes[card] for card in members(cards)]


def public(s: BelieveState) -> dict[str, Any]:
    counts = [int(popcount(hand)) for hand in s.hands]
    if s.phase != OVER:
        counts[s.turn] += int(popcount(s.puts))
    shown = None
    if s.shown is not None:
        layer, rank, cards = s.shown
        honest = not cards & ~OF_RANK[rank]
        shown = {"seat": layer, "rank": DECK.ranks[rank], "cards": codes(cards), "honest": honest}
    return {
        "game": "believe",
        "seats": s.seats,
        "phase": s.phase_name,
        "to_act": None if s.phase == OVER else s.turn,
        "rank": None if s.rank < 0 else DECK.ranks[s.rank],
        "pile": [{"seat": seat, "count": int(popcount(laid))} for seat, laid in s.pile],
        "counts": counts,
        "known": [codes(cards) for cards in s.known],
        "shown": shown,
        "lays": s.lays,
        "winner": None if s.winner < 0 else s.winner,
    }


def view(s: BelieveState, seat: int | None) -> dict[str, Any]:
    found = {**public(s), "seat": seat}
    if seat is not None:
        found["hand"] = codes(s.hands[seat])
        found["puts"] = codes(s.puts) if seat == s.turn else []
        found["mine"] = [codes(laid) for owner, laid in s.pile if owner == seat]
    return found


def reveal(s: BelieveState) -> dict[str, Any]:
    return {
        **public(s),
        "hands": [codes(hand) for hand in s.hands],
        "puts": codes(s.puts),
        "laid": [codes(laid) for _, laid in s.pile],
    }
