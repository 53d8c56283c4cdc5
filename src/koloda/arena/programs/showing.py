"""What a sandbox shows of the machine: programs and libraries, a few devices, no figures that others change.

Most of /proc tells of the whole machine. Whoever starts processes or takes memory changes it, and another
copy of the program could read a message there.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from koloda.arena.programs import temporary

SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
STREAMS = {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}
# of /proc: what is about the process itself, and what stays as it is while the machine runs
OWN = {"self", "thread-self", "mounts", "net"}
LASTING = {
    *("cmdline", "config.gz", "consoles", "cpuinfo", "crypto", "devices", "dma", "execdomains", "fb"),
    *("filesystems", "iomem", "ioports", "kallsyms", "mdstat", "misc", "modules", "mtrr", "partitions"),
    "version",
}
# Node does not start if it finds the last one and may not read it
WITHOUT_BUBBLEWRAP = ("/proc/self", "/proc/cpuinfo", "/proc/sys/vm", "/etc/ssl/openssl.cnf")


def view_of_the_system(disk_bytes: int) -> list[str]:
    """The arguments of bubblewrap for it."""
    arguments = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    arguments += ["--hostname", "table", "--die-with-parent", "--new-session", "--clearenv"]
    arguments += ["--ro-bind", "/usr", "/usr"]
    for path in SYSTEM:
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            arguments += ["--ro-bind", path, path]
    arguments += folders_to(SETTINGS[0])
    for path in settings():
        arguments += ["--ro-bind-try", path, path]
    arguments += ["--proc", "/proc", *hidden_figures()]
    # no terminals: how many there are is a figure of the machine
    arguments += ["--perms", "0755", "--tmpfs", "/dev"]
    for device in DEVICES:
        arguments += ["--dev-bind", device, device]
    for name, place in STREAMS.items():
        arguments += ["--symlink", f"/proc/self/fd{place}", f"/dev/{name}"]
    for path in ("/dev/shm", "/tmp"):
        arguments += ["--perms", "1777", "--size", str(disk_bytes), "--tmpfs", path]
    return arguments


@cache
def hidden_figures() -> tuple[str, ...]:
    """Cover what is in /proc besides processes; what nobody knows yet too."""
    arguments = []
    for name, text in lasting_figures().items():
        path = temporary.new_folder("figures") / name
        path.parent.chmod(0o755)
        path.write_bytes(text.encode())
        arguments += ["--ro-bind", str(path), f"/proc/{name}"]
    for name in sorted(os.listdir("/proc")):
        path = Path("/proc", name)
        known = name in OWN or name in LASTING or name in lasting_figures()
        if not (name.isdecimal() or known or path.is_symlink()):
            arguments += ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", "/dev/null", str(path)]
    return tuple(arguments)


def lasting_figures() -> dict[str, str]:
    """What runtimes want to know: how much memory and how many processors there are, and nothing else."""
    amount = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 10
    memory = "".join(f"{name}: {amount} kB\n" for name in ("MemTotal", "MemFree", "MemAvailable"))
    processors = ["cpu", *(f"cpu{number}" for number in range(os.cpu_count() or 1))]
    return {"meminfo": memory, "stat": "".join(f"{name} 0 0 0 0 0 0 0 0 0 0\n" for name in processors)}


def settings() -> list[str]:
    java = [f"/etc/{name}" for name in sorted(os.listdir("/etc")) if name.startswith("java")]
    return [*SETTINGS, *java]


def readable_files() -> list[str]:
    """The same for Landlock, which knows no other places for files."""
    return ["/usr", *SYSTEM, *settings(), *WITHOUT_BUBBLEWRAP]


def folders_to(path: str) -> list[str]:
    """The folders above a path; what bubblewrap makes by itself only the real root can enter."""
    arguments = []
    for parent in reversed(Path(path).parents[:-1]):
        arguments += ["--perms", "0755", "--dir", str(parent)]
    return arguments
