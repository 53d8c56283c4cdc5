"""deploy/: the steps of the Dockerfile in a clean folder, and files that fit the server as it is.

There is no Docker where the tests run. What its steps do is done here without it: the checkout is copied,
koloda is installed from the copy, and the command of the image serves as a user who may write to its data
folder alone. The packages are those of the tests, and nothing is compiled: `./test` installs its
compiled wheel with the pip steps of the Dockerfile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from koloda.cli import serve
from koloda.table.metrics import Metrics
from koloda.table.store import StoreDown
from table import confined, processes, serving
from table.client import Http, Player, seated
from table.processes import free_port

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
STEP = re.compile(r"^([A-Z]+) (.*)$")


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each on one line."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text())
    found = [STEP.match(line) for line in text.splitlines() if line and not line.startswith("#")]
    assert all(found)
    return [(each[1], each[2]) for each in found if each]


def listed(instruction: str) -> list[str]:
    [found] = [json.loads(rest) for name, rest in steps() if name == instruction]
    return list(found)


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    serve.arguments(parser)
    return parser.parse_args(arguments)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: that one is for its owner alone, and the server is another user."""
    with tempfile.TemporaryDirectory(prefix="koloda-image-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_the_steps_of_the_image_in_a_clean_folder(folder: Path) -> None:
    build, home, data = folder / "build", folder / "koloda", folder / "data"
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    for name in filter(None, tracked.stdout.decode().split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("web/", "tests/")):
            (build / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, build / name)
    ran = [rest for name, rest in steps() if name == "RUN"]
    assert "python -m venv /opt/koloda" in ran
    assert any("--require-hashes -r requirements.lock" in rest for rest in ran)
    assert any('-c constraints.txt ".[postgres,redis]"' in rest for rest in ran), "so does ./test"
    constraints = next(rest for rest in ran if rest.startswith("sed "))
    subprocess.run(constraints, shell=True, cwd=build, check=True)
    assert re.search(r"^asyncpg==", (build / "constraints.txt").read_text(), re.MULTILINE)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True, timeout=120)
    site = next(home.glob("lib/python*/site-packages"))
    installing = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run(
        [*installing, "--quiet", "--prefix", home, "--ignore-installed", "."],
        cwd=build, check=True, timeout=300, env={**os.environ, "KOLODA_COMPILE": "0", "KOLODA_SKIP_WEB": "1"},
    )  # fmt: skip
    # the packages of this environment, but its koloda
    packages = Path(msgspec_folder())
    for each in packages.iterdir():
        if "koloda" not in each.name and not each.name.endswith(".pth") and not (site / each.name).exists():
            (site / each.name).symlink_to(each)
    data.mkdir(mode=0o700)
    run_as_the_image(home, data, folder)


def test_the_image_is_built_from_sources_and_from_nothing_beside_them() -> None:
    """A build for another Python, an environment or a database with its secrets may lie in a checkout."""
    patterns = [
        line
        for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]

    def left_out(name: str) -> bool:
        parts = [name, *(str(parent) for parent in Path(name).parents)]
        return any(fnmatch(part, pattern.removeprefix("**/")) for part in parts for pattern in patterns)

    for name in (
        ".venv/bin/python",
        "src/koloda/koloda__mypyc.so",
        "build/x",
        "koloda.db",
        "koloda.db.secret",
    ):
        assert left_out(name), name
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, text=True)
    assert [name for name in tracked.stdout.splitlines() if left_out(name)] == []


def msgspec_folder() -> str:
    import msgspec

    return str(Path(msgspec.__file__).parent.parent)


def run_as_the_image(home: Path, data: Path, folder: Path) -> None:
    port = free_port()
    command = [*listed("ENTRYPOINT"), *listed("CMD"), "--port", str(port)]
    command = [part.replace("/data/", f"{data}/") for part in command]
    command[:1] = [str(home / "bin" / "python"), "-m", "koloda"]
    environment = {
        "PATH": f"{home}/bin:/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": "/nonexistent",
    }
    setpriv = shutil.which("setpriv")
    user: list[str] = []
    readable = all(place.stat().st_mode & 1 for place in [Path(msgspec_folder()), *ROOT.parents, ROOT])
    if os.geteuid() == 0 and setpriv and readable:
        os.chown(data, 10001, 10001)
        user = [setpriv, "--reuid=10001", "--regid=10001", "--clear-groups", "--no-new-privs"]
    [asked] = [rest.partition(" CMD ")[2] for name, rest in steps() if name == "HEALTHCHECK"]
    check = [part.replace(":8700", f":{port}") for part in json.loads(asked)]
    check[:1] = [str(home / "bin" / "python")]
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen([*user, *command], cwd="/", env=environment, stdout=log, stderr=log)
    try:
        end = time.monotonic() + 60
        while subprocess.run(check, env=environment, capture_output=True).returncode != 0:
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end, (folder / "log").read_text()
            time.sleep(0.2)
        assert {each.name for each in data.iterdir()} >= {"koloda.db"}
        server.terminate()
        assert server.wait(30) == 0
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


def test_every_file_uses_options_that_there_are() -> None:
    assert parsed([*listed("ENTRYPOINT")[2:], *listed("CMD")]).host == "0.0.0.0"
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for name in ("koloda1", "koloda2"):
        service = compose["services"][name]
        assert service["read_only"]
        assert parsed([str(part) for part in service["command"]]).keep_days == 365
    unit = re.sub(r"\\\n\s*", " ", (DEPLOY / "koloda.service").read_text())
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert parsed(shlex.split(command)[2:]).metrics == "127.0.0.1:9700"
    assert "ProtectSystem=strict" in unit


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="numbers of calls")
def test_the_filter_of_the_unit_lets_the_server_and_its_bots_work(tmp_path: Path) -> None:
    server = processes.Server(f"sqlite:///{tmp_path}/koloda.db")
    server.command[:0] = [sys.executable, confined.__file__, str(DEPLOY / "koloda.service")]

    async def play() -> None:
        http, bots = Http(server.port), [{"seat": 1, "level": "easy"}]
        table, [token] = await seated(http, "durak", 1, 2, bots=bots, options={"mode": "individual"})
        http.close()
        await Player([server.port], table, 0, token, random.Random(1)).play()

    with server:
        asyncio.run(play())
        assert "bot process" not in server.said()


def test_rules_and_dashboard_ask_for_figures_that_there_are() -> None:
    metrics = Metrics()
    metrics.gauge("koloda_tables", "Tables in memory, by status.", "status", read=dict)  # the hub adds it
    known = set(metrics.figures) | {"up"}
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "grafana" / "koloda.json").read_text())["panels"]
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(asked) > 15
    for expression in asked:
        names = re.findall(r"\b((?:koloda|process)_\w+|up)\b", expression)
        assert names, expression
        for name in names:
            assert re.sub(r"_(bucket|count|sum)$", "", name) in known, expression


def test_what_a_lost_database_refuses_at_tables_is_counted(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise StoreDown("the disk is full")

    with serving.Server(sqlite_url) as server:
        ann = server.person()
        table = ann.quick("durak", seats=2, options={"mode": "individual"})
        with ann.at(table) as chair:
            update = chair.wait("update", that=lambda update: update["owed"])
            monkeypatch.setattr(server.koloda.store, "append_then", down)
            assert chair.act(update["legal"][0]["a"])["code"] == "store_down"
            assert server.koloda.metrics.refusals.values["store_down",] == 1
            monkeypatch.undo()


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_hide_the_figures_and_limit_the_time_of_heads(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert "/metrics" in text
    assert re.search(r"client_header_timeout 10s|read_header 10s", text)
