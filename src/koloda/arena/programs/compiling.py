"""Compiling a stranger's source: in the sandbox, which shows the source and the toolchain, within limits.

Nothing outside can be written. What was compiled comes out through a pipe, as an archive of plain files.
"""

from __future__ import annotations

import io
import os
import re
import select
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from koloda.arena.programs import orphans
from koloda.arena.programs.child import Child
from koloda.arena.programs.faults import CannotStart
from koloda.arena.programs.languages import Language, Toolchain
from koloda.arena.programs.program import Program
from koloda.arena.programs.sandbox import Limits, Sandbox

OUT = "out"
MAIN = "program"  # what a compiled program is called
SCRIPT = f'mkdir {OUT} && "$@" >&2 && exec tar -C {OUT} -cf - .'
READ = 1 << 16
PROCESSES = 256  # compilers and Java machines start many threads
FILES = 10_000  # in the archive


@dataclass(frozen=True)
class Compiled:
    archive: bytes = b""
    problem: str = ""  # why there is none
    said: str = ""  # everything that the compiler printed, as far as it is kept


def compile_source(
    sandbox: Sandbox, language: Language, toolchain: Toolchain, visible: list[str], source: Path
) -> Compiled:
    """Compile a file that lies alone in its folder."""
    names = {
        **toolchain.tools,
        "source": source.name,
        "name": source.stem,
        "out": OUT,
        "target": f"{OUT}/{MAIN}",
        "heap": "",
    }
    words: list[str | PurePosixPath] = ["/bin/sh", "-c", SCRIPT, "sh"]
    # the source is a path in the program's own folder, which has another name inside
    own = PurePosixPath(source.name)
    words += [own if word == "{source}" else word.format(**names) for word in language.compile]
    program = Program(
        "compiler", tuple(words), str(source.parent), tuple(visible), tuple(language.environment.items())
    )
    limits = Limits(
        language.compile_memory_mb << 20,
        2 * language.compile_seconds,
        PROCESSES,
        language.compile_disk_mb << 20,
        language.compile_disk_mb << 20,
        locks=True,
    )
    child = sandbox.start(program, limits)
    try:
        try:
            child.settle()
        except CannotStart as error:
            return Compiled(problem=str(error))
        archive, problem = gather(child, language)
    finally:
        child.kill()
        orphans.bury()
    said = child.errors.decode("utf-8", "replace")
    if not problem and child.status != (0, 0):
        problem = f"it does not compile: {first_error(said)}"
    return Compiled(b"" if problem else bytes(archive), problem, said)


def gather(child: Child, language: Language) -> tuple[bytearray, str]:
    """Read what comes until the compiler has ended: the archive, and why it does not count."""
    child.close_input()
    archive = bytearray()
    most = language.compile_disk_mb << 20
    until = time.monotonic() + language.compile_seconds
    poller = select.poll()
    for descriptor in (child.stdout, child.stderr, child.end):
        poller.register(descriptor, select.POLLIN)
    sources = {child.stdout, child.stderr}
    while sources or not child.ended():
        left = until - time.monotonic()
        if left <= 0:
            return archive, f"it does not compile within {language.compile_seconds} s"
        ready = {descriptor for descriptor, _ in poller.poll(min(left, 0.1) * 1000 + 1)}
        if child.over_memory():
            return archive, f"its compiler needs more than {language.compile_memory_mb} MB"
        if child.too_many():
            return archive, f"its compiler starts more than {PROCESSES} processes"
        if child.stdout in ready:
            part = os.read(child.stdout, READ)
            archive += part
            if len(archive) > most:
                return archive, f"its compiled files are larger than {language.compile_disk_mb} MB"
            if not part:
                poller.unregister(child.stdout)
                sources.discard(child.stdout)
        if child.stderr in ready and not child.read_errors():
            poller.unregister(child.stderr)
            sources.discard(child.stderr)
        if child.end in ready:
            poller.unregister(child.end)
            # a child that was left behind may hold the pipes for ever
            until = min(until, time.monotonic() + 1.0)
    return archive, ""


def first_error(said: str) -> str:
    lines = said.splitlines() or ["?"]
    return next((line for line in lines if re.search(r"\b(error|fatal)\b", line, re.IGNORECASE)), lines[0])


def unpack(archive: bytes, folder: Path) -> str:
    """Plain files and folders only, into a folder; what is wrong with the archive, if it is not taken."""
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            members = tar.getmembers()
            if len(members) > FILES:
                return f"it compiles to more than {FILES} files"
            if sum(member.size for member in members) > len(archive):
                return "it compiles to files with holes in them"
            for member in members:
                parts = PurePosixPath(member.name).parts
                if not (member.isreg() or member.isdir()) or ".." in parts or member.name.startswith("/"):
                    return f"it compiles to {member.name!r}, which is no plain file"
            for member in members:
                place = folder / member.name
                if member.isdir():
                    place.mkdir(parents=True, exist_ok=True)
                    continue
                content = tar.extractfile(member)
                assert content is not None
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
    except (tarfile.TarError, OSError, ValueError) as error:
        return f"its compiled files cannot be read: {error}"
    return ""
