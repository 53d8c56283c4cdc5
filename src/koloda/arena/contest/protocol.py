"""The lines of the contest protocol: what a program is told, what it is asked, and what it may answer."""

from __future__ import annotations

from koloda.games.durak.actions import ADD, ADD_CARD, BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS, CODES, NUMBERS
from koloda.games.durak.state import DurakState

COMMANDS = ("MOVE", "BEAT", "ADD")  # by phase
NO = "NO"
HIDDEN = "??"
ANSWER_BYTES = 16  # the longest line, before its LF, that can be an answer
ANSWERS = {code.encode(): code for code in (*CODES, NO)}

NOT_AN_ANSWER = -1  # the action of a NO to MOVE


def relative(seat: int, by: int, seats: int) -> int:
    """The number under which the process of seat `by` knows a seat: it is always 1 itself."""
    return (seat - by) % seats + 1


def read_answer(line: bytes) -> str | None:
    """A card or NO from an answer line without its LF; None: garbage. Blanks and one CR are trimmed (P1)."""
    if len(line) > ANSWER_BYTES:
        return None
    return ANSWERS.get(line.removesuffix(b"\r").strip(b" \t"))


def action_of(state: DurakState, answer: str) -> int:
    """What an answer means now; NOT_AN_ANSWER for a NO to MOVE, which is no action at all."""
    if state.phase == MOVE:
        return NOT_AN_ANSWER if answer == NO else NUMBERS[answer]
    if state.phase == BEAT:
        return TAKE if answer == NO else BEAT_WITH + NUMBERS[answer]
    return PASS if answer == NO else ADD_CARD + NUMBERS[answer]


def answer_of(action: int) -> str:
    """The answer that means an action."""
    return NO if action in (TAKE, PASS) else CODES[action % CARDS]


def why_illegal(state: DurakState, seat: int, answer: str) -> str:
    """Why a well-formed answer is not allowed now; empty if it is."""
    action = action_of(state, answer)
    if action == NOT_AN_ANSWER:
        return "MOVE cannot be refused"
    why = state.why_not(seat, action)
    return "" if why is None else str(state.game.reason_line(why))


class Dialogue:
    """What the processes of one game are told, made from the events of its watched state."""

    def __init__(self, state: DurakState, extensions: bool = False) -> None:
        self.state = state
        self.seats = int(state.seats)
        self.extensions = extensions
        self.told = 0

    @property
    def command(self) -> str:
        assert self.state.phase in (MOVE, BEAT, ADD)
        return COMMANDS[self.state.phase]

    def news(self) -> list[list[str]]:
        """The lines for each seat about everything that has happened since the last call."""
        lines: list[list[str]] = [[] for _ in range(self.seats)]
        events = self.state.events
        for event in events[self.told :]:
            kind, details = event.kind, event.full
            if kind == "draw":
                owner, cards = details
                assert isinstance(owner, int)
                assert isinstance(cards, tuple)
                for card in cards:
                    for seat in range(self.seats):
                        # also the face-up bottom card is told to nobody but who draws it
                        shown = card if seat == owner else HIDDEN
                        lines[seat].append(f"give {relative(owner, seat, self.seats)} {shown}")
            elif kind in ("move", "add", "beat", "take", "out"):
                for seat in range(self.seats):
                    words = [
                        str(relative(detail, seat, self.seats)) if isinstance(detail, int) else str(detail)
                        for detail in details
                    ]
                    lines[seat].append(" ".join([kind, *words]))
            elif kind == "trump":
                for seat in range(self.seats):
                    lines[seat] += self.opening(str(details[0]), details[1])
            elif kind == "over" and self.extensions:
                for seat in range(self.seats):
                    lines[seat].append(self.result(seat))
        self.told = len(events)
        return lines

    def opening(self, trump: str, bottom: object) -> list[str]:
        lines = [f"trump {trump}"]
        if self.extensions:
            mode = "team" if self.state.rules.team else "individual"
            lines = [f"players {self.seats}", f"mode {mode}", *lines]
            if bottom is not None:
                lines.append(f"bottom {bottom}")
        return lines

    def result(self, seat: int) -> str:
        """The last line of a game with extensions."""
        fool = int(self.state.fool())
        if fool < 0:
            return "result draw"
        if self.state.rules.team:
            return f"result team {1 if self.state.scores()[seat] == 1 else 2}"
        return f"result fool {relative(fool, seat, self.seats)}"
