"""How often a determinized state has a card somewhere, compared with the posterior by brute force."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from junquick.particles import places, posterior
from junquick.positions import picking, play, position, told
from koloda.core.rng import Rng
from koloda.games.junquick import GAME
from koloda.games.junquick.actions import CHIEF, GATHER, PASS
from koloda.games.junquick.cards import codes
from koloda.games.junquick.knowledge.beliefs import belief_of
from koloda.games.junquick.state import JunQuickState

SHORT = os.environ.get("KOLODA_SHORT", "0") != "0"
WORLDS = 800 if SHORT else 2500
SAMPLES = 400 if SHORT else 1200


Worlds = list[tuple[float, Counter[Any]]]


def effective(drawn: Worlds) -> float:
    """How many worlds of equal weight would tell as much."""
    total = sum(weight for weight, _ in drawn)
    return total**2 / sum(weight**2 for weight, _ in drawn) if drawn else 0.0


def samples(end: JunQuickState, seat: int) -> list[Counter[Any]]:
    rng = Rng(9)
    result = []
    for _ in range(SAMPLES):
        sample = end.determinize(seat, rng)
        hands = [codes(hand) for hand in sample.hands]
        result.append(places(hands, [codes(nest) for nest in sample.nests], seat))
    return result


def misplaced(drawn: Worlds, end: JunQuickState, seat: int) -> float:
    """The share of the hidden cards that samples have somewhere else than they should, on the average."""
    total = sum(weight for weight, _ in drawn)
    away: Counter[Any] = Counter()
    for counts in samples(end, seat):
        away.update({name: count / SAMPLES for name, count in counts.items()})
    cards = sum(away.values())
    for weight, counts in drawn:
        away.subtract({name: count * weight / total for name, count in counts.items()})
    return sum(map(abs, away.values())) / 2 / cards


def distance(drawn: Worlds, end: JunQuickState, seat: int) -> tuple[float, int]:
    """The chi-square of all frequencies of cards at places, and its degrees of freedom."""
    total = sum(weight for weight, _ in drawn)
    sampled = samples(end, seat)
    names = {name for _, counts in drawn for name in counts} | {name for counts in sampled for name in counts}
    square = 0.0
    freedom = 0
    for name in sorted(names):
        mean = sum(weight * counts[name] for weight, counts in drawn) / total
        spread = sum((weight / total) ** 2 * (counts[name] - mean) ** 2 for weight, counts in drawn)
        mine = sum(counts[name] for counts in sampled) / SAMPLES
        wide = sum((counts[name] - mine) ** 2 for counts in sampled) / SAMPLES**2
        if spread + wide < 1e-12:
            assert mine == pytest.approx(mean), name
        elif min(mean, mine) * SAMPLES > 12:
            square += (mine - mean) ** 2 / (spread + wide)
            freedom += 1
        else:
            assert abs(mine - mean) * SAMPLES < 40, name
    return square, freedom


def threshold(freedom: int) -> float:
    """The value that a chi-square exceeds once in ten thousand times (Wilson and Hilferty)."""
    part = 2.0 / (9.0 * freedom)
    return freedom * (1.0 - part + 3.719 * math.sqrt(part)) ** 3


def assert_fair(
    start: JunQuickState, end: JunQuickState, seat: int, events: Sequence[Sequence[Any]] | None = None
) -> None:
    seen = end.watch().seen_by(seat) if events is None else events
    drawn = posterior(start, [*seen, ("end",)], seat, WORLDS)
    assert effective(drawn) > WORLDS / 20, f"only {effective(drawn):.0f} worlds of {len(drawn)} count"
    square, freedom = distance(drawn, end, seat)
    assert square < threshold(freedom), f"chi-square {square:.1f} with {freedom} degrees of freedom"


def begin(text: str, **options: object) -> tuple[JunQuickState, JunQuickState]:
    """The position twice: as it is, and to be played on."""
    return position(text, **options), position(text, **options)


def go_on(end: JunQuickState, rng: Rng) -> None:
    """Anything, but nobody leaves a chieftain window: what that proves is tested above."""
    action = end.random_legal(end.actor, rng)
    while end.phase == CHIEF and action == PASS:
        action = end.random_legal(end.actor, rng)
    end.apply(end.actor, action)


GIFTS = (
    "seats 4; fp 3; 0: D3 DM IW HY TS J2; 1: J1 J1 J1 J1 J1; 2: J2 J2 J2 J2 J2 J2; 3: J3 J3 J3 J3 J3 J3; "
    "out 0 2 3; pile CS@1; turn 1; top EM J1"
)


@pytest.mark.parametrize("seat", range(4))
def test_gifts_that_go_through_several_hands(seat: int) -> None:
    start, end = begin(GIFTS)
    play(end, "1 pass", "0 give J2", "0 give DM", "0 give IW", "1 give J1", "1 give J1", "1 give DM")
    play(end, "2 give J1", "2 give J2", "2 give J2", "3 give J2", "3 give J3", "3 give J3")
    assert_fair(start, end, seat)
    play(end, "0 lay J2", "1 inf IW", "1 stop", "2 pass", "3 lay J3")
    assert_fair(start, end, seat)


def test_a_gift_that_may_come_back_tells_where_the_others_went() -> None:
    """Seat 0 gets a J2 from 2: his own, that went through both hands, or another one."""
    start, end = begin(
        "fp 2; 0: J2 J2 TS IW J1 J1; 1: J1 J1 J1 J1 J1; 2: J3 J3 J3 J3 J3 J3; out 0 2; pile CS@1; turn 1; "
        "top EM J2"
    )
    play(end, "1 pass", "0 give J2", "0 give J2", "0 give TS", "1 give J1", "1 give J2", "1 give J2")
    play(end, "2 give J2", "2 give J3", "2 give J3")
    assert_fair(start, end, 0)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_shown_and_then_laid_is_taken_to_be_the_same(seat: int) -> None:
    start, end = begin("0: L3 J2 J2 TS J4 HY; 1: J1 J1; 2: J1 J1; pile J1@2; fp 1; turn 0")
    play(end, "0 act L3 1", "0 put J2", "0 put TS", "0 done", "0 claim N1", "0 claim N1")
    picking(end, "1 say truth", "J1 from hand 1")
    play(end, "1 pass", "2 pass", "0 lay J2")
    assert_fair(start, end, seat)


@pytest.mark.parametrize("seat", range(4))
def test_thefts_from_nest_to_nest(seat: int) -> None:
    start, end = begin(
        "seats 4; 0: T3 J1 J1; 1: J1 J1; 2: T4 J1; 3: J1 J4; nest 1: J4 J4 J3 J3 J1 DM; nest 0: J2 J2; "
        "virus 1: V3; pile J1@3; fp 1; turn 0"
    )
    picking(end, "0 act T3 1", "DM from nest 1")
    play(end, "1 pass")
    picking(end, "2 act T4 0", "J2 from nest 0")
    assert_fair(start, end, seat)
    play(end, "3 pass", "0 pass", "2 pass")
    assert_fair(start, end, seat)
    play(end, "1 cure V3 N3")
    assert_fair(start, end, seat)


def test_thefts_to_and_fro() -> None:
    """Each nest loses and wins a card unseen, so that what came may be what went."""
    start, end = begin(
        "seats 4; 0: T3 J1; 1: T4 J1; 2: T2 J1; 3: J1 J1; nest 0: J1 J1 J2 L3; nest 1: J2 J4 DM; nest 3: J1; "
        "pile J1@3; fp 0; turn 0"
    )
    picking(end, "0 act T3 1", "DM from nest 1")
    picking(end, "1 act T4 0", "J2 from nest 0")
    assert_fair(start, end, 2)
    assert_fair(start, end, 3)
    picking(end, "2 act T2 0", "DM from nest 0")
    assert_fair(start, end, 3)


@pytest.mark.parametrize("seat", range(4))
def test_a_theft_from_a_hand_and_hysteria(seat: int) -> None:
    start, end = begin("seats 4; 0: T3 J1 J1; 1: J1 J4 EV TS; 2: HY J1; 3: J1 HY; pile J1@3; fp 1; turn 0")
    picking(end, "0 act T3 1", "EV from hand 1")
    play(end, "2 hys", "3 wait")
    while end.phase != GATHER:
        play(end, f"{end.actor} wait")
    play(end, "1 lay EV")
    assert_fair(start, end, seat)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_hand_without_openers_that_draws_and_plays(seat: int) -> None:
    start, end = begin("0: TS TS HY HY CS; 1: EV HY HY HY D2 D2; 2: EV EV J1 J1 J1 D1; fp 0; top J1 J1 J1 J1")
    play(end, "0 pass")
    assert_fair(start, end, seat)
    play(end, "1 lay EV", "2 pass")
    assert_fair(start, end, seat)


def test_who_could_have_played_and_draws_has_that_card_among_the_old_ones() -> None:
    start, end = begin("seats 2; 0: CS J1 J2; 1: J4 J1 J1 D1; pile J1@0; fp 0; turn 1; top J1 J2 J3 J4 J1 J2")
    play(end, "1 lay J4", "0 pass", "1 wait")
    events: list[Sequence[Any]] = []
    for event in end.watch().seen_by(1):
        events.append(event)
        if event[0] == "leave":
            events.append(("held", 0, ["CS", "TS", "IW", "D1", "D2", "D3"]))
    assert end.phase == GATHER
    assert_fair(start, end, 1, events)


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("options", [{}, {"instant_mode": "declare"}], ids=["laid", "declare"])
def test_a_hand_that_returns_to_the_deck_is_in_no_other_hand(seat: int, options: dict[str, str]) -> None:
    start, end = begin(
        "0: IW IW D1 D1 D3 DM; 1: J1 J1 J2 J2 J3 J3; 2: J4 J4 J1 J1 J2 CS; fp 0; "
        "deck J1 J1 J1 J2 J2 J3 J3 CS CS TS TS HY HY EV EV J4 J4 J4 L1 T2 T3 T4 G3 G3",
        **options,
    )
    play(end, "0 redraw")
    assert_fair(start, end, seat)
    rng = Rng(5)
    drawn = 0
    while drawn < 2:
        go_on(end, rng)
        drawn = len(told(end, None, "draw")) - 1
    assert_fair(start, end, seat)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3] if SHORT else [2, 3, 4, 6])
def test_played_deals(seats: int) -> None:
    """From fresh deals through the first rounds, every few steps, as long as brute force can follow."""
    wanted = 2 if SHORT else 4
    shares: list[float] = []
    squares = 0.0
    freedom = 0
    asked = 0
    for seed in range(100):
        start = GAME.deal(seats, seed)
        end = GAME.deal(seats, seed, watch=True)
        assert isinstance(start, JunQuickState)
        assert isinstance(end, JunQuickState)
        dealt = len(end.watch().seen_by(0))
        rng = Rng(seed)
        for step in range(60):
            go_on(end, rng)
            moved = any(event[0] in ("gift", "taken", "stolen") for event in end.watch().seen_by(None))
            if step % 10 == 9 and end.phase == GATHER and (moved or seats == 2):
                seat = step // 10 % seats
                drawn = posterior(start, [*end.watch().seen_by(seat)[dealt:], ("end",)], seat, WORLDS)
                if effective(drawn) > WORLDS / 20 and belief_of(end, seat).thinned:
                    shares.append(misplaced(drawn, end, seat))
                elif effective(drawn) > WORLDS / 20:
                    square, degrees = distance(drawn, end, seat)
                    assert square < threshold(degrees), f"seed {seed}, step {step}: {square:.1f} of {degrees}"
                    squares += square
                    freedom += degrees
                    asked += 1
        if asked >= wanted:
            break
    assert asked >= wanted
    assert not shares or sum(shares) / len(shares) < 0.1, shares
    assert squares < threshold(freedom)
