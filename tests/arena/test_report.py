"""The reports of a tournament: the same numbers everywhere, games that can be played back, hostile texts."""

from __future__ import annotations

import base64
import csv
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.arena import html_report
from koloda.arena.html_report import Page
from koloda.arena.html_texts import TEXTS
from koloda.arena.replays import GONE, changed, packed_replay, replay_of
from koloda.arena.standings import summary
from koloda.arena.tournament import Outcome, Plan, outcome_of, play
from koloda.cli import main

PLAN = Plan("durak", 2, {}, ("random", "easy"), games=4)
EVIL = "</script><img src=x onerror=alert(1)>&@DATA@\u202e"


@pytest.fixture(scope="module")
def entries() -> list[dict[str, Any]]:
    return [play(PLAN, fixture) for fixture in PLAN.fixtures(0, [])]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the browser client were built."""
    monkeypatch.setattr(html_report, "player", lambda: "cGxheWVy")


def pages(entries: list[dict[str, Any]], lang: str = "en") -> dict[str, str]:
    outcomes = [outcome_of(entry) for entry in entries]
    return dict(Page(PLAN, summary(PLAN, outcomes), outcomes, lang).files(entries))


def data(page: str, name: str = "data") -> Any:
    found = re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


def after(old: Any, change: Any) -> Any:
    """As the page's script does it."""
    made = dict(old)
    for key, value in change.items():
        if value == GONE:
            del made[key]
        elif isinstance(value, dict) and "\0" in value:
            made[key] = after(old[key], value["\0"])
        else:
            made[key] = value
    return made


def test_the_reports_have_the_same_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup"
    words = ["durak", "random", "easy", "normal", "--seats", "2", "--games", "2", "--json"]
    assert main(["tournament", *words, "--out", str(path)]) == 0
    facts = json.loads((path / "report.json").read_text("utf-8"))
    assert json.loads(capsys.readouterr().out) == facts
    shown = data((path / "report.html").read_text("utf-8"))["facts"]
    assert {**shown, "seed": facts["seed"]} == facts
    rows = list(csv.DictReader((path / "report.csv").read_text("utf-8").splitlines()))
    for row, wanted in zip(rows, facts["standings"], strict=True):
        assert (row["bot"], float(row["elo"])) == (wanted["bot"], wanted["elo"])
        assert int(row["games"]) == wanted["games"]
        assert [float(row["elo_low"]), float(row["elo_high"])] == wanted["elo_interval"]


@pytest.mark.parametrize("game", [game.id for game in koloda.game_list()])
def test_every_step_of_a_game_can_be_played_back(game: str) -> None:
    plan = Plan(game, 2, {}, ("random", "easy"), games=1)
    entry = play(plan, plan.fixtures(0, [])[0])
    replay = replay_of(entry, "uk")
    assert len(replay["steps"]) == len(entry["actions"]) + 1
    packed = unpacked(packed_replay(entry, "uk"))
    last: dict[str, Any] = {}
    steps = [last := after(last, change) for change in packed["steps"]]
    assert steps == json.loads(json.dumps(replay["steps"]))
    assert packed["result"] == entry["result"]


def test_a_change_is_undone_by_nothing() -> None:
    old = {"a": 1, "b": {"x": [1], "y": 2}, "c": 3, "d": {"z": 1}}
    new = {"a": 1, "b": {"x": [2], "y": 2}, "d": None, "e": {"new": 1}}
    assert after(old, changed(old, new)) == new
    assert changed(old, new) == {"b": {"\0": {"x": [2]}}, "c": GONE, "d": None, "e": {"new": 1}}


@pytest.mark.usefixtures("client")
def test_the_games_are_in_the_page_or_beside_it_when_they_are_large(
    entries: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pages(entries)
    assert list(found) == ["report.html"]
    assert set(data(found["report.html"], "games")) == {"1", "2", "3", "4"}
    size = max(len(packed_replay(entry, "en")) for entry in entries)
    monkeypatch.setattr(html_report, "EMBEDDED", 2 * size)
    monkeypatch.setattr(html_report, "PER_PAGE", size)
    found = pages(entries)
    assert list(found)[-1] == "report.html"
    assert len(found) > 2
    held = {name: list(data(page, "games")) for name, page in found.items()}
    assert sorted(int(number) for numbers in held.values() for number in numbers) == [1, 2, 3, 4]
    elsewhere = data(found["report.html"])["elsewhere"]
    for name, numbers in held.items():
        for number in numbers:
            assert elsewhere.get(number, "report.html") == name


def test_without_the_client_there_is_a_page_without_replays(
    entries: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_report, "player", lambda: "")
    page = pages(entries)["report.html"]
    assert data(page)["replayable"] is False
    assert data(page, "games") == {}


@pytest.mark.usefixtures("client")
def test_hostile_texts_stay_texts() -> None:
    plan = Plan("durak", 2, {}, (EVIL, "random"), games=1)
    outcome = Outcome(
        1, (0, 1), 1, (0, 1), (1.0, 0.0), (1.0, -1.0), (1, 2), 9, ((0, "CRASH", EVIL, (EVIL,)),)
    )
    fixture = PLAN.fixtures(0, [])[0]
    entry = {**play(PLAN, fixture), "names": [EVIL, "random"]}
    page = dict(Page(plan, summary(plan, [outcome]), [outcome], "en").files([entry]))["report.html"]
    assert "<img" not in page
    assert "\u202e" not in page
    assert page.count("</script>") == 4
    assert data(page)["names"][0].startswith("</script><img")
    assert data(page)["facts"]["faults"][0]["count"] == 1
    assert unpacked(data(page, "games")["1"])["names"][0] == EVIL  # the client sets it as a text


def test_every_language_has_every_word() -> None:
    keys = set(TEXTS["en"])
    for lang, texts in TEXTS.items():
        assert set(texts) == keys, lang
        for key in keys:
            wanted = set(re.findall(r"\{(\w+)\}", TEXTS["en"][key]))
            assert set(re.findall(r"\{(\w+)\}", texts[key])) == wanted
    script = (Path(html_report.__file__).parent / "html" / "report.js").read_text("utf-8")
    assert set(re.findall(r"\bt\('(\w+)'", script)) <= keys
