"""What each decision of a finished deal has cost, as a search sees it: made once, in the background."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from koloda.table import replay_wire
from koloda.table.bots import Bots
from koloda.table.errors import Refused
from koloda.table.room import Room
from koloda.table.thinker import Question

THOUGHT = 120  # milliseconds for each decision
MOST_DECISIONS = 600
REMEMBERED = 200
AT_ONCE = 2
EACH = 2  # unfinished ones that somebody has asked for
WANTED = 30.0  # seconds; what nobody has asked for so long is given up


class Work:
    def __init__(self, who: str) -> None:
        self.who = who  # has asked for it first
        self.asked = time.monotonic()
        self.progress = 0.0
        self.moves: list[tuple[int, int, int, int, float, float, float, float]] = []
        self.done = False


class Analyses:
    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.works: OrderedDict[str, Work] = OrderedDict()
        self.free = asyncio.Semaphore(AT_ONCE)
        self.tasks: set[asyncio.Task[None]] = set()
        self.note: Callable[[Room, int, Work], Awaitable[None]] | None = None  # what a finished one says

    def of(self, room: Room, number: int, who: str) -> Work:
        """The analysis of a deal, counted from 1; it is begun when it is first asked for."""
        key = f"{room.id}/{number}"
        work = self.works.get(key)
        if work is None:
            if sum(each.who == who and not each.done for each in self.works.values()) >= EACH:
                raise Refused("rate")
            work = self.works[key] = Work(who)
            while len(self.works) > REMEMBERED:
                self.works.popitem(last=False)
            task = asyncio.create_task(self.think(work, key, room, number))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        self.works.move_to_end(key)
        work.asked = time.monotonic()
        return work

    def is_wanted(self, key: str, work: Work) -> bool:
        if self.works.get(key) is work and time.monotonic() - work.asked < WANTED:
            return True
        if self.works.get(key) is work:
            del self.works[key]
        return False

    async def think(self, work: Work, key: str, room: Room, number: int) -> None:
        deal = room.deals[number - 1]
        state = room.game.deal(len(room.seats), deal.seed, room.options, deal.context)
        async with self.free:
            asked = 0
            for step, (seat, action) in enumerate(deal.actions):
                if not self.is_wanted(key, work):
                    return
                if len(state.legal(seat)) > 1 and asked < MOST_DECISIONS:
                    asked += 1
                    answer = await self.bots.ask(
                        Question(
                            deal=f"analysis {key}",
                            game=room.game.id,
                            seats=len(room.seats),
                            seed=deal.seed,
                            options=room.options,
                            context=deal.context,
                            actions=deal.actions[:step],
                            seat=seat,
                            analyse=THOUGHT,
                        )
                    )
                    values = {each: (value, error) for each, value, error in answer.values}
                    if answer.action is not None and action in values:
                        value, error = values[action]
                        loss = max(0.0, values[answer.action][0] - value)
                        margin, margin_error = 0.0, 0.0
                        others = [each for each in answer.values if each[0] != action]
                        if action == answer.action and others:
                            _, second, margin_error = others[0]
                            margin = max(0.0, value - second)
                        work.moves.append(
                            (step + 1, seat, action, answer.action, loss, error, margin, margin_error)
                        )
                state.apply(seat, action)
                work.progress = (step + 1) / len(deal.actions)
        work.done = True
        if self.note is not None:
            await self.note(room, number, work)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


def given_away(work: Work, seats: int) -> list[tuple[int, float]]:
    """By seat: how many decisions the analysis knows, and what they have cost."""
    found = [(0, 0.0)] * seats
    for _, seat, _, _, loss, *_ in work.moves:
        decisions, lost = found[seat]
        found[seat] = decisions + 1, lost + loss
    return found


def ahead(lost: Sequence[float], sides: Sequence[Sequence[int]]) -> list[float]:
    """By seat: by how much its side has given away less than the other sides on average.

    What somebody gives away the others get, in equal parts; so this is what a deal would have come to if
    nothing but decisions counted.

    >>> ahead([0.5, 0.1, 0.0], [[0], [1], [2]])
    [-0.45, 0.15, 0.3]
    """
    of_side = [sum(lost[seat] for seat in side) for side in sides]
    result = [0.0] * len(lost)
    for number, side in enumerate(sides):
        others = [each for other, each in enumerate(of_side) if other != number]
        value = sum(others) / len(others) - of_side[number] if others else -of_side[number]
        for seat in side:
            result[seat] = round(value, 6)
    return result


def shown(room: Room, work: Work, lang: str, only: int | None = None) -> replay_wire.Analysis:
    """The moves and their losses; only: those of one seat, while what the others hid is still their own."""
    game = room.game
    return replay_wire.Analysis(
        [
            replay_wire.Move(
                number,
                seat,
                game.text(action),
                game.label(action, lang),
                game.text(best),
                game.label(best, lang),
                round(loss, 4),
                round(error, 4),
                round(margin, 4),
                round(margin_error, 4),
            )
            for number, seat, action, best, loss, error, margin, margin_error in work.moves
            if only is None or seat == only
        ]
    )
