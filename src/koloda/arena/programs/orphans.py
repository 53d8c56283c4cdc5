"""What happens to processes whose parent is gone, in a process that does nothing but judge."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from koloda.arena.programs import proctree

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

relatives: set[int] | None = None  # children of before, that are none of ours; None: nobody is adopted
programs: set[int] = set()  # children that are programs of a game which goes on: not orphans


def die_with_parent() -> None:
    """This process is killed when the one that has started it ends, however that happens."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@contextmanager
def adopted() -> Iterator[None]:
    """This process is the parent of every orphan that programs leave behind.

    Only for a process that starts nothing but programs meanwhile: `bury` ends all new children.
    """
    adopt()
    try:
        yield
    finally:
        global relatives
        relatives = None
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def adopt() -> None:
    global relatives
    if LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0:
        relatives = set(proctree.children(os.getpid()))


def become_parent() -> None:
    """The program that the calling process becomes is the parent of all orphans below it."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def bury() -> None:
    """End all orphans, no programs. One that multiplies faster than it dies is followed for a while."""
    until = time.monotonic() + 5
    while relatives is not None and time.monotonic() < until:
        known = relatives | programs
        left = [pid for pid in proctree.children(os.getpid()) if pid not in known]
        if not left:
            return
        everyone = [*left, *(below for pid in left for below in proctree.descendants(pid))]
        # who is stopped starts no new ones while the others die
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in everyone:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
