"""What a competent person would do: lay what is true, lie with one card, count before doubting."""

from __future__ import annotations

from koloda.core.bits import members, popcount
from koloda.core.plain import PlainPolicy
from koloda.core.rng import Rng
from koloda_believe.actions import DECK, DOUBT, FOLLOW, LAY, OF_RANK, RANKS, SAY
from koloda_believe.state import BelieveState


class BelieveHeuristic(PlainPolicy):
    doubts = 30  # per cent, where nothing is certain and the rank is not in the own hand
    hopes = 8  # the same with the rank in the own hand

    def choose(self, state: BelieveState, seat: int, rng: Rng) -> int:  # type: ignore[override]
        if state.phase == FOLLOW and not state.puts:
            return self.answer(state, seat, rng)
        if state.phase == FOLLOW:
            more = state.hands[seat] & OF_RANK[state.rank]
            honest = not state.puts & ~OF_RANK[state.rank]
            return first(more) if honest and more and popcount(state.puts) < state.most else LAY
        if not state.puts:
            return first(state.hands[seat] & OF_RANK[self.best_rank(state, seat)])
        rank = DECK.rank(first(state.puts))
        more = state.hands[seat] & OF_RANK[rank]
        return first(more) if more and popcount(state.puts) < state.most else SAY + rank

    def best_rank(self, state: BelieveState, seat: int) -> int:
        """The rank of which there are most: so many can be laid honestly."""
        return max(range(RANKS), key=lambda rank: popcount(state.hands[seat] & OF_RANK[rank]))

    def answer(self, state: BelieveState, seat: int, rng: Rng) -> int:
        layer, laid = state.pile[-1]
        fitting = OF_RANK[state.rank]
        count = popcount(laid)
        own = state.belongings(seat) & fitting
        elsewhere = 0
        for other in range(state.seats):
            if other not in (seat, layer):
                elsewhere += popcount(state.known[other] & fitting)
        if popcount(own) + elsewhere + count > 4 or not state.hands[layer] or not state.hands[seat]:
            return DOUBT
        held = state.hands[seat] & fitting
        if rng.below(100) < (self.hopes if held else self.doubts):
            return DOUBT
        return first(held) if held else self.useless(state, seat)

    def useless(self, state: BelieveState, seat: int) -> int:
        """A card to lie with: of a rank of which there are fewest."""
        hand = state.hands[seat]
        cards = [int(card) for card in members(hand)]
        return min(cards, key=lambda card: popcount(hand & OF_RANK[DECK.rank(card)]))


class BelieveNovice(PlainPolicy):
    """Lays one card at a time, and doubts by mood."""

    def choose(self, state: BelieveState, seat: int, rng: Rng) -> int:  # type: ignore[override]
        if state.puts:
            return LAY if state.phase == FOLLOW else SAY + DECK.rank(first(state.puts))
        if state.phase == FOLLOW:
            fitting = state.hands[seat] & OF_RANK[state.rank]
            if not state.hands[seat] or rng.below(100) < (15 if fitting else 45):
                return DOUBT
            if fitting:
                return first(fitting)
        cards = members(state.hands[seat])
        return int(cards[rng.below(len(cards))])


def first(cards: int) -> int:
    return int(members(cards)[0])
