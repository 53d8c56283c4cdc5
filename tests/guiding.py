"""Stepping through the guide of a game: the deal at each note, and claims that are held against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from koloda.core.game import Game
from koloda.core.state import State


class Claim(NamedTuple):
    """Words of a note in three languages, and whether they are true of the deal when it is shown."""

    note: int
    en: str
    uk: str
    ru: str
    true: Callable[[State], bool]


def check(game: Game, claim: Claim) -> None:
    """The note says it in every language, and it is true."""
    texts = script(game)["notes"][claim.note]["text"]
    for lang, words in (("en", claim.en), ("uk", claim.uk), ("ru", claim.ru)):
        assert words in texts[lang], f"note {claim.note} ({lang}) does not say: {words}"
    assert claim.true(at_note(game, claim.note)), claim.en


def every_note(game: Game, claims: Sequence[Claim], free: Sequence[int] = ()) -> None:
    """Each note has a claim, but for those that only wish good luck or the like."""
    notes = set(range(len(script(game)["notes"])))
    assert {claim.note for claim in claims} == notes - set(free)


def script(game: Game) -> dict[str, Any]:
    found = game.guide()
    assert found is not None
    return found


def at_note(game: Game, number: int) -> State:
    """The watched deal of the guide at this note."""
    told = script(game)
    state = game.deal(told["seats"], told["seed"], told["options"], watch=True)
    for seat, text in told["actions"][: told["notes"][number]["after"]]:
        state.play(text, seat)
    return state
