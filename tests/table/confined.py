"""Run a command under the filter of system calls of deploy/koloda.service: python confined.py UNIT COMMAND...

Linux on x86-64. systemd makes such a filter itself; here it is made of the same words, with the calls of the
groups that the unit takes away, as far as a server could come by them (chown is for root: the unit runs as
somebody else, tests may not).
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
from pathlib import Path

GROUPS = {
    "@resources": {
        "sched_setparam": 142, "sched_setscheduler": 144, "setpriority": 141, "setrlimit": 160,
        "sched_setaffinity": 203, "mbind": 237, "set_mempolicy": 238, "ioprio_set": 251,
        "migrate_pages": 256, "move_pages": 279, "sched_setattr": 314,
    },
    "@privileged": {
        "setuid": 105, "setgid": 106, "setreuid": 113, "setregid": 114, "setgroups": 116, "setresuid": 117,
        "setresgid": 119, "setfsuid": 122, "setfsgid": 123, "capset": 126, "chroot": 161, "bpf": 321,
    },
    "@system-service": {},
}  # fmt: skip
NUMBERS = {name: number for calls in GROUPS.values() for name, number in calls.items()}
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
LOAD_NUMBER, IF_EQUAL, RETURN = 0x20, 0x15, 0x06


def refused(unit: str) -> tuple[set[int], int]:
    """The numbers of the calls that the unit takes away, and what becomes of who makes one."""
    found: set[int] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        takes = line.startswith("~")
        for word in line.removeprefix("~").split():
            numbers = set(GROUPS[word].values()) if word in GROUPS else {NUMBERS.get(word, -1)}
            found = found | numbers if takes else found - numbers
    soft = re.search(r"^SystemCallErrorNumber=EPERM$", unit, re.MULTILINE)
    return found, ERROR | 1 if soft else KILL


def confine(unit: str) -> None:
    calls, end = refused(unit)
    steps = [(LOAD_NUMBER, 0, 0, 0)]
    for number in sorted(calls):
        steps += [(IF_EQUAL, 0, 1, number), (RETURN, 0, 0, end)]
    steps.append((RETURN, 0, 0, ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program)):
        raise OSError(ctypes.get_errno(), "no filter can be set here")


if __name__ == "__main__":
    confine(Path(sys.argv[1]).read_text())
    os.execv(sys.argv[2], sys.argv[2:])
