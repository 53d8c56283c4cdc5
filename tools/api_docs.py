"""Write the parts of docs/api.md that are made from the code: `python tools/api_docs.py`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.table.routes import WAYS  # noqa: E402
from koloda.table.schema import BLOCKS, types  # noqa: E402

DOCUMENT = ROOT / "docs" / "api.md"


def routes() -> str:
    lines = ["| request | | who |", "|---|---|---|"]
    for way in WAYS:
        query = "".join(f"{'&' if i else '?'}{name}" for i, (name, _) in enumerate(way.query))
        body = "" if way.body is None else f" `{getattr(way.body, '__name__', 'record')}`"
        body = "" if body == " `Nothing`" else body.replace("`dict`", "`record`")
        lines.append(f"| `{way.method} {way.path}{query}`{body} | {way.text} | {way.access} |")
    return "\n".join(lines)


def renewed(text: str) -> str:
    """The document with its made parts as the code has them now."""
    text = replaced(text, "<!-- routes -->", "<!-- /routes -->", routes())
    for name, kinds in BLOCKS.items():
        block = f"```ts\n{types(kinds)}\n```"
        text = replaced(text, f"<!-- types: {name} -->", "<!-- /types -->", block)
    return text


def replaced(text: str, begin: str, end: str, made: str) -> str:
    pattern = re.escape(begin) + r".*?" + re.escape(end)
    return re.sub(pattern, lambda _: f"{begin}\n\n{made}\n\n{end}", text, count=1, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8")), "utf-8")
