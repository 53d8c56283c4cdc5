"""What is learned about Durak: the features, what outputs mean, and when a search asks for them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import pytest

import valued
from koloda.bots import bot
from koloda.bots.mcts import evaluate, think
from koloda.bots.player import Player
from koloda.bots.search import Search
from koloda.core.rng import Rng
from koloda.core.tuning import Thought
from koloda.core.weights import check_active, head_of
from koloda.games.durak import GAME
from koloda.games.durak.bots.tuning import TUNING, learnable, tuned, tuning_with
from koloda.games.durak.bots.values import DurakValues
from koloda.games.durak.cards import CARDS
from koloda.games.durak.state import DurakState

DEALS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (4, {}),
    (3, {}),
    (4, {"mode": "individual"}),
    (5, {}),
    (6, {"trump_source": "appointed"}),
]


@cache
def weighted(seats: int, sides: bool) -> DurakValues:
    return valued.with_weights(DurakValues(seats, sides))


def values_for(state: DurakState) -> DurakValues:
    values = learnable(state)
    assert values is not None
    return weighted(int(values.seats), values.sides)


def dealt(seats: int, options: dict[str, object], seed: int = 3) -> DurakState:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, DurakState)
    return state


def beginnings(seats: int, options: dict[str, object], seed: int = 3) -> list[DurakState]:
    return [state for state in valued.beginnings(GAME, seats, options, seed) if isinstance(state, DurakState)]


@pytest.mark.parametrize(("seats", "options"), DEALS)
def test_every_position_has_as_many_features_and_each_has_a_row(
    seats: int, options: dict[str, object]
) -> None:
    positions = beginnings(seats, options)
    assert len(positions) > 4
    values = values_for(positions[0])
    counts = set()
    for state in positions:
        seen = values.seen(state)
        counts.add(len(seen))
        assert all(0 <= feature < values.size for feature in seen)
    assert len(counts) == 1
    check_active(counts.pop())


@pytest.mark.parametrize(("seats", "options"), DEALS)
def test_what_is_expected_sums_to_nothing_and_sides_share_it(seats: int, options: dict[str, object]) -> None:
    for state in beginnings(seats, options):
        returns = values_for(state).returns(state)
        assert sum(returns) == pytest.approx(0.0)
        assert len(set(returns)) > 1
        if state.rules.team:
            assert returns[0] == returns[2] != returns[1] == returns[3]
        else:
            for seat in state.out_seats():
                assert returns[seat] == 1 / (seats - 1)


@pytest.mark.parametrize(("seats", "options"), DEALS)
def test_targets_say_what_the_returns_said(seats: int, options: dict[str, object]) -> None:
    for state in beginnings(seats, options):
        values = values_for(state)
        for fool in range(seats):
            won = 1.0 if state.rules.team else 1 / (seats - 1)
            lost = [fool, fool ^ 2] if state.rules.team else [fool]
            targets = values.targets(state, [-1.0 if seat in lost else won for seat in range(seats)])
            if len(targets) == 1:
                assert targets == [-1.0 if state.lead_seat in lost else 1.0]
            else:
                wanted = [float((state.lead_seat + role) % seats == fool) for role in range(seats)]
                assert targets == pytest.approx(wanted)


def renamed(text: str, suits: str) -> str:
    return "".join(dict(zip("HSCD", suits, strict=True)).get(sign, sign) for sign in text)


@pytest.mark.parametrize("suits", ["CSDH", "DSHC", "HSDC"])
def test_renaming_plain_suits_changes_nothing(suits: str) -> None:
    text = "1: 6H 7H KD; 2: 9C TC AS; stock 6D 8D JC QH 7S"
    state = GAME.position(f"trump S; lead 1; {text}")
    other = GAME.position(f"trump S; lead 1; {renamed(text, suits)}")
    values = values_for(state)
    assert values.returns(state) == values.returns(other)


def test_the_order_of_the_stock_is_not_seen_and_chance_draws_it_anew() -> None:
    state = dealt(2, {})
    values = values_for(state)
    again = values.redrawn(state, Rng(1))
    assert isinstance(again, DurakState)
    assert list(again.deck) != list(state.deck)
    assert sorted(again.deck) == sorted(state.deck)
    assert again.deck[CARDS - 1] == state.deck[CARDS - 1]  # the open bottom card
    assert list(again.hands) == list(state.hands)
    assert values.seen(again) == values.seen(state)
    assert list(state.deck) == list(dealt(2, {}).deck)


def test_the_search_plays_the_round_to_its_end_and_asks() -> None:
    state = dealt(2, {})
    values = values_for(state)
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values), Rng(1))
    later = beginnings(2, {})[3]
    assert search.finish(later.clone()) == values.returns(later)  # a round has just begun: at once
    later.apply(later.actor, later.legal(later.actor)[0])
    number = later.round_no
    ended = later.clone()
    while ended.round_no == number:
        ended.apply(ended.actor, GAME.heuristic.choose(ended, ended.actor, Rng(1)))
    assert search.finish(later) == values.returns(ended)


def test_exact_endings_come_before_what_was_learned() -> None:
    state = GAME.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    search = Search(state, state.actor, GAME.heuristic, tuning_with(values_for(state)), Rng(1))
    assert search.endings.known(state)
    assert search.finish(state.clone()) == search.endings.results()


@pytest.mark.parametrize("options", [{"ranks": 5}, {"suits": 3}, {"hand_size": 3}])
def test_small_decks_and_hands_are_played_out(options: dict[str, object]) -> None:
    state = dealt(2, options)
    assert learnable(state) is None
    assert tuned(state) is TUNING
    evaluate(Player(state, int(state.actor), Rng(1)), None, 5)


def test_a_level_searches_otherwise_where_values_were_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        GAME, "levels", {"hard": Thought(40, 600_000, taught=10), "expert": Thought(20, 600_000)}
    )
    monkeypatch.setattr(
        GAME, "tuned", lambda state: tuning_with(values_for(state)) if whole(state) else TUNING
    )
    cut: dict[str, object] = {"ranks": 5}
    for options, iterations in (({}, (10, 20)), (cut, (40, 20))):
        decided, wanted = [], []
        for state in beginnings(2, options)[:6]:
            seat = int(state.actor)
            for name, count in zip(("hard", "expert"), iterations, strict=True):
                decided.append(bot(name).choose(Player(state, seat, Rng(1))))
                wanted.append(think(Player(state, seat, Rng(1)), None, count, tuning=GAME.tuned(state)))
        assert decided == wanted


def whole(state: DurakState) -> bool:
    return learnable(state) is not None


@pytest.mark.parametrize(("seats", "options"), DEALS)
def test_what_is_shipped_is_loaded_and_says_where_it_comes_from(
    seats: int, options: dict[str, object]
) -> None:
    state = dealt(seats, options)
    values = tuned(state).outlook
    assert isinstance(values, DurakValues)
    data = files("koloda.games.durak.bots").joinpath(f"values-{values.name}.net").read_bytes()
    made = head_of(data)["made"]
    assert made["by"].startswith(f"koloda train durak --seats {seats} --seed 1 ")
    assert ("mode=individual" in made["by"]) == (seats == 4 and not values.sides)


def test_all_that_is_shipped_is_small() -> None:
    shipped = [path for path in files("koloda.games.durak.bots").iterdir() if path.name.endswith(".net")]
    assert len(shipped) == len(DEALS)
    assert sum(len(path.read_bytes()) for path in shipped) < 2_000_000


def test_values_are_the_same_bits_in_both_builds() -> None:
    """Written down by one of them."""
    found = [
        repr(values_for(state).returns(state)[0])
        for seats, options in DEALS
        for state in beginnings(seats, options)[:2]
    ]
    assert found == GOLDEN


GOLDEN = [
    "-0.02362955753357754",
    "-0.17243690750934748",
    "0.4351593404494476",
    "-0.2603788605161952",
    "0.03972998104689601",
    "-0.10080034599314602",
    "-0.12088580332612736",
    "0.12262739403685319",
    "0.09309635974262129",
    "0.06056260599061011",
    "-0.05421852834747021",
    "0.012100962789860031",
]
