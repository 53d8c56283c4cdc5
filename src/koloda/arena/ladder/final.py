"""The final of a contest: everyone against everyone on the same deals, with the versions of its beginning."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from koloda.arena.ladder.playing import Fixture, play_fixture
from koloda.arena.ladder.runner import LOOK, Runner
from koloda.arena.ladder.standings import final_standings
from koloda.arena.seeds import deal_seed, secret_seed
from koloda.core.errors import KolodaError
from koloda.ladder.book import Final


def begin(runner: Runner, rounds: int, levels: bool) -> Final:
    """A new final, or the one that is not over yet. From now on no uploads are taken."""
    book = runner.book
    if book.finals and not book.finals[-1].over:
        return book.finals[-1]
    versions = [v.id for v in book.players() if levels or not book.programs[v.program].level]
    if len(versions) < 2:
        raise KolodaError("a final needs two programs at least")
    runner.folder.tell(
        {"event": "closed", "closed": True},
        {"event": "final", "rounds": rounds, "versions": versions, "secret": secret_seed()},
    )
    return book.finals[-1]


def schedule(final: Final, sides: int) -> list[tuple[int, list[str], int]]:
    """(number, versions by side, deal). A round is all pairs; at larger tables everybody sits down once."""
    found: list[tuple[int, list[str], int]] = []
    for deal in range(1, final.rounds + 1):
        if sides == 2:
            lineups = [list(pair) for pair in combinations(final.versions, 2)]
        else:
            order = list(final.versions)
            random.Random(f"{final.secret} {deal}").shuffle(order)
            starts = range(0, len(order), sides)
            lineups = [[order[(start + s) % len(order)] for s in range(sides)] for start in starts]
        for lineup in lineups:
            found.append((len(found) + 1, lineup, deal))
    return found


def play_final(runner: Runner, rounds: int, levels: bool) -> dict[str, Any]:
    """Play what is missing; the standings."""
    final = begin(runner, rounds, levels)
    fixtures = [
        Fixture(
            number,
            tuple(runner.entrant(runner.book.version(version)) for version in lineup),
            deal_seed(final.secret, deal),
            final.number,
        )
        for number, lineup, deal in schedule(final, len(runner.rules.sides()))
    ]
    while any(fixture.number not in final.played for fixture in fixtures):
        busy = {task.number for task in runner.workers.tasks}
        for fixture in fixtures:
            if runner.workers.free and fixture.number not in final.played and fixture.number not in busy:
                runner.workers.give(play_fixture, fixture)
                busy.add(fixture.number)
        runner.tell_now()
        for done in runner.workers.wait(LOOK):
            runner.finish(done)
            runner.folder.write(f"final-{final.number}.json", final_standings(final))
    if not final.over:
        runner.folder.tell({"event": "final_over", "final": final.number})
    standings = final_standings(final)
    runner.folder.write(f"final-{final.number}.json", standings)
    return standings
