"""The rules of Viceroy: the setup, the phases of a turn one after another, the end, what each action does."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.vecs import append
from koloda.games.viceroy import views
from koloda.games.viceroy.actions import (
    APPOINT,
    AUCTION_PASS,
    BID,
    BUILD,
    CIRCLE,
    CIRCLE_NONE,
    COIN,
    COIN_NONE,
    COLOUR,
    DECIDE,
    DRAW_FROM,
    FILE,
    FILE_NONE,
    HIT,
    LAW,
    LAW_CHOOSE,
    LAW_NONE,
    LAW_RESOLVE,
    MOVE,
    MOVE_NONE,
    OVER,
    OWN,
    PAINT,
    PAY_PASS,
    PETITION,
    PICK,
    PUT,
    RECOLOUR,
    RETIRE,
    SETUP_REWARD,
    START,
    STASH,
    STORE_NONE,
    SWAP,
    TAKE,
    TAKE_NONE,
    TO,
    TOP,
    UNDER,
    USE,
    WANT,
)
from koloda.games.viceroy.auction import TURNS
from koloda.games.viceroy.cards import CHARACTERS, HALF
from koloda.games.viceroy.knowledge.sampling import sampled
from koloda.games.viceroy.legal import ViceroyChoices
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS
from koloda.games.viceroy.reasons import why_illegal
from koloda.games.viceroy.scoring import paint_best, prospects, score


class ViceroyState(ViceroyChoices):
    def clone(self) -> ViceroyState:
        s = ViceroyState(self.game, self.seats, self.deck, self.rules, self.rng.clone())
        self.copy_zones(s)
        self.copy_playing(s)
        self.copy_auction(s)
        self.copy_payment(s)
        s.circle = self.circle
        return s

    # setup

    def begin(self) -> None:
        """The cards are dealt: everybody keeps one of three."""
        if self.log is not None:
            for seat in range(self.seats):
                cards = [self.deck.codes[self.dealt[seat * 3 + i]] for i in range(3)]
                hidden = ("??", "??", "??")
                self.log.tell_some(int(bit(seat)), "dealt", (seat, tuple(cards)), (seat, hidden))
        self.ask_all(bit(self.seats) - 1, START)

    def starts_are_in(self) -> None:
        """The other cards go back into the small deck; the chosen ones are placed and give their reward."""
        rest = self.small[:]
        for seat in range(self.seats):
            card = self.choice[seat]
            self.from_hand(seat, card)
            for half in range(2):
                i = seat * 2 + half
                self.back[i] = self.hands[i]
                while self.hands[i]:
                    rest = append(rest, half * HALF + lowest(self.hands[i]))
                    self.hands[i] &= self.hands[i] - 1
        self.shuffle("small", rest)
        self.small = rest
        for seat in range(self.seats):
            self.place_card(seat, self.choice[seat], CENTRE)
            if self.log is not None:
                self.log.tell("start", seat, self.deck.codes[self.choice[seat]])
        self.phase = SETUP_REWARD
        self.queue = bit(self.seats) - 1
        self.next_card()

    def open_table(self) -> None:
        """Four characters to the bases, three laws to everybody."""
        self.fill_bases()
        for seat in range(self.seats):
            for i in range(3):
                self.to_hand(seat, self.law[self.law_at + i])
            if self.log is not None:
                laws = [self.deck.codes[self.law[self.law_at + i]] for i in range(3)]
                self.log.tell_some(int(bit(seat)), "laws", (seat, tuple(laws)), (seat, ("??", "??", "??")))
            self.law_at += 3
        self.start_turn()

    # the turn

    def start_turn(self) -> None:
        self.turn += 1
        self.round = 0
        self.sitting = 0
        self.phase = LAW_CHOOSE
        if self.log is not None:
            self.log.tell("turn", int(self.turn))
        self.ask_all(bit(self.seats) - 1, LAW)

    def laws_are_in(self) -> None:
        self.queue = 0
        for seat in range(self.seats):
            card = self.choice[seat]
            if card >= 0:
                self.from_hand(seat, card)
                self.queue |= bit(seat)
            if self.log is not None:
                self.log.tell("law", seat, self.deck.codes[card] if card >= 0 else None)
        self.phase = LAW_RESOLVE
        self.next_card()

    def begin_card(self) -> None:
        if self.phase == LAW_RESOLVE:
            self.ask_place()
        elif self.phase == SETUP_REWARD:
            self.reward_place(CENTRE)
        else:
            self.reward_place(self.plan_place[self.cur])

    def queue_done(self) -> None:
        if self.phase == LAW_RESOLVE:
            self.start_auction()
        elif self.phase == SETUP_REWARD:
            self.open_table()
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.turn == TURNS:
            self.start_recolouring()
        else:
            self.start_turn()

    # the end

    def start_recolouring(self) -> None:
        """Screens are removed, hands discarded."""
        self.phase = RECOLOUR
        if self.log is not None:
            self.log.tell("recolour")
        for seat in range(self.seats):
            for half in range(2):
                i = seat * 2 + half
                while self.hands[i]:
                    card = half * HALF + lowest(self.hands[i])
                    self.from_hand(seat, card)
                    self.discard(card)
        if self.rules.auto_recolour:
            for seat in range(self.seats):
                paint_best(self, seat)
            self.finish()
        else:
            self.recolour(0)

    def finish(self) -> None:
        self.phase = OVER
        self.pending = 0
        if self.log is not None:
            views.tell_result(self, self.log)

    def reason(self, seat: i64, action: i64) -> Reason:
        return why_illegal(self, seat, action)

    # what is done

    def apply(self, seat: i64, action: i64) -> None:
        kind = self.ask[seat]
        value = action - kind
        if kind == TAKE:
            if action == TAKE_NONE:
                value = -1
            self.take(value)
            if not self.takes:
                if self.phase == AUCTION_PASS or self.phase == PAY_PASS:
                    self.next_passer()
                else:
                    self.advance()
        elif kind <= LAW or kind in (BID, DECIDE, WANT):
            self.seal(seat, kind, value)
            if not self.pending:
                self.unseal(kind)
        elif kind in (BUILD, USE, COIN):
            self.plan(seat, kind, value)
            if not self.pending:
                self.builds_are_in()
        elif kind == PUT:
            self.put(value)
        elif kind == CIRCLE:
            if action == CIRCLE_NONE:
                self.recolour(seat + 1)
            else:
                self.circle = value + COLUMNS
                self.ask_one(seat, PAINT)
        elif kind == PAINT:
            self.lay_paint(seat, value // 4, value % 4)
        elif kind == DRAW_FROM:
            self.draw(value == 1)
        elif kind == STASH:
            self.stash(value == 0)
        elif kind == HIT:
            self.hit(value)
        else:
            self.apply_law(kind, value)

    def apply_law(self, kind: i64, value: i64) -> None:
        if kind == PICK:
            self.pick_option(value)
        elif kind == SWAP:
            self.swap(value)
        elif kind == UNDER:
            self.under(value)
        elif kind == COLOUR:
            if not self.gain_endless(value):
                self.advance()
        elif kind == OWN:
            self.own(value == 0)
        elif kind == PETITION:
            self.petition(CHARACTERS + value)
        elif kind == TOP:
            self.top(CHARACTERS + value)
        elif kind == APPOINT:
            self.appoint(value)
        elif kind == MOVE:
            self.lift(value if kind + value < MOVE_NONE else -1)
        elif kind == TO:
            self.move_to(value)
        elif kind == RETIRE:
            self.retire(value)
        elif kind == FILE:
            self.file(value if kind + value < FILE_NONE else -1)
        else:
            self.store(value if kind + value < STORE_NONE else -1)

    def seal(self, seat: i64, kind: i64, value: i64) -> None:
        """A secret choice; nothing is carried out before the last one is made."""
        if kind == WANT:
            self.wishes[seat] = value
        elif kind == LAW and value == LAW_NONE - LAW:
            self.choice[seat] = -1
        else:
            self.choice[seat] = value
        self.pending &= ~bit(seat)

    def unseal(self, kind: i64) -> None:
        if kind == BID:
            self.bids_are_in()
        elif kind == LAW:
            self.laws_are_in()
        elif kind == DECIDE:
            self.decisions_are_in()
        elif kind == WANT:
            self.share_out()
        else:
            self.starts_are_in()

    def plan(self, seat: i64, kind: i64, value: i64) -> None:
        """A step of a secret sequence: the place, endless gems, Common Coin."""
        if kind == BUILD:
            self.build(seat, value)
        elif kind == USE:
            self.use(seat, value % 6)
        else:
            self.coin(seat, value if kind + value < COIN_NONE else -1)

    # the result

    def scores(self) -> list[float]:
        return [score(self, seat) for seat in range(self.seats)]

    def returns(self) -> list[float]:
        scores = self.scores()
        if self.seats == 1:
            return scores
        mean = sum(scores) / float(self.seats)
        return [points - mean for points in scores]

    def stage(self) -> i64:
        return self.turn

    def begins(self) -> bool:
        return self.phase == LAW_CHOOSE and self.pending == bit(self.seats) - 1

    def outlook(self) -> list[float]:
        return prospects(self, TURNS + 1 - self.turn)

    def winners(self) -> list[int]:
        scores = self.scores()
        best = max(scores)
        winners = [seat for seat in range(int(self.seats)) if scores[seat] == best]
        if self.rules.lowest_wins:
            among: i64 = 0
            for seat in winners:
                among |= bit(seat)
            return [int(self.lowest_of(among))]
        return winners

    def position(self) -> str:
        from koloda.games.viceroy import positions  # it imports this module

        return positions.write(self)

    # hidden information

    def view(self, seat: int | None) -> dict[str, Any]:
        return views.view(self, seat)

    def awaited(self, seat: int | None) -> list[int] | None:
        return views.undecided(self, seat)

    def reveal(self) -> dict[str, Any]:
        return views.reveal(self)

    def determinize(self, seat: i64, rng: Rng) -> ViceroyState:
        return sampled(self, seat, rng)
