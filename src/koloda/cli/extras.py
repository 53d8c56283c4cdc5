"""What `pip install koloda` leaves out: the extras, the packages in them, and how to get them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

MODULES = {"argon2-cffi": "argon2"}  # where a module is not called like its package
UNIX = frozenset({"fcntl", "resource", "termios"})  # modules that the rooms of the judge need
BY_NAME = re.compile(r"pip install 'koloda\[(\w+)\]'")
REQUIREMENT = re.compile(r"""([A-Za-z0-9._-]+).*\bextra == ['"]([^'"]+)['"]""")


def extras() -> dict[str, list[str]]:
    """The packages of each extra, as the installed koloda declares them."""
    found: dict[str, list[str]] = {}
    try:
        lines = metadata.requires("koloda") or []
    except metadata.PackageNotFoundError:  # run from the sources
        return found
    for line in lines:
        match = REQUIREMENT.match(line)
        if match and match[1] != "koloda":  # an extra that names others
            found.setdefault(match[2], []).append(match[1])
    return found


def module_name(package: str) -> str:
    return MODULES.get(package, package.replace("-", "_"))


def how_to_get(module: str, wanted: str = "") -> str | None:
    """The command that brings a missing module: by the wanted extra, else by the smallest that has it."""
    top = module.partition(".")[0]
    having = {name: packages for name, packages in extras().items() if top in map(module_name, packages)}
    if not having:
        return None
    extra = wanted if wanted in having else min(having, key=lambda name: len(having[name]))
    return f"pip install 'koloda[{extra}]'"


def exact(message: str) -> str:
    """With the command that works here: for this environment, and from where koloda came."""
    try:
        told = json.loads(metadata.distribution("koloda").read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        told = {}
    place = urlsplit(told.get("url", ""))
    source = url2pathname(place.path) if place.scheme == "file" else "koloda"
    editable = "-e " if told.get("dir_info", {}).get("editable") else ""
    own = Path(sys.executable).with_name("pip")
    pip = "pip" if shutil.which("pip") == str(own) or not own.exists() else shlex.quote(str(own))
    return BY_NAME.sub(
        lambda found: f"{pip} install {editable}{shlex.quote(f'{source}[{found[1]}]')}", message
    )


def version(package: str) -> str:
    """The installed version; empty: not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
