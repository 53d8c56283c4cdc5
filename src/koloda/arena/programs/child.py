"""One process as the judge holds it: its pipes, how it ended, what it has used, and how to end it."""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import subprocess
import time
from contextlib import suppress

from koloda.arena.programs import proctree
from koloda.arena.programs.cgroup import Group
from koloda.arena.programs.faults import CannotStart, JudgeFailure

ERROR_BYTES = 64 << 10  # of its standard error are kept
PATIENCE = 10.0  # seconds for the sandbox to be built on a busy machine
LOOK = 0.0003  # seconds between two looks at a sandbox that is being built
STOPPING = 5.0  # seconds for stopping a tree of processes one by one
OWN_PROCESSES = 64  # of one program, threads included: a Java machine needs some twenty
EXEC_FAILED = (b"bwrap: execvp ", b"setpriv: failed to execute ")


class Child:
    """A process that was started; `status` is (exit code, signal) once it has ended."""

    def __init__(
        self,
        popen: subprocess.Popen[bytes],
        info: int,
        wrappers: set[str],
        group: Group | None,
        memory: int,
        work: str,
        filtered: bool,
        processes: int = 0,
        gate: int = -1,
        uid: int = -1,
    ) -> None:
        self.popen = popen
        self.info = info
        self.wrappers = wrappers
        self.group = group
        self.memory = memory
        self.work = work
        self.filtered = filtered
        self.processes = processes  # how many it may have, where nothing but the judge counts them
        self.gate = gate  # a descriptor: the sandbox waits there until its limits are set
        self.uid = uid  # the user that the sandbox changes to, before it starts the program
        self.told = b""  # by bubblewrap about itself, one JSON object a line
        self.root = popen.pid  # the top of the tree that is measured
        self.inner = -1  # a descriptor of the first process inside the sandbox
        self.seen = not wrappers  # has the program itself been seen to run?
        self.program = popen.pid  # its first process, once it has been seen
        self.times = proctree.Times(self.root, own=not wrappers)
        self.built = 0.0  # CPU seconds that building the sandbox has taken
        self.status: tuple[int, int] | None = None
        self.errors = b""
        self.too_much_memory = False
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        self.stdin = popen.stdin.fileno()
        self.stdout = popen.stdout.fileno()
        self.stderr = popen.stderr.fileno()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self.end = os.pidfd_open(popen.pid)

    # starting

    def settle(self) -> None:
        """Wait until the program itself runs inside its sandbox; CannotStart if it is unable to."""
        if self.seen:
            return
        until = time.monotonic() + PATIENCE
        self.find_root(until)
        self.open_gate()
        while not self.ended():
            for pid in proctree.children(self.root):
                runs = proctree.executable(pid)
                if runs and (runs not in self.wrappers or self.confined(pid)):
                    self.seen = True
                    self.program = pid
                    self.built = (self.group.cpu_seconds() if self.group is not None else None) or 0.0
                    return
            if time.monotonic() > until:
                raise JudgeFailure("the sandbox was not built in time")
            time.sleep(LOOK)
        self.read_errors()
        message = self.errors.decode("utf-8", "replace").split("\n")[0]
        if self.status != (0, 0) and self.errors.startswith(EXEC_FAILED):
            raise CannotStart(message)
        # the program can print what it likes: only bubblewrap itself says that it has started something
        with suppress(BlockingIOError):
            self.told += os.read(self.info, 4096)
        if b"exit-code" not in self.told:
            raise JudgeFailure(message)

    def confined(self, pid: int) -> bool:
        """Is everything given up? Then it is the program, also where it runs a file of the sandbox's own."""
        facts = proctree.status(pid)
        if self.uid >= 0:
            given_up = facts.get(b"NoNewPrivs") == b"1" and int(facts.get(b"CapBnd", b"1"), 16) == 0
            if not given_up or facts.get(b"Uid", b"").split()[:1] != [b"%d" % self.uid]:
                return False
        elif not self.filtered:
            return False  # nothing tells it from its sandbox
        return not self.filtered or facts.get(b"Seccomp") == b"2"

    def find_root(self, until: float) -> None:
        """Bubblewrap tells the number of the first process inside."""
        waiting = select.poll()
        waiting.register(self.info, select.POLLIN)
        while b"\n" not in self.told:
            if not waiting.poll(max(0.0, until - time.monotonic()) * 1000):
                raise JudgeFailure("bubblewrap does not start")
            part = os.read(self.info, 4096)
            if not part:
                break
            self.told += part
        if self.told:
            self.root = json.loads(self.told.partition(b"\n")[0])["child-pid"]
            self.times = proctree.Times(self.root, own=False)
            with suppress(ProcessLookupError):
                self.inner = os.pidfd_open(self.root)

    def open_gate(self) -> None:
        """Limit the processes of a sandbox that counts its own; not earlier, its parent has others."""
        if self.gate >= 0:
            with suppress(OSError):
                resource.prlimit(self.root, resource.RLIMIT_NPROC, (OWN_PROCESSES, OWN_PROCESSES))
            os.close(self.gate)
            self.gate = -1

    # watching

    def ended(self) -> bool:
        """Has the process ended? `status` then says how."""
        if self.status is None:
            # not reaped yet: its number stays ours until everything around it has been killed
            try:
                found = os.waitid(os.P_PIDFD, self.end, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:  # it was cleared away with the orphans around it
                self.status = (0, signal.SIGKILL)
                return True
            if found is not None:
                code = found.si_status
                if found.si_code != os.CLD_EXITED:
                    self.status = (0, code)
                elif self.wrappers and 128 < code <= 128 + signal.SIGRTMAX:
                    self.status = (0, code - 128)  # so bubblewrap reports a signal
                else:
                    self.status = (code, 0)
        return self.status is not None

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the process, for some time."""
        waiting = select.poll()
        waiting.register(self.end, select.POLLIN)
        waiting.poll(seconds * 1000)
        return self.ended()

    def read_errors(self) -> bool:
        """Take what has been written to standard error, and keep the beginning; False at its end.

        Of a flood no more than a part at a time: whoever writes must not be able to keep the judge busy.
        """
        try:
            part = os.read(self.stderr, ERROR_BYTES)
        except BlockingIOError:
            return True
        self.errors += part[: ERROR_BYTES - len(self.errors)]
        return part != b""

    def cpu_seconds(self) -> float:
        """CPU time of the program with its children; that of the sandbox around it is not theirs."""
        used = self.group.cpu_seconds() if self.group is not None else None
        return self.times.seconds() if used is None else max(0.0, used - self.built)

    def members(self) -> list[int]:
        """The processes of the program, its first one first; those of the sandbox are not its own."""
        own = [] if self.wrappers else [self.root]
        return own + proctree.descendants(self.root)

    def over_memory(self) -> bool:
        """Has the program ever had more memory than allowed?"""
        if not self.too_much_memory:
            if self.group is not None and self.group.out_of_memory():
                self.too_much_memory = True
            elif self.group is None or not 0 < self.group.peak() <= self.memory:
                self.too_much_memory = proctree.peak_memory(self.members()) > self.memory
        return self.too_much_memory

    def output_closed(self) -> bool:
        """Has the program closed its output? Bubblewrap holds the other copies of it open."""
        if not self.wrappers or not self.seen:
            return False
        pipe = f"pipe:[{os.fstat(self.stdout).st_ino}]"
        return not any(proctree.holds(pid, pipe) for pid in proctree.descendants(self.root))

    def killed_by_filter(self) -> bool:
        return self.filtered and self.status is not None and self.status[1] == signal.SIGSYS

    def too_many(self) -> bool:
        """Has it more processes than allowed, where the system does not limit them?"""
        return bool(self.processes) and proctree.threads(self.members()) > self.processes

    # turns

    def freeze(self) -> bool:
        """Nothing of the program runs until it is thawed; False if its processes cannot be stopped."""
        if self.status is not None:
            return True
        if self.group is not None and self.group.freezes:
            self.group.freeze()
            return True
        until = time.monotonic() + STOPPING
        awake = self.members()
        while awake:
            self.signal(awake, signal.SIGSTOP)
            awake = proctree.awake(self.members())
            if time.monotonic() > until:
                return False
        return True

    def thaw(self) -> None:
        if self.group is not None and self.group.freezes:
            self.group.thaw()
        elif self.status is None:
            self.signal(self.members(), signal.SIGCONT)

    def signal(self, pids: list[int], number: int) -> None:
        for pid in pids:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    # the end

    def close_input(self) -> None:
        if self.popen.stdin is not None:
            self.popen.stdin.close()

    def stop(self) -> None:
        """End the program at once; what is left of it is cleared away later."""
        if self.inner >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.inner, signal.SIGKILL)
        else:
            self.popen.kill()

    def kill(self) -> None:
        """End the whole process tree and give everything back."""
        if self.inner >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.inner, signal.SIGKILL)
        strays = []
        if not self.wrappers:
            if self.group is None or not self.group.freezes:
                self.freeze()  # who is stopped starts no new ones while the others die
            strays = proctree.descendants(self.popen.pid)
        with suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        for pid in strays:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.group is not None and self.group.freezes:
            self.group.thaw()  # what version 1 has frozen dies only now
        self.wait(PATIENCE)
        self.popen.wait()
        if self.inner >= 0:
            waiting = select.poll()
            waiting.register(self.inner, select.POLLIN)
            waiting.poll(PATIENCE * 1000)
            os.close(self.inner)
            self.inner = -1
        if self.group is not None:
            self.group.kill()
            self.group.remove()
        self.read_errors()
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if stream is not None:
                stream.close()
        for descriptor in (self.end, self.info, self.gate):
            if descriptor >= 0:
                os.close(descriptor)
        self.end = self.info = self.gate = -1
        if self.work:
            shutil.rmtree(self.work, ignore_errors=True)
