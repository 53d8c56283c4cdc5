"""What the server says about matches by correspondence, in every language."""

from __future__ import annotations

from koloda.core.texts import texts

TEXTS: dict[str, dict[str, str]] = texts("post")
