"""The rules of Yassa: one round, from the first turn to the last card."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, shifted
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.vecs import append, pop
from koloda.games.yassa.actions import (
    ACCEPT,
    AFTER_DRAW,
    CALL,
    CALL_WINDOW,
    CHALLENGE,
    DECLINE,
    DRAW,
    DRAWS_FOUR,
    DRAWS_TWO,
    EFFECTS,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    NONE,
    OVER,
    PASS,
    PLAY_SHOUT,
    READY,
    RESPOND_SKIP,
    SAY_READY,
    SKIPPED,
    TURN,
)
from koloda.games.yassa.cards import (
    CODES,
    DRAW_TWO,
    OPEN,
    REVERSE,
    SKIP,
    W4,
    WC,
    codes,
    colour_types,
    copies,
    drop,
    put,
)
from koloda.games.yassa.knowledge.choices import likelihood
from koloda.games.yassa.knowledge.memory import (
    BACK,
    HOLD,
    LACK,
    LAID,
    NOT_DRAWN,
    NOW,
    PROOF,
    SHOWN,
    SNAP,
    SOME,
    WITHHELD,
    YIELDED,
)
from koloda.games.yassa.knowledge.sampling import masked, sampled
from koloda.games.yassa.legal import PATIENCE, YassaLegal, card_of, colour_of
from koloda.games.yassa.notation import form_text
from koloda.games.yassa.positions import position_text
from koloda.games.yassa.reasons import why_illegal
from koloda.games.yassa.views import observed, revealed


class YassaState(YassaLegal):
    def clone(self) -> YassaState:
        s = YassaState(
            self.game,
            self.seats,
            self.rules,
            self.held[:],
            self.more[:],
            self.sizes[:],
            self.lacked[:],
            self.stock,
            self.discard[:],
            self.past[:],
            self.pools[:],
            self.rng.clone(),
        )
        self.copy_to(s)
        return s

    def reason(self, seat: i64, action: i64) -> Reason:
        return why_illegal(self, int(seat), int(action))

    # actions

    def apply(self, seat: i64, action: i64) -> None:
        if action < INTERVENE:
            if action < PLAY_SHOUT:
                self.play_card(seat, action, False)
            else:
                self.play_card(seat, action - PLAY_SHOUT, True)
        elif action >= DRAW:
            self.say(seat, action)
        elif action >= MISTAKE:
            self.lay_wrongly(seat, action - MISTAKE)
        elif self.phase == INTERVENTION_WINDOW:
            self.leave_window(seat, action)
        elif action < INTERVENE_SHOUT:
            self.intervene(seat, action - INTERVENE, False)
        else:
            self.intervene(seat, action - INTERVENE_SHOUT, True)
        if self.steps >= self.rules.max_steps and self.phase != OVER:
            self.end(-1)
        elif self.rules.realtime:
            self.find_free()

    def say(self, seat: i64, action: i64) -> None:
        if action == DRAW:
            self.draw(seat)
        elif action == PASS:
            self.steps += 1
            if self.log is not None:
                self.log.tell("pass", int(seat))
            self.drawn = -1
            self.ask(TURN, self.next(seat))
        elif action == ACCEPT:
            self.accept(seat)
        elif action == CHALLENGE:
            self.challenge(seat)
        elif action == SAY_READY:
            if self.log is not None:
                self.log.tell("ready", int(seat))
            self.ask(TURN, self.after_ready)
        elif action == DECLINE:
            self.leave_window(seat, action)
        elif action == MISTAKE_CALL:
            self.steps += 1
            if self.log is not None:
                self.log.tell("mistaken call", int(seat))
            self.take(seat, 2, "mistake")
        elif self.phase == CALL_WINDOW:
            self.answer_call(seat, action == CALL)
        else:
            self.call_out(bit(seat))

    def find_free(self) -> None:
        """Real time: who may act without owing a decision."""
        self.free = 0
        if not self.others_act():
            return
        others = (bit(self.seats) - 1) & ~self.pending
        if self.rules.mistakes:
            self.free = others
            return
        if self.unsaid >= 0:
            self.free = others & ~bit(self.unsaid)
        if self.right:
            for seat in range(self.seats):
                if self.twins(seat):
                    self.free |= bit(seat)

    def unnoticed(self) -> YassaState:
        """The same where nobody has failed to shout."""
        if not self.rules.realtime or self.unsaid < 0:
            return self
        s = self.clone()
        s.unsaid = -1
        s.find_free()
        return s

    def act_of_play(self) -> None:
        """Closes the call window and the right to intervene."""
        self.unsaid = -1
        self.right = False

    # laying a card

    def play_card(self, seat: i64, form: i64, shout: bool) -> None:
        self.steps += 1
        card = card_of(form)
        if self.mistakes >= PATIENCE:
            self.note(PROOF, seat, self.fit & (bit(card) - 1))
        drawn: i64 = 64 if self.phase == AFTER_DRAW else 0
        self.note(LAID, seat, card + drawn + (colour_of(form) << 8))
        if self.log is not None:
            self.log.tell("lay", int(seat), form_text(int(form)), shout)
        self.lay(seat, card, colour_of(form), shout)

    def intervene(self, seat: i64, form: i64, shout: bool) -> None:
        self.steps += 1
        self.note(LAID, seat, card_of(form) + (colour_of(form) << 8))
        if self.log is not None:
            self.log.tell("intervene", int(seat), form_text(int(form)), shout)
        self.lay(seat, card_of(form), colour_of(form), shout)

    def lay(self, seat: i64, card: i64, colour: i64, shout: bool) -> None:
        """The lay procedure: a turn, the card drawn, an escape or an intervention."""
        prev = self.colour
        drop(self.held, self.more, seat, card)
        size = self.sizes[seat] - 1
        self.sizes[seat] = size
        self.lacked[seat] &= ~bit(colour)
        self.discard = append(self.discard, card)
        self.top = card
        self.layer = seat
        self.shouted = shout
        self.colour = colour
        self.find_fit()
        self.effect = NONE
        self.drawn = -1
        self.unsaid = -1
        self.right = False
        if size == 0:
            self.go_out(seat)
            return
        if card == W4:
            self.effect = DRAWS_FOUR
            self.prev_colour = prev
            self.shown_held = self.held[seat]
            self.shown_more = self.more[seat]
            self.shown_seat = seat
            self.shown_to = 0
            self.note(SNAP, seat, 0)
            if self.rules.forbid and prev != OPEN:
                self.note(PROOF, seat, colour_types(prev))
        elif card < WC:
            symbol = card % 13
            if symbol == REVERSE:
                self.direction = -self.direction
            elif symbol == SKIP:
                self.effect = SKIPPED
            elif symbol == DRAW_TWO:
                self.effect = DRAWS_TWO
        if shout and size >= 2:
            self.take(seat, 2, "mistake")
        if size == 1 and not shout:
            self.unsaid = seat
            if not self.rules.realtime:
                self.open_call_window()
                return
        self.go_on()

    def go_on(self) -> None:
        """After a lay and its call window: the intervention window, then the next seat."""
        if self.rules.any_identical and self.top != W4 and self.seats > 2:
            if self.rules.realtime:
                self.right = True
            elif not self.all_discarded():
                self.open_intervention_window()
                return
        self.hit_next()

    def hit_next(self) -> None:
        """The next seat has its turn, or answers the effect."""
        victim = self.next(self.layer)
        if self.effect:
            self.ask(RESPOND_SKIP + self.effect - SKIPPED, victim)
            return
        if self.seats == 2 and self.rules.reverse_skips and self.top < WC and self.top % 13 == REVERSE:
            victim = self.layer
        self.ask(TURN, victim)

    def all_discarded(self) -> bool:
        """Do all copies of the top card lie in the discard pile, so that nobody can hold a twin?"""
        count: i64 = 0
        for card in self.discard:
            if card == self.top:
                count += 1
        return count == copies(self.top)

    # windows

    def open_call_window(self) -> None:
        self.phase = CALL_WINDOW
        self.called = 0
        self.pending = (bit(self.seats) - 1) & ~bit(self.unsaid)

    def open_intervention_window(self) -> None:
        self.phase = INTERVENTION_WINDOW
        self.choices = 0
        self.pending = (bit(self.seats) - 1) & ~bit(self.layer) & ~bit(self.next(self.layer))

    def answer_call(self, seat: i64, calls: bool) -> None:
        """One sealed decision; the last one opens them all."""
        self.pending &= ~bit(seat)
        if calls:
            self.called |= bit(seat)
        if self.log is not None:
            self.log.tell_some(1 << int(seat), "answer", (int(seat), "call" if calls else "silent"), None)
        if self.pending == 0:
            if self.called:
                self.call_out(self.called)
            self.unsaid = -1
            self.called = 0
            self.go_on()

    def call_out(self, callers: i64) -> None:
        """The unsaid player takes two cards, once."""
        offender = self.unsaid
        if self.log is not None:
            self.log.tell("call", self.in_order(callers, offender), int(offender))
        self.unsaid = -1
        self.take(offender, 2, "call")

    def in_order(self, seats: i64, after: i64) -> tuple[int, ...]:
        """These seats, the nearest after one in the direction of play first."""
        result: list[int] = []
        seat = self.next(after)
        while seat != after:
            if seats & bit(seat):
                result.append(int(seat))
            seat = self.next(seat)
        return tuple(result)

    def leave_window(self, seat: i64, action: i64) -> None:
        """One sealed decision; after the last one the nearest intervener lays his card."""
        self.choices |= shifted(self.choice_of(action), 4 * seat)
        self.pending &= ~bit(seat)
        if self.log is not None:
            text = self.choice_text(seat)
            self.log.tell_some(1 << int(seat), "answer", (int(seat), text), None)
        if self.pending:
            return
        nearest = self.next(self.layer)
        while nearest != self.layer:
            choice = (self.choices >> (4 * nearest)) & 15
            if choice:
                self.choices = 0
                form = self.top if self.top < WC else WC + (choice & 3)
                self.intervene(nearest, form, choice & 4 != 0)
                return
            nearest = self.next(nearest)
        self.hit_next()

    # drawing, answering, checking, mistakes

    def draw(self, seat: i64) -> None:
        self.steps += 1
        self.act_of_play()
        if not self.rules.voluntary:
            self.note(PROOF, seat, self.fit)
            if self.colour != OPEN:
                self.lacked[seat] |= bit(self.colour)
        self.drawn = self.take(seat, 1, "draw")
        self.ask(AFTER_DRAW, seat)

    def accept(self, seat: i64) -> None:
        self.steps += 1
        self.note(YIELDED, seat, self.answers())
        effect = self.effect
        self.effect = NONE
        if self.log is not None:
            self.log.tell("accept", int(seat), EFFECTS[effect])
        if effect != SKIPPED:
            self.act_of_play()
            if effect == DRAWS_FOUR:
                self.take(seat, 4, "wd4")
                self.wait_ready(seat, self.next(seat))
                return
            self.take(seat, 2, "draw2")
        self.ask(TURN, self.next(seat))

    def wait_ready(self, taker: i64, then: i64) -> None:
        """The courtesy rule: who has taken cards through a W4 sorts them first."""
        self.after_ready = then
        self.ask(READY, taker)

    def challenge(self, seat: i64) -> None:
        self.steps += 1
        self.act_of_play()
        layer = self.layer
        guilty = self.guilty()
        self.shown_to = bit(self.seats) - 1 if self.rules.reveal_all else bit(seat) | bit(layer)
        self.note(SHOWN, layer, self.shown_to)
        if self.prev_colour != OPEN:
            self.note(SOME if guilty else LACK, layer, colour_types(self.prev_colour))
        self.effect = NONE
        if self.log is not None:
            self.tell_check(seat, guilty)
        if not guilty:
            self.take(seat, 6, "distrust")
            self.wait_ready(seat, self.next(seat))
            return
        self.discard, card = pop(self.discard)
        put(self.held, self.more, layer, card)
        self.sizes[layer] += 1
        self.note(BACK, layer, 0)
        self.top = self.discard[len(self.discard) - 1]
        self.colour = self.prev_colour
        self.find_fit()
        self.take(layer, 4, "bluff")
        self.wait_ready(layer, seat)

    def tell_check(self, seat: i64, guilty: bool) -> None:
        assert self.log is not None
        shown = tuple(codes(self.shown_held, self.shown_more))
        self.log.tell("challenge", int(seat), int(self.layer), guilty)
        self.log.tell_some(int(self.shown_to), "shown", (int(self.layer), shown), None)

    def lay_wrongly(self, seat: i64, card: i64) -> None:
        """X1 and X2: the card goes back, and two more are taken."""
        self.steps += 1
        if self.log is not None:
            self.log.tell("mistake", int(seat), CODES[card])
        self.note(HOLD, seat, card)
        if self.turn == seat:
            self.mistakes += 1
            if card == W4 and self.rules.forbid:
                if self.phase == TURN:
                    self.note(NOW, seat, colour_types(self.colour))
                elif self.phase == AFTER_DRAW and self.drawn >= 0 and self.colour != OPEN:
                    self.note(WITHHELD, seat, colour_types(self.colour))
            elif self.phase == AFTER_DRAW and self.fit & bit(card):
                self.note(NOT_DRAWN, seat, bit(card))
        if seat == self.unsaid:
            self.unsaid = -1
        self.take(seat, 2, "mistake")

    # the end

    def go_out(self, seat: i64) -> None:
        if self.rules.final_draw:
            if self.top == W4:
                self.take(self.next(seat), 4, "wd4")
            elif self.top < WC and self.top % 13 == DRAW_TWO:
                self.take(self.next(seat), 2, "draw2")
        self.end(seat)

    def end(self, winner: i64) -> None:
        """The round is over: somebody is out, or (-1) the cap has made it void."""
        self.phase = OVER
        self.pending = 0
        self.free = 0
        self.winner = winner
        self.effect = NONE
        self.unsaid = -1
        self.drawn = -1
        self.right = False
        if self.log is not None:
            hands = tuple([tuple(codes(self.held[seat], self.more[seat])) for seat in range(self.seats)])
            self.log.tell("over", int(winner), tuple(self.hand_points()), hands)

    def position(self) -> str:
        return position_text(self)

    def stage(self) -> i64:
        """A turn begins; in real time only when nobody can be called out any more."""
        return self.turns - 1 if self.phase == TURN and self.unsaid >= 0 else self.turns

    def begins(self) -> bool:
        return self.phase == TURN and self.unsaid < 0

    # hidden information

    def view(self, seat: int | None) -> dict[str, Any]:
        return observed(self, seat)

    def reveal(self) -> dict[str, Any]:
        return revealed(self)

    def determinize(self, seat: i64, rng: Rng) -> YassaState:
        return sampled(self, seat, rng)

    def masked(self, seat: i64) -> YassaState:
        return masked(self, seat)

    def likelihood(self, seat: i64) -> float:
        return likelihood(self, seat)
