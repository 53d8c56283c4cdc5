"""Yassa: lay off cards by colour, digit or picture, shout in time, and catch those who forget or bluff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.board import Paint
from koloda.core.errors import BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Value, shown
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.texts import section_of
from koloda.core.tuning import Tuning
from koloda.games.yassa.actions import NUM_ACTIONS
from koloda.games.yassa.bots.heuristic import YassaHeuristic
from koloda.games.yassa.bots.novice import YassaNovice
from koloda.games.yassa.bots.tuning import LEVELS, TUNING, learnable, tuned, tuning_with
from koloda.games.yassa.cards import CODES, codes
from koloda.games.yassa.dealing import deal, place, restore, seat_number
from koloda.games.yassa.encoding import YassaEncoder
from koloda.games.yassa.notation import ACTIONS, card_of
from koloda.games.yassa.options import NOT_IN_TRACES, OPTIONS, PRESETS, rules_of
from koloda.games.yassa.positions import read_position
from koloda.games.yassa.state import YassaState
from koloda.games.yassa.text import board
from koloda.games.yassa.text.events import event_text
from koloda.games.yassa.text.labels import said
from koloda.games.yassa.text.options import PRESET_WORDS, WORDS
from koloda.games.yassa.text.reasons import REASONS
from koloda.games.yassa.view_types import YassaView


class Yassa(Game):
    id = "yassa"
    rank = 2
    names = section_of("koloda.games.yassa", "name")
    summaries = section_of("koloda.games.yassa", "summary")
    seat_counts = range(2, 11)
    default_seats = 4
    options = OPTIONS
    option_words = WORDS
    presets = PRESETS
    preset_words = PRESET_WORDS
    num_actions = NUM_ACTIONS
    actions = ACTIONS
    codes = CODES
    sentences = staticmethod(event_text)
    reason_texts = REASONS
    view_type = YassaView
    tuning = TUNING
    levels = LEVELS
    reaction = 5
    table_options = {"reaction_mode": "realtime"}
    slow_options = {"reaction_mode": "windows"}

    def tuned(self, state: State) -> Tuning:
        assert isinstance(state, YassaState)
        return tuned(state)

    def values(self, state: State) -> Values | None:
        assert isinstance(state, YassaState)
        return learnable(state)

    def tuning_with(self, values: Values) -> Tuning:
        return tuning_with(values)

    def __init__(self) -> None:
        self.heuristic = YassaHeuristic()
        self.novice = YassaNovice()

    def card(self, code: object) -> int:
        return card_of(code)

    def reason_arg(self, arg: object, lang: str) -> object:
        return said(arg, lang)

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        different = super().trace_options(seats, options)
        return {name: value for name, value in different.items() if name not in NOT_IN_TRACES}

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> YassaState:
        unknown = [name for name in context if name != "dealer"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Yassa has dealer only")
        dealer = seat_number(context["dealer"], seats) if "dealer" in context else -1
        return deal(self, seats, rules_of(options), dealer, rng, watch)

    def _encoder(self, seats: int, options: dict[str, Value]) -> YassaEncoder:
        rules = rules_of(options)
        encoder = YassaEncoder(self, seats)
        encoder.dealer = lambda rng: deal(self, seats, rules, -1, rng, False)
        return encoder

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> YassaState:
        return restore(self, seats, rules_of(options), setup, watch)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> YassaState:
        """A watched position: "A: R2 G7 WC; B: R1 R3; discard G1 R7; stock B9; turn A" (positions.py)."""
        written = read_position(text)
        return place(self, rules_of(self.resolve(len(written.hands), options)), written)

    def setup(self, state: State) -> dict[str, Any]:
        """Before the first action: a state does not keep its deal."""
        assert isinstance(state, YassaState)
        return {
            "dealer": int(state.dealer),
            "hands": [codes(state.held[seat], state.more[seat]) for seat in range(state.seats)],
            "stock": [CODES[card] for card in state.stock[state.taken :]],
            "discard": [CODES[card] for card in state.discard],
        }

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, YassaState)
        return {
            "scores": [int(score) for score in state.scores()],
            "returns": state.returns(),
            "winners": [] if state.winner < 0 else [int(state.winner)],
            "end": "void" if state.winner < 0 else "out",
            "hand_points": state.hand_points(),
            "hands": [codes(state.held[seat], state.more[seat]) for seat in range(state.seats)],
            "steps": int(state.steps),
        }

    def next_context(self, setup: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, object]:
        return {"dealer": (setup["dealer"] + 1) % len(setup["hands"])}

    def quick_options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """With mistakes, or drawing at will, random play goes on until the cap."""
        chosen = {**PRESETS.get(str(options.get("preset")), {}), **options}
        return {"max_steps": 300} if {"mistake_penalty", "voluntary_draw"} & chosen.keys() else {}

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        return board.lines(view, names, lang, paint, width)

    def keys(self, legal: Sequence[str]) -> dict[str, str]:
        return board.keys(legal)

    def match_over(self, match: Match) -> bool:
        if len(match.results) >= int(match.options["max_rounds"]):
            return True
        goal = "limit_points" if match.options["scoring"] == "own_points" else "target_points"
        return max(match.totals) >= int(match.options[goal])

    def match_winners(self, match: Match) -> list[int]:
        totals = match.totals
        if match.options["scoring"] == "own_points":
            limit = int(match.options["limit_points"])
            if max(totals) >= limit:
                return [seat for seat, total in enumerate(totals) if total < limit]
            return [seat for seat, total in enumerate(totals) if total == min(totals)]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


GAME = Yassa()
