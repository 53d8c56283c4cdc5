"""Running one program apart from everything else: bubblewrap where it works, else resource limits only."""

from __future__ import annotations

import ctypes
import itertools
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from koloda.arena.programs.cgroup import Group, Place, find_place
from koloda.arena.programs.child import Child
from koloda.arena.programs.faults import CannotStart, JudgeFailure
from koloda.arena.programs.orphans import LIBC, die_with_parent
from koloda.arena.programs.program import Program
from koloda.arena.programs.seccomp import filter_program
from koloda.core.errors import KolodaError

PROCESSES = 64  # of one program, threads included: a Java machine needs some twenty
FILE_BYTES = 16 << 20
OPEN_FILES = 256
ADDRESS_SPACE = 4 << 30  # beyond the memory limit: interpreters reserve far more than they use
FIRST_UID = 200_000  # as root every running program gets a user id of its own
USER_IDS = 256  # that one judge uses in turn
STARTS = itertools.count()
INSIDE = "/program"  # where a program finds its own files

SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
PATH = "/usr/local/bin:/usr/bin:/bin"

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38
SECCOMP_MODE_FILTER = 2


@dataclass(frozen=True)
class Limits:
    """What one process may use."""

    memory: int  # bytes, peak resident size with all children
    cpu_seconds: int  # far above what the clock allows: a net for a process that nobody asks any more


class FilterHeader(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


@dataclass(frozen=True)
class Sandbox:
    """The way programs are run on this machine; found out once, used for all games."""

    bubblewrap: str = ""  # its path; empty: not used
    setpriv: str = ""  # as root: changes to an own user id inside the sandbox
    place: Place | None = None
    syscalls: bytes | None = field(default_factory=filter_program)

    @property
    def description(self) -> str:
        parts = ["bubblewrap" if self.bubblewrap else "resource limits only"]
        parts.append(f"cgroup v{self.place.version}" if self.place else "no cgroup")
        parts.append("system call filter" if self.syscalls else "no system call filter")
        return ", ".join(parts)

    def start(self, program: Program, limits: Limits, slot: int) -> Child:
        """Start a process; `slot` tells apart the processes that run at the same time under one judge."""
        # never that of a program just killed: its dying processes still count against the limit
        turn = next(STARTS) % USER_IDS
        uid = FIRST_UID + os.getpid() % 10_000 * USER_IDS + turn if os.getuid() == 0 else -1
        group = None
        work = ""
        info = -1
        passed: list[int] = []
        try:
            if self.place is not None:
                # a little more than the limit: page tables and our own wrappers are in the group too
                memory = limits.memory + max(limits.memory // 32, 4 << 20)
                group = Group(self.place, f"{os.getpid()}-{slot}", memory, PROCESSES + 3)
            if self.bubblewrap:
                info, theirs = os.pipe()
                passed = [theirs]
                command = self.wrapped(program, uid, theirs, passed)
                environment = {"PATH": PATH}
            else:
                work = tempfile.mkdtemp(prefix="koloda-work-")
                if uid >= 0 and program.reachable:
                    os.chown(work, uid, uid)
                command = program.command(program.folder)
                environment = surroundings(program, work)
            popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=work or "/",
                env=environment,
                pass_fds=passed,
                start_new_session=True,
                # safe: no process of the judge that starts programs has a second thread
                preexec_fn=self.preparation(program, limits, group, uid),  # noqa: PLW1509
            )
        except (OSError, subprocess.SubprocessError) as error:
            if info >= 0:
                os.close(info)
            if group is not None:
                group.remove()
            shutil.rmtree(work, ignore_errors=True)
            if isinstance(error, OSError) and not self.bubblewrap and error.filename == program_file(program):
                raise CannotStart(f"{error.filename}: {error.strerror}") from None
            raise JudgeFailure(f"cannot start a process: {error}") from error
        finally:
            for descriptor in passed:
                os.close(descriptor)
        wrappers = {os.path.realpath(path) for path in (self.bubblewrap, self.setpriv) if path}
        return Child(popen, info, wrappers, group, limits.memory, work, self.syscalls is not None)

    def preparation(
        self, program: Program, limits: Limits, group: Group | None, uid: int
    ) -> Callable[[], None]:
        """What the new process does before it becomes the program."""
        bounds = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_FSIZE: FILE_BYTES,
            resource.RLIMIT_NOFILE: OPEN_FILES,
            resource.RLIMIT_CPU: limits.cpu_seconds,
        }
        drop = not self.bubblewrap and uid >= 0 and program.reachable
        if drop or self.setpriv:
            bounds[resource.RLIMIT_NPROC] = PROCESSES
        elif group is None:
            bounds[resource.RLIMIT_NPROC] = processes_of(os.getuid()) + PROCESSES
        if group is None:
            bounds[resource.RLIMIT_AS] = limits.memory + ADDRESS_SPACE

        def prepare() -> None:
            if group is not None:
                group.enter()
            os.umask(0o022)
            for kind, bound in bounds.items():
                most = resource.getrlimit(kind)[1]
                bound = bound if most == resource.RLIM_INFINITY else min(bound, most)
                resource.setrlimit(kind, (bound, bound))
            if drop:
                os.setgroups([])
                os.setresgid(uid, uid, uid)
                os.setresuid(uid, uid, uid)
            die_with_parent()
            if not self.bubblewrap:
                LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
                if self.syscalls is not None:
                    header = FilterHeader(len(self.syscalls) // 8, self.syscalls)
                    LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(header), 0, 0)

        return prepare

    def wrapped(self, program: Program, uid: int, info: int, passed: list[int]) -> list[str]:
        """The command line of bubblewrap; descriptors that it needs are added to `passed`."""
        command = [self.bubblewrap, "--info-fd", str(info), *view_of_the_system()]
        for name, value in surroundings(program, "/tmp").items():
            command += ["--setenv", name, value]
        for path in program.visible:
            command += [*folders_to(path), "--ro-bind", path, path]
        if program.folder:
            command += ["--ro-bind", program.folder, INSIDE]
        command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
        if self.syscalls is not None:
            code = os.memfd_create("filter", 0)
            os.write(code, self.syscalls)
            os.lseek(code, 0, os.SEEK_SET)
            passed.append(code)
            command += ["--seccomp", str(code)]
        command += ["--cap-drop", "ALL"]
        if self.setpriv:
            for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
                command += ["--cap-add", capability]
            command += [self.setpriv, f"--reuid={uid}", f"--regid={uid}", "--clear-groups"]
            command += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        else:
            command += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
        return [*command, *program.command(INSIDE)]


def view_of_the_system() -> list[str]:
    """A read-only view of the system's programs and libraries, and nothing else of the machine."""
    arguments = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    arguments += ["--hostname", "table", "--die-with-parent", "--new-session", "--clearenv"]
    arguments += ["--ro-bind", "/usr", "/usr"]
    for path in SYSTEM:
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            arguments += ["--ro-bind", path, path]
    java = [f"/etc/{name}" for name in sorted(os.listdir("/etc")) if name.startswith("java")]
    arguments += folders_to(SETTINGS[0])
    for path in (*SETTINGS, *java):
        arguments += ["--ro-bind-try", path, path]
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    for path in ("/dev/shm", "/tmp"):
        arguments += ["--perms", "1777", "--size", str(FILE_BYTES), "--tmpfs", path]
    return arguments


def folders_to(path: str) -> list[str]:
    """The folders above a path; what bubblewrap makes by itself only the real root can enter."""
    arguments = []
    for parent in reversed(Path(path).parents[:-1]):
        arguments += ["--perms", "0755", "--dir", str(parent)]
    return arguments


def surroundings(program: Program, work: str) -> dict[str, str]:
    """The environment variables of a program: nothing that tells one game or seat from another."""
    return {"PATH": PATH, "LANG": "C.UTF-8", "HOME": work, "TMPDIR": work, **dict(program.environment)}


def program_file(program: Program) -> str:
    return program.command(program.folder)[0]


def processes_of(uid: int) -> int:
    """How many threads a user has on this machine: the system's limit counts them all."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                if os.stat(f"/proc/{name}").st_uid == uid:
                    count += len(os.listdir(f"/proc/{name}/task"))
            except OSError:
                continue
    return count


def choose(mode: str = "auto") -> tuple[Sandbox, str]:
    """The best sandbox of this machine, and a warning if it is none; `require` refuses to do without."""
    if not hasattr(os, "pidfd_open"):
        raise KolodaError("the judge runs programs on Linux only")
    place = find_place()
    path = shutil.which("bwrap") if mode != "none" else None
    reason = (
        "--sandbox none" if mode == "none" else "bubblewrap is not installed (Debian: apt install bubblewrap)"
    )
    if path is not None:
        setpriv = shutil.which("setpriv") if os.getuid() == 0 else None
        for candidate in (setpriv, None):
            sandbox = Sandbox(path, candidate or "", place)
            reason = problem_of(sandbox)
            if not reason:
                return sandbox, ""
    if mode == "require":
        raise KolodaError(f"no sandbox: {reason}")
    bare = "; as root, programs may run as root" if os.getuid() == 0 else ""
    return Sandbox(place=place), (
        f"warning: programs run without a sandbox, with resource limits only{bare}: {reason}"
    )


def problem_of(sandbox: Sandbox) -> str:
    """Why this sandbox does not work here; empty if it does."""
    child = None
    try:
        child = sandbox.start(Program("true", (shutil.which("true") or "/bin/true",)), Limits(1 << 27, 10), 7)
        child.settle()
        child.wait(5.0)
        if child.status == (0, 0):
            return ""
        child.read_errors()
        said = child.errors.decode("utf-8", "replace").strip() or f"it ended with {child.status}"
        return f"bubblewrap does not work here: {said}"
    except (CannotStart, JudgeFailure) as failure:
        return f"bubblewrap does not work here: {failure}"
    finally:
        if child is not None:
            child.kill()
