"""Any game as a PettingZoo parallel environment: every agent acts in each step, most by doing nothing."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from koloda.core.errors import BadOption
from koloda.research.single import MAX_STEPS, RENDER_MODES, Table, checked_mode


class KolodaParallel(ParallelEnv[str, dict[str, Any], int]):
    """As KolodaAEC, with one more action, the last: nothing. It is all that a seat may do which owes none.

    Seats that decide at once (sealed choices, reaction windows) do so in one step.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        history: int = 0,
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, seats, options, history, max_steps)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {"name": f"koloda_{game}_v0", "render_modes": list(RENDER_MODES)}
        self.nothing = self.table.num_actions
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.table.space(extra=1) for agent in self.possible_agents}
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(self.nothing + 1) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, dict[str, Any]]:
        pending = int(self.table.state.pending)
        return {
            agent: self.table.observation(seat, extra=0 if pending >> seat & 1 else 1)
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        if not self.agents:
            raise BadOption("the deal is over: reset() deals a new one")
        chosen = self._chosen(actions)
        table = self.table
        before = table.steps
        for seat, action in chosen:
            table.act(seat, action)
        table.steps = before + 1
        state = table.state
        agents = self.agents
        returns = state.returns() if state.over else [0.0] * table.seats
        rewards = dict(zip(agents, map(float, returns), strict=True))
        terminations = dict.fromkeys(agents, bool(state.over))
        truncations = dict.fromkeys(agents, table.broken_off)
        observations = self._observations()
        if state.over or table.broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}

    def _chosen(self, actions: dict[str, int]) -> list[tuple[int, int]]:
        """The decisions of the seats that owe one, all checked before any is carried out."""
        state = self.table.state
        chosen = []
        for seat, agent in enumerate(self.possible_agents):
            if agent not in actions:
                raise ValueError(f"{agent} is missing: who owes no decision acts by {self.nothing} (nothing)")
            action = index(actions[agent])
            if state.pending >> seat & 1:
                why = state.why_not(seat, action)
                if why is not None:
                    raise ValueError(f"{agent}, action {action}: {self.table.game.reason_line(why)}")
                chosen.append((seat, action))
            elif action != self.nothing:
                raise ValueError(f"{agent} owes no decision: its action is {self.nothing} (nothing)")
        return chosen

    def render(self) -> str | None:
        return self.table.shown(self.render_mode)

    def close(self) -> None:
        pass


def parallel_env(game: str, **settings: Any) -> KolodaParallel:
    """A PettingZoo parallel environment of this game; the settings are those of KolodaParallel."""
    return KolodaParallel(game, **settings)
