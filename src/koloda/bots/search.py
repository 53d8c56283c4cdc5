"""Information-set Monte Carlo tree search for any game of the contract. Reads no clock: callers budget it.

Every iteration samples a state that the searching seat cannot tell from the true one, walks down the tree by
the actions available there, adds one edge, plays to the end and books the result for every seat on the way.
The tree is keyed by what the searching seat notices: sealed choices of one window are made side by side, each
from statistics that do not know the others, and actions that the seat does not notice lead to the same node.
"""

from __future__ import annotations

import math

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State

UNNOTICED = -1
KEY = 1000003  # odd multiplier of the hash that joins what was noticed in a window
KEY_MASK = 0xFFFFFFFFFF


class Edge:
    """What is known of one action of one seat at a node."""

    visits: i64
    available: i64  # in how many sampled states at this node the action was legal
    total: float  # of the acting seat's results

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0


class Node:
    edges: dict[i64, Edge]  # by seat * number of actions + action
    next: dict[i64, Node]  # by what the searching seat noticed

    def __init__(self) -> None:
        self.edges = {}
        self.next = {}


class Search:
    """One decision: `run` as often as there is budget, then `best`."""

    root: State
    seat: i64
    tree: Node
    rollout: Policy
    randomness: i64  # per cent of random actions in the rest of an iteration
    depth: i64  # actions after the tree until the position is estimated; 0: to the end
    exploration: float
    rng: Rng
    iterations: i64
    actions: i64
    num_actions: i64
    low: float  # the worst and best result seen: values are scaled between them
    high: float

    def __init__(
        self,
        root: State,
        seat: i64,
        rollout: Policy,
        randomness: i64,
        depth: i64,
        exploration: float,
        rng: Rng,
    ) -> None:
        self.root = root
        self.seat = seat
        self.tree = Node()
        self.rollout = rollout
        self.randomness = randomness
        self.depth = depth
        self.exploration = exploration
        self.rng = rng
        self.iterations = 0
        self.actions = 0
        self.num_actions = root.game.num_actions
        self.low = 0.0
        self.high = 0.0

    def run(self, count: i64) -> None:
        for i in range(count):
            self.iterate()

    def iterate(self) -> None:
        state = self.root.determinize(self.seat, self.rng)
        node = self.tree
        edges: list[Edge] = []
        seats: list[i64] = []
        noticed: i64 = 0
        adding = True
        while state.pending and adding:
            seat = self.next_seat(state)
            window = state.pending & ~bit(seat)
            edge, action, adding = self.select(node, state, seat)
            if state.notices(self.seat, seat, action):
                noticed = (noticed * KEY + seat * self.num_actions + action + 1) & KEY_MASK
            state.apply(seat, action)
            self.actions += 1
            edges.append(edge)
            seats.append(seat)
            if window:
                node = self.follow(node, UNNOTICED - seat)
            elif noticed:
                node = self.follow(node, noticed)
                noticed = 0
            else:
                node = self.follow(node, UNNOTICED)
        self.finish(state)
        results = state.returns() if state.over else state.outlook()
        self.iterations += 1
        for result in results:
            if self.iterations == 1 and result == results[0]:
                self.low = result
                self.high = result
            if result < self.low:
                self.low = result
            if result > self.high:
                self.high = result
        for i in range(len(edges)):
            edge = edges[i]
            edge.visits += 1
            edge.total += results[seats[i]]

    def next_seat(self, state: State) -> i64:
        """In a window the searching seat decides first: it knows of no other choice yet."""
        if state.pending & bit(self.seat):
            return self.seat
        return state.actor

    def follow(self, node: Node, key: i64) -> Node:
        child = node.next.get(key)
        if child is None:
            child = Node()
            node.next[key] = child
        return child

    def select(self, node: Node, state: State, seat: i64) -> tuple[Edge, i64, bool]:
        """The action to follow: an untried one, the policy's own first; else the one of the highest bound."""
        base = seat * self.num_actions
        legal = state.legal(seat)
        untried: i64 = 0
        best_action: i64 = -1
        best_value = -1.0
        best: Edge | None = None
        spread = self.high - self.low
        scale = 1.0 / spread if spread > 0.0 else 0.0
        for action in legal:
            edge = node.edges.get(base + action)
            if edge is None:
                untried += 1
                continue
            edge.available += 1
            visits = float(edge.visits)
            mean = (edge.total / visits - self.low) * scale
            value = mean + self.exploration * math.sqrt(math.log(float(edge.available)) / visits)
            if value > best_value:
                best = edge
                best_action = action
                best_value = value
        if best is not None and not untried:
            return best, best_action, True
        best_action = self.expansion(node, state, seat, legal, untried)
        edge = Edge()
        edge.available = 1
        node.edges[base + best_action] = edge
        return edge, best_action, False

    def expansion(self, node: Node, state: State, seat: i64, legal: list[i64], untried: i64) -> i64:
        base = seat * self.num_actions
        wish = self.rollout.choose(state, seat, self.rng)
        if base + wish not in node.edges:
            return wish
        k = self.rng.below(untried)
        for action in legal:
            if base + action not in node.edges:
                if k == 0:
                    return action
                k -= 1
        return legal[0]

    def finish(self, state: State) -> None:
        """The rest of an iteration: play by the policy, sometimes at random, to the end or the cut-off."""
        left = self.depth
        while state.pending:
            seat = state.actor
            if self.randomness and self.rng.below(100) < self.randomness:
                state.apply(seat, state.random_legal(seat, self.rng))
            else:
                state.apply(seat, self.rollout.choose(state, seat, self.rng))
            self.actions += 1
            if left:
                left -= 1
                if left == 0:
                    return

    def best(self) -> i64:
        """The action tried most often."""
        base = self.seat * self.num_actions
        result: i64 = -1
        most: i64 = -1
        for action in self.root.legal(self.seat):
            edge = self.tree.edges.get(base + action)
            if edge is not None and edge.visits > most:
                most = edge.visits
                result = action
        return result

    def values(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean result) of every action tried at the root."""
        base = self.seat * self.num_actions
        found: list[tuple[int, int, float]] = []
        for action in self.root.legal(self.seat):
            edge = self.tree.edges.get(base + action)
            if edge is not None:
                found.append((int(action), int(edge.visits), edge.total / float(edge.visits)))
        return found


class SearchPolicy(Policy):
    """The search as a policy, with a budget of iterations: for simulations, where results must repeat."""

    rollout: Policy
    randomness: i64
    depth: i64
    exploration: float
    iterations: i64

    def __init__(
        self, rollout: Policy, randomness: i64, depth: i64, exploration: float, iterations: i64
    ) -> None:
        self.rollout = rollout
        self.randomness = randomness
        self.depth = depth
        self.exploration = exploration
        self.iterations = iterations

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        search = self.search(state, seat, rng)
        search.run(self.iterations)
        return search.best()

    def search(self, state: State, seat: i64, rng: Rng) -> Search:
        return Search(state, seat, self.rollout, self.randomness, self.depth, self.exploration, rng.fork())
