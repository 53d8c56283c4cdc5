"""What Linux tells about running processes: their children, CPU time and memory."""

from __future__ import annotations

import os

TICK = os.sysconf("SC_CLK_TCK")


def read(path: str) -> bytes:
    """A small file of /proc, empty when the process is gone."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return b""


def stat_fields(pid: int) -> list[bytes]:
    """The fields of /proc/PID/stat from the state on; the name before them may hold anything."""
    return read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()


def children(pid: int) -> list[int]:
    """The processes that this one, with all its threads, has started and that have not been reaped."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found: list[int] = []
    for thread in threads:
        path = f"/proc/{pid}/task/{thread}/children"
        if not os.path.exists(path):
            return children_by_parent(pid)
        found += [int(word) for word in read(path).split()]
    return found


def children_by_parent(pid: int) -> list[int]:
    """The same for kernels without lists of children."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            fields = stat_fields(int(name))
            if len(fields) > 1 and int(fields[1]) == pid:
                found.append(int(name))
    return found


def descendants(pid: int) -> list[int]:
    found = children(pid)
    for child in found:  # grows while it is walked
        found += children(child)
    return found


def cpu_seconds(pid: int, own: bool) -> float:
    """CPU time of a process with everything it has started; without its own time unless `own`."""
    ticks = 0
    for member in [pid, *descendants(pid)]:
        fields = stat_fields(member)
        if len(fields) > 14:
            times = fields[11:15] if own or member != pid else fields[13:15]
            ticks += sum(int(field) for field in times)
    return ticks / TICK


def peak_memory(pids: list[int]) -> int:
    """The sum of the highest resident sizes that these processes have had, in bytes."""
    total = 0
    for pid in pids:
        for line in read(f"/proc/{pid}/status").split(b"\n"):
            if line.startswith(b"VmHWM:"):
                total += int(line.split()[1]) * 1024
    return total


def holds(pid: int, file: str) -> bool:
    """Has a process this file open? In doubt, yes: a process that is ending cannot be looked into."""
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            if os.readlink(f"/proc/{pid}/fd/{name}") == file:
                return True
    except OSError:
        return True
    return False


def executable(pid: int) -> str:
    """The file that a process runs, empty if it is gone."""
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""
