"""Positions written as in the rules (players A, B, C ...), and play by text."""

from __future__ import annotations

from koloda.core.bits import members
from koloda.core.state import State
from koloda.core.trace import legal_texts
from koloda.games.yassa import GAME
from koloda.games.yassa.actions import PHASES
from koloda.games.yassa.cards import CODES, codes
from koloda.games.yassa.state import YassaState

LETTERS = "ABCDEFGHIJ"


def position(text: str, **options: object) -> YassaState:
    """A turn of A unless said otherwise; cards that are not listed lie under the stock."""
    return GAME.position(text, options)


def yassa(state: State) -> YassaState:
    assert isinstance(state, YassaState)
    return state


def play(state: YassaState, *texts: str) -> YassaState:
    """Each text by the player named: "B play R5"."""
    for text in texts:
        player, action = text.split(" ", 1)
        state.play(action, LETTERS.index(player))
    return state


def now(state: YassaState) -> str:
    """Phase and who decides: "TURN(A)"."""
    seats = "".join(LETTERS[seat] for seat in members(state.pending))
    return f"{PHASES[state.phase].upper()}({seats})"


def legal(state: YassaState, player: str) -> list[str]:
    return legal_texts(state, LETTERS.index(player))


def hand(state: YassaState, player: str) -> list[str]:
    seat = LETTERS.index(player)
    return codes(state.held[seat], state.more[seat])


def count(state: YassaState, player: str) -> int:
    return int(state.sizes[LETTERS.index(player)])


def top(state: YassaState) -> str:
    """The top of the discard pile with the colour, as a view shows it."""
    return str(state.view(None)["top"])


def stock(state: YassaState) -> list[str]:
    return [CODES[card] for card in state.stock[state.taken :]]


def discard(state: YassaState) -> list[str]:
    return [CODES[card] for card in state.discard]


def kinds(state: YassaState, player: str) -> list[str]:
    """The kinds of the events that this player has noticed."""
    return [str(event[0]) for event in state.watch().seen_by(LETTERS.index(player))]
