"""People: guests with a name, accounts with a login and a password, and their sessions."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from dataclasses import dataclass, replace

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from koloda.names import BLANK, RESERVED_LOOKS, look, mixes_alphabets
from koloda.table.errors import Refused
from koloda.table.ids import new_id
from koloda.table.limits import Buckets
from koloda.table.sessions import LONGEST, Session
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
CODES = 8  # for recovery
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
CODE_LENGTH = 16  # 79 bits: a hash without salt keeps them


@dataclass(frozen=True, slots=True)
class User:
    id: str
    name: str
    kind: str  # guest | account | bot
    keys: int
    muted_until: int
    banned_until: int

    @property
    def is_guest(self) -> bool:
        return self.kind == "guest"

    @property
    def is_bot(self) -> bool:
        """Does a program play for this account?"""
        return self.kind == "bot"

    @property
    def muted(self) -> bool:
        return self.muted_until > now()

    @property
    def banned(self) -> bool:
        return self.banned_until > now()


# the name is one's own already, or nobody's
CLAIM = (
    "insert into account_names(looks, user_id) values(?1, ?2) on conflict(looks) do update "
    "set user_id = excluded.user_id where account_names.user_id = excluded.user_id"
)

# what is of use only while there is the person
OF_PEOPLE = (
    *(("friends", "user_id"), ("friends", "other_id"), ("presence", "user_id"), ("preferences", "user_id")),
    *(("invitations", "from_id"), ("invitations", "to_id"), ("analysed", "user_id")),
    *(("blocks", "user_id"), ("blocks", "other_id"), ("push_addresses", "user_id"), ("vacations", "user_id")),
)


class Accounts:
    def __init__(self, store: Store, hasher: PasswordHasher | None = None) -> None:
        self.store = store
        self.hasher = hasher or PasswordHasher()
        self.hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.waiting = 0
        self.decoy: str | None = None
        # wrong passwords: ten at once, then one in half a minute, for each login from each address, so that
        # nobody locks an owner out; endpoints limit each address besides
        self.tries = Buckets(rate=1 / 30, burst=10)
        self.seen_at: dict[str, tuple[int, str]] = {}

    async def open(self) -> None:
        """Note how the accounts of an older database are called."""
        found = await self.store.all("select id, name from users where kind <> 'guest' and looks = ''")
        for user, name in found:
            await self.store.run("update users set looks = ?2 where id = ?1", user, look(str(name)))
            await self.store.run(CLAIM, look(str(name)), user)

    async def guest(self, name: str, address: str = "") -> User:
        name = await self.free_name(clean_name(name))
        user = User(new_id(), name, "guest", 1, 0, 0)
        at = now()
        await self.store.run(
            "insert into users(id, name, kind, created, seen, keys, muted_until, banned_until, address) "
            "values(?1, ?2, 'guest', ?3, ?3, 1, 0, 0, ?4)",
            user.id, name, at, address,
        )  # fmt: skip
        return user

    async def user(self, user: str) -> User | None:
        rows = await self.store.look_up(f"select {COLUMNS} from users where id = ?1", user)
        return made(rows[0]) if rows else None

    async def free_name(self, name: str, user: str = "") -> str:
        """The name, if it does not look like that of somebody else's account."""
        looks = look(name)
        if looks in RESERVED_LOOKS:
            raise Refused("name_taken", name)
        if looks and await self.store.all(
            "select 1 from users where looks = ?1 and kind <> 'guest' and id <> ?2", looks, user
        ):
            raise Refused("name_taken", name)
        return name

    async def rename(self, user: str, name: str) -> User:
        name = await self.free_name(clean_name(name), user)
        looks = look(name)
        known = await self.user(user)
        if known is not None and known.kind != "guest":
            change = "update users set name = ?2, looks = ?3 where id = ?1"
            if not await self.store.together((CLAIM, (looks, user)), (change, (user, name, looks))):
                raise Refused("name_taken", name)
            await self.store.run("delete from account_names where user_id = ?1 and looks <> ?2", user, looks)
        return await self.change(user, "name = ?2", name)

    async def register(self, user: str, login: str, password: str) -> User:
        """The guest becomes an account; id, name, history and ratings stay, tokens of before do not."""
        login = clean_login(login)
        password = clean_password(password)
        guest = await self.user(user)
        if guest is None:
            raise Refused("no_user")
        if guest.kind != "guest":
            raise Refused("has_account")
        if await self.store.all("select 1 from users where login = ?1", login):
            raise Refused("login_taken", login)
        await self.free_name(guest.name, user)
        hashed = await self.hash(password)
        looks = look(guest.name)
        change = (
            "update users set kind = 'account', login = ?2, password = ?3, looks = ?4, keys = keys + 1 "
            "where id = ?1 and kind = 'guest' and name = ?5"
        )
        step = (change, (user, login, hashed, looks, guest.name))
        if not await self.store.together((CLAIM, (looks, user)), step):
            await self.free_name(
                guest.name, user
            )  # somebody else was quicker with the name, or with the login
            raise Refused("login_taken", login)
        return replace(guest, kind="account", keys=guest.keys + 1)

    async def log_in(self, login: str, password: str, address: str = "") -> User:
        """The account of a login and its password. Neither answer nor time shows if it exists."""
        wrong = Refused("wrong_password")
        try:
            login = clean_login(login)
            password = clean_password(password)
        except Refused:
            raise wrong from None
        tries = self.tries[f"{login} {address}"]
        if tries.wait > 0:
            raise Refused("rate")
        rows = await self.store.all(f"select {COLUMNS}, password from users where login = ?1", login)
        if self.decoy is None:
            self.decoy = await self.hash(secrets.token_urlsafe(12))
        hashed = str(rows[0][-1]) if rows else self.decoy
        if not await self.verify(hashed, password) or not rows:
            tries.take()
            raise wrong
        user = made(rows[0][:-1])
        if self.hasher.check_needs_rehash(hashed):
            await self.store.run(
                "update users set password = ?2 where id = ?1", user.id, await self.hash(password)
            )
        return user

    async def confirm(self, user: User, password: str, address: str = "") -> None:
        """It is the owner who asks: he knows the password. Guests have none."""
        if user.is_guest:
            return
        [(login,)] = await self.store.all("select login from users where id = ?1", user.id)
        await self.log_in(str(login), password, address)

    async def set_password(self, user: str, password: str) -> User:
        """Another password: all sessions of before end."""
        hashed = await self.hash(clean_password(password))
        return await self.change(user, "password = ?2, keys = keys + 1", hashed)

    async def new_codes(self, user: str) -> list[str]:
        """Codes that open the account once each without its password; those of before no longer do."""
        codes = ["".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]
        await self.store.run("delete from recovery where user_id = ?1", user)
        for code in codes:
            await self.store.run("insert into recovery(user_id, code) values(?1, ?2)", user, hash_code(code))
        return ["-".join(code[at : at + 4] for at in range(0, CODE_LENGTH, 4)) for code in codes]

    async def recover(self, login: str, code: str, password: str, address: str = "") -> User:
        """Another password for who has a recovery code, which is used up."""
        clean_password(password)
        wrong = Refused("wrong_code")
        try:
            login = clean_login(login)
        except Refused:
            raise wrong from None
        tries = self.tries[f"{login} {address}"]
        if tries.wait > 0:
            raise Refused("rate")
        used = await self.store.run(
            "delete from recovery where code = ?2 and user_id in (select id from users where login = ?1)",
            login, hash_code(code),
        )  # fmt: skip
        if not used:
            tries.take()
            raise wrong
        [(user,)] = await self.store.all("select id from users where login = ?1", login)
        return await self.set_password(str(user), password)

    async def delete(self, user: str) -> None:
        """Forget a person. The logs of tables keep the name, for they belong to the others as well."""
        for where in (
            "users where id", "ratings where user_id", "rating_history where user_id",
            "players where user_id", "recovery where user_id", "blocks where user_id",
            "blocks where other_id", "reports where reporter",
            "bot_tokens where user_id", "bots_here where user_id", "account_names where user_id",
            "presence where user_id", "friends where user_id", "friends where other_id",
            "preferences where user_id", "invitations where from_id", "invitations where to_id",
            "seekers where user_id", "tournament_here where user_id",
            "puzzle_ratings where user_id", "puzzle_tries where user_id", "puzzle_days where user_id",
            "turns where user_id", "vacations where user_id", "push_addresses where user_id",
            "sitting where user_id", "analysed where user_id",
        ):  # fmt: skip
            await self.store.run(f"delete from {where} = ?1", user)

    async def holder(self, session: Session) -> User | None:
        """Who a session belongs to, if it is still good; he may be banned."""
        if session.bot:
            found = await self.store.look_up(
                "select user_id from bot_tokens where hash = ?1 and exists "
                "(select 1 from users where users.id = user_id and kind = 'bot')",
                session.bot,
            )
            return await self.user(str(found[0][0])) if found else None
        rows = await self.store.look_up(
            f"select {COLUMNS}, (select count(*) from ended_sessions where ended_sessions.id = ?2) "
            "from users where id = ?1",
            session.user, session.id,
        )  # fmt: skip
        if not rows or rows[0][-1]:
            return None
        user = made(rows[0][:-1])
        return user if user.keys == session.keys else None

    async def end_session(self, session: Session) -> None:
        """Log out: this token is no longer valid. An older one has no name: all of the user's end."""
        if not session.id:
            await self.forget_keys(session.user)
            return
        until = now() + LONGEST * 1000
        await self.store.run(
            "insert into ended_sessions(id, until) values(?1, ?2) on conflict do nothing", session.id, until
        )
        await self.store.run("delete from ended_sessions where until < ?1", now())

    async def forget_keys(self, user: str) -> User:
        """All session tokens that were given out for a user lose their validity."""
        return await self.change(user, "keys = keys + 1")

    async def mute(self, user: str, minutes: int) -> User:
        """No chat for so long; 0 ends it."""
        return await self.change(user, "muted_until = ?2", until(minutes))

    async def ban(self, user: str, minutes: int) -> User:
        """No session for so long; 0 ends it."""
        return await self.change(user, "banned_until = ?2", until(minutes))

    async def seen(self, user: str, address: str = "") -> None:
        """Note that a user was here, and from where; written at most once in ten minutes for an address."""
        at = now()
        known = self.seen_at.get(user)
        if known is not None and at - known[0] < SEEN_EVERY and known[1] == address:
            return
        if len(self.seen_at) >= 10_000:
            self.seen_at = {who: when for who, when in self.seen_at.items() if at - when[0] < SEEN_EVERY}
        self.seen_at[user] = at, address
        await self.store.run("update users set seen = ?2, address = ?3 where id = ?1", user, at, address)

    async def address(self, user: str) -> str:
        """From where a user was here last; empty: that is not known any more."""
        rows = await self.store.all("select address from users where id = ?1", user)
        if not rows:
            raise Refused("no_user")
        return str(rows[0][0])

    async def forget_addresses(self, before: int) -> None:
        """Of those who were last seen before a time: they are kept for bans, and for nothing else."""
        await self.store.run("update users set address = '' where seen < ?1 and address <> ''", before)

    async def forget_guests(self, before: int) -> int:
        """Delete the guests who were last seen before a time and never finished a game; how many."""
        forgotten = await self.store.run(
            "delete from users where kind = 'guest' and seen < ?1 "
            "and not exists (select 1 from players where players.user_id = users.id)",
            before,
        )
        for relation, column in OF_PEOPLE:  # also what guests left who were forgotten before
            await self.store.run(
                f"delete from {relation} where not exists "
                f"(select 1 from users where users.id = {relation}.{column})"
            )
        return forgotten

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


def hash_code(code: str) -> str:
    """Of a recovery code, however it was typed."""
    return hashlib.sha256("".join(code.lower().replace("-", " ").split()).encode()).hexdigest()


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
        elif (
            category[0] == "C" or letter in BLANK
        ):  # control, direction marks, surrogates, private use, unassigned
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MARKS and not (marks and not kept):
            kept.append(letter)
    name = "".join(kept[:LONGEST_NAME]).strip()
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise Refused("bad_name", LONGEST_NAME)
    if mixes_alphabets(name):
        raise Refused("mixed_name", name)
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
