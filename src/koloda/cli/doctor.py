"""`koloda doctor`: what works on this machine, to be read, or pasted into a bug report."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

HELP = "what works on this machine, for a bug report"
EXAMPLES = (
    "koloda doctor",
    "koloda doctor --json",
    "",
    "exit code: 0 if what is installed works, 1 if something is broken (marked !).",
    "What is merely not installed is marked -. Nothing private is printed.",
)
GOOD, MISSING, BROKEN = "ok", "-", "!"


class Finding(NamedTuple):
    subject: str
    verdict: str  # GOOD, MISSING or BROKEN
    text: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    found = list(findings())
    if args.json:
        print(json.dumps([finding._asdict() for finding in found], indent=1, ensure_ascii=False))
    else:
        show(found)
    return 1 if any(finding.verdict == BROKEN for finding in found) else 0


def show(found: list[Finding]) -> None:
    from koloda.cli.terminal import fitted, painter, width

    paint = painter(sys.stdout)
    columns = width() if sys.stdout.isatty() else sys.maxsize  # a report keeps its lines
    styles = {GOOD: "green", MISSING: "dim", BROKEN: "bold red"}
    longest = max(len(finding.subject) for finding in found)
    for subject, verdict, text in found:
        line = f"{paint(verdict.ljust(2), styles[verdict])} {subject.ljust(longest)}  {text}"
        print("\n".join(fitted(line, columns, " " * (longest + 5))))


def findings() -> Iterator[Finding]:
    for subject, examine in EXAMINATIONS:
        try:
            yield from (Finding(subject, verdict, text) for verdict, text in examine())
        except Exception as error:  # whatever is broken, the others are looked at
            yield Finding(subject, BROKEN, f"{type(error).__name__}: {private(str(error))}")


def private(text: str) -> str:
    """The text on one line, without the home folder, which has somebody's name in it."""
    from koloda.cli.terminal import one_line

    home = os.path.expanduser("~")
    return one_line(text.replace(home, "~") if len(home) > 1 else text)


Verdicts = Iterator[tuple[str, str]]


def build() -> Verdicts:
    import koloda
    from koloda.build import why_not

    text = koloda.__version__
    if koloda.compiled():
        yield GOOD, f"{text}, compiled"
    elif os.environ.get("KOLODA_PURE", "0") not in ("", "0"):
        yield GOOD, f"{text}, plain Python: KOLODA_PURE is set"
    else:
        reason = why_not()
        yield MISSING, f"{text}, plain Python, slower" + (f": {private(reason)}" if reason else "")


def python() -> Verdicts:
    old = sys.version_info < (3, 11)
    name = f"{platform.python_implementation()} {platform.python_version()}"
    yield BROKEN if old else GOOD, f"{name}, {platform.system()} {platform.release()}, {platform.machine()}"


def games() -> Verdicts:
    from koloda.bots import bot
    from koloda.bots.driver import Driver
    from koloda.games import all_games

    for game in all_games():
        state = game.deal(game.default_seats, seed=1)
        actions = Driver(game, [bot("random")] * game.default_seats).play(state, 1)
        yield GOOD if state.over else BROKEN, f"{game.id}: a deal of {actions} random actions was played"


def packages() -> Verdicts:
    from koloda.cli.extras import extras, version

    needed = ["mypy-extensions", *(["librt"] if platform.python_implementation() == "CPython" else [])]
    for package in needed:
        found = version(package)
        yield GOOD if found else BROKEN, f"{package} {found or 'is missing'}"
    known = extras()
    known.pop("all", None)
    table = known.get("table", [])
    for name, wanted in known.items():
        if name != "table" and set(table) <= set(wanted):
            wanted = [package for package in wanted if package not in table]
        versions = {package: version(package) for package in dict.fromkeys(wanted) if fits(package)}
        having = ", ".join(f"{package} {found}" for package, found in versions.items() if found)
        missing = ", ".join(package for package, found in versions.items() if not found)
        if not missing:
            yield GOOD, f"[{name}] {having}"
        else:
            yield MISSING, f"[{name}] without {missing}: pip install 'koloda[{name}]'"


def fits(package: str) -> bool:
    """Is it for this system at all?"""
    return {
        "pyseccomp": sys.platform == "linux",
        "uvloop": sys.platform != "win32" and platform.python_implementation() == "CPython",
    }.get(package, True)


def client() -> Verdicts:
    from importlib.resources import files

    built = files("koloda").joinpath("table/static/index.html").is_file()
    yield (GOOD, "built") if built else (MISSING, "not built: `koloda serve` has no page to show")


def database() -> Verdicts:
    import sqlite3

    from koloda.cli.serve import data_file

    yield GOOD, f"SQLite {sqlite3.sqlite_version}"
    path = data_file(make=False)
    if not os.path.exists(path):
        yield GOOD, "no table was served here yet: the file is made by `koloda serve`"
        return
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    connection.close()
    size = os.path.getsize(path) / 1e6
    yield (GOOD, f"your own file is sound, {size:.1f} MB") if answer == "ok" else (BROKEN, private(answer))


def sandbox() -> Verdicts:
    if sys.platform != "linux":
        yield MISSING, "the judge and programs as bots (cmd:) need Linux"
        return
    from koloda.arena.programs.sandbox import choose

    made, warning = choose("auto", sure=True)
    yield GOOD, made.description
    if warning:
        yield MISSING, private(warning)


def compilers() -> Verdicts:
    import shutil

    names = ("cc", "c++", "node", "java", "rustc")
    found = [name for name in names if shutil.which(name)]
    absent = [name for name in names if name not in found]
    yield (
        GOOD,
        f"found: {', '.join(found) or 'none'}" + (f"; not found: {', '.join(absent)}" if absent else ""),
    )


EXAMINATIONS: tuple[tuple[str, Callable[[], Verdicts]], ...] = (
    ("koloda", build),
    ("python", python),
    ("packages", packages),
    ("games", games),
    ("browser client", client),
    ("database", database),
    ("sandbox", sandbox),
    ("compilers", compilers),
)
