"""Quick matches: people who want the same game meet others of their strength, the longer they wait the wider.

Who looks for a match is a row of the store, and says again and again that he is still here; each time the
process that hears it looks whether he can begin. So any number of processes work together, and none keeps
anything that a restart would lose.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from koloda.games import game as game_by_id
from koloda.table import rows, social_wire
from koloda.table.accounts import User
from koloda.table.errors import NoTable
from koloda.table.ids import new_id
from koloda.table.lobby import Lobby, check_level, checked_seats
from koloda.table.ratings import Rating, Ratings

NEAR = 100.0  # points of the shown rating at the beginning
WIDER = 20.0  # points more for each second of waiting
FRESH = 1000  # milliseconds in which it is not counted anew who looks for a match
SILENCE = 10_000  # milliseconds after which who says nothing no longer looks
KEPT = 120_000  # so long a search that nobody asks about is known
LOOKED_AT = 60  # of those who look for the same, the longest waiting first
ARRIVING = 20_000  # milliseconds to come to the table, then a bot takes the seat
POOL = "game = ?1 and seats = ?2 and options = ?3 and table_id = ''"


@dataclass(frozen=True, slots=True)
class Seeker:
    user: str
    rating: float
    since: int
    bots_after: int  # milliseconds, 0: never
    level: str

    def reach(self, now: int) -> float:
        """How far another's rating may be away."""
        return NEAR + WIDER * max(0, now - self.since) / 1000

    def takes_bots(self, now: int) -> bool:
        return bool(self.bots_after) and now >= self.since + self.bots_after


def near(one: Seeker, other: Seeker, now: int) -> bool:
    """Do they fit together? Who has waited long helps who has just come, and the other way round."""
    return abs(one.rating - other.rating) <= (one.reach(now) + other.reach(now)) / 2


def company(
    me: Seeker,
    others: Sequence[Seeker],
    seats: int,
    now: int,
    apart: Collection[frozenset[str]] = (),
) -> list[Seeker] | None:
    """With whom this person begins now, himself first; None: with nobody yet.

    Those next to him in strength, if all fit together and nobody has blocked anybody (`apart`). Fewer than
    there are seats begin only when his time for bots has come, and only with others who take bots.

    >>> ann, bob = Seeker("ann", 1500, 0, 0, "normal"), Seeker("bob", 1590, 0, 0, "normal")
    >>> [each.user for each in company(ann, [bob], 2, 0)]
    ['ann', 'bob']
    >>> company(ann, [Seeker("eve", 1900, 0, 0, "normal")], 2, 0) is None
    True
    """

    def chosen(candidates: Sequence[Seeker]) -> list[Seeker]:
        group = [me]
        for other in sorted(candidates, key=lambda each: (abs(each.rating - me.rating), each.since)):
            if len(group) < seats and all(
                near(each, other, now) and frozenset((each.user, other.user)) not in apart for each in group
            ):
                group.append(other)
        return group

    group = chosen(others)
    if len(group) == seats:
        return group
    if not me.takes_bots(now):
        return None
    return chosen([other for other in others if other.bots_after])


class Matchmaking:
    def __init__(self, lobby: Lobby, ratings: Ratings) -> None:
        self.lobby = lobby
        self.ratings = ratings
        self.store = lobby.tables.store
        self.tables = lobby.tables
        self.looking: dict[str, str] = {}  # who looks for a match, by game: every open page asks how many
        self.counted_at = 0

    async def seek(self, user: User, wanted: social_wire.Seek) -> social_wire.MatchState:
        """Begin to look; a search of before ends."""
        game = game_by_id(wanted.game)
        check_level(wanted.level)
        seats = checked_seats(game, wanted.seats, wanted.options)
        options = game.table_choice(wanted.options, seats)
        game.resolve(seats, options)
        rating = (await self.ratings.of(user.id)).get(game.id, Rating())
        now = self.tables.now()
        await self.store.run("delete from seekers where user_id = ?1 or at < ?2", user.id, now - KEPT)
        await self.store.run(
            "insert into seekers(user_id, game, seats, options, level, bots_after, rating, since, at, "
            "table_id, found) values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, '', 0) on conflict do nothing",
            user.id, game.id, seats, json.dumps(options, sort_keys=True), wanted.level,
            wanted.bots_after * 1000, float(rating.shown), now,
        )  # fmt: skip
        return await self.look(user)

    async def stop(self, user: str) -> None:
        await self.store.run("delete from seekers where user_id = ?1", user)

    async def look(self, user: User) -> social_wire.MatchState:
        """How the search goes; it goes on because somebody asks."""
        now = self.tables.now()
        await self.store.run("update seekers set at = ?2 where user_id = ?1", user.id, now)
        found = await self.store.all(
            "select game, seats, options, rating, since, bots_after, level, table_id, at from seekers "
            "where user_id = ?1",
            user.id,
        )
        if not found:
            return social_wire.MatchState("none")
        game, seats, options = str(found[0][0]), int(str(found[0][1])), str(found[0][2])
        me = Seeker(user.id, float(str(found[0][3])), *whole(found[0][4:6]), str(found[0][6]))
        table = str(found[0][7])
        if table and await self.is_there(table):
            return social_wire.MatchState("found", game, seats, table=table)
        others = await self.others(me, game, seats, options, now)
        group = company(me, others, seats, now, await self.apart([me, *others]))
        if group is not None:
            table = await self.begin(group, game, seats, options, now)
            if table:
                return social_wire.MatchState("found", game, seats, table=table)
        bots_in = max(0, me.since + me.bots_after - now) if me.bots_after else None
        return social_wire.MatchState("seeking", game, seats, len(others), now - me.since, bots_in)

    async def is_there(self, table: str) -> bool:
        """Was the table made for which a process has chosen people? It may have died in between."""
        try:
            await self.tables.find(table)
        except NoTable:
            await self.store.run(
                "update seekers set table_id = '' where table_id = ?1 and found < ?2",
                table, self.tables.now() - SILENCE,
            )  # fmt: skip
            return False
        return True

    async def others(self, me: Seeker, game: str, seats: int, options: str, now: int) -> list[Seeker]:
        found = await self.store.all(
            "select seekers.user_id, rating, since, bots_after, level from seekers "
            "join users on users.id = seekers.user_id "
            f"where {POOL} and seekers.user_id <> ?4 and at > ?5 and banned_until < ?6 "
            f"order by since, seekers.user_id limit {LOOKED_AT}",
            game, seats, options, me.user, now - SILENCE, now,
        )  # fmt: skip
        return [
            Seeker(str(user), float(str(rating)), *whole((since, after)), str(level))
            for user, rating, since, after, level in found
        ]

    async def apart(self, people: Sequence[Seeker]) -> set[frozenset[str]]:
        """The pairs of whom one has blocked the other."""
        if len(people) < 2:
            return set()
        marks = ", ".join(f"?{number}" for number in range(1, len(people) + 1))
        found = await self.store.all(
            "select user_id, other_id from blocks where kind = 'block' "
            f"and user_id in ({marks}) and other_id in ({marks})",
            *(each.user for each in people),
        )
        return {frozenset((str(one), str(other))) for one, other in found}

    async def begin(self, group: list[Seeker], game_id: str, seats: int, options: str, now: int) -> str:
        """A table for these people; empty if one of them has got another one meanwhile."""
        name = new_id()
        claim = (
            "update seekers set table_id = ?2, found = ?5 where user_id = ?1 and table_id = '' "
            "and since = ?3 and at > ?4"
        )
        # in one order everywhere, so that two groups never wait for each other's rows
        steps = [
            (claim, (each.user, name, each.since, now - SILENCE, now))
            for each in sorted(group, key=lambda each: each.user)
        ]
        if not await self.store.together(*steps):
            return ""
        users = [await self.lobby.accounts.user(each.user) for each in group]
        people = [user for user in users if user is not None and not user.banned]
        await self.make(name, people, game_id, seats, json.loads(options), group)
        return name

    async def make(
        self,
        name: str,
        people: list[User],
        game_id: str,
        seats: int,
        options: dict[str, rows.Value],
        group: Sequence[Seeker],
    ) -> None:
        alone = len(people) == 1
        made = self.lobby.made(people[0], game_by_id(game_id), seats, options, None)
        made.hints = alone
        made.public = not alone
        made.spectators = not alone
        if alone:
            made.turn = made.bank = made.reaction = 0
        else:
            made.auto = ARRIVING
            if all(each.bots_after for each in group):
                made.fill = group[0].level
        chairs = list(range(seats))
        random.shuffle(chairs)
        sitting: list[rows.AnyRow] = [
            rows.Sat(made.at, seat, user.id, user.name, user.is_guest)
            for seat, user in zip(chairs, people, strict=False)
        ]
        sitting += [rows.BotSat(made.at, seat, group[0].level) for seat in sorted(chairs[len(people) :])]
        if alone:
            sitting.append(rows.Dealt(made.at))
        await self.tables.create(made, *sitting, name=name)

    async def seeking(self, user: str) -> dict[str, int]:
        """By game: how many others look for a match, as it was a moment ago."""
        now = self.tables.now()
        if not 0 <= now - self.counted_at < FRESH:
            self.counted_at = now
            found = await self.store.all(
                "select user_id, game from seekers where table_id = '' and at > ?1 order by game",
                now - SILENCE,
            )
            self.looking = {str(who): str(game) for who, game in found}
        counted = Counter(self.looking.values())
        if user in self.looking:
            counted[self.looking[user]] -= 1
        return {game: count for game, count in counted.items() if count}


def whole(values: Sequence[object]) -> tuple[int, int]:
    one, two = values
    return int(str(one)), int(str(two))
