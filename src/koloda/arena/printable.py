"""Texts from outside made harmless for a terminal: any script as it is, control signs escaped."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """A name or message; line ends, escape sequences and signs that turn the direction are written out."""
    return "".join(sign if sign.isprintable() else escaped(sign) for sign in text)


def escaped(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


def printable_line(line: str) -> str:
    """A line of a transcript, whose characters are bytes."""
    return "".join(sign if " " <= sign <= "~" else f"\\x{ord(sign):02x}" for sign in line)


def columns(text: str) -> int:
    """How many columns a terminal needs for a printable text."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - columns(text))
