"""The rules of Yassa: one round, from the first turn to the last card."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import append, pop, vec
from koloda.games.yassa.cards import (
    ALL,
    CODES,
    COLOURED,
    DRAW_TWO,
    DRAW_TWOS,
    MULTI,
    OPEN,
    REVERSE,
    SKIP,
    W4,
    WC,
    card_list,
    codes,
    colour_types,
    copies,
    drop,
    put,
    symbol_types,
    value_of,
)
from koloda.games.yassa.knowledge import (
    ARRIVE,
    BACK,
    HOLD,
    LACK,
    LAID,
    MOST_POOLS,
    NOT_DRAWN,
    PROOF,
    RECYCLED,
    SEEN,
    SNAP,
    SOME,
    forget,
    sampled,
)
from koloda.games.yassa.notation import form_text
from koloda.games.yassa.phases import (
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
    RESPOND_DRAW2,
    RESPOND_SKIP,
    RESPOND_WD4,
    SAY_READY,
    SILENT,
    SKIPPED,
    TURN,
)
from koloda.games.yassa.reasons import why_illegal
from koloda.games.yassa.views import observed, revealed

# after so many mistakes in one decision only the default action is left
PATIENCE: Final = 3


class Rules:
    """The options, as the rules read them."""

    own_points: bool
    mistakes: bool
    any_identical: bool
    start_card: i64
    voluntary: bool
    final_draw: bool
    reverse_skips: bool
    forbid: bool
    reveal_all: bool
    auto: bool
    realtime: bool
    max_steps: i64

    def __init__(
        self,
        own_points: bool,
        mistakes: bool,
        any_identical: bool,
        start_card: i64,
        voluntary: bool,
        final_draw: bool,
        reverse_skips: bool,
        forbid: bool,
        reveal_all: bool,
        auto: bool,
        realtime: bool,
        max_steps: i64,
    ) -> None:
        self.own_points = own_points
        self.mistakes = mistakes
        self.any_identical = any_identical
        self.start_card = start_card
        self.voluntary = voluntary
        self.final_draw = final_draw
        self.reverse_skips = reverse_skips
        self.forbid = forbid
        self.reveal_all = reveal_all
        self.auto = auto
        self.realtime = realtime
        self.max_steps = max_steps


class YassaState(State):
    rules: Rules
    held: vec[i64]  # the hands: see cards.py
    more: vec[i64]
    sizes: vec[i64]
    lacked: vec[i64]  # mask of colours at which a seat has drawn and which it has not shown since
    stock: vec[i64]  # top first; never changed, only replaced
    taken: i64  # how many cards of `stock` are gone
    discard: vec[i64]  # top last
    dealer: i64
    direction: i64
    colour: i64
    top: i64
    fit: i64  # the types that fit
    phase: i64
    turn: i64  # who decides; in the windows: who decided last
    layer: i64  # who laid the top card, or -1
    shouted: bool  # did the layer say "Yassa!"?
    effect: i64
    prev_colour: i64  # before the W4 that waits for its victim
    shown_held: i64  # the layer's hand right after he laid the last W4
    shown_more: i64
    shown_seat: i64  # whose hand that is, or -1
    shown_to: i64  # who has seen it in a check
    drawn: i64
    unsaid: i64
    right: bool  # real time: may a twin of the top card still be laid out of turn?
    mistakes: i64  # X1 in this decision
    called: i64  # sealed: who calls
    choices: i64  # sealed: who intervenes and how, four bits a seat: 8 + 4 for the shout + colour of a WC
    after_ready: i64  # whose turn comes when the taker is ready
    steps: i64
    winner: i64
    past: vec[i64]  # what has been seen of the hands (knowledge.py)
    pools: vec[i64]  # what hands and stock were made of, at the deal and at each recycle (knowledge.py)

    def __init__(
        self,
        game: Any,
        seats: i64,
        rules: Rules,
        held: vec[i64],
        more: vec[i64],
        sizes: vec[i64],
        lacked: vec[i64],
        stock: vec[i64],
        discard: vec[i64],
        past: vec[i64],
        pools: vec[i64],
        rng: Rng,
    ) -> None:
        super().__init__(game, seats, rng)
        self.rules = rules
        self.held = held
        self.more = more
        self.sizes = sizes
        self.lacked = lacked
        self.stock = stock
        self.taken = 0
        self.discard = discard
        self.dealer = 0
        self.direction = 1
        self.colour = OPEN
        self.top = 0
        self.fit = 0
        self.phase = TURN
        self.turn = 0
        self.layer = -1
        self.shouted = False
        self.effect = NONE
        self.prev_colour = OPEN
        self.shown_held = 0
        self.shown_more = 0
        self.shown_seat = -1
        self.shown_to = 0
        self.drawn = -1
        self.unsaid = -1
        self.right = False
        self.mistakes = 0
        self.called = 0
        self.choices = 0
        self.after_ready = 0
        self.steps = 0
        self.winner = -1
        self.past = past
        self.pools = pools

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
        s.pending = self.pending
        s.free = self.free
        s.taken = self.taken
        s.dealer = self.dealer
        s.direction = self.direction
        s.colour = self.colour
        s.top = self.top
        s.fit = self.fit
        s.phase = self.phase
        s.turn = self.turn
        s.layer = self.layer
        s.shouted = self.shouted
        s.effect = self.effect
        s.prev_colour = self.prev_colour
        s.shown_held = self.shown_held
        s.shown_more = self.shown_more
        s.shown_seat = self.shown_seat
        s.shown_to = self.shown_to
        s.drawn = self.drawn
        s.unsaid = self.unsaid
        s.right = self.right
        s.mistakes = self.mistakes
        s.called = self.called
        s.choices = self.choices
        s.after_ready = self.after_ready
        s.steps = self.steps
        s.winner = self.winner
        return s

    # what may be done: sets of forms, types and single words

    def decides(self, seat: i64) -> bool:
        """Is this the seat whose decision it is, with cards to lay?"""
        return self.phase <= RESPOND_WD4 and self.turn == seat

    def others_act(self) -> bool:
        """Real time: may anybody else act while the decision waits?"""
        return self.rules.realtime and self.phase <= RESPOND_WD4 and self.mistakes < PATIENCE

    def playable(self, seat: i64) -> i64:
        """The types that the seat which decides may lay."""
        held = self.held[seat]
        phase = self.phase
        if phase <= AFTER_DRAW:
            types = held & self.fit
            if phase == AFTER_DRAW:
                if self.drawn < 0:
                    return 0
                types &= bit(self.drawn)
            if self.rules.forbid and self.colour != OPEN and held & colour_types(self.colour):
                types &= ~bit(W4)
            return types
        if phase == RESPOND_SKIP:
            return held & bit(self.top)
        if phase == RESPOND_DRAW2:
            return held & DRAW_TWOS
        return held & bit(self.colour * 13 + DRAW_TWO)

    def twins(self, seat: i64) -> i64:
        """The type that this seat may lay out of turn, as a set."""
        if self.phase == INTERVENTION_WINDOW:
            return self.held[seat] & bit(self.top) if self.pending & bit(seat) else 0
        if not self.right or not self.others_act() or seat == self.turn or seat == self.layer:
            return 0
        return self.held[seat] & bit(self.top) if seat != self.next(self.layer) else 0

    def wrong(self, seat: i64) -> i64:
        """The types that this seat can lay by mistake (X1, X2)."""
        if not self.rules.mistakes or self.mistakes >= PATIENCE:
            return 0
        if self.decides(seat):
            return self.held[seat] & ~self.playable(seat)
        return self.held[seat] & ~self.twins(seat) if self.others_act() else 0

    def words(self, seat: i64) -> i64:
        """The actions from DRAW on, as bits from 0 on."""
        phase = self.phase
        if phase > RESPOND_WD4:
            if not self.pending & bit(seat):
                return 0
            if phase == CALL_WINDOW:
                return SAY_CALL | SAY_SILENT
            return SAY_DECLINE if phase == INTERVENTION_WINDOW else SAY_IS_READY
        words: i64 = 0
        if self.turn == seat:
            if phase == TURN:
                if self.rules.voluntary or not self.playable(seat):
                    words = SAY_DRAW
            elif phase == AFTER_DRAW:
                words = SAY_PASS
            elif phase == RESPOND_WD4 and not self.rules.forbid:
                words = SAY_ACCEPT | SAY_CHALLENGE
            else:
                words = SAY_ACCEPT
        if self.rules.realtime and self.mistakes < PATIENCE:
            if self.unsaid < 0:
                if self.rules.mistakes:
                    words |= SAY_MISTAKE
            elif self.unsaid != seat:
                words |= SAY_CALL
        return words

    def silent_form(self, seat: i64) -> bool:
        """May this seat lay a card without the shout?"""
        return self.sizes[seat] != 2 or not self.rules.auto

    def shout_form(self, seat: i64) -> bool:
        """May this seat lay a card with the shout? With three or more cards that is a mistake (X3)."""
        size = self.sizes[seat]
        return size == 2 or (size > 2 and self.rules.mistakes and not self.rules.auto)

    def legal(self, seat: i64) -> list[i64]:
        actions: list[i64] = []
        if seat < 0 or seat >= self.seats:
            return actions
        if self.mistakes >= PATIENCE and self.decides(seat):
            actions.append(self.default(seat))
            return actions
        if self.decides(seat):
            self.list_forms(actions, seat, 0, self.playable(seat))
        twins = self.twins(seat)
        if twins:
            self.list_forms(actions, seat, INTERVENE, twins)
        wrong = self.wrong(seat)
        while wrong:
            actions.append(MISTAKE + lowest(wrong))
            wrong &= wrong - 1
        words = self.words(seat)
        while words:
            actions.append(DRAW + lowest(words))
            words &= words - 1
        return actions

    def list_forms(self, actions: list[i64], seat: i64, base: i64, types: i64) -> None:
        forms = forms_of(types)
        if self.silent_form(seat):
            left = forms
            while left:
                actions.append(base + lowest(left))
                left &= left - 1
        if self.shout_form(seat):
            base += PLAY_SHOUT if base == 0 else INTERVENE_SHOUT - INTERVENE
            while forms:
                actions.append(base + lowest(forms))
                forms &= forms - 1

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        phase = self.phase
        if phase == CALL_WINDOW:
            return CALL + rng.below(2)
        if self.mistakes >= PATIENCE and self.decides(seat):
            rng.below(1)
            return self.default(seat)
        plain: i64 = 0
        shout: i64 = 0
        base: i64 = 0
        forms: i64 = 0
        if phase <= RESPOND_WD4 and self.turn == seat:
            forms = forms_of(self.playable(seat))
        elif self.rules.any_identical:
            forms = forms_of(self.twins(seat))
            base = INTERVENE
        if forms:
            count = popcount(forms)
            if self.silent_form(seat):
                plain = count
            if self.shout_form(seat):
                shout = count
        wrong = self.wrong(seat) if self.rules.mistakes else 0
        wrongs = popcount(wrong) if wrong else 0
        words = self.words(seat)
        n = rng.below(plain + shout + wrongs + popcount(words))
        if n < plain:
            return base + nth(forms, n)
        n -= plain
        if n < shout:
            return (PLAY_SHOUT if base == 0 else INTERVENE_SHOUT) + nth(forms, n)
        n -= shout
        if n < wrongs:
            return MISTAKE + nth(wrong, n)
        return DRAW + nth(words, n - wrongs)

    def default(self, seat: i64) -> i64:
        """What the rules do for a seat that does not decide; a seat that owes nothing has no default: -1."""
        phase = self.phase
        if not self.pending & bit(seat):
            return -1
        if phase == TURN:
            types = self.playable(seat)
            if self.rules.voluntary or not types:
                return DRAW
            form = lowest(forms_of(types))
            return form + PLAY_SHOUT if self.sizes[seat] == 2 else form
        if phase == AFTER_DRAW:
            return PASS
        if phase <= RESPOND_WD4:
            return ACCEPT
        if phase == CALL_WINDOW:
            return SILENT
        return DECLINE if phase == INTERVENTION_WINDOW else SAY_READY

    def reason(self, seat: i64, action: i64) -> str:
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

    def next(self, seat: i64) -> i64:
        seat += self.direction
        if seat >= self.seats:
            return 0
        return seat if seat >= 0 else self.seats - 1

    def ask(self, phase: i64, seat: i64) -> None:
        """Wait for the decision of one seat."""
        self.phase = phase
        self.turn = seat
        self.pending = bit(seat)
        self.mistakes = 0

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
        self.note(LAID, seat, card + 64 if self.phase == AFTER_DRAW else card)
        if self.log is not None:
            self.log.tell("lay", int(seat), form_text(int(form)), shout)
        self.lay(seat, card, colour_of(form), shout)

    def intervene(self, seat: i64, form: i64, shout: bool) -> None:
        self.steps += 1
        self.note(LAID, seat, card_of(form))
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
                self.phase = CALL_WINDOW
                self.called = 0
                self.pending = (bit(self.seats) - 1) & ~bit(seat)
                return
        self.go_on()

    def go_on(self) -> None:
        """After a lay and its call window: the intervention window, then the next seat."""
        if self.rules.any_identical and self.top != W4 and self.seats > 2:
            if self.rules.realtime:
                self.right = True
            elif not self.all_discarded():
                self.phase = INTERVENTION_WINDOW
                self.choices = 0
                self.pending = (bit(self.seats) - 1) & ~bit(self.layer) & ~bit(self.next(self.layer))
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

    def find_fit(self) -> None:
        """Which types fit: the colour, the symbol, and the multi-coloured ones."""
        if self.colour == OPEN:
            self.fit = ALL
            return
        fit = colour_types(self.colour) | MULTI
        if self.top < WC:
            fit |= symbol_types(self.top)
        self.fit = fit

    # windows

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

    def choice_of(self, action: i64) -> i64:
        """An answer in the intervention window, as `choices` keeps it."""
        if action == DECLINE:
            return 0
        shout = action >= INTERVENE_SHOUT
        form = action - (INTERVENE_SHOUT if shout else INTERVENE)
        return (12 if shout else 8) + (colour_of(form) if form >= WC else 0)

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

    def choice_text(self, seat: i64) -> str:
        """A sealed decision of the intervention window as an action's text."""
        choice = (self.choices >> (4 * seat)) & 15
        if not choice:
            return "decline"
        form = self.top if self.top < WC else WC + (choice & 3)
        return f"intervene {form_text(int(form))}" + ("!" if choice & 4 else "")

    # drawing, answering, checking

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

    def guilty(self) -> bool:
        """Did the layer of the W4 hold a card of the colour before it?"""
        return self.prev_colour != OPEN and self.shown_held & colour_types(self.prev_colour) != 0

    def challenge(self, seat: i64) -> None:
        self.steps += 1
        self.act_of_play()
        layer = self.layer
        guilty = self.guilty()
        self.shown_to = bit(self.seats) - 1 if self.rules.reveal_all else bit(seat) | bit(layer)
        for card in card_list(self.shown_held, self.shown_more):
            self.note(SEEN, layer, card + 64 * self.shown_to)
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
                    self.note(SNAP, seat, 0)
                    self.note(SOME, seat, colour_types(self.colour))
            elif self.phase == AFTER_DRAW and self.fit & bit(card):
                self.note(NOT_DRAWN, seat, bit(card))
        if seat == self.unsaid:
            self.unsaid = -1
        self.take(seat, 2, "mistake")

    # the stock

    def take(self, seat: i64, count: i64, why: str) -> i64:
        """Take so many cards from the stock, as far as there are any; the last one, or -1."""
        card: i64 = -1
        got: i64 = 0
        drawn: i64 = 64 if count == 1 else 0
        while got < count:
            if self.taken == len(self.stock):
                self.recycle()
                if self.taken == len(self.stock):
                    break
            card = self.stock[self.taken]
            self.taken += 1
            put(self.held, self.more, seat, card)
            self.note(ARRIVE, seat, card + drawn + 64 * i64(len(self.pools)))
            got += 1
        self.sizes[seat] += got
        if got > 1:
            self.lacked[seat] = 0
        if self.log is not None:
            self.tell_taken(seat, got, why)
        return card

    def tell_taken(self, seat: i64, count: i64, why: str) -> None:
        assert self.log is not None
        end = i64(len(self.past))
        cards: list[str] = [CODES[(self.past[i] >> 8) & 63] for i in range(end - count, end)]
        hidden = ("??",) * len(cards)
        self.log.tell_some(1 << int(seat), "take", (int(seat), tuple(cards), why), (int(seat), hidden, why))

    def recycle(self) -> None:
        """Shuffle the discards into a new stock; the top stays, and under a W4 that waits one more."""
        kept: i64 = 2 if self.effect == DRAWS_FOUR else 1
        count = i64(len(self.discard)) - kept
        if count <= 0:
            return
        stock = self.discard[:count]
        self.discard = self.discard[count:]
        self.shuffle("stock", stock)
        self.stock = stock
        self.taken = 0
        if len(self.pools) >= 2 * MOST_POOLS and self.effect != DRAWS_FOUR and self.drawn < 0:
            forget(self)
        held = vec[i64]([0, 0])
        more = vec[i64]([0, 0])
        for seat in range(self.seats):
            for card in card_list(self.held[seat], self.more[seat]):
                put(held, more, 0, card)
            self.note(RECYCLED, seat, 0)
        for card in stock:
            put(held, more, 1, card)
        for i in range(2):
            self.pools = append(append(self.pools, held[i]), more[i])
        if self.log is not None:
            self.log.tell("recycle", int(count))

    def note(self, kind: i64, seat: i64, fact: i64) -> None:
        """Keep a fact about a hand."""
        self.past = append(self.past, shifted(fact, 8) | (seat * 16 + kind))

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

    def hand_points(self) -> list[int]:
        return [int(value_of(self.held[seat], self.more[seat])) for seat in range(self.seats)]

    def scores(self) -> list[float]:
        points = self.hand_points()
        if self.winner < 0:
            return [0.0] * int(self.seats)
        if self.rules.own_points:
            return [float(value) for value in points]
        total = float(sum(points))
        return [total if seat == self.winner else 0.0 for seat in range(self.seats)]

    def returns(self) -> list[float]:
        """The distance from the mean, positive for the better ones."""
        scores = self.scores()
        total = sum(scores)
        n = float(self.seats)
        sign = -1.0 if self.rules.own_points else 1.0
        return [sign * (n * score - total) / n for score in scores]

    # hidden information

    def view(self, seat: int | None) -> dict[str, Any]:
        return observed(self, seat)

    def reveal(self) -> dict[str, Any]:
        return revealed(self)

    def determinize(self, seat: i64, rng: Rng) -> YassaState:
        return sampled(self, seat, rng)


# the words as sets, see words()
SAY_DRAW: Final = 1
SAY_PASS: Final = 2
SAY_ACCEPT: Final = 4
SAY_CHALLENGE: Final = 8
SAY_IS_READY: Final = 16
SAY_CALL: Final = 32
SAY_SILENT: Final = 64
SAY_DECLINE: Final = 128
SAY_MISTAKE: Final = 256

WC_FORMS: Final = 0xF0000000000000
W4_FORMS: Final = 0xF00000000000000


def forms_of(types: i64) -> i64:
    """The forms in which these types can be laid."""
    forms = types & COLOURED
    if types & MULTI:
        if (types >> WC) & 1:
            forms |= WC_FORMS
        if (types >> W4) & 1:
            forms |= W4_FORMS
    return forms


def card_of(form: i64) -> i64:
    if form < WC:
        return form
    return WC if form < WC + 4 else W4


def colour_of(form: i64) -> i64:
    """The colour that a form leaves behind."""
    return form // 13 if form < WC else (form - WC) & 3
