"""The rules: one deal of I don't believe. Sets of cards are bit masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from koloda.core.bits import members, popcount
from koloda.core.plain import PlainState, copied
from koloda.core.reasons import Reason, reason
from koloda.core.rng import Rng
from koloda_believe import views
from koloda_believe.actions import BACK, DECK, DOUBT, FOLLOW, LAY, LEAD, OF_RANK, OVER, PHASES, SAY


@mypyc_attr(serializable=True)  # `copied` makes one without __init__
class BelieveState(PlainState):
    """`hands` are what is held, `puts` what the seat to act has put ready, `pile` the lays (seat, cards)."""

    def __init__(
        self, game: Any, hands: Sequence[int], first: int, options: Mapping[str, Any], rng: Rng
    ) -> None:
        super().__init__(game, len(hands), rng)
        self.most = int(options["most"])
        self.max_lays = int(options["max_lays"])
        self.first = first
        self.start: list[list[int]] = []  # the hands as they were dealt; a sampled world has none
        self.hands = list(hands)
        self.puts = 0
        self.pile: list[tuple[int, int]] = []
        self.known = [0] * len(hands)  # by seat: what everybody has seen it take, in its hand or its lays
        self.shown: tuple[int, int, int] | None = None  # the last doubt: who had laid, the rank, his cards
        self.rank = -1
        self.turn = first
        self.phase = LEAD
        self.lays = 0
        self.winner = -1
        self.pending = 1 << first

    def clone(self) -> BelieveState:
        return copied(self)

    # what may be done

    def legal(self, seat: int) -> list[int]:
        if seat < 0 or not self.pending >> seat & 1:
            return []
        actions = []
        put = popcount(self.puts)
        if put < self.most:
            actions += [int(card) for card in members(self.hands[seat])]
        if self.phase == LEAD and put:
            actions += range(SAY, LAY)
        if self.phase == FOLLOW:
            actions.append(LAY if put else DOUBT)
        return actions + [BACK + int(card) for card in members(self.puts)]

    def default(self, seat: int) -> int:
        """Lay a card of the rank if there is one, else doubt; a leader is honest."""
        if self.puts:
            return SAY + DECK.rank(int(members(self.puts)[0])) if self.phase == LEAD else LAY
        if self.phase == LEAD:
            return int(members(self.hands[seat])[0])
        fitting = members(self.hands[seat] & OF_RANK[self.rank])
        return int(fitting[0]) if len(fitting) else DOUBT

    def reason(self, seat: int, action: int) -> Reason:
        if action < SAY:
            if popcount(self.puts) >= self.most:
                return reason("most", self.most)
            return reason("no_card", DECK.codes[action])
        if action < LAY:
            return reason("put_first" if self.phase == LEAD else "rank_stands", *self.named())
        if action == LAY:
            return reason("say_rank" if self.phase == LEAD else "put_first", *self.named())
        if action >= BACK:
            return reason("not_put", DECK.codes[action - BACK])
        return reason("nothing_laid" if self.phase == LEAD else "too_late", *self.named())

    def named(self) -> tuple[str, ...]:
        return () if self.rank < 0 else (DECK.ranks[self.rank],)

    def notices(self, seat: int, actor: int, action: int) -> bool:
        """Which cards somebody puts ready is his secret; how many, the lay tells."""
        return seat == actor or SAY <= action < BACK

    # what happens

    def apply(self, seat: int, action: int) -> None:
        if action < SAY:
            self.hands[seat] ^= 1 << action
            self.puts |= 1 << action
        elif action >= BACK:
            self.puts ^= 1 << (action - BACK)
            self.hands[seat] |= 1 << (action - BACK)
        elif action == DOUBT:
            self.doubt(seat)
        else:
            if action < LAY:
                self.rank = action - SAY
            self.lay(seat)

    def lay(self, seat: int) -> None:
        self.tell("lay", seat, int(popcount(self.puts)), DECK.ranks[self.rank])
        before = self.pile[-1][0] if self.pile else -1
        self.pile.append((seat, self.puts))
        self.puts = 0
        self.lays += 1
        if before >= 0 and not self.hands[before]:
            self.end(before)  # nobody doubted his last cards
        elif self.lays >= self.max_lays:
            self.end(-1)
        else:
            self.phase = FOLLOW
            self.ask((seat + 1) % self.seats)

    def doubt(self, seat: int) -> None:
        """The pile is turned over for all to see, and whoever was wrong takes it."""
        layer, cards = self.pile[-1]
        honest = not cards & ~OF_RANK[self.rank]
        self.shown = (layer, self.rank, cards)
        self.tell("doubt", seat, layer)
        self.tell("turned", layer, codes(cards), honest)
        if honest and not self.hands[layer]:
            self.end(layer)
            return
        taker = seat if honest else layer
        taken = 0
        for owner, laid in self.pile:
            taken |= laid
            self.known[owner] &= ~laid
        self.hands[taker] |= taken
        self.known[taker] |= taken
        self.tell("take", taker, codes(taken))
        self.pile = []
        self.rank = -1
        self.phase = LEAD
        self.ask(layer if honest else seat)

    def ask(self, seat: int) -> None:
        self.turn = seat
        self.pending = 1 << seat

    def end(self, winner: int) -> None:
        self.winner = winner
        self.phase = OVER
        self.pending = 0
        self.tell("over", None if winner < 0 else winner)

    def tell(self, kind: str, *details: object) -> None:
        if self.log is not None:
            self.log.tell(kind, *details)

    def stage(self) -> int:
        return self.lays

    def scores(self) -> list[float]:
        return [float(seat == self.winner) for seat in range(self.seats)]

    def returns(self) -> list[float]:
        if self.winner < 0:
            return [0.0] * self.seats
        return [1.0 if seat == self.winner else -1.0 / (int(self.seats) - 1) for seat in range(self.seats)]

    # what a seat knows

    def view(self, seat: int | None) -> dict[str, Any]:
        return views.view(self, seat)

    def reveal(self) -> dict[str, Any]:
        return views.reveal(self)

    def position(self) -> str:
        from koloda_believe.positions import written

        return written(self)

    def belongings(self, seat: int) -> int:
        """Everything that this seat has: in its hand, put ready, or in the pile."""
        cards = self.hands[seat]
        if seat == self.turn:
            cards |= self.puts
        for owner, laid in self.pile:
            if owner == seat:
                cards |= laid
        return cards

    def determinize(self, seat: int, rng: Rng) -> BelieveState:
        """The others' cards dealt anew: each has as many as before, and what everybody has seen him take.

        Which of his cards somebody has laid, and which he still holds, is anybody's guess.
        """
        world = self.clone()
        world.rng = rng.fork()
        world.start = []
        others = [other for other in range(self.seats) if other != seat]
        has = {other: self.belongings(other) for other in others}
        fixed = self.belongings(seat)
        for other in others:
            fixed |= self.known[other]
        unseen = shuffled((1 << len(DECK)) - 1 & ~fixed, rng)
        for other in others:
            own = self.known[other]
            while popcount(own) < popcount(has[other]):
                own |= 1 << unseen.pop()
            cards = shuffled(own, rng)
            world.pile = [
                (owner, taken(cards, laid) if owner == other else laid) for owner, laid in world.pile
            ]
            if other == self.turn:
                world.puts = taken(cards, self.puts)
            world.hands[other] = taken(cards, self.hands[other])
        return world

    def likelihood(self, seat: int) -> float:
        """People lie when they must, and seldom when they need not."""
        chance = 1.0
        for owner, laid in self.pile:
            if owner != seat and laid & ~OF_RANK[self.rank]:
                chance *= 0.1 if self.belongings(owner) & OF_RANK[self.rank] else 0.4
        return chance

    @property
    def phase_name(self) -> str:
        return PHASES[self.phase]


def dealt(
    game: Any, hands: Sequence[Sequence[int]], first: int, options: Mapping[str, Any], rng: Rng, watch: bool
) -> BelieveState:
    """The beginning of a deal."""
    state = BelieveState(game, [sum(1 << card for card in hand) for hand in hands], first, options, rng)
    state.start = [sorted(hand) for hand in hands]
    if watch:
        log = state.watch()
        for seat, hand in enumerate(state.hands):
            log.tell_some(1 << seat, "dealt", (seat, codes(hand)), (seat, ("??",) * int(popcount(hand))))
        log.tell("first", first)
    return state


def codes(cards: int) -> tuple[str, ...]:
    return tuple(DECK.codes[card] for card in members(cards))


def shuffled(cards: int, rng: Rng) -> list[int]:
    found = [int(card) for card in members(cards)]
    for last in range(len(found) - 1, 0, -1):
        place = rng.below(last + 1)
        found[last], found[place] = found[place], found[last]
    return found


def taken(cards: list[int], like: int) -> int:
    """So many cards, from the end of the list, as are in this set."""
    result = 0
    for count in range(popcount(like)):
        result |= 1 << cards.pop()
    return result
