"""The messages of the ladder's endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from koloda.table.replay_wire import Replay
from koloda.table.wire import In

Status = Literal["active", "waiting", "refused", "frozen", "benched", "retired"]
Stage = Literal["queued", "compiling", "checking", "entered", "refused"]


class NewVersion(In):
    """Sources only: the first file is the program, further ones are Python modules that it imports."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    main: Annotated[str, Meta(min_length=1, max_length=60)]
    files: Annotated[dict[str, str], Meta(max_length=64)]


class LadderOrder(In):
    """What the organiser wants: a program by its number, or an account by its id; 0: all uploads."""

    what: Literal["freeze", "unfreeze", "retire", "ban", "lift"]
    program: Annotated[int, Meta(ge=0)] = 0
    user: Annotated[str, Meta(max_length=64)] = ""


class LadderPlace(Struct):
    program: int
    version: int
    name: str
    level: Annotated[str | None, Meta(description="one of our own bots")]
    author: str
    status: Status
    rating: float
    margin: Annotated[float, Meta(description="95%: so much to either side")]
    games: int
    score: Annotated[float, Meta(description="points of these games, at most one each")]
    yours: bool


class LadderSide(Struct):
    program: int
    version: int
    name: str
    level: str | None
    points: Annotated[float, Meta(description="the mean of the games, 0 to 1")]
    faults: list[str]


class LadderFixture(Struct):
    """A deal, played until each program has had each side of it."""

    fixture: int
    final: Annotated[int, Meta(description="0: none")]
    at: int
    games: int
    sides: list[LadderSide]
    open: Annotated[bool, Meta(description="can it still be replayed?")]


class LadderPlayer(Struct):
    program: int
    version: int
    name: str
    level: str | None


class LadderLive(Struct):
    """A game that is being played."""

    fixture: int
    final: Annotated[int, Meta(description="0: none")]
    game: Annotated[int, Meta(description="from 1: of this deal")]
    games: int
    at: Annotated[int, Meta(description="when it began, in milliseconds since 1970")]
    actions: int
    players: list[LadderPlayer]


class LadderWatch(Struct):
    """The same as a spectator sees it; nothing of it once its deal is over, and there is a replay."""

    live: LadderLive | None
    replay: Replay | None


class LadderFinal(Struct):
    number: int
    rounds: int
    over: bool
    games: int
    rows: list[LadderPlace]


class LadderInfo(Struct):
    title: str
    game: str
    seats: int
    options: dict[str, bool | int | float | str]
    protocol: str
    endings: list[str]
    source_bytes: int
    source_files: int
    programs_each: int
    uploads_a_day: int
    deadline: Annotated[int, Meta(description="milliseconds since 1970; 0: none")]
    closed: Annotated[bool, Meta(description="are no uploads taken?")]
    running: bool
    games: int
    rows: list[LadderPlace]
    live: list[LadderLive]
    last: list[LadderFixture]
    finals: list[LadderFinal]


class LadderVersion(Struct):
    number: int
    at: int
    stage: Stage
    rating: float | None
    margin: float | None
    games: int
    score: float
    faults: dict[str, int]
    reason: Annotated[
        str, Meta(description="of a refusal, for its author alone: compile, fault, tools, broken")
    ]
    code: str


class LadderProgram(Struct):
    program: int
    name: str
    level: str | None
    author: str
    status: Status
    yours: bool
    versions: list[LadderVersion]
    points: Annotated[
        list[tuple[int, int, float, float]],
        Meta(description="version, its games so far, rating, margin: a history"),
    ]
    fixtures: list[LadderFixture]


class LadderFault(Struct):
    fixture: int
    final: int
    game: int
    code: str
    text: str


class LadderReport(Struct):
    """What the author of a version alone may know."""

    program: int
    version: int
    report: str
    faults: list[LadderFault]


class LadderUpload(Struct):
    """An upload on its way, or one that became no version."""

    name: str
    at: int
    stage: Stage
    problem: str


class LadderOwn(Struct):
    programs: list[LadderProgram]
    uploads: list[LadderUpload]
