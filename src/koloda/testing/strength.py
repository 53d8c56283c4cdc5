"""Levels that deserve their names: the one that searches is not worse than the beginner."""

from __future__ import annotations

from koloda.bots import bot
from koloda.bots.player import Player, bot_rng
from koloda.core.policy import next_seat
from koloda.core.rng import Rng
from koloda.testing.variants import Variant

DEALS = 10  # each is played twice, with the seats exchanged
SEARCH = 40  # iterations at most: what a level thinks takes too long for a test
WORST = 0.25  # of the games: by luck alone an equal player stays below in one of fifty series


def searching_is_not_worse_than_a_beginner(variant: Variant) -> None:
    seats = 2 if 2 in variant.game.seat_counts else variant.seats
    won = 0.0
    for game in range(2 * DEALS):
        deal, own = divmod(game, 2)
        returns = played(variant._replace(seats=seats), 500 + deal, own)
        mine = [value for seat, value in enumerate(returns) if seat % 2 == own]
        theirs = [value for seat, value in enumerate(returns) if seat % 2 != own]
        difference = sum(mine) / len(mine) - sum(theirs) / len(theirs)
        won += 1.0 if difference > 1e-9 else 0.5 if difference > -1e-9 else 0.0
        if won >= WORST * 2 * DEALS:
            return  # what is left can only add to it
    raise AssertionError(f"a search of {SEARCH} iterations wins {won / (2 * DEALS):.0%} against easy")


def played(variant: Variant, seed: int, own: int) -> list[float]:
    state = variant.deal(seed)
    iterations = min(SEARCH, variant.game.levels["hard"].iterations)
    names = [f"mcts:{iterations}" if seat % 2 == own else "easy" for seat in range(variant.seats)]
    rngs = [bot_rng(seed, seat) for seat in range(variant.seats)]
    order = Rng(seed, 2)
    while not state.over:
        seat = int(next_seat(state, order))
        legal = state.legal(seat)
        action = legal[0] if len(legal) == 1 else bot(names[seat]).choose(Player(state, seat, rngs[seat]))
        state.apply(seat, action)
    return state.returns()


CHECKS = {"game": (searching_is_not_worse_than_a_beginner,)}
