"""The options, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from koloda.core.options import Option, Value
from koloda.core.vecs import append, vec
from koloda.games.junquick.actions import N4
from koloda.games.junquick.cards import DEVOURERS, ICEWHIRLS, SLATES, TOO_SOONS, Deck
from koloda.games.junquick.deck import STANDARD, DeckOption

BOTH: Final = (True, False)
REAL: Final = {"chief_time": ("real",)}
OPTIONS: Final = (
    DeckOption(
        "deck",
        STANDARD,
        "the 89 Jun cards and 8 viruses: standard, or a card data file with other counts and properties",
        (STANDARD,),
    ),
    Option(
        "instant_mode",
        "auto",
        "instants are laid by themselves, or the players must not forget them",
        ("auto", "declare"),
    ),
    Option("pass_rule", "free", "pass at will, or only without a play", ("free", "strict")),
    Option("evolution_from_nest", True, "may an Evolution be played from the own nest?", BOTH),
    Option(
        "open_activation",
        False,
        "may a property card be activated while the pile is empty?",
        BOTH,
        older=(True,),
    ),
    Option(
        "final_hand",
        "all",
        "at the end all hand cards join the nest, or only those that may lie in one",
        ("all", "nest_cards"),
        older=("nest_cards",),
    ),
    Option("hysteria_takes_lead", True, "does Hysteria on top of the pile win it?", BOTH),
    Option("devourer_on_too_soon", True, "may a Devourer cover Too Soon to Cheer?", BOTH, older=(False,)),
    Option("icewhirl_on_devourer", False, "may an Icewhirl cover a Devourer?", BOTH),
    Option(
        "thief_hand_rule",
        "nobody",
        "a Thief takes from a hand when nobody has a nest, or when the target has none",
        ("nobody", "target"),
    ),
    Option(
        "chief_order",
        "rulebook",
        "who comes first of several cards at once: by seats, or by lot",
        ("rulebook", "shuffled"),
    ),
    Option(
        "chief_time",
        "windows",
        "the Chieftain phase as sealed windows (a calm table), or in real time: who lays first is first",
        ("windows", "real"),
    ),
    Option("turn_ms", 30000, "real time: for a turn", least=1000, most=3600000, only=REAL),
    Option("response_ms", 4000, "real time: for an answer with Hysteria", least=500, most=600000, only=REAL),
    Option("silence_ms", 5000, "real time: silence that ends a round", least=500, most=600000, only=REAL),
    Option(
        "tie_ms",
        150,
        "real time: cards that reach the server within this time count as simultaneous",
        least=0,
        most=5000,
        only=REAL,
    ),
    Option("match_games", 1, "games in a series", least=1, most=50),
)
PRESETS: Final[dict[str, dict[str, Value]]] = {
    "calm": {"chief_time": "windows"},
    "memory": {"instant_mode": "declare"},
    "series": {"match_games": 3},
}
# what has no influence on one deal
NOT_IN_TRACES: Final = ("turn_ms", "response_ms", "silence_ms", "tie_ms", "match_games")


class JunQuickRules:
    """The options, as the rules read them. `influence[surface]` is the set of influence cards for it."""

    deck: Deck
    openers: i64
    layable: vec[i64]
    declare: bool
    strict: bool
    evolution_from_nest: bool
    open_activation: bool
    whole_hand: bool
    hysteria_takes_lead: bool
    rob_any_hand: bool
    shuffled: bool
    real_time: bool
    response_ms: i64
    silence_ms: i64
    tie_ms: i64
    influence: vec[i64]
    options: Mapping[str, Value]  # as they were given: copies of a state are made with them

    def __init__(self, options: Mapping[str, Value], deck: Deck) -> None:
        self.options = options
        self.deck = deck
        self.openers = deck.openers
        self.layable = deck.layable
        self.declare = options["instant_mode"] == "declare"
        self.strict = options["pass_rule"] == "strict"
        self.evolution_from_nest = options["evolution_from_nest"] is True
        self.open_activation = options["open_activation"] is True
        self.whole_hand = options["final_hand"] == "all"
        self.hysteria_takes_lead = options["hysteria_takes_lead"] is True
        self.rob_any_hand = options["thief_hand_rule"] == "target"
        self.shuffled = options["chief_order"] == "shuffled"
        self.real_time = options["chief_time"] == "real"
        self.response_ms = int(options["response_ms"])
        self.silence_ms = int(options["silence_ms"])
        self.tie_ms = int(options["tie_ms"])
        self.influence = influence_by_surface(
            options["devourer_on_too_soon"] is True, options["icewhirl_on_devourer"] is True
        )


def influence_by_surface(devourer_on_too_soon: bool, icewhirl_on_devourer: bool) -> vec[i64]:
    """The influence cards that may be laid on each surface."""
    always = SLATES | ICEWHIRLS
    result = vec[i64]([0])
    for rank in range(1, N4):
        result = append(result, always | DEVOURERS)
    result = append(result, always | DEVOURERS | TOO_SOONS)
    result = append(result, always | DEVOURERS if devourer_on_too_soon else always)
    smaller = DEVOURERS
    for k in range(3):
        smaller &= smaller - 1
        result = append(result, smaller | SLATES | ICEWHIRLS if icewhirl_on_devourer else smaller | SLATES)
    return result
