"""How strong people are in each game: a mean and how sure we are of it, updated after each match.

The Bradley-Terry model with full pairs of Weng and Lin, "A Bayesian Approximation Method for Online Ranking"
(Journal of Machine Learning Research 12, 2011, algorithm 1): every team is compared with every other one, a
team is the sum of its members, and a member's share of a surprise is his share of the uncertainty. It serves
any number of seats and teams, draws included, in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from koloda.table.store import Step, Store, now

MEAN = 25.0
DEVIATION = MEAN / 3
BETA = DEVIATION / 2  # the chance in one match, as a deviation
DRIFT = DEVIATION / 100  # people change: nobody's rating ever becomes certain
SCALE = 40  # of the numbers for people
LEAST = 0.0001  # of the variance that one match can leave over
TRIES = 50
BOTS = "+bots"  # after the game: the list of the bots, apart from that of people
SEATS = "@"  # after that: the list of the tables with so many seats
INSERT = "insert into ratings(user_id, game, mean, deviation, games, wins) values(?1, ?2, ?3, ?4, ?5, ?6)"
UPDATE = (
    "update ratings set mean = ?3, deviation = ?4, games = ?5, wins = ?6 "
    "where user_id = ?1 and game = ?2 and games = ?7"
)
KEPT = 200  # matches of a person in a game whose ratings are kept
NOTE = (
    "insert into rating_history(user_id, game, place, table_id, at, mean, deviation, change) "
    "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict(user_id, game, place) do update set "
    "table_id = ?4, at = ?5, mean = ?6, deviation = ?7, change = ?8"
)


@dataclass(frozen=True, slots=True)
class Rating:
    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> int:
        """One number for people, like Elo: 1500 for a newcomer, and about 1500 + 400 who nearly always wins.

        >>> Rating().shown
        1500
        """
        return round(1500 + SCALE * (self.mean - MEAN))

    @property
    def shown_deviation(self) -> int:
        return round(SCALE * self.deviation)


def rated(teams: Sequence[Sequence[Rating]], places: Sequence[float]) -> list[list[Rating]]:
    """The ratings after a match: `places` of the teams, smaller is better, equal ones have drawn.

    >>> [[one], [two]] = rated([[Rating()], [Rating()]], [1, 2])
    >>> one.mean > 25 > two.mean, one.deviation < Rating().deviation, (one.wins, two.wins)
    (True, True, (1, 0))
    """
    best = min(places)
    sums = [
        (sum(r.mean for r in team), sum(r.deviation**2 + DRIFT**2 for r in team), place)
        for team, place in zip(teams, places, strict=True)
    ]
    result: list[list[Rating]] = []
    for i, (mean, variance, place) in enumerate(sums):
        surprise = information = 0.0
        for j, (other_mean, other_variance, other_place) in enumerate(sums):
            if i == j:
                continue
            spread = math.sqrt(variance + other_variance + 2 * BETA**2)
            expected = 1 / (1 + math.exp(min(500.0, (other_mean - mean) / spread)))
            score = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
            surprise += variance / spread * (score - expected)
            information += math.sqrt(variance) / spread * variance / spread**2 * expected * (1 - expected)
        won = place == best and len(set(places)) > 1
        result.append([updated(r, variance, surprise, information, won) for r in teams[i]])
    return result


def updated(rating: Rating, team: float, surprise: float, information: float, won: bool) -> Rating:
    own = rating.deviation**2 + DRIFT**2
    share = own / team
    return Rating(
        rating.mean + share * surprise,
        math.sqrt(own * max(1 - share * information, LEAST)),
        rating.games + 1,
        rating.wins + won,
    )


class Ratings:
    """The ratings of an installation. Only matches among people count: nobody grows by beating bots."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, user: str, pool: str = "") -> dict[str, Rating]:
        """Game -> rating, among people, among BOTS, or in a list of tables with so many seats."""
        rows = await self.store.all(
            "select game, mean, deviation, games, wins from ratings where user_id = ?1 order by game", user
        )
        found = {split(str(game)): Rating(*numbers) for game, *numbers in rows}  # type: ignore[arg-type]
        return {game: rating for (game, its), rating in found.items() if its == pool}

    async def past(self, user: str, game: str, pool: str = "") -> list[tuple[int, Rating]]:
        """When the last matches were counted, and the rating after each, the oldest first."""
        rows = await self.store.all(
            "select at, mean, deviation from rating_history where user_id = ?1 and game = ?2 "
            "order by at, place",
            user, game + pool,
        )  # fmt: skip
        return [(int(str(at)), Rating(float(str(mean)), float(str(dev)))) for at, mean, dev in rows]

    async def changes(self, user: str, pool: str = "") -> dict[str, int]:
        """Table -> how its match has moved the number that people see."""
        rows = await self.store.all(
            "select table_id, mean, change, game from rating_history where user_id = ?1", user
        )
        found: dict[str, int] = {}
        for table, mean, change, game in rows:
            if split(str(game))[1] != pool:
                continue
            after = float(str(mean))
            found[str(table)] = Rating(after).shown - Rating(after - float(str(change))).shown
        return found

    async def match(
        self,
        table: str,
        game: str,
        teams: Sequence[Sequence[str | None]],
        places: Sequence[float],
        pool: str = "",
    ) -> bool:
        """Count the match that a table has played, once in each list; whether it counts.

        `teams` holds user ids, None for bots and for seats that a bot had to finish. A team without a
        person is left out; with less than two left, or with one person on several seats, nothing is counted.
        """
        people = [[user for user in team if user is not None] for team in teams]
        chosen = [(team, place) for team, place in zip(people, places, strict=True) if team]
        users = [user for team, _ in chosen for user in team]
        if len(chosen) < 2 or len(set(users)) < len(users):
            return False
        for _ in range(TRIES):
            if await self.store.all("select 1 from rated where table_id = ?1", table + pool):
                return False
            known = {user: (await self.of(user, pool)).get(game) for user in users}
            after = rated(
                [[known[user] or Rating() for user in team] for team, _ in chosen],
                [place for _, place in chosen],
            )
            fresh = {
                user: rating
                for (team, _), ratings in zip(chosen, after, strict=True)
                for user, rating in zip(team, ratings, strict=True)
            }
            # in one order everywhere, so that two matches never wait for each other's rows
            steps = [step(user, game + pool, known[user], fresh[user]) for user in sorted(users)]
            at = now()
            mark = ("insert into rated(table_id, at) values(?1, ?2)", (table + pool, at))
            notes = [note(user, game + pool, table, at, known[user], fresh[user]) for user in sorted(users)]
            if SEATS in pool:  # graphs are of all tables
                notes = []
            if await self.store.together(mark, *steps, *notes):
                return True
        raise RuntimeError(f"the ratings of {game} were changed by others {TRIES} times in a row")


def seats_pool(seats: int) -> str:
    return f"{SEATS}{seats}"


def split(key: str) -> tuple[str, str]:
    """The game and the list in it.

    >>> split("whist"), split("whist+bots"), split("whist@4"), split("whist+bots@4")
    (('whist', ''), ('whist', '+bots'), ('whist', '@4'), ('whist', '+bots@4'))
    """
    game = key.partition(SEATS)[0].removesuffix(BOTS)
    return game, key.removeprefix(game)


def step(user: str, game: str, before: Rating | None, after: Rating) -> Step:
    """Changes nothing, and so undoes the whole, if another match was counted for this user meanwhile."""
    values = (user, game, after.mean, after.deviation, after.games, after.wins)
    if before is None:
        return INSERT, values
    return UPDATE, (*values, before.games)


def note(user: str, game: str, table: str, at: int, before: Rating | None, after: Rating) -> Step:
    change = after.mean - (before or Rating()).mean
    return NOTE, (user, game, after.games % KEPT, table, at, after.mean, after.deviation, change)
