"""Environments for learning programs: docs/research.md.

`VecEnv`, `aec_env`, `parallel_env`, `gym_env` and `TextEnv` are found here; what needs the extra `research`
is imported when it is asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = ["TextEnv", "VecEnv", "aec_env", "gym_env", "parallel_env"]  # see __getattr__

_PLACES = {
    "VecEnv": "vecenv",
    "aec_env": "aec",
    "parallel_env": "parallel",
    "gym_env": "gym",
    "TextEnv": "text",
}


def __getattr__(name: str) -> Any:  # Any: the compiler, which reads this, must not need the extra
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module(f"{__name__}.{_PLACES[name]}")
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.partition(".")[0] == "koloda":
            raise
        raise ModuleNotFoundError(
            f"koloda.research.{name} needs {missing}: pip install 'koloda[research]'", name=missing
        ) from None
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
