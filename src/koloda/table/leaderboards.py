"""Who is best in a game, and how somebody has fared: by game, seats, role and opening, and without luck."""

from __future__ import annotations

import asyncio
import math
import statistics
from collections import Counter
from typing import Any

import msgspec
from msgspec import Struct

from koloda.core.errors import KolodaError
from koloda.games import game as game_by_id
from koloda.games import ids
from koloda.table import people_wire
from koloda.table.beginnings import Beginning
from koloda.table.ratings import BOTS, Rating, seats_pool
from koloda.table.results import shown_rating
from koloda.table.store import Row, Store
from koloda.table.texts import bot_level

LEADERS = 50
FAVOURITES = 3  # openings of a game
COUNTED = 2000  # of the last matches of a person


def best_of(bots: bool) -> str:
    """The query for the best; an index knows their order."""
    kinds = "kind = 'bot'" if bots else "kind <> 'bot'"
    return (
        "select users.id, users.name, kind, mean, deviation, games, wins from ratings "
        f"join users on users.id = ratings.user_id where game = ?1 and {kinds} and banned_until < ?2 "
        f"order by mean - 2 * deviation desc, users.id limit {LEADERS}"
    )


class Leaderboards:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def leaders(self, game: str, seats: int, bots: bool, now: int) -> list[people_wire.Leader]:
        """The best at all tables (seats: 0) or at those of so many, people or bots; nobody who is banned.

        By what their rating is at least, so that one lucky match is none.
        """
        pool = (BOTS if bots else "") + (seats_pool(seats) if seats else "")
        found = await self.store.all(best_of(bots), game + pool, now)
        return [
            people_wire.Leader(
                people_wire.User(str(user), str(name), str(kind)),  # type: ignore[arg-type]
                shown_rating(game, Rating(*numbers)),  # type: ignore[arg-type]
            )
            for user, name, kind, *numbers in found
        ]

    async def statistics(self, user: str, own: bool, lang: str) -> people_wire.Statistics:
        """Of the last matches, others see those at public tables; the most played first."""
        found = await self.store.all(
            "select players.game, players.result from players join tables on tables.id = players.table_id "
            f"where players.user_id = ?1 and tables.public >= ?2 order by players.ended desc limit {COUNTED}",
            user, 0 if own else 1,
        )  # fmt: skip
        analysed = await self.store.all(
            "select analysed.game, decisions, lost, better, result from analysed "
            "join tables on tables.id = analysed.table_id "
            f"where analysed.user_id = ?1 and tables.public >= ?2 order by at desc limit {COUNTED}",
            user, 0 if own else 1,
        )  # fmt: skip
        return await asyncio.to_thread(counted, found, analysed, lang)


class Outcome(Struct):
    """What the history of a person keeps of a match, as far as it is counted here."""

    names: list[str]
    won: bool
    began: list[Beginning] = []
    team: bool = False


def counted(found: list[Row], analysed: list[Row], lang: str) -> people_wire.Statistics:
    lines, roles, openings = Tally(), Tally(), Tally()
    decoder = msgspec.json.Decoder(Outcome)
    for game, result in found:
        outcome = decoder.decode(str(result))
        among_people = sum(bot_level(name) is None for name in outcome.names) > 1
        lines.add((str(game), len(outcome.names), among_people), outcome.won)
        for first, opening, won in outcome.began:
            if first is not None:
                roles.add((str(game), "first" if first else "later"), won)
            if outcome.team:
                roles.add((str(game), "team"), won)
            if opening:
                openings.add((str(game), opening), won)
    return people_wire.Statistics(
        [
            people_wire.StatisticsLine(game, seats, people, played, won)
            for (game, seats, people), played, won in lines.most()
        ],
        [people_wire.RoleLine(game, role, deals, won) for (game, role), deals, won in roles.most()],
        favourites(openings, lang),
        without_luck(analysed),
    )


class Tally:
    """How often, and how often won, by a key."""

    def __init__(self) -> None:
        self.played: Counter[tuple[Any, ...]] = Counter()
        self.won: Counter[tuple[Any, ...]] = Counter()

    def add(self, key: tuple[Any, ...], won: bool) -> None:
        self.played[key] += 1
        self.won[key] += won

    def most(self) -> list[tuple[tuple[Any, ...], int, int]]:
        keys = sorted(self.played, key=lambda key: (-self.played[key], key))
        return [(key, self.played[key], self.won[key]) for key in keys]


def favourites(openings: Tally, lang: str) -> list[people_wire.OpeningLine]:
    """The most frequent ones of each game; those that people would not tell apart are one."""
    told = Tally()
    for (name, text), deals, won in openings.most():
        if name not in ids():
            continue
        game = game_by_id(name)
        try:
            key = (name, game.opening(game.action(text), lang))
        except KolodaError:
            continue  # of other rules
        told.played[key] += deals
        told.won[key] += won
    shown: Counter[str] = Counter()
    result = []
    for (name, text), deals, won in told.most():
        shown[name] += 1
        if shown[name] <= FAVOURITES:
            result.append(people_wire.OpeningLine(name, text, deals, won))
    return result


def without_luck(analysed: list[Row]) -> list[people_wire.AnalysedLine]:
    """By game, what analysed deals come to on average."""
    deals: dict[str, list[tuple[float, ...]]] = {}
    for game, *numbers in analysed:
        deals.setdefault(str(game), []).append(tuple(float(str(number)) for number in numbers))
    result = []
    for game, each in sorted(deals.items(), key=lambda item: (-len(item[1]), item[0])):
        decisions, lost, better, came = (list(column) for column in zip(*each, strict=True))
        error = statistics.stdev(better) / math.sqrt(len(each)) if len(each) > 1 else 0.0
        result.append(
            people_wire.AnalysedLine(
                game,
                len(each),
                int(sum(decisions)),
                round(statistics.fmean(lost), 4),
                round(statistics.fmean(better), 4),
                round(error, 4),
                round(statistics.fmean(came), 4),
            )
        )
    return result
