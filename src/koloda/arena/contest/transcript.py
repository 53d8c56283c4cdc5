"""Transcripts: the complete dialogue of a game, and the check that all of it follows from the answers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from koloda.arena.contest.clock import Clock
from koloda.arena.contest.faults import (
    CODES,
    CRASH,
    EOF,
    EXTRA,
    GARBAGE,
    ILLEGAL,
    MEMORY,
    SECURITY,
    START,
    TIME,
)
from koloda.arena.contest.protocol import ANSWER_BYTES, Dialogue, action_of, read_answer, why_illegal
from koloda.arena.contest.referee import Conditions, Deal, Played
from koloda.core.errors import BadTrace, KolodaError
from koloda.core.game import Game
from koloda.core.options import Value, shown
from koloda.games.durak.state import DurakState

FORMAT = "transcript/1"
KEYS = (
    "koloda",
    "game",
    "options",
    "programs",
    "deck",
    "trump",
    "first",
    "seats",
    "rounds",
    "out",
    "verdict",
)
RECORD_KEYS = ("number", "mode", "deal_id", "decisions", "result", "time_used")  # of a tournament's games
KEPT = 64  # bytes of an entry that is no answer
BEFORE_COMMAND = (EXTRA, TIME, MEMORY, CRASH, EOF)
AFTER_COMMAND = (TIME, MEMORY, CRASH, EOF)
VOIDS_ANSWER = (TIME, MEMORY)
WITH_REST = (EXTRA, TIME, MEMORY, CRASH, EOF)
TOLERANCE = 0.001  # seconds, for times that were rounded


def verdict_of(played: Played) -> dict[str, Any]:
    """The result of a game as files have it, seats and teams from 1."""
    verdict: dict[str, Any] = {}
    if played.individual:
        verdict["fool"] = None if played.fool is None else played.fool + 1
    else:
        verdict["winner"] = None if played.winner is None else played.winner + 1
    verdict["reason"] = played.reason
    if played.fault is not None:
        verdict |= {
            "seat": played.fault_seat + 1,
            "code": played.fault.code,
            "detail": played.fault.detail,
        }
    return verdict


def judge_options(conditions: Conditions, seats: int) -> dict[str, Value | float]:
    """The options that differ from the contest's."""
    options: dict[str, Value | float] = dict(conditions.options)
    if options.get("mode") == "individual":
        options["players"] = seats
    if conditions.time_scale != 1.0:
        options["time_scale"] = conditions.time_scale
    if conditions.memory_mb != 128:
        options["memory_mb"] = conditions.memory_mb
    if not conditions.cpu_check:
        options["cpu_check"] = "off"
    if conditions.extensions:
        options["extensions"] = "on"
    return options


def write_transcript(
    played: Played, programs: Mapping[str, str], conditions: Conditions, times: bool = False
) -> dict[str, Any]:
    """The transcript of a game; without waiting times the same game gives the same transcript."""
    seats: dict[str, list[list[Any]]] = {}
    waits = {
        seat: iter([decision.milliseconds for decision in played.decisions if decision.seat == seat])
        for seat in range(played.seats)
    }
    for seat, lines in enumerate(played.lines):
        entries = [list(entry) for entry in lines]
        if times:
            for entry in entries:
                if entry[0] == "<":
                    wait = next(waits[seat], None)  # a faulty answer is no decision and has none
                    entry += [] if wait is None else [round(wait, 3)]
        seats[str(seat + 1)] = entries
    return {
        "koloda": FORMAT,
        "game": "durak",
        "options": judge_options(conditions, played.seats),
        "programs": dict(programs),
        "deck": list(played.deal.deck),
        "trump": played.deal.trump,
        "first": played.deal.first + 1,
        "seats": seats,
        "rounds": played.rounds,
        "out": [seat + 1 for seat in played.out],
        "verdict": verdict_of(played),
    }


@dataclass(frozen=True)
class Step:
    """One question of a transcript, before its answer takes effect; `answer` is None if there was none."""

    state: DurakState
    seat: int
    command: str
    answer: str | None


def check_transcript(game: Game, item: Mapping[str, Any]) -> None:
    """Replay a transcript and check everything in it; BadTrace names the first difference."""
    for _ in Replay(item).steps():
        pass


class Replay:
    """Follows a transcript with the rules: what must stand in it next is always known."""

    def __init__(self, item: Mapping[str, Any]) -> None:
        for key, kind in zip(
            KEYS, (str, str, dict, dict, list, str, int, dict, int, list, dict), strict=True
        ):
            if not isinstance(item.get(key), kind) or isinstance(item.get(key), bool):
                raise BadTrace(f"{key}: missing or not of the right kind")
        self.item = item
        self.verdict: dict[str, Any] = item["verdict"]
        self.options, self.scale, extensions = read_options(item["options"])
        self.seats = read_seats(item["options"], self.options)
        if set(item["seats"]) != {str(seat + 1) for seat in range(self.seats)}:
            raise BadTrace(f"seats: not those of 1 to {self.seats}")
        self.given = [read_entries(item["seats"][str(seat + 1)], seat + 1) for seat in range(self.seats)]
        self.place = [0] * self.seats
        self.used = [0.0] * self.seats
        self.decisions: list[list[Any]] = []
        self.state = self.deal()
        self.dialogue = Dialogue(self.state, extensions)
        self.team = bool(self.state.rules.team)
        sides = 2 if self.team else self.seats
        if set(item["programs"]) != {str(side + 1) for side in range(sides)}:
            raise BadTrace(f"programs: not one for each of 1 to {sides}")
        if not all(isinstance(text, str) for text in item["programs"].values()):
            raise BadTrace("programs: not texts")
        self.code = read_verdict(self.verdict, self.seats, self.team)
        self.culprit = self.verdict["seat"] - 1 if self.code else -1
        self.may_break_off = self.verdict["reason"] == "void" or self.code == SECURITY

    def deal(self) -> DurakState:
        first = self.item["first"]
        if not 1 <= first <= self.seats:
            raise BadTrace(f"first: {shown(first)} is no seat")
        deal = Deal(tuple(self.item["deck"]), self.item["trump"], first - 1)
        try:
            return deal.state(self.options, self.seats)
        except KolodaError as error:
            if self.options.get("mode") != "individual":
                raise
            # missing options may also be meant as the contest's
            try:
                appointed: dict[str, Value] = {"first_mover": "appointed", "trump_source": "appointed"}
                self.options = {**appointed, **self.options}
                return deal.state(self.options, self.seats)
            except KolodaError:
                raise error from None

    # going through the lists

    def peek(self, seat: int) -> list[Any] | None:
        place = self.place[seat]
        return self.given[seat][place] if place < len(self.given[seat]) else None

    def take(self, seat: int, line: str) -> bool:
        """The next entry must be this line of the judge; False where the game was broken off before it."""
        entry = self.peek(seat)
        if entry is not None and entry[:2] == [">", line]:
            self.place[seat] += 1
            return True
        if entry is None and self.may_break_off:
            return False
        found = "the end of the list" if entry is None else f"{entry[0]} {shown(entry[1])}"
        raise BadTrace(f"seat {seat + 1}, entry {self.place[seat]}: {found}, by the rules > {line}")

    def tell(self) -> bool:
        """Everybody must have been told the news; False where the game was broken off."""
        complete = True
        for seat, lines in enumerate(self.dialogue.news()):
            for line in lines:
                if not self.take(seat, line):
                    complete = False
                    break
        return complete

    def exhausted(self) -> bool:
        return all(self.place[seat] == len(self.given[seat]) for seat in range(self.seats))

    def steps(self) -> Iterator[Step]:
        """All questions in their order; a BadTrace where the transcript is not what the rules give."""
        rounds = 0
        if self.code != START and (self.given_anything() or not self.may_break_off):
            told = self.tell()
            while told and not self.state.over:
                step, goes_on = self.question()
                yield step
                if not goes_on:
                    break
                assert step.answer is not None
                self.state.apply(step.seat, action_of(self.state, step.answer))
                told = self.tell()
            rounds = int(self.state.round_no)
        self.check_end(rounds)

    def given_anything(self) -> bool:
        return any(self.given)

    def question(self) -> tuple[Step, bool]:
        """The question that is due, and whether the game goes on after it."""
        state = self.state
        seat, command = int(state.actor), self.dialogue.command
        entry = self.peek(seat)
        if entry is None or entry[0] == "?":
            self.stops(seat, BEFORE_COMMAND, f"{command} is due")
            return Step(state, seat, command, None), False
        self.take(seat, command)
        entry = self.peek(seat)
        if entry is None or entry[0] != "<":
            self.stops(seat, AFTER_COMMAND, f"{command} is not answered")
            return Step(state, seat, command, None), False
        self.place[seat] += 1
        answer = read_answer(entry[1].encode("latin-1"))
        step = Step(state, seat, command, entry[1] if answer is None else answer)
        why = "it is no card and not NO" if answer is None else why_illegal(state, seat, answer)
        if why:
            wrong = GARBAGE if answer is None else ILLEGAL
            self.stops(seat, (wrong, *VOIDS_ANSWER), f"{shown(entry[1])} to {command}: {why}")
            return step, False
        if self.culprit == seat and self.code in VOIDS_ANSWER and self.ends_here():
            return step, False
        if self.may_break_off and self.exhausted() and self.ends_here():
            return step, False
        self.count_time(seat, entry)
        self.decisions.append([seat + 1, command, answer])
        return step, True

    def ends_here(self) -> bool:
        return self.exhausted() and self.item["rounds"] == self.state.round_no

    def stops(self, seat: int, codes: tuple[str, ...], why: str) -> None:
        """The game must have ended here, by a fault of this seat with one of these codes."""
        if self.may_break_off:
            return
        if self.culprit != seat or self.code not in codes:
            said = f"{self.code} of seat {self.culprit + 1}" if self.code else "no fault"
            raise BadTrace(f"seat {seat + 1}: {why}; the verdict says {said}")
        entry = self.peek(seat)
        if entry is not None and entry[0] == "?" and self.code in WITH_REST:
            self.place[seat] += 1

    def count_time(self, seat: int, entry: list[Any]) -> None:
        """Answers that were accepted must have come in time, as far as their times are known."""
        if len(entry) == 3:
            self.used[seat] += entry[2] / 1000
            budget = Clock(self.scale).budget(int(self.state.round_no))
            if self.used[seat] > budget + TOLERANCE:
                raise BadTrace(
                    f"seat {seat + 1}, entry {self.place[seat] - 1}: {self.used[seat]:.3f} s used of "
                    f"{budget:.3f} s, and no fault TIME"
                )

    # the end

    def check_end(self, rounds: int) -> None:
        for seat in range(self.seats):
            entry = self.peek(seat)
            if entry is not None:
                raise BadTrace(
                    f"seat {seat + 1}, entry {self.place[seat]}: {entry[0]} {shown(entry[1])} after the end"
                )
        out = [] if rounds == 0 else [seat + 1 for seat in self.state.out_seats()]
        for key, ours in (("rounds", rounds), ("out", out)):
            if self.item[key] != ours:
                raise BadTrace(f"{key}: {shown(self.item[key])} in the file, {ours} by the rules")
        if self.verdict["reason"] in ("normal", "draw"):
            if not self.state.over:
                raise BadTrace("the dialogue ends before the game is over")
            fool = int(self.state.fool())
            reason = "draw" if fool < 0 else "normal"
            side = None if fool < 0 else (fool + 1) % 2 + 1 if self.team else fool + 1
            self.compare(reason, side)
        elif self.code:
            if self.state.over and self.code != SECURITY:
                raise BadTrace("the game was over before the fault")
            self.compare("fault", 2 - self.culprit % 2 if self.team else self.culprit + 1)
        else:
            self.compare("void", None)
        if any(key in self.item for key in RECORD_KEYS):
            self.check_record()

    def check_record(self) -> None:
        """What the record of a game says beside its dialogue must follow from it."""
        item = self.item
        for key, kind in zip(RECORD_KEYS, (int, str, int, list, dict, dict), strict=True):
            if not isinstance(item.get(key), kind) or isinstance(item.get(key), bool):
                raise BadTrace(f"{key}: missing or not of the right kind")
        if item["mode"] != ("team" if self.team else "individual"):
            raise BadTrace(f"mode: {shown(item['mode'])}, by the options another")
        if item["result"] != self.verdict:
            raise BadTrace("result: it is not the verdict")
        given = item["decisions"]
        for number, decision in enumerate(given):
            good = isinstance(decision, list) and len(decision) == 4 and is_number(decision[3])
            if not good or number >= len(self.decisions) or decision[:3] != self.decisions[number]:
                raise BadTrace(f"decision {number}: {shown(decision)} is not in the dialogue")
        if len(given) != len(self.decisions):
            raise BadTrace(f"decisions: {len(given)} in the file, {len(self.decisions)} in the dialogue")
        if not all(is_number(used) and used >= 0 for used in item["time_used"].values()):
            raise BadTrace("time_used: not seconds")

    def compare(self, reason: str, side: int | None) -> None:
        """The verdict must be this; `side` is the winning team, or the fool."""
        for key, ours in (("reason", reason), ("winner" if self.team else "fool", side)):
            if self.verdict[key] != ours or isinstance(self.verdict[key], bool):
                raise BadTrace(f"verdict {key}: {shown(self.verdict[key])} in the file, {ours} by the rules")


def read_options(given: Mapping[str, Any]) -> tuple[dict[str, Value], float, bool]:
    """(options of the game, time scale, extensions) of a transcript."""
    options = dict(given)
    options.pop("players", None)
    scale = options.pop("time_scale", 1.0)
    memory = options.pop("memory_mb", 128)
    switches = [options.pop(name, usual) for name, usual in (("cpu_check", "on"), ("extensions", "off"))]
    if not is_number(scale) or scale <= 0 or not is_number(memory) or memory <= 0:
        raise BadTrace("options: time_scale and memory_mb are positive numbers")
    if any(switch not in ("on", "off") for switch in switches):
        raise BadTrace("options: cpu_check and extensions are on or off")
    return options, float(scale), switches[1] == "on"


def read_seats(given: Mapping[str, Any], options: Mapping[str, Value]) -> int:
    players = given.get("players", 4)
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 6:
        raise BadTrace(f"options: players {shown(players)}")
    if players != 4 and options.get("mode") != "individual":
        raise BadTrace("options: players belongs to mode individual")
    return players


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def read_entries(listed: object, seat: int) -> list[list[Any]]:
    """The list of one process, with every entry of the right shape."""
    if not isinstance(listed, list):
        raise BadTrace(f"seat {seat}: not a list")
    for number, entry in enumerate(listed):
        good = isinstance(entry, list) and len(entry) in (2, 3) and isinstance(entry[1], str)
        good = good and entry[0] in ("<", ">", "?") and all(ord(sign) < 256 for sign in entry[1])
        if good and entry[0] == "<":
            good = len(entry[1]) <= ANSWER_BYTES + 1 and "\n" not in entry[1]
            good = good and (len(entry) == 2 or (is_number(entry[2]) and entry[2] >= 0))
        elif good:
            good = len(entry) == 2
            if entry[0] == "?":
                good = good and 0 < len(entry[1]) <= KEPT and number == len(listed) - 1
        if not good:
            raise BadTrace(f"seat {seat}, entry {number}: no entry: {shown(entry)}")
    return listed


def read_verdict(verdict: Mapping[str, Any], seats: int, team: bool) -> str:
    """The code of the fault, empty if there was none; everything of the right shape."""
    reason = verdict.get("reason")
    if reason not in ("normal", "fault", "draw", "void"):
        raise BadTrace(f"verdict reason: {shown(reason)}")
    needed = {"winner" if team else "fool", "reason"} | ({"seat", "code"} if reason == "fault" else set())
    if not needed <= set(verdict) <= needed | {"detail"}:
        raise BadTrace(f"verdict: it must have {', '.join(sorted(needed))}")
    if not isinstance(verdict.get("detail", ""), str):
        raise BadTrace("verdict detail: not a text")
    if reason != "fault":
        return ""
    seat, code = verdict["seat"], verdict["code"]
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= seats:
        raise BadTrace(f"verdict seat: {shown(seat)}")
    if code not in CODES:
        raise BadTrace(f"verdict code: {shown(code)}")
    if code == TIME and not verdict.get("detail", "wall").startswith(("wall", "cpu")):
        raise BadTrace("verdict detail: for TIME it begins with wall or cpu")
    return str(code)
