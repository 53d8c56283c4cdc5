"""What goes over the wire: the bodies of HTTP and the messages of the WebSocket, checked as they come in.

The schemas in docs/api.md and /api/openapi.json and the types of the browser client (tools/wire_types.py) are
made from these classes; a type with a `title` keeps that name there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from koloda.core.layout import Layout
from koloda.core.texts import LANGUAGES as LANGUAGES
from koloda.table.rows import Value

Lang = Annotated[
    str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$(?!\\n)", description="a language of the server's")
]
Id = Annotated[
    str,
    Meta(
        min_length=1, max_length=64, description="chosen by the client; a repeated one has no second effect"
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Seconds = Annotated[int, Meta(ge=0, le=86_400, description="0: no limit")]
Level = Annotated[str, Meta(max_length=20)]
# the last part is for Python, where a dollar sign would let a line end pass
Hex = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f][0-9a-f])*$(?!\\n)")]
MAX_TEXT = 500  # of a chat
Accept = Annotated[Literal["everyone", "accounts"], Meta(description="whose challenges a bot takes")]
View = Annotated[dict[str, Any], Meta(title="View", description="state.view(seat); every game has its own")]


class In(Struct, forbid_unknown_fields=True):
    """Something that a client sends: nothing in it is ignored."""


# HTTP: what comes in


class NewClock(In):
    """Seconds: for a turn, for all turns of a match together beyond that, and for a reaction."""

    turn: Seconds = 0
    bank: Seconds = 0
    reaction: Seconds = 0


class BotSeat(In):
    """A level, or the bot account `user`, which must be here."""

    seat: SeatNumber
    level: Level = ""
    user: Annotated[str, Meta(max_length=64)] = ""


class SomeOptions(In):
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None
    options: dict[str, Value] = {}


class NewTable(In):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None
    options: dict[str, Value] = {}
    public: bool = True
    password: Annotated[str, Meta(max_length=200)] = ""
    bots: Annotated[list[BotSeat], Meta(max_length=10)] = []
    clock: NewClock | None = None
    hints: bool = True
    spectators: bool = True
    days: Annotated[int, Meta(ge=0, le=7, description="for a move: by correspondence, without `clock`")] = 0
    casual: Annotated[bool, Meta(description="for no ratings; people may agree to take actions back")] = False


class QuickTable(In):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None
    level: Annotated[Level, Meta(description="auto: it follows the results of who asks")] = "normal"
    options: dict[str, Value] = {}


class Join(In):
    seat: SeatNumber | None = None
    password: Annotated[str, Meta(max_length=200)] = ""


class SetReady(In):
    """Luck is sealed by its SHA-256 and opened after the start, or handed over by who trusts the host."""

    ready: bool = True
    luck: Hex = ""
    seal: Annotated[Hex, Meta(description="SHA-256 of a luck of up to 32 bytes")] = ""


class OpenLuck(In):
    luck: Hex


class Kick(In):
    seat: SeatNumber


class SetBot(In):
    """A level, or the bot account `user`, which must be here; neither: the seat becomes free."""

    seat: SeatNumber
    level: Level | None = None
    user: Annotated[str, Meta(max_length=64)] | None = None


class Challenge(In):
    """A match with a bot: it sits on seat 1, and `level` on what other seats there are."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    options: dict[str, Value] = {}
    clock: NewClock | None = None
    level: Level = "normal"


class Nothing(In):
    pass


# HTTP: what goes out


class SeatInfo(Struct):
    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    user: str | None
    level: str | None
    ready: bool
    online: bool
    taken_over: Annotated[bool, Meta(description="a bot plays for an absent person")]
    seal: Annotated[str, Meta(description="SHA-256 of the luck that this seat throws into the shuffle")] = ""
    guest: Annotated[bool, Meta(description="a person without an account")] = False
    bot: Annotated[bool, Meta(description="a bot account, for which a program plays")] = False
    away: Annotated[int, Meta(description="on vacation until that moment; 0: no")] = 0


class Wish(Struct):
    """A seat would like to take back its last action."""

    n: int
    seat: int
    waits: Annotated[list[int], Meta(description="the seats that have not agreed yet")]


class ClockRule(Struct):
    """Seconds; 0 is no limit."""

    turn: int
    bank: int
    reaction: int


class TableInfo(Struct):
    id: str
    game: str
    options: dict[str, Value]
    status: Literal["waiting", "playing", "between", "over"]
    public: bool
    locked: bool
    hints: bool
    spectators: int
    spectating: bool
    host: str
    seats: list[SeatInfo]
    clock: ClockRule
    deal: int
    totals: list[float]
    commit: Annotated[
        str | None, Meta(description="SHA-256 of the server's secret; null: nothing is proved here")
    ]
    next: str | None
    sealed: Annotated[bool, Meta(description="all lucks are sealed: who has sealed one opens it now")] = False
    turn: Annotated[bool, Meta(description="in the list of my tables: this one waits for me")] = False
    auto: Annotated[bool, Meta(description="it begins by itself once everybody is ready")] = False
    tournament: Annotated[str, Meta(description="the one to which the match belongs; empty: none")] = ""
    days: Annotated[int, Meta(description="for a move, in a match by correspondence; 0: it is none")] = 0
    until: Annotated[
        int | None, Meta(description="in the list of my tables, by correspondence: when the clock runs out")
    ] = None
    awaited: Annotated[
        list[int] | None,
        Meta(description="in the same list: the seats for whose decision it waits, as far as I may know"),
    ] = None
    casual: Annotated[bool, Meta(description="people play, but for no ratings")] = False
    takebacks: Annotated[bool, Meta(description="actions may be taken back here")] = False
    taken_back: Annotated[int, Meta(description="how often that was done in this match")] = 0
    wish: Wish | None = None


class TableAnswer(Struct):
    table: TableInfo


class TableList(Struct):
    tables: list[TableInfo]


class Problem(Struct):
    code: str
    text: str


class ErrorAnswer(Struct):
    error: Problem


class Status(Struct):
    status: str
    store: bool
    bus: bool


class EventOut(Struct):
    """An event, its number for this viewer, and the sentence that tells it."""

    n: int
    e: list[Any]
    text: str


# WebSocket: what comes in


class Message(Struct, tag_field="t", forbid_unknown_fields=True):
    id: Id


class Act(Message, tag="act"):
    a: Annotated[str, Meta(max_length=200)]
    v: Annotated[int, Meta(ge=0)] | None = None


class Why(Message, tag="why"):
    a: Annotated[str, Meta(max_length=200)]


class Hint(Message, tag="hint"):
    pass


class TakeBack(Message, tag="takeback"):
    """Undo my last action, if nobody has learnt anything by it; the others are asked."""


class Consent(Message, tag="consent"):
    """An answer to who asks for that; `no` of who asks withdraws it."""

    yes: bool
    n: Annotated[int, Meta(ge=0, description="that of the wish which is answered")]


class Chat(Message, tag="chat"):
    text: Annotated[str, Meta(max_length=4000)]


class Default(Message, tag="default"):
    """Let the rules decide, as if the time were over."""

    v: Annotated[int, Meta(ge=0)] | None = None


class Ping(Message, tag="ping"):
    pass


class NextDeal(Message, tag="next"):
    pass


class SetLang(Message, tag="lang"):
    lang: Lang


Incoming = Act | Why | Hint | TakeBack | Consent | Chat | Default | Ping | NextDeal | SetLang
incoming = msgspec.json.Decoder(Incoming)


class Here(Message, tag="here"):
    """A bot is here, and says it again every ten seconds, on the socket of the bots."""

    games: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=100)]
    accept: Accept = "everyone"
    most: Annotated[int, Meta(ge=1, le=16, description="matches at a time")] = 1
    playing: Annotated[int, Meta(ge=0, le=1000, description="matches at this moment")] = 0


bot_incoming = msgspec.json.Decoder(Here)


# WebSocket: what goes out


class Outgoing(Struct, tag_field="t"):
    pass


class You(Struct):
    seat: int | None
    user: str | None


class TableOut(Outgoing, tag="table"):
    table: TableInfo
    you: You


class LegalAction(Struct):
    a: str
    label: str


class SeatClock(Struct):
    seat: int
    left: int
    bank: int


class ClockOut(Struct):
    now: int
    seats: list[SeatClock]
    window: Annotated[int | None, Meta(description="milliseconds left of a window that is open for all")]


class Over(Struct):
    result: dict[str, Any]
    scores: list[float]
    winners: list[int]
    totals: list[float]
    match_over: bool
    next: Annotated[int | None, Meta(description="milliseconds to the next deal")]
    seed: str
    secret: str


class Update(Outgoing, tag="update"):
    v: int
    deal: int
    full: bool
    events: list[EventOut]
    view: View | None
    layout: Layout | None
    aids: dict[str, Any] | None
    legal: Annotated[
        list[LegalAction],
        Meta(description="what may be tried; some of it may come to nothing and is ignored then"),
    ]
    owed: bool
    free: Annotated[
        bool, Meta(description="real time: may this seat act without owing it, as far as it is told?")
    ]
    awaited: Annotated[list[int] | None, Meta(description="whose decision is awaited; null: a secret")]
    clock: ClockOut | None
    over: Over | None


class Ok(Outgoing, tag="ok"):
    id: str


class ErrorOut(Outgoing, tag="error"):
    id: str | None
    code: str
    text: str


class WhyOut(Outgoing, tag="why"):
    id: str
    text: str


class HintOut(Outgoing, tag="hint"):
    id: str
    a: str
    label: str


class ChatOut(Outgoing, tag="chat"):
    n: int
    from_: str = msgspec.field(name="from")
    name: str
    text: str
    at: int
    bot: bool = False


class ChatGone(Outgoing, tag="chat_gone"):
    """The admin has deleted a message."""

    n: int


class Pong(Outgoing, tag="pong"):
    id: str
    now: int


class Bye(Outgoing, tag="bye"):
    code: str
    text: str


class BotTables(Outgoing, tag="tables"):
    """On the socket of the bots: all tables that go on where this bot sits, whenever that changes."""

    tables: list[TableInfo]


AnyOutgoing = TableOut | Update | Ok | ErrorOut | WhyOut | HintOut | ChatOut | ChatGone | Pong | Bye

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
