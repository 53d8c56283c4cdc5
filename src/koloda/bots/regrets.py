"""Search by regrets, for two seats that hide little: a mixed decision, which is hard to exploit.

Counterfactual regret minimization by sampling. Each seat has information sets of its own, keyed by what it
sees and has noticed. In a walk one seat learns: it tries all of its actions, the other's are drawn by what
that one has learned so far. The learner is imagined in a world that it cannot tell from the one in which the
other learned before, so that nobody is taken to know what the searching seat holds. Reads no clock.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from koloda.bots.search import TWO_TO_32, Search
from koloda.core.bits import bit
from koloda.core.encoding import Encoder
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.core.tuning import Tuning
from koloda.core.vecs import append, vec

LANE: Final = 0x7FFFFFFF
FIRST: Final = 0x2545F491
SECOND: Final = 0x1B873593
BYTES: Final = 0x01010101
FULL: Final = 400_000  # actions of information sets
VISITS: Final = 4.0  # of each secret at least, so that something is learned
SAMPLES: Final = 24  # worlds by which `suits` judges a position
NOISE: Final = 2.0  # by the root of the walks: what is chosen more rarely was only tried
RARE: Final = 0.1  # but more often than this is never noise


class Regrets:
    """One decision: `run` as often as there is budget, then `chances`."""

    root: State
    seat: i64
    encoder: Encoder
    seen: Rows
    search: Search  # plays on where the tree ends
    rng: Rng
    iterations: i64  # ends that were reached
    walks: i64
    world: State  # of the last walk,
    learner: i64  # and who learns in the next one
    places: dict[i64, i64]  # of an information set by its key: where its actions begin
    regrets: vec[float]  # how much better each action would have been; later walks weigh more,
    sums: vec[float]  # also in how often each action was chosen at the root
    key: i64  # of the root

    def __init__(
        self, root: State, seat: i64, encoder: Encoder, rollout: Policy, tuning: Tuning, rng: Rng
    ) -> None:
        self.root = root
        self.seat = seat
        self.encoder = encoder
        self.seen = Rows(encoder.words)
        self.rng = rng.fork()
        self.search = Search(root, seat, rollout, tuning, rng)
        self.iterations = 0
        self.walks = 0
        self.world = root.determinize(seat, self.rng)
        self.learner = 0
        self.places = {}
        self.regrets = vec[float]()
        self.sums = vec[float]()
        for action in root.legal(seat):
            self.sums = append(self.sums, 0.0)
        self.key = self.information(root, seat, 0, len(self.sums))

    def run(self, count: i64) -> None:
        """Until so many more ends have been reached, or a few more."""
        enough = self.iterations + count
        while self.iterations < enough:
            self.iterate()

    def iterate(self) -> None:
        """The seats imagine each other in turn, wherever that leads: so all hands are learned equally well.

        To favour the hand that the searching seat holds is quicker, but then each hand finds an equilibrium
        of its own, and these do not belong together.
        """
        self.world = self.world.determinize(self.learner, self.rng)
        self.walks += 1
        knows = vec[i64]()
        for i in range(4):
            knows = append(knows, 0)
        self.walk(self.world.clone(), knows)
        self.learner = 1 - self.learner

    def walk(self, state: State, knows: vec[i64]) -> float:
        """What the learner gets from here on. The state is used up, and so is what both seats know."""
        learner = self.learner
        while state.pending:
            if self.search.endings.known(state):
                self.iterations += 1
                return self.search.endings.results()[learner]
            seat = state.actor
            legal = state.legal(seat)
            count: i64 = len(legal)
            if count == 1:
                self.play(state, seat, legal[0], knows)
                continue
            key = self.information(state, seat, knows[seat], count)
            place = self.places.get(key, -1)
            if place < 0:
                self.add(key, count)
                self.iterations += 1
                return self.search.finish(state)[learner]
            knows[seat] = key
            if seat == learner:
                return self.learn(state, key, place, legal, knows)
            self.play(state, seat, legal[self.drawn(place, count)], knows)
        self.iterations += 1
        return state.returns()[learner]

    def learn(self, state: State, key: i64, place: i64, legal: list[i64], knows: vec[i64]) -> float:
        """Try every action, and remember how much better each is than what is usually done here."""
        count: i64 = len(legal)
        hopes = self.hopes(place, count)
        chances = vec[float]()
        values = vec[float]()
        mean = 0.0
        for i in range(count):
            chance = 1.0 / float(count)
            if hopes > 0.0:
                regret = self.regrets[place + i]
                chance = regret / hopes if regret > 0.0 else 0.0
            after = state.clone()
            then = knows[:]
            self.play(after, self.learner, legal[i], then)
            value = self.walk(after, then)
            chances = append(chances, chance)
            values = append(values, value)
            mean += chance * value
        for i in range(count):
            self.regrets[place + i] += (values[i] - mean) * float(self.walks)
        if key == self.key:
            for i in range(count):
                self.sums[i] += chances[i] * float(self.walks)
        return mean

    def hopes(self, place: i64, count: i64) -> float:
        """The sum of the positive regrets."""
        total = 0.0
        for i in range(count):
            if self.regrets[place + i] > 0.0:
                total += self.regrets[place + i]
        return total

    def drawn(self, place: i64, count: i64) -> i64:
        """The place of an action, by the regrets."""
        left = self.hopes(place, count)
        if left == 0.0:
            return self.rng.below(count)
        left *= float(self.rng.next32()) / TWO_TO_32
        last: i64 = 0
        for i in range(count):
            regret = self.regrets[place + i]
            if regret > 0.0:
                last = i
                left -= regret
                if left < 0.0:
                    break
        return last

    def play(self, state: State, seat: i64, action: i64, knows: vec[i64]) -> None:
        """Carry an action out. `knows` has the key of each seat, then the news of the window."""
        window = state.pending & ~bit(seat)
        told = seat * self.search.num_actions + action + 1
        for other in range(2):
            if state.notices(other, seat, action):
                knows[2 + other] = joined(knows[2 + other], told)
        state.apply(seat, action)
        if window:
            return
        for other in range(2):
            if knows[2 + other]:
                knows[other] = joined(knows[other], knows[2 + other])
                knows[2 + other] = 0

    def add(self, key: i64, count: i64) -> None:
        if len(self.regrets) + count > FULL:
            return
        self.places[key] = len(self.regrets)
        for i in range(count):
            self.regrets = append(self.regrets, 0.0)

    def information(self, state: State, seat: i64, before: i64, count: i64) -> i64:
        """The key of what a seat with so many actions knows: what it knew before, and what it sees."""
        self.encoder.look(state, seat, self.seen, 0)
        low = (before & LANE) ^ seat
        high = (before >> 31) ^ count
        for word in self.seen.words:
            part = (word & BYTES) | ((word >> 32) & BYTES) << 1
            low = ((low ^ part) * FIRST) & LANE
            low ^= low >> 15
            high = ((high ^ part) * SECOND) & LANE
            high ^= high >> 13
        return (high << 31) | low

    def chances(self) -> list[float]:
        """How often each legal action should be chosen, in their order: what was only tried is left out."""
        total = 0.0
        for each in self.sums:
            total += each
        if total <= 0.0:
            return [1.0 / float(len(self.sums)) for each in self.sums]
        least = min(RARE, NOISE / math.sqrt(float(self.walks)))
        kept = [each / total if each >= least * total else 0.0 for each in self.sums]
        whole = sum(kept)
        return [each / whole for each in kept] if whole > 0.0 else [each / total for each in self.sums]

    def suits(self, budget: i64) -> bool:
        """Is so little hidden, and the rest so short, that this budget teaches the seats something?

        Judged by worlds that both seats imagine in turn: how many different hands (or other secrets) they
        have, and how many ends a walk may come to. Where nothing is secret there is nothing to mix.
        """
        different = self.secrets()
        if different <= 2 or different * 4 > SAMPLES * 3:
            return False
        ends = 0.0
        world = self.world
        for i in range(SAMPLES):
            world = world.determinize(i & 1, self.rng)
            ends += self.branches(world.clone(), i & 1, float(budget * SAMPLES))
        return ends * float(different) * VISITS <= float(budget * SAMPLES)

    def secrets(self) -> i64:
        """How many different ones the seats imagine in so many worlds."""
        world = self.world
        found: dict[i64, i64] = {}
        for i in range(SAMPLES):
            world = world.determinize(i & 1, self.rng)
            found[self.information(world, 1 - (i & 1), 0, 0)] = 1
        return len(found)

    def branches(self, state: State, seat: i64, most: float) -> float:
        """An estimate of how many ends this seat could choose from if the others' actions were given."""
        ends = 1.0
        while state.pending and ends <= most and not self.search.endings.known(state):
            if state.actor == seat:
                ends *= float(len(state.legal(seat)))
            state.apply(state.actor, state.random_legal(state.actor, self.rng))
        return ends


def joined(before: i64, news: i64) -> i64:
    """The key of what is known after news."""
    low = (((before & LANE) ^ (news & LANE)) * FIRST) & LANE
    high = (((before >> 31) ^ (news & LANE) ^ (news >> 31)) * SECOND) & LANE
    return ((high ^ (high >> 13)) << 31) | (low ^ (low >> 15))
