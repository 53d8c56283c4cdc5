"""A system call filter for the programs: what no player needs and an intruder does.

Assembled by hand, so that it needs no library. Calls that only an intruder makes end the process with
SIGSYS, which the judge reports as SECURITY; calls that a runtime may try in good faith just fail.
"""

from __future__ import annotations

import errno
import platform
import struct

KILL = 0x80000000
ALLOW = 0x7FFF0000
FAIL = 0x00050000

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
NEW_USER = 0x10000000  # CLONE_NEWUSER
NETWORK = (2, 10, 17)  # AF_INET, AF_INET6, AF_PACKET

# audit architecture, numbers of the calls
X86_64 = (
    0xC000003E,
    {
        "socket": 41, "clone": 56, "clone3": 435, "ptrace": 101, "pivot_root": 155, "chroot": 161,
        "acct": 163, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169,
        "init_module": 175, "delete_module": 176, "quotactl": 179, "kexec_load": 246, "add_key": 248,
        "request_key": 249,
        "keyctl": 250, "unshare": 272, "perf_event_open": 298, "open_by_handle_at": 304, "setns": 308,
        "process_vm_readv": 310, "process_vm_writev": 311, "finit_module": 313, "kexec_file_load": 320,
        "bpf": 321, "userfaultfd": 323, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429,
        "fsopen": 430, "fsmount": 432, "mount_setattr": 442,
    },
)  # fmt: skip
AARCH64 = (
    0xC00000B7,
    {
        "socket": 198, "clone": 220, "clone3": 435, "ptrace": 117, "pivot_root": 41, "chroot": 51, "acct": 89,
        "mount": 40, "umount2": 39, "swapon": 224, "swapoff": 225, "reboot": 142, "init_module": 105,
        "delete_module": 106, "quotactl": 60, "kexec_load": 104, "add_key": 217, "request_key": 218,
        "keyctl": 219, "unshare": 97, "perf_event_open": 241, "open_by_handle_at": 265, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "finit_module": 273, "kexec_file_load": 294,
        "bpf": 280, "userfaultfd": 282, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429,
        "fsopen": 430, "fsmount": 432, "mount_setattr": 442,
    },
)  # fmt: skip
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
# a runtime may ask for these and can do without them
OPTIONAL = ("add_key", "request_key", "keyctl", "perf_event_open", "userfaultfd", "io_uring_setup")
X32 = 0x40000000  # the second call table of x86_64, which no program uses


def instruction(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("<HBBI", code, yes, no, value)


def filter_program() -> bytes | None:
    """The filter as the kernel reads it; None on a machine whose call numbers are not known here."""
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return None
    arch, numbers = machine
    refuse = FAIL | errno.EPERM
    code = [
        instruction(LOAD, ARCH),
        instruction(EQUAL, arch, yes=1),
        instruction(RETURN, KILL),
        instruction(LOAD, NUMBER),
        instruction(AT_LEAST, X32, no=1),
        instruction(RETURN, KILL),
    ]
    for name, number in numbers.items():
        if name not in ("socket", "clone"):
            action = refuse if name in OPTIONAL else KILL
            if name == "clone3":
                action = FAIL | errno.ENOSYS  # its flags cannot be inspected; the library falls back to clone
            code += [instruction(EQUAL, number, no=1), instruction(RETURN, action)]
    code += [
        instruction(EQUAL, numbers["clone"], no=4),
        instruction(LOAD, ARGUMENT),
        instruction(ANY_BIT, NEW_USER, no=1),
        instruction(RETURN, refuse),
        instruction(RETURN, ALLOW),
        instruction(EQUAL, numbers["socket"], no=2 + 2 * len(NETWORK)),
        instruction(LOAD, ARGUMENT),
    ]
    for family in NETWORK:
        code += [instruction(EQUAL, family, no=1), instruction(RETURN, KILL)]
    code += [instruction(RETURN, ALLOW), instruction(RETURN, ALLOW)]
    return b"".join(code)
