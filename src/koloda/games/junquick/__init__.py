"""JunQuick: rising piles, a free-for-all, cancelling cards, a bluffing duel, instant cards, viruses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

from koloda.core.errors import BadNotation, BadOption
from koloda.core.game import Game
from koloda.core.match import Match
from koloda.core.options import Option, Value, shown
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.vecs import vec
from koloda.games.junquick import notation, reasons
from koloda.games.junquick.cards import BT, CODES, COPIES, VIRUSES, codes, one, size
from koloda.games.junquick.dealing import arrange, deal, lay_out
from koloda.games.junquick.heuristic import JunQuickHeuristic
from koloda.games.junquick.novice import JunQuickNovice
from koloda.games.junquick.phases import NUM_ACTIONS
from koloda.games.junquick.positions import read_position
from koloda.games.junquick.state import ENDS, JunQuickState, Rules
from koloda.games.junquick.words import WORDS

BOTH = (True, False)
NOT_IN_TRACES = ("deck", "turn_ms", "response_ms", "silence_ms", "tie_ms", "match_games")


class JunQuick(Game):
    id = "junquick"
    names = {"en": "JunQuick", "uk": "Джунквік", "ru": "Джунквик"}
    seat_counts = range(2, 7)
    default_seats = 4
    options = (
        Option("deck", "standard", "the composition of the 89 Jun cards and 8 viruses", ("standard",)),
        Option(
            "instant_mode",
            "auto",
            "instants are laid by themselves, or the players must not forget them",
            ("auto", "declare"),
        ),
        Option("pass_rule", "free", "pass at will, or only without a play", ("free", "strict")),
        Option("evolution_from_nest", True, "may an Evolution be played from the own nest?", BOTH),
        Option("hysteria_takes_lead", True, "does Hysteria on top of the pile win it?", BOTH),
        Option("devourer_on_too_soon", False, "may a Devourer cover Too Soon to Cheer?", BOTH),
        Option("icewhirl_on_devourer", False, "may an Icewhirl cover a Devourer?", BOTH),
        Option(
            "thief_hand_rule",
            "nobody",
            "a Thief takes from a hand when nobody has a nest, or when the target has none",
            ("nobody", "target"),
        ),
        Option(
            "chief_order",
            "rulebook",
            "who comes first of several cards at once: by seats, or by lot",
            ("rulebook", "shuffled"),
        ),
        Option(
            "chief_time",
            "windows",
            "the Chieftain phase as sealed windows, or in real time: a card is laid at once",
            ("windows", "real"),
        ),
        Option("turn_ms", 30000, "real time: for a turn", least=1000, most=3600000),
        Option("response_ms", 4000, "real time: for an answer with Hysteria", least=500, most=600000),
        Option("silence_ms", 5000, "real time: silence that ends a round", least=500, most=600000),
        Option("tie_ms", 150, "real time: cards within this time count as simultaneous", least=0, most=5000),
        Option("match_games", 1, "games in a series", least=1, most=50),
    )
    option_words = WORDS
    num_actions = NUM_ACTIONS

    def __init__(self) -> None:
        self.heuristic = JunQuickHeuristic()
        self.novice = JunQuickNovice()

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
        if zone == "priority":
            return value
        return VIRUSES[value - 1] if zone == "virus_deck" else CODES[value]

    def chance_number(self, zone: str, value: object) -> int:
        if zone == "priority":
            if type(value) is not int or not 0 <= value < 6:
                raise BadNotation(f"{shown(value)}: no seat")
            return value
        return virus_of(value) if zone == "virus_deck" else notation.card_of(value)

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        differing = super().trace_options(seats, options)
        return {name: value for name, value in differing.items() if name not in NOT_IN_TRACES}

    def _rules(self, options: Mapping[str, Value]) -> Rules:
        return Rules(
            declare=options["instant_mode"] == "declare",
            strict=options["pass_rule"] == "strict",
            evolution_from_nest=options["evolution_from_nest"] is True,
            hysteria_takes_lead=options["hysteria_takes_lead"] is True,
            devourer_on_too_soon=options["devourer_on_too_soon"] is True,
            icewhirl_on_devourer=options["icewhirl_on_devourer"] is True,
            rob_any_hand=options["thief_hand_rule"] == "target",
            shuffled=options["chief_order"] == "shuffled",
            real_time=options["chief_time"] == "real",
        )

    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> JunQuickState:
        if context:
            raise BadOption(f"unknown context {shown(next(iter(context)))}: JunQuick hands nothing on")
        return deal(self, seats, self._rules(options), rng, watch)

    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
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
        hands = [cards_of(hand, "hands") for hand in listed_hands]
        for hand in hands:
            if len(hand) != 6 or any(card >= BT for card in hand):
                raise BadNotation("hands: every hand has 6 cards and no instant")
        deck = cards_of(setup.get("jun_deck"), "jun_deck")
        found = Counter(deck + [card for hand in hands for card in hand])
        for card, count in enumerate(COPIES):
            if found[card] != count:
                raise BadNotation(f"setup: {found[card]} times {CODES[card]}, the game has {count}")
        if not isinstance(setup.get("virus_deck"), list):
            raise BadNotation("virus_deck: not a list of viruses")
        viruses = [virus_of(code) for code in setup["virus_deck"]]
        if sorted(viruses) != [1, 1, 2, 2, 3, 3, 4, 4]:
            raise BadNotation("virus_deck: not two viruses of each price")
        zones = vec[i64]([sum(one(card) for card in hand) for hand in hands])
        return lay_out(
            self, seats, self._rules(options), zones, vec[i64](deck), vec[i64](viruses), fp, Rng(0), watch
        )

    def position(self, text: str, options: Mapping[str, object] | None = None) -> JunQuickState:
        """A position in a round, written as `positions` says: "fp 0; 0: J2 DM; pile J1@0; turn 1"."""
        position = read_position(text)
        seats = range(position.seats)
        rules = self._rules(self.resolve(position.seats, options))
        zones = [
            [sum(one(card) for card in cards.get(seat, [])) for seat in seats]
            for cards in (position.hands, position.nests)
        ]
        packs = [
            sum(card << 5 * place for place, card in enumerate(pack)) | seat << 20
            for seat in seats
            for pack in position.homes.get(seat, [])
        ]
        left = Counter(dict.fromkeys(range(1, 5), 2))
        for prices in position.viruses.values():
            left.subtract(prices)
        return arrange(
            self,
            rules,
            zones[0],
            zones[1],
            packs,
            [sum(1 << 4 * price - 4 for price in position.viruses.get(seat, [])) for seat in seats],
            [card | seat << 5 | value << 8 for card, seat, value in position.pile],
            position.deck,
            sum(one(card) for card in position.discard),
            sum(price << 3 * place for place, price in enumerate(left.elements())),
            sum(1 << seat for seat in seats if seat not in position.out),
            position.fp,
            position.turn,
            position.idle,
        )

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


def cards_of(listed: object, what: str) -> list[int]:
    if not isinstance(listed, list):
        raise BadNotation(f"{what}: not a list of cards")
    return [notation.card_of(code) for code in listed]


def virus_of(code: object) -> int:
    if isinstance(code, str) and code in VIRUSES:
        return VIRUSES.index(code) + 1
    raise BadNotation(f"{shown(code)} is no virus: the codes are {', '.join(VIRUSES)}")


GAME = JunQuick()
