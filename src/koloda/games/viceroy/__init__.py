"""Viceroy: sealed bids for characters, and a pyramid of power that grows for twelve turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Option, Value, shown
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.viceroy import notation, reasons
from koloda.games.viceroy.asks import NUM_ACTIONS
from koloda.games.viceroy.cards import CARDS, CHARACTERS, COLOURS, Rules
from koloda.games.viceroy.dealing import LARGE, deal, restore
from koloda.games.viceroy.deck import DEFAULT, DeckFile, load
from koloda.games.viceroy.heuristic import ViceroyHeuristic
from koloda.games.viceroy.novice import ViceroyNovice
from koloda.games.viceroy.scoring import categories
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.words import WORDS

SETUP_KEYS = ("large", "small", "law", "dealt", "screens", "reserve", "box")


@dataclass(frozen=True)
class DeckOption(Option):
    """The id of a deck, or the path of a deck file."""

    def check(self, value: object) -> Value:
        if not isinstance(value, str):
            raise BadOption(
                f"option deck = {shown(value)}: allowed are '{DEFAULT}' or the path of a deck file"
            )
        load(value)
        return value


class Viceroy(Game):
    id = "viceroy"
    names = {"en": "Viceroy", "uk": "Намісник", "ru": "Наместник"}
    seat_counts = range(1, 5)
    default_seats = 2
    options = (
        Option("virtuals", 0, "virtual opponents: people and they are at most four, at least two", most=3),
        DeckOption("deck", DEFAULT, "the cards: default, or a file of format viceroy-deck/1", (DEFAULT,)),
        Option(
            "solo_two_card",
            "choice",
            "alone against one virtual opponent, both at a slot with two cards: a choice, or a new round",
            ("choice", "clash"),
        ),
        Option(
            "virtual_attack_chooser",
            "lowest_number",
            "who chooses the card that a virtual attack discards: the lowest number, or chance",
            ("lowest_number", "random"),
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
    option_words = WORDS
    num_actions = NUM_ACTIONS

    def __init__(self, file: DeckFile | None = None) -> None:
        self.heuristic = ViceroyHeuristic()
        self.novice = ViceroyNovice()
        self._file = file

    # the deck

    @cached_property
    def file(self) -> DeckFile:
        return self._file or load(DEFAULT)

    @cached_property
    def _texts(self) -> list[str]:
        return notation.texts(self.file.deck.codes)

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self._texts)}

    def with_deck(self, deck: str) -> Viceroy:
        """The game with the cards of another deck: its states write actions with the codes of that deck."""
        file = load(deck)
        return self if file is self.file else Viceroy(file)

    # notation

    def text(self, action: int) -> str:
        return self._texts[action]

    def action(self, text: str) -> int:
        if text not in self._actions:
            raise notation.no_action(text)
        return self._actions[text]

    def label(self, action: int, lang: str) -> str:
        return notation.label(self.file, self._texts[action], lang)

    def event_text(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        return notation.event_text(self.file, event, names, lang)

    def reason_text(self, reason: str, lang: str) -> str:
        return reasons.reason_text(self.file, reason, lang)

    def chance_value(self, zone: str, value: int) -> object:
        return COLOURS[value] if zone == "box" else self.file.deck.codes[value]

    def chance_number(self, zone: str, value: object) -> int:
        if zone == "box":
            if not isinstance(value, str) or len(value) != 1 or value not in COLOURS:
                raise BadNotation(f"{shown(value)} is no colour: B, R, G or Y")
            return COLOURS.index(value)
        return self._card(value)

    def _card(self, code: object) -> int:
        if not isinstance(code, str) or code not in self.file.deck.codes:
            raise BadNotation(f"{shown(code)} is no card of this deck: write its code, like C32")
        return self.file.deck.codes.index(code)

    def _cards(self, listed: object, what: str) -> list[int]:
        if not isinstance(listed, list):
            raise BadNotation(f"{what}: not a list of cards")
        return [self._card(code) for code in listed]

    # dealing

    def _complete(self, seats: int, given: dict[str, Value]) -> dict[str, Value]:
        virtuals = int(given.get("virtuals", 1 if seats == 1 else 0))
        if seats + virtuals > 4:
            raise BadOption(f"option virtuals = {virtuals}: {seats} people leave room for {4 - seats}")
        if seats + virtuals < 2:
            raise BadOption("option virtuals = 0: one person alone needs at least 1 virtual opponent")
        return {**super()._complete(seats, given), "virtuals": virtuals}

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        return {"virtuals": options["virtuals"], **super().trace_options(seats, options)}

    def _rules(self, seats: int, options: Mapping[str, Value]) -> Rules:
        virtuals = int(options["virtuals"])
        return Rules(
            virtuals=virtuals,
            clash=options["solo_two_card"] == "clash" and seats == 1 and virtuals == 1,
            random_attack=options["virtual_attack_chooser"] == "random",
            lowest_wins=options["tie_break"] == "lowest_number",
            auto_recolour=options["recolour"] == "auto",
            open_screens=bool(options["open_screens"]),
        )

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> ViceroyState:
        if context:
            raise BadOption(f"unknown context {shown(next(iter(context)))}: a deal of Viceroy has none")
        game = self.with_deck(str(options["deck"]))
        return deal(game, seats, game.file.deck, self._rules(seats, options), rng, watch)

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> ViceroyState:
        game = self.with_deck(str(options["deck"]))
        return game._restore_here(seats, setup, self._rules(seats, options), watch)

    def _restore_here(self, seats: int, setup: Mapping[str, Any], rules: Rules, watch: bool) -> ViceroyState:
        if set(setup) != set(SETUP_KEYS):
            raise BadNotation(f"setup: the keys are {', '.join(SETUP_KEYS)}")
        large = self._cards(setup["large"], "large")
        small = self._cards(setup["small"], "small")
        laws = self._cards(setup["law"], "law")
        if not isinstance(setup["dealt"], list) or len(setup["dealt"]) != seats:
            raise BadNotation("dealt: three cards for each seat are needed")
        dealt = [self._cards(cards, "dealt") for cards in setup["dealt"]]
        if len(large) != LARGE or any(len(cards) != 3 for cards in dealt):
            raise BadNotation("setup: 48 cards in the large deck and three for each seat are needed")
        flat = [card for cards in dealt for card in cards]
        if sorted([*large, *small, *flat]) != list(range(CHARACTERS)):
            raise BadNotation("setup: large, small and dealt are not the 64 characters, each once")
        if sorted(laws) != list(range(CHARACTERS, CARDS)):
            raise BadNotation("law: not the 24 laws, each once")
        returned = self._returned(seats, setup)
        return restore(self, seats, self.file.deck, rules, large, flat, small, laws, returned, watch)

    def _returned(self, seats: int, setup: Mapping[str, Any]) -> list[int]:
        """The gems that everybody gave back, from what the screens hide."""
        screens = setup["screens"]
        if not isinstance(screens, list) or len(screens) != seats:
            raise BadNotation("screens: the gems of each seat are needed")
        kept = [notation.read_amount(gems, "screens") for gems in screens]
        for seat, gems in enumerate(kept):
            if sum(gems) != 6 or max(gems) > 2:
                raise BadNotation(f"screens {screens[seat]}: six gems are kept, at most two of a colour")
        reserve = [4 * seats - sum(gems[colour] for gems in kept) for colour in range(4)]
        if notation.read_amount(setup["reserve"], "reserve") != reserve:
            right = notation.amount(reserve)
            raise BadNotation(f"reserve {shown(setup['reserve'])}: beside these screens it has {right}")
        box = [16 - 4 * seats] * 4
        if notation.read_amount(setup["box"], "box") != box:
            raise BadNotation(f"box {shown(setup['box'])}: it has {notation.amount(box)}")
        return [2 - count for gems in kept for count in gems]

    # traces

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, ViceroyState)
        codes = state.deck.codes
        seats = int(state.seats)
        kept = [[2 - int(state.returned[seat * 4 + colour]) for colour in range(4)] for seat in range(seats)]
        reserve = [4 * seats - sum(gems[colour] for gems in kept) for colour in range(4)]
        dealt = [codes[card] for card in state.dealt]
        return {
            "large": [codes[card] for card in state.large],
            "small": [codes[card] for card in state.first_small],
            "law": [codes[card] for card in state.first_law],
            "dealt": [dealt[3 * seat : 3 * seat + 3] for seat in range(seats)],
            "screens": [notation.amount(gems) for gems in kept],
            "reserve": notation.amount(reserve),
            "box": notation.amount([16 - 4 * seats] * 4),
        }

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, ViceroyState)
        seats = range(state.seats)
        return {
            "scores": [int(score) for score in state.scores()],
            "returns": [int(value) if value == int(value) else value for value in state.returns()],
            "winners": state.winners(),
            "categories": [[int(points) for points in categories(state, seat)] for seat in seats],
            "leftover": [int(state.screen_total(seat)) for seat in seats],
        }

    # matches

    def match_over(self, match: Match) -> bool:
        """The rulebook knows single games only."""
        return True

    def match_winners(self, match: Match) -> list[int]:
        return list(match.results[-1]["winners"])


GAME = Viceroy()
