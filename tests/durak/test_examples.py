"""The worked examples of the rules, section 10, by their numbers."""

from __future__ import annotations

import pytest

from durak.positions import asked, hand, lead, legal, out, play, position
from koloda.core.errors import IllegalAction
from koloda.games.durak import GAME
from koloda.games.durak.cards import NUMBERS, beaters, suit_cards
from koloda.games.durak.state import DurakState


@pytest.mark.rule("T1")
def test_a_deal_gives_six_cards_to_each_of_four_and_leaves_twelve() -> None:
    setup = GAME.setup(GAME.deal(4, 1))
    assert [len(cards) for cards in setup["hands"]] == [6, 6, 6, 6]
    assert len(setup["stock"]) == 12
    assert len({card for cards in setup["hands"] for card in cards} | set(setup["stock"])) == 36


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("card", "by", "beats"),
    [
        ("6C", "7C", True),
        ("7H", "AS", True),
        ("AC", "6S", True),
        ("7C", "6C", False),
        ("6S", "7S", True),
        ("6S", "AC", False),
        ("KS", "QS", False),
        ("KC", "AD", False),
    ],
)
def test_a_higher_card_of_the_suit_or_a_trump_beats(card: str, by: str, beats: bool) -> None:
    spades = suit_cards(1)
    assert bool(beaters(NUMBERS[card], spades) >> NUMBERS[by] & 1) == beats


ADDABLE = (
    "trump S; stock 8C 9C TC JC; 1: 6S 7S 8S 9S TS JS; 2: 8H 9H TH JH QH KH; 3: 6C 7H KC QC KD QD; "
    "4: 7C AS 8D 9D TD JD; lead 3"
)


@pytest.mark.rule("T3", "R6")
def test_ranks_of_attack_and_beating_cards_may_be_added() -> None:
    state = play(position(ADDABLE), "3 move 6C", "4 beat 7C", "3 add 7H", "4 beat AS")
    assert asked(state) == 1
    assert legal(state) == ["add 6S", "add 7S", "pass"]
    with pytest.raises(IllegalAction, match="ranks that lie on the table"):
        state.play("add 8S")


@pytest.mark.rule("T4", "R12")
def test_after_a_take_hands_are_refilled_and_the_seat_after_the_taker_leads() -> None:
    state = play(position(ADDABLE), "3 move 6C", "4 beat 7C", "3 add 7H", "4 beat AS", "1 add 6S", "4 take")
    play(state, "1 add 7S")
    assert hand(state, 4) == sorted(["8D", "9D", "TD", "JD", "6C", "7C", "7H", "AS", "6S", "7S"])
    assert hand(state, 3) == sorted(["KC", "QC", "KD", "QD", "8C", "9C"])
    assert hand(state, 1) == sorted(["8S", "9S", "TS", "JS", "TC", "JC"])
    assert hand(state, 2) == sorted(["8H", "9H", "TH", "JH", "QH", "KH"])
    assert (lead(state), asked(state)) == (1, 1)


@pytest.mark.rule("T5")
def test_a_leader_without_a_second_card_of_the_rank_is_not_asked_to_add() -> None:
    state = position(
        "stock 6H 7H; 1: 8S 9S TS JS QS KS; 2: 6C 7C 9C TC JC QC; 3: 6D 7D 9D TD JD QD; "
        "4: KC KD KH AC AD AH; lead 1"
    )
    play(state, "1 move 8S", "2 take")
    assert hand(state, 1) == sorted(["9S", "TS", "JS", "QS", "KS", "6H"])
    assert lead(state) == 3


@pytest.mark.rule("T6")
def test_the_defender_and_his_partner_are_never_asked_to_add() -> None:
    state = position("stock -; 1: 6C 6D KH; 2: 7C 7D 8C; 3: 9H TH JH; 4: 6H 6S 7H; lead 1", ask_add="always")
    askers = set()
    state.play("move 6C")
    while not state.over and state.round_no == 1:
        if state.phase == 2:
            askers.add(asked(state))
        with pytest.raises(IllegalAction):
            state.play("add 6H", seat=3)
        state.play("pass" if state.phase == 2 else "beat 7C" if "beat 7C" in legal(state) else "take")
    assert askers == {1, 3}


@pytest.mark.rule("T7")
def test_nothing_is_added_on_top_of_an_unbeaten_card() -> None:
    state = play(position("stock -; 1: 6C 6D; 2: 7C 7D; 3: 6H 9H; 4: QC QD; lead 1"), "1 move 6C")
    for seat in range(4):
        with pytest.raises(IllegalAction):
            state.play("add 6D" if seat == 0 else "add 6H", seat=seat)
    assert asked(state) == 2


@pytest.mark.rule("T8", "R4", "R8")
def test_the_limit_is_the_hand_of_the_defender_at_the_start_of_the_round() -> None:
    state = position("stock -; 1: 7C 7D 7H 9C; 2: 8C KD; 3: 7S AH; 4: QC QD; lead 1")
    assert state.limit == 2
    play(state, "1 move 7C", "2 take", "1 add 7D")
    assert hand(state, 2) == sorted(["8C", "KD", "7C", "7D"])
    assert lead(state) == 3


LIMIT_SIX = (
    "1: 6C 6D 7H 8H 9C AH; 2: 7C 8D 9H JH TC QH{}; 3: TH TD 7S QS QD AS; 4: 8S 8C JD JC KD KS; "
    "lead 1; stock {}"
)
SIX_BEATEN = (
    "1 move 6C,2 beat 7C,1 add 6D,2 beat 8D,1 add 7H,2 beat 9H,1 add 8H,2 beat JH,1 add 9C,2 beat TC,"
    "3 add TH,2 beat QH"
)


def beat_six(extra: str, stock: str) -> DurakState:
    return play(position(LIMIT_SIX.format(extra, stock)), *SIX_BEATEN.split(","))


@pytest.mark.rule("T9")
def test_six_cards_laid_end_the_round() -> None:
    state = beat_six(" KC", "KH")
    assert (lead(state), asked(state)) == (2, 2)
    assert bin(state.discard).count("1") == 12 + 36 - 12 - 14
    assert hand(state, 1) == ["AH", "KH"]
    assert hand(state, 2) == ["KC"]
    assert hand(state, 3) == sorted(["TD", "7S", "QS", "QD", "AS"])
    assert out(state) == []


@pytest.mark.rule("T10", "R13")
def test_a_defender_left_without_cards_by_the_refill_is_out() -> None:
    state = beat_six("", "KH")
    assert out(state) == [2]
    assert (lead(state), asked(state)) == (2, 4)
    assert state.defender + 1 == 3


@pytest.mark.rule("T11")
def test_an_empty_hand_is_refilled_while_the_stock_lasts() -> None:
    state = beat_six("", "KH KC 6H 7D 9D 9S 6S JS")
    assert hand(state, 1) == sorted(["AH", "KH", "KC", "6H", "7D", "9D"])
    assert hand(state, 3) == sorted(["TD", "7S", "QS", "QD", "AS", "9S"])
    assert hand(state, 2) == ["6S", "JS"]
    assert out(state) == []
    assert (lead(state), asked(state)) == (2, 2)


@pytest.mark.rule("T12", "R14")
def test_the_card_of_an_attacker_who_is_out_must_still_be_beaten() -> None:
    state = position("stock -; 1: 9C; 2: TC KD; 3: TD 9H; 4: QC; lead 1")
    play(state, "1 move 9C")
    assert out(state) == [1]
    play(state, "2 beat TC", "3 add TD", "2 beat KD")
    assert out(state) == [1, 2]
    assert (lead(state), asked(state)) == (2, 4)
    assert state.defender + 1 == 3


@pytest.mark.rule("T13", "R14")
def test_the_card_of_an_attacker_who_is_out_may_be_taken() -> None:
    state = position("stock -; 1: 9C; 2: TD KD; 3: 9H AH; 4: QC; lead 1")
    play(state, "1 move 9C", "2 take", "3 add 9H")
    assert hand(state, 2) == sorted(["TD", "KD", "9C", "9H"])
    assert (lead(state), asked(state)) == (3, 3)


@pytest.mark.rule("T14")
def test_a_defender_can_go_out_by_his_last_beat() -> None:
    state = position("stock -; 1: 9C AH; 2: TC; 3: TD 9H; 4: QC QD; lead 1")
    play(state, "1 move 9C", "2 beat TC")
    assert out(state) == [2]
    assert (lead(state), asked(state)) == (2, 4)
    assert state.defender + 1 == 3


@pytest.mark.rule("T15", "R17")
def test_the_seat_of_an_out_player_is_attacked_in_the_person_of_his_partner() -> None:
    state = position("stock -; out 1; 2: TC 6H; 3: TD 9H; 4: QC QD; lead 4")
    play(state, "4 move QC", "3 take", "4 add QD")
    assert out(state) == [1, 4]
    assert (lead(state), asked(state)) == (2, 2)
    assert state.defender + 1 == 3


@pytest.mark.rule("T16", "R17")
def test_the_partner_leads_for_an_out_player() -> None:
    state = position("stock -; out 1; 2: TC 6H; 3: TD 9H; 4: QC QD; lead 1")
    play(state, "3 move 9H", "2 take")
    assert (lead(state), asked(state)) == (3, 3)
    assert state.defender + 1 == 4


LAST_CARD = "stock -; out 1; 2: AS 6H; 3: TD; 4: QC QD; lead 1"


@pytest.mark.rule("T17", "R15")
def test_a_team_wins_at_the_moment_of_its_last_card() -> None:
    state = play(position(LAST_CARD), "3 move TD")
    assert state.over
    assert state.scores() == [1, 0, 1, 0]
    assert GAME.result(state)["table"] == ["TD"]


@pytest.mark.rule("T17")
def test_with_final_beat_a_defender_with_two_cards_still_loses() -> None:
    state = play(position(LAST_CARD, final_beat="on"), "3 move TD")
    assert legal(state) == ["beat AS", "take"]
    play(state, "2 beat AS")
    assert state.over
    assert state.scores() == [1, 0, 1, 0]
    assert GAME.result(state)["table"] == ["TD AS"]


@pytest.mark.rule("T18")
def test_a_team_can_win_by_an_addition_after_a_take() -> None:
    state = position("stock -; out 1; 2: AS 6H 8H; 3: TD TC; 4: QC QD; lead 1")
    play(state, "3 move TD", "2 take", "3 add TC")
    assert state.over
    assert state.scores() == [1, 0, 1, 0]


@pytest.mark.rule("T19", "R18")
def test_one_against_one_the_same_player_attacks_again_after_a_take() -> None:
    state = position("stock -; out 1 4; 2: TC 6H 8H; 3: TD 9H 9D; lead 1")
    play(state, "3 move 9D", "2 take", "3 add 9H")
    assert (lead(state), asked(state)) == (3, 3)
    assert state.defender + 1 == 2
    play(state, "3 move TD")
    assert state.over
    assert state.scores() == [1, 0, 1, 0]


@pytest.mark.rule("T20")
@pytest.mark.parametrize("text", ["pass", "take"])
def test_a_lead_cannot_be_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match="asked to lead"):
        position("stock -; 1: 6C 7D; 2: 7C; 3: 6H; 4: QC; lead 1").play(text)


@pytest.mark.rule("T21")
def test_a_card_may_be_taken_although_it_could_be_beaten() -> None:
    state = play(position("stock -; 1: 6C 9D; 2: 7C 9H; 3: TH; 4: QC; lead 1"), "1 move 6C")
    assert legal(state) == ["beat 7C", "take"]


@pytest.mark.rule("T22", "R7")
def test_polling_restarts_at_the_attacker_after_every_card() -> None:
    state = position(
        "stock -; 1: KD QS KS 8C TH; 2: TC JH 6C 7C 9C 6D 7D 9D; 3: TD JD 6H QH QC JS; 4: AC AD; lead 1"
    )
    play(state, "1 move 8C", "2 beat TC", "1 add TH", "2 beat JH", "3 add JS", "2 take")
    play(state, "3 add TD", "3 add JD")
    assert len(hand(state, 2)) == 6 + 7
    assert lead(state) == 3


@pytest.mark.rule("T23")
def test_attackers_are_polled_counter_clockwise() -> None:
    five = position(
        "stock -; 1: 6H KC AC; 2: 6S KD AD; 3: 6C KH AH; 4: 7C 8C 9C; 5: 6D TC TD; lead 3",
        mode="individual",
        ask_add="always",
    )
    play(five, "3 move 6C", "4 beat 7C", "3 pass", "2 pass", "1 pass", "5 pass")
    assert five.round_no == 2
    three = position(
        "stock -; 1: 6H KC AC; 2: 7H KD AD; 3: 6C KH AH; lead 1", mode="individual", ask_add="always"
    )
    play(three, "1 move 6H", "2 beat 7H", "1 pass", "3 pass")
    assert three.round_no == 2


@pytest.mark.rule("T24", "R19")
def test_a_lead_passes_over_who_is_out() -> None:
    state = position("stock -; 1: 6C 9C; 2: 7C; 3: 8H 9H; lead 1")
    play(state, "1 move 6C", "2 beat 7C")
    assert out(state) == [2]
    assert (lead(state), asked(state)) == (3, 3)
    assert state.defender + 1 == 1


@pytest.mark.rule("T25", "R16", "R20")
def test_two_players_with_their_last_cards() -> None:
    text = "stock -; 1: 6C; 2: 7C; lead 1"
    state = play(position(text), "1 move 6C")
    assert GAME.result(state)["fool"] == 1
    state = play(position(text, final_beat="on"), "1 move 6C")
    assert legal(state) == ["beat 7C", "take"]
    play(state, "2 beat 7C")
    assert GAME.result(state) == {
        "scores": [0.5, 0.5],
        "returns": [0, 0],
        "winners": [],
        "reason": "final_beat",
        "fool": None,
        "out": [0, 1],
        "rounds": 1,
        "hands": [[], []],
        "table": ["6C 7C"],
        "stock": 0,
    }


@pytest.mark.rule("T26", "R2", "R22")
def test_the_lowest_trump_moves_first_and_is_shown() -> None:
    trumps = {"9D": 0, "7D": 2, "KD": 3}
    others = [code for code in NUMBERS if not code.endswith("D")]
    hands = [[code for code, seat in trumps.items() if seat == wanted] for wanted in range(4)]
    for cards in hands:
        cards += [others.pop() for place in range(6 - len(cards))]
    stock = [code for code in NUMBERS if all(code not in cards for cards in hands)]
    stock.sort(key=lambda code: code == "AD")
    deck = hands[0] + hands[3] + hands[2] + hands[1] + stock
    setup = {"deck": deck, "trump": "D", "first": 2, "hands": hands, "stock": stock}
    state = GAME.restore(setup, 4, {"mode": "individual"})
    view = state.view(1)
    assert (view["first"], view["first_card"], view["known"][2]) == (2, "7D", ["7D"])
    assert len(state.legal(2)) == 6


@pytest.mark.rule("T27", "R21")
def test_sixty_takes_in_a_row_are_a_draw() -> None:
    state = GAME.position("stock -; 1: 6C 7D 8H; 2: 9C TD JH; 3: QC KD AH; lead 1")
    while not state.over:
        if state.phase == 0:
            state.apply(state.actor, state.legal(state.actor)[0])
        else:
            state.play("take" if state.phase == 1 else "pass")
    result = GAME.result(state)
    assert result["reason"] == "stall"
    assert result["rounds"] == 60
    assert result["scores"] == [0.5, 0.5, 0.5]
