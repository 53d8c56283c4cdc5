"""One deal at a time as NumPy arrays: what the environments of PettingZoo and Gymnasium share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from koloda import compiled
from koloda import game as game_by_id
from koloda.core.encoding import Lens
from koloda.core.errors import BadOption
from koloda.core.game import MAX_SEED
from koloda.core.pickling import rng_of, rng_parts
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.research.arrays import Window
from koloda.research.history import Vocabulary, told
from koloda.research.picture import picture
from koloda.research.seeds import MAX_SEATS, checked, drawn_seed, whole

MAX_STEPS = 10_000
MAX_HISTORY = 1 << 20
RENDER_MODES = ("ansi", "human", "svg")


class Table:
    """A game with its options, the deal that is being played, and what each seat sees of it."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        history: int = 0,
        max_steps: int = MAX_STEPS,
    ) -> None:
        self.game = game_by_id(game)
        self.options = dict(options or {})
        encoder = self.game.encoder(None if seats is None else whole("seats", seats, 0, MAX_SEATS), options)
        self.seats = int(encoder.seats)
        self.encoder = encoder
        self.history = history = whole("history", history, 0, MAX_HISTORY)
        self.max_steps = whole("max_steps", max_steps, 0, MAX_SEED)
        self.lens = Lens(encoder)
        self.shares_memory = compiled()  # then the arrays show what was written last by themselves
        self.places = int(encoder.words) * 8
        self.num_actions = int(encoder.num_actions)
        self._seen = Window(self.lens.seen.words, np.uint8, (self.places,))
        self._mask = Window(self.lens.mask.words, np.int8, (int(encoder.mask_words) * 8,), self.num_actions)
        self.vocabulary = Vocabulary(self.game) if history else None
        self.seeds = Rng(0)
        self.seed = 0
        self.steps = 0
        self.state: State = self.game.deal(self.seats, 0, options)

    def __getstate__(self) -> tuple[Any, ...]:
        """The settings and the deal; the arrays are made anew, for they are windows into compiled memory."""
        settings = (self.game.id, self.seats, self.options, self.history, self.max_steps)
        return settings, (rng_parts(self.seeds), self.seed, self.steps, self.state)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        settings, (seeds, seed, steps, deal) = state
        self.__init__(*settings)  # type: ignore[misc]
        self.seeds, self.seed, self.steps, self.state = rng_of(seeds), seed, steps, deal

    def deal(self, seed: int | None, watch: bool = False) -> None:
        """A new deal: a seed starts a sequence of them, without one it goes on."""
        if seed is not None:
            self.seeds = Rng(checked(seed), 5)
        self.seed = drawn_seed(self.seeds)
        self.steps = 0
        self.state = self.game.deal(self.seats, self.seed, self.options, watch=watch or self.history > 0)

    def observation(self, seat: int, extra: int | None = None) -> dict[str, Any]:
        """What a seat sees and may do, in arrays of its own. `extra` is the value of one more action."""
        lens = self.lens
        lens.look(self.state, seat)
        if not self.shares_memory:
            self._seen.refresh(lens.seen.words)
            self._mask.refresh(lens.mask.words)
        mask = self._mask.array.copy() if extra is None else np.append(self._mask.array, np.int8(extra))
        found: dict[str, Any] = {"observation": self._seen.array.copy(), "action_mask": mask}
        if self.vocabulary is not None:
            recent = self.vocabulary.last(told(self.state, seat), self.history)
            found["history"] = np.array(recent, np.int32)
        return found

    def space(self, extra: int = 0) -> Any:
        """The Gymnasium space of such an observation."""
        from gymnasium import spaces

        actions = self.num_actions + extra
        parts: dict[str, Any] = {
            "observation": spaces.Box(0, 1, (self.places,), np.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        if self.vocabulary is not None:
            parts["history"] = spaces.Box(0, self.vocabulary.size - 1, (self.history,), np.int32)
        return spaces.Dict(parts)

    def act(self, seat: int, action: int) -> None:
        """A decision; IllegalAction says why not."""
        self.state.step(seat, action)
        self.steps += 1

    @property
    def broken_off(self) -> bool:
        """Has a deal that is not over reached the limit?"""
        return not self.state.over and 0 < self.max_steps <= self.steps

    def drawn(self, seat: int | None) -> str:
        """The table in text, as this seat (None: a spectator) sees it."""
        names = [f"seat {number}" for number in range(self.seats)]
        lines = self.game.board(self.state.view(seat), names, "en", lambda text, style: text, 100)
        return "\n".join(lines)

    def shown(self, mode: str | None, seat: int | None = None) -> str | None:
        """What `render` gives: the table as this seat sees it, or else whoever is to act."""
        if mode is None:
            return None
        if seat is None and not self.state.over:
            seat = int(self.state.actor)
        if mode == "svg":
            return picture(self.game, self.state.view(seat))
        text = self.drawn(seat)
        if mode == "human":
            print(text)
            return None
        return text


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode {mode!r}: one of {', '.join(RENDER_MODES)}, or None")
    return mode
