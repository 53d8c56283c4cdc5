"""`koloda play --level auto`: how the user stands in each game, kept in the data folder."""

from __future__ import annotations

import json
import os
from typing import Any

from koloda.bots.auto import STEP, Standing
from koloda.bots.levels import LEVELS
from koloda.cli.folder import data_folder

FILE = "levels.json"


def kept(game: str) -> Standing:
    """As it was kept; whoever has none, or one that cannot be read, begins anew."""
    try:
        level, balance = all_kept()[game]
        if level in LEVELS and -STEP <= balance <= STEP:
            return Standing(level, float(balance))
    except (KeyError, TypeError, ValueError):
        pass
    return Standing()


def keep(game: str, standing: Standing) -> None:
    """For the next time. OSError where the folder cannot be written."""
    text = json.dumps({**all_kept(), game: standing}, indent=1)
    path = os.path.join(data_folder(), FILE)
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(f"{path}.new", path)


def all_kept() -> dict[str, Any]:
    try:
        with open(os.path.join(data_folder(make=False), FILE), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
