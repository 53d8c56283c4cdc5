"""The worked examples run in their short form, and what they learn plays in a match."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import koloda
from koloda.cli import main
from koloda.core.errors import KolodaError
from koloda.core.rng import Rng

np = pytest.importorskip("numpy", reason="needs koloda[research]")

from koloda.research.nets import Net, NetBot  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples" / "research"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), "--short", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # threads would cost more than they bring
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_small_durak_is_solved(tmp_path: Path) -> None:
    text = run("small_durak.py", "--plot", str(tmp_path / "curve.svg"))
    assert "216 positions, 112 information sets" in text
    ends = [float(line.split()[-1]) for line in text.splitlines() if "iterations" in line]
    assert ends[3] < 0.001  # CFR+
    assert ends[-1] < 0.1  # MCCFR
    assert ET.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")


def test_self_play_comes_near_to_the_equilibrium(tmp_path: Path) -> None:
    text = run("nfsp_durak.py", "--plot", str(tmp_path / "curve.svg"))
    first, *_, last = (float(line.split()[-1]) for line in text.splitlines() if "exploitability" in line)
    assert last < first / 2
    assert ET.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(("name", "game"), [("ppo_yassa.py", "yassa"), ("dmc_durak.py", "durak")])
def test_what_is_learnt_plays_a_match(
    name: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "net.npz"
    text = run(name, "--save", str(saved), "--plot", str(tmp_path / "curve.svg"))
    assert "decisions" in text
    assert ET.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")
    assert main(["match", game, f"net:{saved}", "random", "--games", "2", "--seats", "2"]) == 0
    assert "net:" in capsys.readouterr().out
    assert main(["match", game, f"net:{saved}", "random", "--games", "2", "--seats", "3"]) == 2
    assert "with 2 seats only" in capsys.readouterr().err


def test_a_gradient_is_the_slope_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    training = import_module("training")
    net = Net.random("durak", 2, [5, 4, 3], seed=1)
    net.layers = [(weights.astype(float), biases.astype(float)) for weights, biases in net.layers]
    rows = np.random.default_rng(2).random((6, 5))
    before = [part.copy() for layer in net.layers for part in layer]

    def loss() -> float:
        values = rows
        for number, (weights, biases) in enumerate(net.layers):
            values = values @ weights + biases
            values = np.maximum(values, 0) if number == 0 else values
        return float((values**2).sum() / 2)

    adam = training.Adam(net, 1e-4)
    values = [rows]
    for number, (weights, biases) in enumerate(net.layers):
        out = values[-1] @ weights + biases
        values.append(np.maximum(out, 0) if number == 0 else out)
    slopes = []
    for part in (part for layer in net.layers for part in layer):
        place = (0,) * part.ndim
        part[place] += 1e-6
        up = loss()
        part[place] -= 2e-6
        slopes.append((up - loss()) / 2e-6)
        part[place] += 1e-6
    adam.step(values, values[-1])
    for mean, slope in zip(adam.means, slopes, strict=True):
        assert mean.flat[0] * 10 == pytest.approx(slope, rel=1e-4, abs=1e-8)
    assert any(
        (part != old).any() for part, old in zip((p for la in net.layers for p in la), before, strict=True)
    )


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.npz"
    for make in (
        lambda: wrong.write_text("no zip"),
        lambda: np.savez(wrong, game="durak"),
        lambda: np.savez(wrong, game="durak", seats=2, w0=np.zeros((3, 4)), b0=np.zeros(5)),
        lambda: np.savez(wrong, game="durak", seats=2, w0=np.array([{}], dtype=object), b0=np.zeros(5)),
        wrong.unlink,
    ):
        make()
        with pytest.raises(KolodaError, match="is no network"):
            NetBot(f"net:{wrong}")


def test_a_network_of_another_layout_is_refused(tmp_path: Path) -> None:
    Net.random("durak", 2, [8, 110]).save(tmp_path / "small.npz")
    bot = koloda.bot(f"net:{tmp_path / 'small.npz'}")
    state = koloda.game("durak").deal(2, 1)
    with pytest.raises(KolodaError, match="another layout"):
        bot.choose(koloda.Player(state, int(state.actor), Rng(1)))


def test_the_notebook_is_its_source_run() -> None:
    code = (EXAMPLES.parents[1] / "tools" / "notebook.py").read_text("utf-8")
    tool: dict[str, Any] = {
        "__name__": "tool",
        "__file__": str(EXAMPLES.parents[1] / "tools" / "notebook.py"),
    }
    exec(compile(code, "notebook.py", "exec"), tool)
    kept = json.loads(tool["TARGET"].read_text("utf-8"))
    made = tool["notebook"](tool["SOURCE"].read_text("utf-8"))
    told = "python tools/notebook.py writes docs/research.ipynb anew"
    assert [(each["cell_type"], each["source"]) for each in kept["cells"]] == [
        (each["cell_type"], each["source"]) for each in made["cells"]
    ], told
    for here, there in zip(kept["cells"], made["cells"], strict=True):
        texts = [[each.get("text") for each in cell.get("outputs", [])] for cell in (here, there)]
        assert texts[0] == texts[1], told
