# not compiled: text, made for people and tests
"""Positions as text: parts that are separated by semicolons, in any order.

"seats 3; fp 0; turn 1; 0: J2 DM HY; 1: J3 CS; nest 2: J1 J4; home 1: J1 J2 J3 J4, EV J2 J3 DM; virus 1: V2;
pile J1@0 EV=2@1; out 2; top EM J1"

    seats 3         how many there are (3)
    fp 0            the first player (0)
    turn 1          who moves, or the next one who is in the round (0)
    0: J2 DM        the hand of seat 0
    nest 2: J1 J4   a nest
    home 1: ...     the packs of a home, as they came, separated by commas
    virus 1: V2     the viruses of a seat
    pile J1@0 ...   the pile from the bottom: cards and who played them; an Evolution with its value, EV=2@1
    out 2           who has left the round
    top EM J1       the first cards of the deck; those that are not listed anywhere lie under them
    deck J1 ...     the whole deck; cards that are not listed anywhere are in the discard
    virus_deck V1   the whole virus deck; the other viruses are in its discard (without: all are in the deck)
    idle 1          how many idle rounds have gone before (0)
    round 7         the number of the round (1)
    extra 2         an Icewhirl holds: so many plays are left to the seat whose turn it is
    redrawn         the first player has drawn a new hand
    begun           somebody has decided something, although the pile is empty and it is the turn of fp

The notation has words for every turn of the Gathering phase, so for the beginning of every round, for the
extra plays of an Icewhirl, and for every window of the Chieftain phase before the first answer; not for
answers with Hysteria in the Gathering phase, the Fibber's game, the end of a round and instants. What seats
remember is not written: nests are as known to everybody as if they had just been won, and of the hands
nobody knows anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from koloda.core.errors import BadNotation, KolodaError
from koloda.core.options import shown
from koloda.games.junquick.actions import CHIEF, FREEZE, GATHER, PHASES
from koloda.games.junquick.cards import CODES, CS, EV, HY, IW, NEST_SET, NOMINAL, Deck, codes, one
from koloda.games.junquick.notation import card_of, virus_of
from koloda.games.junquick.views import home, virus_codes, virus_deck_codes

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

MOST_ROUNDS = 10_000  # far more than any game has


@dataclass
class JunQuickPosition:
    """The zones of a position, in numbers of cards and prices of viruses."""

    seats: int = 3
    fp: int = 0
    turn: int = 0
    idle: int = 0
    round: int = 1
    extra: int = 0
    redrawn: bool = False
    begun: bool = False
    whole: bool = False  # the whole deck is listed
    hands: dict[int, list[int]] = field(default_factory=dict)
    nests: dict[int, list[int]] = field(default_factory=dict)
    homes: dict[int, list[list[int]]] = field(default_factory=dict)
    viruses: dict[int, list[int]] = field(default_factory=dict)
    pile: list[tuple[int, int, int]] = field(default_factory=list)  # card, seat, value
    out: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    virus_deck: list[int] | None = None
    virus_discard: list[int] = field(default_factory=list)


# reading


def read_position(text: str) -> JunQuickPosition:
    position = JunQuickPosition()
    parts = [part.split() for part in text.replace("\n", " ").split(";")]
    for words in parts:
        if words:
            read_part(position, words)
            position.whole = position.whole or words[0] == "deck"
    check_seats(position)
    check_pile(position.pile)
    return position


def read_part(position: JunQuickPosition, words: list[str]) -> None:
    name, rest = words[0], words[1:]
    owner = rest[0] if rest else ""
    if name in ("seats", "fp", "turn", "idle", "round", "extra") and len(rest) == 1:
        setattr(position, name, number(rest[0]))
    elif name in ("redrawn", "begun") and not rest:
        setattr(position, name, True)
    elif name == "out":
        position.out = [number(word) for word in rest]
    elif name in ("deck", "top"):
        position.deck = [card_of(word) for word in rest]
    elif name == "virus_deck":
        position.virus_deck = [virus_of(word) for word in rest]
    elif name == "pile":
        position.pile = [laid(word) for word in rest]
    elif name.endswith(":"):
        position.hands[number(name[:-1])] = [card_of(word) for word in rest]
    elif name == "nest" and owner.endswith(":"):
        position.nests[number(owner[:-1])] = [card_of(word) for word in rest[1:]]
    elif name == "virus" and owner.endswith(":"):
        position.viruses[number(owner[:-1])] = [virus_of(word) for word in rest[1:]]
    elif name == "home" and owner.endswith(":"):
        packs = " ".join(rest[1:]).split(",")
        position.homes[number(owner[:-1])] = [[card_of(word) for word in pack.split()] for pack in packs]
    else:
        raise BadNotation(
            f"{shown(' '.join(words))} is no part of a position: there are seats, fp, turn, idle, round, "
            f"extra, redrawn, begun, 0: for a hand, nest 0:, home 0:, virus 0:, pile, out, top, deck and "
            f"virus_deck"
        )


def number(word: str) -> int:
    if word.isascii() and word.isdecimal() and int(word[:6]) <= MOST_ROUNDS and len(word) <= 6:
        return int(word)
    raise BadNotation(f"{shown(word)} is no number from 0 to {MOST_ROUNDS}")


def laid(word: str) -> tuple[int, int, int]:
    """A card of the pile: J1@0, or EV=2@1 for an Evolution with the value 2."""
    card, at, seat = word.partition("@")
    code, equals, value = card.partition("=")
    kind = card_of(code)
    if not at or bool(equals) != (kind == EV) or (equals and value not in ("1", "2", "3", "4")):
        raise BadNotation(f"{shown(word)} is no card of a pile: write J1@0, or EV=2@1 with a value 1 to 4")
    return kind, number(seat), int(value) if equals else int(NOMINAL[kind])


def check_seats(position: JunQuickPosition) -> None:
    """Every seat that is named is there, and every zone holds what it may."""
    seats = position.seats
    owners = (position.hands, position.nests, position.homes, position.viruses)
    named = [position.fp, position.turn, *position.out, *(seat for _, seat, _ in position.pile)]
    for seat in [*named, *(seat for zone in owners for seat in zone)]:
        if not 0 <= seat < seats:
            raise BadNotation(f"seat {seat}: there are seats 0 to {seats - 1}")
    if len(set(position.out)) == seats:
        raise BadNotation("out: somebody must be in the round")
    if not position.round > 0 or position.idle >= 2 * seats or position.extra > 2:
        raise BadNotation("round is at least 1, idle less than two for each seat, extra at most 2")
    for card in (card for nest in position.nests.values() for card in nest):
        if not one(card) & NEST_SET:
            raise BadNotation(f"{CODES[card]} does not lie in a nest: cards with a nominal and Evolution do")
    for pack in (pack for packs in position.homes.values() for pack in packs):
        fits = len(pack) == 4 and all(
            card == EV or NOMINAL[card] == nominal for nominal, card in enumerate(pack, 1)
        )
        if not fits:
            raise BadNotation(f"{' '.join(CODES[card] for card in pack)}: a pack is a 1, 2, 3 and 4")


def check_pile(pile: Iterable[tuple[int, int, int]]) -> None:
    """Hysteria lies on the card that it cancels, or on another Hysteria."""
    below = -1
    for card, _, _ in pile:
        if card != HY:
            below = card
        elif below < CS or below in (EV, IW):
            raise BadNotation("HY lies in a pile on CS, TS or a Devourer only")


def fill_up(position: JunQuickPosition, deck: Deck) -> None:
    """Put the cards that are not listed into the deck or the discard; likewise the viruses."""
    listed = Counter(position.deck + [card for card, _, _ in position.pile])
    for cards in (*position.hands.values(), *position.nests.values()):
        listed.update(cards)
    for packs in position.homes.values():
        for pack in packs:
            listed.update(pack)
    for card, count in enumerate(deck.copies):
        if listed[card] > count:
            raise BadNotation(f"{listed[card]} times {CODES[card]}: the game has {count}")
        rest = position.discard if position.whole else position.deck
        rest += [card] * (count - listed[card])
    fill_up_viruses(position, list(deck.prices))


def fill_up_viruses(position: JunQuickPosition, viruses: list[int]) -> None:
    listed = Counter(position.virus_deck or [])
    for prices in position.viruses.values():
        listed.update(prices)
    rest: list[int] = []
    for price in range(1, 5):
        count = viruses.count(price)
        if listed[price] > count:
            raise BadNotation(f"{listed[price]} times V{price}: the game has {count}")
        rest += [price] * (count - listed[price])
    if position.virus_deck is None:
        position.virus_deck = rest
    else:
        position.virus_discard = rest


# writing


def write_position(s: JunQuickState) -> str:
    """The position as `read_position` reads it; KolodaError where the notation has no words."""
    if s.phase not in (GATHER, FREEZE, CHIEF):
        raise KolodaError(
            f"JunQuick has no notation for a position in the phase {PHASES[s.phase]}, only for turns, extra "
            f"plays and windows of the Chieftain phase"
        )
    if s.phase == CHIEF and (any(s.picks) or (s.rules.real_time and s.pending != s.in_round)):
        raise KolodaError("JunQuick has no notation for a window in which somebody has answered already")
    seats = range(int(s.seats))
    parts = [f"seats {s.seats}", f"fp {s.fp}", f"turn {s.turn}", f"idle {s.idle}", f"round {s.round_no}"]
    if s.phase == FREEZE:
        parts.append(f"extra {s.extra}")
    if s.redrawn:
        parts.append("redrawn")
    if s.decided and not len(s.pile) and s.turn == s.fp:
        parts.append("begun")
    parts += [f"{seat}: {' '.join(codes(s.hands[seat]))}" for seat in seats]
    parts += owned("nest", seats, lambda seat: " ".join(codes(s.nests[seat])))
    parts += owned("home", seats, lambda seat: ", ".join(" ".join(pack) for pack in home(s, seat)))
    parts += owned("virus", seats, lambda seat: " ".join(virus_codes(s.viruses[seat])))
    if len(s.pile):
        parts.append(" ".join(["pile", *(entry_text(entry) for entry in s.pile)]))
    out = [str(seat) for seat in seats if not s.in_round >> seat & 1]
    if out:
        parts.append(" ".join(["out", *out]))
    parts.append(" ".join(["deck", *(CODES[s.deck[i]] for i in range(s.drawn, len(s.deck)))]))
    parts.append(" ".join(["virus_deck", *virus_deck_codes(s)]))
    return "; ".join(part.strip() for part in parts)


def owned(name: str, seats: range, written: Callable[[int], str]) -> list[str]:
    """The zones of this name that hold anything."""
    return [f"{name} {seat}: {written(seat)}" for seat in seats if written(seat)]


def entry_text(entry: int) -> str:
    """A card of the pile."""
    card, seat, value = entry & 31, entry >> 5 & 7, entry >> 8
    return f"{CODES[card]}={value}@{seat}" if card == EV else f"{CODES[card]}@{seat}"
