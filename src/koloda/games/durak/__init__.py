"""Durak: two teams of two as in the contest, or two to six players each for himself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

from koloda.core.bits import lowest
from koloda.core.board import Paint
from koloda.core.errors import BadNotation, BadOption, KolodaError
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Value, shown
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.texts import section_of
from koloda.core.tuning import Tuning
from koloda.games.durak import notation, positions
from koloda.games.durak.bots.heuristic import DurakHeuristic
from koloda.games.durak.bots.novice import DurakNovice
from koloda.games.durak.bots.tuning import LEVELS, TUNING, learnable, tuned, tuning_with
from koloda.games.durak.cards import CARDS, CODES, SUITS, codes
from koloda.games.durak.dealing import deal, redeal, restore
from koloda.games.durak.encoding import DurakEncoder
from koloda.games.durak.options import (
    BEFORE_FOOL,
    LOWEST_TRUMP,
    OPTIONS,
    PRESETS,
    DurakRules,
    completed,
    traced,
)
from koloda.games.durak.state import ENDS, DurakState
from koloda.games.durak.text import board, reasons
from koloda.games.durak.text.events import SENTENCES
from koloda.games.durak.text.labels import pretty
from koloda.games.durak.text.options import PRESET_WORDS, WORDS
from koloda.games.durak.view_types import DurakView
from koloda.games.durak.views import table_pairs


class Durak(Game):
    id = "durak"
    rank = 1
    names = section_of("koloda.games.durak", "name")
    summaries = section_of("koloda.games.durak", "summary")
    seat_counts = range(2, 7)
    default_seats = 4
    options = OPTIONS
    option_words = WORDS
    presets = PRESETS
    preset_words = PRESET_WORDS
    actions = notation.ACTIONS
    num_actions = len(notation.ACTIONS)
    codes = CODES
    sentences = SENTENCES
    reason_texts = reasons.TEMPLATES
    view_type = DurakView
    heuristic = DurakHeuristic()
    novice = DurakNovice()
    tuning = TUNING
    levels = LEVELS
    reaction = 3
    slow_options = {"ask_add": "always"}  # nobody waits for questions that may be for nobody

    def tuned(self, state: State) -> Tuning:
        assert isinstance(state, DurakState)
        return tuned(state)

    def values(self, state: State) -> Values | None:
        assert isinstance(state, DurakState)
        return learnable(state)

    def tuning_with(self, values: Values) -> Tuning:
        return tuning_with(values)

    # notation

    def card(self, code: object) -> int:
        return notation.card_of(code)

    def reason_arg(self, arg: object, lang: str) -> object:
        return pretty(str(arg), lang)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> DurakState:
        return positions.read(self, text, options)

    # dealing

    def _complete(self, seats: int, given: dict[str, Value]) -> dict[str, Value]:
        return completed(seats, given)

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        return traced(seats, options)

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> DurakState:
        unknown = [name for name in context if name != "previous_fool"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Durak has previous_fool only")
        fool = seat_or_none(context.get("previous_fool"), seats, "previous_fool")
        return deal(self, seats, DurakRules(seats, options), fool, rng, watch)

    def _encoder(self, seats: int, options: dict[str, Value]) -> DurakEncoder:
        rules = DurakRules(seats, options)
        encoder = DurakEncoder(self, seats)
        encoder.dealer = lambda rng: deal(self, seats, rules, -1, rng, False)
        return encoder

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> DurakState:
        state = self._lay_out(seats, setup, options, watch)
        dealt = self.setup(state)
        for key in (*dealt, *setup):
            if key not in setup or setup[key] != dealt.get(key):
                raise BadNotation(f"setup {key}: not what the deck, the trump and the options give")
        return state

    def from_deck(
        self,
        deck: Sequence[str],
        trump: str,
        first: int,
        seats: int = 4,
        options: Mapping[str, object] | None = None,
        watch: bool = False,
    ) -> DurakState:
        """Deal a known deck, from its top; the hands and the stock follow."""
        setup = {"deck": list(deck), "trump": trump, "first": first}
        state = self._lay_out(seats, setup, self.resolve(seats, options), watch)
        if state.first != first:
            raise BadNotation(f"first {first}: by the deck and the options it is {state.first}")
        return state

    def _lay_out(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> DurakState:
        deck = self.cards(setup.get("deck"), "deck")
        rules = DurakRules(seats, options)
        inside = [card for card in range(CARDS) if not rules.absent >> card & 1]
        if sorted(deck) != inside:
            raise BadNotation(f"deck: not the {len(inside)} cards, each once")
        trump = setup.get("trump")
        if not isinstance(trump, str) or len(trump) != 1 or trump not in SUITS:
            raise BadNotation(f"trump {shown(trump)}: a suit is one of H, S, C, D")
        if SUITS.index(trump) >= rules.suits:
            raise BadNotation(f"trump {trump}: this suit is not in play")
        if rules.bottom_card and trump != CODES[deck[-1]][1]:
            raise BadNotation(f"trump {trump}: the bottom card is {CODES[deck[-1]]}")
        fool = seat_or_none(setup.get("previous_fool"), seats, "previous_fool")
        first = seat_or_none(setup.get("first"), seats, "first")
        if first < 0:
            raise BadNotation("first: missing")
        return restore(self, seats, rules, deck, SUITS.index(trump), first, fool, watch)

    # research

    def _setups(self, seats: int, options: dict[str, Value]) -> Iterator[tuple[int, dict[str, Any]]]:
        rules = DurakRules(seats, options)
        if rules.first_mover == BEFORE_FOOL:
            raise KolodaError("first_mover before_fool: the deals depend on the match")
        inside = [card for card in range(CARDS) if not rules.absent >> card & 1]
        for hands, stock in dealt_ways(inside, seats, int(rules.hand)):
            deck = [card for hand in hands for card in hand] + list(stock)
            trumps = [deck[-1] // 9] if rules.bottom_card else list(range(int(rules.suits)))
            for trump in trumps:
                firsts = set(range(seats))
                if rules.first_mover == LOWEST_TRUMP:
                    firsts = {
                        int(restore(self, seats, rules, deck, trump, first, -1, False).first)
                        for first in firsts
                    }
                for first in sorted(firsts):
                    state = restore(self, seats, rules, deck, trump, first, -1, False)
                    yield seats // len(firsts), self.setup(state)

    # traces

    def redeal(self, state: State, rng: Rng) -> DurakState | None:
        assert isinstance(state, DurakState)
        return redeal(state, rng) if state.rules.absent else None

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, DurakState)
        seats = int(state.seats)
        rules = state.rules
        deck = [CODES[card] for card in state.deck if not rules.absent >> card & 1]
        held = int(rules.hand)
        start = 0 if state.first_card >= 0 or state.low else state.first
        hands: list[list[str]] = [[] for _ in range(seats)]
        for turn in range(seats):
            hands[(start - turn) % seats] = deck[held * turn : held * (turn + 1)]
        setup: dict[str, Any] = {"deck": deck, "trump": SUITS[lowest(state.trumps) // 9]}
        setup["first"] = int(state.first)
        if state.previous_fool > -2:
            setup["previous_fool"] = None if state.previous_fool < 0 else int(state.previous_fool)
        setup["hands"] = hands
        setup["stock"] = deck[held * seats :]
        return setup

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, DurakState)
        scores = [int(score) if score != 0.5 else score for score in state.scores()]
        fool = int(state.fool())
        table = [
            pair["card"] + (" " + pair["beaten_by"] if pair["beaten_by"] else "")
            for pair in table_pairs(state)
        ]
        return {
            "scores": scores,
            "returns": [int(value) if value == int(value) else value for value in state.returns()],
            "winners": [seat for seat, score in enumerate(scores) if score == 1],
            "reason": ENDS[state.reason_over],
            "fool": None if fool < 0 else fool,
            "out": state.out_seats(),
            "rounds": int(state.round_no),
            "hands": [codes(hand) for hand in state.hands],
            "table": table,
            "stock": int(CARDS - state.drawn),
        }

    # matches

    def next_context(self, setup: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, object]:
        return {"previous_fool": result["fool"]}

    def match_points(self, result: Mapping[str, Any]) -> list[float]:
        """Lost deals: fewer is better."""
        return [1.0 if score == 0 else 0.0 for score in result["scores"]]

    def shown_totals(self, totals: Sequence[float], deals: int) -> list[float]:
        """The deals that were not lost."""
        return [deals - lost for lost in totals]

    def match_over(self, match: Match) -> bool:
        return len(match.results) >= int(match.options["match_games"])

    def match_winners(self, match: Match) -> list[int]:
        fewest = min(match.totals)
        return [seat for seat, lost in enumerate(match.totals) if lost == fewest]

    def sides(self, seats: int, options: Mapping[str, Value]) -> list[list[int]]:
        return [[0, 2], [1, 3]] if options["mode"] == "team" else super().sides(seats, options)

    # what people see

    def opening(self, action: int, lang: str) -> str:
        """Without its suit: a six is a six."""
        return super().opening(action, lang).rstrip("♠♥♣♦")

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        return board.lines(view, names, lang, paint, width)

    def keys(self, legal: Sequence[str]) -> dict[str, str]:
        return board.keys(legal)


def dealt_ways(
    cards: Sequence[int], seats: int, size: int
) -> Iterator[tuple[list[tuple[int, ...]], tuple[int, ...]]]:
    """All ways to deal hands, in which the order means nothing, and a stock, in which it does."""
    if not seats:
        yield from (([], stock) for stock in permutations(cards))
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        yield from (([hand, *hands], stock) for hands, stock in dealt_ways(rest, seats - 1, size))


def seat_or_none(value: object, seats: int, what: str) -> int:
    """A seat's number, or -1 for none."""
    if value is None:
        return -1
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"{what} {shown(value)}: there are seats 0 to {seats - 1}")
    return value


GAME = Durak()
