"""I don't believe: cards are laid face down, everybody names the same rank, and somebody may doubt it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.layout import Layout
from koloda.core.options import Option, Value, shown
from koloda.core.plain import as_policy, as_state, inner
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda_believe import positions
from koloda_believe.actions import DECK, NUM_ACTIONS
from koloda_believe.bots.heuristic import BelieveHeuristic, BelieveNovice
from koloda_believe.bots.tuning import LEVELS, TUNING
from koloda_believe.layout import layout
from koloda_believe.state import BelieveState, dealt
from koloda_believe.text import ACTIONS, OPTION_WORDS, REASONS, SENTENCES
from koloda_believe.views import BelieveView


class Believe(Game):
    id = "believe"
    names = {"en": "I don't believe", "uk": "Не вірю", "ru": "Не верю"}
    summaries = {
        "en": "Lay cards face down and say what they are. The truth? Somebody may doubt it.",
        "uk": "Кладіть карти сорочкою догори й кажіть, що це. Правда? Хтось може не повірити.",
        "ru": "Кладите карты рубашкой вверх и говорите, что это. Правда? Кто-то может не поверить.",
    }
    seat_counts = range(2, 7)
    default_seats = 3
    options = (
        Option("most", 4, "how many cards may be laid at once", least=1, most=4),
        Option("max_lays", 300, "the deal is a draw after so many lays", least=10, most=10_000),
    )
    option_words = OPTION_WORDS
    num_actions = NUM_ACTIONS
    actions = ACTIONS
    codes = DECK.codes
    sentences = SENTENCES
    reason_texts = REASONS
    view_type = BelieveView
    tuning = TUNING
    levels = LEVELS

    def __init__(self) -> None:
        self.heuristic = as_policy(BelieveHeuristic())
        self.novice = as_policy(BelieveNovice())

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> State:
        if context:
            raise BadOption(f"unknown context {shown(next(iter(context)))}: every deal stands alone")
        cards = list(range(len(DECK)))
        for last in range(len(cards) - 1, 0, -1):  # Rng.shuffle is for the arrays of compiled games
            place = rng.below(last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        hands = [cards[seat::seats] for seat in range(seats)]
        return dealt(self, hands, int(rng.below(seats)), options, rng, watch)

    def _restore(self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool) -> State:
        if set(setup) != {"first", "hands"} or not isinstance(setup["hands"], list):
            raise BadNotation("setup: it has first and hands")
        hands = [self.cards(hand, "hands") for hand in setup["hands"]]
        first = setup["first"]
        if len(hands) != seats or type(first) is not int or not 0 <= first < seats:
            raise BadNotation(f"setup: {seats} hands, and first is one of these seats")
        if sorted(card for hand in hands for card in hand) != list(range(len(DECK))):
            raise BadNotation("hands: not the 36 cards, each once")
        return dealt(self, hands, first, options, Rng(0), watch)

    def setup(self, state: State) -> dict[str, Any]:
        own = inner(state, BelieveState)
        return {"first": own.first, "hands": [[DECK.codes[card] for card in hand] for hand in own.start]}

    def position(self, text: str, options: Mapping[str, object] | None = None) -> State:
        return as_state(positions.read(self, text, options))

    def reason_arg(self, arg: object, lang: str) -> object:
        return DECK.pretty(str(arg), lang)

    def layout(self, view: Mapping[str, Any], lang: str) -> Layout:
        return layout(view, lang)


GAME = Believe()
