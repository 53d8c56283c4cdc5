"""`koloda bot token`: whose password is used, and where none is needed."""

from __future__ import annotations

import io
from typing import Any

import pytest

from koloda.arena.online.site import Site
from koloda.cli import main

ADDRESS = "http://127.0.0.1:9"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What a server is asked; it agrees to everything."""
    found: list[tuple[str, Any]] = []

    def ask(self: Site, method: str, path: str, body: object = None) -> dict[str, Any]:
        found.append((path, body))
        kind = "bot" if path == "/api/login" else "account"
        return {"token": "t", "codes": ["one"], "user": {"kind": kind}}

    monkeypatch.setattr(Site, "ask", ask)
    monkeypatch.delenv("KOLODA_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return found


def passwords(asked: list[tuple[str, Any]]) -> list[str]:
    return [body["password"] for _, body in asked if body and "password" in body]


def test_a_new_account_without_a_password_gets_one_and_is_told_it(
    asked: list[tuple[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("bot", "token", ADDRESS, "--login", "mole", "--create", "Deep Mole")) == 0
    captured = capsys.readouterr()
    first, second = passwords(asked)
    assert first == second
    assert len(first) >= 20
    assert first in captured.err
    assert captured.out == "t\n", "the token alone: it is read by scripts"


def test_no_two_accounts_get_the_same_password(asked: list[tuple[str, Any]]) -> None:
    for _ in range(2):
        assert main(("bot", "token", ADDRESS, "--login", "mole", "--create", "Deep Mole")) == 0
    assert len(set(passwords(asked))) == 2


def test_an_account_that_is_there_already_needs_its_password(
    asked: list[tuple[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("bot", "token", ADDRESS, "--login", "mole")) == 2
    assert "KOLODA_PASSWORD" in capsys.readouterr().err
    assert asked == [], "nobody is asked with an empty password"


def test_a_given_password_is_used_and_not_told(
    asked: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOLODA_PASSWORD", "correct horse")
    assert main(("bot", "token", ADDRESS, "--login", "mole", "--create", "Deep Mole")) == 0
    assert set(passwords(asked)) == {"correct horse"}
    assert "correct horse" not in capsys.readouterr().err
