"""One fixture: a deal that is played until each program has had each side of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from koloda.arena.contest.explain import author_page
from koloda.arena.contest.protocol import action_of
from koloda.arena.contest.record import write_record as contest_record
from koloda.arena.contest.referee import Deal, Played
from koloda.arena.contest.referee import play as play_contest
from koloda.arena.external.advice import told
from koloda.arena.ladder.entrants import Entrant, Entrants
from koloda.arena.pairing import faults_of
from koloda.bots import Bot
from koloda.bots.driver import Driver
from koloda.bots.player import Setting
from koloda.core.record import write_record
from koloda.ladder.folder import milliseconds
from koloda.ladder.live import Broadcast, head_of, live_path
from koloda.ladder.presets import CONTEST
from koloda.ladder.rules import Rules

LONGEST = 20_000  # signs of what is told of a fault


@dataclass(frozen=True)
class Fixture:
    number: int
    lineup: tuple[Entrant, ...]  # one for each side
    seed: int
    final: int = 0


@dataclass
class Outcome:
    """What came of a fixture: for the log, for replays, and for the authors."""

    fixture: Fixture
    games: list[dict[str, Any]] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    faults: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # version, its fault in words


def rotations(lineup: Sequence[Entrant]) -> list[tuple[Entrant, ...]]:
    """Each program on each side once; of line-ups that repeat themselves one."""
    turned = (tuple(lineup[place:]) + tuple(lineup[:place]) for place in range(len(lineup)))
    return list(dict.fromkeys(turned))


def seated(rules: Rules, lineup: Sequence[Entrant]) -> list[Entrant]:
    """The program on each seat."""
    by_seat: dict[int, Entrant] = {}
    for entrant, seats in zip(lineup, rules.sides(), strict=True):
        by_seat.update(dict.fromkeys(seats, entrant))
    return [by_seat[seat] for seat in sorted(by_seat)]


def play_fixture(entrants: Entrants, fixture: Fixture) -> Outcome:
    """All games of a deal. JudgeFailure: nobody is to blame, and nothing counts."""
    outcome = Outcome(fixture)
    play = contest_game if entrants.rules.protocol == CONTEST else bot_game
    lineups = [seated(entrants.rules, lineup) for lineup in rotations(fixture.lineup)]
    for number, seats in enumerate(lineups, 1):
        live = broadcast(entrants, fixture, seats, number, len(lineups))
        try:
            play(entrants, seats, fixture, outcome, live)
        finally:
            live.close()
    return outcome


def broadcast(
    entrants: Entrants, fixture: Fixture, seats: Sequence[Entrant], number: int, games: int
) -> Broadcast:
    """For who watches the game while it is played."""
    rules, game = entrants.rules, entrants.rules.the_game()
    state = game.deal(rules.seats, fixture.seed, rules.options)
    names, pinned = [each.name for each in seats], dict(game.pinned(rules.options))
    record = write_record(game, state, fixture.seed, pinned, names, [])
    versions = [each.id for each in seats]
    head = head_of(fixture.number, fixture.final, number, games, milliseconds(), versions, record)
    return Broadcast(live_path(entrants.root, fixture.number, fixture.final), head)


def bot_game(
    entrants: Entrants, seats: Sequence[Entrant], fixture: Fixture, outcome: Outcome, live: Broadcast
) -> None:
    """A game by the bot protocol: after a fault the seat is played by default actions."""
    rules, game = entrants.rules, entrants.rules.the_game()
    options = rules.resolved()
    bots: list[Bot] = [entrants.bot(each) for each in seats]
    driver = Driver(game, bots, Setting(options))
    state = game.deal(rules.seats, fixture.seed, rules.options, watch=driver.watch)
    actions: list[tuple[int, int]] = []

    def apply(seat: int, action: int) -> None:
        actions.append((seat, action))
        state.apply(seat, action)
        live.act(seat, game.text(action))

    live.begin()
    try:
        driver.play_by(state, fixture.seed, apply)
    finally:
        driver.close()
    codes: dict[str, list[str]] = {}
    for fault in faults_of(bots):
        version = fault.bot.partition(":")[2]
        codes.setdefault(version, []).append(fault.code)
        note(outcome, version, fault.code, {lang: told(fault, lang) for lang in ("en", "uk", "ru")})
    names = [each.name for each in seats]
    pinned = dict(game.pinned(rules.options))
    outcome.records.append(write_record(game, state, fixture.seed, pinned, names, actions))
    outcome.games.append(line(seats, [float(value) for value in state.returns()], len(actions), codes))


def contest_game(
    entrants: Entrants, seats: Sequence[Entrant], fixture: Fixture, outcome: Outcome, live: Broadcast
) -> None:
    """A game of the Durak contest: its protocol, its clocks, and the first fault loses."""
    rules, game = entrants.rules, entrants.rules.the_game()
    setup = game.setup(game.deal(rules.seats, fixture.seed, rules.options))
    deal = Deal(tuple(setup["deck"]), setup["trump"], setup["first"])
    players = [entrants.bot(each) if each.level else entrants.program(each) for each in seats]
    played = play_contest(deal, players, entrants.conditions, entrants.sandbox, onlooker=live)
    codes: dict[str, list[str]] = {}
    if played.fault is not None:
        at_fault = seats[played.fault_seat]
        codes[at_fault.id] = [played.fault.code]
        page = contest_page(entrants, seats, played, fixture)
        note(outcome, at_fault.id, played.fault.code, {"en": page})
    team = played.winner
    returns = [0.0 if team is None else 1.0 if seat % 2 == team else -1.0 for seat in range(rules.seats)]
    outcome.records.append(replayable(rules, seats, fixture, played))
    outcome.games.append(line(seats, returns, len(played.decisions), codes))


def contest_page(entrants: Entrants, seats: Sequence[Entrant], played: Played, fixture: Fixture) -> list[str]:
    """What the author of the program at fault may know: his dialogues, his standard error, the advice."""
    names = {"1": seats[0].name, "2": seats[1].name}
    record = contest_record(played, fixture.number, fixture.number, names, entrants.conditions)
    own = [seat for seat in range(len(seats)) if seats[seat].id == seats[played.fault_seat].id]
    return list(author_page(record, {seat + 1: played.errors[seat] for seat in own}))


def replayable(rules: Rules, seats: Sequence[Entrant], fixture: Fixture, played: Played) -> dict[str, Any]:
    """The record of a contest game, as every replay takes it; after a fault it ends there."""
    game = rules.the_game()
    state: Any = game.deal(rules.seats, fixture.seed, rules.options)
    actions = []
    for decision in played.decisions:
        action = action_of(state, decision.answer)
        actions.append((decision.seat, action))
        state.apply(decision.seat, action)
    pinned = dict(game.pinned(rules.options))
    return write_record(game, state, fixture.seed, pinned, [each.name for each in seats], actions)


def line(
    seats: Sequence[Entrant], returns: Sequence[float], actions: int, faults: Mapping[str, list[str]]
) -> dict[str, Any]:
    """A game as the log has it: the version and the return of each seat, and who made which faults."""
    found: dict[str, Any] = {
        "versions": [each.id for each in seats],
        "returns": [round(value, 6) for value in returns],
        "actions": actions,
    }
    if faults:
        found["faults"] = {version: codes[:20] for version, codes in faults.items()}
    return found


def note(outcome: Outcome, version: str, code: str, lines: Mapping[str, Sequence[str]]) -> None:
    """The first fault of each kind in a game is told; a text has its limit."""
    game = len(outcome.games)
    if any(v == version and f["game"] == game and f["code"] == code for v, f in outcome.faults):
        return
    text = {lang: "\n".join(each)[:LONGEST] for lang, each in lines.items()}
    fixture = outcome.fixture
    outcome.faults.append(
        (
            version,
            {"fixture": fixture.number, "final": fixture.final, "game": game, "code": code, "text": text},
        )
    )
