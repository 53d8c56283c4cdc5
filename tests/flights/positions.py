"""Positions written as in the rules (P1 to P4), and play by text."""

from __future__ import annotations

from koloda.core.match import Match
from koloda.core.trace import legal_texts
from koloda.games.flights import GAME
from koloda.games.flights.cards import codes
from koloda.games.flights.scoring import placement
from koloda.games.flights.state import FlightsState


def position(text: str, **options: object) -> FlightsState:
    """A position before laying. Watched, for its events."""
    state = GAME.position(text, options)
    state.watch()
    return state


def play(state: FlightsState, *texts: str) -> FlightsState:
    """Each text by the player it names: "P2 take DP"."""
    for text in texts:
        player, action = text.split(" ", 1)
        state.play(action, int(player[1]) - 1)
    return state


def lay(state: FlightsState, *pairs: str) -> FlightsState:
    """P1, P2, ... lay these pairs, written "R4 F5"."""
    return play(state, *(f"P{seat + 1} lay {pair}" for seat, pair in enumerate(pairs)))


def asked(state: FlightsState) -> str:
    """Who has to decide, as "P1 P3"."""
    return " ".join(f"P{seat + 1}" for seat in range(state.seats) if state.pending >> seat & 1)


def legal(state: FlightsState, player: str = "") -> list[str]:
    return legal_texts(state, int(player[1]) - 1 if player else state.actor)


def row(state: FlightsState, player: str) -> str:
    """A collection as "[R1 B2]"."""
    return f"[{' '.join(state.row(int(player[1]) - 1))}]"


def rows(state: FlightsState) -> list[str]:
    return [row(state, f"P{seat + 1}") for seat in range(state.seats)]


def hand(state: FlightsState, player: str) -> list[str]:
    return codes(state.hands[int(player[1]) - 1])


def order(state: FlightsState) -> str:
    """The taking order as "P2 P3 P1"."""
    return " ".join(f"P{seat + 1}" for seat in state.order_seats())


def discard(state: FlightsState) -> list[str]:
    return codes(state.discard)


def events(state: FlightsState, *kinds: str) -> list[tuple[object, ...]]:
    """What everybody has seen, only these kinds."""
    return [event for event in state.watch().seen_by(None) if event[0] in kinds]


def take_all(state: FlightsState) -> FlightsState:
    """Finish the round: the first legal action wherever somebody takes or swaps."""
    while not state.over and state.view(None)["phase"] != "lay":
        state.apply(state.actor, state.legal(state.actor)[0])
    return state


def counted(match: Match, *games: tuple[list[int], list[int]]) -> Match:
    """Games with these points and finishers, as if they had been played."""
    for scores, finishers in games:
        match.results.append(
            {
                "scores": scores,
                "placement": placement(scores, finishers, match.options["winner"] == "collector"),
                "finishers": finishers,
                "first_finisher": finishers[0] if finishers else None,
            }
        )
        points = GAME.points_in_match(match, match.results[-1])
        match.totals = [total + more for total, more in zip(match.totals, points, strict=True)]
    return match
