"""The rules of Viceroy: the phases of a turn one after another, and what each decision allows."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount, shifted
from koloda.core.rng import Rng
from koloda.core.vecs import append
from koloda.games.viceroy import views
from koloda.games.viceroy.asks import (
    APPOINT,
    AUCTION_PASS,
    BID,
    BID_NONE,
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
    REFUSE,
    RETIRE,
    SETUP_REWARD,
    START,
    STASH,
    STORE,
    STORE_NONE,
    SWAP,
    TAKE,
    TAKE_NONE,
    TO,
    TOP,
    UNDER,
    USE,
    WANT,
    WANT_TIP,
)
from koloda.games.viceroy.auction import TURNS
from koloda.games.viceroy.cards import CHARACTERS, HALF, Deck, Rules, count_of
from koloda.games.viceroy.knowledge import sampled
from koloda.games.viceroy.payment import Payment, coin_to
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS, LEVELS
from koloda.games.viceroy.reasons import why_illegal
from koloda.games.viceroy.scoring import paint, paint_best, prospects, score
from koloda.games.viceroy.table import PAINT_AT, PAINT_BITS, TRAY


class ViceroyState(Payment):
    circle: i64  # the circle that is being painted

    # the legal actions found last: base + word * stride + bit, and perhaps one more, the last of the block
    base: i64
    stride: i64
    word0: i64
    word1: i64
    word2: i64
    word3: i64
    word4: i64
    none: i64  # that action, or -1

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: Rules, rng: Rng) -> None:
        super().__init__(game, seats, deck, rules, rng)
        self.circle = 0
        self.clear_found(0, 0)

    def clone(self) -> ViceroyState:
        s = ViceroyState(self.game, self.seats, self.deck, self.rules, self.rng.clone())
        self.copy_table(s)
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

    def recolour(self, seat: i64) -> None:
        """Ask this seat, or the next one that can paint something."""
        while seat < self.seats:
            if (
                self.paintable(seat, 2)
                | self.paintable(seat, 3)
                | self.paintable(seat, 4)
                | self.paintable(seat, 5)
            ):
                self.ask_one(seat, CIRCLE)
                return
            seat += 1
        self.finish()

    def colours_behind(self, seat: i64) -> i64:
        colours: i64 = 0
        for colour in range(4):
            if self.screens[seat * 4 + colour]:
                colours |= bit(colour)
        return colours

    def paintable(self, seat: i64, level: i64) -> i64:
        """The circles of a level with a sector that can be covered."""
        row = self.rows[seat * LEVELS + level - 1]
        colours = self.colours_behind(seat)
        result: i64 = 0
        if not colours:
            return 0
        while row:
            column = lowest(row)
            row &= row - 1
            if self.possible_paint(seat, (level - 1) * COLUMNS + column, colours):
                result |= bit(column)
        return result

    def possible_paint(self, seat: i64, place: i64, colours: i64) -> i64:
        """What can be laid on which sector: bit sector * 4 + colour."""
        sectors = self.circle_sectors(seat, place)
        covered = self.trays[self.card_at(seat, place) * TRAY + 3] >> PAINT_AT
        result: i64 = 0
        for sector in range(4):
            if not (covered >> (PAINT_BITS * sector)) & 7:
                other = colours & ~bit((sectors >> (2 * sector)) & 3)
                result |= shifted(other, sector * 4)
        return result

    def lay_paint(self, seat: i64, sector: i64, colour: i64) -> None:
        paint(self, seat, self.circle, sector, colour)
        self.recolour(seat)

    def finish(self) -> None:
        self.phase = OVER
        self.pending = 0
        if self.log is not None:
            views.tell_result(self, self.log)

    # what may be done

    def clear_found(self, base: i64, stride: i64) -> None:
        self.base = base
        self.stride = stride
        self.word0 = 0
        self.word1 = 0
        self.word2 = 0
        self.word3 = 0
        self.word4 = 0
        self.none = -1

    def find(self, seat: i64) -> None:
        """Find the legal actions of a seat that owes a decision."""
        kind = self.ask[seat]
        self.clear_found(kind, COLUMNS)
        if kind == TAKE:
            for colour in range(4):
                if self.reserve[colour]:
                    self.word0 |= bit(colour)
            if not self.takes_least:
                self.none = TAKE_NONE
        elif kind == BID:
            self.word0 = self.possible_bids(seat)
        elif kind == LAW:
            self.find_hand(seat, LAW_NONE)
        elif kind == PUT:
            self.find_open(seat, 4)
        elif kind == BUILD:
            self.find_open(seat, self.payable_levels(seat))
        elif kind == DECIDE:
            self.word0 = 3 if self.payable_levels(seat) else 2
        elif kind == CIRCLE:
            self.word0 = self.paintable(seat, 2)
            self.word1 = self.paintable(seat, 3)
            self.word2 = self.paintable(seat, 4)
            self.word3 = self.paintable(seat, 5)
            self.none = CIRCLE_NONE
        elif kind == PAINT:
            self.word0 = self.possible_paint(seat, self.circle, self.colours_behind(seat))
        elif kind == DRAW_FROM:
            self.word0 = self.decks_left()
        elif kind == START:
            self.find_hand(seat, -1)
        elif kind == WANT:
            self.word0 = self.possible_wishes(seat)
        elif kind in (HIT, APPOINT):
            self.word0 = self.spots_with_cards()
        elif kind == USE:
            self.find_uses(seat)
        elif kind == COIN:
            self.find_coins(seat)
        elif kind == PICK:
            self.word0 = bit(self.deck.amount[self.card]) - 1
        elif kind == COLOUR:
            self.word0 = self.nameable(seat)
        elif kind in (OWN, STASH):
            self.word0 = 3
        elif kind == STORE:
            self.word0 = self.colours_behind(seat)
            self.none = STORE_NONE
        elif kind == FILE:
            self.find_hand(seat, FILE_NONE)
        elif kind in (PETITION, TOP):
            for i in range(self.tops_end - self.tops, self.tops_end):
                self.word0 |= bit(self.law[i] - CHARACTERS)
        else:
            self.find_own_cards(seat, kind)

    def find_hand(self, seat: i64, none: i64) -> None:
        self.stride = HALF
        self.word0 = self.hands[seat * 2]
        self.word1 = self.hands[seat * 2 + 1]
        self.none = none

    def find_open(self, seat: i64, levels: i64) -> None:
        if levels >= 1:
            self.word0 = self.open_row(seat, 1)
        if levels >= 2:
            self.word1 = self.open_row(seat, 2)
        if levels >= 3:
            self.word2 = self.open_row(seat, 3)
        if levels >= 4:
            self.word3 = self.open_row(seat, 4)
        if levels >= 5:
            self.word4 = self.open_row(seat, 5)

    def find_own_cards(self, seat: i64, kind: i64) -> None:
        """Places in the pyramid, for a law."""
        self.word0 = self.law_row(seat, 1, kind)
        self.word1 = self.law_row(seat, 2, kind)
        self.word2 = self.law_row(seat, 3, kind)
        self.word3 = self.law_row(seat, 4, kind)
        if kind != SWAP:
            self.word4 = self.law_row(seat, 5, kind)
        if kind == MOVE:
            self.none = MOVE_NONE

    def law_row(self, seat: i64, level: i64, kind: i64) -> i64:
        if kind in (SWAP, UNDER):
            return self.character_row(seat, level)
        if kind == MOVE:
            return self.movable_row(seat, level)
        if kind == TO:
            return self.target_row(seat, level, self.lifted_from)
        return self.other_free_row(seat, level)

    def find_uses(self, seat: i64) -> None:
        """How many endless gems of the colour: 0 to 5, as long as the rest stays payable."""
        colour = self.plan_colour[seat]
        rest = self.plan_rest[seat]
        most = min(count_of(rest, colour), self.endless[seat * 4 + colour])
        for k in range(most + 1):
            if self.payable(seat, rest - shifted(k, colour * 8), colour + 1, self.plan_coins[seat]):
                self.word0 |= bit(colour * 6 + k)

    def find_coins(self, seat: i64) -> None:
        rest = self.plan_rest[seat]
        for pair in range(12):
            if count_of(rest, pair // 3):
                other = rest + bit(coin_to(pair) * 8) - bit(pair // 3 * 8)
                if self.payable(seat, other, 4, self.plan_coins[seat] - 1):
                    self.word0 |= bit(pair)
        if self.payable(seat, rest, 4, 0):
            self.none = COIN_NONE

    def legal(self, seat: i64) -> list[i64]:
        actions: list[i64] = []
        if seat < 0 or seat >= self.seats or not self.pending & bit(seat):
            return actions
        self.find(seat)
        self.list_word(actions, self.word0, 0)
        self.list_word(actions, self.word1, 1)
        self.list_word(actions, self.word2, 2)
        self.list_word(actions, self.word3, 3)
        self.list_word(actions, self.word4, 4)
        if self.none >= 0:
            actions.append(self.none)
        return actions

    def list_word(self, actions: list[i64], word: i64, place: i64) -> None:
        while word:
            actions.append(self.base + place * self.stride + lowest(word))
            word &= word - 1

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        self.find(seat)
        count0 = popcount(self.word0)
        count1 = popcount(self.word1)
        count2 = popcount(self.word2)
        count3 = popcount(self.word3)
        count = count0 + count1 + count2 + count3 + popcount(self.word4)
        i = rng.below(count + 1 if self.none >= 0 else count)
        if i < count0:
            return self.base + nth(self.word0, i)
        if i == count:
            return self.none
        i -= count0
        if i < count1:
            return self.base + self.stride + nth(self.word1, i)
        i -= count1
        if i < count2:
            return self.base + 2 * self.stride + nth(self.word2, i)
        i -= count2
        if i < count3:
            return self.base + 3 * self.stride + nth(self.word3, i)
        return self.base + 4 * self.stride + nth(self.word4, i - count3)

    def default(self, seat: i64) -> i64:
        """Do nothing, refuse, take what is plentiful; otherwise the first action by its text."""
        kind = self.ask[seat]
        if kind == LAW:
            return LAW_NONE
        if kind == BID:
            return BID_NONE
        if kind == WANT:
            return WANT_TIP
        if kind == DECIDE:
            return REFUSE
        if kind == CIRCLE:
            return CIRCLE_NONE
        if kind == TAKE:
            most: i64 = 0
            for colour in range(1, 4):
                if self.reserve[colour] > self.reserve[most]:
                    most = colour
            return TAKE + most
        first: i64 = -1
        text = ""
        for action in self.legal(seat):
            other: str = self.game.text(action)
            if first < 0 or other < text:
                first = action
                text = other
        return first

    def reason(self, seat: i64, action: i64) -> str:
        return why_illegal(self, seat, action)

    # what is done

    def apply(self, seat: i64, action: i64) -> None:
        kind = self.ask[seat]
        value = action - kind
        if kind == TAKE:
            self.take(value if action < TAKE_NONE else -1)
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

    # hidden information

    def view(self, seat: int | None) -> dict[str, Any]:
        return views.view(self, seat)

    def reveal(self) -> dict[str, Any]:
        return views.reveal(self)

    def determinize(self, seat: i64, rng: Rng) -> ViceroyState:
        return sampled(self, seat, rng)
