"""Every game of the registry keeps every promise of the contract, at every seat count and option."""

from __future__ import annotations

import pytest

import koloda
from koloda.core.errors import UnknownGame
from koloda.games import ids
from koloda.testing import contract_tests
from koloda.testing.variants import SHORT

# dear in plain Python, and the two builds are compared
LONG = ("searching_is_not_worse_than_a_beginner", "sampled_worlds_are_fair")
test_contract = contract_tests(*ids(), leave_out=LONG if SHORT else ())


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=ids()[0]):
        koloda.game("nonsense")
