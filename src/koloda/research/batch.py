"""Many deals a call: actions in; observations, masks, seats, rewards and ends out, all in fixed arrays."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.encoding import Encoder
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.rows import Masks, Rows, zeros
from koloda.core.state import State
from koloda.core.vecs import append, vec

SAMPLING: Final = 3  # the stream of a seed from which random actions are drawn; policies of others: the next


def float_zeros(count: i64) -> vec[float]:
    numbers = vec[float](capacity=count)
    for i in range(count):
        numbers = append(numbers, 0.0)
    return numbers


class Batch:
    """One row a deal: the lowest seat that owes a decision. A deal that ends is replaced in the same step.

    `ended[i]` is then the number of decisions of the deal that ended, `truncated[i]` is 1 if it was broken
    off after `max_steps` of them, `rewards` has its returns by seat (0 if it was broken off); the observation
    is already the first of the next deal. Row i plays the deals game.deal(seed=s), where s is `seeds[i]`: it
    depends on the seed of the batch and on i, not on the number of rows.
    """

    encoder: Encoder
    count: i64
    seats: i64
    max_steps: i64
    states: list[State]
    rngs: list[Rng]  # from which a row draws the seeds of its deals
    sampling: Rng
    observations: Rows
    masks: Masks
    seat: vec[i64]
    seeds: vec[i64]
    lengths: vec[i64]
    ended: vec[i64]
    truncated: vec[i64]
    rewards: vec[float]
    actions: vec[i64]  # the last that were sampled
    finished: vec[i64]  # rows of which ended, truncated and rewards must be cleared
    decisions: i64
    deals: i64

    def __init__(self, encoder: Encoder, count: i64, seed: i64, max_steps: i64) -> None:
        self.encoder = encoder
        self.count = count
        self.seats = encoder.seats
        self.max_steps = max_steps
        self.observations = Rows(count * encoder.words)
        self.masks = Masks(count, encoder.mask_words)
        self.seat = zeros(count)
        self.seeds = zeros(count)
        self.lengths = zeros(count)
        self.ended = zeros(count)
        self.truncated = zeros(count)
        self.rewards = float_zeros(count * encoder.seats)
        self.actions = zeros(count)
        self.finished = vec[i64]()
        self.sampling = Rng(0)
        self.states = []
        self.rngs = []
        self.decisions = 0
        self.deals = 0
        self.begin(seed)

    def begin(self, seed: i64) -> None:
        """New deals in every row."""
        self.clear()
        self.sampling = Rng(seed, SAMPLING)
        self.states = []
        self.rngs = []
        for i in range(self.count):
            rng = Rng(seed, 1024 + i)  # lower streams belong to deals and bots
            self.rngs.append(rng)
            self.states.append(self.deal(i))
            self.lengths[i] = 0
        self.show_all()

    def deal(self, i: i64) -> State:
        rng = self.rngs[i]
        seed = shifted(rng.next32() & 0x7FFFFFFF, 32) | rng.next32()
        self.seeds[i] = seed
        self.deals += 1
        return self.encoder.fresh(Rng(seed))

    def show_all(self) -> None:
        for i in range(self.count):
            self.show(i, self.states[i].actor)

    def show(self, i: i64, seat: i64) -> None:
        """Write the row of this deal, as this seat sees it."""
        state = self.states[i]
        encoder = self.encoder
        masks = self.masks
        self.seat[i] = seat
        encoder.look(state, seat, self.observations, i * encoder.words)
        masks.open(i)
        state.allow(seat, masks)
        masks.close(i)

    def allowed(self, i: i64, action: i64) -> bool:
        return 0 <= action < self.encoder.num_actions and self.masks.allows(i, action)

    def examine(self, actions: vec[i64]) -> i64:
        """The first row whose action is illegal, or -1: nothing may have been done by then."""
        for i in range(self.count):
            if not self.allowed(i, actions[i]):
                return i
        return -1

    def step(self, actions: vec[i64]) -> None:
        """One legal action for every row."""
        self.clear()
        for i in range(self.count):
            self.advance(i, self.seat[i], actions[i])
            self.show(i, self.states[i].actor)

    def advance(self, i: i64, seat: i64, action: i64) -> None:
        state = self.states[i]
        state.apply(seat, action)
        self.decisions += 1
        self.lengths[i] += 1
        if not state.pending:
            self.finish(i, state.returns(), 0)
        elif self.max_steps and self.lengths[i] >= self.max_steps:
            self.finish(i, [], 1)

    def finish(self, i: i64, returns: list[float], truncated: i64) -> None:
        at = i * self.seats
        for value in returns:
            self.rewards[at] = value
            at += 1
        self.ended[i] = self.lengths[i]
        self.truncated[i] = truncated
        self.lengths[i] = 0
        self.finished = append(self.finished, i)
        self.states[i] = self.deal(i)

    def clear(self) -> None:
        for i in self.finished:
            self.ended[i] = 0
            self.truncated[i] = 0
            for at in range(i * self.seats, (i + 1) * self.seats):
                self.rewards[at] = 0.0
        self.finished = vec[i64]()

    def sample(self) -> None:
        """A random legal action for every row, into `actions`."""
        rng = self.sampling
        masks = self.masks
        for i in range(self.count):
            self.actions[i] = masks.pick(i, rng.below(masks.counts[i]))

    def random_steps(self, steps: i64) -> None:
        """So many steps of random play."""
        for k in range(steps):
            self.sample()
            self.step(self.actions)


class Learner(Batch):
    """Rows are the decisions of one seat; a policy plays the others inside the step.

    More than one deal may end before the learner is asked again; `rewards` and `ended` are those of the first
    of them, in which it has decided. `skipped` counts deals that ended without a decision of the learner.
    """

    learner: i64
    others: Policy
    others_rng: Rng
    skipped: i64

    def __init__(
        self, encoder: Encoder, count: i64, seed: i64, max_steps: i64, learner: i64, others: Policy
    ) -> None:
        self.learner = learner
        self.others = others
        self.others_rng = Rng(0)
        self.skipped = 0
        super().__init__(encoder, count, seed, max_steps)

    def begin(self, seed: i64) -> None:
        self.others_rng = Rng(seed, SAMPLING + 1)
        super().begin(seed)

    def show_all(self) -> None:
        for i in range(self.count):
            self.run_on(i)
            self.show(i, self.learner)
        self.clear()

    def step(self, actions: vec[i64]) -> None:
        self.clear()
        for i in range(self.count):
            self.advance(i, self.learner, actions[i])
            self.run_on(i)
            self.show(i, self.learner)

    def finish(self, i: i64, returns: list[float], truncated: i64) -> None:
        if self.ended[i]:
            self.skipped += 1
            self.lengths[i] = 0
            self.states[i] = self.deal(i)
        else:
            super().finish(i, returns, truncated)

    def run_on(self, i: i64) -> None:
        """Until the learner is asked."""
        learner = bit(self.learner)
        while not self.states[i].pending & learner:
            state = self.states[i]
            seat = state.actor
            self.advance(i, seat, self.others.choose(state, seat, self.others_rng))
