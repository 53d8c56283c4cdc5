"""What the worker processes of a runner know: the programs, compiled once, and the conditions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from koloda.arena.contest.referee import Conditions as ContestConditions
from koloda.arena.contest.referee import contest_options
from koloda.arena.external import workshop
from koloda.arena.programs.compiling import Compiled
from koloda.arena.programs.languages import Language, Toolchain
from koloda.arena.programs.making import Programs, compile_key
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.bots import Bot, bot
from koloda.core.errors import KolodaError
from koloda.ladder.folder import COMPILED
from koloda.ladder.journal import replace as write_file
from koloda.ladder.presets import CONTEST
from koloda.ladder.rules import Rules


@dataclass(frozen=True)
class Entrant:
    """A version as a worker gets it."""

    id: str  # program.version
    name: str  # as people read it
    level: str = ""  # one of our own bots
    source: str = ""  # the path of its main file


class CachedPrograms(Programs):
    """Keeps what was compiled in the folder of the ladder. A damaged file is compiled again."""

    def __init__(self, sandbox: Sandbox, memory_mb: int, cache: Path) -> None:
        super().__init__(sandbox, memory_mb)
        self.cache = cache

    def compile(
        self, language: Language, toolchain: Toolchain, visible: list[str], name: str, content: bytes
    ) -> Compiled:
        key = compile_key(language, toolchain, name, content)
        path = self.cache / f"{key}.tar"
        if key not in self.compiled:
            try:
                digest, archive = path.read_bytes()[:32], path.read_bytes()[32:]
            except OSError:
                digest, archive = b"", b""
            if digest == sha256(archive).digest():
                self.compiled[key] = Compiled(archive)
        compiled = super().compile(language, toolchain, visible, name, content)
        if not compiled.problem and not path.exists():
            write_file(path, sha256(compiled.archive).digest() + compiled.archive)
        return compiled


@dataclass
class Entrants:
    """The programs of one worker process."""

    rules: Rules
    root: Path  # the folder of the ladder
    sandbox: Sandbox
    made: dict[str, Program] = field(default_factory=dict)
    programs: CachedPrograms | None = None

    @property
    def conditions(self) -> ContestConditions:
        """Of the contest's judge."""
        rules = self.rules
        options = contest_options(rules.options)
        return ContestConditions(rules.time_scale, rules.memory_mb, options=options)

    def program(self, entrant: Entrant) -> Program:
        """Compiled and ready, or with a `problem`."""
        if entrant.id not in self.made:
            if self.programs is None:
                self.programs = CachedPrograms(self.sandbox, self.rules.memory_mb, self.root / COMPILED)
            try:
                made = self.programs.make(entrant.source)
            except KolodaError as error:  # the organiser's affair, such as a compiler that is not installed
                made = Program(entrant.source, (), problem=str(error).replace(entrant.source, "the program"))
            self.made[entrant.id] = replace(made, text=entrant.name)
        return self.made[entrant.id]

    def bot(self, entrant: Entrant) -> Bot:
        """As a bot that speaks the bot protocol; a level is itself."""
        if entrant.level:
            return bot(entrant.level)
        rules = self.rules
        if workshop.current.sandbox is not self.sandbox:
            conditions = workshop.Conditions(rules.decision_ms, rules.deal_ms, memory_mb=rules.memory_mb)
            workshop.use(workshop.Setup(conditions, self.sandbox))
        programs = {**workshop.current.programs, entrant.id: self.program(entrant)}
        workshop.use(replace(workshop.current, programs=programs))
        return bot(f"cmd:{entrant.id}")

    @property
    def contest(self) -> bool:
        return self.rules.protocol == CONTEST
