"""What a person has typed, as an action: a number, a key, a card, a text; or why it is none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from koloda.cli.texts import say
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.reasons import Reason
from koloda.core.state import State

SIGNS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "\ufe0f": None})
# the same keys on a Ukrainian or Russian keyboard
LAYOUT = str.maketrans(
    "йцукенгшщзфывапролдячсмитьхъжэбюіїєґ",
    "qwertyuiopasdfghjklzxcvbnm[];',.s]'`",
)


class NoMove(KolodaError):
    """The message says, in the person's language, why the typed text is no move now."""


def plainly(text: str) -> str:
    """The text as it is compared: 10♠ and ts are the same card, spaces and capitals do not matter."""
    text = " ".join(text.translate(SIGNS).casefold().split())
    return re.sub(r"\b10(?=[shdc]\b)", "t", text)


def understood(
    state: State, seat: int, typed: str, legal: Sequence[int], keys: Mapping[str, str], lang: str
) -> int:
    """The action that was meant; NoMove if there is none or more than one."""
    game: Game = state.game
    form = plainly(typed)
    if form.isdecimal() and 1 <= int(form[:9]) <= len(legal):
        return legal[int(form) - 1]
    for each in dict.fromkeys((form, form.translate(LAYOUT))):
        if each in keys:
            return game.action(keys[each])
        found = meant(game, each, legal, lang)
        if len(found) == 1:
            return found[0]
        if found:
            raise NoMove(say(lang, "several", typed, ", ".join(game.label(action, lang) for action in found)))
    for each in dict.fromkeys((form, form.translate(LAYOUT))):
        reason = why_not(state, seat, each, legal)
        if reason is not None:
            raise NoMove(say(lang, "not_possible", game.reason_text(reason, lang)))
    if form.isdecimal():
        raise NoMove(say(lang, "numbers", len(legal)))
    raise NoMove(say(lang, "not_understood", typed))


def meant(game: Game, form: str, legal: Sequence[int], lang: str) -> list[int]:
    """The legal actions that this can mean: by the whole text, else by its end (the card), else its start."""
    texts = {action: (plainly(game.text(action)), plainly(game.label(action, lang))) for action in legal}
    for test in (str.__eq__, is_object, str.startswith):
        found = [action for action, forms in texts.items() if any(test(text, form) for text in forms)]
        if found:
            return found
    return []


def is_object(text: str, form: str) -> bool:
    """Is this what comes after the verb?"""
    return text.endswith(" " + form)


def why_not(state: State, seat: int, form: str, legal: Sequence[int]) -> Reason | None:
    """Why a known action that is typed like this is not legal; None if nothing is."""
    known = all_actions(state.game)
    verbs = dict.fromkeys(state.game.text(action).split()[0] for action in legal)
    tries = [form, *(f"{verb} {form}" for verb in verbs)]
    tries += [text for text in known if is_object(text, form)]
    for text in tries:
        if text in known:
            return state.why_not(seat, known[text])
    return None


@cache
def all_actions(game: Game) -> dict[str, int]:
    return {plainly(game.text(action)): action for action in range(game.num_actions)}
