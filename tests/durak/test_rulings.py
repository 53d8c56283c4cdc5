"""The rulings of the rules, section 8, that no worked example shows, and the options of section 9."""

from __future__ import annotations

from collections import Counter

import pytest

from durak.positions import asked, hand, lead, legal, out, play, position, seen
from koloda.core.errors import BadNotation, BadOption, IllegalAction
from koloda.games.durak import GAME
from koloda.games.durak.cards import CODES
from koloda.games.durak.state import DurakState


@pytest.mark.rule("R1")
def test_the_trump_of_the_contest_is_appointed_and_no_card_is_shown() -> None:
    deals = [GAME.deal(4, seed) for seed in range(400)]
    trumps = Counter(GAME.setup(state)["trump"] for state in deals)
    assert set(trumps) == set("HSCD")
    assert min(trumps.values()) > 70
    # independent of the deck: the bottom card has another suit most of the time
    same = sum(GAME.setup(state)["deck"][-1][1] == GAME.setup(state)["trump"] for state in deals)
    assert 70 < same < 130
    view = deals[0].view(0)
    assert view["bottom"] is None
    assert view["known"] == [[], [], [], []]


@pytest.mark.rule("R2")
def test_the_first_mover_of_the_contest_is_appointed() -> None:
    firsts = Counter(GAME.setup(GAME.deal(4, seed))["first"] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 70


@pytest.mark.rule("R3")
def test_six_cards_at_a_time_are_dealt_counter_clockwise_from_the_first_mover() -> None:
    setup = GAME.setup(GAME.deal(4, 3))
    deck, first = setup["deck"], setup["first"]
    for turn in range(4):
        assert setup["hands"][(first - turn) % 4] == deck[6 * turn : 6 * turn + 6]


@pytest.mark.rule("R3")
def test_the_deal_begins_with_seat_one_where_the_first_mover_follows_from_it() -> None:
    setup = GAME.setup(GAME.deal(3, 3))
    deck = setup["deck"]
    assert setup["hands"] == [deck[0:6], deck[12:18], deck[6:12]]


@pytest.mark.rule("R5")
def test_one_card_is_led_at_a_time() -> None:
    state = play(position("stock -; 1: 6C 6D; 2: 7C 7D; 3: 8H; 4: QC; lead 1"), "1 move 6C")
    assert asked(state) == 2
    assert state.count == 1
    with pytest.raises(BadNotation):
        state.play("move 6D 6H")


@pytest.mark.rule("R9")
def test_who_cannot_add_is_not_asked() -> None:
    state = position("stock -; 1: 6C KD; 2: 7C TD; 3: 9H 7H; 4: QC QD; lead 1")
    play(state, "1 move 6C", "2 beat 7C")
    assert asked(state) == 3
    assert legal(state) == ["add 7H", "pass"]


@pytest.mark.rule("R9")
def test_with_ask_add_always_who_cannot_add_can_only_pass() -> None:
    state = position("stock -; 1: 6C KD; 2: 7C TD; 3: 9H 7H; 4: QC QD; lead 1", ask_add="always")
    play(state, "1 move 6C", "2 beat 7C")
    assert asked(state) == 1
    assert legal(state) == ["pass"]


@pytest.mark.rule("R10")
def test_a_defender_who_cannot_beat_is_asked_all_the_same() -> None:
    text = "stock -; 1: AC KD; 2: 7C TD; 3: 9H 7H; 4: QC QD; lead 1"
    state = play(position(text), "1 move AC")
    assert (asked(state), legal(state)) == (2, ["take"])
    state = play(position(text, ask_beat="when_possible"), "1 move AC")
    assert hand(state, 2) == ["7C", "AC", "TD"]
    assert lead(state) == 3


@pytest.mark.rule("R11")
def test_the_only_attacker_left_is_polled_once_in_a_pass() -> None:
    state = position("stock -; out 3; 1: 6C 7H KD; 2: 7C TD 9H; 4: QC QD; lead 1", ask_add="always")
    play(state, "1 move 6C", "2 beat 7C", "1 pass")
    assert state.round_no == 2


@pytest.mark.rule("R16")
def test_the_attacker_who_lays_his_last_card_was_out_first() -> None:
    state = play(position("stock -; out 1 4; 2: 7C; 3: 6C; lead 1"), "3 move 6C")
    assert state.over
    assert state.scores() == [1, 0, 1, 0]


@pytest.mark.rule("R16")
def test_with_final_beat_on_the_last_card_beaten_by_the_last_card_is_a_draw() -> None:
    state = position("stock -; out 1 4; 2: 7C; 3: 6C; lead 1", final_beat="on")
    play(state, "3 move 6C", "2 beat 7C")
    assert state.scores() == [0.5] * 4
    assert GAME.result(state)["out"] == [0, 3, 2, 1]


@pytest.mark.rule("R20")
def test_the_individual_game_ends_when_one_player_is_left() -> None:
    state = position("stock -; 1: 6C; 2: 9H TH; out 3; lead 1")
    play(state, "1 move 6C")
    result = GAME.result(state)
    assert (result["fool"], result["scores"], result["returns"]) == (1, [1, 0, 1], [0.5, -1, 0.5])


@pytest.mark.rule("R21")
def test_a_round_beaten_off_sets_the_count_of_takes_to_zero() -> None:
    state = position("stock -; 1: 6C 7D 8H; 2: 9C TD JH; 3: QC KD AH; lead 1")
    play(state, "1 move 6C", "2 take")
    assert state.takes == 1
    play(state, "3 move QC", "1 take")
    assert state.takes == 2
    play(state, "2 move 9C", "3 take")
    assert state.takes == 3
    play(state, "1 move 7D", "2 beat TD")
    while asked(state) is not None and state.phase != 0:
        state.play("pass")
    assert state.takes == 0


@pytest.mark.rule("R22")
def test_without_any_trump_in_a_hand_the_first_mover_is_drawn_by_lot() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(12_000):
        state = GAME.deal(2, seed)
        assert isinstance(state, DurakState)
        if not (state.hands[0] | state.hands[1]) & state.trumps:
            assert state.first_card == -1
            assert state.view(0)["first_card"] is None
            firsts[int(state.first)] += 1
    assert set(firsts) == {0, 1}
    assert min(firsts.values()) * 3 > max(firsts.values())


@pytest.mark.rule("R23")
def test_six_players_have_no_stock_and_go_out_at_once() -> None:
    state = GAME.deal(6, 1)
    assert isinstance(state, DurakState)
    assert state.view(0)["stock"] == 0
    bottom = CODES[state.deck[35]]
    assert any(bottom in cards for cards in state.view(None)["known"])
    small = position("stock -; 1: 6C; 2: 7C 8C; 3: 6H 7H; 4: 8H 9H; 5: TH JH; 6: QH KH; lead 1")
    play(small, "1 move 6C")
    assert out(small) == [1]
    assert not small.over


@pytest.mark.rule("R24")
def test_a_partner_sees_no_more_than_an_opponent() -> None:
    state = GAME.deal(4, 5, watch=True)
    assert isinstance(state, DurakState)
    for seat in range(4):
        view = state.view(seat)
        others = {code for other in range(4) if other != seat for code in hand(state, other + 1)}
        assert not others & set(view["hand"])
        assert "hands" not in view
        text = str(state.watch().seen_by(seat))
        assert not any(code in text for code in others)


@pytest.mark.rule("R25")
def test_there_is_no_resigning_and_no_undoing() -> None:
    state = GAME.deal(4, 5)
    for text in ("resign", "undo", "draw"):
        with pytest.raises(BadNotation):
            state.play(text)


@pytest.mark.rule("R26")
def test_an_attack_cannot_be_transferred() -> None:
    state = play(position("stock -; 1: 6C 9D; 2: 6D 9H; 3: TH; 4: QC; lead 1"), "1 move 6C")
    for text in ("move 6D", "add 6D"):
        with pytest.raises(IllegalAction, match="beat the open card or take"):
            state.play(text)


@pytest.mark.rule("R27")
@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_a_team_game_has_four_seats(seats: int) -> None:
    with pytest.raises(BadOption, match="mode team needs 4 seats"):
        GAME.deal(seats, 1, {"mode": "team"})


def test_a_pass_is_noticed_by_nobody_else() -> None:
    state = position("stock -; 1: 6C KD; 2: 7C TD; 3: 9H 7H; 4: QC QD; lead 1")
    play(state, "1 move 6C", "2 beat 7C")
    before = [state.view(seat)["to_act"] for seat in range(4)]
    assert before == [None, None, 2, None]
    play(state, "3 pass")
    assert ["pass" in seen(state, player) for player in (1, 2, 3, 4)] == [False, False, True, False]


def test_neighbours_only_may_add() -> None:
    state = position(
        "stock -; 1: 6H KC AC; 2: 6S KD AD; 3: 6C KH AH; 4: 7C 8C 9C; 5: 6D TC TD; lead 3",
        mode="individual",
        ask_add="always",
        adders="neighbours",
    )
    play(state, "3 move 6C", "4 beat 7C", "3 pass", "5 pass")
    assert state.round_no == 2


def test_when_the_attacker_is_out_the_next_neighbour_takes_his_place() -> None:
    state = position(
        "stock -; 1: 6H KC AC; 2: 6S KD AD; 3: 6C; 4: 7C 8C 9C; 5: 6D TC TD; lead 3",
        mode="individual",
        ask_add="always",
        adders="neighbours",
    )
    play(state, "3 move 6C", "4 beat 7C", "2 pass", "5 pass")
    assert state.round_no == 2


def test_at_most_five_cards_until_the_first_discard() -> None:
    state = GAME.deal(4, 1, {"first_discard_cap": 5})
    assert isinstance(state, DurakState)
    assert state.limit == 5
    state.play("move " + CODES[state.legal(state.actor)[0]])
    while state.round_no == 1:
        state.play("take" if state.phase == 1 else "pass")
    assert state.limit == 5
    while not state.beaten_off:
        state.apply(state.actor, state.legal(state.actor)[0])
    assert state.over or state.limit == min(6, len(hand(state, int(state.defender) + 1)))


def test_with_final_beat_and_ask_beat_when_possible_only_who_can_beat_is_asked() -> None:
    text = "stock -; out 1; 2: {} 6H; 3: TD; 4: QC QD; lead 1"
    options = {"final_beat": "on", "ask_beat": "when_possible"}
    able = play(position(text.format("AS"), **options), "3 move TD")
    assert legal(able) == ["beat AS", "take"]
    unable = play(position(text.format("9D"), **options), "3 move TD")
    assert unable.over


def test_after_a_take_of_the_final_card_the_cards_stay_on_the_table() -> None:
    state = position("stock -; 1: 6C; 2: 7C; lead 1", final_beat="on")
    play(state, "1 move 6C", "2 take")
    result = GAME.result(state)
    assert (result["fool"], result["table"], result["hands"]) == (1, ["6C"], [[], ["7C"]])


def test_a_defender_who_is_taking_is_not_asked_about_the_final_card() -> None:
    state = position("stock -; out 1; 2: AS 6H 8H; 3: TD TC; 4: QC QD; lead 1", final_beat="on")
    play(state, "3 move TD", "2 take", "3 add TC")
    assert state.over


def test_presets_are_the_columns_of_the_rules() -> None:
    contest, pairs = GAME.resolve(4, {"preset": "contest"}), GAME.resolve(4, {"preset": "pairs"})
    ordinary = GAME.resolve(4, {"preset": "ordinary"})
    assert contest == GAME.resolve(4)
    assert (contest["first_mover"], contest["trump_source"]) == ("appointed", "appointed")
    assert (pairs["mode"], pairs["first_mover"], pairs["trump_source"]) == (
        "team",
        "lowest_trump",
        "bottom_card",
    )
    assert ordinary == GAME.resolve(4, {"mode": "individual"})
    assert (ordinary["first_mover"], ordinary["trump_source"]) == ("lowest_trump", "bottom_card")


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {"adders": "all"}), (4, {"stall_limit": 60}), (2, {"stall_limit": 60}), (3, {"mode": "team"})],
)
def test_options_without_a_meaning_are_refused(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        GAME.resolve(seats, options)


def test_the_fool_of_the_last_deal_is_attacked_first() -> None:
    options = {"first_mover": "before_fool", "match_games": 6}
    match = GAME.match(3, 4, {"mode": "individual", **options})
    fool = None
    while not match.over:
        state = match.next_deal()
        setup = GAME.setup(state)
        assert setup["previous_fool"] == fool
        if fool is not None:
            assert setup["first"] == (fool - 1) % 3
        while not state.over:
            state.apply(state.actor, state.default(state.actor))
        match.add(state)
        fool = match.results[-1]["fool"]
    lost = [sum(result["scores"][seat] == 0 for result in match.results) for seat in range(3)]
    assert match.totals == lost
    assert match.winners == [seat for seat in range(3) if lost[seat] == min(lost)]


def test_the_fool_of_a_team_holds_more_cards_then_the_lower_seat() -> None:
    state = play(position("stock -; out 1; 2: AS 6H; 3: TD; 4: QC QD KC; lead 1"), "3 move TD")
    assert GAME.result(state)["fool"] == 3
    state = play(position("stock -; out 1; 2: AS 6H; 3: TD; 4: QC QD; lead 1"), "3 move TD")
    assert GAME.result(state)["fool"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deck": ["6C"] * 36}, "36 cards"),
        ({"deck": 7}, "list"),
        ({"deck": ["6X"] * 36}, "no card"),
        ({"trump": "X"}, "suit"),
        ({"trump": None}, "suit"),
        ({"first": 4}, "seats 0 to 3"),
        ({"first": None}, "first"),
        ({"hands": []}, "hands"),
        ({"stock": []}, "stock"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(change: dict[str, object], message: str) -> None:
    setup = GAME.setup(GAME.deal(4, 1))
    with pytest.raises(BadNotation, match=message):
        GAME.restore({**setup, **change})


def test_partners_win_and_lose_together() -> None:
    assert GAME.sides(4, GAME.resolve(4)) == [[0, 2], [1, 3]]
    assert GAME.sides(4, GAME.resolve(4, {"mode": "individual"})) == [[0], [1], [2], [3]]
    assert GAME.sides(2, GAME.resolve(2)) == [[0], [1]]
    state = GAME.deal(4, 5)
    while not state.over:
        state.apply(state.actor, state.default(state.actor))
    for side in GAME.sides(4, GAME.resolve(4)):
        assert len({state.scores()[seat] for seat in side}) == 1
