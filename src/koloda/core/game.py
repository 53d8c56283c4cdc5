# not compiled: games subclass it in their uncompiled __init__
"""The rules of one game as a value: who can play, with which options, and how actions are written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from koloda.core.errors import BadNotation, BadOption
from koloda.core.log import Chance
from koloda.core.match import Match
from koloda.core.options import Option, Value, Words, check_options, shown
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State

MAX_SEED = 2**63 - 1


class Game(ABC):
    """What the registry holds. A game is stateless: deals are State objects made by `deal` and `restore`."""

    id: ClassVar[str]
    names: ClassVar[Mapping[str, str]]  # by language
    seat_counts: ClassVar[range]
    default_seats: ClassVar[int]
    options: ClassVar[Sequence[Option]]
    option_words: ClassVar[Mapping[str, Mapping[str, Words]]]  # by language and option
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    num_actions: ClassVar[int]
    heuristic: Policy
    novice: Policy  # the easy level

    # notation

    @abstractmethod
    def text(self, action: int) -> str:
        """The canonical text of an action."""

    @abstractmethod
    def action(self, text: str) -> int:
        """The action with this canonical text; BadNotation if there is none."""

    @abstractmethod
    def event_text(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        """An event, as a seat sees it, as a readable sentence; `names` are the players by seat."""

    @abstractmethod
    def label(self, action: int, lang: str) -> str:
        """An action as a person reads it, in their language."""

    def reason_text(self, reason: str, lang: str) -> str:
        """A reason of State.why_not in this language; the English one where the game has no other."""
        return reason

    def words(self, option: Option, lang: str) -> Words:
        """An option in this language."""
        found = self.option_words[lang][option.name]
        return found if found.help else found._replace(help=option.help)

    # dealing

    def deal(
        self,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        context: Mapping[str, object] | None = None,
        watch: bool = False,
    ) -> State:
        """A new deal. The same arguments give the same deal on every machine, compiled or not.

        `context` is what a match carries from one deal to the next (`next_context`).
        """
        chosen = self.resolve(seats, options)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise BadOption(f"seed {shown(seed)}: a seed is a whole number from 0 to 2**63 - 1")
        count = self.default_seats if seats is None else seats
        return self._deal(count, Rng(seed), chosen, dict(context or {}), watch)

    def restore(
        self,
        setup: Mapping[str, Any],
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        watch: bool = False,
    ) -> State:
        """A deal from an explicit setup, as a trace has it; BadNotation says what is wrong with one."""
        chosen = self.resolve(seats, options)
        count = self.default_seats if seats is None else seats
        return self._restore(count, setup, chosen, watch)

    def resolve(
        self, seats: int | None = None, options: Mapping[str, object] | None = None
    ) -> dict[str, Value]:
        """All options with their values: a preset first, then what is given, then defaults."""
        count = self.default_seats if seats is None else seats
        if isinstance(count, bool) or not isinstance(count, int) or count not in self.seat_counts:
            least, most = self.seat_counts[0], self.seat_counts[-1]
            raise BadOption(f"{self.id} has {least} to {most} seats, not {shown(count)}")
        given = dict(options or {})
        preset = given.pop("preset", None)
        if preset is not None:
            if not isinstance(preset, str) or preset not in self.presets:
                known = ", ".join(self.presets) or "none"
                raise BadOption(f"unknown preset {shown(preset)}: known are {known}")
            given = {**self.presets[preset], **given}
        return self._complete(count, check_options(self.options, given))

    def _complete(self, seats: int, given: dict[str, Value]) -> dict[str, Value]:
        """Fill in the defaults, in the order of `options`; overridden where options depend on each other."""
        return {option.name: given.get(option.name, option.default) for option in self.options}

    @abstractmethod
    def _deal(
        self, seats: int, rng: Rng, options: dict[str, Value], context: dict[str, object], watch: bool
    ) -> State: ...

    @abstractmethod
    def _restore(
        self, seats: int, setup: Mapping[str, Any], options: dict[str, Value], watch: bool
    ) -> State: ...

    # traces

    @abstractmethod
    def setup(self, state: State) -> dict[str, Any]:
        """The setup of a trace: all zones just after the deal."""

    @abstractmethod
    def result(self, state: State) -> dict[str, Any]:
        """The result of a trace: scores, returns, winners, and the game's own keys."""

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that a trace lists: those that differ from their default and influence one deal."""
        return {
            option.name: options[option.name]
            for option in self.options
            if options[option.name] != option.default
        }

    @abstractmethod
    def chance_value(self, zone: str, value: int) -> object:
        """One value of a chance outcome as a trace writes it: a card's code, a seat's number."""

    @abstractmethod
    def chance_number(self, zone: str, value: object) -> int:
        """The inverse of chance_value; BadNotation for what no zone of this name can hold."""

    def write_chance(self, chance: Chance) -> dict[str, object]:
        values = [self.chance_value(chance.zone, value) for value in chance.values]
        if chance.pick:
            return {"pick": values[0], "from": chance.zone}
        return {"shuffle": chance.zone, "order": values}

    def read_chance(self, outcome: object) -> Chance:
        if isinstance(outcome, dict):
            if set(outcome) == {"pick", "from"} and isinstance(outcome["from"], str):
                zone = outcome["from"]
                return Chance(zone, [self.chance_number(zone, outcome["pick"])], True)
            order = outcome.get("order")
            if set(outcome) == {"shuffle", "order"} and isinstance(outcome["shuffle"], str):
                zone = outcome["shuffle"]
                if isinstance(order, list):
                    return Chance(zone, [self.chance_number(zone, value) for value in order], False)
        raise BadNotation(f"no chance outcome: {shown(outcome)}")

    # matches

    def match(
        self, seats: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> Match:
        """Several deals to a target."""
        return Match(self, seats, seed, options)

    def next_context(self, setup: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, object]:
        """What the next deal of a match must know of this one (the dealer's seat, the last fool)."""
        return {}

    def match_points(self, result: Mapping[str, Any]) -> list[float]:
        """What one deal adds to the totals of a match."""
        return [float(score) for score in result["scores"]]

    def points_in_match(self, match: Match, result: Mapping[str, Any]) -> list[float]:
        """The same, where it depends on the options of the match."""
        return self.match_points(result)

    @abstractmethod
    def match_over(self, match: Match) -> bool:
        """Is the match decided, after the deals it has?"""

    @abstractmethod
    def match_winners(self, match: Match) -> list[int]:
        """The seats that have won a match that is over (several: shared)."""
