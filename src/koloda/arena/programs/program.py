"""A PROGRAM of the command line: what it means, how it is compiled, which files it needs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Self

from koloda.arena.programs import temporary
from koloda.core.errors import KolodaError

SYSTEM = ("/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/")
TOO_MUCH = ("/", "/home", "/opt", "/root", os.path.expanduser("~"))  # no place of one interpreter
COMPILE_SECONDS = 120
STAGED_BYTES = 256 << 20  # of one file that is copied for a program

# ending: (compiler by preference, its arguments); {source}, {target} and {folder} are filled in
COMPILERS = {
    ".c": (("gcc", "cc", "clang"), ("-O2", "-o", "{target}", "{source}", "-lm")),
    ".cpp": (("g++", "c++", "clang++"), ("-O2", "-std=c++17", "-o", "{target}", "{source}")),
    ".rs": (("rustc",), ("-O", "--crate-name", "program", "-o", "{target}", "{source}")),
    ".java": (("javac",), ("-d", "{folder}", "{source}")),
}
ALIASES = {".cc": ".cpp", ".cxx": ".cpp", ".mjs": ".js", ".cjs": ".js"}
MAIN = "program"  # what a compiled program is called


@dataclass(frozen=True)
class Program:
    """A program that can be started any number of times."""

    text: str  # as it was given to the judge
    words: tuple[str | PurePosixPath, ...]  # the command; paths lie in its folder
    folder: str = ""  # copies of its files, readable by everybody
    visible: tuple[str, ...] = ()  # other folders that it needs, with their own paths
    environment: tuple[tuple[str, str], ...] = ()
    problem: str = ""  # why it can never start
    output: str = ""  # of a compiler that refused it, complete: for its author

    def command(self, folder: str) -> list[str]:
        """The command line for a process that finds the program's folder there."""
        return [f"{folder}/{word}" if isinstance(word, PurePosixPath) else word for word in self.words]

    @property
    def reachable(self) -> bool:
        """Can any user of this machine run it?"""
        return all(open_to_all(path) for path in (*self.visible, *([self.folder] if self.folder else ())))


def open_to_all(path: str) -> bool:
    try:
        return all(
            os.stat(place).st_mode & stat.S_IXOTH for place in (path, *map(str, Path(path).resolve().parents))
        )
    except OSError:
        return False


class Programs:
    """Makes programs from texts, with copies and compiled files in one temporary folder."""

    def __init__(self, memory_mb: int = 128) -> None:
        self.memory_mb = memory_mb
        self.root = temporary.new_folder("programs")
        self.root.chmod(0o755)
        self.output = ""  # of the compiler that failed last

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def make(self, text: str) -> Program:
        """The program that a text means; one that cannot be started has a `problem`."""
        try:
            # a path may contain blanks; anything else is a command line
            words = [text] if os.path.isfile(text) else shlex.split(text)
        except ValueError as error:
            raise KolodaError(f"{text!r} is no command line: {error}") from None
        if not words:
            raise KolodaError("an empty text is no program")
        if words[0] == "koloda":
            return own_program(text, words[1:])
        folder = Path(tempfile.mkdtemp(dir=self.root))
        folder.chmod(0o755)
        self.output = ""
        program = replace(self.from_words(text, words, folder), output=self.output)
        for path, _, names in os.walk(folder):
            os.chmod(path, 0o755)
            for name in names:
                os.chmod(os.path.join(path, name), 0o755)
        return program

    def from_words(self, text: str, words: list[str], folder: Path) -> Program:
        first = words[0]
        ending = ALIASES.get(Path(first).suffix, Path(first).suffix)
        if os.path.isfile(first) and (ending in COMPILERS or ending in (".py", ".js")):
            command, visible, problem = self.from_source(Path(first), ending, folder)
        elif os.path.isdir(first):
            command, visible, problem = [first], [], f"{first} is a folder"
        else:
            found = first if "/" in first and os.path.exists(first) else shutil.which(first)
            if found is None:
                return Program(text, (first,), problem=f"{first}: there is no such program")
            problem = why_not_executable(found)
            command, visible = self.from_executable(found, folder)
        arguments: list[str | PurePosixPath] = []
        for word in words[1:]:
            if os.path.isfile(word) and not os.path.abspath(word).startswith(SYSTEM):
                arguments.append(self.copy(word, folder))
            elif os.path.isdir(word) and "/" in word:
                arguments.append(os.path.abspath(word))
                visible.append(os.path.abspath(word))
            else:
                arguments.append(word)
        return Program(text, (*command, *arguments), str(folder), tuple(visible), problem=problem)

    def from_executable(self, path: str, folder: Path) -> tuple[list[str | PurePosixPath], list[str]]:
        """(command, folders it needs) for a file that the system can run."""
        if is_python(path):
            interpreter, visible = python(path)
            return [interpreter], visible
        script = interpreter_of(path)
        if script and is_python(script) and not path.startswith(SYSTEM):
            # the Python that the script names may be none that can be seen from inside
            interpreter, visible = python(script)
            return [interpreter, self.copy(path, folder)], visible
        visible = runtime_of(path)
        if path.startswith(SYSTEM) or visible:
            return [os.path.abspath(path)], visible
        return [self.copy(path, folder)], []

    def copy(self, path: str, folder: Path) -> PurePosixPath:
        """A file of the program, copied to where it can be seen from inside."""
        if os.path.getsize(path) > STAGED_BYTES:
            raise KolodaError(f"{path}: larger than {STAGED_BYTES >> 20} MiB")
        name = os.path.basename(path)
        if (folder / name).exists():
            name = f"{len(list(folder.iterdir()))}/{name}"
            (folder / name).parent.mkdir()
        shutil.copyfile(path, folder / name)
        return PurePosixPath(name)

    def from_source(
        self, source: Path, ending: str, folder: Path
    ) -> tuple[list[str | PurePosixPath], list[str], str]:
        """(command, folders it needs, problem) for a source file."""
        if ending == ".py":
            interpreter, visible = python()
            return [interpreter, self.copy(str(source), folder)], visible, ""
        if ending == ".js":
            node = tool(("node", "nodejs"), source)
            return [node, self.copy(str(source), folder)], runtime_of(node), ""
        compilers, arguments = COMPILERS[ending]
        compiler = tool(compilers, source)
        java = tool(("java",), source) if ending == ".java" else ""
        names = {"source": str(source.resolve()), "target": str(folder / MAIN), "folder": str(folder)}
        problem = self.compile([compiler, *(argument.format(**names) for argument in arguments)])
        if not java:
            return [PurePosixPath(MAIN)], [], problem
        heap = max(16, self.memory_mb // 2)
        options = [f"-Xmx{heap}m", "-Xss64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]
        return [java, *options, PurePosixPath("."), source.stem], runtime_of(java), problem

    def compile(self, command: list[str]) -> str:
        """Run a compiler; what it complains about, if it fails."""
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMPILE_SECONDS, cwd=self.root
            )
        except subprocess.TimeoutExpired:
            self.output = f"the compiler was stopped after {COMPILE_SECONDS} s"
            return f"it does not compile within {COMPILE_SECONDS} s"
        if done.returncode == 0:
            return ""
        said = (done.stderr or done.stdout).decode("utf-8", "replace")
        self.output = said or f"the compiler ended with exit code {done.returncode} and said nothing"
        lines = [line for line in said.splitlines() if "error" in line] or said.splitlines() or ["?"]
        return f"it does not compile: {lines[0]}"


def tool(names: tuple[str, ...], source: Path) -> str:
    """A compiler or interpreter; without it the source is the organiser's problem, not its author's."""
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return found
    raise KolodaError(f"{source}: {names[0]} is needed for it and is not installed")


def python(command: str = "") -> tuple[str, list[str]]:
    """(interpreter, folders it needs) for a Python by its command; without one, the judge's own."""
    base = os.path.realpath(sys.executable)
    found = [base, os.path.realpath(sys.base_prefix)]
    if command:
        # only the interpreter itself knows: the command may be a link, a virtual environment or a wrapper
        ask = (
            "import os, sys; print(sys.executable, sys.prefix, os.path.realpath(sys.base_prefix), sep='\\n')"
        )
        with suppress(OSError, subprocess.SubprocessError):
            said = subprocess.run(
                [command, "-c", ask], capture_output=True, text=True, timeout=20, check=True
            )
            found = said.stdout.splitlines()
    outside = [path for path in dict.fromkeys(found[1:]) if not f"{path}/".startswith(SYSTEM)]
    return found[0], outside


def is_python(path: str) -> bool:
    return re.fullmatch(r"python[0-9.]*", os.path.basename(path)) is not None


def interpreter_of(path: str) -> str:
    """What a script names in its first line, empty if the file is no script."""
    with open(path, "rb") as file:
        first = file.readline(200)
    words = first[2:].decode("utf-8", "replace").split() if first.startswith(b"#!") else []
    if len(words) > 1 and os.path.basename(words[0]) == "env":
        return shutil.which(words[1]) or words[1]
    return words[0] if words else ""


def runtime_of(path: str) -> list[str]:
    """The folders that an interpreter outside the system's folders needs; empty if it is none."""
    real = os.path.realpath(path)
    home = os.path.dirname(os.path.dirname(real))
    known = os.path.basename(os.path.dirname(real)) == "bin" and os.path.isdir(f"{home}/lib")
    return [home] if known and not real.startswith(SYSTEM) and home not in TOO_MUCH else []


def why_not_executable(path: str) -> str:
    """Why the system will not run this file; empty if it will."""
    if os.path.isdir(path):
        return f"{path} is a folder"
    if not os.access(path, os.X_OK):
        return f"{path} is not executable (chmod +x), and its ending is no language of the judge's"
    with open(path, "rb") as file:
        start = file.read(4)
    if start != b"\x7fELF" and start[:2] != b"#!":
        return f"{path} is neither a Linux program nor a script that begins with #!"
    return ""


def own_program(text: str, words: list[str]) -> Program:
    """`koloda bot ...`: this very installation, whatever it is called and wherever it is."""
    import koloda

    source = os.path.dirname(os.path.dirname(os.path.abspath(koloda.__file__)))
    interpreter = os.path.abspath(sys.executable)
    visible = dict.fromkeys([sys.prefix, os.path.realpath(sys.base_prefix), source])
    outside = [path for path in visible if not f"{path}/".startswith(SYSTEM)]
    environment = [("PYTHONPATH", source), ("PYTHONDONTWRITEBYTECODE", "1")]
    if "KOLODA_PURE" in os.environ:
        environment.append(("KOLODA_PURE", os.environ["KOLODA_PURE"]))
    return Program(
        text, (interpreter, "-m", "koloda", *words), visible=tuple(outside), environment=tuple(environment)
    )
