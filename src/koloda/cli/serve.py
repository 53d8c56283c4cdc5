"""`koloda serve`: the table, for people with browsers."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import koloda
from koloda.cli import serve_programs
from koloda.cli.arguments import whole
from koloda.cli.folder import data_folder
from koloda.cli.terminal import banner, painter

HELP = "open the table: play in the browser with friends and bots"
EXAMPLES = (
    "koloda serve",
    "koloda serve --open",
    "koloda serve --host 0.0.0.0 --port 8000 --origin https://cards.example --proxy 10.0.0.0/8",
    "koloda serve --program 'Deep Mole=./mole.py'       a program as an opponent",
    "koloda serve --database postgresql://koloda@db/koloda --workers 4",
)
EXTRA = "table"
PORT = 8700
COMPILING = "KOLODA_COMPILING"  # set by ./koloda, while it compiles the rules in the background


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="the address to listen on")
    parser.add_argument(
        "--port", metavar="P", type=whole(0), default=PORT, help=f"the port (default {PORT}; 0: any)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///PATH (default: a file in your data folder) or postgresql://...",
    )
    parser.add_argument("--bus", metavar="URL", help="redis://... instead of the database's own messages")
    parser.add_argument(
        "--workers", metavar="N", type=whole(1), default=1, help="processes; more than one need PostgreSQL"
    )
    parser.add_argument(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="where browsers find the server if not at its address, such as https://cards.example",
    )
    parser.add_argument(
        "--proxy", metavar="NET", action="append", default=[], help="a proxy in front, whose word is believed"
    )
    parser.add_argument(
        "--bot-processes",
        metavar="N",
        type=whole(1),
        help="processes in which bots think (default: the cores but one)",
    )
    parser.add_argument(
        "--bot-pause",
        metavar="MS",
        type=whole(0),
        help="milliseconds that bots let pass before they act (default: about 1000)",
    )
    parser.add_argument("--admin-token-file", metavar="FILE", help="opens /api/admin (or KOLODA_ADMIN_TOKEN)")
    parser.add_argument(
        "--log", choices=("json", "text"), help="the form of the log (default: as it is read)"
    )
    parser.add_argument(
        "--no-limits", action="store_true", help="no rate limits: for load tests on your own machine"
    )
    parser.add_argument(
        "--keep-days",
        metavar="N",
        type=whole(0),
        default=0,
        help="delete finished tables after so many days (default 0: never)",
    )
    parser.add_argument(
        "--keep-abandoned-days",
        metavar="N",
        type=whole(0),
        help="the same for tables that were left before their end (default: as --keep-days)",
    )
    parser.add_argument(
        "--keep-chat-days",
        metavar="N",
        type=whole(0),
        help="the same for the chats of finished tables (default: as --keep-days)",
    )
    parser.add_argument(
        "--max-connections",
        metavar="N",
        type=whole(16),
        default=10_000,
        help="connections of one process at a time (default 10000)",
    )
    parser.add_argument(
        "--max-connections-each",
        metavar="N",
        type=whole(1),
        default=256,
        help="connections from one address at a time (default 256)",
    )
    parser.add_argument(
        "--metrics",
        metavar="WHERE",
        default="",
        help="off, or HOST:PORT where only /metrics and /healthz answer (default: for this machine alone)",
    )
    parser.add_argument(
        "--ladder",
        metavar="DIR",
        default="",
        help="show the ladder in this folder (koloda ladder), take uploads",
    )
    parser.add_argument(
        "--push-local",
        action="store_true",
        help="for tests: messages to browsers may go to addresses of this machine, without TLS",
    )
    serve_programs.add_arguments(parser)
    parser.add_argument("--open", action="store_true", help="open the page in your browser")


def data_file(make: bool = True) -> str:
    """The database in the user's data folder."""
    return os.path.join(data_folder(make), "koloda.db")


def run(args: argparse.Namespace) -> int:
    from koloda.core.errors import BadOption
    from koloda.table.bot_seats import USUAL_PAUSE
    from koloda.table.logs import set_up
    from koloda.table.process import check, serve
    from koloda.table.server import Settings

    database = args.database or f"sqlite:///{data_file()}"
    if args.workers > 1 and database.startswith("sqlite:"):
        raise BadOption("--workers needs a PostgreSQL database: SQLite serves one process")
    if args.port > 65535:
        raise BadOption(f"--port {args.port}: ports end at 65535")
    pause = USUAL_PAUSE if args.bot_pause is None else (args.bot_pause, args.bot_pause * 3 // 2)
    settings = Settings(
        database=database,
        bus=args.bus,
        host=args.host,
        origins=tuple(args.origin),
        proxies=tuple(args.proxy),
        bot_processes=args.bot_processes or 0,
        admin_file=args.admin_token_file,
        pause=pause,
        strict_limits=not args.no_limits,
        connections=args.max_connections,
        connections_each=args.max_connections_each,
        keep_days=args.keep_days,
        keep_abandoned_days=usual(args.keep_abandoned_days, args.keep_days),
        keep_chat_days=usual(args.keep_chat_days, args.keep_days),
        metrics=args.metrics,
        ladder=os.path.abspath(args.ladder) if args.ladder else "",
        push_local=args.push_local,
    )
    set_up(style=args.log)
    programs = serve_programs.wanted(args)
    check(settings)
    hosted = serve_programs.Hosted(args, programs, settings)
    listener = listening(args.host, args.port)
    figures = None
    if args.metrics not in ("", "off"):
        where, _, port = args.metrics.rpartition(":")
        if not port.isdecimal() or not 0 < int(port) < 65536 or not where:
            raise BadOption(f"--metrics {args.metrics}: write off, or an address such as 127.0.0.1:9700")
        figures = listening(where.strip("[]"), int(port))
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"
    if sys.stdout.isatty():
        print(banner("cards on the table", painter(sys.stdout)))
    print(f"koloda: the table is open at {address} (Ctrl-C closes it)", flush=True)
    if args.open:
        import webbrowser

        webbrowser.open(address)
    compiled = end_when_compiled() if os.environ.get(COMPILING) and args.workers == 1 else threading.Event()
    hosted.start(address)
    try:
        code = serve(settings, [listener] if figures is None else [listener, figures], args.workers, args.log)
    finally:
        hosted.stop()
    if compiled.is_set():
        listener.close()
        start_again(port)
    return code


def end_when_compiled() -> threading.Event:
    """Ends the server in good order as soon as there is a build of the sources; then the event is set."""
    compiled = threading.Event()

    def watch() -> None:
        record = os.path.join(os.path.dirname(koloda.__file__), "_build.json")  # what a build writes last
        asked = 0
        while True:
            written = os.stat(record).st_mtime_ns if os.path.exists(record) else 0
            if written != asked and usable_build():
                break
            asked = written
            time.sleep(0.5)
        compiled.set()
        while True:  # more than once: it may come before there is somebody to hear it
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(1.0)

    def heard(*_: object) -> None:
        if not compiled.is_set():
            raise SystemExit(0)

    signal.signal(signal.SIGTERM, heard)
    threading.Thread(target=watch, daemon=True).start()
    return compiled


def usable_build() -> bool:
    """Would koloda run compiled, if it were started now?"""
    ask = "import koloda, sys; sys.exit(not koloda.compiled())"
    command = [sys.executable, "-c", ask]
    return subprocess.run(command, env=compiled_environment(), stderr=subprocess.DEVNULL).returncode == 0


def compiled_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("KOLODA_PURE", COMPILING)}


def start_again(port: int) -> None:
    """This process as the compiled server, at the same address; browsers connect again by themselves."""
    print("koloda: the rules are compiled; the server starts again, and the games go on", flush=True)
    arguments = [each for each in sys.argv[1:] if each != "--open"]
    command = [sys.executable, "-m", "koloda", *arguments, "--port", str(port)]
    os.execve(sys.executable, command, compiled_environment())


def usual(given: int | None, other: int) -> int:
    return other if given is None else given


def listening(host: str, port: int) -> socket.socket:
    from koloda.core.errors import KolodaError

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise KolodaError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    listener.listen(2048)
    listener.set_inheritable(True)
    return listener
