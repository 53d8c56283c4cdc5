"""The worked examples of the rules, section 10, by their numbers."""

from __future__ import annotations

import pytest

from flights.positions import (
    asked,
    counted,
    discard,
    events,
    hand,
    lay,
    legal,
    order,
    play,
    position,
    row,
    rows,
    take_all,
)
from koloda.core.errors import BadOption, IllegalAction
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.cards import full_deck, size
from koloda.games.flights.scoring import collector_of, placement, returns_of
from koloda.games.flights.state import FlightsState

WINNERS = pytest.mark.parametrize("winner", ["collector", "points"])


@pytest.mark.rule("E1")
@pytest.mark.parametrize(("seats", "cards"), [(2, 35), (3, 41), (4, 47)])
def test_the_common_deck_has_six_cities_of_each_colour_in_play_and_eleven_others(
    seats: int, cards: int
) -> None:
    setup = GAME.setup(GAME.deal(seats, 1))
    deck = [card for held in setup["hands"] for card in held] + setup["draw_pile"]
    cities = [f"{colour}{value}" for colour in "RBGYOV"[: seats + 2] for value in range(1, 7)]
    specials = ["X1", "X2", "X3", "X4", "X5", "X6", "XU", "XU", "DP", "DP", "DP"]
    assert sorted(deck) == sorted(cities + specials)
    assert len(deck) == cards
    assert size(full_deck(0x41041041)) == 47


@pytest.mark.rule("E2")
@pytest.mark.parametrize(("seats", "left"), [(2, 29), (3, 32), (4, 35)])
def test_after_the_deal_the_draw_pile_holds_the_rest(seats: int, left: int) -> None:
    state = GAME.deal(seats, 1)
    assert state.view(None)["draw_pile"] == left
    assert state.view(None)["counts"] == [3] * seats


@pytest.mark.rule("E3", "R8")
def test_equal_flights_are_ordered_clockwise_from_the_first_player() -> None:
    state = position("first P3; P1 [] R1; P2 [] R2; P3 [] R3; P4 [] R4")
    lay(state, "R1 F5", "R2 F6", "R3 F5", "R4 F5")
    assert order(state) == "P2 P3 P4 P1"


@pytest.mark.rule("E4", "R8")
def test_with_equal_flights_the_first_player_takes_first() -> None:
    state = position("first P2; P1 [] R1; P2 [] R2")
    assert order(lay(state, "R1 F4", "R2 F4")) == "P2 P1"


@pytest.mark.rule("E5")
def test_a_used_flight_card_cannot_be_laid() -> None:
    state = position("round 3; P1 [] R4 used 6 2; P2 [] R2 used 1 2")
    with pytest.raises(IllegalAction, match="Flight 6 is not available"):
        state.play("lay R4 F6", 0)


@pytest.mark.rule("E6")
def test_two_deportations_in_hand_are_one_choice() -> None:
    state = position("round 5; P1 [] R4 DP DP used 2 3 4 6; P2 [] R2 used 1 2 3 4")
    assert legal(state, "P1") == ["lay DP F1", "lay DP F5", "lay R4 F1", "lay R4 F5"]


@pytest.mark.rule("E7", "R9", "R10")
def test_a_deportation_goes_first_then_cities_then_the_exchange() -> None:
    state = position("P1 [] R4; P2 [] G2; P3 [] DP; P4 [] X3")
    lay(state, "R4 F6", "G2 F5", "DP F4", "X3 F3")
    assert legal(state) == ["take DP"]
    with pytest.raises(IllegalAction, match="DP must be taken before R4"):
        state.play("take R4")
    play(state, "P1 take DP")
    assert legal(state) == ["take G2", "take R4"]
    play(state, "P2 take G2")
    assert legal(state) == ["take R4"]
    play(state, "P3 take R4")
    assert legal(state) == ["take X3"]


@pytest.mark.rule("E8", "R13")
def test_of_two_exchanges_the_earlier_chooser_picks() -> None:
    state = position("P1 [] X2; P2 [] X5; P3 [] B6")
    lay(state, "X2 F6", "X5 F5", "B6 F4")
    assert legal(state) == ["take B6"]
    play(state, "P1 take B6")
    assert legal(state) == ["take X2", "take X5"]
    play(state, "P2 take X5")
    assert legal(state) == ["take X2"]


@pytest.mark.rule("E9", "R12")
def test_the_universal_goes_to_the_last_after_the_exchange() -> None:
    state = lay(position("P1 [] X2; P2 [] XU"), "X2 F6", "XU F5")
    assert legal(state) == ["take X2"]
    play(state, "P1 take X2")
    assert legal(state) == ["take XU"]


@pytest.mark.rule("E10", "R10")
def test_three_deportations_go_to_the_three_highest_bidders() -> None:
    state = position("P1 [] DP; P2 [] DP; P3 [] DP; P4 [] Y1")
    lay(state, "DP F1", "DP F6", "DP F5", "Y1 F4")
    for player in ("P2", "P3", "P4"):
        assert (asked(state), legal(state)) == (player, ["take DP"])
        play(state, f"{player} take DP")
    assert (asked(state), legal(state)) == ("P1", ["take Y1"])


@pytest.mark.rule("E11", "R11", "R12", "R13")
def test_two_universals_a_deportation_and_an_exchange_leave_no_choice() -> None:
    state = position("P1 [] XU; P2 [] XU; P3 [] X6; P4 [] DP")
    lay(state, "XU F6", "XU F5", "X6 F4", "DP F3")
    for player, card in (("P1", "DP"), ("P2", "X6"), ("P3", "XU"), ("P4", "XU")):
        assert (asked(state), legal(state)) == (player, [f"take {card}"])
        play(state, f"{player} take {card}")


@pytest.mark.rule("E12", "R12")
def test_two_exchanges_and_a_universal_follow_the_city() -> None:
    state = position("P1 [] X1; P2 [] X4; P3 [] XU; P4 [] R2")
    lay(state, "X1 F6", "X4 F5", "XU F4", "R2 F3")
    assert legal(state) == ["take R2"]
    play(state, "P1 take R2")
    assert legal(state) == ["take X1", "take X4"]
    play(state, "P2 take X1")
    assert legal(state) == ["take X4"]
    play(state, "P3 take X4")
    assert legal(state) == ["take XU"]


@pytest.mark.rule("E13", "R11")
def test_a_lone_universal_goes_to_the_last() -> None:
    state = lay(position("P1 [] DP; P2 [] XU"), "DP F6", "XU F5")
    assert legal(state) == ["take DP"]
    play(state, "P1 take DP")
    assert legal(state) == ["take XU"]


def takes_city(before: str, city: str, after: str, **options: object) -> FlightsState:
    """P1 with this row takes this city."""
    state = position(f"P1 {before} {city}; P2 [] X6", **options)
    play(lay(state, f"{city} F6", "X6 F5"), f"P1 take {city}")
    assert row(state, "P1") == after
    return state


@pytest.mark.rule("E14", "R21")
def test_two_cities_of_one_colour_apart_stay() -> None:
    state = takes_city("[R1 B2]", "R5", "[R1 B2 R5]")
    assert discard(state) == []


@pytest.mark.rule("E15")
def test_two_neighbours_of_one_colour_burn() -> None:
    state = takes_city("[B2 R1]", "R5", "[B2]")
    assert discard(state) == ["R1", "R5"]


@pytest.mark.rule("E16", "R20")
def test_a_third_city_beside_another_burns_all_three_or_the_pair() -> None:
    together = takes_city("[R1 B2 R3]", "R4", "[B2]")
    assert events(together, "burn") == [("burn", 0, ("R1", "R3", "R4"))]
    pair_first = takes_city("[R1 B2 R3]", "R4", "[R1 B2]", burn_mode="pair_first")
    assert events(pair_first, "burn") == [("burn", 0, ("R3", "R4"))]


@pytest.mark.rule("E17")
@pytest.mark.parametrize("mode", ["together", "pair_first"])
def test_three_cities_of_one_colour_apart_burn(mode: str) -> None:
    takes_city("[R1 B2 R3 G5]", "R6", "[B2 G5]", burn_mode=mode)


@pytest.mark.rule("E18")
@pytest.mark.parametrize("mode", ["together", "pair_first"])
def test_new_neighbours_burn_after_a_triple(mode: str) -> None:
    state = takes_city("[R1 B2 R3 B5]", "R6", "[]", burn_mode=mode)
    assert events(state, "burn") == [("burn", 0, ("R1", "R3", "R6")), ("burn", 0, ("B2", "B5"))]


@pytest.mark.rule("E19", "R24")
def test_a_deportation_discards_the_last_city_if_there_is_one() -> None:
    state = lay(position("P1 [R1 B2 R5] DP; P2 [] G1"), "DP F6", "G1 F5")
    play(state, "P1 take DP")
    assert row(state, "P1") == "[R1 B2]"
    assert discard(state) == ["R5", "DP"]
    state = lay(position("P1 [] DP; P2 [] G1"), "DP F6", "G1 F5")
    play(state, "P1 take DP")
    assert row(state, "P1") == "[]"
    assert discard(state) == ["DP"]


def exchange(text: str, card: str, **options: object) -> FlightsState:
    """P1 takes this Exchange, first of all if it has a value; the others have laid their first card."""
    state = position(text, **options)
    others = [hand(state, f"P{seat + 1}")[0] for seat in range(1, state.seats)]
    lay(state, f"{card} F{1 if card == 'XU' else 6}", *(f"{other} F5" for other in others))
    while asked(state) != "P1":
        state.play(legal(state)[0])
    return play(state, f"P1 take {card}")


@pytest.mark.rule("E20", "R16", "R19")
def test_the_taker_chooses_among_equal_values_and_each_card_goes_to_the_others_place() -> None:
    text = "P1 [R4 B2] X4; P2 [G1 B4 Y4] X3"
    state = exchange(text, "X4")
    assert asked(state) == "P1"
    assert legal(state) == ["swap R4 P2 B4", "swap R4 P2 Y4"]
    play(state, "P1 swap R4 P2 Y4")
    assert rows(state) == ["[Y4 B2]", "[G1 B4 R4]"]
    state = play(exchange(text, "X4"), "P1 swap R4 P2 B4")
    assert rows(state) == ["[]", "[G1 R4 Y4]"]


@pytest.mark.rule("E21", "R18")
def test_nobody_may_swap_with_a_smaller_collection() -> None:
    state = exchange("P1 [R4 B2 G1] X4; P2 [B4 Y1] X3", "X4")
    assert (asked(state), state.view(None)["phase"]) == ("P2", "take")
    assert rows(state) == ["[R4 B2 G1]", "[B4 Y1]"]
    assert discard(state) == ["X4"]
    assert events(state, "noswap") == [("noswap", 0, "X4")]


@pytest.mark.rule("E22", "R15", "R18")
def test_the_only_swap_is_compulsory_even_if_it_ruins_the_taker() -> None:
    state = exchange("P1 [R4 B2] X4; P2 [B4 Y1] X3", "X4")
    assert legal(state) == ["swap R4 P2 B4"]
    play(state, "P1 swap R4 P2 B4")
    assert rows(state) == ["[]", "[R4 Y1]"]


@pytest.mark.rule("E23")
def test_without_a_city_of_the_value_nothing_happens() -> None:
    state = exchange("P1 [R3 B2] X4; P2 [B4 G4 Y4] X6", "X4")
    assert (asked(state), state.view(None)["phase"]) == ("P2", "take")
    assert rows(state) == ["[R3 B2]", "[B4 G4 Y4]"]
    assert discard(state) == ["X4"]


@pytest.mark.rule("E24", "R17")
def test_a_universal_must_use_a_value_that_works() -> None:
    state = exchange("P1 [R6 B1] XU; P2 [G6] X2; P3 [Y1 O2] X3", "XU")
    assert legal(state) == ["swap B1 P3 Y1"]
    with pytest.raises(IllegalAction, match="player 2 has fewer cities"):
        state.play("swap R6 P2 G6")
    play(state, "P1 swap B1 P3 Y1")
    assert rows(state) == ["[R6 Y1]", "[G6]", "[B1 O2]"]


@pytest.mark.rule("E25", "R23")
def test_both_rows_of_a_swap_burn_with_cascades() -> None:
    state = exchange("P1 [B1 R3 G4 B6] X4; P2 [G5 R4 Y1 O2] X1; P3 [] X2; P4 [] X3", "X4")
    assert legal(state) == ["swap G4 P2 R4"]
    play(state, "P1 swap G4 P2 R4")
    assert rows(state) == ["[]", "[Y1 O2]", "[]", "[]"]
    assert sorted(discard(state)) == sorted(["R3", "R4", "B1", "B6", "G5", "G4", "X4"])
    assert events(state, "burn") == [
        ("burn", 0, ("R3", "R4")),
        ("burn", 0, ("B1", "B6")),
        ("burn", 1, ("G5", "G4")),
    ]


@pytest.mark.rule("E26", "R22")
@pytest.mark.parametrize("mode", ["together", "pair_first"])
def test_a_run_of_three_burns_whole_in_both_modes(mode: str) -> None:
    state = exchange("P1 [R1 G2 R3] X2; P2 [R2 B1 Y5] X6", "X2", burn_mode=mode)
    play(state, "P1 swap G2 P2 R2")
    assert rows(state) == ["[]", "[G2 B1 Y5]"]
    assert events(state, "burn") == [("burn", 0, ("R1", "R2", "R3"))]


@pytest.mark.rule("E27", "R31")
def test_a_whole_round() -> None:
    state = position(
        "first P2; P1 [R4 B2] DP R1 R2; P2 [Y1 O4 R6] G4 R3 R5; P3 [B4 O1] X4 G1 G2; pile B1 B3 B5"
    )
    before = discard(state)
    lay(state, "DP F2", "G4 F5", "X4 F5")
    assert order(state) == "P2 P3 P1"
    assert legal(state) == ["take DP"]
    play(state, "P2 take DP")
    assert row(state, "P2") == "[Y1 O4]"
    assert legal(state) == ["take G4"]
    play(state, "P3 take G4")
    assert row(state, "P3") == "[B4 O1 G4]"
    assert legal(state) == ["take X4"]
    play(state, "P1 take X4")
    assert legal(state) == ["swap R4 P2 O4", "swap R4 P3 B4", "swap R4 P3 G4"]
    play(state, "P1 swap R4 P3 G4")
    assert rows(state) == ["[G4 B2]", "[Y1 O4]", "[B4 O1 R4]"]
    assert sorted(discard(state)) == sorted([*before, "DP", "R6", "X4"])
    assert [hand(state, player) for player in ("P2", "P3", "P1")] == [
        ["R3", "R5", "B1"],
        ["B3", "G1", "G2"],
        ["R1", "R2", "B5"],
    ]
    assert events(state, "first")[-1] == ("first", 2)
    assert asked(state) == "P1 P2 P3"


@pytest.mark.rule("E28", "R32")
def test_after_the_sixth_round_all_flights_are_back() -> None:
    state = position("round 6; P1 [] X1 X2 X3 used 1 2 3 4 5; P2 [] X4 X5 X6 used 2 3 4 5 6")
    take_all(lay(state, "X1 F6", "X4 F1"))
    assert state.view(None)["round"] == 7
    assert state.view(None)["flights"] == [[1, 2, 3, 4, 5, 6]] * 2
    assert state.view(None)["used"] == [[], []]
    assert events(state, "flights") == [("flights",)]


@pytest.mark.rule("E29", "R29")
def test_the_discard_is_shuffled_for_the_drawer_who_finds_the_pile_empty() -> None:
    state = position("round 15; first P1; pile R1; P1 [] X1 X2 X3 used 1 2; P2 [] X4 X5 X6 used 1 2")
    before = len(discard(state))
    take_all(lay(state, "X1 F6", "X4 F5"))
    shown = events(state, "draw", "reshuffle")
    assert shown == [("draw", 0, None), ("reshuffle", before + 2), ("draw", 1, None)]
    assert "R1" in hand(state, "P1")


@pytest.mark.rule("E29")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 15), (3, 11), (4, 9)])
def test_the_first_reshuffle_comes_at_a_fixed_time(seats: int, rounds: int) -> None:
    reached = 0
    for seed in range(60):
        state = GAME.deal(seats, seed, watch=True)
        assert isinstance(state, FlightsState)
        rng = Rng(seed)
        while not state.over and state.round_no <= rounds:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        drawn = [event[0] for event in events(state, "draw", "reshuffle")]
        if state.over:
            assert "reshuffle" not in drawn
        else:
            reached += 1
            assert drawn[-2:] == ["reshuffle", "draw"]
            assert drawn.count("reshuffle") == 1
    assert reached >= 10


@pytest.mark.rule("E30", "R30")
def test_one_player_stays_short_when_both_piles_are_empty() -> None:
    state = position(
        """first P1; pile -
        P1 [G1 Y1 O1 V1 G2 Y2 O2] V2 X2 X3; P2 [R1 B1 O3 V3 R2 B2 O4] V4 X4 X5
        P3 [R3 B3 G3 Y3 V5 R4 B4 G4 Y4] V6 X6 DP; P4 [R5 B5 G5 Y5 O5 R6 B6 G6 Y6 O6] X1 XU XU"""
    )
    assert discard(state) == ["DP", "DP"]
    lay(state, "V2 F6", "V4 F5", "V6 F4", "X1 F3")
    play(state, "P1 take V2", "P2 take V4", "P3 take V6", "P4 take X1")
    assert events(state, "draw", "reshuffle") == [
        ("reshuffle", 3),
        ("draw", 0, None),
        ("draw", 1, None),
        ("draw", 2, None),
    ]
    assert state.view(None)["draw_pile"] == 0
    assert state.view(None)["counts"] == [3, 3, 3, 2]
    assert asked(state) == "P1 P2 P3 P4"
    assert len(legal(state, "P4")) == 5
    assert all(text.startswith("lay XU F") for text in legal(state, "P4"))


@pytest.mark.rule("R30")
def test_a_short_player_is_refilled_to_three_later() -> None:
    state = position("P1 [] X1 X2 X3; P2 [] X4 X5; pile B1 B2 B3 B4")
    take_all(lay(state, "X1 F6", "X4 F5"))
    assert [event[1] for event in events(state, "draw")] == [0, 1, 1]
    assert hand(state, "P2") == ["B2", "B3", "X5"]


@pytest.mark.rule("E31")
def test_a_finisher_scores_the_best_city_of_each_colour() -> None:
    state = position("P1 [R6 B4 G5 Y2 R3] O2; P2 [] X5; P3 [] X6")
    play(lay(state, "O2 F6", "X5 F5", "X6 F4"), "P1 take O2", "P2 take X5", "P3 take X6")
    assert GAME.result(state)["finishers"] == [0]
    assert GAME.result(state)["scores"] == [6 + 4 + 5 + 2 + 2, 0, 0]


@pytest.mark.rule("E32", "R28")
def test_others_score_the_difference_of_two_cities() -> None:
    state = position("P1 [R6 B6 G6 Y6] O6; P2 [R3 B4 G3 R1 Y4 G2] X5; P3 [] X6")
    play(lay(state, "O6 F6", "X5 F5", "X6 F4"), "P1 take O6", "P2 take X5", "P3 take X6")
    assert GAME.result(state)["scores"] == [30, (3 - 1) + 4 + (3 - 2) + 4, 0]


@pytest.mark.rule("E33", "R26")
@pytest.mark.parametrize(
    ("multi_finish", "scores", "finishers"),
    [("all", [12, 5 + 6 + 1 + 3], [0, 1]), ("first_only", [12, (5 - 2) + 6 + 1 + 3], [0])],
)
def test_the_same_row_as_finisher_and_as_a_later_one_with_first_only(
    multi_finish: str, scores: list[int], finishers: list[int]
) -> None:
    state = position("P1 [R1 B1 G6] Y4; P2 [R2 B6 R5 G1] Y3", multi_finish=multi_finish)
    play(lay(state, "Y4 F6", "Y3 F5"), "P1 take Y4", "P2 take Y3")
    assert GAME.result(state)["scores"] == scores
    assert GAME.result(state)["finishers"] == finishers


@pytest.mark.rule("E34", "R25", "R38")
@WINNERS
def test_a_completion_broken_in_the_same_round_does_not_count(winner: str) -> None:
    state = position("P1 [R2 B6 G1] Y3; P2 [B3 G4 R6 B1] X3", winner=winner)
    lay(state, "Y3 F6", "X3 F5")
    play(state, "P1 take Y3", "P2 take X3")
    assert legal(state) == ["swap B3 P1 Y3"]
    play(state, "P2 swap B3 P1 Y3")
    assert rows(state) == ["[R2 B6 G1 B3]", "[Y3 G4 R6 B1]"]
    result = GAME.result(state)
    assert result["scores"] == [6, 14]
    assert result["returns"] == [-4.0, 4.0]
    assert (result["winners"], result["finishers"], result["first_finisher"]) == ([1], [1], 1)
    assert result["placement"] == [[1], [0]]
    assert events(state, "over") == [("over", (1,), (6, 14), (1,))]


@pytest.mark.rule("E35", "R26", "R27", "R38")
@WINNERS
@pytest.mark.parametrize("multi_finish", ["all", "first_only"])
def test_of_two_finishers_the_earlier_take_is_first(multi_finish: str, winner: str) -> None:
    state = position("P1 [R2 B6 G1] Y3; P2 [R3 B1 Y2] G5", multi_finish=multi_finish, winner=winner)
    lay(state, "Y3 F6", "G5 F5")
    play(state, "P1 take Y3", "P2 take G5")
    result = GAME.result(state)
    assert result["scores"] == [12, 11]
    assert result["finishers"] == ([0, 1] if multi_finish == "all" else [0])
    assert result["first_finisher"] == 0
    assert (result["winners"], result["placement"]) == ([0], [[0], [1]])


@pytest.mark.rule("E36", "R26", "R27", "R38")
@pytest.mark.parametrize(
    ("options", "finishers", "winner", "returns"),
    [
        ({}, [0, 1], 1, [-1.5, 1.5]),
        ({"winner": "points"}, [0, 1], 1, [-1.5, 1.5]),
        ({"multi_finish": "first_only"}, [0], 0, [0.5, -0.5]),
        ({"multi_finish": "first_only", "winner": "points"}, [0], 1, [-1.5, 1.5]),
    ],
)
def test_a_swap_that_completes_both_makes_the_taker_first_finisher_and_points_decide_between_finishers(
    options: dict[str, object], finishers: list[int], winner: int, returns: list[float]
) -> None:
    state = exchange("P1 [R3 B1 G2 R5] X3; P2 [Y3 G4 B6 Y1] X6", "X3", **options)
    assert "swap R3 P2 Y3" in legal(state)
    play(state, "P1 swap R3 P2 Y3")
    assert rows(state) == ["[Y3 B1 G2 R5]", "[R3 G4 B6 Y1]"]
    result = GAME.result(state)
    assert (result["finishers"], result["first_finisher"]) == (finishers, 0)
    assert result["scores"] == [11, 14]
    assert (result["winners"], result["placement"]) == ([winner], [[winner], [1 - winner]])
    assert result["returns"] == returns


@pytest.mark.rule("E37", "R34")
@WINNERS
def test_equal_totals_are_decided_by_the_last_game(winner: str) -> None:
    match = counted(GAME.match(3, options={"winner": winner}), ([44, 47, 20], []))
    assert not match.over
    counted(match, ([8, 5, 19], [2]))
    assert match.over
    assert match.totals == [52, 52, 39]
    assert match.winners == [0]


@pytest.mark.rule("E38", "R35")
def test_a_match_to_wins_is_for_two_players_only() -> None:
    with pytest.raises(BadOption, match="match_mode wins needs 2 seats"):
        GAME.match(3, options={"match_mode": "wins"})
    assert GAME.match(2, options={"match_mode": "wins"}).options["wins_target"] == 3


@pytest.mark.rule("E39", "R38")
@pytest.mark.parametrize(
    ("winner", "placement", "returns"),
    [("collector", [[0], [1]], [0.5, -0.5]), ("points", [[1], [0]], [-6.5, 6.5])],
)
def test_who_completes_has_won_with_fewer_points(
    winner: str, placement: list[list[int]], returns: list[float]
) -> None:
    state = position("P1 [R1 B2 G1] Y1; P2 [R6 B6 G6] X5", winner=winner)
    lay(state, "Y1 F6", "X5 F5")
    play(state, "P1 take Y1", "P2 take X5")
    result = GAME.result(state)
    assert (result["scores"], result["finishers"]) == ([5, 18], [0])
    assert (result["placement"], result["winners"]) == (placement, placement[0])
    assert result["returns"] == returns
    match = GAME.match(2, options={"winner": winner})
    assert GAME.points_in_match(match, result) == [5.0, 18.0]


@pytest.mark.rule("E40", "R34", "R38")
@pytest.mark.parametrize(
    ("winner", "placement", "best"),
    [("collector", [[1], [2], [0]], 1), ("points", [[2], [0], [1]], 0)],
)
def test_of_equal_totals_the_collector_of_the_last_game_comes_first(
    winner: str, placement: list[list[int]], best: int
) -> None:
    match = counted(GAME.match(3, options={"winner": winner}), ([44, 47, 20], []), ([8, 5, 19], [1]))
    assert match.results[-1]["placement"] == placement
    assert match.totals == [52, 52, 39]
    assert match.winners == [best]


@pytest.mark.rule("E41", "R33", "R38")
@pytest.mark.parametrize(
    ("scores", "finishers", "winner", "expected"),
    [
        ([9, 12, 20], [0, 1], "collector", [[1], [0], [2]]),
        ([9, 12, 20], [0, 1], "points", [[2], [1], [0]]),
        ([9, 9, 20], [0, 1], "collector", [[0], [1], [2]]),
        ([9, 9, 20], [1, 0], "collector", [[1], [0], [2]]),
        ([9, 12, 20], [], "collector", [[2], [1], [0]]),
        ([9, 12, 12], [], "collector", [[1, 2], [0]]),
        ([4, 12, 12], [0], "collector", [[0], [1, 2]]),
    ],
)
def test_finishers_come_first_then_points_decide(
    scores: list[int], finishers: list[int], winner: str, expected: list[list[int]]
) -> None:
    assert placement(scores, finishers, winner == "collector") == expected


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("scores", "finishers", "returns"),
    [
        ([9.0, 9.0], [0], [0.5, -0.5]),
        ([9.0, 9.0], [1, 0], [-0.5, 0.5]),
        ([5.0, 18.0], [0], [0.5, -0.5]),
        ([14.0, 6.0], [0], [4.0, -4.0]),
        ([7.0, 7.0], [], [0.0, 0.0]),
        ([7.0, 7.0, 4.0], [], [1.0, 1.0, -2.0]),
        ([1.0, 12.0, 5.0], [0], [3.0, 2.0, -5.0]),
        ([1.0, 8.0, 12.0], [0, 1], [-23.0 / 3, 13.0 / 3, 10.0 / 3]),
    ],
)
def test_a_collector_counts_with_a_point_more_than_the_best_of_the_others(
    scores: list[float], finishers: list[int], returns: list[float]
) -> None:
    assert returns_of(scores, collector_of(scores, finishers)) == pytest.approx(returns)
