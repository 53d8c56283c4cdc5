"""What seats know, and that a determinized state respects all of it and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from junquick.positions import hand, nest, phase, picking, play, position
from junquick.test_invariants import choices
from koloda.core.bits import members
from koloda.core.options import Value
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.cards import CODES, common, copies, evolutions, missing, one, present
from koloda.games.junquick.knowledge.tracking import place_index, places_of
from koloda.games.junquick.state import JunQuickState


def samples(state: JunQuickState, seat: int, count: int = 60) -> list[JunQuickState]:
    rng = Rng(3)
    return [state.determinize(seat, rng) for _ in range(count)]


def zone(state: JunQuickState, place: int) -> int:
    return int(state.hands[place] if place < state.seats else state.nests[place - state.seats])


def untrue_knowledge(s: JunQuickState, observer: int) -> str:
    """What this observer believes that is not so; empty if all is well."""
    seats = int(s.seats)
    rest = {}
    for place in range(2 * seats):
        known = s.known[place_index(s, observer, place)]
        if place % seats == observer:
            if known:
                return f"keeps notes on its own place {place}"
            continue
        if common(zone(s, place), known) != known:
            return f"place {place}"
        rest[place] = zone(s, place) - known
    floats = [(entry & 31, members(places_of(entry))) for entry in s.floats if entry >> 17 == observer]
    for card in {card for card, _ in floats}:
        masks = [places for each, places in floats if each == card]
        if not fits(masks, {place: int(copies(cards, card)) for place, cards in rest.items()}):
            return f"floats of {CODES[card]}"
    return ""


def fits(masks: list[list[int]], room: dict[int, int]) -> bool:
    """Can every float lie at one of its places?"""
    held: dict[int, list[int]] = {place: [] for place in room}

    def settle(number: int, tried: set[int]) -> bool:
        for place in masks[number]:
            if place in tried:
                continue
            tried.add(place)
            if len(held[place]) < room[place]:
                held[place].append(number)
                return True
            for other in list(held[place]):
                if settle(other, tried):
                    held[place].remove(other)
                    held[place].append(number)
                    return True
        return False

    return all(settle(number, set()) for number in range(len(masks)))


def untrue_proof(s: JunQuickState) -> str:
    for seat in range(s.seats):
        excluded, fresh = s.proofs[seat], s.proofs[s.seats + seat]
        held = sum(copies(s.hands[seat], card) for card in range(26) if one(card) & excluded)
        if held > fresh or fresh < 0:
            return f"seat {seat} holds {held} cards that it may not hold"
        if s.holds[seat] and not present(s.hands[seat]) & s.holds[seat]:
            return f"seat {seat} does not hold what it proved to hold"
        if s.settled >> seat & 1 and not missing(s.nests[seat]):
            return f"the nest of seat {seat} has a natural pack"
        if s.jokerless >> seat & 1 and evolutions(s.nests[seat]):
            return f"the nest of seat {seat} has an Evolution"
    return ""


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=20)
def test_nobody_ever_knows_what_is_not_so(seats: int, seed: int, options: dict[str, Value]) -> None:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, JunQuickState)
    rng = Rng(seed)
    while not state.over:
        assert untrue_proof(state) == ""
        for observer in range(seats):
            assert untrue_knowledge(state, observer) == ""
        seat = next_seat(state, rng)
        state.apply(seat, state.random_legal(seat, rng))


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=choices())
@settings(max_examples=10)
def test_a_sample_agrees_with_all_that_its_seat_knows(
    seats: int, seed: int, options: dict[str, Value]
) -> None:
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, JunQuickState)
    rng = Rng(seed)
    for step in range(10_000):
        if state.over:
            break
        if step % 9 == 0:
            observer = step % seats
            sample = state.determinize(observer, rng)
            assert untrue_knowledge(sample, observer) == ""
            assert untrue_proof(sample) == ""
            assert sample.view(observer) == state.view(observer)
            assert sample.legal(observer) == state.legal(observer)
        seat = next_seat(state, rng)
        state.apply(seat, state.random_legal(seat, rng))


def test_with_two_seats_nests_are_common_knowledge() -> None:
    state = GAME.deal(2, 5)
    rng = Rng(5)
    while not state.over:
        for seat in range(2):
            assert state.view(seat)["known_nests"][1 - seat] == state.view(1 - seat)["nest"]
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_who_passes_on_an_empty_pile_has_no_opener() -> None:
    state = position("0: TS TS HY HY D1 CS; 1: J1 J2; 2: J1")
    play(state, "0 pass")
    for sample in samples(state, 1):
        assert not set(hand(sample, 0)) & set(CODES[:12])


def test_after_a_refill_only_the_new_cards_can_be_openers() -> None:
    state = position("seats 2; 0: TS TS HY HY; 1: EV HY HY HY D2 D2; top J1 J1 J1")
    play(state, "0 pass", "1 lay EV")
    assert (phase(state), state.round_no) == ("gather", 2)
    counts = [sum(code in CODES[:12] for code in hand(sample, 0)) for sample in samples(state, 1)]
    assert max(counts) == 2  # two cards were drawn
    assert hand(state, 0).count("J1") == 2


def test_who_passes_strictly_has_nothing_that_he_could_have_played() -> None:
    state = position("0: J1 J2 TS HY; 1: J4; 2: J1; pile J2@2; fp 1", pass_rule="strict")
    play(state, "0 pass")
    could = {"J3", "J4", "L3", "L4", "T3", "T4", "DM", "EV", "CS", "IW", "D1", "D2", "D3"}
    for sample in samples(state, 1):
        assert not set(hand(sample, 0)) & could


def test_who_leaves_a_chief_window_could_have_played_a_card() -> None:
    state = position("0: TS J1 J2; 1: D1 IW; 2: J1; pile J4@2; fp 1")
    play(state, "0 pass", "1 inf IW")
    for sample in samples(state, 1):
        assert set(hand(sample, 0)) & {"TS", "CS", "IW", "D1", "D2", "D3"}


def test_what_the_fibber_showed_is_known_to_all_until_it_is_played() -> None:
    state = position("0: L3 J2 TS J4; 1: J1 J1; 2: J1 J1; pile J1@2; fp 1")
    play(state, "0 act L3 1", "0 put J2", "0 put TS", "0 done", "0 claim N1", "0 claim N1")
    picking(state, "1 say truth", "J1 from hand 1")
    assert all(Counter(hand(sample, 0))["TS"] for sample in samples(state, 2))
    assert state.view(1)["known_hands"][0] == ["J2", "TS"]
    play(state, "1 pass", "2 pass", "0 lay J2")
    assert state.view(1)["known_hands"][0] == ["TS"]


def test_gifts_are_known_to_giver_and_receiver_only() -> None:
    state = position(
        "seats 4; fp 3; 0: D3 DM IW HY TS CS; 1: J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2; 3: J3 J3 J3 J3 J3 J3; "
        "out 0 2 3; pile CS@1; turn 1; top EM J1"
    )
    play(state, "1 pass", "0 give DM", "0 give IW", "0 give D3")
    assert state.view(0)["known_hands"][1] == ["DM", "IW", "D3"]
    assert state.view(2)["known_hands"] == [[], [], [], []]
    assert any("DM" not in hand(sample, 1) for sample in samples(state, 2))
    assert all("DM" in hand(sample, 1) for sample in samples(state, 0))


def test_a_card_given_on_unseen_is_in_one_of_the_hands_where_it_may_be() -> None:
    state = position(
        "seats 4; fp 3; 0: D3 DM IW HY TS CS; 1: J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2; 3: J3 J3 J3 J3 J3 J3; "
        "out 0 2 3; pile CS@1; turn 1; top EM J1"
    )
    play(state, "1 pass", "0 give DM", "0 give IW", "0 give D3", "1 give J1", "1 give J1", "1 give DM")
    places: Counter[int | None] = Counter()
    for sample in samples(state, 0, 200):
        places[1 if "DM" in hand(sample, 1) else 2 if "DM" in hand(sample, 2) else None] += 1
    assert set(places) == {1, 2}
    assert min(places.values()) > 40


def test_a_theft_from_a_nest_is_seen_by_thief_and_victim_only() -> None:
    state = position("seats 4; 0: T3 J1; 1: J1; 2: J1; 3: J1; nest 1: J4 J4 J3 DM; pile J1@3; fp 1")
    picking(state, "0 act T3 1", "DM from nest 1")
    assert all(nest(sample, 0) == ["DM"] for sample in samples(state, 1))
    assert all(nest(sample, 1) == ["J3", "J4", "J4"] for sample in samples(state, 0))
    stolen = Counter(nest(sample, 0)[0] for sample in samples(state, 2, 400))
    assert set(stolen) == {"J3", "J4", "DM"}
    # each of the four cards is equally likely: the two 4s together half of the time
    assert 150 < stolen["J4"] < 250
    assert 60 < stolen["DM"] < 140


def test_a_stolen_card_that_turns_up_later_is_a_question_no_more() -> None:
    state = position("seats 3; 0: T3 J1; 1: J1; 2: J1; nest 1: J4 EV; pile J1@2; fp 1")
    picking(state, "0 act T3 1", "EV from nest 1")
    play(state, "1 pass", "2 pass", "0 nest EV 2")
    assert all(nest(sample, 1) == ["J4"] for sample in samples(state, 2))


def test_a_theft_undone_restores_what_everybody_knew() -> None:
    state = position("seats 4; 0: T3 J1; 1: HY J1; 2: J1; 3: J1; nest 1: J4 J3; pile J1@3; fp 1")
    picking(state, "0 act T3 1", "J3 from nest 1")
    assert {nest(sample, 0)[0] for sample in samples(state, 2)} == {"J3", "J4"}
    play(state, "1 hys")
    assert all(nest(sample, 1) == ["J3", "J4"] for sample in samples(state, 2))
    assert state.view(0)["known_nests"][1] == ["J3", "J4"]


def test_in_the_window_after_a_theft_the_stolen_card_is_sampled_too() -> None:
    state = position("seats 4; 0: T3 J1; 1: J1; 2: HY J1; 3: J1; nest 1: J4 J3; pile J1@3; fp 1")
    picking(state, "0 act T3 1", "J3 from nest 1")
    assert phase(state) == "response"
    taken = set()
    for sample in samples(state, 2):
        taken.add(nest(sample, 0)[0])
        play(sample, "2 hys")
        while phase(sample) == "response":
            sample.apply(sample.actor, sample.game.action("wait"))
        assert nest(sample, 1) == ["J3", "J4"]
        assert nest(sample, 0) == []
    assert taken == {"J3", "J4"}


def test_who_sat_out_a_battle_has_no_nominal() -> None:
    state = position(
        "fp 2; 0: J1 J1 J1 J1 J1; 1: EV EV HY HY TS CS; 2: J2 J2 J2 J2 J2 J2; out 1 2; pile CS@1; top BT CS"
    )
    play(state, "0 pass", "0 battle J1", "2 battle J2")
    for sample in samples(state, 0):
        assert not set(hand(sample, 1)) & set(CODES[:14])


@pytest.mark.parametrize("seat", range(3))
def test_what_nobody_has_seen_is_dealt_anew(seat: int) -> None:
    state = GAME.deal(3, 8)
    assert isinstance(state, JunQuickState)
    others = [other for other in range(3) if other != seat]
    for other in others:
        assert len({tuple(hand(sample, other)) for sample in samples(state, seat, 20)}) > 10
    decks = {tuple(sample.reveal()["deck"]) for sample in samples(state, seat, 10)}
    assert len(decks) == 10
    viruses = {tuple(sample.reveal()["virus_deck"]) for sample in samples(state, seat, 10)}
    assert len(viruses) > 5


def test_a_hidden_card_is_as_likely_in_every_slot() -> None:
    """The Dominant, unseen: six slots in the other hand, 77 in the deck."""
    state = position("seats 2; 0: J1 J2 J3 J4 TS CS; 1: J1 J2 J3 J4 TS DM")
    held = sum("DM" in hand(sample, 1) for sample in samples(state, 0, 1500))
    assert 70 < held < 155  # expected 1500 * 6 / 78 = 115: the five instants cannot be in a hand
