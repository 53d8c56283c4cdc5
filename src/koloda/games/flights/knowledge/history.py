"""From the first reshuffle on: what each pile was made of, who drew from it, who laid what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.vecs import append, vec
from koloda.games.flights.cards import listed

# entries of the history: seat * 64 + card for a draw, the same plus LAID for a reveal, -pile for a reshuffle
LAID: Final = 256


def dealt(hands: vec[i64]) -> vec[i64]:
    """The history that begins with a reshuffle: all hands were drawn from one pile, the deck."""
    history = append(vec[i64](), -sum_of(hands))
    for seat in range(len(hands)):
        for card in listed(hands[seat]):
            history = append(history, seat * 64 + card)
    return history


def reshuffled(history: vec[i64], pile: i64) -> vec[i64]:
    return append(history, -pile)


def drawn_by(history: vec[i64], seat: i64, card: i64) -> vec[i64]:
    return append(history, seat * 64 + card)


def revealed(history: vec[i64], seat: i64, card: i64) -> vec[i64]:
    return append(history, LAID + seat * 64 + card)


def sum_of(hands: vec[i64]) -> i64:
    cards: i64 = 0
    for hand in hands:
        cards += hand
    return cards
