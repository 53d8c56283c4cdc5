"""The network of learned values, against a plain one; and its files."""

from __future__ import annotations

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy_extensions import i64

from koloda.core.endings import Endings
from koloda.core.errors import KolodaError
from koloda.core.net import BITS, LANES, MOST_ACTIVE, OFFSET, SCALE, STEP, UNIT, Net
from koloda.core.outlook import Values
from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.core.weights import OLDER, check_active, packed, together, unpacked

FEATURES = 50


class Table:
    """Weights that are not packed."""

    def __init__(self, hidden: int, outputs: int, seed: int, extreme: bool = False) -> None:
        rng = Rng(seed)

        def drawn(least: int, most: int) -> int:
            if extreme:
                return most if rng.below(2) else least
            return int(rng.below(most - least + 1)) + least

        self.hidden = hidden
        self.outputs = outputs
        self.rows = [[drawn(-OFFSET, OFFSET - 1) for _ in range(hidden)] for _ in range(FEATURES)]
        self.straight = [[drawn(-9000, 9000) for _ in range(outputs)] for _ in range(FEATURES)]
        self.bias = [drawn(-OFFSET, OFFSET - 1) for _ in range(hidden)]
        self.out = [[drawn(-9000, 9000) for _ in range(hidden + 1)] for _ in range(outputs)]

    def values(self, active: list[int]) -> list[float]:
        sums = [b + sum(self.rows[f][j] for f in active) for j, b in enumerate(self.bias)]
        units = [min(UNIT, max(0, value)) for value in sums]
        found = []
        for number, weights in enumerate(self.out):
            straight = weights[-1] + sum(self.straight[f][number] for f in active)
            found.append((straight * UNIT + sum(map(int.__mul__, units, weights))) * SCALE)
        return found

    def net(self) -> Net:
        rows = [word for f in range(FEATURES) for word in (*lanes(self.rows[f]), *self.straight[f])]
        out = [weight for weights in self.out for weight in weights]
        return Net(self.hidden, self.outputs, rows, lanes(self.bias), out)


def lanes(weights: list[int]) -> list[int]:
    return [
        sum((weight + OFFSET) << (BITS * lane) for lane, weight in enumerate(weights[j : j + LANES]))
        for j in range(0, len(weights), LANES)
    ]


def values_of(net: Net, active: list[int]) -> list[float]:
    net.feed(vec[i64]([i64(feature) for feature in active]))
    return [net.output(number) for number in range(net.outputs)]


@given(
    st.sampled_from([STEP, 2 * STEP]),
    st.integers(1, 3),
    st.integers(0, 1000),
    st.booleans(),
    st.lists(st.integers(0, FEATURES - 1), max_size=MOST_ACTIVE),
)
def test_packed_words_give_what_plain_numbers_give(
    hidden: int, outputs: int, seed: int, extreme: bool, active: list[int]
) -> None:
    table = Table(hidden, outputs, seed, extreme)
    assert values_of(table.net(), active) == table.values(active)


@pytest.mark.parametrize("weight", [-OFFSET, OFFSET - 1])
def test_no_lane_runs_into_its_neighbour(weight: int) -> None:
    table = Table(STEP, 1, 1)
    table.rows = [[weight] * STEP for _ in range(FEATURES)]
    table.bias = [weight] * STEP
    active = [7] * MOST_ACTIVE
    assert values_of(table.net(), active) == table.values(active)


def test_more_features_at_once_are_refused() -> None:
    check_active(MOST_ACTIVE)
    with pytest.raises(KolodaError, match="41 at most"):
        check_active(MOST_ACTIVE + 1)


def some_values(name: str = "small", size: int = FEATURES, outputs: int = 2) -> Values:
    return Values(name, size, outputs, [], Endings())


def a_file() -> bytes:
    return packed(some_values(), Table(STEP, 2, 3).net(), {"by": "a test"})


def test_a_file_gives_back_the_net() -> None:
    data = a_file()
    table = Table(STEP, 2, 3)
    assert values_of(unpacked(some_values(), data), [1, 2, 3]) == table.values([1, 2, 3])
    assert json.loads(data.partition(b"\n")[0])["made"] == {"by": "a test"}


def test_a_file_of_before_is_read() -> None:
    line, _, rest = a_file().partition(b"\n")
    before = json.dumps({**json.loads(line), "format": OLDER}).encode() + b"\n"
    before += zlib.compress(together(zlib.decompress(rest)))
    table = Table(STEP, 2, 3)
    assert values_of(unpacked(some_values(), before), [1, 2, 3]) == table.values([1, 2, 3])


def changed(data: bytes, **facts: object) -> bytes:
    line, _, rest = data.partition(b"\n")
    return json.dumps({**json.loads(line), **facts}).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no learned values"),
        (b"\x00" * 100_000, "no learned values"),
        (b"[" * 19_000 + b"\n", "no learned values"),
        (b'{"format": "koloda-puzzles/1"}\n', "no learned values"),
        (a_file()[:-20], "damaged weights"),
        (a_file().partition(b"\n")[0] + b"\n", "damaged weights"),
        (changed(a_file(), sha256="0"), "damaged weights"),
        (changed(a_file(), name="large"), "learned for 'large', not for 'small'"),
        (changed(a_file(), hidden="16"), "another shape"),
        (changed(a_file(), hidden=17), "multiple of 16"),
        (changed(a_file(), hidden=32), "damaged weights"),
        (changed(a_file(), features=3), "another shape"),
    ],
)
def test_what_is_no_file_for_these_values_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(KolodaError, match=message):
        unpacked(some_values(), data)


def test_weights_that_could_overflow_are_refused() -> None:
    table = Table(STEP, 2, 3)
    table.rows[4][5] = 1 << 10
    with pytest.raises(KolodaError, match="out of range"):
        unpacked(some_values(), packed(some_values(), table.net(), {}))
    table = Table(STEP, 2, 3)
    table.straight[4][1] = -(2**40)
    with pytest.raises(KolodaError, match="out of range"):
        unpacked(some_values(), packed(some_values(), table.net(), {}))
