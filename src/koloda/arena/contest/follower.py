"""The other side of the protocol: one process's lines, followed with the rules.

The follower keeps a state in which the cards that its seat has not seen lie anywhere. Whenever a line shows
such a card, it changes places with whatever was assumed there. So the state is always one that the seat
cannot tell from the true one, and a bot that asks it for samples gets fair ones.
"""

from __future__ import annotations

from koloda.arena.contest.protocol import COMMANDS, HIDDEN
from koloda.arena.contest.referee import Deal
from koloda.core.bits import lowest
from koloda.core.errors import KolodaError
from koloda.core.options import shown
from koloda.games.durak.actions import ADD, ADD_CARD, BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS, CODES, NUMBERS
from koloda.games.durak.state import DurakState

DEALT = 24
# everything is asked, so that nothing depends on cards that are only assumed
ASKING = {"ask_add": "always", "ask_beat": "always", "final_beat": "on"}


class Lost(KolodaError):
    """A line that does not fit what was told before."""


class Follower:
    """Our own seat is 0, as the protocol's player 1."""

    def __init__(self) -> None:
        self.trump = ""
        self.given: list[tuple[int, str]] = []
        self.state: DurakState | None = None
        self.contest = Deal(tuple(CODES), "H", 0).state({}, watch=False).rules

    def hear(self, line: str) -> None:
        """One line that is no command."""
        word, *rest = line.split()
        if word == "trump":
            self.trump = rest[0]
        elif word == "give":
            self.give(int(rest[0]) - 1, rest[1])
        elif word in ("move", "add"):
            self.lay(int(rest[0]) - 1, NUMBERS[rest[2]], MOVE if word == "move" else ADD)
        elif word == "beat":
            self.lay(int(rest[0]) - 1, NUMBERS[rest[1]], BEAT)
        elif word == "take":
            self.current(BEAT).apply(int(rest[0]) - 1, TAKE)
        elif word == "out":
            state = self.state
            if state is not None and not state.out >> (int(rest[0]) - 1) & 1:
                self.end_round(state)

    def asked(self, command: str) -> DurakState:
        """The position in which our seat has to decide, by the rules of the contest."""
        state = self.current()
        if command == "MOVE":
            self.end_round(state)
        elif command == "ADD":
            self.pass_until(state, 0)
        if command not in COMMANDS or state.actor != 0 or COMMANDS[state.phase] != command:
            raise Lost(f"{shown(command)}: not what the rules ask here")
        position = state.clone()
        # the question after the last card exists only with final_beat; else these are the contest's rules
        position.rules = state.rules if state.last else self.contest
        return position

    # cards

    def give(self, seat: int, card: str) -> None:
        place = len(self.given)
        self.given.append((seat, card))
        if place == DEALT - 1:
            self.begin()
        elif place >= DEALT:
            state = self.current()
            self.end_round(state)
            if card != HIDDEN:
                self.exchange(state, int(state.deck[place]), NUMBERS[card])

    def begin(self) -> None:
        """Deal: our six cards are where they are, all others anywhere."""
        seen = {card for _, card in self.given}
        unseen = iter([code for code in CODES if code not in seen])
        deck = [card if card != HIDDEN else next(unseen) for _, card in self.given]
        self.state = Deal((*deck, *unseen), self.trump, self.given[0][0]).state(ASKING, watch=False)

    def exchange(self, state: DurakState, assumed: int, shown_card: int) -> None:
        """Let a card that has been shown and one that was only assumed there change places."""
        if assumed == shown_card:
            return
        both = 1 << assumed | 1 << shown_card
        for seat in range(4):
            if (state.hands[seat] & both) not in (0, both):
                state.hands[seat] ^= both
        deck = state.deck[:]
        for place in range(CARDS):
            if deck[place] == assumed:
                deck[place] = shown_card
            elif deck[place] == shown_card:
                deck[place] = assumed
        state.deck = deck

    # what the players do

    def current(self, phase: int | None = None) -> DurakState:
        if self.state is None or self.state.over or (phase is not None and self.state.phase != phase):
            raise Lost("a line that does not fit what was told before")
        return self.state

    def lay(self, seat: int, card: int, phase: int) -> None:
        state = self.current()
        if phase == MOVE:
            self.end_round(state)
        elif phase == ADD:
            self.pass_until(state, seat)
        if state.phase != phase or state.actor != seat:
            raise Lost(f"{CODES[card]} by {seat + 1}: it is not asked by the rules")
        if not state.hands[seat] >> card & 1:
            hidden = state.hands[seat] & ~state.known[seat]
            if not hidden or seat == 0:
                raise Lost(f"{CODES[card]} by {seat + 1}: not in this hand")
            self.exchange(state, int(lowest(hidden)), card)
        base = {MOVE: 0, BEAT: BEAT_WITH, ADD: ADD_CARD}[phase]
        state.apply(seat, base + card)

    def pass_until(self, state: DurakState, seat: int) -> None:
        """Refusals to add are silent: who comes before this seat in the poll has refused."""
        while state.phase == ADD and state.actor != seat:
            state.apply(state.actor, PASS)

    def end_round(self, state: DurakState) -> None:
        while state.phase == ADD:
            state.apply(state.actor, PASS)
