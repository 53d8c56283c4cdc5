"""Bodies of HTTP that are about people: sessions, accounts, histories, reports, and what the admin asks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from koloda.table.puzzle_wire import PuzzleExport
from koloda.table.wire import Accept, In, Name

Reason = Literal["chat", "name", "cheating", "leaving", "other"]


BlockKind = Literal["mute", "block"]


class NewSession(In):
    name: Name


class NewAccount(In):
    login: Annotated[str, Meta(min_length=1, max_length=80)]
    password: Annotated[str, Meta(min_length=1, max_length=200)]


class OldPassword(In):
    """Guests have none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class NewPassword(In):
    password: Annotated[str, Meta(min_length=1, max_length=200)]
    new: Annotated[str, Meta(min_length=1, max_length=200)]


class Recovery(In):
    login: Annotated[str, Meta(min_length=1, max_length=80)]
    code: Annotated[str, Meta(min_length=1, max_length=80)]
    password: Annotated[str, Meta(min_length=1, max_length=200)]


class NewReport(In):
    user: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Reason
    text: Annotated[str, Meta(max_length=500)] = ""


class NewBlock(In):
    """mute: none of his chats; block: nor does he sit down at one's tables; null: neither."""

    user: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: BlockKind | None


class Minutes(In):
    minutes: Annotated[int, Meta(ge=0, le=5_256_000, description="0: no longer")]
    reason: Annotated[str, Meta(max_length=200)] = ""


class NewUserBan(Minutes):
    """Of a person; a guest comes back as another one unless his address is banned as well."""

    address: Annotated[bool, Meta(description="also the address from which he was here last")] = False


class NewBan(In):
    address: Annotated[
        str, Meta(max_length=80, description="an address or a network, such as 203.0.113.0/24")
    ]
    minutes: Annotated[int, Meta(ge=1, le=5_256_000)]
    reason: Annotated[str, Meta(max_length=200)] = ""


class ReportState(In):
    state: Literal["open", "done"]


class User(Struct):
    id: str
    name: str
    kind: Literal["guest", "account", "bot"]


class SessionInfo(Struct):
    user: User
    token: str


class UserInfo(Struct):
    user: User


class AccountInfo(SessionInfo):
    codes: Annotated[list[str], Meta(description="each opens the account once; they are shown this one time")]


class Codes(Struct):
    codes: list[str]


class Block(Struct):
    user: str
    name: str
    kind: BlockKind


class Blocks(Struct):
    blocks: list[Block]


class AdminUser(Struct):
    id: str
    name: str
    kind: Literal["guest", "account", "bot"]
    login: str
    created: int
    seen: int
    muted_until: int
    banned_until: int
    address: Annotated[str, Meta(description="from where he was here last; empty after 30 days")]


class AdminUsers(Struct):
    users: list[AdminUser]


class Ban(Struct):
    id: str
    kind: Literal["user", "address"]
    value: str
    reason: str
    created: int
    until: int


class Bans(Struct):
    bans: list[Ban]


class ReportedChat(Struct):
    n: int
    user: str
    name: str
    text: str
    at: int


class Report(Struct):
    id: str
    at: int
    reporter: str
    user: str
    name: str
    table: str
    reason: Reason
    text: str
    messages: list[ReportedChat]
    state: Literal["open", "done"]


class Reports(Struct):
    reports: list[Report]


class AuditLine(Struct):
    at: int
    address: str
    action: str
    target: str
    details: str


class Audit(Struct):
    lines: list[AuditLine]


class Health(Struct):
    """Of the process that answers; `sockets` and `tables` are its own."""

    version: str
    ready: bool
    store: Annotated[bool, Meta(description="does the database answer?")]
    bus: Annotated[bool, Meta(description="do the processes hear of each other?")]
    process: str
    uptime: Annotated[int, Meta(description="seconds")]
    sockets: int
    tables: dict[str, int]


class Rating(Struct):
    game: str
    rating: float
    deviation: float
    games: int
    wins: int


class RatingPoint(Struct):
    """The rating after a match."""

    at: int
    rating: float
    deviation: float


class RatingHistory(Struct):
    points: Annotated[list[RatingPoint], Meta(description="the last matches, the oldest first")]


class BotInfo(Struct):
    """A bot account that is connected."""

    user: User
    games: list[str]
    accept: Accept
    free: Annotated[bool, Meta(description="does it take another match?")]
    ratings: list[Rating]


class BotList(Struct):
    bots: list[BotInfo]


class Leader(Struct):
    user: User
    rating: Rating


class Leaders(Struct):
    leaders: list[Leader]


class Profile(Struct):
    user: User
    ratings: list[Rating]


class HistoryItem(Struct):
    table: str
    game: str
    ended: int
    seat: int
    names: list[str]
    scores: list[float]
    won: bool
    deals: int
    change: Annotated[float | None, Meta(description="of the rating; null: the match was not rated")] = None
    left: Annotated[list[int], Meta(description="seats that left the match: they have lost it")] = []


class History(Struct):
    games: list[HistoryItem]


class StatisticsLine(Struct):
    game: str
    seats: int
    people: Annotated[bool, Meta(description="against people; else against bots alone")]
    played: int
    won: int


class RoleLine(Struct):
    """How deals went in a role: asked first, asked later (neither where all begin at once), in a team."""

    game: str
    role: Literal["first", "later", "team"]
    deals: int
    won: int


class OpeningLine(Struct):
    """A first choice of deals, in words."""

    game: str
    text: str
    deals: int
    won: int


class AnalysedLine(Struct):
    """What analyses say of somebody's deals, on average for a deal and in the game's returns."""

    game: str
    deals: int
    decisions: int
    lost: Annotated[float, Meta(description="given away by one's own decisions")]
    better: Annotated[
        float,
        Meta(description="how much less than the others: the result without luck, as far as it is known"),
    ]
    error: Annotated[float, Meta(description="the standard error of `better`; 0: a single deal")]
    result: Annotated[float, Meta(description="what really came of these deals")]


class Statistics(Struct):
    lines: Annotated[list[StatisticsLine], Meta(description="the most played first")]
    roles: list[RoleLine]
    openings: Annotated[list[OpeningLine], Meta(description="the favourite ones of each game")]
    analysed: list[AnalysedLine]


class Export(Struct):
    """All that the server keeps about a person, apart from the logs of tables."""

    user: User
    login: str
    created: int
    seen: int
    address: Annotated[str, Meta(description="from where you were here last; empty after 30 days")]
    ratings: list[Rating]
    games: list[HistoryItem]
    blocks: list[Block]
    friends: Annotated[list[User], Meta(description="whom this person calls friends")]
    rating_history: dict[str, list[RatingPoint]]
    programs: Annotated[
        dict[str, dict[str, str]], Meta(description="on the ladder: the sources of the last version of each")
    ]
    puzzles: PuzzleExport
    push: Annotated[
        list[str], Meta(description="whose services bring messages to the browsers of this person")
    ]
    vacation: Annotated[
        int, Meta(description="until when the last one lasts or has lasted; 0: there was none")
    ]
    statistics: Statistics


class TokenInfo(Struct):
    """A token of a bot account, without what makes it one."""

    id: str
    name: str
    created: int
    used: Annotated[int, Meta(description="0: never")]


class Tokens(Struct):
    tokens: list[TokenInfo]


class NewToken(Struct):
    token: Annotated[str, Meta(description="shown this one time: only its hash is kept")]
    info: TokenInfo


class TokenName(In):
    name: Annotated[str, Meta(max_length=40, description="to tell it from others, such as the machine")] = ""
