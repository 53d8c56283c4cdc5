# not compiled: text, made for people
"""The sentences for the reasons of reasons.py."""

from __future__ import annotations

from koloda.core.texts import section_of

TEMPLATES: dict[str, dict[str, str]] = section_of("koloda.games.durak", "reasons")
