"""The rules of one ladder (`ladder.json`): what is played, by which programs, within which limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from koloda.bots import bot
from koloda.core.errors import BadOption, KolodaError
from koloda.core.game import MAX_SEED, Game
from koloda.core.options import Value
from koloda.games import game as game_by_id
from koloda.ladder.presets import BOT_PROTOCOL, check_protocol

FORMAT = "koloda-ladder/1"


class Rules(msgspec.Struct, frozen=True):
    game: str
    seats: int
    options: dict[str, Any]
    secret: int  # the deals follow from it: nobody but the owner of the folder may read it
    format: str = FORMAT
    title: str = ""
    protocol: str = BOT_PROTOCOL
    levels: list[str] = msgspec.field(default_factory=list)
    endings: list[str] = msgspec.field(default_factory=lambda: [".py"])  # of sources that are taken
    decision_ms: int = 1000
    deal_ms: int = 10_000
    memory_mb: int = 256
    time_scale: float = 1.0  # of the contest's clock
    test_deals: int = 3
    bench_games: int = 20  # of the last so many games
    bench_faults: int = 10  # so many with a fault: the program is benched
    programs_each: int = 3  # of one account
    uploads_a_day: int = 20  # of one account
    source_bytes: int = 256 << 10  # of all files of one upload
    source_files: int = 8
    keep_records: int = 10_000  # fixtures whose games can be replayed

    def check(self) -> None:
        """A clear error for what is wrong, before anything is written or played."""
        if self.format != FORMAT:
            raise KolodaError(f"this ladder has the format {self.format[:40]!r}; known is {FORMAT}")
        found = game_by_id(self.game)
        chosen = found.resolve(self.seats, self.options)
        if len(found.sides(self.seats, chosen)) < 2:
            raise BadOption(f"a ladder needs two sides at least; {self.game} has one at {self.seats} seats")
        check_protocol(self.protocol, self.game, chosen)
        for level in self.levels:
            bot(level).check_repeatable()
        if len(set(self.levels)) != len(self.levels):
            raise BadOption("each level plays once")
        if not 0 <= self.secret <= MAX_SEED:
            raise BadOption("the secret is no seed")

    def the_game(self) -> Game:
        return game_by_id(self.game)

    def resolved(self) -> dict[str, Value]:
        return self.the_game().resolve(self.seats, self.options)

    def sides(self) -> list[list[int]]:
        """The seats that win and lose together; one program plays all seats of a side."""
        return self.the_game().sides(self.seats, self.resolved())


def read_rules(path: Path) -> Rules:
    try:
        rules = msgspec.json.decode(path.read_bytes(), type=Rules)
    except FileNotFoundError:
        raise KolodaError(f"{path.parent} holds no ladder: koloda ladder init makes one") from None
    except msgspec.DecodeError as error:
        raise KolodaError(f"{path}: damaged: {error}") from None
    rules.check()
    return rules
