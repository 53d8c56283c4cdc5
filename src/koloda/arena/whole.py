"""Whole matches of several deals, and options that matter only there."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.bots.driver import Driver
from koloda.bots.player import Setting
from koloda.core.errors import BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Value
from koloda.core.policy import random_playout
from koloda.core.rng import Rng

TRIED = 5  # deals


def play_whole(
    game: Game, seats: int, seed: int, options: Mapping[str, object], driver: Driver
) -> list[float]:
    """All deals of a match, by the same processes of programs; the share of each seat in the victory."""
    match = Match(game, seats, seed, options)
    while not match.over:
        driver.setting = Setting(match.options, (), len(match.results) + 1, tuple(match.totals))
        state = match.next_deal(watch=driver.watch)
        driver.play(state, match.deal_seed)
        match.add(state)
    winners = match.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def check_single(game: Game, seats: int, options: Mapping[str, object], way_out: str = "") -> None:
    """BadOption for what changes nothing where every game is one deal, such as the target of a match."""
    chosen = game.resolve(seats, options)
    traced = game.trace_options(seats, chosen)
    for name in options:
        usual = {key: value for key, value in options.items() if key != name}
        if name in traced or name not in chosen or game.resolve(seats, usual) == chosen:
            continue
        if all(told(game, seats, options, seed) == told(game, seats, usual, seed) for seed in range(TRIED)):
            value: Value = chosen[name]
            raise BadOption(f"{name} = {value}: this changes nothing in a single deal{way_out}")


def told(game: Game, seats: int, options: Mapping[str, object], seed: int) -> list[object]:
    """All that the seats hear of a deal that is played at random."""
    state = game.deal(seats, seed, options, watch=True)
    random_playout(state, Rng(seed))
    return [event.seen_by(seat) for event in state.events for seat in range(seats)]
