"""The worked examples of the rules, section 10, by their numbers."""

from __future__ import annotations

import pytest

from koloda.core.errors import IllegalAction
from koloda.core.match import Match
from koloda.games.yassa import GAME
from koloda.games.yassa.cards import CODES, copies, points_of
from koloda.games.yassa.state import YassaState
from yassa.positions import LETTERS, count, discard, hand, legal, now, play, position, stock, top, yassa

OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"


def wild(code: str) -> list[str]:
    return [f"play {code}:{colour}" for colour in "BGRY"]


@pytest.mark.rule("E1")
def test_the_deck_has_108_cards_and_1240_points() -> None:
    deck = [card for card in range(54) for _ in range(int(copies(card)))]
    assert len(deck) == 108
    assert sum(CODES[card][1].isdigit() and card < 52 for card in deck) == 76
    assert sum(CODES[card][1] in "SDV" for card in deck) == 24
    assert sum(card >= 52 for card in deck) == 8
    assert sum(points_of(card) for card in deck) == 1240


@pytest.mark.rule("E2")
def test_a_card_fits_by_colour_by_symbol_or_by_being_multi_coloured() -> None:
    state = position(f"A: R2 G7 GS B3 WC; {OTHERS}; top R7")
    assert legal(state, "A") == sorted(["play R2", "play G7", *wild("WC")])


@pytest.mark.rule("E3")
def test_a_picture_fits_the_same_picture() -> None:
    state = position(f"A: RS R5 B1; {OTHERS}; top GS")
    assert legal(state, "A") == ["play RS"]


@pytest.mark.rule("E4")
def test_after_an_ordered_colour_only_that_colour_fits() -> None:
    state = position(f"A: R5 BS Y0; {OTHERS}; top WC:B")
    assert legal(state, "A") == ["play BS"]


@pytest.mark.rule("E5")
def test_the_card_drawn_may_be_laid_if_it_fits() -> None:
    fitting = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1"), "A draw")
    assert now(fitting) == "AFTER_DRAW(A)"
    assert legal(fitting, "A") == ["pass", "play R1"]
    useless = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock B9"), "A draw")
    assert legal(useless, "A") == ["pass"]


@pytest.mark.rule("E6")
def test_a_fitting_card_just_drawn_may_be_kept() -> None:
    state = play(position(f"A: G2 BS Y4; {OTHERS}; top R7; stock R1"), "A draw", "A pass")
    assert hand(state, "A") == ["R1", "Y4", "G2", "BS"]
    assert now(state) == "TURN(B)"


def skip() -> str:
    return "A: RS G1 G2; B: RS R5 GS Y1; C: B1 B2 B3; D: G1 G3 G4; top R7"


@pytest.mark.rule("E7")
def test_only_the_identical_card_saves_from_a_skip() -> None:
    state = play(position(skip()), "A play RS")
    assert now(state) == "RESPOND_SKIP(B)"
    assert legal(state, "B") == ["accept", "play RS"]


@pytest.mark.rule("E8")
def test_who_accepts_a_skip_misses_the_turn_and_keeps_his_cards() -> None:
    state = play(position(skip()), "A play RS", "B accept")
    assert now(state) == "TURN(C)"
    assert count(state, "B") == 4


@pytest.mark.rule("E9")
def test_an_escape_from_a_skip_hits_the_next_player() -> None:
    state = play(position(skip()), "A play RS", "B play RS")
    assert now(state) == "RESPOND_SKIP(C)"
    assert legal(state, "C") == ["accept"]
    assert now(play(state, "C accept")) == "TURN(D)"


@pytest.mark.rule("E10")
def test_draw_twos_do_not_add_up() -> None:
    state = position("A: RD Y1 Y2; B: GD Y3 Y4; C: BD Y5 Y6; D: R1 R2 R3; top R7")
    play(state, "A play RD", "B play GD", "C play BD")
    assert legal(state, "D") == ["accept"]
    play(state, "D accept")
    assert count(state, "D") == 5
    assert top(state) == "BD"
    assert state.view(None)["colour"] == "B"
    assert now(state) == "TURN(A)"


def reverses() -> str:
    return "A: RV BV Y1 Y2; B: Y3 Y4 Y5; C: B1 B2 B3; D: GV G1 G2 G3; top R7"


@pytest.mark.rule("E11", "E12", "E13")
def test_reverses_add_up() -> None:
    state = play(position(reverses()), "A play RV")
    assert (state.direction, now(state)) == (-1, "TURN(D)")
    play(state, "D play GV")
    assert (state.direction, now(state)) == (1, "TURN(A)")
    play(state, "A play BV")
    assert (state.direction, now(state)) == (-1, "TURN(D)")


@pytest.mark.rule("E14")
def test_a_reverse_of_two_players_changes_nothing_or_gives_another_turn() -> None:
    two = "A: RV Y1 Y2 Y3; B: R1 R2 R3; top R7"
    plain = play(position(two), "A play RV")
    assert (plain.direction, now(plain)) == (-1, "TURN(B)")
    assert now(play(position(two, two_player_reverse="skip"), "A play RV")) == "TURN(A)"


@pytest.mark.rule("E15")
def test_two_players_pass_a_skip_to_and_fro() -> None:
    state = position("A: RS Y1 Y2; B: RS R2 R3; top R7")
    play(state, "A play RS", "B play RS", "A accept")
    assert now(state) == "TURN(B)"


@pytest.mark.rule("E16")
def test_a_vain_check_costs_six_cards() -> None:
    state = position(f"A: W4 G7 BS WC Y1; {OTHERS}; top R7")
    play(state, "A play W4:G", "B challenge")
    assert count(state, "B") == 3 + 6
    assert now(state) == "READY(B)"
    play(state, "B ready")
    assert now(state) == "TURN(C)"
    assert top(state) == "W4:G"


BLUFF = "A: W4 R3 G1; B: GD RD BS Y1; C: YD B1 B2; D: G2 G3 G4; top R7"


@pytest.mark.rule("E17")
def test_an_exposed_bluffer_takes_the_card_back_and_four_more() -> None:
    state = play(position(BLUFF), "A play W4:G", "B challenge")
    assert count(state, "A") == 7
    assert {"W4", "R3", "G1"} <= set(hand(state, "A"))
    assert (top(state), state.view(None)["colour"]) == ("R7", "R")
    assert now(state) == "READY(A)"
    assert now(play(state, "A ready")) == "TURN(B)"


@pytest.mark.rule("E18")
def test_who_believes_a_bluff_takes_four() -> None:
    state = play(position(BLUFF), "A play W4:G", "B accept")
    assert count(state, "B") == 4 + 4
    assert now(state) == "READY(B)"
    play(state, "B ready")
    assert (now(state), top(state)) == ("TURN(C)", "W4:G")


@pytest.mark.rule("E19")
def test_only_the_draw_two_of_the_ordered_colour_saves_from_four_cards() -> None:
    state = play(position(BLUFF), "A play W4:G")
    assert legal(state, "B") == ["accept", "challenge", "play GD"]


@pytest.mark.rule("E20")
def test_after_the_escape_from_four_cards_it_is_an_ordinary_draw_two() -> None:
    state = play(position(BLUFF), "A play W4:G", "B play GD")
    assert now(state) == "RESPOND_DRAW2(C)"
    assert legal(state, "C") == ["accept", "play YD"]
    taken = play(state.clone(), "C accept")
    assert (count(taken, "C"), now(taken)) == (3 + 2, "TURN(D)")
    assert now(play(state, "C play YD")) == "RESPOND_DRAW2(D)"


@pytest.mark.rule("E21")
def test_nothing_but_a_draw_two_saves_from_a_draw_two() -> None:
    state = position("A: RD Y1 Y2; B: W4 WC RS RV Y3; C: B1 B2 B3; D: G1 G2 G3; top R7")
    assert legal(play(state, "A play RD"), "B") == ["accept"]


@pytest.mark.rule("E22")
def test_a_player_called_out_takes_two_cards_once() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5")
    assert now(state) == "CALL_WINDOW(BCD)"
    play(state, "B silent", "C call", "D call")
    assert count(state, "A") == 3
    assert now(state) == "TURN(B)"


@pytest.mark.rule("E23")
def test_who_shouts_in_time_cannot_be_called_out() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5!")
    assert now(state) == "TURN(B)"
    assert count(state, "A") == 1


@pytest.mark.rule("E24")
def test_in_real_time_a_draw_closes_the_call_window() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", reaction_mode="realtime")
    play(state, "A play R5")
    assert "call" in legal(state, "C")
    play(state, "B draw")
    with pytest.raises(IllegalAction):
        play(state, "C call")
    assert count(state, "A") == 1


@pytest.mark.rule("E25")
def test_in_real_time_an_accepted_skip_leaves_the_call_window_open() -> None:
    state = position(f"A: RS R9; {OTHERS}; top R2", reaction_mode="realtime")
    play(state, "A play RS", "B accept", "D call")
    assert count(state, "A") == 3
    assert now(state) == "TURN(C)"


@pytest.mark.rule("E26")
def test_cards_taken_after_the_lay_do_not_count_in_a_check() -> None:
    state = position(f"A: W4 B5; {OTHERS}; top R7; stock R1 R9")
    play(state, "A play W4:Y", "B silent", "C call", "D silent")
    assert hand(state, "A") == ["R1", "R9", "B5"]
    play(state, "B challenge")
    assert count(state, "B") == 3 + 6
    assert now(state) == "READY(B)"


@pytest.mark.rule("E27")
def test_the_last_card_has_no_effect_unless_the_option_says_so() -> None:
    state = play(position(f"A: RD; {OTHERS}; top R7"), "A play RD")
    assert (state.over, state.winner, count(state, "B")) == (True, 0, 3)
    state = play(position(f"A: RD; {OTHERS}; top R7", final_draw_effect="on"), "A play RD")
    assert (state.over, state.winner, count(state, "B")) == (True, 0, 5)


LAST = "A: R1; B: R9 GS; C: WC W4 B0; D: Y5 BV; top R7"


def match_with(totals: list[float], **options: object) -> Match:
    """A match after the last card of examples 28 and 29, with these totals before."""
    match = GAME.match(4, 1, options)
    match.next_deal()
    match.totals = totals
    match.add(play(position(LAST, **options), "A play R1"))
    return match


@pytest.mark.rule("E28")
def test_the_winner_scores_all_other_hands_and_wins_the_match_at_500() -> None:
    match = match_with([360.0, 150.0, 110.0, 0.0])
    assert match.results[0]["scores"] == [154, 0, 0, 0]
    assert match.results[0]["returns"] == [115.5, -38.5, -38.5, -38.5]
    assert match.results[0]["hand_points"] == [0, 29, 100, 25]
    assert match.totals[0] == 514
    assert match.over
    assert match.winners == [0]


@pytest.mark.rule("E29")
def test_who_reaches_200_of_his_own_points_has_lost_and_all_others_have_won() -> None:
    match = match_with([60.0, 150.0, 110.0, 0.0], scoring="own_points")
    assert match.results[0]["returns"] == [38.5, 9.5, -61.5, 13.5]
    assert match.totals == [60, 179, 210, 25]
    assert match.over
    assert match.winners == [0, 1, 3]


@pytest.mark.rule("E30")
def test_several_may_lose_together() -> None:
    match = match_with([0.0, 190.0, 195.0, 0.0], scoring="own_points")
    assert match.totals == [0, 219, 295, 25]
    assert match.winners == [0, 3]


@pytest.mark.rule("E31")
def test_an_empty_stock_is_made_of_the_discards_without_the_top() -> None:
    state = position("A: RD Y1 Y2; B: R1 R2 R3; C: B1 B2 B3; D: *; discard G1 B4 RS; stock Y9")
    play(state, "A play RD", "B accept")
    assert "Y9" in hand(state, "B")
    assert count(state, "B") == 5
    assert len(stock(state)) == 2
    assert discard(state) == ["RD"]
    taken = [code for code in hand(state, "B") if code not in ("R1", "R2", "R3", "Y9")]
    assert sorted(taken + stock(state)) == ["B4", "G1", "RS"]


@pytest.mark.rule("E32")
def test_a_draw_of_nothing_is_followed_by_a_pass() -> None:
    state = position("A: G2 BS Y4; B: R1 R2 R3; C: B1 B2 B3; D: *; discard R7")
    play(state, "A draw")
    assert count(state, "A") == 3
    assert now(state) == "AFTER_DRAW(A)"
    assert legal(state, "A") == ["pass"]
    assert now(play(state, "A pass")) == "TURN(B)"


@pytest.mark.rule("E33")
def test_the_card_under_a_waiting_w4_stays() -> None:
    state = position("A: W4 B5; B: R1 R2 R3; C: B1 B2 B3; D: *; discard Y1 Y2 Y3 R7")
    play(state, "A play W4:G", "B silent", "C call", "D silent")
    assert count(state, "A") == 3
    assert discard(state) == ["R7", "W4"]
    assert len(stock(state)) == 1


def started(start: str, dealer: str) -> dict[str, object]:
    """A setup with this start card and these cards of the dealer, seat 0."""
    cards = dealer.split()
    rest = [code for number, code in enumerate(CODES) for _ in range(int(copies(number)))]
    for code in [start, *cards]:
        rest.remove(code)
    hands = [cards] + [rest[7 * seat : 7 * seat + 7] for seat in range(3)]
    order = {code: number for number, code in enumerate(CODES)}
    return {
        "dealer": 0,
        "hands": [sorted(held, key=order.__getitem__) for held in hands],
        "stock": rest[21:],
        "discard": [start],
    }


@pytest.mark.rule("E34")
def test_an_active_start_card_has_no_effect() -> None:
    state = yassa(GAME.restore(started("RD", "R1 G2 GD B3 Y4 Y5 B6")))
    assert now(state) == "TURN(A)"
    assert count(state, "A") == 7
    assert legal(state, "A") == ["play GD", "play R1"]


@pytest.mark.rule("E35")
def test_a_multi_coloured_start_card_leaves_the_colour_open() -> None:
    state = yassa(GAME.restore(started("W4", "R1 G2 GD B3 Y4 Y5 W4")))
    assert state.view(None)["colour"] is None
    cards = ["R1", "G2", "GD", "B3", "Y4", "Y5", "W4:B", "W4:G", "W4:R", "W4:Y"]
    assert legal(state, "A") == sorted(f"play {card}" for card in cards)
    play(state, "A play W4:R", "B challenge")
    assert now(state) == "READY(B)"
    assert count(state, "B") == 7 + 6


@pytest.mark.rule("E36")
def test_an_intervention_takes_the_turn_of_those_between() -> None:
    state = position(
        "A: R5 Y1 Y2; B: R1 R2 R3; C: R5 B1 B2; D: G1 G2 G3; top R7", intervention="any_identical"
    )
    play(state, "A play R5")
    assert now(state) == "INTERVENTION_WINDOW(CD)"
    play(state, "C intervene R5", "D decline")
    assert count(state, "C") == 2
    assert now(state) == "TURN(D)"


@pytest.mark.rule("E37")
def test_an_intervention_with_a_reverse_turns_the_direction_again() -> None:
    state = position(
        "A: RV Y1 Y2; B: R1 R2 R3; C: RV B1 B2; D: G1 G2 G3; top R7", intervention="any_identical"
    )
    play(state, "A play RV")
    assert (state.direction, now(state)) == (-1, "INTERVENTION_WINDOW(BC)")
    play(state, "B decline", "C intervene RV")
    assert (state.direction, now(state)) == (1, "TURN(D)")


@pytest.mark.rule("E38")
def test_a_card_laid_by_mistake_costs_two() -> None:
    text = "A: Y1 Y2 Y3; B: R1 G2 B3; C: B1 B2 B4; D: G1 G3 G4; top R7; turn B"
    state = play(position(text, mistake_penalty="on"), "B mistake G2")
    assert "G2" in hand(state, "B")
    assert count(state, "B") == 5
    assert now(state) == "TURN(B)"
    strict = position(text)
    before = strict.reveal()
    with pytest.raises(IllegalAction, match="does not fit"):
        play(strict, "B play G2")
    assert strict.reveal() == before


@pytest.mark.rule("E39")
def test_the_shout_is_due_every_time() -> None:
    state = position("A: R5 R9; B: B5 Y2 Y3; C: B6 B3 B9; D: B4 G2 G3; top R2; stock B2")
    play(state, "A play R5!", "B play B5", "C play B6", "D play B4", "A draw")
    assert hand(state, "A") == ["R9", "B2"]
    assert legal(state, "A") == ["pass", "play B2", "play B2!"]
    assert now(play(state, "A play B2")) == "CALL_WINDOW(BCD)"


@pytest.mark.rule("E40")
def test_a_second_w4_in_hand_is_no_card_of_the_colour() -> None:
    state = play(position(f"A: W4 W4; {OTHERS}; top R7"), "A play W4:B!", "B challenge")
    assert count(state, "B") == 3 + 6
    assert now(state) == "READY(B)"


def tried(state: YassaState, player: str, text: str) -> str | None:
    """What a person's attempt comes to at a table; None: it is ignored."""
    action = int(state.meant(LETTERS.index(player), GAME.action(text)))
    return None if action < 0 else GAME.text(action)


@pytest.mark.rule("E41")
def test_a_call_without_reason_is_ignored_or_a_mistake() -> None:
    text = f"A: R5 R9 G1; {OTHERS}; top R2"
    state = position(text, reaction_mode="realtime")
    assert legal(state, "C") == []
    assert tried(state, "C", "call") is None
    strict = position(text, reaction_mode="realtime", mistake_penalty="on")
    assert tried(strict, "C", "call") == "mistake call"
    play(strict, "C mistake call")
    assert count(strict, "C") == 5
    assert now(strict) == "TURN(A)"


@pytest.mark.rule("E42")
def test_a_shout_without_reason_is_ignored_or_a_mistake() -> None:
    text = f"A: R5 R9 G1; {OTHERS}; top R7"
    state = position(text)
    assert "play R5!" not in legal(state, "A")
    assert tried(state, "A", "play R5!") == "play R5"
    play(state, "A play R5")
    assert hand(state, "A") == ["R9", "G1"]
    strict = position(text, mistake_penalty="on")
    assert tried(strict, "A", "play R5!") == "play R5!"
    play(strict, "A play R5!")
    assert count(strict, "A") == 4
    assert {"R9", "G1"} <= set(hand(strict, "A"))
    assert now(strict) == "TURN(B)"


@pytest.mark.rule("E43")
@pytest.mark.parametrize("mistakes", ["off", "on"])
def test_nobody_calls_himself_out(mistakes: str) -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", reaction_mode="realtime", mistake_penalty=mistakes)
    play(state, "A play R5")
    assert tried(state, "A", "call") is None
    assert tried(state, "C", "call") == "call"
    play(state, "C call")
    assert count(state, "A") == 3
