"""Compiles typed Python with mypyc: the rules and the search of koloda, and games in packages of their own.

    python -m koloda.build FOLDER ...           compile the package in FOLDER in place
    python -m koloda.build --clean FOLDER ...   back to plain Python

All modules of a package go into one library; `__init__.py` and files that begin with "# not compiled: REASON"
stay as they are. A package that was edited after compiling runs as plain Python until it is compiled again.
hatch_build.py loads this file by its path, so it imports nothing of koloda.

Only what changed is given to the C compiler. mypyc numbers literals over all modules and declares everything
in one header, so that one new word would change every C file; `stand_alone` rewrites each C file so that it
holds just what it uses. The text that was compiled is then also the key by which its object is found again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

RECORD = "_koloda_build.json"  # in a compiled package; read by koloda/__init__.py
NOT_COMPILED = re.compile(rb"^# not compiled: \S", re.MULTILINE)
# mypyc computes "literal << variable" in 32 bits without a word: 1 << 35 becomes 8
NARROW_SHIFT = re.compile(r"= -?[0-9]+ << cpy_r_")
# -fno-wrapv: Python's own flags let numbers wrap, but one that wraps is one that differs in plain Python
SANITIZE = [
    "-fsanitize=undefined",
    "-fno-sanitize=alignment",
    "-fno-sanitize-recover=undefined",
    "-fsanitize-recover=shift-base",  # mypyc shifts numbers below 0, as gcc defines; ./test finds others
    "-fno-wrapv",
]
KEPT_DAYS = 7  # how long an object that nobody asks for stays in the cache
LITERAL = re.compile(r"\bCPyStatics\[(\d+)\]")
LITERALS_MADE = "CPyLit_Tuple, CPyLit_FrozenSet) < 0) {\n        return -1;\n    }\n"
HAND_OUT = """\
    {
        extern PyObject *%(array)s[%(count)d];
        static const int numbers[] = {%(numbers)s};
        for (int i = 0; i < %(count)d; i++) %(array)s[i] = CPyStatics[numbers[i]];
    }
"""
WORD = re.compile(r"[A-Za-z_]\w*")
DECLARED = re.compile(r"extern [^(;\[]*?\b(\w+) ?[(;\[]")
FUNCTION = re.compile(r"^[A-Za-z]\w* \*?(CPyDef_\w+)\([^)]*\) \{\n(?:(?!\}).*\n)*\}\n", re.MULTILINE)
STATIC = re.compile(r"^static .*?\b(\w+) ?[(=;\[]", re.MULTILINE)
# functions of koloda.core.bits that are one instruction, and what C calls it: no call, and no test for errors
INSTRUCTIONS = {
    "bit": "KOLODA_BIT",
    "shifted": "KOLODA_SHIFTED",
    "lowest": "__builtin_ctzll",
    "popcount": "__builtin_popcountll",
}
SHIFTS = """\
#define KOLODA_BIT(n) ((int64_t)1 << (n))
#define KOLODA_SHIFTED(m, n) ((int64_t)(m) << (n))
"""
INLINE_LINES = 120  # C lines of a function that other files may have inlined; gcc decides about each call


class BadSource(Exception):
    """The sources must not be compiled as they are: ends the build in every mode."""


class CannotCompile(Exception):
    """This machine cannot compile: plain Python is the fallback."""


def suffix() -> str:
    return str(sysconfig.get_config_var("EXT_SUFFIX"))


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_compiled(path: Path) -> bool:
    """Is this a source that the compiler translates?"""
    with path.open("rb") as file:
        start = b"".join(file.readlines()[:3])
    return path.name != "__init__.py" and not NOT_COMPILED.search(start)


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


def compile_modules(
    root: Path,
    sources: Sequence[Path],
    name: str,
    target: Path,
    cache: Path | None = None,
    *,
    sanitize: bool = False,
) -> None:
    """Compile sources below root into one library for the package `name`; the results go to target.

    Paths in tracebacks are relative to root, and mypy finds its configuration there.
    """
    if reason := why_not():
        raise CannotCompile(reason)
    try:
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext
    except ImportError as error:
        missing = str(error.name).partition(".")[0]
        raise CannotCompile(
            f"{missing} is missing; compiling needs mypy and setuptools (pip install mypy setuptools)"
        ) from None
    processor = processor_options()
    use_instructions(popcount=bool(processor) or platform.machine() in ("aarch64", "arm64"))
    with tempfile.TemporaryDirectory(prefix="koloda-") as folder:
        work = Path(folder)
        before = os.getcwd()
        os.chdir(root)
        try:
            extensions = mypycify(
                [path.relative_to(root).as_posix() for path in sources],
                group_name=name,
                multi_file=True,  # one C file a module: they are compiled side by side
                opt_level="0" if sanitize else optimization(),
                debug_level="0",
                target_dir=str(work / "c"),
            )
        except SystemExit as error:
            raise BadSource("mypyc does not accept the sources; its messages are above") from error
        finally:
            os.chdir(before)
        forbid_narrow_shifts(work / "c")
        stand_alone(work / "c", name)

        # lets the C compiler inline calls between our own functions (about 30 % faster) and the linker bind
        # those between our files directly (some 5 %)
        inline = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []
        checks = SANITIZE if sanitize else []
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *processor, *inline, *checks]
            extension.extra_link_args = [*extension.extra_link_args, *checks]
        command = build_ext(Distribution({"name": name, "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(target), str(work / "objects")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        try:
            economize(command, Cache(cache) if cache is not None else None)
            command.run()
        except Exception as error:  # setuptools lets through whatever the compiler's driver raises
            raise CannotCompile("the C compiler failed") from error


def processor_options() -> list[str]:
    """Every x86-64 processor since 2008 counts bits by one instruction."""
    return ["-mpopcnt"] if sys.platform == "linux" and platform.machine() == "x86_64" else []


def use_instructions(*, popcount: bool) -> None:
    """Let mypyc write operators and built-in functions of gcc and clang where sources call INSTRUCTIONS."""
    from mypyc.ir.ops import ERR_NEVER
    from mypyc.ir.rtypes import RType, int64_rprimitive
    from mypyc.primitives.registry import function_op, function_ops

    for name, instruction in INSTRUCTIONS.items():
        full = f"koloda.core.bits.{name}"
        function_ops.pop(full, None)
        if os.name == "posix" and (popcount or name != "popcount"):
            numbers: list[RType] = [int64_rprimitive] * (2 if name == "shifted" else 1)
            function_op(full, numbers, int64_rprimitive, instruction, ERR_NEVER)


def forbid_narrow_shifts(folder: Path) -> None:
    for path in sorted(folder.rglob("*.c")):
        text = path.read_text("utf-8")
        if not NARROW_SHIFT.search(text):
            continue
        function = "?"
        for line in text.splitlines():
            if line and not line[0].isspace() and (name := re.search(r"\bCPyDef_(\w+)\(", line)):
                function = name[1]
            if NARROW_SHIFT.search(line):
                raise BadSource(
                    f"{function}: a literal is shifted by a variable, which mypyc computes in 32 bits; "
                    f"use koloda.core.bits ({line.strip()})"
                )


def stand_alone(folder: Path, name: str) -> None:
    """Rewrite the C files of one library so that each holds only the literals and declarations it uses.

    It also gets the small functions of other files that it calls, for the C compiler to inline (by a fifth to
    a half faster; the linker could do it too, but in minutes, after every change of a word).
    The C compiler refuses a file in which a declaration is missing, so nothing can be lost unnoticed.
    """
    main = folder / f"__native_{name}.c"
    public = declarations((folder / f"__native_{name}.h").read_text("utf-8"))
    internal = declarations((folder / f"__native_internal_{name}.h").read_text("utf-8"))
    include = re.compile(rf'#include "__native_(internal_)?{re.escape(name)}\.h"\n')
    handing_out = ""
    texts = {path: path.read_text("utf-8") for path in sorted(folder.glob(f"__native_{name}___*.c"))}
    small = {path: small_functions(text) for path, text in texts.items()} if os.name == "posix" else {}
    for path, whole in texts.items():
        array = f"{path.stem}_literals"
        text, used = own_literals(whole, array)
        others = [function for place, found in small.items() if place != path for function in found]
        part = used_part([*public, *internal, *others], include.sub("", text), include)
        path.write_text(SHIFTS + part, "utf-8")
        if used:
            handing_out += HAND_OUT % {
                "array": array,
                "count": len(used),
                "numbers": ", ".join(map(str, used)),
            }
    text = main.read_text("utf-8")
    assert text.count(LITERALS_MADE) == 1
    main.write_text(text.replace(LITERALS_MADE, LITERALS_MADE + handing_out), "utf-8")


def own_literals(text: str, array: str) -> tuple[str, list[int]]:
    """The text with an array of its own for the literals it uses, and their numbers in the library."""
    places: dict[int, int] = {}
    text = LITERAL.sub(lambda found: f"{array}[{places.setdefault(int(found[1]), len(places))}]", text)
    return (f"PyObject *{array}[{len(places)}];\n{text}" if places else text), list(places)


def small_functions(text: str) -> list[tuple[str, str]]:
    """The functions of a C file that others may inline, by name: all that use nothing of its own."""
    own = set(STATIC.findall(text))
    return [
        (found[1], inlined(found[1], found[0]))
        for found in FUNCTION.finditer(text)
        if found[0].count("\n") <= INLINE_LINES
        and not LITERAL.search(found[0])
        and own.isdisjoint(WORD.findall(found[0]))
    ]


def inlined(name: str, text: str) -> str:
    """A function of another file as one of this file's own, which calls find from here on."""
    own = text.replace(f"{name}(", f"{name}_inlined(", 1)
    return f"static inline {own}#define {name} {name}_inlined\n"


def declarations(header: str) -> list[tuple[str, str]]:
    """The parts of a header in order: what each declares, and its text. Nothing declared: always needed."""
    parts: list[tuple[str, str]] = []
    lines = iter(header.splitlines(keepends=True))
    for line in lines:
        if line.startswith("extern ") and line.endswith(";\n") and (found := DECLARED.match(line)):
            parts.append((found[1], line))
        elif line.startswith("#ifndef MYPYC_DECLARED_"):
            text = line
            while line != "#endif\n":
                line = next(lines)
                text += line
            parts.append((text.splitlines()[0].removeprefix("#ifndef MYPYC_DECLARED_"), text))
        elif line.startswith("typedef struct"):
            text = line
            while not line.startswith("}"):
                line = next(lines)
                text += line
            parts.append((line[1:].strip(" ;\n"), text))
        else:
            parts.append(("", line))
    return parts


def used_part(parts: list[tuple[str, str]], text: str, include: re.Pattern[str]) -> str:
    """A C file behind those declarations that it uses, directly or through others."""
    wanted = set(WORD.findall(text))
    kept: list[str] = []
    for declared, part in reversed(parts):  # what a declaration needs stands before it
        if not declared or declared in wanted:
            wanted.update(WORD.findall(part))
            kept.append(part)
    return include.sub("", "".join(reversed(kept))) + text


class Cache:
    """Compiled files by what they were made from; may be used by several builds at once, and be removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str, extension: str, make: Callable[[], str]) -> str:
        """The file with this key, made if need be by a function that says where it has put it."""
        place = self.folder / f"{key}{extension}"
        try:
            os.utime(place)  # it is in use
        except FileNotFoundError:
            part = self.folder / f"{key}.{os.getpid()}.{threading.get_ident()}.part"
            shutil.copyfile(make(), part)
            part.replace(place)  # at once: a killed build leaves no half files under this name
        return str(place)

    def prune(self) -> None:
        limit = time.time() - KEPT_DAYS * 86400
        for path in self.folder.iterdir():
            try:
                if path.stat().st_mtime < limit:
                    path.unlink()
            except FileNotFoundError:  # another build was quicker
                continue


def toolchain(compiler: Any) -> str:
    """What a compiled file depends on, beside its text and its options."""
    from mypyc.build import include_dir

    headers = sorted(path for path in Path(include_dir()).rglob("*") if path.suffix in (".h", ".c"))
    command = getattr(compiler, "compiler_so", None) or ["cl"]
    version = subprocess.run([command[0], "--version"], capture_output=True, text=True).stdout
    linker = getattr(compiler, "linker_so", None)
    return repr([sys.version, suffix(), command, linker, version, [digest(path) for path in headers]])


def economize(command: Any, cache: Cache | None) -> None:
    """Let a build_ext compile the files of a library on all cores, and only those that are not in the cache.

    By itself it takes one file after the other, and all of them.
    """
    build_extensions = command.build_extensions

    def build() -> None:
        compiler = command.compiler
        compile_one, link_one = compiler.compile, compiler.link_shared_object
        base = toolchain(compiler) if cache is not None else ""

        def key(*parts: object) -> str:
            return hashlib.sha256("\0".join([base, *map(str, parts)]).encode()).hexdigest()

        def compiled(source: str, kwargs: dict[str, Any]) -> str:
            def make() -> str:
                # messages name the file, not the temporary folder: two builds give the same bytes
                mapped = [f"-ffile-prefix-map={Path(source).parent}=."] if os.name == "posix" else []
                given = {**kwargs, "extra_postargs": [*(kwargs.get("extra_postargs") or []), *mapped]}
                return str(compile_one([source], **given)[0])

            if cache is None:
                return make()
            options = [kwargs.get("macros"), kwargs.get("debug"), kwargs.get("extra_postargs")]
            return cache.get(key(Path(source).read_text("utf-8"), options), ".o", make)

        def compile_all(sources: list[str], **kwargs: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(pool.map(lambda source: compiled(source, kwargs), sources))

        def link(objects: list[str], output: str, *args: Any, **kwargs: Any) -> None:
            def make() -> str:
                link_one(objects, output, *args, **kwargs)
                return output

            # a module's own file only calls the library, and never changes; the library nearly always does
            if cache is None or len(objects) > 1:
                make()
            else:
                options = [Path(output).name, kwargs.get("extra_postargs"), kwargs.get("export_symbols")]
                found = cache.get(key(objects, options), ".so", make)
                Path(output).parent.mkdir(parents=True, exist_ok=True)
                if not Path(output).exists():
                    shutil.copy(found, output)

        compiler.compile, compiler.link_shared_object = compile_all, link
        build_extensions()
        if cache is not None:
            cache.prune()

    command.build_extensions = build


@contextmanager
def turns(path: Path) -> Iterator[None]:
    """One build at a time in one place; the system ends the turn of a build that was killed."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def record(folder: Path) -> dict[str, Any]:
    """What was compiled, for which interpreter."""
    sources = {path.relative_to(folder).as_posix(): digest(path) for path in folder.rglob("*.py")}
    return {"suffix": suffix(), "sources": sources}


def write(path: Path, content: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps(content, indent=1), "utf-8")
    part.replace(path)


def compile_package(folder: Path) -> None:
    """Compile a package in place."""
    root, cache = folder.parent, folder.parent / "build" / "compiled"
    with turns(cache / "lock"), tempfile.TemporaryDirectory(prefix="koloda-") as temporary:
        made, copy = Path(temporary, "made"), Path(temporary, "copy")
        settings = [root / name for name in ("pyproject.toml", "mypy.ini", "setup.cfg")]
        for path in [*(path for path in settings if path.exists()), *folder.rglob("*.py")]:
            place = copy / path.relative_to(root)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        package = copy / folder.name
        what = record(package)
        sources = [path for path in sorted(package.rglob("*.py")) if is_compiled(path)]
        if not sources:
            raise BadSource(f"nothing in {folder} is to be compiled")
        with mypy_finds_koloda():
            compile_modules(copy, sources, folder.name, made, cache)
        remove_modules(folder)
        for path in made.rglob(f"*{suffix()}"):
            shutil.copy2(path, root / path.relative_to(made))
        write(folder / RECORD, what)  # last: the build counts only now


def remove_modules(folder: Path) -> None:
    """Back to plain Python; the record stays, so that nobody uses what is only half removed."""
    write(folder / RECORD, {"suffix": None, "sources": {}})
    for path in [
        *folder.rglob("*.so"),
        *folder.rglob("*.pyd"),
        *folder.parent.glob(f"{folder.name}__mypyc.*"),
    ]:
        path.unlink()


@contextmanager
def mypy_finds_koloda() -> Iterator[None]:
    """mypy looks into site-packages, but not where PYTHONPATH has led to this file."""
    above = Path(__file__).resolve().parents[1]
    before = os.environ.get("MYPYPATH")
    if above.name not in ("site-packages", "dist-packages"):
        os.environ["MYPYPATH"] = os.pathsep.join(filter(None, [before, str(above)]))
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("MYPYPATH", None)
        else:
            os.environ["MYPYPATH"] = before


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="koloda.build", description="Compile games in packages of their own."
    )
    parser.add_argument("folder", nargs="+", type=Path, help="the folder of a package, with its __init__.py")
    parser.add_argument("--clean", action="store_true", help="remove the compiled modules")
    arguments = parser.parse_args()
    try:
        for folder in arguments.folder:
            if not (folder / "__init__.py").exists():
                raise BadSource(f"{folder} is no package: it has no __init__.py")
            if arguments.clean:
                remove_modules(folder.resolve())
                (folder / RECORD).unlink()
            else:
                compile_package(folder.resolve())
    except (BadSource, CannotCompile) as error:
        sys.stdout.flush()  # mypy's messages come first
        print(f"koloda.build: {error}", file=sys.stderr)
        return 3 if isinstance(error, CannotCompile) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
