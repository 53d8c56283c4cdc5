"""A policy decides for a seat from what that seat may know. A class, so that compiled calls are direct."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from mypy_extensions import i64

from koloda.core.bits import nth, popcount
from koloda.core.rng import Rng
from koloda.core.state import State


class Policy:
    @abstractmethod
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """One of state.legal(seat). Must depend only on what the seat may know (tests exchange the rest)."""


class RandomPolicy(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return state.random_legal(seat, rng)


class HazyPolicy(Policy):
    """Another policy, with so many per cent of random actions."""

    policy: Policy
    randomness: i64

    def __init__(self, policy: Policy, randomness: i64) -> None:
        self.policy = policy
        self.randomness = randomness

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        if rng.below(100) < self.randomness:
            return state.random_legal(seat, rng)
        return self.policy.choose(state, seat, rng)


def next_seat(state: State, rng: Rng) -> i64:
    """Who acts next in a simulation: the actor, or by lot where seats may act in real time."""
    if not state.free:
        return state.actor
    able = state.pending | state.free
    return nth(able, rng.below(popcount(able)))


def playout(state: State, policy: Policy, rng: Rng) -> i64:
    """Play to the end of the deal, every seat by this policy; returns the number of actions."""
    count: i64 = 0
    while state.pending:
        seat = next_seat(state, rng)
        state.apply(seat, policy.choose(state, seat, rng))
        count += 1
    return count


def seated_playout(state: State, policies: list[Policy], rngs: list[Rng], order: Rng) -> i64:
    """The same with a policy and a generator for each seat; `order` is the generator of next_seat."""
    count: i64 = 0
    while state.pending:
        seat = next_seat(state, order)
        state.apply(seat, policies[seat].choose(state, seat, rngs[seat]))
        count += 1
    return count


def drive(state: State, decide: Callable[[int], int], apply: Callable[[int, int], None], order: Rng) -> i64:
    """The same for decisions that are no policy's: `decide(seat)` makes them, `apply` carries them out."""
    count: i64 = 0
    while state.pending:
        seat = int(next_seat(state, order))
        apply(seat, decide(seat))
        count += 1
    return count


def random_playout(state: State, rng: Rng) -> i64:
    """Play to the end of the deal at random; returns the number of actions."""
    count: i64 = 0
    while state.pending:
        seat = next_seat(state, rng)
        state.apply(seat, state.random_legal(seat, rng))
        count += 1
    return count


def random_playouts(state: State, count: i64, rng: Rng) -> i64:
    """Finish this deal at random that many times, from the same position; returns the number of actions."""
    actions: i64 = 0
    for i in range(count):
        copy = state.clone()
        copy.stop_tracking()
        actions += random_playout(copy, rng)
    return actions
