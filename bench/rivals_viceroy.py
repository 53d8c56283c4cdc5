"""Simple policies of Viceroy: rules for bidding and building, else the heuristic (see rivals.py)."""

from __future__ import annotations

from bench.rivals_common import Rule

from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.viceroy.actions import (
    BID,
    BID_ATTACK,
    BID_NONE,
    BUILD,
    CIRCLE,
    CIRCLE_NONE,
    DECIDE,
    KEEP,
    LAW,
    LAW_NONE,
    PUT,
    START,
    TAKE,
    WANT,
)
from koloda.games.viceroy.bots.heuristic import Judge
from koloda.games.viceroy.pyramid import COLUMNS
from koloda.games.viceroy.state import ViceroyState


class Rival:
    """The heuristic with other habits, each named by the decision that it changes."""

    def __init__(self, **habits: str) -> None:
        self.habits = habits

    def choose(self, state: State, seat: int, heuristic: int, rng: Rng) -> int:
        assert isinstance(state, ViceroyState)
        kind = int(state.ask[seat])
        legal = [int(action) for action in state.legal(seat)]
        if len(legal) == 1:
            return heuristic
        if kind == BID and "bid" in self.habits:
            return self.bid(state, seat, legal, heuristic, rng)
        if kind in (BUILD, PUT) and "build" in self.habits:
            return self.built(state, seat, legal, kind, rng)
        if kind == LAW and "law" in self.habits:
            plays = [action for action in legal if action != LAW_NONE]
            if self.habits["law"] == "never" or not plays:
                return LAW_NONE if LAW_NONE in legal else heuristic
            return plays[int(rng.below(len(plays)))] if heuristic == LAW_NONE else heuristic
        if kind == DECIDE and "keep" in self.habits:
            return KEEP if KEEP in legal else heuristic
        if kind == TAKE and "take" in self.habits:
            return min((a for a in legal if a - TAKE < 4), key=lambda a: state.screens[seat * 4 + a - TAKE])
        if kind == START and "start" in self.habits:
            return legal[int(rng.below(len(legal)))]
        if kind == CIRCLE and "circle" in self.habits:
            return CIRCLE_NONE if CIRCLE_NONE in legal else heuristic
        if kind == WANT and "want" in self.habits:
            return legal[0]
        return heuristic

    def bid(self, state: ViceroyState, seat: int, legal: list[int], heuristic: int, rng: Rng) -> int:
        how = self.habits["bid"]
        colours = [action for action in legal if BID <= action < BID + 4]
        if how == "no attacks" and heuristic == BID_ATTACK:
            return BID_NONE if BID_NONE in legal else heuristic
        if how == "attacks" and BID_ATTACK in legal:
            return BID_ATTACK
        if not colours or how in ("no attacks", "attacks"):
            return heuristic
        if how == "never passes":
            if heuristic != BID_NONE:
                return heuristic
            return max(colours, key=lambda a: int(state.screens[seat * 4 + a - BID]))
        gems = sum(int(state.screens[seat * 4 + colour]) for colour in range(4))
        if how == "fullest":
            return (
                max(colours, key=lambda a: int(state.screens[seat * 4 + a - BID])) if gems > 3 else BID_NONE
            )
        if how == "poor passes":
            return BID_NONE if gems <= 3 and BID_NONE in legal else heuristic
        judge = Judge(state, seat, rng)
        best = max(colours, key=lambda a: value(judge, state, a - BID))
        return best if value(judge, state, best - BID) > 0 else BID_NONE

    def built(self, state: ViceroyState, seat: int, legal: list[int], kind: int, rng: Rng) -> int:
        how = self.habits["build"]
        if how == "any":
            return legal[int(rng.below(len(legal)))]
        sign = 1 if how == "high" else -1
        judge = Judge(state, seat, rng)
        card = int(state.acquired[seat]) if kind == BUILD else int(state.card)
        return max(
            legal,
            key=lambda a: (
                sign * ((a - kind) // COLUMNS),
                int(judge.worth_at(card, a - kind, kind == BUILD)),
            ),
        )


def value(judge: Judge, state: ViceroyState, colour: int) -> int:
    """What the better card of a colour is worth, whoever else may want it."""
    cards = [int(state.slots[colour * 2 + spot]) for spot in range(2)]
    return max((int(judge.acquired_worth(card, colour)) for card in cards if card >= 0), default=-100000)


RULES: dict[str, Rule] = {
    "bids with its fullest colour": Rival(bid="fullest").choose,
    "bids for the best card, whoever else wants it": Rival(bid="best").choose,
    "never passes": Rival(bid="never passes").choose,
    "passes with three gems or fewer": Rival(bid="poor passes").choose,
    "never attacks": Rival(bid="no attacks").choose,
    "attacks whenever it can": Rival(bid="attacks").choose,
    "builds as high as it can": Rival(build="high").choose,
    "builds low": Rival(build="low").choose,
    "plays a law whenever it can": Rival(law="always").choose,
    "keeps every card, takes the scarcest gems": Rival(keep="always", take="scarce").choose,
    "never paints, wants the base": Rival(circle="never", want="base").choose,
    "fullest colour, builds anywhere, starts with any card": Rival(
        bid="fullest", build="any", start="any"
    ).choose,
}
