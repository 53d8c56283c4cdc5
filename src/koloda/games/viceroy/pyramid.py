"""The shape of a pyramid: places, open places, free cards. A row is the mask of the columns that hold a card.

A place is (level - 1) * 51 + column; column 25 is x = 0, so that x goes from -25 to 25.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLUMNS: Final = 51
CENTRE: Final = 25
LEVELS: Final = 5
PLACES: Final = 255
ALL_COLUMNS: Final = 0x7FFFFFFFFFFFF
SECTORS: Final = ["ll", "lr", "bl", "br"]  # of a circle


def place_text(place: int) -> str:
    return f"{place // COLUMNS + 1}:{place % COLUMNS - CENTRE}"


def base_ends(row: i64) -> i64:
    """The two open places of the base, which has no gaps; a column beyond the last is none."""
    leftmost = row & -row
    return ((row + leftmost) | (leftmost >> 1)) & ALL_COLUMNS


def resting(row: i64, above: i64) -> i64:
    """The open places above a row: both supports are there, the place is empty."""
    return row & (row >> 1) & ~above


def highest(row: i64) -> i64:
    """The set of the rightmost column."""
    row |= row >> 1
    row |= row >> 2
    row |= row >> 4
    row |= row >> 8
    row |= row >> 16
    row |= row >> 32
    return row - (row >> 1)


def outermost(row: i64, above: i64) -> i64:
    """The leftmost and the rightmost card of a row, unless a card rests on them."""
    if row == 0:
        return 0
    return ((row & -row) | highest(row)) & ~(above | above << 1)
