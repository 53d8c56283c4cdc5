"""Before and after a match: making tables, sitting down, getting ready, the rematch."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import msgspec

import koloda
from koloda.bots import LEVELS
from koloda.bots.auto import AUTO
from koloda.core.errors import BadOption
from koloda.core.fair import SECRET_BYTES, VERSION, seal_of
from koloda.core.game import Game
from koloda.core.options import Value, shown
from koloda.games import game as game_by_id
from koloda.table import clocks, rows, wire
from koloda.table.accounts import Accounts, User
from koloda.table.bot_accounts import BotAccounts
from koloda.table.connections import LiveTable
from koloda.table.errors import Refused
from koloda.table.hub import Hub
from koloda.table.lists import Lists
from koloda.table.people import People
from koloda.table.results import strength
from koloda.table.room import BETWEEN, BOT, EMPTY, OVER, PERSON, PLAYING, WAITING, Room
from koloda.table.timers import slow_beginning_row

USUAL_CLOCK = (45, 120)  # seconds: turn and bank
NO_LUCK = hashlib.sha256(b"").hexdigest()
KEPT = 3 * 60_000  # milliseconds that a rematch keeps the seats of those who played
SLOW_KEPT = 3 * clocks.DAY  # the same by correspondence
KICKED = 5 * 60_000  # milliseconds before who was sent away may sit down again
SOLO_PAUSE = 700  # milliseconds for a secret question that may be for a bot: most bots have decided by then


class Lobby:
    def __init__(
        self, accounts: Accounts, hub: Hub, people: People, bot_accounts: BotAccounts, lists: Lists
    ) -> None:
        self.accounts = accounts
        self.people = people
        self.bot_accounts = bot_accounts
        self.lists = lists
        self.invited: Callable[[str], Coroutine[Any, Any, None]] | None = None  # tell a bot where it sits
        self.may_play_slowly: Callable[[User], Coroutine[Any, Any, None]] = allowed  # by correspondence
        # tell those who played of a rematch: table, who asks, whom, when
        self.offer: Callable[[str, str, Iterable[str], int], Coroutine[Any, Any, None]] | None = None
        self.hub = hub
        self.tables = hub.tables

    # making tables

    async def create(self, user: User, wanted: wire.NewTable) -> LiveTable:
        game = game_by_id(wanted.game)
        seats = checked_seats(game, wanted.seats, wanted.options)
        password = await self.accounts.hash(wanted.password) if wanted.password else ""
        people = seats - len(wanted.bots)
        options = game.table_choice(wanted.options, people)
        if wanted.days:
            await self.check_slow(user, wanted)
            options = {**options, **game.slow_options}
            game.resolve(seats, options)
        made = self.made(user, game, seats, options, wanted.clock)
        if wanted.days:
            made.days = wanted.days
            made.turn, made.bank, made.reaction = wanted.days * clocks.DAY, 0, clocks.SLOW_REACTION
        made.public = wanted.public
        made.password = password
        made.hints = wanted.hints
        made.spectators = wanted.spectators
        made.casual = wanted.casual
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
        await self.begin_slow(table)
        return table

    async def check_slow(self, user: User, wanted: wire.NewTable) -> None:
        """May this person begin one more match by correspondence?"""
        if wanted.clock is not None:
            raise BadOption("a table has a clock or days for a move, not both")
        if any(bot.user for bot in wanted.bots):
            raise Refused("bot_slow")
        await self.may_play_slowly(user)

    async def begin_slow(self, table: LiveTable) -> None:
        """By correspondence nobody waits for others to be ready: the last to sit down begins."""
        room = table.room
        if room.slow:

            def begun() -> rows.AnyRow | None:
                return slow_beginning_row(room, self.tables.now()) if room.status == WAITING else None

            await self.tables.write(table, begun)

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
        return await self.bot_accounts.invited(host, bot, game, len(await self.lists.sitting(bot)))

    async def call(self, table: LiveTable, bot: str) -> None:
        """Tell a bot, wherever it is connected, that it sits at a table; the list of tables comes first."""
        await self.tables.note(table)
        if self.invited is not None:
            await self.invited(bot)

    async def quick(self, user: User, wanted: wire.QuickTable) -> LiveTable:
        """One person and bots, already dealt, without clocks."""
        game = game_by_id(wanted.game)
        level = wanted.level
        if level == AUTO:
            level = (await strength(self.tables.store, user.id, game.id)).level
        check_level(level)
        seats = checked_seats(game, wanted.seats, wanted.options)
        made = self.made(user, game, seats, game.table_choice(wanted.options, 1), None)
        made.turn = made.bank = made.reaction = 0
        made.spectators = False
        at = made.at
        bots = [rows.BotSat(at, seat, level) for seat in range(1, seats)]
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
        if room.made.tournament:
            raise Refused("tournament_table")
        locked = room.made.password and not invited
        if locked and not await self.accounts.verify(room.made.password, wanted.password):
            raise Refused("wrong_password")
        if await self.people.has_blocked(room.host, user.id):
            raise Refused("blocked")
        if room.slow:
            await self.may_play_slowly(user)

        def sit() -> rows.AnyRow | None:
            if room.seat_of(user.id) is not None:
                return None
            need_waiting(room)
            if room.kicked.get(user.id, -KICKED) + KICKED > self.tables.now():
                raise Refused("kicked")
            empty = [number for number, seat in enumerate(room.seats) if seat.kind == EMPTY]
            fresh = room.made.at + (SLOW_KEPT if room.slow else KEPT) > self.tables.now()
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
        await self.begin_slow(table)

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
        if wanted.user and room.slow:
            raise Refused("bot_slow")
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
        await self.begin_slow(table)

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

    async def rematch(self, table: LiveTable, user: User, rotate: bool = False) -> LiveTable:
        """The same table once more: who asks first makes it, the others find their seats there.

        It begins by itself once they are all there. `rotate`: everybody one seat further.
        """
        room = table.room
        number = room.seat_of(user.id)
        if number is None:
            raise Refused("not_seated")
        if room.status_at(self.tables.now()) != OVER:
            raise Refused("not_over")
        if room.slow:
            await self.may_play_slowly(user)
        if room.next_table:
            following = await self.tables.find(room.next_table)
            number = following.room.kept.get(user.id, number)
            kind = following.room.seats[number].kind
            await self.join(following, user, wire.Join(number if kind == EMPTY else None), invited=True)
            return following
        if user.is_bot:
            raise Refused("bot_scope")  # it follows people, and makes no tables
        further = int(rotate)
        seats = len(room.seats)
        kept = {
            sat.user: (seat + further) % seats
            for seat, sat in enumerate(room.seats)
            if sat.user and sat.kind != BOT and not sat.taken_over and seat != number
        }
        made = msgspec.structs.replace(
            room.made,
            at=self.tables.now(),
            secret=secrets.token_hex(SECRET_BYTES),
            host=user.id,
            fair=VERSION,
            kept=kept,
            auto=KEPT if kept and not room.slow else 0,
            fill="",
            tournament="",
            casual=room.made.casual and not room.made.tournament,
        )
        own = (number + further) % seats
        sitting: list[rows.AnyRow] = [rows.Sat(made.at, own, user.id, user.name, user.is_guest)]
        sitting += [
            rows.BotSat(made.at, (seat + further) % seats, sat.level)
            for seat, sat in enumerate(room.seats)
            if sat.kind == BOT
        ]
        alone = not room.slow and all(
            sat.kind == BOT for seat, sat in enumerate(room.seats) if seat != number
        )
        if alone and not room.made.public:
            sitting.append(rows.Dealt(made.at))
        following = await self.tables.create(made, *sitting)

        def followed() -> rows.AnyRow | None:
            return None if room.next_table else rows.Followed(self.tables.now(), following.room.id)

        if not await self.tables.write(table, followed) and room.next_table != following.room.id:
            # somebody else was faster: to his table
            await self.tables.write(following, lambda: rows.Closed(self.tables.now()))
            return await self.rematch(table, user)
        await self.begin_slow(following)
        if self.offer is not None:
            await self.offer(following.room.id, user.id, kept, made.at)
        return following


async def allowed(user: User) -> None:
    """Nobody is refused."""


def abandoned_row(room: Room, now: int) -> rows.AnyRow | None:
    """A match among people that all of them have left is over: nobody need play on against bots."""
    people = [seat for seat in room.seats if seat.human]
    everybody = room.people > 1 and all(seat.taken_over for seat in people)
    if everybody and room.rated and room.status_at(now) in (PLAYING, BETWEEN) and room.status != OVER:
        return rows.Closed(now, abandoned=True)
    return None


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
