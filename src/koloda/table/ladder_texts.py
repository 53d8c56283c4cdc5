"""What the ladder's endpoints say to people."""

from __future__ import annotations

from koloda.core.texts import texts

TEXTS: dict[str, dict[str, str]] = texts("ladder")
