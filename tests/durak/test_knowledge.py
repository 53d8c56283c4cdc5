"""What a seat knows: determinize respects all of it, and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb

import pytest

from durak.chi_square import critical, goodness
from durak.positions import hand, play, position
from koloda.core.bits import members, popcount
from koloda.core.rng import Rng
from koloda.games.durak import GAME
from koloda.games.durak.cards import CODES
from koloda.games.durak.knowledge.sampling import kept
from koloda.games.durak.legal import playable
from koloda.games.durak.state import DurakState

APPOINTED = {"first_mover": "appointed", "trump_source": "appointed"}


def samples(state: DurakState, player: int, count: int) -> list[DurakState]:
    rng = Rng(1)
    return [state.determinize(player - 1, rng) for number in range(count)]


def test_cards_taken_up_stay_known_until_they_are_played() -> None:
    state = position("stock 6H 7H 8H 9H; 1: 6C 7D KC; 2: 9C TD JH; 3: QC KD AH; 4: 8C 8D TC; lead 1")
    play(state, "1 move 6C", "2 take")
    assert state.view(2)["known"][1] == ["6C"]
    assert all("6C" in hand(sample, 2) for sample in samples(state, 3, 30))


def test_the_open_bottom_card_stays_where_it_is_and_then_with_who_drew_it() -> None:
    state = GAME.deal(2, 3)
    assert isinstance(state, DurakState)
    bottom = CODES[state.deck[35]]
    assert all(CODES[sample.deck[35]] == bottom for sample in samples(state, 1, 30))
    rng = Rng(3)
    while state.drawn < 36:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    if not state.over:
        owner = next(seat for seat in range(2) if bottom in state.view(None)["known"][seat])
        other = 2 - owner
        assert all(bottom in hand(sample, owner + 1) for sample in samples(state, other, 10))


def test_every_way_to_deal_the_unseen_cards_is_equally_likely() -> None:
    state = position("stock 6H; 1: 6C 7D; 2: 9C; 3: QC; 4: 8C; lead 1")
    counts = Counter(
        (tuple(hand(sample, 2)), tuple(hand(sample, 3)), tuple(hand(sample, 4)))
        for sample in samples(state, 1, 7200)
    )
    assert len(counts) == 24
    statistic, freedom = goodness(list(counts.values()), [300.0] * 24)
    assert statistic < critical(freedom)


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_no_hand_and_no_stock_attracts_cards(player: int) -> None:
    """Over many deals: where the first, second, ... of the hidden cards lies in samples."""
    seats, worlds, deals = 4, 4, 600
    counts = [[0] * (seats + 1) for _ in range(30)]
    rng = Rng(player)
    for seed in range(deals):
        state = GAME.deal(seats, seed, {"mode": "individual", **APPOINTED})
        assert isinstance(state, DurakState)
        hidden = [card for card in range(36) if not state.hands[player - 1] >> card & 1]
        for _ in range(worlds):
            sample = state.determinize(player - 1, rng)
            owner = {card: seat for seat in range(seats) for card in members(sample.hands[seat])}
            for place, card in enumerate(hidden):
                counts[place][owner.get(card, seats)] += 1
    others = [seat for seat in range(seats + 1) if seat != player - 1]
    share = [deals * worlds * (6 if seat < seats else 12) / 30 for seat in others]
    statistic = sum(goodness([row[seat] for seat in others], share)[0] for row in counts)
    # of 30 cards without replacement the sum is larger by 30 / 29 than that of independent places
    assert statistic * 29 / 30 < critical(29 * (len(others) - 1))


@pytest.mark.parametrize("place", [0, 4, 11])
def test_no_place_of_the_stock_attracts_cards(place: int) -> None:
    """The order of the stock counts too: any hidden card may be the next to be drawn."""
    counts = [0] * 30
    rng = Rng(place)
    for seed in range(1500):
        state = GAME.deal(4, seed)
        assert isinstance(state, DurakState)
        hidden = [card for card in range(36) if not state.hands[0] >> card & 1]
        sample = state.determinize(0, rng)
        counts[hidden.index(sample.deck[24 + place])] += 1
    statistic, freedom = goodness(counts, [50.0] * 30)
    assert statistic < critical(freedom)


@pytest.mark.parametrize(("options", "is_open"), [({}, True), (APPOINTED, False)])
def test_everybody_sees_who_draws_the_open_bottom_card(options: dict[str, object], is_open: bool) -> None:
    state = GAME.deal(2, 3, options, watch=True)
    assert isinstance(state, DurakState)
    rng = Rng(3)
    while state.drawn < 36:
        state.apply(state.actor, state.random_legal(state.actor, rng))
    *_, last = (event.seen_by(None) for event in state.events if event.kind == "draw")
    assert last is not None
    cards = last[2]
    assert isinstance(cards, tuple)
    assert set(cards[:-1]) <= {"??"}
    assert cards[-1] == (CODES[state.deck[35]] if is_open else "??")


def test_a_lower_trump_than_the_one_shown_has_been_dealt_to_nobody() -> None:
    checked = 0
    for seed in range(60):
        state = GAME.deal(3, seed)
        assert isinstance(state, DurakState)
        for player in (1, 2, 3):
            for sample in samples(state, player, 10):
                dealt = sample.hands[0] | sample.hands[1] | sample.hands[2]
                assert not dealt & state.low
        checked += popcount(state.low)
    assert checked > 20


def test_the_history_has_every_unseen_card_that_was_played_or_drawn() -> None:
    """What the sampling of late trumps believes; nobody else would miss an entry."""
    checked = 0
    for seed in range(20):
        state = GAME.deal(3, seed)
        assert isinstance(state, DurakState)
        if not state.low:
            continue
        rng = Rng(seed)
        played = []
        held = [int(popcount(state.hands[seat] & ~state.known[seat])) for seat in range(3)]
        while not state.over:
            seat = state.actor
            before = state.hands[seat] & ~state.known[seat]
            state.apply(seat, state.random_legal(seat, rng))
            played += [(seat, card) for card in members(before & ~state.hands[seat])]
        assert [((-entry - 1) // 64, (-entry - 1) % 64) for entry in state.history if entry < 0] == played
        for entry in state.history:
            if entry >= 0:
                held[entry // 64] += entry % 64
        for seat, _ in played:
            held[seat] -= 1
        assert held == [popcount(state.hands[seat] & ~state.known[seat]) for seat in range(3)]
        checked += len(played)
    assert checked > 100


# (seed, round) of random play for two, in which a wrong weight of a world would show most
LATE_TRUMPS = [(275, 17), (226, 19), (112, 11), (176, 7), (63, 7), (393, 10), (273, 12), (385, 16)]


def test_the_sampling_of_late_trumps_is_exact() -> None:
    """How many of the trumps that nobody was dealt are in the other hand."""
    statistic, freedom = 0.0, 0
    for seed, round_no in LATE_TRUMPS:
        state = GAME.deal(2, seed)
        assert isinstance(state, DurakState)
        rng = Rng(seed)
        while state.round_no < round_no:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        bottom = 1 << int(state.deck[35])
        low = state.low & ~(state.hands[0] | state.discard | state.table | state.known[1] | bottom)
        counts = Counter(int(popcount(sample.hands[1] & low)) for sample in samples(state, 1, 2000))
        chances = chances_of_late_trumps(state, int(popcount(low)))
        more, free = goodness(
            [counts[held] for held in range(len(chances))], [2000 * chance for chance in chances]
        )
        statistic, freedom = statistic + more, freedom + free
    assert freedom > 15
    assert statistic < critical(freedom)


def test_a_sample_is_kept_in_proportion_to_the_ways_in_which_the_trumps_can_lie() -> None:
    rng = Rng(1)
    kept_so_often = sum(kept(3, 2, 5, rng) for _ in range(5000))  # 3 * 2 ways of 5 * 4
    statistic, freedom = goodness([kept_so_often, 5000 - kept_so_often], [1500.0, 3500.0])
    assert statistic < critical(freedom)


def chances_of_late_trumps(state: DurakState, wanted: int) -> list[float]:
    """By how many of so many late trumps player 2 holds: counted, not sampled.

    Each unseen card that he played was with equal chance any of those he then held, dealt or drawn; but a
    late trump was drawn. The unseen ones lie anywhere in the stock or among the cards that he drew.
    """
    held = 5 if state.first == 1 and state.first_card >= 0 else 6
    by_drawn = {0: Fraction(1)}  # the chances of how many cards in his hand were drawn
    for entry in state.history:
        seat, amount = (entry // 64, entry % 64) if entry >= 0 else ((-entry - 1) // 64, (-entry - 1) % 64)
        if seat != 1:
            continue
        if entry >= 0:
            by_drawn = {drawn + amount: chance for drawn, chance in by_drawn.items()}
            held += amount
        else:
            after: dict[int, Fraction] = defaultdict(Fraction)
            for drawn, chance in by_drawn.items():
                after[drawn - 1] += chance * Fraction(drawn, held)
                if not state.low >> amount & 1:
                    after[drawn] += chance * Fraction(held - drawn, held)
            by_drawn = {drawn: chance for drawn, chance in after.items() if chance}
            held -= 1
    stock = 35 - int(state.drawn) if state.drawn < 36 else 0
    weights = [
        sum(chance * comb(drawn, had) * comb(stock, wanted - had) for drawn, chance in by_drawn.items())
        for had in range(wanted + 1)
    ]
    return [float(weight / sum(weights)) for weight in weights]


def test_a_defender_who_is_asked_only_when_he_can_beat_can_beat() -> None:
    state = position("stock 6H 7H; 1: 6C 7D; 2: 9C TH; 3: QC JH; 4: 8C TC; lead 1", ask_beat="when_possible")
    play(state, "1 move 6C")
    for sample in samples(state, 3, 50):
        assert playable(sample, 1)


def test_who_is_being_asked_to_add_is_sampled_too() -> None:
    text = "stock -; 1: 6C 7D KD; 2: 7C TH JD; 3: QC 6H 9H; 4: 8C TC QH; lead 1"
    state = play(position(text), "1 move 6C", "2 beat 7C")
    asked = Counter(sample.actor for sample in samples(state, 4, 400))
    assert set(asked) == {0, 2}
    assert set(Counter(sample.actor for sample in samples(state, 3, 50))) == {0}
    play(state, "1 pass")
    assert state.actor == 2
    assert set(Counter(sample.actor for sample in samples(state, 4, 400))) == {0, 2}
    assert set(Counter(sample.actor for sample in samples(state, 1, 50))) == {2}


@pytest.mark.parametrize(
    ("seen", "scenes"),
    [("seen 9C", 1), ("seen 9C QD", 0), ("", 1)],
    ids=["partly known", "all known", "unknown"],
)
def test_a_silent_question_is_staged_only_where_somebody_cannot_know_its_answer(
    seen: str, scenes: int
) -> None:
    """Player 3 has nothing to add. If everybody has seen all his cards, nobody waits for him."""
    state = position(f"stock -; 1: 6C 6D TD; 2: 7C 8H KD; 3: 9C QD; 4: QC; {seen}; lead 1")
    play(state, "1 move 6C", "2 beat 7C", "1 pass")
    assert state.round_no == 2
    told = state.watch()
    assert len(told.scenes) == scenes
    for _, scene in told.scenes:
        assert scene.awaited(0) is None
        assert scene.pending == 0
