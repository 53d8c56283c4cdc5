# not compiled: games subclass it in their uncompiled __init__
"""The rules of one game as a value: who can play, with which options, and how actions are written."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import koloda
from koloda.core.actions import Actions
from koloda.core.board import Paint
from koloda.core.encoding import Encoder, FactsEncoder
from koloda.core.errors import BadNotation, BadOption, KolodaError
from koloda.core.layout import Layout
from koloda.core.log import Chance
from koloda.core.match import Match
from koloda.core.options import (
    Option,
    Value,
    Words,
    check_options,
    lasting_options,
    older_readings,
    shown,
)
from koloda.core.outlook import Values
from koloda.core.plain import as_state
from koloda.core.policy import Policy
from koloda.core.reasons import Reason, Templates, sentence
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.texts import ENGLISH, in_every_language
from koloda.core.texts import LANGUAGES as LANGUAGES
from koloda.core.tuning import Thought, Tuning, levels
from koloda.core.views import View

MAX_SEED = 2**63 - 1


class Game(ABC):
    """What the registry holds. A game is stateless: deals are State objects made by `deal` and `restore`.

    Everything that a game is lives in its package and is asked for here; no other layer names a game.
    """

    id: ClassVar[str]
    rank: ClassVar[int] = 100  # where it stands in lists of games
    names: ClassVar[Mapping[str, str]]  # by language
    summaries: ClassVar[Mapping[str, str]]  # the game in a sentence, by language
    seat_counts: ClassVar[range]
    default_seats: ClassVar[int]
    options: ClassVar[Sequence[Option]]
    option_words: ClassVar[Mapping[str, Mapping[str, Words]]]  # by language and option
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    preset_words: ClassVar[Mapping[str, Mapping[str, Words]]] = {}  # by language and preset
    num_actions: ClassVar[int]

    # fields of its states that mean nothing between two actions, or only while another one says so
    scratch: ClassVar[frozenset[str]] = frozenset()

    # texts
    actions: Actions
    codes: Sequence[str]  # of the cards by number, as traces write them
    sentences: Callable[[tuple[object, ...], Sequence[str], str], str]  # (event, names, language)
    reason_texts: Templates = {}
    view_type: ClassVar[type[View]] = View  # the type of its views: schemas and TypeScript are made from it

    # bots
    heuristic: Policy
    novice: Policy  # the easy level
    tuning: Tuning = Tuning()
    levels: Mapping[str, Thought] = levels(400, 4000)

    # the table
    reaction: ClassVar[int] = 10  # seconds for a reaction, where the table has no other wish
    table_options: ClassVar[Mapping[str, Value]] = {}  # defaults at tables with people, where they differ
    table_people: ClassVar[int] = 1  # at how many people's tables they begin to hold
    slow_options: ClassVar[Mapping[str, Value]] = {}  # hold where a move may take days

    languages: ClassVar[frozenset[str]] = frozenset(
        [ENGLISH]
    )  # those of `names`; in others it speaks English

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "names" in cls.__dict__:
            cls.languages = frozenset(cls.names)
        for name in ("names", "summaries", "option_words", "preset_words", "reason_texts"):
            if name in cls.__dict__:
                setattr(cls, name, in_every_language(cls.__dict__[name]))

    def spoken(self, lang: str) -> str:
        """The language in which the game speaks to somebody who reads this one."""
        return lang if lang in self.languages else ENGLISH

    def tuned(self, state: State) -> Tuning:
        """How this position is searched: `tuning`, or what suits its seats and options better."""
        return self.tuning

    def values(self, state: State) -> Values | None:
        """What can be learned about deals with its seats and options, without weights yet; None: nothing."""
        return None

    def tuning_with(self, values: Values) -> Tuning:
        """How a search uses learned values."""
        return self.tuning

    # notation

    def text(self, action: int) -> str:
        """The canonical text of an action."""
        return self.actions.texts[action]

    def action(self, text: str) -> int:
        """The action with this canonical text; BadNotation if there is none."""
        return self.actions.number(text)

    def label(self, action: int, lang: str) -> str:
        """An action as a person reads it, in their language."""
        return self.actions.label(action, self.spoken(lang))

    def opening(self, action: int, lang: str) -> str:
        """A seat's first choice of a deal as people tell openings apart, in their language."""
        return self.label(action, lang)

    def event_text(self, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
        """An event, as a seat sees it, as a readable sentence; `names` are the players by seat."""
        return self.sentences(event, names, self.spoken(lang))

    def reason_text(self, reason: Reason, lang: str) -> str:
        """A reason of State.why_not as people read it."""
        spoken = self.spoken(lang)
        return sentence(self.reason_texts, reason, lang, lambda arg: self.reason_arg(arg, spoken))

    def reason_line(self, reason: Reason) -> str:
        """The same for programs: in English, with cards as they are written in notation."""
        return sentence(self.reason_texts, reason, "en")

    def reason_arg(self, arg: object, lang: str) -> object:
        """One argument of a reason as people write it: a card's name for its code."""
        return arg

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
        return as_state(self._deal(count, Rng(seed), chosen, dict(context or {}), watch))

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
        return as_state(self._restore(count, setup, chosen, watch))

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

    def seats_with(self, options: Mapping[str, object]) -> list[int]:
        """At how many seats these options can be played; the usual number first."""
        found = []
        for seats in sorted(self.seat_counts, key=lambda count: count != self.default_seats):
            try:
                self.resolve(seats, options)
            except BadOption:
                continue
            found.append(seats)
        return found

    def table_choice(self, options: Mapping[str, Value], people: int | None = None) -> dict[str, Value]:
        """What the people of a table chose, else the defaults for tables with so many (None: enough) people.

        Programs, traces and everything else without people have the defaults of the rules.
        """
        if people is not None and people < self.table_people:
            return dict(options)
        preset = self.presets.get(str(options.get("preset")), {})
        usual = {name: value for name, value in self.table_options.items() if name not in preset}
        return {**usual, **options}

    def check_portable(self, options: Mapping[str, object]) -> None:
        """BadOption for a value that has a meaning on one machine only: for options that strangers choose."""
        for option in self.options:
            value = options.get(option.name, option.default)
            if isinstance(value, str | int) and not option.portable(value):
                raise BadOption(f"option {option.name} = {shown(value)}: allowed are {option.values()}")

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

    def position(self, text: str, options: Mapping[str, object] | None = None) -> State:
        """A watched state in the game's notation of positions, that of State.position."""
        raise BadNotation(f"{self.id} has no notation of positions")

    # research

    def setups(
        self, seats: int | None = None, options: Mapping[str, object] | None = None
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every deal as a setup for `restore`, with its weight: a deal is as likely as its share of them all.

        For games small enough to be solved; KolodaError where a game has no such list.
        """
        count = self.default_seats if seats is None else seats
        return self._setups(count, self.resolve(seats, options))

    def _setups(self, seats: int, options: dict[str, Value]) -> Iterator[tuple[int, dict[str, Any]]]:
        raise KolodaError(f"{self.id} has no list of its deals: no options make it small enough")

    def encoder(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Encoder:
        """What seats see as bytes, with these seats and options (docs/research.md)."""
        chosen = self.resolve(seats, options)
        count = self.default_seats if seats is None else seats
        made = self._encoder(count, chosen)
        if made.dealer is None:
            made.dealer = lambda rng: as_state(self._deal(count, rng, chosen, {}, False))
        return made

    def _encoder(self, seats: int, options: dict[str, Value]) -> Encoder:
        """Overridden by games that lay out their observations themselves."""
        return FactsEncoder(self, seats)

    # small games

    def redeal(self, state: State, rng: Rng) -> State | None:
        """Another deal by the same rules, fairly from all that began in public as this one did.

        None where the game is too large to be learned as a whole (bots/deals.py).
        """
        return None

    def reopened(self, state: State) -> State:
        """The state before the sealed choices of the window that is open; for games that have `redeal`."""
        return state

    # traces

    @abstractmethod
    def setup(self, state: State) -> dict[str, Any]:
        """The setup of a trace: all zones just after the deal."""

    def result(self, state: State) -> dict[str, Any]:
        """The result of a trace: scores, returns, winners, and the game's own keys."""
        returns = [float(value) for value in state.returns()]
        best = max(returns)
        winners = [seat for seat, value in enumerate(returns) if value == best > min(returns)]
        return {"scores": [float(score) for score in state.scores()], "returns": returns, "winners": winners}

    def trace_options(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that a trace lists: those that differ from their default and influence one deal."""
        return {
            option.name: options[option.name]
            for option in self.options
            if options[option.name] != option.default
        }

    def readings(self, options: Mapping[str, object]) -> list[dict[str, object]]:
        """The options by which a file that lists these may have been written, the likeliest first.

        There are several where a default means something else than it once did (`Option.older`): the older
        ones follow, the oldest last.
        """
        return older_readings(self.options, options)

    def pinned(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The same options, written so that they have one reading and keep it."""
        return lasting_options(self.options, options)

    def chance_value(self, zone: str, value: int) -> object:
        """One value of a chance outcome as a trace writes it: a card's code, a seat's number."""
        return self.codes[value]

    def chance_number(self, zone: str, value: object) -> int:
        """The inverse of chance_value; BadNotation for what no zone of this name can hold."""
        return self.card(value)

    def card(self, code: object) -> int:
        """The number of the card with this code."""
        if not isinstance(code, str) or code not in self.codes:
            raise BadNotation(
                f"{shown(code)!r} is no card of {self.id}: write its code, like {self.codes[0]}"
            )
        return self.codes.index(code)

    def cards(self, listed: object, what: str) -> list[int]:
        """A list of codes as numbers."""
        if not isinstance(listed, list):
            raise BadNotation(f"{what}: not a list of cards")
        return [self.card(code) for code in listed]

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

    def shown_totals(self, totals: Sequence[float], deals: int) -> list[float]:
        """The totals after so many deals as people read them, where the game counts what was lost."""
        return list(totals)

    def match_over(self, match: Match) -> bool:
        """Is the match decided, after the deals it has? Usually that is one deal."""
        return True

    def match_winners(self, match: Match) -> list[int]:
        """The seats that have won a match that is over (several: shared)."""
        most = max(match.totals)
        return [seat for seat, total in enumerate(match.totals) if total == most]

    def sides(self, seats: int, options: Mapping[str, Value]) -> list[list[int]]:
        """The seats that win and lose together; `options` are complete."""
        return [[seat] for seat in range(seats)]

    def quick_options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """What keeps random play with these options short, for tests: a lower cap on its length."""
        return {}

    # what people see

    def layout(self, view: Mapping[str, Any], lang: str) -> Layout | None:
        """The zones of a table, from a view alone; None: only a table of its own can draw this game."""
        return None

    def aids(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What follows from a view by the rules and a table wants to show, so that no client knows rules."""
        return {}

    def board(
        self, view: Mapping[str, Any], names: Sequence[str], lang: str, paint: Paint, width: int
    ) -> list[str]:
        """The table in a terminal, line by line."""
        from koloda.core.board import plain_board

        return plain_board(self, view, names, lang, paint, width)

    def keys(self, legal: Sequence[str]) -> dict[str, str]:
        """Single keys of a terminal for some of these action texts."""
        return {}

    def resource(self, name: str) -> str | None:
        """A text file of the game's package; None if it has none of this name."""
        path = files(type(self).__module__).joinpath(name)
        return path.read_text("utf-8") if path.is_file() else None

    def guide(self) -> dict[str, Any] | None:
        """The first game for learners, `text/guide.json`: see docs/adding-a-game.md."""
        text = self.resource("text/guide.json")
        return None if text is None else json.loads(text)

    def art(self) -> str | None:
        """A small picture of the game, `art.svg`."""
        return self.resource("art.svg")

    def rules_text(self, lang: str) -> str | None:
        """The players' rules: `text/rules.LANG.md`, or those in koloda's own documentation."""
        own = self.resource(f"text/rules.{lang}.md")
        if own is not None:
            return own
        package = Path(koloda.__file__).parent
        for folder in (package / "docs" / "rules", package.parents[1] / "docs" / "rules"):
            path = folder / f"{self.id}.{lang}.md"
            if path.is_file():
                return path.read_text("utf-8")
        return None if lang == ENGLISH else self.rules_text(ENGLISH)
