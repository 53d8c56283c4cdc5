"""Our own contest bot, and the follower that rebuilds a position from the protocol's lines."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest.players import GOLDEN, player
from contest.table import Table
from durak.positions import play as play_on
from durak.positions import position
from koloda.arena.contest.follower import Follower, Lost
from koloda.arena.contest.protocol import answer_of
from koloda.arena.contest.referee import Conditions, play
from koloda.arena.contest.thinker import Thinker, serve
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox
from koloda.bots import UnknownBot
from koloda.core.rng import Rng

PUBLIC = (
    "phase",
    "trump",
    "stock",
    "counts",
    "known",
    "discard",
    "round",
    "limit",
    "taking",
    "table",
    "hand",
)


def as_seen(view: dict[str, object], seat: int) -> dict[str, object]:
    """A view with the seats counted from this one."""
    seen = {key: view[key] for key in PUBLIC}
    for key in ("counts", "known"):
        listed = view[key]
        assert isinstance(listed, list)
        seen[key] = listed[seat:] + listed[:seat]
    table = view["table"]
    assert isinstance(table, list)
    seen["table"] = [{**pair, "owner": (pair["owner"] - seat) % 4} for pair in table]
    return seen


@given(st.integers(0, 100_000))
def test_a_follower_knows_what_its_seat_may_know(seed: int) -> None:
    table = Table.dealt(seed, {})
    followers = [Follower() for _ in range(4)]
    heard = [0] * 4
    rng = Rng(seed, 5)
    while not table.state.over:
        for seat, follower in enumerate(followers):
            for line in table.told[seat][heard[seat] :]:
                follower.hear(line)
            heard[seat] = len(table.told[seat])
        seat = int(table.state.actor)
        position = followers[seat].asked(table.dialogue.command)
        assert position.legal(0) == table.state.legal(seat)
        assert as_seen(position.view(0), 0) == as_seen(table.state.view(seat), seat)
        assert position.determinize(0, rng).legal(0) == position.legal(0)
        table.answer(answer_of(int(table.state.random_legal(seat, rng))))


@pytest.mark.parametrize(
    "options", [{"ask_add": "always"}, {"ask_beat": "when_possible"}, {"final_beat": "on"}]
)
def test_a_follower_is_ready_for_the_options_of_the_protocol(options: dict[str, str]) -> None:
    for seed in range(20):
        table = Table.dealt(seed, options)
        table.finish_at_random(seed)
        for seat in range(4):
            follower = Follower()
            for direction, line, *_ in table.lines[seat]:
                assert isinstance(line, str)
                if direction == ">" and line.isupper():
                    assert follower.asked(line).actor == 0
                elif direction == ">":
                    follower.hear(line)


def test_lines_that_make_no_sense_are_noticed() -> None:
    for lines in ("take 1", "trump S\nmove 1 2 6S", "MOVE"):
        with pytest.raises(Lost):
            serve(io.StringIO(lines), io.StringIO(), Thinker())
    with pytest.raises(UnknownBot):
        Thinker("nobody")


def test_our_bot_plays_whole_games_within_the_limits(programs: Programs, best: Sandbox) -> None:
    ours, other = programs.make("koloda bot durak-contest --bot normal"), player(programs)
    played = play(GOLDEN, [ours, other, ours, other], Conditions(time_scale=3), best)
    assert played.reason == "normal", (played.fault, played.errors)


def test_our_bot_adds_the_card_that_wins() -> None:
    state = play_on(position("stock -; 1: TD TC; 2: 6H 7H 8H; 4: QC; out 3; lead 1"), "1 move TD", "2 take")
    assert answer_of(Thinker().decide(state)) == "TC"


def test_our_bot_spends_less_when_little_is_left() -> None:
    thinker = Thinker()
    thinker.waited = 1.9
    assert thinker.searching(1).name == "mcts:5ms"
