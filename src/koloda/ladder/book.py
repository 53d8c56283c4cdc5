"""What the log of a ladder adds up to: programs and their versions, results, faults, ratings over time."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from koloda.names import look

ACTIVE, FROZEN, BENCHED, RETIRED = "active", "frozen", "benched", "retired"
QUEUED, COMPILING, CHECKING, ENTERED, REFUSED = "queued", "compiling", "checking", "entered", "refused"
WAITING = "waiting"  # no version has been let in yet, and one may be
BY_AUTHOR = "author"  # why a program was retired
LAST_GAMES = 40  # fixtures of a program, and of the ladder, that are listed
POINTS = 300  # of a graph; of more every other one is left out
ATTEMPTS = 3  # to test a version; who is in the way of the runner so often is refused
EVEN = 1e-9


@dataclass
class Version:
    program: int
    number: int
    at: int  # milliseconds since 1970
    main: str = ""  # the name of its source
    state: str = QUEUED
    why: str = ""  # of a refusal, in one line
    reason: str = ""  # the same as a word: compile, fault, tools, broken
    code: str = ""  # of the fault
    attempts: int = 0
    games: int = 0
    score: float = 0.0  # of these games: 1 for a win against one other, 0.5, 0
    faults: Counter[str] = field(default_factory=Counter)
    recent: deque[str] = field(default_factory=lambda: deque(maxlen=1000))  # the fault of each game, or ""
    counted: int = 0  # games, those of finals too
    forgiven: int = 0  # of them before it was last let off the bench

    @property
    def id(self) -> str:
        return f"{self.program}.{self.number}"


@dataclass
class Program:
    number: int
    name: str
    owner: str = ""  # the id of an account; empty: the organiser's
    level: bool = False  # one of our own bots
    status: str = ACTIVE
    why: str = ""
    versions: list[Version] = field(default_factory=list)
    points: list[list[float]] = field(default_factory=list)  # version, games, rating, margin
    fixtures: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=LAST_GAMES))

    @property
    def current(self) -> Version | None:
        """The version that plays: the last one that was let in."""
        return next((each for each in reversed(self.versions) if each.state == ENTERED), None)

    @property
    def plays(self) -> bool:
        return self.status == ACTIVE and self.current is not None

    @property
    def shown_status(self) -> str:
        """As people are told: nobody plays before a version of his was let in."""
        if self.status != ACTIVE or self.current is not None:
            return self.status
        return REFUSED if all(version.state == REFUSED for version in self.versions) else WAITING

    @property
    def removed(self) -> bool:
        """Has its author taken it away? Then he may bring it back."""
        return self.status == RETIRED and self.why == BY_AUTHOR


@dataclass
class Final:
    number: int
    rounds: int
    versions: list[str]
    secret: int
    over: bool = False
    played: set[int] = field(default_factory=set)  # fixtures
    games: list[tuple[int, list[str], list[float]]] = field(
        default_factory=list
    )  # fixture, versions, returns


class Results:
    """Who has scored what against whom: for ratings."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], list[float]] = {}  # score of the first, weight
        self.games: Counter[str] = Counter()
        self.scores: dict[str, float] = {}

    def add(self, fixture: Mapping[str, Any]) -> None:
        for game in fixture["games"]:
            shares = shares_of(game["versions"], game["returns"])
            for first, second, score, weight in duels(shares):
                known = self.pairs.setdefault((first, second), [0.0, 0.0])
                known[0] += score * weight
                known[1] += weight
            for version, points in points_of(shares).items():
                self.games[version] += 1
                self.scores[version] = self.scores.get(version, 0.0) + points


def shares_of(versions: Sequence[str], returns: Sequence[float]) -> dict[str, float]:
    """The mean return of each version, by the version on each seat."""
    sums: dict[str, list[float]] = {}
    for version, value in zip(versions, returns, strict=True):
        sums.setdefault(version, []).append(value)
    return {version: sum(values) / len(values) for version, values in sums.items()}


def duels(shares: Mapping[str, float]) -> Iterator[tuple[str, str, float, float]]:
    """Each pair with the score of its first; in all they weigh one less than there are sides."""
    names = sorted(shares)
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            yield first, second, score(shares[first], shares[second]), 2 / len(names)


def score(mine: float, theirs: float) -> float:
    return 1.0 if mine > theirs + EVEN else 0.0 if mine < theirs - EVEN else 0.5


def points_of(shares: Mapping[str, float]) -> dict[str, float]:
    """The points of each version, from 0 to 1: the mean score against the others."""
    found = {}
    for version, value in shares.items():
        scores = [score(value, other) for name, other in shares.items() if name != version]
        found[version] = sum(scores) / max(1, len(scores))
    return found


class Book:
    """The fold of events and fixtures, in the order in which they were written."""

    def __init__(self) -> None:
        self.programs: dict[int, Program] = {}
        self.by_name: dict[str, Program] = {}
        self.taken: set[str] = set()  # what was in the inbox and is done
        self.rejected: list[dict[str, Any]] = []  # uploads that became no version
        self.banned: set[str] = set()  # accounts
        self.deadline = 0  # milliseconds since 1970; 0: none
        self.frozen = False  # nothing is taken in
        self.finals: list[Final] = []
        self.results = Results()
        self.fixtures = 0  # the highest number
        self.games = 0
        self.last: deque[dict[str, Any]] = deque(maxlen=LAST_GAMES)

    # events

    def hear(self, event: Mapping[str, Any]) -> None:
        kind = event["event"]
        if "inbox" in event:
            self.taken.add(event["inbox"])
        if kind == "program":
            program = Program(event["program"], event["name"], event["owner"], event.get("level", False))
            self.programs[program.number] = program
            self.by_name[self.alike(program.name)] = program
        elif kind == "version":
            program = self.programs[event["program"]]
            version = Version(program.number, event["version"], event["at"], event.get("main", ""))
            program.versions.append(version)
            if program.level:
                version.state = ENTERED
        elif kind in (COMPILING, CHECKING, ENTERED, REFUSED):
            self.test(self.version(event["version"]), kind, event)
        elif kind in (ACTIVE, FROZEN, BENCHED, RETIRED):
            program = self.programs[event["program"]]
            program.status, program.why = kind, event.get("why", "")
            if kind == ACTIVE and program.current is not None:
                program.current.forgiven = event.get("forgiven", 0)
        elif kind == "rejected":
            self.rejected.append(dict(event))
        elif kind == "ban":
            (self.banned.discard if event.get("lift") else self.banned.add)(event["owner"])
        elif kind == "deadline":
            self.deadline = event["until"]
        elif kind == "closed":
            self.frozen = event["closed"]
        elif kind == "final":
            self.finals.append(
                Final(len(self.finals) + 1, event["rounds"], event["versions"], event["secret"])
            )
        elif kind == "final_over":
            self.finals[event["final"] - 1].over = True

    def test(self, version: Version, stage: str, event: Mapping[str, Any]) -> None:
        version.state, version.why = stage, event.get("why", "")
        version.reason, version.code = event.get("reason", ""), event.get("code", "")
        if stage == COMPILING:
            version.attempts += 1
        elif stage == ENTERED:
            program = self.programs[version.program]
            if program.status == BENCHED:
                program.status, program.why = ACTIVE, ""

    # fixtures

    def count(self, fixture: dict[str, Any]) -> None:
        """A fixture: the games of one deal, each program on each side once."""
        number, final = fixture["fixture"], fixture.get("final", 0)
        self.last.append(fixture)
        for program in {self.version(version).program for version in fixture["lineup"]}:
            self.programs[program].fixtures.append(fixture)
        for game in fixture["games"]:
            self.count_faults(game)
        if final:
            self.finals[final - 1].played.add(number)
            for game in fixture["games"]:
                self.finals[final - 1].games.append((number, game["versions"], game["returns"]))
            return
        self.fixtures = max(self.fixtures, number)
        self.games += len(fixture["games"])
        self.results.add(fixture)
        for version_id in dict.fromkeys(fixture["lineup"]):
            version = self.version(version_id)
            version.games = self.results.games[version_id]
            version.score = self.results.scores[version_id]
            rating, margin = fixture["ratings"][version_id]
            points = self.programs[version.program].points
            points.append([version.number, version.games, rating, margin])
            if len(points) > POINTS:
                del points[1:-1:2]

    def count_faults(self, game: Mapping[str, Any]) -> None:
        for version_id in dict.fromkeys(game["versions"]):
            version = self.version(version_id)
            codes = game.get("faults", {}).get(version_id, [])
            version.faults.update(codes)
            version.recent.append(codes[0] if codes else "")
            version.counted += 1

    # questions

    def version(self, version_id: str) -> Version:
        program, _, number = version_id.partition(".")
        return self.programs[int(program)].versions[int(number) - 1]

    @staticmethod
    def alike(name: str) -> str:
        """What is equal for names that look alike, or would be lost in a list of them."""
        return look(name) or name

    def named(self, name: str) -> Program | None:
        return self.by_name.get(self.alike(name))

    def of(self, owner: str) -> list[Program]:
        return [program for program in self.programs.values() if owner and program.owner == owner]

    def waiting(self) -> list[Version]:
        """Versions that have still to be tested, the oldest first."""
        left = (QUEUED, COMPILING, CHECKING)
        found = [v for program in self.programs.values() for v in program.versions if v.state in left]
        return sorted(found, key=lambda version: (version.at, version.program, version.number))

    def players(self) -> list[Version]:
        """The versions that play now."""
        return [
            program.current
            for program in self.programs.values()
            if program.plays and program.current is not None
        ]

    def closed_at(self, at: int) -> bool:
        """Are no uploads taken at this time?"""
        return self.frozen or 0 < self.deadline <= at
