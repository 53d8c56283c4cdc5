"""Training: the same from the same seed however often it was stopped, and only what wins is kept."""

from __future__ import annotations

import json
import os
import re
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from mypy_extensions import i64

from koloda.arena.pairing import PairResult, Score
from koloda.arena.training import lessons as making
from koloda.arena.training.bot import ValuedBot, taught
from koloda.arena.training.fit import data_of, fit
from koloda.arena.training.folder import Folder
from koloda.arena.training.lessons import Task, learned_in
from koloda.arena.training.plan import Plan
from koloda.arena.training.plot import points
from koloda.arena.training.run import Training, command
from koloda.bots import UnknownBot, bot
from koloda.bots.player import Player
from koloda.cli import main
from koloda.core.errors import BadOption, KolodaError
from koloda.core.rng import Rng
from koloda.core.vecs import vec
from koloda.games import game

SMALL = Plan("durak", 2, {}, seed=4, hidden=16, games=6, searched=2, iterations=3, gate=3, deals=2, epochs=1)


BAD = re.compile("seats|16|seed|100")  # options, not what there is to learn


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "CHUNK", {False: 3, True: 1})


def files(folder: Path) -> dict[str, bytes]:
    """All that follows from the plan: the log tells times too."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.suffix in (".bin", ".net", ".json") or path.name.startswith("gate")
    }


class Interrupting:
    """Ctrl-C when something has been reported so often. A fit begins anew, so that it is let through."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, what: str, share: float) -> None:
        self.left -= not what.endswith("fit")
        if self.left == 0:
            raise KeyboardInterrupt


def test_a_training_that_was_stopped_everywhere_ends_as_one_that_was_not(tmp_path: Path) -> None:
    with Folder(str(tmp_path / "whole"), SMALL) as folder:
        done = Training(SMALL, folder).run(2)
    wanted = files(tmp_path / "whole")
    assert {"net-0.net", "net-1.net", "gate-0.jsonl", "lessons-0-1.bin", "lessons-1-1.bin"} <= set(wanted)

    stops = 0
    finished: list[dict[str, object]] = []
    while len(finished) < 2:
        assert stops < 40
        with Folder(str(tmp_path / "parts"), SMALL) as folder:
            try:
                finished = Training(SMALL, folder, report=Interrupting(2)).run(2)
            except KeyboardInterrupt:
                stops += 1
    assert stops > 2
    assert files(tmp_path / "parts") == wanted

    def facts(lines: list[dict[str, object]]) -> list[dict[str, object]]:
        return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]

    assert facts(finished) == facts(done)


def test_lessons_follow_from_the_task_alone_and_differ_by_generation() -> None:
    task = Task(SMALL, 0, 1, "none")
    assert learned_in(task) == learned_in(task)
    assert learned_in(task).features != learned_in(task._replace(number=0)).features
    searched = learned_in(Task(SMALL, 1, 0, "none"))
    targets = array("f", searched.targets)
    assert targets
    assert set(targets) <= {-1.0, 0.0, 1.0}
    assert len(array("H", searched.features)) % len(targets) == 0


def test_a_fit_foretells_what_can_be_foretold() -> None:
    """Who leads with the more trumps wins."""
    values = SMALL.values()
    rng = Rng(1)
    features, targets = array("H"), array("f")
    for _ in range(4000):
        own, other = int(rng.below(512)), int(rng.below(512))
        features.extend([512 + own, 1024 + 512 + other])
        targets.append(0.8 if own.bit_count() > other.bit_count() else -0.8)
    data = data_of(values, [(features.tobytes(), targets.tobytes())], 1.0)
    fitted = fit(values, [data], 16, 12, 1)
    assert fitted.lessons == 4000
    assert fitted.explained > 0.6
    values.net = fitted.net
    # and the whole numbers say what the fit says
    right = 0
    for place in range(0, 400, 2):
        active = [i64(feature) for feature in features[place : place + 2]]
        fitted.net.feed(vec[i64](active))
        right += (fitted.net.output(0) > 0) == (targets[place // 2] > 0)
    assert right > 170


def scored(points: float) -> Score:
    return Score([PairResult(points, points - 1.0)] * 60)


def test_what_wins_is_kept_and_plays_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = {0: scored(2.0), 1: scored(0.0)}
    best = []

    def gate(self: Training, number: int, workers: object) -> Score:
        best.append(Path(self.best()).name)
        return results[number]

    monkeypatch.setattr(Training, "gate", gate)
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        lines = Training(SMALL, folder).run(2)
        assert Path(Training(SMALL, folder).best()).name == "net-0.net"
    assert best == ["none", "net-0.net"]
    assert [line["kept"] for line in lines] == [True, False]
    assert [line["gate"]["sprt"] for line in lines] == ["better", "not better"]
    out = tmp_path / "out"
    assert (out / "best.net").read_bytes() == (out / "net-0.net").read_bytes()
    made = json.loads((out / "net-1.net").read_bytes().partition(b"\n")[0])["made"]
    assert made["by"] == command(SMALL)
    assert made["against"] == "net-0.net"
    shown = points(lines)
    assert [point.kept for point in shown] == [True, False]
    assert shown[0].minutes <= shown[1].minutes
    picture = (out / "strength.svg").read_text("utf-8")
    assert picture.count("<circle") == 2
    # the log has the same lines, and one that was cut off is taken away
    log = out / "log.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"event": "gen')
    with Folder(str(out), SMALL) as folder:
        assert Training(SMALL, folder).finished() == lines
    assert log.read_bytes() == whole


def test_the_time_is_kept(tmp_path: Path) -> None:
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        assert Training(SMALL, folder, seconds=0).run() == []
        assert [line["event"] for line in folder.lines()] == ["stopped"]
        assert not folder.has_lessons(0, 0)


@pytest.mark.parametrize("keep", [0, 5, 101, -1])
def test_damaged_lessons_are_told(tmp_path: Path, keep: int) -> None:
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        Training(SMALL, folder).run(1)
    lessons = tmp_path / "out" / "lessons-0-0.bin"
    lessons.write_bytes(lessons.read_bytes()[:keep])
    with (
        Folder(str(tmp_path / "out"), SMALL) as folder,
        pytest.raises(KolodaError, match="bin is damaged: remove it"),
    ):
        Training(SMALL, folder).run(2)


@pytest.mark.parametrize("line", ['{"generation": "x"}', '{"event": "generation"}', "[]", "x"])
def test_a_line_that_is_none_of_a_log_counts_as_not_written(tmp_path: Path, line: str) -> None:
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        Training(SMALL, folder).run(1)
    log = tmp_path / "out" / "log.jsonl"
    before = log.read_bytes()
    log.write_bytes(before + line.encode() + b"\n")
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        assert len(Training(SMALL, folder).run(1)) == 1
    assert log.read_bytes() == before


def test_a_folder_holds_one_training(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    with Folder(out, SMALL), pytest.raises(KolodaError, match="another training is at work"):
        Folder(out, SMALL)
    with pytest.raises(KolodaError, match="another training: seed 4, not 5"):
        Folder(out, Plan("durak", 2, {}, seed=5))
    (tmp_path / "letters").mkdir(mode=0o700)
    (tmp_path / "letters" / "dear").write_text("x")
    with pytest.raises(KolodaError, match="other things, such as dear"):
        Folder(str(tmp_path / "letters"), SMALL)
    (tmp_path / "out" / "plan.json").write_text("{")
    with pytest.raises(KolodaError, match="damaged"):
        Folder(out, SMALL)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("yassa", 5, {}), "yassa has nothing to learn"),
        (Plan("durak", 2, {"ranks": 4}), "nothing to learn"),
        (Plan("durak", 2, {}, hidden=20), "multiple of 16"),
        (Plan("durak", 2, {}, weight=101.0), "100 at most"),
        (Plan("durak", 9, {}), "2 to 6 seats"),
        (Plan("durak", 2, {}, seed=2**63), "^seed 9223372036854775808: it can be 0 to"),
    ],
)
def test_what_cannot_be_trained_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(BadOption if BAD.search(message) else KolodaError, match=message):
        plan.check()


def test_bots_play_by_a_file(tmp_path: Path) -> None:
    durak = game("durak")
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        training = Training(SMALL, folder)
        training.run(1)
    path = tmp_path / "out" / "net-0.net"
    state = durak.deal(2, 1)
    player = Player(state, int(state.actor), Rng(1))
    for name in (f"values:{path}:3", "values:none:3"):
        found = bot(name)
        assert isinstance(found, ValuedBot)
        assert found.choose(player) in player.legal()
        assert (found.tuning is durak.tuning) == (name == "values:none:3")
    with pytest.raises(KolodaError, match="learned for '2-sides', not for '4-sides'"):
        taught(durak.deal(4, 1), str(path))
    for name, message in {
        "values:none": "write values:FILE:300",
        "values:nothing-here:3": "no such file",
        f"values:{tmp_path}:3": "this is no file",
        "values:": "write values:FILE:300",
    }.items():
        with pytest.raises(UnknownBot, match=message):
            bot(name)
    (tmp_path / "other").write_bytes(b"x" * 50)
    with pytest.raises(KolodaError, match="other: no learned values"):
        bot(f"values:{tmp_path / 'other'}:3").choose(player)


@pytest.mark.parametrize("name", ["plan.json", "log.jsonl", "gate-0.jsonl", "net-0.net", "lessons-0-0.bin"])
def test_what_is_no_file_in_the_folder_is_told(tmp_path: Path, name: str) -> None:
    """Reading a pipe would wait for ever, and reading a device never end."""
    out = tmp_path / "out"
    with Folder(str(out), SMALL) as folder:
        Training(SMALL, folder).run(1)
    for path in out.iterdir():
        if path.name in (name, "log.jsonl"):
            path.unlink()
    os.mkfifo(out / name)
    with pytest.raises(KolodaError, match=f"{name} is no file: remove it"), Folder(str(out), SMALL) as folder:
        Training(SMALL, folder).run(1)


@pytest.mark.parametrize("damage", [lambda data: data[:-7], lambda data: b"", lambda data: data[:-1] + b"?"])
def test_a_damaged_net_is_fitted_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    out = tmp_path / "out"
    with Folder(str(out), SMALL) as folder:
        Training(SMALL, folder).run(1)
    whole = files(out)
    (out / "log.jsonl").unlink()
    (out / "net-0.net").write_bytes(damage(whole["net-0.net"]))
    with Folder(str(out), SMALL) as folder:
        Training(SMALL, folder).run(1)
    assert files(out) == whole


def test_a_plan_of_before_counts_lessons_of_searches_twice(tmp_path: Path) -> None:
    plan = replace(SMALL, weight=2.0)
    out = tmp_path / "out"
    with Folder(str(out), plan):
        pass
    facts = json.loads((out / "plan.json").read_text("utf-8"))
    del facts["weight"]
    (out / "plan.json").write_text(json.dumps(facts), "utf-8")
    with Folder(str(out), plan):
        pass
    with pytest.raises(KolodaError, match=r"weight 2.0, not 0.3"):
        Folder(str(out), SMALL)


def test_no_more_is_read_than_a_net_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.arena.training.bot.LARGEST", 40)
    (tmp_path / "large").write_bytes(b"x" * 50)
    with pytest.raises(KolodaError, match="large: no learned values: more than 40 bytes"):
        taught(game("durak").deal(2, 1), str(tmp_path / "large"))


def test_a_command_that_is_interrupted_tells_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(self: Training, generations: int | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "run", run)
    assert main(["train", "durak", "--seats", "2", "--out", str(tmp_path / "out")]) == 130
    told = capsys.readouterr().out
    assert "no generation is finished yet" in told
    assert told.endswith("stopped: the same command goes on\n")


def test_a_training_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["train", "durak", "--seats", "2", "--out", str(tmp_path / "file")]) == 2
    assert "file is no folder: choose another name" in capsys.readouterr().err
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    assert main(["train", "durak", "--seats", "2", "--out", str(tmp_path / "nowhere")]) == 2
    assert "nowhere is no folder" in capsys.readouterr().err
    assert main(["train", "durak", "--seats", "2", "--out", ""]) == 2
    assert "--out: name a folder" in capsys.readouterr().err


def test_a_gate_says_that_it_has_begun(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    with Folder(str(tmp_path / "out"), SMALL) as folder:
        Training(SMALL, folder, report=lambda what, share: told.append((what, share))).run(1)
    assert [share for what, share in told if what.endswith("gate")] == [0.0, 0.5, 1.0]


def test_the_command_tells_how_it_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--hidden", "16", "--games", "3", "--searched", "1", "--iterations", "2"]
    sizes += ["--gate", "2", "--deals", "2", "--epochs", "1"]
    out = str(tmp_path / "out")
    line = ["train", "durak", "--seats", "2", "--seed", "3", "--out", out, *sizes]
    assert main([*line, "--minutes", "0.00001"]) == 0
    assert "no generation is finished yet" in capsys.readouterr().out
    assert main([*line, "--generations", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("generation 0: ")
    assert "undecided, not kept" in told
    assert main(["train", "durak", "--out", out]) == 2
    assert "holds another training: seats 2, not 4" in capsys.readouterr().err
    assert main(["train", "durak", "--out", out, "--minutes", "-1"]) == 2
    assert "not a number above 0" in capsys.readouterr().err
