"""Tournaments in the store: anybody's process appends what is due, of several exactly one succeeds.

The tables of a draw have their names in its row, so whoever comes first makes them, all rows of one at once;
a process that dies in between leaves nothing half done. Results are read from the logs of the tables.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from koloda.core.errors import BadOption, KolodaError
from koloda.games import game as game_by_id
from koloda.table import rows
from koloda.table.accounts import User, clean_name
from koloda.table.connections import LiveTable
from koloda.table.errors import NoTable, Refused
from koloda.table.ids import new_id
from koloda.table.lobby import Lobby, abandoned_row, check_level, checked_seats
from koloda.table.room import BETWEEN, OVER, PERSON, PLAYING, WAITING, Room
from koloda.table.store import IDS, Store, StoreDown
from koloda.table.store import now as real_time
from koloda.table.timers import overdue_row
from koloda.table.tournaments import log, wire
from koloda.table.tournaments.draw import draw
from koloda.table.tournaments.outcome import deserted_since, outcome
from koloda.table.tournaments.pages import info_of

logger = logging.getLogger(__name__)
MINE = 3  # tournaments of one maker that are open or running
ALL = 200  # of the whole server
JOINED = 5  # in which one person takes part at a time
LISTED = 60
IN_MEMORY = 100
EVERY = 1.0  # seconds
SILENCE = 12_000  # milliseconds after which who does not look at the page of an arena is not paired
ARRIVING = 45_000  # milliseconds to come to the table
BREAK = 8_000  # between two rounds
REMATCH = 15_000  # in an arena the same two meet again at once only after waiting so long
ALONE = 20_000  # after so long bots take the seats in an arena that lets them
ABANDONED = 90_000  # so long a game goes on that nobody looks at
LONGEST = 3 * 3600_000  # of a game
UNMADE = 600_000  # a table that does not exist so long after its draw was deleted
MISSES = 2  # games in a row to which somebody does not come before he counts as away
KEPT = 90 * 24 * 3600_000  # finished tournaments
STEPS = 200  # rows that one look may add
ROW = "insert into tournament_rows(tournament_id, seq, body) values(?1, ?2, ?3)"
OF_A_TOURNAMENT = (("tournament_rows", "tournament_id"), ("tournament_here", "tournament_id"))
EVENT = "insert into events(table_id, seq, body, at) values(?1, ?2, ?3, ?4)"


class Live:
    """A tournament in memory, which can be read again at any time."""

    def __init__(self, name: str) -> None:
        self.tournament = log.Tournament(name)
        self.lock = asyncio.Lock()
        self.looked: dict[str, int] = {}  # when its running tables were looked at


class Tournaments:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.tables = lobby.tables
        self.store: Store = lobby.tables.store
        self.live: OrderedDict[str, Live] = OrderedDict()
        self.chance = random.SystemRandom()

    # reading and writing

    async def find(self, name: str) -> Live:
        if len(name) < 8 or not IDS.fullmatch(name):
            raise Refused("no_tournament")
        live = self.live.get(name) or Live(name)
        async with live.lock:
            await self.catch_up(live)
        if not live.tournament.seq:
            raise Refused("no_tournament")
        self.live[name] = live
        self.live.move_to_end(name)
        while len(self.live) > IN_MEMORY:
            self.live.popitem(last=False)
        return live

    async def catch_up(self, live: Live) -> None:
        found = await self.store.all(
            "select body from tournament_rows where tournament_id = ?1 and seq > ?2 order by seq",
            live.tournament.id, live.tournament.seq,
        )  # fmt: skip
        for (data,) in found:
            assert isinstance(data, bytes)
            live.tournament.fold(log.read(data))

    async def append(self, live: Live, row: log.AnyRow) -> bool:
        """The caller holds the lock. False: another process was faster, and its row was read."""
        tournament = live.tournament
        written = msgspec.json.encode(row)
        done = await self.store.together((ROW, (tournament.id, tournament.seq + 1, written)))
        if done:
            tournament.fold(row)
            await self.note(tournament)
        else:
            await self.catch_up(live)
        return done

    async def note(self, tournament: log.Tournament) -> None:
        """One line for lists; the log is the truth."""
        summary = json.dumps(msgspec.to_builtins(info_of(tournament)), ensure_ascii=False)
        await self.store.run(
            "insert into tournaments(id, maker, game, status, starts, ended, summary) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict(id) do update "
            "set status = ?4, ended = ?6, summary = ?7",
            tournament.id, tournament.made.maker, tournament.made.game, tournament.status,
            tournament.made.starts, tournament.ended or None, summary,
        )  # fmt: skip

    # what people do

    async def create(self, user: User, wanted: wire.NewTournament) -> Live:
        if user.kind != "account":
            raise Refused("account_needed")
        game = game_by_id(wanted.game)
        seats = checked_seats(game, wanted.seats, wanted.options)
        options = game.table_choice(wanted.options, seats)
        resolved = game.resolve(seats, options)
        sizes = {len(side) for side in game.sides(seats, resolved)}
        if len(sizes) > 1 or len(game.sides(seats, resolved)) < 2:
            raise BadOption(f"{seats} seats: a tournament needs sides of equal size")
        if wanted.fill:
            check_level(wanted.fill)
        await self.need_room(user.id, 0)
        now = self.tables.now()
        arena = wanted.style == "arena"
        made = log.Made(
            now, user.id, user.name, clean_name(wanted.name), wanted.style, game.id, seats, options,
            wanted.turn * 1000, wanted.bank * 1000, game.reaction * 1000, now + wanted.starts_in * 1000,
            wanted.minutes * 60_000 if arena else 0, 0 if arena else wanted.rounds, not wanted.rated,
            wanted.fill, wanted.bots, wanted.accounts, wanted.most,
        )  # fmt: skip
        live = Live(new_id())
        async with live.lock:
            await self.append(live, made)
        try:
            await self.need_room(user.id, 1)  # who asked many times at once, and everywhere, now sees it
        except Refused:
            for relation, key in (*OF_A_TOURNAMENT, ("tournaments", "id")):
                await self.store.run(f"delete from {relation} where {key} = ?1", live.tournament.id)
            raise
        self.live[live.tournament.id] = live
        return live

    async def need_room(self, maker: str, new: int) -> None:
        """For one tournament more; `new`: for one that is counted already."""
        going = "select count(*) from tournaments where status in ('open', 'running')"
        [[mine]] = await self.store.all(f"{going} and maker = ?1", maker)
        if int(str(mine)) >= MINE + new:
            raise Refused("tournaments_mine", MINE)
        [[everybody]] = await self.store.all(going)
        if int(str(everybody)) >= ALL + new:
            raise Refused("tournaments_full")

    async def join(self, live: Live, user: User, team: str) -> None:
        tournament = live.tournament
        made = tournament.made
        if user.is_bot and not made.bots:
            raise Refused("tournament_no_bots")
        if user.is_guest and made.accounts:
            raise Refused("account_needed")
        if user.id != made.maker and await self.lobby.people.has_blocked(made.maker, user.id):
            raise Refused("blocked")
        team = clean_name(team) if team.strip() and tournament.team_size > 1 else ""
        others = await self.others(tournament, user.id)
        async with live.lock:
            while True:
                known = tournament.people.get(user.id)
                if known is not None and known.active:
                    return
                if tournament.status in (log.OVER, log.CANCELLED):
                    raise Refused("tournament_over")
                if known is None:
                    if tournament.status == log.RUNNING and made.style == "swiss":
                        raise Refused("tournament_begun")
                    if len(tournament.people) >= made.most:
                        raise Refused("tournament_full", made.most)
                if others >= JOINED:
                    raise Refused("tournaments_joined", JOINED)
                same = [each for each in tournament.here if team and each.team == team]
                if len(same) >= tournament.team_size or any(each.entry >= 0 for each in same):
                    raise Refused("team_full", team)
                if await self.append(
                    live, log.Joined(self.tables.now(), user.id, user.name, user.kind, team)
                ):
                    break
        await self.here(tournament, user.id)
        if await self.others(tournament, user.id) >= JOINED:  # he has joined several at once
            await self.withdraw(live, user.id)
            raise Refused("tournaments_joined", JOINED)

    async def others(self, tournament: log.Tournament, user: str) -> int:
        """In how many others somebody takes part."""
        [[found]] = await self.store.all(
            "select count(*) from tournament_here join tournaments on id = tournament_id "
            "where user_id = ?1 and tournament_id <> ?2 and status in ('open', 'running')",
            user, tournament.id,
        )  # fmt: skip
        return int(str(found))

    async def withdraw(self, live: Live, user: str) -> None:
        tournament = live.tournament
        async with live.lock:
            while True:
                known = tournament.people.get(user)
                if known is None or not known.active or tournament.status in (log.OVER, log.CANCELLED):
                    break
                if await self.append(live, log.Withdrew(self.tables.now(), user)):
                    break
        await self.store.run(
            "delete from tournament_here where tournament_id = ?1 and user_id = ?2", tournament.id, user
        )

    async def cancel(self, live: Live, user: str) -> None:
        if live.tournament.made.maker != user:
            raise Refused("not_maker")
        async with live.lock:
            while live.tournament.status in (log.OPEN, log.RUNNING):
                if await self.append(live, log.Ended(self.tables.now(), "cancelled")):
                    break

    async def here(self, tournament: log.Tournament, user: str) -> None:
        """Who takes part looks at the page, and can be asked to play."""
        await self.store.run(
            "insert into tournament_here(tournament_id, user_id, at) values(?1, ?2, ?3) "
            "on conflict(tournament_id, user_id) do update set at = ?3",
            tournament.id, user, self.tables.now(),
        )  # fmt: skip

    async def present(self, tournament: log.Tournament) -> set[str]:
        found = await self.store.all(
            "select user_id from tournament_here where tournament_id = ?1 and at > ?2",
            tournament.id, self.tables.now() - SILENCE,
        )  # fmt: skip
        return {str(user) for (user,) in found}

    async def listed(self, game: str) -> list[wire.TournamentInfo]:
        """Those that run, then those to come, then the last ones."""
        found = await self.store.all(
            "select summary from tournaments where (?1 = '' or game = ?1) order by case status "
            "when 'running' then 0 when 'open' then 1 else 2 end, "
            f"case when ended is null then starts else -ended end, id limit {LISTED}",
            game,
        )
        return [msgspec.json.decode(str(summary), type=wire.TournamentInfo) for (summary,) in found]

    # what happens by itself

    async def keep(self) -> None:
        """Runs as long as the server."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.once()
            except StoreDown as error:
                logger.warning("tournaments wait for the store: %s", error)
            except Exception:  # the next time will do
                logger.exception("tournaments could not go on")

    async def once(self) -> None:
        now = self.tables.now()
        found = await self.store.all(
            "select tournaments.id from tournaments left join users on users.id = maker "
            "where status = 'running' or (status = 'open' and (starts <= ?1 "
            "or users.id is null or banned_until > ?2))",
            now, real_time(),
        )  # fmt: skip
        for (name,) in found:
            try:
                await self.advance(await self.find(str(name)))
            except (KolodaError, msgspec.DecodeError):
                logger.exception("a tournament cannot go on", extra={"tournament": name})

    async def forget(self) -> None:
        """What ended long ago; the tables have a retention of their own."""
        old = "select id from tournaments where ended is not null and ended < ?1"
        before = self.tables.now() - KEPT
        for relation, key in OF_A_TOURNAMENT:
            await self.store.run(f"delete from {relation} where {key} in ({old})", before)
        await self.store.run("delete from tournaments where ended is not null and ended < ?1", before)

    async def settled(self, room: Room) -> None:
        """A match is over: its tournament goes on at once."""
        if room.made.tournament:
            await self.advance(await self.find(room.made.tournament))

    async def advance(self, live: Live) -> None:
        """Do what is due."""
        async with live.lock:
            await self.catch_up(live)
            for _ in range(STEPS):
                for game in list(live.tournament.open.values()):
                    await self.make_table(live.tournament, game)
                row = await self.due(live)
                if row is None:
                    return
                await self.append(live, row)

    async def due(self, live: Live) -> log.AnyRow | None:
        tournament, now = live.tournament, self.tables.now()
        if tournament.status == log.OPEN:
            maker = await self.lobby.accounts.user(tournament.made.maker)
            if maker is None or maker.banned:
                return log.Ended(now, "cancelled")
            return log.Begun(now) if now >= tournament.made.starts else None
        if tournament.status != log.RUNNING:
            return None
        for game in list(tournament.open.values()):
            decided = await self.decided(live, game, now)
            if decided is not None:
                return decided
        for person in tournament.here:
            if person.missed >= (1 if tournament.made.style == "arena" else MISSES):
                return log.Withdrew(now, person.user, absent=True)
        if tournament.made.style == "arena":
            return await self.arena_row(tournament, now)
        return await self.swiss_row(tournament, now)

    async def swiss_row(self, tournament: log.Tournament, now: int) -> log.AnyRow | None:
        if tournament.open:
            return None
        if tournament.round and now < tournament.changed + BREAK and tournament.round < tournament.rounds:
            return None
        gone = await self.shut_out(tournament)
        if gone is not None:
            return log.Withdrew(now, gone)
        if not tournament.round:
            team = self.next_team(tournament, everybody=bool(tournament.made.fill))
            if team:
                return log.Teamed(now, team)
        field = tournament.active
        least = 2 if tournament.made.fill else tournament.width
        if not tournament.round and len(field) < least:
            return log.Ended(now, "few")
        if tournament.round >= tournament.rounds or len(field) < least:
            return log.Ended(now)
        order = [tournament.entries[line.entry] for line in tournament.lines]
        if not tournament.round:
            self.chance.shuffle(order)
        apart = await self.apart(tournament, field)
        # beside the event loop: where many have blocked each other it takes up to a second or two
        drawn = await asyncio.to_thread(
            draw, [each for each in order if tournament.is_active(each)],
            tournament.width, bool(tournament.made.fill), apart,
        )  # fmt: skip
        return log.Drawn(now, [meeting(group) for group in drawn.groups], drawn.byes)

    async def arena_row(self, tournament: log.Tournament, now: int) -> log.AnyRow | None:
        if now >= tournament.ends:
            return None if tournament.open else log.Ended(now, "" if tournament.games else "few")
        gone = await self.shut_out(tournament)
        if gone is not None:
            return log.Withdrew(now, gone)
        present = await self.present(tournament)
        team = self.next_team(tournament, everybody=False, among=present)
        if team:
            return log.Teamed(now, team)
        waiting = [
            entry
            for entry in tournament.active
            if not entry.table and all(user in present for user in entry.members)
        ]
        width = tournament.width
        longest = max((now - entry.free_since for entry in waiting), default=0)
        fill = bool(tournament.made.fill) and longest >= ALONE
        if len(waiting) < (1 if fill else width):
            return None
        # who has waited longest is not left over
        waiting.sort(key=lambda entry: entry.free_since)
        if not fill:
            waiting = waiting[: len(waiting) // width * width]
        apart = await self.apart(tournament, waiting)
        drawn = await asyncio.to_thread(draw, [log.recent(entry) for entry in waiting], width, fill, apart)
        patient = longest >= REMATCH or not tournament.open
        games = []
        for group in drawn.groups:
            people = [number for number in group if number >= 0]
            pairs = {frozenset((one, other)) for one in people for other in people if one != other}
            again = any(set(tournament.entries[one].last_met) & set(people) for one in people)
            if not pairs & apart and (patient or not again):
                games.append(meeting(group))
        return log.Drawn(now, games) if games else None

    def next_team(
        self, tournament: log.Tournament, everybody: bool, among: Iterable[str] | None = None
    ) -> list[str]:
        """The next team of those who have none: who gave one name, others by lot; empty: nobody is left."""
        size = tournament.team_size
        single = [each for each in tournament.single() if among is None or each.user in among]
        if not single or (len(single) < size and not everybody):
            return []
        words: dict[str, list[str]] = {}
        for each in single:
            if each.team:
                words.setdefault(each.team, []).append(each.user)
        lone = [each.user for each in single if not each.team]
        self.chance.shuffle(lone)
        for users in words.values():
            if len(users) == size:
                return users
        for users in words.values():
            if len(users) + len(lone) >= size or everybody:
                return users + lone[: size - len(users)]
        if len(lone) >= size or (lone and everybody):
            return lone[:size]
        return [each.user for each in single][:size]  # parts of teams, and nobody else

    async def shut_out(self, tournament: log.Tournament) -> str | None:
        """Somebody who takes part and may no longer play here."""
        people = [person.user for person in tournament.here]
        if not people:
            return None
        marks = ", ".join(f"?{number}" for number in range(2, len(people) + 2))
        found = await self.store.all(
            f"select id from users where banned_until <= ?1 and id in ({marks})", real_time(), *people
        )
        welcome = {str(user) for (user,) in found}
        return next((user for user in people if user not in welcome), None)

    async def apart(self, tournament: log.Tournament, entries: list[log.Entry]) -> set[frozenset[int]]:
        """The pairs of entries of whom somebody has blocked somebody."""
        users = [user for entry in entries for user in entry.members]
        if len(users) < 2:
            return set()
        marks = ", ".join(f"?{number}" for number in range(1, len(users) + 1))
        found = await self.store.all(
            "select user_id, other_id from blocks where kind = 'block' "
            f"and user_id in ({marks}) and other_id in ({marks})",
            *users,
        )
        people = tournament.people
        return {frozenset((people[str(one)].entry, people[str(other)].entry)) for one, other in found}

    # its tables

    async def make_table(self, tournament: log.Tournament, game: log.Game) -> None:
        """The table of a game, if nobody has made it yet."""
        if game.table in self.tables.live:
            return
        try:
            await self.tables.find(game.table)
        except NoTable:
            if game.at + UNMADE > self.tables.now():
                await self.create_table(tournament, game)
        except (KolodaError, msgspec.DecodeError):
            return  # it does not replay: `decided` says so

    async def exists(self, table: str) -> bool:
        """Has somebody made this table? A draw names its tables before they are there."""
        if table in self.tables.live:
            return True
        return bool(await self.store.look_up("select 1 from events where table_id = ?1 and seq = 1", table))

    async def create_table(self, tournament: log.Tournament, game: log.Game) -> None:
        made = tournament.made
        rules = game_by_id(made.game)
        nobody = User("", "", "account", 1, 0, 0)  # no host: nobody is sent away or started without
        table = self.lobby.made(nobody, rules, made.seats, made.options, None)
        table.turn, table.bank, table.reaction = made.turn, made.bank, made.reaction
        table.hints, table.public, table.spectators = False, True, True
        table.auto = ARRIVING
        table.tournament, table.casual = tournament.id, made.casual
        sitting: list[rows.AnyRow] = [table]
        programs = []
        for number, seats in zip(game.sides, tournament.sides, strict=True):
            members = tournament.entries[number].members if number >= 0 else []
            for place, seat in enumerate(seats):
                person = tournament.people[members[place]] if place < len(members) else None
                if person is None:
                    sitting.append(rows.BotSat(table.at, seat, made.fill or "normal"))
                    continue
                guest, bot = person.kind == "guest", person.kind == "bot"
                sitting.append(rows.Sat(table.at, seat, person.user, person.name, guest, bot))
                programs += [person.user] if bot else []
        steps = [
            (EVENT, (game.table, number, rows.written(row), table.at))
            for number, row in enumerate(sitting, 1)
        ]
        await self.store.together(*steps)  # all at once, or another process was faster
        found = await self.tables.find(game.table)
        await self.tables.note(found)
        for program in programs:
            await self.lobby.call(found, program)

    async def decided(self, live: Live, game: log.Game, now: int) -> log.AnyRow | None:
        """How a game has ended; None: it goes on."""
        sides = live.tournament.sides
        nothing = [0] * len(game.sides)
        try:
            table = await self.tables.find(game.table)
        except NoTable:
            return log.Decided(now, game.table, nothing) if game.at + UNMADE <= now else None
        except (KolodaError, msgspec.DecodeError):
            return log.Decided(now, game.table, nothing)  # of other rules: nobody can play it
        room = table.room
        if room.status_at(now) != OVER:
            await self.tend(table, now)
        if room.status_at(now) != OVER:
            if now < game.at + LONGEST:
                return None
            return log.Decided(now, game.table, nothing)
        members = [live.tournament.entries[number].members if number >= 0 else [] for number in game.sides]
        places, absent = outcome(room, sides, members)
        return log.Decided(now, game.table, places, absent)

    async def tend(self, table: LiveTable, now: int) -> None:
        """What nobody at the table does: begin without who did not come, end what all have left."""
        room = table.room
        if room.status == WAITING:
            async with table.lock:
                while await self.tables.append(table, lambda: overdue_row(room, self.tables.now())):
                    pass
            self.tables.changed(table)
            return
        if any(seat.link for seat in room.seats) or room.status not in (PLAYING, BETWEEN):
            return
        if now < deserted_since(room) + ABANDONED:
            return
        for number, seat in enumerate(room.seats):
            if seat.kind == PERSON and not seat.taken_over:
                await self.tables.write(table, lambda number=number: taken_over(room, number, now))  # type: ignore[misc]
        await self.tables.write(table, lambda: abandoned_row(room, now) or closed_row(room, now))


def taken_over(room: Room, number: int, now: int) -> rows.AnyRow | None:
    seat = room.seats[number]
    away = not seat.link and not seat.taken_over and room.status != OVER
    return rows.TakenOver(now, number) if away else None


def closed_row(room: Room, now: int) -> rows.AnyRow | None:
    """A match with bots that its only person has left."""
    left = all(seat.taken_over for seat in room.seats if seat.kind == PERSON)
    return rows.Closed(now) if left and room.status != OVER else None


def meeting(group: list[int]) -> log.Meeting:
    return log.Meeting(new_id(), group)
