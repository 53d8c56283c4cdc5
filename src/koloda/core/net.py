"""A small network over features in whole numbers: the same bits compiled and interpreted.

Each feature has a row of weights, and the rows of the active ones are added up. Four hidden units of 15 bits
share a word, stored with an offset so that no lane runs under or over; behind them a row has one weight for
each output, which goes straight to it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.vecs import vec

LANES: Final = 4
BITS: Final = 15
LANE: Final = 0x7FFF
OFFSET: Final = 390  # of a weight in its lane: with so many features and a bias a lane stays below 2**15
MOST_ACTIVE: Final = 41
UNIT: Final = 256  # a hidden unit is clipped to 0 .. 1, here 0 .. UNIT
STRAIGHT: Final = 4096  # the scale of output weights
SCALE: Final = 9.5367431640625e-07  # 1 / (UNIT * STRAIGHT), exactly
STEP: Final = 16  # hidden units that are added up at once; their number is a multiple of it


class Net:
    """`feed` it the active features, then ask for its outputs."""

    features: i64
    hidden: i64
    outputs: i64
    width: i64  # words of a row
    rows: vec[i64]
    bias: vec[i64]  # of the hidden units, packed like a row
    weights: vec[i64]  # of each output the hidden units' and the bias
    units: vec[i64]
    straight: vec[i64]

    def __init__(
        self, hidden: i64, outputs: i64, rows: list[int], bias: list[int], weights: list[int]
    ) -> None:
        self.hidden = hidden
        self.outputs = outputs
        self.width = hidden // LANES + outputs
        self.features = i64(len(rows)) // self.width
        self.rows = vec[i64](rows)
        self.bias = vec[i64](bias)
        self.weights = vec[i64](weights)
        self.units = vec[i64]([0] * int(hidden))
        self.straight = vec[i64]([0] * int(outputs))

    def feed(self, active: vec[i64]) -> None:
        """Add up the rows of these features; the sums of four words at a time stay in registers."""
        rows = self.rows
        width = self.width
        count = i64(len(active))
        words = self.hidden // LANES
        base = OFFSET * (count + 1)
        j: i64 = 0
        while j < words:
            a = self.bias[j]
            b = self.bias[j + 1]
            c = self.bias[j + 2]
            d = self.bias[j + 3]
            for i in range(count):
                k = active[i] * width + j
                a += rows[k]
                b += rows[k + 1]
                c += rows[k + 2]
                d += rows[k + 3]
            self.unpack(j * LANES, a, base)
            self.unpack(j * LANES + LANES, b, base)
            self.unpack(j * LANES + 2 * LANES, c, base)
            self.unpack(j * LANES + 3 * LANES, d, base)
            j += 4
        for o in range(self.outputs):
            total: i64 = 0
            for i in range(count):
                total += rows[active[i] * width + words + o]
            self.straight[o] = total

    def unpack(self, first: i64, word: i64, base: i64) -> None:
        """Four hidden units, clipped."""
        units = self.units
        for lane in range(LANES):
            value = (word & LANE) - base
            word >>= BITS
            if value < 0:  # one expression of the three would be an object of Python's own
                value = 0
            elif value > UNIT:
                value = UNIT
            units[first + lane] = value

    def output(self, number: i64) -> float:
        """One output for the features that were fed last."""
        units = self.units
        weights = self.weights
        k = number * (self.hidden + 1)
        result = (self.straight[number] + weights[k + self.hidden]) * UNIT
        for j in range(self.hidden):
            result += units[j] * weights[k + j]
        if result < 0:  # the compiler shifts a negative number when it makes a float of it
            return -float(-result) * SCALE
        return float(result) * SCALE
