"""The runner: takes what is in the inbox, tests new versions, plays on and on, and writes it all down."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from koloda.arena.ladder.choosing import choose
from koloda.arena.ladder.entrants import Entrant, Entrants
from koloda.arena.ladder.intake import Intake
from koloda.arena.ladder.playing import Fixture, Outcome, play_fixture
from koloda.arena.ladder.standings import Ratings, rate, standings
from koloda.arena.ladder.testing import Verdict, check_version, compile_version
from koloda.arena.ladder.workers import Done, Workers
from koloda.arena.programs.sandbox import Sandbox
from koloda.arena.seeds import deal_seed
from koloda.core.errors import KolodaError
from koloda.ladder.book import ATTEMPTS, BENCHED, CHECKING, COMPILING, ENTERED, REFUSED, Version
from koloda.ladder.folder import NOW, STANDINGS, Folder, milliseconds
from koloda.ladder.live import clear_live, live_path

SAY = 5.0  # seconds between two signs of life
LOOK = 1.0  # seconds between two looks into the inbox
MANY = 100  # versions: with more of them ratings are not computed after every fixture
FAILURES = 5  # in a row without one game: it is the machine
Say = Callable[[str], None]


class Test:
    """A version that is compiled or checked by a worker."""

    def __init__(self, version: Version, entrant: Entrant) -> None:
        self.version = version.id
        self.entrant = entrant


class Runner:
    """Of one folder, which it has locked."""

    def __init__(self, folder: Folder, sandbox: Sandbox, jobs: int, say: Say = lambda text: None) -> None:
        self.folder = folder
        self.book = folder.book
        self.rules = folder.rules
        self.say = say
        self.intake = Intake(folder, say)
        self.rng = random.Random()
        self.ratings: Ratings = rate(self.book)
        self.number = self.book.fixtures
        self.failures = 0
        self.unrated = 0  # fixtures since the ratings were computed
        self.said = self.looked = -1e9
        self.played = 0  # games of this run
        clear_live(folder.path)
        self.workers = Workers(Entrants(self.rules, folder.path, sandbox), jobs)

    def close(self) -> None:
        """Games that are not over are dropped: nothing was written of them."""
        self.workers.close()
        clear_live(self.folder.path)
        self.folder.write(NOW, {"at": 0})

    # the loop

    def run(self, games: int | None = None, until: float | None = None) -> None:
        """Play so many games, until this time, or for ever."""
        self.write_standings()
        while (until is None or time.time() < until) and (games is None or self.played < games):
            if not self.step(games):
                return

    def step(self, games: int | None = None) -> bool:
        """One turn of the loop; False: nothing is left to do, and somebody waits for a number of games."""
        if time.monotonic() - self.looked > LOOK:
            self.looked = time.monotonic()
            self.intake.take()
        self.give_tests()
        while self.workers.free and (games is None or self.played + self.coming < games):
            fixture = self.next_fixture()
            if fixture is None:
                break
            self.workers.give(play_fixture, fixture)
        self.tell_now()
        for done in self.workers.wait(LOOK):
            self.finish(done)
        if not self.workers.tasks and not self.book.waiting() and not self.can_play():
            if games is not None:
                return False
            time.sleep(LOOK / 2)
        return True

    def settle(self) -> None:
        """Test all that waits, and play nothing."""
        self.intake.take()
        while self.book.waiting() or self.workers.tasks:
            self.give_tests()
            self.tell_now()
            for done in self.workers.wait(LOOK):
                self.finish(done)
        self.write_standings()

    def can_play(self) -> bool:
        """Has anybody an opponent?"""
        return bool(self.lineup())

    @property
    def coming(self) -> int:
        """Games that are being played."""
        return sum(len(set(task.lineup)) for task in self.workers.tasks if isinstance(task, Fixture))

    # tests

    def give_tests(self) -> None:
        """New versions come first."""
        busy = {task.version for task in self.workers.tasks if isinstance(task, Test)}
        for version in self.book.waiting():
            if version.id in busy:
                continue
            if not self.workers.free:
                return
            if version.attempts >= ATTEMPTS:
                why = f"its test was broken off {ATTEMPTS} times"
                self.refuse(version, Verdict(why, {"en": why}, "broken"))
                continue
            self.folder.tell({"event": COMPILING, "version": version.id})
            self.workers.give(compile_task, Test(version, self.entrant(version)))
            busy.add(version.id)

    def tested(self, test: Test, verdict: Verdict) -> None:
        version = self.book.version(test.version)
        if verdict.why:
            self.refuse(version, verdict)
        elif version.state == COMPILING:
            self.folder.tell({"event": CHECKING, "version": version.id})
            self.workers.give(check_task, test)
        else:
            self.folder.tell({"event": ENTERED, "version": version.id})
            self.ratings = rate(self.book, self.ratings)
            self.say(f"{self.label(version)} has entered")
            self.write_standings()

    def refuse(self, version: Version, verdict: Verdict) -> None:
        self.folder.keep_report(version.program, version.number, verdict.report)
        self.folder.tell(
            {
                "event": REFUSED,
                "version": version.id,
                "why": verdict.why[:300],
                "reason": verdict.reason,
                "code": verdict.code,
            }
        )
        self.say(f"{self.label(version)} was refused: {verdict.why}")

    # games

    def next_fixture(self) -> Fixture | None:
        lineup = self.lineup()
        if not lineup:
            return None
        self.number += 1
        entrants = tuple(self.entrant(self.book.version(version)) for version in lineup)
        return Fixture(self.number, entrants, deal_seed(self.rules.secret, self.number))

    def lineup(self) -> list[str]:
        """The versions on the sides of the next fixture; empty where nobody has an opponent."""
        playing: Counter[str] = Counter()
        for task in self.workers.tasks:
            if isinstance(task, Fixture):
                playing.update(entrant.id for entrant in task.lineup)
        players = self.book.players()
        if any(version.id not in self.ratings for version in players):
            self.ratings = rate(self.book, self.ratings)
        ratings = {version.id: self.ratings[version.id].rating for version in players}
        owners = {version.id: self.book.programs[version.program].owner for version in players}
        sides = len(self.rules.sides())
        return choose(ratings, owners, self.ratings.deviation, sides, playing, self.rng)

    def finish(self, done: Done) -> None:
        """Write down what a worker has brought."""
        if done.problem:
            self.failed(done)
        elif isinstance(done.task, Test):
            self.tested(done.task, done.result)
        else:
            self.failures = 0
            self.keep(done.result)
        if isinstance(done.task, Fixture):  # now its games are among those that are over
            live_path(self.folder.path, done.task.number, done.task.final).unlink(missing_ok=True)

    def failed(self, done: Done) -> None:
        """Nobody is to blame: nothing counts. Again and again, it is the machine, and that is told."""
        first = done.problem.splitlines()[0]
        self.failures += 1
        self.say(f"a task failed and does not count: {first}")
        if isinstance(done.task, Test):
            version = self.book.version(done.task.version)
            if version.attempts >= ATTEMPTS:
                self.refuse(version, Verdict(f"its test failed {ATTEMPTS} times", {"en": first}, "broken"))
        elif self.failures >= FAILURES:
            raise KolodaError(f"{FAILURES} tasks in a row failed; the last: {done.problem}")

    def keep(self, outcome: Outcome) -> None:
        """A fixture that is over: records first, then the line that makes it count."""
        fixture = outcome.fixture
        for version_id, fault in outcome.faults:
            version = self.book.version(version_id)
            self.folder.keep_fault(version.program, version.number, fault)
        self.folder.keep_records(fixture.number, fixture.final, outcome.records)
        item: dict[str, Any] = {
            "fixture": fixture.number,
            "at": milliseconds(),
            "lineup": [entrant.id for entrant in fixture.lineup],
            "games": outcome.games,
        }
        if fixture.final:
            item["final"] = fixture.final
        else:
            self.unrated += 1
            if len(self.ratings) <= MANY or self.unrated >= len(self.ratings) // 20:
                self.ratings, self.unrated = rate(self.book, self.ratings, item), 0
            item["ratings"] = {
                entrant.id: self.ratings[entrant.id].shown() for entrant in dict.fromkeys(fixture.lineup)
            }
        self.folder.games.append([item])
        self.folder.read()
        self.played += len(outcome.games)
        if not fixture.final:
            for version_id in dict.fromkeys(item["lineup"]):
                self.bench(self.book.version(version_id))
            self.write_standings()

    def bench(self, version: Version) -> None:
        """A program that makes faults in half of its games wastes everybody's time."""
        looked_at = min(self.rules.bench_games, version.counted - version.forgiven)
        recent = list(version.recent)[-looked_at:] if looked_at else []
        faults = Counter(code for code in recent if code)
        program = self.book.programs[version.program]
        if program.level or program.current is not version or not program.plays:
            return
        if faults.total() >= self.rules.bench_faults:
            kinds = ", ".join(f"{code} {count}" for code, count in faults.most_common())
            why = f"{faults.total()} of its last {len(recent)} games had faults: {kinds}"
            self.folder.tell({"event": BENCHED, "program": program.number, "why": why})
            self.say(f"{self.label(version)} is benched: {why}")

    # what others read

    def write_standings(self) -> None:
        self.folder.write(STANDINGS, standings(self.book, self.ratings))

    def tell_now(self) -> None:
        if time.monotonic() - self.said > SAY:
            self.said = time.monotonic()
            playing = [
                [entrant.id for entrant in task.lineup]
                for task in self.workers.tasks
                if isinstance(task, Fixture)
            ]
            self.folder.write(NOW, {"at": milliseconds(), "playing": playing})

    def entrant(self, version: Version) -> Entrant:
        program = self.book.programs[version.program]
        if program.level:
            return Entrant(version.id, program.name, level=program.name)
        source = self.folder.source(program.number, version.number, version.main)
        return Entrant(version.id, self.label(version), source=str(source))

    def label(self, version: Version) -> str:
        program = self.book.programs[version.program]
        return program.name if program.level else f"{program.name} v{version.number}"


def compile_task(entrants: Entrants, test: Test) -> Verdict:
    return compile_version(entrants, test.entrant)


def check_task(entrants: Entrants, test: Test) -> Verdict:
    return check_version(entrants, test.entrant)
