"""The worked examples of the rules, section 10, by their numbers."""

from __future__ import annotations

import pytest

from koloda.core.errors import BadNotation, IllegalAction
from koloda.games.viceroy import GAME
from koloda.games.viceroy.notation import read_amount
from koloda.games.viceroy.payment import amount_text
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import (
    acquired,
    asked,
    card_of,
    discarded,
    gems,
    hand,
    happened,
    legal,
    on,
    phase,
    placed,
    play,
    points,
    position,
    reserve,
    slot,
    stairs,
    virtual,
)

ONE_EACH = "B C33; R C35; G C37; Y C39"
OTHER = "1:0 C64"


@pytest.mark.rule("E1", "R21")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_reserve_before_and_after_the_start_gems(seats: int) -> None:
    setup = GAME.setup(GAME.deal(seats, 3))
    screens = [read_amount(amount, "screen") for amount in setup["screens"]]
    left = read_amount(setup["reserve"], "reserve")
    assert [sum(colour) for colour in zip(left, *screens, strict=True)] == [4 * seats] * 4
    assert [sum(screen) for screen in screens] == [6] * seats
    assert sum(left) == 10 * seats
    assert read_amount(setup["box"], "box") == [16 - 4 * seats] * 4


@pytest.mark.rule("E2")
def test_a_card_can_only_be_bid_for_with_the_colour_of_its_slot() -> None:
    state = position("gems B1R1G1; 1:0 C01", "gems Y1; attack 1; 1:0 C02", phase="auction", slots="Y C32")
    assert legal(state, 0) == ["bid -"]
    assert legal(state, 1) == ["bid -", "bid ATK", "bid Y"]
    with pytest.raises(IllegalAction, match="hides no gem of colour Y"):
        state.play("bid Y", 0)


@pytest.mark.rule("E3")
def test_the_prices_of_the_captain() -> None:
    captain = card_of("C32")
    prices = [amount_text(GAME.file.deck.price[captain * 5 + level]) for level in range(5)]
    assert prices == ["G1", "B1G1", "B1G1Y1", "B1G1Y2", "B1G1Y3"]


def captain_on(level: int) -> ViceroyState:
    """The Captain just built on a level of a pyramid that has an open place on every level."""
    state = position(f"gems B9R9G9Y9; acquired C32; {stairs()}", OTHER, phase="pay")
    (where,) = [
        text
        for text in legal(play(state, "0 keep"))
        if text.startswith(f"build {level}:") and "-" not in text
    ]
    return play(state, f"0 {where}")


@pytest.mark.rule("E4")
def test_the_captain_on_level_1_gives_one_card() -> None:
    state = captain_on(1)
    assert legal(state) == ["draw law", "draw small"]
    play(state, "0 draw law")
    assert phase(state) == "law_choose"
    assert len(hand(state, 0)) == 1


@pytest.mark.rule("E4")
def test_the_captain_on_level_2_gives_five_gems() -> None:
    state = captain_on(2)
    before = sum(read_amount(gems(state, 0), "gems"))
    for _ in range(5):
        assert legal(state) == ["take B", "take G", "take R", "take Y"]
        play(state, "0 take B")
    assert phase(state) == "law_choose"
    assert sum(read_amount(gems(state, 0), "gems")) == before + 5


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("level", "tokens"), [(3, {"magic": 1}), (4, {"points": 12}), (5, {"points": 15})])
def test_the_captain_on_a_higher_level_gives_the_token_of_that_level_only(
    level: int, tokens: dict[str, int]
) -> None:
    state = captain_on(level)
    assert phase(state) == "law_choose"
    assert hand(state, 0) == []
    (built,) = [entry for entry in state.reveal()["players"][0]["pyramid"] if entry["card"] == "C32"]
    assert built["tokens"] == tokens


@pytest.mark.rule("E5", "R18")
def test_a_pass_with_four_science_tokens_gives_three_to_seven_gems() -> None:
    state = position("1:0 C01 [S4]", OTHER, phase="auction", slots=ONE_EACH, reserve="B5R5G5Y5")
    play(state, "0 bid -", "1 bid -")
    takes = ["take B", "take G", "take R", "take Y"]
    for _ in range(3):
        assert legal(state) == takes
        play(state, "0 take B")
    for _ in range(4):
        assert legal(state) == ["take -", *takes]
        play(state, "0 take R")
    assert gems(state, 0) == "B3R4"
    assert asked(state) == 1


@pytest.mark.rule("E6")
def test_an_endless_gem_lowers_the_price_by_one_of_its_colour() -> None:
    state = position(f"gems B2R1G1Y1; acquired C31; {stairs()} [Eb]", OTHER, phase="pay")
    play(state, "0 keep", "0 build 4:2")
    assert legal(state) == ["endless B 0", "endless B 1"]
    with pytest.raises(IllegalAction, match="1 endless gems"):
        state.play("endless B 2")
    paid = state.clone()
    play(state, "0 endless B 1")
    assert happened(state, "build") == [(0, "C31", "4:2", "B1R1G1")]
    play(paid, "0 endless B 0")
    assert sum(read_amount(gems(paid, 0), "gems")) == sum(read_amount(gems(state, 0), "gems")) - 1


@pytest.mark.rule("E7")
def test_circle_bonuses_count_for_circles_and_endless_gems_of_their_colour() -> None:
    state = position("1:0 C08 [CB4g]; 1:1 C62; 2:0 C17", OTHER, phase="recolour")
    assert on(state, 0, "2:0")["circle"] == "GGGG"
    assert points(state)[0] == 7
    state = position("1:0 C08 [CB4y Ey]", OTHER, phase="recolour")
    assert points(state)[1] == 7


@pytest.mark.rule("E8")
def test_magic_tokens_times_magic_bonuses() -> None:
    assert points(position("1:0 C01 [M3 MB5]; 1:1 C02 [MB2]", OTHER, phase="recolour"))[4] == 21
    assert points(position("1:0 C01 [M3]", OTHER, phase="recolour"))[4] == 0


@pytest.mark.rule("E9")
def test_sets_of_defence_magic_and_science() -> None:
    assert points(position("1:0 C01 [F2 M5 S3]", OTHER, phase="recolour"))[5] == 14


@pytest.mark.rule("E10", "R30")
@pytest.mark.parametrize(("defence", "loss"), [(0, -15), (2, -9), (6, 0)])
def test_attacks_left_with_the_opponents_cost_three_points_each(defence: int, loss: int) -> None:
    mine = f"1:0 C01 [F{defence} M6 S6]" if defence else "1:0 C01 [M6 S6]"
    state = position(mine, f"attack 2; {OTHER}", "attack 3; 1:0 C63", phase="recolour")
    assert points(state)[6] == loss
    assert points(state)[5] == 7 * defence  # the same tokens protect and count for sets


@pytest.mark.rule("E11")
def test_open_places() -> None:
    state = position("hand L65; 1:0 C01", OTHER)
    assert legal(play(state, "0 law L65", "1 law -")) == ["put 1:-1", "put 1:1"]
    state = position("hand L65; 1:0 C01; 1:1 C02", OTHER)
    assert legal(play(state, "0 law L65", "1 law -")) == ["put 1:-1", "put 1:2", "put 2:0"]


@pytest.mark.rule("E12", "R5")
def test_a_circle_of_one_colour_gives_a_gem_before_the_reward() -> None:
    state = position("gems B1R1; acquired C16; 1:0 C32; 1:1 C02", OTHER, phase="pay", reserve="R1")
    play(state, "0 keep", "0 build 2:0")
    assert happened(state, "build") == [(0, "C16", "2:0", "B1R1")]
    assert on(state, 0, "2:0")["circle"] == "RRRR"
    assert gems(state, 0) == "R1"
    assert on(state, 0, "2:0")["tokens"] == {"magic": 1}
    kinds = [event.kind for event in state.events]
    assert kinds.index("circle") < kinds.index("token")


@pytest.mark.rule("E12")
def test_a_circle_gives_nothing_when_the_reserve_has_no_such_gem() -> None:
    state = position("gems B1; acquired C16; 1:0 C32 [Er]; 1:1 C02", OTHER, phase="pay", reserve="Y5")
    play(state, "0 keep", "0 build 2:0", "0 endless R 1")
    assert happened(state, "circle") == [(0, "2:0", "R", False)]
    assert gems(state, 0) == "-"
    assert reserve(state) == "B1Y5"


def charcoal_burner(screen: str, stock: str) -> ViceroyState:
    state = position(f"gems {screen}; acquired C05; 1:0 C32; 1:1 C02", OTHER, phase="pay", reserve=stock)
    return play(state, "0 keep", "0 build 2:0")


@pytest.mark.rule("E13")
def test_an_endless_gem_comes_from_the_reserve() -> None:
    state = charcoal_burner("B1R1Y1", "R3")
    assert on(state, 0, "2:0")["circle"] == "RRYY"
    assert on(state, 0, "2:0")["endless"] == "R1"
    assert gems(state, 0) == "R1"
    assert reserve(state) == "B1R2Y1"


@pytest.mark.rule("E13")
def test_without_one_in_the_reserve_the_own_screen_may_give_it() -> None:
    state = charcoal_burner("B1R1Y1", "G3")
    assert legal(state) == ["own no", "own yes"]
    refused = state.clone()
    play(state, "0 own yes")
    assert gems(state, 0) == "-"
    assert on(state, 0, "2:0")["endless"] == "R1"
    play(refused, "0 own no")
    assert gems(refused, 0) == "R1"
    assert on(refused, 0, "2:0")["endless"] == "-"


@pytest.mark.rule("E13")
def test_without_one_anywhere_nothing_happens() -> None:
    state = charcoal_burner("B1Y1", "G3")
    assert phase(state) == "law_choose"
    assert on(state, 0, "2:0")["endless"] == "-"


@pytest.mark.rule("E14")
def test_law_cards_are_resolved_by_number_and_never_put_on_level_5() -> None:
    tower = (
        "1:0 C01; 1:1 C02; 1:2 C03; 1:3 C04; 1:4 C05; 2:0 C06; 2:1 C08; 2:2 C09; 2:3 C10; "
        "3:0 C11; 3:1 C12; 3:2 C13; 4:0 C14; 4:1 C15; 1:5 C16; 2:4 C17"
    )
    state = position("hand L70; 1:0 C20", f"gems B1; hand C07; {tower}", "hand L66; 1:0 C22")
    play(state, "0 law L70", "1 law C07", "2 law L66")
    assert asked(state) == 1
    assert "put 5:0" not in legal(state)
    assert state.open_row(1, 5)
    with pytest.raises(BadNotation):
        state.play("put 5:0")
    play(state, "1 put 3:3")
    assert legal(state) == ["draw law", "draw small"]
    play(state, "1 draw law")
    assert gems(state, 1) == "B1"
    assert asked(state) == 2
    play(state, "2 put 1:1", "2 pick 2")
    assert asked(state) == 0


@pytest.mark.rule("E15", "R9")
def test_a_clash_leads_to_another_round() -> None:
    state = position(
        "gems R1Y1; 1:0 C01",
        "gems R1; 1:0 C02",
        "gems B1; 1:0 C03",
        phase="auction",
        slots=ONE_EACH,
        reserve="G1",
    )
    play(state, "0 bid R", "1 bid R", "2 bid B")
    assert acquired(state, 2) == "C33"
    assert reserve(state) == "B1R2G1"
    assert slot(state, "R") == ("C35", None)
    assert state.pending == 0b11
    play(state, "0 bid Y", "1 bid -")
    assert acquired(state, 0) == "C39"
    for _ in range(3):
        assert asked(state) == 1
        play(state, "1 take " + reserve(state)[0])
    assert phase(state) == "pay_decide"
    assert state.round == 2


def two_on_green(*extra: str) -> ViceroyState:
    return position(
        "gems G2; 1:0 C01", "gems G2; 1:0 C02", *extra, phase="auction", slots="B C33; G C37 C38; R C35"
    )


@pytest.mark.rule("E16", "R15")
def test_different_wishes_share_a_slot_with_two_cards() -> None:
    state = play(two_on_green(), "0 bid G", "1 bid G")
    assert legal(state) == ["want base", "want tip"]
    play(state, "0 want base", "1 want tip")
    assert (acquired(state, 0), acquired(state, 1)) == ("C37", "C38")
    assert phase(state) == "pay_decide"


@pytest.mark.rule("E16", "R15")
def test_equal_wishes_cost_both_their_gem() -> None:
    state = play(two_on_green(), "0 bid G", "1 bid G", "0 want tip", "1 want tip")
    assert (acquired(state, 0), acquired(state, 1)) == (None, None)
    assert slot(state, "G") == ("C37", "C38")
    assert (gems(state, 0), gems(state, 1)) == ("G1", "G1")
    assert (phase(state), state.round) == ("auction_bid", 2)


@pytest.mark.rule("E16")
def test_three_at_a_slot_with_two_cards_get_nothing_and_are_not_asked() -> None:
    state = play(two_on_green("gems G2; 1:0 C03"), "0 bid G", "1 bid G", "2 bid G")
    assert (phase(state), state.round) == ("auction_bid", 2)
    assert state.pending == 0b111


@pytest.mark.rule("E17")
def test_attacks_follow_the_bids_by_lowest_number() -> None:
    state = position(
        "attack 1; 1:0 C09",
        "attack 1; 1:0 C04",
        "gems R1; 1:0 C03",
        phase="auction",
        slots="R C35; B C33 C34",
    )
    play(state, "0 bid ATK", "1 bid ATK", "2 bid R")
    assert acquired(state, 2) == "C35"
    assert asked(state) == 1
    assert legal(state) == ["hit B base", "hit B tip"]
    play(state, "1 hit B tip")
    assert legal(state) == ["hit B base"]
    play(state, "0 hit B base")
    assert list(state.attack) == [0, 0, 0]
    assert phase(state) == "pay_decide"
    assert state.round == 1


@pytest.mark.rule("E18", "R12")
def test_passers_take_by_lowest_number_and_a_dry_reserve_asks_nobody() -> None:
    state = position("1:0 C09", "1:0 C10; 1:1 C04", phase="auction", slots=ONE_EACH, reserve="R1Y2")
    play(state, "0 bid -", "1 bid -")
    assert legal(state) == ["take R", "take Y"]
    play(state, "1 take Y", "1 take R")
    assert legal(state) == ["take Y"]
    play(state, "1 take Y")
    assert (gems(state, 0), gems(state, 1)) == ("-", "R1Y2")
    assert phase(state) == "law_choose"
    assert [details[0] for details in happened(state, "pass")] == [1, 0]


@pytest.mark.rule("E19", "R14")
def test_a_card_that_cannot_be_paid_is_refused() -> None:
    state = position("gems B2R2; acquired C61; 1:0 C01", OTHER, phase="pay", reserve="G4")
    assert legal(state) == ["refuse"]
    with pytest.raises(IllegalAction, match="cannot be paid"):
        state.play("keep")
    play(state, "0 refuse", "0 take G", "0 take G", "0 take G")
    assert "C61" in discarded(state)
    assert gems(state, 0) == "B2R2G3"
    assert phase(state) == "law_choose"


@pytest.mark.rule("E20", "R10")
def test_rewards_come_by_number_after_all_payments() -> None:
    first = stairs(range(1, 21))
    second = "1:0 C33; 1:1 C34; 1:2 C35; 1:3 C36; 2:0 C37; 2:1 C38; 2:2 C39; 3:0 C40; 3:1 C43"
    state = position(
        f"gems R1G1Y2; acquired C63; {first}",
        f"gems B1G1Y2; acquired C25; {second}",
        phase="pay",
        reserve="R2",
    )
    play(state, "0 keep", "1 keep", "0 build 4:2", "1 build 4:0")
    assert sum(read_amount(reserve(state), "reserve")) == 10
    assert asked(state) == 1
    while asked(state) == 1:
        play(state, "1 " + legal(state)[0])
    assert sum(read_amount(gems(state, 1), "gems")) == 8
    play(state, "0 " + legal(state)[0], "0 " + legal(state)[0])
    assert sum(read_amount(gems(state, 0), "gems")) == 2
    assert phase(state) == "law_choose"


@pytest.mark.rule("E21")
def test_level_5_costs_the_fourth_colour_once_more() -> None:
    state = position(f"gems B1G1Y3; acquired C32; {stairs()}", OTHER, phase="pay")
    play(state, "0 keep", "0 build 5:0")
    assert happened(state, "build") == [(0, "C32", "5:0", "B1G1Y3")]
    assert on(state, 0, "5:0")["tokens"] == {"points": 15}
    state = position(f"gems B1G1Y2; acquired C32; {stairs()}; 1:8 C21 [Ey]", OTHER, phase="pay")
    play(state, "0 keep", "0 build 5:0")
    assert legal(state) == ["endless Y 1"]
    play(state, "0 endless Y 1")
    assert happened(state, "build") == [(0, "C32", "5:0", "B1G1Y2")]


COINED = "1:0 C01; 1:1 C02; 1:2 C03; 2:0 L81; 2:1 C04"


@pytest.mark.rule("E22", "R28")
def test_common_coin_pays_what_is_missing() -> None:
    state = position(f"gems R1G1Y1; acquired C32; {COINED}", OTHER, phase="pay")
    play(state, "0 keep", "0 build 3:0")
    assert legal(state) == ["coin B>R"]
    play(state, "0 coin B>R")
    assert happened(state, "build") == [(0, "C32", "3:0", "R1G1Y1")]


@pytest.mark.rule("E22", "R28")
def test_common_coin_is_optional() -> None:
    state = position(f"gems B1R1G1Y1; acquired C32; {COINED}", OTHER, phase="pay")
    play(state, "0 keep", "0 build 3:0")
    assert legal(state) == ["coin -", "coin B>R", "coin G>R", "coin Y>R"]
    with pytest.raises(IllegalAction, match="cannot pay"):
        state.play("coin G>Y")


@pytest.mark.rule("E23", "R4")
def test_change_of_office_keeps_the_tokens_and_gives_the_new_circle_its_gem() -> None:
    state = position("hand L73; 1:0 C32; 1:1 C02; 2:0 C05 [Er]", OTHER, reserve="R1")
    play(state, "0 law L73", "1 law -")
    assert legal(state) == ["swap 1:0", "swap 1:1", "swap 2:0"]
    play(state, "0 swap 2:0")
    assert happened(state, "circle") == [(0, "2:0", "R", True)]
    assert gems(state, 0) == "R1"
    assert placed(state, 0)["2:0"] == "L73"
    assert on(state, 0, "2:0")["endless"] == "R1"
    assert hand(state, 0) == ["C05"]


@pytest.mark.rule("E24", "R3")
def test_honourable_retirement_tucks_a_free_card() -> None:
    state = position("hand L76; 1:0 C32; 1:1 C02; 1:2 C06", OTHER)
    play(state, "0 law L76", "1 law -", "0 put 2:0")
    assert legal(state) == ["retire 1:2"]
    with pytest.raises(IllegalAction, match="free card"):
        state.play("retire 1:1")
    play(state, "0 retire 1:2")
    assert on(state, 0, "2:0")["tucked"] == ["C06"]
    assert points(state)[2] == 6


@pytest.mark.rule("E24")
def test_honourable_retirement_without_another_free_card_scores_nothing() -> None:
    state = position("hand L76; 1:0 C32; 1:1 C02", OTHER)
    play(state, "0 law L76", "1 law -", "0 put 2:0")
    assert phase(state) == "auction_bid"
    assert points(state)[2] == 0


@pytest.mark.rule("E25")
def test_transfer_of_duties_moves_a_free_card() -> None:
    state = position("hand L75; 1:0 C32; 1:1 C02; 1:2 C06; 1:3 C04", OTHER)
    play(state, "0 law L75", "1 law -", "0 put 2:0")
    assert legal(state) == ["move -", "move 1:3"]
    with pytest.raises(IllegalAction, match="free card"):
        state.play("move 1:1")
    play(state, "0 move 1:3")
    assert legal(state) == ["to 1:-1", "to 2:1"]
    play(state, "0 to 1:-1")
    assert placed(state, 0) == {"1:-1": "C04", "1:0": "C32", "1:1": "C02", "1:2": "C06", "2:0": "L75"}


RECOLOURED = "1:0 C32; 1:1 C02; 2:0 C64"  # circle R R B B


@pytest.mark.rule("E26")
def test_recolouring_completes_a_circle() -> None:
    state = position(f"gems R2; {RECOLOURED}; 1:-1 L88", "1:0 C63", phase="recolour")
    assert on(state, 0, "2:0")["circle"] == "RRBB"
    assert points(state) == [0, 0, 2, 0, 0, 0, 0]
    play(state, "0 circle 2:0")
    assert legal(state) == ["paint bl=R", "paint br=R"]
    with pytest.raises(IllegalAction):
        state.play("paint ll=R")
    play(state, "0 paint bl=R", "0 circle 2:0", "0 paint br=R")
    assert state.over
    assert points(state) == [3, 0, 0, 0, 0, 0, 0]
    assert GAME.result(state)["leftover"][0] == 0


@pytest.mark.rule("E26")
def test_painting_a_part_of_a_circle_changes_nothing() -> None:
    state = position(f"gems R1; {RECOLOURED}", "1:0 C63", phase="recolour")
    play(state, "0 circle 2:0", "0 paint bl=R")
    assert points(state) == [0] * 7


SOLO = "gems R3; 1:0 C01"


@pytest.mark.rule("E27")
def test_solo_alone_at_a_slot_while_the_virtual_opponent_discards_a_base() -> None:
    state = position(SOLO, phase="auction", slots="B C33 C34; R C35")
    play(virtual(state, "B"), "0 bid R")
    assert acquired(state, 0) == "C35"
    assert discarded(state)[:1] == ["C33"]


@pytest.mark.rule("E27")
def test_solo_equal_bids_for_one_card_lead_to_another_round() -> None:
    state = position(SOLO, phase="auction", slots="B C33 C34; R C35", reserve="-")
    play(virtual(state, "R"), "0 bid R")
    assert (phase(state), state.round) == ("auction_bid", 2)
    assert reserve(state) == "R1"
    assert list(state.box) == [12, 12, 12, 12]


@pytest.mark.rule("E27", "R23")
def test_solo_equal_bids_for_two_cards_lead_to_another_round_too() -> None:
    state = position(SOLO, phase="auction", slots="B C33; R C35 C36", reserve="-")
    play(virtual(state, "R"), "0 bid R")
    assert (phase(state), state.round) == ("auction_bid", 2)
    assert slot(state, "R") == ("C35", "C36")
    assert reserve(state) == "R1"
    assert list(state.box) == [12, 12, 12, 12]


@pytest.mark.rule("E27", "R23")
def test_solo_equal_bids_for_two_cards_leave_a_choice_if_so_agreed() -> None:
    state = position(SOLO, phase="auction", slots="B C33; R C35 C36", solo_two_card="choice")
    play(virtual(state, "R"), "0 bid R")
    assert legal(state) == ["continue", "want tip"]
    again = state.clone()
    play(state, "0 want tip")
    assert acquired(state, 0) == "C36"
    assert "C35" in discarded(state)
    play(again, "0 continue")
    assert (phase(again), again.round) == ("auction_bid", 2)
    assert slot(again, "R") == ("C35", "C36")


@pytest.mark.rule("E28")
def test_two_virtual_opponents_at_one_card_meet_again() -> None:
    state = position(SOLO, phase="auction", slots="B C33; R C35; Y C39", virtuals=2)
    play(virtual(state, "Y", "Y"), "0 bid -")
    assert slot(state, "Y") == ("C39", None)
    assert state.virtuals_in == 2


@pytest.mark.rule("E28")
def test_two_virtual_opponents_at_two_cards_discard_both() -> None:
    state = position("gems R3Y1; 1:0 C01", phase="auction", slots="B C33; R C35; Y C39 C40", virtuals=2)
    play(virtual(state, "Y", "Y"), "0 bid R")
    assert {"C39", "C40"} <= set(discarded(state))
    assert state.virtuals_in == 0


@pytest.mark.rule("E28")
def test_a_person_beside_two_virtual_opponents_at_two_cards_gets_nothing() -> None:
    state = position("gems R3Y1; 1:0 C01", phase="auction", slots="B C33; R C35; Y C39 C40", virtuals=2)
    play(virtual(state, "Y", "Y"), "0 bid Y")
    assert slot(state, "Y") == ("C39", "C40")
    assert (phase(state), state.round, state.virtuals_in) == ("auction_bid", 2, 2)


@pytest.mark.rule("E29")
def test_a_virtual_bid_on_an_empty_slot_is_an_attack() -> None:
    state = position("gems B1R2; 1:0 C01", phase="auction", slots="B C33 C34; R C35", virtuals=1)
    play(virtual(state, "R"), "0 bid R")
    assert state.round == 2
    play(virtual(state, "G"), "0 bid R")
    assert acquired(state, 0) == "C35"
    assert legal(state) == ["hit B base", "hit B tip"]
    assert state.view(0)["ask"] == {"kind": "hit", "virtual": True}
    play(state, "0 hit B tip")
    assert "C34" in discarded(state)
    assert state.virtuals_in == 0


@pytest.mark.rule("E30")
def test_a_complete_score() -> None:
    # green circles at 2:0 and 2:1, a blue one at 2:3
    mine = (
        "1:0 C08 [CB4g Eg]; 1:1 C53 [Ey M3 MB5]; 1:2 C62 [MB2]; 1:3 L85; 1:4 C31 [F2 S3]; 1:5 C12 [P15]; "
        "2:0 C17 [P3]; 2:1 C18 [P12]; 2:4 C41"
    )
    state = position(mine, "attack 2; 1:0 C63", "attack 3; 1:0 C60", phase="recolour")
    circles = [entry.get("circle") for entry in state.reveal()["players"][0]["pyramid"] if "circle" in entry]
    assert circles == ["GGGG", "GGGG", "BBBB"]
    assert points(state) == [17, 10, 6, 30, 21, 14, -9]
    assert GAME.result(state)["scores"][0] == 89


@pytest.mark.rule("E31", "R23")
@pytest.mark.parametrize("solo_two_card", ["clash", "choice"])
@pytest.mark.parametrize(
    ("seats", "draws", "bids"),
    [
        ([SOLO], "RY", ["0 bid R"]),
        ([SOLO, "gems B2; 1:0 C02"], "R", ["0 bid R", "1 bid B"]),
    ],
)
def test_among_more_than_one_opponent_a_person_beside_a_virtual_one_at_two_cards_may_choose(
    seats: list[str], draws: str, bids: list[str], solo_two_card: str
) -> None:
    slots = "B C33; R C35 C36; G C37; Y C39"
    state = position(*seats, phase="auction", slots=slots, virtuals=len(draws), solo_two_card=solo_two_card)
    play(virtual(state, *draws), *bids)
    assert (asked(state), legal(state)) == (0, ["continue", "want tip"])
    again = state.clone()
    play(state, "0 want tip")
    assert acquired(state, 0) == "C36"
    assert "C35" in discarded(state)
    play(again, "0 continue")
    assert slot(again, "R") == ("C35", "C36")
    assert acquired(again, 0) is None
