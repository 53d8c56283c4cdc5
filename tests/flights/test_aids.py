"""What a table shows beside a view of Flights: the cities that taking a card would cost."""

from __future__ import annotations

import pytest

from koloda.games.flights import GAME
from koloda.testing.variants import walk


def losses(row: str, card: str, burn_mode: str = "together") -> str:
    view = GAME.deal(2, 1, {"burn_mode": burn_mode}).view(0)
    view |= {"collections": [row.split(), []], "table": [{"card": card, "laid_by": 1}]}
    return " ".join(GAME.aids(view)["losses"][0][card])


@pytest.mark.parametrize(
    ("row", "card", "lost"),
    [
        ("R1 B2", "B5", "B2 B5"),
        ("R1 B2 R3 G4", "R5", "R1 R3 R5"),
        ("R1 B2", "R3", ""),
        ("B1 R2 B3 R4 G5", "R6", "R2 R4 R6 B1 B3"),
        ("R1 B2", "DP", "B2"),
        ("", "DP", ""),
        ("R1 B2", "X3", ""),
        ("R1 B2", "XU", ""),
        ("", "R1", ""),
    ],
    ids=[
        "two neighbours of one colour burn",
        "three of one colour burn wherever they lie",
        "two of one colour may lie apart",
        "new neighbours burn after a burning",
        "a deportation costs the last city",
        "an empty row has nothing to lose",
        "an exchange costs nothing yet",
        "nor does an open one",
        "the first city",
    ],
)
def test_a_card_costs(row: str, card: str, lost: str) -> None:
    assert losses(row, card) == lost


def test_neighbours_burn_before_threes_by_option() -> None:
    assert losses("R1 B2 R3", "R4") == "R1 R3 R4"
    assert losses("R1 B2 R3", "R4", "pair_first") == "R3 R4"


@pytest.mark.parametrize("burn_mode", ["together", "pair_first"])
def test_whoever_takes_loses_what_was_foretold(burn_mode: str) -> None:
    costly = 0
    for seed in range(20):
        for state in walk(GAME.deal(4, seed, {"burn_mode": burn_mode}), seed):
            view = state.view(None)
            if view["phase"] != "take":
                continue
            seat = state.actor
            for action in state.legal(seat):
                card = GAME.text(action).removeprefix("take ")
                after = state.clone()
                after.apply(seat, action)
                gained = [] if card[0] in "XD" else [card]
                gone = set(view["collections"][seat] + gained) - set(after.view(None)["collections"][seat])
                assert set(GAME.aids(view)["losses"][seat][card]) == gone
                costly += len(gone) > 1
    assert costly > 20
