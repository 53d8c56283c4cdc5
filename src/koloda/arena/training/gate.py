"""The gate: a new net plays the best so far on mirrored deals, both with as many iterations a decision."""

from __future__ import annotations

from typing import Any, NamedTuple

from koloda.arena.pairing import Pairing, PairResult, Score, Sprt, play_pair
from koloda.arena.ratings import elo
from koloda.arena.training.bot import KIND
from koloda.arena.training.plan import Plan

SPRT = Sprt(0.0, 30.0)


class Deal(NamedTuple):
    """A task: one deal of a gate, twice."""

    pairing: Pairing
    number: int


def pairing_of(plan: Plan, generation: int, new: str, best: str) -> Pairing:
    first, second = (f"{KIND}:{path}:{plan.gate}" for path in (new, best))
    seed = plan.seed_of_gate(generation)
    return Pairing(plan.game, plan.seats, first, second, plan.deals, seed, plan.options, secret=True)


def played(deal: Deal) -> PairResult:
    return play_pair(deal.pairing, deal.number)


def facts(score: Score) -> dict[str, Any]:
    """How it ended; what no test decides is not better."""
    low, high = score.interval()
    found: dict[str, Any] = {"deals": score.pairs, "win_rate": round(score.win_rate, 4)}
    found["interval"] = [round(low, 4), round(high, 4)]
    found["elo"] = rounded(elo(score.win_rate))
    found["elo_interval"] = [rounded(elo(low)), rounded(elo(high))]
    found["sprt"] = SPRT.decided(score.rates) or "undecided"
    return found


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
