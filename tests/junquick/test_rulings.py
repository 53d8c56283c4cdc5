"""The rulings of the rules, section 8, that the worked examples do not show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from junquick.positions import (
    asked,
    discard,
    hand,
    home,
    legal,
    nest,
    phase,
    picking,
    play,
    position,
    surface,
    told,
    viruses,
    why,
)
from koloda.core.bits import members
from koloda.core.errors import BadOption
from koloda.core.log import Chance
from koloda.core.rng import Rng
from koloda.games.junquick import GAME, cards
from koloda.games.junquick.actions import PAYMENTS
from koloda.games.junquick.cards import CODES, NUMBERS
from koloda.games.junquick.deck import standard
from koloda.games.junquick.legal import can_pay_any, payments
from koloda.games.junquick.text.labels import NAMES

COPIES = list(standard().deck.copies)
DATA = json.loads((Path(cards.__file__).parent / "cards.json").read_text("utf-8"))["cards"]


def test_a_seat_can_pay_what_its_nest_holds() -> None:
    rng = Rng(3)
    able = 0
    for _ in range(300):
        held = " ".join(code for code in [*CODES[:14], "EV"] if not rng.below(12))
        owned = " ".join(f"V{price}" for price in range(1, 5) if not rng.below(3))
        lying = [f"nest 0: {held}"] * (held != "") + [f"virus 0: {owned}"] * (owned != "")
        state = position("; ".join(["0: J1; 1: J1; turn 0; fp 1", *lying]))
        zone = state.nests[0]
        wealth = [0, *(cards.of_class(zone, nominal) for nominal in range(1, 5)), cards.evolutions(zone)]
        found = [
            number
            for number, payment in enumerate(PAYMENTS)
            if f"V{payment & 15}" in owned
            and all(payment >> 4 * kind & 15 <= wealth[kind] for kind in range(1, 6))
        ]
        assert list(members(payments(state, 0))) == found
        assert can_pay_any(state, 0) == bool(found)
        able += bool(found)
    assert 50 < able < 250


@pytest.mark.rule("R1")
def test_two_to_six_can_play() -> None:
    assert list(GAME.seat_counts) == [2, 3, 4, 5, 6]
    assert GAME.default_seats == 4
    for seats in GAME.seat_counts:
        setup = GAME.setup(GAME.deal(seats, 1))
        assert len(setup["jun_deck"]) == 89 - 6 * seats
        assert all(len(cards) == 6 and not set(cards) & {"BT", "EM", "IM", "DP"} for cards in setup["hands"])
    for seats in (1, 7):
        with pytest.raises(BadOption):
            GAME.deal(seats)


@pytest.mark.rule("R2", "R3")
def test_the_deck_is_that_of_the_card_data() -> None:
    juns = {card["code"]: card for card in DATA if card["deck"] == "jun"}
    assert {code: card["count"] for code, card in juns.items()} == dict(zip(CODES, COPIES, strict=True))
    assert list(juns) == CODES
    assert sum(COPIES) == 89
    whole = standard().deck.whole
    assert cards.size(whole) == 89
    assert [cards.copies(whole, card) for card in range(26)] == COPIES
    layable = [0, 0, 0, 0]
    for code, card in juns.items():
        number = NUMBERS[code]
        assert cards.NOMINAL[number] == (card["nominal"] or 0)
        assert bool(cards.one(number) & cards.NEST_SET) == card["to_nest"]
        assert bool(cards.one(number) & standard().deck.openers) == card["opener"]
        if card["lay_on_pile"] and card["nominal"]:
            layable[card["nominal"] - 1] += card["count"]
    assert layable == [15, 15, 15, 15]
    assert sorted(GAME.setup(GAME.deal(2, 3))["virus_deck"]) == [
        card["code"] for card in DATA if card["deck"] == "virus" for _ in range(card["count"])
    ]


@pytest.mark.rule("R3")
def test_there_are_five_instants_of_four_kinds_and_emigration_is_double() -> None:
    assert [COPIES[NUMBERS[code]] for code in ("BT", "EM", "IM", "DP")] == [1, 2, 1, 1]


@pytest.mark.rule("R4")
def test_fibber_and_thief_may_be_laid_or_activated_the_gatecrasher_only_activated() -> None:
    state = position("0: L2 T3 G3; nest 1: J1; home 1: J1 J2 J3 J4; pile J1@2")
    assert legal(state) == ["act G3 1", "act L2 1", "act L2 2", "act T3 1", "lay L2", "lay T3", "pass"]


@pytest.mark.rule("R5")
def test_with_declare_everybody_names_his_instants_and_they_are_queued_from_the_first_player() -> None:
    state = position(
        "fp 2; 0: J1 J1 J1 J1 EM; 1: J2 J2 J2 J2 BT DP; 2: J3 J3 J3 J3 J3; out 1 2; pile CS@1; top J4 J4",
        instant_mode="declare",
    )
    play(state, "0 pass")
    assert asked(state) == [0, 1]
    assert legal(state, 1) == ["inst BT", "inst DP", "ready"]
    play(state, "1 inst DP", "1 inst BT", "0 inst EM")
    assert told(state, None, "queue") == [(0, "EM"), (1, "DP"), (1, "BT")]
    assert (phase(state), asked(state)) == ("emigrate", [0])


@pytest.mark.rule("R5")
def test_an_instant_that_is_kept_is_a_dead_card_and_may_be_laid_before_a_later_round() -> None:
    state = position(
        "seats 2; fp 1; 0: J1 J1 J1 J1 J1; 1: J2 J2 J2 J2 J2 DP; out 1; pile CS@1; turn 0; top J4 J4",
        instant_mode="declare",
    )
    play(state, "0 pass", "1 ready")
    assert (phase(state), state.round_no) == ("gather", 2)
    assert "DP" in hand(state, 1)
    play(state, "0 lay J1", "1 pass")
    assert asked(state) == [1]
    assert legal(state) == ["inst DP", "ready"]


@pytest.mark.rule("R5")
def test_an_instant_shown_by_the_fibber_is_penalised_before_the_transfer() -> None:
    state = position("0: L3 BT J1; 1: J2; pile J1@2", instant_mode="declare")
    play(state, "0 act L3 1", "0 put BT", "0 done", "0 claim N1")
    picking(state, "1 say lie", "J1 from hand 0")
    assert len(viruses(state, 0)) == 2
    assert nest(state, 1) == ["J1"]
    assert discard(state) == ["L3", "BT"]


@pytest.mark.rule("R5")
def test_a_redraw_penalises_the_instants_that_are_shown() -> None:
    state = position(
        "0: HY TS D1 IW EV DP; 1: J1 J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2", instant_mode="declare"
    )
    play(state, "0 redraw")
    assert len(viruses(state, 0)) == 2
    assert discard(state) == ["DP"]
    assert len(hand(state, 0)) == 6


@pytest.mark.rule("R6")
def test_with_open_activation_the_pile_stays_empty_and_the_next_seat_faces_the_opening() -> None:
    state = position("0: T1 J1; 1: DM D1 CS EV; 2: J2; nest 2: J4", open_activation=True)
    picking(state, "0 act T1 2", "J4 from nest 2")
    assert (surface(state), asked(state)) == ("OPEN", [1])
    assert legal(state) == ["lay EV", "pass"]


@pytest.mark.rule("R6", "R23")
def test_a_clean_slate_has_the_limits_of_an_opening_but_passing_is_free() -> None:
    state = position("0: J1 DM CS D1 IW EV; pile J2@1 CS@2; fp 1")
    assert legal(state) == ["lay EV", "lay J1", "pass"]


@pytest.mark.rule("R7")
def test_passing_is_free_on_a_pile_and_strict_only_by_option() -> None:
    text = "0: J3 TS; pile J2@1; fp 1"
    assert legal(position(text)) == ["lay J3", "pass"]
    strict = position(text, pass_rule="strict")
    assert legal(strict) == ["lay J3"]
    assert "pass_rule" in why(strict, "0 pass")
    assert legal(position("0: J2 TS; pile J2@1; fp 1", pass_rule="strict")) == ["pass"]


@pytest.mark.rule("R8")
def test_after_two_idle_rounds_for_each_seat_the_game_ends() -> None:
    state = position("seats 2; idle 3; fp 0; 0: TS TS TS HY HY HY; 1: D1 D1 CS CS CS D2; deck HY")
    play(state, "0 redraw")
    play(state, "0 pass", "1 pass")
    assert state.over
    assert GAME.result(state)["end"] == "idle"


@pytest.mark.rule("R8")
def test_a_round_in_which_every_hand_stays_full_is_idle() -> None:
    state = position("seats 2; 0: TS TS TS HY HY HY; 1: D1 D1 CS CS CS D2; top J1")
    play(state, "0 pass", "1 pass")
    assert state.idle == 1
    assert told(state, None, "won") == [(None, ())]
    assert legal(state) == ["redraw"]


@pytest.mark.rule("R9")
def test_only_the_first_player_redraws_once_and_instants_take_effect_at_once() -> None:
    state = position("seats 2; 0: TS TS TS HY HY HY; 1: J1 J1 J1 J1 J1 J1")
    log = state.watch()
    order = ["IM", "CS", "CS", "CS", "D1", "D2"]
    rest = [code for code in CODES for _ in range(COPIES[NUMBERS[code]])]
    for code in [*order, *hand(state, 1)]:
        rest.remove(code)
    picks = [Chance("hand 1", [NUMBERS["J1"]], True)] * 3
    back = [Chance("hand 0", [NUMBERS["CS"]], True)] * 3
    log.script = [Chance("jun_deck", [NUMBERS[code] for code in order + rest], False), *picks, *back]
    play(state, "0 redraw")
    log.script = None
    assert told(state, 1, "redraw") == [(0, ("TS", "TS", "TS", "HY", "HY", "HY"))]
    assert told(state, None, "instant") == [("IM", 0)]
    assert (phase(state), asked(state)) == ("gather", [0])
    assert "redraw" not in legal(state)


@pytest.mark.rule("R9")
def test_a_seat_that_is_not_first_cannot_redraw() -> None:
    state = position("seats 2; 0: TS; 1: TS")
    play(state, "0 pass")
    assert legal(state) == ["pass"]
    assert "first player" in why(state, "1 redraw")


@pytest.mark.rule("R10")
def test_an_evolution_from_the_nest_takes_any_higher_value_but_needs_a_pile() -> None:
    state = position("0: J4; nest 0: EV; pile J2@1; fp 1")
    assert legal(state) == ["lay J4", "nest EV 3", "nest EV 4", "pass"]
    assert "does not exceed" in why(state, "0 nest EV 2")
    play(state, "0 nest EV 3")
    assert (nest(state, 0), surface(state), state.top) == ([], "N3", 0)
    assert "empty pile" in why(position("0: J4; nest 0: EV"), "0 nest EV 1")
    off = position("0: J4; nest 0: EV; pile J2@1; fp 1", evolution_from_nest=False)
    assert legal(off) == ["lay J4", "pass"]


@pytest.mark.rule("R11")
def test_a_natural_pack_must_be_formed_and_evolutions_are_optional() -> None:
    state = position("0: J1; nest 0: J1 J2 J3 L4 DM EV EV; pile CS@1; out 1 2; turn 0; fp 1")
    play(state, "0 pass")
    assert phase(state) == "form"
    assert "must become a pack" in why(state, "0 done")
    assert "form N1 N2 N3 N4" in legal(state)
    assert "form N1 EV EV DM" in legal(state)
    play(state, "0 form N1 N2 EV DM")
    assert home(state, 0) == [["J1", "J2", "EV", "DM"]]
    assert nest(state, 0) == ["J3", "L4", "EV"]
    assert phase(state) != "form"


@pytest.mark.rule("R12")
def test_an_evolution_pays_as_four() -> None:
    state = position("0: J1; nest 0: EV; virus 0: V4; pile CS@1; out 1 2; turn 0; fp 1")
    play(state, "0 pass", "0 cure V4 EV")
    assert viruses(state, 0) == []
    assert nest(state, 0) == []


@pytest.mark.rule("R13")
def test_a_player_sees_his_own_nest_and_of_the_others_the_number_of_cards() -> None:
    state = position("0: J1; nest 0: J1 J4; nest 1: EV")
    assert state.view(0)["nest"] == ["J1", "J4"]
    assert state.view(0)["nests"] == state.view(1)["nests"] == [2, 1, 0]
    assert "nest" not in state.view(None)


@pytest.mark.rule("R14")
@pytest.mark.parametrize(("final_hand", "counted"), [("all", [3, 1, 1]), ("nest_cards", [2, 0, 1])])
def test_every_card_of_the_hand_counts_at_the_end_or_only_nest_cards(
    final_hand: str, counted: list[int]
) -> None:
    state = position(
        "0: J1 HY EV; 1: TS; 2: J2; pile CS@1; out 0 1; turn 2; fp 1; deck", final_hand=final_hand
    )
    play(state, "2 pass")
    assert state.over
    assert GAME.result(state)["nest"] == counted


@pytest.mark.rule("R15")
def test_a_shared_victory_shares_the_return() -> None:
    state = position("0: J1; 1: J1; pile CS@2; out 0 1; turn 2; fp 1; deck")
    play(state, "2 pass")
    assert GAME.result(state)["winners"] == [0, 1]
    assert state.returns() == [0.5, 0.5, -1.0]


@pytest.mark.rule("R16")
def test_the_top_player_does_not_extend_a_pile_that_nobody_can_oppose() -> None:
    state = position("0: J4; pile J2@0; out 1; turn 2; fp 2; 2: J1")
    play(state, "2 pass")
    assert nest(state, 0) == ["J2"]


@pytest.mark.rule("R16")
def test_a_passed_top_player_wins_when_nobody_covers_his_card() -> None:
    state = position("0: J1; 1: J1; pile J3@2; out 2; fp 1; turn 0; 2: J1")
    play(state, "0 pass", "1 pass")
    assert nest(state, 2) == ["J3"]


@pytest.mark.rule("R17")
def test_hysteria_on_top_of_the_pile_wins_it_unless_the_option_says_otherwise() -> None:
    text = "0: D1 J1; 1: HY J1; 2: J1; pile J2@2; fp 1"
    taking = play(position(text), "0 inf D1", "1 hys", "1 pass", "2 pass", "0 pass")
    assert nest(taking, 1) == ["J2"]
    state = play(position(text, hysteria_takes_lead=False), "0 inf D1", "1 hys")
    assert state.top == 2
    play(state, "1 pass", "2 pass", "0 pass")
    assert nest(state, 2) == ["J2"]


@pytest.mark.rule("R17")
def test_without_the_lead_a_second_hysteria_restores_the_player_of_the_card() -> None:
    state = position("0: D1 J1; 1: HY J1; 2: HY J1; pile J2@2; fp 1", hysteria_takes_lead=False)
    play(state, "0 inf D1", "1 hys", "2 wait")
    assert state.top == 2
    play(state, "2 hys")
    assert nest(state, 0) == ["J2"]


@pytest.mark.rule("R17")
def test_a_clean_slate_and_an_icewhirl_on_top_win_too() -> None:
    slate = position("0: CS J1; 1: J1; 2: J1; pile J2@2; fp 1")
    play(slate, "0 inf CS", "1 pass", "2 pass")
    assert nest(slate, 0) == ["J2"]
    whirl = position("0: IW J1; 1: J1; 2: J1; pile J2@2; fp 1")
    play(whirl, "0 inf IW", "0 stop", "1 pass", "2 pass")
    assert nest(whirl, 0) == ["J2"]


@pytest.mark.rule("R18")
def test_only_hysteria_is_played_out_of_turn_in_the_gathering_phase() -> None:
    state = position("0: J3; 1: D1 EV IW CS HY; pile J2@2; fp 1")
    assert asked(state) == [0]
    assert legal(state, 1) == []
    assert "not this seat's decision" in why(state, "1 inf D1")


@pytest.mark.rule("R19")
def test_nobody_cancels_his_own_card_and_icewhirl_protects_what_lies_below() -> None:
    own = position("0: D1 HY J1; 1: J1; 2: J1; pile J2@2; fp 1")
    play(own, "0 inf D1")
    assert nest(own, 0) == ["J2"]
    state = position("0: TS; 1: IW J1; 2: HY; pile J4@2; fp 1")
    play(state, "0 inf TS", "1 wait", "1 inf IW", "2 wait")
    assert phase(state) == "freeze"
    play(state, "1 stop")
    assert nest(state, 1) == ["J4"]


@pytest.mark.rule("R20")
def test_what_the_fibber_has_shown_stays_known_after_hysteria() -> None:
    state = position("0: L3 J1 J2; 1: HY EV; 2: J1; pile J1@2; nest 1: J4; fp 1")
    play(state, "0 act L3 1", "0 put J2", "0 done", "0 claim N2")
    picking(state, "1 say lie", "J4 from nest 1")
    play(state, "1 hys")
    assert nest(state, 1) == ["J4"]
    assert state.view(2)["known_hands"][0] == ["J2"]


@pytest.mark.rule("R21")
def test_a_devourer_covers_too_soon_unless_the_table_forbids_it() -> None:
    text = "0: D3 CS; pile J4@1 TS@2; fp 1"
    assert legal(position(text)) == ["inf CS", "inf D3", "pass", "wait"]
    forbidden = position(text, devourer_on_too_soon=False)
    assert legal(forbidden) == ["inf CS", "pass", "wait"]
    assert "cannot be laid on TS" in why(forbidden, "0 inf D3")


@pytest.mark.rule("R22")
def test_an_icewhirl_covers_a_devourer_only_by_option() -> None:
    text = "0: IW CS D1 D2 D3; pile J4@1 D1@2; fp 1"
    assert legal(position(text)) == ["inf CS", "inf D2", "inf D3", "pass", "wait"]
    assert "inf IW" in legal(position(text, icewhirl_on_devourer=True))


@pytest.mark.rule("R23")
def test_a_clean_slate_goes_on_too_soon() -> None:
    state = position("0: CS J1; 1: J1; 2: J1; pile J4@1 TS@2; fp 1")
    play(state, "0 inf CS")
    assert (surface(state), asked(state)) == ("OPEN", [1])


@pytest.mark.rule("R24")
def test_too_soon_covers_an_evolution_that_counts_as_four() -> None:
    state = position("0: TS; 1: J1; pile J3@1 EV=4@2; fp 1")
    play(state, "0 inf TS")
    assert nest(state, 0) == ["J3", "EV"]


@pytest.mark.rule("R25")
def test_extra_plays_are_optional_and_an_icewhirl_restarts_the_freeze() -> None:
    state = position("0: IW IW J3 J4; 1: D1; 2: J1; pile J2@2; fp 1")
    play(state, "0 inf IW", "0 lay J3")
    assert "stop" in legal(state)
    assert state.extra == 1
    play(state, "0 inf IW")
    assert state.extra == 2
    play(state, "0 lay J4")
    assert nest(state, 0) == ["J2", "J3", "J4"]


@pytest.mark.rule("R25")
def test_a_first_extra_card_can_no_longer_be_cancelled_the_second_can() -> None:
    state = position("0: IW CS J1; 1: HY J2; 2: J1; pile J2@2; fp 1")
    play(state, "0 inf IW", "0 inf CS", "0 stop")
    assert asked(state) == [1]
    assert phase(state) == "gather"
    second = position("0: IW J3 CS J1; 1: HY J2; 2: J1; pile J2@2; fp 1")
    play(second, "0 inf IW", "0 lay J3", "0 inf CS")
    assert (phase(second), asked(second)) == ("response", [1])


@pytest.mark.rule("R26")
def test_by_option_the_order_of_simultaneous_cards_is_drawn() -> None:
    state = position("0: D1; 1: TS; 2: J1; pile J4@2; fp 1", chief_order="shuffled")
    play(state, "0 inf D1")
    log = state.watch()
    log.script = [Chance("priority", [0, 1], False)]
    play(state, "1 inf TS")
    assert told(state, None, "inf") == [(0, "D1")]
    assert told(state, None, "won") == [(0, ("J4",))]


@pytest.mark.rule("R27")
def test_waiting_costs_nothing_and_leaves_the_next_card_open() -> None:
    state = position("0: HY TS; 1: D1; 2: J1; pile J4@2; fp 1")
    play(state, "0 wait", "1 inf D1")
    assert legal(state, 0) == ["hys", "pass", "wait"]


@pytest.mark.rule("R28")
def test_by_option_a_thief_takes_the_hand_of_a_target_without_nest() -> None:
    state = position("0: T2 J1; 1: TS; 2: J1; nest 2: J4; pile J1@2", thief_hand_rule="target")
    assert [text for text in legal(state) if text.startswith("act")] == ["act T2 1", "act T2 2"]
    picking(state, "0 act T2 1", "TS from hand 1")
    assert discard(state) == ["T2", "TS"]


@pytest.mark.rule("R29")
def test_a_claim_has_as_many_classes_as_cards_and_a_dominant_is_a_four() -> None:
    state = position("0: L3 DM D2 J1; 1: J1; pile J1@2; fp 1")
    play(state, "0 act L3 1", "0 put DM", "0 put D2", "0 done")
    assert legal(state) == [f"claim {name}" for name in sorted(cards.CLASSES)]
    play(state, "0 claim N4")
    assert "claim N1" not in legal(state)
    play(state, "0 claim D")
    picking(state, "1 say lie", "J1 from hand 1")
    assert told(state, None, "shown") == [(0, ("DM", "D2"), True)]


@pytest.mark.rule("R30")
def test_an_evolution_is_not_laid_in_a_battle_and_who_has_no_nominal_sits_out() -> None:
    state = position(
        "fp 2; 0: EV G3 J1 J1 J1; 1: EV EV HY HY TS CS; 2: J2 J2 J2 J2 J2 J2; out 1 2; pile CS@1; top BT"
    )
    play(state, "0 pass")
    assert phase(state) == "battle"
    assert asked(state) == [0, 2]
    assert legal(state, 0) == ["battle G3", "battle J1"]


@pytest.mark.rule("R31")
def test_immigration_takes_three_cards_of_the_right_neighbour_one_seat_after_the_other() -> None:
    state = position(
        "fp 2; 0: J1 J1 J1 J1 J1; 1: J2 J2 J2 J2 J2 J2; 2: J3 J3 J3 J3 J3 J3; out 1 2; pile CS@1; top IM J1"
    )
    play(state, "0 pass")
    assert told(state, 0, "taken")[0] == (2, 0, ("J3", "J3", "J3"))
    assert [len(hand(state, seat)) for seat in range(3)] == [6, 6, 6]
    assert told(state, 1, "taken")[0] == (2, 0, ("??", "??", "??"))


@pytest.mark.rule("R33")
def test_an_empty_virus_deck_is_made_of_the_discarded_viruses() -> None:
    state = position("0: J1; 1: J1; 2: J1; home 0: J1 J2 J3 J4; pile J3@2; fp 1")
    state.virus_deck = 0
    state.virus_discard = 0x1000
    play(state, "0 pass")
    assert viruses(state, 0) == ["V4"]
    none = position("0: J1; 1: J1; 2: J1; home 0: J1 J2 J3 J4; pile J3@2; fp 1")
    none.virus_deck = 0
    play(none, "0 pass")
    assert viruses(none, 0) == []


@pytest.mark.rule("R34")
def test_viruses_are_paid_for_before_the_draw_that_ends_the_game() -> None:
    state = position("0: J1; nest 0: J2; virus 0: V2; 1: J1; 2: J1; pile CS@1; out 1 2; fp 1; deck")
    play(state, "0 pass")
    assert not state.over
    play(state, "0 cure V2 N2")
    assert state.over
    assert viruses(state, 0) == []


@pytest.mark.rule("R35")
def test_the_names_of_the_cards_are_those_of_the_card_data() -> None:
    for lang in ("en", "uk", "ru"):
        names = {card["code"]: card["name"][lang] for card in DATA if card["deck"] != "marker"}
        assert NAMES[lang] == names
    assert NAMES["uk"]["TS"] == "Рано радіти"


# what the flow of play says, sections 4 and 5


def test_the_game_is_named_in_three_languages() -> None:
    assert GAME.names.items() >= {"en": "JunQuick", "uk": "Джунквік", "ru": "Джунквик"}.items()


def test_there_are_216_actions_13_of_them_with_declare_only_and_one_with_another_deck() -> None:
    texts = [GAME.text(action) for action in range(GAME.num_actions)]
    instants = [text for text in texts if text.split()[-1] in ("BT", "EM", "IM", "DP", "ready")]
    assert (len(texts), len(instants)) == (216, 13)
    assert texts[-1] == "lay G3"


def test_the_fibber_needs_another_card() -> None:
    state = position("0: L3; pile J1@1; fp 1")
    assert legal(state) == ["lay L3", "pass"]
    assert "other card" in why(state, "0 act L3 1")


def test_a_fibber_may_challenge_a_player_who_has_passed() -> None:
    state = position("0: L3 J1; 1: J1; 2: J2; pile J1@2; out 1; fp 2")
    assert "act L3 1" in legal(state)


def test_cards_are_put_and_given_in_card_order() -> None:
    state = position("0: L3 J1 J2 CS; 1: J1; pile J1@2; fp 2")
    play(state, "0 act L3 1", "0 put J2")
    assert legal(state) == ["done", "put CS"]
    assert "card order" in why(state, "0 put J1")


def test_a_hysteria_that_was_taken_and_came_back_is_the_card_that_its_owner_plays() -> None:
    state = position("0: T2 J1; 1: HY J1; 2: HY J1; pile J1@2; fp 1")
    picking(state, "0 act T2 1", "HY from hand 1")
    assert hand(state, 1) == ["J1"]
    play(state, "2 hys")
    assert hand(state, 1) == ["J1", "HY"]
    play(state, "1 hys")
    assert hand(state, 1) == ["J1"]
    assert discard(state) == ["T2", "HY", "HY"]


def test_hysteria_after_hysteria_restores_everything_but_the_hysterias() -> None:
    """Invariant I10."""
    state = position("0: T3 J1; 1: HY J1; 2: HY J1; nest 1: J4 J2; pile J1@2; fp 1")
    picking(state, "0 act T3 1", "J4 from nest 1")
    after = [nest(state, seat) for seat in range(3)]
    play(state, "1 hys", "2 wait")
    assert nest(state, 1) == ["J2", "J4"]
    play(state, "2 hys")
    assert [nest(state, seat) for seat in range(3)] == after
    assert surface(state) == "N1"


def test_a_pack_that_comes_back_takes_its_old_place() -> None:
    state = position("0: G3 J1; 1: HY J1; 2: J1; home 1: J1 J2 J3 J4, L1 J2 J3 J4; pile J1@2; fp 1")
    play(state, "0 act G3 1", "1 hys")
    assert home(state, 1) == [["J1", "J2", "J3", "J4"], ["L1", "J2", "J3", "J4"]]


def test_a_gatecrashed_pack_counts_for_the_virus_rule_at_once() -> None:
    state = position("0: G3 J1; 1: J1; 2: J1; home 1: J1 J2 J3 J4; pile J1@2; fp 1")
    play(state, "0 act G3 1", "1 pass")
    assert viruses(state, 1) == []
    play(state, "2 pass", "0 pass")
    assert len(viruses(state, 0)) == 1


def test_a_cancelled_too_soon_may_be_followed_by_another() -> None:
    state = position("0: TS J1; 1: HY TS; 2: J1; pile J4@2; fp 1")
    play(state, "0 inf TS", "1 wait")
    play(state, "1 hys")
    assert surface(state) == "N4"
    assert legal(state, 1) == ["inf TS", "pass", "wait"]


def test_an_empty_round_has_no_winner() -> None:
    state = position("seats 2; 0: TS; 1: TS")
    play(state, "0 pass", "1 pass")
    assert told(state, None, "won") == [(None, ())]


def test_nested_instants_wait_behind_those_that_lie_there() -> None:
    state = position(
        "fp 2; 0: J1 J1 J1 J1; 1: J2 J2 J2 J2 J2; 2: J3 J3 J3 J3 J3 J3; out 1 2; pile CS@1; "
        "top BT EM J1 DP J1"
    )
    play(state, "0 pass")
    assert told(state, None, "queue") == [(0, "BT"), (0, "EM")]
    assert (phase(state), asked(state)) == ("battle", [0, 1, 2])
    play(state, "0 battle J1", "1 battle J2", "2 battle J3")
    assert [entry["card"] for entry in state.view(None)["instants"]] == ["EM", "DP"]


def test_a_deal_of_random_play_reaches_every_phase() -> None:
    seen: set[str] = set()
    for seed in range(12):
        state = GAME.deal(3, seed, {"instant_mode": "declare"})
        rng = Rng(seed)
        while not state.over:
            seen.add(str(state.view(None)["phase"]))
            state.apply(state.actor, state.random_legal(state.actor, rng))
    assert seen >= {"gather", "freeze", "liar_lay", "liar_guess", "response", "chief", "form", "cure"}
    assert seen >= {"battle", "emigrate", "declare"}
