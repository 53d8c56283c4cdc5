"""A finished game as a dialogue that a person can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from koloda.arena.contest.advice import advise
from koloda.arena.contest.transcript import Replay
from koloda.arena.printable import printable, printable_line
from koloda.core.errors import BadTrace
from koloda.games.durak.actions import MOVE
from koloda.games.durak.cards import codes


def explained(item: Any, seat: int | None = None, errors: bytes = b"", lang: str = "en") -> Iterator[str]:
    """The lines for one transcript: the whole game, or what the process of one seat (from 1) saw and said.

    `errors` is what the program at fault wrote to standard error, where that is known.
    """
    if not isinstance(item, dict):
        raise BadTrace("no JSON object, so no transcript")
    replay = Replay(item)
    yield from title(item, replay)
    if seat is None:
        yield from story(replay)
    else:
        for _ in replay.steps():
            pass
        if not 1 <= seat <= replay.seats:
            raise BadTrace(f"seat {seat}: there are seats 1 to {replay.seats}")
        for direction, line, *_ in replay.given[seat - 1]:
            yield f"  {direction} {printable_line(line)}"
    yield f"Verdict: {verdict_text(item['verdict'])}"
    for line in advise(item, replay.state, errors, lang):
        yield f"  {printable(line)}"


def author_page(item: dict[str, Any], errors: Mapping[int, bytes]) -> Iterator[str]:
    """What the author of the seats in `errors` may know of a game: his dialogues, his standard error."""
    verdict = item["verdict"]
    yield f"Game {item['number']}, deal {item['deal_id']}"
    for team in ("1", "2"):
        yours = " (yours)" if int(team) in errors else ""
        yield f"Team {team}{yours}: {printable(item['programs'][team])}"
    yield f"Verdict: {verdict_text(verdict)}"
    if verdict.get("seat") in errors:
        replay = Replay(item)
        for _ in replay.steps():
            pass
        for line in advise(item, replay.state, errors[verdict["seat"]]):
            yield f"  {printable(line)}"
    for seat, said in errors.items():
        yield ""
        yield f"Seat {seat}: what it read (>) and wrote (<), with milliseconds"
        for direction, line, *wait in item["seats"][str(seat)]:
            time = f"   {wait[0]:g}" if wait else ""
            yield f"  {direction} {printable_line(line)}{time}"
        yield f"Standard error of seat {seat}: {'nothing' if not said else ''}".rstrip()
        for line in said.decode("utf-8", "replace").splitlines():
            yield f"  {printable(line)}"


def title(item: dict[str, Any], replay: Replay) -> Iterator[str]:
    if replay.team:
        for team, seats in (("1", "1 and 3"), ("2", "2 and 4")):
            yield f"Team {team} (seats {seats}): {printable(item['programs'][team])}"
    else:
        for number, text in item["programs"].items():
            yield f"Seat {number}: {printable(text)}"
    yield f"Trump {item['trump']}, seat {item['first']} moves first"


def story(replay: Replay) -> Iterator[str]:
    """Round by round: who was asked what, and what he answered."""
    yield ""
    told = 0
    for step in replay.steps():
        state = step.state
        yield from events(replay, told)
        if state.phase == MOVE:
            stock = 36 - int(state.drawn)
            yield (
                f"Round {state.round_no}: {state.attacker + 1} leads against {state.defender + 1}, "
                f"stock {stock}, limit {state.limit}"
            )
            for each in range(replay.seats):
                hand = " ".join(codes(state.hands[each]))
                if hand:
                    yield f"    {each + 1}: {hand}"
        told = len(state.events)
        answer = "(no answer)" if step.answer is None else printable_line(step.answer)
        yield f"  {step.seat + 1} {step.command:<4} -> {answer}"
    yield from events(replay, told)


def events(replay: Replay, told: int) -> Iterator[str]:
    """What the answers did not say themselves: who drew, who is out."""
    for event in replay.state.events[told:]:
        if event.kind == "draw" and replay.state.round_no > 1:
            owner, cards = event.full
            assert isinstance(owner, int)
            assert isinstance(cards, tuple)
            yield f"  {owner + 1} draws {' '.join(cards)}"
        elif event.kind == "out":
            yield f"  {int(str(event.full[0])) + 1} is out"
        elif event.kind == "taken":
            yield f"  {int(str(event.full[0])) + 1} takes the cards"


def verdict_text(verdict: dict[str, Any]) -> str:
    if verdict["reason"] == "void":
        return "void"
    if verdict["reason"] == "draw":
        return "draw"
    who = f"team {verdict['winner']} has won" if "winner" in verdict else f"{verdict['fool']} is the fool"
    if verdict["reason"] == "fault":
        detail = printable(verdict.get("detail", "")[:200])
        return f"{who}: {verdict['code']} of seat {verdict['seat']}" + (f" ({detail})" if detail else "")
    return who
