"""The rules of Flights: laying, reveal, taking, resolving, burning, the end of a round, and the result."""

from __future__ import annotations

from typing import Any, Final, cast

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, nth, popcount
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.flights.actions import (
    EXCHANGE,
    FLIGHTS,
    LAY,
    NOTHING,
    OVER,
    SWAP,
    TAKE,
    TAKE_CARD,
    swap_own,
    swap_partner,
    swap_theirs,
)
from koloda.games.flights.cards import (
    CITIES,
    CODES,
    DP,
    DP_PLACE,
    colours_of,
    different,
    due,
    listed,
    same_colour,
    size,
    unit,
)
from koloda.games.flights.knowledge.history import dealt, drawn_by, reshuffled, revealed
from koloda.games.flights.knowledge.memory import Memory
from koloda.games.flights.knowledge.sampling import sampled
from koloda.games.flights.legal import allow_actions, can_swap, legal_actions, random_swap
from koloda.games.flights.options import FlightsRules
from koloda.games.flights.positions import written_position
from koloda.games.flights.reasons import refusal
from koloda.games.flights.scoring import collector_of, count_points, placement, returns_of
from koloda.games.flights.views import everything, view_of

ROW: Final = 16  # places of a row; 13 can be taken for a moment


class FlightsState(State):
    rules: FlightsRules
    deck: vec[i64]  # as it was before the deal; never changed
    pile: vec[i64]  # drawn from the front; never changed, only replaced
    drawn: i64
    discard: i64
    hands: vec[i64]
    flights: vec[i64]  # available, bit 0 for F1
    laid: vec[i64]  # the lay action of each seat in this round, or NOTHING
    table: i64
    cities: vec[i64]  # of each collection, as a set
    rows: vec[i64]  # the same in order, ROW places for each seat
    phase: i64
    round_no: i64
    first: i64
    opening: i64  # the first player of round 1
    order: i64  # the taking order, four bits for each seat
    turn: i64
    exchange: i64  # the Exchange that is being resolved, or NOTHING
    since: i64  # four bits for each seat: 1 + the take since which it has been complete, 0 if it is not
    tracks: bool  # is the following kept?
    history: vec[i64]  # from the first reshuffle on: what tells the seats who drew from which pile
    memory: Memory | None  # what a seat made of it, if one has asked (knowledge/memory.py)

    def __init__(self, game: Any, seats: i64, rules: FlightsRules, deck: vec[i64], rng: Rng) -> None:
        self.game = game
        self.seats = seats
        self.pending = 0
        self.free = 0
        self.rng = rng
        self.log = None
        self.rules = rules
        self.deck = deck
        self.pile = deck
        self.drawn = 0
        self.discard = 0
        self.hands = vec[i64]()
        self.flights = vec[i64]()
        self.laid = vec[i64]()
        self.table = 0
        self.cities = vec[i64]()
        self.rows = vec[i64]()
        self.phase = LAY
        self.round_no = 1
        self.first = 0
        self.opening = 0
        self.order = 0
        self.turn = 0
        self.exchange = NOTHING
        self.since = 0
        self.tracks = True
        self.history = vec[i64]()
        self.memory = None

    def clone(self) -> FlightsState:
        s = FlightsState(self.game, self.seats, self.rules, self.deck, self.rng.clone())
        s.pending = self.pending
        s.pile = self.pile
        s.drawn = self.drawn
        s.discard = self.discard
        s.hands = self.hands[:]
        s.flights = self.flights[:]
        s.laid = self.laid[:]
        s.table = self.table
        s.cities = self.cities[:]
        s.rows = self.rows[:]
        s.phase = self.phase
        s.round_no = self.round_no
        s.first = self.first
        s.opening = self.opening
        s.order = self.order
        s.turn = self.turn
        s.exchange = self.exchange
        s.since = self.since
        s.tracks = self.tracks
        s.history = self.history[:]
        return s

    # what may be done

    def legal(self, seat: i64) -> list[i64]:
        return legal_actions(self, seat)

    def allow(self, seat: i64, mask: Masks) -> None:
        allow_actions(self, seat, mask)

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        # not in legal.py: one call more is a few per cent of random play
        if self.phase == LAY:
            cards = different(self.hands[seat])
            flights = self.flights[seat]
            count = popcount(flights)
            k = rng.below(popcount(cards) * count)
            return nth(cards, k // count) * FLIGHTS + nth(flights, k % count)
        if self.phase == TAKE:
            cards = due(self.table)
            return TAKE_CARD + nth(cards, rng.below(popcount(cards)))
        return random_swap(self, seat, rng)

    def default(self, seat: i64) -> i64:
        """The first legal action: in LAY the lowest Flight card with the first card of the hand."""
        return legal_actions(self, seat)[0]

    def reason(self, seat: i64, action: i64) -> Reason:
        return refusal(self, seat, action)

    # a round

    def apply(self, seat: i64, action: i64) -> None:
        if action < TAKE_CARD:
            self.lay(seat, action)
        elif action < SWAP:
            self.take(seat, action - TAKE_CARD)
        else:
            self.swap(seat, swap_own(action), swap_partner(action), swap_theirs(action))
            self.next_taker()

    def start_laying(self) -> None:
        for seat in range(self.seats):
            self.laid[seat] = NOTHING
        self.phase = LAY
        self.pending = bit(self.seats) - 1

    def lay(self, seat: i64, action: i64) -> None:
        card = action // FLIGHTS
        self.hands[seat] -= unit(card)
        self.flights[seat] ^= bit(action % FLIGHTS)
        self.laid[seat] = action
        self.pending ^= bit(seat)
        if self.log is not None:
            full = (int(seat), CODES[card], int(action % FLIGHTS + 1))
            self.log.tell_some(1 << int(seat), "lay", full, (int(seat),))
        if not self.pending:
            self.show_laid()

    def show_laid(self) -> None:
        """The reveal: the laid cards form the table, the Flight cards give the taking order."""
        for seat in range(self.seats):
            action = self.laid[seat]
            self.table += unit(action // FLIGHTS)
            if self.tracks and len(self.history):
                self.history = revealed(self.history, seat, action // FLIGHTS)
                self.memory = None
            if self.log is not None:
                self.log.tell("reveal", int(seat), CODES[action // FLIGHTS], int(action % FLIGHTS + 1))
        self.order = self.taking_order()
        self.turn = 0
        if self.log is not None:
            self.log.tell("order", tuple(self.order_seats()))
        self.ask_taker()

    def taking_order(self) -> i64:
        """Highest priority first, four bits for each seat."""
        order: i64 = 0
        for seat in range(self.seats):
            own = self.priority(seat)
            place: i64 = 0
            for other in range(self.seats):
                if self.priority(other) > own:
                    place += 1
            order |= seat << (place * 4)
        return order

    def priority(self, seat: i64) -> i64:
        """The choice priority: the higher Flight, then fewer seats clockwise from the first player."""
        distance = seat - self.first if seat >= self.first else seat - self.first + self.seats
        return self.laid[seat] % FLIGHTS * 4 - distance

    def taker(self) -> i64:
        return self.order >> (self.turn * 4) & 15

    def shown_flights(self, seat: i64) -> i64:
        """The Flight cards that everybody thinks available: until the reveal the laid one is among them."""
        action = self.laid[seat]
        if self.phase != LAY or action == NOTHING:
            return self.flights[seat]
        return self.flights[seat] | bit(action % FLIGHTS)

    def ask_taker(self) -> None:
        self.phase = TAKE
        self.pending = bit(self.taker())

    def take(self, seat: i64, card: i64) -> None:
        self.table -= unit(card)
        if self.log is not None:
            self.log.tell("take", int(seat), CODES[card])
        if card < CITIES:
            self.arrive(seat, card)
        elif card == DP:
            self.deport(seat)
        else:
            self.exchange = card
            if can_swap(self, seat):
                self.phase = EXCHANGE
                return
            self.exchange = NOTHING
            self.discard += unit(card)
            if self.log is not None:
                self.log.tell("noswap", int(seat), CODES[card])
        self.next_taker()

    def arrive(self, seat: i64, city: i64) -> None:
        """A city joins the right end of a row."""
        cities = self.cities[seat]
        self.rows[seat * ROW + popcount(cities)] = city
        self.cities[seat] = cities | bit(city)
        if cities & same_colour(city):
            self.burn(seat)
        self.look(seat)

    def deport(self, seat: i64) -> None:
        """The last city of the row and the Deportation are discarded."""
        self.discard += bit(DP_PLACE)
        cities = self.cities[seat]
        if cities:
            city = self.rows[seat * ROW + popcount(cities) - 1]
            self.cities[seat] = cities ^ bit(city)
            self.discard += bit(city)
            self.look(seat)
            if self.log is not None:
                self.log.tell("deport", int(seat), CODES[city])
        elif self.log is not None:
            self.log.tell("deport", int(seat), None)

    def swap(self, seat: i64, own: i64, partner: i64, theirs: i64) -> None:
        """Each city goes where the other lay; then both rows burn."""
        if self.log is not None:
            self.log.tell("swap", int(seat), CODES[own], int(partner), CODES[theirs])
        self.replace(seat, own, theirs)
        self.replace(partner, theirs, own)
        self.burn(seat)
        self.burn(partner)
        self.discard += unit(self.exchange)
        self.exchange = NOTHING
        self.look(seat)
        self.look(partner)

    def replace(self, seat: i64, old: i64, new: i64) -> None:
        place = seat * ROW
        while self.rows[place] != old:
            place += 1
        self.rows[place] = new
        self.cities[seat] ^= bit(old) | bit(new)

    def burn(self, seat: i64) -> None:
        """Remove neighbours of one colour and colours that occur three times, until there are none."""
        burning = self.burning(seat)
        while burning:
            left: i64 = 0
            gone: list[str] | None = None if self.log is None else []
            for place in range(seat * ROW, seat * ROW + popcount(self.cities[seat])):
                city = self.rows[place]
                if not burning & bit(city):
                    self.rows[seat * ROW + left] = city
                    left += 1
                elif gone is not None:
                    gone.append(CODES[city])
            self.cities[seat] ^= burning
            self.discard += burning
            if self.log is not None and gone is not None:
                self.log.tell("burn", int(seat), tuple(gone))
            burning = self.burning(seat)

    def burning(self, seat: i64) -> i64:
        """The cities that burn in the next pass."""
        cities = self.cities[seat]
        found: i64 = 0
        before: i64 = NOTHING
        for place in range(seat * ROW, seat * ROW + popcount(cities)):
            city = self.rows[place]
            if before >= 0 and before // 6 == city // 6:
                found |= bit(before) | bit(city)
            before = city
        if found and self.rules.pair_first:
            return found
        colours = colours_of(cities)
        while colours:
            of_colour = cities & same_colour(lowest(colours))
            colours &= colours - 1
            if popcount(of_colour) >= 3:
                found |= of_colour
        return found

    def look(self, seat: i64) -> None:
        """After a take is resolved: is this collection complete, and since when?"""
        shift = seat * 4
        since = self.since >> shift & 15
        complete = colours_of(self.cities[seat]) == self.rules.colours
        if complete and not since:
            self.since += (self.turn + 1) << shift
        elif since and not complete:
            self.since -= since << shift

    def next_taker(self) -> None:
        self.turn += 1
        if self.turn < self.seats:
            self.ask_taker()
        else:
            self.end_round()

    def end_round(self) -> None:
        if self.round_no % FLIGHTS == 0:
            for seat in range(self.seats):
                self.flights[seat] = self.rules.flights
            if self.log is not None:
                self.log.tell("flights")
        if self.since or self.round_no == self.rules.max_rounds:
            self.phase = OVER
            self.pending = 0
            if self.log is not None:
                points: list[int] = [int(score) for score in self.scores()]
                self.log.tell("over", tuple(self.finishers()), tuple(points), tuple(self.places()[0]))
            return
        self.refill()
        self.first = (self.first + 1) % self.seats
        self.round_no += 1
        if self.log is not None:
            self.log.tell("first", int(self.first))
        self.start_laying()

    def refill(self) -> None:
        """Everybody draws up to three cards, one at a time, clockwise from the first player."""
        hand = self.rules.hand
        moved = True
        while moved:
            moved = False
            seat = self.first
            for i in range(self.seats):
                if size(self.hands[seat]) < hand:
                    if self.drawn == len(self.pile):
                        if not self.discard:
                            return
                        self.reshuffle()
                    self.draw(seat)
                    moved = True
                seat = seat + 1 if seat + 1 < self.seats else seat + 1 - self.seats

    def reshuffle(self) -> None:
        """The discard becomes the new draw pile; everybody knows what was in it."""
        if self.tracks:
            if not len(self.history):
                self.history = dealt(self.hands)
            self.history = reshuffled(self.history, self.discard)
            self.memory = None
        self.pile = listed(self.discard)
        self.drawn = 0
        self.discard = 0
        self.shuffle("draw_pile", self.pile)
        if self.log is not None:
            self.log.tell("reshuffle", len(self.pile))

    def draw(self, seat: i64) -> None:
        card = self.pile[self.drawn]
        self.drawn += 1
        self.hands[seat] += unit(card)
        if self.tracks and len(self.history):
            self.history = drawn_by(self.history, seat, card)
            self.memory = None
        if self.log is not None:
            self.log.tell_some(1 << int(seat), "draw", (int(seat), CODES[card]), (int(seat), None))

    # the result

    def order_seats(self) -> list[int]:
        return [int(self.order >> (place * 4) & 15) for place in range(self.seats)]

    def row(self, seat: i64) -> list[str]:
        """A collection, from the oldest place to the newest."""
        start = seat * ROW
        return [CODES[self.rows[place]] for place in range(start, start + popcount(self.cities[seat]))]

    def finishers(self) -> list[int]:
        """Who is complete, the earliest first; of one swap the taker before the partner."""
        found: list[int] = []
        for step in range(self.seats):
            taker = self.order >> (step * 4) & 15
            for i in range(self.seats):
                seat = (taker + i) % self.seats
                if self.since >> (seat * 4) & 15 == step + 1:
                    found.append(int(seat))
        return found[:1] if self.rules.first_only else found

    def scores(self) -> list[float]:
        return self.scores_of(self.finishers())

    def scores_of(self, finishers: list[int]) -> list[float]:
        return [float(count_points(self.cities[seat], int(seat) in finishers)) for seat in range(self.seats)]

    def places(self) -> list[list[int]]:
        """Groups of seats, best first."""
        finishers = self.finishers()
        return placement([int(score) for score in self.scores_of(finishers)], finishers, self.rules.collector)

    def returns(self) -> list[float]:
        finishers = self.finishers()
        scores = self.scores_of(finishers)
        return returns_of(scores, collector_of(scores, finishers) if self.rules.collector else -1)

    def stage(self) -> i64:
        return self.round_no

    def begins(self) -> bool:
        return self.phase == LAY and self.pending == bit(self.seats) - 1

    # hidden information

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast("dict[str, Any]", view_of(self, seat))

    def reveal(self) -> dict[str, Any]:
        return everything(self)

    def stop_tracking(self) -> None:
        self.tracks = False

    def determinize(self, seat: i64, rng: Rng) -> FlightsState:
        return sampled(self, seat, rng)

    # notation

    def position(self) -> str:
        return written_position(self)
