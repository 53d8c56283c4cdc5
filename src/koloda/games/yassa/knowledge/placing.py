"""One possible world of those that the evidence (evidence.py) leaves, found by matching cards and slots.

Every token gets a slot that it can be from, and every other slot a card that it may have; who stands in the
way of another looks for a place elsewhere (an augmenting path). As long as each token can be from one pool
only, that finds a world wherever there is one, but for claims; otherwise it may leave some slots with cards
that they cannot have.
"""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.yassa.cards import TYPES
from koloda.games.yassa.knowledge.evidence import Evidence


class Placing:
    evidence: Evidence
    # the tokens, and after them cards that bear claims out and were not laid
    want: vec[i64]  # the type
    lo: vec[i64]
    hi: vec[i64]
    card: vec[i64]  # of each slot, or -1
    token: vec[i64]  # of each slot: the token that is there, or -1
    place: vec[i64]  # of each token: its slot, or -1
    fixed: vec[i64]  # 1: the card of this slot is known
    left: vec[i64]  # how many cards of each pool and type are left, by epoch * TYPES + type
    visited: vec[i64]  # of each slot: in which search
    moved: vec[i64]  # the same of each token
    search: i64

    def __init__(self, ev: Evidence, rng: Rng, urgent: vec[i64]) -> None:
        self.evidence = ev
        self.want = ev.card[:]
        self.lo = ev.lo[:]
        self.hi = ev.hi[:]
        self.card = vec[i64]([-1] * len(ev.place))
        self.token = self.card[:]
        self.place = vec[i64]([-1] * len(ev.card))
        self.fixed = vec[i64]([0] * len(ev.place))
        self.left = ev.counts[:]
        self.visited = self.fixed[:]
        self.moved = vec[i64]([0] * len(ev.card))
        self.search = 0
        for token in range(len(ev.card)):
            if ev.hi[token] == ev.lo[token] + 1:
                self.put(token, ev.lo[token])
                self.fixed[ev.lo[token]] = 1
        self.bear_out_claims(rng, urgent, True)
        for token in self.in_order(rng, urgent):
            self.search += 1
            if not self.place_token(token, rng):
                urgent[token] += 1
        self.bear_out_claims(rng, urgent, False)
        for slot in range(len(ev.place)):
            if self.card[slot] < 0:
                self.search += 1
                if not self.fill(slot):
                    self.fill_from_elsewhere(slot)
        for slot in range(len(ev.place)):
            if self.card[slot] < 0:
                self.fill_wrongly(slot)
        for claim in range(len(ev.types)):
            if not self.holds(claim):
                urgent[len(ev.card) + claim] += 1

    def in_order(self, rng: Rng, urgent: vec[i64]) -> vec[i64]:
        """The tokens whose slot is not known: first those that found none before, then by their slots."""
        ev = self.evidence
        tokens = vec[i64]()
        for token in range(len(ev.card)):
            if not self.fixed[ev.lo[token]] or ev.hi[token] > ev.lo[token] + 1:
                tokens = append(tokens, token)
        rng.shuffle(tokens)
        for i in range(1, len(tokens)):
            token = tokens[i]
            k: i64 = i
            rank = self.width(token) - urgent[token] * 1000
            while k > 0 and self.width(tokens[k - 1]) - urgent[tokens[k - 1]] * 1000 > rank:
                tokens[k] = tokens[k - 1]
                k -= 1
            tokens[k] = token
        return tokens

    def width(self, token: i64) -> i64:
        return self.hi[token] - self.lo[token]

    def can(self, token: i64, slot: i64) -> bool:
        """May this token be in this slot of its range, as far as the slot tells?"""
        ev = self.evidence
        none = ev.barred[slot]
        if token >= len(ev.card):
            none |= ev.denied[slot]
        return not self.fixed[slot] and not none & bit(self.want[token])

    def bear_out_claims(self, rng: Rng, urgent: vec[i64], before: bool) -> None:
        """Find cards for the claims that did not hold before, or for the others."""
        ev = self.evidence
        for claim in range(len(ev.types)):
            if (urgent[len(ev.card) + claim] > 0) == before and ev.unless[claim] < 0:
                if ev.bound[claim] > ev.first[claim] and not self.holds(claim):
                    self.bear_out(claim, rng)

    def holds(self, claim: i64) -> bool:
        """Is there a card that bears the claim out?"""
        ev = self.evidence
        for slot in range(ev.first[claim], ev.bound[claim]):
            card = self.card[slot]
            if card >= 0 and ev.types[claim] & bit(card):
                token = self.token[slot]
                if token < 0 or token >= len(ev.card) or ev.end[token] > ev.time[claim]:
                    return True
        return False

    def bear_out(self, claim: i64, rng: Rng) -> bool:
        """Put a card that bears a claim out into a slot, to stay there."""
        ev = self.evidence
        offset = rng.below(TYPES)
        for i in range(TYPES):
            card = (offset + i) % TYPES
            if ev.types[claim] & bit(card):
                self.want = append(self.want, card)
                self.lo = append(self.lo, ev.first[claim])
                self.hi = append(self.hi, ev.bound[claim])
                self.place = append(self.place, -1)
                self.moved = append(self.moved, 0)
                self.search += 1
                if self.place_token(i64(len(self.want)) - 1, rng):
                    return True
        return False

    def put(self, token: i64, slot: i64) -> None:
        ev = self.evidence
        self.token[slot] = token
        self.card[slot] = self.want[token]
        self.place[token] = slot
        if ev.epoch[slot] >= 0:
            self.left[ev.epoch[slot] * TYPES + self.want[token]] -= 1

    def lift(self, slot: i64) -> None:
        """Take away what is in a slot."""
        token = self.token[slot]
        if token >= 0:
            self.place[token] = -1
        self.left[self.evidence.epoch[slot] * TYPES + self.card[slot]] += 1
        self.token[slot] = -1
        self.card[slot] = -1

    def place_token(self, token: i64, rng: Rng) -> bool:
        """Find a slot for a token; others may have to go elsewhere."""
        ev = self.evidence
        card = self.want[token]
        slot = self.lo[token] + rng.below(self.width(token))
        for i in range(self.width(token)):
            slot += 1
            if slot >= self.hi[token]:
                slot = self.lo[token]
            if self.visited[slot] == self.search or not self.can(token, slot):
                continue
            other = self.token[slot]
            if other >= 0:
                self.visited[slot] = self.search
                self.lift(slot)
            if self.left[ev.epoch[slot] * TYPES + card] > 0:
                self.visited[slot] = self.search
                self.put(token, slot)
                if other < 0 or self.place_token(other, rng):
                    return True
                self.lift(slot)
            if other >= 0:
                self.put(other, slot)
            if self.place_instead(token, slot, rng):
                return True
        return False

    def place_instead(self, token: i64, slot: i64, rng: Rng) -> bool:
        """Put a token into a slot, and let it have the card of a token that can be from another pool."""
        ev = self.evidence
        for rival in range(len(self.want)):
            place = self.place[rival]
            if (
                self.want[rival] != self.want[token]
                or place < 0
                or place == slot
                or self.fixed[place]
                or ev.epoch[place] != ev.epoch[slot]
                or self.moved[rival] == self.search
            ):
                continue
            self.moved[rival] = self.search
            tokens = self.token[:]
            places = self.place[:]
            cards = self.card[:]
            left = self.left[:]
            other = self.token[slot]
            if other >= 0:
                self.lift(slot)
            self.lift(place)
            self.put(token, slot)
            self.visited[slot] = self.search
            if (other < 0 or self.place_token(other, rng)) and self.place_token(rival, rng):
                return True
            self.token = tokens
            self.place = places
            self.card = cards
            self.left = left
        return False

    def fill(self, slot: i64) -> bool:
        """Find a card for an empty slot; others may have to take another."""
        ev = self.evidence
        self.visited[slot] = self.search
        base = ev.epoch[slot] * TYPES
        types = ~(ev.denied[slot] | ev.barred[slot])
        for card in range(TYPES):
            if types & bit(card) and self.left[base + card] > 0:
                self.left[base + card] -= 1
                self.card[slot] = card
                return True
        for token in range(len(self.want)):
            if self.lo[token] > slot or self.hi[token] <= slot or not self.can(token, slot):
                continue
            other = self.place[token]
            if other < 0 or self.fixed[other] or self.visited[other] == self.search:
                continue
            if ev.epoch[other] == ev.epoch[slot] or self.left[base + self.want[token]] > 0:
                self.lift(other)
                self.put(token, slot)
                if self.fill(other):
                    return True
                self.lift(slot)
                self.put(token, other)
        for other in range(len(ev.place)):
            card = self.card[other]
            if (
                ev.epoch[other] == ev.epoch[slot]
                and self.token[other] < 0
                and card >= 0
                and types & bit(card)
                and self.visited[other] != self.search
            ):
                self.card[other] = -1
                self.card[slot] = card
                if self.fill(other):
                    return True
                self.card[slot] = -1
                self.card[other] = card
        return False

    def fill_from_elsewhere(self, slot: i64) -> bool:
        """Fill a slot after a token has gone to an equal card of another pool, which frees its own."""
        ev = self.evidence
        for token in range(len(self.want)):
            own = self.place[token]
            if own < 0 or self.fixed[own] or ev.epoch[own] != ev.epoch[slot]:
                continue
            card = self.want[token]
            for other in range(self.lo[token], self.hi[token]):
                if (
                    self.card[other] == card
                    and self.token[other] < 0
                    and ev.epoch[other] != ev.epoch[own]
                    and self.can(token, other)
                ):
                    cards = self.card[:]
                    tokens = self.token[:]
                    places = self.place[:]
                    left = self.left[:]
                    self.lift(own)
                    self.token[other] = token
                    self.place[token] = other
                    self.search += 1
                    if self.fill(slot):
                        self.search += 1
                        if self.fill(own):
                            return True
                    self.card = cards
                    self.token = tokens
                    self.place = places
                    self.left = left
        return False

    def fill_wrongly(self, slot: i64) -> None:
        base = self.evidence.epoch[slot] * TYPES
        for card in range(TYPES):
            if self.left[base + card] > 0:
                self.left[base + card] -= 1
                self.card[slot] = card
                return
