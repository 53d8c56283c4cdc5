"""One deal in progress: what every game's State offers to drivers, bots, servers and people."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, members
from koloda.core.errors import IllegalAction, KolodaError
from koloda.core.log import Chance, Event, Log
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.vecs import vec

# how a decision is asked for, see State.question
TURN: Final = 0
WINDOW: Final = 1
SECRET: Final = 2
SECRET_CHOICE: Final = 3
SECRET_WINDOW: Final = 4


class State:
    """Mutable, small, cheap to clone. `pending` is the mask of the seats that owe a decision, 0 when over.

    `free` is the mask of seats that may act without owing it (reactions in real time); it is 0 in
    every other mode. `log` is None in simulations; a watched state keeps its events there.
    """

    game: Any  # the Game; Any, because the compiled rules must not depend on the uncompiled class
    seats: i64
    pending: i64
    free: i64
    rng: Rng
    log: Log | None

    def __init__(self, game: Any, seats: i64, rng: Rng) -> None:
        self.game = game
        self.seats = seats
        self.pending = 0
        self.free = 0
        self.rng = rng
        self.log = None

    @property
    def actor(self) -> i64:
        """The lowest seat that owes a decision, or -1: the serial order of simulations and traces."""
        if not self.pending:
            return -1
        return lowest(self.pending)

    @property
    def over(self) -> bool:
        return self.pending == 0

    @property
    def events(self) -> list[Event]:
        return [] if self.log is None else self.log.events

    @abstractmethod
    def legal(self, seat: i64) -> list[i64]:
        """The actions of this seat, ascending, without repeats; empty for a seat that may not act."""

    def allow(self, seat: i64, mask: Masks) -> None:
        """Add `legal` of a seat that owes a decision to a mask: a game may do so without making a list."""
        for action in self.legal(seat):
            mask.add(action)

    @abstractmethod
    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action taken from `legal`. Trusts it."""

    @abstractmethod
    def reason(self, seat: i64, action: i64) -> Reason:
        """The rule that forbids an action which is not legal for this seat, although it may act now."""

    @abstractmethod
    def default(self, seat: i64) -> i64:
        """The action taken for a seat whose time has run out."""

    @abstractmethod
    def clone(self) -> State:
        """An independent, unwatched copy."""

    def stop_tracking(self) -> None:
        """Nobody will ask any more what a seat knows, as in a random playout: a game need not keep it."""

    @abstractmethod
    def determinize(self, seat: i64, rng: Rng) -> State:
        """A state that this seat cannot tell from the true one, sampled fairly from all of them."""

    def masked(self, seat: i64) -> State:
        """This state with what the seat cannot see replaced by anything that does not depend on it.

        For policies, which look at nothing else: it need not be possible, so that it may be cheaper than
        `determinize`. No game may be played on from here.
        """
        return self.determinize(seat, Rng(0))

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may know, as plain data."""

    @abstractmethod
    def reveal(self) -> dict[str, Any]:
        """Everything, with nothing hidden, as plain data: for replays and tests, never for a seat."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Utility per seat when the deal is over."""

    @abstractmethod
    def scores(self) -> list[float]:
        """The game's own points per seat when the deal is over."""

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        """A uniformly random member of legal(seat); games override it where they need no list for that."""
        actions = self.legal(seat)
        return actions[rng.below(len(actions))]

    def notices(self, seat: i64, actor: i64, action: i64) -> bool:
        """Does this seat learn that the actor took this action (of a sealed one: when it is revealed)?"""
        return True

    def stage(self) -> i64:
        """How many turns or rounds have begun: a search of a long deal stops where a new one begins."""
        return 0

    def begins(self) -> bool:
        """Has a stage just begun, so that `outlook` may be asked at once?"""
        return False

    def question(self) -> i64:
        """How the decisions of now are asked for, which tells a table how long they may take.

        TURN: in one's own time. WINDOW: a reaction. The others are reactions of which hidden cards decide who
        is asked, so that a silent answer must take the same time as none: SECRET and, with more to think
        about, SECRET_CHOICE ask one seat after the other; in a SECRET_WINDOW several may be asked at once.
        Where such a question turns out to be for nobody, a watched state leaves a scene in its log and goes
        on.
        """
        return TURN

    def time_limit(self) -> i64:
        """Milliseconds that the options give for the decisions of now; 0: the table's own times."""
        return 0

    def volunteers(self, seat: i64) -> list[i64]:
        """What a seat that may act without owing it (`free`) may want to do of its own accord."""
        return self.legal(seat)

    def offered(self, seat: i64) -> list[i64]:
        """What a table offers a person: `legal`, unless that list would notice something for him."""
        return self.legal(seat)

    def meant(self, seat: i64, action: i64) -> i64:
        """What an action comes to that a person tries at a table; -1: to nothing, it is ignored."""
        return action

    def unnoticed(self) -> State:
        """This state as it is for somebody who has noticed nothing of what people must notice themselves."""
        return self

    def advice(self, action: i64) -> i64:
        """What a hint says of this action: nothing that people must think of themselves."""
        return action

    def gives_time(self) -> bool:
        """Real time: does a bot that owes a decision leave the others time to react? No secret may decide."""
        return self.free != 0

    def needs_sight(self) -> bool:
        """Real time: must a seat have seen all that happened before it acts?"""
        return self.free != 0

    def tie_time(self, seat: i64, action: i64) -> i64:
        """Real time: milliseconds within which actions of others count as simultaneous with this one."""
        return 0

    def precedence(self, seat: i64) -> i64:
        """Of simultaneous actions the one of the seat with the lowest number counts."""
        return seat

    def awaited(self, seat: int | None) -> list[int] | None:
        """Whose decision is awaited, as far as this viewer (None: a spectator) may know.

        None: that is a secret, and the viewer is not asked.
        """
        return [int(other) for other in members(self.pending)]

    def likelihood(self, seat: i64) -> float:
        """How likely, up to a factor, this seat thinks the others' choices so far if this state is the truth.

        A search that asks for it (Tuning.candidates) prefers worlds in which the others played sensibly.
        """
        return 1.0

    def position(self) -> str:
        """This position as text, which game.position reads; KolodaError where the notation has no words."""
        raise KolodaError("this game has no notation of positions")

    def outlook(self) -> list[float]:
        """What the returns are likely to be, at the beginning of a stage."""
        return [0.0] * int(self.seats)

    def why_not(self, seat: i64, action: i64) -> Reason | None:
        """Why this seat may not do this now; None if it may."""
        if seat < 0 or seat >= self.seats:
            return Reason("core.seats", (int(self.seats - 1),))
        if self.over:
            return Reason("core.over")
        if not (self.pending | self.free) & bit(seat):
            return Reason("core.not_yours")
        if action in self.legal(seat):
            return None
        if action < 0 or action >= self.game.num_actions:
            return Reason("core.actions", (int(self.game.num_actions - 1),))
        return self.reason(seat, action)

    def step(self, seat: i64, action: i64) -> None:
        """Check, then apply: for servers, programs and people. An illegal action changes nothing."""
        why = self.why_not(seat, action)
        if why is not None:
            known = 0 <= action < self.game.num_actions
            raise IllegalAction(
                seat, self.game.text(action) if known else str(action), why, self.game.reason_line(why)
            )
        self.apply(seat, action)

    def play(self, text: str, seat: int | None = None) -> None:
        """Check and apply an action given as text, for the named seat or the actor: state.play("move 6S")."""
        self.step(self.actor if seat is None else seat, self.game.action(text))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a state travels with its history if it is watched."""
        from koloda.core.pickling import packed

        return packed(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        """For copy.deepcopy: like clone, but a watched state stays watched."""
        from koloda.core.pickling import copied

        return copied(self)

    def watch(self) -> Log:
        """Keep events and outcomes of chance from now on."""
        if self.log is None:
            self.log = Log()
        return self.log

    def shuffle(self, zone: str, cards: vec[i64]) -> None:
        """Chance: put a zone into a random order, in place."""
        log = self.log
        if log is None:
            self.rng.shuffle(cards)
            return
        before: list[int] = [int(card) for card in cards]
        order = log.scripted(zone, before, False)
        if order is None:
            self.rng.shuffle(cards)
        else:
            for i in range(len(cards)):
                cards[i] = order[i]
        after: list[int] = [int(card) for card in cards]
        log.chance.append(Chance(zone, after, False))

    def pick(self, zone: str, cards: vec[i64]) -> i64:
        """Chance: the position of a card taken blindly from a zone."""
        log = self.log
        if log is None:
            return self.rng.below(len(cards))
        values: list[int] = [int(card) for card in cards]
        picked = log.scripted(zone, values, True)
        position: i64 = self.rng.below(len(cards)) if picked is None else values.index(picked[0])
        log.chance.append(Chance(zone, [values[position]], True))
        return position
