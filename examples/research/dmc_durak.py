"""Deep Monte Carlo on Durak for two, in NumPy alone: the value of an action is the mean of what came of it.

    export OPENBLAS_NUM_THREADS=1      # for networks as small as this one threads cost more than they bring
    python examples/research/dmc_durak.py --save durak.npz --plot durak.svg
    koloda match durak net:durak.npz heuristic --seats 2
    python examples/research/dmc_durak.py --short       # a few seconds: does it run?

One network gives the values of all actions; both seats take the best legal one, and sometimes any. When a
deal has ended, the values of the actions that were taken move towards its result.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from training import Adam, plot, win_rate

from koloda.research import VecEnv
from koloda.research.nets import Net

SEATS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description="Deep Monte Carlo on Durak")
    parser.add_argument("--short", action="store_true", help="a few steps")
    parser.add_argument("--steps", type=int, default=6000, help="of 64 deals side by side")
    parser.add_argument("--curious", type=float, default=0.1, help="how often any legal action is taken")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="the network as .npz")
    parser.add_argument("--plot", metavar="FILE", help="the learning curve as SVG")
    args = parser.parse_args()
    deals, steps, trials = (8, 60, 4) if args.short else (64, args.steps, 400)

    env = VecEnv("durak", deals, SEATS, seed=args.seed, max_steps=400)
    net = Net.random("durak", SEATS, [env.places, 256, env.num_actions], args.seed)
    adam, rng = Adam(net, 1e-3), np.random.default_rng(args.seed)
    step = env.reset(args.seed)
    waiting: list[list[tuple[Any, ...]]] = [[] for _ in range(deals)]
    ready: list[tuple[Any, ...]] = []
    curves: dict[str, list[tuple[float, float]]] = {"against random": [], "against heuristic": []}
    start = time.process_time()
    for number in range(steps + 1):
        if number % (steps if args.short else steps // 8) == 0:
            for name, line in curves.items():
                line.append((number * deals, win_rate(net, name.split()[-1], trials)))
            rates = ", ".join(f"{line[-1][1]:.3f} {name}" for name, line in curves.items())
            print(f"{number * deals:>8} decisions, {time.process_time() - start:5.0f} s: {rates}", flush=True)
        seen, seats = step.observations.copy(), step.seats.copy()
        values = np.where(step.masks, net.forward(seen)[-1], -np.inf)
        actions = values.argmax(1)
        any_ = rng.random(deals) < args.curious
        actions[any_] = env.sample()[any_]
        step = env.step(actions)
        for row in range(deals):
            waiting[row].append((seen[row], actions[row], int(seats[row])))
            if step.ended[row]:
                if not step.truncated[row]:
                    ready += [(*each[:2], step.rewards[row, each[2]]) for each in waiting[row]]
                waiting[row].clear()
        size = 32 if args.short else 512
        while len(ready) >= size:
            part, ready = ready[:size], ready[size:]
            rows, taken, results = (np.array(each) for each in zip(*part, strict=True))
            layers = net.forward(rows)
            slope = np.zeros_like(layers[-1])
            places = np.arange(len(part))
            slope[places, taken] = (layers[-1][places, taken] - results) / len(part)
            adam.step(layers, slope)
    if args.save:
        net.save(args.save)
    if args.plot:
        plot(args.plot, "Deep Monte Carlo on Durak: deals won", "decisions", curves)


if __name__ == "__main__":
    main()
