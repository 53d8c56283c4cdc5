"""Who is best in a game, and how somebody has fared: by game, and by how many sat at the table."""

from __future__ import annotations

import json
from collections import Counter

from koloda.table import people_wire, social_wire
from koloda.table.ratings import BOTS, Rating, seats_pool
from koloda.table.results import shown_rating
from koloda.table.store import Store
from koloda.table.texts import bot_level

LEADERS = 50
COUNTED = 2000  # of the last matches of a person


class Leaderboards:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def leaders(self, game: str, seats: int, bots: bool, now: int) -> list[people_wire.Leader]:
        """The best at all tables (seats: 0) or at those of so many, people or bots; nobody who is banned.

        By what their rating is at least, so that one lucky match is none.
        """
        pool = (BOTS if bots else "") + (seats_pool(seats) if seats else "")
        kinds = "kind = 'bot'" if bots else "kind <> 'bot'"
        found = await self.store.all(
            "select users.id, users.name, kind, mean, deviation, games, wins from ratings "
            f"join users on users.id = ratings.user_id where game = ?1 and {kinds} and banned_until < ?2 "
            f"order by mean - 2 * deviation desc, users.id limit {LEADERS}",
            game + pool, now,
        )  # fmt: skip
        return [
            people_wire.Leader(
                people_wire.User(str(user), str(name), str(kind)),  # type: ignore[arg-type]
                shown_rating(game, Rating(*numbers)),  # type: ignore[arg-type]
            )
            for user, name, kind, *numbers in found
        ]

    async def statistics(self, user: str, own: bool) -> list[social_wire.StatisticsLine]:
        """Of the last matches, others see those at public tables; the most played first."""
        found = await self.store.all(
            "select players.game, players.result from players join tables on tables.id = players.table_id "
            f"where players.user_id = ?1 and tables.public >= ?2 order by players.ended desc limit {COUNTED}",
            user, 0 if own else 1,
        )  # fmt: skip
        played: Counter[tuple[str, int, bool]] = Counter()
        won: Counter[tuple[str, int, bool]] = Counter()
        for game, result in found:
            outcome = json.loads(str(result))
            names = outcome["names"]
            among_people = sum(bot_level(name) is None for name in names) > 1
            key = (str(game), len(names), among_people)
            played[key] += 1
            won[key] += bool(outcome["won"])
        return [
            social_wire.StatisticsLine(game, seats, people, count, won[game, seats, people])
            for (game, seats, people), count in sorted(played.items(), key=lambda each: (-each[1], each[0]))
        ]
