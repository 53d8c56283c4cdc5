"""What a seat sees as a row of bytes 0 and 1, at named places, in memory that NumPy sees without a copy.

Eight places are one 64-bit word, so that eight bits become eight bytes by one look-up and one store (the
first place is the lowest byte: little-endian machines). Every field begins at a whole word; places between
the end of a field and the next word are always 0.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final
from zlib import crc32

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, vec

# the kinds of fields
FLAGS: Final = "flags"  # independent places, each with its label; a label twice: a second copy
CHOICE: Final = "choice"  # at most one place is 1
COUNT: Final = "count"  # so many ones, then zeros: place i is 1 if the number is above i * step

FACTS: Final = 1024  # places of an observation of a game that has no encoder of its own


def zeros(count: i64) -> vec[i64]:
    words = vec[i64](capacity=count)
    for i in range(count):
        words = append(words, 0)
    return words


def spread_table() -> vec[i64]:
    """For each byte the word whose eight bytes are its bits, the lowest first."""
    table = zeros(256)
    for byte in range(256):
        word: i64 = 0
        for j in range(8):
            word |= shifted((byte >> j) & 1, j * 8)
        table[byte] = word
    return table


class Rows:
    """Rows of words. They never grow, so that a NumPy view of `words` stays valid."""

    words: vec[i64]
    table: vec[i64]
    base: i64  # the first word of the row that is being written

    def __init__(self, words: i64) -> None:
        self.words = zeros(words)
        self.table = spread_table()
        self.base = 0

    def start(self, base: i64, count: i64) -> None:
        """Begin a row of so many words: all zeros."""
        self.base = base
        words = self.words
        for i in range(base, base + count):
            words[i] = 0

    def bits(self, at: i64, bits: i64) -> None:
        """The bits of a set, the lowest first, from a word of the row on."""
        place = self.base + at
        words = self.words
        table = self.table
        while bits:
            words[place] = table[bits & 255]
            bits >>= 8
            place += 1

    def one(self, at: i64, place: i64) -> None:
        """One place of a field; below 0: none."""
        if place >= 0:
            self.words[self.base + at + (place >> 3)] |= shifted(1, (place & 7) * 8)

    def has(self, at: i64, place: i64) -> bool:
        """Is this place of a field 1 already?"""
        return self.words[self.base + at + (place >> 3)] >> ((place & 7) * 8) & 1 != 0

    def up_to(self, at: i64, count: i64, width: i64) -> None:
        """So many ones, at most the width of the field (up to 56)."""
        if count > width:
            count = width
        if count > 0:
            self.bits(at, bit(count) - 1)


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

    def allow(self, before: list[i64], actions: list[i64], out: Rows, base: i64) -> None:
        """The row of a mask, which has had the actions `before`."""
        words = out.words
        for action in before:
            words[base + (action >> 3)] = 0
        for action in actions:
            words[base + (action >> 3)] |= shifted(1, (action & 7) * 8)

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

    def count(self, name: str, width: i64, about: str, rows: list[str] | None = None, step: i64 = 1) -> i64:
        return self.field(name, COUNT, rows or [], width, [], step, about)

    def seat_names(self) -> list[str]:
        """The rows of a field that has one for each seat."""
        return ["self", *[f"+{place}" for place in range(1, int(self.seats))]]

    def relative(self, seat: i64, other: i64) -> i64:
        """Where another seat sits, seen from this one; -1 stays nobody."""
        if other < 0:
            return -1
        return (other - seat + self.seats) % self.seats

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
    mask: Rows
    legal: list[i64]

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.seen = Rows(encoder.words)
        self.mask = Rows(encoder.mask_words)
        self.legal = []

    def look(self, state: State, seat: i64) -> None:
        self.encoder.look(state, seat, self.seen, 0)
        actions: list[i64] = []
        if state.pending & bit(seat):
            actions = state.legal(seat)
        self.encoder.allow(self.legal, actions, self.mask, 0)
        self.legal = actions
