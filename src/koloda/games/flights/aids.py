# not compiled: plain data for tables
"""What a table wants to show beside a view: what taking a card would cost.

All of it follows from the view by the rules, so it tells nobody more than the view does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.games.flights.cards import CODES
from koloda.games.flights.options import FlightsRules
from koloda.games.flights.state import ROW, FlightsState


class FlightsAids(TypedDict):
    losses: Annotated[
        list[dict[str, list[str]]],
        "by seat, for each card on the table: the cities that its row would lose by it, pass after pass",
    ]


def aids_of(rules: FlightsRules, view: Mapping[str, Any]) -> FlightsAids:
    cards = dict.fromkeys(laid["card"] for laid in view["table"])
    return {
        "losses": [{card: loss(rules, row, card) for card in cards} for row in view["collections"]],
    }


def loss(rules: FlightsRules, row: Sequence[str], card: str) -> list[str]:
    """What a row loses by this card: cities that burn, or the last one that is deported."""
    if card[0] == "X":
        return []
    state = FlightsState(None, 1, rules, vec[i64](), Rng(0))
    cities = [CODES.index(city) for city in row]
    state.cities = vec[i64]([sum(int(bit(city)) for city in cities)])
    state.rows = vec[i64](cities + [0] * (ROW - len(cities)))
    log = state.watch()
    if card == "DP":
        state.deport(0)
    else:
        state.arrive(0, CODES.index(card))
    gone: list[str] = []
    for event in log.events:
        _, lost = event.full
        gone += lost if isinstance(lost, tuple) else [str(lost)] if lost else []
    return gone
