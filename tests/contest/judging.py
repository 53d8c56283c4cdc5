"""A judge in a process of its own, as root or as an ordinary user, with bubblewrap or without."""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import pytest

from koloda.arena.programs import orphans, temporary
from koloda.arena.programs.sandbox import Sandbox, choose

NOBODY = 61_000  # and on: user ids that nobody has
Result = TypeVar("Result")


@dataclass(frozen=True)
class Setting:
    user: bool  # an ordinary user, or whoever runs the tests (root, usually)
    mode: str
    groups: bool = True  # control groups, where they can be had

    def __str__(self) -> str:
        way = "bubblewrap" if self.mode == "auto" else "bare"
        return f"{'user' if self.user else 'root'}-{way}{'' if self.groups else '-signals'}"


SETTINGS = [
    Setting(False, "auto"),
    Setting(False, "auto", groups=False),
    Setting(False, "none"),
    Setting(True, "auto"),
    Setting(True, "none"),
]


def in_setting(setting: Setting, work: Callable[[Sandbox], Result]) -> Result:
    """What the work returns in a new process that judges there."""
    if setting.user and os.getuid() != 0:
        pytest.skip("only root can be another user; the other settings are this user's")
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        outcome: tuple[str, object] = ("failed", "")
        try:
            os.close(ours)
            outcome = ("done", judged(setting, work))
        except BaseException:
            outcome = ("failed", traceback.format_exc())
        finally:
            with os.fdopen(theirs, "wb") as pipe:
                pickle.dump(outcome, pipe)
            sys.stdout.flush()
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    assert said, "the judge was killed"
    kind, result = pickle.loads(said)
    assert kind == "done", result
    answer: Result = result
    return answer


def judged(setting: Setting, work: Callable[[Sandbox], Result]) -> Result:
    with tempfile.TemporaryDirectory(prefix="koloda-judging-") as folder:
        os.chmod(folder, 0o755)
        if setting.user:
            uid = NOBODY + os.getpid() % 1000
            os.chown(folder, uid, uid)
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            os.environ["HOME"] = folder
        os.chdir(folder)
        tempfile.tempdir = folder
        temporary.made.clear()  # that of the process which we were forked from
        sandbox, _ = choose(setting.mode, sure=True)
        if not setting.groups:
            sandbox = Sandbox(sandbox.bubblewrap, sandbox.setpriv)
        with orphans.adopted():
            return work(sandbox)
