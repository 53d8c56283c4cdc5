# not compiled: the door through which games that are not compiled come in
"""For games of plain Python: PlainState and PlainPolicy to inherit from, the ways in and out of the engine.

Where koloda runs as plain Python these are State and Policy themselves. Where it is compiled they are the
same source, interpreted; `as_state` and `as_policy` then put them into the compiled shells (shell.py), and
`inner` takes them out again.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mypy_extensions import i64

from koloda import compiled
from koloda.core.policy import Policy
from koloda.core.shell import Shell, ShellPolicy
from koloda.core.state import State
from koloda.core.vecs import vec

Kind = TypeVar("Kind", bound=State)

if TYPE_CHECKING or not compiled():
    PlainState = State
    PlainPolicy = Policy
else:

    def _interpreted(module: str) -> Any:
        """The source of a compiled module, run by the interpreter under another name."""
        path = Path(__file__).with_name(f"{module}.py")
        spec = importlib.util.spec_from_file_location(f"koloda.core._plain_{module}", path)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded

    class PlainState(_interpreted("state").State):
        """Its piles are ordinary lists; the engine's generator shuffles arrays."""

        def shuffle(self, zone, cards):
            array = vec[i64](cards)
            super().shuffle(zone, array)
            cards[:] = [int(card) for card in array]

        def pick(self, zone, cards):
            return int(super().pick(zone, vec[i64](cards)))

    PlainPolicy = _interpreted("policy").Policy


def as_state(state: Any) -> State:
    """A state as the engine takes it: a plain one in its shell."""
    return state if isinstance(state, State) else Shell(state)


def as_policy(policy: Any) -> Policy:
    """A policy as the engine takes it."""
    return policy if isinstance(policy, Policy) else ShellPolicy(policy)


def inner(state: State, kind: type[Kind]) -> Kind:
    """The game's own state, taken out of its shell where it is in one."""
    own = state.inner if isinstance(state, Shell) else state
    assert isinstance(own, kind)
    return own


def copied(state: Kind) -> Kind:
    """An unwatched copy of a plain state: what `clone` does where speed is no concern.

    Lists, dictionaries, sets and the generator are copied, lists in lists too; everything else is shared.
    A class that is compiled needs `@mypyc_attr(serializable=True)`, else mypyc calls __init__ for the copy.
    """
    kind = type(state)
    copy = kind.__new__(kind)
    for name, value in vars(state).items():
        setattr(copy, name, _copied(value))
    for name in getattr(kind, "__mypyc_attrs__", ()):  # a compiled class keeps its own fields elsewhere
        if name != "__dict__" and hasattr(state, name):
            setattr(copy, name, _copied(getattr(state, name)))
    copy.log = None
    copy.rng = state.rng.clone()
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(each) for each in value] if value and isinstance(value[0], list) else value[:]
    return value.copy() if isinstance(value, dict | set) else value
