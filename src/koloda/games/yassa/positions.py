# not compiled: text, made for people and files
"""Positions as text: "A: R2 G7 WC; B: R1 R3; discard G1 R7; stock B9; turn A".

Parts are separated by semicolons or line ends. Seats are the letters A to J.

    A: R2 WC      a hand; `*` among its cards: and all cards that are not listed anywhere
    discard G1 R7     the discard pile, its top last; a multi-coloured top has its colour (WC:G), unless it is
                  the start card. `top` is another word for it
    stock B9      the stock, its top first; cards that are not listed lie under it
    turn A        who decides (without it: A)
    direction -1  without it: +1
    dealer B      without it: who decides
    laid D        D has laid the top card; `laid D!` with the shout
    steps 12      the steps of the round so far
    mistakes 1    made in this decision

Unless the turn of that seat begins, one of these says what it decides:

    drawn R7      it has drawn this card of its hand; `drawn -`: there was none to draw
    effect skip   it answers the top card; or draw2; or, with the colour before it or -, wd4 R
    ready B       its turn begins when B is ready

and what the others may do:

    unsaid        who laid the top card can be called out. Without real time: they are asked that now
    twins         the identical card can be laid out of turn. Without real time: they are asked that now

All moments of a round can be written, but for those at which sealed decisions are in already and those at
which the hand that a W4 was laid from has changed since. A position has no past: what was shown or proved by
drawing is not known in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from koloda.core.bits import popcount
from koloda.core.errors import BadNotation, KolodaError
from koloda.games.yassa.actions import (
    AFTER_DRAW,
    CALL_WINDOW,
    DRAWS_FOUR,
    EFFECTS,
    INTERVENTION_WINDOW,
    NONE,
    OVER,
    READY,
)
from koloda.games.yassa.cards import CODES, COLOURS, OPEN, W4, WC, codes, copies
from koloda.games.yassa.notation import card_of, check_deck, top_text

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState

LETTERS = "ABCDEFGHIJ"
MOST_STEPS = 100_000  # as option max_steps


@dataclass
class YassaPosition:
    """What a text says, before the rules have looked at it. Seats and cards that it does not name are -1."""

    hands: list[list[int]] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    colour: int = OPEN
    turn: int = 0
    direction: int = 1
    dealer: int = -1
    layer: int = -1
    shouted: bool = False
    steps: int = 0
    mistakes: int = 0
    has_drawn: bool = False
    drawn: int = -1
    effect: int = NONE
    before: int = OPEN
    ready: int = -1
    unsaid: bool = False
    twins: bool = False


def read_position(text: str) -> YassaPosition:
    """The position of a text; BadNotation says what is wrong with it."""
    p = YassaPosition()
    rest = -1
    for part in text.replace("\n", ";").split(";"):
        words = part.split()
        if not words:
            continue
        head, details = words[0], words[1:]
        if len(head) == 2 and head[1] == ":" and head[0] == LETTERS[len(p.hands) : len(p.hands) + 1]:
            if "*" in details:
                rest = len(p.hands)
            p.hands.append([card_of(code) for code in details if code != "*"])
        elif not read_part(p, head, details):
            raise BadNotation(
                f"{part.strip()[:40]!r} is no part of a position: write A: cards, B: cards, ..., discard, "
                "stock, turn, direction, dealer, laid, steps, mistakes, drawn, effect, ready, unsaid or twins"
            )
    if not p.discard or len(p.hands) < 2 or max(p.turn, p.dealer, p.layer, p.ready) >= len(p.hands):
        raise BadNotation("a position has a discard pile, two hands at least, and names no other seats")
    used = Counter([card for hand in p.hands for card in hand] + p.stock + p.discard)
    left = [card for card in range(W4 + 1) for _ in range(int(copies(card)) - used[card])]
    (p.stock if rest < 0 else p.hands[rest]).extend(left)
    check_deck([card for hand in p.hands for card in hand] + p.stock + p.discard)
    if p.drawn >= 0 and p.drawn not in p.hands[p.turn]:
        raise BadNotation(f"drawn {CODES[p.drawn]}: it is not in the hand of {LETTERS[p.turn]}")
    return p


def read_part(p: YassaPosition, head: str, details: Sequence[str]) -> bool:
    """Read one part but for hands; False: it is none."""
    one = details[0] if len(details) == 1 else ""
    if head in ("top", "discard") and details:
        top, *colour = details[-1].split(":")
        p.discard = [card_of(code) for code in [*details[:-1], top]]
        p.colour = OPEN if p.discard[-1] >= WC else p.discard[-1] // 13
        if colour:
            if p.colour != OPEN or colour not in ([letter] for letter in COLOURS):
                return False
            p.colour = COLOURS.index(colour[0])
    elif head == "stock":
        p.stock = [card_of(code) for code in details]
    elif head == "turn" and is_seat(one):
        p.turn = LETTERS.index(one)
    elif head == "direction" and one in ("+1", "-1"):
        p.direction = int(one)
    elif head == "dealer" and is_seat(one):
        p.dealer = LETTERS.index(one)
    elif head == "laid" and is_seat(one.removesuffix("!")):
        p.layer = LETTERS.index(one[0])
        p.shouted = one.endswith("!")
    elif head == "steps" and is_number(one, MOST_STEPS):
        p.steps = int(one)
    elif head == "mistakes" and is_number(one, MOST_STEPS):
        p.mistakes = int(one)
    elif head == "drawn" and one:
        p.has_drawn = True
        p.drawn = -1 if one == "-" else card_of(one)
    elif head == "effect" and one in EFFECTS[1:DRAWS_FOUR]:
        p.effect = EFFECTS.index(one)
    elif head == "effect" and len(details) == 2 and details[0] == EFFECTS[DRAWS_FOUR]:
        if details[1] not in (*COLOURS, "-"):
            return False
        p.effect = DRAWS_FOUR
        p.before = OPEN if details[1] == "-" else COLOURS.index(details[1])
    elif head == "ready" and is_seat(one):
        p.ready = LETTERS.index(one)
    elif head == "unsaid" and not details:
        p.unsaid = True
    elif head == "twins" and not details:
        p.twins = True
    else:
        return False
    return True


def is_seat(word: str) -> bool:
    return len(word) == 1 and word in LETTERS


def is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most


def position_text(s: YassaState) -> str:
    """This state as read_position reads it; KolodaError where there are no words for it."""
    if s.phase == OVER:
        raise KolodaError("the round is over: there is no position to write")
    window = s.phase in (CALL_WINDOW, INTERVENTION_WINDOW)
    asked = s.seats - (1 if s.phase == CALL_WINDOW else 2)
    if window and popcount(s.pending) != asked:
        raise KolodaError("sealed decisions are in already: a position can be written before or after them")
    if s.effect == DRAWS_FOUR and (s.shown_held, s.shown_more) != (s.held[s.layer], s.more[s.layer]):
        raise KolodaError("the hand that a W4 was laid from has changed: a position has no words for the old")
    hands = [" ".join([f"{LETTERS[seat]}:", *codes(s.held[seat], s.more[seat])]) for seat in range(s.seats)]
    discard = [CODES[card] for card in s.discard]
    discard[-1] = top_text(s.top, s.colour)
    parts = [*hands, f"discard {' '.join(discard)}"]
    if s.taken < len(s.stock):
        parts.append(f"stock {' '.join(CODES[card] for card in s.stock[s.taken :])}")
    parts.append(f"turn {LETTERS[s.after_ready if s.phase == READY else s.turn]}")
    if s.direction < 0:
        parts.append("direction -1")
    parts.append(f"dealer {LETTERS[s.dealer]}")
    if s.layer >= 0:
        parts.append(f"laid {LETTERS[s.layer]}{'!' if s.shouted else ''}")
    if s.phase == AFTER_DRAW:
        parts.append(f"drawn {CODES[s.drawn] if s.drawn >= 0 else '-'}")
    if s.effect:
        before = "-" if s.prev_colour == OPEN else COLOURS[s.prev_colour]
        parts.append(f"effect {EFFECTS[s.effect]}{f' {before}' if s.effect == DRAWS_FOUR else ''}")
    if s.phase == READY:
        parts.append(f"ready {LETTERS[s.turn]}")
    if s.unsaid >= 0:
        parts.append("unsaid")
    if s.right or s.phase == INTERVENTION_WINDOW:
        parts.append("twins")
    for name, value in (("steps", s.steps), ("mistakes", s.mistakes)):
        if value:
            parts.append(f"{name} {value}")
    return "; ".join(parts)
