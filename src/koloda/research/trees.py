"""The whole tree of a game that is small enough: every deal, every decision, and the information sets.

An information set is what a seat was told from the deal on, so that it forgets nothing. Choices that are made
at once are made one after the other, the lowest seat first, and no later chooser is told of an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.log import Log
from koloda.core.state import State

MOST_NODES = 3_000_000
ROOT = -1  # the sequence of a seat that has not decided yet


class InformationSet(NamedTuple):
    """Positions that a seat cannot tell apart."""

    number: int  # among those of all seats
    seat: int
    actions: tuple[int, ...]
    first: int  # the number of the seat's first sequence that ends here; one for each action follows
    before: int  # the seat's own last sequence before, or ROOT
    depth: int  # own decisions before
    state: State  # one of the positions


class End(NamedTuple):
    """The end of a deal: how likely chance makes it, each seat's last sequence, and what it brings."""

    chance: float
    sequences: tuple[int, ...]
    returns: tuple[float, ...]


class Node(NamedTuple):
    """A node in preorder: a decision at an information set, or an end."""

    at: InformationSet | None
    end: End | None


Observer = Callable[[State, InformationSet], None]


class Tree:
    """All that can happen. `given` keeps only deals whose setup has these values: {"first": 0}."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object] | None = None,
        given: Mapping[str, object] | None = None,
        most: int = MOST_NODES,
        observer: Observer | None = None,
    ) -> None:
        self.game = game
        self.codes = frozenset(game.codes)
        self.seats = seats
        self.most = most
        self.observer = observer
        self.sets: list[InformationSet] = []
        self.sequences = [0] * seats  # how many each seat has
        self.ends: list[End] = []
        self.nodes: list[Node] = []
        self.chances: list[float] = []  # of the deals, in the order of their nodes
        self.numbers: dict[tuple[int, int], int] = {}
        self.told: dict[tuple[int, object], int] = {}
        deals = [(weight, setup) for weight, setup in game.setups(seats, options) if fits(setup, given or {})]
        if not deals:
            raise KolodaError(f"no deal of {game.id} has {dict(given or {})}")
        total = sum(weight for weight, _ in deals)
        for weight, setup in deals:
            state = game.restore(setup, seats, options, watch=True)
            assert state.log is not None
            seen = [self.heard(0, (seat, repr(state.view(seat)))) for seat in range(seats)]
            log, state.log = state.log, None
            seen = [self.hear(seat, seen[seat], log) for seat in range(seats)]
            self.chances.append(weight / total)
            self.grow(state, seen, [ROOT] * seats, [0] * seats, weight / total)

    def heard(self, before: int, news: object) -> int:
        """The number of what a seat knows when it is told this after all that it knew."""
        return self.told.setdefault((before, news), len(self.told) + 1)

    def hear(self, seat: int, before: int, log: Log) -> int:
        """One event after the other: how many were told at once must tell nothing."""
        for event in log.seen_by(seat):
            before = self.heard(before, self.unordered(event))
        return before

    def unordered(self, part: object) -> object:
        """An event in which cards that came together have no order: nothing depends on it."""
        if not isinstance(part, tuple | list):
            return part
        if all(isinstance(each, str) and each in self.codes for each in part):
            return tuple(sorted(str(each) for each in part))
        return tuple(self.unordered(each) for each in part)

    def grow(self, state: State, seen: list[int], last: list[int], depth: list[int], chance: float) -> None:
        if len(self.nodes) >= self.most:
            raise KolodaError(f"more than {self.most} positions: choose fewer cards or smaller hands")
        if state.over:
            end = End(chance, tuple(last), tuple(float(value) for value in state.returns()))
            self.ends.append(end)
            self.nodes.append(Node(None, end))
            return
        seat = int(state.actor)
        here = self.information_set(state, seat, seen[seat], last[seat], depth[seat])
        self.nodes.append(Node(here, None))
        if self.observer is not None:
            self.observer(state, here)
        for place, action in enumerate(here.actions):
            after = state.clone()
            log = after.watch()
            after.apply(seat, action)
            if log.chance:
                raise KolodaError(
                    f"{self.game.id} leaves something to chance after the deal: {log.chance[0]}"
                )
            after.log = None
            heard = [self.hear(other, seen[other], log) for other in range(self.seats)]
            if heard[seat] == seen[seat]:  # whatever it is told, a seat knows what it did
                heard[seat] = self.heard(seen[seat], (action,))
            lasts, depths = list(last), list(depth)
            lasts[seat] = here.first + place
            depths[seat] += 1
            self.grow(after, heard, lasts, depths, chance)

    def information_set(self, state: State, seat: int, seen: int, last: int, depth: int) -> InformationSet:
        actions = tuple(int(action) for action in state.legal(seat))
        number = self.numbers.get((seat, seen))
        if number is None:
            found = InformationSet(
                len(self.sets), seat, actions, self.sequences[seat], last, depth, state.clone()
            )
            self.numbers[seat, seen] = found.number
            self.sets.append(found)
            self.sequences[seat] += len(actions)
            return found
        found = self.sets[number]
        if found.actions != actions or found.before != last:
            raise KolodaError(f"{self.game.id}: seat {seat} knows more than it was told")
        return found


def fits(setup: Mapping[str, Any], given: Mapping[str, object]) -> bool:
    return all(name in setup and setup[name] == value for name, value in given.items())


def efg(tree: Tree) -> Iterator[str]:
    """Gambit's format, line by line, as OpenSpiel's efg_game reads it."""
    text = tree.game.text
    players = " ".join(f'"{seat}"' for seat in range(tree.seats))
    yield f'EFG 2 R "{tree.game.id}" {{ {players} }} ""'
    deals = " ".join(f'"deal {number}" {chance:.17g}' for number, chance in enumerate(tree.chances))
    yield f'c "" 1 "" {{ {deals} }} 0'
    used = [0] * tree.seats  # readers want the sets of each player numbered from 1 without gaps
    numbers = []
    for each in tree.sets:
        used[each.seat] += 1
        numbers.append(used[each.seat])
    outcome = 0
    for node in tree.nodes:
        if node.at is not None:
            actions = " ".join(f'"{text(action)}"' for action in node.at.actions)
            yield f'p "" {node.at.seat + 1} {numbers[node.at.number]} "" {{ {actions} }} 0'
        elif node.end is not None:
            outcome += 1
            returns = " ".join(f"{value:.17g}" for value in node.end.returns)
            yield f't "" {outcome} "" {{ {returns} }}'
