"""Any game as a PettingZoo AEC environment; sealed choices are made one seat after the other."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from koloda.research.single import MAX_STEPS, RENDER_MODES, Table, checked_mode


class KolodaAEC(AECEnv[str, dict[str, Any], int]):
    """Agents are seat_0, seat_1, ...; the one that is to act is the lowest seat that owes a decision.

    An observation is a dictionary of `observation` and `action_mask`, with `history` if some is wanted. All
    agents end together; their rewards are then the returns of the deal. An illegal action raises
    IllegalAction, which says why, and changes nothing.
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
        super().__init__()
        self.table = Table(game, seats, options, history, max_steps)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"koloda_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.table.space() for agent in self.possible_agents}
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(self.table.num_actions) for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.table.state.actor)]

    def observe(self, agent: str) -> dict[str, Any]:
        """At any time, for every agent; the mask of one that owes nothing is all 0."""
        return self.table.observation(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for agents that have ended")
        table = self.table
        table.act(self.seat_of[agent], index(action))
        self._cumulative_rewards[agent] = 0.0
        state = table.state
        if state.pending and not table.broken_off:  # there is no reward yet: nothing to add up
            self.agent_selection = self.possible_agents[int(state.actor)]
            if self.render_mode == "human":
                self.render()
            return
        if state.over:
            self.rewards = dict(zip(self.possible_agents, map(float, state.returns()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(state.actor)]
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.table.shown(self.render_mode)

    def close(self) -> None:
        pass


def aec_env(game: str, **settings: Any) -> KolodaAEC:
    """A PettingZoo AEC environment of this game; the settings are those of KolodaAEC."""
    return KolodaAEC(game, **settings)
