"""All checks in one list, and the way from there to pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from koloda.games import game as game_by_id
from koloda.testing import driving, fairness, formats, secrets, strength, texts
from koloda.testing.variants import Variant, usual, variants

PARTS = (driving, secrets, fairness, formats, texts, strength)


class Check(NamedTuple):
    """One promise. `scope` says with which variants it is tried: all, usual ones, or the game once.

    `run` may say how much it could look at, where that depends on the game.
    """

    name: str
    scope: str
    run: Callable[[Variant], str | None]

    @property
    def says(self) -> str:
        """The promise in a sentence."""
        return (self.run.__doc__ or self.name.replace("_", " ")).split("\n")[0].rstrip(".")

    def cases(self, game: str) -> list[Variant]:
        rules = game_by_id(game)
        if self.scope == "all":
            return variants(rules)
        return usual(rules) if self.scope == "usual" else [Variant(game, rules.default_seats, {})]


def _collected() -> Iterator[Check]:
    for part in PARTS:
        for scope, functions in part.CHECKS.items():
            for function in functions:
                yield Check(function.__name__, scope, function)


CHECKS: tuple[Check, ...] = tuple(_collected())


def contract_tests(*games: str, leave_out: tuple[str, ...] = ()) -> Any:
    """A pytest function that tries every check of the suite on these games."""
    import pytest

    cases = [
        pytest.param(
            check,
            variant,
            id=f"{check.name}-{variant}",
        )
        for game in games
        for check in CHECKS
        if check.name not in leave_out
        for variant in check.cases(game)
    ]

    @pytest.mark.parametrize(("check", "variant"), cases)
    def test_contract(check: Check, variant: Variant) -> None:
        check.run(variant)

    return test_contract
