"""The server as a whole: what one process has, and who is behind a request."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from koloda.table import wire
from koloda.table.accounts import Accounts, User
from koloda.table.admission import PER_PERSON, Admission, Crowd
from koloda.table.analysis import Analyses
from koloda.table.bot_accounts import BotAccounts
from koloda.table.bot_seats import USUAL_PAUSE
from koloda.table.bot_socket import tell_tables
from koloda.table.bots import Bots
from koloda.table.bus import LocalBus, open_bus
from koloda.table.correspondence import Correspondence
from koloda.table.errors import Refused
from koloda.table.failures import Failures
from koloda.table.friends import Friends
from koloda.table.hub import Hub
from koloda.table.ladder_folder import Ladder
from koloda.table.leaderboards import Leaderboards
from koloda.table.leases import Leases
from koloda.table.limits import Buckets, Proxies, SharedLimit, neighbourhood
from koloda.table.lists import Lists
from koloda.table.lobby import Lobby
from koloda.table.matchmaking import Matchmaking
from koloda.table.metrics import Figures, Metrics
from koloda.table.people import People
from koloda.table.push import Push
from koloda.table.puzzles import PuzzleBooks
from koloda.table.results import Results
from koloda.table.retention import Retention
from koloda.table.room import Room
from koloda.table.sessions import Admin, Session, Sessions, find_secret
from koloda.table.socket import (
    BANNED,
    BOT_CHAT_BURST,
    BOT_CHAT_RATE,
    CHAT_BURST,
    CHAT_RATE,
    HEARTBEAT,
    SESSION_ENDED,
    Connection,
)
from koloda.table.store import StoreDown, open_store
from koloda.table.tables import PERSON, Tables
from koloda.table.texts import say
from koloda.table.tournaments.service import Tournaments
from koloda.table.workbench import Workbench

log = logging.getLogger(__name__)
COOKIE = "koloda"
SECURE_COOKIE = "__Host-koloda"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
STORE_TIME = 2.0  # seconds in which a healthy store answers
SPARE_FILES = 100  # for everything but connections
ARRIVING = (
    16  # people who are let in at a time: when thousands come back at once, the others have their turns
)
FAREWELL = 2.0  # seconds for the last messages
GUESTS_KEPT = 30 * 24 * 3600 * 1000
ABANDONED = 24 * 3600 * 1000


@dataclass(frozen=True)
class Settings:
    database: str
    bus: str | None = None
    host: str = "127.0.0.1"
    origins: tuple[str, ...] = ()  # where browsers find the server, such as https://cards.example
    proxies: tuple[str, ...] = ()
    pause: tuple[int, int] = USUAL_PAUSE  # of bots before they act, milliseconds
    bot_processes: int = 0  # 0: one for each core, but one
    admin_file: str | None = None
    strict_limits: bool = True  # off for load tests on one's own machine
    connections: int = 10_000  # of this process at a time, as far as it may open files
    connections_each: int = 256  # from one address
    keep_days: int = 0  # finished tables; 0: for ever, so the next two
    keep_abandoned_days: int = 0
    keep_chat_days: int = 0
    metrics: str = ""  # HOST:PORT, or off; empty: for programs of this machine
    ladder: str = ""  # the folder of a ladder; empty: none
    push_local: bool = False  # for tests: messages also go to addresses of this machine, without TLS
    shared: str = ""  # the folder in which the processes of a supervisor leave their figures


class Server:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(settings.database)
        self.store.observe = self.metrics.committed
        self.bus = open_bus(settings.bus, self.store)
        self.accounts = Accounts(self.store)
        self.people = People(self.store)
        self.bot_accounts = BotAccounts(self.store, self.accounts)
        self.admin = Admin.find(settings.admin_file)
        self.proxies = Proxies(settings.proxies)
        self.origins = frozenset(origin_of(origin) for origin in settings.origins)
        self.hosts = frozenset(urlsplit(origin).hostname or "" for origin in self.origins)
        self.connections: set[Connection] = set()
        self.bot_lines: set[Connection] = set()  # those by which bots are here
        self.links = 0  # of them, so far
        self.crowd = Crowd(
            most_connections(settings.connections),
            settings.connections_each if settings.strict_limits else settings.connections,
            self.proxies,
        )
        self.admission = Admission()
        self.arrivals = asyncio.Semaphore(ARRIVING)
        self.closing = False
        self.ready = False
        self.asked, self.answers = -9.0, False  # when the store was asked for its health, and its answer
        generous = 1.0 if settings.strict_limits else 1e6
        self.requests = Buckets(20.0 * generous, 120.0 * generous)
        alone = isinstance(self.bus, LocalBus) or not settings.strict_limits
        shared = partial(SharedLimit, self.store, alone=alone)
        self.new_sessions = shared("sessions", 0.2 * generous, 20.0 * generous)
        self.new_tables = shared("tables", 0.2 * generous, 20.0 * generous)
        self.new_tournaments = shared("tournaments", generous / 300, 6.0 * generous)
        self.acquaintances = shared("acquaintances", 0.1 * generous, 30.0 * generous)
        self.answers_to_puzzles = shared("puzzles", 0.5 * generous, 30.0 * generous)
        self.chats = shared("chats", CHAT_RATE * generous, CHAT_BURST * generous)
        self.bot_chats = shared("bot chats", BOT_CHAT_RATE * generous, BOT_CHAT_BURST * generous)
        self.new_sockets = Buckets(4.0 * generous, 60.0 * generous)
        self.uploads = Buckets(0.5 * generous, 10.0 * generous)
        self.workbench = Workbench(generous)
        self.changes = Buckets(
            1.0 * generous, 30.0 * generous
        )  # of tables by a person: each is a row of a log
        # what a person tries in vain is in the logs too
        self.futile = Buckets(1.0 * generous, 30.0 * generous)
        self.changes_from = Buckets(5.0 * generous, 150.0 * generous)  # by all of an address
        self.hashes = Buckets(1.0 * generous, 30.0 * generous)  # passwords of an address, right ones too
        self.logins = shared("logins", 0.1 * generous, 10.0 * generous)  # only failures count, so here:
        self.admin_tries = Buckets(0.1 * generous, 10.0 * generous)
        self.failures = Failures(self.metrics.failures)
        self.ladder = Ladder(settings.ladder) if settings.ladder else None
        self.reports = Buckets(1 / 60 * generous, 5.0 * generous)

    async def open(self) -> None:
        await self.store.open()
        await self.bus.open()
        await self.accounts.open()
        await self.people.read_bans()
        self.sessions = Sessions(await find_secret(self.store))
        self.bots = Bots(self.settings.bot_processes or max(1, (os.cpu_count() or 2) - 1))
        self.analyses = Analyses(self.bots)
        self.tables = Tables(self.store, self.bus)
        self.hub = Hub(self.tables, self.bots, self.metrics, self.futile, self.settings.pause)
        self.retention = Retention(self.tables, self.settings)
        self.leases = Leases(self.hub)
        await self.leases.open()
        self.lists = Lists(self.store, self.tables)
        await self.lists.open()
        self.results = Results(self.store, self.accounts, self.tables, self.lists)
        self.analyses.note = self.results.note_analysis
        self.lobby = Lobby(self.accounts, self.hub, self.people, self.bot_accounts, self.lists)
        self.lobby.invited = self.person_changed
        self.friends = Friends(self.store, self.accounts, self.people)
        self.lobby.offer = self.friends.offer_rematch
        self.leaderboards = Leaderboards(self.store)
        self.puzzles = PuzzleBooks(self.store)
        self.matchmaking = Matchmaking(self.lobby, self.results.ratings)
        self.tables.summarise = self.lists.summarise
        self.tournaments = Tournaments(self.lobby)
        self.correspondence = Correspondence(self.hub)
        self.lobby.may_play_slowly = self.correspondence.may_play
        await self.correspondence.open()
        self.push = Push(self.store, self.settings)
        await self.push.open()
        self.correspondence.tell = self.push.tell
        self.hub.settle = self.settle
        self.tables.person_changed = lambda user: self.tables.tasks.start(self.recheck(user))
        lasting = [self.tables.sweep(), self.keep(), self.admission.watch(), self.leases.keep()]
        lasting += [self.retention.keep(), self.publish_figures(), self.tournaments.keep()]
        lasting += [self.correspondence.keep()]
        self.keepers = [asyncio.create_task(each) for each in lasting]
        self.tables.tasks.start(self.results.close_books())
        self.tables.tasks.start(self.results.count_seats())
        self.ready = True

    async def settle(self, room: Room) -> None:
        """A match is over: for its people, and for the tournament to which it belongs."""
        await self.results.settle(room)
        await self.tournaments.settled(room)

    async def farewell(self) -> None:
        """Say goodbye to everybody; nothing is lost, they come back to the next process."""
        self.closing = self.tables.closing = True
        self.ready = False
        for connection in self.connections:
            connection.drop(1012, "closing", say(connection.lang, "closing"))
        limit = time.monotonic() + FAREWELL
        while self.connections and time.monotonic() < limit:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        await self.farewell()
        for keeper in self.keepers:
            keeper.cancel()
        self.analyses.close()
        await self.hub.close()
        with suppress(StoreDown):
            await self.leases.close()
        await self.push.close()
        await self.bus.close()
        await self.store.close()

    async def keep(self) -> None:
        """Drop silent connections, and once a day the guests who never played and matches that were left."""
        last_day = 0
        while True:
            await asyncio.sleep(5)
            limit = time.monotonic() - HEARTBEAT
            for connection in list(self.connections):
                if connection.heard < limit:
                    connection.drop(4408, "no_heartbeat", say(connection.lang, "no_heartbeat"))
            day = int(time.time() // 86_400)
            if day != last_day:
                last_day = day
                try:
                    await self.accounts.forget_guests(self.tables.now() - GUESTS_KEPT)
                    await self.accounts.forget_addresses(self.tables.now() - GUESTS_KEPT)
                    await self.results.close_abandoned(self.tables.now() - ABANDONED)
                    await self.friends.forget(self.tables.now() - ABANDONED)
                    await self.tournaments.forget()
                    await self.puzzles.forget()
                except Exception:  # the next day will do
                    log.warning("guests and deserted matches could not be cleaned up", exc_info=True)

    async def person_changed(self, user: str = "") -> None:
        """A session ended, a ban began, somebody was muted (nobody named: everybody): in all processes."""
        await self.recheck(user)
        await self.bus.tell(PERSON + user)

    async def recheck(self, user: str = "") -> None:
        """Drop the connections of people who may no longer be here; note whom the others mute."""
        if not user:
            await self.people.read_bans()
        for connection in list(self.connections):
            if not user or connection.user == user:
                await self.recheck_one(connection)
                if connection in self.bot_lines:
                    await tell_tables(self, connection)

    async def recheck_one(self, connection: Connection) -> None:
        holder = None
        if connection.session is not None:
            holder = await self.accounts.holder(connection.session)
        if self.people.is_banned(connection.address) or (holder is not None and holder.banned):
            connection.drop(BANNED, "banned", say(connection.lang, "banned"))
        elif connection.session is not None and holder is None:
            connection.drop(SESSION_ENDED, "session", say(connection.lang, "session"))
        else:
            connection.hidden = await self.people.hidden_from(connection.user)

    async def publish_figures(self) -> None:
        """For the other processes of the supervisor; runs as long as the server."""
        if self.settings.shared:
            figures = Figures(self.settings.shared)
            while True:
                figures.write(self.metrics.text())
                await asyncio.sleep(1.0)

    def figures(self) -> str:
        own = self.metrics.text()
        return Figures(self.settings.shared).all(own) if self.settings.shared else own

    async def health(self) -> wire.Status:
        """Can this process serve? It asks the store at most once a second, whoever asks."""
        if not self.ready:
            return wire.Status("starting", store=False, bus=False)
        if time.monotonic() - self.asked > 1.0:
            self.asked = time.monotonic()
            try:
                async with asyncio.timeout(STORE_TIME):
                    await self.store.all("select 1")
                self.answers = True
            except (StoreDown, TimeoutError):
                self.answers = False
        fine = self.answers and self.bus.connected
        return wire.Status("ok" if fine else "broken", store=self.answers, bus=self.bus.connected)

    # who is behind a request

    def peer_of(self, request: HTTPConnection) -> str:
        client = request.scope["client"]
        peer: str = client[0] if client else ""
        if not self.proxies.networks:
            return peer
        # a proxy may add a line of its own instead of going on with the last one
        return self.proxies.client(peer, ",".join(request.headers.getlist("x-forwarded-for")))

    def address_of(self, request: HTTPConnection) -> str:
        return neighbourhood(self.peer_of(request))

    def lang_of(self, request: HTTPConnection) -> str:
        """?lang=, else the first language of the browser that we speak, else English."""
        asked = request.query_params.get("lang", "")
        if asked in wire.LANGUAGES:
            return asked
        for part in request.headers.get("accept-language", "")[:200].split(","):
            lang = part.split(";")[0].strip()[:2].lower()
            if lang in wire.LANGUAGES:
                return lang
        return "en"

    def is_secure(self, request: HTTPConnection) -> bool:
        """Did the browser come by TLS, to us or to the proxy in front of us?"""
        if request.url.scheme in ("https", "wss"):
            return True
        peer = request.client.host if request.client else ""
        if self.proxies.trusts(peer) and request.headers.get("x-forwarded-proto") == "https":
            return True
        return bool(self.origins) and all(origin.startswith("https:") for origin in self.origins)

    def known_host(self, request: HTTPConnection) -> bool:
        """Is it us whom the browser wanted? A foreign name that leads here is an attack (DNS rebinding)."""
        name = urlsplit("//" + request.headers.get("host", "")).hostname or ""
        if name in LOOPBACK or name in self.hosts:
            return True
        return not self.origins and self.settings.host not in LOOPBACK

    def same_origin(self, request: HTTPConnection) -> bool:
        """May a page that runs in a browser send this request? Programs send no Origin."""
        if not self.known_host(request):
            return False
        given = request.headers.get("origin")
        if given is None:
            return True
        if given in self.origins:
            return True
        parts = urlsplit(given)
        host = request.headers.get("host", "")
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()

    def check_sockets(self, user: str | None, address: str) -> None:
        """So many sockets for a person, and for an address behind a proxy."""
        if self.settings.strict_limits:
            if user is not None and sum(each.user == user for each in self.connections) >= PER_PERSON:
                raise Refused("rate")
            if sum(each.neighbour == address for each in self.connections) >= self.settings.connections_each:
                raise Refused("rate")

    def may_connect(self, request: HTTPConnection) -> bool:
        return self.new_sockets.take(self.address_of(request))

    def token_of(self, request: HTTPConnection) -> str:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return token.strip()
        return request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE) or ""

    def session_of(self, request: HTTPConnection) -> Session | None:
        """The session of the token that came with a request, which may have ended."""
        return self.sessions.read(self.token_of(request))

    async def user_of(self, request: HTTPConnection) -> User | None:
        session = self.session_of(request)
        if session is None or self.people.is_banned(self.peer_of(request)):
            return None
        user = await self.accounts.holder(session)
        if user is None or user.banned:
            return None
        await self.accounts.seen(user.id, self.address_of(request))
        return user


def most_connections(wanted: int) -> int:
    """As many as there are files for, after the limit was raised as far as it goes."""
    try:
        import resource
    except ImportError:  # not on this system
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + SPARE_FILES:
        enough = wanted + SPARE_FILES
        soft = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(16, min(wanted, soft - SPARE_FILES))


def origin_of(text: str) -> str:
    """An origin as browsers write it."""
    from koloda.core.errors import BadOption

    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOption(f"{text!r} is no address of a site: write it like https://cards.example")
    host = parts.hostname
    if ":" in host:
        host = f"[{host}]"
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = f":{parts.port}" if parts.port and parts.port != usual else ""
    return f"{parts.scheme}://{host}{port}"
