"""The options: what a table may choose, and ViceroyRules, as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from koloda.core.options import SEATS, Option, Value
from koloda.games.viceroy.deck import DEFAULT, NEWEST, OLDER, DeckOption

OPTIONS = (
    Option("virtuals", 0, "virtual opponents: people and they are at most four, at least two", most=3),
    DeckOption(
        "deck",
        DEFAULT,
        "the cards: default, or a file of format viceroy-deck/1",
        (DEFAULT,),
        older=OLDER,
        lasting=NEWEST,
    ),
    Option(
        "solo_two_card",
        "clash",
        "alone against one virtual opponent, both at a slot with two cards: a new round, or a choice",
        ("clash", "choice"),
        older=("choice",),
        only={SEATS: (1,), "virtuals": (1,)},
    ),
    Option(
        "virtual_attack_chooser",
        "lowest_number",
        "who chooses the card that a virtual attack discards: the lowest number, or chance",
        ("lowest_number", "random"),
        only={"virtuals": (1, 2, 3)},
    ),
    Option(
        "tie_break",
        "shared",
        "equal totals: a shared win, or the lowest number in the pyramid",
        ("shared", "lowest_number"),
    ),
    Option("recolour", "manual", "recolouring by hand, or for the best score", ("manual", "auto")),
    Option("open_screens", False, "show what is behind the screens", (False, True)),
)
PRESETS: dict[str, dict[str, Value]] = {
    "open": {"open_screens": True},
    "crowd": {"virtuals": 2},
    "alone": {"virtuals": 3},
}


class ViceroyRules:
    """Complete options, as the rules read them."""

    virtuals: i64
    clash: bool  # one person and one virtual opponent on a two-card slot always meet again
    random_attack: bool
    lowest_wins: bool
    auto_recolour: bool
    open_screens: bool
    options: Mapping[str, Value]  # as they were given: copies of a state are made with them

    def __init__(self, seats: i64, options: Mapping[str, Value]) -> None:
        self.options = options
        virtuals = int(options["virtuals"])
        self.virtuals = virtuals
        self.clash = options["solo_two_card"] == "clash" and seats == 1 and virtuals == 1
        self.random_attack = options["virtual_attack_chooser"] == "random"
        self.lowest_wins = options["tie_break"] == "lowest_number"
        self.auto_recolour = options["recolour"] == "auto"
        self.open_screens = bool(options["open_screens"])
