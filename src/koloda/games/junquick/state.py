"""One game of JunQuick in progress: its fields, and how actions reach the rules.

The rules themselves are in the files beside this one, in the order of the rulebook: `legal` (what may be
done), `rounds` (the two phases, Hysteria, Icewhirl), `effects` (Fibber, Thief, Gatecrasher, viruses),
`homes` (the end of a round) and `instants` (refill, instant cards, the end of the game).
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from koloda.core.bits import bit
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.core.rows import Masks
from koloda.core.state import SECRET_CHOICE, SECRET_WINDOW, TURN, WINDOW, State
from koloda.core.vecs import vec
from koloda.games.junquick import effects, homes, instants, legal, positions, reasons, rounds, views
from koloda.games.junquick.actions import (
    CHIEF,
    CLAIM,
    CURE,
    DECLARE,
    DONE,
    FORM,
    FORM_PACK,
    GATHER,
    GIVE,
    HYS,
    INF,
    INST,
    LAY_BATTLE,
    LAY_G3,
    LIAR_LAY,
    OVER,
    PASS,
    PAY,
    PUT,
    READY,
    REDRAW,
    RESPONSE,
    STOP,
    TRUTH,
    WAIT,
)
from koloda.games.junquick.cards import DM, listed, missing, most_packs, nth_card, one, size
from koloda.games.junquick.knowledge.cases import Belief
from koloda.games.junquick.knowledge.sampling import sampled
from koloda.games.junquick.options import JunQuickRules

NOTHING: Final = vec[i64]()
NO_BELIEFS: Final[list[Belief | None]] = []

# how a game ended
ENDS: Final = ["deck", "idle"]


class JunQuickDealt:
    """The zones just after the deal; a state that was sampled has none."""

    fp: i64
    hands: vec[i64]
    deck: vec[i64]
    virus_deck: i64

    def __init__(self, fp: i64, hands: vec[i64], deck: vec[i64], virus_deck: i64) -> None:
        self.fp = fp
        self.hands = hands
        self.deck = deck
        self.virus_deck = virus_deck

    def parts(self) -> list[Any]:
        """What it is made of, for copies."""
        return [self.fp, self.hands, self.deck, self.virus_deck]


class JunQuickState(State):
    rules: JunQuickRules
    dealt: JunQuickDealt | None
    phase: i64
    hands: vec[i64]
    nests: vec[i64]
    viruses: vec[i64]  # by seat: how many of each price, four bits each
    packs: vec[i64]  # as they came home: four cards of five bits, then the owner; replaced only
    deck: vec[i64]  # drawn from the front; replaced only
    drawn: i64
    discard: i64
    virus_deck: i64  # prices, three bits each, the top lowest
    virus_discard: i64  # like viruses
    queue: i64  # instants that were laid, six bits each, the head lowest: card - LAID, owner * 8
    fp: i64
    round_no: i64
    idle: i64
    end: i64

    in_round: i64
    pile: vec[i64]  # card, seat * 32, value * 256
    aside: i64
    surface: i64
    top: i64  # the top player, or -1
    turn: i64  # who moves, forms, cures or emigrates
    decided: bool  # has anybody decided anything in this round?
    redrawn: bool
    mid_round: bool  # the instants come from a redraw
    freeze: i64  # the player of the Icewhirl, or -1
    extra: i64  # how many extra plays are left
    picks: vec[i64]  # by seat: what was submitted in this window (action + 1), or the instants named

    # the last cancellable play (5.9)
    last_card: i64  # or -1
    last_author: i64
    last_base: i64
    last_aside: bool
    last_before: i64
    last_after: i64
    last_in_force: bool
    last_top: i64
    moved: i64  # the card that it took, or -1
    moved_from: i64
    moved_to: i64  # -1: the discard
    crashed: bool  # it took a pack
    other_packs: vec[i64]  # what the packs and the knowledge are when it is flipped
    other_known: vec[i64]
    other_floats: vec[i64]

    # the Fibber's cards and claim; `put` is the gift of an Emigration too
    opponent: i64
    put: i64
    put_count: i64
    put_last: i64
    claims: i64  # how many of each class, four bits each
    claim_count: i64
    claim_last: i64

    # what is known (see knowledge/)
    tracks: bool  # is it kept?
    history: vec[i64]
    beliefs: list[Belief | None]  # by seat, as far as somebody has asked; replaced only
    known: vec[i64]
    floats: vec[i64]
    proofs: vec[i64]
    holds: vec[i64]
    shown: i64
    settled: i64
    jokerless: i64
    robbed: i64  # the seats whose nests a card was stolen from or to
    spoken: i64  # how far after the first player the last seat sits that formed or cured in this phase

    def __init__(
        self, game: Any, seats: i64, rules: JunQuickRules, deck: vec[i64], hands: vec[i64], rng: Rng
    ) -> None:
        super().__init__(game, seats, rng)
        self.rules = rules
        self.dealt = None
        self.phase = GATHER
        self.hands = hands
        self.nests = NOTHING
        self.viruses = NOTHING
        self.packs = NOTHING
        self.deck = deck
        self.drawn = 0
        self.discard = 0
        self.virus_deck = 0
        self.virus_discard = 0
        self.queue = 0
        self.fp = 0
        self.round_no = 0
        self.idle = 0
        self.end = 0
        self.in_round = 0
        self.pile = NOTHING
        self.aside = 0
        self.surface = 0
        self.top = -1
        self.turn = 0
        self.decided = False
        self.redrawn = False
        self.mid_round = False
        self.freeze = -1
        self.extra = 0
        self.picks = NOTHING
        self.last_card = -1
        self.last_author = 0
        self.last_base = 0
        self.last_aside = False
        self.last_before = 0
        self.last_after = 0
        self.last_in_force = False
        self.last_top = 0
        self.moved = -1
        self.moved_from = 0
        self.moved_to = 0
        self.crashed = False
        self.other_packs = NOTHING
        self.other_known = NOTHING
        self.other_floats = NOTHING
        self.opponent = 0
        self.put = 0
        self.put_count = 0
        self.put_last = 0
        self.claims = 0
        self.claim_count = 0
        self.claim_last = 0
        self.tracks = True
        self.history = NOTHING
        self.beliefs = NO_BELIEFS
        self.known = NOTHING
        self.floats = NOTHING
        self.proofs = NOTHING
        self.holds = NOTHING
        self.shown = 0
        self.settled = bit(seats) - 1
        self.jokerless = 0
        self.robbed = 0
        self.spoken = 0

    def set_up(self) -> None:
        """Room for everything that a seat can have."""
        none = vec[i64]([0] * int(self.seats))
        self.nests = none
        self.viruses = none[:]
        self.picks = none[:]
        self.proofs = vec[i64]([0] * int(self.seats * 2))
        self.holds = self.proofs[:]
        self.known = vec[i64]([0] * int(self.seats * self.seats * 2))
        self.history = vec[i64]()
        self.beliefs = [None] * int(self.seats)
        self.floats = vec[i64]()
        self.pile = vec[i64]()

    def clone(self) -> JunQuickState:
        s = JunQuickState(self.game, self.seats, self.rules, self.deck, self.hands[:], self.rng.clone())
        s.pending = self.pending
        s.free = self.free
        s.dealt = self.dealt
        s.phase = self.phase
        s.nests = self.nests[:]
        s.viruses = self.viruses[:]
        s.packs = self.packs
        s.drawn = self.drawn
        s.discard = self.discard
        s.virus_deck = self.virus_deck
        s.virus_discard = self.virus_discard
        s.queue = self.queue
        s.fp = self.fp
        s.round_no = self.round_no
        s.idle = self.idle
        s.end = self.end
        s.in_round = self.in_round
        s.pile = self.pile[:]
        s.aside = self.aside
        s.surface = self.surface
        s.top = self.top
        s.turn = self.turn
        s.decided = self.decided
        s.redrawn = self.redrawn
        s.mid_round = self.mid_round
        s.freeze = self.freeze
        s.extra = self.extra
        s.picks = self.picks[:]
        s.tracks = self.tracks
        s.history = self.history[:]
        s.beliefs = self.beliefs
        s.known = self.known[:]
        s.floats = self.floats[:]
        s.proofs = self.proofs[:]
        s.holds = self.holds[:]
        s.shown = self.shown
        s.settled = self.settled
        s.jokerless = self.jokerless
        s.robbed = self.robbed
        s.spoken = self.spoken
        if self.last_card >= 0:
            s.last_card = self.last_card
            s.last_author = self.last_author
            s.last_base = self.last_base
            s.last_aside = self.last_aside
            s.last_before = self.last_before
            s.last_after = self.last_after
            s.last_in_force = self.last_in_force
            s.last_top = self.last_top
            s.crashed = self.crashed
            s.other_packs = self.other_packs
            s.moved = self.moved
            if self.moved >= 0:
                s.moved_from = self.moved_from
                s.moved_to = self.moved_to
                s.other_known = self.other_known[:]
                s.other_floats = self.other_floats[:]
        s.opponent = self.opponent
        s.put = self.put
        s.put_count = self.put_count
        s.put_last = self.put_last
        s.claims = self.claims
        s.claim_count = self.claim_count
        s.claim_last = self.claim_last
        return s

    # what may be done

    def legal(self, seat: i64) -> list[i64]:
        return legal.legal(self, seat)

    def allow(self, seat: i64, mask: Masks) -> None:
        legal.allow(self, seat, mask)

    def random_legal(self, seat: i64, rng: Rng) -> i64:
        return legal.random_legal(self, seat, rng)

    def default(self, seat: i64) -> i64:
        return legal.default(self, seat)

    def reason(self, seat: i64, action: i64) -> Reason:
        why: Reason = reasons.reason(self, seat, action)
        return why

    def apply(self, seat: i64, action: i64) -> None:
        if self.phase == CHIEF or self.phase == RESPONSE:
            if self.rules.real_time:
                rounds.react(self, seat, action)
            else:
                rounds.submit(self, seat, action)
        elif action < PASS:
            rounds.play(self, seat, action)
        elif action == PASS:
            rounds.leave_gathering(self, seat)
        elif action == REDRAW:
            instants.redraw(self, seat)
        elif action == STOP:
            rounds.stop(self)
        elif action < DONE:
            effects.put(self, action - PUT)
        elif action == DONE:
            if self.phase == LIAR_LAY:
                effects.done_putting(self)
            elif self.phase == FORM:
                homes.done_forming(self)
            else:
                homes.done_curing(self)
        elif action < TRUTH:
            effects.claim(self, action - CLAIM)
        elif action < HYS:
            effects.answer(self, action == TRUTH)
            rounds.after_play(self, self.turn)
        elif action < PAY:
            homes.form(self, action - FORM_PACK)
        elif action < LAY_BATTLE:
            homes.cure(self, action - PAY)
        elif action < GIVE:
            instants.lay_battle(self, seat, action - LAY_BATTLE)
        elif action < INST:
            instants.give(self, action - GIVE)
        elif action == LAY_G3:
            rounds.play(self, seat, action)
        else:
            instants.declare(self, seat, action)

    # what the files of the rules ask of each other, where the import would be a cycle

    def begin_round(self) -> None:
        rounds.begin(self)

    def resume_round(self) -> None:
        """After the instants of a redraw the first player decides again."""
        rounds.ask(self, self.fp)

    def end_round(self) -> None:
        homes.end_round(self)

    # zones

    def blind(self, zone: str, cards: i64) -> i64:
        """Chance: a card taken blindly from these."""
        if self.log is None:
            return nth_card(cards, self.rng.below(size(cards)))
        listing = listed(cards)
        return listing[self.pick(zone, listing)]

    def put_away(self, place: i64, card: i64) -> None:
        """A card comes to a place: a hand (its seat), a nest (seats + seat) or, at -1, the discard."""
        if place < 0:
            self.discard += one(card)
        elif place < self.seats:
            self.hands[place] += one(card)
        else:
            self.nests[place - self.seats] += one(card)

    def take_away(self, place: i64, card: i64) -> None:
        if place < 0:
            self.discard -= one(card)
        elif place < self.seats:
            self.hands[place] -= one(card)
        else:
            self.nests[place - self.seats] -= one(card)

    def after(self, seat: i64) -> i64:
        """The next seat clockwise. (Not by a remainder: a division takes longer than most rules.)"""
        seat += 1
        return seat if seat < self.seats else seat - self.seats

    def before(self, seat: i64) -> i64:
        """The next seat counter-clockwise."""
        return seat - 1 if seat else self.seats - 1

    def home(self, seat: i64) -> i64:
        """How many packs the seat has at home."""
        count: i64 = 0
        for i in range(len(self.packs)):
            if self.packs[i] >> 20 == seat:
                count += 1
        return count

    def takeable(self, seat: i64) -> i64:
        """Which of the packs a Gatecrasher takes from this seat: the first without the Dominant, or -1."""
        for i in range(len(self.packs)):
            if self.packs[i] >> 20 == seat and self.packs[i] >> 15 & 31 != DM:
                return i
        return -1

    # the end

    def virus_count(self, seat: i64) -> i64:
        viruses = self.viruses[seat]
        return (viruses & 15) + (viruses >> 4 & 15) + (viruses >> 8 & 15) + (viruses >> 12 & 15)

    def scores(self) -> list[float]:
        """Packs that the viruses leave."""
        return [float(max(0, self.home(seat) - self.virus_count(seat))) for seat in range(self.seats)]

    def winner_mask(self) -> i64:
        """The seats with the most packs left, then the most cards in the nest."""
        best: i64 = -1
        winners: i64 = 0
        for seat in range(self.seats):
            rank = max(0, self.home(seat) - self.virus_count(seat)) * 128 + size(self.nests[seat])
            if rank > best:
                best = rank
                winners = 0
            if rank == best:
                winners |= bit(seat)
        return winners

    def returns(self) -> list[float]:
        winners = self.winner_mask()
        shared: i64 = 0
        for seat in range(self.seats):
            shared += winners >> seat & 1
        won = float(self.seats) / float(shared) - 1.0
        return [won if winners >> seat & 1 else -1.0 for seat in range(self.seats)]

    def stage(self) -> i64:
        return self.round_no

    def begins(self) -> bool:
        return self.phase == GATHER and not self.decided and not self.redrawn

    def outlook(self) -> list[float]:
        """Packs that the viruses leave, and how far the nests are on the way to the next one."""
        weights: list[float] = []
        total = 0.0
        for seat in range(self.seats):
            nest = self.nests[seat]
            packs = max(0, self.home(seat) + most_packs(nest) - self.virus_count(seat))
            worth = 1.0 + float(packs) + 0.1 * float(4 - missing(nest)) + 0.03 * float(min(size(nest), 10))
            weights.append(worth * worth * worth)
            total += weights[seat]
        return [float(self.seats) * weight / total - 1.0 for weight in weights]

    # hidden information

    def stop_tracking(self) -> None:
        self.tracks = False

    def time_limit(self) -> i64:
        """Real time has times of its own for answers, and for the silence that ends a round."""
        if not self.free:
            return 0
        return self.rules.response_ms if self.phase == RESPONSE else self.rules.silence_ms

    def volunteers(self, seat: i64) -> list[i64]:
        """Who waits has just said so: the next card asks again."""
        return []

    def tie_time(self, seat: i64, action: i64) -> i64:
        if self.free and (INF <= action < PASS or action == HYS):
            return self.rules.tie_ms
        return 0

    def precedence(self, seat: i64) -> i64:
        """The first player, then whoever sits nearest to him counter-clockwise."""
        return (self.fp - seat + self.seats) % self.seats

    def question(self) -> i64:
        phase = self.phase
        if phase in (CHIEF, RESPONSE):
            return WINDOW if self.rules.real_time else SECRET_WINDOW
        if phase == DECLARE:
            return SECRET_WINDOW
        if phase in (FORM, CURE) and not homes.nest_is_open(self, self.turn):
            return SECRET_CHOICE
        return TURN

    def leave_scene(self, phase: i64, turn: i64) -> None:
        """Nobody turned out to be asked, but that is nobody's business."""
        if self.log is not None:
            scene = self.clone()
            scene.phase = phase
            scene.turn = turn
            scene.pending = 0
            scene.free = 0
            for seat in range(self.seats):
                scene.picks[seat] = 0
            self.log.scene(scene)

    def notices(self, seat: i64, actor: i64, action: i64) -> bool:
        """Waiting, cards face down, gifts to others and refusals to form or cure are silent."""
        if seat == actor:
            return True
        if action in (WAIT, READY) or PUT <= action < DONE:
            return False
        if action == DONE:
            return self.phase == LIAR_LAY
        if GIVE <= action < INST:
            return (actor + 1) % self.seats == seat
        if self.phase in (CHIEF, RESPONSE) and action != PASS and not self.rules.shuffled:
            # of several cards only the first in priority is ever seen
            other = self.fp
            while other != actor:
                if self.picks[other] and self.picks[other] != WAIT + 1 and self.picks[other] != PASS + 1:
                    return False
                other = (other + self.seats - 1) % self.seats
        return True

    def view(self, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = views.view(self, seat)
        return view

    def awaited(self, seat: int | None) -> list[int] | None:
        # not self.over: a scene where nobody was asked owes no decision either, and must not show it
        if self.phase == OVER:
            return []
        asked: int | None = views.to_act(self, seat)
        return None if asked is None else [asked]

    def reveal(self) -> dict[str, Any]:
        view: dict[str, Any] = views.reveal(self)
        return view

    def position(self) -> str:
        text: str = positions.write_position(self)
        return text

    def determinize(self, seat: i64, rng: Rng) -> JunQuickState:
        return sampled(self, seat, rng)
