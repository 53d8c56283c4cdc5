"""Yassa: lay off cards by colour, digit or picture, shout in time, and catch those who forget or bluff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Option, Value, shown
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games.yassa import notation, reasons
from koloda.games.yassa.cards import CODES, codes
from koloda.games.yassa.dealing import HAND, can_start, deal, place, restore
from koloda.games.yassa.heuristic import YassaHeuristic
from koloda.games.yassa.novice import YassaNovice
from koloda.games.yassa.phases import APPLY, DIGITS_ONLY, INERT, NUM_ACTIONS
from koloda.games.yassa.state import YassaState
from koloda.games.yassa.table import Rules
from koloda.games.yassa.words import WORDS

START_CARDS = {"inert": INERT, "apply": APPLY, "digits_only": DIGITS_ONLY}
OFF_ON = ("off", "on")
# these decide matches or what is shown, not what happens in a round
NOT_IN_TRACES = ("target_points", "limit_points", "max_rounds", "challenge_reveal")


class Yassa(Game):
    id = "yassa"
    names = {"en": "Yassa", "uk": "Ясса", "ru": "Ясса"}
    seat_counts = range(2, 11)
    default_seats = 4
    options = (
        Option(
            "scoring",
            "winner_takes",
            "the winner of a round scores all other hands, or everybody his own hand against himself",
            ("winner_takes", "own_points"),
        ),
        Option("target_points", 500, "winner_takes: so many points win the match", least=1, most=100_000),
        Option("limit_points", 200, "own_points: so many points lose the match", least=1, most=100_000),
        Option("mistake_penalty", "off", "mistakes can be made, and cost two cards", OFF_ON),
        Option(
            "intervention",
            "skip_escape",
            "who may lay an identical card: only the victim of a Skip, or anybody out of turn",
            ("skip_escape", "any_identical"),
        ),
        Option(
            "start_card",
            "inert",
            "an active start card: without effect, applied to the dealer, or not allowed",
            ("inert", "apply", "digits_only"),
        ),
        Option("voluntary_draw", "off", "may a player draw who could lay?", OFF_ON),
        Option("final_draw_effect", "off", "do a Draw two and a W4 work as the last card?", OFF_ON),
        Option(
            "two_player_reverse",
            "plain",
            "two players: a Reverse changes nothing, or the layer moves again",
            ("plain", "skip"),
        ),
        Option("wd4_bluff", "allow", "may a W4 be laid against its condition?", ("allow", "forbid")),
        Option("challenge_reveal", "challenger", "who sees the checked hand", ("challenger", "all")),
        Option("yassa_mode", "manual", "is the shout the player's business?", ("manual", "auto")),
        Option(
            "reaction_mode",
            "windows",
            "reactions: sealed decisions of all, or first come first served",
            ("windows", "realtime"),
        ),
        Option("max_steps", 5000, "a round is void after so many steps", least=1, most=100_000),
        Option("max_rounds", 200, "a match ends after so many rounds", least=1, most=10_000),
    )
    option_words = WORDS
    num_actions = NUM_ACTIONS

    def __init__(self) -> None:
        self.heuristic = YassaHeuristic()
        self.novice = YassaNovice()

    def text(self, action: int) -> str:
        return notation.TEXTS[action]

    def action(self, text: str) -> int:
        return notation.action_of(text)

    def label(self, action: int, lang: str) -> str:
        return notation.label(action, lang)

    def event_text(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        return notation.event_text(event, names, lang)

    def reason_text(self, reason: str, lang: str) -> str:
        return reasons.reason_text(reason, lang)

    def chance_value(self, zone: str, value: int) -> object:
        return CODES[value]

    def chance_number(self, zone: str, value: object) -> int:
        return notation.card_of(value)

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        different = super().trace_options(seats, options)
        return {name: value for name, value in different.items() if name not in NOT_IN_TRACES}

    def _rules(self, options: Mapping[str, Value]) -> Rules:
        return Rules(
            own_points=options["scoring"] == "own_points",
            mistakes=options["mistake_penalty"] == "on",
            any_identical=options["intervention"] == "any_identical",
            start_card=START_CARDS[str(options["start_card"])],
            voluntary=options["voluntary_draw"] == "on",
            final_draw=options["final_draw_effect"] == "on",
            reverse_skips=options["two_player_reverse"] == "skip",
            forbid=options["wd4_bluff"] == "forbid",
            reveal_all=options["challenge_reveal"] == "all",
            auto=options["yassa_mode"] == "auto",
            realtime=options["reaction_mode"] == "realtime",
            max_steps=int(options["max_steps"]),
        )

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> YassaState:
        unknown = [name for name in context if name != "dealer"]
        if unknown:
            raise BadOption(f"unknown context {shown(unknown[0])}: Yassa has dealer only")
        dealer = seat_number(context["dealer"], seats) if "dealer" in context else -1
        return deal(self, seats, self._rules(options), dealer, rng, watch)

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> YassaState:
        keys = ("dealer", "hands", "stock", "discard")
        for key in (*keys, *setup):
            if key not in setup or key not in keys:
                raise BadNotation(f"setup {shown(key)}: a setup has exactly {', '.join(keys)}")
        dealer = seat_number(setup["dealer"], seats)
        if not isinstance(setup["hands"], list) or len(setup["hands"]) != seats:
            raise BadNotation(f"hands: one list for each of {seats} seats")
        hands = [notation.cards_of(hand, "hands") for hand in setup["hands"]]
        for hand in hands:
            if len(hand) != HAND or hand != sorted(hand):
                raise BadNotation(f"hands: {HAND} cards each, in canonical order")
        stock = notation.cards_of(setup["stock"], "stock")
        discard = notation.cards_of(setup["discard"], "discard")
        if len(discard) != 1:
            raise BadNotation("discard: the start card alone")
        notation.check_deck([card for hand in hands for card in hand] + stock + discard)
        rules = self._rules(options)
        if not can_start(discard[0], rules):
            raise BadNotation(f"discard: {CODES[discard[0]]} cannot be the start card by option start_card")
        return restore(self, rules, dealer, hands, stock, discard[0], watch)

    def position(self, text: str, options: Mapping[str, object] | None = None) -> YassaState:
        """A watched position before a turn: "A: R2 G7 WC; B: R1 R3; discard G1 R7; stock B9; turn A".

        Cards that are not listed lie under the stock, or in the hand written `*`.
        """
        hands, stock, discard, colour, turn, direction = notation.read_position(text)
        rules = self._rules(self.resolve(len(hands), options))
        return place(self, rules, turn, direction, hands, stock, discard, colour)

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


def seat_number(value: object, seats: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadNotation(f"dealer {shown(value)}: there are seats 0 to {seats - 1}")
    return value


GAME = Yassa()
