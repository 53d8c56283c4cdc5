"""Bots want what wins: to complete the collection, or the most points where these were agreed on."""

from __future__ import annotations

import pytest

from flights.positions import position
from koloda.bots import bot
from koloda.bots.player import Player
from koloda.core.rng import Rng
from koloda.games.flights import GAME

BOTS = pytest.mark.parametrize("name", ["heuristic", "mcts:300"])
# P1 may complete with 5 points against 12, or take a city with which the game goes on
POOR = (
    "P1 [B2 R1 G1] R2 R3 laid Y1 F6; P2 [R6 Y6] R4 R5 laid B5 F5; table Y1 B5; round 2; "
    "pile X1 X2 X3 X4 X5 X6 XU XU DP DP DP G2 G3 G4 G5 G6"
)


def choice(name: str, text: str, **options: object) -> str:
    state = position(text, **options)
    return GAME.text(bot(name).choose(Player(state, state.actor, Rng(1))))


@pytest.mark.rule("R38")
@BOTS
@pytest.mark.parametrize(("winner", "taken"), [("collector", "take Y1"), ("points", "take B5")])
def test_a_bot_completes_a_poor_collection_where_that_wins(name: str, winner: str, taken: str) -> None:
    assert choice(name, POOR, winner=winner) == taken


@pytest.mark.rule("R38")
@BOTS
def test_of_two_cities_that_complete_a_bot_takes_the_better_one(name: str) -> None:
    assert choice(name, POOR.replace("B5", "Y5")) == "take Y5"


@pytest.mark.rule("R26", "R38")
@BOTS
@pytest.mark.parametrize(
    ("options", "finishers"),
    [({}, [0, 1]), ({"multi_finish": "first_only"}, [])],
)
def test_a_bot_breaks_a_collection_where_completing_its_own_comes_too_late(
    name: str, options: dict[str, object], finishers: list[int]
) -> None:
    text = (
        "P1 [B6 G1 B2 R1 Y3] R2 R4 since 1 laid Y3 F6; P2 [R6 G4 Y1 R3] R5 B1 laid XU F5; table -; "
        "exchange XU; pile X1 X2 X3 X4 X5 X6 XU DP DP DP G2 G3 G5 G6"
    )
    state = position(text, **options)
    state.play(choice(name, text, **options))
    assert state.finishers() == finishers
