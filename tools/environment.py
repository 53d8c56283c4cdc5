"""Makes and keeps up the private environment .venv of this checkout; called by ./koloda and ./test.

A stamp, written last, says what the environment was made from. Without it the environment is made anew, so a
killed run leaves nothing half usable. A file lock lets two runs at once take turns; the system releases it
when its holder and the programs started by it have ended.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "koloda.json"
LOG = VENV / "koloda.log"
CANNOT_COMPILE = 3  # exit code of hatch_build.py
SOURCES = ("src/koloda/core", "src/koloda/games", "src/koloda/bots")


def say(text: str) -> None:
    print(f"koloda: {text}", file=sys.stderr, flush=True)


def fail(text: str) -> NoReturn:
    say(text)
    sys.exit(1)


def digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def wanted(dev: bool, old: dict[str, Any]) -> dict[str, Any]:
    """The stamp of an environment that is up to date."""
    stamp = {
        "python": list(sys.version_info[:2]),
        "locked": digest([ROOT / "requirements.lock"]),
        "dev": digest([ROOT / "requirements-dev.lock"]) if dev else old.get("dev"),
        "project": digest([ROOT / "pyproject.toml", ROOT / "hatch_build.py"]),
        "compiler": [
            os.environ.get("KOLODA_COMPILE"),
            shutil.which((os.environ.get("CC") or "cc").split()[0]),
        ],
        "sources": digest(sorted(path for top in SOURCES for path in (ROOT / top).rglob("*.py"))),
    }
    if "sources" in old and os.environ.get("KOLODA_PURE", "0") not in ("", "0"):
        stamp["sources"] = old["sources"]  # edited sources run as they are: no need to compile them now
    return stamp


def read_stamp() -> dict[str, Any]:
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and os.access(PYTHON, os.X_OK) else {}


def write_stamp(stamp: dict[str, Any]) -> None:
    part = STAMP.with_suffix(".part")
    part.write_text(json.dumps(stamp), "utf-8")
    part.replace(STAMP)


def run(lock: int, *command: str | Path) -> int:
    """Run quietly; what it says goes to the log."""
    with LOG.open("ab") as log:
        # a child that outlives us keeps the lock, so that nobody works in its environment meanwhile
        return subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[lock]
        ).returncode


def tail() -> str:
    lines = [
        line for line in LOG.read_text("utf-8", "replace").splitlines() if not line.startswith("WARNING")
    ]
    return "\n".join(f"  {line}" for line in lines[-12:])


def install(lock: int, *arguments: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    if run(lock, *pip, *arguments) != 0:
        said = tail()
        offline = "NewConnectionError" in said or "No matching distribution" in said
        hint = " (is there a network connection?)" if offline else ""
        fail(f"could not install {arguments[-1]}{hint}; pip said:\n{said}")


def make(lock: int) -> None:
    say("first run: making a private environment in .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir()
    base = getattr(sys, "_base_executable", sys.executable)  # we may be running in what is being replaced
    if run(lock, base, "-m", "venv", VENV) != 0:
        fail(f"could not make the environment (Debian: apt install python3-venv):\n{tail()}")


def compile_sources(lock: int) -> bool:
    """Compile what has changed. False: koloda runs as plain Python, because it must or was told so."""
    mode = os.environ.get("KOLODA_COMPILE") or "auto"
    if mode == "0":
        return False
    code = run(lock, PYTHON, "hatch_build.py", "--check")
    if code == 1:
        say("compiling the rules (up to a minute)")
        code = run(lock, PYTHON, "hatch_build.py")
    if code == CANNOT_COMPILE and mode == "auto":
        reason = tail().splitlines()[-1].partition("hatch_build.py: ")[2]
        say(f"running as plain Python, some 50 times slower: {reason}")
    elif code != 0:
        fail(f"compiling failed (KOLODA_COMPILE=0 runs it as plain Python):\n{tail()}")
    return code == 0


def update(lock: int, dev: bool) -> None:
    done = read_stamp()
    new = wanted(dev, done)
    changed = {key for key in new if done.get(key) != new[key]}
    if not changed:
        return  # another run did it while we waited
    if changed & {"python", "locked", "dev"}:
        STAMP.unlink(missing_ok=True)
        if "python" in changed:
            done = {}
            make(lock)
        LOG.write_bytes(b"")
        if "locked" in changed:
            say("installing the locked dependencies")
            install(lock, "--require-hashes", "-r", "requirements.lock")
        if dev and "dev" in changed:
            say("installing the locked test tools")
            install(lock, "--require-hashes", "-r", "requirements-dev.lock")
        done |= {key: new[key] for key in ("python", "locked", "dev")}
        write_stamp(done)  # sources that do not compile are no reason to install all this again
    LOG.write_bytes(b"")
    if changed & {"project", "compiler", "sources"}:
        compiled = compile_sources(lock)
        if "project" in changed or not compiled:
            # the build hook finds the modules compiled, or is told not to try (again) and removes old ones
            os.environ["KOLODA_COMPILE"] = "1" if compiled else "0"
            install(lock, "--no-build-isolation", "--no-deps", "--editable", ".")
    write_stamp(new)
    if "python" in changed:
        say("ready")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dev", action="store_true")
    dev = parser.parse_args().dev
    old = read_stamp()
    if old == wanted(dev, old):
        return
    lock = os.open(ROOT / ".venv.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another run that is preparing .venv")
        fcntl.flock(lock, fcntl.LOCK_EX)
    update(lock, dev)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        fail(f"cannot prepare .venv: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
