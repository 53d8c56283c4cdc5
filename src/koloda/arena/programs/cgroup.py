"""Memory and process limits of a whole process tree by a control group, where the system lets us make one."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field

ROOT = "/sys/fs/cgroup"
PREFIX = "koloda-"


@dataclass(frozen=True)
class Place:
    """Where groups can be made: version 2 (one folder) or 1 (a folder for memory and one for processes)."""

    version: int
    folders: tuple[str, ...]


def find_place() -> Place | None:
    """Groups below our own one, if we may make them."""
    own = {}
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as file:
            for line in file:
                _, controllers, path = line.rstrip("\n").split(":", 2)
                for controller in controllers.split(","):
                    own[controller] = path
    except (OSError, ValueError):
        return None
    for place in (version_2(own), version_1(own)):
        if place is not None and usable(place):
            clear(place)
            return place
    return None


def version_2(own: dict[str, str]) -> Place | None:
    folder = (ROOT + own.get("", "/").rstrip("/")).removesuffix(f"/{PREFIX}judge")
    try:
        with open(f"{folder}/cgroup.controllers", encoding="utf-8") as file:
            if not {"memory", "pids"} <= set(file.read().split()):
                return None
        with open(f"{folder}/cgroup.procs", encoding="utf-8") as file:
            alone = file.read().split() == [str(os.getpid())]
        if alone:
            # a group that hands limits on may hold no process itself: we move into a leaf of our own
            leaf = f"{folder}/{PREFIX}judge"
            os.makedirs(leaf, exist_ok=True)
            write(f"{leaf}/cgroup.procs", str(os.getpid()))
        with suppress(OSError):
            write(f"{folder}/cgroup.subtree_control", "+memory +pids")
    except OSError:
        return None
    return Place(2, (folder,))


def version_1(own: dict[str, str]) -> Place | None:
    folders = []
    for controller in ("memory", "pids"):
        folder = f"{ROOT}/{controller}{own.get(controller, '/').rstrip('/')}"
        # in a container the path that we are told may be one outside of it
        folders.append(folder if os.path.isdir(folder) else f"{ROOT}/{controller}")
    return Place(1, tuple(folders)) if all(os.path.isdir(folder) for folder in folders) else None


def usable(place: Place) -> bool:
    try:
        Group(place, f"{os.getpid()}-probe", 1 << 27, 16).remove()
    except OSError:
        return False
    return True


def clear(place: Place) -> None:
    """Take away the empty groups of judges that were killed."""
    for folder in place.folders:
        for name in os.listdir(folder):
            number = name.removeprefix(PREFIX).partition("-")[0]
            if name.startswith(PREFIX) and number.isdecimal() and not os.path.exists(f"/proc/{number}"):
                with suppress(OSError):
                    os.rmdir(f"{folder}/{name}")


def write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


@dataclass
class Group:
    """The group of one program."""

    place: Place
    name: str
    memory: int
    processes: int
    folders: list[str] = field(default_factory=list)
    kills_before: int = 0
    events: int = -1  # descriptors: both files are read after every answer
    usage: int = -1

    def __post_init__(self) -> None:
        self.folders = [f"{parent}/{PREFIX}{self.name}" for parent in self.place.folders]
        for folder in self.folders:
            os.makedirs(folder, exist_ok=True)
        if self.place.version == 2:
            write(f"{self.folders[0]}/memory.max", str(self.memory))
            write(f"{self.folders[0]}/pids.max", str(self.processes))
            with suppress(OSError):  # a system without swap
                write(f"{self.folders[0]}/memory.swap.max", "0")
        else:
            write(f"{self.folders[0]}/memory.limit_in_bytes", str(self.memory))
            write(f"{self.folders[1]}/pids.max", str(self.processes))
            with suppress(OSError):
                write(f"{self.folders[0]}/memory.memsw.limit_in_bytes", str(self.memory))
        second = self.place.version == 2
        self.events = os.open(
            f"{self.folders[0]}/{'memory.events' if second else 'memory.oom_control'}", os.O_RDONLY
        )
        with suppress(FileNotFoundError):  # older kernels of version 2
            self.usage = os.open(
                f"{self.folders[0]}/{'memory.peak' if second else 'memory.max_usage_in_bytes'}", os.O_RDONLY
            )
        self.kills_before = self.kills()

    def enter(self) -> None:
        """Move the calling process, and what it will start, into the group."""
        for folder in self.folders:
            write(f"{folder}/cgroup.procs", "0")

    def kills(self) -> int:
        """How often the system has ended a process of the group for want of memory."""
        for line in os.pread(self.events, 4096, 0).split(b"\n"):
            key, _, value = line.partition(b" ")
            if key == b"oom_kill":
                return int(value)
        return 0

    def out_of_memory(self) -> bool:
        return self.kills() > self.kills_before

    def peak(self) -> int:
        """The most memory that the group has had, caches included; 0 where the kernel does not say."""
        return int(os.pread(self.usage, 64, 0)) if self.usage >= 0 else 0

    def kill(self) -> None:
        """End everything in the group, also what is being started meanwhile."""
        until = time.monotonic() + 5
        while time.monotonic() < until:
            with open(f"{self.folders[-1]}/cgroup.procs", encoding="ascii") as file:
                members = [int(line) for line in file]
            if not members:
                return
            for pid in members:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.0005)

    def remove(self) -> None:
        """Take the empty group away; a member that is still being buried is waited for."""
        for descriptor in (self.events, self.usage):
            if descriptor >= 0:
                os.close(descriptor)
        self.events = self.usage = -1
        for folder in self.folders:
            until = time.monotonic() + 2
            while True:
                try:
                    os.rmdir(folder)
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    if time.monotonic() > until:
                        break
                    time.sleep(0.001)
