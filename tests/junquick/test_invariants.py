"""The invariants of the rules, section 11, on random play with every seat count and option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.options import Value
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.cards import CODES, NUMBERS
from koloda.games.junquick.deck import standard
from koloda.games.junquick.state import JunQuickState

COPIES = list(standard().deck.copies)
NOMINALS = set(CODES[:14])
NEST = NOMINALS | {"EV"}
INSTANTS = {"BT", "EM", "IM", "DP"}
ROUND = ("gather", "freeze", "liar_lay", "liar_guess", "response", "chief")


def choices() -> st.SearchStrategy[dict[str, Value]]:
    left_out = ("deck", "turn_ms", "response_ms", "silence_ms", "tie_ms", "match_games")
    by_name = {
        option.name: st.sampled_from(list(option.choices))
        for option in GAME.options
        if option.name not in left_out
    }
    return st.fixed_dictionaries({}, optional=by_name)


deals = given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())


def walk(
    seats: int, seed: int, options: dict[str, Value]
) -> Iterator[tuple[JunQuickState, dict[str, Any], str]]:
    """Every state of a random game with all it holds, and the action that follows ("" at the end)."""
    state = GAME.deal(seats, seed, options)
    rng = Rng(seed)
    assert isinstance(state, JunQuickState)
    while not state.over:
        seat = next_seat(state, rng)
        action = state.random_legal(seat, rng)
        yield state, state.reveal(), GAME.text(action)
        state.apply(seat, action)
    yield state, state.reveal(), ""


def pack_cards(data: dict[str, Any]) -> list[list[str]]:
    return [pack for home in data["homes"] for pack in home]


@deals
@settings(max_examples=12)
def test_no_card_is_lost_or_doubled(seats: int, seed: int, options: dict[str, Value]) -> None:
    """I1, I2."""
    for state, data, _ in walk(seats, seed, options):
        cards = data["deck"] + data["discard"] + data["aside"]
        cards += [entry["card"] for entry in data["pile"] + data["instants"]]
        for zone in (*data["hands"], *data["nests"], *pack_cards(data)):
            cards += zone
        assert Counter(cards) == Counter(dict(zip(CODES, COPIES, strict=True)))
        viruses = data["virus_deck"] + data["virus_discard"]
        assert Counter(viruses + [code for own in data["viruses"] for code in own]) == Counter(
            {"V1": 2, "V2": 2, "V3": 2, "V4": 2}
        )
        assert 0 <= state.fp < seats


@deals
@settings(max_examples=12)
def test_nests_homes_and_hands_hold_what_they_may(seats: int, seed: int, options: dict[str, Value]) -> None:
    """I3 to I6, I12."""
    for state, data, _ in walk(seats, seed, options):
        at_the_end = state.over and options.get("final_hand", "all") == "all"
        assert at_the_end or all(set(nest) <= NEST for nest in data["nests"])
        for pack in pack_cards(data):
            assert len(pack) == 4
            for nominal, code in enumerate(pack, 1):
                assert code == "EV" or (code == "DM" and nominal == 4) or code[1] == str(nominal)
        assert len(pack_cards(data)) <= 16
        if not state.over:
            assert "DM" not in data["discard"]
        largest = max(len(hand) for hand in data["hands"])
        assert largest <= (9 if data["phase"] == "emigrate" else 6)
        if options.get("instant_mode") != "declare":
            assert not any(set(hand) & INSTANTS for hand in data["hands"])


@deals
@settings(max_examples=12)
def test_a_round_begins_with_six_cards_in_every_hand(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    """I6."""
    before = 0
    for state, data, _ in walk(seats, seed, options):
        if state.round_no > before:
            before = int(state.round_no)
            assert state.over or [len(hand) for hand in data["hands"]] == [6] * seats


@deals
@settings(max_examples=12)
def test_the_surface_tells_the_phase_and_values_rise(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    """I7, I8."""
    for state, data, _ in walk(seats, seed, options):
        phase = data["phase"]
        if phase not in ROUND:
            continue
        chief = data["surface"] in ("N4", "TS", "D1", "D2", "D3")
        assert phase != "chief" or chief
        assert phase != "gather" or not chief
        if phase == "gather":
            assert data["to_act"] in data["in_round"]
        assert (data["top"] is None) == (not data["pile"])
        if data["pile"] and options.get("hysteria_takes_lead", True):
            assert data["top"] == data["pile"][-1]["seat"]
        if not any(entry["card"] in ("CS", "HY") for entry in data["pile"]):
            values = [entry["value"] for entry in data["pile"] if entry["value"]]
            assert values == sorted(set(values))


@deals
@settings(max_examples=12)
def test_after_forming_no_nest_has_a_natural_pack(seats: int, seed: int, options: dict[str, Value]) -> None:
    """I9."""
    for _, data, _ in walk(seats, seed, options):
        if data["phase"] == "cure":
            for nest in data["nests"]:
                assert len({code[1] if code != "DM" else "4" for code in nest if code != "EV"}) < 4


@deals
@settings(max_examples=12)
def test_a_pass_costs_a_virus_only_in_the_gathering_phase_and_with_a_pack(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    """I11."""
    before: dict[str, Any] | None = None
    actor = -1
    for _, data, action in walk(seats, seed, options):
        if before is not None:
            left = len(before["virus_deck"]) + len(before["virus_discard"])
            grown = len(data["viruses"][actor]) - len(before["viruses"][actor])
            # with declare a pass may end the round and a redraw is no pass; cures only ever lower the number
            assert grown == (1 if before["homes"][actor] and left else 0)
        before = None
        if action == "pass" and data["phase"] == "gather":
            before, actor = data, data["to_act"]


@deals
@settings(max_examples=10)
def test_a_game_comes_to_an_end_within_the_bound_of_the_rules(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    for state, _, _ in walk(seats, seed, options):
        assert state.round_no <= (89 - 6 * seats + 1) * 2 * seats
    result = GAME.result(state)
    assert result["end"] in ("deck", "idle")
    assert abs(sum(result["returns"])) < 1e-9
    best = max(zip(result["scores"], result["nest"], strict=True))
    ranks = list(zip(result["scores"], result["nest"], strict=True))
    assert result["winners"] == [seat for seat in range(seats) if ranks[seat] == best]


@deals
@settings(max_examples=10)
def test_no_legal_list_has_more_than_41_members(seats: int, seed: int, options: dict[str, Value]) -> None:
    for state, _, _ in walk(seats, seed, options):
        for seat in range(seats):
            assert len(state.legal(seat)) <= 41


def test_card_order_is_that_of_the_rules() -> None:
    order = "J1 J2 J3 J4 L1 L2 L3 L4 T1 T2 T3 T4 G3 DM CS EV TS HY IW D1 D2 D3 BT EM IM DP"
    assert order.split() == CODES
    assert [NUMBERS[code] for code in CODES] == list(range(26))
