"""The messages of the WebSocket as JSON Schema. Their types for people are made by tools/wire_types.py."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from koloda.table import wire

REF = "#/$defs/{name}"


@functools.cache
def messages() -> dict[str, Any]:
    """JSON Schema of what a client sends and of what it gets."""
    (incoming, outgoing), definitions = msgspec.json.schema_components(
        [wire.Incoming, wire.AnyOutgoing], ref_template=REF
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of a koloda table",
        "properties": {"to_server": incoming, "to_client": outgoing},
        "$defs": definitions,
    }
