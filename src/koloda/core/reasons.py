# not compiled: made on the way out, never in a hot loop
"""Why something is refused: a key with its arguments, which every language has a sentence for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from koloda.core.texts import in_section

Templates = Mapping[str, Mapping[str, str]]  # by language and key


class Reason(NamedTuple):
    """A refusal as a value. `args` are plain: codes of cards, numbers, words; the texts make them pretty."""

    key: str
    args: tuple[object, ...] = ()


def reason(key: str, *args: object) -> Reason:
    return Reason(key, args)


# what no game has to say itself
CORE: Templates = in_section("words", "reasons")


def sentence(
    templates: Templates, reason: Reason, lang: str, shown: Callable[[object], object] | None = None
) -> str:
    """The reason in this language; `shown` makes the arguments readable for people."""
    texts = CORE[lang] if reason.key in CORE[lang] else templates[lang]
    args = reason.args if shown is None else [shown(arg) for arg in reason.args]
    return texts[reason.key].format(*args)
