"""The vectorised environment: thousands of deals a step in compiled code, without a copy on the way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from koloda import bot as bot_by_name
from koloda import game as game_by_id
from koloda.core.errors import BadOption, IllegalAction
from koloda.core.game import MAX_SEED
from koloda.core.pickling import rng_parts
from koloda.core.rng import Rng
from koloda.research.arrays import Window, numbers
from koloda.research.batch import Batch, Learner
from koloda.research.seeds import MAX_SEATS, checked, whole

MAX_STEPS = 10_000
MAX_DEALS = 1 << 20
# what a batch remembers beside the rows that it shows and its generators: arrays and counts
MEMORY = ("states", "seat", "seeds", "lengths", "ended", "truncated", "rewards", "actions")
COUNTS = ("decisions", "deals", "skipped")


class Step(NamedTuple):
    """What a step gives; a row is a deal. The arrays are the environment's: the next step changes them."""

    observations: np.ndarray[Any, Any]  # uint8, (deals, places)
    masks: np.ndarray[Any, Any]  # uint8, (deals, actions): 1 where an action is legal
    seats: np.ndarray[Any, Any]  # int64, (deals,): whose decision it is
    rewards: np.ndarray[
        Any, Any
    ]  # float64, (deals, seats): the returns of deals that have just ended, else 0
    ended: np.ndarray[Any, Any]  # int64, (deals,): 0, or the decisions of the deal that has just ended
    truncated: np.ndarray[Any, Any]  # int64, (deals,): 1 where that deal was broken off


class VecEnv:
    """`deals` deals of a game side by side. A deal that ends is followed by a new one in the same step.

    Without `learner` a row is the decision of whoever is to act (the lowest seat, where several decide at
    once). With it all rows are decisions of that seat, and the bot `others` plays the rest inside the step;
    it must be one that decides at once (random, easy, heuristic), because the loop is compiled.
    """

    def __init__(
        self,
        game: str,
        deals: int = 1024,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        learner: int | None = None,
        others: str = "heuristic",
        max_steps: int = MAX_STEPS,
        copy: bool = False,
    ) -> None:
        self._settings = (game, deals, seats, dict(options or {}), 0, learner, others, max_steps, copy)
        self.game = game_by_id(game)
        self.encoder = self.game.encoder(
            None if seats is None else whole("seats", seats, 0, MAX_SEATS), options
        )
        self.seats = int(self.encoder.seats)
        self.copy = copy
        deals = self.deals = whole("deals", deals, 1, MAX_DEALS)
        max_steps = whole("max_steps", max_steps, 0, MAX_SEED)
        self.batch: Batch
        if learner is None:
            self.batch = Batch(self.encoder, deals, checked(seed), max_steps)
        else:
            learner = whole("learner", learner, 0, self.seats - 1)
            policy = bot_by_name(others).policy(self.game)
            if policy is None:
                raise BadOption(f"others = {others}: a bot that searches is too slow here; gym_env takes it")
            self.batch = Learner(self.encoder, deals, checked(seed), max_steps, learner, policy)
        encoder, batch = self.encoder, self.batch
        self.places = int(encoder.words) * 8
        self.num_actions = int(encoder.num_actions)
        masked = (deals, int(encoder.mask_words) * 8)
        self._windows = {
            "observations": Window(batch.observations.words, np.uint8, (deals, self.places)),
            "masks": Window(batch.masks.words, np.uint8, masked, self.num_actions),
            "seats": Window(batch.seat, np.int64, (deals,)),
            "rewards": Window(batch.rewards, np.float64, (deals, self.seats)),
            "ended": Window(batch.ended, np.int64, (deals,)),
            "truncated": Window(batch.truncated, np.int64, (deals,)),
        }
        self._now = Step(**{name: window.array for name, window in self._windows.items()})
        self._sampled = Window(batch.actions, np.int64, (deals,))
        self._seeds = Window(batch.seeds, np.int64, (deals,))

    def _shown(self) -> Step:
        batch = self.batch
        for window, source in zip(
            self._windows.values(),
            (
                *(batch.observations.words, batch.masks.words, batch.seat),
                *(batch.rewards, batch.ended, batch.truncated),
            ),
            strict=True,
        ):
            window.refresh(source)
        return Step(*(array.copy() for array in self._now)) if self.copy else self._now

    @property
    def now(self) -> Step:
        """What the last step gave."""
        return self._shown()

    @property
    def seeds(self) -> np.ndarray[Any, Any]:
        """Of the deals that are being played: game.deal(seats, seed, options) deals the same again."""
        self._seeds.refresh(self.batch.seeds)
        return self._seeds.array.copy()

    def reset(self, seed: int = 0) -> Step:
        """New deals in every row; the same seed gives the same ones, whatever the number of rows."""
        self.batch.begin(checked(seed))
        return self._shown()

    def step(self, actions: Any) -> Step:
        """One action for every row. Nothing is done if one of them is illegal."""
        chosen = numbers(actions, self.deals)
        wrong = int(self.batch.examine(chosen))
        if wrong >= 0:
            self._refuse(wrong, int(chosen[wrong]))
        self.batch.step(chosen)
        return self._shown()

    def sample(self) -> np.ndarray[Any, Any]:
        """A random legal action for every row, drawn in compiled code; overwritten by the next call."""
        self.batch.sample()
        self._sampled.refresh(self.batch.actions)
        return self._sampled.array

    @property
    def _rngs(self) -> list[Rng]:
        batch = self.batch
        return [*batch.rngs, batch.sampling, *([batch.others_rng] if isinstance(batch, Learner) else ())]

    def __getstate__(self) -> tuple[Any, ...]:
        """The settings and all that a batch remembers: rows are written anew."""
        batch = self.batch
        kept = {name: list(getattr(batch, name)) for name in MEMORY}
        counts = {name: getattr(batch, name) for name in COUNTS if hasattr(batch, name)}
        return self._settings, kept, counts, [rng_parts(rng) for rng in self._rngs]

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        settings, kept, counts, rngs = state
        self.__init__(*settings)  # type: ignore[misc]
        batch, finished = self.batch, np.flatnonzero(kept["ended"])
        for name, values in kept.items():
            here = getattr(batch, name)
            for place, value in enumerate(values):
                here[place] = value
        for name, count in counts.items():
            setattr(batch, name, count)
        for rng, parts in zip(self._rngs, rngs, strict=True):
            rng.a, rng.b, rng.c, rng.d = parts
        batch.finished = numbers(finished, len(finished))
        for row, seat in enumerate(kept["seat"]):
            batch.show(row, seat)

    def _refuse(self, row: int, action: int) -> None:
        """The refusal of the rules, with the row."""
        state, seat = self.batch.states[row], int(self.batch.seat[row])
        try:
            state.clone().step(seat, action)
        except IllegalAction as refusal:
            raise ValueError(f"row {row}: {refusal}") from None
        raise ValueError(f"row {row}: action {action} is not legal for seat {seat}")
