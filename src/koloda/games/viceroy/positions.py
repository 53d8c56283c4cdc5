# not compiled: text, made for people and files
"""Positions as text, one line.

    seats 2; turn 3; phase auction_bid; round 1; slots B C01 - R C02 C07;
    0: hand C04 C47! gems B2R1 attack 1 pyramid 1:0 C36[P2,ER1] 1:1 L70; 1: gems Y3 pyramid 1:0 C10

Parts end with a semicolon, in any order but `seats` first. For the table:

    seats 2          people
    turn 3           1 to 12; 0 in the setup
    phase law_choose the moment, see below
    round 2          of the auction, in and after it
    virtuals 1       virtual opponents that still bid in this auction; without it all that the options have
    actor 1          whose turn it is to recolour
    slots B C01 C05 R - C07    by colour: the card at the base, then at the tip; - is none
    discard C09 C12
    large, small, law C11 C13  cards on top of a deck, the top one first

and for each seat, after its number and a colon:

    gems B2Y1        behind the screen
    attack 1         attack tokens
    hand C04 C47!    the sign ! is for cards that everybody knows
    pyramid 1:0 C36[P2,M1,S1,F1,MB2,CB4R,EB1,$R2,+L74,bl=G] 2:0 C02
                     place, card and what lies there: tokens as the rules write them, endless gems, stored
                     gems, a tucked card, paint on a sector of the circle
    acquired C61     the card that it won at the auction
    out              it sits out the auction of this turn
    passed           it has left the auction without a card
    gave B1Y1 R0-1   the two gems given back in the setup (without it B1R1), and what is proved of their
                     colours, if that is not 0-2
    back C05 C06     the start cards that went back
    knows L70        laws that it has looked at

Characters that are not named fill the large deck up to the number that the turn leaves it and then the small
deck, laws the law deck, in their order, below those that are named. The reserve has the gems that are nowhere
else.

There are words for the moments at which a question is put to everybody concerned and no card is half played:
setup_choose, law_choose (a turn begins), auction_bid (each round), pay_decide and pay_build, while nobody
has answered, and recolour before a circle is named.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from koloda.core.bits import members
from koloda.core.errors import BadNotation, KolodaError
from koloda.core.options import shown
from koloda.games.viceroy.actions import (
    AUCTION_BID,
    PAY_BUILD,
    PAY_DECIDE,
    PHASES,
    RECOLOUR,
    SETUP_CHOOSE,
)
from koloda.games.viceroy.auction import ROUNDS, TURNS
from koloda.games.viceroy.cards import CARDS, CHARACTERS, CIRCLE_BONUS, COLOURS, SPOTS, TOKENS
from koloda.games.viceroy.dealing import LARGE, MOMENTS, Arrangement, arrange
from koloda.games.viceroy.notation import amount, read_amount
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS, LEVELS, SECTORS, place_text
from koloda.games.viceroy.zones import PAINT_AT, PAINT_BITS, TRAY

if TYPE_CHECKING:
    from koloda.games.viceroy.state import ViceroyState

TOKEN_CODES = ("P", "M", "S", "F", "MB")
MOST_LENGTH = 8000
MOST_TOKENS = 999
MOST_ATTACKS = 99
TABLE = ("seats", "turn", "phase", "round", "virtuals", "actor", "slots", "discard", "large", "small", "law")
SEAT = ("gems", "attack", "hand", "pyramid", "acquired", "out", "passed", "gave", "back", "knows")
PLACED = re.compile(r"(\w{1,8})(?:\[([^\[\]]*)\])?")
WHERE = re.compile(r"([1-5]):(0|-?[1-9]\d?)")
NUMBER = re.compile(r"0|[1-9]\d{0,3}")
BOUNDS = re.compile(r"([BRGY])([0-2])-([0-2])")
TOKEN = re.compile(r"(P|M|S|F|MB)([1-9]\d*)|CB([1-9]\d*)([BRGY])")


# writing


def write(s: ViceroyState) -> str:
    """The position of this state; KolodaError at a moment that has no words."""
    kind = MOMENTS.get(int(s.phase))
    if (
        kind is None
        or not s.pending
        or s.pending != s.asked
        or any(s.ask[i] != kind for i in members(s.pending))
    ):
        known = ", ".join(PHASES[phase] for phase in MOMENTS)
        raise KolodaError(
            f"no position of Viceroy can be written in the phase {PHASES[s.phase]} at this moment: "
            f"only where nobody has answered yet in {known}"
        )
    codes = s.deck.codes
    parts = [f"seats {s.seats}", f"turn {s.turn}", f"phase {PHASES[s.phase]}"]
    if s.round:
        parts.append(f"round {s.round}")
    if s.virtuals_in != s.rules.virtuals:
        parts.append(f"virtuals {s.virtuals_in}")
    if s.phase == RECOLOUR:
        parts.append(f"actor {s.actor}")
    slots = [codes[card] if card >= 0 else "-" for card in s.slots]
    listed = [f"{colour} {slots[2 * i]} {slots[2 * i + 1]}" for i, colour in enumerate(COLOURS)]
    parts.append("slots " + " ".join(text for text in listed if not text.endswith("- -")))
    parts += [f"{seat}: {written_seat(s, seat)}" for seat in range(s.seats)]
    discard = [*members(s.discard0), *(CARDS // 2 + card for card in members(s.discard1))]
    for name, cards in (
        ("discard", discard),
        ("large", s.large[s.large_at :]),
        ("small", s.small[s.small_at :]),
        ("law", s.law[s.law_at :]),
    ):
        parts.append(" ".join([name, *(codes[card] for card in cards)]))
    return "; ".join(part for part in parts if part not in TABLE)


def written_seat(s: ViceroyState, seat: int) -> str:
    codes = s.deck.codes

    def listed(masks: Any) -> list[int]:
        halves = [int(mask) for mask in masks[seat * 2 : seat * 2 + 2]]
        return [*members(halves[0]), *(CARDS // 2 + card for card in members(halves[1]))]

    words = []
    gems = amount([int(count) for count in s.screens[seat * 4 : seat * 4 + 4]])
    if gems != "-":
        words += ["gems", gems]
    if s.attack[seat]:
        words += ["attack", str(s.attack[seat])]
    seen = listed(s.shown)
    hand = [codes[card] + ("!" if card in seen else "") for card in listed(s.hands)]
    words += ["hand", *hand] if hand else []
    if s.acquired[seat] >= 0:
        words += ["acquired", codes[s.acquired[seat]]]
    if s.sitting >> seat & 1:
        words.append("out")
    elif s.phase == AUCTION_BID and s.acquired[seat] < 0 and not s.inside >> seat & 1:
        words.append("passed")
    bounds = range(seat * 4, seat * 4 + 4)
    words += ["gave", amount([int(s.returned[i]) for i in bounds])]
    for i in bounds:
        # screens are open when circles are recoloured: nothing is left to prove
        if s.phase < RECOLOUR and (s.returned_least[i], s.returned_most[i]) != (0, 2):
            words.append(f"{COLOURS[i % 4]}{s.returned_least[i]}-{s.returned_most[i]}")
    back = [codes[card] for card in listed(s.back)]
    words += ["back", *back] if back else []
    knows = [codes[CHARACTERS + law] for law in members(s.seen[seat])]
    words += ["knows", *knows] if knows else []
    pyramid = []
    for level in range(LEVELS):
        for column in members(s.rows[seat * LEVELS + level]):
            place = level * COLUMNS + int(column)
            pyramid += [place_text(place), written_card(s, int(s.card_at(seat, place)))]
    words += ["pyramid", *pyramid] if pyramid else []
    return " ".join(words)


def written_card(s: ViceroyState, card: int) -> str:
    """A placed card with what lies on and under it."""
    things = []
    for kind in range(TOKENS):
        count = s.tokens(card, kind)
        if count:
            bonus = kind >= CIRCLE_BONUS
            things.append(
                f"CB{count}{COLOURS[kind - CIRCLE_BONUS]}" if bonus else f"{TOKEN_CODES[kind]}{count}"
            )
    endless = amount([int(s.endless_on(card, colour)) for colour in range(4)])
    things += [f"E{endless}"] if endless != "-" else []
    stored = amount([int(s.stored_on(card, colour)) for colour in range(4)])
    things += [f"${stored}"] if stored != "-" else []
    things += [f"+{s.deck.codes[other]}" for other, host in enumerate(s.hosts) if host == card]
    paint = int(s.trays[card * TRAY + 3]) >> PAINT_AT
    for sector, name in enumerate(SECTORS):
        colour = paint >> (PAINT_BITS * sector) & 7
        things += [f"{name}={COLOURS[colour - 1]}"] if colour else []
    return s.deck.codes[card] + (f"[{','.join(things)}]" if things else "")


# reading


def seats_of(text: str) -> int:
    """How many people a position has, before its options can be known."""
    first = text.split(";", maxsplit=1)[0].split() if len(text) <= MOST_LENGTH else []
    if len(first) != 2 or first[0] != "seats":
        raise BadNotation(f"{shown(text)!r} is no position of Viceroy: it begins with 'seats 2;'")
    return whole(first[1], "seats", 1, 4)


def read(game: Any, text: str, rules: ViceroyRules) -> ViceroyState:
    """The state of a position; BadNotation says what is wrong with one."""
    return _Reader(game, seats_of(text), rules).read(text)


def whole(text: str, what: str, least: int, most: int) -> int:
    if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadNotation(f"{what} {shown(text)}: a whole number from {least} to {most} is needed")
    return int(text)


class _Reader:
    """Reads one position into an Arrangement and checks that the pieces fit together."""

    def __init__(self, game: Any, seats: int, rules: ViceroyRules) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        self.plan = Arrangement(seats, int(rules.virtuals))
        self.used: set[int] = set()
        self.gave = [[1, 1, 0, 0] for _ in range(seats)]
        self.bounds = [[(0, 2)] * 4 for _ in range(seats)]
        self.actor = -1
        self.free = [4 * seats] * 4  # gems that nobody has named yet: the reserve

    def read(self, text: str) -> ViceroyState:
        done: set[str] = set()
        for part in text.split(";"):
            words = part.split()
            if not words:
                continue
            key = words[0]
            if key in done:
                raise BadNotation(f"{shown(key)} stands twice in the position")
            done.add(key)
            if key.endswith(":"):
                self.seat(whole(key[:-1], "seat", 0, self.seats - 1), words[1:])
            elif key in TABLE:
                self.table(key, words[1:])
            else:
                raise BadNotation(
                    f"{shown(key)}: a part of a position is {', '.join(TABLE)} or a seat like 0:"
                )
        self.decks()
        self.check()
        state = arrange(self.game, self.seats, self.game.file.deck, self.rules, self.plan)
        for seat in self.plan.asked:
            if len(state.legal(seat)) <= (1 if self.plan.phase == RECOLOUR else 0):
                raise BadNotation(f"seat {seat}: there is nothing that it could pay for or paint")
        return state

    # cards and gems

    def card(self, code: str) -> int:
        """A card that lies somewhere: each lies once."""
        card: int = self.game.card(code)
        if card in self.used:
            raise BadNotation(f"{code} lies at two places of the position")
        self.used.add(card)
        return card

    def character(self, code: str, what: str) -> int:
        card = self.card(code)
        if card >= CHARACTERS:
            raise BadNotation(f"{what}: {code} is a law, only characters lie there")
        return card

    def gems(self, text: str, what: str) -> list[int]:
        counts = read_amount(text, what)
        for colour, count in enumerate(counts):
            self.spend(colour, count)
        return counts

    def spend(self, colour: int, count: int) -> None:
        self.free[colour] -= count
        if self.free[colour] < 0:
            raise BadNotation(f"more gems of colour {COLOURS[colour]} than there are: {4 * self.seats}")

    # the table

    def table(self, key: str, words: list[str]) -> None:
        plan = self.plan
        if key in ("discard", "large", "small", "law"):
            getattr(plan, key).extend(self.card(code) for code in words)
        elif key == "slots":
            self.slots(words)
        elif len(words) != 1:
            raise BadNotation(f"{key}: one word is needed")
        elif key == "turn":
            plan.turn = whole(words[0], key, 0, TURNS)
        elif key == "round":
            plan.round = whole(words[0], key, 0, ROUNDS)
        elif key == "virtuals":
            plan.virtuals_in = whole(words[0], key, 0, int(self.rules.virtuals))
        elif key == "actor":
            self.actor = whole(words[0], key, 0, self.seats - 1)
        elif key == "phase":
            known = {PHASES[phase]: phase for phase in MOMENTS}
            if words[0] not in known:
                raise BadNotation(f"phase {shown(words[0])}: a position has one of {', '.join(known)}")
            plan.phase = known[words[0]]

    def slots(self, words: list[str]) -> None:
        done: set[str] = set()
        for start in range(0, len(words), 3):
            colour, *codes = words[start : start + 3]
            if len(colour) != 1 or colour not in COLOURS or colour in done or len(codes) != len(SPOTS):
                raise BadNotation("slots: write each colour once with base and tip, like B C01 - R C02 C07")
            done.add(colour)
            for spot, code in enumerate(codes):
                if code != "-":
                    self.plan.slots[COLOURS.index(colour) * 2 + spot] = self.character(code, "slots")

    # a seat

    def seat(self, seat: int, words: list[str]) -> None:
        done: set[str] = set()
        while words:
            key = words.pop(0)
            if key not in SEAT or key in done:
                raise BadNotation(f"seat {seat}: {shown(key)} is not one of {', '.join(SEAT)}, each once")
            done.add(key)
            values = []
            while words and words[0] not in SEAT:
                values.append(words.pop(0))
            self.own(seat, key, values)

    def own(self, seat: int, key: str, values: list[str]) -> None:
        plan = self.plan
        if key in ("out", "passed"):
            if values:
                raise BadNotation(f"seat {seat}: {key} stands alone")
            (plan.out if key == "out" else plan.passed)[seat] = True
        elif key == "hand":
            for code in values:
                card = self.card(code.removesuffix("!"))
                plan.hands[seat].append(card)
                if code.endswith("!"):
                    plan.shown[seat].append(card)
        elif key == "back":
            plan.back[seat] = [self.game.card(code) for code in values]
            if len(values) > 2 or max([0, *plan.back[seat]]) >= CHARACTERS:
                raise BadNotation(f"seat {seat}: back has at most two characters")
        elif key == "knows":
            plan.knows[seat] = [self.game.card(code) for code in values]
            if min([CARDS, *plan.knows[seat]]) < CHARACTERS:
                raise BadNotation(f"seat {seat}: knows has laws only")
        elif key == "pyramid":
            self.pyramid(seat, values)
        elif not values or (len(values) > 1 and key != "gave"):
            raise BadNotation(f"seat {seat}: {key} needs one word")
        elif key == "gems":
            plan.screens[seat] = self.gems(values[0], f"seat {seat}: gems")
        elif key == "attack":
            plan.attack[seat] = whole(values[0], f"seat {seat}: attack", 0, MOST_ATTACKS)
        elif key == "acquired":
            plan.acquired[seat] = self.character(values[0], f"seat {seat}: acquired")
        else:
            self.given(seat, values)

    def given(self, seat: int, values: list[str]) -> None:
        self.gave[seat] = read_amount(values[0], f"seat {seat}: gave")
        if sum(self.gave[seat]) != 2:
            raise BadNotation(f"seat {seat}: gave {values[0]}, but two gems are given back")
        for text in values[1:]:
            found = BOUNDS.fullmatch(text)
            if not found:
                raise BadNotation(f"seat {seat}: {shown(text)}: what is proved is written like R0-1")
            colour, least, most = found.groups()
            self.bounds[seat][COLOURS.index(colour)] = (int(least), int(most))

    def pyramid(self, seat: int, values: list[str]) -> None:
        if len(values) % 2:
            raise BadNotation(f"seat {seat}: a pyramid is written as places and cards, like 1:0 C36 1:1 C02")
        taken = set()
        for where, text in zip(values[::2], values[1::2], strict=True):
            there = WHERE.fullmatch(where)
            level, x = (int(there[1]), int(there[2])) if there else (0, 0)
            place = (level - 1) * COLUMNS + x + CENTRE
            if not level or not -CENTRE <= x <= CENTRE or place in taken:
                raise BadNotation(f"seat {seat}: {shown(where)} is no free place, write level:x like 2:-1")
            taken.add(place)
            found = PLACED.fullmatch(text)
            if not found:
                raise BadNotation(f"seat {seat}: {shown(text)} at {where}: write a card like C36[P2,EB1]")
            card = self.card(found[1])
            if level == LEVELS and card >= CHARACTERS:
                raise BadNotation(f"seat {seat}: laws lie on the levels 1 to 4, not at {where}")
            self.plan.placed.append((seat, card, place))
            for thing in found[2].split(",") if found[2] else []:
                self.lay(seat, card, place, thing)
        self.check_shape(seat, taken)

    def lay(self, seat: int, card: int, place: int, thing: str) -> None:
        """Something on or under a card."""
        plan = self.plan
        token = TOKEN.fullmatch(thing)
        sector, _, colour = thing.partition("=")
        if token:
            name, count, bonus, of = token.groups()
            kind = TOKEN_CODES.index(name) if name else CIRCLE_BONUS + COLOURS.index(of)
            plan.tokens.append((seat, card, kind, whole(count or bonus, thing, 1, MOST_TOKENS)))
        elif thing[:1] in ("E", "$"):
            for gem, number in enumerate(self.gems(thing[1:], f"seat {seat}: {shown(thing)}")):
                (plan.endless if thing[0] == "E" else plan.stored).append((seat, card, gem, number))
        elif thing[:1] == "+":
            plan.tucked.append((self.card(thing[1:]), card))
        elif sector in SECTORS and len(colour) == 1 and colour in COLOURS and place >= COLUMNS:
            self.spend(COLOURS.index(colour), 1)
            plan.paint.append((card, SECTORS.index(sector), COLOURS.index(colour)))
        else:
            raise BadNotation(
                f"seat {seat}: {shown(thing)}: on a card lie things like P2, CB4R, EB1, $R2, +L74"
            )

    def check_shape(self, seat: int, taken: set[int]) -> None:
        base = sorted(place for place in taken if place < COLUMNS)
        if not base or base[-1] - base[0] >= len(base):
            raise BadNotation(f"seat {seat}: the lowest level of a pyramid has no gaps")
        for place in taken:
            if place >= COLUMNS and not {place - COLUMNS, place - COLUMNS + 1} <= taken:
                raise BadNotation(f"seat {seat}: the card at {place_text(place)} does not rest on two cards")

    # the whole

    def decks(self) -> None:
        """Cards that are not named lie in the decks; the large one has four for each turn to come."""
        plan = self.plan
        filled = plan.turn + (1 if PAY_DECIDE <= plan.phase < RECOLOUR else 0)
        size = max(LARGE - 4 * filled, 0)
        left = [card for card in range(CARDS) if card not in self.used]
        characters = [card for card in left if card < CHARACTERS]
        missing = size - len(plan.large)
        if missing < 0 or missing > len(characters):
            raise BadNotation(f"large: {size} characters lie there at this moment, neither more nor fewer")
        plan.large += characters[:missing]
        plan.small += characters[missing:]
        plan.law += [card for card in left if card >= CHARACTERS]
        if max([0, *plan.large, *plan.small]) >= CHARACTERS or min([CARDS, *plan.law]) < CHARACTERS:
            raise BadNotation("characters lie in the decks large and small, laws in the deck law")
        plan.reserve = self.free

    def check(self) -> None:
        plan = self.plan
        phase = plan.phase
        setup = phase == SETUP_CHOOSE
        if (plan.turn == 0) != setup:
            raise BadNotation(
                f"turn {plan.turn}: the setup is turn 0, all other phases are in the turns 1 to 12"
            )
        if phase == RECOLOUR and (plan.turn != TURNS or self.rules.auto_recolour):
            raise BadNotation("recolour: that is asked after turn 12, with the option recolour = manual")
        if plan.paint and phase != RECOLOUR:
            raise BadNotation("gems cover sectors of circles in the phase recolour only")
        if (plan.round > 0) != (phase >= AUCTION_BID):
            raise BadNotation(f"round {plan.round}: a round is named from the auction on, and only there")
        for seat in range(self.seats):
            self.check_seat(seat, setup)
        askable = {
            AUCTION_BID: [
                seat
                for seat in range(self.seats)
                if plan.acquired[seat] < 0 and not plan.out[seat] and not plan.passed[seat]
            ],
            PAY_DECIDE: [seat for seat in range(self.seats) if plan.acquired[seat] >= 0],
            PAY_BUILD: [seat for seat in range(self.seats) if plan.acquired[seat] >= 0],
            RECOLOUR: [self.actor] if self.actor >= 0 else [],
        }
        plan.asked = askable.get(phase, list(range(self.seats)))
        if not plan.asked:
            raise BadNotation(f"phase {PHASES[phase]}: nobody has to decide")

    def check_seat(self, seat: int, setup: bool) -> None:
        plan = self.plan
        if setup and (len(plan.hands[seat]) != 3 or max(plan.hands[seat]) >= CHARACTERS):
            raise BadNotation(f"seat {seat}: in the setup a hand has three characters")
        if plan.phase == RECOLOUR and plan.hands[seat]:
            raise BadNotation(f"seat {seat}: hands are discarded before circles are recoloured")
        placed = any(owner == seat for owner, _, _ in plan.placed)
        if placed == setup:
            raise BadNotation(f"seat {seat}: a pyramid has a card, except in the setup")
        if plan.acquired[seat] >= 0 and plan.phase not in (AUCTION_BID, PAY_DECIDE, PAY_BUILD):
            raise BadNotation(f"seat {seat}: a card is acquired in auction and payment only")
        for law in plan.knows[seat]:
            if law not in plan.law and not any(law in hand for hand in plan.hands):
                raise BadNotation(f"seat {seat}: {self.game.codes[law]} lies open, nobody need know it")
        for colour in range(4):
            gave = self.gave[seat][colour]
            least, most = self.bounds[seat][colour]
            if not least <= gave <= most:
                raise BadNotation(
                    f"seat {seat}: gave {COLOURS[colour]}{gave}, but {least} to {most} is proved"
                )
            if setup and plan.screens[seat][colour] != 2 - gave:
                raise BadNotation(f"seat {seat}: in the setup the screen hides what was not given back")
            plan.gave[seat][colour] = gave
            plan.least[seat][colour] = least
            plan.most[seat][colour] = min(most, plan.screens[seat][colour] + gave)
