"""Flights: two to four players bid for cities and collect every colour in open rows that must not burn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Option, Value, shown
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.flights import notation
from koloda.games.flights.cards import CITIES, CODES, COLOUR_NAMES, COLOURS, full_deck, listed, unit
from koloda.games.flights.dealing import arrange, deal, restore
from koloda.games.flights.heuristic import FlightsHeuristic
from koloda.games.flights.novice import FlightsNovice
from koloda.games.flights.scoring import placement
from koloda.games.flights.state import HAND, FlightsState, Rules
from koloda.games.flights.words import WORDS

MANY = 1_000_000


class ColoursOption(Option):
    """Which colours are in play: a list of names, or one text with commas between them."""

    def check(self, value: object) -> Value:
        """The names in canonical order, with commas between them."""
        given = value.split(",") if isinstance(value, str) else value
        if value == self.default:
            return self.default
        if not isinstance(given, list | tuple) or not all(name in COLOUR_NAMES for name in given):
            raise BadOption(f"option {self.name} = {shown(value)}: allowed are {self.values()}")
        if len(set(given)) != len(given):
            raise BadOption(f"option {self.name} = {shown(value)}: a colour is listed twice")
        return ",".join(name for name in COLOUR_NAMES if name in given)

    def values(self) -> str:
        return (
            f"{self.default}, or two more different colours than there are seats: {', '.join(COLOUR_NAMES)}"
        )


class Flights(Game):
    id = "flights"
    names = {"en": "Flights", "uk": "Перельоти", "ru": "Перелёты"}
    seat_counts = range(2, 5)
    default_seats = 4
    options = (
        Option(
            "match_mode",
            "points",
            "a match to points, to wins (two seats only), or a single game",
            ("points", "wins", "single"),
        ),
        Option("points_target", 50, "points that end a match to points", least=1, most=MANY),
        Option("wins_target", 3, "wins that end a match to wins", least=1, most=MANY),
        ColoursOption(
            "city_colours", "first", "the colours in play: the first ones, or a list of names", ("first",)
        ),
        Option(
            "burn_mode",
            "together",
            "a third city of a colour beside another one: all three burn, or the neighbours first",
            ("together", "pair_first"),
        ),
        Option(
            "multi_finish",
            "all",
            "several complete collections: all count as complete, or only the first",
            ("all", "first_only"),
        ),
        Option(
            "next_first",
            "lot",
            "the first player of the next game: by lot, or the next seat",
            ("lot", "rotate"),
        ),
        Option("max_rounds", 200, "the game ends after so many rounds", least=1, most=MANY),
        Option("max_games", 60, "the match ends after so many games", least=1, most=MANY),
    )
    option_words = WORDS
    num_actions = len(notation.TEXTS)

    def __init__(self) -> None:
        self.heuristic = FlightsHeuristic()
        self.novice = FlightsNovice()

    def text(self, action: int) -> str:
        return notation.TEXTS[action]

    def action(self, text: str) -> int:
        return notation.action_of(text)

    def label(self, action: int, lang: str) -> str:
        return notation.label(action, lang)

    def event_text(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        return notation.event_text(event, names, lang)

    def reason_text(self, reason: str, lang: str) -> str:
        return notation.reason_text(reason, lang)

    def chance_value(self, zone: str, value: int) -> object:
        return CODES[value]

    def chance_number(self, zone: str, value: object) -> int:
        return notation.card_of(value)

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
            elif option.name in ("burn_mode", "multi_finish", "max_rounds") and value != option.default:
                found[option.name] = value
        return found

    def _rules(self, options: Mapping[str, Value]) -> Rules:
        chosen = str(options["city_colours"]).split(",")
        return Rules(
            colours=sum(1 << (6 * COLOUR_NAMES.index(name)) for name in chosen),
            pair_first=options["burn_mode"] == "pair_first",
            first_only=options["multi_finish"] == "first_only",
            max_rounds=int(options["max_rounds"]),
        )

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> FlightsState:
        unknown = [name for name in context if name != "previous_first"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Flights has previous_first only")
        first = -1
        if options["next_first"] == "rotate" and "previous_first" in context:
            first = (seat_number(context["previous_first"], seats, "previous_first") + 1) % seats
        return deal(self, seats, self._rules(options), first, rng, watch)

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> FlightsState:
        for key in ("first", "colours", "hands", "draw_pile", *setup):
            if key not in setup or key not in ("first", "colours", "hands", "draw_pile"):
                raise BadNotation(f"setup {shown(key)}: {'missing' if key not in setup else 'unknown'}")
        rules = self._rules(options)
        colours = [COLOURS[COLOUR_NAMES.index(name)] for name in str(options["city_colours"]).split(",")]
        if setup["colours"] != colours:
            raise BadNotation(f"colours {shown(setup['colours'])}: the options give {' '.join(colours)}")
        first = seat_number(setup["first"], seats, "first")
        if not isinstance(setup["hands"], list) or len(setup["hands"]) != seats:
            raise BadNotation(f"hands: one list of cards for each of {seats} seats")
        hands = [notation.cards_of(hand, "hands") for hand in setup["hands"]]
        if any(len(hand) != HAND for hand in hands):
            raise BadNotation(f"hands: everybody is dealt {HAND} cards")
        pile = notation.cards_of(setup["draw_pile"], "draw_pile")
        dealt = pile + [card for hand in hands for card in hand]
        if Counter(dealt) != Counter(int(card) for card in listed(full_deck(rules.colours))):
            raise BadNotation("hands and draw_pile: together not the common deck of these colours")
        return restore(self, seats, rules, first, hands, pile, watch)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> FlightsState:
        """A position before laying: "first P2; P1 [R4 B2] DP G1 used 6 2; P2 [] X4; pile R1; discard -".

        A hand is what is listed, it may be short. Cards that are not listed lie under the draw pile, or in
        the discard if the draw pile is listed.
        """
        found = notation.read_position(text)
        seats = max([*found.hands, found.first]) + 1
        rules = self._rules(self.resolve(seats, options))
        hands = [found.hands.get(seat, []) for seat in range(seats)]
        rows = [found.rows.get(seat, []) for seat in range(seats)]
        used = [found.used.get(seat, 0) for seat in range(seats)]
        if any(card >= CITIES for row in rows for card in row):
            raise BadNotation("a row has cities only")
        rest = Counter(int(card) for card in listed(full_deck(rules.colours)))
        rest.subtract(card for cards in (*hands, *rows, found.pile or [], found.discard) for card in cards)
        if min(rest.values()) < 0:
            listed_twice = CODES[min(rest, key=lambda card: rest[card])]
            raise BadNotation(f"{listed_twice} is not in play, or listed more often than the deck has it")
        pile, discard = found.pile, found.discard
        if pile is None:
            pile = list(rest.elements())
        else:
            discard = discard + list(rest.elements())
        return arrange(
            self,
            rules,
            found.round_no,
            found.first,
            hands,
            rows,
            used,
            pile,
            sum(int(unit(card)) for card in discard),
        )

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, FlightsState)
        seats = int(state.seats)
        deck = [CODES[card] for card in state.deck]
        dealt = HAND * seats
        hands = [sorted(deck[(seat - state.opening) % seats : dealt : seats]) for seat in range(seats)]
        return {
            "first": int(state.opening),
            "colours": [colour for i, colour in enumerate(COLOURS) if state.rules.colours >> (6 * i) & 1],
            "hands": hands,
            "draw_pile": deck[dealt:],
        }

    def result(self, state: State) -> dict[str, Any]:
        assert isinstance(state, FlightsState)
        scores = [int(score) for score in state.scores()]
        finishers = state.finishers()
        places = placement(scores, finishers)
        return {
            "scores": scores,
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


def first_colours(seats: int) -> str:
    return ",".join(COLOUR_NAMES[: seats + 2])


def seat_number(value: object, seats: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"{what} {shown(value)}: there are seats 0 to {seats - 1}")
    return value


GAME = Flights()
