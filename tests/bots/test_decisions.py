"""A bot decides in one function: who asks it, and how, makes no difference."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest

import koloda
from koloda.arena import tournament
from koloda.arena.contest.thinker import Thinker
from koloda.arena.pairing import Pairing, play_game
from koloda.arena.simulate import Plan, play
from koloda.bots import LEVELS, Bot, bot
from koloda.bots.driver import DrivenDeal
from koloda.bots.player import Player, bot_rng
from koloda.core.game import Game
from koloda.core.policy import Policy, drive, next_seat, seated_playout
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.tuning import Thought
from koloda.games.durak.state import DurakState
from koloda.table import thinker
from koloda.testing.variants import SHORT

SEARCH = "mcts:20" if koloda.compiled() else "mcts:1"
NAMES = ("random", "heuristic", "easy", "normal", SEARCH, "hard", "expert", "master")
POLICIES = ("random", "heuristic", "easy", "normal")
GAMES = [game.id for game in koloda.game_list()]
SEED = 11


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that search as they do, but not as long."""
    iterations = (9, 15, 25) if koloda.compiled() else (1, 2, 3)
    for game in koloda.game_list():
        thoughts = [Thought(number, 600_000) for number in iterations]
        monkeypatch.setattr(game, "levels", dict(zip(game.levels, thoughts, strict=True)))


def seats_of(game: Game) -> int:
    """Few, but not alone."""
    return max(2, game.seat_counts[0])


def skip_long(game: str, name: str) -> None:
    """Plain Python searches one game, and the compiled build, which decides alike, all of them."""
    if not koloda.compiled() and name not in POLICIES and (game != "durak" or (SHORT and name != SEARCH)):
        pytest.skip("long without the compiled build")


class Recorded(Bot):
    """Decides as another bot does, and writes it down."""

    def __init__(self, name: str, decisions: list[tuple[int, int]]) -> None:
        super().__init__(name)
        self.decisions = decisions

    def policy(self, game: Game) -> Policy | None:
        return None

    def choose(self, player: Player) -> int:
        action = bot(self.name).choose(player)
        self.decisions.append((player.seat, action))
        return action


def positions(game: Game, name: str) -> Iterator[tuple[State, int, int]]:
    """Every decision of a deal with the bot's answer, by a loop that has nothing of ours in it."""
    seats = seats_of(game)
    state = game.deal(seats, SEED)
    rngs = [bot_rng(SEED, seat) for seat in range(seats)]
    order = Rng(SEED, 2)
    while not state.over:
        seat = int(next_seat(state, order))
        action = bot(name).choose(Player(state, seat, rngs[seat]))
        yield state, seat, action
        state.apply(seat, action)


def decided(game: Game, name: str) -> list[tuple[int, int]]:
    return [(seat, action) for _, seat, action in positions(game, name)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_driver_gets_the_same_decisions(
    game_id: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_long(game_id, name)
    game = koloda.game(game_id)
    seats = seats_of(game)
    wanted = decided(game, name)

    # a simulation, with traces and without
    tallies = []
    for traces in (True, False):
        tally, lines = play(Plan(game_id, seats, SEED, 1, {}, [name], traces), 0, 1)
        tallies.append(tally)
        for line in lines:
            steps: list[dict[str, Any]] = json.loads(line)["steps"]
            assert [(step["seat"], game.action(step["action"])) for step in steps] == wanted
    assert tallies[0] == tallies[1]
    assert tallies[0].actions == len(wanted)

    # a match, and the same asked decision by decision
    pairing = Pairing(game_id, seats, name, name, 1, SEED, {})
    seen: list[tuple[int, int]] = []
    returns = play_game(pairing, SEED, False, lambda name: Recorded(name, seen))
    assert seen == wanted
    assert returns == play_game(pairing, SEED, False)

    # a tournament, where the deal's seed follows from that of the whole
    monkeypatch.setattr(tournament, "deal_seed", lambda seed, deal: SEED)
    cup = tournament.Plan(game_id, seats, {}, (name, f"{name} too"), games=1)
    fixture = cup.fixtures(0, [])[0]
    entry = tournament.play(cup, fixture, lambda called: bot(called.removesuffix(" too")))
    assert [(seat, game.action(text)) for seat, text in entry["actions"]] == wanted


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_compiled_loop_leaves_everything_as_single_questions_do(game_id: str, name: str) -> None:
    """The state, the generators of the seats and that of the order: nobody was asked more or less often."""
    game = koloda.game(game_id)
    for seats in game.seat_counts:
        ends = []
        policy = bot(name).policy(game)
        assert policy is not None
        for at_once in (True, False):
            deal = DrivenDeal(game.deal(seats, SEED), [bot(name)] * seats, SEED)
            state = deal.state
            rngs = [player.rng for player in deal.players]
            if at_once:
                count = seated_playout(state, [policy] * seats, rngs, deal.order)
            else:
                count = drive(state, deal.decide, state.apply, deal.order)
            left = [(rng.a, rng.b, rng.c, rng.d) for rng in [*rngs, deal.order, state.rng]]
            ends.append((count, left, state.reveal(), state.returns()))
        assert ends[0] == ends[1]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_thinker_of_the_table_decides_as_the_level_does(
    game_id: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_long(game_id, name)
    monkeypatch.setattr("koloda.table.thinker.os.urandom", lambda count: bytes([3] * count))
    game = koloda.game(game_id)
    seats = seats_of(game)
    deals: OrderedDict[str, tuple[State, int]] = OrderedDict()
    actions: list[tuple[int, int]] = []
    for number, (state, seat, action) in enumerate(positions(game, "normal")):
        if number % 3 == 0:
            rng = Rng(int.from_bytes(bytes([3] * 7), "big"), seat)
            question = thinker.Question(
                deal="a deal",
                game=game_id,
                seats=seats,
                seed=SEED,
                options={},
                context={},
                actions=list(actions),
                seat=seat,
                level=name,
            )
            answer = thinker.answered(thinker.Request(number, 0, question), deals)
            assert answer.action == bot(name).choose(Player(state, seat, rng))
        actions.append((seat, action))
        if number > 40:
            break


@pytest.mark.parametrize("name", NAMES)
def test_the_contest_program_decides_as_the_bot_does(name: str) -> None:
    own = Thinker(name, SEED)
    rng = Rng(SEED, 1)
    for state, seat, _ in positions(koloda.game("durak"), "normal"):
        if seat == 0:
            assert isinstance(state, DurakState)
            assert own.decide(state) == bot(name).choose(Player(state, 0, rng))


def test_a_level_is_stopped_by_the_clock_only_where_people_wait() -> None:
    reads = []

    def clock() -> float:
        reads.append(1)
        return 1e9 * len(reads)  # every look at it is one too late

    game = koloda.game("flights")
    state = game.deal(2, 1)
    chosen = bot("expert")
    chosen.clock = clock
    assert chosen.choose(Player(state, 0, Rng(1))) == bot("expert").choose(Player(state, 0, Rng(1)))
    assert len(reads) == 1
