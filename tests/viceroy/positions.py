"""Positions written in the codes of the rules, and play by text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from koloda.core.log import Chance
from koloda.core.trace import legal_texts
from koloda.games.viceroy import GAME
from koloda.games.viceroy.cards import (
    CARDS,
    CHARACTERS,
    CIRCLE_BONUS,
    COLOURS,
    DEFENCE,
    MAGIC,
    MAGIC_BONUS,
    POINTS,
    SCIENCE,
)
from koloda.games.viceroy.notation import read_amount
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS
from koloda.games.viceroy.scoring import categories
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.zones import GEM_BITS, STORED, TRAY, filled, gems_text

VERSION_1 = "default-1"  # the deck for which the examples of the rules hold
CODES = GAME.file.deck.codes
GEMS_LEFT = re.compile(r"([BRGY])(\d+)")
TOKENS = {"P": POINTS, "M": MAGIC, "S": SCIENCE, "F": DEFENCE, "MB": MAGIC_BONUS}
PLACED = re.compile(r"(\d):(-?\d+) (\w+)(?: \[([^]]*)\])?")


def place_of(text: str) -> int:
    """2:-1 as a number."""
    level, x = text.split(":")
    return (int(level) - 1) * COLUMNS + int(x) + CENTRE


def card_of(code: str) -> int:
    return CODES.index(code)


def position(
    *seats: str,
    phase: str = "law",
    turn: int = 2,
    reserve: str = "B9R9G9Y9",
    slots: str = "",
    law: str = "",
    small: str = "",
    **options: object,
) -> ViceroyState:
    """A position at the beginning of a phase: law, auction, pay or recolour.

    A seat is "gems B1R2; attack 1; hand L70 C07; acquired C61; 1:0 C32 [S2 Er +L74 $B2]; 1:1 C02"; the
    slots are "B C05 C06; R - C07" (base, then tip). Cards that are not named lie in the decks, below those
    named there.
    """
    state = GAME.deal(len(seats), 0, {"deck": VERSION_1, **options})
    assert isinstance(state, ViceroyState)
    state.lay_out()
    state.pending = 0
    state.watch()
    used: set[int] = set()

    def card(code: str) -> int:
        number = card_of(code)
        assert number not in used, f"{code} is named twice"
        used.add(number)
        return number

    for colour, count in enumerate(read_amount(reserve, "reserve")):
        state.reserve[colour] = count
    for seat, text in enumerate(seats):
        for part in text.split(";"):
            arrange(state, seat, part.strip(), card)
    for part in slots.split(";"):
        if part.strip():
            name, *codes = part.split()
            for spot, code in enumerate(codes):
                if code != "-":
                    state.slots[COLOURS.index(name) * 2 + spot] = card(code)
    laws = [card(code) for code in law.split() if code != "-"]
    smalls = [card(code) for code in small.split() if code != "-"]
    others = [number for number in range(CARDS) if number not in used]
    if law != "-":
        laws += [number for number in others if number >= CHARACTERS]
    characters = [number for number in others if number < CHARACTERS]
    if small != "-":
        smalls += characters[:5]
    state.law = pile(laws)
    state.small = pile(smalls)
    state.large = pile(characters[5:])
    state.turn = turn
    for seat in range(len(seats)):
        state.find_low(seat)
        state.find_lasting(seat)
    if phase == "law":
        state.turn -= 1
        state.start_turn()
    elif phase == "auction":
        state.start_auction()
    elif phase == "pay":
        state.auction_done()
    else:
        state.turn = 12
        state.start_recolouring()
    return state


def stairs(numbers: Iterable[int] = (*range(1, 21),)) -> str:
    """A pyramid of twenty characters with an open place on the right of every level: 2:6, 3:4, 4:2, 5:0."""
    places = [f"{level}:{x}" for level, width in ((1, 8), (2, 6), (3, 4), (4, 2)) for x in range(width)]
    return "; ".join(f"{place} C{number:02}" for place, number in zip(places, numbers, strict=True))


def pile(numbers: list[int]) -> Any:
    result = filled(len(numbers), 0)
    for place, number in enumerate(numbers):
        result[place] = number
    return result


def arrange(state: ViceroyState, seat: int, part: str, card: Any) -> None:
    """One part of a seat's text."""
    if not part:
        return
    found = PLACED.fullmatch(part)
    if found:
        level, x, code, things = found.groups()
        number = card(code)
        state.place_card(seat, number, place_of(f"{level}:{x}"))
        for thing in (things or "").split():
            lay(state, seat, number, thing, card)
        return
    key, *values = part.split()
    if key == "gems":
        for colour, count in enumerate(read_amount(values[0], "gems")):
            state.screens[seat * 4 + colour] = count
    elif key == "attack":
        state.attack[seat] = int(values[0])
    elif key == "hand":
        for code in values:
            state.to_hand(seat, card(code))
    elif key == "acquired":
        state.acquired[seat] = card(values[0])
    else:
        raise AssertionError(part)


def lay(state: ViceroyState, seat: int, host: int, thing: str, card: Any) -> None:
    """Something on or under a card: P12, M1, S2, F1, MB5, CB4g, Er, +L74, $B2."""
    if thing[0] == "+":
        state.tuck(card(thing[1:]), host)
    elif thing[0] == "$":
        for colour, count in enumerate(read_amount(thing[1:], "stored")):
            state.trays[host * TRAY + 3] += count << (STORED + colour * GEM_BITS)
    elif thing[0] == "E":
        state.add_endless(seat, host, COLOURS.index(thing[1].upper()))
    elif thing[:2] == "CB":
        state.add_tokens(seat, host, CIRCLE_BONUS + COLOURS.index(thing[3].upper()), int(thing[2]))
    else:
        kind = thing.rstrip("0123456789")
        state.add_tokens(seat, host, TOKENS[kind], int(thing[len(kind) :]))


def play(state: ViceroyState, *texts: str) -> ViceroyState:
    """Each text by the lowest seat that is asked: "1 bid R" also checks that it is seat 1."""
    for text in texts:
        seat, action = text.split(" ", 1)
        assert asked(state) == int(seat), f"{text}: seat {asked(state)} is asked"
        state.play(action)
    return state


def virtual(state: ViceroyState, *outcomes: str) -> ViceroyState:
    """What chance will bring next: colours of virtual bids, codes of cards that virtual attacks hit."""
    script = []
    for outcome in outcomes:
        if outcome in COLOURS:
            script.append(Chance("box", [COLOURS.index(outcome)], True))
        else:
            script.append(Chance("slots", [card_of(outcome)], True))
    state.watch().script = script
    return state


def asked(state: ViceroyState) -> int | None:
    return None if state.over else int(state.actor)


def legal(state: ViceroyState, seat: int | None = None) -> list[str]:
    return legal_texts(state, state.actor if seat is None else seat)


def phase(state: ViceroyState) -> str:
    return str(state.reveal()["phase"])


def gems(state: ViceroyState, seat: int) -> str:
    return gems_text(state.screens, seat * 4)


def reserve(state: ViceroyState) -> str:
    return gems_text(state.reserve, 0)


def hand(state: ViceroyState, seat: int) -> list[str]:
    codes: list[str] = state.reveal()["hands"][seat]
    return codes


def slot(state: ViceroyState, colour: str) -> tuple[str | None, str | None]:
    there = state.reveal()["slots"][colour]
    return there["base"], there["tip"]


def acquired(state: ViceroyState, seat: int) -> str | None:
    code: str | None = state.reveal()["players"][seat]["acquired"]
    return code


def discarded(state: ViceroyState) -> list[str]:
    codes: list[str] = state.reveal()["discard"]
    return codes


def placed(state: ViceroyState, seat: int) -> dict[str, str]:
    """The pyramid: place -> code."""
    return {entry["place"]: entry["card"] for entry in state.reveal()["players"][seat]["pyramid"]}


def on(state: ViceroyState, seat: int, where: str) -> dict[str, Any]:
    """What the view says of one place of a pyramid."""
    (entry,) = [entry for entry in state.reveal()["players"][seat]["pyramid"] if entry["place"] == where]
    return dict(entry)


def points(state: ViceroyState, seat: int = 0) -> list[int]:
    return [int(part) for part in categories(state, seat)]


def happened(state: ViceroyState, kind: str) -> list[tuple[object, ...]]:
    """The details of all events of a kind, nothing hidden."""
    return [event.full for event in state.events if event.kind == kind]
