"""After a match: who has won what, the history of people and their ratings."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence

import msgspec

from koloda.bots.auto import Played, Standing, standing
from koloda.bots.levels import LEVELS
from koloda.core.errors import KolodaError
from koloda.table import people_wire, rows, updates
from koloda.table.accounts import Accounts
from koloda.table.analysis import Work, ahead, given_away
from koloda.table.beginnings import beginnings
from koloda.table.lists import Lists
from koloda.table.ratings import BOTS, SEATS, Rating, Ratings, seats_pool
from koloda.table.room import BETWEEN, OVER, PERSON, PLAYING, Room
from koloda.table.store import Store
from koloda.table.tables import Tables
from koloda.table.texts import bot_level

FEW_ACTIONS = 10  # a match that all have left before counts for ratings once a day
DAY = 24 * 3600_000
COUNTED_SEATS = "counted by seats"  # in `meta`
LOOKED_AT = 50  # matches of a person by which bots choose their level
BOOKS = 1000  # tables that are looked at after a start
BOOKS_OPEN = 10_000  # milliseconds before the last sign of life: an end may be listed but not yet counted


class Results:
    def __init__(self, store: Store, accounts: Accounts, tables: Tables, lists: Lists) -> None:
        self.store = store
        self.accounts = accounts
        self.tables = tables
        self.lists = lists
        self.ratings = Ratings(store)

    async def settle(self, room: Room) -> None:
        """The match is over: the history of its people, and their ratings."""
        outcome = updates.result_of(room)
        winners = outcome.pop("winners")
        deserters = room.deserters
        if room.rated and deserters:  # the others have won
            winners = [number for number in range(len(room.seats)) if number not in deserters]
        users = [seat.user for seat in room.seats if seat.kind == PERSON and seat.user is not None]
        short: dict[str, object] = {"won_by": len(winners)}
        if hardly_played(room):
            short["hardly_played"] = True
        if room.rated and deserters:
            short["left"] = deserters
        began = beginnings(room)
        if room.match is not None and len(room.game.sides(len(room.seats), room.match.options)) < len(
            room.seats
        ):
            short["team"] = True
        # who had his account deleted meanwhile is not written down again
        known = {user for user in users if await self.accounts.user(user) is not None}
        for number, seat in enumerate(room.seats):
            if seat.kind == PERSON and seat.user in known:
                own = {"won": number in winners, "began": began[number]}
                result = json.dumps({**outcome, **short, **own}, ensure_ascii=False)
                await self.store.run(
                    "insert into players(table_id, seat, user_id, game, ended, result) "
                    "values(?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing",
                    room.id, number, seat.user, room.game.id, room.ended, result,
                )  # fmt: skip

        if room.made.casual or await self.is_left_again(room, users):
            return
        await self.rate(room, ("", seats_pool(len(room.seats))), known)

    async def rate(self, room: Room, pools: Sequence[str], known: Collection[str]) -> None:
        """Count a match in these lists, once; `known` are those of its people who still have a name here."""
        teams, places = ranking(room)
        teams = [[user if user in known else None for user in team] for team in teams]
        bots = {seat.user for seat in room.seats if seat.bot}
        people = [[None if user in bots else user for user in team] for team in teams]
        for pool in pools:
            await self.ratings.match(room.id, room.game.id, people, places, pool)
            if bots:  # a list of its own, in which people count only as those whom the bots met
                await self.ratings.match(room.id, room.game.id, teams, places, BOTS + pool)

    async def note_analysis(self, room: Room, number: int, work: Work) -> None:
        """What the analysis of a deal says of its people, for their statistics."""
        match = room.match
        if match is None or number > len(match.results):
            return
        found = given_away(work, len(room.seats))
        better = ahead([lost for _, lost in found], room.game.sides(len(room.seats), match.options))
        returns = match.results[number - 1]["returns"]
        for seat, sitting in enumerate(room.seats):
            user = sitting.user
            if sitting.kind != PERSON or user is None or await self.accounts.user(user) is None:
                continue
            decisions, lost = found[seat]
            await self.store.run(
                "insert into analysed(table_id, deal, user_id, game, at, decisions, lost, better, result) "
                "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) on conflict do nothing",
                room.id, number, user, room.game.id, self.tables.now(), decisions, lost, better[seat],
                float(returns[seat]),
            )  # fmt: skip

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

    async def count_seats(self) -> None:
        """After a start, once: the lists by seats also have the matches of before there were any."""
        if await self.store.all("select 1 from meta where name = ?1", COUNTED_SEATS):
            return
        found = await self.store.all("select table_id from rated order by at")
        for name in dict.fromkeys(
            str(mark).removesuffix(BOTS) for (mark,) in found if SEATS not in str(mark)
        ):
            room = Room(name)
            try:
                for _, data in await self.store.read(name):
                    room.fold(rows.read(data))
            except (KolodaError, msgspec.DecodeError):
                continue  # of other rules
            if room.seq and room.status == OVER and room.match is not None:  # else it was deleted
                users = [seat.user for seat in room.seats if seat.user is not None]
                known = {user for user in users if await self.accounts.user(user) is not None}
                await self.rate(room, (seats_pool(len(room.seats)),), known)
        await self.store.run(
            "insert into meta(name, value) values(?1, '1') on conflict do nothing", COUNTED_SEATS
        )

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
                await self.lists.summarise(room)  # last: it says that all is done

    async def close_abandoned(self, before: int) -> int:
        """End the matches that somebody has left and nobody has touched since a time; how many.

        Else who leaves first would lose nothing when the others go away without a word.
        """
        found = await self.store.all(
            "select id from tables where status in ('playing', 'between') and updated < ?1 "
            "and not exists (select 1 from slow_tables where table_id = tables.id) "  # its clock ends it
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

    async def ratings_of(self, user: str) -> list[people_wire.Rating]:
        pool = await self.pool_of(user)
        return [shown_rating(game, each) for game, each in (await self.ratings.of(user, pool)).items()]

    async def pool_of(self, user: str) -> str:
        found = await self.accounts.user(user)
        return BOTS if found is not None and found.is_bot else ""

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


async def strength(store: Store, user: str, game: str) -> Standing:
    """Which level suits a person in a game: by the last matches against bots that were all of one level."""
    found = await store.all(
        "select seat, result from players where user_id = ?1 and game = ?2 order by ended desc limit ?3",
        user, game, LOOKED_AT,
    )  # fmt: skip
    return standing(
        game for seat, result in reversed(found) for game in against_bots(int(str(seat)), str(result))
    )


def against_bots(seat: int, result: str) -> Iterator[Played]:
    """The match, if it says something of the person's strength."""
    details = json.loads(result)
    levels = {bot_level(name) for number, name in enumerate(details["names"]) if number != seat}
    if len(levels) != 1 or "won_by" not in details or "hardly_played" in details:
        return
    (level,) = levels
    if level in LEVELS:
        yield Played(level, details["won"], details["won_by"], len(details["names"]))


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
