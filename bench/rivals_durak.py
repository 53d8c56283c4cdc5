"""Greedy policies of Durak: a way to lead, to beat and to add (see rivals.py)."""

from __future__ import annotations

from typing import NamedTuple

from bench.rivals_common import Rule

from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak.actions import ADD_CARD, BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS
from koloda.games.durak.state import DurakState


class Rival(NamedTuple):
    lead: str  # low, pair: two of a rank before one, rank: trumps as other cards, high
    beat: str  # always, plain: with a trump only without stock, cheap: ... only what is worth it, low
    add: str  # plain: trumps only without stock, all, low, careful: no high cards to one who takes, never

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, DurakState)
        legal = [int(action) for action in state.legal(seat)]
        if state.phase == MOVE:
            return self.led(state, legal)
        if state.phase == BEAT:
            return self.beaten(state, [action - BEAT_WITH for action in legal if action != TAKE])
        return self.added(state, [action - ADD_CARD for action in legal if action != PASS])

    def led(self, state: DurakState, cards: list[int]) -> int:
        if self.lead == "high":
            return max(cards, key=lambda card: (not trump(state, card), card % 9))
        if self.lead == "rank":
            return min(cards, key=lambda card: (card % 9, trump(state, card)))
        if self.lead == "low":
            return min(cards, key=lambda card: worth(state, card))
        plain = [card % 9 for card in cards if not trump(state, card)]
        return min(cards, key=lambda card: (trump(state, card), card % 9 - 1.5 * plain.count(card % 9)))

    def beaten(self, state: DurakState, cards: list[int]) -> int:
        stock = CARDS - int(state.drawn)
        plain = [card for card in cards if not trump(state, card)]
        if not cards:
            return TAKE
        if not plain and (
            (self.beat == "plain" and stock) or (self.beat == "cheap" and stock > 6 and state.count < 2)
        ):
            return TAKE
        best = min(cards, key=lambda card: worth(state, card))
        if self.beat == "low" and stock and worth(state, best) > (True, 4):
            return TAKE
        return BEAT_WITH + best

    def added(self, state: DurakState, cards: list[int]) -> int:
        stock = CARDS - int(state.drawn)
        fit = cards if self.add == "all" else [card for card in cards if not trump(state, card)]
        if self.add == "never":
            fit = []
        elif self.add == "low":
            fit = [card for card in fit if card % 9 <= 5]
        elif not stock:
            fit = cards
        elif self.add == "careful" and state.taking:
            fit = [card for card in fit if card % 9 <= 4]
        return ADD_CARD + min(fit, key=lambda card: worth(state, card)) if fit else PASS


RIVALS = (
    Rival("low", "always", "plain"),
    Rival("low", "always", "all"),
    Rival("low", "always", "never"),
    Rival("low", "always", "low"),
    Rival("low", "plain", "plain"),
    Rival("low", "cheap", "plain"),
    Rival("low", "low", "plain"),
    Rival("pair", "always", "plain"),
    Rival("pair", "always", "careful"),
    Rival("rank", "always", "plain"),
    Rival("high", "always", "plain"),
    Rival("pair", "cheap", "all"),
)


def trump(state: DurakState, card: int) -> bool:
    return bool(state.trumps >> card & 1)


def worth(state: DurakState, card: int) -> tuple[bool, int]:
    return trump(state, card), card % 9


RULES: dict[str, Rule] = {
    f"lead {each.lead}, beat {each.beat}, add {each.add}": each.choose for each in RIVALS
}
