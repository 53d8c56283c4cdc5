"""The application: all endpoints, the headers of every answer, the browser client, and start and stop."""

from __future__ import annotations

import functools
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.table import api, wire
from koloda.table.bot_socket import bot_socket
from koloda.table.http import answer, endpoint, packed, problem, server_of
from koloda.table.openapi import description
from koloda.table.routes import ENDPOINTS
from koloda.table.schema import messages
from koloda.table.server import Server, Settings, origin_of
from koloda.table.socket import table_socket

STATIC = Path(__file__).parent / "static"
DOCS = Path(__file__).parent / "docs"  # the documentation, where tools/docs has built it
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
# the pages of the documentation align their tables by attributes, and their scripts write HTML
DOCS_CSP = CSP.replace("; require-trusted-types-for 'script'", "").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# those that the tables of some systems do not have, or have wrong
TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PICTURE = "/social.jpg"
NO_CLIENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>koloda</title>
<h1>koloda</h1><p>The server runs, but the browser client was not built into this installation.</p>
<p>Build it with Node: <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, or install koloda
without <code>KOLODA_SKIP_WEB</code>. The <a href="/api/openapi.json">API</a> works without it.</p></html>"""


class Headers:
    """Adds the security headers, and counts the answers."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        where = self.server.settings.metrics
        if where and scope["type"] != "lifespan" and where.endswith(f":{(scope['server'] or ('', 0))[1]}"):
            if scope["path"] not in ("/metrics", "/healthz"):  # this port has nothing else
                scope["path"] = "/api/"
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def out(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in HEADERS if name not in names),
                ]
                if scope["path"].startswith("/api/") and b"cache-control" not in names:
                    message["headers"].append((b"cache-control", b"no-store"))
                route = scope.get("route")
                path = getattr(route, "path", "other")
                self.server.metrics.requests.add(scope["method"], path, str(message["status"]))
            await send(message)

        await self.app(scope, receive, out)


def file(request: Request, path: Path, age: str) -> Response:
    """A file, or the compressed copy that the build has put beside it, for those who can read that."""
    headers = {"cache-control": age}
    media = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = path.with_name(f"{path.name}.gz")
    if packed.is_file():
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            path = packed
    return FileResponse(path, headers=headers, media_type=media)


def page(request: Request, path: Path) -> Response:
    """The client's page; other sites show its picture only if they are told the whole address."""
    origins = server_of(request).settings.origins
    if not origins:
        return file(request, path, "no-cache")
    text = path.read_text("utf-8").replace(f'"{PICTURE}"', f'"{origin_of(origins[0])}{PICTURE}"', 1)
    return packed(request, HTMLResponse(text, headers={"cache-control": "no-cache"}))


async def client(request: Request) -> Response:
    """The browser client: its files, and its page for every address that it knows itself."""
    name = request.path_params.get("path", "")
    if name.startswith("api/"):
        return problem(request, "no_page")
    root = STATIC.resolve()
    path = (root / name).resolve()
    if name and path.is_file() and path.is_relative_to(root) and not path.name.startswith("."):
        # the build puts a hash of the contents into these names
        lasting = name.startswith("assets/")
        return file(request, path, "public, max-age=31536000, immutable" if lasting else "no-cache")
    if (root / "index.html").is_file():
        if "." in name.rpartition("/")[2]:
            return problem(request, "no_page")
        return page(request, root / "index.html")
    return HTMLResponse(NO_CLIENT, headers={"cache-control": "no-cache"})


async def documentation(request: Request) -> Response:
    """The documentation, where it was built into this installation."""
    if request.url.path == "/docs":
        return RedirectResponse("/docs/")  # its links are relative
    root = DOCS.resolve()
    path = (root / (request.path_params["path"] or "index.html")).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        return problem(request, "no_page")
    answered = file(request, path, "no-cache")
    answered.headers["content-security-policy"] = DOCS_CSP
    return answered


@functools.cache
def described_text() -> bytes:
    return wire.encode(description())


async def described(request: Request) -> Response:
    return packed(request, Response(described_text(), media_type="application/json"))


async def message_schema(request: Request) -> Response:
    return answer(messages())


def routes() -> list[Route | WebSocketRoute]:
    """They are tried one after the other, so what is asked for most comes first."""
    usual = sorted(ENDPOINTS, key=lambda each: not each.path.startswith("/api/tables"))
    return [
        WebSocketRoute("/api/tables/{id}/socket", table_socket),
        WebSocketRoute("/api/bots/socket", bot_socket),
        *(Route(each.path, endpoint(each.handler), methods=[each.method]) for each in usual),
        Route("/healthz", api.health),
        Route("/metrics", api.metrics),
        Route("/api/openapi.json", endpoint(described)),
        Route("/api/messages.json", endpoint(message_schema)),
        Route("/docs", endpoint(documentation), methods=["GET", "HEAD"]),
        Route("/docs/{path:path}", endpoint(documentation), methods=["GET", "HEAD"]),
        Route("/{path:path}", endpoint(client), methods=["GET", "HEAD"]),
    ]


def make_app(settings: Settings) -> ASGIApp:
    server = Server(settings)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    async def no_method(request: Request, error: Exception) -> Response:
        return problem(request, "no_method", request.method)

    async def no_page(request: Request, error: Exception) -> Response:
        return problem(request, "no_page")

    app = Starlette(routes=routes(), lifespan=life, exception_handlers={405: no_method, 404: no_page})
    app.state.server = server
    return Headers(app, server)
