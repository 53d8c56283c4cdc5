"""What a seat sees as bytes, for learning programs."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.encoding import Encoder
from koloda.core.rows import Rows
from koloda.core.state import State
from koloda.games.junquick.actions import (
    BATTLE,
    CHIEF,
    DECLARE,
    EMIGRATE,
    FREEZE,
    GATHER,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    PHASES,
    RESPONSE,
    SURFACES,
)
from koloda.games.junquick.cards import CLASSES, CODES, FIELD, KINDS, LAID, VIRUSES, one, size
from koloda.games.junquick.knowledge.tracking import place_index
from koloda.games.junquick.state import JunQuickState

HAND: Final = 16
ROUNDS: Final = 32
DECK: Final = 48
PER: Final = 4  # cards of the deck a place

# a bag of cards: the number of a zone itself, so the copies of each card in binary
BAG: list[str] = []
for _card in range(KINDS):
    BAG += [CODES[_card]] * int(FIELD[_card]).bit_length()
BAG_WORDS: Final = 8


class JunQuickEncoder(Encoder):
    seat: i64
    to_act: i64
    phase: i64
    round: i64
    fp: i64
    idle: i64
    hand: i64
    nest: i64
    put: i64
    answered: i64
    known_hands: i64
    known_nests: i64
    hands: i64
    nests: i64
    packs: i64
    viruses: i64
    in_round: i64
    surface: i64
    top: i64
    pile: i64
    aside: i64
    last_card: i64
    last_seat: i64
    last_author: i64
    last_in_force: i64
    freeze_seat: i64
    freeze_left: i64
    duel_seat: i64
    duel_opponent: i64
    duel_cards: i64
    duel_claim: i64
    instant_card: i64
    instant_seat: i64
    redrawn: i64
    deck: i64
    discard: i64
    virus_deck: i64
    virus_discard: i64

    def __init__(self, game: Any, seats: i64) -> None:
        super().__init__(game, seats)
        names = self.seat_names()
        others = names[1:]
        numbers = [str(seat) for seat in range(int(seats))]
        by_virus = [f"{name}:{virus}" for name in names for virus in VIRUSES]
        self.seat = self.choice("seat", numbers, "the own seat: all others are relative to it")
        self.to_act = self.choice("to_act", names, "whose decision is awaited, where that is no secret")
        self.phase = self.choice("phase", PHASES, "the phase; both places of liar_lay are the first one")
        self.round = self.count("round", ROUNDS, "the number of the round")
        self.fp = self.choice("fp", names, "the first player")
        self.idle = self.count("idle", 4, "rounds in a row in which every hand has stayed full")
        self.hand = self.digits("hand", BAG, "the own hand")
        self.nest = self.digits("nest", BAG, "the own nest")
        self.put = self.digits("put", BAG, "own cards that lie face down or are given away")
        self.answered = self.flags(
            "answered", ["answered"], "the seat has submitted something in this window"
        )
        self.known_hands = self.digits("known_hands", BAG, "cards known to be in a hand", others)
        self.known_nests = self.digits("known_nests", BAG, "cards known to be in a nest", others)
        self.hands = self.count("hands", HAND, "cards in each hand", names)
        self.nests = self.count("nests", HAND, "cards in each nest", names)
        self.packs = self.count("homes", HAND, "packs at home", names)
        self.viruses = self.count("viruses", 8, "viruses by price", by_virus)
        self.in_round = self.flags("in_round", names, "who is in the round")
        self.surface = self.choice("surface", SURFACES, "what is to be covered")
        self.top = self.choice("top", names, "the top player")
        self.pile = self.digits("pile", BAG, "the pile")
        self.aside = self.digits("aside", BAG, "property cards, and the Hysterias laid on them")
        self.last_card = self.choice("last_card", CODES, "the play that Hysteria would undo or do again")
        self.last_seat = self.choice("last_seat", names, "whose play that was")
        self.last_author = self.choice("last_author", names, "who may not answer it")
        self.last_in_force = self.flags("last_in_force", ["in force"], "is it in force?")
        self.freeze_seat = self.choice("freeze_seat", names, "an Icewhirl: only this seat acts")
        self.freeze_left = self.count("freeze_left", 8, "its extra plays")
        self.duel_seat = self.choice("duel_seat", names, "the Fibber")
        self.duel_opponent = self.choice("duel_opponent", names, "who answers him")
        self.duel_cards = self.count("duel_cards", 8, "his cards that lie face down")
        self.duel_claim = self.count("duel_claim", 8, "what he says they are", CLASSES)
        self.instant_card = self.choice("instant_card", CODES, "the first instant that waits for its effect")
        self.instant_seat = self.choice("instant_seat", names, "who laid it")
        self.redrawn = self.flags(
            "redrawn", ["redrawn"], "the first player has drawn a new hand in this round"
        )
        self.deck = self.count("deck", DECK, "cards left in the deck", step=PER)
        self.discard = self.digits("discard", BAG, "the discard pile")
        self.virus_deck = self.count("virus_deck", 24, "viruses left")
        self.virus_discard = self.count("virus_discard", 8, "discarded viruses by price", VIRUSES)

    def observe(self, state: State, seat: i64, out: Rows) -> None:
        assert isinstance(state, JunQuickState)
        s = state
        phase = s.phase
        out.one(self.seat, seat)
        if s.pending & bit(seat):
            out.one(self.to_act, 0)
        elif phase in (GATHER, FREEZE, LIAR_LAY, LIAR_CLAIM, LIAR_GUESS, EMIGRATE):
            out.one(self.to_act, self.relative(seat, s.actor))
        out.one(self.phase, LIAR_LAY if phase == LIAR_CLAIM else phase)
        out.up_to(self.round, s.round_no, ROUNDS)
        out.one(self.fp, self.relative(seat, s.fp))
        out.up_to(self.idle, s.idle, 4)
        out.bits(self.hand, s.hands[seat])
        out.bits(self.nest, s.nests[seat])
        liar = phase in (LIAR_LAY, LIAR_CLAIM, LIAR_GUESS)
        if (liar or phase == EMIGRATE) and s.turn == seat:
            out.bits(self.put, s.put)
        if phase in (CHIEF, RESPONSE, BATTLE, DECLARE) and s.picks[seat]:
            out.one(self.answered, 0)
        self.people(s, seat, out)
        out.bits(self.in_round, self.turned(seat, s.in_round))
        out.one(self.surface, s.surface)
        out.one(self.top, self.relative(seat, s.top))
        pile: i64 = 0
        for entry in s.pile:
            pile += one(entry & 31)
        out.bits(self.pile, pile)
        out.bits(self.aside, s.aside)
        if s.last_card >= 0:
            out.one(self.last_card, s.last_card)
            out.one(self.last_seat, self.relative(seat, s.last_base))
            out.one(self.last_author, self.relative(seat, s.last_author))
            if s.last_in_force:
                out.one(self.last_in_force, 0)
        if s.freeze >= 0:
            out.one(self.freeze_seat, self.relative(seat, s.freeze))
            out.up_to(self.freeze_left, s.extra, 8)
        if liar:
            out.one(self.duel_seat, self.relative(seat, s.turn))
            out.one(self.duel_opponent, self.relative(seat, s.opponent))
            out.up_to(self.duel_cards, s.put_count, 8)
            if phase != LIAR_LAY:
                for name in range(10):
                    out.up_to(self.duel_claim + name, s.claims >> (4 * name) & 15, 8)
        if s.queue:
            out.one(self.instant_card, LAID + (s.queue & 7))
            out.one(self.instant_seat, self.relative(seat, s.queue >> 3 & 7))
        if s.redrawn:
            out.one(self.redrawn, 0)
        out.up_to(self.deck, (i64(len(s.deck)) - s.drawn + PER - 1) // PER, DECK)
        out.bits(self.discard, s.discard)
        left = s.virus_deck
        count: i64 = 0
        while left:
            left >>= 3
            count += 1
        out.up_to(self.virus_deck, count, 24)
        viruses = s.virus_discard
        at = self.virus_discard
        while viruses:
            out.up_to(at, viruses & 15, 8)
            viruses >>= 4
            at += 1

    def people(self, s: JunQuickState, seat: i64, out: Rows) -> None:
        """What is seen and known of each seat."""
        seats = self.seats
        known = s.known
        packs: i64 = 0  # by place, eight bits each
        for pack in s.packs:
            packs += bit(self.relative(seat, pack >> 20) * 8)
        for place in range(seats):
            other = self.absolute(seat, place)
            out.up_to(self.hands + place * 2, size(s.hands[other]), HAND)
            out.up_to(self.nests + place * 2, size(s.nests[other]), HAND)
            out.up_to(self.packs + place * 2, packs >> (place * 8) & 255, HAND)
            viruses = s.viruses[other]
            at = self.viruses + place * 4
            while viruses:
                out.up_to(at, viruses & 15, 8)
                viruses >>= 4
                at += 1
            if place:
                at = (place - 1) * BAG_WORDS
                out.bits(self.known_hands + at, known[place_index(s, seat, other)])
                out.bits(self.known_nests + at, known[place_index(s, seat, other + seats)])
