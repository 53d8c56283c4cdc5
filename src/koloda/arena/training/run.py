"""A training: generation after generation of lessons, a fit and a gate. It may be stopped anywhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from koloda import __version__
from koloda.arena.executors import Local
from koloda.arena.pairing import Score
from koloda.arena.training import fit as fitting
from koloda.arena.training.bot import NONE
from koloda.arena.training.folder import PLOT, Folder, net_name
from koloda.arena.training.gate import SPRT, Deal, facts, pairing_of, played
from koloda.arena.training.lessons import Task, chunks, learned_in
from koloda.arena.training.plan import Plan
from koloda.arena.training.plot import drawn
from koloda.core.errors import KolodaError
from koloda.core.weights import head_of, packed, unpacked

BEST = "best.net"

Report = Callable[[str, float], Any]


def silent(what: str, share: float) -> None:
    pass


class Stopped(Exception):
    """The time is over; what has been done is kept."""


class Training:
    def __init__(
        self, plan: Plan, folder: Folder, jobs: int = 1, seconds: float | None = None, report: Report = silent
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.jobs = jobs
        self.begun = time.monotonic()
        self.logged = self.begun
        self.seconds = seconds
        self.report = report
        self.lines = folder.lines()

    def check_time(self) -> None:
        if self.seconds is not None and time.monotonic() - self.begun >= self.seconds:
            raise Stopped

    def since(self) -> float:
        """Seconds of work that the log does not have yet."""
        now = time.monotonic()
        worked = now - self.logged
        self.logged = now
        return round(worked, 1)

    def log(self, line: dict[str, Any]) -> None:
        self.folder.log(line)
        self.lines.append(line)

    def finished(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line.get("event") == "generation"]

    def best(self) -> str:
        """The file of the net that no later one has beaten, or none."""
        kept = [line["number"] for line in self.finished() if line["kept"]]
        return str(self.folder.path / net_name(kept[-1])) if kept else NONE

    def run(self, generations: int | None = None) -> list[dict[str, Any]]:
        """Until the time is over or so many generations are done; the lines of all that are."""
        try:
            for generation in count(len(self.finished())):
                if generations is not None and generation >= generations:
                    break
                self.check_time()
                self.generation(generation)
        except (Stopped, KeyboardInterrupt) as stop:
            self.log({"event": "stopped", "seconds": self.since()})
            if isinstance(stop, KeyboardInterrupt):
                raise
        return self.finished()

    def generation(self, number: int) -> None:
        with Local(self.jobs) as workers:
            self.make_lessons(number, workers)
            fitted = self.make_net(number)
            score = self.gate(number, workers)
        gate = facts(score)
        kept = gate["sprt"] == "better"
        if kept:
            self.folder.write(BEST, (self.folder.path / net_name(number)).read_bytes())
        line = {"event": "generation", "number": number, **fitted, "gate": gate, "kept": kept}
        self.log({**line, "seconds": self.since()})
        self.folder.write(PLOT, drawn(self.plan, self.lines).encode())

    def make_lessons(self, generation: int, workers: Local) -> None:
        total = chunks(self.plan, generation)
        missing = [number for number in range(total) if not self.folder.has_lessons(generation, number)]
        what = f"generation {generation}: games"
        tasks = [Task(self.plan, generation, number, self.best()) for number in missing]
        done = total - len(missing)
        for number, lessons in zip(missing, workers.in_order(learned_in, tasks), strict=True):
            self.folder.keep_lessons(generation, number, lessons)
            done += 1
            self.report(what, done / total)
            self.check_time()

    def make_net(self, number: int) -> dict[str, Any]:
        """Fit a net to all lessons so far, unless that has been done; what its file says of it."""
        plan = self.plan
        values = plan.values()
        if not self.has_net(number):
            data = [
                fitting.data_of(
                    values,
                    self.folder.lessons(each, chunks(plan, each), int(values.outputs)),
                    plan.weight if each else 1.0,
                )
                for each in range(number + 1)
            ]
            what = f"generation {number}: fit"
            fitted = fitting.fit(
                values, data, plan.hidden, plan.epochs, plan.seed, lambda share: self.report(what, share)
            )
            made = {
                "by": command(plan),
                "generation": number,
                "against": self.best().rpartition("/")[2],
                "lessons": fitted.lessons,
                "explained": round(fitted.explained, 4),
                "koloda": __version__,
                "numpy": np.__version__,
            }
            self.folder.write(net_name(number), packed(values, fitted.net, made))
        made = head_of((self.folder.path / net_name(number)).read_bytes())["made"]
        return {"lessons": made["lessons"], "explained": made["explained"]}

    def has_net(self, number: int) -> bool:
        """Has it been fitted? One that is damaged counts as not made."""
        if not self.folder.there(net_name(number)):
            return False
        try:
            unpacked(self.plan.values(), (self.folder.path / net_name(number)).read_bytes())
        except KolodaError:
            return False
        return True

    def gate(self, number: int, workers: Local) -> Score:
        """Against the best so far, until it is clear whether the new one is better."""
        score = Score(self.folder.gate(number))
        new = str(self.folder.path / net_name(number))
        pairing = pairing_of(self.plan, number, new, self.best())
        tasks = (Deal(pairing, deal) for deal in range(score.pairs, self.plan.deals))
        if SPRT.decided(score.rates):
            return score
        what = f"generation {number}: gate"
        self.report(what, score.pairs / self.plan.deals)  # a deal may take long
        for pair in workers.in_order(played, tasks):
            self.folder.keep_deal(number, pair)
            score.add(pair)
            self.report(what, score.pairs / self.plan.deals)
            if SPRT.decided(score.rates):
                break
            self.check_time()
        return score


def command(plan: Plan) -> str:
    """The command that trains by this plan."""
    usual = Plan(plan.game, plan.seats, {})
    words = [f"koloda train {plan.game} --seats {plan.seats} --seed {plan.seed}"]
    words += [f"--option {name}={value}" for name, value in plan.options.items()]
    words += [
        f"--{name} {getattr(plan, name)}"
        for name in ("hidden", "games", "searched", "iterations", "gate", "deals", "epochs", "weight")
        if getattr(plan, name) != getattr(usual, name)
    ]
    return " ".join(words)
