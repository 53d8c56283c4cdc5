"""What a seat sees as a row of bytes 0 and 1, at named places (rows.py).

Every field begins at a whole word of eight places; places between the end of a field and the next word are
always 0.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final
from zlib import crc32

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.rng import Rng
from koloda.core.rows import Masks, Rows
from koloda.core.state import State

# the kinds of fields
FLAGS: Final = "flags"  # independent places, each with its label; a label twice: a second copy
CHOICE: Final = "choice"  # at most one place is 1
DIGITS: Final = "digits"  # how many of each label: its first place counts 1, its second one 2, then 4 and 8
COUNT: Final = "count"  # so many ones, then zeros: place i is 1 if the number is above i * step

FACTS: Final = 1024  # places of an observation of a game that has no encoder of its own


class Field:
    """A part of an observation: rows of `width` places, one every `stride` places from `at` on."""

    def __init__(
        self,
        name: str,
        at: int,
        kind: str,
        rows: list[str],
        width: int,
        labels: list[str],
        step: int,
        about: str,
    ) -> None:
        self.name = name
        self.at = at
        self.kind = kind
        self.rows = rows  # what each row is about; one row without a name: []
        self.width = width
        self.labels = labels  # of the places of a row; empty for counts
        self.step = step  # of a count
        self.about = about

    @property
    def stride(self) -> int:
        return (self.width + 7) // 8 * 8

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.rows), self.width) if self.rows else (self.width,)

    @property
    def end(self) -> int:
        return self.at + max(1, len(self.rows)) * self.stride


class Encoder:
    """Of one game with these seats and options: fresh deals, and what a seat sees of them.

    Seats are relative: 0 is the seat itself, 1 the next one clockwise.
    """

    game: Any  # the Game
    seats: i64
    words: i64  # of an observation
    mask_words: i64
    num_actions: i64
    fields: list[Field]
    dealer: Any  # a function from a generator to a new deal

    def __init__(self, game: Any, seats: i64) -> None:
        self.game = game
        self.seats = seats
        self.words = 0
        self.num_actions = game.num_actions
        self.mask_words = (self.num_actions + 7) // 8
        self.fields = []
        self.dealer = None

    def fresh(self, rng: Rng) -> State:
        """A new deal from this generator, that of game.deal if the generator is Rng(seed)."""
        state: State = self.dealer(rng)
        return state

    @abstractmethod
    def observe(self, state: State, seat: i64, out: Rows) -> None:
        """Write what the seat sees into a row that was started; nothing that its view does not tell."""

    def look(self, state: State, seat: i64, out: Rows, base: i64) -> None:
        """The whole row of an observation."""
        out.start(base, self.words)
        self.observe(state, seat, out)

    # the layout; these give the first word of the field

    def field(
        self, name: str, kind: str, rows: list[str], width: i64, labels: list[str], step: i64, about: str
    ) -> i64:
        at = self.words
        made = Field(name, int(at) * 8, kind, rows, int(width), labels, int(step), about)
        self.fields.append(made)
        self.words = made.end // 8
        return at

    def flags(self, name: str, labels: list[str], about: str, rows: list[str] | None = None) -> i64:
        return self.field(name, FLAGS, rows or [], len(labels), labels, 1, about)

    def choice(self, name: str, labels: list[str], about: str, rows: list[str] | None = None) -> i64:
        return self.field(name, CHOICE, rows or [], len(labels), labels, 1, about)

    def digits(self, name: str, labels: list[str], about: str, rows: list[str] | None = None) -> i64:
        return self.field(name, DIGITS, rows or [], len(labels), labels, 1, about)

    def count(self, name: str, width: i64, about: str, rows: list[str] | None = None, step: i64 = 1) -> i64:
        return self.field(name, COUNT, rows or [], width, [], step, about)

    def seat_names(self) -> list[str]:
        """The rows of a field that has one for each seat."""
        return ["self", *[f"+{place}" for place in range(1, int(self.seats))]]

    def relative(self, seat: i64, other: i64) -> i64:
        """Where another seat sits, seen from this one; -1 stays nobody."""
        if other < 0:
            return -1
        return other - seat if other >= seat else other - seat + self.seats

    def absolute(self, seat: i64, place: i64) -> i64:
        """The seat that sits so many places after this one. (Not by a remainder: that is a division.)"""
        other = seat + place
        return other - self.seats if other >= self.seats else other

    def turned(self, seat: i64, mask: i64) -> i64:
        """A set of seats as relative ones."""
        return (mask >> seat | shifted(mask, self.seats - seat)) & (bit(self.seats) - 1)


class FactsEncoder(Encoder):
    """For games without an encoder of their own: a place for each fact of the view, given by its hash.

    A fact is the path to a value and the value; places in lists are left out, so that a list is a bag.
    """

    facts: i64

    def __init__(self, game: Any, seats: i64) -> None:
        super().__init__(game, seats)
        self.facts = self.field("facts", FLAGS, [], FACTS, [], 1, "the facts of the view, by their hash")

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        self.tell("", state.view(int(seat)), out)

    def tell(self, path: str, value: Any, out: Rows) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                self.tell(f"{path}.{key}", part, out)
        elif isinstance(value, (list, tuple)):
            for part in value:
                self.tell(path, part, out)
        else:
            out.one(self.facts, crc32(f"{path}={value}".encode()) % FACTS)


class Lens:
    """One observation and one mask: what a seat of any deal sees."""

    encoder: Encoder
    seen: Rows
    mask: Masks

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.seen = Rows(encoder.words)
        self.mask = Masks(1, encoder.mask_words)

    def look(self, state: State, seat: i64) -> None:
        self.encoder.look(state, seat, self.seen, 0)
        self.mask.open(0)
        if state.pending & bit(seat):
            state.allow(seat, self.mask)
        self.mask.close(0)
