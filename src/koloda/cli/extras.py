"""What `pip install koloda` leaves out: the extras, the packages in them, and how to get them."""

from __future__ import annotations

import re
from importlib import metadata

MODULES = {"argon2-cffi": "argon2"}  # where a module is not called like its package
UNIX = frozenset({"fcntl", "resource", "termios"})  # modules that the rooms of the judge need
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


def version(package: str) -> str:
    """The installed version; empty: not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
