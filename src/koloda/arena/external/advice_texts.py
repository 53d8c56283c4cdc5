"""The sentences of the advice to authors of programs, by language."""

from __future__ import annotations

from koloda.core.texts import joined

TEXTS: dict[str, dict[str, str]] = joined("crashes", "programs")
