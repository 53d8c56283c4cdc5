"""Running one program apart from everything else: bubblewrap where it works, else resource limits only."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import secrets
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace

from koloda.arena.programs import landlock, proctree, temporary
from koloda.arena.programs.cgroup import Group, Place, find_place
from koloda.arena.programs.child import OWN_PROCESSES, Child
from koloda.arena.programs.faults import CannotStart, JudgeFailure
from koloda.arena.programs.orphans import LIBC, become_parent, die_with_parent
from koloda.arena.programs.program import Program
from koloda.arena.programs.seccomp import filter_program
from koloda.arena.programs.showing import DEVICES, folders_to, readable_files, view_of_the_system
from koloda.core.errors import KolodaError

FILE_BYTES = 16 << 20
OPEN_FILES = 256
ADDRESS_SPACE = 4 << 30  # beyond the memory limit: interpreters reserve far more than they use
USER_IDS = ((200_000, 1 << 31), (20_000, 60_000))  # that nobody has, by preference
INSIDE = "/program"  # where a program finds its own files

PATH = "/usr/local/bin:/usr/bin:/bin"

PER_NAMESPACE = (5, 14)  # since this Linux a user namespace counts its own processes

PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 22, 24, 38
LAST_CAPABILITY = 63
SECCOMP_MODE_FILTER = 2


GAPS = {
    "files": "it can read and write whatever its user can",
    "signals": "it can send signals to other processes of its user",
    "processes": "it can see how many processes the machine has, and when they were started",
    "disk": "each of its files is limited, but not all of them together",
    "calls": "it can open network connections, and use locks to talk to its other copy",
    "sampling": "memory and processes are counted 20 times a second only, while it is asked",
    "children": "CPU time of children that it never waits for is counted as far as it is seen",
    "kernel": "memory that the kernel keeps for it, for pipes and empty files, is not counted",
    "user": "all programs are one user, whose limits for pipes they share",
}


@dataclass(frozen=True)
class Limits:
    """What one process may use."""

    memory: int  # bytes, peak resident size with all children
    cpu_seconds: int  # far above what the clock allows: a net for a process that nobody asks any more
    processes: int = OWN_PROCESSES
    file_bytes: int = FILE_BYTES  # of one file
    disk_bytes: int = FILE_BYTES  # of all files in /tmp, with bubblewrap
    locks: bool = False  # may it lock files?


class FilterHeader(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


@dataclass(frozen=True)
class Sandbox:
    """The way programs are run on this machine; found out once, used for all games."""

    bubblewrap: str = ""  # its path; empty: not used
    setpriv: str = ""  # as root: changes to an own user id inside the sandbox
    place: Place | None = None
    filtered: bool = True  # by system calls, where libseccomp is installed
    landlocked: bool = True  # where there is no bubblewrap and the kernel has it

    @property
    def description(self) -> str:
        parts = ["bubblewrap" if self.bubblewrap else "no bubblewrap"]
        if not self.bubblewrap:
            parts.append("Landlock" if self.landlock else "no Landlock")
        parts.append(f"cgroup v{self.place.version}" if self.place else "no cgroup")
        parts.append("freezer" if self.place and self.place.freezes else "stop signals")
        parts.append("system call filter" if self.syscalls() else "no system call filter")
        return ", ".join(parts)

    @property
    def landlock(self) -> int:
        """The version of Landlock that is used; 0: none."""
        return landlock.version() if self.landlocked and not self.bubblewrap else 0

    @property
    def gaps(self) -> list[str]:
        """What a program could do here although it should not: keys of GAPS."""
        root = os.getuid() == 0
        found = {
            "files": not self.bubblewrap and not self.landlock,
            "signals": not self.bubblewrap and self.landlock < landlock.SCOPED and not root,
            "processes": not self.bubblewrap,
            "disk": not self.bubblewrap,
            "calls": self.syscalls() is None,
            "sampling": self.place is None,
            "children": self.place is None,
            "kernel": self.place is None,
            "user": not root,
        }
        return [key for key, there in found.items() if there]

    @property
    def not_enforced(self) -> list[str]:
        return [GAPS[key] for key in self.gaps]

    def syscalls(self, locks: bool = False) -> bytes | None:
        apart, counted = bool(self.bubblewrap), self.place is not None
        return filter_program(apart, counted, locks) if self.filtered else None

    def start(self, program: Program, limits: Limits) -> Child:
        """Start a process."""
        uid = user_id() if os.getuid() == 0 else -1
        group = None
        work = ""
        info = gate = -1
        passed: list[int] = []
        try:
            if self.place is not None:
                # a little more than the limit: page tables and our own wrappers are in the group too
                memory = limits.memory + max(limits.memory // 32, 4 << 20)
                group = Group(self.place, memory, limits.processes + 3)
            if self.bubblewrap:
                info, theirs = os.pipe()
                os.set_blocking(info, False)
                passed = [theirs]
                waits = -1
                if group is None and not self.setpriv and counts_by_namespace():
                    waits, gate = os.pipe()
                    passed.append(waits)
                command = self.wrapped(program, limits, uid, theirs, waits, passed)
                environment = {"PATH": PATH}
            else:
                work = str(temporary.new_folder("work"))
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
                preexec_fn=self.preparation(program, limits, group, uid, work),  # noqa: PLW1509
            )
        except (OSError, subprocess.SubprocessError) as error:
            for descriptor in (info, gate):
                if descriptor >= 0:
                    os.close(descriptor)
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
        counted = group is None and gate < 0 and not self.owned(program, uid)
        return Child(
            popen,
            info,
            wrappers,
            group,
            limits.memory,
            work,
            self.syscalls() is not None,
            limits.processes if counted else 0,
            gate,
            uid if self.setpriv else -1,
        )

    def owned(self, program: Program, uid: int) -> bool:
        """Does it run as a user of its own?"""
        return uid >= 0 and (bool(self.setpriv) if self.bubblewrap else program.reachable)

    def preparation(
        self, program: Program, limits: Limits, group: Group | None, uid: int, work: str
    ) -> Callable[[], None]:
        """What the new process does before it becomes the program."""
        bounds = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_FSIZE: limits.file_bytes,
            resource.RLIMIT_NOFILE: OPEN_FILES,
            resource.RLIMIT_CPU: limits.cpu_seconds,
        }
        own = self.owned(program, uid)
        if own:
            bounds[resource.RLIMIT_NPROC] = limits.processes
        elif group is None and not self.bubblewrap:
            # a net for the machine: the limit is one of the user, the judge counts those of a program
            bounds[resource.RLIMIT_NPROC] = processes_of(os.getuid()) + 2 * limits.processes
        if group is None:
            bounds[resource.RLIMIT_AS] = limits.memory + ADDRESS_SPACE
        code = self.syscalls(limits.locks)

        def prepare() -> None:
            if group is not None:
                group.enter()
            os.umask(0o022)
            for kind, bound in bounds.items():
                most = resource.getrlimit(kind)[1]
                bound = bound if most == resource.RLIM_INFINITY else min(bound, most)
                resource.setrlimit(kind, (bound, bound))
            if not self.bubblewrap:
                if os.getuid() == 0:
                    for capability in range(LAST_CAPABILITY + 1):
                        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
                if own:
                    os.setgroups([])
                    os.setresgid(uid, uid, uid)
                    os.setresuid(uid, uid, uid)
                become_parent()
            die_with_parent()
            if not self.bubblewrap:
                LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
                if self.landlock:
                    readable = [*readable_files(), *program.visible, program.folder]
                    landlock.restrict([path for path in readable if path], [work, *DEVICES])
                if code is not None:
                    header = FilterHeader(len(code) // 8, code)
                    LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(header), 0, 0)

        return prepare

    def wrapped(
        self, program: Program, limits: Limits, uid: int, info: int, waits: int, passed: list[int]
    ) -> list[str]:
        """The command line of bubblewrap; descriptors that it needs are added to `passed`."""
        command = [self.bubblewrap, "--json-status-fd", str(info)]
        if waits >= 0:
            command += ["--block-fd", str(waits)]
        command += view_of_the_system(limits.disk_bytes)
        for name, value in surroundings(program, "/tmp").items():
            command += ["--setenv", name, value]
        for path in program.visible:
            command += [*folders_to(path), "--ro-bind", path, path]
        if program.folder:
            command += ["--ro-bind", program.folder, INSIDE]
        command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
        code = self.syscalls(limits.locks)
        if code is not None:
            file = os.memfd_create("filter", 0)
            os.write(file, code)
            os.lseek(file, 0, os.SEEK_SET)
            passed.append(file)
            command += ["--seccomp", str(file)]
        command += ["--cap-drop", "ALL"]
        if self.setpriv:
            for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
                command += ["--cap-add", capability]
            command += [self.setpriv, f"--reuid={uid}", f"--regid={uid}", "--clear-groups"]
            command += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        else:
            command += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
        return [*command, *program.command(INSIDE)]


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


def user_id() -> int:
    """A user id that nobody else has, and that tells nothing."""
    for first, end in USER_IDS:
        for line in proctree.read("/proc/self/uid_map").splitlines():
            inside, _, count = map(int, line.split())
            if inside <= first and end <= inside + count:
                return first + secrets.randbelow(end - first)
    raise JudgeFailure("this root has no user ids to give to programs")


def counts_by_namespace() -> bool:
    release = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return release is not None and (int(release[1]), int(release[2])) >= PER_NAMESPACE


def choose(mode: str = "auto", sure: bool = False, ponder: bool = False) -> tuple[Sandbox, str]:
    """The best sandbox of this machine, and a warning if it is none.

    `require` refuses whatever cannot keep strangers' programs in; root must be `sure` to do without one.
    """
    if not hasattr(os, "pidfd_open"):
        raise KolodaError("the judge runs programs on Linux only")
    place = find_place()
    if place is not None and not ponder:
        place = replace(place, weight="")  # who runs alone needs no equal weights
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
                if mode == "require" and sandbox.syscalls() is None:
                    raise KolodaError("no system call filter: libseccomp is not installed (libseccomp2)")
                if mode == "require" and not (place is not None or counts_by_namespace() or candidate):
                    raise KolodaError("processes cannot be limited: no control groups, and Linux is too old")
                return sandbox, ""
    if mode == "require":
        raise KolodaError(f"no sandbox: {reason}")
    if os.getuid() == 0 and not sure:
        raise KolodaError(
            f"root runs no programs without bubblewrap ({reason}): be another user, or say --i-know"
        )
    sandbox = Sandbox(place=place)
    return sandbox, f"warning: programs run without bubblewrap ({reason}): {'; '.join(sandbox.not_enforced)}"


def problem_of(sandbox: Sandbox) -> str:
    """Why this sandbox does not work here; empty if it does."""
    child = None
    try:
        child = sandbox.start(Program("true", (shutil.which("true") or "/bin/true",)), Limits(1 << 27, 10))
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
