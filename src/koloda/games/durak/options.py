"""The options, and the rules as they follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from koloda.core.errors import BadOption
from koloda.core.options import Option, Value
from koloda.games.durak.cards import absent_cards

# who moves first
APPOINTED: Final = 0
LOWEST_TRUMP: Final = 1
BEFORE_FOOL: Final = 2
HAND: Final = 6
FIRST_MOVERS: Final = ("appointed", "lowest_trump", "before_fool")

OPTIONS: Final = (
    Option("mode", "team", "two teams of two, or everybody for himself", ("team", "individual")),
    Option(
        "first_mover",
        "appointed",
        "who moves first: by lot, the lowest trump, or in a match whoever sits before the last fool",
        FIRST_MOVERS,
    ),
    Option(
        "trump_source",
        "appointed",
        "the trump suit: by lot, or that of the open bottom card",
        ("appointed", "bottom_card"),
    ),
    Option(
        "ask_add",
        "when_possible",
        "ask attackers to add only when they can, or always",
        ("when_possible", "always"),
    ),
    Option(
        "ask_beat",
        "always",
        "ask the defender always, or only when he can beat",
        ("always", "when_possible"),
    ),
    Option(
        "adders",
        "all",
        "everybody for himself: who may add, all or only the neighbours",
        ("all", "neighbours"),
    ),
    Option("first_discard_cap", 6, "at most so many cards until a round has been beaten off", (6, 5)),
    Option("final_beat", "off", "may the very last attack card be beaten for a draw?", ("off", "on")),
    Option(
        "stall_limit",
        60,
        "everybody for himself, three or more: a draw after so many takes in a row",
        least=20,
        most=1000,
    ),
    Option("match_games", 1, "deals in a match", least=1, most=50),
    Option(
        "hand_size",
        HAND,
        "cards that everybody draws up to; fewer where a small deck has not so many",
        least=1,
        most=HAND,
    ),
    Option("ranks", 9, "so many ranks are in play, from the six up", least=1, most=9),
    Option("suits", 4, "so many suits are in play: H, S, C, D in this order", least=1, most=4),
)
SIZES: Final = {"hand_size": HAND, "ranks": 9, "suits": 4}
PRESETS: Final[dict[str, dict[str, Value]]] = {
    "contest": {"mode": "team"},
    "ordinary": {"mode": "individual"},
    "pairs": {"mode": "team", "first_mover": "lowest_trump", "trump_source": "bottom_card"},
}


def completed(seats: int, given: Mapping[str, Value]) -> dict[str, Value]:
    """All options: the individual game has other defaults, and some options have a meaning there only."""
    mode = given.get("mode", "team" if seats == 4 else "individual")
    if mode == "team" and seats != 4:
        raise BadOption(f"mode team needs 4 seats, not {seats}: choose mode individual")
    if mode == "team":
        for name in ("adders", "stall_limit"):
            if name in given:
                raise BadOption(f"option {name} has a meaning in mode individual only")
    if "stall_limit" in given and seats == 2:
        raise BadOption("option stall_limit has a meaning with 3 or more seats only")
    cards = int(given.get("ranks", 9)) * int(given.get("suits", 4))
    most = min(HAND, cards // seats)
    if not most:
        raise BadOption(f"a deck of {cards} cards is too small for {seats} seats: choose more ranks or suits")
    if int(given.get("hand_size", 1)) > most:
        raise BadOption(
            f"option hand_size = {given['hand_size']}: {cards} cards give {seats} seats {most} at most"
        )
    usual: dict[str, Value] = {"mode": mode, "hand_size": most}
    if mode == "individual":
        usual |= {"first_mover": "lowest_trump", "trump_source": "bottom_card"}
    return {option.name: given.get(option.name, usual.get(option.name, option.default)) for option in OPTIONS}


def traced(seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
    """Those that influence one deal; the deck and the hands only where they are not the usual ones."""
    left_out = {"match_games"}
    left_out |= {name for name, usual in SIZES.items() if options[name] == usual}
    if options["mode"] == "team":
        left_out |= {"adders", "stall_limit"}
    elif seats == 2:
        left_out.add("stall_limit")
    return {name: value for name, value in options.items() if name not in left_out}


class DurakRules:
    """The options, as the rules read them."""

    team: bool
    first_mover: i64
    bottom_card: bool
    ask_add_always: bool
    ask_beat_always: bool
    neighbours: bool
    small_first_discard: bool
    final_beat: bool
    stall_limit: i64  # 0: none
    hand: i64  # cards that everybody draws up to
    suits: i64
    absent: i64  # cards that are not in play: they lie in the discard from the beginning
    options: Mapping[str, Value]  # as they were given: copies of a state are made with them

    def __init__(self, seats: int, options: Mapping[str, Value]) -> None:
        self.options = options
        self.team = options["mode"] == "team"
        self.first_mover = FIRST_MOVERS.index(str(options["first_mover"]))
        self.bottom_card = options["trump_source"] == "bottom_card"
        self.ask_add_always = options["ask_add"] == "always"
        self.ask_beat_always = options["ask_beat"] == "always"
        self.neighbours = not self.team and options["adders"] == "neighbours"
        self.small_first_discard = options["first_discard_cap"] == 5
        self.final_beat = options["final_beat"] == "on"
        self.hand = int(options["hand_size"])
        self.suits = int(options["suits"])
        self.absent = absent_cards(int(options["ranks"]), self.suits)
        self.stall_limit = 0 if self.team or seats == 2 else int(options["stall_limit"])
