# not compiled: plain data for tables
"""What a table wants to show beside a view: prices, open places, circles, ways to pay, ways to paint.

All of it follows from the view by the rules, so it tells nobody more than the view does. Steps are the texts
of actions in their order; a client sends one after the other as they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from koloda.core.bits import members
from koloda.games.viceroy.cards import (
    ANY,
    ATTACK,
    CHARACTERS,
    CIRCLE_BONUS,
    COLOURS,
    DEFENCE,
    DRAW,
    DUPLICATE_TOKENS,
    ENDLESS,
    GEMS,
    MAGIC,
    MAGIC_BONUS,
    POINTS,
    REPLACE_CHARACTER,
    SCIENCE,
    TOKEN,
    WILD_PAYMENT,
    Deck,
    count_of,
)
from koloda.games.viceroy.notation import amount, read_amount
from koloda.games.viceroy.pyramid import CENTRE, COLUMNS, LEVELS, base_ends, place_text, resting
from koloda.games.viceroy.view_types import Colour, Gems, Place

SectorName = Literal["ll", "lr", "bl", "br"]
COLOUR_LIST: list[Colour] = ["B", "R", "G", "Y"]
SECTOR_LIST: list[SectorName] = ["ll", "lr", "bl", "br"]
FREE_LEVELS = 4  # a card that is played for nothing goes so high
ATOM_CODES = {
    GEMS: "G",
    DRAW: "D",
    ATTACK: "A",
    TOKEN + POINTS: "P",
    TOKEN + MAGIC: "M",
    TOKEN + SCIENCE: "S",
    TOKEN + DEFENCE: "F",
    TOKEN + MAGIC_BONUS: "MB",
}
Reward = Annotated[
    str, "as the rules write it, like P2+G2; E and CB with the colour's letter, ER, CB4R, E* any"
]


class ViceroyTally(TypedDict):
    """What a pyramid has collected."""

    circles: Annotated[Gems, "circles of one colour, by colour"]
    endless: Gems
    points: int
    magic: int
    science: int
    defence: int
    magic_bonus: int


class ViceroyPlayerAids(TypedDict):
    tally: ViceroyTally
    single: Annotated[list[Place], "where circles of one colour are"]
    open_free: Annotated[list[Place], "where a card may go that is played for nothing: levels 1 to 4"]
    open_built: Annotated[list[Place], "where a card may be built, if it can be paid: levels 1 to 5"]
    coins: Annotated[int, "how many gems of a price may be paid in another colour (Common Coin)"]


class ViceroyPrices(TypedDict):
    """A character by level, 1 to 5."""

    prices: list[Gems]
    rewards: list[Reward]


class ViceroyPayment(TypedDict):
    """One way to pay."""

    endless: Annotated[Gems, "endless gems that pay"]
    paid: Annotated[Gems, "what leaves the screen"]
    coins: Annotated[
        list[tuple[Colour, Colour]], "gems of the price that are paid in another colour: from, to"
    ]
    steps: Annotated[list[str], "what is answered after the place has been named"]


class ViceroyPlaceAid(TypedDict):
    """What it means to lay a card at a place."""

    place: Place
    can: Annotated[bool, "it may be laid there; False where it cannot be paid"]
    reward: Annotated[Reward | None, "of a character"]
    circle: Annotated[str | None, "the sectors ll, lr, bl, br of the circle that it closes; None on level 1"]
    single: Annotated[bool, "that circle is of one colour"]
    price: NotRequired[Annotated[Gems, "of a card that is built"]]
    ways: NotRequired[
        Annotated[list[ViceroyPayment], "the cheapest first; then, where that differs, without endless gems"]
    ]
    missing: NotRequired[Annotated[list[Colour], "the colours that lack gems where there is no way to pay"]]


class ViceroyWhole(TypedDict):
    """A circle painted in one colour."""

    colour: Colour
    gems: Annotated[int, "how many it takes"]
    steps: list[str]


class ViceroySector(TypedDict):
    """One sector painted."""

    sector: SectorName
    colour: Colour
    steps: list[str]


class ViceroyCircle(TypedDict):
    whole: list[ViceroyWhole]
    sectors: list[ViceroySector]


class ViceroyAids(TypedDict):
    players: list[ViceroyPlayerAids]
    cards: Annotated[
        dict[str, ViceroyPrices],
        "the characters of the auction, the own hand, and those bought or being played",
    ]
    places: Annotated[
        dict[str, list[ViceroyPlaceAid]],
        "by card, where the viewer may lay it: the cards of the hand when one may be played (none for a law "
        "that goes to a character), the card that is to be put, moved, kept or built",
    ]
    circles: Annotated[
        dict[Place, ViceroyCircle], "recolouring: what the viewer can paint, from this question on"
    ]


def aids_of(deck: Deck, view: Mapping[str, Any]) -> ViceroyAids:
    return _Aids(deck, view).all()


class _Aids:
    def __init__(self, deck: Deck, view: Mapping[str, Any]) -> None:
        self.deck = deck
        self.view = view
        self.numbers = {code: number for number, code in enumerate(deck.codes)}
        self.seat: int | None = view["seat"]
        ask = None if self.seat is None else view["ask"]
        self.ask: Mapping[str, Any] = ask or {"kind": ""}

    def all(self) -> ViceroyAids:
        return {
            "players": [self.player(player) for player in self.view["players"]],
            "cards": {code: self.prices(code) for code in self.wanted() if self.is_character(code)},
            "places": {} if self.seat is None else dict(self.places(self.view["players"][self.seat])),
            "circles": {} if self.seat is None else dict(self.circles(self.view["players"][self.seat])),
        }

    # cards

    def is_character(self, code: str | None) -> bool:
        return code is not None and self.numbers.get(code, CHARACTERS) < CHARACTERS

    def op(self, code: str) -> int:
        return int(self.deck.op[self.numbers[code]]) if code in self.numbers else 0

    def wanted(self) -> list[str]:
        """The characters that somebody may be about to build or play."""
        view = self.view
        codes = [slot[spot] for slot in view["slots"].values() for spot in ("base", "tip")]
        codes += [player["acquired"] for player in view["players"]]
        codes += [view["active"]["card"]] if view["active"] else []
        codes += [self.ask.get("card"), *view.get("hand", [])]
        return [code for code in dict.fromkeys(codes) if code is not None]

    def prices(self, code: str) -> ViceroyPrices:
        levels = range(1, LEVELS + 1)
        return {
            "prices": [amount(self.price(code, level)) for level in levels],
            "rewards": [self.reward(code, level) or "-" for level in levels],
        }

    def price(self, code: str, level: int) -> list[int]:
        gems = int(self.deck.price[self.numbers[code] * 5 + level - 1])
        return [int(count_of(gems, colour)) for colour in range(4)]

    def reward(self, code: str, level: int) -> str | None:
        """What a character gives on a level."""
        if not self.is_character(code):
            return None
        part = int(self.deck.reward[self.numbers[code] * 5 + level - 1])
        return "+".join(atom_text(int(self.deck.atoms[i])) for i in range(part >> 12, part & 4095)) or "-"

    # pyramids

    def player(self, player: Mapping[str, Any]) -> ViceroyPlayerAids:
        pyramid = player["pyramid"]
        single = [card for card in pyramid if is_single(card.get("circle"))]
        circles = [card["circle"][0] for card in single]
        tokens = {
            name: sum(card["tokens"].get(name, 0) for card in pyramid)
            for name in ("points", "magic", "science", "defence", "magic_bonus")
        }
        return {
            "tally": {
                "circles": amount([circles.count(colour) for colour in COLOURS]),
                "endless": player["endless"],
                "points": tokens["points"],
                "magic": tokens["magic"],
                "science": tokens["science"],
                "defence": tokens["defence"],
                "magic_bonus": tokens["magic_bonus"],
            },
            "single": [card["place"] for card in single],
            "open_free": open_places(pyramid, FREE_LEVELS),
            "open_built": open_places(pyramid, LEVELS),
            "coins": self.coins(pyramid),
        }

    def coins(self, pyramid: Sequence[Mapping[str, Any]]) -> int:
        laws = [card["card"] for card in pyramid if self.op(card["card"]) == WILD_PAYMENT]
        return sum(int(self.deck.amount[self.numbers[code]]) for code in laws)

    def places(self, player: Mapping[str, Any]) -> Iterator[tuple[str, list[ViceroyPlaceAid]]]:
        """By card: where the viewer may lay it now, or next."""
        pyramid = player["pyramid"]
        kind = self.ask["kind"]
        if kind == "law":
            free = open_places(pyramid, FREE_LEVELS)
            for code in self.view["hand"]:
                yield code, [self.place(pyramid, code, to) for to in free if self.is_put(pyramid, code)]
        elif kind == "put":
            code = self.view["active"]["card"]
            yield code, [self.place(pyramid, code, to) for to in open_places(pyramid, FREE_LEVELS)]
        elif kind == "to":
            law = self.view["active"]["card"]
            most = int(self.deck.amount[self.numbers[law]]) if law in self.numbers else FREE_LEVELS
            targets = [to for to in open_places(pyramid, most) if to != self.ask["from"]]
            yield self.ask["card"], [self.place(pyramid, self.ask["card"], to) for to in targets]
        elif kind in ("decide", "build") and self.is_character(player["acquired"]):
            code = player["acquired"]
            yield code, [self.built(player, code, to) for to in open_places(pyramid, LEVELS)]

    def is_put(self, pyramid: Sequence[Mapping[str, Any]], code: str) -> bool:
        """Does this card of the hand go to an open place? Two laws go to a character, if there is one."""
        op = self.op(code)
        levels = {REPLACE_CHARACTER: FREE_LEVELS, DUPLICATE_TOKENS: LEVELS}.get(op, 0)
        return not any(
            level_of(card["place"]) <= levels and self.is_character(card["card"]) for card in pyramid
        )

    def place(self, pyramid: Sequence[Mapping[str, Any]], code: str, to: str) -> ViceroyPlaceAid:
        circle = self.circle(pyramid, code, to)
        return {
            "place": to,
            "can": True,
            "reward": self.reward(code, level_of(to)) if self.ask["kind"] != "to" else None,
            "circle": circle,
            "single": is_single(circle),
        }

    def circle(self, pyramid: Sequence[Mapping[str, Any]], code: str, to: str) -> str | None:
        """The circle that a card closes with the two that it rests on."""
        level, x = map(int, to.split(":"))
        at = {card["place"]: card["card"] for card in pyramid}
        codes = [at.get(f"{level - 1}:{x}"), at.get(f"{level - 1}:{x + 1}"), code]
        if level == 1 or any(one not in self.numbers for one in codes):
            return None
        left, right, own = (self.sectors(str(one)) for one in codes)
        return left[1] + right[0] + own[2:]

    def sectors(self, code: str) -> str:
        """The colours tl, tr, bl, br of a card."""
        packed = int(self.deck.sectors[self.numbers[code]])
        return "".join(COLOURS[packed >> (2 * corner) & 3] for corner in range(4))

    # payment

    def built(self, player: Mapping[str, Any], code: str, to: str) -> ViceroyPlaceAid:
        price = self.price(code, level_of(to))
        screen = read_amount(self.view["gems"], "gems")
        endless = read_amount(player["endless"], "endless")
        coins = self.coins(player["pyramid"])
        found = [way(price, screen, endless, coins, thrifty) for thrifty in (True, False)]
        ways = [payment for payment in found if payment is not None]
        result = self.place(player["pyramid"], code, to)
        result["can"] = bool(ways)
        result["price"] = amount(price)
        result["ways"] = ways[:1] if ways[:1] == ways[1:] else ways
        if not ways:
            lacking = [price[colour] > screen[colour] + endless[colour] for colour in range(4)]
            result["missing"] = [colour for colour, short in zip(COLOUR_LIST, lacking, strict=True) if short]
        return result

    # recolouring

    def circles(self, player: Mapping[str, Any]) -> Iterator[tuple[str, ViceroyCircle]]:
        kind = self.ask["kind"]
        if kind not in ("circle", "paint"):
            return
        screen = dict(zip(COLOUR_LIST, read_amount(self.view["gems"], "gems"), strict=True))
        for card in player["pyramid"]:
            if "circle" in card and (kind == "circle" or card["place"] == self.ask["circle"]):
                found = painting(card, screen, named=kind == "paint")
                if found["sectors"]:
                    yield card["place"], found


def atom_text(atom: int) -> str:
    """A part of a reward: G3, MB2, CB4R, ER."""
    op, n, colour = atom & 15, atom >> 4 & 255, atom >> 12
    if op == ENDLESS:
        return "E*" if colour == ANY else f"E{COLOURS[colour]}"
    if op >= TOKEN + CIRCLE_BONUS:
        return f"CB{n}{COLOURS[op - TOKEN - CIRCLE_BONUS]}"
    return f"{ATOM_CODES[op]}{n}"


def is_single(circle: str | None) -> bool:
    return circle is not None and len(set(circle)) == 1


def level_of(place: str) -> int:
    return int(place.split(":", maxsplit=1)[0])


def open_places(pyramid: Sequence[Mapping[str, Any]], most: int) -> list[str]:
    """The open places up to a level, by level and then x."""
    rows = [0] * (LEVELS + 1)
    for card in pyramid:
        level, x = map(int, card["place"].split(":"))
        rows[level] |= 1 << (x + CENTRE)
    places = []
    for level in range(1, most + 1):
        row = base_ends(rows[1]) if level == 1 else resting(rows[level - 1], rows[level])
        places += [place_text((level - 1) * COLUMNS + int(column)) for column in members(row)]
    return places


def way(
    price: Sequence[int], screen: Sequence[int], endless: Sequence[int], coins: int, thrifty: bool
) -> ViceroyPayment | None:
    """How a price is paid with all endless gems that help, or with none; None: that is not enough."""
    rest = list(price)
    used = [0, 0, 0, 0]
    steps = []
    for colour, name in enumerate(COLOURS):
        if price[colour] and endless[colour]:
            used[colour] = min(price[colour], endless[colour]) if thrifty else 0
            rest[colour] -= used[colour]
            steps.append(f"endless {name} {used[colour]}")
    exchanges: list[tuple[Colour, Colour]] = []
    while any(rest[colour] > screen[colour] for colour in range(4)):
        short = next(colour for colour in range(4) if rest[colour] > screen[colour])
        spare = max(range(4), key=lambda colour: screen[colour] - rest[colour])
        if len(exchanges) == coins or screen[spare] <= rest[spare]:
            return None
        rest[short] -= 1
        rest[spare] += 1
        exchanges.append((COLOUR_LIST[short], COLOUR_LIST[spare]))
        steps.append(f"coin {COLOURS[short]}>{COLOURS[spare]}")
    if any(rest) and len(exchanges) < coins:
        steps.append("coin -")
    return {"endless": amount(used), "paid": amount(rest), "coins": exchanges, "steps": steps}


def painting(card: Mapping[str, Any], screen: Mapping[Colour, int], named: bool) -> ViceroyCircle:
    """What can be painted on a circle; `named`: it has been named already."""
    name = f"circle {card['place']}"
    start = [] if named else [name]
    bare = [sector for sector in SECTOR_LIST if sector not in card["painted"]]
    colours = dict(zip(SECTOR_LIST, card["circle"], strict=True))
    whole: list[ViceroyWhole] = []
    sectors: list[ViceroySector] = []
    for colour in COLOUR_LIST:
        wrong = [sector for sector in SECTOR_LIST if colours[sector] != colour]
        if wrong and len(wrong) <= screen[colour] and set(wrong) <= set(bare):
            steps = [step for sector in wrong for step in (name, f"paint {sector}={colour}")]
            whole.append({"colour": colour, "gems": len(wrong), "steps": steps[1:] if named else steps})
        for sector in bare:
            if screen[colour] and colours[sector] != colour:
                steps = [*start, f"paint {sector}={colour}"]
                sectors.append({"sector": sector, "colour": colour, "steps": steps})
    return {"whole": whole, "sectors": sectors}
