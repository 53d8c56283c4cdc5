# not compiled: text, made for people and tests
"""Positions written down: one more room, for a game of many zones needs words for each of them.

"seats 3; fp 0; turn 1; idle 1; 0: J2 DM HY; nest 2: J1 J4; home 1: J1 J2 J3 J4, EV J2 J3 DM; virus 1: V2;
pile J1@0 EV=2@1; out 2; top EM J1": cards that are not listed lie under the `top` ones in the deck, or,
where `deck` lists the whole deck, in the discard.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.junquick.cards import CODES, COPIES, VIRUSES
from koloda.games.junquick.notation import card_of


@dataclass
class Position:
    seats: int = 3
    fp: int = 0
    turn: int = 0
    idle: int = 0
    hands: dict[int, list[int]] = field(default_factory=dict)
    nests: dict[int, list[int]] = field(default_factory=dict)
    homes: dict[int, list[list[int]]] = field(default_factory=dict)
    viruses: dict[int, list[int]] = field(default_factory=dict)
    pile: list[tuple[int, int, int]] = field(default_factory=list)  # card, seat, value
    out: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)


def read_position(text: str) -> Position:
    position = Position()
    whole = False
    for part in text.replace("\n", " ").split(";"):
        words = part.split()
        if not words:
            continue
        name, rest = words[0], words[1:]
        if name in ("seats", "fp", "turn", "idle") and len(rest) == 1 and rest[0].isdecimal():
            setattr(position, name, int(rest[0]))
        elif name == "out":
            position.out = [int(word) for word in rest]
        elif name in ("deck", "top"):
            position.deck = [card_of(word) for word in rest]
            whole = name == "deck"
        elif name == "pile":
            position.pile = [laid(word) for word in rest]
        elif name[:-1].isdecimal() and name.endswith(":"):
            position.hands[int(name[:-1])] = [card_of(word) for word in rest]
        elif name in ("nest", "home", "virus") and rest and rest[0][:-1].isdecimal():
            read_zone(position, name, int(rest[0][:-1]), rest[1:])
        else:
            raise BadNotation(f"{shown(part.strip())} is no part of a position: see {__name__}")
    fill_up(position, whole)
    return position


def read_zone(position: Position, name: str, seat: int, words: list[str]) -> None:
    if name == "nest":
        position.nests[seat] = [card_of(word) for word in words]
    elif name == "virus":
        position.viruses[seat] = [VIRUSES.index(word) + 1 for word in words]
    else:
        packs = " ".join(words).split(",")
        position.homes[seat] = [[card_of(word) for word in pack.split()] for pack in packs]


def laid(word: str) -> tuple[int, int, int]:
    """A card of the pile: J1@0, or EV=2@1 for an Evolution with the value 2."""
    card, _, seat = word.partition("@")
    code, _, value = card.partition("=")
    nominal = int(code[1]) if code[0] in "JLT" and code[1].isdecimal() else 4 if code == "DM" else 0
    return card_of(code), int(seat), int(value) if value else nominal


def fill_up(position: Position, whole: bool) -> None:
    """Put the cards that are not listed into the deck or the discard."""
    listed = Counter(position.deck + [card for card, _, _ in position.pile])
    for cards in (*position.hands.values(), *position.nests.values()):
        listed.update(cards)
    for packs in position.homes.values():
        for pack in packs:
            listed.update(pack)
    for card, count in enumerate(COPIES):
        if listed[card] > count:
            raise BadNotation(f"{listed[card]} times {CODES[card]}: the game has {count}")
        rest = position.discard if whole else position.deck
        rest += [card] * (count - listed[card])
