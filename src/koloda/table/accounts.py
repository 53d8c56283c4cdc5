"""People: guests with a name, accounts with a login and a password, mutes and bans."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from dataclasses import dataclass, replace

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from koloda.table.errors import Refused
from koloda.table.limits import Buckets
from koloda.table.store import Arg, Row, Store, now

LONGEST_NAME = 24
MARKS = 2  # combining marks in a row: enough for every script, not enough to climb over other lines
LOGIN = (3, 32)
PASSWORD = (8, 128)
MINUTE = 60_000
SEEN_EVERY = 10 * MINUTE
COLUMNS = "id, name, kind, keys, muted_until, banned_until"
HASHES_AT_ONCE = 2  # each takes 64 MB for a tenth of a second
HASHES_WAITING = 32


@dataclass(frozen=True, slots=True)
class User:
    id: str
    name: str
    kind: str  # guest | account
    keys: int
    muted_until: int
    banned_until: int

    @property
    def is_guest(self) -> bool:
        return self.kind == "guest"

    @property
    def muted(self) -> bool:
        return self.muted_until > now()

    @property
    def banned(self) -> bool:
        return self.banned_until > now()


class Accounts:
    def __init__(self, store: Store, hasher: PasswordHasher | None = None) -> None:
        self.store = store
        self.hasher = hasher or PasswordHasher()
        self.hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.waiting = 0
        self.decoy: str | None = None
        # ten tries at once, then one in half a minute, for each login; endpoints limit each address besides
        self.tries = Buckets(rate=1 / 30, burst=10)
        self.seen_at: dict[str, int] = {}

    async def guest(self, name: str) -> User:
        name = clean_name(name)
        user = User(secrets.token_urlsafe(12), name, "guest", 1, 0, 0)
        at = now()
        await self.store.run(
            "insert into users(id, name, kind, created, seen, keys, muted_until, banned_until) "
            "values(?1, ?2, 'guest', ?3, ?3, 1, 0, 0)",
            user.id, name, at,
        )  # fmt: skip
        return user

    async def user(self, user: str) -> User | None:
        rows = await self.store.all(f"select {COLUMNS} from users where id = ?1", user)
        return made(rows[0]) if rows else None

    async def rename(self, user: str, name: str) -> User:
        return await self.change(user, "name = ?2", clean_name(name))

    async def register(self, user: str, login: str, password: str) -> User:
        """The guest becomes an account; id, name, history and ratings stay."""
        login = clean_login(login)
        password = clean_password(password)
        guest = await self.user(user)
        if guest is None:
            raise Refused("no_user")
        if guest.kind != "guest":
            raise Refused("has_account")
        if await self.store.all("select 1 from users where login = ?1", login):
            raise Refused("login_taken", login)
        hashed = await self.hash(password)
        changed = await self.store.run(
            "update users set kind = 'account', login = ?2, password = ?3 where id = ?1 and kind = 'guest'",
            user, login, hashed,
        )  # fmt: skip
        if not changed:
            raise Refused("login_taken", login)
        return replace(guest, kind="account")

    async def log_in(self, login: str, password: str) -> User:
        """The account of a login and its password. Neither answer nor time shows if it exists."""
        wrong = Refused("wrong_password")
        try:
            login = clean_login(login)
            password = clean_password(password)
        except Refused:
            raise wrong from None
        if not self.tries.take(login):
            raise Refused("rate")
        rows = await self.store.all(f"select {COLUMNS}, password from users where login = ?1", login)
        if self.decoy is None:
            self.decoy = await self.hash(secrets.token_urlsafe(12))
        hashed = str(rows[0][-1]) if rows else self.decoy
        if not await self.verify(hashed, password) or not rows:
            raise wrong
        user = made(rows[0][:-1])
        if self.hasher.check_needs_rehash(hashed):
            await self.store.run(
                "update users set password = ?2 where id = ?1", user.id, await self.hash(password)
            )
        return user

    async def forget_keys(self, user: str) -> User:
        """All session tokens that were given out for a user lose their validity."""
        return await self.change(user, "keys = keys + 1")

    async def mute(self, user: str, minutes: int) -> User:
        """No chat for so long; 0 ends it."""
        return await self.change(user, "muted_until = ?2", until(minutes))

    async def ban(self, user: str, minutes: int) -> User:
        """No session for so long; 0 ends it."""
        return await self.change(user, "banned_until = ?2", until(minutes))

    async def seen(self, user: str) -> None:
        """Note that a user was here; written at most once in ten minutes."""
        at = now()
        if at - self.seen_at.get(user, 0) < SEEN_EVERY:
            return
        if len(self.seen_at) >= 10_000:
            self.seen_at = {who: when for who, when in self.seen_at.items() if at - when < SEEN_EVERY}
        self.seen_at[user] = at
        await self.store.run("update users set seen = ?2 where id = ?1", user, at)

    async def forget_guests(self, before: int) -> int:
        """Delete the guests who were last seen before a time and never finished a game; how many."""
        return await self.store.run(
            "delete from users where kind = 'guest' and seen < ?1 "
            "and not exists (select 1 from players where players.user_id = users.id)",
            before,
        )

    async def change(self, user: str, what: str, *values: Arg) -> User:
        changed = await self.store.run(f"update users set {what} where id = ?1", user, *values)
        found = await self.user(user)
        if not changed or found is None:
            raise Refused("no_user")
        return found

    async def hash(self, password: str) -> str:
        async with self.place():
            return await asyncio.to_thread(self.hasher.hash, password)

    async def verify(self, hashed: str, password: str) -> bool:
        async with self.place():
            try:
                return await asyncio.to_thread(self.hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    def place(self) -> Place:
        return Place(self)


class Place:
    """A place among the few that may hash at once; a long queue is refused, it would only grow."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    async def __aenter__(self) -> None:
        if self.accounts.waiting >= HASHES_WAITING:
            raise Refused("busy")
        self.accounts.waiting += 1
        try:
            await self.accounts.hashing.acquire()
        finally:
            self.accounts.waiting -= 1

    async def __aexit__(self, *_: object) -> None:
        self.accounts.hashing.release()


def made(row: Row) -> User:
    user, name, kind, keys, muted_until, banned_until = row
    assert isinstance(keys, int)
    assert isinstance(muted_until, int)
    assert isinstance(banned_until, int)
    return User(str(user), str(name), str(kind), keys, muted_until, banned_until)


def until(minutes: int) -> int:
    return now() + minutes * MINUTE if minutes > 0 else 0


def clean_name(text: str) -> str:
    """A name that fits on a line and cannot disturb its neighbours.

    >>> clean_name("  Олена\\t\\u202e  I. ")
    'Олена I.'
    """
    kept: list[str] = []
    marks = 0
    # first cut: nobody pays for a megabyte of name
    for letter in unicodedata.normalize("NFC", text[: 8 * LONGEST_NAME]):
        category = unicodedata.category(letter)
        if letter.isspace():
            letter = " "
            if not kept or kept[-1] == " ":
                continue
        elif category[0] == "C":  # control, direction marks, surrogates, private use, unassigned
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MARKS and not (marks and not kept):
            kept.append(letter)
    name = "".join(kept[:LONGEST_NAME]).strip()
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise Refused("bad_name", LONGEST_NAME)
    return name


def clean_login(text: str) -> str:
    login = unicodedata.normalize("NFKC", text[: 4 * LOGIN[1]]).casefold()
    if not LOGIN[0] <= len(login) <= LOGIN[1] or not all(c.isalnum() or c in "._-" for c in login):
        raise Refused("bad_login", *LOGIN)
    return login


def clean_password(text: str) -> str:
    if not PASSWORD[0] <= len(text) <= PASSWORD[1]:
        raise Refused("bad_password", *PASSWORD)
    try:
        return unicodedata.normalize("NFC", text).encode().decode()
    except UnicodeEncodeError:
        raise Refused("bad_password", *PASSWORD) from None
