"""Bots decide from what their seat may know, the same way every time, within the rules."""

from __future__ import annotations

import pytest

import koloda
from koloda.bots import BOTS, LEVELS, UnknownBot, bot, level
from koloda.bots.player import Player
from koloda.core.bits import members
from koloda.core.game import Game
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.core.tuning import Thought
from koloda.games.durak import GAME as DURAK
from koloda.testing.variants import SHORT, Variant, all_variants, walk

POSITIONS = (0, 4, 25)
ALL = all_variants()
# the contract suite tries the others; a search plays many deals to their end: every seat count is enough
SEARCHES = ("hard", "expert", "master") if SHORT else ("mcts:25", "hard", "expert", "master")
CASES = [(variant, name) for variant in ALL if not variant.options for name in SEARCHES]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that search as they do, but not as long."""
    for game in koloda.game_list():
        hurried = {"hard": Thought(6, 600_000), "expert": Thought(7, 600_000), "master": Thought(8, 600_000)}
        monkeypatch.setattr(game, "levels", hurried)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("variant", "name"), CASES, ids=str)
def test_exchanging_cards_that_a_seat_cannot_see_never_changes_its_decision(
    variant: Variant, name: str
) -> None:
    rng = Rng(1)
    for number, state in enumerate(walk(variant.deal(31), 31)):
        if number > POSITIONS[-1]:
            break
        if number not in POSITIONS:
            continue
        for seat in members(state.pending):
            choice = bot(name).choose(Player(state, int(seat), Rng(7)))
            assert choice in state.legal(seat)
            for exchange in range(2):
                other = state.determinize(seat, rng)
                assert bot(name).choose(Player(other, int(seat), Rng(7))) == choice


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_the_search_plays_whole_deals(game: Game) -> None:
    state = game.deal(seed=3)
    searching = bot("mcts:2")
    rng = Rng(3)
    while not state.over:
        state.step(state.actor, searching.choose(Player(state, int(state.actor), rng)))


def test_a_bot_with_one_legal_action_answers_at_once() -> None:
    state = DURAK.position("stock -; 1: 6C; 2: 7C 8C; lead 1")
    assert bot("mcts:100000000").choose(Player(state, 0, Rng(1))) == state.legal(0)[0]


def test_the_search_finds_the_winning_move() -> None:
    # 9H is followed by nothing; TD cannot be beaten, and the last card then wins
    state = DURAK.position("trump S; stock -; 1: 9H TD; 2: JH QH; lead 1")
    assert DURAK.text(bot("mcts:500").choose(Player(state, 0, Rng(1)))) == "move TD"


def test_a_player_gives_no_way_to_the_state() -> None:
    state = DURAK.deal(4, 1)
    player = Player(state, 0, Rng(1))
    assert state not in vars(player).values()
    assert "hands" not in player.view()


@pytest.mark.parametrize("name", ["mcts:0", "mcts:", "mcts:x", "mcts:5s", "mcts:-1", "MCTS", "", "nonsense"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownBot, match="known are random"):
        bot(name)


def test_levels_are_bots() -> None:
    assert set(LEVELS) <= set(BOTS)
    for name in LEVELS:
        assert level(name).name == name
    with pytest.raises(UnknownBot, match="there are"):
        level("random")


@pytest.mark.parametrize("variant", ALL, ids=str)
def test_a_beginner_keeps_to_the_rules(variant: Variant) -> None:
    state = variant.deal(8)
    policy = state.game.novice
    rng = Rng(8)
    for _ in range(300):
        if state.over:
            break
        seat = next_seat(state, rng)
        state.step(seat, policy.choose(state, seat, rng))


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_people_wait_no_longer_than_promised(game: Game) -> None:
    assert list(game.levels) == ["hard", "expert", "master"]
    hard, expert, master = game.levels.values()
    assert hard.iterations < expert.iterations < master.iterations
    assert hard.milliseconds <= 1000
    assert expert.milliseconds <= 3000
    assert master.milliseconds <= 5000


def test_a_simulation_needs_a_budget_that_repeats() -> None:
    with pytest.raises(UnknownBot, match="iterations"):
        bot("mcts:5ms").check_repeatable()
