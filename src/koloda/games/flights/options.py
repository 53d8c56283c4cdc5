"""The options, and the same as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64, mypyc_attr

from koloda.core.bits import bit
from koloda.core.errors import BadOption
from koloda.core.options import Option, Value, shown
from koloda.games.flights.actions import ALL_FLIGHTS
from koloda.games.flights.cards import COLOUR_NAMES, HAND, full_deck, small_deck

MANY = 1_000_000


@mypyc_attr(native_class=False)  # its base is not compiled
class ColoursOption(Option):
    """Which colours are in play: a list of names, or one text with commas between them."""

    def check(self, value: object) -> Value:
        """The names in canonical order, with commas between them."""
        given = value.split(",") if isinstance(value, str) else value
        if value == self.default:
            return self.default
        if not isinstance(given, list | tuple) or not all(name in COLOUR_NAMES for name in given):
            raise BadOption(f"option {self.name} = {shown(value)}: allowed are {self.values()}")
        if len(set(given)) != len(given):
            raise BadOption(f"option {self.name} = {shown(value)}: a colour is listed twice")
        return ",".join(name for name in COLOUR_NAMES if name in given)

    def values(self) -> str:
        return (
            f"{self.default}, or two more different colours than there are seats: {', '.join(COLOUR_NAMES)}"
        )


OPTIONS = (
    Option(
        "match_mode",
        "points",
        "a match to points, to wins (two seats only), or a single game",
        ("points", "wins", "single"),
    ),
    Option(
        "points_target",
        50,
        "points that end a match to points",
        least=1,
        most=MANY,
        only={"match_mode": ("points",)},
    ),
    Option(
        "wins_target", 3, "wins that end a match to wins", least=1, most=MANY, only={"match_mode": ("wins",)}
    ),
    ColoursOption(
        "city_colours", "first", "the colours in play: the first ones, or a list of names", ("first",)
    ),
    Option(
        "burn_mode",
        "together",
        "a third city of a colour beside another one: all three burn, or the neighbours first",
        ("together", "pair_first"),
    ),
    Option(
        "multi_finish",
        "all",
        "several complete collections: all count as complete, or only the first",
        ("all", "first_only"),
    ),
    Option(
        "winner",
        "collector",
        "a game is won by who completes the collection, or by the most points",
        ("collector", "points"),
        older=("points",),
    ),
    Option(
        "next_first",
        "lot",
        "the first player of the next game: by lot, or the next seat",
        ("lot", "rotate"),
        only={"match_mode": ("points", "wins")},
    ),
    Option("max_rounds", 200, "the game ends after so many rounds", least=1, most=MANY),
    Option(
        "max_games",
        60,
        "the match ends after so many games",
        least=1,
        most=MANY,
        only={"match_mode": ("points", "wins")},
    ),
    Option(
        "board",
        "full",
        "the whole deck, or a game small enough to be solved: few cards, two rounds",
        ("full", "small"),
    ),
)
PRESETS: dict[str, dict[str, Value]] = {
    "single": {"match_mode": "single"},
    "long": {"points_target": 100},
    "duel": {"match_mode": "wins"},
}


class FlightsRules:
    """The options, as the rules read them."""

    colours: i64  # in play, as their cities of value 1
    pair_first: bool
    first_only: bool
    collector: bool  # who completes the collection has won, whatever the points
    max_rounds: i64
    hand: i64  # cards that everybody has before laying
    flights: i64  # the Flight cards at the beginning
    deck: i64  # the common deck
    options: Mapping[str, Value]  # as they were given: copies of a state are made with them

    def __init__(
        self, colours: i64, pair_first: bool, first_only: bool, collector: bool, max_rounds: i64
    ) -> None:
        self.options = {}
        self.colours = colours
        self.pair_first = pair_first
        self.first_only = first_only
        self.collector = collector
        self.max_rounds = max_rounds
        self.hand = HAND
        self.flights = ALL_FLIGHTS
        self.deck = full_deck(colours)

    def shrink(self) -> None:
        """The small board: one city of each colour, a Universal and a Deportation, two Flight cards each."""
        self.hand = 2
        self.flights = 3
        self.deck = small_deck(self.colours)
        if self.max_rounds > 2:
            self.max_rounds = 2


def rules_of(options: Mapping[str, Value]) -> FlightsRules:
    """Complete options, as the rules read them."""
    colours: i64 = 0
    for name in str(options["city_colours"]).split(","):
        colours |= bit(6 * COLOUR_NAMES.index(name))
    rules = FlightsRules(
        colours,
        options["burn_mode"] == "pair_first",
        options["multi_finish"] == "first_only",
        options["winner"] == "collector",
        int(options["max_rounds"]),
    )
    if options["board"] == "small":
        rules.shrink()
    rules.options = options
    return rules


def first_colours(seats: int) -> str:
    return ",".join(COLOUR_NAMES[: seats + 2])
