"""Games in words, for language models: observations are texts, actions are texts, the reward is the game's.

The loop is that of TextArena:

    env = TextEnv("durak", seats=2)
    env.reset(seed=1)
    done = False
    while not done:
        seat, text = env.get_observation()
        done, info = env.step(answer(text))
    rewards, info = env.close()

It needs no extra.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from koloda import game as game_by_id
from koloda.core.errors import BadOption, KolodaError
from koloda.core.game import LANGUAGES
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.texts import texts
from koloda.research.history import told
from koloda.research.seeds import checked, drawn_seed

MISTAKES = 3
MAX_STEPS = 10_000
MOST = 4000  # characters of an answer that are read, from its end
BRACKETS = re.compile(r"\[([^\[\]]{1,200})\]")

TEXTS: dict[str, dict[str, str]] = texts("research")


class TextEnv:
    """One deal after another in words. After `mistakes` answers that are not legal the default is taken."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        lang: str = "en",
        rules: bool = True,
        mistakes: int = MISTAKES,
        max_steps: int = MAX_STEPS,
    ) -> None:
        self.game = game_by_id(game)
        self.game.resolve(seats, options)
        self.seats = self.game.default_seats if seats is None else seats
        self.options = dict(options or {})
        if lang not in LANGUAGES:
            raise BadOption(f"lang = {lang!r}: one of {', '.join(LANGUAGES)}")
        if mistakes < 1 or max_steps < 1:
            raise BadOption("mistakes and max_steps are whole numbers from 1 on")
        self.lang = lang
        self.rules = rules
        self.mistakes = mistakes
        self.max_steps = max_steps
        self.seeds = Rng(0, 5)
        self.state: State | None = None

    def reset(self, seed: int | None = None) -> None:
        """A new deal: a seed starts a sequence of them, without one it goes on."""
        if seed is not None:
            self.seeds = Rng(checked(seed), 5)
        self.seed = drawn_seed(self.seeds)
        self.state = self.game.deal(self.seats, self.seed, self.options, watch=True)
        self.steps = 0
        self.wrong = 0  # answers in this decision
        self.refusal = ""
        self.defaults = [0] * self.seats  # decisions that were taken for a seat
        self.heard = [0] * self.seats
        self.greeted = [False] * self.seats

    def _playing(self) -> State:
        if self.state is None:
            raise KolodaError("reset() deals first")
        return self.state

    @property
    def done(self) -> bool:
        state = self._playing()
        return bool(state.over) or self.steps >= self.max_steps

    def get_observation(self) -> tuple[int, str]:
        """Who is to act, and what that seat is told: what is new, the table, and what it may do."""
        state = self._playing()
        if self.done:
            raise KolodaError("the deal is over: close() gives the rewards, reset() deals anew")
        seat = int(state.actor)
        return seat, self.prompt(seat)

    def prompt(self, seat: int) -> str:
        state, words = self._playing(), TEXTS[self.lang]
        parts: list[str] = []
        if not self.greeted[seat]:
            self.greeted[seat] = True
            name = self.game.names[self.lang]
            parts.append(words["you"].format(game=name, seat=seat, seats=self.seats))
            rules = self.game.rules_text(self.lang) if self.rules else None
            if rules:
                parts.append(f"{words['rules']}\n{rules.strip()}")
        names = [str(number) for number in range(self.seats)]
        events = told(state, seat)
        news = [self.game.event_text(event, names, self.lang) for event in events[self.heard[seat] :]]
        self.heard[seat] = len(events)
        if any(news):
            parts.append("\n".join([words["news"], *(f"- {line}" for line in news if line)]))
        board = self.game.board(
            state.view(seat), names, self.game.spoken(self.lang), lambda text, style: text, 100
        )
        parts.append("\n".join([words["table"], *board]))
        legal = [int(action) for action in state.legal(seat)]
        choices = [f"- [{self.game.text(action)}] {self.game.label(action, self.lang)}" for action in legal]
        parts.append("\n".join([words["choices"], *choices]))
        parts.append(words["answer"].format(example=self.game.text(legal[0])))
        if self.refusal:
            parts.append(f"{self.refusal} {words['again'].format(left=self.mistakes - self.wrong)}")
        return "\n\n".join(parts)

    def understood(self, seat: int, answer: str) -> int | None:
        """The legal action that an answer names: the last in brackets, or else the whole answer."""
        legal = {self.game.text(int(action)): int(action) for action in self._playing().legal(seat)}
        answer = answer[-MOST:]
        for text in reversed([*BRACKETS.findall(answer)]):
            if text.strip() in legal:
                return legal[text.strip()]
        return legal.get(answer.strip())

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """An answer of the seat that is to act. The information says what was understood."""
        state = self._playing()
        if self.done:
            raise KolodaError("the deal is over: close() gives the rewards, reset() deals anew")
        seat = int(state.actor)
        chosen = self.understood(seat, str(action))
        info: dict[str, Any] = {"seat": seat, "legal": chosen is not None}
        if chosen is None:
            self.wrong += 1
            self.refusal = TEXTS[self.lang]["unknown"]
            if self.wrong < self.mistakes:
                return False, {**info, "action": None}
            chosen = int(state.default(seat))
            self.defaults[seat] += 1
        self.wrong = 0
        self.refusal = ""
        state.apply(seat, chosen)
        self.steps += 1
        return self.done, {**info, "action": self.game.text(chosen)}

    def close(self) -> tuple[dict[int, float], dict[str, Any]]:
        """The rewards by seat (0 in a deal that is not over), and what there is to say about the deal."""
        state = self._playing()
        returns = state.returns() if state.over else [0.0] * self.seats
        info: dict[str, Any] = {"steps": self.steps, "seed": self.seed, "defaults": list(self.defaults)}
        if state.over:
            info["result"] = self.game.result(state)
        return {seat: float(value) for seat, value in enumerate(returns)}, info
