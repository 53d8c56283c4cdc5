"""Any game as an OpenSpiel game written in Python, so that OpenSpiel's algorithms run on it. Needs `pyspiel`.

    import pyspiel
    from koloda.research import openspiel
    game = pyspiel.load_game("python_koloda", {"game": "durak", "seats": 2})

Chance: four chance nodes of 256 outcomes each choose one of 2**32 seeds, and all that is shuffled later
follows from it. So chance is explicit, uniform and finished before the first decision, and a deal is one that
koloda deals by itself (`state.seed`); nobody can list all deals, for this game or for any real one.

Choices that are made at once are made one after the other, the lowest seat first. That is the same game: no
later chooser is told of an earlier choice. Information states are all that a seat was told (perfect recall);
observations are its view, and as a tensor the bytes of docs/research.md.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "koloda.research.openspiel needs OpenSpiel: pip install 'koloda[openspiel]'", name="pyspiel"
    ) from None

from koloda import game as game_by_id
from koloda import game_list
from koloda.core.encoding import Lens
from koloda.core.state import State
from koloda.research.arrays import Window
from koloda.research.history import information_state

NODES = 4  # of chance
OUTCOMES = 256
MAX_LENGTH = 10_000  # decisions; no bound is proved for every game
UTILITY = 1000.0  # no return of any game is beyond
DEFAULTS = {"game": game_list()[0].id, "seats": 0, "options": "{}"}

TYPE = pyspiel.GameType(
    short_name="python_koloda",
    long_name="Python koloda",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class KolodaGame(pyspiel.Game):
    """Parameters: `game`, `seats` (0: as many as usual), `options` (JSON)."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.koloda = game_by_id(str(given["game"]))
        self.options = json.loads(str(given["options"]))
        self.encoder = self.koloda.encoder(int(given["seats"]) or None, self.options)
        self.seats = int(self.encoder.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.koloda.num_actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.seats,
            min_utility=-UTILITY,
            max_utility=UTILITY,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> KolodaState:
        return KolodaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Of all that one player sees. None says that there is no other: a public part is not told apart."""
        if params:
            raise ValueError(f"the observer of python_koloda has no parameters: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind)


class KolodaState(pyspiel.State):
    def __init__(self, game: KolodaGame) -> None:
        super().__init__(game)
        self.name = game.koloda.id
        self.seats = game.seats
        self.options = game.options
        self.seed = 0
        self.drawn = 0  # chance nodes that are behind us
        self.deal: State | None = None
        self.first: list[dict[str, Any]] = []  # the views just after the deal

    def current_player(self) -> int:
        if self.deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.deal.over else int(self.deal.actor)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.deal is not None
        return [int(action) for action in self.deal.legal(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.deal is not None:
            self.deal.apply(self.deal.actor, action)
            return
        self.seed = self.seed * OUTCOMES + action
        self.drawn += 1
        if self.drawn == NODES:
            self.deal = game_by_id(self.name).deal(self.seats, self.seed, self.options, watch=True)
            self.first = [self.deal.view(seat) for seat in range(self.seats)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return game_by_id(self.name).text(action)

    def is_terminal(self) -> bool:
        return self.deal is not None and bool(self.deal.over)

    def returns(self) -> list[float]:
        if self.deal is None or not self.deal.over:
            return [0.0] * self.seats
        return [float(value) for value in self.deal.returns()]

    def __str__(self) -> str:
        if self.deal is None:
            return f"dealing: {self.drawn} of {NODES}, {self.seed}"
        return json.dumps(self.deal.reveal(), ensure_ascii=False)

    def seat_of(self, player: int | None) -> int:
        """The seat whose knowledge is asked for, in the words of OpenSpiel where there is none."""
        seat = self.current_player() if player is None else int(player)
        if seat < 0:
            raise RuntimeError(f"player {seat}: player >= 0 is needed")
        if seat >= self.seats:
            raise RuntimeError(f"player {seat}: player < {self.seats} is needed")
        return seat

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.seat_of(player)
        if self.deal is None:
            return json.dumps({"seat": seat, "dealing": True})  # chance tells nobody anything yet
        return information_state(self.deal, seat, self.first[seat])

    def observation_string(self, player: int | None = None) -> str:
        seat = self.seat_of(player)
        if self.deal is None:
            return json.dumps({"seat": seat, "dealing": True})
        return json.dumps(self.deal.view(seat), ensure_ascii=False)


class Observer:
    """Observations as OpenSpiel's Python code asks for them."""

    def __init__(self, game: KolodaGame, kind: Any) -> None:
        self.lens = Lens(game.encoder)
        self.places = int(game.encoder.words) * 8
        self.window = Window(self.lens.seen.words, np.uint8, (self.places,))
        self.tensor = np.zeros(self.places, np.float32)
        self.dict = {"observation": self.tensor}
        self.recall = bool(kind.perfect_recall)

    def set_from(self, state: KolodaState, player: int) -> None:
        seat = state.seat_of(player)
        if state.deal is None:
            self.tensor.fill(0)
            return
        self.lens.look(state.deal, seat)
        self.window.refresh(self.lens.seen.words)
        np.copyto(self.tensor, self.window.array)

    def string_from(self, state: KolodaState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


pyspiel.register_game(TYPE, KolodaGame)
