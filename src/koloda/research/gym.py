"""Any game as a Gymnasium environment: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
from gymnasium import spaces

from koloda.bots import Bot, bot
from koloda.bots.driver import DrivenDeal
from koloda.core.errors import BadOption
from koloda.research.seeds import whole
from koloda.research.single import MAX_STEPS, RENDER_MODES, Table, checked_mode

ILLEGAL = ("default", "raise")


class KolodaGym(gymnasium.Env[dict[str, Any], int]):
    """The decisions of one seat. `others` is a bot for all other seats, or a list with one for each of them.

    Any bot by its name: random, heuristic, easy to master, mcts:200, cmd:PROGRAM. The reward is 0 until the
    end of the deal and then the return of the seat. What happens with an illegal action: `default` takes what
    a table takes for somebody who does not answer, and `info["illegal"]` says why; `raise` raises
    IllegalAction. Whoever chooses by the mask never meets either.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int = 0,
        others: str | Sequence[str] = "heuristic",
        history: int = 0,
        max_steps: int = MAX_STEPS,
        illegal: str = "default",
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, seats, options, history, max_steps)
        seat = whole("seat", seat, 0, self.table.seats - 1)
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal = {illegal!r}: one of {', '.join(ILLEGAL)}")
        names = [others] * (self.table.seats - 1) if isinstance(others, str) else list(others)
        if len(names) != self.table.seats - 1:
            raise BadOption(f"others: {len(names)} bots for {self.table.seats - 1} other seats")
        self.seat = seat
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.metadata = {"name": f"koloda_{game}_v0", "render_modes": list(RENDER_MODES), "render_fps": 1}
        names.insert(seat, "random")  # never asked
        self.bots: list[Bot] = [bot(name) for name in names]
        self.follows = any(each.follows for each in self.bots)
        self.observation_space = self.table.space()
        self.action_space: Any = spaces.Discrete(self.table.num_actions)
        self.deal: DrivenDeal | None = None

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError(
            "gym_env cannot be copied, for its bots may think: make another one, reset it with the same seed "
            "(states, aec_env, parallel_env and VecEnv can be copied)"
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and self.deal is None:
            seed = int(self.np_random.integers(2**62))
        while True:
            self.table.deal(seed, watch=self.follows)
            self.deal = DrivenDeal(self.table.state, self.bots, self.table.seed)
            self._others_play()
            if not self._ended:  # else it ended before the seat was asked
                return self.table.observation(self.seat), {}
            seed = None

    @property
    def _ended(self) -> bool:
        return bool(self.table.state.over) or self.table.broken_off

    def _others_play(self) -> None:
        table, deal = self.table, self.deal
        assert deal is not None
        if self.follows:
            deal.follow()
        while not self._ended and not table.state.pending >> self.seat & 1:
            actor = int(table.state.actor)
            table.act(actor, deal.decide(actor))
            if self.follows:
                deal.follow()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.deal is None or self._ended:
            raise BadOption("the deal is over: reset() deals a new one")
        table, state = self.table, self.table.state
        info: dict[str, Any] = {}
        chosen = index(action)
        why = state.why_not(self.seat, chosen) if self.illegal == "default" else None
        if why is not None:
            info["illegal"] = table.game.reason_line(why)
            chosen = int(state.default(self.seat))
        table.act(self.seat, chosen)
        self._others_play()
        over = bool(state.over)
        reward = float(state.returns()[self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return table.observation(self.seat), reward, over, table.broken_off, info

    def render(self) -> Any:
        return self.table.shown(self.render_mode, self.seat)

    def close(self) -> None:
        for each in self.bots:
            each.close()


def gym_env(game: str, **settings: Any) -> KolodaGym:
    """A Gymnasium environment of this game; the settings are those of KolodaGym."""
    return KolodaGym(game, **settings)
