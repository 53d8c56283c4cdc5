"""Write the parts of docs/api.md that are made from the code: `python tools/api_docs.py`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, get_args

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tools.wire_types import Types  # noqa: E402

from koloda.table import wire  # noqa: E402
from koloda.table.routes import ENDPOINTS  # noqa: E402

DOCUMENT = ROOT / "docs" / "api.md"


def routes() -> str:
    lines = ["| request | | who |", "|---|---|---|"]
    for each in ENDPOINTS:
        query = "".join(f"{'&' if i else '?'}{name}" for i, (name, _) in enumerate(each.query))
        body = "" if each.body is None else f" `{getattr(each.body, '__name__', 'record')}`"
        body = "" if body == " `Nothing`" else body.replace("`dict`", "`record`")
        lines.append(f"| `{each.method} {each.path}{query}`{body} | {each.text} | {each.access} |")
    return "\n".join(lines)


def types(union: Any) -> str:
    """The messages of a union, and what they name, a line each."""
    found = Types()
    for message in get_args(union):
        found.note(message)
    bare = (re.sub(r" */\*\*.*?\*/\n", "", text).removeprefix("export ") for text in found.told.values())
    return "\n".join(" ".join(text.split()) for text in bare)


def renewed(text: str) -> str:
    """The document with its made parts as the code has them now."""
    text = replaced(text, "<!-- routes -->", "<!-- /routes -->", routes())
    for name, union in {"to the client": wire.AnyOutgoing, "to the server": wire.Incoming}.items():
        block = f"```ts\n{types(union)}\n```"
        text = replaced(text, f"<!-- types: {name} -->", "<!-- /types -->", block)
    return text


def replaced(text: str, begin: str, end: str, made: str) -> str:
    pattern = re.escape(begin) + r".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n\n{made}\n\n{end}", text, count=1, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8")), "utf-8")
