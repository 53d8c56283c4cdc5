"""Bodies of HTTP by which people meet: quick matches, friends, who is here, invitations."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from koloda.table.people_wire import User
from koloda.table.rows import Value
from koloda.table.wire import In, Level, TableInfo

UserId = Annotated[str, Meta(min_length=1, max_length=64)]
From = Annotated[
    Literal["everyone", "friends", "nobody"], Meta(description="whose invitations somebody takes")
]


class Seek(In):
    """A wish to play with people of one's strength; bots take the seats that are free after a time."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    options: dict[str, Value] = {}
    bots_after: Annotated[int, Meta(ge=0, le=600, description="seconds; 0: never bots")] = 30
    level: Level = "normal"


class Invite(In):
    """Somebody by id, or an account by name."""

    user: Annotated[str, Meta(max_length=64)] = ""
    name: Annotated[str, Meta(max_length=80)] = ""


class Answer(In):
    accept: bool


class FriendWish(In):
    """An account by name, or somebody by id; `friend` false: no longer."""

    user: Annotated[str, Meta(max_length=64)] = ""
    name: Annotated[str, Meta(max_length=80)] = ""
    friend: bool = True


class Preferences(In):
    """What others may see and do: `hidden` is in no list of who is here."""

    hidden: bool = False
    invitations: From = "everyone"


class Rematch(In):
    rotate: Annotated[
        bool, Meta(description="everybody moves on by one seat; only who asks first decides")
    ] = False


class MatchState(Struct):
    """How the search goes."""

    state: Literal["none", "seeking", "found"]
    game: str = ""
    seats: int = 0
    others: Annotated[int, Meta(description="people who look for the same")] = 0
    since: Annotated[int, Meta(description="milliseconds that the search has taken")] = 0
    bots_in: Annotated[int | None, Meta(description="milliseconds until bots may come; null: never")] = None
    table: str | None = None


class Friend(Struct):
    user: User
    online: bool
    mutual: Annotated[bool, Meta(description="is it a friendship on both sides?")]


class Friends(Struct):
    friends: list[Friend]


class OnlinePerson(Struct):
    user: User
    friend: bool


class Online(Struct):
    people: list[OnlinePerson]


class Invitation(Struct):
    id: str
    inviter: User
    table: TableInfo
    at: int
    rematch: Annotated[bool, Meta(description="the same people have just played")] = False


class News(Struct):
    """What a person should know, wherever he is."""

    tables: Annotated[list[TableInfo], Meta(description="where I sit; `turn`: it waits for me")]
    invitations: list[Invitation]
    seeking: Annotated[dict[str, int], Meta(description="by game: how many others look for a quick match")]
