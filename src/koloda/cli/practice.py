"""`koloda judge PROGRAM`: the practice room. What goes wrong is explained, what goes right is measured."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

from koloda.cli.arguments import language, output
from koloda.core.texts import in_section, texts

if TYPE_CHECKING:
    from koloda.arena.contest.referee import Played
    from koloda.arena.contest.tournament import Work
    from koloda.arena.programs.program import Program
    from koloda.bots import Bot

SHOWN = 2  # games whose dialogue is printed: one deal in both directions
GAMES = 20  # against each of our bots
OPPONENTS = ("random", "normal", "hard")
GUESTS = "normal"  # who plays in the games that are shown
TEXTS: dict[str, dict[str, str]] = texts("practice")
TAIL = 12  # lines of a dialogue that was not shown
LEVEL_RANDOM: dict[str, str] = in_section("words", "random")


def wrapped(line: str) -> str:
    """A sentence in the width of the terminal; what a program wrote stays as it is."""
    from koloda.cli.terminal import width

    if line.startswith(" "):
        return f"  {line}"
    return textwrap.fill(line, width(), initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


class Live:
    """Prints the dialogue of one seat as it happens; equal lines in a row are counted."""

    def __init__(self, seat: int, texts: dict[str, str]) -> None:
        self.seat = seat
        self.texts = texts
        self.last = ("", "")
        self.count = 0

    def hear(self, seat: int, direction: str, line: str) -> None:
        if seat != self.seat:
            return
        if (direction, line) != self.last:
            self.flush()
            self.last = (direction, line)
        self.count += 1
        if direction != ">" or line.isupper():
            self.flush()

    def flush(self) -> None:
        if self.count:
            show_entry(*self.last, self.texts["times"].format(count=self.count) if self.count > 1 else "")
        self.last, self.count = ("", ""), 0


def show_entry(direction: str, line: str, note: str = "") -> None:
    from koloda.arena.printable import printable_line

    print(f"  {direction} {printable_line(line):<16}{note}".rstrip(), flush=True)


class Practice:
    def __init__(self, args: argparse.Namespace, work: Work, transcript: IO[str] | None) -> None:
        self.args = args
        self.work = work
        self.transcript = transcript
        self.lang = language(args.lang)
        self.texts = TEXTS[self.lang]
        self.played = 0
        self.strength: list[dict[str, Any]] = []
        self.fault: dict[str, Any] | None = None

    def level_name(self, level: str) -> str:
        from koloda.bots import LEVEL_NAMES

        return LEVEL_RANDOM[self.lang] if level == "random" else LEVEL_NAMES[self.lang][level]

    def play(self, level: str, game: int, live: Live | None = None) -> tuple[Played, int]:
        """One game against our bot; (game, the program's team from 0)."""
        from koloda.arena.contest.referee import play
        from koloda.bots import bot
        from koloda.bots import level as bot_of_level

        side = game % 2
        opponent = bot("random") if level == "random" else bot_of_level(level)
        both: tuple[Program, Bot] = (self.work.programs[0], opponent)
        teams: list[Program | Bot] = [both[side], both[1 - side]]
        deal = self.work.plan.deal(game // 2 + 1)
        played = play(
            deal, [*teams, *teams], self.work.plan.conditions, self.work.sandbox, live.hear if live else None
        )
        if live is not None:
            live.flush()
        self.played += 1
        if self.transcript is not None:
            self.transcript.write(json.dumps(self.item(played, side, level), separators=(",", ":")) + "\n")
        return played, side

    def item(self, played: Played, side: int, level: str) -> dict[str, Any]:
        from koloda.arena.contest.transcript import write_transcript

        texts = [self.work.plan.programs[0], f"koloda ({level})"]
        programs = {"1": texts[side], "2": texts[1 - side]}
        return write_transcript(played, programs, self.work.plan.conditions, self.args.times)

    def explain(self, played: Played, side: int, level: str) -> None:
        """The fault that ends the practice."""
        from koloda.arena.contest.advice import advise
        from koloda.arena.contest.transcript import Replay
        from koloda.arena.printable import printable

        item = self.item(played, side, level)
        replay = Replay(json.loads(json.dumps(item)))
        for _ in replay.steps():
            pass
        advice = advise(item, replay.state, played.errors[played.fault_seat], self.lang)
        assert played.fault is not None
        self.fault = {**item["verdict"], "opponent": level, "game": self.played, "advice": advice}
        if not self.args.json:
            print()
            print(self.texts["fault"].format(code=played.fault.code))
            for line in advice:
                print(wrapped(printable(line)))
            print(self.texts["stopped"])

    def show(self) -> bool:
        """One deal in both directions, with the dialogue; False at a fault."""
        for game in range(SHOWN):
            seat = (self.args.seat - 1 if self.args.seat else 0) // 2 * 2 + game % 2
            live = None
            if not self.args.json:
                seats = "1, 3" if game % 2 == 0 else "2, 4"
                names = {"number": game + 1, "seats": seats, "seat": seat + 1}
                print(self.texts["game"].format(level=self.level_name(GUESTS), **names))
                live = Live(seat, self.texts)
            played, side = self.play(GUESTS, game, live)
            if live is not None:
                self.aftermath(played, side, seat)
            if played.fault is not None:
                self.explain(played, side, GUESTS)
                return False
        return True

    def aftermath(self, played: Played, side: int, seat: int) -> None:
        """What was not shown while the game went on."""
        from koloda.cli.terminal import one_line

        if played.fault is not None and played.fault_seat not in (seat, -1):
            print(self.texts["partner"].format(seat=played.fault_seat + 1))
            self.show_end(played)
        for place, errors in enumerate(played.errors):
            if place % 2 == side and errors:
                print(self.texts["errors"].format(seat=place + 1))
                for line in errors.decode("utf-8", "replace").splitlines():
                    print(f"  {one_line(line)}")
                if played.fault_seat != place and b"EOFError" in errors:
                    print(self.texts["after_end"])
        if played.fault is None:
            key = "drawn" if played.winner is None else "won" if played.winner == side else "lost"
            print(f"{self.texts[key]}\n")

    def show_end(self, played: Played) -> None:
        for direction, line, *_ in played.lines[played.fault_seat][-TAIL:]:
            show_entry(direction, line)

    def measure(self) -> bool:
        """Its strength against our bots, without dialogues; False at a fault."""
        from koloda.arena.contest.results import interval
        from koloda.cli.terminal import Progress

        games = self.args.games or GAMES
        if not self.args.json:
            print(self.texts["strength"])
        for level in OPPONENTS:
            points = 0.0
            with Progress(f"{self.texts['measuring']}: {self.level_name(level)}") as progress:
                for game in range(games):
                    played, side = self.play(level, SHOWN + game)
                    if played.fault is not None:
                        progress.clear()
                        if not self.args.json:
                            name = self.level_name(level)
                            print(self.texts["in_game"].format(level=name, number=self.played))
                            self.show_end(played)
                        self.explain(played, side, level)
                        return False
                    points += 0.5 if played.winner is None else float(played.winner == side)
                    progress.update((game + 1) / games)
            low, high = interval(points, games)
            facts = {"opponent": level, "games": games, "points": points, "interval": [low, high]}
            self.strength.append(facts)
            if not self.args.json:
                names = {"level": self.level_name(level), "points": points, "games": games}
                print(self.texts["against"].format(low=low, high=high, **names), flush=True)
        if not self.args.json:
            print(self.texts["faultless"].format(games=self.played))
        return True


def practise(args: argparse.Namespace, work: Work) -> int:
    """Exit code 0: no fault; 1: a fault, explained; 130: interrupted."""
    if work.programs[0].problem:
        print(TEXTS[language(args.lang)]["compile"], file=sys.stderr)
        return 1
    with ExitStack() as stack:
        transcript = stack.enter_context(output(args.transcript)) if args.transcript else None
        practice = Practice(args, work, transcript)
        try:
            faultless = practice.show() and practice.measure()
        except KeyboardInterrupt:
            print(practice.texts["interrupted"], file=sys.stderr)
            return 130
    if args.json:
        facts = {"program": work.plan.programs[0], "games": practice.played, "seed": work.plan.seed}
        print(json.dumps({**facts, "strength": practice.strength, "fault": practice.fault}, indent=1))
    return 0 if faultless else 1
