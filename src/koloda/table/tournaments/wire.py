"""Bodies of HTTP about tournaments of people."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from koloda.table.people_wire import User
from koloda.table.rows import Value
from koloda.table.wire import In, Level

Style = Literal["arena", "swiss"]
Status = Literal["open", "running", "over", "cancelled"]


class NewTournament(In):
    """Arena: as many games as fit into `minutes`. Swiss: `rounds`, pairs by points without repeats."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Annotated[str, Meta(max_length=40)]
    style: Style = "swiss"
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    options: dict[str, Value] = {}
    starts_in: Annotated[int, Meta(ge=5, le=14 * 86_400, description="seconds")] = 300
    minutes: Annotated[int, Meta(ge=1, le=360, description="of an arena")] = 45
    rounds: Annotated[int, Meta(ge=1, le=15, description="of a Swiss tournament")] = 5
    turn: Annotated[int, Meta(ge=5, le=300, description="seconds for a turn")] = 30
    bank: Annotated[int, Meta(ge=0, le=1800, description="seconds beyond that for all turns")] = 60
    rated: bool = True
    fill: Annotated[Level, Meta(description="the level of bots for empty seats; empty: none")] = ""
    bots: Annotated[bool, Meta(description="may bot accounts join?")] = False
    accounts: Annotated[bool, Meta(description="only people with an account?")] = False
    most: Annotated[int, Meta(ge=2, le=128, description="people")] = 64


class JoinTournament(In):
    """Where sides are teams: who gives the same name is one team; without one the lot decides."""

    team: Annotated[str, Meta(max_length=40)] = ""


class TournamentInfo(Struct):
    id: str
    name: str
    style: Style
    game: str
    seats: int
    options: dict[str, Value]
    status: Status
    maker: User
    starts: Annotated[int, Meta(description="milliseconds since 1970, as all times")]
    ends: Annotated[int, Meta(description="of an arena: no game begins later; else 0")]
    ended: int
    why: Annotated[str, Meta(description="why it was cancelled: cancelled (by its maker), few (people)")]
    round: int
    rounds: Annotated[int, Meta(description="0: an arena")]
    turn: int
    bank: int
    rated: bool
    fill: str
    bots: bool
    accounts: bool
    people: Annotated[int, Meta(description="who takes part now")]
    most: int
    sides: Annotated[int, Meta(description="that meet at a table")]
    team: Annotated[int, Meta(description="how many people are a team; 1: everybody plays for himself")]


class TournamentPerson(Struct):
    user: User
    team: str
    active: bool


class TournamentLine(Struct):
    """A player or a team: `number` is what games name."""

    number: int
    place: int
    name: Annotated[str, Meta(description="of the team, if it has one")]
    members: list[User]
    points: float
    games: int
    wins: int
    buchholz: Annotated[float, Meta(description="the points of all opponents")]
    berger: Annotated[float, Meta(description="those of the beaten, and half of the drawn")]
    active: bool
    waiting: bool
    table: Annotated[str, Meta(description="where they play now")] = ""


class TournamentGame(Struct):
    table: str
    round: int
    sides: Annotated[list[int], Meta(description="numbers of the lines; -1: bots")]
    places: Annotated[list[int] | None, Meta(description="1 is best, 0 did not come; null: still played")]
    points: list[float]


class TournamentMe(Struct):
    """My part: none (not in it), joined, waiting, playing, bye, away, done."""

    state: Literal["none", "joined", "waiting", "playing", "bye", "away", "done"]
    line: int = -1
    table: Annotated[str, Meta(description="my game, if there is one now")] = ""
    team: str = ""


class TournamentPage(Struct):
    tournament: TournamentInfo
    now: Annotated[int, Meta(description="the server's time")]
    people: Annotated[list[TournamentPerson], Meta(description="before the start, and those without a team")]
    lines: Annotated[list[TournamentLine], Meta(description="the leaders first")]
    games: Annotated[list[TournamentGame], Meta(description="those that are played, then the last ones")]
    byes: Annotated[list[int], Meta(description="who rests in this round")]
    next_round: Annotated[int, Meta(description="when the next round begins; 0: not known yet")]
    me: TournamentMe


class TournamentList(Struct):
    now: int
    tournaments: list[TournamentInfo]
