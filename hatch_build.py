"""Build hook: compiles the rules, the search and the busiest part of the table with mypyc.

All modules or none; they become one library.

The browser client is built by web/build.py, where it is missing or stale.

    KOLODA_COMPILE=auto   compile if there is a C compiler, else stay plain Python (the default)
    KOLODA_COMPILE=1      compile or fail (continuous integration, release wheels)
    KOLODA_COMPILE=0      plain Python: a wheel for every platform
    KOLODA_OPTIMIZE=0     how hard the C compiler tries, 0 to 3 (the default); 0 is for a quick look
    KOLODA_SKIP_WEB=1     leave the browser client as it is, or out

By hand, for a checkout:

    python hatch_build.py                   compile in place
    python hatch_build.py --check           exit 1 if that build is missing or stale, 3 if it cannot be made
    python hatch_build.py --clean           remove the build in place
    python hatch_build.py --sanitize DIR    a copy in DIR that stops at undefined behaviour
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SRC = ROOT / "src"
PACKAGE = SRC / "koloda"
RECORD = PACKAGE / "_build.json"
LIBRARY = "koloda__mypyc"
MORE = (  # compiled modules beside those of core and games, which are found by looking
    *("bots/closing.py", "bots/regrets.py", "bots/search.py", "bots/tree.py", "research/batch.py"),
    *("table/broadcast.py", "table/checks.py", "table/clocks.py", "table/connections.py"),
    *("table/quick.py", "table/room.py", "table/updates.py"),
)
CACHE = ROOT / "build" / "compiled"  # objects of earlier builds; may be removed at any time


def _load(name: str, path: Path) -> ModuleType | None:
    """A module of this checkout, which need not be installed."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.exists():
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from koloda import build
else:
    build = _load("koloda_build", PACKAGE / "build.py")


def sources(package: Path = PACKAGE) -> list[Path]:
    """All that the compiler reads, compiled or not."""
    found = [path for top in ("core", "games") for path in (package / top).rglob("*.py")]
    return sorted([*found, *(package / name for name in MORE)])


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    return [path for path in sources(package) if build.is_compiled(path)]


def requirements(group: str = "compile") -> list[str]:
    """What compiling (or the client) needs, from the one place where it is written."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return list(groups[group])


def web() -> ModuleType | None:
    """The builder of the browser client, unless it has nothing to do here."""
    module = _load("koloda_web_build", ROOT / "web" / "build.py")
    return None if module is None or module.skipped() or not module.stale() else module


def record(package: Path = PACKAGE) -> dict[str, Any]:
    """What was compiled, by what, for which interpreter; koloda/__init__.py compares it in a checkout."""
    return {
        "suffix": build.suffix(),
        "builder": [build.digest(Path(__file__)), build.digest(PACKAGE / "build.py")],
        "requirements": requirements(),
        "sources": {path.relative_to(package).as_posix(): build.digest(path) for path in sources(package)},
    }


def fresh() -> bool:
    """Is there a build in place, of these very sources, for this interpreter?"""
    if not RECORD.exists() or json.loads(RECORD.read_text("utf-8")) != record():
        return False
    modules = [path.with_suffix(build.suffix()) for path in compiled_sources()]
    return all(path.exists() for path in [SRC / f"{LIBRARY}{build.suffix()}", *modules])


def clean() -> None:
    RECORD.unlink(missing_ok=True)  # first, so that nobody uses half of a build
    for pattern in (f"{LIBRARY}.*", "koloda/**/*.so", "koloda/**/*.pyd"):
        for path in SRC.glob(pattern):
            path.unlink()


def compile_into(target: Path, *, sanitize: bool = False) -> dict[str, Any]:
    """Compile all modules; the libraries go to target, laid out as in src. Returns the record."""
    if reason := build.why_not():
        raise build.CannotCompile(reason)
    try:
        from mypy.version import __version__ as mypy_version
    except ImportError:
        raise build.CannotCompile(f"mypy is missing; compiling needs {', '.join(requirements())}") from None
    if f"mypy=={mypy_version}" not in requirements():
        raise build.CannotCompile(f"mypy {mypy_version} is not the pinned one: {', '.join(requirements())}")
    with tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        # a copy, so that what is recorded is what was compiled, even if somebody edits it meanwhile
        copy = Path(folder)
        for path in sorted([ROOT / "pyproject.toml", *PACKAGE.rglob("*.py")]):
            place = copy / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        what = record(copy / "src" / "koloda")
        here = compiled_sources(copy / "src" / "koloda")
        build.compile_modules(copy, here, "koloda", target, CACHE, sanitize=sanitize)
    return what


def compile_in_place() -> None:
    with build.turns(CACHE / "lock"), tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        what = compile_into(Path(folder))
        clean()
        for path in Path(folder).rglob(f"*{build.suffix()}"):
            shutil.copy2(path, SRC / path.relative_to(folder))
        build.write(RECORD, what)  # last: the build counts only now


def sanitized_copy(target: Path) -> None:
    shutil.copytree(PACKAGE, target / "koloda", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    what = compile_into(target, sanitize=True)
    (target / "koloda" / RECORD.name).write_text(json.dumps(what), "utf-8")


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        needed = requirements() if self.wanted() else []
        builder = web()
        if builder is not None and builder.node_on_path() is None:
            needed += requirements("node")
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if builder := web():
            try:
                builder.build()
            except builder.CannotBuild as error:
                self.app.display_warning(f"koloda: without the browser client: {error}")
        if self.target_name != "wheel":
            return
        if version == "standard":
            build_data["force_include"][str(ROOT / "docs" / "rules")] = "koloda/docs/rules"
        try:
            if self.wanted():
                self.compile(version, build_data)
                return
        except build.CannotCompile as error:
            if self.mode() == "1":
                raise
            self.app.display_warning(f"koloda: staying plain Python: {error}")
        if version == "editable":
            clean()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "work"):
            self.work.cleanup()

    def mode(self) -> str:
        mode = os.environ.get("KOLODA_COMPILE") or "auto"
        if mode not in ("auto", "0", "1"):
            raise SystemExit(f"KOLODA_COMPILE is {mode!r}: it can be auto, 0 or 1")
        return mode

    def wanted(self) -> bool:
        if self.target_name != "wheel" or self.mode() == "0":
            return False
        return self.mode() == "1" or build.why_not() is None

    def compile(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            if not fresh():
                compile_in_place()
            return
        self.work = tempfile.TemporaryDirectory(prefix="koloda-")
        folder = Path(self.work.name)
        what = compile_into(folder)
        (folder / "koloda" / RECORD.name).write_text(json.dumps(what, indent=1), "utf-8")
        for path in folder.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compile the rules, the search and a part of the table of this checkout."
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="exit 1 if the build is missing or stale")
    choice.add_argument("--clean", action="store_true", help="remove the build in place")
    choice.add_argument("--sanitize", metavar="DIR", type=Path, help="a copy that stops at bad C")
    arguments = parser.parse_args()
    try:
        if arguments.check:
            if not fresh() and (reason := build.why_not()):
                raise build.CannotCompile(reason)
            return 0 if fresh() else 1
        if arguments.clean:
            clean()
            return 0
        if arguments.sanitize:
            sanitized_copy(arguments.sanitize)
        else:
            compile_in_place()
    except (build.BadSource, build.CannotCompile) as error:
        sys.stdout.flush()  # mypy's messages come first
        print(f"hatch_build.py: {error}", file=sys.stderr)
        return 3 if isinstance(error, build.CannotCompile) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
