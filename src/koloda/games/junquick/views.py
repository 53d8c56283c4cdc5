# not compiled: plain data for people, servers and programs
"""A state as plain data: what a seat may know, and all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from koloda.core.views import View
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


class JunQuickPlay(TypedDict):
    """A card of the pile."""

    card: str
    seat: int
    value: Annotated[int, "the nominal that it counts for; 0: an influence card"]


class JunQuickLast(TypedDict):
    """The play that Hysteria would undo or do again."""

    card: str
    seat: int
    author: Annotated[int, "who has played it or, later, the last Hysteria: this seat may not answer"]
    in_force: bool


class JunQuickFreeze(TypedDict):
    """An Icewhirl: only this seat acts."""

    seat: int
    left: Annotated[int, "extra plays"]


class JunQuickDuel(TypedDict):
    """The Fibber's game."""

    seat: int
    opponent: int
    cards: Annotated[int, "how many lie face down"]
    claim: Annotated[list[str], "classes of cards: N1 to N4, codes of influence cards, D for any Devourer"]
    complete: Annotated[bool, "the opponent may answer"]


class JunQuickInstant(TypedDict):
    """An instant that was laid and waits for its effect."""

    card: str
    seat: int


class JunQuickResult(TypedDict):
    """How the game ended."""

    scores: Annotated[list[int], "packs that the viruses leave, by seat"]
    returns: list[float]
    winners: list[int]
    packs: list[int]
    viruses: list[int]
    nest: Annotated[list[int], "cards in the nest, by seat"]
    rounds: int
    end: Annotated[str, "deck: it ran out; idle: nobody played any more"]


class JunQuickView(View):
    """What a viewer may know; the last six fields are a seat's own."""

    to_act: Annotated[int | None, "whose decision is awaited; null where that is a secret"]
    round: int
    fp: Annotated[int, "the first player"]
    idle: Annotated[int, "rounds in a row in which every hand has stayed full"]
    deck: Annotated[int, "cards left"]
    discard: list[str]
    virus_deck: Annotated[int, "viruses left"]
    virus_discard: list[str]
    hands: Annotated[list[int], "how many cards, by seat"]
    nests: Annotated[list[int], "how many cards, by seat"]
    homes: Annotated[list[list[list[str]]], "by seat: packs of four cards, as they came home"]
    viruses: Annotated[list[list[str]], "by seat"]
    in_round: list[int]
    surface: Annotated[str, "what is to be covered: OPEN, N1 to N4, TS, D1 to D3"]
    top: Annotated[int | None, "the top player"]
    pile: list[JunQuickPlay]
    aside: Annotated[list[str], "property cards, and the Hysterias laid on them"]
    last: JunQuickLast | None
    freeze: JunQuickFreeze | None
    duel: JunQuickDuel | None
    instants: list[JunQuickInstant]
    redrawn: Annotated[bool, "the first player has drawn a new hand in this round"]
    result: NotRequired[JunQuickResult]
    seat: Annotated[int | None, "the viewer; null: a spectator"]
    hand: NotRequired[list[str]]
    nest: NotRequired[list[str]]
    known_hands: NotRequired[Annotated[list[list[str]], "by seat: cards that the viewer knows to be there"]]
    known_nests: NotRequired[Annotated[list[list[str]], "by seat: cards that the viewer knows to be there"]]
    put: NotRequired[Annotated[list[str], "the viewer's cards that lie face down or are given away"]]
    choice: NotRequired[Annotated[list[str], "actions that the viewer has submitted in this window"]]


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
