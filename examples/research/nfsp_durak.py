"""Neural fictitious self-play on a Durak small enough to know the answer, in NumPy alone.

    export OPENBLAS_NUM_THREADS=1      # for networks as small as this one threads cost more than they bring
    python examples/research/nfsp_durak.py --plot nfsp.svg
    python examples/research/nfsp_durak.py --short       # a few seconds: does it run?

In each deal each seat plays either a best response (one network gives the values of all actions, by what came
of them) or its average (another network learns which actions the best responses chose, over all the time).
The average comes near to an equilibrium; how near is measured exactly, at every information set.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from small_durak import GIVEN, OPTIONS
from training import Adam, drawn, plot, policy_of

import koloda
from koloda.core.encoding import Lens
from koloda.research import VecEnv
from koloda.research.arrays import Window
from koloda.research.nets import Net
from koloda.research.solving import SmallGame
from koloda.research.trees import Tree

SEATS = 2


class Memory:
    """Decisions and results: the last ones, or, as a reservoir, a fair sample of all that there were."""

    def __init__(self, size: int, env: VecEnv, reservoir: bool, rng: np.random.Generator) -> None:
        self.rows = np.zeros((size, env.places), np.uint8)
        self.masks = np.zeros((size, env.num_actions), bool)
        self.actions = np.zeros(size, np.int64)
        self.results = np.zeros(size)
        self.reservoir, self.rng, self.count = reservoir, rng, 0

    def add(self, row: np.ndarray, mask: np.ndarray, action: int, result: float = 0.0) -> None:
        size = len(self.rows)
        chosen = self.reservoir and self.count >= size
        at = int(self.rng.integers(self.count + 1)) if chosen else self.count % size
        self.count += 1
        if at < size:
            self.rows[at], self.masks[at] = row, mask
            self.actions[at], self.results[at] = action, result

    def sample(self, size: int) -> np.ndarray:
        return self.rng.integers(min(self.count, len(self.rows)), size=size)


class Judge:
    """How far a network's policy is from an equilibrium: exactly, from all information sets at once."""

    def __init__(self, game: SmallGame, encoder: Any) -> None:
        self.game = game
        sets = [each for each in game.tree.sets if len(each.actions) > 1]
        lens = Lens(encoder)
        self.rows = np.zeros((len(sets), int(encoder.words) * 8), np.uint8)
        self.masks = np.zeros((len(sets), int(encoder.num_actions)), bool)
        for number, each in enumerate(sets):
            lens.look(each.state, each.seat)
            self.rows[number] = Window(lens.seen.words, np.uint8, self.rows[number].shape).array
            self.masks[number, each.actions] = True
        # of every action of these sets: its seat and sequence, the row and the column of its probability
        self.places = np.array(
            [
                (each.seat, each.first + place, number, action)
                for number, each in enumerate(sets)
                for place, action in enumerate(each.actions)
            ]
        )

    def exploitability(self, net: Net) -> float:
        chances = policy_of(net.forward(self.rows)[-1], self.masks)
        policy = self.game.uniform()  # also where there is no choice
        for seat in range(SEATS):
            _, at, number, action = self.places[self.places[:, 0] == seat].T
            policy[seat][at] = chances[number, action]
        return self.game.exploitability(policy)


def main() -> None:
    parser = argparse.ArgumentParser(description="NFSP on small Durak")
    parser.add_argument("--short", action="store_true", help="four cards, a few steps")
    parser.add_argument("--steps", type=int, default=24_000, help="of 64 deals side by side")
    parser.add_argument("--best", type=float, default=0.2, help="how often a seat plays its best response")
    parser.add_argument("--curious", type=float, default=0.06, help="how often that takes any legal action")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", metavar="FILE", help="the learning curve as SVG")
    args = parser.parse_args()
    size = {"ranks": 2, "hand_size": 1} if args.short else {"ranks": 3, "hand_size": 1}
    deals, steps, batch = (32, 300, 64) if args.short else (64, args.steps, 256)

    start = time.process_time()
    rng = np.random.default_rng(args.seed)
    env = VecEnv("durak", deals, SEATS, {**OPTIONS, **size}, seed=args.seed)
    game = SmallGame(Tree(koloda.game("durak"), SEATS, {**OPTIONS, **size}, GIVEN))
    judge = Judge(game, env.encoder)
    layers = [env.places, 128, env.num_actions]
    values, average = Net.random("durak", SEATS, layers, args.seed), Net.random("durak", SEATS, layers, 1)
    learn_values, learn_average = Adam(values, 1e-3), Adam(average, 1e-3)
    recent = Memory(20_000, env, False, rng)
    chosen = Memory(200_000, env, True, rng)
    responds = rng.random((deals, SEATS)) < args.best  # which seats of which deals play a best response
    waiting: list[list[tuple[Any, ...]]] = [[] for _ in range(deals)]
    curve: list[tuple[float, float]] = []
    step = env.reset(args.seed)
    for number in range(steps + 1):
        if number % (steps // 3 if args.short else steps // 12) == 0:
            curve.append((number * deals, judge.exploitability(average)))
            told = f"{number * deals:>8} decisions, {time.process_time() - start:5.0f} s"
            print(f"{told}: exploitability {curve[-1][1]:.4f}", flush=True)
        seen, masks, seats = step.observations.copy(), step.masks.astype(bool), step.seats.copy()
        best = np.where(masks, values.forward(seen)[-1], -np.inf).argmax(1)
        usual = drawn(policy_of(average.forward(seen)[-1], masks), rng)
        responding = responds[np.arange(deals), seats]
        any_ = responding & (rng.random(deals) < args.curious)
        actions = np.where(any_, env.sample(), np.where(responding, best, usual))
        choices = responding & (masks.sum(1) > 1)
        step = env.step(actions)
        for row in range(deals):
            if choices[row]:
                waiting[row].append((seen[row], masks[row], int(actions[row]), int(seats[row])))
                chosen.add(seen[row], masks[row], int(best[row]))
            if step.ended[row]:
                for *each, seat in waiting[row]:
                    recent.add(*each, step.rewards[row, seat])
                waiting[row].clear()
                responds[row] = rng.random(SEATS) < args.best
        if number % 2 == 0 and recent.count > batch:
            one = recent.sample(batch)
            forward = values.forward(recent.rows[one])
            slope = np.zeros_like(forward[-1])
            at = np.arange(batch), recent.actions[one]
            slope[at] = (forward[-1][at] - recent.results[one]) / batch
            learn_values.step(forward, slope)
            two = chosen.sample(batch)
            forward = average.forward(chosen.rows[two])
            slope = policy_of(forward[-1], chosen.masks[two])
            slope[np.arange(batch), chosen.actions[two]] -= 1
            learn_average.step(forward, slope / batch)
    if args.plot:
        plot(args.plot, "NFSP on small Durak: exploitability of the average", "decisions", {"NFSP": curve})


if __name__ == "__main__":
    main()
