"""A tournament: which games are played, how one is played, and what is kept of it.

A *meeting* is a few bots at one table: two, or as many as the game has sides. Each of its deals is played
once for every turn of the seats, so that everybody has had everybody's cards. A deal belongs to one meeting.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, cast

from koloda.arena.external import is_program
from koloda.arena.files import fingerprint
from koloda.arena.pairing import check_bot, faults_of
from koloda.arena.ratings import Result
from koloda.arena.seeds import check_seed, deal_seed
from koloda.arena.whole import check_single
from koloda.bots import Bot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Setting
from koloda.core.errors import BadOption
from koloda.core.options import Value
from koloda.core.record import FORMAT as RECORD
from koloda.core.record import write_record
from koloda.games import game as game_by_id

FORMATS = ("round-robin", "gauntlet", "swiss")
RESULT = "koloda-result/1"  # a game of which only the result is kept
EQUAL = 1e-9  # returns that are no different
MOST_BOTS = 200
LONGEST_LINE = 300  # signs of a line of standard error
MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    number: int  # from 1
    meeting: tuple[int, ...]  # the bots at this table
    deal: int  # from 1
    turn: int  # how far the bots have moved on around the table


@dataclass(frozen=True)
class Plan:
    """What is played. `games` are those of each meeting; `rounds` are for Swiss only."""

    game: str
    seats: int
    options: Mapping[str, object]
    bots: tuple[str, ...]
    format: str = "round-robin"
    games: int = 20
    rounds: int = 0
    mixed: bool = False  # as many bots at a table as it has sides, not two
    seed: int = 0
    records: bool = True  # are the decisions kept?

    def check(self) -> None:
        """A clear error for what is wrong, before anything is played."""
        game = game_by_id(self.game)
        check_single(game, self.seats, self.options, ", and a tournament plays single deals")
        sides = self.sides
        if len(sides) < 2:
            raise BadOption(f"{game.id} with {self.seats} seats has one side only: nobody to play against")
        if self.format not in FORMATS:
            raise BadOption(f"format {self.format[:40]!r}: known are {', '.join(FORMATS)}")
        if not 2 <= len(self.bots) <= MOST_BOTS:
            raise BadOption(f"a tournament has 2 to {MOST_BOTS} bots, not {len(self.bots)}")
        twice = [name for name, count in Counter(self.bots).items() if count > 1]
        if twice:
            raise BadOption(f"{twice[0]} is named twice: a bot against itself tells nothing")
        for name in self.bots:
            check_bot(name)
        if (self.rounds > 0) != (self.format == "swiss"):
            raise BadOption("--rounds belongs to --format swiss, and that needs it")
        check_seed(self.seed, 1, True)
        total = self.total()
        if total > MOST_GAMES:
            raise BadOption(f"these would be {total} games; {MOST_GAMES} are the most")

    @cached_property
    def resolved(self) -> dict[str, Value]:
        """The options, complete."""
        return game_by_id(self.game).resolve(self.seats, self.options)

    @cached_property
    def pinned(self) -> dict[str, Value]:
        """The options as they were given, written so that they keep their meaning."""
        game = game_by_id(self.game)
        game.resolve(self.seats, self.options)  # complains about what is no option
        return game.pinned(cast(Mapping[str, Value], self.options))

    @cached_property
    def sides(self) -> list[list[int]]:
        """The seats that win and lose together."""
        return game_by_id(self.game).sides(self.seats, self.resolved)

    @cached_property
    def width(self) -> int:
        """How many bots are at a table."""
        return min(len(self.bots), len(self.sides)) if self.mixed else 2

    @property
    def deals(self) -> int:
        """Deals of a meeting: with each, everybody sits everywhere."""
        return -(-self.games // self.width)

    def round_count(self) -> int:
        return self.rounds if self.format == "swiss" else 1

    def total(self) -> int:
        """How many games there are in all."""
        count = len(self.bots)
        if self.format == "swiss":
            meetings = self.rounds * (count // self.width)
        else:
            meetings = sum(1 for _ in self.all_meetings())
        return meetings * self.deals * self.width

    def all_meetings(self) -> Iterator[tuple[int, ...]]:
        for meeting in combinations(range(len(self.bots)), self.width):
            if self.format == "round-robin" or 0 in meeting:
                yield meeting

    def fixtures(self, round_number: int, played: Sequence[Outcome]) -> list[Fixture]:
        """The games of a round, from 0 on; `played` are those of the rounds before, complete."""
        if self.format == "swiss":
            meetings = swiss(self, played)
        else:
            meetings = list(self.all_meetings())
        each = self.deals * self.width
        found = []
        for place, meeting in enumerate(meetings, round_number * (len(self.bots) // self.width)):
            for game in range(each):
                deal = place * self.deals + game // self.width + 1
                found.append(Fixture(place * each + game + 1, meeting, deal, game % self.width))
        return found

    def line_up(self, fixture: Fixture) -> list[int]:
        """The bot on each seat."""
        bots = [0] * self.seats
        for side, seats in enumerate(self.sides):
            for seat in seats:
                bots[seat] = fixture.meeting[(side + fixture.turn) % len(fixture.meeting)]
        return bots

    def deal_seed(self, fixture: Fixture) -> int:
        return deal_seed(self.seed, fixture.deal)

    def facts(self) -> dict[str, Any]:
        """What must be the same when a tournament goes on."""
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.pinned,
            "bots": list(self.bots),
            "format": self.format,
            "games": self.games,
            "rounds": self.rounds,
            "mixed": self.mixed,
            "seed": self.seed,
            "records": self.records,
        }

    def hashes(self) -> list[dict[str, str]]:
        """The files of the programs among the bots: the same ones must play all games."""
        return [fingerprint(name.partition(":")[2].strip()) if is_program(name) else {} for name in self.bots]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game that was played, as the standings see it."""

    number: int
    meeting: tuple[int, ...]
    deal: int
    line_up: tuple[int, ...]
    scores: tuple[float, ...]
    returns: tuple[float, ...]
    places: tuple[int, ...]  # of the sides, 1 is the best
    length: int
    faults: tuple[tuple[int, str, str, tuple[str, ...]], ...]  # seat, code, advice, standard error

    def result(self, plan: Plan) -> Result:
        """For ratings: who of the sides was before whom."""
        sides = tuple(tuple(plan.bots[self.line_up[seat]] for seat in seats) for seats in plan.sides)
        return Result(sides, tuple(map(float, self.places)), self.deal)

    def duels(self, plan: Plan) -> Iterator[tuple[int, int, float]]:
        """(bot, bot, what the first has won) of every two sides with different bots."""
        owners = [self.line_up[seats[0]] for seats in plan.sides]
        for a, b in combinations(range(len(owners)), 2):
            if owners[a] != owners[b]:
                ahead = self.places[b] - self.places[a]
                yield owners[a], owners[b], 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


def places_of(sides: Sequence[Sequence[int]], returns: Sequence[float]) -> list[int]:
    """The place of each side by what its seats got on the average; equal sides share the better place."""
    means = [sum(returns[seat] for seat in seats) / len(seats) for seats in sides]
    return [1 + sum(other > mean + EQUAL for other in means) for mean in means]


# playing


def play(plan: Plan, fixture: Fixture, bot_of: Callable[[str], Bot] = bot) -> dict[str, Any]:
    """Play a game; what is kept of it, without the checksum."""
    game = game_by_id(plan.game)
    line_up = plan.line_up(fixture)
    bots = [bot_of(plan.bots[number]) for number in line_up]
    seed = plan.deal_seed(fixture)
    names = [plan.bots[number] for number in line_up]
    driver = Driver(game, bots, Setting(plan.resolved, tuple(names)))
    state = game.deal(plan.seats, seed, plan.options, watch=driver.watch)
    actions: list[tuple[int, int]] = []

    def apply(seat: int, action: int) -> None:
        actions.append((seat, action))
        state.apply(seat, action)

    try:
        length = driver.play_by(state, seed, apply) if plan.records else driver.play(state, seed)
    finally:
        driver.close()  # a program starts anew in every game, and remembers nothing of the same deal
    entry: dict[str, Any]
    if plan.records:
        entry = write_record(game, state, seed, plan.pinned, names, actions)
    else:
        entry = {"format": RESULT, "game": game.id, "seed": seed, "result": game.result(state)}
    entry["tournament"] = {
        "number": fixture.number,
        "meeting": list(fixture.meeting),
        "deal": fixture.deal,
        "line_up": line_up,
        "places": places_of(plan.sides, [float(value) for value in state.returns()]),
        "length": length,
        "faults": fault_entries(bots),
    }
    return entry


def fault_entries(bots: Sequence[Bot]) -> list[list[Any]]:
    """[seat, code, advice] of each fault, with the first of a kind the last lines of standard error."""
    from koloda.arena.external.advice import last_errors, told

    entries: list[list[Any]] = []
    for fault in faults_of(bots):
        entry: list[Any] = [fault.seat, fault.code, " ".join(told(fault)[:2])]
        errors = [line[:LONGEST_LINE] for line in last_errors(fault)]
        if errors and entry[:2] not in [before[:2] for before in entries]:
            entry.append(errors)
        entries.append(entry)
    return entries


@dataclass(frozen=True)
class Batch:
    """Some games for one worker."""

    plan: Plan
    fixtures: tuple[Fixture, ...]

    def __str__(self) -> str:
        return f"games {self.fixtures[0].number} to {self.fixtures[-1].number}"


def play_batch(batch: Batch) -> list[str]:
    """The lines of the games, with their checksums."""
    return [sealed(play(batch.plan, fixture)) for fixture in batch.fixtures]


# lines


def sealed(entry: Mapping[str, Any]) -> str:
    """An entry as a line with a checksum of everything before it."""
    text = json.dumps(entry, separators=(",", ":"), ensure_ascii=True)
    return f'{text[:-1]},"check":"{checksum(text)}"}}'


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode("ascii", "replace")).hexdigest()[:16]


def unsealed(line: str) -> dict[str, Any] | None:
    """The entry of a line; None if a bit of it has changed."""
    head, mark, tail = line.rpartition(',"check":"')
    if not mark or tail[16:] != '"}' or checksum(head + "}") != tail[:16]:
        return None
    try:
        entry = json.loads(head + "}")
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


# the same tuple for equal ones: most games of a tournament are alike in most of their facts


@lru_cache(maxsize=10_000)
def numbers(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


@lru_cache(maxsize=10_000)
def points(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def outcome_of(entry: Mapping[str, Any]) -> Outcome:
    """The outcome of an entry that we have written; KeyError, TypeError or ValueError for another one."""
    own, result = entry["tournament"], entry["result"]
    return Outcome(
        int(own["number"]),
        numbers(tuple(own["meeting"])),
        int(own["deal"]),
        numbers(tuple(own["line_up"])),
        points(tuple(result["scores"])),
        points(tuple(result["returns"])),
        numbers(tuple(own["places"])),
        int(own["length"]),
        tuple(
            (int(seat), str(code), str(text), tuple(str(line) for lines in errors for line in lines))
            for seat, code, text, *errors in own["faults"]
        ),
    )


def is_of(plan: Plan, fixture: Fixture, entry: Mapping[str, Any], outcome: Outcome) -> bool:
    """Was this entry played as the plan says?"""
    return (
        outcome.meeting == fixture.meeting
        and outcome.deal == fixture.deal
        and list(outcome.line_up) == plan.line_up(fixture)
        and entry.get("seed") == plan.deal_seed(fixture)
        and entry.get("format") == (RECORD if plan.records else RESULT)
        and len(outcome.places) == len(plan.sides)
        and len(outcome.scores) == len(outcome.returns) == plan.seats
    )


# Swiss

PATIENCE = 20_000  # tables that are tried before somebody may meet the same bot again


def swiss(plan: Plan, played: Sequence[Outcome]) -> list[tuple[int, ...]]:
    """The meetings of the next round: neighbours in the standings, nobody twice if that can be avoided.

    Who is left over has a rest, which counts as half of a meeting: the last of those with the fewest rests.
    """
    count, width = len(plan.bots), plan.width
    tables = count // width
    won: defaultdict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])  # meeting, bot
    met: Counter[tuple[int, int]] = Counter()
    for outcome in played:
        place = (outcome.deal - 1) // plan.deals
        for a, b, points in outcome.duels(plan):
            for number, part in ((a, points), (b, 1.0 - points)):
                won[place, number][0] += part
                won[place, number][1] += 1.0
    seated = {(place, number) for place, number in won}
    rounds = 1 + max((place // tables for place, _ in seated), default=-1)
    score = [0.5 * rounds] * count  # as if all had rested
    rests = [rounds] * count
    for (place, number), (points, compared) in won.items():
        score[number] += points / compared - 0.5
        rests[number] -= 1
    for place in {place for place, _ in seated}:
        for a, b in combinations(sorted(number for at, number in seated if at == place), 2):
            met[a, b] += 1
    ranked = sorted(range(count), key=lambda number: (-score[number], number))
    for _ in range(count % width):
        fewest = min(rests[number] for number in ranked)
        ranked.remove([number for number in ranked if rests[number] == fewest][-1])
    for allowed in range(max(met.values(), default=0) + 1):
        found = seatings(ranked, width, met, allowed, [PATIENCE])
        if found is not None:
            return found
    return [tuple(ranked[first : first + width]) for first in range(0, len(ranked), width)]


def seatings(
    ranked: list[int], width: int, met: Mapping[tuple[int, int], int], allowed: int, patience: list[int]
) -> list[tuple[int, ...]] | None:
    """Tables from the top down, with neighbours who have not met more often than allowed."""
    if not ranked:
        return []
    for others in combinations(ranked[1:], width - 1):
        patience[0] -= 1
        if patience[0] < 0:
            return None
        table = (ranked[0], *others)
        if any(met.get((min(a, b), max(a, b)), 0) > allowed for a, b in combinations(table, 2)):
            continue
        rest = seatings([number for number in ranked if number not in table], width, met, allowed, patience)
        if rest is not None:
            return [tuple(sorted(table)), *rest]
    return None
