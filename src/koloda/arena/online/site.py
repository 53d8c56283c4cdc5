"""A server as its API has it: requests, addresses, and what it refuses."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from koloda.core.errors import KolodaError

SECONDS = 30.0  # for an answer
LARGEST = 8 << 20  # bytes of an answer


class SiteError(KolodaError):
    """The server refuses; `code` and `status` are its own."""

    def __init__(self, text: str, code: str = "", status: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.status = status


class Unreachable(SiteError):
    """Nobody answers, or somebody who is not well: it may be another matter in a moment."""


class Site:
    def __init__(self, address: str, token: str = "") -> None:
        parts = urllib.parse.urlsplit(address if "://" in address else f"https://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise KolodaError(
                f"{address[:80]!r} is no address of a server: write it like https://cards.example"
            )
        if parts.username or parts.password:
            raise KolodaError("an address with a password in it ends up in logs: use the token alone")
        self.base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def socket(self, path: str) -> str:
        """The address of a WebSocket."""
        return "ws" + self.base.removeprefix("http") + path

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer of a request; SiteError if it is refused, Unreachable if nobody answers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "content-type": "application/json"}
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                content = response.read(LARGEST)
        except urllib.error.HTTPError as error:
            with error:
                raise self.refusal(error.code, error.read(LARGEST)) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Unreachable(f"{self.base} cannot be reached: {reason}") from None
        try:
            return json.loads(content) if content else None
        except ValueError:
            raise SiteError(f"{self.base} is no koloda server: its answer is no JSON") from None

    def refusal(self, status: int, content: bytes) -> SiteError:
        try:
            problem = json.loads(content)["error"]
            code, text = str(problem["code"]), str(problem["text"])
        except (ValueError, KeyError, TypeError):
            code, text = "", f"{self.base} answers with status {status}"
        kind = Unreachable if status >= 500 or status == 429 else SiteError
        return kind(text, code, status)
