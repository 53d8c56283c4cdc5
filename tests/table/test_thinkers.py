"""The bots' processes are shared out among people, and think for nobody who has gone."""

from __future__ import annotations

import asyncio
import secrets
from typing import cast

import pytest

from koloda.table import analysis, rows
from koloda.table.bots import Asked, Bots, Turns
from koloda.table.errors import Refused
from koloda.table.room import Room
from koloda.table.thinker import Answer, Question


def question(deal: str) -> Question:
    return Question(deal, "durak", 2, 1, {}, {}, [], 0, "easy")


def test_people_take_turns_however_many_tables_they_have() -> None:
    async def main() -> list[str]:
        turns = Turns()
        loop = asyncio.get_running_loop()
        for number, who in enumerate(["eve"] * 4 + ["ann", "bob", "ann"]):
            future: asyncio.Future[Answer] = loop.create_future()
            turns.add(Asked(number, question(f"{who} {number}"), future, who, lambda: True))
        order = [turns.next() for _ in range(3)]
        turns.again(order[2])
        order = [*order[:2], *(turns.next() for _ in range(5))]
        assert not turns
        return [asked.question.deal for asked in order]

    assert asyncio.run(main()) == ["eve 0", "ann 4", "bob 5", "eve 1", "ann 6", "eve 2", "eve 3"]


def test_nobody_thinks_for_a_table_that_was_left() -> None:
    async def main() -> None:
        bots = Bots(1)
        answer = await bots.ask(question("left"), "eve", lambda: False)
        assert (answer.action, answer.error) == (None, "")
        assert bots.thinkers[0].process is None  # it was not even started
        bots.close()

    asyncio.run(main())


class Slow:
    """Bots that are busy."""

    async def ask(self, question: Question) -> Answer:
        await asyncio.sleep(3600)
        return Answer(0, 0)


def played(name: str) -> Room:
    room = Room(name)
    room.fold(rows.Made(1, "durak", 2, {"mode": "individual"}, secrets.token_hex(16), "ann", 0, 0, 0))
    room.fold(rows.BotSat(1, 0, "easy"))
    room.fold(rows.BotSat(1, 1, "easy"))
    room.fold(rows.Dealt(1))
    state = room.state
    assert state is not None
    seat = 0 if state.pending & 1 else 1
    room.fold(rows.Act(2, seat, state.game.text(state.legal(seat)[0]), by="bot"))
    return room


def test_who_asks_for_many_analyses_waits_for_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        analyses = analysis.Analyses(cast("Bots", Slow()))
        one, two, three = (played(f"table-{number}") for number in range(3))
        first = analyses.of(one, 1, "eve")
        analyses.of(two, 1, "eve")
        with pytest.raises(Refused, match="rate"):
            analyses.of(three, 1, "eve")
        assert analyses.of(one, 1, "eve") is first
        other = analyses.of(three, 1, "ann")
        assert analyses.is_wanted("table-2/1", other)
        monkeypatch.setattr(analysis, "WANTED", -1.0)  # nobody has asked for a long time
        assert not analyses.is_wanted("table-2/1", other)
        assert analyses.of(three, 1, "ann") is not other
        analyses.close()

    asyncio.run(main())
