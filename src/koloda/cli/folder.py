"""The folder where koloda keeps what belongs to the user of this machine."""

from __future__ import annotations

import os
import sys


def data_folder(make: bool = True) -> str:
    """Where programs of this user keep their data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    folder = os.path.join(base, "koloda")
    if make:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder
