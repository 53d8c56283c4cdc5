"""The rulings of the rules, section 8, and the sections they belong to."""

from __future__ import annotations

from collections import Counter

import pytest

from koloda.core.errors import BadNotation, IllegalAction
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.cards import CODES, COLOURS
from koloda.games.yassa.state import YassaState
from yassa.positions import count, discard, hand, kinds, legal, now, play, position, stock, top, yassa

OTHERS = "B: Y1 Y2 Y3; C: B1 B2 B3; D: G1 G2 G3"


@pytest.mark.rule("R1")
def test_the_game_is_named_after_its_shout() -> None:
    assert GAME.names.items() >= {"en": "Yassa", "uk": "Ясса", "ru": "Ясса"}.items()
    assert "Yassa!" in GAME.label(GAME.action("play R5!"), "en")


@pytest.mark.rule("R2")
def test_the_colours_are_red_yellow_green_and_blue() -> None:
    assert COLOURS == "RYGB"
    assert [GAME.label(GAME.action(f"play {code}5"), "en") for code in "RYGB"] == [
        "lay red 5",
        "lay yellow 5",
        "lay green 5",
        "lay blue 5",
    ]


@pytest.mark.rule("R3")
def test_the_first_dealer_is_drawn_by_lot_and_has_the_first_turn() -> None:
    dealers: Counter[int] = Counter()
    for seed in range(300):
        state = GAME.deal(3, seed)
        assert state.actor == state.view(None)["dealer"]
        dealers[state.view(None)["dealer"]] += 1
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 60


@pytest.mark.rule("R3")
def test_cards_are_dealt_one_at_a_time_beginning_after_the_dealer() -> None:
    deck = [card for card in range(54) for _ in range(4 if card > 51 else 2 if card % 13 else 1)]
    rng = Rng(9)
    dealer = rng.below(4)
    for i in range(107, 0, -1):
        j = rng.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    setup = GAME.setup(GAME.deal(4, 9))
    assert setup["dealer"] == dealer
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        assert setup["hands"][seat] == [CODES[card] for card in sorted(deck[turn:28:4])]
    assert setup["discard"] == [CODES[deck[28]]]
    assert setup["stock"] == [CODES[card] for card in deck[29:]]


@pytest.mark.rule("R3")
def test_the_deal_passes_clockwise_after_void_rounds_too() -> None:
    match = GAME.match(3, 5, {"max_steps": 1, "max_rounds": 4})
    dealers = []
    while not match.over:
        state = match.next_deal()
        dealers.append(state.view(None)["dealer"])
        assert state.view(None)["direction"] == 1
        while not state.over:
            state.apply(state.actor, state.default(state.actor))
        match.add(state)
    first = dealers[0]
    assert dealers == [first, (first + 1) % 3, (first + 2) % 3, first]
    assert [result["end"] for result in match.results] == ["void"] * 4


def restored(start: str, hands: dict[int, str], seats: int = 4, **options: object) -> YassaState:
    """A deal with this start card, dealer 0, and these cards among the hands."""
    deck = [code for card, code in enumerate(CODES) for _ in range(4 if card > 51 else 2 if card % 13 else 1)]
    deck.remove(start)
    held = [hands.get(seat, "").split() for seat in range(seats)]
    for cards in held:
        for code in cards:
            deck.remove(code)
    for cards in held:
        while len(cards) < 7:
            cards.append(deck.pop(0))
        cards.sort(key=CODES.index)
    setup = {"dealer": 0, "hands": held, "stock": deck, "discard": [start]}
    return yassa(GAME.restore(setup, seats, options))


@pytest.mark.rule("R4")
@pytest.mark.parametrize("start", ["RS", "RD", "RV", "R5"])
def test_an_inert_start_card_only_sets_the_colour(start: str) -> None:
    state = restored(start, {})
    assert now(state) == "TURN(A)"
    assert state.direction == 1
    assert state.view(None)["colour"] == "R"


@pytest.mark.rule("R4")
def test_nobody_may_answer_the_start_card_out_of_turn() -> None:
    state = restored("RS", {1: "RS", 2: ""}, intervention="any_identical", reaction_mode="realtime")
    assert [legal(state, player) for player in "BCD"] == [[], [], []]


@pytest.mark.rule("R4")
def test_an_applied_start_card_hits_the_dealer_who_may_escape() -> None:
    skip = restored("RS", {0: "RS R1"}, start_card="apply")
    assert now(skip) == "RESPOND_SKIP(A)"
    assert legal(skip, "A") == ["accept", "play RS"]
    assert now(play(skip.clone(), "A accept")) == "TURN(B)"
    assert now(play(skip, "A play RS")) == "RESPOND_SKIP(B)"
    draw = restored("RD", {0: "GD"}, start_card="apply")
    assert legal(draw, "A") == ["accept", "play GD"]
    play(draw, "A accept")
    assert (count(draw, "A"), now(draw)) == (9, "TURN(B)")
    reverse = restored("RV", {}, start_card="apply")
    assert (now(reverse), reverse.direction) == ("TURN(A)", -1)
    assert restored("WC", {}, start_card="apply").view(None)["colour"] is None


@pytest.mark.rule("R4")
def test_a_start_card_that_may_not_be_is_turned_again() -> None:
    starts = {GAME.setup(GAME.deal(2, seed, {"start_card": "apply"}))["discard"][0] for seed in range(500)}
    assert "W4" not in starts
    assert {"WC", "RS", "GV"} & starts
    starts = {
        GAME.setup(GAME.deal(2, seed, {"start_card": "digits_only"}))["discard"][0] for seed in range(500)
    }
    assert all(code[1].isdigit() and code != "W4" for code in starts)
    with pytest.raises(BadNotation, match="start_card"):
        restored("W4", {}, start_card="apply")
    with pytest.raises(BadNotation, match="start_card"):
        restored("RS", {}, start_card="digits_only")


@pytest.mark.rule("R5")
def test_who_can_lay_must_unless_drawing_is_voluntary() -> None:
    text = f"A: R1 G2 G4; {OTHERS}; top R7; stock R9"
    assert legal(position(text), "A") == ["play R1"]
    state = position(text, voluntary_draw="on")
    assert legal(state, "A") == ["draw", "play R1"]
    assert legal(play(state, "A draw"), "A") == ["pass", "play R9"]


@pytest.mark.rule("R5")
def test_a_hand_with_a_multi_coloured_card_never_draws() -> None:
    state = position(f"A: G2 G4 W4; {OTHERS}; top R7")
    assert legal(state, "A") == ["play W4:B", "play W4:G", "play W4:R", "play W4:Y"]


@pytest.mark.rule("R6")
def test_one_card_a_turn_however_many_copies_are_held() -> None:
    state = position(f"A: R1 R1 G2; {OTHERS}; top R7")
    assert legal(state, "A") == ["play R1"]
    play(state, "A play R1")
    assert hand(state, "A") == ["R1", "G2"]
    assert now(state) == "TURN(B)"


@pytest.mark.rule("R7")
def test_a_final_w4_makes_the_next_player_take_four_only_by_option() -> None:
    text = f"A: W4; {OTHERS}; top R7"
    assert legal(position(text), "A") == ["play W4:B", "play W4:G", "play W4:R", "play W4:Y"]
    plain = play(position(text), "A play W4:R")
    assert (plain.over, count(plain, "B")) == (True, 3)
    state = play(position(text, final_draw_effect="on"), "A play W4:R")
    assert (state.over, count(state, "B"), state.winner) == (True, 7, 0)


@pytest.mark.rule("R7")
def test_a_recycle_at_the_end_leaves_the_top_only() -> None:
    state = position("A: W4; B: Y1 Y2 Y3; C: *; discard G1 G2 G3 G4 R7", final_draw_effect="on")
    play(state, "A play W4:R")
    assert discard(state) == ["W4"]
    assert (count(state, "B"), len(stock(state))) == (7, 1)


@pytest.mark.rule("R7")
def test_a_reverse_as_the_last_card_does_not_turn_the_direction() -> None:
    state = play(position(f"A: RV; {OTHERS}; top R7"), "A play RV")
    assert state.direction == 1


@pytest.mark.rule("R8")
def test_an_escape_that_leaves_one_card_needs_the_shout() -> None:
    state = position("A: RS Y1 Y2; B: RS R2; C: B1 B2 B3; D: G1 G2 G3; top R7")
    play(state, "A play RS")
    assert legal(state, "B") == ["accept", "play RS", "play RS!"]
    assert now(play(state, "B play RS")) == "CALL_WINDOW(ACD)"


@pytest.mark.rule("R8")
def test_the_automatic_shout_leaves_no_choice() -> None:
    state = position(f"A: R5 R9; {OTHERS}; top R2", yassa_mode="auto")
    assert legal(state, "A") == ["play R5!", "play R9!"]
    assert now(play(state, "A play R5!")) == "TURN(B)"


@pytest.mark.rule("R9")
def test_who_finds_too_few_cards_takes_what_there_is() -> None:
    state = position("A: RD Y1 Y2; B: R1 R2 R3; C: *; top R7; stock Y9")
    play(state, "A play RD", "B accept")
    assert count(state, "B") == 5
    assert {"Y9", "R7"} <= set(hand(state, "B"))
    assert now(state) == "TURN(C)"
    state = position("A: W4 Y1 Y2; B: R1 R2 R3; C: *; discard G1 R7")
    play(state, "A play W4:G", "B accept")
    assert count(state, "B") == 5
    assert now(state) == "READY(B)"


@pytest.mark.rule("R9")
def test_recycled_multi_coloured_cards_forget_their_colour() -> None:
    state = position("A: G2 G4 B5; B: *; discard WC W4 R1 Y9")
    play(state, "A draw")
    assert sorted([*stock(state), *hand(state, "A")]) == sorted(["WC", "W4", "R1", "G2", "G4", "B5"])


@pytest.mark.rule("R10")
def test_only_the_victim_may_answer_a_skip() -> None:
    text = "A: RS Y1 Y2; B: R1 R2 R3; C: RS B2 B3; D: G1 G2 G3; top R7"
    state = play(position(text, reaction_mode="realtime"), "A play RS")
    assert legal(state, "C") == []
    with pytest.raises(IllegalAction):
        play(state, "C play RS")


@pytest.mark.rule("R11")
def test_each_reverse_turns_the_direction_when_laid() -> None:
    text = "A: RV Y1 Y2; B: R1 R2 R3; C: RV B1 B2; D: G1 G2 G3; top R7"
    state = position(text, intervention="any_identical")
    play(state, "A play RV", "B decline", "C intervene RV")
    assert state.direction == 1


@pytest.mark.rule("R12")
def test_the_extra_turn_of_a_reverse_cannot_be_escaped() -> None:
    state = position("A: RV Y1 Y2 Y3; B: RV R2 R3; top R7", two_player_reverse="skip")
    play(state, "A play RV")
    assert now(state) == "TURN(A)"
    assert legal(state, "B") == []


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("card", "taken"), [("RS", 0), ("RD", 2), ("W4:G", 4)])
def test_with_two_players_an_effect_gives_another_turn(card: str, taken: int) -> None:
    state = position("A: RS RD W4 Y1; B: B1 B2 B3; top R7")
    play(state, f"A play {card}", "B accept")
    if card == "W4:G":
        play(state, "B ready")
    assert count(state, "B") == 3 + taken
    assert now(state) == "TURN(A)"


@pytest.mark.rule("R13")
def test_multi_coloured_cards_answer_an_ordered_colour() -> None:
    state = position("A: WC Y1 Y2; B: WC G1 B2 B3; C: R1 R2 R3; top R7")
    play(state, "A play WC:G")
    assert legal(state, "B") == ["play G1", "play WC:B", "play WC:G", "play WC:R", "play WC:Y"]
    state = position("A: WC Y1 Y2; B: B1 B2 B3; C: R1 R2 R3; top R7")
    assert legal(play(state, "A play WC:G"), "B") == ["draw"]


@pytest.mark.rule("R14")
def test_without_bluffs_a_w4_needs_a_hand_without_the_colour_and_is_not_checked() -> None:
    text = f"A: W4 R3 G1; {OTHERS}; top R7"
    assert legal(position(text, wd4_bluff="forbid"), "A") == ["play R3"]
    state = position(f"A: W4 G3 G1; {OTHERS}; top R7", wd4_bluff="forbid")
    play(state, "A play W4:Y")
    assert legal(state, "B") == ["accept"]


@pytest.mark.rule("R14")
def test_a_w4_against_its_condition_is_offered_and_costs_only_when_it_is_checked() -> None:
    text = f"A: W4 R3 G1; {OTHERS}; top R7"
    assert "play W4:Y" in legal(position(text), "A")
    unchecked = play(position(text), "A play W4:Y", "B accept")
    assert (count(unchecked, "A"), count(unchecked, "B")) == (2, 7)
    checked = play(position(text), "A play W4:Y", "B challenge")
    assert (count(checked, "A"), count(checked, "B")) == (3 + 4, 3)


@pytest.mark.rule("R14")
def test_a_forbidden_bluff_can_make_a_w4_just_drawn_unplayable() -> None:
    text = f"A: R3 G1 G2; {OTHERS}; top R7; stock W4"
    state = position(text, wd4_bluff="forbid", voluntary_draw="on")
    assert legal(play(state, "A draw"), "A") == ["pass"]


@pytest.mark.rule("R15")
def test_the_old_effect_is_not_repeated_after_a_bluff() -> None:
    state = position("A: W4 R3 G1; B: RS RD BS Y1; C: B1 B2 B3; top RD")
    play(state, "A play W4:G", "B challenge", "A ready")
    assert now(state) == "TURN(B)"
    assert legal(state, "B") == ["play RD", "play RS"]
    assert state.view(None)["effect"] == "none"


@pytest.mark.rule("R15")
def test_the_colour_ordered_before_a_bluff_returns() -> None:
    state = position("A: W4 B3 G1; B: B1 RD BS Y1; C: B2 B4 B5; top WC:B")
    play(state, "A play W4:G", "B challenge")
    assert top(state) == "WC:B"


@pytest.mark.rule("R16")
def test_the_shown_hand_is_that_of_the_lay() -> None:
    state = position("A: W4 B5; B: Y1 Y2 Y3; C: G1 G2 G3; top R7; stock R1 R9")
    play(state, "A play W4:Y", "B call", "C silent", "B challenge")
    assert state.view(1)["shown"] == {"seat": 0, "cards": ["B5"]}


@pytest.mark.rule("R17")
def test_interventions_are_an_option() -> None:
    text = "A: R5 Y1 Y2; B: R1 R2 R3; C: R5 B1 B2; D: G1 G2 G3; top R7"
    assert now(play(position(text), "A play R5")) == "TURN(B)"
    assert now(play(position(text, intervention="any_identical"), "A play R5")) == "INTERVENTION_WINDOW(CD)"


@pytest.mark.rule("R17")
def test_no_window_opens_on_a_w4_or_where_no_twin_can_be() -> None:
    text = "A: W4 R0 R5; B: R1 R2 R3; C: W4 B1 B2; D: G1 G2 G3; discard R5 R7"
    for card, phase in (("W4:G", "RESPOND_WD4(B)"), ("R0", "TURN(B)"), ("R5", "TURN(B)")):
        assert now(play(position(text, intervention="any_identical"), f"A play {card}")) == phase


@pytest.mark.rule("R17")
def test_the_nearest_intervener_wins_and_the_others_keep_their_cards() -> None:
    text = "A: WC Y1 Y2; B: R1 R2 R3; C: WC B1; D: WC G1 G2; top R7; turn A"
    state = position(text, intervention="any_identical")
    play(state, "A play WC:G")
    assert legal(state, "C") == sorted(
        ["decline", *(f"intervene WC:{colour}{shout}" for colour in "RYGB" for shout in ("", "!"))]
    )
    steps = state.steps
    play(state, "C intervene WC:R!", "D intervene WC:B")
    assert top(state) == "WC:R"
    assert (count(state, "C"), count(state, "D")) == (1, 3)
    assert state.steps == steps + 1
    play(state, "A decline", "B decline")
    assert now(state) == "TURN(D)"


@pytest.mark.rule("R17")
def test_an_intervention_cancels_the_effect_beneath_and_starts_its_own() -> None:
    text = "A: RD Y1 Y2; B: R1 R2 R3; C: RD B1 B2; D: G1 G2 G3; top R7"
    state = position(text, intervention="any_identical")
    play(state, "A play RD", "C intervene RD", "D decline")
    assert now(state) == "RESPOND_DRAW2(D)"
    assert count(state, "B") == 3


@pytest.mark.rule("R17")
def test_in_real_time_the_right_to_intervene_outlives_an_accepted_skip() -> None:
    text = "A: RS Y1 Y2; B: R1 R2 R3; C: G1 B1 B2; D: RS G2 G3; top R7"
    state = position(text, intervention="any_identical", reaction_mode="realtime")
    play(state, "A play RS")
    assert legal(state, "D") == ["intervene RS"]
    play(state, "B accept")
    assert legal(state, "B") == []
    assert legal(state, "D") == ["intervene RS"]
    late = play(state.clone(), "C draw")
    assert legal(late, "D") == []
    assert now(play(state, "D intervene RS")) == "RESPOND_SKIP(A)"


PENALTIES = "A: R1 G2 B3; B: Y1 Y2 Y3; C: B1 B2 B4; D: G1 G3 G4; top R7"


@pytest.mark.rule("R18")
def test_every_possible_mistake_is_an_action() -> None:
    state = position(PENALTIES, mistake_penalty="on")
    assert legal(state, "A") == ["mistake B3", "mistake G2", "play R1", "play R1!"]


@pytest.mark.rule("R18")
def test_after_three_mistakes_only_the_default_is_left() -> None:
    state = position(PENALTIES + "; stock Y5 Y6 B7 B8 B9 G9", mistake_penalty="on", reaction_mode="realtime")
    assert "mistake Y1" in legal(state, "B")
    play(state, "A mistake G2", "A mistake B3", "A mistake G2")
    assert legal(state, "A") == ["play R1"]
    assert [legal(state, player) for player in "BCD"] == [[], [], []]
    play(state, "A play R1")
    assert now(state) == "TURN(B)"
    assert legal(state, "B") != []


@pytest.mark.rule("R18")
def test_a_turn_and_the_card_drawn_are_two_decisions() -> None:
    text = "A: G1 G2 B3; B: Y1 Y2 Y3; C: B1 B2 B4; D: G1 G3 G4; top R7; stock Y5 Y6 B9 B8 G9 Y8"
    state = position(text, mistake_penalty="on")
    play(state, "A mistake G1", "A mistake G1", "A draw", "A mistake G1")
    assert len(legal(state, "A")) > 1
    assert now(state) == "AFTER_DRAW(A)"


@pytest.mark.rule("R18")
def test_a_shout_too_early_costs_two_cards_and_the_lay_stands() -> None:
    state = play(position(PENALTIES, mistake_penalty="on"), "A play R1!")
    assert top(state) == "R1"
    assert count(state, "A") == 4
    assert now(state) == "TURN(B)"
    assert "play R1!" not in legal(position(PENALTIES, mistake_penalty="on", yassa_mode="auto"), "A")


@pytest.mark.rule("R18")
def test_in_real_time_others_can_make_mistakes_too() -> None:
    state = position(PENALTIES, mistake_penalty="on", reaction_mode="realtime")
    assert legal(state, "C") == ["mistake B1", "mistake B2", "mistake B4", "mistake call"]
    play(state, "C mistake B1", "C mistake call")
    assert count(state, "C") == 7
    assert now(state) == "TURN(A)"
    assert state.steps == 2


@pytest.mark.rule("R18")
def test_penalty_cards_end_the_danger_of_being_called_out() -> None:
    text = "A: R5 R9; B: Y1 Y2 Y3; C: B1 B2 B3; top R2"
    state = position(text, mistake_penalty="on", reaction_mode="realtime")
    play(state, "A play R5", "B mistake Y1")
    assert "call" in legal(state, "C")
    assert "mistake call" not in legal(state, "C")
    play(state, "A mistake R9")
    assert "call" not in legal(state, "C")
    assert count(state, "A") == 3


@pytest.mark.rule("R19")
def test_all_who_reach_the_limit_lose() -> None:
    match = GAME.match(3, 1, {"scoring": "own_points"})
    state = yassa(match.next_deal())
    rng = Rng(1)
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    match.totals = [200.0, 200.0, 200.0]
    match.totals[state.winner] = 199.0
    match.add(state)
    assert match.winners == [state.winner]


@pytest.mark.rule("R20")
def test_a_round_is_void_when_the_cap_is_reached() -> None:
    state = position(f"A: RD Y4 Y5; {OTHERS}; top R7", max_steps=2)
    play(state, "A play RD", "B accept")
    assert state.over
    assert count(state, "B") == 5
    result = GAME.result(state)
    assert (result["end"], result["winners"], result["scores"], result["steps"]) == ("void", [], [0] * 4, 2)
    assert result["returns"] == [0.0] * 4
    assert result["hand_points"] == state.hand_points() != [0] * 4


@pytest.mark.rule("R20")
def test_no_window_follows_the_last_step() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2", max_steps=1), "A play R5")
    assert state.over
    assert state.winner == -1


@pytest.mark.rule("R20")
def test_the_last_card_wins_at_the_cap_too() -> None:
    state = play(position(f"A: R5; {OTHERS}; top R2", max_steps=1), "A play R5")
    assert state.winner == 0


@pytest.mark.rule("R20")
def test_words_that_play_nothing_are_no_steps() -> None:
    state = position("A: W4 R9; B: Y1 Y2 Y3; C: B1 B2 B3; top R2")
    play(state, "A play W4:G", "B call", "C silent", "B accept", "B ready")
    assert state.steps == 2


@pytest.mark.rule("R20")
def test_a_match_ends_after_so_many_rounds() -> None:
    for scoring, best in (("winner_takes", max), ("own_points", min)):
        match = GAME.match(3, 2, {"max_rounds": 1, "scoring": scoring})
        state = match.next_deal()
        while not state.over:
            state.apply(state.actor, GAME.heuristic.choose(state, state.actor, Rng(1)))
        match.add(state)
        assert match.over
        assert match.winners == [seat for seat in range(3) if match.totals[seat] == best(match.totals)]


@pytest.mark.rule("R21")
def test_readiness_is_asked_after_a_w4_only() -> None:
    state = position(f"A: RD R1 R2; {OTHERS}; top R7")
    assert now(play(state, "A play RD", "B accept")) == "TURN(C)"
    state = position(f"A: W4 R1 R2; {OTHERS}; top R7")
    assert now(play(state, "A play W4:R", "B accept")) == "READY(B)"
    assert legal(state, "B") == ["ready"]


@pytest.mark.rule("R22")
def test_in_real_time_two_players_can_call_until_the_offender_acts_again() -> None:
    state = position("A: RS R9; B: B1 B2 B3; top R2", reaction_mode="realtime")
    play(state, "A play RS", "B accept")
    assert now(state) == "TURN(A)"
    assert legal(state, "B") == ["call"]
    play(state, "B call")
    assert count(state, "A") == 3


@pytest.mark.rule("R22")
@pytest.mark.parametrize("answer", ["accept", "challenge", "play GD"])
def test_in_real_time_an_answer_to_a_w4_closes_the_window(answer: str) -> None:
    state = position("A: W4 R9; B: GD B2 B3; C: B1 Y2 Y3; top R2", reaction_mode="realtime")
    play(state, "A play W4:G")
    assert legal(state, "C") == ["call"]
    play(state, f"B {answer}")
    assert "call" not in legal(state, "C")


@pytest.mark.rule("R23")
def test_the_next_player_may_call_and_the_offender_may_not() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5")
    assert legal(state, "A") == []
    assert [legal(state, player) for player in "BCD"] == [["call", "silent"]] * 3
    play(state, "B call", "C silent", "D silent")
    assert count(state, "A") == 3


@pytest.mark.rule("R24")
def test_a_check_ends_the_matter_of_a_missing_shout() -> None:
    state = position("A: W4 R9; B: B1 B2 B3; C: B4 Y2 Y3; top R2", reaction_mode="realtime")
    play(state, "A play W4:G", "B challenge")
    assert count(state, "A") == 6
    assert legal(state, "C") == []
    play(state, "A ready")
    assert legal(state, "C") == []


@pytest.mark.rule("R25")
def test_an_answer_is_always_asked_for_even_where_no_escape_is_possible() -> None:
    for mode in ("windows", "realtime"):
        text = "A: RS Y1 Y2; B: R1 R2 R3; C: B1 B2 B3; discard RS R7"
        state = play(position(text, reaction_mode=mode), "A play RS")
        assert now(state) == "RESPOND_SKIP(B)"
        assert legal(state, "B") == ["accept"]
        assert state.default(1) == GAME.action("accept")


def test_callers_are_made_public_when_the_window_closes() -> None:
    state = play(position(f"A: R5 R9; {OTHERS}; top R2"), "A play R5", "C call")
    assert "call" not in kinds(state, "B")
    play(state, "B silent", "D call")
    assert ("call", (2, 3), 0) in [event.seen_by(None) for event in state.events]
