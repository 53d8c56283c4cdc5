"""Simple policies of JunQuick: rules for single decisions, else what the heuristic does (see rivals.py)."""

from __future__ import annotations

from bench.rivals_common import Rule

from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.junquick.actions import (
    ACT,
    CHIEF,
    FREEZE,
    GATHER,
    INF,
    LAY,
    LIAR_GUESS,
    NEST,
    PASS,
    REDRAW,
    RESPONSE,
    STOP,
    TRUTH,
    WAIT,
)
from koloda.games.junquick.cards import NOMINAL
from koloda.games.junquick.state import JunQuickState

CARDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15)  # by lay action


class Rival:
    """The heuristic with other habits, each named by the decision that it changes."""

    def __init__(self, **habits: str) -> None:
        self.habits = habits

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, JunQuickState)
        legal = [int(action) for action in state.legal(seat)]
        habits = self.habits
        if state.phase == GATHER:
            return self.turn(legal, heuristic)
        if state.phase in (CHIEF, RESPONSE) and "react" in habits:
            plays = [action for action in legal if action != WAIT]
            if state.phase == CHIEF and state.top == seat:
                return heuristic
            return plays[0] if plays and habits["react"] == "always" else WAIT if WAIT in legal else heuristic
        if state.phase == LIAR_GUESS and "guess" in habits:
            return TRUTH if TRUTH in legal else heuristic
        if state.phase == FREEZE and "freeze" in habits:
            return STOP if STOP in legal else heuristic
        return heuristic

    def turn(self, legal: list[int], heuristic: int) -> int:
        habits = self.habits
        lays = [action for action in legal if LAY <= action < NEST]
        acts = [action for action in legal if ACT <= action < INF]
        if habits.get("act") == "always" and acts:
            return acts[0]
        if habits.get("act") == "never" and ACT <= heuristic < INF:
            return min(lays, key=nominal) if lays else PASS if PASS in legal else heuristic
        if habits.get("redraw") == "always" and REDRAW in legal:
            return REDRAW
        if habits.get("influence") == "never" and INF <= heuristic < PASS:
            return min(lays, key=nominal) if lays else PASS if PASS in legal else heuristic
        lay = habits.get("lay")
        if lay and lays:
            return (min if lay == "low" else max)(lays, key=nominal)
        if lay == "low" or lay == "high":
            return PASS if PASS in legal else heuristic
        if habits.get("pass") == "early" and PASS in legal:
            return PASS if heuristic < LAY or heuristic >= NEST else heuristic
        return heuristic


def nominal(action: int) -> int:
    card = CARDS[action - LAY]
    return 4 if card == 13 else int(NOMINAL[card])


RULES: dict[str, Rule] = {
    "lays the lowest": Rival(lay="low").choose,
    "lays the highest": Rival(lay="high").choose,
    "lays the lowest, never reacts": Rival(lay="low", react="never").choose,
    "lays the highest, always reacts": Rival(lay="high", react="always").choose,
    "activates whatever it can": Rival(act="always").choose,
    "never activates": Rival(act="never").choose,
    "redraws whenever it can": Rival(redraw="always").choose,
    "keeps its influences": Rival(influence="never").choose,
    "never reacts": Rival(react="never").choose,
    "reacts whenever it can": Rival(react="always").choose,
    "passes rather than do more than lay": Rival(**{"pass": "early"}).choose,
    "believes everything, stops in the cold": Rival(guess="truth", freeze="stop").choose,
}
