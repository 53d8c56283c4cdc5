"""PPO with self-play on Yassa for two, with masks, in NumPy alone: a minute or two on one core.

    export OPENBLAS_NUM_THREADS=1      # for networks as small as this one threads cost more than they bring
    python examples/research/ppo_yassa.py --save yassa.npz --plot yassa.svg
    koloda match yassa net:yassa.npz heuristic --seats 2
    python examples/research/ppo_yassa.py --short       # a few seconds: does it run?

One network plays both seats. A decision's return is what its seat has in the end (+1 won, -1 lost): there is
nothing to be had before. Deals that are under way when a batch is full go on in the next one.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from training import Adam, drawn, plot, policy_of, win_rate

from koloda.research import VecEnv
from koloda.research.nets import Net

SEATS = 2
CLIP = 0.2


class Collector:
    """Self-play: decisions wait until their deal has ended, then they have a return."""

    def __init__(self, deals: int, seed: int) -> None:
        self.env = VecEnv("yassa", deals, SEATS, seed=seed, max_steps=400)
        self.step = self.env.reset(seed)
        self.rng = np.random.default_rng(seed)
        self.waiting: list[list[tuple[Any, ...]]] = [[] for _ in range(deals)]

    def collect(self, net: Net, least: int) -> tuple[np.ndarray, ...]:
        """At least so many decisions: observations, masks, actions, their log-probabilities, returns."""
        ready: list[tuple[Any, ...]] = []
        while len(ready) < least:
            seen, masks, seats = (
                self.step.observations.copy(),
                self.step.masks.astype(bool),
                self.step.seats.copy(),
            )
            chances = policy_of(net.forward(seen)[-1][:, : self.env.num_actions], masks)
            actions = drawn(chances, self.rng)
            logs = np.log(chances[np.arange(len(actions)), actions])
            self.step = self.env.step(actions)
            for row, waiting in enumerate(self.waiting):
                waiting.append((seen[row], masks[row], actions[row], logs[row], int(seats[row])))
                if self.step.ended[row]:
                    if not self.step.truncated[row]:
                        ends = np.sign(self.step.rewards[row])
                        ready += [(*each[:4], ends[each[4]]) for each in waiting]
                    waiting.clear()
        return tuple(np.array(part) for part in zip(*ready, strict=True))


def improve(
    net: Net, adam: Adam, batch: tuple[np.ndarray, ...], epochs: int, rng: np.random.Generator
) -> None:
    """Some passes of clipped policy gradients; the last output is the value."""
    seen, masks, actions, logs, returns = batch
    count = len(actions)
    values = net.forward(seen)[-1][:, -1]
    gains = returns - values
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count, 512):
            part = order[start : start + 512]
            layers = net.forward(seen[part])
            outputs = layers[-1]
            chances = policy_of(outputs[:, :-1], masks[part])
            rows = np.arange(len(part))
            ratio = np.exp(np.log(chances[rows, actions[part]] + 1e-12) - logs[part])
            gain = gains[part]
            open_ = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # beyond it there is no slope
            weight = -gain * ratio * open_
            slope = np.zeros_like(outputs)
            slope[:, :-1] = -chances * weight[:, None]
            slope[rows, actions[part]] += weight
            entropy = -(chances * np.log(chances + 1e-12)).sum(1, keepdims=True)
            slope[:, :-1] += 0.01 * chances * (np.log(chances + 1e-12) + entropy)
            slope[:, -1] = outputs[:, -1] - returns[part]
            adam.step(layers, (slope / len(part)).astype(np.float32))


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO on Yassa")
    parser.add_argument("--short", action="store_true", help="one small round")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--decisions", type=int, default=8192, help="in a round")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="the network as .npz")
    parser.add_argument("--plot", metavar="FILE", help="the learning curve as SVG")
    args = parser.parse_args()
    rounds, decisions, trials = (1, 128, 4) if args.short else (args.rounds, args.decisions, 400)

    collector = Collector(4 if args.short else 128, args.seed)
    places = collector.env.places
    net = Net.random("yassa", SEATS, [places, 128, collector.env.num_actions + 1], args.seed)
    adam, rng = Adam(net, 1e-3), np.random.default_rng(args.seed)
    curves: dict[str, list[tuple[float, float]]] = {"against random": [], "against easy": []}
    total, start = 0, time.process_time()
    for number in range(rounds + 1):
        if number % 5 == 0 or number == rounds:
            for name, line in curves.items():
                line.append((total, win_rate(net, name.split()[-1], trials)))
            rates = ", ".join(f"{line[-1][1]:.3f} {name}" for name, line in curves.items())
            print(f"{total:>8} decisions, {time.process_time() - start:5.0f} s: {rates}", flush=True)
        if number < rounds:
            batch = collector.collect(net, decisions)
            improve(net, adam, batch, 3, rng)
            total += len(batch[0])
    if args.save:
        net.save(args.save)
    if args.plot:
        plot(args.plot, "PPO self-play on Yassa: deals won", "decisions", curves)


if __name__ == "__main__":
    main()
