"""Processor time of other processes: how much they took, and no more than a share of a processor for them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PERIOD = 20_000  # microseconds in which a share is counted: short, so that nobody stands still for long


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(each) for each in task.read_text().split()]
    return found


def seconds(pid: int) -> float:
    """Of a process, those it has started, and those of them that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        below = children(pid)
    except OSError:  # it has ended meanwhile
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(seconds, below))


def spawned(pid: int) -> list[int]:
    """The workers of a supervisor; its helper that watches shared memory is none."""
    return [child for child in children(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def folder_and_files(pid: int, share: float) -> tuple[Path, dict[str, str]]:
    """Where a control group for the processor is made, and what is written into it."""
    quota = round(PERIOD * share)
    for line in Path("/proc/mounts").read_text().splitlines():
        _, mount, kind, options = line.split()[:4]
        folder = Path(mount) / f"koloda-{os.getpid()}-{pid}"
        if kind == "cgroup" and "cpu" in options.split(","):
            return folder, {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
        controls = Path(mount) / "cgroup.subtree_control"
        if kind == "cgroup2" and controls.exists() and "cpu" in controls.read_text().split():
            return folder, {"cpu.max": f"{quota} {PERIOD}"}
    raise SystemExit("--share: there is no control group for the processor on this machine")


@contextmanager
def limited(pids: Sequence[int], share: float) -> Iterator[None]:
    """Each of these processes gets this share of one processor and no more."""
    with ExitStack() as stack:
        for pid in pids:
            folder, files = folder_and_files(pid, share)
            try:
                folder.mkdir()
                stack.callback(folder.rmdir)
                for name, value in files.items():
                    (folder / name).write_text(value)
                (folder / "cgroup.procs").write_text(str(pid))
            except OSError as error:
                raise SystemExit(f"--share: no control group can be made here ({error})") from None
            stack.callback((folder.parent / "cgroup.procs").write_text, str(pid))
        yield
