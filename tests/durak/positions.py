"""Positions written as in the rules (seats from 1), and play by text."""

from __future__ import annotations

from koloda.core.trace import legal_texts
from koloda.games.durak import GAME
from koloda.games.durak.cards import CODES
from koloda.games.durak.state import DurakState


def position(text: str, **options: object) -> DurakState:
    """A position between two rounds; trump is spades unless said otherwise. Watched, for its events."""
    state = GAME.position(text, options)
    state.watch()
    return state


def play(state: DurakState, *texts: str) -> DurakState:
    """Each text by whoever is asked: "2 beat TC" also checks that it is player 2."""
    for text in texts:
        player, action = text.split(" ", 1)
        assert asked(state) == int(player), f"player {asked(state)} is asked, not {player}"
        state.play(action)
    return state


def asked(state: DurakState) -> int | None:
    """Who has to decide, counted from 1."""
    return None if state.over else int(state.actor) + 1


def legal(state: DurakState) -> list[str]:
    return legal_texts(state, state.actor)


def hand(state: DurakState, player: int) -> list[str]:
    """A hand, sorted by code."""
    return sorted(CODES[card] for card in range(36) if state.hands[player - 1] >> card & 1)


def out(state: DurakState) -> list[int]:
    """Who is out, counted from 1, in order."""
    return [seat + 1 for seat in state.out_seats()]


def lead(state: DurakState) -> int:
    """The seat that leads, counted from 1 (the acting player may be another one)."""
    assert state.phase == 0
    return int(state.lead_seat) + 1


def seen(state: DurakState, player: int) -> list[str]:
    """The kinds of the events that this player has noticed."""
    return [str(event[0]) for event in state.watch().seen_by(player - 1)]
