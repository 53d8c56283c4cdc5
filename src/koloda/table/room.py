"""A table as its log tells it: who sits where, the match, the deal in progress, and what each viewer has
seen.

Pure: no clock, no database, no socket. `fold` takes the rows in order; the same rows give the same room in
every process. Nothing here is sent to anybody as it is: `updates` makes the messages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from typing import cast

from koloda.core.bits import members
from koloda.core.errors import KolodaError
from koloda.core.fair import commitment, fairness, seal_of, seed_by_version
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Value
from koloda.core.record import write_record
from koloda.core.state import SECRET, SECRET_WINDOW, TURN, State
from koloda.games import game as game_by_id
from koloda.table import clocks, rows
from koloda.table.errors import BrokenTable
from koloda.table.texts import PROGRAM, bot_names

EMPTY, PERSON, BOT = "empty", "person", "bot"
WAITING, PLAYING, BETWEEN, OVER = "waiting", "playing", "between", "over"
REMEMBERED = 64  # messages of a seat whose ids are known; a client repeats only its last ones
ONLOOKERS = 100  # people without a seat whose last messages are known
CHATS = 50


class Seat:
    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.kind = EMPTY
        self.user: str | None = None
        self.name = ""
        self.guest = False
        self.bot = False  # a bot account: it sits, acts and is absent as people are
        self.level = ""
        self.luck = ""
        self.seal = ""  # the hash of the luck, which may not be open yet
        self.ready = False
        self.next = False  # ready for the next deal
        self.taken_over = False
        self.missed = 0  # turns in a row that the clock decided
        self.bank = 0
        self.link = ""  # the connection, empty when absent
        self.gone_at = 0
        self.waits_since = 0  # since when others wait until this person is ready
        self.left_at = 0  # since when a bot plays for this person, in a match that was not over
        self.rests: list[tuple[int, int]] = []  # his vacations during this match: from, until
        self.ids: OrderedDict[str, None] = OrderedDict()  # of the last messages that had an effect
        self.refused: OrderedDict[str, rows.Refused] = OrderedDict()  # and of those that were refused

    @property
    def by_bot(self) -> bool:
        return self.kind == BOT or self.taken_over

    @property
    def human(self) -> bool:
        return self.kind == PERSON and not self.bot

    @property
    def rests_until(self) -> int:
        return self.rests[-1][1] if self.rests else 0

    @property
    def owes_luck(self) -> bool:
        return bool(self.seal) and not self.luck


class Stage:
    """What is shown from a moment on: a state (or scene) and how many events of the deal."""

    def __init__(self, at: int, state: State, told: int) -> None:
        self.at = at
        self.state = state
        self.told = told


class PlayedDeal:
    """A deal as it was played; what a record needs."""

    def __init__(self, began: int, seed: int, context: dict[str, object]) -> None:
        self.began = began
        self.seed = seed
        self.context = context
        self.actions: list[tuple[int, int]] = []
        self.times: list[int] = []
        self.taken_back = 0  # how often: what was seen before counts no more


class Wish:
    """Somebody would like to take back his last action; it ends with whatever is done next."""

    def __init__(self, number: int, seat: int, to: int) -> None:
        self.number = number  # of its row
        self.seat = seat
        self.to = to
        self.agreed = 0  # mask of seats


class ChatLine:
    def __init__(self, number: int, row: rows.Said) -> None:
        self.number = number
        self.user = row.user
        self.name = row.name
        self.text = row.text
        self.at = row.at
        self.bot = row.bot


class Room:
    game: Game
    made: rows.Made
    options: dict[str, Value]  # by which it deals

    def __init__(self, table: str) -> None:
        self.id = table
        self.seq = 0
        self.status = WAITING
        self.seats: list[Seat] = []
        self.host = ""
        self.sealed_at = 0  # since when the lucks are being opened
        self.proven = False  # is the shuffle of this match proved to anybody?
        self.match: Match | None = None
        self.deals: list[PlayedDeal] = []
        self.state: State | None = None
        self.stages: list[Stage] = []
        self.ended = 0  # when the deal, or the match, came to its end
        self.next_table = ""
        self.abandoned = False
        self.chats: list[ChatLine] = []
        self.chat_count = 0
        self.unsaid: list[int] = []  # numbers of messages that were deleted
        self.wish: Wish | None = None
        self.denied = 0  # mask of the seats that were told no since the last action
        self.wishes: dict[int, int] = {}  # by seat: how often it has asked since then
        self.taken_back = 0  # how often, in this match
        self.edition = 0  # grows with each deal and each takeback: what was thought before is out of date
        self.kicked: dict[str, int] = {}  # who was sent away, and when
        self.kept: dict[str, int] = {}  # whose seats of the match before are kept for them, until they come
        self.unopened: set[str] = set()  # who has not opened his luck in time
        self.onlookers: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()  # by user: ids of chats
        self.claims: list[rows.Claimed] = []  # of seats that act at the same moment
        self.asked_at = 0  # when the question of now came, or comes, into sight
        self.noticeable: dict[tuple[int, int], int] = {}  # (seat, action): until when it could be noticed
        self.owed_since: list[int] = []  # by seat: since when it owes the decision of now
        self._names: list[str] = []
        self._sides: list[tuple[int, ...]] | None = None  # asked for with each message about the table
        self._names_of = -1  # `changed` when they were noted
        self.changed = 0  # grows with everything that TableInfo shows
        self.seatings = 0  # grows whenever a seat gets somebody else
        # what the viewers were shown: by seat, the spectators last; numbers of events of this deal
        self.seen: list[list[int]] = []
        self.seen_before: list[int] = []  # how many they were shown in the deals before

    # folding

    def fold(self, row: rows.AnyRow) -> None:
        self.seq += 1
        getattr(self, "_" + type(row).__name__.lower())(row)

    def _made(self, row: rows.Made) -> None:
        self.made = row
        self.game = game_by_id(row.game)
        # a log without pinned options is as old as they can be
        oldest = cast(dict[str, Value], self.game.readings(row.options)[-1])
        self.options = oldest if row.pinned is None else row.pinned
        self.seats = [Seat() for _ in range(row.seats)]
        self.host = row.host
        self.kept = dict(row.kept)
        self.commit = commitment(row.secret)
        self.changed += 1

    def _sat(self, row: rows.Sat) -> None:
        seat = self.seats[row.seat]
        seat.clear()
        seat.kind = PERSON
        seat.user = row.user
        seat.name = row.name
        seat.guest = row.guest
        seat.bot = row.bot
        seat.waits_since = row.at
        self.kept.pop(row.user, None)
        self.seatings += 1
        self.changed += 1

    def _left(self, row: rows.Left) -> None:
        user = self.seats[row.seat].user
        if row.kicked and user is not None:
            self.kicked[user] = row.at
        self._vacate(self.seats[row.seat])
        if self.sealed_at:
            self._seal_anew(row.at)
        self.changed += 1

    def _vacate(self, seat: Seat) -> None:
        user = seat.user
        seat.clear()
        if user == self.host:
            self.host = next((other.user for other in self.seats if other.user and not other.bot), "")
        self.seatings += 1

    def _ready(self, row: rows.Ready) -> None:
        seat = self.seats[row.seat]
        seat.ready = row.ready
        seat.luck = row.luck
        seat.seal = row.seal or seal_of(row.luck)
        seat.waits_since = row.at
        self.changed += 1

    def _sealed(self, row: rows.Sealed) -> None:
        self.sealed_at = row.at
        self.changed += 1

    def _luck(self, row: rows.Luck) -> None:
        self.seats[row.seat].luck = row.luck
        self.changed += 1

    def _unsealed(self, row: rows.Unsealed) -> None:
        for seat in self.seats:
            if seat.owes_luck:
                assert seat.user is not None
                if seat.user in self.unopened:  # once may be a bad line
                    self.kicked[seat.user] = row.at
                self.unopened.add(seat.user)
                self._vacate(seat)
        self._seal_anew(row.at)
        self.changed += 1

    def _seal_anew(self, at: int) -> None:
        """Lucks that were opened are used up: the next start needs others."""
        self.sealed_at = 0
        for seat in self.seats:
            if seat.kind == PERSON:
                seat.ready = False
                seat.waits_since = at
                seat.luck = seat.seal = ""

    def _botsat(self, row: rows.BotSat) -> None:
        seat = self.seats[row.seat]
        seat.clear()
        if row.level:
            seat.kind = BOT
            seat.level = row.level
            seat.ready = True
        self.seatings += 1
        self.changed += 1

    def _dealt(self, row: rows.Dealt) -> None:
        self.edition += 1
        self.wish = None
        self.wishes.clear()
        if self.match is None:
            # who plays alone with bots has nobody to prove anything to; older tables claimed it all the same
            self.proven = self.made.fair == 1 or self.people > 1
            self.sealed_at = 0
            self.match = self.game.match(len(self.seats), 0, self.options)
            self.seen_before = [0] * (len(self.seats) + 1)
            for seat in self.seats:
                seat.bank = self.made.bank
        else:
            for viewer, numbers in enumerate(self.seen):
                self.seen_before[viewer] += len(numbers)
        self.seen = [[] for _ in range(len(self.seats) + 1)]
        context = dict(self.match.context)
        seed = seed_by_version(self.made.fair, self.made.secret, self.lucks, len(self.deals) + 1)
        self.state = self.match.next_deal(watch=True, seed=seed)
        self.deals.append(PlayedDeal(row.at, self.match.deal_seed, context))
        for seat in self.seats:
            seat.next = False
        self.owed_since = [0] * len(self.seats)
        self.noticeable.clear()
        self.status = PLAYING
        self.changed += 1
        self._note_events(0)
        self.stages.clear()
        self._stage(row.at)
        self.asked_at = self.stages[-1].at
        self._restart_clocks(self.asked_at)
        self._end_if_over()

    def _act(self, row: rows.Act) -> None:
        state = self.state
        assert state is not None
        seat = self.seats[row.seat]
        told = len(state.events)
        before = int(state.pending)
        question = int(state.question())
        limit, window = clocks.limit(self), clocks.window(self)
        banked = clocks.bank_of(self, state, row.seat)
        try:
            action = state.game.action(row.a)
            held = window > 0 and self._is_silent(state, question, row.seat, action)
            look = state.clone() if held else None
            if look is not None:
                look.pending &= ~(1 << row.seat)  # the question is still in sight; who has answered is done
            self._note_noticeable(state, row.at)
            state.apply(row.seat, action)
        except (KolodaError, IndexError) as error:
            raise BrokenTable(f"{self.id}: row {self.seq}: {error}") from None
        self._end_wish()
        self.denied = 0
        self.wishes.clear()
        deal = self.deals[-1]
        deal.actions.append((row.seat, action))
        deal.times.append(max(deal.times[-1] if deal.times else 0, row.at - deal.began))
        if row.by == "clock":
            # by correspondence nobody is expected to be there for a reaction
            seat.missed += 0 if self.slow and question != TURN else 1
        elif not row.by:
            seat.missed = 0
            self.remember(seat.user, row.id)
        if banked and limit and row.by != "bot" and before >> row.seat & 1:
            seat.bank = max(0, seat.bank - max(0, row.at - self.owed_since[row.seat] - limit))
        self._note_events(told)
        others = before & ~(1 << row.seat)
        # a window that opens is told, so that one is the same that nothing was told of
        same = state.question() == question and len(state.events) == told
        moved_on = question != SECRET_WINDOW or not (others or same)
        if not moved_on:
            self.stages = [Stage(self.stages[-1].at, state, len(state.events))]
            return
        self.stages.clear()
        at = row.at
        if look is not None and row.at < self.asked_at + window:
            at = self.asked_at + window
            self.stages.append(Stage(self.asked_at, look, told))
        self._stage(at)
        at = self.stages[-1].at
        public = bool(self.seen[-1]) and self.seen[-1][-1] >= told
        # in real time everybody gets the full time again after each thing that all have seen
        all_anew = question >= SECRET or (state.gives_time() and public)
        anew = [s for s in members(state.pending) if all_anew or not before >> s & 1 or s == row.seat]
        for owing in anew:
            self.owed_since[owing] = at
        if anew or not state.pending:
            self.asked_at = at
        self._end_if_over()

    def _end_wish(self) -> None:
        if self.wish is not None:
            self.wish = None
            self.changed += 1

    def _asked(self, row: rows.Asked) -> None:
        self.wish = Wish(self.seq, row.seat, row.to)
        self.wishes[row.seat] = self.wishes.get(row.seat, 0) + 1
        self.remember(self.seats[row.seat].user, row.id)
        self.changed += 1

    def _consented(self, row: rows.Consented) -> None:
        self.remember(self.seats[row.seat].user, row.id)
        wish = self.wish
        assert wish is not None
        self.changed += 1
        if row.yes:
            wish.agreed |= 1 << row.seat
            return
        self.wish = None
        if row.seat != wish.seat:
            self.denied |= 1 << wish.seat

    def _takenback(self, row: rows.TakenBack) -> None:
        """Go on from the state of then. No number of an event is used twice: everybody is told all anew."""
        deal = self.deals[-1]
        state = self.replayed(deal.actions[: row.to])
        del deal.actions[row.to :]
        del deal.times[row.to :]
        self.remember(self.seats[row.seat].user, row.id)
        self.state = state
        for viewer, numbers in enumerate(self.seen):
            self.seen_before[viewer] += len(numbers) + 1
        self.seen = [[] for _ in range(len(self.seats) + 1)]
        self._note_events(0)
        self.noticeable.clear()
        self.wish = None
        self.taken_back += 1
        self.edition += 1
        deal.taken_back += 1
        self.wishes.clear()
        self.stages = [Stage(row.at, state, len(state.events))]
        self.asked_at = row.at
        self._restart_clocks(row.at)
        self.changed += 1

    def replayed(self, actions: list[tuple[int, int]]) -> State:
        """The deal of now as it was after these actions, watched."""
        deal = self.deals[-1]
        state = self.game.deal(len(self.seats), deal.seed, self.options, deal.context, True)
        for seat, action in actions:
            state.apply(seat, action)
        log = state.watch()
        log.scenes.clear()
        return state

    def _note_noticeable(self, state: State, at: int) -> None:
        """What may be noticed until now, and perhaps no longer: it must not be a mistake a moment later."""
        sight = state.unnoticed()
        if sight is not state:
            for seat in range(len(self.seats)):
                for action in set(state.legal(seat)) - set(sight.legal(seat)):
                    self.noticeable[seat, int(action)] = at

    def _is_silent(self, state: State, question: int, actor: int, action: int) -> bool:
        """Must the moment of this decision not be seen?"""
        if question < SECRET or (self.solo and not self.seats[actor].by_bot):
            return False
        if question == SECRET_WINDOW:
            return True
        return any(
            seat != actor and not state.notices(seat, actor, action) for seat in range(len(self.seats))
        )

    def _next(self, row: rows.Next) -> None:
        self.seats[row.seat].next = True
        self.changed += 1

    def _here(self, row: rows.Here) -> None:
        seat = self.seats[row.seat]
        seat.link = row.link
        self.changed += 1

    def _gone(self, row: rows.Gone) -> None:
        seat = self.seats[row.seat]
        if seat.link == row.link:
            seat.link = ""
            seat.gone_at = row.at
            self.changed += 1

    def _takenover(self, row: rows.TakenOver) -> None:
        self._end_wish()
        seat = self.seats[row.seat]
        seat.taken_over = True
        if self.status != OVER:  # else the end is behind a window: it came before
            # later than whoever has left before, though it be in the same millisecond
            seat.left_at = max(row.at, 1 + max(one.left_at for one in self.seats))
        self.changed += 1

    def _returned(self, row: rows.Returned) -> None:
        seat = self.seats[row.seat]
        seat.taken_over = False
        seat.missed = 0
        if self.status != OVER:
            seat.left_at = 0
        if self.status == PLAYING:
            self.owed_since[row.seat] = max(row.at, self.owed_since[row.seat])
        self.changed += 1

    def _rests(self, row: rows.Rests) -> None:
        rests = self.seats[row.seat].rests
        if rests and rests[-1][1] > row.at:
            rests[-1] = rests[-1][0], max(row.at, row.until)
        elif row.until > row.at:
            rests.append((row.at, row.until))
        self.changed += 1

    def _woke(self, row: rows.Woke) -> None:
        for seat in self.seats:
            if seat.link:
                seat.link = ""
                seat.gone_at = row.at
        if self.slow:
            self._spare(row.at)
            return
        if self.sealed_at:
            self.sealed_at = row.at
        if self.status == PLAYING:
            self._restart_clocks(max(row.at, self.asked_at))
        elif self.status == BETWEEN:
            self.ended = row.at
        self.changed += 1

    def _spare(self, at: int) -> None:
        """A clock of days goes on; whose ran out while nobody served the table has a little time again."""
        state = self.state
        if self.status == PLAYING and state is not None and state.question() == TURN:
            for seat in members(state.pending):
                deadline = clocks.deadline(self, seat)
                if deadline is not None and deadline < at:
                    self.owed_since[seat] += at + clocks.SPARED - deadline
        self.changed += 1

    def _said(self, row: rows.Said) -> None:
        self.chat_count += 1
        if not row.text:
            return  # it was kept long enough
        self.chats.append(ChatLine(self.chat_count, row))
        del self.chats[:-CHATS]
        self.remember(row.user, row.id)

    def _unsaid(self, row: rows.Unsaid) -> None:
        self.chats = [chat for chat in self.chats if chat.number != row.number]
        self.unsaid.append(row.number)

    def _followed(self, row: rows.Followed) -> None:
        self.next_table = row.table
        self.changed += 1

    def _closed(self, row: rows.Closed) -> None:
        self.status = OVER
        self.ended = row.at
        self.abandoned = row.abandoned
        self.changed += 1

    def _ignored(self, row: rows.Ignored) -> None:
        self.remember(self.seats[row.seat].user, row.id)

    def _claimed(self, row: rows.Claimed) -> None:
        if self.claims and row.at <= self.claims[0].until:
            self.claims.append(row)
        else:
            self.claims = [row]

    def _refused(self, row: rows.Refused) -> None:
        refused = self.seats[row.seat].refused
        if row.id:
            refused[row.id] = row
            if len(refused) > REMEMBERED:
                refused.popitem(last=False)

    def refusal(self, user: str | None, message: str) -> rows.Refused | None:
        """How this message of this person was refused, if it was."""
        seat = self.seat_of(user)
        return None if seat is None else self.seats[seat].refused.get(message)

    def remember(self, user: str | None, message: str) -> None:
        """Ids are kept for each person apart: nobody's chat makes the table forget another's action."""
        if not message or user is None:
            return
        seat = self.seat_of(user)
        if seat is not None:
            ids = self.seats[seat].ids
        else:
            ids = self.onlookers.setdefault(user, OrderedDict())
            self.onlookers.move_to_end(user)
            if len(self.onlookers) > ONLOOKERS:
                self.onlookers.popitem(last=False)
        ids[message] = None
        if len(ids) > REMEMBERED:
            ids.popitem(last=False)

    def knows(self, user: str | None, message: str) -> bool:
        """Was this message of this person carried out already?"""
        seat = self.seat_of(user)
        if seat is not None:
            return message in self.seats[seat].ids
        return user is not None and message in self.onlookers.get(user, ())

    def _restart_clocks(self, at: int) -> None:
        for seat in range(len(self.seats)):
            self.owed_since[seat] = at

    def _note_events(self, told: int) -> None:
        """Which viewer sees which of the new events."""
        assert self.state is not None
        events = self.state.events
        seats = len(self.seats)
        for number in range(told, len(events)):
            event = events[number]
            if event.seats == -1 or event.public is not None:
                for viewer in range(seats + 1):
                    self.seen[viewer].append(number)
            else:
                for viewer in range(seats):
                    if event.seats >> viewer & 1:
                        self.seen[viewer].append(number)

    def _stage(self, at: int) -> None:
        """What is shown from then on: the scenes of the last action one after the other, then the state."""
        state = self.state
        assert state is not None
        assert state.log is not None
        for told, scene in state.log.scenes:
            length = clocks.window(self, scene)
            if length:
                self.stages.append(Stage(at, scene, told))
                at += length
        state.log.scenes.clear()
        self.stages.append(Stage(at, state, len(state.events)))

    def _end_if_over(self) -> None:
        state, match = self.state, self.match
        assert match is not None
        if state is not None and state.over:
            match.add(state)
            self.status = OVER if match.over else BETWEEN
            self.ended = self.asked_at  # in sight from then on: until then no message tells of it

    # what it comes to

    @property
    def lucks(self) -> list[str]:
        return [seat.luck for seat in self.seats]

    @property
    def people(self) -> int:
        return sum(seat.kind == PERSON for seat in self.seats)

    @property
    def slow(self) -> bool:
        """Is it a match by correspondence?"""
        return self.made.days > 0

    @property
    def attended(self) -> bool:
        """Does the match go on while nobody is connected?"""
        return self.slow and self.status != OVER

    @property
    def played_by_bots(self) -> bool:
        """Is there a seat for which a bot decides?"""
        return any(seat.by_bot for seat in self.seats)

    @property
    def all_open(self) -> bool:
        """Are the lucks being opened, and is none missing any more?"""
        return bool(self.sealed_at) and not any(seat.owes_luck for seat in self.seats)

    @property
    def names(self) -> list[str]:
        """What the seats are called; bots of one level have numbers, so that sentences tell them apart."""
        if self._names_of != self.changed:
            self._names_of = self.changed
            bots = bot_names([seat.level if seat.kind == "bot" else "" for seat in self.seats])
            names = [seat.name + PROGRAM if seat.bot else seat.name for seat in self.seats]
            self._names = [name or bot for name, bot in zip(names, bots, strict=True)]
        return self._names

    @property
    def solo(self) -> bool:
        """Is there at most one person, whom nobody can watch to learn from the time that he takes?

        Who has left counts: he may look on, and come back with what he has learnt.
        """
        return self.people <= 1

    @property
    def rated(self) -> bool:
        """Do people play against each other? Such a match counts, so nobody may ask a bot for advice."""
        if self._sides is None:
            options = self.game.resolve(len(self.seats), self.made.options)
            self._sides = [tuple(side) for side in self.game.sides(len(self.seats), options)]
        return sum(any(self.seats[seat].kind == PERSON for seat in side) for side in self._sides) > 1

    @property
    def takebacks(self) -> bool:
        """May people take actions back? Where nothing is at stake."""
        return (self.made.casual or not self.rated) and not self.made.tournament

    def voters(self, asker: int) -> list[int]:
        """Who must agree when this seat takes something back: the other people; programs need not."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if number != asker and seat.human and not seat.taken_over
        ]

    @property
    def counts(self) -> bool:
        """Is there a result for histories and ratings?"""
        return self.status == OVER and self.match is not None and (self.match.over or self.abandoned)

    @property
    def deserters(self) -> list[int]:
        """The people who have left the match and not come back. If all have, the last of them has stayed."""
        people = [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]
        left = [number for number in people if self.seats[number].left_at]
        if people and left == people:
            left.remove(max(left, key=lambda number: self.seats[number].left_at))
        return left

    def seat_of(self, user: str | None) -> int | None:
        if user is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.user == user:
                return number
        return None

    def may_watch(self, user: str | None) -> bool:
        """May this person (None: a stranger) be connected to the table?"""
        if self.seat_of(user) is not None:
            return True
        return self.made.spectators and not self.made.password

    def may_read(self, user: str | None, now: int) -> bool:
        """May this person have what was played: records, replays, analyses?"""
        return self.may_watch(user) or (self.made.public and self.status_at(now) == OVER)

    def front(self, now: int) -> Stage:
        """What is shown at this moment."""
        shown = self.stages[0]
        for stage in self.stages:
            if stage.at <= now:
                shown = stage
        return shown

    @property
    def live_at(self) -> int:
        """When the true state comes into updates."""
        return self.stages[-1].at if self.stages else 0

    def live(self, now: int) -> bool:
        """Is the true state in sight, so that its questions can be answered?"""
        return self.status == PLAYING and self.stages[-1].at <= now

    def viewer(self, seat: int | None) -> int:
        return len(self.seats) if seat is None else seat

    def seen_count(self, seat: int | None, stage: Stage) -> int:
        """The number of the last event that this viewer has been shown."""
        viewer = self.viewer(seat)
        return self.seen_before[viewer] + bisect_right(self.seen[viewer], stage.told - 1)

    def status_at(self, now: int) -> str:
        """The status in sight: a deal that has ended behind a window is still being played."""
        if self.stages and self.status in (BETWEEN, OVER) and self.stages[-1].at > now:
            return PLAYING
        return self.status

    def record(self, number: int) -> dict[str, object]:
        """The `koloda-record/1` of a deal, counted from 1, with its proof if there is one."""
        deal = self.deals[number - 1]
        state = self.game.deal(len(self.seats), deal.seed, self.options, deal.context)
        for seat, action in deal.actions:
            state.apply(seat, action)
        record = write_record(
            self.game,
            state,
            deal.seed,
            self.options,
            self.names,
            deal.actions,
            deal.times,
            deal.context,
        )
        if self.proven:
            record["fair"] = fairness(self.made.fair, self.made.secret, self.lucks, number)
        return record
