"""Games in words: every prompt can be answered by what it offers, and no answer breaks the loop."""

from __future__ import annotations

import re

import pytest

import koloda
from koloda.core.rng import Rng
from koloda.games import ids
from koloda.research import TextEnv

OFFERED = re.compile(r"^- \[(.+?)\]", re.MULTILINE)


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("name", ids())
def test_what_is_offered_is_understood(name: str, lang: str) -> None:
    env, rng = TextEnv(name, lang=lang, rules=False), Rng(1)
    env.reset(seed=1)
    for _ in range(30):
        if env.done:
            break
        seat, text = env.get_observation()
        assert env.state is not None
        assert seat == env.state.actor
        legal = [env.game.text(int(action)) for action in env.state.legal(seat)]
        assert OFFERED.findall(text)[-len(legal) :] == legal
        action = legal[int(rng.below(len(legal)))]
        _, info = env.step(f"I think that [{legal[0]}] is bad. My move: [{action}].")
        assert info == {"seat": seat, "legal": True, "action": action}


def test_a_whole_deal_ends_with_the_rewards_of_the_game() -> None:
    env = TextEnv("durak", seats=2)
    env.reset(seed=3)
    _, text = env.get_observation()
    assert "The rules:" in text
    done = False
    while not done:
        _, text = env.get_observation()
        done, info = env.step(OFFERED.findall(text)[0])
    rewards, info = env.close()
    assert sorted(rewards) == [0, 1]
    assert sum(rewards.values()) == 0
    assert info["result"]["returns"] == list(rewards.values())
    assert info["defaults"] == [0, 0]
    with pytest.raises(koloda.KolodaError, match="over"):
        env.get_observation()
    with pytest.raises(koloda.KolodaError, match="over"):
        env.step("pass")


def test_a_seat_is_told_what_is_new_once() -> None:
    env = TextEnv("durak", seats=2, rules=False)
    env.reset(seed=3)
    _, first = env.get_observation()
    assert "Trump is" in first
    assert "You play" in first
    assert "Trump is" not in env.get_observation()[1]
    assert "You play" not in env.get_observation()[1]


@pytest.mark.parametrize("answer", ["", "[fly to the moon]", "\x00" * 9, "[" * 100_000, "move", "108"])
def test_after_three_answers_that_are_not_legal_the_default_is_taken(answer: str) -> None:
    env = TextEnv("durak", rules=False)
    env.reset(seed=1)
    state = env.state
    assert state is not None
    seat = int(state.actor)
    default = env.game.text(int(state.default(seat)))
    for left in (2, 1):
        assert env.step(answer) == (False, {"seat": seat, "legal": False, "action": None})
        assert f"({left} left)" in env.get_observation()[1]
    assert env.step(answer) == (False, {"seat": seat, "legal": False, "action": default})
    assert env.defaults[seat] == 1
    assert "left)" not in env.get_observation()[1]


def test_seeds_give_the_same_sequence_of_deals() -> None:
    found = []
    for _ in range(2):
        env = TextEnv("yassa", rules=False)
        env.reset(seed=5)
        first = env.seed
        env.reset()
        found.append((first, env.seed))
    assert found[0] == found[1]
    assert found[0][0] != found[0][1]


def test_wrong_settings_are_refused() -> None:
    for settings in ({"lang": "fr"}, {"mistakes": 0}, {"max_steps": 0}, {"seats": 99}, {"options": {"x": 1}}):
        with pytest.raises(koloda.BadOption):
            TextEnv("durak", **settings)
    with pytest.raises(koloda.KolodaError, match=r"reset\(\)"):
        TextEnv("durak").get_observation()
    env = TextEnv("yassa", max_steps=1, rules=False)
    env.reset(seed=1)
    text = env.get_observation()[1]
    assert env.step(OFFERED.findall(text)[-1])[0] is True
    assert set(env.close()[0].values()) == {0.0}
