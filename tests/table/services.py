"""A PostgreSQL server and a Redis server of our own, on free ports, gone with the tests."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from table.processes import free_port

COUNT = itertools.count(1)


def skip(reason: str) -> None:
    import pytest  # bench/ uses this module as well, without the tools of the tests

    pytest.skip(reason)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def program(name: str) -> str | None:
    """On the path, or where Debian hides the server's programs; the newest."""
    hidden = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: int(p.parts[4]))
    return shutil.which(name) or (str(hidden[-1]) if hidden else None)


def as_nobody() -> tuple[list[str], pwd.struct_passwd | None]:
    """PostgreSQL refuses to run as root; and nothing outlives the thread that starts it."""
    setpriv = shutil.which("setpriv")
    command = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
    if os.geteuid() != 0:
        return command, None
    if not setpriv:
        skip("setpriv is not installed: PostgreSQL does not run as root")
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        account = pwd.getpwnam("nobody")
    return [*command, f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"], account


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + 60
    while not answers(port):
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"{server.args!r} does not start: {log.read_text()}")
        time.sleep(0.02)


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.privileges, account = as_nobody()
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        initdb = program("initdb")
        assert initdb is not None
        subprocess.run(
            [*self.privileges, initdb, "--no-sync", "-A", "trust", "-U", "koloda", "-E", "UTF8", "--locale=C",
             "-D", str(folder / "data")],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, timeout=120,
        )  # fmt: skip
        self.server: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        log = self.folder / "log"
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "off",  # the machine does not lose its power during a test
            "max_connections": "60",
            "shared_buffers": "16MB",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        postgres = program("postgres")
        assert postgres is not None
        with open(log, "ab") as output:
            self.server = subprocess.Popen(
                [*self.privileges, postgres, "-D", str(self.folder / "data"), *options],
                stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd=self.folder,
            )  # fmt: skip
        wait_for(self.server, self.port, log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: at once, in order; SIGQUIT: like a crash."""
        if self.server is not None:
            self.server.send_signal(how)
            self.server.wait(60)
            self.server = None

    def database(self) -> str:
        """The address of a new, empty database."""
        import asyncio

        import asyncpg

        name = f"test{next(COUNT)}"
        address = f"postgresql://koloda@127.0.0.1:{self.port}/"

        async def make() -> None:
            end = time.monotonic() + 30
            while True:
                try:
                    connection = await asyncpg.connect(address + "postgres")
                except asyncpg.CannotConnectNowError:  # the port answers a little before the server does
                    if time.monotonic() > end:
                        raise
                    await asyncio.sleep(0.05)
                    continue
                await connection.execute(f"create database {name}")
                await connection.close()
                return

        asyncio.run(make())
        return address + name


@contextmanager
def postgres() -> Iterator[Postgres]:
    if program("postgres") is None or program("initdb") is None:
        skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="koloda-postgres-"))
    server = None
    try:
        server = Postgres(folder)
        yield server
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


class Redis:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.server: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        server, setpriv = program("redis-server"), shutil.which("setpriv")
        assert server is not None
        prefix = [setpriv, "--pdeathsig", "KILL"] if setpriv else []
        log = self.folder / "log"
        with open(log, "ab") as output:
            self.server = subprocess.Popen(
                [*prefix, server, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no"],
                stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd=self.folder,
            )  # fmt: skip
        wait_for(self.server, self.port, log)

    def stop(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server.wait(60)
            self.server = None


@contextmanager
def redis() -> Iterator[Redis]:
    if program("redis-server") is None:
        skip("Redis is not installed")
    folder = Path(tempfile.mkdtemp(prefix="koloda-redis-"))
    server = None
    try:
        server = Redis(folder)
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
