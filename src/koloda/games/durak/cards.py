"""The 36 cards. A card is suit * 9 + rank, rank 0 the six and 8 the ace; a set of cards is a bit mask."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, members, shifted

CARDS: Final = 36
ALL: Final = 0xFFFFFFFFF
NO_CARD: Final = 63  # in six bits
SUIT: Final = 0x1FF  # the nine cards of the first suit
RANK: Final = 0x8040201  # the four cards of the lowest rank

SUITS: Final = "HSCD"
RANKS: Final = "6789TJQKA"
CODES: Final = [rank + suit for suit in SUITS for rank in RANKS]
NUMBERS: Final = {code: card for card, code in enumerate(CODES)}


def suit_cards(suit: i64) -> i64:
    """The nine cards of a suit."""
    return shifted(SUIT, suit * 9)


def same_ranks(cards: i64) -> i64:
    """All cards of a rank that occurs among these cards."""
    return ((cards | cards >> 9 | cards >> 18 | cards >> 27) & SUIT) * RANK


def beaters(card: i64, trumps: i64) -> i64:
    """All cards that beat this one: higher ones of its suit, and every trump unless it is a trump itself."""
    suit = suit_cards(card // 9)
    higher = suit & -bit(card + 1)
    return higher if suit == trumps else higher | trumps


def absent_cards(ranks: i64, suits: i64) -> i64:
    """The cards that a deck of the lowest ranks and the first suits does not have."""
    absent: i64 = 0
    for card in range(CARDS):
        if card % 9 >= ranks or card // 9 >= suits:
            absent |= bit(card)
    return absent


def codes(cards: i64) -> list[str]:
    """The codes of a set of cards in canonical order."""
    return [CODES[card] for card in members(cards)]
