"""The rows of a table's log: one for each thing that was accepted. Any process rebuilds a table from them.

Only decisions are kept, never their consequences: those follow from the rules. `at` is the server's time in
milliseconds since 1970. A row is written once and never changed.
"""

from __future__ import annotations

import msgspec

Value = bool | int | str


class Row(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    at: int


class Made(Row, tag="made"):
    """The table and its rules; `secret` decides the shuffles and is published when the match is over."""

    game: str
    seats: int
    options: dict[str, Value]
    secret: str
    host: str
    turn: int  # milliseconds, 0: no limit; so are the next two
    bank: int
    reaction: int
    pause: int = 0  # how long a secret question takes where one person plays with bots
    public: bool = False
    password: str = ""  # as accounts keep it
    hints: bool = True
    spectators: bool = True
    version: str = ""  # of koloda, for whoever must find out why an old table does not replay
    pinned: dict[str, Value] | None = None  # the options so written that they keep their meaning
    fair: int = 1  # how the seeds of the deals are made (core/fair.py)
    kept: dict[str, int] = {}  # a rematch: who played before finds his seat here
    auto: int = 0  # it begins by itself once all are ready; who is not after so many milliseconds leaves
    fill: str = ""  # the level of the bots that then take empty seats
    tournament: str = ""  # the one to which the match belongs
    casual: bool = False  # it leaves the ratings as they are
    days: int = 0  # for a move: a match by correspondence, for which nobody need be there


class Sat(Row, tag="sat"):
    seat: int
    user: str
    name: str
    guest: bool = False
    bot: bool = False  # a bot account, for which a program plays


class Left(Row, tag="left"):
    """A person leaves, or is sent away, before the start."""

    seat: int
    kicked: bool = False


class Ready(Row, tag="ready"):
    seat: int
    ready: bool
    luck: str = ""  # handed over openly
    seal: str = ""  # the hash of a luck that is opened later


class Sealed(Row, tag="sealed"):
    """The host has started: all lucks are sealed, and whoever sealed one opens it now."""


class Luck(Row, tag="luck"):
    """A seat has opened its luck."""

    seat: int
    luck: str


class Unsealed(Row, tag="unsealed"):
    """Not everybody has opened his luck in time: who has not loses his seat, the others seal anew."""


class BotSat(Row, tag="bot"):
    """A bot sits down, or (no level) is removed."""

    seat: int
    level: str = ""


class Dealt(Row, tag="dealt"):
    """The next deal begins; the first one starts the match."""


class Act(Row, tag="act"):
    """`id` is the message of the person whose decision it was; `by` says who else decided."""

    seat: int
    a: str
    id: str = ""
    by: str = ""  # bot, clock


class Asked(Row, tag="asked"):
    """This seat would like to take back its last action, to where so many actions were taken."""

    seat: int
    to: int
    id: str = ""


class Consented(Row, tag="consented"):
    """An answer to that; `no` of the seat that has asked withdraws it."""

    seat: int
    yes: bool
    id: str = ""


class TakenBack(Row, tag="taken_back"):
    """The actions after so many are undone; the rows that took them stay."""

    seat: int
    to: int
    id: str = ""


class Ignored(Row, tag="ignored"):
    """What a person tried came to nothing, and was answered so: the same message again does not either."""

    seat: int
    id: str


class Claimed(Row, tag="claimed"):
    """In real time this seat acts now, as others may until then: the game says whose action counts."""

    seat: int
    until: int


class Refused(Row, tag="refused"):
    """What a person tried was refused: the same message again is refused in the same words."""

    seat: int
    id: str
    code: str
    details: list[str | int] = []


class Next(Row, tag="next"):
    """This seat is ready for the next deal."""

    seat: int


class Here(Row, tag="here"):
    """A person has connected; the connection named last counts."""

    seat: int
    link: str


class Gone(Row, tag="gone"):
    """That connection has ended."""

    seat: int
    link: str


class TakenOver(Row, tag="taken_over"):
    """A bot plays for an absent person."""

    seat: int


class Returned(Row, tag="returned"):
    """The person plays again."""

    seat: int


class Rests(Row, tag="rests"):
    """A person is on vacation until then; not after `at`: he is back."""

    seat: int
    until: int


class Woke(Row, tag="woke"):
    """Nobody has served this table for a while: the clocks begin anew, and nobody is connected."""


class Said(Row, tag="said"):
    user: str
    name: str
    text: str
    id: str = ""
    bot: bool = False


class Unsaid(Row, tag="unsaid"):
    """The admin has deleted a message."""

    number: int


class Followed(Row, tag="followed"):
    """The rematch is played at that table."""

    table: str


class Closed(Row, tag="closed"):
    """The table was given up before its end: everybody has left, or the admin has closed it."""

    abandoned: bool = False  # a match that had begun: who left first has lost


AnyRow = (
    Made
    | Sat
    | Left
    | Ready
    | Sealed
    | Luck
    | Unsealed
    | BotSat
    | Dealt
    | Act
    | Asked
    | Consented
    | TakenBack
    | Ignored
    | Claimed
    | Refused
    | Next
    | Here
    | Gone
    | TakenOver
    | Returned
    | Rests
    | Woke
    | Said
    | Unsaid
    | Followed
    | Closed
)

_decoder = msgspec.json.Decoder(AnyRow)
_encoder = msgspec.json.Encoder()


def written(row: AnyRow) -> bytes:
    return _encoder.encode(row)


def read(data: bytes) -> AnyRow:
    row: AnyRow = _decoder.decode(data)
    return row
