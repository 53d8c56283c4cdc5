"""One library at random play, for peers_environments.py, which calls this with that library's interpreter.

    python bench/peer_parts.py koloda|rlcard|openspiel|adapter|pgx SECONDS

Prints JSON: decisions per second of CPU time by name. It imports nothing that only another part needs.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

FOUND: dict[str, float] = {}


def measure(name: str, run: Callable[[], int], seconds: float) -> None:
    """`run` makes some decisions and says how many."""
    run()
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        count += run()
    FOUND[name] = count / (time.process_time() - begin)


def pettingzoo_run(env: Any) -> Callable[[], int]:
    import numpy as np

    rng = random.Random(1)

    def run() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            seen, _, over, truncated, _ = env.last()
            if over or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            count += 1
        return count

    return run


def spiel_run(game: Any) -> Callable[[], int]:
    """The state API from Python, no tensors."""
    rng = random.Random(1)

    def run() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                count += 1
        return count

    return run


def koloda_part(seconds: float) -> None:
    import koloda
    from koloda.research import VecEnv, aec_env

    for game in koloda.game_list():
        env = VecEnv(game.id, deals=1024)

        def run(env: Any = env) -> int:
            for _ in range(4):
                env.step(env.sample())
            return 4 * 1024

        measure(f"koloda {game.id}, {env.seats} seats, VecEnv of 1024", run, seconds)
    for name, seats in (("durak", 4), ("yassa", 2)):
        one = aec_env(name, seats=seats)
        one.reset(seed=1)
        measure(f"koloda {name}, {seats} seats, PettingZoo AEC", pettingzoo_run(one), seconds)


def rlcard_part(seconds: float) -> None:
    import rlcard
    from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

    rng = random.Random(1)
    env = rlcard.make("uno", config={"seed": 1})

    def run() -> int:
        state, _ = env.reset()
        count = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            count += 1
        return count

    measure("RLCard Uno, 2 players, env.step", run, seconds)
    raw = RLCardBase("uno", 2, (4, 4, 15))
    raw.render_mode = None
    raw.reset(seed=1)
    measure("RLCard Uno, 2 players, PettingZoo AEC", pettingzoo_run(raw), seconds)


def openspiel_part(seconds: float) -> None:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers those written in Python

    for name in (
        "crazy_eights(players=4)",
        "hearts",
        "leduc_poker",
        "python_kuhn_poker",
        "python_liars_poker",
    ):
        try:
            game = pyspiel.load_game(name)
        except pyspiel.SpielError:
            continue  # not in this version
        measure(f"OpenSpiel {name}, state API", spiel_run(game), seconds)


def adapter_part(seconds: float) -> None:
    import pyspiel

    from koloda.research import openspiel  # noqa: F401 - registers python_koloda

    for name in ("durak", "yassa"):
        game = pyspiel.load_game("python_koloda", {"game": name, "seats": 2})
        measure(f"koloda {name}, 2 seats, OpenSpiel adapter, state API", spiel_run(game), seconds)


def pgx_part(seconds: float) -> None:
    import jax
    import jax.numpy as jnp
    import pgx

    batch, chunk = 1024, 16
    env = pgx.make("sparrow_mahjong")

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, one, two = jax.random.split(key, 3)
        action = jax.random.categorical(one, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        after = jax.vmap(env.step)(state, action)
        done = after.terminated | after.truncated
        fresh = jax.vmap(env.init)(jax.random.split(two, batch))
        state = jax.tree_util.tree_map(
            lambda a, b: jnp.where(done.reshape((-1,) + (1,) * (a.ndim - 1)), a, b), fresh, after
        )
        return (state, key), state.observation.astype(jnp.float32).sum()  # used, or XLA leaves it out

    many = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=chunk))
    key = jax.random.PRNGKey(1)
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key]

    def run() -> int:
        (now[0], now[1]), out = many(now[0], now[1])
        jax.block_until_ready(out)
        return batch * chunk

    measure("Pgx sparrow_mahjong, batch of 1024, inside XLA on the CPU", run, seconds)


if __name__ == "__main__":
    globals()[f"{sys.argv[1]}_part"](float(sys.argv[2]))
    print(json.dumps(FOUND))
