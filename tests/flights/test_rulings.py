"""The rulings of the rules, section 8, that the worked examples do not show, and what the flow chart says."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from flights.positions import (
    asked,
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
from koloda.core.errors import BadNotation, BadOption, IllegalAction
from koloda.games.flights import GAME
from koloda.games.flights.cards import CODES, COLOUR_NAMES, COLOURS
from koloda.games.flights.scoring import placement


@pytest.mark.rule("R1")
def test_the_game_is_called_after_the_bidding_cards() -> None:
    assert GAME.id == "flights"
    assert GAME.names.items() >= {"en": "Flights", "uk": "Перельоти", "ru": "Перелёты"}.items()


@pytest.mark.rule("R2")
def test_the_colours_have_a_canonical_order() -> None:
    assert COLOUR_NAMES == ["red", "blue", "green", "yellow", "orange", "violet"]
    assert [name[0].upper() for name in COLOUR_NAMES] == list(COLOURS)


@pytest.mark.rule("R3")
def test_there_is_one_exchange_of_each_value() -> None:
    setup = GAME.setup(GAME.deal(4, 3))
    deck = [card for held in setup["hands"] for card in held] + setup["draw_pile"]
    assert sorted(card for card in deck if card[0] == "X") == ["X1", "X2", "X3", "X4", "X5", "X6", "XU", "XU"]


@pytest.mark.rule("R4")
def test_the_first_colours_are_in_play_unless_others_are_chosen() -> None:
    assert GAME.setup(GAME.deal(2, 1))["colours"] == ["R", "B", "G", "Y"]
    chosen = GAME.deal(2, 1, {"city_colours": ["violet", "green", "orange", "blue"]})
    assert GAME.setup(chosen)["colours"] == ["B", "G", "O", "V"]
    assert chosen.view(None)["colours"] == ["B", "G", "O", "V"]


@pytest.mark.rule("R4")
def test_the_order_and_the_writing_of_the_colours_do_not_matter() -> None:
    setups = [
        GAME.setup(GAME.deal(2, 1, {"city_colours": colours}))
        for colours in (["violet", "green", "orange", "blue"], "blue,green,orange,violet")
    ]
    assert setups[0] == setups[1]
    assert GAME.deal(3, 1, {"city_colours": "first"}).view(None)["colours"] == ["R", "B", "G", "Y", "O"]


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "colours",
    [
        ["red", "blue", "green"],
        ["red", "blue", "green", "yellow", "orange"],
        ["red", "red", "blue", "green"],
        ["red", "blue", "green", "pink"],
        ["red", "blue", "green", 4],
        "red",
        "",
        7,
        True,
        None,
    ],
)
def test_other_lists_of_colours_are_refused(colours: object) -> None:
    with pytest.raises(BadOption, match="city_colours"):
        GAME.deal(2, 1, {"city_colours": colours})


@pytest.mark.rule("R5")
def test_the_last_card_is_the_rightmost_place_whatever_lies_there() -> None:
    state = position("P1 [R1 B4] X4; P2 [G4 Y1] DP X6; P3 [] DP; pile R2 R3 R5")
    lay(state, "X4 F1", "X6 F2", "DP F3")
    play(state, "P3 take DP", "P2 take X4")
    play(state, "P2 swap G4 P1 B4", "P1 take X6")
    assert row(state, "P1") == "[R1 G4]"
    lay(state, f"{hand(state, 'P1')[0]} F6", "DP F5", f"{hand(state, 'P3')[0]} F4")
    play(state, "P1 take DP")
    assert row(state, "P1") == "[R1]"
    assert events(state, "deport")[-1] == ("deport", 0, "G4")


@pytest.mark.rule("R5")
def test_new_cities_join_at_the_right_end_and_gaps_close_up() -> None:
    state = position("P1 [R1 B2 R3 G4] R5; P2 [] G6; pile -")
    lay(state, "R5 F6", "G6 F5")
    play(state, "P1 take R5")
    assert row(state, "P1") == "[B2 G4]"
    play(state, "P2 take G6")
    assert row(state, "P2") == "[G6]"


@pytest.mark.rule("R6")
@pytest.mark.parametrize("seats", list(permutations(range(3))))
def test_pairs_are_accepted_in_any_order_and_stay_sealed_until_the_last(seats: tuple[int, ...]) -> None:
    state = position("first P2; P1 [R4 B2] DP; P2 [Y1 O4 R6] G4; P3 [B4 O1] X4")
    pairs = ["DP F2", "G4 F5", "X4 F5"]
    for number, seat in enumerate(seats):
        assert state.view(None)["phase"] == "lay"
        assert state.view(None)["table"] == []
        state.play(f"lay {pairs[seat]}", seat)
        if number < 2:
            assert state.view(None)["committed"] == [other in seats[: number + 1] for other in range(3)]
            assert legal(state, f"P{seat + 1}") == []
    assert order(state) == "P2 P3 P1"
    assert [card["card"] for card in state.view(None)["table"]] == ["DP", "G4", "X4"]
    assert events(state, "reveal") == [
        ("reveal", 0, "DP", 2),
        ("reveal", 1, "G4", 5),
        ("reveal", 2, "X4", 5),
    ]


@pytest.mark.rule("R6")
def test_a_laid_pair_cannot_be_changed() -> None:
    state = play(position("P1 [] R1 R2; P2 [] B1"), "P1 lay R1 F1")
    with pytest.raises(IllegalAction, match="not this seat's decision"):
        state.play("lay R2 F2", 0)


@pytest.mark.rule("R7")
def test_a_card_and_a_flight_are_laid_together_by_everybody() -> None:
    state = position("P1 [] R1 R2; P2 [] B1")
    for text in ("lay R1", "lay F1", "pass", "lay", "lay R1 F7", "lay R1 R2"):
        with pytest.raises(BadNotation):
            state.play(text, 0)
    play(state, "P1 lay R1 F1")
    assert asked(state) == "P2"
    assert state.view(None)["phase"] == "lay"


@pytest.mark.rule("R9")
def test_one_may_take_the_card_one_has_laid() -> None:
    state = lay(position("P1 [] R1; P2 [] B1"), "R1 F6", "B1 F5")
    assert state.view(None)["table"][0] == {"card": "R1", "laid_by": 0}
    play(state, "P1 take R1")
    assert row(state, "P1") == "[R1]"


DECK_OF_CLASS = {
    "D": ["DP", "DP", "DP"],
    "C": ["R1", "B2", "G3", "Y4"],
    "X": ["X1", "X2", "X3", "X4"],
    "U": ["XU"] * 2,
}


def all_tables(seats: int) -> list[str]:
    """Every mix of classes that can lie on the table."""
    tables = ("".join(table) for table in combinations_with_replacement("DCXU", seats))
    return [table for table in tables if table.count("D") <= 3 and table.count("U") <= 2]


@pytest.mark.rule("R10", "R11", "R12", "R13")
@pytest.mark.parametrize(("seats", "count"), [(2, 10), (3, 19), (4, 30)])
def test_in_every_mix_the_choosers_take_deportations_cities_exchanges_universals(
    seats: int, count: int
) -> None:
    tables = all_tables(seats)
    assert len(tables) == count
    for table in tables:
        left = {kind: list(cards) for kind, cards in DECK_OF_CLASS.items()}
        laid = [left[kind].pop(0) for kind in table]
        for shift in range(seats):
            mixed = laid[shift:] + laid[:shift]
            state = position("; ".join(f"P{seat + 1} [] {card}" for seat, card in enumerate(mixed)))
            lay(state, *(f"{card} F{6 - seat}" for seat, card in enumerate(mixed)))
            on_table = sorted(laid)
            for kind in table:
                due = sorted({card for card in on_table if card in DECK_OF_CLASS[kind]})
                assert legal(state) == [f"take {card}" for card in due]
                on_table.remove(due[-1])
                state.play(f"take {due[-1]}")


@pytest.mark.rule("R14")
def test_a_forced_take_is_a_decision_with_one_action() -> None:
    state = lay(position("P1 [] R1; P2 [] DP"), "R1 F6", "DP F5")
    assert (asked(state), legal(state)) == ("P1", ["take DP"])
    play(state, "P1 take DP")
    assert (asked(state), legal(state)) == ("P2", ["take R1"])


@pytest.mark.rule("R15", "R17")
def test_a_swap_cannot_be_declined() -> None:
    state = lay(position("P1 [R4] XU; P2 [B4] XU"), "XU F6", "XU F5")
    play(state, "P1 take XU")
    assert (asked(state), legal(state)) == ("P1", ["swap R4 P2 B4"])
    with pytest.raises(IllegalAction, match="asked to swap"):
        state.play("take XU")


@pytest.mark.rule("R16")
def test_only_the_taker_decides_a_swap() -> None:
    state = lay(position("P1 [R4] XU; P2 [B4] XU"), "XU F6", "XU F5")
    play(state, "P1 take XU")
    assert legal(state, "P2") == []


@pytest.mark.rule("R18")
def test_the_sizes_are_counted_after_the_earlier_takes_of_the_round() -> None:
    state = position("P1 [R4 B1] X4; P2 [G4] Y1")
    lay(state, "X4 F5", "Y1 F6")
    play(state, "P2 take Y1", "P1 take X4")
    assert legal(state) == ["swap R4 P2 G4"]


@pytest.mark.rule("R19")
def test_each_city_goes_where_the_other_lay() -> None:
    state = lay(position("P1 [R1 G4 Y1] X4; P2 [Y2 R3 B4] X6"), "X4 F6", "X6 F5")
    play(state, "P1 take X4", "P1 swap G4 P2 B4")
    assert rows(state) == ["[R1 B4 Y1]", "[Y2 R3 G4]"]


@pytest.mark.rule("R21")
def test_after_a_removal_two_of_a_colour_apart_stay() -> None:
    state = lay(position("P1 [R1 B2 G1 B3 R4] R6; P2 [] X1"), "R6 F6", "X1 F5")
    play(state, "P1 take R6")
    assert row(state, "P1") == "[B2 G1 B3]"


@pytest.mark.rule("R23")
def test_the_partner_of_a_swap_burns_at_once() -> None:
    state = lay(position("P1 [R4] X4; P2 [R1 B4] X6"), "X4 F6", "X6 F5")
    play(state, "P1 take X4", "P1 swap R4 P2 B4")
    assert rows(state) == ["[B4]", "[]"]
    assert asked(state) == "P2"


@pytest.mark.rule("R25")
def test_the_test_comes_at_round_end_before_any_draw() -> None:
    state = position("P1 [R1 B1 G1] Y1; P2 [] Y2")
    lay(state, "Y1 F6", "Y2 F5")
    play(state, "P1 take Y1")
    assert not state.over
    play(state, "P2 take Y2")
    assert state.over
    assert events(state, "draw", "flights") == []
    assert state.view(None)["counts"] == [0, 0]


@pytest.mark.rule("R25", "R27")
def test_a_collection_broken_and_completed_again_counts_from_the_later_take() -> None:
    state = position("P1 [R2 B6 G1 Y5 R5] O3; P2 [B3 R6 G4 Y6 B1] X3; P3 [Y4 O2 B2 Y2 R1 B5] X2")
    lay(state, "O3 F6", "X3 F5", "X2 F4")
    play(state, "P1 take O3", "P2 take X3")
    assert legal(state) == ["swap B3 P1 O3"]
    play(state, "P2 swap B3 P1 O3")
    assert rows(state)[:2] == ["[R2 B6 G1 Y5 R5 B3]", "[O3 R6 G4 Y6 B1]"]
    play(state, "P3 take X2", "P3 swap O2 P1 R2")
    assert row(state, "P1") == "[O2 B6 G1 Y5 R5 B3]"
    result = GAME.result(state)
    assert result["finishers"] == [1, 0]
    assert result["first_finisher"] == 1


@pytest.mark.rule("R28")
def test_a_colour_is_never_held_three_times() -> None:
    state = lay(position("P1 [R1 B1 R2 G1] R3; P2 [] X1"), "R3 F6", "X1 F5")
    play(state, "P1 take R3")
    assert row(state, "P1") == "[B1 G1]"
    assert discard(state) == ["R1", "R2", "R3"]


@pytest.mark.rule("R29")
def test_the_pile_may_be_empty_until_somebody_needs_a_card() -> None:
    state = position("P1 [] X1 X2 X3; P2 [] X4 X5 X6; pile R1 R2")
    take_all(lay(state, "X1 F6", "X4 F5"))
    assert state.view(None)["draw_pile"] == 0
    assert events(state, "reshuffle") == []
    before = len(discard(state))
    take_all(lay(state, "X2 F4", "X5 F3"))
    assert events(state, "reshuffle") == [("reshuffle", before + 2)]


@pytest.mark.rule("R31")
def test_cards_are_drawn_one_at_a_time_clockwise_from_the_first_player() -> None:
    state = GAME.deal(3, 4, watch=True)
    first = state.view(None)["first"]
    drawn = [event[1] for event in state.watch().seen_by(None) if event[0] == "draw"]
    assert drawn == [(first + place) % 3 for place in range(3)] * 3


@pytest.mark.rule("R32")
def test_a_new_game_begins_with_all_flights() -> None:
    match = GAME.match(2, 9, {"max_rounds": 2})
    for number in range(2):
        state = match.next_deal()
        assert state.view(None)["flights"] == [[1, 2, 3, 4, 5, 6]] * 2
        while not state.over:
            state.apply(state.actor, state.default(state.actor))
        match.add(state)


@pytest.mark.rule("R33")
def test_a_capped_game_has_no_finisher_and_everybody_scores_differences() -> None:
    state = position("P1 [R5 B1 R2] X1; P2 [G4] X2", max_rounds=1)
    take_all(lay(state, "X1 F6", "X2 F5"))
    assert state.over
    result = GAME.result(state)
    assert result["scores"] == [(5 - 2) + 1, 4]
    assert (result["finishers"], result["first_finisher"]) == ([], None)
    assert result["placement"] == [[0, 1]]
    assert result["winners"] == [0, 1]


@pytest.mark.rule("R37")
def test_used_flights_and_the_discard_are_shown_to_all() -> None:
    state = position("P1 [] X1 X2 X3; P2 [] X4 X5 X6")
    take_all(lay(state, "X1 F6", "X4 F5"))
    for seat in (0, 1, None):
        assert state.view(seat)["used"] == [[6], [5]]
        assert state.view(seat)["flights"] == [[1, 2, 3, 4, 5], [1, 2, 3, 4, 6]]
        assert state.view(seat)["discard"] == ["X1", "X4"]


@pytest.mark.rule("R38")
@pytest.mark.parametrize(("winner", "places"), [("collector", [[0], [1]]), ("points", [[1], [0]])])
def test_the_finisher_wins_a_game_even_against_more_points_unless_points_are_agreed(
    winner: str, places: list[list[int]]
) -> None:
    state = position("P1 [R1 B1 G1] Y1; P2 [R6 B6] Y2", winner=winner)
    play(lay(state, "Y1 F6", "Y2 F5"), "P1 take Y1", "P2 take Y2")
    result = GAME.result(state)
    assert (result["finishers"], result["scores"]) == ([0], [4, 14])
    assert (result["placement"], result["winners"]) == (places, places[0])
    assert (state.view(None)["winner"], state.view(None)["winners"]) == (winner, places[0])


@pytest.mark.rule("R38")
@pytest.mark.parametrize("winner", ["collector", "points"])
@pytest.mark.parametrize(("finisher", "other"), [(0, 1), (1, 0)])
def test_of_equal_points_the_finisher_is_before_the_others(finisher: int, other: int, winner: str) -> None:
    parts = {finisher: "[R1 B1 G1] Y1", other: "[] Y4"}
    state = position(f"P1 {parts[0]}; P2 {parts[1]}", winner=winner)
    play(state, f"P{finisher + 1} lay Y1 F6", f"P{other + 1} lay Y4 F5")
    play(state, f"P{finisher + 1} take Y1", f"P{other + 1} take Y4")
    result = GAME.result(state)
    assert (result["finishers"], result["scores"]) == ([finisher], [4, 4])
    assert (result["placement"], result["winners"]) == ([[finisher], [other]], [finisher])


@pytest.mark.rule("R38")
@pytest.mark.parametrize("multi_finish", ["all", "first_only"])
def test_of_two_finishers_with_equal_points_the_earlier_one_wins(multi_finish: str) -> None:
    state = position("P1 [R2 B6 G1] Y3; P2 [R3 B1 Y2] G6", multi_finish=multi_finish)
    play(lay(state, "Y3 F5", "G6 F6"), "P2 take G6", "P1 take Y3")
    result = GAME.result(state)
    assert result["finishers"] == ([1, 0] if multi_finish == "all" else [1])
    assert result["scores"] == [12, 12]
    assert (result["placement"], result["winners"]) == ([[1], [0]], [1])


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("winner", "multi_finish", "places"),
    [
        ("collector", "all", [[2], [0], [1]]),
        ("collector", "first_only", [[0], [1, 2]]),
        ("points", "all", [[2], [1], [0]]),
        ("points", "first_only", [[1, 2], [0]]),
    ],
)
def test_with_first_only_a_later_complete_collection_is_one_of_the_others(
    winner: str, multi_finish: str, places: list[list[int]]
) -> None:
    state = position(
        "P1 [R1 B1 G1 Y1] O1; P2 [R4 B5] Y6; P3 [R2 B2 G2 Y3] O6; pile -",
        multi_finish=multi_finish,
        winner=winner,
    )
    play(lay(state, "O1 F6", "Y6 F4", "O6 F5"), "P1 take O1", "P3 take O6", "P2 take Y6")
    result = GAME.result(state)
    assert result["scores"] == [5, 15, 15]
    assert (result["placement"], result["winners"]) == (places, places[0])


@pytest.mark.rule("R38")
def test_without_finishers_equal_points_share_a_place() -> None:
    state = position("P1 [R1] B5; P2 [] G2; P3 [R2] Y4; pile -", max_rounds=1)
    play(lay(state, "B5 F6", "G2 F5", "Y4 F4"), "P1 take B5", "P2 take G2", "P3 take Y4")
    result = GAME.result(state)
    assert (result["finishers"], result["scores"]) == ([], [6, 2, 6])
    assert (result["placement"], result["winners"]) == ([[0, 2], [1]], [0, 2])


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("scores", "finishers", "by_collector", "by_points"),
    [
        ([3, 9, 5, 7], [], [[1], [3], [2], [0]], [[1], [3], [2], [0]]),
        ([3, 9, 5, 7], [0, 2], [[2], [0], [1], [3]], [[1], [3], [2], [0]]),
        ([7, 7, 7, 7], [], [[0, 1, 2, 3]], [[0, 1, 2, 3]]),
        ([7, 7, 7, 7], [3], [[3], [0, 1, 2]], [[3], [0, 1, 2]]),
        ([7, 7, 7, 7], [2, 0, 3], [[2], [0], [3], [1]], [[2], [0], [3], [1]]),
        ([8, 7, 8, 7], [1], [[1], [0, 2], [3]], [[0, 2], [1], [3]]),
        ([0, 0], [], [[0, 1]], [[0, 1]]),
    ],
)
def test_places_go_by_finishing_and_points_or_by_points_alone(
    scores: list[int], finishers: list[int], by_collector: list[list[int]], by_points: list[list[int]]
) -> None:
    assert placement(scores, finishers, True) == by_collector
    assert placement(scores, finishers, False) == by_points


def test_the_first_player_card_goes_clockwise() -> None:
    state = position("first P2; P1 [] X1 X2; P2 [] X3 X4; P3 [] X5 X6")
    take_all(lay(state, "X1 F6", "X3 F5", "X5 F4"))
    assert (state.view(None)["first"], state.view(None)["round"]) == (2, 2)
    assert len(hand(state, "P1")) == 3


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("swap R4 P1 B4", "somebody else's collection"),
        ("swap G4 P2 B4", "G4 is not in your collection"),
        ("swap R4 P2 G4", "G4 is not in the collection of player 2"),
        ("swap B1 P2 G1", "X4 swaps cities of value 4 only"),
        ("swap R4 P3 Y4", "player 3 has fewer cities"),
        ("swap R4 P4 B4", "there is no player 4"),
        ("lay R4 F1", "asked to swap"),
    ],
)
def test_a_refused_swap_says_which_rule_forbids_it(action: str, why: str) -> None:
    state = position("P1 [R4 B1] X4; P2 [B4 G1] X5; P3 [Y4] X6")
    play(lay(state, "X4 F6", "X5 F5", "X6 F4"), "P1 take X4")
    with pytest.raises(IllegalAction, match=why):
        state.play(action)


def test_every_action_text_is_one_of_the_notation() -> None:
    texts = [GAME.text(action) for action in range(GAME.num_actions)]
    assert len(set(texts)) == GAME.num_actions == 44 * 6 + 44 + 36 * 4 * 5
    assert texts[0] == "lay R1 F1"
    assert {text.split()[1] for text in texts if text.startswith("take")} == set(CODES)
    swaps = [text.split() for text in texts if text.startswith("swap")]
    assert all(own[1] == theirs[1] and own != theirs for _, own, _, theirs in swaps)
