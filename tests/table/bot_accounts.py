"""Bot accounts and connected programs, for tests."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from table.processes import SOURCES
from table.serving import PATIENCE, Person, Server, until

PASSWORD = "correct horse"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"


def registered(server: Server, name: str = "Mole") -> tuple[Person, str]:
    """An account of its own name, and its login."""
    person = server.person(f"{name} {random.getrandbits(40):x}")
    login = f"bot-{random.getrandbits(40):x}"
    answer = person.do("POST", "/api/account", {"login": login, "password": PASSWORD})
    return Person(server, person.user, answer["token"]), login


def bot_account(server: Server, name: str = "Mole") -> tuple[Person, Person]:
    """A bot account: its owner, and the bot by its token."""
    owner, _ = registered(server, name)
    token = owner.do("POST", "/api/account/bot", {"password": PASSWORD})["token"]
    owner = Person(server, owner.user, token)
    made = owner.do("POST", "/api/account/tokens", {"name": "test"})
    return owner, Person(server, owner.user, made["token"])


def bots_here(base: Person) -> dict[str, bool]:
    """The bots that are here, and whether they are free."""
    return {each["user"]["id"]: each["free"] for each in base.do("GET", "/api/bots")["bots"]}


class Connect:
    """`koloda bot connect` in a process of its own."""

    def __init__(self, base: str, token: str, program: str | Path, *more: str) -> None:
        self.command = [
            sys.executable, "-m", "koloda", "bot", "connect", base, "--token", token, str(program),
            "--program-ms", "60000", "--pause-ms", "0", "--i-know", *more,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        setpriv = shutil.which("setpriv")
        prefix = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
        self.process = subprocess.Popen(
            [*prefix, *self.command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={**os.environ, "PYTHONPATH": str(SOURCES)},
        )  # fmt: skip
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.kill()
        said = self.said()
        if kind is not None:
            sys.stderr.write(said[-5000:])
        assert self.process.stdout is not None
        self.process.stdout.close()

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def said(self) -> str:
        """What it has printed, once it has ended."""
        assert self.process is not None
        assert self.process.stdout is not None
        text = self.process.stdout.read().decode("utf-8", "replace")
        self.process.wait(PATIENCE)
        return text


def wait_here(person: Person, bot: Person) -> None:
    until(lambda: bots_here(person).get(bot.user, False))
