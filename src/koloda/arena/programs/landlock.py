"""Landlock: a process gives up files, signals to others and abstract sockets, without being root.

For machines where bubblewrap cannot be used. Linux 5.13 restricts files, 6.12 signals and sockets too.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from functools import cache

LIBC = ctypes.CDLL(None, use_errno=True)
CREATE, ADD, RESTRICT = 444, 445, 446  # the same numbers on all machines
VERSION_QUESTION = 1
PATH_BENEATH = 1

EXECUTE, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FIRST = (1 << 13) - 1  # all of version 1
REFER, TRUNCATE, DEVICES = 1 << 13, 1 << 14, 1 << 15  # of versions 2, 3 and 5
ON_FILES = EXECUTE | WRITE | READ | TRUNCATE | DEVICES
NET = 3  # binding and connecting TCP sockets, of version 4
SCOPES = 3  # abstract sockets and signals, of version 6
SCOPED = 6


class RulesetAttributes(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


@cache
def version() -> int:
    """What the kernel can do; 0: nothing."""
    return max(0, int(LIBC.syscall(CREATE, None, 0, VERSION_QUESTION)))


def handled() -> int:
    found = FIRST
    for since, right in ((2, REFER), (3, TRUNCATE), (5, DEVICES)):
        found |= right if version() >= since else 0
    return found


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """From now on the calling process may use these files and folders only; OSError if it cannot be done.

    Without new privileges (PR_SET_NO_NEW_PRIVS) already, and in a process of one thread.
    """
    attributes = RulesetAttributes(
        handled(), NET if version() >= 4 else 0, SCOPES if version() >= SCOPED else 0
    )
    size = 24 if version() >= SCOPED else 16 if version() >= 4 else 8
    ruleset = checked(LIBC.syscall(CREATE, ctypes.byref(attributes), size, 0))
    try:
        for path in readable:
            allow(ruleset, path, EXECUTE | READ | LIST)
        for path in writable:
            allow(ruleset, path, handled())
        checked(LIBC.syscall(RESTRICT, ruleset, 0))
    finally:
        os.close(ruleset)


def allow(ruleset: int, path: str, rights: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there need not be allowed
    try:
        if not os.path.isdir(path):
            rights &= ON_FILES
        rule = PathRule(rights & handled(), parent)
        checked(LIBC.syscall(ADD, ruleset, PATH_BENEATH, ctypes.byref(rule), 0))
    finally:
        os.close(parent)


def checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return int(result)
