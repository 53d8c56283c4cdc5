"""Systems that lack what Unix has: the engine, `play`, `match` and `serve` do without, the judge says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from koloda.arena.contest import transcript
from koloda.cli import formats

# Takes away what Windows does not have, then runs the commands of standard input, one a line.
LESS = """
import io, os, select, shlex, signal, sys
from importlib.abc import MetaPathFinder

MISSING = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline", "uvloop", "pyseccomp"}

class Less(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

lines = sys.stdin.read().splitlines()
for name in MISSING:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Less())
for module, names in (
    (os, "fork forkpty nice getuid geteuid pidfd_open sched_getaffinity killpg setsid mkfifo"),
    (select, "epoll poll"),
    (signal, "SIGHUP SIGKILL SIGUSR1 SIGSTOP pidfd_send_signal"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
import multiprocessing.context

for method in ("fork", "forkserver"):
    multiprocessing.context._concrete_contexts.pop(method, None)
multiprocessing.get_all_start_methods = lambda: ["spawn"]
from koloda.cli import main

def stop_when_ready(port):
    import threading, time, urllib.request

    def look():
        for _ in range(600):
            try:
                answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
                print("ready", answer.status, flush=True)
                break
            except OSError:
                time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=look, daemon=True).start()

for line in lines:
    words = shlex.split(line)
    sys.stdin = io.StringIO("1\\n" * 5 + "q\\n")
    if words[0] == "serve":
        import socket

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            words += ["--port", str(free.getsockname()[1])]
        stop_when_ready(words[-1])
    print(f"=== {main(words)} {line}", flush=True)
"""


def run(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LESS],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=300,
    )


def test_play_match_and_serve_do_without_unix(tmp_path: Path) -> None:
    commands = [
        "games",
        "play durak --seats 2 --level easy --lang en",
        "simulate yassa --games 2 --trace deals.jsonl",
        "verify deals.jsonl",
        "replay deals.jsonl --lang en",
        "match flights heuristic random --games 2",
        "serve --database sqlite:///table.db --bot-processes 1",
    ]
    done = run(tmp_path, *commands)
    codes = [line.split(" ", 2)[1:] for line in done.stdout.splitlines() if line.startswith("=== ")]
    assert codes == [["0", command] for command in commands], done.stderr
    assert "ready 200" in done.stdout.splitlines()
    assert "Traceback" not in done.stderr


def test_what_runs_programs_says_that_it_needs_linux(tmp_path: Path) -> None:
    commands = ["judge a.py b.py", "match durak cmd:./bot.py random"]
    done = run(tmp_path, *commands)
    assert done.stdout.splitlines() == [f"=== 2 {command}" for command in commands]
    for line, command in zip(done.stderr.splitlines()[-2:], commands, strict=True):
        assert line.startswith(f"koloda: {command.split(maxsplit=1)[0]}: this needs Linux")


def test_the_format_of_transcripts_is_the_judges() -> None:
    assert formats.TRANSCRIPT == transcript.FORMAT
