"""The heuristic and the beginner decide as ever, in both builds, however quickly they are computed."""

from __future__ import annotations

import hashlib

import pytest

from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.cards import MAGIC, TOKENS
from koloda.games.viceroy.pyramid import LEVELS, PLACES
from koloda.games.viceroy.scoring import add_up, built_tokens, cards_of
from koloda.games.viceroy.state import ViceroyState


def decisions(policy: Policy, seats: int) -> str:
    """Of two deals with some random actions, as a hash."""
    found = hashlib.sha256()
    for seed in range(2):
        state, rng, count = GAME.deal(seats, 500 + seed, {}), Rng(seed, 9), 0
        while state.pending:
            seat = state.actor
            action = policy.choose(state, seat, rng)
            if count % 9 == 8:
                action = state.random_legal(seat, rng)
            found.update(b"%d," % int(action))
            state.apply(seat, action)
            count += 1
        found.update(repr([float(value) for value in state.returns()]).encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "seats", "told"),
    [
        ("heuristic", 2, "846841472ecac3a3"),
        ("heuristic", 3, "506cef19362fc7fe"),
        ("novice", 2, "ae5df8218f98c3ac"),
        ("novice", 3, "9db301ee0fb43ad0"),
    ],
)
def test_policies_decide_as_ever(name: str, seats: int, told: str) -> None:
    assert decisions(getattr(GAME, name), seats) == told


def test_the_tokens_of_a_pyramid_are_those_of_its_cards() -> None:
    for seed in range(4):
        state, rng = GAME.deal(3, seed, {}), Rng(seed)
        assert isinstance(state, ViceroyState)
        while state.pending:
            seat = state.actor
            state.apply(seat, state.random_legal(seat, rng))
            for owner in range(3):
                cards = [card for card in state.board[owner * PLACES : (owner + 1) * PLACES] if card >= 0]
                for kind in range(TOKENS):
                    assert built_tokens(state, owner, kind) == sum(state.tokens(card, kind) for card in cards)
                assert cards_of(state, owner) == sum(1 + state.tucked_under(card) for card in cards)
                rows = state.rows[owner * LEVELS : (owner + 1) * LEVELS]
                assert len(cards) == sum(int(row).bit_count() for row in rows)
                assert add_up(state, owner).magic == built_tokens(state, owner, MAGIC)
