"""The words of a tournament's page, in English, Ukrainian and Russian."""

from __future__ import annotations

from koloda.core.texts import texts

TEXTS: dict[str, dict[str, str]] = texts("tournament-page")
