"""The description of the HTTP API in OpenAPI 3.1, made from the endpoints and the classes of the wire."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec

import koloda
from koloda.table import wire
from koloda.table.routes import ENDPOINTS, Endpoint

PARAMETER = re.compile(r"{(\w+)}")
REF = "#/components/schemas/{name}"


@functools.cache
def description() -> dict[str, Any]:
    """The whole document."""
    kinds = [
        kind
        for endpoint in ENDPOINTS
        for kind in (endpoint.answer, endpoint.body, *(k for _, k in endpoint.other))
        if kind
    ]
    kinds.append(wire.ErrorAnswer)
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint)
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
            "description": "Card games at a table. The messages of the WebSocket are in docs/api.md.",
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


def content(kind: Any, media: str = "application/json") -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return {media: {"schema": schema}}


def operation(endpoint: Endpoint) -> dict[str, Any]:
    responses: dict[str, Any] = {str(endpoint.status): {"description": endpoint.text}}
    if endpoint.answer is not None:
        responses[str(endpoint.status)]["content"] = content(endpoint.answer, endpoint.media)
    for status, kind in endpoint.other:
        responses[str(status)] = {"description": "not ready yet", "content": content(kind)}
    for status in sorted(possible(endpoint)):
        responses[str(status)] = {"description": "an error", "content": content(wire.ErrorAnswer)}
    found: dict[str, Any] = {
        "summary": endpoint.text,
        "operationId": endpoint.handler.__name__,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in PARAMETER.findall(endpoint.path)
            ),
            *(
                {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
                for name, text in endpoint.query
            ),
        ],
        "responses": responses,
    }
    if endpoint.body is not None:
        found["requestBody"] = {
            "required": endpoint.body is not wire.Nothing,
            "content": content(endpoint.body),
        }
    if endpoint.access:
        found["security"] = [{"admin": []}] if endpoint.access == "admin" else [{"cookie": []}, {"token": []}]
    return found


def possible(endpoint: Endpoint) -> set[int]:
    """The statuses of errors that this endpoint may answer with."""
    found = {429, 503}
    if endpoint.body is not None:
        found |= {400, 403, 413, 415}
    if endpoint.method == "DELETE":
        found.add(403)
    if endpoint.query:
        found.add(400)
    if endpoint.access:
        found |= {403} if endpoint.access == "admin" else {401, 403}
    if "{" in endpoint.path or endpoint.path.endswith(("/leaders", "/friends", "/blocks")):
        found.add(404)
    if endpoint.path.startswith("/api/tables/{") or endpoint.path == "/api/account":
        found |= {400, 409}
    if endpoint.path.startswith(("/api/ladder", "/api/admin/ladder")):
        found |= {404, 409}
    if endpoint.path in ("/api/login", "/api/recover", "/api/tables/{id}/join"):
        found.add(401)
    if endpoint.path.endswith(("/start", "/record", "/replay", "/analysis")):
        found.add(403)
    if endpoint.path.startswith(("/api/account/", "/api/bots/")):
        found |= {400, 409}
    return found
