# not compiled: text, made for people and files
"""Positions as text: "first P2; round 3; P1 [R4 B2] DP G1 used 6 2; P2 [] X4 used 1 5; pile R1; discard G3".

Parts are separated by semicolons or new lines; without `first` and `round` it is P1's first round.

    P1 [row] hand used 6 2      the row from the oldest place to the newest, then the hand, then the Flight
                                cards used in earlier rounds; a hand may be short, and "-" is an empty list
    ... laid R4 F5              has laid this pair, which is not in the hand and not among the used
    table X4 DP                 everybody has laid and all is revealed: these cards are not yet taken
    exchange X4                 who took this card has to choose a swap
    ... since 2                 the row has been complete since the second take of this round
    pile R1 B2                  the draw pile, the next card first
    discard G3

Cards that are not listed lie under the draw pile, or in the discard if the draw pile is listed. Every moment
of a game can be written but its end. The options of the deal are given beside the text. What seats could know
of earlier rounds is forgotten: all hidden cards are alike, as before a first reshuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from koloda.core.errors import BadNotation, KolodaError
from koloda.core.options import shown
from koloda.games.flights.actions import ALL_FLIGHTS, EXCHANGE, FLIGHTS, LAY, NOTHING
from koloda.games.flights.cards import CITIES, CODES, DP, codes, listed
from koloda.games.flights.notation import card_of
from koloda.games.flights.options import FlightsRules

if TYPE_CHECKING:
    from koloda.games.flights.state import FlightsState

SPARE = 6  # cities beside the first of their colour: more cannot lie in a row that burns by the rules
WORDS = ("used", "laid", "since")


@dataclass
class FlightsPosition:
    """A position as it is written; when it is `complete`, every card of the deck is somewhere."""

    first: int = 0
    round_no: int = 1
    hands: dict[int, list[int]] = field(default_factory=dict)
    rows: dict[int, list[int]] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)  # Flight cards as bits
    laid: dict[int, int] = field(default_factory=dict)  # the lay actions
    since: dict[int, int] = field(default_factory=dict)
    table: list[int] | None = None
    exchange: int | None = None
    pile: list[int] | None = None
    discard: list[int] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return max([*self.hands, self.first]) + 1

    @property
    def taken(self) -> int:
        """How many takes of this round are resolved; of a revealed position."""
        return self.seats - len(self.table or []) - (self.exchange is not None)


def read_position(text: str) -> FlightsPosition:
    """What is written, part by part."""
    found = FlightsPosition()
    for part in text.replace("\n", ";").split(";"):
        head, *rest = part.replace("[", " [ ").replace("]", " ] ").split() or [""]
        if head == "first" and len(rest) == 1:
            found.first = seat_of(rest[0])
        elif head == "round" and len(rest) == 1 and rest[0].isdecimal() and len(rest[0]) < 10:
            found.round_no = int(rest[0])
        elif head == "pile":
            found.pile = cards_of(rest)
        elif head == "discard":
            found.discard = cards_of(rest)
        elif head == "table":
            found.table = cards_of(rest)
        elif head == "exchange" and len(rest) == 1:
            found.exchange = card_of(rest[0])
        elif head.startswith("P") and rest[:1] == ["["] and "]" in rest:
            read_player(found, seat_of(head), rest)
        elif head:
            raise BadNotation(
                f"{shown(part.strip())!r} is no part of a position: write first, round, table, exchange, "
                f"pile, discard, or P1 [row] hand used flights laid card flight"
            )
    return found


def read_player(found: FlightsPosition, seat: int, rest: list[str]) -> None:
    """The part of one player: [row], hand, then words that each begin a list."""
    close = rest.index("]")
    lists: dict[str, list[str]] = {"hand": []}
    current = "hand"
    for word in rest[close + 1 :]:
        if word in WORDS:
            current = word
            lists[word] = []
        else:
            lists[current].append(word)
    found.rows[seat] = cards_of(rest[1:close])
    found.hands[seat] = cards_of(lists["hand"])
    found.used[seat] = sum(1 << flight for flight in {flight_of(word) for word in lists.get("used", [])})
    if "laid" in lists:
        pair = lists["laid"]
        if len(pair) != 2 or pair[1][0] != "F":
            raise BadNotation(f"laid {shown(' '.join(pair))}: write a card and a Flight card, like R4 F5")
        found.laid[seat] = card_of(pair[0]) * FLIGHTS + flight_of(pair[1][1:])
    if "since" in lists:
        number = lists["since"]
        if len(number) != 1 or number[0] not in ("1", "2", "3", "4"):
            raise BadNotation(f"since {shown(' '.join(number))}: write the number of a take, 1 to 4")
        found.since[seat] = int(number[0])


def cards_of(words: Iterable[str]) -> list[int]:
    return [card_of(word) for word in words if word != "-"]


def flight_of(word: str) -> int:
    if word not in ("1", "2", "3", "4", "5", "6"):
        raise BadNotation(f"{shown(word)!r} is no Flight card: they are 1 to 6")
    return int(word) - 1


def seat_of(word: str) -> int:
    if len(word) == 2 and word[0] == "P" and word[1] in "1234":
        return int(word[1]) - 1
    raise BadNotation(f"{shown(word)!r} is no player: write P1 to P4")


def complete(found: FlightsPosition, rules: FlightsRules) -> None:
    """Put the cards that are not listed where they belong; BadNotation for what cannot be."""
    for seat in range(found.seats):
        for zone in (found.hands, found.rows):
            zone.setdefault(seat, [])
        found.used.setdefault(seat, 0)
        check_player(found, seat, rules)
    if not 1 <= found.round_no <= rules.max_rounds:
        raise BadNotation(f"round {found.round_no}: a game has rounds 1 to {rules.max_rounds}")
    if found.table is None:
        check_sealed(found)
    else:
        check_revealed(found, rules)
    laid = [action // FLIGHTS for action in found.laid.values()] if found.table is None else found.table
    exchange = [] if found.exchange is None else [found.exchange]
    zones = (*found.hands.values(), *found.rows.values(), laid, exchange, found.pile or [], found.discard)
    rest = Counter(int(card) for card in listed(rules.deck))
    rest.subtract(card for cards in zones for card in cards)
    if min(rest.values()) < 0:
        listed_twice = CODES[min(rest, key=lambda card: rest[card])]
        raise BadNotation(f"{listed_twice} is not in play, or listed more often than the deck has it")
    if found.pile is None:
        found.pile = list(rest.elements())
    else:
        found.discard = found.discard + list(rest.elements())


def check_player(found: FlightsPosition, seat: int, rules: FlightsRules) -> None:
    row, hand, laid = found.rows[seat], found.hands[seat], found.laid.get(seat, NOTHING)
    if any(card >= CITIES for card in row):
        raise BadNotation("a row has cities only")
    if len(row) - len({card // 6 for card in row}) > SPARE:
        raise BadNotation(f"P{seat + 1}: a row of {len(row)} cities would have burnt long ago")
    if len(hand) > rules.hand - (laid != NOTHING):
        raise BadNotation(f"P{seat + 1}: a hand has at most {rules.hand} cards, with what is laid")
    if laid != NOTHING and not rules.flights >> laid % FLIGHTS & 1:
        raise BadNotation(f"P{seat + 1}: F{laid % FLIGHTS + 1} is not in play")
    if not rules.flights & ~found.used[seat]:
        raise BadNotation(f"P{seat + 1}: one Flight card at least was not used before")
    if laid != NOTHING and found.used[seat] >> laid % FLIGHTS & 1:
        raise BadNotation(f"P{seat + 1}: F{laid % FLIGHTS + 1} is laid, so it was not used before")


def check_sealed(found: FlightsPosition) -> None:
    if len(found.laid) == found.seats:
        raise BadNotation("everybody has laid: write the table, with the cards that are not yet taken")
    if found.exchange is not None or found.since:
        raise BadNotation("exchange and since: only after the cards are revealed, with a table")


def check_revealed(found: FlightsPosition, rules: FlightsRules) -> None:
    assert found.table is not None
    if len(found.laid) != found.seats:
        raise BadNotation("a table: everybody must have laid, like P1 [] R4 B2 laid G3 F5")
    if found.exchange is None and not found.table:
        raise BadNotation("table -: the round is over if nothing is left to take or to exchange")
    if found.exchange is not None and not CITIES <= found.exchange < DP:
        raise BadNotation(f"exchange {CODES[found.exchange]}: only X1 to X6 and XU are Exchanges")
    left = Counter(action // FLIGHTS for action in found.laid.values())
    left.subtract(found.table if found.exchange is None else [*found.table, found.exchange])
    if min(left.values()) < 0:
        raise BadNotation(
            f"{CODES[min(left, key=lambda card: left[card])]} is on the table, but was not laid"
        )
    for seat, row in found.rows.items():
        all_colours = sum(1 << colour * 6 for colour in {card // 6 for card in row}) == rules.colours
        if all_colours != (seat in found.since) or found.since.get(seat, 0) > found.taken:
            raise BadNotation(
                f"P{seat + 1}: a row with all colours, and no other, is complete since a take before this one"
            )


def written_position(s: FlightsState) -> str:
    """This moment as text."""
    if s.over:
        raise KolodaError("the game is over: the notation has positions only of games that go on")
    parts = [f"first P{s.first + 1}", f"round {s.round_no}"]
    parts += [written_player(s, seat) for seat in range(s.seats)]
    if s.phase != LAY:
        parts.append(f"table {written(codes(s.table))}")
    if s.phase == EXCHANGE:
        parts.append(f"exchange {CODES[s.exchange]}")
    parts.append(f"pile {written(CODES[s.pile[i]] for i in range(s.drawn, len(s.pile)))}")
    parts.append(f"discard {written(codes(s.discard))}")
    return "; ".join(parts)


def written_player(s: FlightsState, seat: int) -> str:
    text = f"P{seat + 1} [{' '.join(s.row(seat))}] {written(codes(s.hands[seat]))}"
    action = s.laid[seat]
    spent = ALL_FLIGHTS ^ s.flights[seat] ^ (0 if action == NOTHING else 1 << action % FLIGHTS)
    used = [str(flight + 1) for flight in range(FLIGHTS) if spent >> flight & 1]
    text += f" used {' '.join(used)}" if used else ""
    text += f" laid {CODES[action // FLIGHTS]} F{action % FLIGHTS + 1}" if action != NOTHING else ""
    since = s.since >> seat * 4 & 15
    return text + (f" since {since}" if since else "")


def written(cards: Iterable[str]) -> str:
    return " ".join(cards) or "-"
