"""A PROGRAM of the command line: what it means, how it is made, which files it needs."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Self

from koloda.arena.programs import temporary
from koloda.arena.programs.compiling import MAIN, Compiled, compile_source, unpack
from koloda.arena.programs.languages import OWN_PYTHON, Language, Toolchain, find_toolchain, read_table
from koloda.arena.programs.modules import modules_beside
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Sandbox
from koloda.core.errors import KolodaError

SYSTEM = ("/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/")
TOO_MUCH = ("/", "/home", "/opt", "/root", os.path.expanduser("~"))  # no place of one interpreter
STAGED_BYTES = 256 << 20  # of one file that is copied for a program


class Programs:
    """Makes programs from texts, with copies and compiled files in one temporary folder."""

    def __init__(
        self, sandbox: Sandbox, memory_mb: int = 128, languages: dict[str, Language] | None = None
    ) -> None:
        self.sandbox = sandbox  # in which sources are compiled
        self.memory_mb = memory_mb
        self.languages = read_table() if languages is None else languages
        self.compiled: dict[str, Compiled] = {}  # by the hash of everything that matters
        self.rivals: set[str] = set()  # files of which no other program gets a copy
        self.root = temporary.new_folder("programs")
        self.root.chmod(0o755)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def keep_apart(self, texts: Iterable[str]) -> None:
        """These play against each other: none may bring another along as a module."""
        self.rivals |= {os.path.realpath(word) for text in texts for word in words_of(text)}

    def make(self, text: str) -> Program:
        """The program that a text means; one that cannot be started has a `problem`."""
        words = words_of(text)
        if words[0] == "koloda":
            return own_program(text, words[1:])
        folder = Path(tempfile.mkdtemp(dir=self.root))
        folder.chmod(0o755)
        program = self.from_words(text, words, folder)
        for path, _, names in os.walk(folder):
            os.chmod(path, 0o755)
            for name in names:
                os.chmod(os.path.join(path, name), 0o755)
        return program

    def from_words(self, text: str, words: list[str], folder: Path) -> Program:
        first = words[0]
        language = self.languages.get(Path(first).suffix)
        made = Program(text, ())
        if os.path.lexists(first) and language is not None:
            made = self.from_source(text, Path(first), language, folder)
            command, visible, problem = list(made.words), list(made.visible), made.problem
        elif os.path.isdir(first):
            command, visible, problem = [first], [], "it is a folder"
        else:
            found = first if "/" in first and os.path.exists(first) else shutil.which(first)
            if found is None:
                problem = "there is no such program"
                if os.path.isfile(first):
                    known = " ".join(self.languages)
                    problem = (
                        f"a file here, but its ending is no language of the judge's ({known}): "
                        f"say ./{first} (executable, beginning with #!), or its interpreter and {first}"
                    )
                return Program(text, (first,), problem=problem)
            problem = why_not_executable(found) or self.missing_source(words)
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
        return replace(
            made,
            words=(*command, *arguments),
            folder=str(folder),
            visible=tuple(dict.fromkeys(visible)),
            problem=problem,
        )

    def missing_source(self, words: list[str]) -> str:
        """Why an interpreter has nothing to run: its source is not there; empty if it is."""
        if len(words) < 2 or "/" in words[0] or words[1].startswith("-") or os.path.exists(words[1]):
            return ""
        return f"{words[1]}: there is no such file" if Path(words[1]).suffix in self.languages else ""

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
        content = read_plain(path)
        name = os.path.basename(path)
        if (folder / name).exists():
            name = f"{len(list(folder.iterdir()))}/{name}"
            (folder / name).parent.mkdir()
        (folder / name).write_bytes(content)
        return PurePosixPath(name)

    def from_source(self, text: str, source: Path, language: Language, folder: Path) -> Program:
        """The program of a source file; its words lie in the folder."""
        content = read_plain(str(source))
        toolchain = find_toolchain(language, str(source))
        tools, visible = dict(toolchain.tools), []
        for name, commands in language.tools.items():
            if commands == [OWN_PYTHON]:
                tools[name], needed = python()
                visible += needed
            else:
                visible += runtime_of(tools[name])
        if toolchain.home and not f"{toolchain.home}/".startswith(SYSTEM):
            visible.append(toolchain.home)
        visible = list(dict.fromkeys(visible))
        compiled = Compiled()
        if language.compile:
            compiled = self.compile(language, Toolchain(tools, toolchain.home), visible, source.name, content)
            problem = compiled.problem or unpack(compiled.archive, folder)
        else:
            (folder / source.name).write_bytes(content)
            for module in modules_beside(source, self.rivals):
                self.copy(str(module), folder)
            problem = ""
        heap = max(16, round(self.memory_mb * language.memory_factor) // 2)
        names = {**tools, "name": source.stem, "heap": heap, "out": "", "target": MAIN, "source": source.name}
        words: list[str | PurePosixPath] = []
        for word in language.run:
            # what begins with one of these is a path in the folder of the program
            inside = word.startswith(("{out}", "{target}", "{source}"))
            filled = word.format(**names).lstrip("/") if inside else word.format(**names)
            words.append(PurePosixPath(filled or ".") if inside else filled)
        # a compiled program needs nothing of its compiler
        needs_tools = any(f"{{{name}}}" in word for word in language.run for name in language.tools)
        return Program(
            text,
            tuple(words),
            visible=tuple(visible) if needs_tools else (),
            environment=tuple(language.environment.items()),
            problem=problem,
            # never empty: the author of a source is told, the contest goes on
            output=(compiled.said or problem) if problem else "",
            time_factor=language.time_factor,
            memory_factor=language.memory_factor,
        )

    def compile(
        self, language: Language, toolchain: Toolchain, visible: list[str], name: str, content: bytes
    ) -> Compiled:
        """Compile a source, once for all programs that have the same."""
        key = compile_key(language, toolchain, name, content)
        if key not in self.compiled:
            folder = Path(tempfile.mkdtemp(dir=self.root))
            folder.chmod(0o755)
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o644)
            try:
                self.compiled[key] = compile_source(self.sandbox, language, toolchain, visible, folder / name)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        return self.compiled[key]


def compile_key(language: Language, toolchain: Toolchain, name: str, content: bytes) -> str:
    """A hash of everything that decides what a source is compiled to."""
    facts = repr((language, toolchain, name)).encode("utf-8", "surrogateescape")
    return sha256(facts + b"\0" + content).hexdigest()


def words_of(text: str) -> list[str]:
    """The words of a PROGRAM: a path may contain blanks, anything else is a command line."""
    try:
        words = [text] if os.path.isfile(text) else shlex.split(text)
    except ValueError as error:
        raise KolodaError(f"{text!r} is no command line: {error}") from None
    if not words:
        raise KolodaError("an empty text is no program")
    return words


def read_plain(path: str) -> bytes:
    """The content of a regular file; a link could lead to any file that the judge may read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise KolodaError(f"{path} is a symbolic link: give the file itself") from None
        raise KolodaError(f"{path}: {error.strerror}") from None
    with open(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise KolodaError(f"{path} is no regular file")
        if found.st_size > STAGED_BYTES:
            raise KolodaError(f"{path}: larger than {STAGED_BYTES >> 20} MiB")
        return file.read(STAGED_BYTES)


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
        first = file.readline(200)
    if not first.startswith((b"\x7fELF", b"#!")):
        return f"{path} is neither a Linux program nor a script that begins with #!"
    named = interpreter_of(path)
    if not named or is_python(named):  # a Python is found wherever it is
        return ""
    if first.endswith(b"\r\n"):
        return f"{path}: its first line ends as on Windows; save it with the line ends of Unix (LF)"
    if named.startswith("/") and not os.path.exists(named):
        return f"{path}: its first line names {named}, which is not there"
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
