"""Small deals as a whole, by regrets: mixed decisions, which are hard to exploit.

Counterfactual regret minimization by sampling. Every walk begins with another deal; one seat learns in it: it
tries all of its actions, the other's are drawn by what that one has learned so far. All hands of both seats
are learned together, from the beginning on, so that decisions belong to one equilibrium, and what the choices
before tell is part of it. Reads no clock.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.bots.search import TWO_TO_32
from koloda.core.bits import bit
from koloda.core.encoding import Encoder
from koloda.core.endings import Endings
from koloda.core.rng import Rng
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.core.vecs import append, vec

NONE: Final = -1
LANE: Final = 0x7FFFFFFF
FIRST: Final = 0x2545F491
SECOND: Final = 0x1B873593
BYTES: Final = 0x01010101
WALKS: Final = 5  # for each information set: with fewer a deal is not learned
NOISE: Final = 2.0  # by the root of the walks: what is chosen more rarely was only tried
RARE: Final = 0.1  # but more often than this is never noise


class Regrets:
    """All deals that begin in public as this one does: `run` until it is `done`, then ask for `chances`."""

    deal: State
    encoder: Encoder
    endings: Endings
    most: i64  # ends in all
    seen: Rows
    rng: Rng
    iterations: i64  # ends that were reached
    walks: i64
    learner: i64  # in this walk
    hopeless: bool  # there is too much to learn
    places: dict[i64, i64]  # of what a seat sees by its key: where its actions begin
    regrets: vec[float]  # how much better each action would have been; later walks weigh more,
    sums: vec[float]  # even more in how often each action was chosen

    def __init__(self, deal: State, encoder: Encoder, endings: Endings, most: i64) -> None:
        self.deal = deal
        self.encoder = encoder
        self.endings = endings.fresh()
        self.most = most
        self.seen = Rows(encoder.words)
        self.rng = Rng(0)
        self.iterations = 0
        self.walks = 0
        self.learner = 1
        self.hopeless = False
        self.places = {}
        self.regrets = vec[float]()
        self.sums = vec[float]()

    @property
    def done(self) -> bool:
        return self.hopeless or self.iterations >= self.most

    def run(self, count: i64) -> None:
        """Until so many more ends have been reached, or a few more, if it is not done before."""
        enough = min(self.iterations + count, self.most)
        while self.iterations < enough and not self.hopeless:
            self.iterate()
        if self.hopeless:
            self.places = {}
            self.regrets = vec[float]()
            self.sums = vec[float]()

    def iterate(self) -> None:
        """The seats learn in turn."""
        self.learner = 1 - self.learner
        self.walks += 1
        state: State = self.deal.game.redeal(self.deal, self.rng)
        self.walk(state, vec[i64]([NONE, NONE]))

    def walk(self, state: State, keys: vec[i64]) -> float:
        """What the learner gets from here on. The state is used up, and so are `keys`.

        They are what each seat saw when a window of secret choices opened: of the others' it knows nothing.
        """
        while state.pending and not self.hopeless:
            if self.endings.known(state):
                self.iterations += 1
                return self.endings.results()[self.learner]
            seat = state.actor
            other = 1 - seat
            key = self.information(state, seat) if keys[seat] == NONE else keys[seat]
            keys[seat] = NONE
            if state.pending & bit(other) and keys[other] == NONE:
                keys[other] = self.information(state, other)
            legal = state.legal(seat)
            count: i64 = len(legal)
            if count == 1:
                state.apply(seat, legal[0])
                continue
            place = self.place(key, count)
            if seat == self.learner:
                return self.learn(state, place, legal, keys)
            chances = self.policy(place, count)
            self.remember(place, chances)
            state.apply(seat, legal[self.drawn(chances)])
        self.iterations += 1
        return 0.0 if self.hopeless else state.returns()[self.learner]

    def learn(self, state: State, place: i64, legal: list[i64], keys: vec[i64]) -> float:
        """Try every action, and remember how much better each is than what is usually done here."""
        count: i64 = len(legal)
        chances = self.policy(place, count)
        values = vec[float]()
        mean = 0.0
        for i in range(count):
            after = state.clone()
            after.apply(self.learner, legal[i])
            value = self.walk(after, keys[:])
            values = append(values, value)
            mean += chances[i] * value
        for i in range(count):
            self.regrets[place + i] += (values[i] - mean) * float(self.walks)
        return mean

    def policy(self, place: i64, count: i64) -> vec[float]:
        """The chances of the actions by the regrets of now."""
        chances = vec[float]()
        total = 0.0
        for i in range(count):
            regret = self.regrets[place + i]
            chances = append(chances, regret if regret > 0.0 else 0.0)
            total += chances[i]
        for i in range(count):
            chances[i] = chances[i] / total if total > 0.0 else 1.0 / float(count)
        return chances

    def remember(self, place: i64, chances: vec[float]) -> None:
        """The first walks are forgotten soonest."""
        weight = float(self.walks) * float(self.walks)
        for i in range(len(chances)):
            self.sums[place + i] += chances[i] * weight

    def drawn(self, chances: vec[float]) -> i64:
        """The place of an action."""
        left = float(self.rng.next32()) / TWO_TO_32
        last: i64 = 0
        for i in range(len(chances)):
            if chances[i] > 0.0:
                last = i
                left -= chances[i]
                if left < 0.0:
                    break
        return last

    def place(self, key: i64, count: i64) -> i64:
        """Where the actions of a decision are."""
        place = self.places.get(key, NONE)
        if place != NONE:
            return place
        place = len(self.regrets)
        self.places[key] = place
        for i in range(count):
            self.regrets = append(self.regrets, 0.0)
            self.sums = append(self.sums, 0.0)
        if WALKS * len(self.places) > self.walks + self.most - self.iterations:
            self.hopeless = True
        return place

    def information(self, state: State, seat: i64) -> i64:
        """The key of what a seat sees; how it came to that is forgotten."""
        self.encoder.look(state, seat, self.seen, 0)
        low = seat
        high: i64 = 0
        for word in self.seen.words:
            part = (word & BYTES) | ((word >> 32) & BYTES) << 1
            low = ((low ^ part) * FIRST) & LANE
            low ^= low >> 15
            high = ((high ^ part) * SECOND) & LANE
            high ^= high >> 13
        return (high << 31) | low

    def chances(self, state: State, seat: i64) -> list[float]:
        """How often each legal action should be chosen, in their order; empty where that is not known.

        What was only tried is left out.
        """
        before: State = self.deal.game.reopened(state)
        place = self.places.get(self.information(before, seat), NONE)
        if place == NONE or self.hopeless or self.walks < WALKS * len(self.places):
            return []
        count: i64 = len(before.legal(seat))
        total = 0.0
        for i in range(count):
            total += self.sums[place + i]
        least = min(RARE, NOISE / math.sqrt(float(self.walks))) * total
        kept = 0.0
        for i in range(count):
            if self.sums[place + i] >= least:
                kept += self.sums[place + i]
        if kept == 0.0:
            return []
        found: list[float] = []
        for i in range(count):
            chosen = self.sums[place + i]
            found.append(chosen / kept if chosen >= least else 0.0)
        return found
