"""Durak: two teams of two as in the contest, or two to six players each for himself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.bits import lowest
from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Option, Value, shown
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.durak import notation
from koloda.games.durak.cards import CARDS, CODES, SUITS, codes
from koloda.games.durak.dealing import APPOINTED, BEFORE_FOOL, LOWEST_TRUMP, arrange, deal, restore
from koloda.games.durak.heuristic import DurakHeuristic
from koloda.games.durak.novice import DurakNovice
from koloda.games.durak.state import REASONS, DurakState, Rules
from koloda.games.durak.views import table_pairs
from koloda.games.durak.words import WORDS

FIRST_MOVERS = {"appointed": APPOINTED, "lowest_trump": LOWEST_TRUMP, "before_fool": BEFORE_FOOL}


class Durak(Game):
    id = "durak"
    names = {"en": "Durak", "uk": "Дурень", "ru": "Дурак"}
    seat_counts = range(2, 7)
    default_seats = 4
    options = (
        Option("mode", "team", "two teams of two, or everybody for himself", ("team", "individual")),
        Option(
            "first_mover",
            "appointed",
            "who moves first: by lot, the lowest trump, or in a match whoever sits before the last fool",
            ("appointed", "lowest_trump", "before_fool"),
        ),
        Option(
            "trump_source",
            "appointed",
            "the trump suit: by lot, or that of the open bottom card",
            ("appointed", "bottom_card"),
        ),
        Option(
            "ask_add",
            "when_possible",
            "ask attackers to add only when they can, or always",
            ("when_possible", "always"),
        ),
        Option(
            "ask_beat",
            "always",
            "ask the defender always, or only when he can beat",
            ("always", "when_possible"),
        ),
        Option("adders", "all", "individual: who may add, all or only the neighbours", ("all", "neighbours")),
        Option("first_discard_cap", 6, "at most so many cards until a round has been beaten off", (6, 5)),
        Option("final_beat", "off", "may the very last attack card be beaten for a draw?", ("off", "on")),
        Option(
            "stall_limit",
            60,
            "individual, 3 seats or more: a draw after so many takes in a row",
            least=20,
            most=1000,
        ),
        Option("match_games", 1, "deals in a match", least=1, most=50),
    )
    option_words = WORDS
    presets = {
        "contest": {"mode": "team"},
        "ordinary": {"mode": "individual"},
        "pairs": {"mode": "team", "first_mover": "lowest_trump", "trump_source": "bottom_card"},
    }
    num_actions = notation.NUM_ACTIONS

    def __init__(self) -> None:
        self.heuristic = DurakHeuristic()
        self.novice = DurakNovice()

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
        mode = given.get("mode", "team" if seats == 4 else "individual")
        if mode == "team" and seats != 4:
            raise BadOption(f"mode team needs 4 seats, not {seats}: choose mode individual")
        if mode == "team":
            for name in ("adders", "stall_limit"):
                if name in given:
                    raise BadOption(f"option {name} has a meaning in mode individual only")
        if "stall_limit" in given and seats == 2:
            raise BadOption("option stall_limit has a meaning with 3 or more seats only")
        usual: dict[str, Value] = {"mode": mode}
        if mode == "individual":
            usual |= {"first_mover": "lowest_trump", "trump_source": "bottom_card"}
        return {
            option.name: given.get(option.name, usual.get(option.name, option.default))
            for option in self.options
        }

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        left_out = {"match_games"}
        if options["mode"] == "team":
            left_out |= {"adders", "stall_limit"}
        elif seats == 2:
            left_out.add("stall_limit")
        return {name: value for name, value in options.items() if name not in left_out}

    def _rules(self, seats: int, options: Mapping[str, Value]) -> Rules:
        team = options["mode"] == "team"
        return Rules(
            team=team,
            bottom_card=options["trump_source"] == "bottom_card",
            ask_add_always=options["ask_add"] == "always",
            ask_beat_always=options["ask_beat"] == "always",
            neighbours=not team and options["adders"] == "neighbours",
            small_first_discard=options["first_discard_cap"] == 5,
            final_beat=options["final_beat"] == "on",
            stall_limit=0 if team or seats == 2 else int(options["stall_limit"]),
        )

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> DurakState:
        unknown = [name for name in context if name != "previous_fool"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Durak has previous_fool only")
        fool = seat_or_none(context.get("previous_fool"), seats, "previous_fool")
        first_mover = FIRST_MOVERS[str(options["first_mover"])]
        return deal(self, seats, self._rules(seats, options), first_mover, fool, rng, watch)

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> DurakState:
        deck = notation.cards_of(setup.get("deck"), "deck")
        if sorted(deck) != list(range(CARDS)):
            raise BadNotation("deck: not the 36 cards, each once")
        trump = setup.get("trump")
        if not isinstance(trump, str) or len(trump) != 1 or trump not in SUITS:
            raise BadNotation(f"trump {shown(trump)}: a suit is one of H, S, C, D")
        rules = self._rules(seats, options)
        if rules.bottom_card and trump != CODES[deck[-1]][1]:
            raise BadNotation(f"trump {trump}: the bottom card is {CODES[deck[-1]]}")
        fool = seat_or_none(setup.get("previous_fool"), seats, "previous_fool")
        first = seat_or_none(setup.get("first"), seats, "first")
        if first < 0:
            raise BadNotation("first: missing")
        first_mover = FIRST_MOVERS[str(options["first_mover"])]
        state = restore(self, seats, rules, deck, SUITS.index(trump), first_mover, first, fool, watch)
        dealt = self.setup(state)
        for key in (*dealt, *setup):
            if key not in setup or setup[key] != dealt.get(key):
                raise BadNotation(f"setup {key}: not what the deck, the trump and the options give")
        return state

    def position(self, text: str, options: Mapping[str, object] | None = None) -> DurakState:
        """A position between two rounds: "trump S; stock -; 1: 9C AH; 2: TC; 3: TD; 4: QC; lead 1".

        Seats are written from 1, as in the rules; cards that are not listed lie in the discard.
        """
        trump, hands, stock, out, lead = notation.read_position(text)
        seats = len(hands)
        chosen = self.resolve(seats, options)
        for seat, hand in enumerate(hands):
            if bool(hand) == (seat in out):
                raise BadNotation(f"seat {seat + 1}: a player has cards or is out")
        if stock and out:
            raise BadNotation("nobody is out before the stock is empty")
        masks = [sum(1 << card for card in hand) for hand in hands]
        return arrange(self, self._rules(seats, chosen), trump, masks, stock, out, lead)

    def setup(self, state: State) -> dict[str, Any]:
        assert isinstance(state, DurakState)
        seats = int(state.seats)
        deck = [CODES[card] for card in state.deck]
        start = 0 if state.first_card >= 0 or state.low else state.first
        hands: list[list[str]] = [[] for _ in range(seats)]
        for turn in range(seats):
            hands[(start - turn) % seats] = deck[6 * turn : 6 * turn + 6]
        setup: dict[str, Any] = {"deck": deck, "trump": SUITS[lowest(state.trumps) // 9]}
        setup["first"] = int(state.first)
        if state.previous_fool > -2:
            setup["previous_fool"] = None if state.previous_fool < 0 else int(state.previous_fool)
        setup["hands"] = hands
        setup["stock"] = deck[6 * seats :]
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
            "reason": REASONS[state.reason_over],
            "fool": None if fool < 0 else fool,
            "out": state.out_seats(),
            "rounds": int(state.round_no),
            "hands": [codes(hand) for hand in state.hands],
            "table": table,
            "stock": int(CARDS - state.drawn),
        }

    def next_context(self, setup: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, object]:
        return {"previous_fool": result["fool"]}

    def match_points(self, result: Mapping[str, Any]) -> list[float]:
        """Lost deals: fewer is better."""
        return [1.0 if score == 0 else 0.0 for score in result["scores"]]

    def match_over(self, match: Match) -> bool:
        return len(match.results) >= int(match.options["match_games"])

    def match_winners(self, match: Match) -> list[int]:
        fewest = min(match.totals)
        return [seat for seat, lost in enumerate(match.totals) if lost == fewest]


def seat_or_none(value: object, seats: int, what: str) -> int:
    """A seat's number, or -1 for none."""
    if value is None:
        return -1
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"{what} {shown(value)}: there are seats 0 to {seats - 1}")
    return value


GAME = Durak()
