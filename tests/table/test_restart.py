"""Nothing is lost: a real server is killed in the middle of a game and started again."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import koloda
from table.serving import PATIENCE, Chair, Server, is_over, together, until


class Process(Server):
    """`koloda serve` as its users start it."""

    def __init__(self, base: str) -> None:
        self.base = base


@contextmanager
def served(database: Path, port: int = 0) -> Iterator[tuple[Process, subprocess.Popen[str]]]:
    command = [
        *(sys.executable, "-m", "koloda", "serve", "--port", str(port), "--bot-pause", "0", "--no-limits"),
        *("--database", f"sqlite:///{database}", "--bot-processes", "1", "--log", "json"),
    ]
    source = str(Path(koloda.__file__).parents[1])
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        base = line.split("open at ")[1].split("/ ")[0]
        server = Process(base)
        for _ in range(200):
            with suppress(OSError):
                if server.call("GET", "/healthz")[0] == 200:
                    break
        yield server, process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def play_until_killed(chair: Chair, rng: random.Random, confirmed: list[str]) -> None:
    """Act until the connection breaks; what was confirmed is noted."""
    waiting: dict[str, str] = {}
    with suppress(ConnectionClosed, EOFError, OSError):
        while True:
            update = chair.update
            if update and update["over"] is not None:
                return
            if update and update["owed"] and not waiting:
                action = rng.choice(update["legal"])["a"]
                waiting[chair.send("act", a=action, v=chair.seen)] = action
                chair.update = {}
            message = chair.take()
            if message["t"] == "ok":
                confirmed.append(waiting.pop(message["id"]))
            elif message["t"] == "error":
                waiting.clear()


@pytest.mark.parametrize("number", [1, 2])
def test_every_confirmed_action_survives_a_kill(tmp_path: Path, number: int) -> None:
    database = tmp_path / "koloda.db"
    rng = random.Random(number)
    with served(database) as (server, process):
        ann, bob = server.person("Ann"), server.person("Bob")
        table = ann.make("flights", seats=2, options={"match_mode": "single"}, clock={"turn": 60})
        bob.sit(table)
        ann.do("POST", f"/api/tables/{table}/start", {})
        confirmed: list[list[str]] = [[], []]
        one, other = ann.at(table), bob.at(table)

        def kill() -> None:
            chair = ann.at(table)
            with suppress(ConnectionClosed, EOFError, OSError):
                while chair.seen < 12 + 10 * number:
                    chair.take()
            os.kill(process.pid, signal.SIGKILL)

        together(
            lambda: play_until_killed(one, random.Random(rng.random()), confirmed[0]),
            lambda: play_until_killed(other, random.Random(rng.random()), confirmed[1]),
            kill,
        )
        assert process.wait(PATIENCE) == -signal.SIGKILL
        seen = one.seen, other.seen
        events = [shown_events(chair) for chair in (one, other)]
    with served(database) as (again, process):
        for person in (ann, bob):
            person.server = again
        with ann.at(table, seen[0]) as one, bob.at(table, seen[1]) as other:
            assert not one.wait("update")["full"]
            assert not other.wait("update")["full"]
            together(lambda: one.play(random.Random(1)), lambda: other.play(random.Random(2)))
            record = ann.do("GET", f"/api/tables/{table}/record")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    for seat in (0, 1):
        done = [text for actor, text in record["actions"] if actor == seat]
        assert done[: len(confirmed[seat])] == confirmed[seat]
        assert confirmed[seat]
    assert is_over(one.update)
    everything = shown_events(one)
    assert not {number for number in events[0] if number in everything}, "nothing is told twice"


def shown_events(chair: Chair) -> dict[int, Any]:
    return {
        event["n"]: event["e"]
        for message in chair.received
        if message["t"] == "update"
        for event in message["events"]
    }


def test_a_stopping_server_says_goodbye_and_keeps_quiet_about_secrets(tmp_path: Path) -> None:
    with served(tmp_path / "koloda.db") as (server, process):
        ann = server.person("Ann")
        table = ann.quick("durak")
        with ann.at(table) as chair:
            chair.wait("update")
            process.send_signal(signal.SIGTERM)
            assert chair.wait("bye")["code"] == "closing"
            chair.quiet(1)
            assert chair.socket.close_code == 1012
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    for secret in (ann.token, table):
        assert secret not in out + err
    for line in err.splitlines():
        if not line.startswith("koloda: "):  # of an edited checkout
            json.loads(line)


def test_a_match_that_ended_just_before_a_crash_still_counts(tmp_path: Path) -> None:
    """The last action is on disk, the books are not written yet."""
    database = f"sqlite:///{tmp_path}/koloda.db"
    with Server(database) as server:
        ann = server.person("Ann")
        table = ann.quick("durak", level="easy")
        with ann.at(table) as chair:
            chair.play(random.Random(1))
            history = f"/api/users/{ann.user}/games"
            until(lambda: bool(ann.do("GET", history)["games"]))
    with closing(sqlite3.connect(tmp_path / "koloda.db")) as books, books:
        books.execute("delete from players")
        books.execute("update tables set status = 'playing'")
    with Server(database) as again:
        ann.server = again
        until(lambda: bool(ann.do("GET", history)["games"]))
        assert ann.do("GET", history)["games"][0]["table"] == table


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with served(tmp_path / "koloda.db") as (server, _):
        port = server.base.rpartition(":")[2]
        ended = subprocess.run(
            [sys.executable, "-m", "koloda", "serve", "--port", port],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": str(Path(koloda.__file__).parents[1]),
                "XDG_DATA_HOME": str(tmp_path),
            },
            timeout=60,
        )
    assert ended.returncode == 2
    assert "cannot listen" in ended.stderr.splitlines()[-1]


# a server that is told to end at a moment before anybody listens for it
EARLY = """
import gc, os, signal, sys
collect = gc.collect
def tell(*given):
    os.kill(os.getpid(), signal.SIGTERM)
    return collect(*given)
gc.collect = tell
from koloda.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_server_that_is_told_to_end_while_it_starts_ends(tmp_path: Path) -> None:
    command = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/table.db"]
    ended = subprocess.run([sys.executable, "-c", EARLY, *command], capture_output=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
