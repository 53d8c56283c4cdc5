"""What tables show beside a view agrees with the rules: places, circles, payments, painting."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.rng import Rng
from koloda.core.trace import legal_texts
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import PAY_BUILD, PAY_DECIDE
from koloda.games.viceroy.aids import ViceroyAids
from koloda.games.viceroy.scoring import add_up
from koloda.games.viceroy.state import ViceroyState
from viceroy.positions import on, play, position, stairs
from viceroy.test_views import check_keys

TABLES: list[tuple[int, dict[str, object]]] = [(1, {}), (2, {}), (2, {"virtuals": 2}), (3, {}), (4, {})]


def acts(state: ViceroyState, seat: int, verb: str) -> list[str]:
    """The objects of the legal actions with this verb."""
    texts = [text.split(" ", 1) for text in legal_texts(state, seat)]
    return sorted(words[1] for words in texts if words[0] == verb and words[1] != "-")


def possible(listed: list[dict[str, Any]]) -> list[str]:
    return sorted(entry["place"] for entry in listed if entry["can"])


def check_steps(state: ViceroyState, seat: int, steps: list[str]) -> ViceroyState:
    """The engine takes the steps one after the other."""
    trial = state.clone()
    for step in steps:
        assert trial.pending >> seat & 1, steps
        trial.play(step, seat)
    return trial


def check_building(state: ViceroyState, seat: int, start: list[str], listed: list[dict[str, Any]]) -> None:
    """Each way to pay is accepted to its end and costs what it says."""
    assert possible(listed) == acts(check_steps(state, seat, start), seat, "build")
    for entry in listed:
        assert bool(entry["ways"]) == entry["can"]
        costs = [sum(map(int, way["paid"][1::2].replace("-", ""))) for way in entry["ways"]]
        assert costs == sorted(costs)
        for way in entry["ways"]:
            done = check_steps(state, seat, [*start, f"build {entry['place']}", *way["steps"]])
            if done.phase == state.phase:  # others still plan: the own plan is complete
                assert not done.pending >> seat & 1
                assert done.view(seat)["sealed"] == {"place": entry["place"], "rest": way["paid"]}


def check_aids(state: ViceroyState, seat: int) -> dict[str, Any]:
    view = state.view(seat)
    found = GAME.aids(view)
    msgspec.convert(found, ViceroyAids, strict=True)
    check_keys(found, ViceroyAids, "aids")
    for other, player in enumerate(found["players"]):
        sums = add_up(state, other)
        tally = player["tally"]
        assert len(player["single"]) == sums.circles
        assert (
            tally["points"],
            tally["magic"],
            tally["science"],
            tally["defence"],
            tally["magic_bonus"],
        ) == (
            sums.points,
            sums.magic,
            sums.science,
            sums.defence,
            sums.magic_bonus,
        )
        if state.phase >= PAY_DECIDE:  # while a law is played it does not count yet
            assert player["coins"] == state.coins[other]
    kind = view["ask"]["kind"] if view["ask"] else ""
    if kind in ("put", "to"):
        (listed,) = found["places"].values()
        assert possible(listed) == acts(state, seat, kind)
    elif kind == "decide":
        assert ("keep" in legal_texts(state, seat)) == any(map(possible, found["places"].values()))
        keeps = state.pending == 1 << seat and "keep" in legal_texts(state, seat)
        if keeps and check_steps(state, seat, ["keep"]).phase == PAY_BUILD:
            check_building(state, seat, ["keep"], *found["places"].values())
    elif kind == "build":
        check_building(state, seat, [], *found["places"].values())
    elif kind in ("circle", "paint"):
        assert sorted(found["circles"]) == (
            acts(state, seat, "circle") if kind == "circle" else [view["ask"]["circle"]]
        )
        for place, circle in found["circles"].items():
            named = state if kind == "paint" else check_steps(state, seat, [f"circle {place}"])
            assert sorted(f"{each['sector']}={each['colour']}" for each in circle["sectors"]) == acts(
                named, seat, "paint"
            )
            for each in circle["whole"]:
                done = check_steps(state, seat, each["steps"])
                assert on(done, seat, place)["circle"] == each["colour"] * 4
    else:
        assert not found["circles"]
    return found


@settings(max_examples=8)
@given(st.sampled_from(TABLES), st.integers(0, 10**9))
def test_what_is_offered_is_what_the_rules_allow(table: tuple[int, dict[str, object]], seed: int) -> None:
    seats, options = table
    state = GAME.deal(seats, seed, options)
    assert isinstance(state, ViceroyState)
    rng = Rng(seed)
    promised: dict[int, dict[str, Any]] = {}  # what was said of the hand when laws were chosen
    while not state.over:
        seat = int(state.actor)
        found = check_aids(state, seat)
        kind = state.view(seat)["ask"]["kind"]
        if kind == "law":
            promised[seat] = found["places"]
        elif state.view(None)["phase"] == "law_resolve" and kind in ("put", "swap", "under"):
            card = state.view(None)["active"]["card"]
            said = promised[seat][card]
            assert said == (found["places"][card] if kind == "put" else [])
        wise = rng.below(2) == 0
        action = GAME.heuristic.choose(state, seat, rng) if wise else state.random_legal(seat, rng)
        state.apply(seat, action)
        verb, _, place = GAME.text(action).partition(" ")
        if verb == "put" and place[0] != "1":
            (entry,) = [entry for entry in next(iter(found["places"].values())) if entry["place"] == place]
            assert on(state, seat, place)["circle"] == entry["circle"]
    assert GAME.aids(state.view(None))["places"] == {}


def built(gems: str, own: str, card: str = "C32") -> dict[str, dict[str, Any]]:
    """The places of a card that was bought, by place."""
    state = position(f"gems {gems}; acquired {card}; {own}", "1:0 C64", phase="pay")
    check_aids(state, 0)
    return {entry["place"]: entry for entry in GAME.aids(state.view(0))["places"][card]}


@pytest.mark.rule("E3", "E4", "E21")
def test_prices_and_rewards_by_level() -> None:
    state = position("hand C32; 1:0 C01", "1:0 C64", slots="R C05 -")
    cards = state.game.aids(state.view(0))["cards"]
    assert cards["C32"] == {
        "prices": ["G1", "B1G1", "B1G1Y1", "B1G1Y2", "B1G1Y3"],
        "rewards": ["D1", "G5", "M1", "P12", "P15"],
    }
    assert cards["C05"]["rewards"][1] == "ER"
    assert "C32" not in GAME.aids(state.view(1))["cards"]
    entry = built("B1G1Y2", stairs() + "; 1:-1 C33 [Ey]")["5:0"]
    assert (entry["price"], entry["reward"]) == ("B1G1Y3", "P15")
    assert [way["paid"] for way in entry["ways"]] == ["B1G1Y2"]
    assert entry["ways"][0]["steps"] == ["endless Y 1"]


@pytest.mark.rule("E6")
def test_the_cheapest_way_uses_endless_gems_and_the_other_none() -> None:
    entry = built("B1G1", "1:0 C01 [Eb]; 1:1 C02")["2:0"]
    assert [(way["endless"], way["paid"], way["steps"]) for way in entry["ways"]] == [
        ("B1", "G1", ["endless B 1"]),
        ("-", "B1G1", ["endless B 0"]),
    ]


@pytest.mark.rule("E22")
def test_common_coin_pays_what_is_lacking() -> None:
    with_coin = "1:0 C01; 1:1 C02; 1:2 C03; 2:0 C04; 2:1 L81"
    assert GAME.aids(position(with_coin, "1:0 C64").view(1))["players"][0]["coins"] == 1
    (way,) = built("R1G1Y1", with_coin)["3:0"]["ways"]
    assert (way["coins"], way["paid"], way["steps"]) == ([("B", "R")], "R1G1Y1", ["coin B>R"])
    (way,) = built("B1R1G1Y1", with_coin)["3:0"]["ways"]
    assert way["steps"] == ["coin -"]
    poor = built("G1", with_coin)["3:0"]
    assert (poor["can"], poor["ways"], poor["missing"]) == (False, [], ["B", "Y"])


@pytest.mark.rule("E12")
def test_the_circle_that_a_card_would_close() -> None:
    places = built("B1R1", "1:0 C32; 1:1 C02", "C16")
    assert (places["2:0"]["circle"], places["2:0"]["single"]) == ("RRRR", True)
    assert (places["1:2"]["circle"], places["1:2"]["single"]) == (None, False)


@pytest.mark.rule("E26")
def test_painting_a_circle() -> None:
    state = position("gems R2Y1; 1:0 C32; 1:1 C02; 2:0 C64", "1:0 C63", phase="recolour")  # circle R R B B
    circle = check_aids(state, 0)["circles"]["2:0"]
    steps = ["circle 2:0", "paint bl=R", "circle 2:0", "paint br=R"]
    assert circle["whole"] == [{"colour": "R", "gems": 2, "steps": steps}]
    single = [f"{each['sector']}={each['colour']}" for each in circle["sectors"]]
    assert single == ["bl=R", "br=R", "ll=Y", "lr=Y", "bl=Y", "br=Y"]
    play(state, "0 circle 2:0")
    assert check_aids(state, 0)["circles"]["2:0"]["whole"][0]["steps"] == steps[1:]
    play(state, "0 paint bl=Y")
    assert check_aids(state, 0)["circles"]["2:0"]["whole"] == []


def test_a_spectator_gets_no_places() -> None:
    view = position("gems B1; 1:0 C01; 1:1 C02; 2:0 C03 [P2 M1]", "1:0 C64").view(None)
    found = GAME.aids(view)
    assert (found["places"], found["circles"]) == ({}, {})
    assert found["players"][0]["tally"]["points"] == 2
    assert found["players"][0]["open_free"] == ["1:-1", "1:2"]


def test_cards_of_another_deck_are_left_out() -> None:
    """Who draws a table may know another deck than the one that is played with."""
    state = position("gems B1; hand C07; acquired C16; 1:0 C01; 1:1 C02; 2:0 C03", "1:0 C64", phase="pay")
    view = msgspec.json.decode(msgspec.json.encode(state.view(0)).replace(b'"C', b'"X').replace(b'"L', b'"M'))
    found = GAME.aids(view)
    assert (found["cards"], found["places"]) == ({}, {})
