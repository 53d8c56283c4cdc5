"""Flights: two to four players bid for cities and collect every colour in open rows that must not burn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

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
from koloda.games.flights.aids import aids_of
from koloda.games.flights.bots.heuristic import FlightsHeuristic
from koloda.games.flights.bots.novice import FlightsNovice
from koloda.games.flights.bots.tuning import LEVELS, TUNING, learnable, tuned, tuning_with
from koloda.games.flights.cards import CODES, COLOUR_NAMES, COLOURS, listed
from koloda.games.flights.dealing import arrange, deal, redeal, reopened, restore
from koloda.games.flights.encoding import FlightsEncoder
from koloda.games.flights.notation import ACTIONS
from koloda.games.flights.options import OPTIONS, PRESETS, first_colours, rules_of
from koloda.games.flights.positions import complete, read_position
from koloda.games.flights.state import FlightsState
from koloda.games.flights.text import board
from koloda.games.flights.text.events import event_text
from koloda.games.flights.text.labels import card_name, opening
from koloda.games.flights.text.options import PRESET_WORDS, WORDS
from koloda.games.flights.text.reasons import REASONS
from koloda.games.flights.view_types import FlightsView

TRACED = ("burn_mode", "multi_finish", "winner", "max_rounds", "board")  # what influences one game


class Flights(Game):
    id = "flights"
    rank = 3
    names = section_of("koloda.games.flights", "name")
    summaries = section_of("koloda.games.flights", "summary")
    seat_counts = range(2, 5)
    default_seats = 4
    options = OPTIONS
    option_words = WORDS
    presets = PRESETS
    preset_words = PRESET_WORDS
    num_actions = len(ACTIONS)
    actions = ACTIONS
    codes = CODES
    sentences = staticmethod(event_text)
    reason_texts = REASONS
    view_type = FlightsView
    tuning = TUNING
    levels = LEVELS

    def reason_arg(self, arg: object, lang: str) -> object:
        return card_name(arg, lang) if isinstance(arg, str) else arg

    def tuned(self, state: State) -> Tuning:
        assert isinstance(state, FlightsState)
        return tuned(state)

    def values(self, state: State) -> Values | None:
        assert isinstance(state, FlightsState)
        return learnable(state)

    def tuning_with(self, values: Values) -> Tuning:
        return tuning_with(values)

    def __init__(self) -> None:
        self.heuristic = FlightsHeuristic()
        self.novice = FlightsNovice()

    def _complete(self, seats: int, given: dict[str, Value]) -> dict[str, Value]:
        if given.get("match_mode") == "wins" and seats != 2:
            raise BadOption(f"match_mode wins needs 2 seats, not {seats}: choose points or single")
        options = super()._complete(seats, given)
        if options["city_colours"] == "first":
            options["city_colours"] = first_colours(seats)
        elif len(str(options["city_colours"]).split(",")) != seats + 2:
            raise BadOption(
                f"option city_colours = {options['city_colours']}: with {seats} seats there are {seats + 2} "
                f"different colours"
            )
        return options

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for option in self.options:
            value = options[option.name]
            if option.name == "city_colours":
                if value != first_colours(seats):
                    found[option.name] = str(value).split(",")
            elif option.name in TRACED and value != option.default:
                found[option.name] = value
        return found

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> FlightsState:
        unknown = [name for name in context if name != "previous_first"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Flights has previous_first only")
        first = -1
        if options["next_first"] == "rotate" and "previous_first" in context:
            first = (seat_number(context["previous_first"], seats, "previous_first") + 1) % seats
        return deal(self, seats, rules_of(options), first, rng, watch)

    def _encoder(self, seats: int, options: dict[str, Value]) -> FlightsEncoder:
        rules = rules_of(options)
        encoder = FlightsEncoder(self, seats)
        encoder.dealer = lambda rng: deal(self, seats, rules, -1, rng, False)
        return encoder

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> FlightsState:
        for key in ("first", "colours", "hands", "draw_pile", *setup):
            if key not in setup or key not in ("first", "colours", "hands", "draw_pile"):
                raise BadNotation(f"setup {shown(key)}: {'missing' if key not in setup else 'unknown'}")
        rules = rules_of(options)
        colours = [COLOURS[COLOUR_NAMES.index(name)] for name in str(options["city_colours"]).split(",")]
        if setup["colours"] != colours:
            raise BadNotation(f"colours {shown(setup['colours'])}: the options give {' '.join(colours)}")
        first = seat_number(setup["first"], seats, "first")
        if not isinstance(setup["hands"], list) or len(setup["hands"]) != seats:
            raise BadNotation(f"hands: one list of cards for each of {seats} seats")
        hands = [self.cards(hand, "hands") for hand in setup["hands"]]
        if any(len(hand) != rules.hand for hand in hands):
            raise BadNotation(f"hands: everybody is dealt {rules.hand} cards")
        pile = self.cards(setup["draw_pile"], "draw_pile")
        dealt = pile + [card for hand in hands for card in hand]
        if Counter(dealt) != Counter(int(card) for card in listed(rules.deck)):
            raise BadNotation("hands and draw_pile: together not the common deck of these colours")
        return restore(self, seats, rules, first, hands, pile, watch)

    def _setups(self, seats: int, options: dict[str, Value]) -> Iterator[tuple[int, dict[str, Any]]]:
        if options["board"] != "small":
            raise KolodaError("the deals of the full board are too many to be listed: take board small")
        rules = rules_of(options)
        size = int(rules.hand)
        for order in permutations(int(card) for card in listed(rules.deck)):
            hands = [list(order[size * seat : size * (seat + 1)]) for seat in range(seats)]
            if hands == [sorted(hand) for hand in hands]:  # the order in a hand means nothing
                for first in range(seats):
                    pile = list(order[size * seats :])
                    yield 1, self.setup(restore(self, seats, rules, first, hands, pile, False))

    def position(self, text: str, options: Mapping[str, object] | None = None) -> FlightsState:
        """A watched state, as positions.py describes it: "first P2; P1 [R4 B2] DP G1; P2 [] X4; pile R1"."""
        found = read_position(text)
        rules = rules_of(self.resolve(found.seats, options))
        complete(found, rules)
        state = arrange(self, rules, found)
        state.watch()
        return state

    def redeal(self, state: State, rng: Rng) -> FlightsState | None:
        assert isinstance(state, FlightsState)
        return redeal(state, rng) if state.rules.options["board"] == "small" else None

    def reopened(self, state: State) -> FlightsState:
        assert isinstance(state, FlightsState)
        return reopened(state)

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, FlightsState)
        seats = int(state.seats)
        deck = [CODES[card] for card in state.deck]
        dealt = int(state.rules.hand) * seats
        hands = [sorted(deck[(seat - state.opening) % seats : dealt : seats]) for seat in range(seats)]
        return {
            "first": int(state.opening),
            "colours": [colour for i, colour in enumerate(COLOURS) if state.rules.colours >> (6 * i) & 1],
            "hands": hands,
            "draw_pile": deck[dealt:],
        }

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, FlightsState)
        finishers = state.finishers()
        places = state.places()
        return {
            "scores": [int(score) for score in state.scores()],
            "returns": state.returns(),
            "winners": places[0],
            "finishers": finishers,
            "first_finisher": finishers[0] if finishers else None,
            "placement": places,
            "rounds": int(state.round_no),
            "collections": [state.row(seat) for seat in range(state.seats)],
        }

    def next_context(self, setup: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, object]:
        return {"previous_first": setup["first"]}

    def points_in_match(self, match: Match, result: Mapping[str, Any]) -> list[float]:
        """In a match to wins one for the first finisher, otherwise the points."""
        if match.options["match_mode"] == "wins":
            return [float(seat == result["first_finisher"]) for seat in range(match.seats)]
        return self.match_points(result)

    def aids(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return dict(aids_of(rules_of(self.resolve(view["seats"], {"burn_mode": view["burn_mode"]})), view))

    def opening(self, action: int, lang: str) -> str:
        return opening(self.text(action).split(), self.spoken(lang))

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        return board.lines(view, names, lang, paint, width)

    def match_over(self, match: Match) -> bool:
        mode = match.options["match_mode"]
        if mode == "single" or len(match.results) >= int(match.options["max_games"]):
            return True
        return self._target_reached(match)

    def match_winners(self, match: Match) -> list[int]:
        last: list[list[int]] = match.results[-1]["placement"]
        if match.options["match_mode"] == "single":
            return last[0]
        best = [seat for seat, total in enumerate(match.totals) if total == max(match.totals)]
        if match.options["match_mode"] == "wins" or not self._target_reached(match):
            return best
        return next(tied for group in last if (tied := [seat for seat in group if seat in best]))

    def _target_reached(self, match: Match) -> bool:
        target = "wins_target" if match.options["match_mode"] == "wins" else "points_target"
        return max(match.totals) >= int(match.options[target])


def seat_number(value: object, seats: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"{what} {shown(value)}: there are seats 0 to {seats - 1}")
    return value


GAME = Flights()
