"""What a seat knows: sealed pairs leak nothing, and determinize respects all that a reshuffle tells."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from flights.positions import hand, lay, legal, play, position, take_all
from koloda.core.log import Chance
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.cards import NUMBERS
from koloda.games.flights.state import FlightsState


def samples(state: FlightsState, player: str, count: int) -> list[FlightsState]:
    rng = Rng(1)
    return [state.determinize(int(player[1]) - 1, rng) for number in range(count)]


def shuffled_to(state: FlightsState, order: str) -> FlightsState:
    """The next reshuffle gives this order."""
    state.watch().script = [Chance("draw_pile", [NUMBERS[code] for code in order.split()], False)]
    return state


# sealed pairs


@pytest.mark.rule("R6")
def test_nobody_sees_what_another_has_laid_before_the_reveal() -> None:
    text = "round 3; P1 [] R1 R2 DP used 1 2; P2 [] B1 B2 XU used 3 4; P3 [] G1 G2 X1 used 5 6"
    seen = set()
    for action in legal(position(text), "P1"):
        state = play(position(text), f"P1 {action}")
        for seat in (1, 2, None):
            seen.add(repr((seat, state.view(seat), state.watch().seen_by(seat))))
    assert len(seen) == 3
    view = play(position(text), "P1 lay R1 F3").view(None)
    assert view["flights"][0] == [3, 4, 5, 6]
    assert view["used"][0] == [1, 2]
    assert view["committed"] == [True, False, False]


def test_one_sees_the_own_pair() -> None:
    state = play(position("P1 [] R1 R2 DP; P2 [] B1 B2 XU"), "P1 lay R1 F3")
    assert state.view(0)["laid"] == {"card": "R1", "flight": 3}
    assert state.view(0)["hand"] == ["R2", "DP"]
    assert ("lay", 0, "R1", 3) in state.watch().seen_by(0)
    assert ("lay", 0) in state.watch().seen_by(1)


def test_a_sample_guesses_the_sealed_pairs_of_the_others() -> None:
    state = play(position("P1 [] R1 R2 DP; P2 [] B1 B2 XU used 6"), "P2 lay B1 F3")
    pairs = Counter(int(sample.laid[1]) for sample in samples(state, "P1", 400))
    assert {pair % 6 for pair in pairs} == {0, 1, 2, 3, 4}
    assert len({pair // 6 for pair in pairs}) > 20
    for sample in samples(state, "P1", 20):
        flights = int(sample.flights[1]) | 1 << int(sample.laid[1]) % 6
        assert flights == 0b011111
        assert not sample.flights[1] >> int(sample.laid[1]) % 6 & 1


def test_the_owner_of_a_sealed_pair_keeps_it_in_his_samples() -> None:
    state = play(position("P1 [] R1 R2 DP; P2 [] B1 B2 XU"), "P1 lay R1 F3")
    assert all(sample.laid[0] == state.laid[0] for sample in samples(state, "P1", 10))


def test_drawn_cards_are_seen_by_their_owner_only() -> None:
    state = GAME.deal(3, 1, watch=True)
    drawn = [event for event in state.watch().seen_by(1) if event[0] == "draw"]
    assert all((event[2] is not None) == (event[1] == 1) for event in drawn)
    assert all(event[2] is None for event in state.watch().seen_by(None) if event[0] == "draw")


# before a reshuffle


def test_every_way_to_deal_the_unseen_cards_is_equally_likely() -> None:
    text = "P1 [R1 B1] X1; P2 [G1] R2; P3 [] R3; pile R4 R5"
    counts = Counter(
        (*hand(sample, "P2"), *hand(sample, "P3")) for sample in samples(position(text), "P1", 2400)
    )
    assert set(counts) == {
        (a, b) for a in ("R2", "R3", "R4", "R5") for b in ("R2", "R3", "R4", "R5") if a != b
    }
    assert all(140 < count < 260 for count in counts.values())


def test_future_chance_is_not_that_of_the_true_state() -> None:
    state = position("P1 [] X1 X2 X3; P2 [] X4 X5 X6; pile R1")
    orders = set()
    for sample in samples(state, "P1", 20):
        play(sample, f"P1 {legal(sample, 'P1')[0]}", f"P2 {legal(sample, 'P2')[0]}")
        take_all(sample)
        orders.add(tuple(sample.reveal()["draw_pile"]))
    assert len(orders) == 20


# what a reshuffle tells


def test_with_two_players_the_hand_of_the_other_is_known_at_a_reshuffle() -> None:
    state = position("first P2; P1 [] X1 X2 X3; P2 [] X4 B1 B2; pile R1")
    take_all(lay(state, "X1 F6", "X4 F5"))
    # P2 has drawn R1, then P1 found the pile empty
    assert hand(state, "P2") == ["R1", "B1", "B2"]
    assert all(hand(sample, "P2") == ["R1", "B1", "B2"] for sample in samples(state, "P1", 20))
    # P2 knows two cards of P1's hand; the third is from the new pile
    new = set(state.reveal()["draw_pile"]) | set(hand(state, "P1")) - {"X2", "X3"}
    thirds = set()
    for sample in samples(state, "P2", 300):
        held = Counter(hand(sample, "P1"))
        assert held["X2"] == held["X3"] == 1
        thirds |= {card for card in held if card not in ("X2", "X3")}
    assert thirds == new


def test_with_three_players_the_hands_together_are_known_at_a_reshuffle() -> None:
    state = position("first P1; P1 [] X1 X2 X3; P2 [] X4 B1 B2; P3 [] X5 G1 G2; pile R1 R2")
    take_all(lay(state, "X1 F6", "X4 F5", "X5 F4"))
    # P1 has drawn R1, P2 R2, P3 a card of the new pile
    old = {"B1", "B2", "R2", "G1", "G2"}
    holders: Counter[tuple[str, ...]] = Counter()
    for sample in samples(state, "P1", 2000):
        second, third = set(hand(sample, "P2")), hand(sample, "P3")
        assert second <= old
        assert len(old & set(third)) == 2
        holders[tuple(sorted(second))] += 1
    assert set(holders) == set(combinations(sorted(old), 3))
    assert all(140 < count < 260 for count in holders.values())


def test_an_old_card_that_is_laid_leaves_the_others_to_the_new_pile() -> None:
    state = position("first P2; P1 [] X1 X2 X3; P2 [] X4 B1 B2; pile -")
    take_all(lay(state, "X1 F6", "X4 F5"))
    new = next(code for code in hand(state, "P2") if code not in ("B1", "B2"))
    lay(state, "X2 F4", f"{new} F3")
    assert all(hand(sample, "P2") == ["B1", "B2"] for sample in samples(state, "P1", 20))


def test_cards_held_through_reshuffles_are_never_thought_to_be_in_the_pile() -> None:
    checked = 0
    for seed in range(30):
        state = GAME.deal(3, seed)
        assert isinstance(state, FlightsState)
        rng = Rng(seed)
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
            piles = [-entry for entry in state.history if entry < 0]
            if len(piles) >= 3 and state.view(None)["phase"] == "lay":
                checked += 1
                for player in ("P1", "P2", "P3"):
                    for sample in samples(state, player, 2):
                        pile = {NUMBERS[code] for code in sample.reveal()["draw_pile"]} - {42, 43}
                        assert all(piles[-1] >> card & 1 for card in pile)
    assert checked > 20


# copies: XU and DP do not tell from which pile they are

START = "first P1; P1 [R1 B1 R2 B2 R3 B3] X1 X2 X3; P2 [G4 Y4 G5 Y5 G6 Y6] X4 DP B5; pile -"


def copies_position() -> tuple[FlightsState, list[str]]:
    """P2 keeps DP and B5 through the reshuffle, then draws; the new pile has two DP, too."""
    state = position(START)
    rest = sorted([*state.view(None)["discard"], "X1", "X4"])
    order = ["R4", "DP", "R5", *(code for code in rest if code not in ("R4", "R5"))]
    order = order[:3] + [code for code in order[3:] if code != "DP"] + ["DP"]
    return shuffled_to(state, " ".join(order)), order


def test_a_laid_copy_may_be_the_old_one_or_a_new_one() -> None:
    state, order = copies_position()
    take_all(lay(state, "X1 F6", "X4 F5"))
    assert hand(state, "P2") == ["B5", "DP", "DP"]
    unseen = len(order) - 1  # of the new pile, without what P1 has drawn
    lay(state, "X2 F4", "DP F3")
    count = 6000
    with_copy = sum("DP" in hand(sample, "P2") for sample in samples(state, "P1", count))
    assert all("B5" in hand(sample, "P2") for sample in samples(state, "P1", 50))
    # old copy laid: the new card is any of the unseen; new copy laid (two of them): the old one is left
    expected = (2 + 2) / (unseen + 2)
    assert abs(with_copy / count - expected) < 0.025


def test_the_weights_of_copies_agree_with_plain_simulation() -> None:
    """Two rounds after a reshuffle, in both of which P2 lays a DP."""
    state, order = copies_position()
    take_all(lay(state, "X1 F6", "X4 F5"))
    play(lay(state, "X2 F4", "DP F3"), "P1 take DP", "P2 take X2")
    take_all(state)
    assert state.round_no == 3
    drawn_by_p1 = [code for code in hand(state, "P1") if code != "X3"]
    assert all(code not in ("DP", "XU") for code in drawn_by_p1)
    lay(state, "X3 F2", "DP F2")
    count = 8000
    found = Counter(tuple(copies(hand(sample, "P2"))) for sample in samples(state, "P1", count))
    plain = simulated(order, drawn_by_p1, 8000)
    assert set(plain) <= set(found) | {key for key, hits in plain.items() if hits < 20}
    for key in set(found) | set(plain):
        assert abs(found[key] - plain[key]) < 150


def copies(codes: list[str]) -> list[str]:
    return [code for code in codes if code in ("DP", "XU") or code == "B5"]


def simulated(order: list[str], drawn_by_p1: list[str], count: int) -> Counter[tuple[str, ...]]:
    """What P2 can hold if P1 draws these cards and P2, playing at random, lays DP twice."""
    rng = random.Random(1)
    found: Counter[tuple[str, ...]] = Counter()
    rest = list(order)
    for code in drawn_by_p1:
        rest.remove(code)
    while found.total() < count:
        held = ["DP", "B5"]
        new = rng.sample(rest, 2)
        possible = True
        for card in new:
            held.append(card)
            possible = possible and held.pop(rng.randrange(3)) == "DP"
        if possible:
            found[tuple(copies(sorted(held, key=lambda code: NUMBERS[code])))] += 1
    return found


def test_a_sample_can_be_sampled_for_another_seat() -> None:
    state = GAME.deal(4, 4)
    assert isinstance(state, FlightsState)
    rng = Rng(4)
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
        if len(state.history):
            first = state.determinize(0, rng)
            second = first.determinize(2, rng)
            assert second.view(2) == first.view(2)
            assert second.view(None) == state.view(None)
