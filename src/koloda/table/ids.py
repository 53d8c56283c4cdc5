"""Names that the server gives: of tables, people, tokens, bans."""

from __future__ import annotations

import secrets


def new_id(size: int = 12) -> str:
    """So many random bytes as letters, digits, - and _; none begins with a dash, like an option."""
    while (name := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return name
