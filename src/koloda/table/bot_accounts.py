"""Bot accounts: programs play for them by tokens. Which of them are connected, and whom they play with."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass

from koloda.table import people_wire, wire
from koloda.table.accounts import COLUMNS, Accounts, User, clean_name, made
from koloda.table.errors import Refused
from koloda.table.ids import new_id
from koloda.table.sessions import BOT_TOKEN, hash_token
from koloda.table.store import Row, Store, now

MOST_TOKENS = 10
SILENCE = 30_000  # milliseconds after which a bot that says nothing is no longer here
LISTED = 100


@dataclass(frozen=True)
class Present:
    """A bot that is connected."""

    user: User
    games: tuple[str, ...]
    accept: wire.Accept
    most: int
    playing: int

    @property
    def free(self) -> bool:
        return self.playing < self.most


class BotAccounts:
    def __init__(self, store: Store, accounts: Accounts) -> None:
        self.store = store
        self.accounts = accounts

    async def become(self, user: User) -> User:
        """An account becomes a bot's, for good: only one that has never played, so that nobody was misled."""
        if user.is_guest:
            raise Refused("no_account")
        if user.is_bot:
            return user
        changed = await self.store.run(
            "update users set kind = 'bot', keys = keys + 1 where id = ?1 and kind = 'account' "
            "and not exists (select 1 from players where players.user_id = users.id)",
            user.id,
        )
        if not changed:
            raise Refused("has_played")
        found = await self.accounts.user(user.id)
        assert found is not None
        return found

    # tokens

    async def new_token(self, user: User, name: str) -> people_wire.NewToken:
        if not user.is_bot:
            raise Refused("no_bot")
        if len(await self.tokens(user)) >= MOST_TOKENS:
            raise Refused("too_many_tokens", MOST_TOKENS)
        token = BOT_TOKEN + secrets.token_urlsafe(32)
        info = people_wire.TokenInfo(new_id(9), clean_name(name) if name else "", now(), 0)
        await self.store.run(
            "insert into bot_tokens(id, user_id, name, hash, created, used) values(?1, ?2, ?3, ?4, ?5, 0)",
            info.id, user.id, info.name, hash_token(token), info.created,
        )  # fmt: skip
        return people_wire.NewToken(token, info)

    async def tokens(self, user: User) -> list[people_wire.TokenInfo]:
        found = await self.store.all(
            "select id, name, created, used from bot_tokens where user_id = ?1 order by created", user.id
        )
        return [people_wire.TokenInfo(*row) for row in found]  # type: ignore[arg-type]

    async def revoke(self, user: User, token: str) -> None:
        if not await self.store.run("delete from bot_tokens where id = ?2 and user_id = ?1", user.id, token):
            raise Refused("no_token")

    # who is connected

    async def arrive(self, user: str, token: str, link: str, here: wire.Here) -> None:
        """A bot has connected; a connection of before loses its place."""
        await self.store.run("update bot_tokens set used = ?2 where hash = ?1", token, now())
        await self.store.run(
            "insert into bots_here(user_id, link, games, accept, most, playing, at) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict(user_id) do update set "
            "link = ?2, games = ?3, accept = ?4, most = ?5, playing = ?6, at = ?7",
            user, link, json.dumps(here.games), here.accept, here.most, here.playing, now(),
        )  # fmt: skip

    async def stay(self, user: str, link: str, here: wire.Here) -> bool:
        """It is still here; False: another connection has taken its place."""
        changed = await self.store.run(
            "update bots_here set games = ?3, accept = ?4, most = ?5, playing = ?6, at = ?7 "
            "where user_id = ?1 and link = ?2",
            user, link, json.dumps(here.games), here.accept, here.most, here.playing, now(),
        )  # fmt: skip
        return changed > 0

    async def go(self, user: str, link: str) -> None:
        await self.store.run("delete from bots_here where user_id = ?1 and link = ?2", user, link)

    async def present(self, game: str = "") -> list[Present]:
        """The bots that are here, by name; those that play this game."""
        found = await self.store.all(
            f"select {prefixed('users')}, games, accept, most, playing from bots_here "
            "join users on users.id = bots_here.user_id where at > ?1 and kind = 'bot' "
            f"order by name limit {LISTED}",
            now() - SILENCE,
        )
        bots = [present(row) for row in found]
        return [bot for bot in bots if not bot.user.banned and (not game or game in bot.games)]

    async def invited(self, host: User, bot: str, game: str, sits: int) -> User:
        """The bot, if it takes a match of this person; else a refusal that says why not.

        It sits at so many tables already. What it is invited to counts at once, in every process, until it
        says itself how many it plays.
        """
        found = {each.user.id: each for each in await self.present()}.get(bot)
        if found is None:
            raise Refused("bot_away")
        if game not in found.games:
            raise Refused("bot_game", found.user.name)
        if found.accept == "accounts" and host.is_guest:
            raise Refused("bot_declines", found.user.name)
        more = "update bots_here set playing = playing + 1 where user_id = ?1 and playing < most"
        if sits >= found.most or not await self.store.run(more, bot):
            raise Refused("bot_busy", found.user.name)
        return found.user


def prefixed(table: str) -> str:
    return ", ".join(f"{table}.{column}" for column in COLUMNS.split(", "))


def present(row: Row) -> Present:
    *user, games, accept, most, playing = row
    assert isinstance(most, int)
    assert isinstance(playing, int)
    return Present(made(tuple(user)), tuple(json.loads(str(games))), accept, most, playing)  # type: ignore[arg-type]
