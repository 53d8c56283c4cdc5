"""Simple policies of Yassa: which card first, and what else people believe in (see rivals.py)."""

from __future__ import annotations

from typing import NamedTuple

from bench.rivals_common import Rule

from koloda.core.bits import members
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.yassa.actions import (
    ACCEPT,
    AFTER_DRAW,
    CHALLENGE,
    DRAW,
    INTERVENE,
    PASS,
    PLAY_SHOUT,
    RESPOND_WD4,
    TURN,
)
from koloda.games.yassa.cards import DRAW_TWO, OPEN, SKIP, W4, WC, colour_types, count_in, points_of
from koloda.games.yassa.state import YassaState


class Rival(NamedTuple):
    first: str  # dear, cheap, digits: before actions, actions: before digits, colour, symbol, many, any
    wild: str  # late: only without another card, early
    doubt: str = "never"  # challenges: never, always, as the heuristic
    drawn: str = "laid"  # the card just drawn: laid, kept

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, YassaState)
        if state.turn != seat or state.phase not in (TURN, AFTER_DRAW, RESPOND_WD4) or heuristic >= DRAW + 4:
            return heuristic
        if state.phase == RESPOND_WD4:
            if heuristic in (ACCEPT, CHALLENGE) and self.doubt != "heuristic":
                return CHALLENGE if self.doubt == "always" and CHALLENGE in state.legal(seat) else ACCEPT
            return heuristic
        cards = [int(card) for card in members(state.playable(seat))]
        if not cards or (INTERVENE <= heuristic < DRAW):
            return heuristic
        if state.phase == AFTER_DRAW and self.drawn == "kept":
            return PASS
        card = max(cards, key=lambda card: (self.urge(state, card), self.worth(state, seat, card)))
        form = card if card < WC else WC + (card - WC) * 4 + fullest(state, seat)
        return form + PLAY_SHOUT if state.sizes[seat] == 2 else form

    def urge(self, state: YassaState, card: int) -> int:
        return (card >= WC) == (self.wild == "early")

    def worth(self, state: YassaState, seat: int, card: int) -> float:
        if self.first == "cheap":
            return -int(points_of(card))
        if self.first == "dear":
            return int(points_of(card))
        if card >= WC:
            return 1 if card == W4 else 0
        symbol = card % 13
        own = int(count_in(state.held[seat], state.more[seat], colour_types(card // 13)))
        if self.first == "digits":
            return -symbol if symbol >= SKIP else symbol
        if self.first == "actions":
            return 20 + (symbol == DRAW_TWO) if symbol >= SKIP else symbol
        if self.first == "colour":
            return 100 * (state.colour != OPEN and card // 13 == state.colour) + symbol
        if self.first == "symbol":
            return 100 * (state.colour == OPEN or card // 13 != state.colour) + symbol
        return own + symbol / 100 if self.first == "many" else 0


def fullest(state: YassaState, seat: int) -> int:
    """The colour held most."""
    return max(
        range(4), key=lambda colour: int(count_in(state.held[seat], state.more[seat], colour_types(colour)))
    )


RIVALS = (
    Rival("dear", "late"),
    Rival("dear", "early"),
    Rival("cheap", "late"),
    Rival("digits", "late"),
    Rival("actions", "late"),
    Rival("actions", "late", "always"),
    Rival("actions", "early"),
    Rival("colour", "late"),
    Rival("symbol", "late"),
    Rival("many", "late"),
    Rival("many", "late", "heuristic"),
    Rival("many", "late", "never", "kept"),
)
RULES: dict[str, Rule] = {
    f"{each.first} first, wild {each.wild}, doubts {each.doubt}, drawn {each.drawn}": each.choose
    for each in RIVALS
}
