"""The cards, the phases and the numbers of the actions: put a card, name a rank, lay, doubt, take back."""

from __future__ import annotations

from koloda.core.playing import PlayingCards

DECK = PlayingCards("6789TJQKA")
RANKS = len(DECK.ranks)

LEAD, FOLLOW, OVER = range(3)
PHASES = ("lead", "follow", "over")

SAY = len(DECK)  # put 0..35, then the ranks
LAY = SAY + RANKS
DOUBT = LAY + 1
BACK = DOUBT + 1  # the card 0..35
NUM_ACTIONS = BACK + len(DECK)


def of_rank(rank: int) -> int:
    """The four cards of a rank, as a set."""
    return sum(1 << card for card in range(len(DECK)) if DECK.rank(card) == rank)


OF_RANK = [of_rank(rank) for rank in range(RANKS)]
