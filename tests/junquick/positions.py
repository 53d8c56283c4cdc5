"""Positions in the notation of the rules, and play by text."""

from __future__ import annotations

from koloda.core.errors import IllegalAction
from koloda.core.log import Chance
from koloda.core.trace import legal_texts
from koloda.games.junquick import GAME
from koloda.games.junquick.actions import SURFACES
from koloda.games.junquick.cards import NUMBERS, codes
from koloda.games.junquick.state import JunQuickState
from koloda.games.junquick.views import home as home_of
from koloda.games.junquick.views import virus_codes


def position(text: str, **options: object) -> JunQuickState:
    """A watched position, so that its events and outcomes of chance can be looked at."""
    state = GAME.position(text, options)
    state.watch()
    return state


def play(state: JunQuickState, *texts: str) -> JunQuickState:
    """Each text by the seat it names: "1 lay J3"."""
    for text in texts:
        seat, action = text.split(" ", 1)
        state.play(action, int(seat))
    return state


def picking(state: JunQuickState, text: str, *picks: str) -> JunQuickState:
    """The same for one action, with the outcomes of its blind picks: "J4 from nest 2"."""
    log = state.watch()
    log.script = []
    for pick in picks:
        code, _, zone = pick.partition(" from ")
        log.script.append(Chance(zone, [NUMBERS[code]], True))
    play(state, text)
    assert not log.script
    log.script = None
    return state


def legal(state: JunQuickState, seat: int | None = None) -> list[str]:
    return legal_texts(state, state.actor if seat is None else seat)


def why(state: JunQuickState, text: str) -> str:
    """Why the action "1 lay J3" is refused."""
    seat, action = text.split(" ", 1)
    try:
        state.play(action, int(seat))
    except IllegalAction as refusal:
        return refusal.reason
    raise AssertionError(f"{text} is legal")


def asked(state: JunQuickState) -> list[int]:
    return [seat for seat in range(state.seats) if state.pending >> seat & 1]


def hand(state: JunQuickState, seat: int) -> list[str]:
    return codes(state.hands[seat])


def nest(state: JunQuickState, seat: int) -> list[str]:
    return codes(state.nests[seat])


def home(state: JunQuickState, seat: int) -> list[list[str]]:
    return home_of(state, seat)


def viruses(state: JunQuickState, seat: int) -> list[str]:
    return virus_codes(state.viruses[seat])


def discard(state: JunQuickState) -> list[str]:
    return codes(state.discard)


def surface(state: JunQuickState) -> str:
    return SURFACES[state.surface]


def phase(state: JunQuickState) -> str:
    return str(state.view(None)["phase"])


def told(state: JunQuickState, seat: int | None, kind: str) -> list[tuple[object, ...]]:
    """The events of one kind as this seat has seen them."""
    return [event[1:] for event in state.watch().seen_by(seat) if event[0] == kind]
