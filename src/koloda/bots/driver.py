"""Plays deals with a bot on every seat: for simulations, matches, traces and terminals alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from koloda.bots import Bot
from koloda.bots.player import UNKNOWN, Player, Setting, bot_rng
from koloda.core.bits import members
from koloda.core.game import Game
from koloda.core.policy import drive, seated_playout
from koloda.core.rng import Rng
from koloda.core.state import State

NOTHING = -1  # of a seat that may act without owing it, and does not want to
ORDER = 2  # the stream of a deal's seed that decides who acts next in real time


class Driver:
    """The bots on the seats of a game, for any number of deals.

    Every decision is asked for, those without a choice too: a policy then meets the same generator whether it
    is asked one decision at a time or in a compiled loop. (A search answers at once where there is nothing to
    choose.)
    """

    def __init__(self, game: Game, bots: Sequence[Bot], setting: Setting = UNKNOWN) -> None:
        self.bots = bots
        self.setting = setting
        self.watch = any(bot.follows for bot in bots)  # must the deals be watched?
        policies = [bot.policy(game) for bot in bots]
        # who thinks for a while; the others decide at once
        self.thinkers = [seat for seat, policy in enumerate(policies) if policy is None]
        known = [policy for policy in policies if policy is not None]
        self.policies = known if len(known) == len(bots) else None

    def play(self, state: State, seed: int) -> int:
        """Play the deal with this seed to its end; the number of actions."""
        if self.policies is None:
            return self.play_by(state, seed, state.apply)
        rngs = [bot_rng(seed, seat) for seat in range(len(self.bots))]
        return int(seated_playout(state, self.policies, rngs, Rng(seed, ORDER)))

    def play_by(self, state: State, seed: int, apply: Callable[[int, int], None]) -> int:
        """The same one decision at a time; `apply` carries each of them out."""
        deal = DrivenDeal(state, self.bots, seed, self.setting)
        if not self.watch:
            return int(drive(state, deal.decide, apply, deal.order))

        def decide(seat: int) -> int:
            # news is told together, before anybody takes time to think
            if seat in self.thinkers:
                deal.follow(but=seat)
            return deal.decide(seat)

        skipped = 0

        def carry_out(seat: int, action: int) -> None:
            nonlocal skipped
            if action == NOTHING:
                skipped += 1
            else:
                apply(seat, action)

        deal.follow()
        actions = int(drive(state, decide, carry_out, deal.order))
        deal.follow()
        return actions - skipped

    def close(self) -> None:
        """The game is over: the bots give back what they hold."""
        for bot in self.bots:
            bot.close()


class DrivenDeal:
    """One deal and its bots, each with a generator of its own that follows from the seed and the seat."""

    def __init__(self, state: State, bots: Sequence[Bot], seed: int, setting: Setting = UNKNOWN) -> None:
        self.state = state
        self.bots = bots
        self.players = [Player(state, seat, bot_rng(seed, seat), setting) for seat in range(len(bots))]
        self.order = Rng(seed, ORDER)

    def follow(self, but: int = -1) -> None:
        """Let the bots hear what has happened that want to, but for one seat: who is asked hears it then."""
        for bot, player in zip(self.bots, self.players, strict=True):
            if bot.follows and player.seat != but:
                bot.follow(player)

    def decide(self, seat: int) -> int:
        """What the bot on this seat does now; NOTHING, perhaps, where it owes nothing."""
        return self.bots[seat].choose(self.players[seat])

    def next_beside(self, seat: int) -> int:
        """Who acts next of all others but this seat, by lot where seats may act in real time."""
        state = self.state
        others = ~(1 << seat)
        if not state.free:
            return int(members(state.pending & others)[0])
        able = members((state.pending | state.free) & others)
        return int(able[self.order.below(len(able))])
