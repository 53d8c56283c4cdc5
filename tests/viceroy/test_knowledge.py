"""What a seat sees and what it can know (section 7): views, events, and states dealt anew."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from koloda.core.bits import members
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import PAY_BUILD, PAY_PASS
from koloda.games.viceroy.notation import read_amount
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import card_of, gems, hand, legal, play, position

SECRET = ("draw", "dealt", "laws", "look", "petition", "top")
CODE = re.compile(r"\b[CL]\d\d\b")


def sample(state: ViceroyState, seat: int, rng: Rng) -> ViceroyState:
    other = state.determinize(seat, rng)
    assert isinstance(other, ViceroyState)
    return other


def samples(state: ViceroyState, seat: int, count: int = 60) -> list[ViceroyState]:
    rng = Rng(5)
    return [sample(state, seat, rng) for _ in range(count)]


def give_back(state: ViceroyState, *amounts: str) -> ViceroyState:
    """Enter what everybody gave back in the setup of an arranged position."""
    for seat, amount in enumerate(amounts):
        for colour, count in enumerate(read_amount(amount, "returned")):
            state.returned[seat * 4 + colour] = count
    return state


def walk(seats: int, seed: int, **options: object) -> ViceroyState:
    state = GAME.deal(seats, seed, options, watch=True)
    assert isinstance(state, ViceroyState)
    return state


# views and events


def test_a_view_hides_screens_hands_and_decks_of_others() -> None:
    state = walk(3, 2)
    rng = Rng(2)
    while not state.over and state.turn < 6:
        view = state.view(0)
        hidden = set(hand(state, 1)) | set(hand(state, 2))
        public = set(CODE.findall(json.dumps(state.view(None))))
        known = set(view["known_laws"]) | set(view["returned_cards"]) | public
        assert not hidden & (set(CODE.findall(json.dumps(view))) - known)
        assert [player["gems"] for player in view["players"]] == [None] * 3
        assert view["gems"] == gems(state, 0)
        assert view["players"][1]["hand_count"] == len(hand(state, 1))
        state.apply(state.actor, state.random_legal(state.actor, rng))


@pytest.mark.parametrize("seed", range(6))
def test_events_name_no_card_that_a_seat_cannot_see(seed: int) -> None:
    state = walk(4, seed)
    rng = Rng(seed)
    seen = 0
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
        new = [event for event in state.events[seen:] if event.kind in SECRET]
        seen = len(state.events)
        for seat in (None, 0, 1, 2, 3) if new else ():
            known = set(CODE.findall(json.dumps(state.view(seat))))
            for event in new:
                told = event.seen_by(seat)
                assert told is not None
                assert set(CODE.findall(json.dumps(told))) <= known


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    state = position("gems G1; acquired C32; 1:0 C01", "1:0 C64", phase="pay", law="L70")
    play(state, "0 keep", "0 build 1:1", "0 draw law")
    (draw,) = [event for event in state.events if event.kind == "draw"]
    assert draw.seen_by(0) == ("draw", 0, "law", "L70")
    assert draw.seen_by(1) == ("draw", 0, "law", None)
    assert draw.seen_by(None) == ("draw", 0, "law", None)


def test_bids_are_sealed_until_the_last_is_in() -> None:
    state = position("gems B1R1; 1:0 C01", "gems B1; 1:0 C02", phase="auction", slots="B C33; R C35")
    before = len(state.events)
    views = []
    for bid in ("bid B", "bid R", "bid -"):
        trial = state.clone()
        trial.play(bid, 0)
        views.append((trial.view(1), trial.view(None)))
        assert trial.view(0)["sealed"] == {"bid": bid.split()[1]}
    assert views[0] == views[1] == views[2]
    state.play("bid B", 0)
    assert len(state.events) == before
    assert gems(state, 0) == "B1R1"


def test_the_order_of_sealed_bids_does_not_matter() -> None:
    seats = ("gems B1R1; 1:0 C01", "gems B1; 1:0 C02", "gems R1; 1:0 C03")
    first = position(*seats, phase="auction", slots="B C33 C34; R C35", virtuals=1)
    second = first.clone()
    for seat, bid in ((0, "bid B"), (1, "bid B"), (2, "bid R")):
        first.play(bid, seat)
    for seat, bid in ((2, "bid R"), (1, "bid B"), (0, "bid B")):
        second.play(bid, seat)
    first.log = None
    assert first.reveal() == second.reveal()


def test_builders_finish_their_plans_in_any_order_and_unseen() -> None:
    seats = ("gems B2; acquired C31; 1:0 C01 [Eb]", "gems R2; acquired C04; 1:0 C02 [Er]")
    state = position(*seats, phase="pay")
    play(state, "0 keep", "1 keep")
    mixed = state.clone()
    play(state, "0 build 1:1", "0 endless B 1", "1 build 1:1", "1 endless R 0")
    mixed.play("build 1:1", 1)
    assert mixed.view(0)["undecided"] == [0]  # how far seat 1 has come is a secret
    mixed.play("build 1:1", 0)
    mixed.play("endless R 0", 1)
    assert mixed.pending == 0b01
    mixed.play("endless B 1", 0)
    state.log = None
    assert mixed.reveal() == state.reveal()


# screens


def test_with_two_players_every_screen_is_known() -> None:
    state = walk(2, 7)
    rng = Rng(7)
    while not state.over and state.turn < 4:
        assert list(sample(state, 0, rng).screens) == list(state.screens)
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_which_gems_others_gave_back_is_sampled_by_its_chances() -> None:
    """Seats 1 and 2 gave back B R G Y together: six ways to share them, all as likely."""
    state = give_back(position("gems B1", "gems B1", "gems B1"), "B2", "B1R1", "G1Y1")
    for seat, amount in enumerate(("R2G2Y2", "B1R1G2Y2", "B2R2G1Y1")):
        for colour, count in enumerate(read_amount(amount, "gems")):
            state.screens[seat * 4 + colour] = count
    found = Counter(gems(other, 1) for other in samples(state, 0, 1200))
    assert len(found) == 6
    assert min(found.values()) > 150
    # B B R R: both of one colour (1 x 1, twice) against one of each (4 x 4): 16 of 18
    give_back(state, "G2", "B1R1", "B1R1")
    for seat, amount in enumerate(("B2R2Y2", "B1R1G2Y2", "B1R1G2Y2")):
        for colour, count in enumerate(read_amount(amount, "gems")):
            state.screens[seat * 4 + colour] = count
    found = Counter(gems(other, 1) for other in samples(state, 0, 1800))
    assert set(found) == {"B1R1G2Y2", "R2G2Y2", "B2G2Y2"}
    assert 1500 < found["B1R1G2Y2"] < 1690


def test_a_gem_that_was_spent_was_not_given_back() -> None:
    seats = ("gems R2G2Y2; 1:0 C01", "gems B2R2G1Y1; 1:0 C02", "gems B1R1G2Y2; 1:0 C03")
    state = position(*seats, phase="auction", slots="B C33; R C35; G C37; Y C39")
    give_back(state, "B2", "G1Y1", "B1R1")
    assert len({gems(other, 1) for other in samples(state, 0)}) > 1
    play(state, "0 bid R", "1 bid B", "2 bid B")  # seat 2 shows its blue gem, seat 1 one of two
    assert {other.returned[4] for other in samples(state, 0)} == {0, 1}
    play(state, "1 bid B", "2 bid -")
    # seat 1 has shown both blue gems, so it was seat 2 who gave one back
    assert {other.returned[4] for other in samples(state, 0)} == {0}
    assert {other.returned[8] for other in samples(state, 0)} == {1}


def own_question(red: bool) -> ViceroyState:
    """Seat 1 builds C05 on level 2: an endless red gem, of which the reserve has none."""
    mine = f"gems {'B1R1Y1' if red else 'B1Y1'}; acquired C05; 1:0 C32; 1:1 C02"
    state = position("gems B1; 1:0 C01", mine, "gems R1G1; 1:0 C03", phase="pay", reserve="G3")
    give_back(state, "B2", "R1Y1" if red else "R2", "R1G1" if red else "B1Y1")
    return play(state, "1 keep", "1 build 2:0")


def test_who_is_asked_for_an_own_gem_has_one() -> None:
    state = own_question(True)
    assert legal(state) == ["own no", "own yes"]
    assert all(other.screens[5] >= 1 for other in samples(state, 0))
    assert len({tuple(other.screens) for other in samples(state, 0)}) > 1


def test_who_is_not_asked_for_an_own_gem_has_none() -> None:
    state = own_question(False)
    assert {other.screens[5] for other in samples(state, 0)} == {0}


def test_who_keeps_a_card_can_pay_for_it() -> None:
    # C09 costs a green gem on level 1; only one of the others kept both
    seats = ("gems R2G2Y2; 1:0 C01", "gems G1; acquired C09; 1:0 C02", "gems Y1; 1:0 C03")
    state = give_back(position(*seats, phase="pay"), "B2", "R1Y1", "R1G1")
    assert {other.screens[6] for other in samples(state, 0)} == {0, 1}
    play(state, "1 keep")
    assert state.phase == PAY_BUILD
    assert {other.screens[6] for other in samples(state, 0)} == {1}


def test_open_screens_leave_nothing_to_sample() -> None:
    state = walk(4, 3, open_screens=True)
    rng = Rng(3)
    while not state.over and state.turn < 3:
        assert list(sample(state, 1, rng).screens) == list(state.screens)
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_recolouring_shows_every_screen() -> None:
    seats = ("gems B2; 1:0 C32; 1:1 C02; 2:0 C63", "gems B1R2; 1:0 C33; 1:1 C34; 2:0 C35", "gems Y1; 1:0 C03")
    state = position(*seats, phase="recolour")
    assert [player["gems"] for player in state.view(0)["players"]] == ["B2", "B1R2", "Y1"]
    assert list(sample(state, 0, Rng(1)).screens) == list(state.screens)


# cards


def test_hidden_cards_are_dealt_anew_and_known_ones_stay() -> None:
    state = walk(3, 4)
    rng = Rng(4)
    while not state.over and state.turn < 7:
        other = sample(state, 1, rng)
        assert other.view(1) == state.view(1)
        assert hand(other, 1) == hand(state, 1)
        for seat in (0, 2):
            ours, theirs = hand(state, seat), hand(other, seat)
            assert [code[0] for code in theirs] == [code[0] for code in ours]  # laws and characters
        state.apply(state.actor, state.random_legal(state.actor, rng))


def test_a_start_card_given_back_is_in_the_small_deck_or_was_drawn_from_it() -> None:
    for seed in range(6):
        state = walk(3, seed)
        rng = Rng(seed)
        mine = {card_of(code) for code in state.view(0)["hand"]}
        while state.phase == 0:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        back = mine - {int(state.choice[0])}
        for _ in range(60):
            if state.over:
                break
            other = sample(state, 0, rng)
            assert not back & {int(card) for card in other.large[other.large_at :]}
            state.apply(state.actor, state.random_legal(state.actor, rng))


def test_a_start_card_given_back_is_anywhere_in_the_small_deck() -> None:
    state = walk(2, 1)
    rng = Rng(1)
    while state.turn == 0:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    back = [card_of(code) for code in state.view(0)["returned_cards"]]
    at = Counter(
        list(other.small).index(back[0]) for other in samples(state, 0, 300) if back[0] in other.small
    )
    assert len(at) >= len(state.small) - state.small_at - 1


def test_hand_cards_that_everybody_saw_stay() -> None:
    state = position("hand L72; 1:0 C01", "hand L70; 1:0 C02", slots="B C33; R C35", small="C50")
    play(state, "0 law L72", "1 law -", "0 put 1:1", "0 appoint R base")
    assert state.view(1)["players"][0]["hand_known"] == ["C35"]
    assert all(hand(other, 0) == ["C35"] for other in samples(state, 1, 20))
    state = position("hand L73 L66; 1:0 C32; 1:1 C02", "1:0 C64")
    play(state, "0 law L73", "1 law -", "0 swap 1:1")
    for other in samples(state, 1, 20):
        assert "C02" in hand(other, 0)
    assert len({tuple(hand(other, 0)) for other in samples(state, 1)}) > 5


def petitioned() -> ViceroyState:
    seats = ("hand L71; 1:0 C01", "gems G1; hand L72; 1:0 C02", "gems G1; 1:0 C03")
    state = position(*seats, law="L65 L66 L67", slots="G C32 C37; B C33")
    give_back(state, "B2", "R1Y1", "R1G1")
    play(state, "0 law L71", "1 law -", "2 law -", "0 put 1:1")
    assert legal(state) == ["petition L65", "petition L66", "petition L67"]
    return play(state, "0 petition L66", "0 top L67")


def test_right_of_petition_is_known_to_its_player_only() -> None:
    state = petitioned()
    assert state.view(0)["known_laws"] == {"L65": "deck 2", "L67": "deck 1"}
    assert state.view(1)["known_laws"] == {}
    for other in samples(state, 0):
        assert [int(card) for card in other.law[other.law_at :][:2]] == [card_of("L67"), card_of("L65")]
    tops = {int(other.law[other.law_at]) for other in samples(state, 1)}
    assert len(tops) > 5


def test_a_law_that_was_looked_at_is_known_in_the_hand_that_draws_it() -> None:
    state = petitioned()
    play(state, "0 bid -", "1 bid G", "2 bid -", "1 want base", *["0 take B"] * 3, *["2 take B"] * 3)
    state.screens[4 + 2] = 1
    play(state, "1 keep", "1 build 1:1", "1 draw law")
    assert state.view(0)["known_laws"] == {"L65": "deck 1", "L67": "seat 1"}
    for other in samples(state, 0):
        assert "L67" in hand(other, 1)
    assert any("L67" not in hand(other, 1) for other in samples(state, 2))


def test_a_sealed_choice_of_others_is_sampled_from_what_they_may_choose() -> None:
    state = position("gems B1R1; 1:0 C01", "gems G1; 1:0 C02", phase="auction", slots="B C33; R C35; G C37")
    state.play("bid R", 0)
    bids = {int(other.choice[0]) for other in samples(state, 1)}
    assert bids == {0, 1, 5}
    assert {int(other.choice[0]) for other in samples(state, 0)} == {1}
    assert all(list(members(other.pending)) == [1] for other in samples(state, 1))


def test_a_sample_has_its_own_generator_and_no_setup() -> None:
    state = walk(2, 3, virtuals=2)
    first, second = samples(state, 0, 2)
    assert first.rng.next32() != second.rng.next32()
    assert GAME.setup(first)["law"] == []


def test_samples_of_samples_are_those_of_the_true_state() -> None:
    state = walk(4, 9)
    rng = Rng(9)
    while not state.over and state.turn < 5:
        seat = int(state.actor)
        again = sample(sample(state, seat, rng), seat, Rng(3))
        once = sample(state, seat, Rng(3))
        assert again.reveal()["hands"] == once.reveal()["hands"]
        assert list(again.large[again.large_at :]) == list(once.large[once.large_at :])
        assert list(again.screens) == list(once.screens)
        state.apply(seat, state.random_legal(seat, rng))


@pytest.mark.parametrize("seed", [14, 45, 259])
def test_who_has_kept_a_card_can_pay_for_it_in_every_world(seed: int) -> None:
    # deals with a turn in which other gems behind the screens would not have sufficed
    state = GAME.deal(3, seed)
    assert isinstance(state, ViceroyState)
    rng = Rng(seed)
    while not state.over:
        builders = [seat for seat in range(3) if state.acquired[seat] >= 0]
        if state.phase == PAY_PASS and builders:
            for seat in range(3):
                for _ in range(3):
                    other = sample(state, seat, rng)
                    assert all(other.payable_levels(builder) > 0 for builder in builders)
        state.apply(state.actor, GAME.heuristic.choose(state, state.actor, rng))


# matches


def test_a_match_is_one_game() -> None:
    match = GAME.match(2, 5)
    state = match.next_deal()
    rng = Rng(5)
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    match.add(state)
    assert match.over
    result = GAME.result(state)
    assert match.winners == result["winners"]
    assert match.totals == [float(score) for score in result["scores"]]
    assert GAME.next_context(GAME.setup(state), result) == {}


def test_solo_play_has_no_loser() -> None:
    state = walk(1, 5)
    rng = Rng(5)
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    result = GAME.result(state)
    assert result["winners"] == [0]
    assert result["returns"] == result["scores"]
