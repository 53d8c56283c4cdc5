# not compiled: text, made for people and files
"""Positions as text: "trump S; stock -; 1: 6C 9H; 2: 7H KD; 3: TD; 4: QC; lead 1; then 1 move 6C, 2 beat 7H".

The parts, in any order, divided by ; or by lines. Seats are counted from 1, as in the rules; "-" is no card.

    trump S             the trump suit: H, S (if nothing is said), C or D
    stock 6H 7H         the cards to be drawn, the next one first
    1: 6C 9H            a hand at the beginning of the round
    out 3 4             who has left, in order
    seen 9H             cards in hands that everybody has seen
    takes 2             how many rounds in a row have ended with a take
    lead 1              the seat that leads
    then 1 move 6C      what has been done in the round, passes too, divided by commas

Cards that are not listed lie in the discard. Every position in which somebody has to decide can be written;
left out are the options, which `Game.position` takes beside the text, and the past: the number of the round,
who moved first and why, and what that proves about hidden trumps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from koloda.core.bits import bit, lowest
from koloda.core.errors import BadNotation, KolodaError
from koloda.core.game import Game
from koloda.core.options import shown
from koloda.games.durak.actions import ADD, BEAT, BEAT_WITH, PASS, TAKE
from koloda.games.durak.cards import CARDS, CODES, NUMBERS, SUITS, codes
from koloda.games.durak.dealing import arrange
from koloda.games.durak.notation import ACTIONS, card_of
from koloda.games.durak.options import DurakRules
from koloda.games.durak.views import table_pairs

if TYPE_CHECKING:
    from koloda.games.durak.state import DurakState

MOST_SEATS = 6
MOST_TAKES = 1000
HANDS = [f"{seat + 1}:" for seat in range(MOST_SEATS)]
PARTS = ("trump", "stock", *HANDS, "out", "seen", "takes", "lead", "then")


def read(game: Game, text: str, options: Mapping[str, object] | None) -> DurakState:
    """The position that the text describes, watched from there on."""
    parts = divided(text)
    trump = parts.get("trump", "S")
    if len(trump) != 1 or trump not in SUITS:
        raise BadNotation(f"trump {shown(trump)}: a suit is one of H, S, C, D")
    stock = cards(parts.get("stock", ""))
    given = {seat: cards(parts[hand]) for seat, hand in enumerate(HANDS) if hand in parts}
    seen = cards(parts.get("seen", ""))
    out = [number(word, 1, MOST_SEATS, "out") - 1 for word in parts.get("out", "").split()]
    takes = number(parts.get("takes", "0"), 0, MOST_TAKES, "takes")
    lead = number(parts.get("lead", "1"), 1, MOST_SEATS, "lead") - 1

    seats = max([*given, *out, lead]) + 1
    hands = [given.get(seat, []) for seat in range(seats)]
    rules = DurakRules(seats, game.resolve(seats, options))
    check(rules, hands, stock, out, seen)
    masks = [mask(hand) for hand in hands]
    state = arrange(game, rules, SUITS.index(trump), masks, stock, out, mask(seen), takes, lead)
    state.watch()
    for done in parts.get("then", "").split(","):
        if done.strip():
            play(state, done)
    return state


def divided(text: str) -> dict[str, str]:
    """The parts of a position by their first word."""
    parts: dict[str, str] = {}
    for part in text.replace("\n", ";").split(";"):
        words = part.split(maxsplit=1)
        if not words:
            continue
        if words[0] not in PARTS:
            raise BadNotation(
                f"{shown(part.strip())!r} is no part of a position: write trump, stock, 1: cards, out, seen, "
                f"takes, lead or then"
            )
        if words[0] in parts:
            raise BadNotation(f"{words[0]} is written twice")
        parts[words[0]] = words[1].strip() if len(words) > 1 else ""
    return parts


def cards(text: str) -> list[int]:
    return [card_of(code) for code in text.split() if code != "-"]


def mask(listed: Sequence[int]) -> int:
    return sum(1 << card for card in listed)


def number(text: str, least: int, most: int, what: str) -> int:
    if not text.isdecimal() or len(text) > 4 or not least <= int(text) <= most:
        raise BadNotation(f"{what} {shown(text)}: write a number from {least} to {most}")
    return int(text)


def check(
    rules: DurakRules,
    hands: Sequence[Sequence[int]],
    stock: Sequence[int],
    out: Sequence[int],
    seen: list[int],
) -> None:
    """Could the cards lie like this between two rounds?"""
    held = [card for hand in hands for card in hand]
    listed = [*held, *stock]
    if len(set(listed)) != len(listed) or len(set(seen)) != len(seen):
        raise BadNotation("a position lists every card once at most")
    for card in listed:
        if rules.absent >> card & 1:
            raise BadNotation(f"{CODES[card]}: this card is not in play")
    if not set(seen) <= set(held):
        raise BadNotation("seen: these cards must be in hands")
    if len(set(out)) != len(out):
        raise BadNotation("out: nobody leaves twice")
    for seat, hand in enumerate(hands):
        if bool(hand) == (seat in out):
            raise BadNotation(f"seat {seat + 1}: a player has cards or is out")
    if stock and out:
        raise BadNotation("nobody is out before the stock is empty")
    holding = {seat % 2 if rules.team else seat for seat, hand in enumerate(hands) if hand}
    if len(holding) < 2:
        raise BadNotation("two sides must have cards, or else the deal is over")


def play(state: DurakState, done: str) -> None:
    """One decision of the round so far, like "2 beat 7H"."""
    words = done.split(maxsplit=1)
    if state.over or len(words) < 2 or words[0] != str(state.actor + 1):
        asked = "nobody" if state.over else f"player {state.actor + 1}"
        raise BadNotation(f"then {shown(done.strip())}: {asked} is asked here, write it like '2 beat 7H'")
    state.step(state.actor, ACTIONS.number(" ".join(words[1].split())))


def written(s: DurakState) -> str:
    """The text of a position, from which `read` makes it again."""
    if s.over:
        raise KolodaError("a deal that is over has no position: nobody has to decide")
    hands = [int(hand) for hand in s.hands]  # as they were when the round began
    for pair in table_pairs(s):
        hands[pair["owner"]] |= bit(NUMBERS[pair["card"]])
        if pair["beaten_by"] is not None:
            hands[s.defender] |= bit(NUMBERS[pair["beaten_by"]])
    out = [seat for seat in s.out_seats() if not hands[seat]]
    for seat, hand in enumerate(hands):
        if not hand and seat not in out:
            raise KolodaError(f"seat {seat + 1} has no cards and is not out: that cannot be written")
    stock = [int(s.deck[i]) for i in range(s.drawn, CARDS)]
    seen = 0
    for known in s.known:
        seen |= known
    trump = int(lowest(s.trumps)) // 9
    start = arrange(s.game, s.rules, trump, hands, stock, out, seen, s.takes, s.lead_seat)

    parts = [f"trump {SUITS[trump]}", f"stock {listed([CODES[card] for card in stock])}"]
    parts += [f"{HANDS[seat]} {listed(codes(hand))}" for seat, hand in enumerate(hands) if hand]
    if out:
        parts.append(f"out {' '.join(str(seat + 1) for seat in out)}")
    if seen:
        parts.append(f"seen {listed(codes(seen))}")
    if s.takes:
        parts.append(f"takes {s.takes}")
    parts.append(f"lead {s.lead_seat + 1}")
    if s.count:
        parts.append(f"then {', '.join(replayed(start, s))}")
    return "; ".join(parts)


def listed(names: Sequence[str]) -> str:
    return " ".join(names) or "-"


def replayed(start: DurakState, s: DurakState) -> list[str]:
    """What was done in the round that began with `start` and has come to s; `start` is used up."""
    done: list[str] = []

    def act(action: int) -> None:
        done.append(f"{start.actor + 1} {ACTIONS.texts[action]}")
        start.apply(start.actor, action)

    for pair in table_pairs(s):
        while start.actor != pair["owner"]:
            act(PASS)
        act(int(start.phase) * CARDS + NUMBERS[pair["card"]])
        if pair["beaten_by"] is not None:
            act(BEAT_WITH + NUMBERS[pair["beaten_by"]])
        elif s.taking and start.phase == BEAT:
            act(TAKE)
    while start.phase == ADD and start.turn != s.turn:
        act(PASS)
    return done
