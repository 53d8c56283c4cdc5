"""PettingZoo's and Gymnasium's own checkers, and what they do not check."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import koloda
from koloda.core.rng import Rng
from koloda.games import ids
from koloda.testing.variants import SHORT

np = pytest.importorskip("numpy", reason="NumPy comes with the extra research")
pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra research")
pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra research")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from koloda.research import VecEnv, aec_env, gym_env, parallel_env, picture  # noqa: E402
from koloda.research.nets import Net  # noqa: E402

every_game = pytest.mark.parametrize("name", ids())
once = pytest.mark.skipif(SHORT, reason="the checkers look at interfaces, which are the same in both builds")
# said of every environment whose observations are dictionaries with a mask
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Not able to test alternative render modes",  # of an environment that no registry has made
)


@pytest.fixture
def quiet() -> Iterator[None]:
    """No warning but the expected ones."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield
    messages = [str(each.message) for each in told]
    assert [message for message in messages if not any(part in message for part in EXPECTED)] == []


@once
@every_game
def test_pettingzoos_checkers_accept_the_aec_environment(name: str, quiet: None) -> None:
    api_test(aec_env(name, history=16), num_cycles=40)
    seed_test(lambda: aec_env(name), num_cycles=15)


@once
@every_game
def test_pettingzoos_checker_accepts_the_parallel_environment(name: str, quiet: None) -> None:
    parallel_api_test(parallel_env(name, history=16), num_cycles=40)


@once
@every_game
def test_gymnasiums_checker_accepts_the_single_agent(name: str, quiet: None) -> None:
    check_env(gym_env(name, others="random", history=16, render_mode="ansi"))


def random_action(mask: Any, rng: Rng) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.below(len(legal)))])


@every_game
def test_every_agent_can_be_observed_at_any_time(name: str) -> None:
    env, rng = aec_env(name), Rng(1)
    env.reset(seed=4)
    for _ in range(25):
        if not env.agents or any(env.terminations.values()):
            break
        state = env.table.state
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            legal = state.legal(seat) if state.pending >> seat & 1 else []
            assert list(np.flatnonzero(seen["action_mask"])) == legal
        env.step(random_action(env.observe(env.agent_selection)["action_mask"], rng))


def test_a_deal_ends_for_all_agents_with_its_returns() -> None:
    env, rng = aec_env("durak", seats=2), Rng(2)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else random_action(seen["action_mask"], rng))
    assert list(total.values()) == list(env.table.state.returns())
    assert env.agents == []


def test_a_deal_that_is_too_long_is_broken_off() -> None:
    env, rng = aec_env("yassa", max_steps=5), Rng(2)
    env.reset(seed=1)
    asked = 0
    for _ in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not terminated
        assert reward == 0
        asked += not truncated
        env.step(None if truncated else random_action(seen["action_mask"], rng))
    assert asked == 5
    both = parallel_env("flights", max_steps=1)
    seen, _ = both.reset(seed=1)
    ends = both.step({agent: random_action(each["action_mask"], rng) for agent, each in seen.items()})
    assert (set(ends[2].values()), set(ends[3].values())) == ({False}, {True})
    with pytest.raises(koloda.BadOption, match=r"reset\(\)"):
        both.step({})


def test_illegal_actions_say_why_and_change_nothing() -> None:
    env = aec_env("durak")
    env.reset(seed=1)
    before = env.table.state.reveal()
    with pytest.raises(koloda.IllegalAction):
        env.step(108)  # take, but nobody has attacked
    with pytest.raises(ValueError, match="None is for agents that have ended"):
        env.step(None)
    assert env.table.state.reveal() == before
    both = parallel_env("flights")
    seen, _ = both.reset(seed=1)
    right = {agent: int(np.flatnonzero(each["action_mask"])[0]) for agent, each in seen.items()}
    before = both.table.state.reveal()
    for wrong in ({**right, "seat_2": both.nothing}, {**right, "seat_3": 300}):
        with pytest.raises(ValueError, match="seat_"):
            both.step(wrong)
    with pytest.raises(ValueError, match="seat_0 is missing"):
        both.step({})
    assert both.table.state.reveal() == before
    one = gym_env("durak", illegal="raise", others="random")
    one.reset(seed=1)
    with pytest.raises(koloda.IllegalAction):
        one.step(10**6)
    one = gym_env("durak", others="random")
    one.reset(seed=1)
    assert "0 to 109" in one.step(10**6)[4]["illegal"]


def test_sealed_choices_come_together_in_the_parallel_environment() -> None:
    env, rng = parallel_env("flights", seats=3), Rng(5)
    seen, _ = env.reset(seed=2)
    assert all(each["action_mask"][env.nothing] == 0 for each in seen.values())
    seen, *_ = env.step({agent: random_action(each["action_mask"], rng) for agent, each in seen.items()})
    assert [seat for seat, each in enumerate(seen.values()) if not each["action_mask"][env.nothing]] == [
        env.table.state.actor
    ]


def test_any_bot_plays_the_other_seats() -> None:
    """As the driver of simulations has it: the same seed, the same decisions."""
    results = []
    for _ in range(2):
        env, rng = gym_env("durak", seat=1, others=["random", "easy", "mcts:5"]), Rng(3)
        seen, _ = env.reset(seed=7)
        over, reward = False, 0.0
        while not over:
            assert env.table.state.pending & 2
            seen, reward, over, truncated, _info = env.step(random_action(seen["action_mask"], rng))
            assert not truncated
        assert reward == env.table.state.returns()[1]
        results.append((env.table.state.reveal(), env.table.seed))
        env.close()
    assert results[0] == results[1]


@every_game
def test_a_vectorised_environment_shows_what_its_deals_are(name: str) -> None:
    env = VecEnv(name, deals=6, seed=3)
    game = koloda.game(name)
    now = env.now
    assert now.observations.dtype == now.masks.dtype == np.uint8
    assert now.observations.shape == (6, env.places)
    assert now.masks.shape == (6, game.num_actions)
    for _ in range(30):
        for row in range(6):
            state = env.batch.states[row]
            assert now.seats[row] == state.actor
            assert list(np.flatnonzero(now.masks[row])) == list(state.legal(state.actor))
        actions = env.sample()
        assert now.masks[np.arange(6), actions].all()
        now = env.step(actions.copy())
    assert np.shares_memory(env.now.observations, now.observations)
    again = VecEnv(name, deals=6, seed=3)
    assert (again.seeds == VecEnv(name, deals=9, seed=3).seeds[:6]).all()
    kept = VecEnv(name, deals=2, seed=3, copy=True)
    first = kept.now.observations.copy()
    held = kept.now
    kept.step(kept.sample())
    assert (held.observations == first).all()


def test_the_rewards_of_a_vectorised_environment_are_those_of_the_deals() -> None:
    env, ends, total = VecEnv("durak", deals=32, seats=2, seed=1), 0, 0.0
    for _ in range(150):
        now = env.step(env.sample())
        ends += int((now.ended > 0).sum())
        assert not now.rewards[now.ended == 0].any()
        assert np.abs(now.rewards.sum(axis=1)).max() == 0
        total += float(np.abs(now.rewards).sum())
    assert ends > 10
    assert total > 0
    learner = VecEnv("durak", deals=8, seed=1, learner=2, others="easy")
    for _ in range(30):
        now = learner.step(learner.sample())
        assert (now.seats == 2).all()


def test_wrong_settings_and_actions_are_refused() -> None:
    env = VecEnv("durak", deals=3)
    before = [state.reveal() for state in env.batch.states]
    with pytest.raises(ValueError, match=r"row 1: .*take"):
        env.step(np.where(np.arange(3) == 1, 108, env.sample()))
    with pytest.raises(ValueError, match="row 0"):
        env.step([-1, 0, 0])
    for actions in ([1, 2], [1.0, 2.0, 3.0], [[1, 2, 3]]):
        with pytest.raises(ValueError, match="3 whole numbers"):
            env.step(actions)
    assert [state.reveal() for state in env.batch.states] == before
    wrong: list[dict[str, Any]] = [
        {"deals": 0},
        {"seed": -1},
        {"seed": True},
        {"max_steps": -1},
        {"learner": 4},
        {"learner": 0, "others": "mcts:10"},
        {"seats": 9},
        {"options": {"colour": "red"}},
    ]
    for settings in wrong:
        with pytest.raises(koloda.BadOption):
            VecEnv("durak", **{"deals": 2, **settings})
    wrong = [{"seat": 4}, {"others": ["random"]}, {"illegal": "lose"}, {"history": -1}]
    for settings in wrong:
        with pytest.raises(koloda.BadOption):
            gym_env("durak", **settings)
    with pytest.raises(koloda.BadOption, match="render_mode"):
        aec_env("durak", render_mode="rgb_array")


def copies(env: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]


@pytest.mark.parametrize("settings", [{}, {"learner": 1, "others": "random"}, {"max_steps": 7}])
def test_a_copy_of_a_vectorised_environment_goes_on_alike(settings: dict[str, Any]) -> None:
    env = VecEnv("durak", deals=6, seats=2, seed=4, **settings)
    for _ in range(70):
        env.step(env.sample())
    for other in copies(env):
        alone = copy.deepcopy(env)
        assert all((one == two).all() for one, two in zip(env.now, other.now, strict=True))
        for _ in range(60):
            steps = [each.step(each.sample()) for each in (alone, other)]
            assert all((one == two).all() for one, two in zip(*steps, strict=True))
            assert (alone.seeds == other.seeds).all()
        assert (alone.now.observations != env.now.observations).any()


@every_game
def test_copies_of_the_other_environments_go_on_alike(name: str) -> None:
    aec, both = aec_env(name, history=8), parallel_env(name)
    aec.reset(seed=3)
    for _ in range(3):
        aec.step(int(np.flatnonzero(aec.last()[0]["action_mask"])[-1]))
    for other in copies(aec):
        first = copy.deepcopy(aec)
        for _ in range(4):
            assert first.agent_selection == other.agent_selection
            seen = first.last()[0]
            assert all((part == other.last()[0][key]).all() for key, part in seen.items())
            for each in (first, other):
                each.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    seen, _ = both.reset(seed=3)
    actions = {agent: int(np.flatnonzero(each["action_mask"])[0]) for agent, each in seen.items()}
    results = [each.step(actions)[0] for each in [*copies(both), both]]
    for other in results[:2]:
        for agent, each in results[2].items():
            assert all((part == other[agent][key]).all() for key, part in each.items())


def test_bots_are_not_copied() -> None:
    for way in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="reset it with the same seed"):
            way(gym_env("durak"))


def test_numbers_of_numpy_are_numbers() -> None:
    env = VecEnv("durak", np.int64(2), np.int32(4), seed=np.uint8(3), learner=np.int8(1))
    assert (env.seeds == VecEnv("durak", 2, 4, seed=3, learner=1).seeds).all()
    aec = aec_env("durak", seats=np.int64(3), history=np.int64(4))
    aec.reset(seed=np.int64(5))
    aec.step(np.flatnonzero(aec.last()[0]["action_mask"])[0])
    for wrong in (1.5, "2", True, None, 2**70):
        with pytest.raises(koloda.BadOption, match=r"deals = .*: a whole number from 1 to"):
            VecEnv("durak", wrong)
        with pytest.raises(koloda.BadOption, match=r"history = .*: a whole number from 0 to"):
            aec_env("durak", history=wrong)
    with pytest.raises(TypeError, match="integer"):
        aec.step(0.5)


def test_the_table_is_drawn_as_the_actor_sees_it() -> None:
    env = aec_env("durak", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "Hand" in text
    assert text.count("■" * 6) == 4


def test_a_learner_is_drawn_its_own_hand_whoever_else_decides_at_once() -> None:
    env = gym_env("flights", seats=3, seat=2, others="random", render_mode="ansi")
    env.reset(seed=1)
    state = env.table.state
    assert state.actor == 0
    hands = [state.view(seat)["hand"] for seat in (0, 2)]
    line = next(line for line in env.render().splitlines() if "Hand" in line)
    assert line.split()[1:] == hands[1] != hands[0]


def test_what_is_missing_is_named_with_the_way_to_get_it() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import koloda.research
from koloda.research import TextEnv
for name in ("VecEnv", "aec_env", "gym_env", "parallel_env"):
    try:
        getattr(koloda.research, name)
    except ModuleNotFoundError as error:
        assert str(error) == f"koloda.research.{name} needs numpy: pip install 'koloda[research]'", error
    else:
        raise SystemExit(name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    path.stem: re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
    for path in DOCS.rglob("*.md")
}


@pytest.mark.parametrize(
    "page", sorted(page for page, blocks in PAGES.items() if "import numpy" in "".join(blocks))
)
def test_the_snippets_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """tests/test_docs.py leaves out pages that need an extra."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for block in PAGES[page]:
        smaller = block.replace("deals=1024", "deals=16").replace("range(1000)", "range(100)")
        exec(compile(smaller, page, "exec"), names)
    if page == "research":
        assert names["done"] is True
    if page == "agent":
        assert Net.load("first.npz").game == "durak"


@every_game
def test_a_picture_is_svg_with_the_cards_of_the_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    env = aec_env(name, render_mode="svg")
    env.reset(seed=2)
    view = env.table.state.view(env.table.state.actor)
    texts: list[str | None] = []
    for drawn in (True, False):  # with the cards of the client, where it is built, and without
        if not drawn:
            monkeypatch.setattr(picture, "drawings", dict)
        root = ET.fromstring(env.render() or "")
        used = [each.get("href") for each in root.iter("{http://www.w3.org/2000/svg}use")]
        ids = {f"#{each.get('id')}" for each in root.iter("{http://www.w3.org/2000/svg}symbol")}
        assert set(used) == ids
        assert len(used) >= len(view["hand"])
        texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(view["hand"]) <= set(texts)


def test_what_a_view_says_is_no_markup_in_a_picture() -> None:
    text = picture.picture(koloda.game("durak"), {"seats": 2, "phase": "<script>&", "hand": ["6H"]})
    assert "<script>" not in text
    assert "&lt;script&gt;&amp;" in text
