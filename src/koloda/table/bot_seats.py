"""The seats that bots play: when they are asked, how long they seem to think, what they do."""

from __future__ import annotations

import asyncio
import random

from koloda.core.bits import members
from koloda.core.state import SECRET, State
from koloda.table import rows
from koloda.table.bots import Bots
from koloda.table.connections import LiveTable
from koloda.table.metrics import Metrics
from koloda.table.room import Room
from koloda.table.store import StoreDown
from koloda.table.tables import Tables
from koloda.table.thinker import Answer, Question
from koloda.table.timers import FALLBACK, Timers

BOT_LEVEL = "normal"  # of a bot that plays for an absent person
USUAL_PAUSE = (700, 1300)
CALL_HOLD = 1500  # real time: so long a bot leaves the others the chance to react before it moves on
# real time: how long a bot takes for a reaction, as a person would, and how often it overlooks one
REACTIONS = {
    "easy": (1500, 3500),
    "normal": (1200, 2600),
    "hard": (1000, 2000),
    "expert": (900, 1600),
    "master": (900, 1400),
}
MISSES = {"easy": 0.5, "normal": 0.3, "hard": 0.15, "expert": 0.08, "master": 0.04}
# how often a bot forgets what people must think of themselves; easy forgets by its own way of playing
FORGETS = {"normal": 0.1, "hard": 0.05, "expert": 0.01, "master": 0.005}
# what these levels may think: a bot never betrays that it need not
THOUGHT = {"hard": 400, "expert": 3000, "master": 3000}


class BotSeats:
    def __init__(
        self,
        tables: Tables,
        timers: Timers,
        bots: Bots,
        metrics: Metrics,
        pause: tuple[int, int] = USUAL_PAUSE,
    ) -> None:
        self.tables = tables
        self.timers = timers
        self.bots = bots
        self.metrics = metrics
        self.pause = pause
        self.misses: dict[str, float] = dict(MISSES)
        self.forgets: dict[str, float] = dict(FORGETS)
        self.luck = random.Random()

    def drive(self, table: LiveTable, now: int) -> None:
        """Ask the bots whose decision it is."""
        room, state = table.room, table.room.state
        if state is None or not room.played_by_bots or not room.live(now) or not table.works:
            return
        for seat in members(state.pending | state.free):
            if room.seats[seat].by_bot and seat not in table.asked:
                owes = bool(state.pending >> seat & 1)
                # real time: a seat that owes nothing is asked if there is anything that it may want to do
                if owes or (table.declined.get(seat) != table.moment() and state.volunteers(seat)):
                    notices = random.random() >= self.misses.get(room.seats[seat].level or BOT_LEVEL, 0.0)
                    if not owes and not notices:
                        table.declined[seat] = table.moment()
                        continue
                    table.asked[seat] = table.moment()
                    self.tables.tasks.start(self.decide(table, seat, now, notices))

    def pause_of(self, state: State, seat: int, level: str) -> int:
        """How long a bot seems to think; a secret question has a fixed time anyway."""
        if state.question() >= SECRET or not self.pause[1]:
            return 0
        if state.free >> seat & 1:
            return random.randint(*REACTIONS[level])
        pause = random.randint(*self.pause) + THOUGHT.get(level, 0)
        return max(pause, CALL_HOLD) if state.gives_time() else pause

    async def decide(self, table: LiveTable, seat: int, began: int, notices: bool) -> None:
        room, state = table.room, table.room.state
        assert state is not None
        moment = table.moment()
        owes = bool(state.pending >> seat & 1)
        level = room.seats[seat].level or BOT_LEVEL
        pause = self.pause_of(state, seat, level)
        question = question_for(room, seat, level, notices)
        overlooks = owes and not notices and bool(state.free >> seat & 1)  # a race in which it stays behind
        try:
            if not table.led_by(self.tables.process):
                await asyncio.sleep(FALLBACK / 1000)
            if table.moment() != moment:
                table.asked.pop(seat, None)
                self.look_again(table)
                return  # the process that leads has done it
            answer = Answer(0, 0, int(state.default(seat))) if overlooks else await self.ask(question, table)
            answer = self.remembered(state, seat, level, answer)
            left = began + pause - self.tables.now()
            if left > 0:
                await asyncio.sleep(left / 1000)

            def act() -> rows.AnyRow | None:
                state = room.state
                if state is None or not room.live(self.tables.now()) or not room.seats[seat].by_bot:
                    return None
                if table.moment()[0] != moment[0] or not (state.pending | state.free) >> seat & 1:
                    return None
                if answer.action is None and not answer.error and not overlooks and not table.works:
                    return None
                claims = room.claims
                if table.tie or (claims and claims[0].until >= self.tables.now()):
                    return None  # people's actions of this moment come first, then the question is another
                if table.moment() != moment and answer.action not in state.legal(seat):
                    return None  # the question is another one by now: the bot is asked again
                action = legal_answer(state, seat, answer)
                if not owes and action not in state.volunteers(seat):
                    table.declined[seat] = moment
                    return None
                return rows.Act(self.tables.now(), seat, state.game.text(action), by="bot")

            async with table.lock:
                if await self.tables.append(table, act):
                    self.metrics.actions.add(room.game.id)
        except StoreDown:
            self.timers.later(table)
            raise
        finally:
            table.asked.pop(seat, None)
        self.look_again(table)

    def remembered(self, state: State, seat: int, level: str, answer: Answer) -> Answer:
        """The answer, now and then without what people must think of themselves, such as a shout."""
        if answer.action is None or self.luck.random() >= self.forgets.get(level, 0.0):
            return answer
        plain = int(state.advice(answer.action))
        return Answer(answer.number, answer.known, plain) if plain in state.legal(seat) else answer

    async def ask(self, question: Question, table: LiveTable) -> Answer:
        self.metrics.bots_thinking.add()
        try:
            # nobody is left at the table: the bot is asked again when somebody comes back
            return await self.bots.ask(question, table.room.host, lambda: table.works)
        finally:
            self.metrics.bots_thinking.add(-1)

    def look_again(self, table: LiveTable) -> None:
        if not self.tables.closing:
            self.tables.changed(table)


def question_for(room: Room, seat: int, level: str, notices: bool = True) -> Question:
    """What a bot of this level would do now in this seat, with or without what has to be noticed."""
    deal = room.deals[-1]
    return Question(
        deal=f"{room.id}/{room.edition}",
        game=room.game.id,
        seats=len(room.seats),
        seed=deal.seed,
        options=room.options,
        context=deal.context,
        actions=list(deal.actions),
        seat=seat,
        level=level,
        notices=notices,
    )


def legal_answer(state: State, seat: int, answer: Answer) -> int:
    """The bot's action, or the default where it has none that is legal."""
    if answer.action is not None and answer.action in state.legal(seat):
        return answer.action
    return int(state.default(seat))
