"""The table of languages (`languages.toml`): how source files are compiled and run, and by which tools."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from koloda.core.errors import KolodaError

BUILT_IN = Path(__file__).with_name("languages.toml")
OWN_PYTHON = "@python"
PROBE_SECONDS = 30


@dataclass(frozen=True)
class Language:
    name: str
    endings: list[str]
    run: list[str]
    tools: dict[str, list[str]] = field(default_factory=dict)
    check: list[str] = field(default_factory=lambda: ["--version"])
    home: list[str] = field(default_factory=list)
    compile: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    time_factor: float = 1.0
    memory_factor: float = 1.0
    compile_seconds: int = 60
    compile_memory_mb: int = 1024
    compile_disk_mb: int = 256


def read_table(own: str | None = None) -> dict[str, Language]:
    """The languages by file ending: the built-in ones, and those of an organiser's file."""
    by_name: dict[str, Language] = {}
    for path in (str(BUILT_IN), *([own] if own else [])):
        try:
            with open(path, "rb") as file:
                table = tomllib.load(file)
        except OSError as error:
            raise KolodaError(f"{path}: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise KolodaError(f"{path}: {error}") from None
        for name, entry in table.items():
            by_name[name] = read_language(path, name, entry)
    return {ending: language for language in by_name.values() for ending in language.endings}


def read_language(path: str, name: str, entry: Any) -> Language:
    """One entry of the table, with a clear error for what is wrong in it."""

    def wrong(why: str) -> KolodaError:
        return KolodaError(f"{path}: {name}: {why}")

    if not isinstance(entry, dict):
        raise wrong("not a table")
    known = {each.name for each in fields(Language)} - {"name"}
    for key, value in entry.items():
        if key not in known:
            raise wrong(f"{key} is unknown; there are {', '.join(sorted(known))}")
        if key in ("endings", "run", "check", "home", "compile"):
            good = isinstance(value, list) and all(isinstance(word, str) for word in value)
        elif key == "tools":
            good = isinstance(value, dict) and all(
                isinstance(words, list) and words and all(isinstance(word, str) for word in words)
                for words in value.values()
            )
        elif key == "environment":
            good = isinstance(value, dict) and all(isinstance(word, str) for word in value.values())
        else:
            whole = key.startswith("compile_")
            good = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
            good = good and 0 < value <= 1_000_000
        if not good:
            raise wrong(f"{key} is not of the right kind")
    if not entry.get("endings") or not entry.get("run"):
        raise wrong("endings and run are needed")
    for ending in entry["endings"]:
        if not ending.startswith(".") or "/" in ending:
            raise wrong(f"{ending!r} is no file ending, like .c")
    language = Language(name=name, **entry)
    names = dict.fromkeys((*language.tools, "source", "name", "out", "target", "heap"), "")
    for word in (*language.run, *language.compile, *language.home):
        try:
            word.format(**names)
        except (KeyError, ValueError, IndexError):
            raise wrong(f"{word!r} names something that is not there") from None
    return language


@dataclass(frozen=True)
class Toolchain:
    """The tools of a language on this machine."""

    tools: dict[str, str]
    home: str = ""


def find_toolchain(language: Language, source: str) -> Toolchain:
    """The tools; a missing one is the organiser's problem, not the author's: KolodaError."""
    tools = {}
    for name, commands in language.tools.items():
        if commands == [OWN_PYTHON]:
            continue
        found, said = "", ""
        for command in commands:
            path = shutil.which(command)
            if path is None:
                continue
            complaint = try_out((path, *language.check))
            if not complaint:
                found = path
                break
            said = said or f"{source}: {command} is on the PATH but does not work: {complaint}"
        if not found:
            raise KolodaError(said or f"{source}: {commands[0]} is needed for it and is not installed")
        tools[name] = found
    if not language.home:
        return Toolchain(tools)
    question = tuple(word.format(**tools) for word in language.home)
    complaint = try_out(question)
    if complaint:
        raise KolodaError(f"{source}: {question[0]} is on the PATH but does not work: {complaint}")
    home = printed(question)
    for name, path in tools.items():
        # the tool on the PATH may be a proxy that finds the real one by files which no sandbox shows
        inside = f"{home}/bin/{os.path.basename(path)}"
        tools[name] = inside if os.path.exists(inside) else path
    return Toolchain(tools, home)


@cache
def probed(command: tuple[str, ...]) -> subprocess.CompletedProcess[str] | str:
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PROBE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {PROBE_SECONDS} s"
    except OSError as error:
        return str(error.strerror)


def try_out(command: tuple[str, ...]) -> str:
    """Why a tool does not work; empty if it does."""
    done = probed(command)
    if isinstance(done, str):
        return done
    if done.returncode == 0:
        return ""
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[0][:200] if lines else f"exit code {done.returncode}"


def printed(command: tuple[str, ...]) -> str:
    done = probed(command)
    return "" if isinstance(done, str) else done.stdout.strip()
