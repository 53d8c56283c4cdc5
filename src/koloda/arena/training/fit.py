"""Finds the weights of a net by NumPy: Adam on mini batches, and a last part of every generation held back.

While it learns, a row of a table of masks is its own weights plus the sum of those of the mask's single bits,
so that a rare mask begins as the sum of its cards. Both are added up when the net is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from koloda.core.net import BITS, LANES, OFFSET, STRAIGHT, UNIT, Net
from koloda.core.outlook import Values
from koloda.core.weights import check_active

Array = NDArray[np.float32]
Whole = NDArray[np.int64]

BATCH = 4096
FEWEST_BATCHES = 8  # in which little data is taken
RATE = 0.003
LAST_RATE = 0.02  # of it, at the end: a cosine in between
DECAY = 5e-4  # of the tables, a step
HELD_BACK = 20  # one in so many
MOMENTS = (0.9, 0.999)
TINY = 1e-8


class Data(NamedTuple):
    """One generation."""

    features: NDArray[np.uint16]
    targets: Array
    weight: float


class Fitted(NamedTuple):
    net: Net
    explained: float  # the share of the variance of targets held back
    lessons: int


class Adam:
    def __init__(self, weights: Array) -> None:
        self.first = np.zeros_like(weights)
        self.second = np.zeros_like(weights)
        self.weights = weights
        self.steps = 0

    def step(self, gradient: Array, rate: float) -> None:
        self.steps += 1
        beta, gamma = MOMENTS
        self.first += (1 - beta) * (gradient - self.first)
        self.second += (1 - gamma) * (gradient * gradient - self.second)
        first = self.first / (1 - beta**self.steps)
        second = self.second / (1 - gamma**self.steps)
        self.weights -= np.float32(rate) * first / (np.sqrt(second) + np.float32(TINY))


class Learner:
    """A net while it learns, in floating point."""

    def __init__(self, values: Values, hidden: int, rng: np.random.Generator) -> None:
        self.hidden = hidden
        self.outputs = int(values.outputs)
        width = hidden + self.outputs

        def drawn(scale: float, *shape: int) -> Array:
            return rng.normal(0, scale, shape).astype(np.float32)

        self.rows = drawn(0.02, int(values.size), width)
        self.rows[:, hidden:] = 0
        self.tables = values.tables
        self.bits = [drawn(0.1, bits, width) for _, bits in values.tables]
        for each in self.bits:
            each[:, hidden:] = 0
        self.masks = {bits: masks(bits) for _, bits in values.tables}
        self.bias = np.full(hidden, 0.3, np.float32)
        self.weights = drawn(0.5 / hidden**0.5, hidden, self.outputs)
        self.base = np.zeros(self.outputs, np.float32)
        parts = [self.rows, *self.bits, self.bias, self.weights, self.base]
        self.adams = [Adam(part) for part in parts]

    def whole_rows(self) -> Array:
        """The rows with what their bits add."""
        rows = self.rows.copy()
        for (start, bits), weights in zip(self.tables, self.bits, strict=True):
            rows[start : start + 2**bits] += self.masks[bits] @ weights
        return rows

    def forward(self, rows: Array, features: NDArray[np.uint16]) -> tuple[Array, Array, Array]:
        """Sums of the hidden units, the units, the values."""
        sums = rows[features[:, 0]]
        for place in range(1, features.shape[1]):
            sums += rows[features[:, place]]
        before = sums[:, : self.hidden] + self.bias
        units = np.clip(before, 0, 1)
        return before, units, squashed(sums[:, self.hidden :] + units @ self.weights + self.base)

    def step(self, data: Data, weights: Array, rate: float) -> None:
        """One batch."""
        before, units, values = self.forward(self.whole_rows(), data.features)
        # the loss is the cross entropy, so that the gradient is the plain difference
        wrong = (values - data.targets) * weights[:, None] / np.float32(len(values))
        into = (wrong @ self.weights.T) * ((before > 0) & (before < 1))
        rows = scattered(data.features, np.concatenate([into, wrong], 1), len(self.rows))
        bits = [self.masks[bits].T @ rows[start : start + 2**bits] for start, bits in self.tables]
        gradients = [rows, *bits, into.sum(0), units.T @ wrong, wrong.sum(0)]
        for adam, gradient in zip(self.adams, gradients, strict=True):
            adam.step(gradient, RATE * rate)
        self.rows *= np.float32(1 - DECAY * rate)

    def net(self) -> Net:
        """In whole numbers."""
        rows = self.whole_rows()
        words = self.hidden // LANES
        straight = np.round(rows[:, self.hidden :] * STRAIGHT).astype(np.int64)
        table: Whole = np.concatenate([packed(rows[:, : self.hidden]), straight], 1)
        out = np.round(np.concatenate([self.weights, self.base[None, :]]).T * STRAIGHT).astype(np.int64)
        bias = packed(self.bias[None, :])
        assert bias.shape == (1, words)
        return Net(
            self.hidden,
            self.outputs,
            table.ravel().tolist(),
            bias.ravel().tolist(),
            out.ravel().tolist(),
        )


def masks(bits: int) -> Array:
    """Which bits each mask has."""
    return (np.arange(2**bits)[:, None] >> np.arange(bits) & 1).astype(np.float32)


def squashed(values: Array) -> Array:
    """One output between -1 and 1; several as shares that add up to 1."""
    if values.shape[1] == 1:
        return np.asarray(np.tanh(values), np.float32)
    powers = np.exp(values - values.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


def scattered(features: NDArray[np.uint16], gradients: Array, size: int) -> Array:
    """For each row the sum of the gradients of the positions in which its feature is active."""
    flat = features.ravel()
    order = np.argsort(flat, kind="stable")
    found, starts = np.unique(flat[order], return_index=True)
    result = np.zeros((size, gradients.shape[1]), np.float32)
    result[found] = np.add.reduceat(gradients[order // features.shape[1]], starts, axis=0)
    return result


def packed(rows: Array) -> Whole:
    """Hidden weights, four to a word."""
    whole = np.clip(np.round(rows * UNIT), -OFFSET, OFFSET - 1).astype(np.int64) + OFFSET
    words = np.zeros((len(rows), rows.shape[1] // LANES), np.int64)
    for lane in range(LANES):
        words |= whole[:, lane::LANES] << (BITS * lane)
    return words


def data_of(values: Values, lessons: Sequence[tuple[bytes, bytes]], weight: float) -> Data:
    """The lessons of one generation in arrays."""
    targets = np.frombuffer(b"".join(part for _, part in lessons), np.float32)
    targets = targets.reshape(-1, int(values.outputs))
    features = np.frombuffer(b"".join(part for part, _ in lessons), np.uint16)
    return Data(features.reshape(len(targets), -1), targets, weight)


def fit(
    values: Values,
    data: Sequence[Data],
    hidden: int,
    epochs: int,
    seed: int,
    report: Callable[[float], Any] = lambda share: None,
) -> Fitted:
    """The net that foretells the targets of these generations."""
    check_active(data[0].features.shape[1])
    kept = [len(each.targets) - len(each.targets) // HELD_BACK for each in data]
    features = np.concatenate([each.features[:count] for each, count in zip(data, kept, strict=True)])
    targets = np.concatenate([each.targets[:count] for each, count in zip(data, kept, strict=True)])
    weights = np.concatenate(
        [np.full(count, each.weight, np.float32) for each, count in zip(data, kept, strict=True)]
    )
    rng = np.random.default_rng(seed)
    learner = Learner(values, hidden, rng)
    batch = max(1, min(BATCH, len(targets) // FEWEST_BATCHES))
    steps = epochs * (len(targets) // batch)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(targets))
        for start in range(0, len(order) - batch + 1, batch):
            part = order[start : start + batch]
            rate = LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * step / steps))
            learner.step(Data(features[part], targets[part], 1.0), weights[part], float(rate))
            step += 1
            report(step / steps)
    explained = share_explained(
        learner,
        np.concatenate([each.features[count:] for each, count in zip(data, kept, strict=True)]),
        np.concatenate([each.targets[count:] for each, count in zip(data, kept, strict=True)]),
    )
    return Fitted(learner.net(), explained, sum(len(each.targets) for each in data))


def share_explained(learner: Learner, features: NDArray[np.uint16], targets: Array) -> float:
    """1: everything that was held back is foretold; 0: no better than its mean."""
    if len(targets) < 2:
        return 0.0
    values = learner.forward(learner.whole_rows(), features)[2]
    spread = float(np.mean((targets - targets.mean(0)) ** 2))
    return 1 - float(np.mean((values - targets) ** 2)) / spread if spread else 0.0
