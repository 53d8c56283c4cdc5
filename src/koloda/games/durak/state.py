"""The rules of Durak: team game for four, individual game for two to six."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, popcount, shifted
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.state import SECRET, TURN, State
from koloda.core.vecs import vec
from koloda.games.durak.actions import ADD, ADD_CARD, BEAT, BEAT_WITH, MOVE, OVER, PASS, TAKE
from koloda.games.durak.cards import ALL, CARDS, CODES, NO_CARD, beaters, same_ranks
from koloda.games.durak.knowledge.sampling import sampled
from koloda.games.durak.legal import allow_actions, default_action, legal_actions, random_action
from koloda.games.durak.options import DurakRules
from koloda.games.durak.reasons import forbidden
from koloda.games.durak.views import everything, view_of

# how a deal ended
OUT: Final = 0
STALL: Final = 1
FINAL_BEAT: Final = 2
ENDS: Final = ["out", "stall", "final_beat"]

NO_HISTORY: Final[list[i64]] = []


class DurakState(State):
    rules: DurakRules
    hands: vec[i64]
    known: vec[i64]  # the part of each hand that everybody has seen
    deck: vec[i64]  # drawn from the front; never changed, only replaced
    drawn: i64
    trumps: i64  # the cards of the trump suit
    first: i64
    first_card: i64  # the lowest trump that decided who moves first, or -1
    previous_fool: i64  # of the deal before in a match: a seat, -1 none; -2 where it does not matter
    discard: i64
    out: i64  # the seats that have left
    out_order: i64  # these seats in order, four bits each
    round_no: i64
    lead_seat: i64
    def_seat: i64
    attacker: i64  # who acts for lead_seat
    defender: i64  # who acts for def_seat
    phase: i64
    limit: i64
    table: i64  # all cards of the round
    count: i64  # attack cards of the round
    attacks: i64  # in order, six bits each
    beats: i64  # in order, six bits each; NO_CARD for one not beaten
    owners: i64  # of the attack cards, four bits each
    taking: bool
    last: bool  # the question to beat that final_beat = on adds
    turn: i64  # the place in the poll of the player who is asked to add
    takes: i64  # rounds in a row that ended with a take
    beaten_off: i64  # rounds that were beaten off
    reason_over: i64
    low: i64  # trumps that nobody can have been dealt, since a higher one decided who moves first
    history: list[i64]  # while `low` matters: draws and plays of unseen cards (see knowledge/sampling.py)

    def __init__(
        self,
        game: Any,
        seats: i64,
        rules: DurakRules,
        deck: vec[i64],
        hands: vec[i64],
        known: vec[i64],
        rng: Rng,
    ) -> None:
        super().__init__(game, seats, rng)
        self.rules = rules
        self.hands = hands
        self.known = known
        self.deck = deck
        self.drawn = 0
        self.trumps = 0
        self.first = 0
        self.first_card = -1
        self.previous_fool = -2
        self.discard = 0
        self.out = 0
        self.out_order = 0
        self.round_no = 0
        self.lead_seat = 0
        self.def_seat = 0
        self.attacker = 0
        self.defender = 0
        self.phase = MOVE
        self.limit = 0
        self.table = 0
        self.count = 0
        self.attacks = 0
        self.beats = 0
        self.owners = 0
        self.taking = False
        self.last = False
        self.turn = 0
        self.takes = 0
        self.beaten_off = 0
        self.reason_over = OUT
        self.low = 0
        self.history = NO_HISTORY

    def clone(self) -> DurakState:
        s = DurakState(self.game, self.seats, self.rules, self.deck, self.hands[:], self.known[:], self.rng)
        s.pending = self.pending
        s.drawn = self.drawn
        s.trumps = self.trumps
        s.first = self.first
        s.first_card = self.first_card
        s.previous_fool = self.previous_fool
        s.discard = self.discard
        s.out = self.out
        s.out_order = self.out_order
        s.round_no = self.round_no
        s.lead_seat = self.lead_seat
        s.def_seat = self.def_seat
        s.attacker = self.attacker
        s.defender = self.defender
        s.phase = self.phase
        s.limit = self.limit
        s.table = self.table
        s.count = self.count
        s.attacks = self.attacks
        s.beats = self.beats
        s.owners = self.owners
        s.taking = self.taking
        s.last = self.last
        s.turn = self.turn
        s.takes = self.takes
        s.beaten_off = self.beaten_off
        s.reason_over = self.reason_over
        if self.low:
            s.low = self.low
            s.history = self.history[:]
        return s

    # what may be done

    def legal(self, seat: i64) -> list[i64]:
        return legal_actions(self, seat)

    def allow(self, seat: i64, mask: Masks) -> None:
        allow_actions(self, seat, mask)

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        return random_action(self, seat, rng)

    def default(self, seat: i64) -> i64:
        return default_action(self, seat)

    def reason(self, seat: i64, action: i64) -> Reason:
        return forbidden(self, seat, action)

    def notices(self, seat: i64, actor: i64, action: i64) -> bool:
        """A pass is silent."""
        return action != PASS or seat == actor

    # a round

    def open_card(self) -> i64:
        """The last attack card: in phase BEAT the one to be beaten."""
        return (self.attacks >> ((self.count - 1) * 6)) & NO_CARD

    def acting(self, seat: i64) -> i64:
        """Who plays for this seat in the team game: a player who is out leaves it to his partner."""
        return seat ^ 2 if self.out & bit(seat) else seat

    def next_in(self, seat: i64) -> i64:
        """This seat, or the nearest one clockwise whose player is in."""
        seat %= self.seats
        while self.out & bit(seat):
            seat = (seat + 1) % self.seats
        return seat

    def start_round(self, lead: i64) -> None:
        self.round_no += 1
        if self.rules.team:
            self.lead_seat = lead & 3
            self.def_seat = (lead + 1) & 3
            self.attacker = self.acting(self.lead_seat)
            self.defender = self.acting(self.def_seat)
        else:
            self.lead_seat = self.next_in(lead)
            self.def_seat = self.next_in(self.lead_seat + 1)
            self.attacker = self.lead_seat
            self.defender = self.def_seat
        self.limit = 6
        if self.rules.small_first_discard and not self.beaten_off:
            self.limit = 5
        held = popcount(self.hands[self.defender])
        if held < self.limit:
            self.limit = held
        self.taking = False
        self.phase = MOVE
        self.pending = bit(self.attacker)
        if self.log is not None:
            self.log.tell("round", int(self.round_no), int(self.attacker), int(self.defender))

    def apply(self, seat: i64, action: i64) -> None:
        if action < BEAT_WITH:
            self.lay(seat, action)
        elif action < ADD_CARD:
            self.beat(action - BEAT_WITH)
        elif action < TAKE:
            self.lay(seat, action - ADD_CARD)
        elif action == TAKE:
            self.take()
        else:
            if self.log is not None:
                self.log.tell_some(1 << int(seat), "pass", (int(seat),), None)
            self.poll(self.turn + 1)

    def lay(self, seat: i64, card: i64) -> None:
        """Lead or add a card against the defender."""
        leads = self.count == 0
        self.leave_hand(seat, card)
        self.attacks |= shifted(card, self.count * 6)
        self.beats |= shifted(NO_CARD, self.count * 6)
        self.owners |= shifted(seat, self.count * 4)
        self.count += 1
        if self.log is not None:
            self.log.tell("move" if leads else "add", int(seat), int(self.defender), CODES[card])
        if self.goes_out(seat):
            if self.final_question(card):
                self.last = True
                self.phase = BEAT
                self.pending = bit(self.defender)
            else:
                self.end(OUT)
        elif self.taking:
            self.poll(0)
        elif self.rules.ask_beat_always or self.hands[self.defender] & beaters(card, self.trumps):
            self.phase = BEAT
            self.pending = bit(self.defender)
        else:
            self.take()

    def final_question(self, card: i64) -> bool:
        """final_beat = on: is the defender asked once more, although this card has ended the game?"""
        if not self.rules.final_beat or self.taking:
            return False
        able = self.hands[self.defender] & beaters(card, self.trumps) != 0
        return able or self.rules.ask_beat_always

    def beat(self, card: i64) -> None:
        seat = self.defender
        self.leave_hand(seat, card)
        shift = (self.count - 1) * 6
        self.beats ^= shifted(NO_CARD ^ card, shift)
        if self.log is not None:
            self.log.tell("beat", int(seat), CODES[card])
        if self.goes_out(seat):
            if self.last:
                self.end(FINAL_BEAT)
            else:
                self.end(OUT)
        elif self.last:
            self.end(OUT)
        else:
            self.poll(0)

    def take(self) -> None:
        """The defender refuses to beat; the attackers may still add."""
        self.taking = True
        if self.log is not None:
            self.log.tell("take", int(self.defender))
        if self.last:
            self.end(OUT)
        else:
            self.poll(0)

    def leave_hand(self, seat: i64, card: i64) -> None:
        b = bit(card)
        if self.low and not self.known[seat] & b:
            self.history.append(-(seat * 64 + card) - 1)
        self.hands[seat] &= ~b
        self.known[seat] &= ~b
        self.table |= b

    def goes_out(self, seat: i64) -> bool:
        """A player without cards is out once the stock is empty; true if that finishes his side."""
        if self.hands[seat] or self.drawn < CARDS:
            return False
        self.out_order |= shifted(seat, popcount(self.out) * 4)
        self.out |= bit(seat)
        if self.log is not None:
            self.log.tell("out", int(seat))
        if self.rules.team:
            return self.out & bit(seat ^ 2) != 0
        return popcount(self.out) >= self.seats - 1

    def poll(self, turn: i64) -> None:
        """Ask the attackers, from this place of the order on, to add; end the round when nobody is left."""
        if self.count < self.limit:
            cards = same_ranks(self.table)
            if self.rules.ask_add_always:
                cards = ALL
            places = self.seats
            if self.rules.team:
                places = 2
            while turn < places:
                seat = self.adder(turn)
                if seat >= 0 and self.hands[seat] & cards:
                    self.phase = ADD
                    self.turn = turn
                    self.pending = bit(seat)
                    return
                if self.log is not None and seat >= 0 and self.hands[seat] & ~self.known[seat]:
                    self.leave_scene(turn)
                turn += 1
        self.end_round()

    def question(self) -> i64:
        if self.phase == ADD and not self.rules.ask_add_always:
            return SECRET
        return TURN

    def leave_scene(self, turn: i64) -> None:
        """Nobody is asked at this place of the poll, but that is nobody's business."""
        assert self.log is not None
        scene = self.clone()
        scene.phase = ADD
        scene.turn = turn
        scene.pending = 0
        self.log.scene(scene)

    def adder(self, turn: i64) -> i64:
        """Who has this place in the poll: the attacker, then his partner or counter-clockwise; -1: nobody."""
        if self.rules.team:
            seat = (self.attacker + 2 * turn) & 3
        else:
            seat = (self.attacker - turn + self.seats) % self.seats
        if self.out & bit(seat) or seat == self.defender:
            return -1
        if self.rules.neighbours and seat != self.next_in(self.defender + 1):
            before = (self.defender - 1 + self.seats) % self.seats
            while self.out & bit(before):
                before = (before - 1 + self.seats) % self.seats
            if seat != before:
                return -1
        return seat

    def end_round(self) -> None:
        if self.taking:
            self.hands[self.defender] |= self.table
            self.known[self.defender] |= self.table
            self.takes += 1
        else:
            self.discard |= self.table
            self.takes = 0
            self.beaten_off += 1
        if self.log is not None:
            self.log.tell("taken" if self.taking else "beaten off", int(self.defender))
        self.table = 0
        self.count = 0
        self.attacks = 0
        self.beats = 0
        self.owners = 0
        if self.drawn < CARDS:
            self.refill()
            if self.drawn == CARDS and self.leave():
                self.end(OUT)
                return
        if self.rules.stall_limit and self.takes >= self.rules.stall_limit:
            self.end(STALL)
        else:
            self.start_round(self.def_seat + 1 if self.taking else self.def_seat)

    def refill(self) -> None:
        """Everybody draws up to six cards: the attacker first, then counter-clockwise."""
        hand = self.rules.hand
        for i in range(self.seats):
            seat = (self.attacker - i + self.seats) % self.seats
            self.draw(seat, hand - popcount(self.hands[seat]))

    def leave(self) -> bool:
        """Who got no card from the last of the stock is out: the defender; with small hands others too."""
        for i in range(1, self.seats):
            seat = (self.attacker - i + self.seats) % self.seats
            if not self.hands[seat] and self.goes_out(seat):
                return True
        return False

    def draw(self, seat: i64, count: i64) -> None:
        count = min(count, CARDS - self.drawn)
        if count <= 0:
            return
        cards: i64 = 0
        unseen = count
        for i in range(self.drawn, self.drawn + count):
            cards |= bit(self.deck[i])
            if i == CARDS - 1 and self.rules.bottom_card:
                self.known[seat] |= bit(self.deck[i])
                unseen -= 1
        self.hands[seat] |= cards
        if self.low and unseen:
            self.history.append(seat * 64 + unseen)
        self.drawn += count
        if self.log is not None:
            self.tell_draw(seat, count)

    def tell_draw(self, seat: i64, count: i64) -> None:
        assert self.log is not None
        cards: list[str] = []
        seen: list[str] = []
        for i in range(self.drawn - count, self.drawn):
            code = CODES[self.deck[i]]
            cards.append(code)
            seen.append(code if i == CARDS - 1 and self.rules.bottom_card else "??")
        self.log.tell_some(1 << int(seat), "draw", (int(seat), tuple(cards)), (int(seat), tuple(seen)))

    def end(self, reason: i64) -> None:
        self.phase = OVER
        self.pending = 0
        self.reason_over = reason
        if self.log is not None:
            self.log.tell("over", ENDS[reason], tuple(self.scores()))

    # the result

    def scores(self) -> list[float]:
        """1 for who has won, 0 for who has lost, 0.5 for whom a draw concerns."""
        points: list[float] = []
        for seat in range(self.seats):
            if self.rules.team:
                both_out = self.out & bit(seat) and self.out & bit(seat ^ 2)
                points.append(0.5 if self.reason_over == FINAL_BEAT else 1.0 if both_out else 0.0)
            elif not self.out & bit(seat):
                points.append(0.5 if self.reason_over == STALL else 0.0)
            else:
                points.append(0.5 if self.reason_over == FINAL_BEAT and self.in_final_draw(seat) else 1.0)
        return points

    def in_final_draw(self, seat: i64) -> bool:
        """Is this the player of the last attack card, or the one who beat it?"""
        return seat == self.defender or seat == (self.owners >> ((self.count - 1) * 4)) & 15

    def returns(self) -> list[float]:
        if self.reason_over != OUT:
            return [0.0] * int(self.seats)
        lost = -1.0
        won = 1.0 if self.rules.team else 1.0 / float(self.seats - 1)
        return [won if score == 1.0 else lost for score in self.scores()]

    def stage(self) -> i64:
        return self.round_no

    def begins(self) -> bool:
        return self.phase == MOVE

    def fool(self) -> i64:
        """The loser (of a team: who has more cards, then the lower seat), or -1 after a draw."""
        if self.reason_over != OUT:
            return -1
        result: i64 = -1
        most: i64 = -1
        scores = self.scores()
        for seat in range(self.seats):
            cards = popcount(self.hands[seat])
            if scores[seat] == 0.0 and cards > most:
                result = seat
                most = cards
        return result

    def out_seats(self) -> list[int]:
        """Who has left, in order."""
        return [int((self.out_order >> (i * 4)) & 15) for i in range(popcount(self.out))]

    # hidden information

    def awaited(self, seat: int | None) -> list[int] | None:
        """Whom the poll has reached is a secret."""
        if self.phase == ADD and (seat is None or not self.pending & bit(seat)):
            return None
        return super().awaited(seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        return dict(view_of(self, seat))

    def reveal(self) -> dict[str, Any]:
        return dict(everything(self))

    def determinize(self, seat: i64, rng: Rng) -> DurakState:
        return sampled(self, seat, rng)

    # as text

    def position(self) -> str:
        from koloda.games.durak.positions import written  # which arranges states, so it imports this module

        return written(self)
