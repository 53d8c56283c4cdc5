"""A plain Python game inside the compiled engine: a State and a Policy that hand everything on.

Compiled classes cannot be inherited from by interpreted ones (allowing it would cost the compiled games a
third of their speed), so a game of plain Python travels in here: see plain.py.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.log import Log
from koloda.core.policy import Policy
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import vec


class Shell(State):
    """The state of a plain game; what it has beside the contract is found on it too."""

    inner: Any

    def __init__(self, inner: Any) -> None:
        super().__init__(inner.game, inner.seats, inner.rng)
        self.inner = inner
        self.take_over()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def take_over(self) -> None:
        """Who owes a decision, after the plain state has changed."""
        inner = self.inner
        self.pending = inner.pending
        self.free = inner.free
        self.log = inner.log

    def legal(self, seat: i64) -> list[i64]:
        found: list[i64] = self.inner.legal(seat)
        return found

    def apply(self, seat: i64, action: i64) -> None:
        self.inner.apply(seat, action)
        self.take_over()

    def reason(self, seat: i64, action: i64) -> Reason:
        found: Reason = self.inner.reason(seat, action)
        return found

    def default(self, seat: i64) -> i64:
        action: i64 = self.inner.default(seat)
        return action

    def clone(self) -> State:
        return Shell(self.inner.clone())

    def determinize(self, seat: i64, rng: Rng) -> State:
        return Shell(self.inner.determinize(seat, rng))

    def masked(self, seat: i64) -> State:
        return Shell(self.inner.masked(seat))

    def view(self, seat: int | None) -> dict[str, Any]:
        found: dict[str, Any] = self.inner.view(seat)
        return found

    def reveal(self) -> dict[str, Any]:
        found: dict[str, Any] = self.inner.reveal()
        return found

    def returns(self) -> list[float]:
        found: list[float] = self.inner.returns()
        return found

    def scores(self) -> list[float]:
        found: list[float] = self.inner.scores()
        return found

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        action: i64 = self.inner.random_legal(seat, rng)
        return action

    def notices(self, seat: i64, actor: i64, action: i64) -> bool:
        found: bool = self.inner.notices(seat, actor, action)
        return found

    def stage(self) -> i64:
        number: i64 = self.inner.stage()
        return number

    def begins(self) -> bool:
        found: bool = self.inner.begins()
        return found

    def question(self) -> i64:
        kind: i64 = self.inner.question()
        return kind

    def time_limit(self) -> i64:
        limit: i64 = self.inner.time_limit()
        return limit

    def volunteers(self, seat: i64) -> list[i64]:
        found: list[i64] = self.inner.volunteers(seat)
        return found

    def offered(self, seat: i64) -> list[i64]:
        found: list[i64] = self.inner.offered(seat)
        return found

    def meant(self, seat: i64, action: i64) -> i64:
        found: i64 = self.inner.meant(seat, action)
        return found

    def unnoticed(self) -> State:
        found = self.inner.unnoticed()
        return self if found is self.inner else Shell(found)

    def advice(self, action: i64) -> i64:
        found: i64 = self.inner.advice(action)
        return found

    def gives_time(self) -> bool:
        found: bool = self.inner.gives_time()
        return found

    def needs_sight(self) -> bool:
        found: bool = self.inner.needs_sight()
        return found

    def tie_time(self, seat: i64, action: i64) -> i64:
        limit: i64 = self.inner.tie_time(seat, action)
        return limit

    def precedence(self, seat: i64) -> i64:
        number: i64 = self.inner.precedence(seat)
        return number

    def awaited(self, seat: int | None) -> list[int] | None:
        found: list[int] | None = self.inner.awaited(seat)
        return found

    def likelihood(self, seat: i64) -> float:
        weight: float = self.inner.likelihood(seat)
        return weight

    def position(self) -> str:
        text: str = self.inner.position()
        return text

    def outlook(self) -> list[float]:
        found: list[float] = self.inner.outlook()
        return found

    def watch(self) -> Log:
        self.log = self.inner.watch()
        return self.log

    def shuffle(self, zone: str, cards: vec[i64]) -> None:
        self.inner.shuffle(zone, cards)

    def pick(self, zone: str, cards: vec[i64]) -> i64:
        position: i64 = self.inner.pick(zone, cards)
        return position


class ShellPolicy(Policy):
    """The policy of a plain game."""

    inner: Any

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        plain: Any = state
        if isinstance(state, Shell):
            plain = state.inner
        action: i64 = self.inner.choose(plain, seat, rng)
        return action
