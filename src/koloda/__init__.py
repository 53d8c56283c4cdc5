"""Card games, one exact engine. `__all__` is the public API; docs/stability.md says what that promises.

The rules and the search are typed Python that can be compiled. This file, never compiled itself, decides
which build runs: KOLODA_PURE=1 ignores the compiled modules (debugging, coverage, comparing both builds), and
a checkout that was edited after compiling runs as plain Python until it is compiled again. The same holds
for games in packages of their own that were compiled by `python -m koloda.build`.
"""

from __future__ import annotations

import os as _os
import sys as _sys
from importlib.abc import MetaPathFinder as _MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES as _EXTENSION_SUFFIXES
from importlib.machinery import FileFinder as _FileFinder
from importlib.machinery import SourceFileLoader as _SourceFileLoader
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator as _Iterator
    from collections.abc import Sequence as _Sequence
    from importlib.machinery import ModuleSpec as _ModuleSpec
    from types import ModuleType as _ModuleType

    from koloda.bots import Bot, bot
    from koloda.bots.player import Player
    from koloda.core.errors import BadNotation, BadOption, BadTrace, IllegalAction, KolodaError, UnknownGame
    from koloda.core.game import Game
    from koloda.core.match import Match
    from koloda.core.rng import Rng
    from koloda.core.state import State

__all__ = [
    "BadNotation",
    "BadOption",
    "BadTrace",
    "Bot",
    "Game",
    "IllegalAction",
    "KolodaError",
    "Match",
    "Player",
    "Rng",
    "State",
    "UnknownGame",
    "__version__",
    "bot",
    "compiled",
    "game",
    "game_list",
]

__version__ = "0.1.0"

# where the public names live; imported when they are asked for, so that `import koloda` is quick
_PLACES = {
    "Game": "koloda.core.game",
    "State": "koloda.core.state",
    "Match": "koloda.core.match",
    "Rng": "koloda.core.rng",
    "bot": "koloda.bots",
    "Bot": "koloda.bots",
    "Player": "koloda.bots.player",
    **dict.fromkeys(
        ("KolodaError", "BadNotation", "BadOption", "BadTrace", "IllegalAction", "UnknownGame"),
        "koloda.core.errors",
    ),
}

_HERE = _os.path.dirname(_os.path.abspath(__file__))
_RECORD = _os.path.join(_HERE, "_build.json")


class _SourceOnly(_MetaPathFinder):
    """Finds the .py files of packages that are to run as plain Python, never compiled modules beside them."""

    def __init__(self, koloda: bool) -> None:
        self.plain = {__name__: koloda}  # by package
        self.finders: dict[str, _FileFinder] = {}

    def find_spec(
        self, name: str, path: _Sequence[str] | None = None, target: _ModuleType | None = None
    ) -> _ModuleSpec | None:
        package = name.partition(".")[0]
        if path is None or package == name:
            return None
        if package not in self.plain:
            self.plain[package] = _stale_package(package)
        if not self.plain[package]:
            return None
        for entry in path:
            if entry not in self.finders:
                self.finders[entry] = _FileFinder(entry, (_SourceFileLoader, [".py"]))
            spec = self.finders[entry].find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def _pure() -> bool:
    return _os.environ.get("KOLODA_PURE", "0") not in ("", "0")


def _sources(here: str, tops: tuple[str, ...]) -> _Iterator[str]:
    """The sources in these folders of a package."""
    for top in tops:
        for folder, _, names in _os.walk(_os.path.join(here, top)):
            for name in names:
                if name.endswith(".py"):
                    yield _os.path.relpath(_os.path.join(folder, name), here).replace(_os.sep, "/")


def _edited(here: str, present: _Iterator[str], recorded: dict[str, str]) -> str | None:
    """The first source that is not the one that was compiled."""
    from hashlib import sha256

    for name in sorted({*present, *recorded}):
        try:
            with open(_os.path.join(here, name), "rb") as source:
                if sha256(source.read()).hexdigest() != recorded.get(name):
                    return name
        except FileNotFoundError:
            return name
    return None


def _told(edited: str | None) -> bool:
    """Was something edited? Then that is said."""
    if edited is not None:
        print(f"koloda: {edited} was edited after compiling; running as plain Python", file=_sys.stderr)
    return edited is not None


def _choose_compiled() -> bool:
    if _pure() or not _os.path.exists(_RECORD):
        return False
    root, src = _os.path.split(_os.path.dirname(_HERE))
    if src != "src" or not _os.path.exists(_os.path.join(root, "pyproject.toml")):
        return True  # installed: nobody edits it, and the wheel was made for this interpreter
    import json

    with open(_RECORD, encoding="utf-8") as file:
        record = json.load(file)
    if record["suffix"] not in _EXTENSION_SUFFIXES:
        return False
    # the compiler reads all of core and games, and of the rest what it compiles
    return not _told(_edited(_HERE, _sources(_HERE, ("core", "games")), record["sources"]))


def _stale_package(name: str) -> bool:
    """Was this package compiled by koloda.build, but cannot be used so?"""
    for here in getattr(_sys.modules.get(name), "__path__", ()):
        path = _os.path.join(here, "_koloda_build.json")
        if _os.path.exists(path):
            import json

            with open(path, encoding="utf-8") as file:
                record = json.load(file)
            if _pure() or record["suffix"] not in _EXTENSION_SUFFIXES:
                return True
            edited = _edited(here, _sources(here, ("",)), record["sources"])
            return _told(edited and f"{name}/{edited}")
    return False


_COMPILED = _choose_compiled()
_sys.meta_path.insert(0, _SourceOnly(not _COMPILED))


def compiled() -> bool:
    """Is the compiled build in use?"""
    return _COMPILED


def game(name: str) -> Game:
    """The rules of one game, by its id."""
    from koloda import games

    return games.game(name)


def game_list() -> list[Game]:
    """The rules of all games. (Not `games`: that is the package.)"""
    from koloda import games

    return games.all_games()


if not TYPE_CHECKING:  # a checker shall know every name, and complain about others

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(_PLACES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
