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


def status(pid: int) -> dict[bytes, bytes]:
    """The lines of /proc/PID/status."""
    lines = (line.partition(b":") for line in read(f"/proc/{pid}/status").splitlines())
    return {name: value.strip() for name, _, value in lines}


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


class Times:
    """The CPU time of a process tree, with what has ended in it as far as it was seen."""

    def __init__(self, root: int, own: bool) -> None:
        self.root = root
        self.own = own  # does the time of the root itself count?
        self.seen: dict[tuple[int, bytes], int] = {}  # by number and start time, in ticks

    def seconds(self) -> float:
        """Children that nobody waits for are in no sum of the system's: each counts as it was last seen."""
        waited = 0
        for pid in [self.root, *descendants(self.root)]:
            fields = stat_fields(pid)
            if len(fields) > 19:
                own, children = (int(a) + int(b) for a, b in (fields[11:13], fields[13:15]))
                if self.own or pid != self.root:
                    self.seen[pid, fields[19]] = own
                    waited += own
                waited += children
        return max(waited, sum(self.seen.values())) / TICK


def run_delay(pid: int) -> float:
    """How long the thread that waited most was ready to run and had no processor, in seconds."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return 0.0
    delays = [read(f"/proc/{pid}/task/{thread}/schedstat").split() for thread in threads]
    return max((int(fields[1]) for fields in delays if len(fields) > 1), default=0) / 1e9


def stolen() -> float:
    """Processor time that a hypervisor has taken away since the start of the system, in seconds."""
    fields = read("/proc/stat").split(b"\n", 1)[0].split()
    return int(fields[8]) / TICK if len(fields) > 8 else 0.0


def threads(pids: list[int]) -> int:
    return sum(int(fields[17]) for fields in map(stat_fields, pids) if len(fields) > 17)


def awake(pids: list[int]) -> list[int]:
    """Those that are neither stopped nor dead."""
    return [pid for pid in pids if stat_fields(pid)[:1] not in ([b"T"], [b"t"], [b"Z"], [b"X"], [])]


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
