"""The server and the page of the browser client, both with reload (tools/dev)."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WATCHED = ROOT / "src" / "koloda"
KINDS = {".py", ".json", ".md", ".svg"}
LEFT_OUT = {"static", "docs", "__pycache__"}  # made by builds


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/dev", description=__doc__)
    parser.add_argument("--port", type=int, default=8700, help="of the server (default 8700)")
    parser.add_argument("--page-port", type=int, default=5173, help="of the page (default 5173)")
    args = parser.parse_args()
    (ROOT / "build").mkdir(exist_ok=True)
    page = subprocess.Popen(
        [sys.executable, "web/build.py", "--run", "vite", "--port", str(args.page_port), "--strictPort"],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / ".venv" / "node"),
            "KOLODA_SERVER": f"http://127.0.0.1:{args.port}",
        },
    )
    server = serve(args.port, args.page_port)
    before = state()
    print(f"koloda: open http://localhost:{args.page_port}/ (Ctrl-C ends both)", flush=True)
    try:
        while page.poll() is None:
            time.sleep(0.5)
            now = state()
            if now != before:
                before = settled(now)
                print("koloda: the server starts again", flush=True)
                stop(server)
                server = serve(args.port, args.page_port)
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)
        stop(page)
    return 0


def serve(port: int, page_port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "koloda", "serve", "--port", str(port), "--no-limits", "--log", "text"]
    for host in ("127.0.0.1", "localhost"):
        command += ["--origin", f"http://{host}:{page_port}"]
    # a database of its own, not the one that you play with
    return subprocess.Popen([*command, "--database", f"sqlite:///{ROOT / 'build' / 'dev.db'}"], cwd=ROOT)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def state() -> dict[str, int]:
    """When each source was changed."""
    return {
        str(path): path.stat().st_mtime_ns
        for path in WATCHED.rglob("*")
        if path.suffix in KINDS and not LEFT_OUT & set(path.relative_to(WATCHED).parts)
    }


def settled(now: dict[str, int]) -> dict[str, int]:
    """An editor or git may still be writing."""
    while True:
        time.sleep(0.3)
        later = state()
        if later == now:
            return now
        now = later


if __name__ == "__main__":
    sys.exit(main())
