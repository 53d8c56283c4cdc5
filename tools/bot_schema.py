"""Writes the JSON Schema of the bot protocol: `python tools/bot_schema.py`.

The source is `koloda.arena.external.messages`, with which the judge itself writes and reads. With `--check`
nothing is written; the exit code says whether docs/bot-protocol.schema.json is up to date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.arena.external.messages import JUDGE_TYPES, PROGRAM_TYPES, PROTOCOL  # noqa: E402

FILE = ROOT / "docs" / "bot-protocol.schema.json"


def schema() -> str:
    """Any line of the protocol; `$defs` has FromJudge and FromProgram for one direction."""
    found, parts = msgspec.json.schema_components(
        (*JUDGE_TYPES, *PROGRAM_TYPES), ref_template="#/$defs/{name}"
    )
    references = list(found)
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": PROTOCOL,
        "description": "One line of the protocol. Made by tools/bot_schema.py; do not edit.",
        "anyOf": [{"$ref": "#/$defs/FromJudge"}, {"$ref": "#/$defs/FromProgram"}],
        "$defs": {
            "FromJudge": {"anyOf": references[: len(JUDGE_TYPES)]},
            "FromProgram": {"anyOf": references[len(JUDGE_TYPES) :]},
            **dict(sorted(parts.items())),
        },
    }
    return json.dumps(whole, indent=1) + "\n"


def main() -> int:
    text = schema()
    if "--check" in sys.argv[1:]:
        return 0 if FILE.exists() and FILE.read_text("utf-8") == text else 1
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
