"""The options of Yassa, and what the rules read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from koloda.core.options import SEATS, Option, Value

# start_card
INERT: Final = 0
APPLY: Final = 1
DIGITS_ONLY: Final = 2
START_CARDS: Final = {"inert": INERT, "apply": APPLY, "digits_only": DIGITS_ONLY}

OFF_ON: Final = ("off", "on")
OPTIONS: Final = (
    Option(
        "scoring",
        "winner_takes",
        "the winner of a round scores all other hands, or everybody his own hand against himself",
        ("winner_takes", "own_points"),
    ),
    Option(
        "target_points",
        500,
        "if the winner scores all hands: so many points win the match",
        least=1,
        most=100_000,
        only={"scoring": ("winner_takes",)},
    ),
    Option(
        "limit_points",
        200,
        "if everybody scores his own hand: so many points lose the match",
        least=1,
        most=100_000,
        only={"scoring": ("own_points",)},
    ),
    Option("mistake_penalty", "off", "mistakes can be made, and cost two cards", OFF_ON),
    Option(
        "intervention",
        "skip_escape",
        "who may lay an identical card: only the victim of a Skip, or anybody out of turn",
        ("skip_escape", "any_identical"),
    ),
    Option(
        "start_card",
        "inert",
        "an active start card: without effect, applied to the dealer, or not allowed",
        ("inert", "apply", "digits_only"),
    ),
    Option("voluntary_draw", "off", "may a player draw who could lay?", OFF_ON),
    Option("final_draw_effect", "off", "do a Draw two and a W4 work as the last card?", OFF_ON),
    Option(
        "two_player_reverse",
        "plain",
        "two players: a Reverse changes nothing, or the layer moves again",
        ("plain", "skip"),
        only={SEATS: (2,)},
    ),
    Option(
        "wd4_bluff",
        "allow",
        "a W4 against its condition: at one's own risk (forbidden, but only a check tells), or impossible",
        ("allow", "forbid"),
    ),
    Option("challenge_reveal", "challenger", "who sees the checked hand", ("challenger", "all")),
    Option("yassa_mode", "manual", "is the shout the player's business?", ("manual", "auto")),
    Option(
        "reaction_mode",
        "windows",
        "calm table: everybody is asked in secret; real time: “One card!” is always there, nobody is told "
        "that a shout is missing, and the order in which presses reach the server decides",
        ("windows", "realtime"),
    ),
    Option("max_steps", 5000, "a round is void after so many steps", least=1, most=100_000),
    Option("max_rounds", 200, "a match ends after so many rounds", least=1, most=10_000),
)
PRESETS: Final[dict[str, dict[str, Value]]] = {
    "short": {"target_points": 200},
    "own": {"scoring": "own_points"},
    "calm": {"reaction_mode": "windows"},
    "wild": {"intervention": "any_identical", "final_draw_effect": "on", "mistake_penalty": "on"},
}
# these decide matches or what is shown, not what happens in a round
NOT_IN_TRACES: Final = ("target_points", "limit_points", "max_rounds", "challenge_reveal")


class YassaRules:
    """The options, as the rules read them."""

    own_points: bool
    mistakes: bool
    any_identical: bool
    start_card: i64
    voluntary: bool
    final_draw: bool
    reverse_skips: bool
    forbid: bool
    reveal_all: bool
    auto: bool
    realtime: bool
    max_steps: i64
    options: Mapping[str, Value]  # as they were given: copies of a state are made with them

    def __init__(
        self,
        own_points: bool,
        mistakes: bool,
        any_identical: bool,
        start_card: i64,
        voluntary: bool,
        final_draw: bool,
        reverse_skips: bool,
        forbid: bool,
        reveal_all: bool,
        auto: bool,
        realtime: bool,
        max_steps: i64,
    ) -> None:
        self.options = {}
        self.own_points = own_points
        self.mistakes = mistakes
        self.any_identical = any_identical
        self.start_card = start_card
        self.voluntary = voluntary
        self.final_draw = final_draw
        self.reverse_skips = reverse_skips
        self.forbid = forbid
        self.reveal_all = reveal_all
        self.auto = auto
        self.realtime = realtime
        self.max_steps = max_steps


def rules_of(options: Mapping[str, Value]) -> YassaRules:
    """The rules by these options, which are complete."""
    rules = YassaRules(
        own_points=options["scoring"] == "own_points",
        mistakes=options["mistake_penalty"] == "on",
        any_identical=options["intervention"] == "any_identical",
        start_card=START_CARDS[str(options["start_card"])],
        voluntary=options["voluntary_draw"] == "on",
        final_draw=options["final_draw_effect"] == "on",
        reverse_skips=options["two_player_reverse"] == "skip",
        forbid=options["wd4_bluff"] == "forbid",
        reveal_all=options["challenge_reveal"] == "all",
        auto=options["yassa_mode"] == "auto",
        realtime=options["reaction_mode"] == "realtime",
        max_steps=int(options["max_steps"]),
    )
    rules.options = options
    return rules
