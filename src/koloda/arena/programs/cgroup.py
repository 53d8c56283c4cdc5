"""Control groups, where we may make them: limits, CPU time and freezing of a whole process tree."""

from __future__ import annotations

import os
import secrets
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field

ROOT = "/sys/fs/cgroup"
PREFIX = "koloda-"


@dataclass(frozen=True)
class Place:
    """Folders below which groups can be made.

    Memory and processes are limited by version 2 (one folder) or 1 (a folder each). Freezing and CPU time
    come from version 2 also where it has no controllers: it freezes ten times faster than version 1.
    """

    version: int
    limits: tuple[str, ...]
    second: str = ""  # of version 2
    freezer: str = ""  # of version 1, where there is no version 2
    usage: str = ""
    weight: str = ""

    @property
    def folders(self) -> tuple[str, ...]:
        every = (*self.limits, self.second, self.freezer, self.usage, self.weight)
        return tuple(dict.fromkeys(folder for folder in every if folder))

    @property
    def freezes(self) -> bool:
        return bool(self.second or self.freezer)


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
            controllers = set(file.read().split())
        if not {"memory", "pids"} <= controllers:
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
        with suppress(OSError):  # equal weights for programs that think at the same time
            write(f"{folder}/cgroup.subtree_control", "+cpu")
    except OSError:
        return None
    return Place(2, (folder,), second=folder)


def version_1(own: dict[str, str]) -> Place | None:
    def folder(controller: str) -> str:
        path = f"{ROOT}/{controller}{own.get(controller, '/').rstrip('/')}"
        # in a container the path that we are told may be one outside of it
        path = path if os.path.isdir(path) else f"{ROOT}/{controller}"
        return path if os.path.isdir(path) else ""

    limits = (folder("memory"), folder("pids"))
    if not all(limits):
        return None
    second = f"{ROOT}/unified{own.get('', '/').rstrip('/')}"
    if possible(second, "cgroup.freeze") and possible(second, "cpu.stat"):
        return Place(1, limits, second=second, weight=able("cpu", folder("cpu")))
    return Place(
        1,
        limits,
        freezer=able("freezer", folder("freezer")),
        usage=able("cpuacct", folder("cpuacct")),
        weight=able("cpu", folder("cpu")),
    )


KEY = {"freezer": "freezer.state", "cpuacct": "cpuacct.usage", "cpu": "cpu.shares"}


def able(controller: str, folder: str) -> str:
    return folder if folder and possible(folder, KEY[controller]) else ""


def possible(folder: str, file: str) -> bool:
    """Can we make a group there that has this file?"""
    probe = f"{folder}/{PREFIX}{os.getpid()}-probe-{secrets.token_hex(4)}"
    try:
        os.mkdir(probe)
    except OSError:
        return False
    try:
        return os.access(f"{probe}/{file}", os.R_OK)
    finally:
        os.rmdir(probe)


def usable(place: Place) -> bool:
    try:
        Group(place, 1 << 27, 16).remove()
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
    memory: int
    processes: int
    name: str = ""
    kills_before: int = 0
    # what is used at every answer stays open
    descriptors: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # nothing of the name tells a program its seat
        self.name = self.name or f"{PREFIX}{os.getpid()}-{secrets.token_hex(6)}"
        for folder in self.folders:
            os.makedirs(folder, exist_ok=True)
        try:
            self.set_limits()
            self.open_files()
        except OSError:
            self.remove()
            raise
        self.kills_before = self.kills()

    @property
    def folders(self) -> list[str]:
        return [f"{parent}/{self.name}" for parent in self.place.folders]

    def set_limits(self) -> None:
        memory, pids = (f"{parent}/{self.name}" for parent in (self.place.limits[0], self.place.limits[-1]))
        if self.place.version == 2:
            write(f"{memory}/memory.max", str(self.memory))
            with suppress(OSError):  # a system without swap
                write(f"{memory}/memory.swap.max", "0")
        else:
            write(f"{memory}/memory.limit_in_bytes", str(self.memory))
            with suppress(OSError):
                write(f"{memory}/memory.memsw.limit_in_bytes", str(self.memory))
        write(f"{pids}/pids.max", str(self.processes))

    def open_files(self) -> None:
        place = self.place
        two = place.version == 2
        self.open("events", place.limits[0], "memory.events" if two else "memory.oom_control")
        with suppress(FileNotFoundError):  # older kernels of version 2
            self.open("peak", place.limits[0], "memory.peak" if two else "memory.max_usage_in_bytes")
        if place.second:
            self.open("freeze", place.second, "cgroup.freeze", os.O_WRONLY)
            self.open("usage", place.second, "cpu.stat")
        else:
            if place.freezer:
                self.open("freeze", place.freezer, "freezer.state", os.O_WRONLY)
            if place.usage:
                self.open("usage", place.usage, "cpuacct.usage")

    def open(self, key: str, parent: str, name: str, flags: int = os.O_RDONLY) -> None:
        self.descriptors[key] = os.open(f"{parent}/{self.name}/{name}", flags | os.O_CLOEXEC)

    def enter(self) -> None:
        """Move the calling process, and what it will start, into the group."""
        for folder in self.folders:
            write(f"{folder}/cgroup.procs", "0")

    # what it has used

    def kills(self) -> int:
        """How often the system has ended a process of the group for want of memory."""
        return self.number("events", b"oom_kill")

    def out_of_memory(self) -> bool:
        return self.kills() > self.kills_before

    def peak(self) -> int:
        """The most memory that the group has had, caches included; 0 where the kernel does not say."""
        return int(os.pread(self.descriptors["peak"], 64, 0)) if "peak" in self.descriptors else 0

    def cpu_seconds(self) -> float | None:
        """CPU time of everything that has ever run in the group; None where the kernel does not say."""
        if "usage" not in self.descriptors:
            return None
        if self.place.second:
            return self.number("usage", b"usage_usec") / 1e6
        return int(os.pread(self.descriptors["usage"], 64, 0)) / 1e9

    def number(self, key: str, word: bytes) -> int:
        for line in os.pread(self.descriptors[key], 4096, 0).split(b"\n"):
            name, _, value = line.partition(b" ")
            if name == word:
                return int(value)
        return 0

    # stopping

    @property
    def freezes(self) -> bool:
        return "freeze" in self.descriptors

    def freeze(self) -> None:
        os.write(self.descriptors["freeze"], b"1" if self.place.second else b"FROZEN")

    def thaw(self) -> None:
        os.write(self.descriptors["freeze"], b"0" if self.place.second else b"THAWED")

    def members(self) -> list[int]:
        with open(f"{self.folders[0]}/cgroup.procs", encoding="ascii") as file:
            return [int(line) for line in file]

    def kill(self) -> None:
        """End everything in the group, also what is being started meanwhile."""
        if self.place.second:
            with suppress(OSError):  # older kernels
                write(f"{self.place.second}/{self.name}/cgroup.kill", "1")
        elif self.freezes:
            self.thaw()  # what version 1 has frozen cannot be killed
        until = time.monotonic() + 5
        while time.monotonic() < until:
            members = self.members()
            if not members:
                return
            for pid in members:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.0005)

    def remove(self) -> None:
        """Take the empty group away; a member that is still being buried is waited for."""
        for descriptor in self.descriptors.values():
            os.close(descriptor)
        self.descriptors = {}
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
