"""Sets of small numbers as the bits of an integer."""

from mypy_extensions import i64


def shifted(m: i64, n: i64) -> i64:
    """m << n, as a function: mypyc computes (literal << n) in 32 bits."""
    return m << n


def bit(n: i64) -> i64:
    """The set of the one number n."""
    return shifted(1, n)


def popcount(m: i64) -> i64:
    """How many bits of m are set (m below 2**62)."""
    m -= (m >> 1) & 0x1555555555555555  # a literal of 2**62 or more would be a Python object
    m = (m & 0x3333333333333333) + ((m >> 2) & 0x3333333333333333)
    m = (m + (m >> 4)) & 0x0F0F0F0F0F0F0F0F
    m += m >> 8
    m += m >> 16
    m += m >> 32
    return m & 127


def lowest(m: i64) -> i64:
    """The number of the lowest set bit of m (m not 0)."""
    return popcount((m & -m) - 1)


def nth(m: i64, n: i64) -> i64:
    """The number of the n-th set bit of m, counted from 0."""
    while n > 0:
        m &= m - 1
        n -= 1
    return lowest(m)


def members(m: i64) -> list[i64]:
    """The numbers in the set, ascending."""
    result: list[i64] = []
    while m:
        result.append(lowest(m))
        m &= m - 1
    return result


if __file__.endswith(".py"):
    globals()["popcount"] = int.bit_count  # interpreted, the method of int is ten times faster
