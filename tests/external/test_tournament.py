"""Programs in tournaments: faults are counted, changed programs refused, deals are a secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from koloda.cli import main

BABBLER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "babbler"}), flush=True)
    elif message["type"] == "ask":
        print("</script>", flush=True)
"""


def test_faults_are_told_and_the_same_programs_play_all_games(
    program: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = program(BABBLER)
    out = tmp_path / "cup"
    words = ["tournament", "durak", name, "random", "--seats", "2", "--games", "2", "--program-ms", "600000"]
    assert main([*words, "--out", str(out), "--jobs", "2", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [(row["bot"], row["fault"], row["games"]) for row in facts["faults"]] == [(name, "GARBAGE", 2)]
    assert facts["seed"] != 0, "a program could guess it"
    assert "</script>" in facts["faults"][0]["first"]
    assert (out / "report.html").read_text("utf-8").count("</script>") == 4
    again = [*words, "--out", str(out), "--resume", "--json"]
    assert main(again) == 0
    assert json.loads(capsys.readouterr().out) == facts
    Path(name.removeprefix("cmd:")).write_text(BABBLER + "\n", "utf-8")
    assert main(again) == 2
    assert "has changed" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_games(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = program("from koloda_bot import run\nrun(lambda view, legal: legal[-1])\n")
    words = [
        "tournament",
        "yassa",
        name,
        "easy",
        "random",
        "--seats",
        "3",
        "--mixed",
        "--games",
        "3",
        "--json",
    ]
    found = []
    for jobs in ("1", "2"):
        assert main([*words, "--seed", "5", "--jobs", jobs, "--program-ms", "600000"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["games"] == 3
    assert found[0]["faults"] == []
