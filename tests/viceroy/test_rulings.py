"""The rulings of the rules, section 8, that no worked example shows, and the options of section 9."""

from __future__ import annotations

import pytest

from koloda.core.errors import BadOption, IllegalAction
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import BID_NONE, CIRCLE_NONE, LAW_NONE, REFUSE, WANT_TIP
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import (
    acquired,
    asked,
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


@pytest.mark.rule("R1")
def test_a_circle_is_made_of_two_upper_corners_and_the_lower_edge_of_the_card_above() -> None:
    # C01 tl y tr r bottom b; C04 tl b tr y bottom r; C27 tl y tr y bottom g
    state = position("1:0 C01; 1:1 C04; 2:0 C27", OTHER)
    assert on(state, 0, "2:0")["circle"] == "RBGG"


@pytest.mark.rule("R2")
def test_only_the_base_must_be_without_gaps() -> None:
    state = position("hand L65; 1:0 C01; 1:1 C02; 1:2 C03; 1:3 C04; 2:0 C05; 2:2 C06", OTHER)
    play(state, "0 law L65", "1 law -")
    assert legal(state) == ["put 1:-1", "put 1:4", "put 2:1"]
    state = position("hand L65; 1:0 C01; 1:1 C02; 1:2 C03; 1:3 C04; 2:0 C05", OTHER)
    play(state, "0 law L65", "1 law -")
    assert legal(state) == ["put 1:-1", "put 1:4", "put 2:1", "put 2:2"]


@pytest.mark.rule("R3")
def test_the_outermost_cards_of_a_row_with_gaps_and_the_only_card_of_a_row_are_free() -> None:
    state = position(
        "hand L76; 1:0 C01; 1:1 C02; 1:2 C03; 1:3 C04; 1:4 C09; 2:0 C05; 2:2 C06; 2:3 C07; 3:2 C08", OTHER
    )
    play(state, "0 law L76", "1 law -", "0 put 1:5")
    assert legal(state) == ["retire 2:0", "retire 3:2"]


@pytest.mark.rule("R3")
def test_a_card_played_just_now_may_be_free() -> None:
    state = position("hand L65 L76; 1:0 C01", OTHER)
    play(state, "0 law L65", "1 law -", "0 put 1:1", "0 pick 2")
    assert state.free_row(0, 1)
    assert list(placed(state, 0)) == ["1:0", "1:1"]
    state = position("hand L76; 1:0 C01; 1:1 L65", OTHER)
    play(state, "0 law L76", "1 law -", "0 put 1:-1")
    assert legal(state) == ["retire 1:1"]


@pytest.mark.rule("R4")
def test_a_replaced_card_can_complete_several_circles_one_after_the_other() -> None:
    # L73 has green above and red below: 2:0 becomes red, 3:0 above it becomes green
    state = position(
        "hand L73; 1:0 C32; 1:1 C02; 1:2 C03; 2:0 C64; 2:1 C37; 3:0 C33; 1:3 L82", "1:0 C63", reserve="R1G2"
    )
    assert on(state, 0, "3:0")["circle"] == "YGGG"
    play(state, "0 law L73", "1 law -", "0 swap 2:0")
    # the red gem, then the gem of Edict of Harmony, before the green circle is looked at
    assert happened(state, "circle") == [(0, "2:0", "R", True)]
    assert legal(state) == ["take G"]
    play(state, "0 take G")
    assert happened(state, "circle") == [(0, "2:0", "R", True), (0, "3:0", "G", True)]
    assert phase(state) == "auction_bid"
    assert gems(state, 0) == "R1G2"


@pytest.mark.rule("R4")
def test_a_moved_card_gives_a_gem_for_the_circle_it_forms_and_no_reward() -> None:
    # C16 has a red bottom: over C32 (tr red) and C02 (tl red)
    state = position("hand L75; 1:0 C32; 1:1 C02; 1:2 C16", OTHER)
    play(state, "0 law L75", "1 law -", "0 put 1:-1", "0 move 1:2", "0 to 2:0")
    assert happened(state, "circle") == [(0, "2:0", "R", True)]
    assert on(state, 0, "2:0")["tokens"] == {}
    assert phase(state) == "auction_bid"


@pytest.mark.rule("R6")
def test_the_atoms_of_a_reward_come_in_printed_order() -> None:
    # C35 on level 2: an attack token, a 2-point token, two gems
    state = position("gems B1G1; acquired C35; 1:0 C01; 1:1 C02", OTHER, phase="pay")
    play(state, "0 keep", "0 build 2:0", "0 take B", "0 take B")
    kinds = [event.kind for event in state.events]
    assert kinds[kinds.index("attack_token") :][:4] == ["attack_token", "token", "take", "take"]


@pytest.mark.rule("R7")
def test_start_cards_are_chosen_before_laws_and_auction_cards_are_seen() -> None:
    state = GAME.deal(3, 5)
    view = state.view(0)
    assert len(view["hand"]) == 3
    assert all(code.startswith("C") for code in view["hand"])
    assert all(spots == {"base": None, "tip": None} for spots in view["slots"].values())
    assert view["decks"]["law"] == 24


@pytest.mark.rule("R7")
def test_start_rewards_come_by_number_after_the_small_deck_has_been_shuffled() -> None:
    setup = GAME.setup(GAME.deal(2, 5))
    first, second = ["C33", "C02", "C03"], ["C16", "C05", "C06"]
    rest = [code for code in GAME.file.deck.codes[:64] if code not in (*first, *second)]
    setup |= {"dealt": [first, second], "large": rest[:48], "small": rest[48:]}
    state = GAME.restore(setup, 2, {}, watch=True)
    assert isinstance(state, ViceroyState)
    play(state, "0 start C33", "1 start C16")
    assert [chance.zone for chance in state.watch().chance] == ["small"]
    assert len(state.small) == 14
    assert phase(state) == "setup_reward"
    assert asked(state) == 1  # C16 before C33, both give four gems
    while asked(state) == 1:
        play(state, "1 " + legal(state)[0])
    assert asked(state) == 0


@pytest.mark.rule("R8")
def test_two_cards_of_one_reward_are_drawn_one_after_the_other() -> None:
    # C56 on level 4 gives two cards
    state = position(f"gems B9R9G9Y9; acquired C56; {stairs()}", OTHER, phase="pay", law="L70", small="C50")
    play(state, "0 keep", "0 build 4:2", "0 draw small")
    assert hand(state, 0) == ["C50"]
    assert state.view(0)["hand"] == ["C50"]
    assert legal(state) == ["draw law", "draw small"]
    play(state, "0 draw law")
    assert hand(state, 0) == ["C50", "L70"]


@pytest.mark.rule("R11")
def test_an_attack_without_a_card_left_is_lost() -> None:
    # cannot arise in play: three bidders, but only two cards lie there
    state = position(
        "attack 1; 1:0 C01", "gems B1; 1:0 C02", "gems R1; 1:0 C03", phase="auction", slots="B C33; R C35"
    )
    play(state, "0 bid ATK", "1 bid B", "2 bid R")
    assert list(state.attack) == [0, 0, 0]
    assert (phase(state), state.round, int(state.pending)) == ("auction_bid", 2, 0b001)


@pytest.mark.rule("R11")
def test_a_virtual_attack_without_a_card_left_does_nothing() -> None:
    state = position("gems B1; 1:0 C01", phase="auction", slots="B C33")
    play(virtual(state, "G"), "0 bid B")
    assert acquired(state, 0) == "C33"
    assert phase(state) == "pay_decide"


@pytest.mark.rule("R12")
def test_the_lowest_number_looks_at_placed_cards_only() -> None:
    state = position(
        "hand C01; acquired C02; 1:0 C30; 1:1 L76 [+C03]", "1:0 C29", phase="auction", slots=ONE_EACH
    )
    assert list(state.low) == [30, 29]
    play(state, "0 bid -", "1 bid -")
    assert asked(state) == 1


@pytest.mark.rule("R13")
def test_a_chosen_card_must_be_played_and_choosing_none_is_as_secret() -> None:
    state = position("hand L65; 1:0 C01", "hand L66; 1:0 C02")
    play(state, "0 law L65")
    assert state.view(1)["undecided"] == [1]
    assert "L65" not in str(state.view(1))
    none = play(position("hand L65; 1:0 C01", "hand L66; 1:0 C02"), "0 law -")
    assert none.view(1) == state.view(1)
    play(state, "1 law -")
    assert all(text.startswith("put ") for text in legal(state))


@pytest.mark.rule("R16")
def test_one_person_at_a_slot_with_two_cards_chooses_after_the_reveal() -> None:
    state = position("gems B1; 1:0 C01", "gems R1; 1:0 C02", phase="auction", slots="B C33 C34; R C35")
    play(state, "0 bid B", "1 bid R")
    assert [(seat, what) for seat, what in happened(state, "bid")] == [(0, "B"), (1, "R")]
    assert legal(state) == ["want base", "want tip"]
    play(state, "0 want base")
    assert acquired(state, 0) == "C33"


@pytest.mark.rule("R17")
def test_an_attack_needs_a_card_at_some_slot() -> None:
    state = position("attack 1; 1:0 C01", OTHER, phase="auction")
    assert legal(state) == ["bid -"]
    with pytest.raises(IllegalAction, match="attack"):
        state.play("bid ATK")


@pytest.mark.rule("R19")
def test_passes_after_the_third_round_come_in_one_order_with_those_who_have_no_card() -> None:
    state = position(
        "gems R3; 1:0 C05", "gems R3; 1:0 C04", "1:0 C03", phase="auction", slots="R C35", reserve="B9"
    )
    clash = ("0 bid R", "1 bid R")
    play(state, *clash, "2 bid -", "2 take B", "2 take B", "2 take B", *clash, *clash)
    assert [seat for (seat,) in happened(state, "pass")] == [2, 1]
    play(state, "1 take B", "1 take B", "1 take B")
    assert [seat for (seat,) in happened(state, "pass")] == [2, 1, 0]


@pytest.mark.rule("R20")
def test_a_slot_whose_base_is_gone_has_one_card() -> None:
    seats = ("attack 1; 1:0 C01", "gems R3; 1:0 C02", "gems R3; 1:0 C03")
    state = position(*seats, phase="auction", slots="R C35 C36")
    play(state, "0 bid ATK", "1 bid R", "2 bid R", "1 want tip", "2 want tip", "0 hit R base")
    assert slot(state, "R") == (None, "C36")
    play(state, "1 bid R", "2 bid -")
    assert acquired(state, 1) == "C36"


@pytest.mark.rule("R22")
def test_virtual_bids_are_drawn_in_a_round_in_which_all_people_pass() -> None:
    state = position("1:0 C01", phase="auction", slots=ONE_EACH)
    play(virtual(state, "G"), "0 bid -")
    assert "C37" in discarded(state)


@pytest.mark.rule("R22")
def test_there_is_no_round_without_a_person() -> None:
    state = position("hand L72; 1:0 C01", slots=ONE_EACH)
    play(virtual(state), "0 law L72", "0 put 1:1", "0 appoint B base")
    assert phase(state) == "law_choose"
    assert happened(state, "virtual_bid") == []
    assert state.turn == 3


@pytest.mark.rule("R23")
def test_solo_two_card_clash_always_leads_to_a_new_round() -> None:
    state = position("gems R3; 1:0 C01", phase="auction", slots="B C33; R C35 C36")
    play(virtual(state, "R"), "0 bid R")
    assert (phase(state), state.round) == ("auction_bid", 2)
    assert happened(state, "clash") == [("R",)]
    assert slot(state, "R") == ("C35", "C36")


@pytest.mark.rule("R23")
def test_solo_two_card_clash_matters_only_against_one_virtual_opponent() -> None:
    state = position(
        "gems R3; 1:0 C01",
        phase="auction",
        slots="B C33; R C35 C36; G C37",
        virtuals=2,
    )
    play(virtual(state, "R", "B"), "0 bid R")
    assert legal(state) == ["continue", "want tip"]


@pytest.mark.rule("R23")
def test_the_default_is_the_letter_of_the_solo_section() -> None:
    assert GAME.resolve(1)["solo_two_card"] == "clash"


@pytest.mark.rule("R24")
@pytest.mark.parametrize("cards", ["C39", "C39 C40"])
def test_three_virtual_opponents_on_one_colour_do_nothing(cards: str) -> None:
    state = position("gems R1; 1:0 C01", phase="auction", slots=f"R C35; Y {cards}; B C33; G C37", virtuals=3)
    play(virtual(state, "Y", "Y", "Y"), "0 bid -")
    assert slot(state, "Y")[0] == "C39"
    assert state.virtuals_in == 3


@pytest.mark.rule("R25")
def test_the_lowest_number_of_all_people_chooses_for_a_virtual_attack() -> None:
    state = position(
        "gems B1; 1:0 C09", "gems R1; 1:0 C04", phase="auction", slots="B C33 C34; R C35", virtuals=1
    )
    play(virtual(state, "G"), "0 bid B", "1 bid R", "0 want tip")
    assert asked(state) == 1
    assert legal(state) == ["hit B base"]
    play(state, "1 hit B base")
    assert "C33" in discarded(state)
    assert acquired(state, 1) == "C35"


@pytest.mark.rule("R25")
def test_chance_chooses_for_a_virtual_attack_if_so_agreed() -> None:
    state = position(
        "gems B1; 1:0 C09",
        "gems R1; 1:0 C04",
        phase="auction",
        slots="B C33 C34; R C35 C36",
        virtuals=1,
        virtual_attack_chooser="random",
    )
    virtual(state, "G", "C36")
    play(state, "0 bid B", "1 bid R", "0 want tip", "1 want base")
    assert "C36" in discarded(state)
    assert phase(state) == "pay_decide"


@pytest.mark.rule("R26")
def test_virtual_opponents_are_no_opponents_for_attacks() -> None:
    state = position("attack 3; 1:0 C01", phase="recolour", virtuals=3)
    assert points(state) == [0] * 7


@pytest.mark.rule("R27")
def test_an_endless_gem_of_the_law_phase_can_be_used_in_the_same_turn() -> None:
    state = position("gems B1; hand L67; 1:0 C01", OTHER, slots="B C31")
    play(state, "0 law L67", "1 law -", "0 put 1:1", "0 pick 2", "0 colour B")
    play(state, "0 bid B", "1 bid -", *["1 take R"] * 3, "0 keep", "0 build 1:2")
    assert legal(state) == ["endless B 1"]
    play(state, "0 endless B 1")
    assert happened(state, "build") == [(0, "C31", "1:2", "-")]


@pytest.mark.rule("R28")
def test_an_endless_gem_need_not_be_used_and_how_one_pays_is_secret() -> None:
    state = position(
        "gems B2; acquired C31; 1:0 C01 [Eb]", "gems R1; acquired C04; 1:0 C02", phase="pay", reserve="-"
    )
    play(state, "0 keep", "1 keep", "0 build 1:1")
    assert legal(state) == ["endless B 0", "endless B 1"]
    other = play(state.clone(), "0 endless B 1")
    play(state, "0 endless B 0")
    assert state.view(1) == other.view(1)
    play(state, "1 build 1:1")
    play(other, "1 build 1:1")
    assert "take B" in legal(state)  # the paid gem is in the reserve before the rewards
    assert legal(other) == ["take R"]


@pytest.mark.rule("R29")
def test_only_gems_are_limited() -> None:
    state = position("gems R1; hand L74; 1:0 C01 [P15 S20 CB4r MB5]", OTHER, reserve="R1")
    play(state, "0 law L74", "1 law -", "0 under 1:0")
    tokens = on(state, 0, "1:0")["tokens"]
    assert tokens == {"points": 30, "science": 40, "magic_bonus": 10, "circle_bonus_R": 8}
    state = position("gems Y1; acquired C02; 1:0 C01", "1:0 C64", phase="pay", reserve="R2")
    play(state, "0 refuse", "0 take R", "0 take R")  # three gems are due, there are two
    assert phase(state) == "law_choose"


def tied(tie_break: str) -> ViceroyState:
    seats = ("1:0 C09 [P5]", "1:0 C04 [P5]", "1:0 C01 [P3]")
    return position(*seats, phase="recolour", tie_break=tie_break)


@pytest.mark.rule("R31")
def test_equal_totals_share_the_win() -> None:
    assert GAME.result(tied("shared"))["winners"] == [0, 1]


@pytest.mark.rule("R31")
def test_with_tie_break_the_lowest_placed_card_of_the_best_wins() -> None:
    assert GAME.result(tied("lowest_number"))["winners"] == [1]


RED_CIRCLE = "1:0 C32; 1:1 C02; 2:0 C16"


@pytest.mark.rule("R32")
def test_a_circle_of_one_colour_can_be_recoloured() -> None:
    state = position(f"gems G4; {RED_CIRCLE}; 1:2 C01 [CB4g]", OTHER, phase="recolour")
    assert points(state)[0] == 3
    for sector in ("ll", "lr", "bl", "br"):
        play(state, "0 circle 2:0", f"0 paint {sector}=G")
    assert points(state)[0] == 7
    auto = position(f"gems G4; {RED_CIRCLE}; 1:2 C01 [CB4g]", OTHER, phase="recolour", recolour="auto")
    assert points(auto)[0] == 7
    assert gems(auto, 0) == "-"


@pytest.mark.rule("R33", "R34")
def test_gems_on_cards_do_not_recolour_and_are_not_left_over() -> None:
    state = position("1:0 C32 [Er Er]; 1:1 C02; 2:0 C64; 1:2 L79 [$R4]; 1:3 L88", "1:0 C63", phase="recolour")
    assert state.over  # nobody is asked: no gem is left
    assert GAME.result(state)["leftover"] == [0, 0]
    assert points(state)[2] == 8  # the treasury; nothing for the Reserve Fund


@pytest.mark.rule("R35")
def test_tucked_cards_are_public_and_hold_no_tokens() -> None:
    state = position("hand L77 L70 C07; 1:0 C01", OTHER)
    play(state, "0 law L77", "1 law -", "0 put 1:1")
    assert legal(state) == ["file -", "file C07", "file L70"]
    play(state, "0 file C07", "0 file L70")
    assert state.view(1)["players"][0]["pyramid"][1]["tucked"] == ["C07", "L70"]
    assert points(state)[2] == 4
    state = position("hand L76; 1:0 C01; 1:1 C02; 1:2 C03 [P3 S1 Er $B1]", OTHER, reserve="-")
    play(state, "0 law L76", "1 law -", "0 put 2:0", "0 retire 1:2")
    assert reserve(state) == "B1R1"
    assert (state.science[0], points(state)[3]) == (0, 0)


@pytest.mark.rule("R36")
def test_change_of_office_keeps_double_duty_under_the_new_card() -> None:
    state = position("hand L73; 1:0 C01 [P3 +L74]; 1:1 C02", OTHER)
    play(state, "0 law L73", "1 law -", "0 swap 1:0")
    assert on(state, 0, "1:0")["card"] == "L73"
    assert on(state, 0, "1:0")["tucked"] == ["L74"]
    assert on(state, 0, "1:0")["tokens"] == {"points": 3}


@pytest.mark.rule("R36")
def test_a_card_with_something_tucked_under_it_is_not_free() -> None:
    state = position("hand L76; 1:0 C01 [+L74]; 1:1 C02", OTHER)
    play(state, "0 law L76", "1 law -", "0 put 1:-1")
    assert legal(state) == ["retire 1:1"]


@pytest.mark.rule("R37")
def test_edict_of_harmony_adds_a_gem_to_a_circle_that_gives_one() -> None:
    state = position("gems B1R1; acquired C16; 1:0 C32; 1:1 C02; 1:2 L82", OTHER, phase="pay", reserve="Y2")
    play(state, "0 keep", "0 build 2:0")
    assert legal(state) == ["take B", "take Y"]
    play(state, "0 take Y")
    assert gems(state, 0) == "R1Y1"


@pytest.mark.rule("R37")
def test_edict_of_harmony_gives_nothing_without_the_gem_of_the_circle() -> None:
    state = position(
        "gems B1; acquired C16; 1:0 C32 [Er]; 1:1 C02; 1:2 L82", OTHER, phase="pay", reserve="Y2"
    )
    play(state, "0 keep", "0 build 2:0", "0 endless R 1")
    assert gems(state, 0) == "-"
    assert phase(state) == "law_choose"


@pytest.mark.rule("R37")
def test_edict_of_harmony_gives_nothing_for_its_own_circle() -> None:
    # L82 has a yellow bottom: over C04 (tr yellow) and C03 (tl yellow)
    state = position("hand L82; 1:0 C04; 1:1 C03", OTHER)
    play(state, "0 law L82", "1 law -", "0 put 2:0")
    assert happened(state, "circle") == [(0, "2:0", "Y", True)]
    assert gems(state, 0) == "Y1"
    assert phase(state) == "auction_bid"


@pytest.mark.rule("R38")
def test_characters_may_lie_on_laws_and_make_circles_with_them() -> None:
    # L69 and L79 are red above
    state = position("gems B1R1; acquired C16; 1:0 L69; 1:1 L79", OTHER, phase="pay")
    play(state, "0 keep", "0 build 2:0")
    assert happened(state, "circle") == [(0, "2:0", "R", True)]


@pytest.mark.rule("R39")
def test_the_defaults_for_a_seat_whose_time_has_run_out() -> None:
    state = position("gems R1; hand L65; 1:0 C01", OTHER, slots="R C35 C36", reserve="B1R2Y2")
    assert state.default(0) == LAW_NONE
    play(state, "0 law L65", "1 law -")
    assert GAME.text(state.default(0)) == "put 1:-1"  # the first of the list
    play(state, "0 put 1:1", "0 pick 2")
    assert state.default(0) == BID_NONE
    play(state, "0 bid R", "1 bid -")
    assert state.default(0) == WANT_TIP
    play(state, "0 want tip")
    assert GAME.text(state.default(1)) == "take R"  # three red ones now
    play(state, "1 take R")
    assert GAME.text(state.default(1)) == "take R"  # two and two: the colour order decides
    play(state, "1 take R", "1 take B")
    assert state.default(0) == REFUSE
    state = position(f"gems G4; {RED_CIRCLE}", OTHER, phase="recolour")
    assert state.default(0) == CIRCLE_NONE


# the options


def test_people_and_virtual_opponents_are_two_to_four() -> None:
    for seats, virtuals in ((2, 3), (4, 1), (1, 0), (3, 2)):
        with pytest.raises(BadOption, match="virtuals"):
            GAME.deal(seats, options={"virtuals": virtuals})
    assert GAME.resolve(1)["virtuals"] == 1
    assert GAME.resolve(3)["virtuals"] == 0
    assert GAME.trace_options(1, GAME.resolve(1)) == {"virtuals": 1}


def test_open_screens_show_what_is_behind_them() -> None:
    closed, opened = (GAME.deal(3, 4, {"open_screens": value}) for value in (False, True))
    assert closed.view(0)["players"][1]["gems"] is None
    assert opened.view(0)["players"][1]["gems"] == GAME.setup(opened)["screens"][1]
    sample = opened.determinize(0, Rng(1))
    assert isinstance(sample, ViceroyState)
    assert sample.view(0) == opened.view(0)


def test_auto_recolouring_asks_nobody() -> None:
    state = position(f"gems R4; {RED_CIRCLE}", "gems B2; 1:0 C64", phase="recolour", recolour="auto")
    assert state.over
    assert gems(state, 0) == "R4"  # nothing to gain


# Good Neighbours: the neighbours of (L, x) are (L, x-1), (L, x+1), (L-1, x), (L-1, x+1), (L+1, x-1), (L+1, x)

BLOCK = ["1:0", "1:1", "1:2", "1:3", "1:4", "2:0", "2:1", "2:2", "2:3", "3:0", "3:1", "3:2"]
NEIGHBOURS = {"2:0", "2:2", "1:1", "1:2", "3:0", "3:1"}  # of 2:1


def around_good_neighbours(*characters: str) -> list[int]:
    """The points where L83 lies on 2:1 among laws that score nothing, but for characters at these places."""
    at = {where: f"L{number}" for where, number in zip(BLOCK, (76, *range(65, 76)), strict=True)}
    at |= {where: f"C{number:02}" for number, where in enumerate(characters, 1)}
    at["2:1"] = "L83"
    own = "; ".join(f"{where} {code}" for where, code in at.items())
    return points(position(own, "1:0 C64", phase="recolour"))


@pytest.mark.rule("R38")
@pytest.mark.parametrize("where", [where for where in BLOCK if where != "2:1"])
def test_good_neighbours_counts_a_character_at_each_of_six_places_and_nowhere_else(where: str) -> None:
    assert around_good_neighbours(where)[2] == (2 if where in NEIGHBOURS else 0)


def test_good_neighbours_counts_all_six_but_no_laws() -> None:
    assert around_good_neighbours()[2] == 0
    assert around_good_neighbours(*(set(BLOCK) - {"2:1"}))[2] == 12


def test_good_neighbours_does_not_count_around_the_edges() -> None:
    first = position("1:-25 L83; 1:25 C01", "1:0 C64", phase="recolour")
    assert points(first)[2] == 0
    last = position("1:25 L83; 2:-25 C01", "1:0 C64", phase="recolour")
    assert points(last)[2] == 0
    below = position("1:0 C01; 5:0 C02; 5:1 C03", "1:0 L83", phase="recolour")
    assert points(below, 1)[2] == 0
    above = position("5:0 L83", "1:-1 C01; 1:0 C02", phase="recolour")
    assert points(above)[2] == 0
