"""The invariants of the rules, section 11, on random play with random options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from koloda.core.bits import members, popcount
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.actions import ADD, BEAT, MOVE
from koloda.games.durak.cards import ALL, CODES, beaters, same_ranks
from koloda.games.durak.dealing import restore
from koloda.games.durak.state import OUT, DurakState
from koloda.games.durak.views import table_pairs

COMMON = {
    "first_mover": st.sampled_from(["appointed", "lowest_trump", "before_fool"]),
    "trump_source": st.sampled_from(["appointed", "bottom_card"]),
    "ask_add": st.sampled_from(["when_possible", "always"]),
    "ask_beat": st.sampled_from(["always", "when_possible"]),
    "first_discard_cap": st.sampled_from([6, 5]),
    "final_beat": st.sampled_from(["off", "on"]),
}
TEAM = st.tuples(st.just(4), st.fixed_dictionaries({"mode": st.just("team"), **COMMON}))
INDIVIDUAL = st.tuples(
    st.integers(2, 6),
    st.fixed_dictionaries(
        {"mode": st.just("individual"), "adders": st.sampled_from(["all", "neighbours"]), **COMMON}
    ),
)
CHOICES = st.one_of(TEAM, INDIVIDUAL)
SEEDS = st.integers(0, 2**63 - 1)


def deal(choice: tuple[int, dict[str, Any]], seed: int, watch: bool = False) -> DurakState:
    state = GAME.deal(choice[0], seed, choice[1], watch=watch)
    assert isinstance(state, DurakState)
    return state


def played(state: DurakState, seed: int) -> Iterator[tuple[DurakState, int, int]]:
    """Random play: the state before each action, with the seat and the action."""
    rng = Rng(seed & 0xFFFF, 4)
    while not state.over:
        seat = state.actor
        action = state.random_legal(seat, rng)
        yield state, seat, action
        state.apply(seat, action)


def cards(mask: int) -> list[int]:
    return [int(card) for card in members(mask)]


def stock(state: DurakState) -> int:
    return sum(1 << int(state.deck[place]) for place in range(state.drawn, 36))


@given(CHOICES, SEEDS)
def test_i1_every_card_is_in_one_place(choice: tuple[int, dict[str, Any]], seed: int) -> None:
    state = deal(choice, seed)
    for position, _, _ in played(state, seed):
        zones = [*position.hands, stock(position), position.table, position.discard]
        assert sum(popcount(zone) for zone in zones) == 36
        assert sum(int(zone) for zone in zones) == ALL


@given(CHOICES, SEEDS)
def test_i2_i3_i4_i7_hands_stock_and_limit_fit_together(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    state = deal(choice, seed)
    for position, _, _ in played(state, seed):
        empty = position.drawn == 36
        for seat in range(choice[0]):
            if position.out >> seat & 1:
                assert empty
                assert not position.hands[seat]
            elif position.phase == MOVE:
                assert position.hands[seat]
                assert empty or popcount(position.hands[seat]) >= 6
        if position.phase in (BEAT, ADD):
            cap = 5 if choice[1]["first_discard_cap"] == 5 and not position.beaten_off else 6
            beaten = [pair["beaten_by"] is not None for pair in table_pairs(position)]
            held = popcount(position.hands[position.defender])
            assert 1 <= position.count <= position.limit <= cap
            assert beaten.count(False) <= held
            assert position.limit == min(cap, held + beaten.count(True))
            if not position.taking:
                assert all(beaten[:-1])


@given(CHOICES, SEEDS)
def test_i5_i6_the_table_is_built_as_the_rules_say(choice: tuple[int, dict[str, Any]], seed: int) -> None:
    state = deal(choice, seed)
    for position, _, _ in played(state, seed):
        ranks = 0
        for place, pair in enumerate(table_pairs(position)):
            card = 1 << CODES.index(pair["card"])
            assert place == 0 or same_ranks(ranks) & card
            ranks |= card
            if pair["beaten_by"] is not None:
                by = 1 << CODES.index(pair["beaten_by"])
                assert beaters(CODES.index(pair["card"]), position.trumps) & by
                ranks |= by
            assert pair["owner"] != position.defender
            if choice[1]["mode"] == "team":
                assert pair["owner"] % 2 == position.attacker % 2 != position.defender % 2


@given(CHOICES, SEEDS)
def test_i8_i13_cards_leave_play_only_when_a_round_is_beaten_off(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    state = deal(choice, seed)
    for position, seat, action in played(state, seed):
        before, laid, done = popcount(position.discard), position.count, position.beaten_off
        empty, left = position.drawn == 36, int(position.out)
        after = position.clone()
        after.apply(seat, action)
        if after.beaten_off == done:
            assert popcount(after.discard) == before
        else:
            assert popcount(after.discard) == before + 2 * laid
        assert after.drawn == 36 or not empty
        assert after.out & left == left


@given(CHOICES, SEEDS)
def test_i9_i10_one_player_decides_until_a_side_is_finished(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    state = deal(choice, seed)
    for position, _, _ in played(state, seed):
        assert popcount(position.pending) == 1
    assert all(state.legal(seat) == [] for seat in range(choice[0]))
    if choice[1]["mode"] == "team" and state.reason_over == OUT:
        winners = [seat for seat in range(4) if state.scores()[seat] == 1]
        assert len(winners) == 2
        assert all(state.out >> seat & 1 for seat in winners)
        assert any(state.hands[seat] for seat in range(4) if seat not in winners)
        assert popcount(state.out) <= 3
    assert state.round_no <= 342 if choice[1]["mode"] == "team" or choice[0] == 2 else state.round_no <= 1158


@given(st.sampled_from([(4, "team"), (2, "individual"), (3, "individual"), (5, "individual")]), SEEDS)
def test_i11_rotating_the_seats_changes_nothing(choice: tuple[int, str], seed: int) -> None:
    seats, mode = choice
    options = {"mode": mode, "first_mover": "appointed", "trump_source": "appointed"}
    state = deal((seats, options), seed)
    for shift in range(1, seats):
        turned = turn(state, shift)
        other = state.clone()
        for position, seat, action in played(other, seed):
            moved = (seat + shift) % seats
            assert turned.legal(moved) == position.legal(seat)
            turned.apply(moved, action)
        scores = other.scores()
        assert turned.scores() == [scores[(seat - shift) % seats] for seat in range(seats)]


def turn(state: DurakState, shift: int) -> DurakState:
    """The same deal with every player moved on by some seats."""
    deck = [int(card) for card in state.deck]
    trump = int(state.trumps).bit_length() // 9 - 1
    first = (state.first + shift) % state.seats
    return restore(state.game, state.seats, state.rules, deck, trump, first, -1, False)


@given(CHOICES, SEEDS)
def test_i12_the_events_of_a_seat_tell_all_that_it_may_know(
    choice: tuple[int, dict[str, Any]], seed: int
) -> None:
    """Rebuilds public state and own hand from the masked events alone."""
    state = deal(choice, seed, watch=True)
    for number, (position, _, _) in enumerate(played(state, seed)):
        if number % 7 == 0:
            for seat in range(choice[0]):
                compare(position, seat, rebuild(position.watch().seen_by(seat), seat, choice[0]))


def compare(state: DurakState, seat: int, rebuilt: dict[str, Any]) -> None:
    view = state.view(seat)
    assert rebuilt["hand"] == set(view["hand"])
    assert rebuilt["counts"] == view["counts"]
    assert rebuilt["stock"] == view["stock"]
    assert rebuilt["out"] == view["out"]
    assert rebuilt["discard"] == set(view["discard"])
    assert rebuilt["table"] == [
        code for pair in view["table"] for code in (pair["card"], pair["beaten_by"]) if code
    ]
    assert rebuilt["trump"] == view["trump"]


def rebuild(events: list[tuple[object, ...]], seat: int, seats: int) -> dict[str, Any]:
    hand: set[str] = set()
    counts = [0] * seats
    stock = 36
    table: list[str] = []
    discard: set[str] = set()
    out: list[int] = []
    trump = None
    for event in events:
        kind: Any = event[0]
        details: list[Any] = list(event[1:])
        if kind == "trump":
            trump = details[0]
        elif kind == "draw":
            counts[details[0]] += len(details[1])
            stock -= len(details[1])
            if details[0] == seat:
                hand |= set(details[1])
        elif kind in ("move", "add", "beat"):
            counts[details[0]] -= 1
            hand.discard(details[-1])
            table.append(details[-1])
        elif kind == "taken":
            counts[details[0]] += len(table)
            if details[0] == seat:
                hand |= set(table)
            table = []
        elif kind == "beaten off":
            discard |= set(table)
            table = []
        elif kind == "out":
            out.append(details[0])
    return {
        "hand": hand,
        "counts": counts,
        "stock": stock,
        "table": table,
        "discard": discard,
        "out": out,
        "trump": trump,
    }
