"""What a seat may do: sets of cards and words, and the lists of actions made of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.state import TURN as OWN_TIME
from koloda.core.state import WINDOW
from koloda.games.yassa.actions import (
    ACCEPT,
    AFTER_DRAW,
    CALL,
    CALL_WINDOW,
    DECLINE,
    DRAW,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    PASS,
    PLAY_SHOUT,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    RESPOND_WD4,
    SAY_READY,
    SILENT,
    TURN,
)
from koloda.games.yassa.cards import COLOURED, DRAW_TWO, DRAW_TWOS, MULTI, OPEN, W4, WC, colour_types
from koloda.games.yassa.notation import form_text
from koloda.games.yassa.zones import YassaZones

# after so many mistakes in one decision only the default action is left
PATIENCE: Final = 3

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


class YassaLegal(YassaZones):
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
        return held & self.answers()

    def answers(self) -> i64:
        """The types that ward off the effect of the top card."""
        if self.phase == RESPOND_SKIP:
            return bit(self.top)
        if self.phase == RESPOND_DRAW2:
            return DRAW_TWOS
        return bit(self.colour * 13 + DRAW_TWO)

    def twins(self, seat: i64) -> i64:
        """The type that this seat may lay out of turn, as a set."""
        if self.phase == INTERVENTION_WINDOW:
            able = self.pending & bit(seat) != 0
        else:
            able = self.right and self.others_act() and seat not in (self.turn, self.layer)
            able = able and seat != self.next(self.layer)
        if not able:
            return 0
        return self.held[seat] & bit(self.top)

    def wrong(self, seat: i64) -> i64:
        """The types that this seat can lay by mistake (X1, X2)."""
        if not self.rules.mistakes or self.mistakes >= PATIENCE:
            return 0
        if self.decides(seat):
            return self.held[seat] & ~self.playable(seat)
        if not self.others_act():
            return 0
        return self.held[seat] & ~self.twins(seat)

    def words(self, seat: i64, types: i64) -> i64:
        """The actions from DRAW on, as bits from 0 on; `types` are those that the seat may lay."""
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
                if self.rules.voluntary or not types:
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
        types: i64 = 0
        if self.decides(seat):
            types = self.playable(seat)
            self.list_forms(actions, seat, 0, types)
        twins = self.twins(seat)
        if twins:
            self.list_forms(actions, seat, INTERVENE, twins)
        wrong = self.wrong(seat)
        while wrong:
            actions.append(MISTAKE + lowest(wrong))
            wrong &= wrong - 1
        words = self.words(seat, types)
        while words:
            actions.append(DRAW + lowest(words))
            words &= words - 1
        return actions

    def volunteers(self, seat: i64) -> list[i64]:
        """Nobody makes a mistake of his own accord."""
        return [action for action in self.legal(seat) if action < MISTAKE or DRAW <= action < MISTAKE_CALL]

    def offered(self, seat: i64) -> list[i64]:
        """With any number of cards the shout, and in real time always "One card!": nobody is reminded."""
        actions = self.legal(seat)
        if self.pending == 0 or (self.mistakes >= PATIENCE and self.decides(seat)):
            return actions
        found = [action for action in actions if action != MISTAKE_CALL]
        if self.rules.realtime:
            found = [action for action in found if action != CALL]
            if self.rules.mistakes or not self.rules.auto:
                found.append(CALL)
        if not self.rules.auto and not self.shout_form(seat):
            for action in actions:
                if action < PLAY_SHOUT:
                    found.append(action + PLAY_SHOUT)
                elif INTERVENE <= action < INTERVENE_SHOUT:
                    found.append(action + INTERVENE_SHOUT - INTERVENE)
            found.sort()
        return found

    def meant(self, seat: i64, action: i64) -> i64:
        """A shout or a call without reason: a mistake if such are counted, else nothing."""
        if self.rules.realtime and action in (CALL, MISTAKE_CALL):
            words = self.words(seat, 0)
            if words & SAY_CALL:
                return CALL
            return MISTAKE_CALL if words & SAY_MISTAKE else -1
        return action if self.shout_form(seat) else self.advice(action)

    def advice(self, action: i64) -> i64:
        """The same without the shout, where that is the player's business."""
        if self.rules.auto:
            return action
        if PLAY_SHOUT <= action < INTERVENE:
            return action - PLAY_SHOUT
        if INTERVENE_SHOUT <= action < MISTAKE:
            return action - INTERVENE_SHOUT + INTERVENE
        return action

    def gives_time(self) -> bool:
        """There is time to react to every last card but one, shouted or not, and to lay a twin."""
        if not self.others_act() or self.phase == AFTER_DRAW or self.layer < 0:
            return False
        return self.right or self.sizes[self.layer] == 1

    def needs_sight(self) -> bool:
        """The order of arrival counts; but nobody makes a mistake because his screen was behind."""
        return self.rules.mistakes and self.others_act()

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

    def allow(self, seat: i64, mask: Masks) -> None:
        if self.mistakes >= PATIENCE and self.decides(seat):
            mask.add(self.default(seat))
            return
        types: i64 = 0
        if self.decides(seat):
            types = self.playable(seat)
            self.allow_forms(mask, seat, 0, PLAY_SHOUT, types)
        self.allow_forms(mask, seat, INTERVENE, INTERVENE_SHOUT, self.twins(seat))
        mask.add_set(MISTAKE, self.wrong(seat))
        mask.add_set(DRAW, self.words(seat, types))

    def allow_forms(self, mask: Masks, seat: i64, silent: i64, shout: i64, types: i64) -> None:
        if types:
            forms = forms_of(types)
            if self.silent_form(seat):
                mask.add_set(silent, forms)
            if self.shout_form(seat):
                mask.add_set(shout, forms)

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
        types: i64 = 0
        if phase <= RESPOND_WD4 and self.turn == seat:
            types = self.playable(seat)
        elif self.rules.any_identical:
            types = self.twins(seat)
            base = INTERVENE
        forms = forms_of(types)
        if forms:
            count = popcount(forms)
            if self.silent_form(seat):
                plain = count
            if self.shout_form(seat):
                shout = count
        wrong: i64 = 0
        if self.rules.mistakes:
            wrong = self.wrong(seat)
        wrongs = popcount(wrong)
        words = self.words(seat, types)
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

    def choice_of(self, action: i64) -> i64:
        """An answer in the intervention window, as `choices` keeps it."""
        if action == DECLINE:
            return 0
        shout = action >= INTERVENE_SHOUT
        form = action - (INTERVENE_SHOUT if shout else INTERVENE)
        return (12 if shout else 8) + (colour_of(form) if form >= WC else 0)

    def choice_text(self, seat: i64) -> str:
        """A sealed decision of the intervention window as an action's text."""
        choice = (self.choices >> (4 * seat)) & 15
        if not choice:
            return "decline"
        form = self.top if self.top < WC else WC + (choice & 3)
        return f"intervene {form_text(int(form))}" + ("!" if choice & 4 else "")

    def question(self) -> i64:
        if self.phase == CALL_WINDOW or self.phase == INTERVENTION_WINDOW:
            return WINDOW
        return OWN_TIME

    def notices(self, seat: i64, actor: i64, action: i64) -> bool:
        """Nobody sees who declines to intervene."""
        return self.phase != INTERVENTION_WINDOW or seat == actor or action != DECLINE
