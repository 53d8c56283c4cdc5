"""Cards that no program can foresee, and seeds that nobody reads before the end."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from contest.players import HERE
from koloda.arena.contest.referee import Conditions
from koloda.arena.contest.tournament import Plan
from koloda.arena.seeds import deal_seed, secret_seed
from koloda.cli import main

FORESEE = str(HERE / "foresee.py")


def judged(capsys: pytest.CaptureFixture[str], out: Path, *arguments: str) -> dict[str, Any]:
    command = ["judge", FORESEE, f"{HERE / 'player.py'}", "--games", "2", "--time-scale", "20", "--json"]
    assert main([*command, "--out", str(out), *arguments]) == 0
    facts: dict[str, Any] = json.loads(capsys.readouterr().out)
    return facts


def foreseen(out: Path) -> set[str]:
    """What the program wrote to standard error."""
    texts = [path.read_text() for path in (out / "authors" / "1-foresee.py").iterdir()]
    return {line.strip() for text in texts for line in text.splitlines() if "foreseen: " in line}


def test_a_guessable_seed_gives_the_cards_away(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The attack works where it can: that is why a chosen seed is for debugging only."""
    judged(capsys, tmp_path / "out", "--seed", "7")
    deck = json.loads((tmp_path / "out" / "games.jsonl").read_text().splitlines()[0])["deck"]
    assert foreseen(tmp_path / "out") == {f"foreseen: seed 7 deal 1: {' '.join(deck)}"}


def test_without_a_seed_nobody_foresees_the_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first, second = judged(capsys, tmp_path / "a"), judged(capsys, tmp_path / "b")
    assert foreseen(tmp_path / "a") == {"foreseen: nothing"}
    assert first["seed"] != second["seed"]
    assert first["seed"] > 2**32, "told at the end; a small one would come once in two thousand million runs"
    for name in ("tournament.json", "games.jsonl"):
        assert stat.S_IMODE(os.stat(tmp_path / "a" / name).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(tmp_path / "a").st_mode) == 0o700


def test_a_tournament_goes_on_with_its_secret_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = judged(capsys, tmp_path / "out")
    games = tmp_path / "out" / "games.jsonl"
    lines = games.read_text().splitlines(keepends=True)
    games.write_text(lines[0])
    assert judged(capsys, tmp_path / "out", "--resume")["seed"] == whole["seed"]
    again = games.read_text().splitlines()[1]
    assert json.loads(again)["deck"] == json.loads(lines[1])["deck"]


def test_the_seed_of_a_deal_is_a_hash() -> None:
    # fixed for ever: who has been told the secret can check every deal
    assert deal_seed(0, 1) == 60605897375441626
    assert len({deal_seed(secret, number) for secret in range(100) for number in range(100)}) == 10_000
    assert 0 <= secret_seed() < 2**63
    plan = Plan(("a", "b"), 2, 5, Conditions())
    assert plan.deal(1).deck != Plan(("a", "b"), 2, 6, Conditions()).deal(1).deck
