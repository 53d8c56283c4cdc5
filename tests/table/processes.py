"""Server processes for tests and loads, on free ports; they can be killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

import koloda

SOURCES = Path(koloda.__file__).parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`koloda serve`, without limits and with bots that do not dawdle."""

    def __init__(self, database: str, *more: str, limits: bool = False) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="koloda-server-"))
        self.log = self.folder / "log"
        self.command = [
            sys.executable, "-m", "koloda", "serve", "--port", str(self.port), "--database", database,
            "--bot-pause", "0", "--bot-processes", "1", "--log", "json", *more,
        ]  # fmt: skip
        if not limits:
            self.command.append("--no-limits")
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        if error is not None:
            sys.stderr.write(self.said()[-5000:])
        shutil.rmtree(self.folder, ignore_errors=True)

    def launch(self) -> None:
        """Start without waiting."""
        setpriv = shutil.which("setpriv")
        prefix = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
        self.starts += 1
        with open(self.log, "ab") as output:
            self.process = subprocess.Popen(
                [*prefix, *self.command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, "PYTHONPATH": str(SOURCES)}, start_new_session=True,
            )  # fmt: skip

    def start(self) -> None:
        self.launch()
        end = time.monotonic() + 60
        while not self.healthy():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start: {self.said()}")
            time.sleep(0.05)

    def healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def figures(self) -> dict[str, float]:
        """What /metrics says, by name with labels."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    def kill(self) -> None:
        """As hard as possible: its whole process group at once."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(30)
            self.process = None

    def stop(self) -> int:
        """In order; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        self.process = None
        return code

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""
