"""A state as plain data: what a seat may know, and all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    OVER,
    PHASES,
    RESPONSE,
    SURFACES,
)
from koloda.games.junquick.cards import CODES, LAID, VIRUSES, codes, size
from koloda.games.junquick.effects import claimed, pack_codes
from koloda.games.junquick.knowledge.tracking import place_index, places_of

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

# whom the rules ask is public in these phases only: in all others the question shows what somebody holds
OPEN_QUESTIONS = (GATHER, FREEZE, LIAR_LAY, LIAR_CLAIM, LIAR_GUESS, EMIGRATE)


def view(s: JunQuickState, seat: int | None) -> dict[str, Any]:
    """All that the seat may know, a JunQuickView.

    Whoever is asked in a window, whoever can form or cure, and what was submitted is nobody else's business;
    a window follows every play that has one, whether or not anybody can use it (event `window`).
    """
    data = public(s)
    data["to_act"] = to_act(s, seat)
    data["seat"] = seat
    if seat is None:
        return data
    data["hand"] = codes(s.hands[seat])
    data["nest"] = codes(s.nests[seat])
    places = range(int(s.seats))
    data["known_hands"] = [codes(s.known[place_index(s, seat, place)]) for place in places]
    data["known_nests"] = [codes(s.known[place_index(s, seat, place + s.seats)]) for place in places]
    if s.phase in (LIAR_LAY, LIAR_CLAIM, LIAR_GUESS, EMIGRATE) and s.turn == seat:
        data["put"] = codes(s.put)
    data["choice"] = choice(s, seat)
    return data


def to_act(s: JunQuickState, seat: int | None) -> int | None:
    """Who is asked, as far as this seat may know; nobody whose answer is there."""
    if s.phase in OPEN_QUESTIONS:
        return int(s.actor) if s.pending else None
    return seat if seat is not None and s.pending >> seat & 1 else None


def choice(s: JunQuickState, seat: int) -> list[str]:
    """What the seat has submitted in the window that is open."""
    if s.phase not in (CHIEF, RESPONSE, BATTLE, DECLARE):
        return []
    pick = int(s.picks[seat])
    if s.phase == DECLARE:
        names = []
        while pick:
            names.append(f"inst {CODES[LAID + (pick & 7)]}")
            pick >>= 3
        return names
    return [s.game.text(pick - 1)] if pick else []


def public(s: JunQuickState) -> dict[str, Any]:
    seats = range(int(s.seats))
    liar = s.phase in (LIAR_LAY, LIAR_CLAIM, LIAR_GUESS)
    data: dict[str, Any] = {
        "game": "junquick",
        "seats": int(s.seats),
        "phase": PHASES[s.phase],
        "to_act": to_act(s, None),
        "round": int(s.round_no),
        "fp": int(s.fp),
        "idle": int(s.idle),
        "deck": len(s.deck) - int(s.drawn),
        "discard": codes(s.discard),
        "virus_deck": virus_deck_size(s),
        "virus_discard": virus_codes(s.virus_discard),
        "hands": [int(size(s.hands[seat])) for seat in seats],
        "nests": [int(size(s.nests[seat])) for seat in seats],
        "homes": [home(s, seat) for seat in seats],
        "viruses": [virus_codes(s.viruses[seat]) for seat in seats],
        "in_round": [seat for seat in seats if s.in_round >> seat & 1],
        "surface": SURFACES[s.surface],
        "top": int(s.top) if s.top >= 0 else None,
        "pile": [
            {"card": CODES[entry & 31], "seat": int(entry >> 5 & 7), "value": int(entry >> 8)}
            for entry in s.pile
        ],
        "aside": codes(s.aside),
        "last": last_play(s),
        "freeze": {"seat": int(s.freeze), "left": int(s.extra)} if s.freeze >= 0 else None,
        "duel": None,
        "instants": queue(s),
        "redrawn": bool(s.redrawn),
    }
    if liar:
        claim = [] if s.phase == LIAR_LAY else list(claimed(s.claims))
        data["duel"] = {
            "seat": int(s.turn),
            "opponent": int(s.opponent),
            "cards": int(s.put_count),
            "claim": claim,
            "complete": s.phase == LIAR_GUESS,
        }
    if s.phase == OVER:
        data["result"] = s.game.result(s)
    return data


def last_play(s: JunQuickState) -> dict[str, Any] | None:
    """The play that Hysteria would undo or do again."""
    if s.last_card < 0:
        return None
    return {
        "card": CODES[s.last_card],
        "seat": int(s.last_base),
        "author": int(s.last_author),
        "in_force": bool(s.last_in_force),
    }


def queue(s: JunQuickState) -> list[dict[str, Any]]:
    result = []
    entries = int(s.queue)
    while entries:
        result.append({"card": CODES[LAID + (entries & 7)], "seat": entries >> 3 & 7})
        entries >>= 6
    return result


def home(s: JunQuickState, seat: int) -> list[list[str]]:
    return [list(pack_codes(pack & 0xFFFFF)) for pack in s.packs if pack >> 20 == seat]


def virus_codes(viruses: int) -> list[str]:
    return [VIRUSES[price] for price in range(4) for _ in range(viruses >> 4 * price & 15)]


def virus_deck_codes(s: JunQuickState) -> list[str]:
    return [VIRUSES[(s.virus_deck >> 3 * i & 7) - 1] for i in range(virus_deck_size(s))]


def virus_deck_size(s: JunQuickState) -> int:
    return (int(s.virus_deck).bit_length() + 2) // 3


def reveal(s: JunQuickState) -> dict[str, Any]:
    """Everything, for replays and tests."""
    data = public(s)
    seats = range(int(s.seats))
    data["pending"] = int(s.pending)
    data["free"] = int(s.free)
    data["turn"] = int(s.turn)
    data["hands"] = [codes(hand) for hand in s.hands]
    data["nests"] = [codes(nest) for nest in s.nests]
    data["deck"] = [CODES[s.deck[i]] for i in range(s.drawn, len(s.deck))]
    data["virus_deck"] = virus_deck_codes(s)
    data["choices"] = [choice(s, seat) for seat in seats]
    data["put"] = codes(s.put)
    data["moved"] = CODES[s.moved] if s.last_card >= 0 and s.moved >= 0 else None
    data["known"] = [
        [codes(s.known[place_index(s, seat, place)]) for place in range(2 * int(s.seats))] for seat in seats
    ]
    data["floats"] = [[CODES[e & 31], int(places_of(e)), int(e >> 17)] for e in s.floats]
    return data
