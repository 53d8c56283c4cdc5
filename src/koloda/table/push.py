"""Telling people who are away, by Web Push: their turn, a clock that runs out, an invitation.

Whoever finds something to tell takes it by changing its row, so of several processes one sends it. A message
names the game and the table, and nothing of the cards.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from koloda.core.errors import KolodaError
from koloda.games import game as game_by_id
from koloda.table import post_wire
from koloda.table.errors import Refused
from koloda.table.store import Store, StoreDown
from koloda.table.tasks import Tasks
from koloda.table.texts import say

if TYPE_CHECKING:
    from koloda.table.server import Settings
    from koloda.table.web_push import Browser

log = logging.getLogger(__name__)
BROWSERS = 10  # of one person; the oldest make room
AT_ONCE = 100
SENDING = 20  # deliveries at a time
STRANGERS = 6  # to hosts that anybody may have named: who answers slowly holds up only others like him
QUEUED = 200  # that wait for their turn, then a message is lost
MAKERS = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)  # the services of those who make browsers
FAILURES = 10  # in a row, then an address is forgotten
GONE = (404, 410)
AGAIN = (5.0, 30.0)  # seconds after which a service that does not answer is tried once more
TTL = 3 * 24 * 3600  # seconds that a push service keeps a message for a browser that is switched off
INVITED_AFTER = 15_000  # who has a page open sees an invitation there
INVITED_UNTIL = 15 * 60_000
INVITED_AGAIN = 10 * 60_000
PRESENT = 60_000  # who has asked for news since then has a page open
TURNS = (
    "select turns.table_id, turns.user_id, turns.since, tables.game from turns join tables on "
    "tables.id = turns.table_id where "
)


class Lane:
    """Deliveries that wait for each other and for no others; names are looked up by threads of its own."""

    def __init__(self, at_once: int) -> None:
        self.places = asyncio.Semaphore(at_once)
        self.resolver = ThreadPoolExecutor(at_once, thread_name_prefix="push")
        self.waiting = 0


class Push:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.local = settings.push_local
        self.contact = next((each for each in settings.origins if each.startswith("https:")), "")
        self.key = ""
        self.tasks = Tasks()
        self.makers, self.strangers = Lane(SENDING), Lane(STRANGERS)
        self.again = AGAIN

    async def open(self) -> None:
        """The key of this installation; all its processes have the same."""
        from koloda.table.web_push import Signer

        await self.store.run(
            "insert into meta(name, value) values('push', ?1) on conflict do nothing", Signer.new_secret()
        )
        [[secret]] = await self.store.all("select value from meta where name = 'push'")
        self.signer = Signer(str(secret), self.contact or "mailto:nobody@example.com")
        self.key = self.signer.public

    async def close(self) -> None:
        await self.tasks.cancel()
        for lane in (self.makers, self.strangers):
            lane.resolver.shutdown(wait=False, cancel_futures=True)

    # where to

    async def allow(self, user: str, wanted: post_wire.PushAddress, now: int) -> None:
        """A browser takes messages for this person from now on, and for nobody else."""
        from koloda.table.web_push import BadAddress, Browser, browser_key, check_endpoint

        try:
            check_endpoint(wanted.endpoint, self.local)
            browser_key(Browser(wanted.endpoint, wanted.p256dh, wanted.auth))
        except BadAddress as error:
            raise Refused("bad_push", error) from None
        await self.store.run(
            "insert into push_addresses(id, user_id, endpoint, p256dh, auth, lang, created, failed) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0) on conflict(id) do update set "
            "user_id = ?2, p256dh = ?4, auth = ?5, lang = ?6, created = ?7, failed = 0",
            name_of(wanted.endpoint), user, wanted.endpoint, wanted.p256dh, wanted.auth, wanted.lang, now,
        )  # fmt: skip
        await self.store.run(
            "delete from push_addresses where user_id = ?1 and id not in (select id from push_addresses "
            f"where user_id = ?1 order by created desc, id limit {BROWSERS})",
            user,
        )

    async def stop(self, user: str, endpoint: str) -> None:
        await self.store.run(
            "delete from push_addresses where id = ?1 and user_id = ?2", name_of(endpoint), user
        )

    async def forget(self, user: str) -> None:
        await self.store.run("delete from push_addresses where user_id = ?1", user)

    async def hosts(self, user: str) -> list[str]:
        """Whose services bring the messages, one for each browser."""
        found = await self.store.all(
            "select endpoint from push_addresses where user_id = ?1 order by created", user
        )
        return [str(endpoint).split("/")[2] for (endpoint,) in found]

    # what

    async def tell(self, now: int) -> None:
        """Whatever is due to be told."""
        await self.tell_turns(now)
        await self.tell_late(now)
        await self.tell_invited(now)

    async def tell_turns(self, now: int) -> None:
        """That it is one's turn: at several tables at once it is one message."""
        due = await self.store.all(
            "select distinct user_id from turns where told = 0 and since > 0 and tell_at <= ?1 "
            f"limit {AT_ONCE}",
            now,
        )
        for (user,) in due:
            found = await self.store.all(f"{TURNS} user_id = ?1 and told = 0 and since > 0", str(user))
            mine = [
                (str(table), str(game))
                for table, _, since, game in found
                if await self.store.run(
                    "update turns set told = 1 "
                    "where table_id = ?1 and user_id = ?2 and since = ?3 and told = 0",
                    table,
                    user,
                    since,
                )
            ]
            if len(mine) == 1:
                await self.send(str(user), "push_turn", *mine[0])
            elif mine:
                await self.send(str(user), "push_turns", count=len(mine))

    async def tell_late(self, now: int) -> None:
        """That a clock runs out before long."""
        found = await self.store.all(
            f"{TURNS} warned = 0 and warn_at > 0 and warn_at <= ?1 limit {AT_ONCE}", now
        )
        for table, user, since, game in found:
            if await self.store.run(
                "update turns set warned = 1, told = 1 where table_id = ?1 and user_id = ?2 and since = ?3 "
                "and warned = 0",
                table, user, since,
            ):  # fmt: skip
                await self.send(str(user), "push_late", str(table), str(game))

    async def tell_invited(self, now: int) -> None:
        """That somebody asks to a table: who has a page open reads it there. Strangers are told of once in a
        while, or anybody could make a telephone ring all night."""
        found = await self.store.all(
            "select invitations.id, to_id, table_id, tables.game, "
            "(select count(*) from presence where user_id = to_id and presence.at > ?3), "
            "(select count(*) from friends where user_id = to_id and other_id = from_id), "
            "(select count(*) from invitations as other where other.to_id = invitations.to_id "
            "and other.told = 1 and other.at > ?4) from invitations "
            "join tables on tables.id = invitations.table_id where told = 0 and state = 'open' "
            f"and invitations.at <= ?1 and invitations.at > ?2 and tables.status = 'waiting' limit {AT_ONCE}",
            now - INVITED_AFTER, now - INVITED_UNTIL, now - PRESENT, now - INVITED_AGAIN,
        )  # fmt: skip
        rung: set[object] = set()
        for invitation, user, table, game, here, friend, lately in found:
            mine = await self.store.run(
                "update invitations set told = 1 where id = ?1 and told = 0", invitation
            )
            if mine and not here and (friend or not (lately or user in rung)):
                rung.add(user)
                await self.send(str(user), "push_invited", str(table), str(game))

    # sending

    async def send(self, user: str, kind: str, table: str = "", game: str = "", count: int = 0) -> None:
        """To all browsers of a person, without waiting for them."""
        from koloda.table.web_push import Browser

        found = await self.store.all(
            "select id, endpoint, p256dh, auth, lang from push_addresses where user_id = ?1", user
        )
        for name, endpoint, p256dh, auth, lang in found:
            message = words(kind, table, game, count, str(lang))
            browser = Browser(str(endpoint), str(p256dh), str(auth))
            self.tasks.start(self.bring(str(name), browser, message))

    async def bring(self, name: str, browser: Browser, message: dict[str, Any]) -> None:
        data = json.dumps(message, ensure_ascii=False).encode()
        topic = hashlib.sha256(str(message["tag"]).encode()).hexdigest()[:32]
        status = 503
        for pause in (*self.again, 0.0):
            status = await self.attempt(browser, data, topic)
            if status != 429 and status < 500:
                break
            if pause:
                await asyncio.sleep(pause)
        try:
            await self.answered(name, status)
        except StoreDown as error:
            log.warning("the store does not answer: %s", error)

    async def attempt(self, browser: Browser, data: bytes, topic: str) -> int:
        """The status of one delivery, in its turn; 503 if there was none."""
        from koloda.table.web_push import BadAddress, deliver

        lane = self.makers if is_makers(browser.endpoint) else self.strangers
        if lane.waiting >= QUEUED:
            return 503
        lane.waiting += 1
        try:
            async with lane.places:
                return await deliver(
                    browser, data, self.signer, TTL, topic, self.local, resolver=lane.resolver
                )
        except BadAddress as error:  # its name means something else by now
            log.warning("a message was not sent: %s", error)
            return GONE[0]
        except (OSError, TimeoutError):
            return 503
        finally:
            lane.waiting -= 1

    async def answered(self, name: str, status: int) -> None:
        if status in GONE:  # nobody is there any more
            await self.store.run("delete from push_addresses where id = ?1", name)
        elif status >= 300:
            log.warning("a push service answered %d", status)
            await self.store.run("update push_addresses set failed = failed + 1 where id = ?1", name)
            await self.store.run(f"delete from push_addresses where id = ?1 and failed >= {FAILURES}", name)
        else:
            await self.store.run("update push_addresses set failed = 0 where id = ?1 and failed > 0", name)


def is_makers(endpoint: str) -> bool:
    """
    >>> is_makers("https://fcm.googleapis.com/x"), is_makers("https://fcm.googleapis.com.evil.example/x")
    (True, False)
    """
    host = urlsplit(endpoint).hostname or ""
    return any(host == each or host.endswith(f".{each}") for each in MAKERS)


def name_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode("utf-8", "replace")).hexdigest()


def words(kind: str, table: str, game: str, count: int, lang: str) -> dict[str, Any]:
    """What a browser shows, in the person's language: it can then do so without asking us."""
    title = "koloda"
    if game:
        try:
            title = game_by_id(game).names[lang]
        except KolodaError:  # a game that this process does not have
            title = game
    return {
        "title": title,
        "body": say(lang, kind, *([count] if count else [])),
        "tag": table or "turns",
        "url": f"/#/table/{table}" if table else "/",
        "id": secrets.token_hex(4),
    }
