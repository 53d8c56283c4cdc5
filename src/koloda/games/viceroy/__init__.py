"""Viceroy: sealed bids for characters, and a pyramid of power that grows for twelve turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from koloda.core.actions import Actions
from koloda.core.board import Paint
from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Value, shown
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.texts import section_of
from koloda.core.tuning import Tuning
from koloda.games.viceroy import notation, positions
from koloda.games.viceroy.actions import NUM_ACTIONS
from koloda.games.viceroy.aids import aids_of
from koloda.games.viceroy.bots.heuristic import ViceroyHeuristic
from koloda.games.viceroy.bots.novice import ViceroyNovice
from koloda.games.viceroy.bots.tuning import LEVELS, TUNING, learnable, tuned, tuning_with
from koloda.games.viceroy.cards import CARDS, CHARACTERS, COLOURS
from koloda.games.viceroy.dealing import LARGE, deal, restore
from koloda.games.viceroy.deck import BUILT_IN, DEFAULT, DeckFile, load
from koloda.games.viceroy.encoding import ViceroyEncoder
from koloda.games.viceroy.options import OPTIONS, PRESETS, ViceroyRules
from koloda.games.viceroy.scoring import categories
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.text import board
from koloda.games.viceroy.text.events import event_text
from koloda.games.viceroy.text.options import PRESET_WORDS, WORDS
from koloda.games.viceroy.text.reasons import REASONS, named
from koloda.games.viceroy.view_types import ViceroyView

SETUP_KEYS = ("large", "small", "law", "dealt", "screens", "reserve", "box")


class Viceroy(Game):
    id = "viceroy"
    rank = 4
    names = section_of("koloda.games.viceroy", "name")
    summaries = section_of("koloda.games.viceroy", "summary")
    seat_counts = range(1, 5)
    default_seats = 2
    options = OPTIONS
    option_words = WORDS
    presets = PRESETS
    preset_words = PRESET_WORDS
    num_actions = NUM_ACTIONS
    scratch = frozenset({"base", "stride", "word0", "word1", "word2", "word3", "word4", "none"})
    reason_texts = REASONS
    view_type = ViceroyView
    tuning = TUNING
    levels = LEVELS

    def __init__(self, file: DeckFile | None = None) -> None:
        self.heuristic = ViceroyHeuristic()
        self.novice = ViceroyNovice()
        self._file = file
        self._versions: dict[str, Viceroy] = {}  # this game with the other built-in decks

    # the deck

    @cached_property
    def file(self) -> DeckFile:
        return self._file or load(DEFAULT)

    @cached_property
    def actions(self) -> Actions:  # type: ignore[override]
        return notation.actions(self.id, self.file)

    @cached_property
    def codes(self) -> list[str]:  # type: ignore[override]
        return self.file.deck.codes

    @cached_property
    def sentences(self) -> Callable[[tuple[object, ...], Sequence[str], str], str]:  # type: ignore[override]
        return partial(event_text, self.file)

    def reason_arg(self, arg: object, lang: str) -> object:
        return named(self.file, arg, lang)

    def with_deck(self, deck: str) -> Viceroy:
        """The game with the cards of another deck: its states write actions with the codes of that deck."""
        file = load(deck)
        if file is self.file:
            return self
        if deck not in BUILT_IN:
            return Viceroy(file)
        if deck not in self._versions:
            self._versions[deck] = Viceroy(file)
        return self._versions[deck]

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

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> ViceroyState:
        if context:
            raise BadOption(f"unknown context {shown(next(iter(context)))}: a deal of Viceroy has none")
        game = self.with_deck(str(options["deck"]))
        return deal(game, seats, game.file.deck, ViceroyRules(seats, options), rng, watch)

    def _encoder(self, seats: int, options: dict[str, Value]) -> ViceroyEncoder:
        game = self.with_deck(str(options["deck"]))
        rules = ViceroyRules(seats, options)
        encoder = ViceroyEncoder(game, seats, game.file.deck.codes)
        encoder.dealer = lambda rng: deal(game, seats, game.file.deck, rules, rng, False)
        return encoder

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> ViceroyState:
        game = self.with_deck(str(options["deck"]))
        return game._restore_here(seats, setup, ViceroyRules(seats, options), watch)

    def _restore_here(
        self, seats: int, setup: Mapping[str, Any], rules: ViceroyRules, watch: bool
    ) -> ViceroyState:
        if set(setup) != set(SETUP_KEYS):
            raise BadNotation(f"setup: the keys are {', '.join(SETUP_KEYS)}")
        large = self.cards(setup["large"], "large")
        small = self.cards(setup["small"], "small")
        laws = self.cards(setup["law"], "law")
        if not isinstance(setup["dealt"], list) or len(setup["dealt"]) != seats:
            raise BadNotation("dealt: three cards for each seat are needed")
        dealt = [self.cards(cards, "dealt") for cards in setup["dealt"]]
        if len(large) != LARGE or any(len(cards) != 3 for cards in dealt):
            raise BadNotation("setup: 48 cards in the large deck and three for each seat are needed")
        flat = [card for cards in dealt for card in cards]
        if sorted([*large, *small, *flat]) != list(range(CHARACTERS)):
            raise BadNotation("setup: large, small and dealt are not the 64 characters, each once")
        if sorted(laws) != list(range(CHARACTERS, CARDS)):
            raise BadNotation("law: not the 24 laws, each once")
        returned = self._returned(seats, setup)
        return restore(self, seats, self.file.deck, rules, large, flat, small, laws, returned, watch)

    def tuned(self, state: State) -> Tuning:
        assert isinstance(state, ViceroyState)
        return tuned(state)

    def values(self, state: State) -> Values | None:
        assert isinstance(state, ViceroyState)
        return learnable(state)

    def tuning_with(self, values: Values) -> Tuning:
        return tuning_with(values)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> ViceroyState:
        seats = positions.seats_of(text)
        chosen = self.resolve(seats, options)
        return positions.read(self.with_deck(str(chosen["deck"])), text, ViceroyRules(seats, chosen))

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

    def chance_value(self, zone: str, value: int) -> object:
        return COLOURS[value] if zone == "box" else super().chance_value(zone, value)

    def chance_number(self, zone: str, value: object) -> int:
        if zone != "box":
            return super().chance_number(zone, value)
        if not isinstance(value, str) or len(value) != 1 or value not in COLOURS:
            raise BadNotation(f"{shown(value)} is no colour: B, R, G or Y")
        return COLOURS.index(value)

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

    # what people see

    def aids(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return dict(aids_of(self.file.deck, view))

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        return board.lines(self.file, view, names, lang, paint, width)

    def keys(self, legal: Sequence[str]) -> dict[str, str]:
        return board.keys(legal)

    # matches

    def match_over(self, match: Match) -> bool:
        """The rulebook knows single games only."""
        return True

    def match_winners(self, match: Match) -> list[int]:
        return list(match.results[-1]["winners"])


GAME = Viceroy()
