"""What a seat sees as bytes, for learning programs."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit, popcount, shifted
from koloda.core.encoding import Encoder
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.flights.actions import FLIGHTS, LAY, NOTHING, OVER, PHASES
from koloda.games.flights.cards import (
    CITIES,
    CODES,
    COLOURS,
    DP_PLACE,
    UNIQUE,
    XU_PLACE,
    count_of,
    size,
    unit,
)
from koloda.games.flights.state import ROW, FlightsState

PLACES: Final = 13  # of a row
ROUNDS: Final = 32
PILE: Final = 40
HAND: Final = 8
# a bag of cards: the unique ones, then the copies of XU and DP
BAG = [*CODES[:42], "XU", "XU", "DP", "DP", "DP"]
VALUES = [str(value) for value in range(1, 7)]
FLIGHT_NAMES = [f"F{flight}" for flight in range(1, FLIGHTS + 1)]


def words_of_cities() -> vec[i64]:
    """By city the two words of its place in a row: one place for the colour, one for the value."""
    made = Rows(CITIES * 2)
    for city in range(CITIES):
        made.bits(city * 2, bit(city // 6) | bit(city % 6 + 6))
    return made.words


class FlightsEncoder(Encoder):
    city_words: vec[i64]
    seat: i64
    to_act: i64
    phase: i64
    round: i64
    first: i64
    hand: i64
    laid_card: i64
    laid_flight: i64
    flights: i64
    bids: i64
    committed: i64
    order: i64
    turn: i64
    table: i64
    exchange: i64
    cities: i64
    rows: i64
    counts: i64
    draw_pile: i64
    discard: i64

    def __init__(self, game: Any, seats: i64) -> None:
        super().__init__(game, seats)
        self.city_words = words_of_cities()
        names = self.seat_names()
        numbers = [str(seat) for seat in range(int(seats))]
        places = [f"{name}:{place}" for name in names for place in range(1, PLACES + 1)]
        order = [str(place) for place in range(1, int(seats) + 1)]
        self.seat = self.choice("seat", numbers, "the own seat: all others are relative to it")
        self.to_act = self.flags("to_act", names, "whose decision is awaited")
        self.phase = self.choice("phase", PHASES, "the phase of the round")
        self.round = self.count("round", ROUNDS, "the number of the round")
        self.first = self.choice("first", names, "who has the First-player card")
        self.hand = self.flags("hand", BAG, "the own cards")
        self.laid_card = self.choice("laid_card", CODES, "the own laid card while it is sealed")
        self.laid_flight = self.choice("laid_flight", FLIGHT_NAMES, "the Flight card with it")
        self.flights = self.flags(
            "flights", FLIGHT_NAMES, "available; until the reveal with the laid one", names
        )
        self.bids = self.choice("bids", FLIGHT_NAMES, "the revealed Flight cards", names)
        self.committed = self.flags("committed", names, "who has laid a pair that is not yet revealed")
        self.order = self.choice("order", order, "the place in the taking order, after the reveal", names)
        self.turn = self.count("turn", seats, "how many have taken and resolved")
        self.table = self.choice("table", CODES, "what each has laid and nobody has taken yet", names)
        self.exchange = self.choice("exchange", CODES, "the Exchange that is being resolved")
        self.cities = self.flags("cities", CODES[:36], "the collections", names)
        self.rows = self.flags(
            "collections",
            [*COLOURS, *VALUES],
            "the same in order, the oldest first: colour and value of each place",
            places,
        )
        self.counts = self.count("counts", HAND, "cards in each hand", names)
        self.draw_pile = self.count("draw_pile", PILE, "cards in the draw pile")
        self.discard = self.flags("discard", BAG, "the discard pile")

    def bag(self, at: i64, cards: i64, out: Rows) -> None:
        xu = cards >> XU_PLACE & 3
        dp = cards >> DP_PLACE
        copies = (bit(xu) - 1) | shifted(bit(dp) - 1, 2)
        out.bits(at, cards & UNIQUE | shifted(copies, XU_PLACE))

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        assert isinstance(state, FlightsState)
        s = state
        seats = self.seats
        laid = s.laid
        rows = s.rows
        hands = s.hands
        city_words = self.city_words
        sealed = s.phase == LAY
        out.one(self.seat, seat)
        out.bits(self.to_act, self.turned(seat, s.pending))
        out.one(self.phase, s.phase)
        out.up_to(self.round, s.round_no, ROUNDS)
        out.one(self.first, self.relative(seat, s.first))
        self.bag(self.hand, hands[seat], out)
        if sealed and laid[seat] != NOTHING:
            out.one(self.laid_card, laid[seat] // FLIGHTS)
            out.one(self.laid_flight, laid[seat] % FLIGHTS)
        for place in range(seats):
            other = self.absolute(seat, place)
            out.bits(self.flights + place, s.shown_flights(other))
            if not sealed:
                out.one(self.bids + place, laid[other] % FLIGHTS)
            elif laid[other] != NOTHING:
                out.one(self.committed, place)
            cities = s.cities[other]
            out.bits(self.cities + place * 5, cities)
            at = self.rows + place * PLACES * 2
            for k in range(other * ROW, other * ROW + min(popcount(cities), PLACES)):
                out.word(at, city_words[rows[k] * 2])
                out.word(at + 1, city_words[rows[k] * 2 + 1])
                at += 2
            out.up_to(self.counts + place, size(hands[other]), HAND)
        if not sealed:
            for turn in range(seats):
                other = s.order >> (turn * 4) & 15
                out.one(self.order + self.relative(seat, other), turn)
            if s.phase != OVER:
                out.up_to(self.turn, s.turn, seats)
            left = s.table
            other = seats - 1
            while left and other >= 0:  # as views.table_cards does
                card = laid[other] // FLIGHTS
                if count_of(left, card):
                    left -= unit(card)
                    out.one(self.table + self.relative(seat, other) * 6, card)
                other -= 1
        out.one(self.exchange, s.exchange)
        out.up_to(self.draw_pile, i64(len(s.pile)) - s.drawn, PILE)
        self.bag(self.discard, s.discard, out)
