"""Ratings follow the results, and each match counts once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from koloda.table import ratings
from koloda.table.ratings import Rating, Ratings, rated
from koloda.table.store import open_store


def using(url: str, test: Callable[[Ratings], Awaitable[None]]) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.open()
        try:
            await test(Ratings(store))
        finally:
            await store.close()

    asyncio.run(main())


def test_two_newcomers_by_hand() -> None:
    """With equal means: spread² = 2σ² + 2β², expected = 1/2, so the step is σ²/spread/2 (σ² with drift)."""
    variance = ratings.DEVIATION**2 + ratings.DRIFT**2
    spread = (2 * variance + 2 * ratings.BETA**2) ** 0.5
    [[winner], [loser]] = rated([[Rating()], [Rating()]], [1, 2])
    assert winner.mean == pytest.approx(25 + variance / spread / 2)
    assert loser.mean == pytest.approx(25 - variance / spread / 2)
    left = 1 - variance**0.5 / spread * variance / spread**2 / 4
    assert winner.deviation == pytest.approx((variance * left) ** 0.5)
    assert loser.deviation == pytest.approx(winner.deviation)
    assert (winner.games, winner.wins, loser.games, loser.wins) == (1, 1, 1, 0)


def test_a_draw_brings_unequal_players_together_and_equal_ones_nowhere() -> None:
    [[one], [two]] = rated([[Rating()], [Rating()]], [1, 1])
    assert (one.mean, two.mean) == (25, 25)
    assert (one.wins, two.wins) == (0, 0)
    [[one], [two]] = rated([[Rating(30)], [Rating(20)]], [1, 1])
    assert 30 > one.mean > two.mean > 20


def test_an_upset_moves_more_than_the_expected() -> None:
    [[expected], _] = rated([[Rating(30)], [Rating(20)]], [1, 2])
    [[upset], _] = rated([[Rating(20)], [Rating(30)]], [1, 2])
    assert upset.mean - 20 > expected.mean - 30 > 0


def test_who_is_known_well_moves_little() -> None:
    [[known], [unknown]] = rated([[Rating(deviation=1)], [Rating()]], [1, 2])
    assert known.mean - 25 < 25 - unknown.mean


def test_in_a_team_the_less_known_member_moves_more() -> None:
    [[known, unknown], [other, another]] = rated(
        [[Rating(deviation=2), Rating(deviation=8)], [Rating(), Rating()]], [1, 2]
    )
    assert 0 < known.mean - 25 < unknown.mean - 25
    assert other == another
    assert other.mean < 25


def test_four_places_keep_their_order() -> None:
    after = rated([[Rating()] for _ in range(4)], [3, 1, 4, 2])
    means = [team[0].mean for team in after]
    assert sorted(range(4), key=lambda i: -means[i]) == [1, 3, 0, 2]
    assert [team[0].wins for team in after] == [0, 1, 0, 0]


def test_hopeless_matches_do_not_break_it() -> None:
    one, two = Rating(1e6, 0.01), Rating(-1e6, 0.01)
    for places in ([1, 2], [2, 1]):
        for [rating] in rated([[one], [two]], places):
            assert rating.deviation > 0
            assert abs(rating.mean) < 1e7


def test_ratings_find_the_true_order() -> None:
    """Six players of fixed strength, 600 random matches of four: the means end in the order of strength."""
    chance = random.Random(1)
    strength = [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    people = [Rating() for _ in strength]
    for _ in range(600):
        table = chance.sample(range(6), 4)
        shown = [strength[i] + chance.gauss(0, ratings.BETA) for i in table]
        places = [sum(other > mine for other in shown) for mine in shown]
        for i, [rating] in zip(table, rated([[people[i]] for i in table], places), strict=True):
            people[i] = rating
    assert [p.mean for p in people] == sorted(p.mean for p in people)
    assert all(p.deviation < 2 for p in people)


def test_a_match_counts_once(url: str) -> None:
    async def test(there: Ratings) -> None:
        assert await there.match("t1", "durak", [["a", "b"], ["c", "d"]], [1, 2])
        once = await there.of("a")
        assert once["durak"].games == once["durak"].wins == 1
        assert not await there.match("t1", "durak", [["a", "b"], ["c", "d"]], [1, 2])
        assert await there.of("a") == once
        assert await there.match("t2", "yassa", [["a"], ["c"]], [2, 1])
        assert await there.match("t3", "durak", [["a"], ["c"]], [2, 1])
        again = await there.of("a")
        assert (again["durak"].games, again["durak"].wins, again["yassa"].games) == (2, 1, 1)
        assert again["durak"].mean < once["durak"].mean
        assert await there.of("nobody") == {}

    using(url, test)


def test_the_ratings_after_the_last_matches_are_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "KEPT", 3)
    clock = iter(range(1000, 9000, 1000))
    monkeypatch.setattr(ratings, "now", lambda: next(clock))

    async def test(there: Ratings) -> None:
        means = []
        for i in range(5):
            assert await there.match(f"t{i}", "durak", [["a"], ["b"]], [1, 2] if i % 2 else [2, 1])
            means.append((await there.of("a"))["durak"].mean)
        past = await there.past("a", "durak")
        assert [at for at, _ in past] == [3000, 4000, 5000], "the oldest make room"
        assert [rating.mean for _, rating in past] == pytest.approx(means[2:])
        changes = await there.changes("a")
        assert sorted(changes) == ["t2", "t3", "t4"]
        assert changes["t3"] > 0 > changes["t4"]
        assert abs(changes["t4"] - 40 * (means[4] - means[3])) <= 1
        assert not await there.match("t4", "durak", [["a"], ["b"]], [1, 2])
        assert await there.past("a", "durak") == past, "a match counts once here too"
        assert await there.past("a", "yassa") == []

    using(url, test)


@pytest.mark.parametrize(
    "teams",
    [
        [["a"], [None], [None]],
        [["a", "b"], [None, None]],
        [[None], [None]],
        [["a"], ["a"]],
    ],
)
def test_only_matches_of_different_people_count(sqlite_url: str, teams: list[list[str | None]]) -> None:
    async def test(there: Ratings) -> None:
        assert not await there.match("t", "durak", teams, range(len(teams)))
        assert await there.of("a") == {}

    using(sqlite_url, test)


def test_bots_beside_people_change_nothing(sqlite_url: str) -> None:
    async def test(there: Ratings) -> None:
        assert await there.match("t1", "flights", [["a"], [None], ["b"], [None]], [2, 1, 3, 4])
        assert await there.match("t2", "yassa", [["a"], ["b"]], [2, 3])
        for user in "ab":
            after = await there.of(user)
            assert after["flights"] == after["yassa"]
        assert (await there.of("a"))["flights"].wins == 1, "the best of the people"

    using(sqlite_url, test)


def test_matches_that_end_at_once_all_count(url: str) -> None:
    """Workers count matches of the same people, and each match twice, as after a crash."""

    async def main() -> None:
        stores = [open_store(url) for _ in range(3)]
        for store in stores:
            await store.open()
        chance = random.Random(2)
        matches = [(f"t{i}", chance.sample("abcdef", 4)) for i in range(20)]
        counted = await asyncio.gather(
            *(
                Ratings(store).match(table, "durak", [users[:2], users[2:]], [1, 2])
                for table, users in matches
                for store in stores[:2]
            )
        )
        assert counted.count(True) == 20
        for user in "abcdef":
            rating = (await Ratings(stores[2]).of(user))["durak"]
            assert rating.games == sum(user in users for _, users in matches)
            assert rating.wins == sum(user in users[:2] for _, users in matches)
        for store in stores:
            await store.close()

    asyncio.run(main())
