"""The messages of the WebSocket as JSON Schema for programs, and as types for people (docs/api.md)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

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


def types(kinds: Iterable[type[msgspec.Struct]]) -> str:
    """Classes of the wire, and those that they name, in the notation of TypeScript."""
    told: dict[str, str] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop(0)
        if kind.__name__ in told:
            continue
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        fields = [f'{info.tag_field}: "{info.tag}"'] if info.tag_field else []
        found: list[type[msgspec.Struct]] = []
        for field in info.fields:
            optional = "" if field.required else "?"
            fields.append(f"{field.encode_name}{optional}: {noted(field.type, found)}")
        told[kind.__name__] = f"type {kind.__name__} = {{ {'; '.join(fields)} }};"
        waiting += found
    return "\n".join(told.values())


def noted(kind: inspect.Type, found: list[type[msgspec.Struct]]) -> str:
    """One type; classes in it are added to `found`."""
    match kind:
        case inspect.Metadata():
            return noted(kind.type, found)
        case inspect.StructType():
            found.append(kind.cls)
            return str(kind.cls.__name__)
        case inspect.UnionType():
            parts = [noted(each, found) for each in kind.types]
            return " | ".join(dict.fromkeys(sorted(parts, key=lambda part: part == "null")))
        case inspect.ListType():
            inner = noted(kind.item_type, found)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.DictType():
            return f"Record<string, {noted(kind.value_type, found)}>"
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
    return "any"


BLOCKS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "to the client": (
        *(wire.TableOut, wire.Update, wire.Ok, wire.ErrorOut, wire.WhyOut, wire.HintOut, wire.ChatOut),
        *(wire.Pong, wire.Bye),
    ),
    "to the server": (*(wire.Act, wire.Why, wire.Hint, wire.Chat, wire.Ping, wire.NextDeal, wire.SetLang),),
}
