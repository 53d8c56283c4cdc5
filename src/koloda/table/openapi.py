"""The description of the HTTP API in OpenAPI 3.1, made from the list of doors and the classes of the wire."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec

import koloda
from koloda.table import wire
from koloda.table.routes import WAYS, Way

PARAMETER = re.compile(r"{(\w+)}")
REF = "#/components/schemas/{name}"


@functools.cache
def description() -> dict[str, Any]:
    """The whole document."""
    kinds = [kind for way in WAYS for kind in (way.answer, way.body, *(k for _, k in way.other)) if kind]
    kinds.append(wire.ErrorAnswer)
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for way in WAYS:
        paths.setdefault(way.path, {})[way.method.lower()] = operation(way)
    for path, text, media in (
        ("/healthz", "is the server ready?", "application/json"),
        ("/metrics", "figures for Prometheus", "text/plain"),
    ):
        paths[path] = {
            "get": {
                "summary": text,
                "operationId": path.strip("/"),
                "responses": {"200": {"description": text, "content": {media: {}}}},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "koloda",
            "version": koloda.__version__,
            "description": "Five card games at a table. The messages of the WebSocket are in docs/api.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "koloda"},
                "token": {"type": "http", "scheme": "bearer"},
                "admin": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def content(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return {"application/json": {"schema": schema}}


def operation(way: Way) -> dict[str, Any]:
    responses: dict[str, Any] = {str(way.status): {"description": way.text}}
    if way.answer is not None:
        responses[str(way.status)]["content"] = content(way.answer)
    for status, kind in way.other:
        responses[str(status)] = {"description": "not ready yet", "content": content(kind)}
    for status in sorted(possible(way)):
        responses[str(status)] = {"description": "an error", "content": content(wire.ErrorAnswer)}
    found: dict[str, Any] = {
        "summary": way.text,
        "operationId": way.handler.__name__,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in PARAMETER.findall(way.path)
            ),
            *(
                {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
                for name, text in way.query
            ),
        ],
        "responses": responses,
    }
    if way.body is not None:
        found["requestBody"] = {"required": way.body is not wire.Nothing, "content": content(way.body)}
    if way.access:
        found["security"] = [{"admin": []}] if way.access == "admin" else [{"cookie": []}, {"token": []}]
    return found


def possible(way: Way) -> set[int]:
    """The statuses of errors that this door may answer with."""
    found = {429, 503}
    if way.body is not None:
        found |= {400, 403, 413, 415}
    if way.method == "DELETE":
        found.add(403)
    if way.query:
        found.add(400)
    if way.access:
        found |= {401} if way.access == "session" else {403}
    if "{" in way.path:
        found.add(404)
    if way.path.startswith("/api/tables/{") or way.path == "/api/account":
        found |= {400, 409}
    if way.path in ("/api/login", "/api/tables/{id}/join"):
        found.add(401)
    if way.path.endswith("/start") or way.access == "session":
        found.add(403)
    return found
