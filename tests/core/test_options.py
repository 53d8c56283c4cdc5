"""Values from outside, as messages show them."""

from __future__ import annotations

import pytest

from koloda.core.options import SEATS, Option, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"),
        (-(10**40) + 1, "-999999999999999999999999999999999999..."),
        (10**40 - 1, "9" * 40),
        (10**40, "a huge number"),
        (-(10**5000), "a huge number"),
        (True, "true"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 37 + "..."),
        ("a\nb", "'a\\nb'"),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str) else "",
)
def test_a_value_is_shown_as_typed_in_one_line_that_ends(value: object, text: str) -> None:
    assert shown(value) == text


def test_an_option_applies_where_all_its_conditions_hold() -> None:
    option = Option("solo", 1, "", most=3, only={SEATS: (1, 2), "mode": ("points",)})
    assert option.applies(1, {"mode": "points"})
    assert not option.applies(3, {"mode": "points"})
    assert not option.applies(2, {"mode": "wins"})
    assert Option("always", False, "").applies(5, {})
