"""Figures of a running server in the text format of Prometheus, one line each (`GET /metrics`)."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Labels = tuple[str, ...]
Reading = float | Mapping[Labels, float]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
ROWS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Counter:
    """How often something has happened, by labels."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.values: dict[Labels, float] = {} if labels else {(): 0.0}

    def add(self, *labels: str, amount: float = 1.0) -> None:
        assert len(labels) == len(self.labels)
        self.values[labels] = self.values.get(labels, 0.0) + amount

    def lines(self, name: str) -> list[str]:
        return [f"{name}{braces(self.labels, key)} {number(value)}" for key, value in self.values.items()]


class Gauge:
    """How much there is now: set and changed, or read when it is asked for."""

    def __init__(self, labels: Sequence[str] = (), read: Callable[[], Reading] | None = None) -> None:
        self.labels = tuple(labels)
        self.read = read
        self.value = 0.0

    def add(self, amount: float = 1.0) -> None:
        self.value += amount

    def lines(self, name: str) -> list[str]:
        reading: Reading = self.value if self.read is None else self.read()
        if not isinstance(reading, Mapping):
            reading = {(): reading}
        return [f"{name}{braces(self.labels, key)} {number(value)}" for key, value in reading.items()]


class Histogram:
    """How a quantity is spread: how many were at most each bound."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def lines(self, name: str) -> list[str]:
        lines, total = [], 0
        for bound, count in zip((*map(number, self.bounds), "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {number(self.sum)}", f"{name}_count {total}"]


class Metrics:
    """All figures of one server process. `tables` and `bots` are given by whoever has them."""

    def __init__(self) -> None:
        self.figures: dict[str, tuple[str, str, Counter | Gauge | Histogram]] = {}
        self.started = time.time()
        self.sockets = self.gauge("koloda_sockets", "Open websockets.")
        self.bots_thinking = self.gauge("koloda_bots_thinking", "Bots that think about an action now.")
        self.actions = self.counter("koloda_actions_total", "Actions of people and bots, by game.", "game")
        self.messages = self.counter("koloda_messages_total", "Messages of clients, by type.", "type")
        self.refusals = self.counter("koloda_refusals_total", "Errors told to clients, by code.", "code")
        self.failures = self.counter(
            "koloda_failed_logins_total", "Wrong tokens of the admin and wrong passwords, by kind.", "kind"
        )
        self.requests = self.counter(
            "koloda_http_requests_total", "Answered requests, by method, route and status.",
            "method", "route", "status",
        )  # fmt: skip
        self.commit = self.histogram(
            "koloda_action_commit_seconds", "From the arrival of an action to its durable storage.", SECONDS
        )
        self.update = self.histogram(
            "koloda_action_update_seconds",
            "From the arrival of an action to the last update about it handed to a socket.",
            SECONDS,
        )
        self.batch_rows = self.histogram("koloda_store_batch_rows", "Rows of the log per commit.", ROWS)
        self.batch_seconds = self.histogram("koloda_store_commit_seconds", "Duration of a commit.", SECONDS)
        self.gauge("process_start_time_seconds", "When the process started.", read=lambda: self.started)
        self.gauge("process_resident_memory_bytes", "Memory of the process.", read=resident)
        self.counted("process_cpu_seconds_total", "Processor time of the process.", time.process_time)
        self.gauge("process_open_fds", "Open files and sockets.", read=open_files)
        self.gauge("koloda_processes", "Processes whose figures these are.", read=lambda: 1.0)

    def counter(self, name: str, text: str, *labels: str) -> Counter:
        figure = Counter(labels)
        self.figures[name] = ("counter", text, figure)
        return figure

    def gauge(self, name: str, text: str, *labels: str, read: Callable[[], Reading] | None = None) -> Gauge:
        figure = Gauge(labels, read)
        self.figures[name] = ("gauge", text, figure)
        return figure

    def counted(self, name: str, text: str, read: Callable[[], Reading]) -> None:
        """A counter that is kept elsewhere."""
        self.figures[name] = ("counter", text, Gauge((), read))

    def histogram(self, name: str, text: str, bounds: Sequence[float]) -> Histogram:
        figure = Histogram(bounds)
        self.figures[name] = ("histogram", text, figure)
        return figure

    def committed(self, rows: int, seconds: float) -> None:
        """For `Store.observe`."""
        self.batch_rows.observe(rows)
        self.batch_seconds.observe(seconds)

    def text(self) -> str:
        lines = []
        for name, (kind, text, figure) in self.figures.items():
            lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}", *figure.lines(name)]
        return "\n".join(lines) + "\n"


def merged(living: Sequence[str], dead: Sequence[str] = ()) -> str:
    """The figures of several processes as those of one; what the dead have counted stays counted."""
    heads: dict[str, list[str]] = {}
    kinds: dict[str, str] = {}
    series: dict[str, dict[str, float]] = {}
    for number_, text in enumerate((*living, *dead)):
        name = ""
        for line in text.splitlines():
            if line.startswith("# "):
                name = line.split(" ", 3)[2]
                if line not in heads.setdefault(name, []):
                    heads[name].append(line)
                if line.startswith("# TYPE"):
                    kinds[name] = line.rpartition(" ")[2]
                continue
            if number_ >= len(living) and kinds.get(name) == "gauge":
                continue
            key, _, value = line.rpartition(" ")
            values = series.setdefault(name, {})
            if name == "process_start_time_seconds":
                values[key] = min(values.get(key, float(value)), float(value))
            else:
                values[key] = values.get(key, 0.0) + float(value)
    lines: list[str] = []
    for name, head in heads.items():
        lines += [*head, *(f"{key} {number(value)}" for key, value in series.get(name, {}).items())]
    return "\n".join(lines) + "\n"


class Figures:
    """The figures of the processes of one supervisor: each writes a file, each reads them all."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.retired = self.folder / "retired"

    def write(self, text: str) -> None:
        place = self.folder / f"{os.getpid()}.new"
        place.write_text(text)
        place.replace(self.folder / f"{os.getpid()}.prom")

    def retire(self, process: int) -> None:
        """A process has ended; only the supervisor calls it."""
        place = self.folder / f"{process}.prom"
        text = read_text(place)
        if text:
            new = self.folder / "retired.new"
            new.write_text(merged((), [read_text(self.retired), text]))
            new.replace(self.retired)
            place.unlink(missing_ok=True)

    def all(self, own: str) -> str:
        mine = f"{os.getpid()}.prom"
        others = [read_text(place) for place in sorted(self.folder.glob("*.prom")) if place.name != mine]
        return merged([own, *filter(None, others)], [text for text in [read_text(self.retired)] if text])


def read_text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def braces(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    return "{" + ",".join(f'{n}="{escape(v)}"' for n, v in zip(names, values, strict=True)) + "}"


def escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def resident() -> float:
    try:
        with open("/proc/self/statm") as file:
            return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # no Linux
        return 0.0


def open_files() -> float:
    try:
        return float(len(os.listdir("/proc/self/fd")))
    except OSError:
        return 0.0
