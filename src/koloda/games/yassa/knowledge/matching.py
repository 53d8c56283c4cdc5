"""From which slots the cards came that a hand has laid or shown: all ways counted, one drawn.

Each token (evidence.py) has a slot of its own, one of those from its lowest to its highest. The slots are
gone through from the last to the first; each is either hidden or has one of the tokens that can be there.
What matters for the rest of the way is only how many tokens of each *kind* wait for a slot. Tokens of one
kind have the same lowest slot and the same chances in each pool; or, if a hand has laid equal cards, they
are these, which take their slots in the order in which they were laid. For each such state the ways to go
on are counted, every way with the product of the weights of its slots; so a way can be drawn with exactly
these weights.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.rng import Rng
from koloda.core.vecs import append, vec

DIGIT: Final = 64  # a state is a number with a digit for each kind: how many wait


class Kind:
    """Tokens that wait for a slot, in the order in which they came."""

    name: i64  # see Matching.names
    equal: bool  # equal cards, in order
    lowest: vec[i64]
    sort: vec[i64]
    unit: int  # its digit in a state

    def __init__(self, name: i64, equal: bool, unit: int) -> None:
        self.name = name
        self.equal = equal
        self.lowest = vec[i64]()
        self.sort = vec[i64]()
        self.unit = unit

    def room(self, slot: i64) -> i64:
        """How many can wait for slots below this one."""
        count: i64 = 0
        for low in self.lowest:
            if low < slot:
                count += 1
        return count


class Matching:
    """The ways of one hand."""

    slots: vec[i64]  # from the last to the first
    tokens: vec[i64]  # by their highest slots, from the last to the first
    names: vec[i64]  # of their kinds: even for the same lowest slot and chances, odd for equal cards
    lowest: vec[i64]
    highest: vec[i64]
    sort: vec[i64]  # which row of the chances
    joined: vec[i64]  # how many of the tokens can be in each slot or in later ones
    first: vec[i64]  # where the steps of a state begin, and where the last ones end
    name: vec[i64]  # of a step: the kind of the token that the slot has, or -1
    then: vec[i64]  # the next state
    weight: vec[float]
    total: vec[float]  # of the steps of a state

    def __init__(self, slots: vec[i64]) -> None:
        self.slots = slots
        self.tokens = vec[i64]()
        self.names = vec[i64]()
        self.lowest = vec[i64]()
        self.highest = vec[i64]()
        self.sort = vec[i64]()
        self.joined = vec[i64]()
        self.first = vec[i64]()
        self.name = vec[i64]()
        self.then = vec[i64]()
        self.weight = vec[float]()
        self.total = vec[float]()

    def add(self, token: i64, name: i64, lowest: i64, highest: i64, sort: i64) -> None:
        """One more token; equal cards come in the order in which they were laid."""
        i = i64(len(self.tokens))
        self.tokens = append(self.tokens, token)
        self.names = append(self.names, name)
        self.lowest = append(self.lowest, lowest)
        self.highest = append(self.highest, highest)
        self.sort = append(self.sort, sort)
        while i > 0 and self.highest[i - 1] <= highest:
            self.tokens[i] = self.tokens[i - 1]
            self.names[i] = self.names[i - 1]
            self.lowest[i] = self.lowest[i - 1]
            self.highest[i] = self.highest[i - 1]
            self.sort[i] = self.sort[i - 1]
            i -= 1
        self.tokens[i] = token
        self.names[i] = name
        self.lowest[i] = lowest
        self.highest[i] = highest
        self.sort[i] = sort

    def count_ways(
        self, chances: vec[float], epochs: i64, epoch: vec[i64], spare: vec[float], most: i64
    ) -> bool:
        """`chances` has a row for each sort, one for each epoch; `spare` is the weight of a slot.

        False: there are more states than the most allowed.
        """
        kinds: list[Kind] = []
        states: list[int] = [0]
        levels = vec[i64]()  # where the states of a slot begin
        number: i64 = 0
        joined: i64 = 0
        for slot in self.slots:
            added = 0
            while joined < len(self.tokens) and self.highest[joined] >= slot:
                kind = self.kind_of(kinds, joined)
                kind.lowest = append(kind.lowest, self.lowest[joined])
                kind.sort = append(kind.sort, self.sort[joined])
                added += kind.unit
                joined += 1
            self.joined = append(self.joined, joined)
            levels = append(levels, number)
            places: dict[int, int] = {}
            following: list[int] = []
            base = number + i64(len(states))
            rooms = vec[i64]()
            for kind in kinds:
                rooms = append(rooms, kind.room(slot))
            for before in states:
                state = before + added
                self.first = append(self.first, i64(len(self.name)))
                # how many tokens more wait than can
                excess: i64 = 0
                for k in range(len(kinds)):
                    waiting: i64 = state // kinds[k].unit % DIGIT
                    excess += max(0, waiting - rooms[k])
                if excess == 0:
                    self.step(-1, 1.0, state, base, places, following)
                if excess > 1:
                    continue
                for k in range(len(kinds)):
                    kind = kinds[k]
                    waiting = state // kind.unit % DIGIT
                    if waiting and (excess == 0 or waiting > rooms[k]):
                        sort = kind.sort[i64(len(kind.sort)) - waiting]
                        chance = chances[sort * epochs + epoch[slot]] * spare[slot]
                        if not kind.equal:
                            chance *= float(waiting)
                        if chance > 0.0:
                            self.step(kind.name, chance, state - kind.unit, base, places, following)
            number = base
            states = following
            if number > most:
                return False
            kinds = [kind for kind in kinds if kind.room(slot) > 0]
        self.first = append(self.first, i64(len(self.name)))
        self.weigh(levels, number, states)
        return True

    def kind_of(self, kinds: list[Kind], i: i64) -> Kind:
        """The kind of the i-th token, among those that wait, or a new one."""
        unit = 1
        for kind in kinds:
            if kind.name == self.names[i]:
                return kind
        taken: set[int] = {kind.unit for kind in kinds}
        while unit in taken:
            unit *= DIGIT
        new = Kind(self.names[i], self.names[i] & 1 != 0, unit)
        kinds.append(new)
        return new

    def step(
        self, name: i64, weight: float, state: int, base: i64, places: dict[int, int], following: list[int]
    ) -> None:
        place = places.get(state, -1)
        if place < 0:
            place = len(following)
            places[state] = place
            following.append(state)
        self.name = append(self.name, name)
        self.weight = append(self.weight, weight)
        self.then = append(self.then, base + place)

    def weigh(self, levels: vec[i64], number: i64, last: list[int]) -> None:
        """From the first slot back: the worth of a state is the sum of its steps."""
        self.total = vec[float]([0.0] * int(number))
        worth = vec[float]([0.0] * int(number + len(last)))
        for k in range(len(last)):
            worth[number + k] = 1.0 if last[k] == 0 else 0.0
        level = i64(len(levels)) - 1
        end = number
        while level >= 0:
            most = 0.0
            for state in range(levels[level], end):
                total = 0.0
                for i in range(self.first[state], self.first[state + 1]):
                    self.weight[i] *= worth[self.then[i]]
                    total += self.weight[i]
                self.total[state] = total
                worth[state] = total
                most = max(most, total)
            # only the proportions matter
            for state in range(levels[level], end):
                worth[state] /= most
            end = levels[level]
            level -= 1

    def draw(self, rng: Rng, cards: vec[i64], card: vec[i64], token: vec[i64]) -> None:
        """Put every token into a slot: fill in the cards and the tokens of the slots."""
        waiting = vec[i64]()  # places in `tokens`
        joined: i64 = 0
        state: i64 = 0
        for place in range(len(self.slots)):
            while joined < self.joined[place]:
                waiting = append(waiting, joined)
                joined += 1
            i = self.first[state]
            end = self.first[state + 1]
            if end > i + 1:
                lot = self.total[state] * (float(rng.next32()) / 4294967296.0)
                for k in range(i, end):
                    if self.weight[k] > 0.0:
                        i = k
                        lot -= self.weight[k]
                        if lot < 0.0:
                            break
            if self.name[i] >= 0:
                chosen = self.choose(rng, waiting, self.name[i])
                slot = self.slots[place]
                token[slot] = self.tokens[waiting[chosen]]
                card[slot] = cards[token[slot]]
                waiting[chosen] = -1
            state = self.then[i]

    def choose(self, rng: Rng, waiting: vec[i64], name: i64) -> i64:
        """One of the tokens of a kind that wait; of equal cards the one that was laid last."""
        found: i64 = -1
        count: i64 = 0
        for k in range(len(waiting)):
            if waiting[k] >= 0 and self.names[waiting[k]] == name:
                if name & 1:
                    return k
                count += 1
                if count == 1 or rng.below(count) == 0:
                    found = k
        return found
