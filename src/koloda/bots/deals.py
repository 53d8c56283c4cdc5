"""Small deals that were learned as a whole, and are kept: one solution serves all deals that begin alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from koloda.bots.regrets import Regrets
from koloda.core.encoding import Encoder
from koloda.core.game import Game
from koloda.core.pickling import packed
from koloda.core.rng import Rng
from koloda.core.state import State

DECISIONS = 50  # of the deals that begin alike: so many budgets of one are spent on the whole
MOST = 300_000  # ends, about a second; more make little difference
KEPT = 8  # solutions
CHUNK = 200  # ends: less than a millisecond, in plain Python some 30

_kept: dict[tuple[int, str], Regrets] = {}


def chances(state: State, seat: int, iterations: int, more: Callable[[], bool]) -> list[float]:
    """How often the seat should choose each legal action; empty where the deal is not learned.

    What is learned depends on the public beginning of the deal and on the iterations alone. `more` says
    whether there is time for that: a deal that could not be learned yet goes on being learned next time.
    """
    deal = state.game.redeal(state, Rng(0))
    if deal is None:
        return []
    key = (iterations, repr(packed(deal)[1]))  # with the game, the options and every card
    found = _kept.pop(key, None)
    if found is None:
        encoder = _encoder(deal.game, int(deal.seats))
        most = min(DECISIONS * iterations, MOST)
        found = Regrets(deal, encoder, deal.game.tuning.endings, most)
        if len(_kept) >= KEPT:
            del _kept[next(iter(_kept))]
    _kept[key] = found  # the last one to be forgotten
    while not found.done and more():
        found.run(CHUNK)
    return found.chances(state, seat)


@cache
def _encoder(game: Game, seats: int) -> Encoder:
    return game.encoder(seats)
