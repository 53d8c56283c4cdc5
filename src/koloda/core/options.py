# not compiled: read once per deal
"""The options of a game: their values, defaults, and clear errors for everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from koloda.core.errors import BadOption
from koloda.core.texts import section_of

Value = str | int | bool
SEATS = "seats"  # in Option.only: their number


@dataclass(frozen=True)
class Option:
    """One option: one of `choices`, a whole number from `least` to `most`, or (a bool default) yes or no."""

    name: str
    default: Value
    help: str
    choices: Sequence[Value] = ()
    least: int = 0
    most: int = 0
    older: tuple[Value, ...] = ()  # what the default once meant, newest first: files may not name it
    lasting: Value | None = None  # the default by a name that keeps its meaning, where that is not its own
    # it has a meaning only with such values of other options, or of "seats"; elsewhere it changes nothing
    only: Mapping[str, Sequence[Value]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if isinstance(self.default, bool) and not self.choices:
            object.__setattr__(self, "choices", (False, True))
        self.check(self.default)

    def check(self, value: object) -> Value:
        """The value itself if the option has it; the type counts, so that true is not 1."""
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        raise BadOption(f"option {self.name} = {shown(value)}: allowed are {self.values()}")

    def portable(self, value: Value) -> bool:
        """Does this value mean the same on every machine? The name of a file does not."""
        return True

    def applies(self, seats: int, options: Mapping[str, Value]) -> bool:
        """Has it a meaning with so many seats and these options, which are complete?"""
        return all(
            (seats if name == SEATS else options[name]) in values for name, values in self.only.items()
        )

    def values(self) -> str:
        if self.choices:
            return ", ".join(shown(choice) for choice in self.choices)
        return f"{self.least} to {self.most}"


class Words(NamedTuple):
    """An option as people call it in one language, with its choices in their order; or a preset."""

    label: str
    choices: tuple[str, ...] = ()
    help: str = ""  # the English one is the option's own


def words_of(package: str, section: str) -> dict[str, dict[str, Words]]:
    """The options or presets of a game in its texts, by language."""
    return {
        lang: {name: Words(**words) for name, words in found.items()}
        for lang, found in section_of(package, section).items()
    }


def shown(value: object) -> str:
    """A value as a person would type it; cut where it is long, since it comes from outside."""
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a huge number"  # Python refuses to write numbers of thousands of digits
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = text if len(text) <= 40 else text[:37] + "..."
    return text if text.isprintable() else repr(text)


def older_readings(known: Sequence[Option], given: Mapping[str, object]) -> list[dict[str, object]]:
    """The given options, and what they may have meant before a default changed: today first, the oldest last.

    Defaults have changed one after the other, so that every combination may have been meant.
    """
    open_ones = [option for option in known if option.older and not _named(option, given)]
    names = [option.name for option in open_ones]
    found: list[dict[str, object]] = [dict(given)]
    for values in product(*((None, *option.older) for option in open_ones)):
        then = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        if then:
            found.append({**given, **then})
    return found


def lasting_options(known: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """The given options, with a name for every default that meant something else once."""
    result = dict(given)
    for option in known:
        if option.older and not _named(option, given):
            result[option.name] = option.default if option.lasting is None else option.lasting
    return result


def _named(option: Option, given: Mapping[str, object]) -> bool:
    """Is its value named so that it means one thing only?"""
    return option.name in given and (option.lasting is None or given[option.name] != option.default)


def check_options(known: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """The given options with checked values; unknown names are an error that lists the known ones."""
    by_name = {option.name: option for option in known}
    result: dict[str, Value] = {}
    for name, value in given.items():
        if name not in by_name:
            raise BadOption(f"unknown option {shown(name)}: known are {', '.join(by_name)}")
        result[name] = by_name[name].check(value)
    return result
