"""The worked examples of the rules, section 10."""

from __future__ import annotations

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
from koloda.core.log import Chance
from koloda.games.junquick.cards import NUMBERS
from koloda.games.junquick.state import JunQuickState


@pytest.mark.rule("E1")
def test_a_first_player_with_an_opener_must_lay_it() -> None:
    state = position("0: J2 DM HY TS D1 IW")
    assert legal(state) == ["lay J2"]
    assert "cannot pass" in why(state, "0 pass")
    assert "cannot open" in why(state, "0 lay DM")
    assert "needs a card" in why(state, "0 inf D1")
    assert "needs a card" in why(state, "0 inf IW")


@pytest.mark.rule("E1", "R6")
def test_a_thief_may_open_by_its_nominal_but_not_by_its_property() -> None:
    state = position("0: J2 DM T2 TS D1 IW; nest 1: J1; nest 2: J1")
    assert legal(state) == ["lay J2", "lay T2"]
    assert "activated only when one lies on the pile" in why(state, "0 act T2 1")


@pytest.mark.rule("E2")
def test_without_opener_there_are_evolution_redraw_and_pass() -> None:
    assert legal(position("0: DM HY TS D1 IW EV")) == ["lay EV", "pass", "redraw"]


@pytest.mark.rule("E2", "R6")
def test_a_gatecrasher_is_no_opener_even_when_every_home_has_a_pack() -> None:
    packs = "; ".join(f"home {seat}: J1 J2 J3 J4" for seat in range(3))
    assert legal(position(f"0: DM HY TS D1 IW G3; {packs}")) == ["pass", "redraw"]


@pytest.mark.rule("E2", "R8")
def test_after_an_idle_round_a_first_player_without_opener_must_redraw_before_he_passes() -> None:
    state = position("idle 1; 0: DM HY TS D1 IW EV; top CS CS CS TS HY D2")
    assert legal(state) == ["lay EV", "redraw"]
    assert "must redraw" in why(state, "0 pass")


@pytest.mark.rule("E3")
def test_on_a_two_only_higher_nominals_are_laid_or_activated() -> None:
    state = position("1: J2 J3 T2 T4 CS TS; nest 0: J1; nest 2: J4; pile J1@0 J2@2; turn 1; fp 1")
    assert legal(state) == ["act T4 0", "act T4 2", "inf CS", "lay J3", "lay T4", "pass"]
    assert "does not exceed" in why(state, "1 lay J2")
    assert "does not exceed" in why(state, "1 act T2 0")
    assert "on a 4 only" in why(state, "1 inf TS")
    assert phase(play(state, "1 lay T4")) != "gather"


@pytest.mark.rule("E4")
def test_evolution_is_worth_one_more_than_the_card_below() -> None:
    state = position("1: EV; 2: J3 J4; pile J2@0; turn 1")
    play(state, "1 lay EV")
    assert surface(state) == "N3"
    assert state.view(None)["pile"][-1] == {"card": "EV", "seat": 1, "value": 3}
    assert legal(state) == ["lay J4", "pass"]


@pytest.mark.rule("E5", "R24")
def test_an_evolution_as_four_opens_the_chieftain_phase_and_cannot_be_cancelled() -> None:
    state = position("1: EV J1; 2: TS HY D1 CS IW; pile J3@0; turn 1")
    play(state, "1 lay EV")
    assert (surface(state), phase(state)) == ("N4", "chief")
    assert legal(state, 2) == ["inf CS", "inf D1", "inf IW", "inf TS", "pass", "wait"]
    assert "nothing that Hysteria" in why(state, "2 hys")


@pytest.mark.rule("E6", "R16")
def test_a_round_ends_without_chieftain_when_only_the_top_player_is_left() -> None:
    state = position("0: J1 J2; 1: J3 J4; 2: J1 J4; home 2: J1 J2 J3 J4")
    play(state, "0 lay J1", "1 lay J3", "2 pass")
    assert len(viruses(state, 2)) == 1
    play(state, "0 pass")
    assert viruses(state, 0) == []
    assert told(state, None, "won") == [(1, ("J1", "J3"))]
    assert nest(state, 1) == ["J1", "J3"]
    assert told(state, None, "window") == []


@pytest.mark.rule("E7")
def test_the_dominant_ends_the_round_and_nobody_is_asked() -> None:
    state = position("1: DM J1; 2: HY TS; pile J2@0; turn 1")
    play(state, "1 lay DM")
    assert nest(state, 1) == ["J2", "DM"]
    assert told(state, None, "window") == []
    assert state.round_no == 2


@pytest.mark.rule("E8", "R26")
def test_of_simultaneous_plays_only_that_of_the_best_priority_is_laid() -> None:
    state = position("seats 4; fp 1; turn 1; 0: D1 J1; 1: J1 J2; 2: J3 TS; 3: J4 J2")
    play(state, "1 lay J1", "2 lay J3", "3 lay J4")
    assert asked(state) == [0, 2]
    play(state, "0 inf D1", "2 inf TS")
    # nobody can cover a D1 with what is left: seat 0 wins at once
    assert "TS" in hand(state, 2)
    assert nest(state, 0) == ["J1", "J3", "J4"]
    assert discard(state) == ["D1"]


@pytest.mark.rule("E9")
def test_a_clean_slate_in_the_chieftain_phase_restarts_the_gathering() -> None:
    state = position("0: J2 J1 J3; 1: J4 J2 J3; 2: CS J3")
    play(state, "0 lay J2", "1 lay J4", "2 inf CS")
    assert (surface(state), phase(state), state.turn) == ("OPEN", "gather", 0)
    play(state, "0 lay J1", "1 lay J2", "2 pass", "0 pass")
    assert nest(state, 1) == ["J1", "J2", "J2", "J4"]
    assert discard(state) == ["CS"]


@pytest.mark.rule("E9")
def test_who_has_passed_stays_out_after_a_clean_slate() -> None:
    state = position("0: J1; 1: CS J1; 2: J1; pile J2@0 J4@1; out 0; fp 2")
    play(state, "1 inf CS")
    assert asked(state) == [2]
    play(state, "2 lay J1", "1 pass")
    assert nest(state, 2) == ["J1", "J2", "J4"]


@pytest.mark.rule("E10")
def test_hysteria_on_a_devourer_goes_back_to_the_gathering_phase() -> None:
    state = position("0: J2 J1; 1: D1 J1; 2: HY J3 J1")
    play(state, "0 lay J2", "1 inf D1")
    assert (surface(state), phase(state)) == ("D1", "chief")
    play(state, "2 hys")
    assert (surface(state), phase(state), state.top, state.turn) == ("N2", "gather", 2, 2)
    play(state, "2 lay J3", "0 pass", "1 pass")
    assert nest(state, 2) == ["J2", "J3"]


@pytest.mark.rule("E11")
def test_hysteria_on_hysteria_puts_the_card_in_force_again() -> None:
    state = position("0: D1 J1; 1: HY J1; 2: HY HY J1; pile J2@2")
    play(state, "0 inf D1")
    assert (surface(state), state.top) == ("D1", 0)
    play(state, "1 hys", "2 wait")
    assert (surface(state), state.top, phase(state)) == ("N2", 1, "response")
    play(state, "2 hys")
    # nobody holds another Hysteria against seat 2, so it wins the pile
    assert nest(state, 2) == ["J2"]
    assert discard(state) == ["HY", "HY", "D1"]


@pytest.mark.rule("E12", "R19")
def test_hysteria_on_a_thief_gives_the_card_back_and_does_not_take_the_lead() -> None:
    state = position("0: J1 J2; 1: T3 J1; 2: HY J1; nest 2: J4 J1")
    play(state, "0 lay J1")
    picking(state, "1 act T3 2", "J4 from nest 2")
    assert (nest(state, 1), nest(state, 2)) == (["J4"], ["J1"])
    play(state, "2 hys")
    assert (nest(state, 1), nest(state, 2)) == ([], ["J1", "J4"])
    assert discard(state) == ["T3", "HY"]
    assert (surface(state), state.top, state.turn) == ("N1", 0, 2)
    play(state, "2 pass", "0 pass", "1 pass")
    assert nest(state, 0) == ["J1"]


@pytest.mark.rule("E13", "R4")
def test_a_gatecrasher_is_undone_by_hysteria_and_cannot_be_laid() -> None:
    state = position("1: G3 J1; 2: HY J1; home 2: J1 J2 J3 J4; pile J2@0; turn 1")
    play(state, "1 act G3 2")
    assert home(state, 1) == [["J1", "J2", "J3", "J4"]]
    play(state, "2 hys")
    assert (home(state, 1), home(state, 2)) == ([], [["J1", "J2", "J3", "J4"]])
    assert discard(state) == ["G3", "HY"]
    laid = position("1: G3 J1; home 2: J1 J2 J3 J4; pile J2@0; turn 1")
    assert "only activated" in why(laid, "1 lay G3")


@pytest.mark.rule("E13")
def test_a_gatecrasher_needs_a_pack_without_the_dominant() -> None:
    nobody = position("1: G3 J1; pile J2@0; turn 1")
    assert legal(nobody) == ["pass"]
    protected = position("1: G3 J1; home 2: J1 J2 J3 DM; pile J2@0; turn 1")
    assert legal(protected) == ["pass"]
    assert "no pack" in why(protected, "1 act G3 2")


@pytest.mark.rule("E14", "R25")
def test_the_first_extra_card_that_reaches_the_chieftain_phase_wins() -> None:
    state = position("0: J1 J2; 1: IW J4 J1; 2: D3 TS")
    play(state, "0 lay J1", "1 inf IW", "1 lay J4")
    assert nest(state, 1) == ["J1", "J4"]
    assert told(state, None, "window") == []


@pytest.mark.rule("E15", "R25")
def test_the_second_extra_card_is_exposed_again() -> None:
    state = position("0: J1 J2; 1: IW J3 J4 J1; 2: D3 TS")
    play(state, "0 lay J1", "1 inf IW", "1 lay J3", "1 lay J4")
    assert (phase(state), asked(state)) == ("chief", [2])
    play(state, "2 inf TS", "2 wait")
    assert nest(state, 2) == ["J1", "J3", "J4"]


@pytest.mark.rule("E16")
def test_who_calls_a_true_claim_a_lie_loses_a_card() -> None:
    state = position("0: TS; 1: L3 J2 J2 J1; pile J1@2; turn 1")
    play(state, "1 act L3 0", "1 put J2", "1 put J2", "1 done", "1 claim N2", "1 claim N2")
    picking(state, "0 say lie", "TS from hand 0")
    assert (hand(state, 0), hand(state, 1)) == ([], ["J1", "J2", "J2"])
    assert discard(state) == ["L3", "TS"]


@pytest.mark.rule("E16")
def test_a_nest_card_of_the_hand_goes_to_the_nest_of_the_taker() -> None:
    state = position("0: EV; 1: L3 J2 J1; pile J1@2; turn 1")
    play(state, "1 act L3 0", "1 put J2", "1 done", "1 claim N2")
    picking(state, "0 say lie", "EV from hand 0")
    assert nest(state, 1) == ["EV"]


@pytest.mark.rule("E16")
def test_who_sees_through_a_lie_takes_from_the_nest_of_the_fibber() -> None:
    state = position("0: TS; 1: L3 HY J1; nest 1: J4; pile J1@2; turn 1")
    play(state, "1 act L3 0", "1 put HY", "1 done", "1 claim N4")
    picking(state, "0 say lie", "J4 from nest 1")
    assert (nest(state, 0), nest(state, 1)) == (["J4"], [])
    assert hand(state, 1) == ["J1", "HY"]


@pytest.mark.rule("E17", "R28")
@pytest.mark.parametrize(
    ("card", "nest_after", "discarded"),
    [("TS", [], ["T2", "TS"]), ("J3", ["J3"], ["T2"]), ("EV", ["EV"], ["T2"])],
)
def test_a_thief_takes_from_a_hand_when_nobody_has_a_nest(
    card: str, nest_after: list[str], discarded: list[str]
) -> None:
    state = position("0: T2 J1 J2; 1: TS J3 EV; 2: J1; pile J1@2")
    picking(state, "0 act T2 1", f"{card} from hand 1")
    assert nest(state, 0) == nest_after
    assert discard(state) == discarded


@pytest.mark.rule("E17", "R28")
def test_a_thief_does_not_take_from_a_hand_while_an_opponent_has_a_nest() -> None:
    state = position("0: T2 J1; 1: TS; 2: J1; nest 2: J4; pile J1@2")
    assert [text for text in legal(state) if text.startswith("act")] == ["act T2 2"]
    assert "no opponent has a nest" in why(state, "0 act T2 1")


def before_the_refill(text: str, last: int = 0, **options: object) -> JunQuickState:
    """The round ends at once: the last seat in it passes; nothing was on the pile but a Clean Slate."""
    state = position(f"{text}; pile CS@1; turn {last}", **options)
    assert asked(state) == [last]
    return play(state, f"{last} pass")


@pytest.mark.rule("E18", "R30")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["J4", "J3", "J2"], 0),
        (["J4", "J4", "J1"], 2),
        (["J4", "J4", "J2", "J1"], 3),
        (["J4", "J4", "J1", "J1"], None),
        (["J4", "J4", "J4"], None),
        (["DM", "J4", "J4", "J1"], 0),
    ],
)
def test_the_unique_highest_card_wins_a_battle_else_the_unique_lowest(
    cards: list[str], winner: int | None
) -> None:
    seats = len(cards)
    hands = "; ".join(
        f"{seat}: {card} J2 J2 J2 J3 {'J3' if seat != 1 else ''}" for seat, card in enumerate(cards)
    )
    out = " ".join(map(str, range(1, seats)))
    state = before_the_refill(f"seats {seats}; fp 0; {hands}; out {out}; top BT")
    assert phase(state) == "battle"
    play(state, *(f"{seat} battle {card}" for seat, card in enumerate(cards)))
    taken = sorted(cards, key=NUMBERS.__getitem__)
    assert [nest(state, seat) for seat in range(seats)] == [
        taken if seat == winner else [] for seat in range(seats)
    ]


@pytest.mark.rule("E19", "R12")
def test_a_virus_is_paid_for_without_superfluous_cards() -> None:
    state = before_the_refill("0: J4; nest 0: J1 J1 J1 J2 J2 J4 DM EV; virus 0: V3; out 1 2")
    play(state, "0 done")
    assert phase(state) == "cure"
    assert legal(state) == [
        "cure V3 EV",
        "cure V3 N1 N1 N1",
        "cure V3 N1 N2",
        "cure V3 N2 N2",
        "cure V3 N4",
        "done",
    ]
    play(state, "0 cure V3 N1 N2")
    assert discard(state) == ["J1", "J2", "CS"]
    assert state.view(None)["virus_discard"] == ["V3"]


@pytest.mark.rule("E19")
def test_the_dominant_does_not_pay_and_a_three_does() -> None:
    assert phase(before_the_refill("0: J4; nest 0: DM J2; virus 0: V3; out 1 2")) != "cure"
    state = before_the_refill("0: J4; nest 0: J3 J1; virus 0: V3; out 1 2")
    assert legal(state) == ["cure V3 N3", "done"]


@pytest.mark.rule("E20", "R32")
def test_depopulation_does_not_discard_the_dominant() -> None:
    state = position(
        "seats 2; 0: DM J1 J2 J3 TS CS; 1: J1 J2 J3 J4 TS; out 1; pile CS@1; turn 0; fp 0; top DP"
    )
    log = state.watch()
    log.script = [
        Chance("hand 0", [NUMBERS["DM"]], True),
        Chance("hand 0", [NUMBERS["J1"]], True),
        Chance("hand 1", [NUMBERS["J2"]], True),
        Chance("hand 1", [NUMBERS["J3"]], True),
    ]
    play(state, "0 pass")
    assert told(state, None, "spared") == [(0,)]
    assert told(state, None, "lost") == [(0, ("J1",)), (1, ("J2", "J3"))]
    assert "DM" in hand(state, 0)
    assert told(state, 0, "draw")[-1][1] == ("J1",)


@pytest.mark.rule("E21", "R31")
def test_emigration_goes_round_and_gifts_may_be_passed_on() -> None:
    state = before_the_refill(
        "fp 2; 0: J1 J1 J1 J2 J2 J2; 1: J3 J3 J3 J4 J4 J4; 2: CS CS D1 TS TS; out 1 2; top EM HY"
    )
    assert (phase(state), asked(state)) == ("emigrate", [0])
    play(state, "0 give J1", "0 give J1", "0 give J1")
    assert len(hand(state, 1)) == 9
    play(state, "1 give J1", "1 give J1", "1 give J4")
    assert len(hand(state, 2)) == 9
    play(state, "2 give CS", "2 give CS", "2 give TS")
    assert [len(hand(state, seat)) for seat in range(3)] == [6, 6, 6]
    assert hand(state, 2) == ["J1", "J1", "J4", "TS", "HY", "D1"]
    assert hand(state, 0) == ["J2", "J2", "J2", "CS", "CS", "TS"]


@pytest.mark.rule("E22", "R27")
def test_passing_in_the_chieftain_phase_costs_no_virus() -> None:
    state = position("0: J1; 1: J2; 2: TS; home 2: J1 J2 J3 J4; pile J4@0")
    play(state, "2 pass")
    assert told(state, None, "leave") == [(2,)]
    assert viruses(state, 2) == []


@pytest.mark.rule("E23", "R34")
def test_the_game_is_over_at_the_draw_that_the_deck_cannot_give() -> None:
    state = before_the_refill(
        "fp 2; 0: J1 J1 J1 J1; 1: J2 J2 J2 J2; 2: J3 J3 J3 J3 J3 J3; out 1 2; deck EM J4 J4"
    )
    assert state.over
    result = state.game.result(state)
    assert result["end"] == "deck"
    assert nest(state, 0) == ["J1", "J1", "J1", "J1", "J4"]
    assert nest(state, 1) == ["J2", "J2", "J2", "J2", "J4"]
    assert "EM" in discard(state)
    assert told(state, None, "instant") == []


@pytest.mark.rule("E24", "R14")
@pytest.mark.parametrize(("final_hand", "left"), [("all", ["HY"]), ("nest_cards", [])])
def test_hands_join_the_nests_and_evolutions_fill_the_gaps_of_the_last_packs(
    final_hand: str, left: list[str]
) -> None:
    state = before_the_refill(
        "fp 2; 0: J2 J4 J4 EV HY; nest 0: J1 J1 J3 J3; home 0: J1 J2 J3 J4; virus 0: V1; out 0 1; deck",
        last=2,
        final_hand=final_hand,
    )
    play(state, "0 done")
    result = state.game.result(state)
    assert result["packs"][0] == 3
    assert result["scores"][0] == 2
    assert nest(state, 0) == left
    assert result["nest"][0] == len(left)


@pytest.mark.rule("E25", "R15")
@pytest.mark.parametrize(("more", "winners"), [("J1 J1 J1 J1 J1", [1]), ("J1 J1 J1", [0, 1])])
def test_equal_packs_are_decided_by_nest_cards_else_shared(more: str, winners: list[int]) -> None:
    two = "J1 J2 J3 J4, J1 J2 J3 J4"
    state = before_the_refill(
        f"fp 2; nest 0: J2 J2 J2; nest 1: {more}; home 0: {two}; home 1: {two}; 2: J3; out 0 1; deck", last=2
    )
    assert state.game.result(state)["scores"] == [2, 2, 0]
    assert state.game.result(state)["winners"] == winners


@pytest.mark.rule("E26", "R5")
def test_a_forgotten_instant_costs_its_owner_two_viruses() -> None:
    state = position("0: T2 J1; 1: DP; 2: J1; pile J1@2", instant_mode="declare")
    picking(state, "0 act T2 1", "DP from hand 1")
    assert len(viruses(state, 1)) == 2
    assert discard(state) == ["T2", "DP"]
    assert nest(state, 0) == []


@pytest.mark.rule("E27", "R14")
@pytest.mark.parametrize(
    ("options", "nests", "winner"), [({}, [3, 6], 1), ({"final_hand": "nest_cards"}, [2, 1], 0)]
)
def test_the_hand_decides_a_tie(options: dict[str, object], nests: list[int], winner: int) -> None:
    state = position("seats 2; 0: J1 HY; 1: HY CS TS D1 D2; pile J3@0; turn 1; deck J2", **options)
    play(state, "1 pass")
    assert state.over
    result = state.game.result(state)
    assert (result["packs"], result["nest"], result["winners"]) == ([0, 0], nests, [winner])


@pytest.mark.rule("E27", "R14")
def test_an_instant_in_a_hand_never_counts() -> None:
    state = position(
        "seats 2; 0: J1 HY; 1: DP CS TS D1 D2; pile J3@0; turn 1; deck J2", instant_mode="declare"
    )
    play(state, "1 pass")
    assert state.game.result(state)["nest"] == [3, 5]
    assert "DP" in discard(state)


ACTIVATIONS = ["act G3 1", "act L2 1", "act L2 2", "act T1 1"]


@pytest.mark.rule("E28", "R6")
def test_no_activation_opens_unless_the_table_allows_it() -> None:
    text = "0: T1 L2 G3 J4; nest 1: J1; home 1: J1 J2 J3 J4"
    assert legal(position(text)) == ["lay J4", "lay L2", "lay T1"]
    opened = position(text, open_activation=True)
    assert legal(opened) == [*ACTIVATIONS, "lay J4", "lay L2", "lay T1"]
    assert "cannot pass" in why(opened, "0 pass")


@pytest.mark.rule("E29", "R6")
@pytest.mark.parametrize("open_activation", [False, True])
def test_on_a_clean_slate_cards_are_activated_whatever_the_table_allows(open_activation: bool) -> None:
    state = position(
        "fp 1; 0: T1 L2 G3 J4; nest 1: J1; home 1: J1 J2 J3 J4; pile J3@1 CS@2",
        open_activation=open_activation,
    )
    assert set(ACTIVATIONS) | {"pass"} <= set(legal(state))


@pytest.mark.rule("E30", "R21")
def test_a_devourer_of_any_size_goes_on_too_soon_and_too_soon_on_no_devourer() -> None:
    text = "0: J4 D2 TS; 1: TS J1; 2: D1 J1"
    state = play(position(text), "0 lay J4", "0 wait", "1 inf TS", "2 wait")
    play(state, "0 wait", "2 inf D1")
    assert (surface(state), state.top, asked(state)) == ("D1", 2, [0])
    assert legal(state, 0) == ["inf D2", "pass", "wait"]
    assert "on a 4 only" in why(state, "0 inf TS")
    before = position("0: J4; 1: TS J1; 2: D1 J1", devourer_on_too_soon=False)
    play(before, "0 lay J4", "1 inf TS", "2 wait")
    assert nest(before, 1) == ["J4"]
