"""games, rules, simulate, verify, replay and bench, through main()."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.cli import COMMANDS, main
from koloda.games import ids


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Exit code 2 and one line on standard error, which is returned."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("koloda")
    return captured.err


@pytest.fixture
def traces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "deals.jsonl"
    assert main(["simulate", "durak", "--games", "3", "--trace", str(path)]) == 0
    capsys.readouterr()
    return path


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert any(line.startswith("durak") for line in lines_of(capsys))
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in listed] == list(ids())
    assert {"name", "default", "help"} <= set(listed[0]["options"][0])


@pytest.mark.parametrize("game", ids())
@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_rules_are_plain_text_in_a_pipe(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game, "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert len(text) > 2000
    assert "\x1b" not in text
    assert "**" not in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_language_of_the_rules_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    for value, title in (("uk_UA.UTF-8", "Дурень"), ("ru", "Дурак"), ("de_DE", "Durak"), ("", "Durak")):
        monkeypatch.setenv("LANG", value)
        assert main(["rules", "durak"]) == 0
        assert lines_of(capsys)[0].startswith(title)


def test_a_game_may_bring_its_rules_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(koloda.game("durak"), "rules_text", lambda lang: f"# Our own rules\n\nIn {lang}.\n")
    assert main(["rules", "durak", "--lang", "uk"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Our own rules\n")
    assert shown.endswith("In uk.\n")


def test_the_full_rules_are_the_reference_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "durak", "--full"]) == 0
    reference = Path(koloda.__file__).parents[2] / "docs" / "rules" / "durak.md"
    assert capsys.readouterr().out == reference.read_text("utf-8")


@pytest.mark.parametrize("game", ids())
def test_simulated_traces_verify(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "deals.jsonl.gz")
    arguments = ["simulate", game, "--games", "3", "--seed", "5", "--bots", "heuristic,random,easy"]
    assert main([*arguments, "--trace", path]) == 0
    capsys.readouterr()
    assert main(["verify", path]) == 0
    assert lines_of(capsys) == [f"{path}: 3 traces ok"]
    with gzip.open(path, "rt", encoding="utf-8") as file:
        trace = json.loads(file.readline())
    assert list(trace) == ["koloda", "game", "options", "seats", "setup", "steps", "result"]
    assert list(trace["steps"][0])[:3] == ["seat", "legal", "action"]


@pytest.mark.parametrize("game", ids())
def test_summary_is_the_same_with_jobs_and_with_traces(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With traces the bots see only what their seat may know, without them they play on the true state."""

    def summary(*more: str) -> dict[str, Any]:
        arguments = ["simulate", game, "--games", "12", "--bots", "heuristic,easy", "--json"]
        assert main([*arguments, *more]) == 0
        captured = capsys.readouterr()
        facts: dict[str, Any] = json.loads(captured.err if "--trace" in more else captured.out)
        return {key: value for key, value in facts.items() if not key.endswith("_s") and key != "seconds"}

    once = summary()
    assert once["games"] == 12
    assert once == summary("--jobs", "2")
    assert once == summary("--trace", "-")


def test_traces_are_the_same_for_any_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for jobs in ("1", "2"):
        name = str(tmp_path / f"{jobs}.gz")
        assert main(["simulate", "durak", "--games", "45", "--trace", name, "--jobs", jobs]) == 0
    assert (tmp_path / "1.gz").read_bytes() == (tmp_path / "2.gz").read_bytes()


def test_deal_i_has_the_seed_s_plus_i(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "durak", "--games", "3", "--seed", "7", "--trace", "-"]) == 0
    three = lines_of(capsys)
    assert main(["simulate", "durak", "--games", "1", "--seed", "9", "--trace", "-"]) == 0
    assert lines_of(capsys) == three[2:]


def test_bots_sit_down_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "durak", "--games", "2", "--bots", "heuristic,random", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [row["bot"] for row in facts["by_seat"]] == ["heuristic", "random"] * 2
    assert facts["by_bot"]["random"]["seats"] == [1, 3]


def test_nothing_is_overwritten_without_force(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = traces.read_text()
    arguments = ["simulate", "durak", "--games", "1", "--trace", str(traces)]
    assert "--force" in fails(capsys, *arguments)
    assert traces.read_text() == before
    assert main([*arguments, "--force"]) == 0
    assert traces.read_text() == before[: before.index("\n") + 1]


@pytest.mark.parametrize(
    "command",
    [
        "simulate flights --games 2 --trace -",
        "match flights random heuristic --games 2 --json",
        "match flights random heuristic easy --seats 3 --games 3 --json",
        "tournament flights random heuristic --games 2 --json",
    ],
)
def test_single_options_mean_the_same_as_the_json_object(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for given in (
        ["--options", '{"board": "small", "max_rounds": 1}'],
        ["--option", "board=small", "--option", "max_rounds=1"],
        ["--options", '{"board": "small", "max_rounds": 3}', "--option", "max_rounds=1"],
        [],
    ):
        assert main([*command.split(), *given]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2] != told[3]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("simulate chess --games 1", "unknown game 'chess'"),
        ("simulate durak --games 0", "whole number from 1"),
        ("simulate durak --games x", "whole number from 1"),
        ("simulate durak", "--games"),
        ("simulate durak --games 1 --seats 7", "2 to 6 seats"),
        ("simulate durak --games 1 --bots clever", "unknown bot 'clever'"),
        ("simulate durak --games 1 --bots random,", "unknown bot ''"),
        ("simulate durak --games 1 --options {", "JSON object"),
        ("simulate durak --games 1 --options []", "JSON object"),
        ('simulate durak --games 1 --options {"x":1}', "unknown option x"),
        ('simulate durak --games 1 --options {"mode":2}', "option mode = 2"),
        ('simulate durak --games 1 --options {"preset":[]}', "unknown preset"),
        ("simulate durak --games 1 --option mode", "write NAME=VALUE"),
        ("simulate durak --games 1 --option =team", "write NAME=VALUE"),
        ("simulate durak --games 1 --option x=1", "unknown option x"),
        ("match durak easy random --option mode=2", "option mode"),
        (f"simulate flights --games 1 --option max_rounds={'9' * 5000}", "option max_rounds"),
        ("simulate durak --games 1 --seed 9223372036854775807", "seed"),
        ("simulate durak --games 1 --trace /no/such/folder/x", "no such folder"),
        ("simulate durak --games 1 --trace .", "folder"),
        ("rules chess", "unknown game"),
        ("rules durak --lang de", "--lang"),
        ("games chess", "unknown game"),
        ("bench chess", "unknown game"),
        ("fly", "fly"),
        ("", "COMMAND"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in fails(capsys, *arguments.split())


def test_verify_names_the_first_difference_of_each_item(
    traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = [json.loads(line) for line in traces.read_text().splitlines()]
    items[0]["steps"][4]["legal"].append("move the table")
    items[2]["result"]["scores"][1] = 17
    traces.write_text("\n".join(json.dumps(item) for item in items))
    assert main(["verify", str(traces)]) == 1
    first, second, total = lines_of(capsys)
    assert first.startswith(f"{traces}: line 1: step 4: legal: has ['move the table'] too many")
    assert second.startswith(f"{traces}: line 3: result scores:")
    assert total == f"{traces}: 1 trace ok, 2 wrong"


def test_verify_reads_one_document_and_lists(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = [json.loads(line) for line in traces.read_text().splitlines()]
    for value, count in ((items[0], "1 trace"), (items, "3 traces")):
        for indent in (None, 2):
            traces.write_text(json.dumps(value, indent=indent))
            assert main(["verify", str(traces)]) == 0
            assert lines_of(capsys) == [f"{traces}: {count} ok"]


def test_verify_goes_through_all_files(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(traces), str(traces) + "x", str(traces)]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [f"{traces}: 3 traces ok"] * 2
    assert captured.err == f"koloda: {traces}x: No such file or directory\n"


def test_replay_tells_the_deal(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(traces), "--item", "2", "--lang", "en"]) == 0
    lines = lines_of(capsys)
    assert lines[0] == "Durak"
    assert any(line.startswith("Seat 0 draws ") and "?" not in line for line in lines)
    assert lines[-1].startswith("Won: Seat ")


def test_replay_for_a_seat_hides_what_it_did_not_see(
    traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(traces), "--seat", "1", "--board", "--lang", "en"]) == 0
    lines = lines_of(capsys)
    assert any(line.startswith("Seat 1 draws ") and "?" not in line for line in lines)
    assert "Seat 0 draws 6 cards." in lines
    assert not any(line.startswith("Seat 0 draws") and "♠" in line for line in lines)
    assert not any(line.startswith("Seat 0 adds nothing") for line in lines)


def test_replay_of_a_wrong_trace_stops_where_it_is_wrong(
    traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = json.loads(traces.read_text().splitlines()[0])
    trace["steps"][3]["action"] = "fly"
    traces.write_text(json.dumps(trace))
    assert main(["replay", str(traces)]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) > 3
    assert "step 3" in captured.err


def test_replay_of_what_is_not_there(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "item 4" in fails(capsys, "replay", str(traces), "--item", "4")
    assert "seat 4" in fails(capsys, "replay", str(traces), "--seat", "4")
    assert "No such file" in fails(capsys, "replay", str(traces) + "x")


def test_bench_has_the_promised_keys(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koloda.cli.bench.SECONDS", 0.001)
    monkeypatch.setattr("koloda.cli.bench.DEALS", 2)
    assert main(["bench", "durak", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["durak"]
    assert figures["compiled"] is koloda.compiled()
    assert all(
        figures[key] > 0 for key in ("actions_per_s", "games_per_s", "python_actions_per_s", "deal_us")
    )


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "koloda", *arguments],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
    )


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_can_be_read(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: koloda")
    assert "%%" not in text
    if command:
        assert "\nexamples:\n  koloda " in text


def test_version_and_help() -> None:
    assert run("--version").stdout.decode().strip() == f"koloda {koloda.__version__}"
    done = run("simulate", "--help")
    assert done.returncode == 0
    assert b"examples:" in done.stdout


@pytest.mark.skipif(not koloda.compiled(), reason="there is one build only")
@pytest.mark.parametrize("game", ids())
def test_compiled_and_pure_traces_are_the_same(game: str) -> None:
    arguments = (
        "simulate",
        game,
        "--games",
        "12",
        "--seed",
        "3",
        "--bots",
        "random,heuristic,easy",
        "--trace",
        "-",
    )
    compiled, pure = run(*arguments), run(*arguments, KOLODA_PURE="1")
    assert compiled.returncode == pure.returncode == 0
    assert compiled.stdout == pure.stdout
    assert compiled.stdout.count(b"\n") == 12


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m koloda simulate durak --games 300 --trace - | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_a_command_loads_no_other() -> None:
    """So that it starts quickly."""
    code = "import sys, koloda.cli as cli; cli.main(['games']); print('koloda.cli.serve' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == "False"
