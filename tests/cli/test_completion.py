"""The Tab key, as the shells understand our scripts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from koloda.cli import COMMANDS, main, parser
from koloda.cli.completion import SHELLS, commands
from koloda.core.texts import LANGUAGES
from koloda.games import ids


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def test_every_command_and_option_is_in_the_tree() -> None:
    tree = {each.path: each for each in commands(parser())}
    assert list(tree[()].parts) == list(COMMANDS)
    assert set(tree[("play",)].words) == set(ids())
    flags = {flag: option for option in tree[("judge",)].options for flag in option.flags}
    assert flags["--sandbox"].values == ["auto", "require", "none"]
    assert not flags["--json"].takes
    assert ("bot", "check") in tree


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_its_script(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert "check-game" in text
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(text, "utf-8")
    done = subprocess.run([shell, "-n", tmp_path / "script"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


TYPED = {
    "koloda pl": {"play"},
    "koloda play ": set(ids()),
    "koloda play durak --le": {"--level"},
    "koloda play durak --lang ": set(LANGUAGES),
    "koloda --lang ": set(COMMANDS),
    "koloda bot ch": {"check"},
    "koloda bot check --sand": {"--sandbox"},
    "koloda match durak ra": {"random"},
    "koloda verify dea": {"deals file.jsonl"},
    "koloda judge --out fol": {"folder"},
    "koloda simulate durak --games ": set(),
}


@pytest.fixture(scope="module")
def completed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What bash offers for each of TYPED."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    folder = tmp_path_factory.mktemp("typed")
    (folder / "deals file.jsonl").touch()
    (folder / "folder").mkdir()
    lines = [SHELLS["bash"](list(commands(parser()))), "compopt() { :; }"]
    for typed in TYPED:
        words = " ".join(f"'{word}'" for word in typed.split(" "))
        lines.append(f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _koloda")
        lines.append('printf "%s\\n" "${COMPREPLY[@]}" ---')
    done = subprocess.run(
        ["bash", "--norc"], input="\n".join(lines), capture_output=True, text=True, cwd=folder, timeout=60
    )
    assert done.stderr == ""
    offers = done.stdout.split("---\n")
    return {typed: set(filter(None, offer.split("\n"))) for typed, offer in zip(TYPED, offers, strict=False)}


@pytest.mark.parametrize("typed", TYPED)
def test_bash_completes(typed: str, completed: dict[str, set[str]]) -> None:
    assert completed[typed] == TYPED[typed]
