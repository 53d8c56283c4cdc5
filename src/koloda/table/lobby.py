"""Before and after a match: making tables, sitting down, getting ready, the rematch, and who has won what."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

import koloda
from koloda.bots import LEVELS
from koloda.core.errors import BadOption, KolodaError
from koloda.core.fair import SECRET_BYTES, VERSION, seal_of
from koloda.core.game import Game
from koloda.core.options import Value, shown
from koloda.games import game as game_by_id
from koloda.table import people_wire, rows, updates, wire
from koloda.table.accounts import Accounts, User
from koloda.table.bot_accounts import BotAccounts
from koloda.table.connections import LiveTable
from koloda.table.errors import Refused
from koloda.table.hub import Hub
from koloda.table.people import People
from koloda.table.ratings import BOTS, Rating, Ratings
from koloda.table.room import BETWEEN, BOT, EMPTY, OVER, PERSON, PLAYING, WAITING, Room
from koloda.table.store import Arg, Store

USUAL_CLOCK = (45, 120)  # seconds: turn and bank
NO_LUCK = hashlib.sha256(b"").hexdigest()
FEW_ACTIONS = 10  # a match that all have left before counts for ratings once a day
DAY = 24 * 3600_000
KEPT = 3 * 60_000  # milliseconds that a rematch keeps the seats of those who played
KICKED = 5 * 60_000  # milliseconds before who was sent away may sit down again
SOLO_PAUSE = 700  # milliseconds for a secret question that may be for a bot: most bots have decided by then
LISTED = 200
LEADERS = 50
BOOKS = 1000  # tables that are looked at after a start
BOOKS_OPEN = 10_000  # milliseconds before the last sign of life: an end may be listed but not yet counted
LIST_AGE = 24 * 3600 * 1000


class Lobby:
    def __init__(
        self, store: Store, accounts: Accounts, hub: Hub, people: People, bot_accounts: BotAccounts
    ) -> None:
        self.store = store
        self.accounts = accounts
        self.people = people
        self.bot_accounts = bot_accounts
        self.invited: Callable[[str], Coroutine[Any, Any, None]] | None = None  # tell a bot where it sits
        self.hub = hub
        self.tables = hub.tables
        self.ratings = Ratings(store)

    # making tables

    async def create(self, user: User, wanted: wire.NewTable) -> LiveTable:
        game = game_by_id(wanted.game)
        seats = checked_seats(game, wanted.seats, wanted.options)
        password = await self.accounts.hash(wanted.password) if wanted.password else ""
        people = seats - len(wanted.bots)
        made = self.made(user, game, seats, game.table_choice(wanted.options, people), wanted.clock)
        made.public = wanted.public
        made.password = password
        made.hints = wanted.hints
        made.spectators = wanted.spectators
        at = made.at
        bots: dict[int, rows.AnyRow] = {}
        guests: list[str] = []
        for bot in wanted.bots:
            if not 0 < bot.seat < seats or bot.seat in bots:
                raise Refused("no_seat")
            if bot.user:
                if bot.user in guests:
                    raise Refused("seat_taken")
                found = await self.bot_for(user, bot.user, game.id)
                bots[bot.seat] = rows.Sat(at, bot.seat, found.id, found.name, bot=True)
                guests.append(found.id)
            else:
                check_level(bot.level)
                bots[bot.seat] = rows.BotSat(at, bot.seat, bot.level)
        sitting = [row for _, row in sorted(bots.items())]
        table = await self.tables.create(made, rows.Sat(at, 0, user.id, user.name, user.is_guest), *sitting)
        for guest in guests:
            await self.call(table, guest)
        return table

    async def challenge(self, user: User, bot: str, wanted: wire.Challenge) -> LiveTable:
        """A private table with a bot that is here, and levels on the other seats."""
        game = game_by_id(wanted.game)
        seats = checked_seats(game, wanted.seats, wanted.options)
        if seats < 2:
            raise Refused("no_seat")
        bots = [wire.BotSeat(1, user=bot), *(wire.BotSeat(seat, wanted.level) for seat in range(2, seats))]
        return await self.create(
            user,
            wire.NewTable(
                wanted.game, seats, wanted.options, public=False, bots=bots, clock=wanted.clock, hints=False
            ),
        )

    async def bot_for(self, host: User, bot: str, game: str) -> User:
        """A bot account that plays with this person."""
        if await self.people.has_blocked(bot, host.id):
            name = next(
                (each.user.name for each in await self.bot_accounts.present() if each.user.id == bot), ""
            )
            raise Refused("bot_declines", name)
        return await self.bot_accounts.invited(host, bot, game, len(await self.sitting(bot)))

    async def call(self, table: LiveTable, bot: str) -> None:
        """Tell a bot, wherever it is connected, that it sits at a table; the list of tables comes first."""
        await self.tables.note(table)
        if self.invited is not None:
            await self.invited(bot)

    async def quick(self, user: User, wanted: wire.QuickTable) -> LiveTable:
        """One person and bots, already dealt, without clocks."""
        game = game_by_id(wanted.game)
        check_level(wanted.level)
        seats = checked_seats(game, wanted.seats, wanted.options)
        made = self.made(user, game, seats, game.table_choice(wanted.options, 1), None)
        made.turn = made.bank = made.reaction = 0
        made.spectators = False
        at = made.at
        bots = [rows.BotSat(at, seat, wanted.level) for seat in range(1, seats)]
        return await self.tables.create(
            made, rows.Sat(at, 0, user.id, user.name, user.is_guest), *bots, rows.Dealt(at)
        )

    def made(
        self, user: User, game: Game, seats: int, options: dict[str, Value], clock: wire.NewClock | None
    ) -> rows.Made:
        turn, bank = USUAL_CLOCK
        reaction = game.reaction
        if clock is not None:
            turn, bank, reaction = clock.turn, clock.bank, clock.reaction
        return rows.Made(
            at=self.tables.now(),
            game=game.id,
            seats=seats,
            options=options,
            secret=secrets.token_hex(SECRET_BYTES),
            host=user.id,
            turn=turn * 1000,
            bank=bank * 1000,
            reaction=reaction * 1000,
            pause=SOLO_PAUSE if self.hub.bot_seats.pause[1] else 0,
            version=koloda.__version__,
            pinned=game.pinned(options),
            fair=VERSION,
        )

    # sitting down

    async def join(self, table: LiveTable, user: User, wanted: wire.Join, invited: bool = False) -> None:
        """Sit down; who is invited, as to a rematch, needs no password."""
        room = table.room
        if room.seat_of(user.id) is not None:
            return
        locked = room.made.password and not invited
        if locked and not await self.accounts.verify(room.made.password, wanted.password):
            raise Refused("wrong_password")
        if await self.people.has_blocked(room.host, user.id):
            raise Refused("blocked")

        def sit() -> rows.AnyRow | None:
            if room.seat_of(user.id) is not None:
                return None
            need_waiting(room)
            if room.kicked.get(user.id, -KICKED) + KICKED > self.tables.now():
                raise Refused("kicked")
            empty = [number for number, seat in enumerate(room.seats) if seat.kind == EMPTY]
            fresh = room.made.at + KEPT > self.tables.now()
            kept = {number for other, number in room.kept.items() if fresh and other != user.id}
            free = [number for number in empty if number not in kept]
            if wanted.seat is None:
                if not free:
                    raise Refused("seat_kept" if empty else "full")
                return rows.Sat(self.tables.now(), free[0], user.id, user.name, user.is_guest, user.is_bot)
            if wanted.seat >= len(room.seats):
                raise Refused("no_seat")
            if wanted.seat not in free:
                raise Refused("seat_kept" if wanted.seat in empty else "seat_taken")
            return rows.Sat(self.tables.now(), wanted.seat, user.id, user.name, user.is_guest, user.is_bot)

        await self.tables.write(table, sit)

    async def leave(self, table: LiveTable, user: User) -> None:
        """Before the start the seat becomes free; later a bot plays on, until the person returns."""
        room = table.room

        def left() -> rows.AnyRow | None:
            number = room.seat_of(user.id)
            if number is None:
                raise Refused("not_seated")
            if room.status == WAITING:
                return rows.Left(self.tables.now(), number)
            # an end behind a window is none yet
            if room.status_at(self.tables.now()) == OVER or room.seats[number].taken_over:
                return None
            return rows.TakenOver(self.tables.now(), number)

        await self.tables.write(table, left)
        await self.close_if_empty(table)
        await self.tables.write(table, lambda: abandoned_row(room, self.tables.now()))

    async def close_if_empty(self, table: LiveTable) -> None:
        room = table.room

        def closed() -> rows.AnyRow | None:
            deserted = not any(seat.human for seat in room.seats)
            return rows.Closed(self.tables.now()) if room.status == WAITING and deserted else None

        await self.tables.write(table, closed)

    async def kick(self, table: LiveTable, user: User, wanted: wire.Kick) -> None:
        room = table.room

        def sent_away() -> rows.AnyRow:
            need_host(room, user)
            need_waiting(room)
            number = existing(room, wanted.seat)
            if room.seats[number].kind != PERSON or room.seats[number].user == user.id:
                raise Refused("no_seat")
            return rows.Left(self.tables.now(), number, kicked=True)

        await self.tables.write(table, sent_away)

    async def set_bot(self, table: LiveTable, user: User, wanted: wire.SetBot) -> None:
        room = table.room
        need_host(room, user)
        if wanted.level is not None:
            check_level(wanted.level)
        bot = await self.bot_for(user, wanted.user, room.game.id) if wanted.user else None

        def sit() -> rows.AnyRow | None:
            need_host(room, user)
            need_waiting(room)
            number = existing(room, wanted.seat)
            seat, now = room.seats[number], self.tables.now()
            if seat.human or (seat.kind == PERSON and (bot is not None or wanted.level)):
                raise Refused("seat_taken")
            if seat.kind == PERSON:
                return rows.Left(now, number)
            if bot is None:
                return rows.BotSat(now, number, wanted.level or "")
            if room.seat_of(bot.id) is not None:
                raise Refused("seat_taken")
            return rows.Sat(now, number, bot.id, bot.name, bot=True)

        await self.tables.write(table, sit)
        if bot is not None:
            await self.call(table, bot.id)

    async def ready(self, table: LiveTable, user: User, wanted: wire.SetReady) -> None:
        room = table.room

        def said() -> rows.AnyRow:
            number = room.seat_of(user.id)
            if number is None:
                raise Refused("not_seated")
            need_waiting(room)
            return rows.Ready(self.tables.now(), number, wanted.ready, wanted.luck, wanted.seal)

        if wanted.luck and wanted.seal not in ("", seal_of(wanted.luck)):
            raise Refused("bad_luck")
        if wanted.seal and (len(wanted.seal) != 64 or wanted.seal == NO_LUCK):  # nobody could open it
            raise Refused("bad_luck")
        await self.tables.write(table, said)

    async def open_luck(self, table: LiveTable, user: User, wanted: wire.OpenLuck) -> None:
        """After the start: what was sealed is opened; with the last one the deal begins."""
        room = table.room

        def opened() -> rows.AnyRow | None:
            number = room.seat_of(user.id)
            if number is None:
                raise Refused("not_seated")
            seat = room.seats[number]
            if not seat.seal or seal_of(wanted.luck) != seat.seal:
                raise Refused("bad_luck")
            if seat.luck:
                return None  # the same again
            if not room.sealed_at:
                raise Refused("not_started")  # too early: others might still choose theirs
            return rows.Luck(self.tables.now(), number, wanted.luck)

        await self.tables.write(table, opened)
        await self.tables.write(table, lambda: rows.Dealt(self.tables.now()) if room.all_open else None)

    async def start(self, table: LiveTable, user: User) -> None:
        room = table.room

        def dealt() -> rows.AnyRow | None:
            need_host(room, user)
            if room.status_at(self.tables.now()) in (PLAYING, BETWEEN) or room.sealed_at:
                return None
            need_waiting(room)
            if any(seat.kind == EMPTY for seat in room.seats):
                raise Refused("empty_seats")
            if any(not seat.ready and seat.user != user.id for seat in room.seats):
                raise Refused("not_ready")
            # alone with bots there is nobody to prove anything to
            if room.people > 1 and any(seat.owes_luck for seat in room.seats):
                return rows.Sealed(self.tables.now())
            return rows.Dealt(self.tables.now())

        await self.tables.write(table, dealt)

    async def rematch(self, table: LiveTable, user: User) -> LiveTable:
        """The same table once more: who asks first makes it, the others find their seats there."""
        room = table.room
        number = room.seat_of(user.id)
        if number is None:
            raise Refused("not_seated")
        if room.status_at(self.tables.now()) != OVER:
            raise Refused("not_over")
        if room.next_table:
            following = await self.tables.find(room.next_table)
            kind = following.room.seats[number].kind
            await self.join(following, user, wire.Join(number if kind == EMPTY else None), invited=True)
            return following
        if user.is_bot:
            raise Refused("bot_scope")  # it follows people, and makes no tables
        made = msgspec.structs.replace(
            room.made,
            at=self.tables.now(),
            secret=secrets.token_hex(SECRET_BYTES),
            host=user.id,
            fair=VERSION,
            kept={
                sat.user: seat
                for seat, sat in enumerate(room.seats)
                if sat.user and sat.kind != BOT and not sat.taken_over and seat != number
            },
        )
        sitting: list[rows.AnyRow] = [rows.Sat(made.at, number, user.id, user.name, user.is_guest)]
        sitting += [
            rows.BotSat(made.at, seat, sat.level) for seat, sat in enumerate(room.seats) if sat.kind == BOT
        ]
        alone = all(sat.kind == BOT for seat, sat in enumerate(room.seats) if seat != number)
        if alone and not room.made.public:
            sitting.append(rows.Dealt(made.at))
        following = await self.tables.create(made, *sitting)

        def followed() -> rows.AnyRow | None:
            return None if room.next_table else rows.Followed(self.tables.now(), following.room.id)

        if not await self.tables.write(table, followed) and room.next_table != following.room.id:
            # somebody else was faster: to his table
            await self.tables.write(following, lambda: rows.Closed(self.tables.now()))
            return await self.rematch(table, user)
        return following

    # lists, history and ratings

    async def summarise(self, room: Room) -> None:
        """One line of the table for lists."""
        now = self.tables.now()
        summary = wire.encode(updates.table_info(room, now)).decode()
        status = room.status_at(now)
        ended = room.ended if status == OVER else None
        await self.store.run(
            "insert into tables(id, game, status, public, created, updated, ended, summary) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
            "on conflict(id) do update set status = ?3, updated = ?6, ended = ?7, summary = ?8",
            room.id, room.game.id, status, int(room.made.public), room.made.at, now, ended, summary,
        )  # fmt: skip

    async def listed(
        self, game: str, status: str, free: bool, everything: bool = False
    ) -> list[wire.TableInfo]:
        """The public tables (everything: all, for the admin) that go on, the newest first."""
        now = self.tables.now()
        where = "status <> 'over' and updated > ?1"
        args: list[Arg] = [now - LIST_AGE]
        if not everything:
            where += " and public = 1"
        if game:
            args.append(game)
            where += f" and game = ?{len(args)}"
        if status:
            args.append("waiting" if status == "waiting" else "playing")
            where += f" and (status = ?{len(args)}"
            where += " or status = 'between')" if status == "playing" else ")"
        found = await self.store.all(
            f"select id, summary from tables where {where} order by updated desc limit {LISTED}", *args
        )
        result = []
        for name, summary in found:
            info = self.info(str(name), str(summary), now)
            if not everything and info.status == "waiting" and not somebody_waits(info):
                continue
            if not free or any(seat.kind == EMPTY for seat in info.seats):
                result.append(info)
        return result

    async def sitting(self, user: str) -> list[wire.TableInfo]:
        """The tables that go on where this person has a seat, the newest first: the way back to them."""
        now = self.tables.now()
        found = await self.store.all(
            "select id, summary from tables where status <> 'over' and updated > ?1 and summary like ?2 "
            f"order by updated desc limit {LISTED}",
            now - LIST_AGE,
            f'%"user":"{user}"%',
        )
        infos = [self.info(str(name), str(summary), now) for name, summary in found]
        sitting = [info for info in infos if any(seat.user == user for seat in info.seats)]
        for info in sitting:
            table = self.tables.live.get(info.id)
            left = any(seat.user == user and seat.taken_over for seat in info.seats)  # a bot plays on
            info.turn = table is not None and not left and updates.owes(table.room, user, now)
        return sitting

    def info(self, name: str, summary: str, now: int) -> wire.TableInfo:
        """A table as it is if it is in memory, else as it was noted."""
        table = self.tables.live.get(name)
        if table is not None and not table.behind:
            return updates.table_info(table.room, now, table.spectators)
        return msgspec.json.decode(summary, type=wire.TableInfo)

    async def close_books(self) -> None:
        """After a start: matches that ended just before a crash, whose end is in no book yet."""
        found = await self.store.all(
            "select id from tables where status in ('playing', 'between') or (status = 'over' "
            "and updated > (select max(updated) from tables) - ?2) order by updated desc limit ?1",
            BOOKS,
            BOOKS_OPEN,
        )
        for (name,) in found:
            room = Room(str(name))
            try:
                for _, data in await self.store.read(room.id):
                    room.fold(rows.read(data))
            except (KolodaError, msgspec.DecodeError):
                continue  # of other rules: whoever opens it is told so
            if room.status == OVER:
                if room.counts:
                    await self.settle(room)
                await self.summarise(room)  # last: it says that all is done

    async def close_abandoned(self, before: int) -> int:
        """End the matches that somebody has left and nobody has touched since a time; how many.

        Else who leaves first would lose nothing when the others go away without a word.
        """
        found = await self.store.all(
            "select id from tables where status in ('playing', 'between') and updated < ?1 "
            f"order by updated limit {BOOKS}",
            before,
        )
        closed = 0
        for (name,) in found:
            rows_of = await self.store.read(str(name))
            if not rows_of or rows.read(rows_of[-1][1]).at >= before:
                continue
            try:
                table = await self.tables.find(str(name))
            except (KolodaError, msgspec.DecodeError):
                continue  # of other rules
            room = table.room

            def deserted(room: Room = room) -> rows.AnyRow | None:
                return rows.Closed(self.tables.now(), True) if room.rated and room.deserters else None

            if room.status in (PLAYING, BETWEEN):
                closed += await self.tables.write(table, deserted)
        return closed

    async def settle(self, room: Room) -> None:
        """The match is over: the history of its people, and their ratings."""
        outcome = updates.result_of(room)
        winners = outcome.pop("winners")
        deserters = room.deserters
        if room.rated and deserters:  # the others have won
            winners = [number for number in range(len(room.seats)) if number not in deserters]
        users = [seat.user for seat in room.seats if seat.kind == PERSON and seat.user is not None]
        short = {"hardly_played": True} if hardly_played(room) else {}
        # who had his account deleted meanwhile is not written down again
        known = {user for user in users if await self.accounts.user(user) is not None}
        for number, seat in enumerate(room.seats):
            if seat.kind == PERSON and seat.user in known:
                result = json.dumps({**outcome, **short, "won": number in winners}, ensure_ascii=False)
                await self.store.run(
                    "insert into players(table_id, seat, user_id, game, ended, result) "
                    "values(?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing",
                    room.id, number, seat.user, room.game.id, room.ended, result,
                )  # fmt: skip

        if await self.is_left_again(room, users):
            return
        teams, places = ranking(room)
        teams = [[user if user in known else None for user in team] for team in teams]
        bots = {seat.user for seat in room.seats if seat.bot}
        people = [[None if user in bots else user for user in team] for team in teams]
        await self.ratings.match(room.id, room.game.id, people, places)
        if bots:  # a list of its own, in which people count only as those whom the bots met
            await self.ratings.match(room.id, room.game.id, teams, places, BOTS)

    async def is_left_again(self, room: Room, users: list[str]) -> bool:
        """Have the same people left a match so early before? Ratings are not to be had by leaving."""
        if not hardly_played(room):
            return False
        where = " and ".join(
            f"exists(select 1 from players where table_id = tables.id and user_id = ?{number})"
            for number in range(3, 3 + len(users))
        )
        found = await self.store.all(
            "select players.table_id from players join tables on tables.id = players.table_id "
            "where players.ended > ?1 and players.table_id <> ?2 and players.user_id = ?3 and "
            f"players.result like '%\"hardly_played\": true%' and {where} limit 1",
            room.ended - DAY, room.id, *users,
        )  # fmt: skip
        return bool(found)

    async def ratings_of(self, user: str) -> list[people_wire.Rating]:
        pool = await self.pool_of(user)
        return [shown_rating(game, each) for game, each in (await self.ratings.of(user, pool)).items()]

    async def pool_of(self, user: str) -> str:
        found = await self.accounts.user(user)
        return BOTS if found is not None and found.is_bot else ""

    async def bot_leaders(self, game: str) -> list[people_wire.Leader]:
        """The best bots in a game: by what their rating is at least, so that one lucky match is none."""
        found = await self.store.all(
            "select users.id, users.name, mean, deviation, games, wins from ratings "
            "join users on users.id = ratings.user_id where game = ?1 and kind = 'bot' "
            f"order by mean - 2 * deviation desc, users.id limit {LEADERS}",
            game + BOTS,
        )
        return [
            people_wire.Leader(
                people_wire.User(str(user), str(name), "bot"),
                shown_rating(game, Rating(*numbers)),  # type: ignore[arg-type]
            )
            for user, name, *numbers in found
        ]

    async def rating_history(self, user: str, game: str) -> list[people_wire.RatingPoint]:
        past = await self.ratings.past(user, game, await self.pool_of(user))
        return [people_wire.RatingPoint(at, each.shown, each.shown_deviation) for at, each in past]

    async def history(self, user: str, before: int, limit: int, own: bool) -> list[people_wire.HistoryItem]:
        """The matches of a person; others see those at public tables: the id of a private one is a key."""
        found = await self.store.all(
            "select players.table_id, players.seat, players.game, players.ended, players.result "
            "from players join tables on tables.id = players.table_id "
            "where players.user_id = ?1 and players.ended < ?2 and tables.public >= ?4 "
            "order by players.ended desc limit ?3",
            user, before, limit, 0 if own else 1,
        )  # fmt: skip
        items = []
        changes = await self.ratings.changes(user, await self.pool_of(user)) if found else {}
        for table, seat, game, ended, result in found:
            details = {**json.loads(str(result)), "change": changes.get(str(table))}
            items.append(
                msgspec.convert(
                    {"table": table, "seat": seat, "game": game, "ended": ended, **details},
                    people_wire.HistoryItem,
                )
            )
        return items


def hardly_played(room: Room) -> bool:
    """Has everybody left before anything could be won?"""
    return room.abandoned and sum(len(deal.actions) for deal in room.deals) < FEW_ACTIONS


def ranking(room: Room) -> tuple[list[list[str | None]], list[float]]:
    """The teams of a match and their places: the winners, then the others.

    Who has left a match has lost it against all who stayed, and those have won, whatever the cards said.
    """
    match = room.match
    assert match is not None
    people = [seat.user if seat.kind == PERSON else None for seat in room.seats]
    deserters = room.deserters
    if deserters:
        return [[user] for user in people], [2.0 if seat in deserters else 1.0 for seat in range(len(people))]
    sides = room.game.sides(len(people), match.options)
    winners = match.winners
    return (
        [[people[seat] for seat in side] for side in sides],
        [1.0 if side[0] in winners else 2.0 for side in sides],
    )


def shown_rating(game: str, rating: Rating) -> people_wire.Rating:
    return people_wire.Rating(game, rating.shown, rating.shown_deviation, rating.games, rating.wins)


def abandoned_row(room: Room, now: int) -> rows.AnyRow | None:
    """A match among people that all of them have left is over: nobody need play on against bots."""
    people = [seat for seat in room.seats if seat.human]
    everybody = room.people > 1 and all(seat.taken_over for seat in people)
    if everybody and room.rated and room.status_at(now) in (PLAYING, BETWEEN) and room.status != OVER:
        return rows.Closed(now, abandoned=True)
    return None


def somebody_waits(info: wire.TableInfo) -> bool:
    return any(seat.kind == PERSON and seat.online and not seat.bot for seat in info.seats)


def checked_seats(game: Game, seats: int | None, options: dict[str, Value]) -> int:
    """The number of seats, if the game has it with these options."""
    game.check_portable(options)
    game.resolve(seats, options)
    return game.default_seats if seats is None else seats


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise BadOption(f"level {shown(level)}: allowed are {', '.join(LEVELS)}")


def need_host(room: Room, user: User) -> None:
    if room.host != user.id:
        raise Refused("not_host")


def need_waiting(room: Room) -> None:
    if room.status != WAITING:
        raise Refused("closed" if room.match is None else "started")
    if room.sealed_at:
        raise Refused("started")


def existing(room: Room, seat: int) -> int:
    if seat >= len(room.seats):
        raise Refused("no_seat")
    return seat
