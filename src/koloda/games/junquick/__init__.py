"""JunQuick: rising piles, a free-for-all, cancelling cards, a bluffing duel, instant cards, viruses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from mypy_extensions import i64

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
from koloda.core.vecs import vec
from koloda.games.junquick.actions import NUM_ACTIONS
from koloda.games.junquick.bots.heuristic import JunQuickHeuristic
from koloda.games.junquick.bots.novice import JunQuickNovice
from koloda.games.junquick.bots.tuning import LEVELS, TUNING, learnable, tuned, tuning_with
from koloda.games.junquick.cards import BT, CODES, VIRUSES, codes, one, size
from koloda.games.junquick.dealing import arrange, deal, lay_out
from koloda.games.junquick.deck import STANDARD, DeckFile, load
from koloda.games.junquick.encoding import JunQuickEncoder
from koloda.games.junquick.notation import actions, card_of, virus_of
from koloda.games.junquick.options import NOT_IN_TRACES, OPTIONS, PRESETS, JunQuickRules
from koloda.games.junquick.positions import fill_up, read_position
from koloda.games.junquick.state import ENDS, JunQuickState
from koloda.games.junquick.text import board
from koloda.games.junquick.text.events import event_text
from koloda.games.junquick.text.labels import pretty
from koloda.games.junquick.text.options import PRESET_WORDS, WORDS
from koloda.games.junquick.text.reasons import TEMPLATES
from koloda.games.junquick.view_types import JunQuickView


class JunQuick(Game):
    id = "junquick"
    rank = 5
    names = section_of("koloda.games.junquick", "name")
    summaries = section_of("koloda.games.junquick", "summary")
    seat_counts = range(2, 7)
    default_seats = 4
    options = OPTIONS
    option_words = WORDS
    presets = PRESETS
    preset_words = PRESET_WORDS
    num_actions = NUM_ACTIONS
    # the last play, and what it moved: copied while it can be cancelled (tests/junquick/test_clones.py)
    scratch = frozenset(
        {
            *("last_author", "last_base", "last_aside", "last_before", "last_after", "last_in_force"),
            *("last_top", "crashed", "other_packs", "moved", "moved_from", "moved_to"),
            *("other_known", "other_floats"),
        }
    )
    tuning = TUNING
    levels = LEVELS
    reaction = 4
    table_options = {"chief_time": "real"}  # R36: a race is for people; one of them alone has no rival
    slow_options = {"chief_time": "windows"}
    table_people = 2
    codes = CODES
    reason_texts = TEMPLATES
    view_type = JunQuickView

    def tuned(self, state: State) -> Tuning:
        assert isinstance(state, JunQuickState)
        return tuned(state)

    def values(self, state: State) -> Values | None:
        assert isinstance(state, JunQuickState)
        return learnable(state)

    def tuning_with(self, values: Values) -> Tuning:
        return tuning_with(values)

    def __init__(self, file: DeckFile | None = None) -> None:
        self.heuristic = JunQuickHeuristic()
        self.novice = JunQuickNovice()
        self._file = file

    # the deck

    @cached_property
    def file(self) -> DeckFile:
        return self._file or load(STANDARD)

    @cached_property
    def actions(self) -> Actions:  # type: ignore[override]
        return actions(self.file.names)

    @cached_property
    def sentences(self) -> Callable[[tuple[object, ...], Sequence[str], str], str]:  # type: ignore[override]
        return partial(event_text, self.file.names)

    def with_deck(self, deck: str) -> JunQuick:
        """The game with the cards of another deck: its texts call them as that deck does."""
        file = load(deck)
        return self if file is self.file else JunQuick(file)

    # dealing

    def card(self, code: object) -> int:
        return card_of(code)  # its error lists all codes

    def reason_arg(self, arg: object, lang: str) -> object:
        return pretty(self.file.names, arg, lang) if isinstance(arg, str) else arg

    def chance_value(self, zone: str, value: int) -> object:
        if zone == "priority":
            return value
        return VIRUSES[value - 1] if zone == "virus_deck" else super().chance_value(zone, value)

    def chance_number(self, zone: str, value: object) -> int:
        if zone == "priority":
            if type(value) is not int or not 0 <= value < 6:
                raise BadNotation(f"{shown(value)}: no seat")
            return value
        return virus_of(value) if zone == "virus_deck" else super().chance_number(zone, value)

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        differing = super().trace_options(seats, options)
        return {name: value for name, value in differing.items() if name not in NOT_IN_TRACES}

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> JunQuickState:
        if context:
            raise BadOption(f"unknown context {shown(next(iter(context)))}: JunQuick hands nothing on")
        game = self.with_deck(str(options["deck"]))
        return deal(game, seats, JunQuickRules(options, game.file.deck), rng, watch)

    def _encoder(self, seats: int, options: dict[str, Value]) -> JunQuickEncoder:
        game = self.with_deck(str(options["deck"]))
        rules = JunQuickRules(options, game.file.deck)
        encoder = JunQuickEncoder(game, seats)
        encoder.dealer = lambda rng: deal(game, seats, rules, rng, False)
        return encoder

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> JunQuickState:
        game = self.with_deck(str(options["deck"]))
        return game._restore_here(seats, setup, JunQuickRules(options, game.file.deck), watch)

    def _restore_here(
        self, seats: int, setup: Mapping[str, Any], rules: JunQuickRules, watch: bool
    ) -> JunQuickState:
        unknown = [key for key in setup if key not in ("fp", "hands", "jun_deck", "virus_deck")]
        if unknown:
            raise BadNotation(f"setup {shown(unknown[0])}: there are fp, hands, jun_deck and virus_deck")
        fp = setup.get("fp")
        if type(fp) is not int or not 0 <= fp < seats:
            raise BadNotation(f"fp {shown(fp)}: there are seats 0 to {seats - 1}")
        listed_hands = setup.get("hands")
        if not isinstance(listed_hands, list) or len(listed_hands) != seats:
            raise BadNotation(f"hands: not {seats} hands")
        hands = [self.cards(hand, "hands") for hand in listed_hands]
        for hand in hands:
            if len(hand) != 6 or any(card >= BT for card in hand):
                raise BadNotation("hands: every hand has 6 cards and no instant")
        deck = self.cards(setup.get("jun_deck"), "jun_deck")
        found = Counter(deck + [card for hand in hands for card in hand])
        for card, count in enumerate(rules.deck.copies):
            if found[card] != count:
                raise BadNotation(f"setup: {found[card]} times {CODES[card]}, the game has {count}")
        if not isinstance(setup.get("virus_deck"), list):
            raise BadNotation("virus_deck: not a list of viruses")
        viruses = [virus_of(code) for code in setup["virus_deck"]]
        if sorted(viruses) != list(rules.deck.prices):
            raise BadNotation("virus_deck: not the viruses of the deck, each as often as it is there")
        zones = vec[i64]([sum(one(card) for card in hand) for hand in hands])
        return lay_out(self, seats, rules, zones, vec[i64](deck), vec[i64](viruses), fp, Rng(0), watch)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> JunQuickState:
        """A position in a round, written as `positions` says: "fp 0; 0: J2 DM; pile J1@0; turn 1"."""
        position = read_position(text)
        chosen = self.resolve(position.seats, options)
        game = self.with_deck(str(chosen["deck"]))
        rules = JunQuickRules(chosen, game.file.deck)
        fill_up(position, rules.deck)
        state = arrange(game, rules, position)
        state.watch()
        return state

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, JunQuickState)
        dealt = state.dealt
        if dealt is None:
            raise BadNotation("a sampled or arranged state has no setup")
        return {
            "fp": int(dealt.fp),
            "hands": [codes(hand) for hand in dealt.hands],
            "jun_deck": [CODES[card] for card in dealt.deck],
            "virus_deck": [VIRUSES[(dealt.virus_deck >> 3 * i & 7) - 1] for i in range(8)],
        }

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, JunQuickState)
        seats = range(int(state.seats))
        return {
            "scores": [int(score) for score in state.scores()],
            "returns": [int(value) if value == int(value) else value for value in state.returns()],
            "winners": [seat for seat in seats if state.winner_mask() >> seat & 1],
            "packs": [int(state.home(seat)) for seat in seats],
            "viruses": [int(state.virus_count(seat)) for seat in seats],
            "nest": [int(size(state.nests[seat])) for seat in seats],
            "rounds": int(state.round_no),
            "end": ENDS[state.end],
        }

    def match_points(self, result: Mapping[str, Any]) -> list[float]:
        return [float(value) for value in result["returns"]]

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        return board.lines(self.file.names, view, names, lang, paint, width)

    def keys(self, legal: Sequence[str]) -> dict[str, str]:
        return board.keys(legal)

    def match_over(self, match: Match) -> bool:
        return len(match.results) >= int(match.options["match_games"])

    def match_winners(self, match: Match) -> list[int]:
        """The best sum of returns, then of packs, then of nest cards."""
        ranks = [
            (
                round(match.totals[seat], 9),
                sum(result["scores"][seat] for result in match.results),
                sum(result["nest"][seat] for result in match.results),
            )
            for seat in range(match.seats)
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


GAME = JunQuick()
