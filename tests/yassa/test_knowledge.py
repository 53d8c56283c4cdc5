"""What leaks to nobody, and what a seat may work out: views, events and determinized states."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import pytest

from koloda.core.bits import members
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.cards import COLOURS, colour_types, count_in
from koloda.games.yassa.state import YassaState
from yassa.positions import hand, play, position, yassa

OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"
BLUFF = "A: W4 R3 G1; B: B4 B5 B6; C: B1 B2 B3; D: G2 G3 G4; top R7"


def samples(state: YassaState, seat: int, count: int = 60) -> list[YassaState]:
    rng = Rng(1)
    return [state.determinize(seat, rng) for _ in range(count)]


# leaks


def test_a_view_shows_other_hands_by_number_only() -> None:
    state = position(f"A: R2 G7 GS; {OTHERS}; top R7")
    view = state.view(0)
    assert view["counts"] == [3, 3, 3, 3]
    assert view["hand"] == ["R2", "G7", "GS"]
    assert "hands" not in view
    assert "hand" not in state.view(None)


def test_the_snapshot_of_a_w4_is_in_no_view() -> None:
    guilty = play(position(BLUFF), "A play W4:G")
    honest = play(position(BLUFF.replace("R3", "Y3")), "A play W4:G")
    for seat in (1, 2, 3, None):
        assert guilty.view(seat) == honest.view(seat)
    assert guilty.reveal()["guilty"] is True
    assert honest.reveal()["guilty"] is False


@pytest.mark.parametrize(("reveal", "seers"), [("challenger", {0, 1}), ("all", {0, 1, 2, 3, None})])
def test_a_checked_hand_is_shown_to_those_the_option_names(reveal: str, seers: set[int | None]) -> None:
    state = play(position(BLUFF, challenge_reveal=reveal), "A play W4:G", "B challenge")
    for seat in (0, 1, 2, 3, None):
        seen = [event for event in state.watch().seen_by(seat) if event[0] == "shown"]
        assert ("shown" in state.view(seat)) == (seat in seers)
        if seat is not None:
            assert bool(seen) == (seat in seers)
    assert state.view(1)["shown"] == {"seat": 0, "cards": ["R3", "G1"]}
    public = [event.seen_by(2) for event in state.events]
    assert ("challenge", 1, 0, True) in public


def test_cards_taken_are_seen_by_the_taker_only() -> None:
    state = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1"), "A draw")
    assert ("take", 0, ("R1",), "draw") in state.watch().seen_by(0)
    for seat in (1, 2, 3, None):
        assert ("take", 0, ("??",), "draw") in state.watch().seen_by(seat)
    assert state.view(0)["drawn"] == "R1"
    assert "drawn" not in state.view(1)


def test_a_sealed_call_is_seen_by_nobody_else() -> None:
    text = f"A: R5 R9; {OTHERS}; top R2"
    called = play(position(text), "A play R5", "B call")
    silent = play(position(text), "A play R5", "B silent")
    for seat in (0, 2, 3, None):
        assert called.view(seat) == silent.view(seat)
        assert called.watch().seen_by(seat) == silent.watch().seen_by(seat)
    assert called.view(1)["answered"] == "call"
    assert silent.view(1)["answered"] == "silent"


def test_an_intervention_that_lost_is_seen_by_nobody_else() -> None:
    text = "A: WC Y1 Y2; B: R1 R2 R3; C: WC B1 B2; D: WC G1 G2; top R7"
    lost = position(text, intervention="any_identical")
    play(lost, "A play WC:G", "C intervene WC:R", "D intervene WC:B")
    declined = position(text, intervention="any_identical")
    play(declined, "A play WC:G", "C intervene WC:R", "D decline")
    for seat in (0, 1, 2, None):
        assert lost.view(seat) == declined.view(seat)
        assert lost.watch().seen_by(seat) == declined.watch().seen_by(seat)


def test_in_real_time_no_view_tells_who_could_intervene() -> None:
    options = {"intervention": "any_identical", "reaction_mode": "realtime"}
    text = "A: R5 Y1 Y2; B: R1 R2 R3; C: {} B1 B2; D: G1 G2 G3; top R7"
    able = play(position(text.format("R5"), **options), "A play R5")
    unable = play(position(text.format("R6"), **options), "A play R5")
    assert able.free != unable.free
    for seat in (0, 1, 3, None):
        assert able.view(seat) == unable.view(seat)


# what follows from what was seen


def test_a_forced_draw_proves_that_nothing_held_then_fitted() -> None:
    state = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1"), "A draw", "A pass")
    for sample in samples(state, 1):
        cards = hand(sample, "A")
        unfit = [code for code in cards if code[0] != "W" and code[0] != "R" and code[1] != "7"]
        assert len(unfit) >= 3


def test_a_voluntary_draw_proves_nothing() -> None:
    state = position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1", voluntary_draw="on")
    play(state, "A draw", "A pass")
    assert any(sum(code[0] == "R" for code in hand(sample, "A")) > 1 for sample in samples(state, 1, 100))


def test_a_vain_check_proves_to_all_that_the_layer_lacked_the_colour() -> None:
    state = play(position(BLUFF.replace("R3", "Y3")), "A play W4:G", "B challenge", "B ready")
    for sample in samples(state, 2):
        assert not any(code[0] == "R" for code in hand(sample, "A"))


def test_a_justified_check_proves_that_he_held_the_colour_and_has_the_w4_back() -> None:
    state = play(position(BLUFF), "A play W4:G", "B challenge", "A ready")
    for sample in samples(state, 2):
        cards = hand(sample, "A")
        assert "W4" in cards
        assert any(code[0] == "R" for code in cards)


def test_the_challenger_knows_the_hand_he_was_shown() -> None:
    state = play(position(BLUFF), "A play W4:G", "B challenge", "A ready")
    for sample in samples(state, 1):
        assert {"W4", "R3", "G1"} <= set(hand(sample, "A"))
    assert not all({"R3", "G1"} <= set(hand(sample, "A")) for sample in samples(state, 2))


def test_a_w4_without_bluffs_proves_that_the_layer_lacks_the_colour() -> None:
    state = play(position(BLUFF.replace("R3", "Y3"), wd4_bluff="forbid"), "A play W4:G")
    for sample in samples(state, 2):
        assert not any(code[0] == "R" for code in hand(sample, "A"))


def test_a_card_shown_by_mistake_is_known_to_all() -> None:
    text = "A: R1 G2 B3; B: Y1 Y2 Y3; C: B1 B2 B4; top R7"
    state = play(position(text, mistake_penalty="on"), "A mistake B3")
    for sample in samples(state, 2):
        assert "B3" in hand(sample, "A")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cards_seen_stay_known_however_often_the_discards_are_recycled(seed: int) -> None:
    state = GAME.deal(4, seed, {"mistake_penalty": "on", "max_steps": 260})
    rng = Rng(seed)
    known: list[Counter[str]] = [Counter() for _ in range(4)]
    number = 0
    while not state.over:
        seat = int(state.actor)
        action = state.random_legal(seat, rng)
        verb, _, card = GAME.text(action).partition(" ")
        if verb == "mistake":
            known[seat][card] = max(1, known[seat][card])
        elif verb == "play" and known[seat][card[:2]]:
            known[seat][card[:2]] -= 1
        state.apply(seat, action)
        number += 1
        if number % 13 == 0 and not state.over:
            observer = number % 4
            sample = yassa(state.determinize(observer, rng))
            for other in range(4):
                assert known[other] <= Counter(hand(sample, "ABCD"[other]))


def test_a_forced_default_proves_that_no_earlier_card_fits() -> None:
    text = "A: R6 G2 B3; B: Y1 Y2 Y3; C: B1 B2 B4; top R7; stock Y5 Y6 B9 B8 G9 Y8"
    state = play(position(text, mistake_penalty="on"), *["A mistake G2"] * 3, "A play R6")
    for sample in samples(state, 2):
        cards = hand(sample, "A")
        assert not {"R0", "R1", "R2", "R3", "R4", "R5"} & set(cards)


def test_after_a_recycle_the_stock_is_known_but_for_its_order() -> None:
    state = position("A: RD Y1 Y2; B: R1 R2 R3; C: B1 B2 B3; D: *; discard G1 B4 Y5 RS; stock Y9")
    play(state, "A play RD", "B accept")
    recycled = ["G1", "B4", "Y5", "RS"]
    for sample in samples(state, 0):
        revealed = sample.reveal()
        assert len(revealed["stock_cards"]) == 3
        assert set(revealed["stock_cards"]) < set(recycled)
        # the fourth is the one that B took last: the only one of them that a hand can have twice
        missing = (set(recycled) - set(revealed["stock_cards"])).pop()
        assert missing in hand(sample, "B")


def test_the_card_just_drawn_is_unknown_to_others_and_is_in_the_hand() -> None:
    state = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1"), "A draw")
    drawn = Counter(sample.reveal()["drawn"] for sample in samples(state, 1, 80))
    assert len(drawn) > 10
    assert all(sample.reveal()["drawn"] == "R1" for sample in samples(state, 0, 5))


def test_sealed_decisions_of_others_are_drawn_anew() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5", "B call")
    answers = Counter(sample.reveal()["answers"][1] for sample in samples(state, 2, 80))
    assert set(answers) == {"call", "silent"}
    assert all(sample.reveal()["answers"][1] == "call" for sample in samples(state, 1, 5))


# fair samples


def share(state: YassaState, seat: int, holder: str, colour: int, count: int) -> list[float]:
    """How often the holder has 0, 1, 2 ... cards of a colour."""
    rng = Rng(5)
    place = "ABCDEFGHIJ".index(holder)
    found: Counter[int] = Counter()
    for _ in range(count):
        sample = state.determinize(seat, rng)
        assert isinstance(sample, YassaState)
        found[int(count_in(sample.held[place], sample.more[place], colour_types(colour)))] += 1
    return [found[number] / count for number in range(8)]


def test_unseen_cards_are_dealt_uniformly() -> None:
    state = position("A: G2 BS Y4; B: Y1 Y2 Y3; C: B1 B2 B3; top R7")
    # 104 cards are unseen by A, 24 of them red, 3 of them in the hand of B
    expected = [comb(24, red) * comb(80, 3 - red) / comb(104, 3) for red in range(4)]
    measured = share(state, 0, "B", 0, 1500)
    for red in range(4):
        assert abs(measured[red] - expected[red]) < 0.05


def test_cards_narrowed_by_a_proof_are_dealt_uniformly_among_the_rest() -> None:
    state = position("A: R5 BS Y4; B: Y1 Y2 Y3; C: B1 B2 B3; top R7; stock R9")
    play(state, "A play R5", "B draw", "B pass")
    # B held three cards without red, 5 and multi-coloured ones, and has drawn one that can be anything;
    # of the cards that A has not seen 24 - 2 = 22 are yellow but for the fives, 1 of them in A's hand before
    yellow = 22
    others = 22 + 23 - 1
    narrow = [comb(yellow, k) * comb(others + 1, 3 - k) / comb(yellow + others + 1, 3) for k in range(4)]
    measured = share(state, 0, "B", 1, 1500)
    # the fourth card is yellow in about a quarter of the cases
    expected_none = narrow[0] * 0.76
    assert abs(measured[0] - expected_none) < 0.06
    assert measured[4] < 0.1


def test_samples_have_the_chances_of_all_deals_counted_one_by_one() -> None:
    """B draws at red, keeps the card, and then lays G2: one he held before, or the card drawn."""
    state = position("A: *; B: G2 Y2 B3; top R7; stock R9 G9 WC")
    play(state, "A play R5", "B draw", "B pass", "A play G5", "B play G2")
    expected: Counter[tuple[str, ...]] = Counter()
    for cards in permutations(["G2", "Y2", "B3", "R9", "G9", "WC"]):
        dealt, drawn = cards[:3], cards[3]
        fitting = [code for code in dealt if code[0] in "RW" or code[1] == "5"]
        if not fitting and "G2" in (*dealt, drawn):
            expected[tuple(sorted(code for code in (*dealt, drawn) if code != "G2"))] += 1
    rng = Rng(8)
    count = 2000
    measured = Counter(tuple(sorted(hand(state.determinize(0, rng), "B"))) for _ in range(count))
    assert set(measured) <= set(expected)
    total = sum(expected.values())
    distance = sum(abs(measured[cards] / count - ways / total) for cards, ways in expected.items()) / 2
    assert distance < 0.05


def test_a_sample_can_itself_be_sampled() -> None:
    rng = Rng(3)
    for seed in range(6):
        state = GAME.deal(4, seed)
        for number in range(60):
            if state.over:
                break
            state.apply(state.actor, state.random_legal(state.actor, rng))
            if number % 6 == 0 and not state.over:
                first = state.determinize(0, rng)
                second = first.determinize(1, rng)
                assert second.view(1) == first.view(1)


def test_a_sample_does_not_depend_on_what_the_seat_may_not_see() -> None:
    text = "A: R2 G7 GS; B: {}; C: B1 B2 B3; top R7"
    one = position(text.format("Y1 Y2 Y3")).determinize(0, Rng(4))
    other = position(text.format("G1 B9 WC")).determinize(0, Rng(4))
    assert one.reveal() == other.reveal()


def test_future_chance_is_not_that_of_the_true_state() -> None:
    state = GAME.deal(4, 3)
    one, two = state.determinize(0, Rng(4)), state.determinize(0, Rng(5))
    assert [state.rng.clone().next32()] != [one.rng.clone().next32()]
    assert one.rng.clone().next32() != two.rng.clone().next32()


# what a heuristic remembers


def test_who_drew_at_a_colour_lacks_it_until_he_lays_it() -> None:
    state = position("A: Y1 Y2 G3; B: R1 B5 B6; C: B1 B2 B3; D: G2 G3 G4; top R7; stock R9 R2")
    assert list(state.lacked) == [0, 0, 0, 0]
    play(state, "A draw")
    assert [COLOURS[colour] for colour in members(state.lacked[0])] == ["R"]
    play(state, "A play R9")
    assert list(state.lacked) == [0, 0, 0, 0]
