"""What the fields of an observation must say, told by the view: an independent reading of each layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from koloda.games.viceroy.cards import TOKEN_NAMES


def places(count: int, step: int = 1) -> int:
    """How many places of a count are 1: its last one stands for the last cards."""
    return -(-count // step)


class Seen:
    """A view of a seat, with seats as observations name them."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.seats: int = view["seats"]

    def name(self, seat: int | None) -> str | None:
        if seat is None:
            return None
        place = (seat - self.seat) % self.seats
        return f"+{place}" if place else "self"

    def names(self, seats: Sequence[int]) -> set[str | None]:
        return {self.name(seat) for seat in seats}

    def by_seat(self, values: Sequence[Any], most: int | None = None) -> dict[str | None, Any]:
        return {
            self.name(seat): value if most is None else min(value, most) for seat, value in enumerate(values)
        }


def bag(labels: object) -> Counter[str]:
    assert isinstance(labels, list)
    return Counter(labels)


def bags(rows: object) -> dict[str, Counter[str]]:
    assert isinstance(rows, dict)
    return {name: Counter(labels) for name, labels in rows.items()}


def durak(d: dict[str, Any], s: Seen) -> None:
    v = s.view
    table = v["table"]
    assert bag(d["hand"]) == Counter(v["hand"])
    assert set(d["attacks"]) == {pair["card"] for pair in table}
    assert set(d["beaten"]) == {pair["card"] for pair in table if pair["beaten_by"]}
    assert set(d["beating"]) == {pair["beaten_by"] for pair in table if pair["beaten_by"]}
    assert set(d["discard"]) == set(v["discard"])
    assert bags(d["known"]) == s.by_seat([Counter(cards) for cards in v["known"]])
    assert d["counts"] == s.by_seat(v["counts"], 16)
    assert (d["stock"], d["bottom"], d["trump"], d["phase"]) == (
        v["stock"],
        v["bottom"],
        v["trump"],
        v["phase"],
    )
    assert (d["attacker"], d["defender"], d["lead_seat"], d["to_act"]) == tuple(
        s.name(v[key]) for key in ("attacker", "defender", "lead_seat", "to_act")
    )
    assert set(d["out"]) == s.names(v["out"])
    assert d["room"] == max(0, min(6, v["limit"] - len(table)))
    assert (bool(d["taking"]), d["takes"]) == (v["taking"], min(8, v["takes"]))


def yassa(d: dict[str, Any], s: Seen) -> None:
    v = s.view
    assert bag(d["hand"]) == Counter(v["hand"])
    assert bag(d["discard"]) == Counter(v["discard"])
    assert (d["phase"], d["top"], d["effect"]) == (v["phase"], v["top"].split(":")[0], v["effect"])
    assert d["colour"] == (v["colour"] or "open")
    assert bool(d["clockwise"]) == (v["direction"] == 1)
    assert d["counts"] == s.by_seat(v["counts"], 24)
    assert places(d["stock"], 3) == min(36, places(v["stock"], 3))
    last = v["last_lay"] or {"seat": None, "yassa": False}
    assert (d["last_lay"], bool(d["shouted"])) == (s.name(last["seat"]), last["yassa"])
    assert (d["offender"], d["dealer"]) == (s.name(v["offender"]), s.name(v["dealer"]))
    assert set(d["to_act"]) == s.names(v["to_act"])
    assert (d["drawn"], d["mistakes"]) == (v.get("drawn"), min(8, v["mistakes"]))
    shown = v.get("shown", {"seat": None, "cards": []})
    assert (d["shown_seat"], bag(d["shown"])) == (s.name(shown["seat"]), Counter(shown["cards"]))


def flights(d: dict[str, Any], s: Seen) -> None:
    v = s.view

    def flight(value: int | None) -> str | None:
        return None if value is None else f"F{value}"

    assert bag(d["hand"]) == Counter(v["hand"])
    assert bag(d["discard"]) == Counter(v["discard"])
    assert (d["phase"], d["first"], d["exchange"]) == (v["phase"], s.name(v["first"]), v["exchange"])
    assert (d["round"], d["draw_pile"]) == (min(32, v["round"]), min(40, v["draw_pile"]))
    assert set(d["to_act"]) == s.names(v["to_act"])
    assert d["flights"] == s.by_seat([[f"F{value}" for value in values] for values in v["flights"]])
    assert d["bids"] == s.by_seat([flight(value) for value in v["bids"]])
    assert set(d["committed"]) == s.names([seat for seat, laid in enumerate(v["committed"]) if laid])
    laid = v["laid"] or {"card": None, "flight": None}
    assert (d["laid_card"], d["laid_flight"]) == (laid["card"], flight(laid["flight"]))
    order = {s.name(seat): str(place) for place, seat in enumerate(v["order"], 1)}
    assert {name: place for name, place in d["order"].items() if place} == order
    assert d["turn"] == (v["turn"] or 0)
    table = {s.name(card["laid_by"]): card["card"] for card in v["table"]}
    assert {name: card for name, card in d["table"].items() if card} == table
    assert bags(d["cities"]) == s.by_seat([Counter(row) for row in v["collections"]])
    for seat, row in enumerate(v["collections"]):
        told = [d["collections"][f"{s.name(seat)}:{place}"] for place in range(1, 14)]
        assert told == [[*city] for city in row] + [[]] * (13 - len(row))
    assert d["counts"] == s.by_seat(v["counts"], 8)


def gems(text: str | None) -> dict[str, int]:
    text = text or "-"
    parts = [] if text == "-" else [text[i : i + 2] for i in range(0, len(text), 2)]
    if text != "-" and any(not part[1:].isdigit() or not part[0].isalpha() for part in parts):
        parts = []  # a count of two digits: read it letter by letter
        for letter in text:
            if letter.isalpha():
                parts.append(letter)
            else:
                parts[-1] += letter
    return {colour: next((int(part[1:]) for part in parts if part[0] == colour), 0) for colour in "BRGY"}


def viceroy(d: dict[str, Any], s: Seen) -> None:
    v = s.view
    players = v["players"]
    assert bag(d["hand"]) == Counter(v["hand"])
    assert bag(d["discard"]) == Counter(v["discard"])
    assert (d["phase"], d["turn"], d["round"]) == (v["phase"], v["turn"], min(8, v["round"]))
    assert d["reserve"] == {colour: min(16, count) for colour, count in gems(v["reserve"]).items()}
    spots = {f"{colour}:{spot}": v["slots"][colour][spot] for colour in "BRGY" for spot in ("base", "tip")}
    assert d["slots"] == spots
    decks = v["decks"]
    assert d["decks"] == {"large": places(decks["large"], 2), "small": decks["small"], "law": decks["law"]}
    assert set(d["undecided"]) == s.names(v["undecided"])
    assert d["acquired"] == s.by_seat([player["acquired"] for player in players])
    assert bags(d["hand_known"]) == s.by_seat([Counter(player["hand_known"]) for player in players])
    assert d["hand_count"] == s.by_seat([player["hand_count"] for player in players], 16)
    assert set(d["in_auction"]) == s.names([n for n, player in enumerate(players) if player["in_auction"]])
    assert set(d["sitting_out"]) == s.names([n for n, player in enumerate(players) if player["sitting_out"]])
    for seat, player in enumerate(players):
        name = s.name(seat)
        own = seat == s.seat
        shown = gems(v["gems"] if own else player["gems"])
        assert {c: d["gems"][f"{name}:{c}"] for c in "BRGY"} == {c: min(16, n) for c, n in shown.items()}
        assert d["attack"][name] == min(8, (v["attack"] if own else player["attack"]) or 0)
        assert {c: d["endless"][f"{name}:{c}"] for c in "BRGY"} == {
            c: min(8, n) for c, n in gems(player["endless"]).items()
        }
        assert bag(d["pyramid"][name]) == Counter(placed["card"] for placed in player["pyramid"])
        tokens: Counter[str] = Counter()
        for level in range(1, 6):
            cards = [placed for placed in player["pyramid"] if placed["place"].startswith(f"{level}:")]
            built = {placed["card"] for placed in cards}
            assert set(d["pyramid"][name]) & set(d["levels"][str(level)]) == built
            if own:
                columns = {placed["place"].split(":")[1] for placed in cards}
                assert set(d["own_places"][str(level)]) == columns
            for placed in cards:
                tokens.update(placed["tokens"])
        for kind in TOKEN_NAMES:
            assert d["tokens"][f"{name}:{kind}"] == min(24, tokens[kind])
    ask = v["ask"] or {"kind": None}
    assert d["ask"] == ask["kind"]
    assert d["ask_card"] == ask.get("card")
    assert (d["ask_most"], d["ask_least"]) == (min(16, ask.get("most", 0)), min(16, ask.get("least", 0)))
    assert set(d["ask_laws"]) == set(ask.get("laws", []))
    assert d["ask_colour"] == ask.get("colour")
    assert d["ask_rest"] == {colour: min(8, count) for colour, count in gems(ask.get("rest")).items()}
    active = v["active"] or {"seat": None, "card": None, "question": None}
    assert (d["active_seat"], d["active_card"], d["active_ask"]) == (
        s.name(active["seat"]),
        active["card"],
        active["question"],
    )
    known = v["known_laws"]
    for place in range(1, 4):
        top = [law for law, where in known.items() if where == f"deck {place}"]
        assert d["top_laws"][str(place)] == (top[0] if top else None)
    for seat in range(s.seats):
        held = {law for law, where in known.items() if where == f"seat {seat}"}
        assert set(d["held_laws"][s.name(seat)]) == held


def junquick(d: dict[str, Any], s: Seen) -> None:
    v = s.view
    assert bag(d["hand"]) == Counter(v["hand"])
    assert bag(d["nest"]) == Counter(v["nest"])
    assert bag(d["put"]) == Counter(v.get("put", []))
    assert bag(d["discard"]) == Counter(v["discard"])
    assert bag(d["pile"]) == Counter(play["card"] for play in v["pile"])
    assert bag(d["aside"]) == Counter(v["aside"])
    assert (d["phase"], d["surface"], d["idle"]) == (v["phase"], v["surface"], min(4, v["idle"]))
    assert (d["to_act"], d["fp"], d["top"]) == (s.name(v["to_act"]), s.name(v["fp"]), s.name(v["top"]))
    assert (d["round"], bool(d["redrawn"])) == (min(32, v["round"]), v["redrawn"])
    assert bool(d["answered"]) == bool(v["choice"])
    others = [seat for seat in range(s.seats) if seat != s.seat]
    assert bags(d["known_hands"]) == {s.name(seat): Counter(v["known_hands"][seat]) for seat in others}
    assert bags(d["known_nests"]) == {s.name(seat): Counter(v["known_nests"][seat]) for seat in others}
    assert d["hands"] == s.by_seat(v["hands"], 16)
    assert d["nests"] == s.by_seat(v["nests"], 16)
    assert d["homes"] == s.by_seat([len(home) for home in v["homes"]], 16)
    assert set(d["in_round"]) == s.names(v["in_round"])
    for seat, viruses in enumerate(v["viruses"]):
        for virus in ("V1", "V2", "V3", "V4"):
            assert d["viruses"][f"{s.name(seat)}:{virus}"] == min(8, viruses.count(virus))
    assert places(d["deck"], 4) == min(48, places(v["deck"], 4))
    assert d["virus_deck"] == min(24, v["virus_deck"])
    discarded = Counter(v["virus_discard"])
    assert d["virus_discard"] == {virus: min(8, discarded[virus]) for virus in ("V1", "V2", "V3", "V4")}
    last = v["last"] or {"card": None, "seat": None, "author": None, "in_force": False}
    assert (d["last_card"], d["last_seat"]) == (last["card"], s.name(last["seat"]))
    assert (d["last_author"], bool(d["last_in_force"])) == (s.name(last["author"]), last["in_force"])
    freeze = v["freeze"] or {"seat": None, "left": 0}
    assert (d["freeze_seat"], d["freeze_left"]) == (s.name(freeze["seat"]), min(8, freeze["left"]))
    duel = v["duel"] or {"seat": None, "opponent": None, "cards": 0, "claim": []}
    assert (d["duel_seat"], d["duel_opponent"]) == (s.name(duel["seat"]), s.name(duel["opponent"]))
    assert d["duel_cards"] == min(8, duel["cards"])
    claim = Counter(duel["claim"])
    assert d["duel_claim"] == {name: min(8, claim[name]) for name in d["duel_claim"]}
    first = v["instants"][0] if v["instants"] else {"card": None, "seat": None}
    assert (d["instant_card"], d["instant_seat"]) == (first["card"], s.name(first["seat"]))


READINGS: dict[str, Callable[[dict[str, Any], Seen], None]] = {
    "durak": durak,
    "yassa": yassa,
    "flights": flights,
    "viceroy": viceroy,
    "junquick": junquick,
}
