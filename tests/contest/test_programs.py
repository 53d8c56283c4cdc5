"""What a PROGRAM can be: a command line, an executable, a source file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import koloda
from contest.players import GOLDEN, HERE, fault, player
from contest.table import Table
from koloda.arena.contest.protocol import why_illegal
from koloda.arena.contest.referee import Conditions, play
from koloda.arena.programs.making import Programs
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import KolodaError

EXAMPLES = Path(__file__).parents[2] / "examples" / "contest"
C = """
#include <stdio.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin))
        if (line[0] < 'a') { puts("NO"); fflush(stdout); }
}
"""
JAVA = """
import java.util.Scanner;
public class Bot {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine())
            if (Character.isUpperCase(in.nextLine().charAt(0))) System.out.println("NO");
    }
}
"""
RUST = """
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        if line.unwrap().as_bytes()[0] < b'a' { println!("NO"); }
    }
}
"""


def answers_no(programs: Programs, sandbox: Sandbox, text: str) -> None:
    """The program of seat 2 answers NO to its first MOVE, which is a fault; so it runs."""
    bad, good = programs.make(text), player(programs)
    played = play(GOLDEN, [good, bad, good, bad], Conditions(memory_mb=256, time_scale=5), sandbox)
    assert (fault(played), played.lines[1][-1][:2]) == ("ILLEGAL", ["<", "NO"]), played.fault


@pytest.mark.parametrize(
    ("name", "source", "tool"),
    [("bot.c", C, "gcc"), ("bot.cpp", C, "g++"), ("Bot.java", JAVA, "javac"), ("bot.rs", RUST, "rustc")],
)
def test_a_source_file_is_compiled(
    programs: Programs, best: Sandbox, tmp_path: Path, name: str, source: str, tool: str
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    (tmp_path / name).write_text(source)
    answers_no(programs, best, str(tmp_path / name))


def test_a_javascript_file_is_run(programs: Programs, sandbox: Sandbox, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    source = tmp_path / "bot.js"
    source.write_text(
        "require('readline').createInterface({input: process.stdin})"
        ".on('line', (line) => { if (line < 'a') console.log('NO'); });"
    )
    answers_no(programs, sandbox, str(source))


def test_an_executable_and_a_command_line(programs: Programs, sandbox: Sandbox, tmp_path: Path) -> None:
    script = tmp_path / "with blank"
    script.write_text("#!/bin/sh\nwhile read -r word rest; do case $word in [A-Z]*) echo NO;; esac; done\n")
    script.chmod(0o700)
    answers_no(programs, sandbox, str(script))
    plain = tmp_path / "plain"
    shutil.copy(script, plain)
    answers_no(programs, sandbox, f"sh {plain} 7")


def test_any_python_that_is_named(programs: Programs, best: Sandbox, tmp_path: Path) -> None:
    answers_no(programs, best, f"{sys.executable} {HERE / 'script.py'} NO")
    answers_no(programs, best, f"python3 {HERE / 'script.py'} NO")
    script = tmp_path / "script"
    script.write_text("#!/usr/bin/env python3\n" + (HERE / "script.py").read_text())
    script.chmod(0o755)
    answers_no(programs, best, f"{script} NO")


@pytest.mark.parametrize("name", ["bot.py", "bot.cpp", "bot.js"])
def test_the_examples_play_whole_games(programs: Programs, best: Sandbox, name: str) -> None:
    tool = {"bot.cpp": "g++", "bot.js": "node"}.get(name)
    if tool is not None and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    example, other = programs.make(str(EXAMPLES / name)), player(programs)
    for teams in ([example, other], [other, example]):
        played = play(GOLDEN, [*teams, *teams], Conditions(time_scale=3), best)
        assert played.reason == "normal", (played.fault, played.errors)


def test_the_example_with_koloda_answers() -> None:
    table = Table(GOLDEN.state({}))
    lines = "".join(f"{line}\n" for line in table.told[1]) + "MOVE\n"
    environment = {**os.environ, "PYTHONPATH": str(Path(koloda.__file__).parents[1])}
    command = [sys.executable, str(EXAMPLES / "koloda_bot.py")]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment, timeout=60)
    assert why_illegal(table.state, 1, done.stdout.strip()) == "", done.stderr


def test_a_missing_compiler_is_a_clear_error(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.rs").write_text(RUST)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(KolodaError, match="rustc is needed for it and is not installed"):
        programs.make(str(tmp_path / "bot.rs"))


def test_why_a_program_cannot_start(programs: Programs, tmp_path: Path, gcc: str) -> None:
    (tmp_path / "wrong.c").write_text("int main( {")
    assert "does not compile" in programs.make(str(tmp_path / "wrong.c")).problem
    (tmp_path / "text").write_text("hello")
    assert "not executable" in programs.make(str(tmp_path / "text")).problem
    (tmp_path / "text").chmod(0o755)
    assert "neither a Linux program nor a script" in programs.make(str(tmp_path / "text")).problem
    assert "no such program" in programs.make("no-such-program-anywhere").problem
    assert "folder" in programs.make(str(tmp_path)).problem


def test_two_files_of_one_name_do_not_meet(programs: Programs, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "data").write_text(name)
    program = programs.make(f"cat {tmp_path}/a/data {tmp_path}/b/data")
    contents = [Path(path).read_text() for path in program.command(program.folder)[1:]]
    assert contents == ["a", "b"]
    assert os.stat(program.folder).st_mode & 0o777 == 0o755
