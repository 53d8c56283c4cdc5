"""Samples of the hidden cards against all worlds counted one by one: all deals that look alike to a seat."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations
from math import comb, sqrt

import pytest

from koloda.core.errors import IllegalAction
from koloda.core.log import Chance
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.games.yassa import GAME
from koloda.games.yassa.actions import DECLINE, INTERVENTION_WINDOW
from koloda.games.yassa.cards import CODES, DIGITS, NUMBERS
from koloda.games.yassa.knowledge.evidence import Evidence
from koloda.games.yassa.knowledge.memory import ARRIVE, RECYCLED
from koloda.games.yassa.knowledge.sampling import deal_out, posterior_of
from koloda.games.yassa.knowledge.walk import Walk
from koloda.games.yassa.knowledge.worlds import World
from koloda.games.yassa.state import YassaState
from koloda.testing.variants import SHORT, Variant, variants
from yassa.positions import LETTERS, hand, position, stock, yassa

SAMPLES = 2000


class Case:
    """A position with few hidden cards, seen by A, who holds all the others, and what happened in it."""

    def __init__(
        self, name: str, hands: str, stock: str, rest: str, log: str, order: str = "", **options: object
    ) -> None:
        self.name = name
        self.hands = [cards.split() for cards in hands.split(";")]
        self.stock = stock.split()
        self.rest = rest
        self.log = [step.strip() for step in log.split(",")]
        self.order = [NUMBERS[code] for code in order.split()]  # of the first recycle
        self.options = options

    def __str__(self) -> str:
        return self.name

    def hidden(self) -> list[str]:
        return [card for cards in self.hands for card in cards] + self.stock

    def dealt(self, cards: list[str]) -> YassaState:
        """The position with these hidden cards."""
        parts = ["A: *"]
        cards = list(cards)
        for number, held in enumerate(self.hands):
            parts.append(f"{LETTERS[number + 1]}: {' '.join(cards[: len(held)])}")
            cards = cards[len(held) :]
        return position("; ".join([*parts, self.rest, f"stock {' '.join(cards)}"]), **self.options)

    def played(self, state: YassaState, script: list[Chance]) -> bool:
        """Do all these things again, if they can be done; recycles by this script, then by chance."""
        log = state.watch()
        log.script = list(script)
        for step in self.log:
            if not log.script:
                log.script = None
            player, action = step.split(" ", 1)
            try:
                state.play(action, LETTERS.index(player))
            except IllegalAction:
                return False
        return True


def outcome(state: YassaState) -> tuple[str, ...]:
    """Everything that A cannot see, but for the order of the stock below its top."""
    hands = [" ".join(hand(state, letter)) for letter in LETTERS[1 : state.seats]]
    return (*hands, stock(state)[0] if stock(state) else "")


def worlds(case: Case, truth: YassaState, cards: list[str], script: list[Chance]) -> Counter[tuple[str, ...]]:
    """The outcomes of one deal that A cannot tell from the truth, over all orders of all recycles."""
    state = case.dealt(cards)
    log = state.watch()
    found: Counter[tuple[str, ...]] = Counter()
    possible = case.played(state, script)
    if len(log.chance) > len(script):
        for order in permutations(log.chance[len(script)].values):
            found += worlds(case, truth, cards, [*script, Chance("stock", list(order), False)])
    elif possible and log.seen_by(0) == truth.watch().seen_by(0) and state.view(0) == truth.view(0):
        found[outcome(state)] += 1
    return found


def truth_of(case: Case) -> YassaState:
    state = case.dealt(case.hidden())
    script = [Chance("stock", case.order, False)] if case.order else []
    assert case.played(state, script), f"{case.name}: not possible in the position itself"
    return state


def all_worlds(case: Case, truth: YassaState) -> Counter[tuple[str, ...]]:
    """The outcomes of all deals; hands have no order, so each is dealt in one order only."""
    found: Counter[tuple[str, ...]] = Counter()
    hidden = case.hidden()
    ends = [sum(len(held) for held in case.hands[:number]) for number in range(len(case.hands) + 1)]
    for places in permutations(range(len(hidden))):
        hands = [places[start:end] for start, end in pairwise(ends)]
        if all(list(held) == sorted(held) for held in hands):
            found += worlds(case, truth, [hidden[place] for place in places], [])
    return found


def far_from(measured: Counter[tuple[str, ...]], expected: dict[tuple[str, ...], float]) -> float:
    """Pearson's distance in standard deviations of its own distribution; rare outcomes are put together."""
    cells: list[tuple[float, float]] = []
    rare = [0.0, 0.0]
    for key, mean in expected.items():
        if mean >= 8:
            cells.append((measured[key], mean))
        else:
            rare[0] += measured[key]
            rare[1] += mean
    if rare[1]:
        cells.append((rare[0], rare[1]))
    degrees = max(1, len(cells) - 1)
    distance = sum((count - mean) ** 2 / mean for count, mean in cells)
    return (distance - degrees) / sqrt(2 * degrees)


CASES = [
    Case("lays", "G2 G2 Y2 B3", "R9 G9", "top G7", "A play G5, B play G2, A play G1"),
    Case("draw", "G2 Y2 B3", "R9 G9 WC", "top R7", "A play R5, B draw, B pass, A play G5, B play G2"),
    Case("draw, twins", "G2 Y2 B3", "G2 R9 WC", "top R7", "A play R5, B draw, B pass, A play G5, B play G2"),
    Case("draw, Y2", "G2 Y2 B3", "R9 Y9 WC", "top R7", "A play R5, B draw, B pass, A play Y5, B play Y2"),
    Case(
        "drawn and laid",
        "G2 Y2 B3",
        "R9 Y9 G9",
        "top R7",
        "A play R5, B draw, B play R9, A play G9, B play G2",
    ),
    Case(
        "two hands",
        "G2 Y2; B3 Y4",
        "B9 B8 WC",
        "top R7",
        "A play R5, B draw, B pass, C draw, C pass, A play G5, B play G2, C draw, C pass",
    ),
    Case(
        "three hands",
        "G2 Y2; B3; Y4",
        "R9 B8 B9",
        "top R7",
        "A play R5, B draw, B pass, C draw, C pass, D draw, D pass, A play G5, B play G2, C draw, C pass",
    ),
    Case(
        "vain check seen",
        "W4 G2; B3; Y3",
        "R9 G9 B9",
        "top R7; turn B",
        "B play W4:G!, C challenge, C ready",
        challenge_reveal="all",
    ),
    Case(
        "vain check not seen",
        "W4 G2 Y2; B3",
        "R9 G9 B9",
        "top R7; turn B",
        "B play W4:G, C challenge, C ready",
    ),
    Case(
        "justified check not seen",
        "W4 G2 R2; B3",
        "R9 G9 B9",
        "top R7; turn B",
        "B play W4:G, C challenge, B ready, C draw, C pass",
    ),
    Case(
        "justified check seen",
        "W4 R2 G2; B3",
        "R9 G9 B9",
        "top R7; turn B",
        "B play W4:G, C challenge, B ready",
        challenge_reveal="all",
    ),
    Case(
        "no bluff",
        "W4 G2 Y2; B3",
        "R9 G9 B9",
        "top R7; turn B",
        "B play W4:G, C accept, C ready",
        wd4_bluff="forbid",
    ),
    Case(
        "recycle",
        "G2 Y2; B3 B4",
        "R9",
        "discard Y5 R6 R7",
        "A play R5, B draw, B pass, C draw, C pass, A play G5, B play G2",
    ),
    Case(
        "recycle of two seats",
        "G2 Y2 B3",
        "Y9",
        "discard G3 R6 R7",
        "A play R5, B draw, B pass, A play R4, B draw, B pass, A play G4",
    ),
    Case(
        "two recycles",
        "G2 Y2; B3",
        "R9",
        "discard Y5 R7",
        "A play R5, B draw, B pass, C draw, C pass, A play G5, B play G2, C draw, C pass, "
        "A play G4, B draw, B pass",
    ),
    Case(
        "old card or new",
        "G2 Y2; B3 B4",
        "B9",
        "discard G2 Y5 R7",
        "A play R5, B draw, B pass, C draw, C pass, A play R8, B draw, B pass, C draw, C pass, "
        "A play G8, B play G2",
        order="Y5 G2 R7",
    ),
    Case(
        "mistake",
        "G2 Y2 B3",
        "R9 G9 B9",
        "top R7; turn B",
        "B mistake G2, B play R9, A play G9, B play G2",
        mistake_penalty="on",
    ),
    Case(
        "mistake after a draw",
        "G2 Y2; B3",
        "R9 R1 B9 WC",
        "top R7; turn B",
        "B draw, B mistake G2, B mistake R1, B pass",
        mistake_penalty="on",
    ),
    Case(
        "withheld",
        "W4 R2 Y2",
        "G9 B9 Y9 WC",
        "top R7; turn B",
        "B mistake W4, B play R2",
        mistake_penalty="on",
        wd4_bluff="forbid",
    ),
    Case(
        "withheld after a draw",
        "R2 Y2",
        "W4 G9 B9 WC",
        "top R7; turn B",
        "B draw, B mistake W4, B pass",
        mistake_penalty="on",
        wd4_bluff="forbid",
        voluntary_draw="on",
    ),
    Case(
        "forced default",
        "R6 G2; B3",
        "Y5 G1 B9 R1",
        "top R7; turn B",
        "B mistake G2, B mistake G2, B mistake G2, B play R1",
        mistake_penalty="on",
    ),
    Case("call", "R2 R5", "Y5 G1 B9 B8", "top R7; turn B", "B play R5, A call, A play G5, B play G1"),
]
if SHORT:
    CASES = CASES[::4]  # plain Python is slow, and draws the same samples


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_world_that_a_seat_cannot_rule_out_is_drawn_as_often_as_it_is_dealt(case: Case) -> None:
    truth = truth_of(case)
    ways = all_worlds(case, truth)
    total = sum(ways.values())
    assert len(ways) > 1
    rng = Rng(11)
    measured = Counter(outcome(truth.determinize(0, rng)) for _ in range(SAMPLES))
    assert set(measured) <= set(ways)
    assert far_from(measured, {key: SAMPLES * count / total for key, count in ways.items()}) < 4


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_a_sample_of_a_sample_is_as_fair(case: Case) -> None:
    """A sample has a past of its own, which tells its seat what the true one tells."""
    truth = truth_of(case)
    ways = all_worlds(case, truth)
    total = sum(ways.values())
    rng = Rng(12)
    measured = Counter(outcome(truth.determinize(0, rng).determinize(0, rng)) for _ in range(1000))
    assert far_from(measured, {key: 1000 * count / total for key, count in ways.items()}) < 4


def stopped(state: YassaState, walk: Walk, rng: Rng) -> YassaState:
    """The world where a walk stops."""
    walk.draw(rng)
    assert walk.possible()
    sample = state.clone()
    deal_out(sample, walk.evidence, walk.card, walk.stock())
    rng.shuffle(sample.stock)
    return sample


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_walk_comes_to_every_world_about_as_often_as_it_is_dealt(case: Case) -> None:
    """What draws worlds where they are too many to count, here where they can be counted."""
    truth = truth_of(case)
    ways = all_worlds(case, truth)
    total = sum(ways.values())
    walk = Walk(truth, Evidence(truth, 0))
    assert not walk.lost
    rng = Rng(15)
    measured = Counter(outcome(stopped(truth, walk, rng)) for _ in range(SAMPLES))
    assert set(measured) <= set(ways)
    assert far_from(measured, {key: SAMPLES * count / total for key, count in ways.items()}) < 4


def test_ten_seats_that_could_not_follow() -> None:
    """All nine others drew at R5; B had the first card of the stock and C the second, then there was none."""
    hands = [["G2", "Y2"], *([card] for card in ["G1", "G3", "G4", "B1", "B2", "B4", "Y1", "Y3"])]
    text = "; ".join(f"{LETTERS[i + 1]}: {' '.join(cards)}" for i, cards in enumerate(hands))
    state = position(f"A: *; {text}; top R7; stock R9 B9")
    state.play("play R5", 0)
    for seat in range(1, 10):
        state.play("draw", seat)
        state.play("pass", seat)
    state.play("play G5", 0)
    state.play("play G2", 1)
    hidden = [card for cards in hands for card in cards] + ["R9", "B9"]
    chance = random.Random(1)
    expected: Counter[tuple[str, ...]] = Counter()
    while expected.total() < 40_000:
        chance.shuffle(hidden)
        first, drawn = hidden[:2], hidden[10:]
        if "R9" in drawn and "G2" in (*first, drawn[0]):
            expected[(*sorted({*first, drawn[0]} - {"G2"}), str(drawn[1] == "R9"))] += 1
    rng = Rng(13)
    measured: Counter[tuple[str, ...]] = Counter()
    for _ in range(SAMPLES):
        world = state.determinize(0, rng)
        measured[(*sorted(hand(world, "B")), str("R9" in hand(world, "C")))] += 1
    scale = SAMPLES / expected.total()
    assert set(measured) <= set(expected)
    assert far_from(measured, {key: count * scale for key, count in expected.items()}) < 4


def test_a_start_card_turned_again_tells_of_the_hands() -> None:
    """With digits only: the fewer digits the hands have left, the likelier was this one."""
    state = GAME.deal(10, 3, {"start_card": "digits_only"})
    assert isinstance(state, YassaState)
    own = sum(DIGITS >> NUMBERS[code] & 1 for code in hand(state, "A"))
    digits, others = 75 - own, 32 - (7 - own)
    weights = []
    for held in range(64):
        ways = comb(digits, held) * comb(others, 63 - held) if 63 - held <= others else 0
        weights.append(ways / (76 - own - held))
    total = sum(weights)
    rng = Rng(14)
    measured: Counter[tuple[str, ...]] = Counter()
    for _ in range(1500):
        world = state.determinize(0, rng)
        codes = [code for letter in LETTERS[1:10] for code in hand(world, letter)]
        measured[(str(sum(DIGITS >> NUMBERS[code] & 1 for code in codes)),)] += 1
    assert far_from(measured, {(str(k),): 1500 * weight / total for k, weight in enumerate(weights)}) < 4


def test_no_chance_to_keep_a_world_is_above_one() -> None:
    """Else the bound that the whole method rests on would be none."""
    seen = 0
    for seats, seed in ((2, 1), (3, 2), (4, 3), (6, 4), (10, 5)):
        state = GAME.deal(seats, seed, {"max_steps": 150})
        assert isinstance(state, YassaState)
        rng = Rng(seed)
        number = 0
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
            number += 1
            if number % 10 == 0 and not state.over:
                world = World(posterior_of(state, number % seats), rng)
                for _ in range(6):
                    if world.attempt():
                        seen += 1
                        assert 0.0 < world.chance <= 1.0 + 1e-9
    assert seen > 100


def replayed(variant: Variant, seed: int, sample: YassaState, actions: list[tuple[int, int]]) -> YassaState:
    """The round that the past of a sample tells of: its deal, its recycles, and the actions seen."""
    hands: list[list[str]] = [[] for _ in range(variant.seats)]
    stocks: list[list[int]] = [[]]
    for number, fact in enumerate(sample.past):
        if fact & 15 == RECYCLED:
            stocks.append([])
        elif fact & 15 == ARRIVE:
            card = int(fact >> 8 & 63)
            if number < 7 * variant.seats:
                hands[fact >> 4 & 15].append(CODES[card])
            else:
                stocks[-1].append(card)
    stocks[-1] += [int(card) for card in sample.stock]
    setup = GAME.setup(variant.deal(seed))
    setup["hands"] = [sorted(cards, key=NUMBERS.__getitem__) for cards in hands]
    setup["stock"] = [CODES[card] for card in stocks[0]]
    again = GAME.restore(setup, variant.seats, variant.options, watch=True)
    assert isinstance(again, YassaState)
    again.watch().script = [Chance("stock", cards, False) for cards in stocks[1:]]
    for seat, action in actions:
        # a sealed intervention that lost, or waits, is seen by nobody else: here it may be impossible
        hidden = again.phase == INTERVENTION_WINDOW and action not in again.legal(seat)
        again.step(seat, DECLINE if hidden else action)
    return again


def walked(state: YassaState, observer: int, rng: Rng) -> YassaState:
    walk = Walk(state, Evidence(state, observer))
    assert not walk.lost
    return stopped(state, walk, rng)


@pytest.mark.parametrize("variant", variants(GAME), ids=str)
def test_the_past_of_a_sample_is_a_round_that_looks_the_same(variant: Variant) -> None:
    seed = 31
    state = variant.deal(seed, watch=True)
    assert isinstance(state, YassaState)
    rng = Rng(seed)
    actions: list[tuple[int, int]] = []
    while not state.over and len(actions) < 150:
        seat = int(next_seat(state, rng))
        action = int(state.random_legal(seat, rng))
        state.apply(seat, action)
        actions.append((seat, action))
        if state.seats == 2 and state.watch().chance:
            break  # the past begins anew
        if len(actions) % 12 == 0 and not state.over:
            observer = len(actions) // 12 % state.seats
            for sample in (yassa(state.determinize(observer, rng)), walked(state, observer, rng)):
                again = replayed(variant, seed, sample, actions)
                assert again.view(observer) == state.view(observer)
                assert again.watch().seen_by(observer) == state.watch().seen_by(observer)
                assert again.reveal()["hands"] == sample.reveal()["hands"]
                assert again.reveal()["stock_cards"] == sample.reveal()["stock_cards"]
