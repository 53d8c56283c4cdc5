"""A tournament as its log tells it. Pure: the same rows give the same tournament in every process."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import msgspec

from koloda.games import game as game_by_id
from koloda.table.rows import Value
from koloda.table.tournaments.draw import Entrant
from koloda.table.tournaments.standings import Line, bye_points, shares, standings

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"


class Row(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    at: int


class Made(Row, tag="made"):
    """By whom, and what is played; times in milliseconds."""

    maker: str
    maker_name: str
    name: str
    style: Literal["arena", "swiss"]
    game: str
    seats: int
    options: dict[str, Value]
    turn: int
    bank: int
    reaction: int
    starts: int
    length: int = 0  # of an arena
    rounds: int = 0  # of a Swiss tournament
    casual: bool = False
    fill: str = ""  # the level of bots that take empty seats; empty: none do
    bots: bool = False  # may bot accounts join?
    accounts: bool = False  # nobody without an account?
    most: int = 64  # people


class Joined(Row, tag="joined"):
    """Somebody comes, or comes back."""

    user: str
    name: str
    kind: str
    team: str = ""


class Withdrew(Row, tag="withdrew"):
    user: str
    absent: bool = False


class Begun(Row, tag="begun"):
    pass


class Teamed(Row, tag="teamed"):
    """These people are a team from now on."""

    users: list[str]


class Meeting(msgspec.Struct):
    table: str
    sides: list[int]  # entries; -1: bots


class Drawn(Row, tag="drawn"):
    games: list[Meeting]
    byes: list[int] = []


class Decided(Row, tag="decided"):
    """The places of the sides, 1 is best, 0 came not; and who did not come."""

    table: str
    places: list[int]
    absent: list[str] = []


class Ended(Row, tag="ended"):
    why: str = ""  # cancelled, few; empty: it was played to the end


AnyRow = Made | Joined | Withdrew | Begun | Teamed | Drawn | Decided | Ended
_decoder = msgspec.json.Decoder(AnyRow)


def read(data: bytes) -> AnyRow:
    row: AnyRow = _decoder.decode(data)
    return row


@dataclass(slots=True)
class Person:
    user: str
    name: str
    kind: str
    team: str
    since: int
    entry: int = -1  # no team yet
    active: bool = True
    missed: int = 0  # games in a row to which he did not come


@dataclass(slots=True)
class Entry(Entrant):
    members: list[str] = field(default_factory=list)
    name: str = ""
    played: int = 0
    wins: int = 0
    table: str = ""  # where they play now
    free_since: int = 0
    last_met: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    table: str
    round: int
    sides: list[int]
    at: int
    places: list[int] | None = None
    decided: int = 0


class Tournament:
    made: Made

    def __init__(self, name: str) -> None:
        self.id = name
        self.seq = 0
        self.status = OPEN
        self.people: dict[str, Person] = {}
        self.entries: list[Entry] = []
        self.games: dict[str, Game] = {}
        self.open: dict[str, Game] = {}
        self.round = 0
        self.rested: list[int] = []  # who has a bye in this round
        self.changed = 0  # when the last game was decided, or drawn
        self.ended = 0
        self.why = ""
        self._lines: tuple[int, list[Line]] = (-1, [])

    @cached_property
    def sides(self) -> list[list[int]]:
        """The seats of the sides."""
        game = game_by_id(self.made.game)
        return game.sides(self.made.seats, game.resolve(self.made.seats, self.made.options))

    @property
    def width(self) -> int:
        return len(self.sides)

    @property
    def team_size(self) -> int:
        return len(self.sides[0])

    @property
    def ends(self) -> int:
        return self.made.starts + self.made.length

    @property
    def rounds(self) -> int:
        """Two sides do not meet again while there are others: a small field has fewer rounds."""
        field_ = max(1, len(self.entries) - (len(self.entries) % 2 == 0))
        return min(self.made.rounds, field_) if self.width == 2 and self.status != OPEN else self.made.rounds

    @property
    def lines(self) -> list[Line]:
        if self._lines[0] != self.seq:
            self._lines = (self.seq, standings(self))
        return self._lines[1]

    def is_active(self, entry: Entry) -> bool:
        return all(self.people[user].active for user in entry.members)

    @property
    def active(self) -> list[Entry]:
        return [entry for entry in self.entries if self.is_active(entry)]

    @property
    def here(self) -> list[Person]:
        return [person for person in self.people.values() if person.active]

    def single(self) -> list[Person]:
        """Who has no team yet."""
        return [person for person in self.people.values() if person.active and person.entry < 0]

    def fold(self, row: AnyRow) -> None:
        self.seq += 1
        getattr(self, "_" + type(row).__name__.lower())(row)

    def _made(self, row: Made) -> None:
        self.made = row
        self.changed = row.at

    def _joined(self, row: Joined) -> None:
        person = self.people.get(row.user)
        if person is None:
            self.people[row.user] = Person(row.user, row.name, row.kind, row.team, row.at)
            if self.team_size == 1 and self.status == RUNNING:
                self._enter([row.user], row.at)
            return
        person.active, person.missed, person.name = True, 0, row.name
        if person.entry < 0:
            person.team = row.team
        else:
            self.entries[person.entry].free_since = row.at

    def _withdrew(self, row: Withdrew) -> None:
        if self.status == OPEN:
            del self.people[row.user]
        else:
            self.people[row.user].active = False

    def _begun(self, row: Begun) -> None:
        self.status = RUNNING
        self.changed = row.at
        if self.team_size == 1:
            for user in self.people:
                self._enter([user], row.at)

    def _teamed(self, row: Teamed) -> None:
        self._enter(row.users, row.at)

    def _enter(self, users: list[str], at: int) -> None:
        number = len(self.entries)
        words = [self.people[user].team for user in users if self.people[user].team]
        self.entries.append(Entry(number, members=users, name=words[0] if words else "", free_since=at))
        for user in users:
            self.people[user].entry = number

    def _drawn(self, row: Drawn) -> None:
        self.round += 1
        self.changed = row.at
        for meeting in row.games:
            game = Game(meeting.table, self.round, meeting.sides, row.at)
            self.games[game.table] = self.open[game.table] = game
            for side, number in enumerate(game.sides):
                if number >= 0:
                    entry = self.entries[number]
                    entry.table = game.table
                    entry.sides[side] += 1
                    entry.last_side = side
                    entry.last_met = [other for other in game.sides if other not in (number, -1)]
                    entry.met.update(entry.last_met)
        self.rested = row.byes
        for number in row.byes:
            self.entries[number].byes += 1
            self.entries[number].points += bye_points(self.width)

    def _decided(self, row: Decided) -> None:
        game = self.open.pop(row.table)
        game.places = row.places
        game.decided = row.at
        self.changed = row.at
        for number, place, share in zip(game.sides, row.places, shares(row.places), strict=True):
            if number < 0:
                continue
            entry = self.entries[number]
            entry.table = ""
            entry.free_since = row.at
            entry.played += 1
            entry.points += share
            entry.wins += place == 1 and row.places.count(1) < len(row.places)
            for user in entry.members:
                self.people[user].missed = self.people[user].missed + 1 if user in row.absent else 0

    def _ended(self, row: Ended) -> None:
        self.status = CANCELLED if row.why else OVER
        self.why = row.why
        self.ended = row.at
        self.open.clear()
        for entry in self.entries:
            entry.table = ""


def recent(entry: Entry) -> Entrant:
    """For an arena only the game before counts as a repeat."""
    return Entrant(entry.number, entry.points, Counter(entry.last_met), 0, entry.sides, entry.last_side)
