"""What the examples share: gradients and Adam for koloda's small networks, play against bots, and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from koloda.research import VecEnv
from koloda.research.nets import Net

FONT = 'font-family="sans-serif" font-size="13"'


class Adam:
    """Steps down the gradient of a network."""

    def __init__(self, net: Net, rate: float) -> None:
        self.net, self.rate, self.steps = net, rate, 0
        self.means = [np.zeros_like(part) for layer in net.layers for part in layer]
        self.squares = [np.zeros_like(part) for layer in net.layers for part in layer]

    def step(self, values: list[np.ndarray], slope: np.ndarray) -> None:
        """`values` are those of a forward pass, `slope` the gradient of the loss at the outputs."""
        gradients: list[np.ndarray] = []
        for number in range(len(self.net.layers) - 1, -1, -1):
            weights, _ = self.net.layers[number]
            gradients[:0] = [values[number].T @ slope, slope.sum(0)]
            if number:
                slope = (slope @ weights.T) * (values[number] > 0)
        self.steps += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        parts = [part for layer in self.net.layers for part in layer]
        for part, gradient, mean, square in zip(parts, gradients, self.means, self.squares, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            part -= rate * mean / (np.sqrt(square) + 1e-8)


def policy_of(outputs: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Probabilities of the legal actions."""
    outputs = np.where(masks, outputs, -np.inf)
    chances = np.exp(outputs - outputs.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for every row, by its probabilities."""
    below = chances.cumsum(1)
    places = (below < rng.random((len(chances), 1)) * below[:, -1:]).sum(1)
    return np.minimum(places, chances.shape[1] - 1)


def win_rate(net: Net, others: str, deals: int, seed: int = 99) -> float:
    """How often seat 0 has more than nothing when it plays by the highest output and the rest by a bot."""
    env = VecEnv(net.game, min(deals, 128), net.seats, seed=seed, learner=0, others=others, max_steps=500)
    step, won, played = env.reset(seed), 0, 0
    while played < deals:
        outputs = net.forward(step.observations)[-1][:, : env.num_actions]
        step = env.step(np.where(step.masks, outputs, -np.inf).argmax(1))
        ended = step.ended > 0
        won += int((step.rewards[ended, 0] > 0).sum())
        played += int(ended.sum())
    return won / played


def plot(path: Path | str, title: str, across: str, lines: dict[str, Sequence[tuple[float, float]]]) -> None:
    """Curves as an SVG file; nothing but text is needed for that."""
    points = [point for line in lines.values() for point in line]
    most = max(x for x, _ in points) or 1
    low, high = min(0.0, *(y for _, y in points)), max(y for _, y in points) or 1
    colours = ["#1f5fa8", "#b3261e", "#2f7d32", "#8a5a00"]

    def place(x: float, y: float) -> str:
        return f"{60 + 520 * x / most:.1f},{300 - 250 * (y - low) / (high - low):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 350" {FONT}>',
        '<rect width="640" height="350" fill="#fff"/>',
        f'<text x="60" y="28" font-size="16">{title}</text>',
        '<path d="M60 40V300H590" fill="none" stroke="#444"/>',
        f'<text x="590" y="325" text-anchor="end">{across}: {most:g}</text>',
        f'<text x="54" y="55" text-anchor="end">{high:.3g}</text>',
        f'<text x="54" y="300" text-anchor="end">{low:.3g}</text>',
    ]
    for number, (name, line) in enumerate(lines.items()):
        colour = colours[number % len(colours)]
        points_ = " ".join(place(*point) for point in line)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points_}"/>')
        parts.append(f'<text x="{70 + 170 * number}" y="343" fill="{colour}">{name}</text>')
    Path(path).write_text("\n".join([*parts, "</svg>", ""]), "utf-8")
