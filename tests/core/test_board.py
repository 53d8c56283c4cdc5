"""A view in the terminal where a game brings no board of its own."""

from __future__ import annotations

from koloda.core.board import view_lines

VIEW = {
    "game": "tiny",
    "seat": 0,
    "seats": 2,
    "hand": ["6H", "7H"],
    "rows": [["6S", "7S"], []],
    "counts": {"first": 3, "second": None},
    "discard": [],
    "trump": None,
}


def bracketed(text: str, style: str) -> str:
    return f"<{text}>"


def test_a_view_is_written_key_by_key_and_what_is_empty_left_out() -> None:
    lines = view_lines(VIEW, bracketed, 80)
    assert lines == ["<hand:> 6H 7H", "<rows:> 6S 7S; -", "<counts:> first 3, second -"]


def test_a_long_value_goes_on_in_the_next_line() -> None:
    assert view_lines({"hand": ["6H"] * 6}, bracketed, 16) == ["<hand:> 6H 6H 6H", "    6H 6H 6H"]
