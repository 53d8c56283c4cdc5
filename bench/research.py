"""The speed of the environments: decisions per second of CPU time on one core, in random play.

    python bench/research.py [GAME ...] [--seconds 2] [--deals 64,256,1024] [--json FILE]

A figure includes the choice of a legal action, its check against the mask, the rules, new deals,
observations, masks, seats and rewards. Compare figures of one run only.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import koloda
from koloda.core.policy import random_playouts
from koloda.core.rng import Rng
from koloda.research import TextEnv, VecEnv, aec_env, gym_env, parallel_env


def rate(run: Callable[[], int], seconds: float) -> float:
    """Decisions per second of CPU time; `run` makes some and says how many."""
    run()
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        count += run()
    return count / (time.process_time() - begin)


def engine(name: str) -> Callable[[], int]:
    game, rng = koloda.game(name), Rng(1)
    return lambda: int(random_playouts(game.deal(seed=int(rng.next32())), 20, rng))


def vectorised(name: str, deals: int) -> Callable[[], int]:
    env = VecEnv(name, deals=deals)

    def run() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * deals

    return run


def by_numpy(name: str, deals: int) -> Callable[[], int]:
    """The same, the actions drawn by NumPy from the masks."""
    env, rng = VecEnv(name, deals=deals), np.random.default_rng(1)

    def run() -> int:
        scores = rng.random(env.now.masks.shape, np.float32) * env.now.masks
        env.step(scores.argmax(axis=1))
        return deals

    return run


def aec(name: str) -> Callable[[], int]:
    env, rng = aec_env(name), np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            seen, _, over, truncated, _ = env.last()
            if over or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                count += 1
        return count

    return run


def parallel(name: str) -> Callable[[], int]:
    env, rng = parallel_env(name), np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        seen, _ = env.reset()
        count = 0
        while env.agents:
            actions = {}
            for agent, each in seen.items():
                legal = np.flatnonzero(each["action_mask"])
                actions[agent] = int(legal[int(rng.random() * len(legal))])
                count += actions[agent] != env.nothing
            seen, *_ = env.step(actions)
        return count

    return run


def gym(name: str) -> Callable[[], int]:
    """Decisions of the learner alone; the others are played inside the step, by the heuristic."""
    env, rng = gym_env(name), np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        seen, _ = env.reset()
        count, over = 0, False
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            seen, _, over, _, _ = env.step(int(legal[int(rng.random() * len(legal))]))
            count += 1
        return count

    return run


def text(name: str) -> Callable[[], int]:
    env, rng = TextEnv(name, rules=False), Rng(1)
    env.reset(seed=1)

    def run() -> int:
        env.reset()
        assert env.state is not None
        for count in range(1, 41):
            seat, _ = env.get_observation()
            done, _ = env.step(env.game.text(int(env.state.random_legal(seat, rng))))
            if done:
                break
        return count

    return run


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--deals", default="64,256,1024")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if not koloda.compiled():
        print("koloda runs as plain Python: compile it first (python hatch_build.py)", file=sys.stderr)
    sizes = [int(size) for size in args.deals.split(",")]
    found: dict[str, dict[str, float]] = {}
    for name in args.games or [game.id for game in koloda.game_list()]:
        ways = {"engine alone": engine(name)}
        ways |= {f"VecEnv, {deals} deals": vectorised(name, deals) for deals in sizes}
        ways |= {
            f"VecEnv, {sizes[0]} deals, NumPy draws": by_numpy(name, sizes[0]),
            "PettingZoo AEC": aec(name),
            "PettingZoo parallel": parallel(name),
            "Gymnasium against the heuristic": gym(name),
            "text": text(name),
        }
        found[name] = {}
        for way, run in ways.items():
            found[name][way] = rate(run, args.seconds)
            print(f"{name:10} {way:34} {found[name][way]:14,.0f} /s", flush=True)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
