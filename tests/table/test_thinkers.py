"""The bots' processes are shared out among people, and think for nobody who has gone."""

from __future__ import annotations

import asyncio

from koloda.table.bots import Asked, Bots, Turns
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
