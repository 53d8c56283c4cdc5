"""Has a program read what it was told, and what is it doing?"""

from __future__ import annotations

import fcntl
import select
import struct
import termios
import time
from typing import TYPE_CHECKING

from koloda.arena.programs import proctree

if TYPE_CHECKING:
    from koloda.arena.programs.process import Process

AT_FIRST = 2.0  # seconds that a program may take to start and read before its first command
LATER = 0.05  # the same before later commands: a program that ponders all the time is not waited for
PRINTED = 0.25  # seconds for a program that has printed something: perhaps it is about to end
SPIN = 0.0002  # seconds in which a compiled program has usually read: looking is quicker than sleeping
LOOK = 0.06  # seconds for which a program is looked at
BUSY = 0.02  # seconds of CPU time in a look that are computing
COMPUTING = "it was computing"
UNREAD = "it had not read its input"
WAITING = "it was waiting"


def unread(descriptor: int) -> int:
    """Bytes in a pipe that nobody has read, seen from its writing end; 0 if nobody can."""
    try:
        return int(struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0\0\0\0"))[0])
    except OSError:
        return 0


def wait_until_read(process: Process, seconds: float) -> None:
    """Wait until the program has read everything and waits for more.

    So what it prints without being asked is there when it is asked, however slow its start is: the same
    mistake gets the same verdict. Its processor time counts meanwhile.
    """
    child = process.child
    start = time.monotonic()
    printed = select.poll()
    printed.register(child.stdout, select.POLLIN)
    while not process.backlog and not child.ended():
        if unread(child.stdin) == 0 and not running(process):
            return
        waited = time.monotonic() - start
        if printed.poll(0):
            seconds = min(seconds, waited + PRINTED)
            printed.unregister(child.stdout)
        if waited > seconds:
            return
        if waited > SPIN:
            time.sleep(min(0.002, SPIN + waited / 10))
            process.watch.attend()


def running(process: Process) -> bool:
    """Is the program itself computing right now? Its further processes do not matter."""
    return proctree.stat_fields(process.child.program)[:1] in ([b"R"], [b"D"])


def doing(process: Process) -> str:
    """What a program that does not answer is doing."""
    if process.backlog or unread(process.child.stdin):
        return UNREAD
    before = process.child.cpu_seconds()
    until = time.monotonic() + LOOK
    while time.monotonic() < until:
        if running(process):
            return COMPUTING
        time.sleep(LOOK / 10)
    return COMPUTING if process.child.cpu_seconds() - before >= BUSY else WAITING
