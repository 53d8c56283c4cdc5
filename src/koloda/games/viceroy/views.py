"""What a seat may know as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from koloda.core.bits import members
from koloda.core.log import Log
from koloda.games.viceroy import actions
from koloda.games.viceroy.actions import KINDS, PAY_BUILD, PHASES, RECOLOUR
from koloda.games.viceroy.cards import CHARACTERS, COLOURS, HALF, TOKEN_NAMES, count_of
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, SECTORS, place_text
from koloda.games.viceroy.scoring import categories
from koloda.games.viceroy.zones import PAINT_AT, PAINT_BITS, TRAY, gems_text

if TYPE_CHECKING:
    from koloda.games.viceroy.state import ViceroyState


def cards_of(s: ViceroyState, first: int, second: int) -> list[str]:
    """A set of cards, two masks, as codes in the order of the deck."""
    numbers = [*members(first), *(HALF + card for card in members(second))]
    return [s.deck.codes[card] for card in numbers]


def code_or_none(s: ViceroyState, card: int) -> str | None:
    return s.deck.codes[card] if card >= 0 else None


def view(s: ViceroyState, seat: int | None) -> dict[str, Any]:
    """The only way in which something hidden leaves a state."""
    view = public(s)
    view["seat"] = seat
    view["undecided"] = undecided(s, seat)
    if seat is not None:
        view["gems"] = gems_text(s.screens, seat * 4)
        view["attack"] = int(s.attack[seat])
        view["hand"] = cards_of(s, s.hands[seat * 2], s.hands[seat * 2 + 1])
        view["returned_cards"] = cards_of(s, s.back[seat * 2], s.back[seat * 2 + 1])
        view["known_laws"] = known_laws(s, seat)
        view["sealed"] = sealed(s, seat)
        view["ask"] = ask(s, seat) if s.pending >> seat & 1 else None
    return view


def public(s: ViceroyState) -> dict[str, Any]:
    """What lies open on the table."""
    return {
        "game": "viceroy",
        "seats": int(s.seats),
        "virtuals": int(s.rules.virtuals),
        "open_screens": bool(s.rules.open_screens),
        "deck": int(s.game.file.lasting),
        "turn": int(s.turn),
        "phase": PHASES[s.phase],
        "round": int(s.round),
        "reserve": gems_text(s.reserve, 0),
        "box": gems_text(s.box, 0),
        "decks": {
            "large": len(s.large) - int(s.large_at),
            "small": len(s.small) - int(s.small_at),
            "law": len(s.law) - int(s.law_at),
        },
        "slots": {
            colour: {
                "base": code_or_none(s, s.slots[number * 2]),
                "tip": code_or_none(s, s.slots[number * 2 + 1]),
            }
            for number, colour in enumerate(COLOURS)
        },
        "discard": cards_of(s, s.discard0, s.discard1),
        "virtuals_in": int(s.virtuals_in),
        "active": active(s),
        "players": [player(s, seat) for seat in range(s.seats)],
    }


def active(s: ViceroyState) -> dict[str, Any] | None:
    """The card that is being played, by whom, in the phases that go one after another."""
    if s.card < 0 or s.phase not in (actions.SETUP_REWARD, actions.LAW_RESOLVE, actions.PAY_REWARD):
        return None
    return {"seat": int(s.cur), "card": s.deck.codes[s.card], "question": KINDS[s.ask[s.cur]]}


def undecided(s: ViceroyState, seat: int | None) -> list[int]:
    """Who owes a decision. How far another's plan to build has come is a secret: begun counts as made."""
    return [
        other
        for other in range(s.seats)
        if s.pending >> other & 1 and (s.phase != PAY_BUILD or other == seat or s.ask[other] == actions.BUILD)
    ]


def player(s: ViceroyState, seat: int) -> dict[str, Any]:
    in_auction = actions.AUCTION_BID <= s.phase <= actions.AUCTION_PASS
    open_screen = s.rules.open_screens or s.phase >= RECOLOUR
    return {
        "gems": gems_text(s.screens, seat * 4) if open_screen else None,
        "attack": int(s.attack[seat]) if open_screen else None,
        "hand_count": int(s.hand_count(seat)),
        "hand_known": cards_of(s, s.shown[seat * 2], s.shown[seat * 2 + 1]),
        "acquired": code_or_none(s, s.acquired[seat]),
        "in_auction": bool(in_auction and s.inside >> seat & 1),
        "sitting_out": bool(s.sitting >> seat & 1),
        "pyramid": pyramid(s, seat),
        "endless": gems_text(s.endless, seat * 4),
        "science": int(s.science[seat]),
        "points": [int(points) for points in categories(s, seat)] if s.phase >= RECOLOUR else None,
    }


def pyramid(s: ViceroyState, seat: int) -> list[dict[str, Any]]:
    """The placed cards by level and column, each with what lies on and under it."""
    placed = []
    for level in range(LEVELS):
        for column in members(s.rows[seat * LEVELS + level]):
            place = level * COLUMNS + int(column)
            card = s.card_at(seat, place)
            entry: dict[str, Any] = {"place": place_text(place), "card": s.deck.codes[card]}
            tokens = {name: int(s.tokens(card, kind)) for kind, name in enumerate(TOKEN_NAMES)}
            entry["tokens"] = {name: count for name, count in tokens.items() if count}
            entry["endless"] = gems_by_colour(s.endless_on(card, colour) for colour in range(4))
            entry["stored"] = gems_by_colour(s.stored_on(card, colour) for colour in range(4))
            entry["tucked"] = [s.deck.codes[other] for other, host in enumerate(s.hosts) if host == card]
            if level > 0:
                sectors = s.painted_sectors(seat, place)
                entry["circle"] = "".join(COLOURS[sectors >> (2 * sector) & 3] for sector in range(4))
                paint = s.trays[card * TRAY + 3] >> PAINT_AT
                entry["painted"] = [
                    name for number, name in enumerate(SECTORS) if paint >> (PAINT_BITS * number) & 7
                ]
            placed.append(entry)
    return placed


def gems_by_colour(counts: Any) -> str:
    return "".join(f"{COLOURS[colour]}{count}" for colour, count in enumerate(counts) if count) or "-"


def amount(gems: int) -> str:
    return gems_by_colour(count_of(gems, colour) for colour in range(4))


def known_laws(s: ViceroyState, seat: int) -> dict[str, str]:
    """Laws that the seat has looked at: the place in the law deck (from 1, the top), or who has drawn it."""
    known: dict[str, str] = {}
    for number in members(s.seen[seat]):
        law = CHARACTERS + int(number)
        in_deck = [place for place in range(s.law_at, len(s.law)) if s.law[place] == law]
        holders = [other for other in range(s.seats) if other != seat and s.in_hand(other, law)]
        if in_deck:
            known[s.deck.codes[law]] = f"deck {in_deck[0] - s.law_at + 1}"
        elif holders:
            known[s.deck.codes[law]] = f"seat {holders[0]}"
    return known


def sealed(s: ViceroyState, seat: int) -> dict[str, Any] | None:
    """What the seat itself has chosen in a phase for all at once that is not over."""
    concerned = s.asked >> seat & 1
    if not concerned:
        return None
    if s.phase == PAY_BUILD and not (s.pending >> seat & 1 and s.ask[seat] == actions.BUILD):
        return {"place": place_text(int(s.plan_place[seat])), "rest": amount(s.plan_rest[seat])}
    if s.pending >> seat & 1:
        return None
    if s.phase == actions.AUCTION_SPLIT:
        return {"want": ("base", "tip", "continue")[s.wishes[seat]]}
    choice = int(s.choice[seat])
    if s.phase == actions.SETUP_CHOOSE:
        return {"start": s.deck.codes[choice]}
    if s.phase == actions.LAW_CHOOSE:
        return {"law": code_or_none(s, choice)}
    if s.phase == actions.AUCTION_BID:
        return {"bid": (*COLOURS, "ATK", "-")[choice]}
    if s.phase == actions.PAY_DECIDE:
        return {"decide": ("keep", "refuse")[choice]}
    return None


def ask(s: ViceroyState, seat: int) -> dict[str, Any]:
    """The question that the seat is asked, with what it needs to answer."""
    kind = s.ask[seat]
    question: dict[str, Any] = {"kind": KINDS[kind]}
    if kind == actions.TAKE:
        question |= {"most": int(s.takes), "least": int(s.takes_least)}
    elif kind == actions.DRAW_FROM:
        question["cards"] = int(s.draws)
    elif kind == actions.STASH:
        question["card"] = s.deck.codes[s.drawn]
    elif kind == actions.OWN:
        question["colour"] = COLOURS[s.colour]
    elif kind == actions.HIT:
        question["virtual"] = bool(s.hitter < 0)
    elif kind == actions.TO:
        question |= {"card": s.deck.codes[s.lifted], "from": place_text(int(s.lifted_from))}
    elif kind == actions.PAINT:
        question["circle"] = place_text(int(s.circle))
    elif kind in (actions.USE, actions.COIN):
        question["rest"] = amount(s.plan_rest[seat])
    elif kind in (actions.PETITION, actions.TOP):
        first, end = int(s.tops_end - s.tops), int(s.tops_end)
        question["laws"] = [s.deck.codes[s.law[place]] for place in range(first, end)]
    return question


def reveal(s: ViceroyState) -> dict[str, Any]:
    """Everything."""
    data = public(s)
    seats = range(s.seats)
    data["undecided"] = [seat for seat in seats if s.pending >> seat & 1]
    data["asks"] = [KINDS[s.ask[seat]] if s.pending >> seat & 1 else None for seat in seats]
    data["sealed"] = [sealed(s, seat) for seat in seats]
    data["hands"] = [cards_of(s, s.hands[seat * 2], s.hands[seat * 2 + 1]) for seat in seats]
    data["screens"] = [gems_text(s.screens, seat * 4) for seat in seats]
    data["attacks"] = [int(s.attack[seat]) for seat in seats]
    data["returned"] = [gems_text(s.returned, seat * 4) for seat in seats]
    data["returned_cards"] = [cards_of(s, s.back[seat * 2], s.back[seat * 2 + 1]) for seat in seats]
    data["known_laws"] = [known_laws(s, seat) for seat in seats]
    data["large"] = [s.deck.codes[s.large[place]] for place in range(s.large_at, len(s.large))]
    data["small"] = [s.deck.codes[s.small[place]] for place in range(s.small_at, len(s.small))]
    data["law"] = [s.deck.codes[s.law[place]] for place in range(s.law_at, len(s.law))]
    data["takes"] = [int(s.takes), int(s.takes_least)]
    data["draws"] = int(s.draws)
    return data


def tell_result(s: ViceroyState, log: Log) -> None:
    """The events at the end: the categories of every seat, then the totals and who has won."""
    for seat in range(s.seats):
        log.tell("score", seat, tuple(int(points) for points in categories(s, seat)))
    log.tell("over", tuple(int(points) for points in s.scores()), tuple(s.winners()))
