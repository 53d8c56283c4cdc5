"""Positions as text: "1: 6H 7S; 2: 8C; pile 1 6C 7C, 2 9D; seen 2: 8C; rank 6; turn 1".

Seats are written from 1. The pile lists the lays in order; `rank` is what they claim; `seen` are cards that
everybody knows a seat to have. Only moments before a decision can be written, not those within a lay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from koloda.core.bits import members
from koloda.core.errors import BadNotation, KolodaError
from koloda.core.options import shown
from koloda.core.rng import Rng
from koloda_believe.actions import DECK, FOLLOW, OVER
from koloda_believe.state import BelieveState

if TYPE_CHECKING:
    from koloda_believe import Believe


def written(s: BelieveState) -> str:
    if s.puts or s.phase == OVER:
        raise KolodaError("a position is written before a lay, not within one or after the end")
    parts = [f"{seat}: {cards(hand)}" for seat, hand in enumerate(s.hands, 1)]
    if s.pile:
        parts.append("pile " + ", ".join(f"{seat + 1} {cards(laid)}" for seat, laid in s.pile))
        parts.append(f"rank {DECK.ranks[s.rank]}")
    parts += [f"seen {seat}: {cards(known)}" for seat, known in enumerate(s.known, 1) if known]
    return "; ".join([*parts, f"turn {s.turn + 1}"])


def cards(mask: int) -> str:
    return " ".join(DECK.codes[card] for card in members(mask)) or "-"


def read(game: Believe, text: str, options: Mapping[str, object] | None) -> BelieveState:
    hands: dict[int, int] = {}
    seen: dict[int, int] = {}
    pile: list[tuple[int, int]] = []
    turn, rank = 0, -1
    for part in (part.split() for part in text.split(";") if part.strip()):
        word, rest = part[0], part[1:]
        if word.endswith(":"):
            hands[seat_of(word[:-1])] = mask(game, rest)
        elif word == "seen" and rest and rest[0].endswith(":"):
            seen[seat_of(rest[0][:-1])] = mask(game, rest[1:])
        elif word == "pile":
            lays = [lay.split() for lay in " ".join(rest).split(",") if lay.strip()]
            pile = [(seat_of(lay[0]), mask(game, lay[1:])) for lay in lays]
        elif word == "rank" and len(rest) == 1 and rest[0] in DECK.ranks and len(rest[0]) == 1:
            rank = DECK.ranks.index(rest[0])
        elif word == "turn" and len(rest) == 1:
            turn = seat_of(rest[0])
        else:
            raise BadNotation(f"{shown(' '.join(part))!r}: write 1: cards, pile, rank, seen or turn")
    seats = max([*hands, -1]) + 1
    resolved = game.resolve(seats, options)
    listed = [card for own in (*hands.values(), *(laid for _, laid in pile)) for card in members(own)]
    if len(set(listed)) != len(listed):
        raise BadNotation("a position lists every card once at most")
    if not 0 <= turn < seats or bool(pile) != (rank >= 0) or any(seat >= seats for seat, _ in pile):
        raise BadNotation("a pile has a rank, and its seats and turn are among the seats")
    state = BelieveState(game, [hands.get(seat, 0) for seat in range(seats)], turn, resolved, Rng(0))
    state.known = [seen.get(seat, 0) for seat in range(seats)]
    for seat in range(seats):
        has = state.hands[seat] | laid_by(pile, seat)
        if any(laid == 0 for _, laid in pile) or state.known[seat] & ~has:
            raise BadNotation("a lay has cards, and a seat can only be seen with cards that it has")
    if pile:
        state.pile, state.rank, state.phase = pile, rank, FOLLOW
    if not state.hands[turn] and not pile:
        raise BadNotation("who leads has cards")
    state.watch()
    return state


def laid_by(pile: list[tuple[int, int]], seat: int) -> int:
    return sum(laid for owner, laid in pile if owner == seat)


def seat_of(word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word[:9]) <= 6:
        raise BadNotation(f"{shown(word)!r} is no seat: they are numbered from 1")
    return int(word) - 1


def mask(game: Believe, words: list[Any]) -> int:
    return sum(1 << card for card in set(game.cards([word for word in words if word != "-"], "cards")))
