"""Build hook: compiles the rules and the search with mypyc, all modules or none, into one library.

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
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SRC = ROOT / "src"
PACKAGE = SRC / "koloda"
RECORD = PACKAGE / "_build.json"
LIBRARY = "koloda__mypyc"
BOTS: tuple[str, ...] = (
    "search.py",
    "solver.py",
    "tree.py",
)  # compiled modules of koloda/bots; core and games are found by looking
NOT_COMPILED = re.compile(rb"^# not compiled: \S", re.MULTILINE)
# mypyc computes "literal << variable" in 32 bits without a word: 1 << 35 becomes 8
NARROW_SHIFT = re.compile(r"= -?[0-9]+ << cpy_r_")
# -fno-wrapv: Python's own flags let numbers wrap, but one that wraps is one that differs in plain Python
SANITIZE = [
    "-fsanitize=undefined",
    "-fno-sanitize=alignment",
    "-fno-sanitize-recover=undefined",
    "-fno-wrapv",
]


class BadSource(Exception):
    """The sources must not be compiled as they are: ends the build in every mode."""


class CannotCompile(Exception):
    """This machine cannot compile: plain Python is the fallback."""


def sources() -> list[Path]:
    """All that the compiler reads, compiled or not."""
    found = [path for top in ("core", "games") for path in (PACKAGE / top).rglob("*.py")]
    return sorted([*found, *(PACKAGE / "bots" / name for name in BOTS)])


def compiled_sources() -> list[Path]:
    return [
        path
        for path in sources()
        if path.name != "__init__.py" and not NOT_COMPILED.search(b"".join(path.open("rb").readlines()[:3]))
    ]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def requirements(group: str = "compile") -> list[str]:
    """What compiling (or the client) needs, from the one place where it is written."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return list(groups[group])


def web() -> ModuleType | None:
    """The builder of the browser client, unless it has nothing to do here."""
    spec = importlib.util.spec_from_file_location("koloda_web_build", ROOT / "web" / "build.py")
    if spec is None or spec.loader is None or not Path(str(spec.origin)).exists():
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return None if module.skipped() or not module.stale() else module


def suffix() -> str:
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def record() -> dict[str, Any]:
    """What was compiled, by what, for which interpreter; koloda/__init__.py compares it in a checkout."""
    return {
        "suffix": suffix(),
        "builder": digest(Path(__file__)),
        "requirements": requirements(),
        "sources": {path.relative_to(PACKAGE).as_posix(): digest(path) for path in sources()},
    }


def fresh() -> bool:
    """Is there a build in place, of these very sources, for this interpreter?"""
    if not RECORD.exists() or json.loads(RECORD.read_text("utf-8")) != record():
        return False
    modules = [path.with_suffix(suffix()) for path in compiled_sources()]
    return all(path.exists() for path in [SRC / f"{LIBRARY}{suffix()}", *modules])


def clean() -> None:
    RECORD.unlink(missing_ok=True)  # first, so that nobody uses half of a build
    for pattern in (f"{LIBRARY}.*", "koloda/**/*.so", "koloda/**/*.pyd"):
        for path in SRC.glob(pattern):
            path.unlink()


def why_not() -> str | None:
    """Why this machine cannot compile, as far as a quick look tells."""
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} cannot load compiled modules"
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl").split()[0]
    if shutil.which(command) is None:
        return f"there is no C compiler ({command})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of Python are missing (Debian: apt install python3-dev)"
    return None


def optimization() -> str:
    level = os.environ.get("KOLODA_OPTIMIZE") or "3"
    if level not in ("0", "1", "2", "3"):
        raise SystemExit(f"KOLODA_OPTIMIZE is {level!r}: it can be 0, 1, 2 or 3")
    return level


def compile_into(target: Path, work: Path, *, sanitize: bool = False) -> None:
    """Compile all modules; the libraries go to target, laid out as in src."""
    if reason := why_not():
        raise CannotCompile(reason)
    try:
        from mypy.version import __version__ as mypy_version
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext
    except ImportError as error:
        raise CannotCompile(f"{error.name} is missing; compiling needs {', '.join(requirements())}") from None
    if f"mypy=={mypy_version}" not in requirements():
        raise CannotCompile(f"mypy {mypy_version} is not the pinned one: {', '.join(requirements())}")

    level = "0" if sanitize else optimization()
    before = os.getcwd()
    os.chdir(ROOT)  # mypy finds its configuration there
    try:
        extensions = mypycify(
            [path.relative_to(ROOT).as_posix() for path in compiled_sources()],
            group_name="koloda",
            multi_file=True,  # one C file a module: they are compiled side by side
            opt_level=level,
            debug_level="0",
            target_dir=str(work / "c"),
        )
    except SystemExit as error:
        raise BadSource("mypyc does not accept the sources; its messages are above") from error
    finally:
        os.chdir(before)
    forbid_narrow_shifts(work / "c")

    # lets the C compiler inline calls between our own functions: about 30 % faster
    inline = ["-fno-semantic-interposition"] if os.name == "posix" else []
    checks = SANITIZE if sanitize else []
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *inline, *checks]
        extension.extra_link_args = [*extension.extra_link_args, *checks]
    command = build_ext(Distribution({"name": "koloda", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(target), str(work / "objects")
    command.ensure_finalized()
    try:
        side_by_side(command)
        command.run()
    except Exception as error:  # setuptools lets through whatever the compiler's driver raises
        raise CannotCompile("the C compiler failed") from error


def side_by_side(command: Any) -> None:
    """Let a build_ext compile the files of a library on all cores; by itself it takes one after the other."""
    build_extensions = command.build_extensions

    def build() -> None:
        serial = command.compiler.compile

        def compile_all(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                parts = pool.map(lambda source: serial([source], *args, **kwargs), sources)
                return [name for part in parts for name in part]

        command.compiler.compile = compile_all
        build_extensions()

    command.build_extensions = build


def forbid_narrow_shifts(folder: Path) -> None:
    for path in sorted(folder.rglob("*.c")):
        function = "?"
        for line in path.read_text("utf-8").splitlines():
            if line and not line[0].isspace() and (name := re.search(r"\bCPyDef_(\w+)\(", line)):
                function = name[1]
            if NARROW_SHIFT.search(line):
                raise BadSource(
                    f"{function}: a literal is shifted by a variable, which mypyc computes in 32 bits; "
                    f"use koloda.core.bits ({line.strip()})"
                )


def compile_in_place() -> None:
    with tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        made = Path(folder, "lib")
        compile_into(made, Path(folder))
        what = record()
        clean()
        for path in made.rglob(f"*{suffix()}"):
            shutil.copy2(path, SRC / path.relative_to(made))
    RECORD.write_text(json.dumps(what, indent=1), "utf-8")  # last: the build counts only now


def sanitized_copy(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        shutil.copytree(PACKAGE, target / "koloda", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        compile_into(target, Path(folder), sanitize=True)
    (target / "koloda" / RECORD.name).write_text(json.dumps(record()), "utf-8")


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
        except CannotCompile as error:
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
        return self.mode() == "1" or why_not() is None

    def compile(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            if not fresh():
                compile_in_place()
            return
        self.work = tempfile.TemporaryDirectory(prefix="koloda-")
        folder = Path(self.work.name)
        compile_into(folder / "lib", folder)
        (folder / "lib" / "koloda" / RECORD.name).write_text(json.dumps(record(), indent=1), "utf-8")
        for path in (folder / "lib").rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(folder / "lib").as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the rules and the search of this checkout.")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="exit 1 if the build is missing or stale")
    choice.add_argument("--clean", action="store_true", help="remove the build in place")
    choice.add_argument("--sanitize", metavar="DIR", type=Path, help="a copy that stops at bad C")
    arguments = parser.parse_args()
    try:
        if arguments.check:
            if not fresh() and (reason := why_not()):
                raise CannotCompile(reason)
            return 0 if fresh() else 1
        if arguments.clean:
            clean()
            return 0
        if arguments.sanitize:
            sanitized_copy(arguments.sanitize)
        else:
            compile_in_place()
    except (BadSource, CannotCompile) as error:
        sys.stdout.flush()  # mypy's messages come first
        print(f"hatch_build.py: {error}", file=sys.stderr)
        return 3 if isinstance(error, CannotCompile) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
