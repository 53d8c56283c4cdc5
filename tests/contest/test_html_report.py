"""The report for browsers: complete, harmless whatever programs are called, and it plays the games back."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from contest.players import GOLDEN
from contest.table import Table
from koloda.arena.contest import html_report as module
from koloda.arena.contest.html_report import html_report
from koloda.arena.contest.html_texts import TEXTS
from koloda.arena.contest.record import write_record
from koloda.arena.contest.referee import Conditions
from koloda.arena.contest.report import summary
from koloda.arena.contest.results import GameResult
from koloda.arena.contest.tournament import Plan
from koloda.arena.programs.faults import Fault
from koloda.arena.programs.sandbox import GAPS, Sandbox

HOSTILE = ("</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>@DATA@")


class Elements(HTMLParser):
    """The elements of a page, and what is in those with an id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.inside: dict[str, str] = {}
        self.current = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.current = dict(attrs).get("id") or ""

    def handle_data(self, data: str) -> None:
        if self.current:
            self.inside[self.current] = self.inside.get(self.current, "") + data

    def handle_endtag(self, tag: str) -> None:
        self.current = ""


def page_of(lang: str = "en") -> str:
    """A contest of two hostile names: one game to its end, one lost by garbage."""
    plan = Plan(HOSTILE, 2, 7, Conditions())
    records = []
    for number, finished in ((1, True), (2, False)):
        table = Table(GOLDEN.state({}))
        table.finish_at_random(5, 10_000 if finished else 3)
        played = table.played(GOLDEN)
        if not finished:
            seat = int(table.state.actor)
            played.lines[seat] += [[">", table.dialogue.command], ["<", "<b>hi</b>"]]
            played.reason, played.fault, played.fault_seat = "fault", Fault("GARBAGE", "no card"), seat
            played.winner = 1 - seat % 2
        teams = HOSTILE if number == 1 else HOSTILE[::-1]
        texts = dict(zip(("1", "2"), teams, strict=True))
        records.append(json.loads(json.dumps(write_record(played, number, 1, texts, Conditions()))))
    results = [GameResult((0, 1), 1, 0, "normal"), GameResult((1, 0), 1, 1, "fault", 1, "GARBAGE")]
    return html_report(plan, summary(plan, results, Sandbox()), records, lang)


def test_nothing_of_a_name_becomes_an_element() -> None:
    page = page_of()
    elements = Elements(page)
    assert elements.tags.count("script") == 3
    assert "img" not in elements.tags
    assert "b" not in elements.tags
    assert "alert(1)</script>" not in page
    data = json.loads(elements.inside["data"])
    assert data["programs"] == list(HOSTILE)
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?https?:", page), "one file, nothing from elsewhere"


def test_the_page_has_everything_in_three_languages() -> None:
    for lang in ("en", "uk", "ru"):
        data: dict[str, Any] = json.loads(Elements(page_of(lang)).inside["data"])
        assert data["texts"] == TEXTS[lang]
        assert TEXTS[lang].keys() == TEXTS["en"].keys()
        assert [game["n"] for game in data["games"]] == [1, 2]
        assert data["games"][0]["steps"][0] == ["trump", "S"]
        assert data["games"][1]["t"] == [1, 0]
        assert "<b>hi</b>" in data["games"][1]["advice"][0], "what it printed"
        assert data["standings"][0]["games"] == 2
        assert data["missing"] == 0
        assert data["sandbox"] == Sandbox().description
        assert data["gaps"] == [TEXTS[lang][f"gap_{key}"] for key in Sandbox().gaps] != []
        assert {f"gap_{key}" for key in GAPS} <= TEXTS[lang].keys()


def test_without_a_client_the_cards_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DRAWN", "table/static/no-such-file.json")
    module.cards.cache_clear()
    try:
        assert json.loads(Elements(page_of()).inside["cards"]) == {}
    finally:
        module.cards.cache_clear()


@pytest.fixture(scope="module")
def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("there is no Chromium")
    return found


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("", ["Standings", "alert(1)&lt;/script&gt;", "Everyone against everyone", "GARBAGE"]),
        ("#game-1", ["Trump ♠", 'aria-label="Next step"', 'class="hand"']),
        ("#game-2", ["&lt;b&gt;hi&lt;/b&gt;"]),
        ("#match-0-1", ["Game 2"]),
    ],
)
def test_a_browser_shows_it(chromium: str, tmp_path: Path, place: str, shown: list[str]) -> None:
    (tmp_path / "report.html").write_text(page_of(), "utf-8")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", profile, "--virtual-time-budget=2000"]
    address = f"file://{tmp_path / 'report.html'}{place}"
    done = subprocess.run([*command, "--dump-dom", address], capture_output=True, text=True, timeout=120)
    for text in shown:
        assert text in done.stdout
    body = done.stdout[done.stdout.index('id="page"') :]
    body = body[: body.index('<script type="application/json" id="data"')]
    assert "<script" not in body
    assert "null" not in body
