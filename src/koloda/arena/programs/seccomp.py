"""A system call filter for programs: an allow list, made by libseccomp.

What a player or its runtime needs is allowed. A call that only an intruder makes ends the process with
SIGSYS, which is reported as SECURITY. Everything else fails as if the kernel did not have it, which runtimes
expect.
"""

from __future__ import annotations

import errno
import tempfile
from functools import cache
from types import ModuleType

UNIX = 1
STREAM, SEQPACKET, KIND = 1, 5, 0xF
NETWORK = (2, 10, 17)  # AF_INET, AF_INET6, AF_PACKET
# CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET, TIME
NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80

FILES = """
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fadvise64 fallocate fchdir fchmod fchmodat fchown fchownat fdatasync fgetxattr flistxattr fstat
    fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr ioctl lchown lgetxattr link
    linkat listxattr llistxattr lseek lstat mkdir mkdirat mknod mknodat name_to_handle_at newfstatat open
    openat openat2 pipe pipe2 pread64 preadv pwrite64 pwritev read readahead readlink readlinkat readv
    rename renameat renameat2 rmdir sendfile splice stat statfs statx symlink symlinkat
    sync_file_range tee truncate umask unlink unlinkat utime utimensat utimes vmsplice write writev
"""
MEMORY = """
    brk get_mempolicy madvise mbind membarrier mlock mlock2 mlockall mmap mprotect mremap msync munlock
    munlockall munmap pkey_alloc pkey_free pkey_mprotect remap_file_pages set_mempolicy
"""
PROCESSES = """
    arch_prctl capget capset execve execveat exit exit_group fork futex futex_requeue futex_wait
    futex_waitv futex_wake get_robust_list getcpu getegid geteuid getgid getgroups getitimer getpgid
    getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid
    ioprio_get kill landlock_add_rule landlock_create_ruleset landlock_restrict_self pause pidfd_open
    pidfd_send_signal restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo
    rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_yield seccomp set_robust_list set_thread_area set_tid_address setfsgid
    setfsuid setgid setgroups setitimer setpgid setregid setresgid setresuid setreuid setrlimit setsid
    setuid sigaltstack tgkill time times tkill ugetrlimit uname vfork wait4 waitid waitpid
"""
WAITING = """
    alarm clock_getres clock_gettime clock_nanosleep epoll_create epoll_create1 epoll_ctl epoll_ctl_old
    epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 getrandom gettimeofday io_cancel io_destroy
    io_getevents io_setup io_submit nanosleep poll ppoll pselect6 select signalfd signalfd4
    timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime
    timerfd_settime
"""
# of connected pairs
PAIRS = "getpeername getsockname getsockopt recvfrom recvmsg sendmsg sendto setsockopt shutdown"
# what may be done where other programs are out of reach
APART = (
    "accept accept4 bind connect listen recvmmsg sendmmsg sched_setaffinity sched_setscheduler setpriority"
)
INTRUSION = """
    acct bpf chroot delete_module finit_module fsconfig fsmount fsopen init_module kexec_file_load
    kexec_load mount mount_setattr move_mount open_by_handle_at open_tree pivot_root process_vm_readv
    process_vm_writev ptrace quotactl reboot setns swapoff swapon umount umount2 unshare
"""
# no sysinfo: how many processes there are, and how much memory is free, another copy can change
COMPILERS = "flock sync syncfs sysinfo"
# no locks and leases: they work across sandboxes on files that all may read
# and no larger pipes: how much of them a user may have is one figure for all of his processes
FCNTL = (0, 1, 2, 3, 4, 8, 9, 10, 11, 15, 16, 1030, 1032, 1033, 1034)
# not the parent's death signal and not the adoption of orphans
PRCTL = (3, 8, 15, 16, 22, 23, 24, 27, 28, 29, 30, 38, 39, 41, 42, 47, 0x53564D41)
PERSONALITY = (0, 0xFFFFFFFF)


@cache
def library() -> ModuleType | None:
    """libseccomp; None where it is not installed."""
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError):
        return None
    found: ModuleType = pyseccomp
    return found


@cache
def filter_program(apart: bool, memfd: bool, locks: bool = False) -> bytes | None:
    """The filter as the kernel reads it; None without libseccomp.

    `apart`: other programs are out of reach, so that all of AF_UNIX is allowed. `memfd`: memory that belongs
    to no process is counted. `locks`: for compilers, which need file locks and run alone.
    """
    lib = library()
    if lib is None:
        return None
    made = lib.SyscallFilter(lib.ERRNO(errno.ENOSYS))
    equal, arg = lib.EQ, lib.Arg

    def rule(action: int, name: str, *conditions: object) -> None:
        number = lib.resolve_syscall(lib.Arch.NATIVE, name)
        if number >= 0:  # the library or the machine may not have it
            made.add_rule(action, number, *conditions)

    names = f"{FILES} {MEMORY} {PROCESSES} {WAITING} {PAIRS} {APART if apart else ''}"
    for name in [*names.split(), *(["memfd_create"] if memfd else []), *(COMPILERS.split() if locks else [])]:
        rule(lib.ALLOW, name)
    for name in INTRUSION.split():
        rule(lib.KILL_PROCESS, name)
    if apart:
        rule(lib.ALLOW, "socket", arg(0, equal, UNIX))
        rule(lib.ALLOW, "socketpair", arg(0, equal, UNIX))
    else:
        # no datagrams: those can be sent to any address, and get one without asking for it
        for kind in (STREAM, SEQPACKET):
            rule(lib.ALLOW, "socketpair", arg(0, equal, UNIX), arg(1, lib.MASKED_EQ, KIND, kind))
    # javac looks for a network; it may be told that there is none
    for family in () if locks else NETWORK:
        rule(lib.KILL_PROCESS, "socket", arg(0, equal, family))
    rule(lib.ALLOW, "clone", arg(0, lib.MASKED_EQ, NAMESPACES, 0))
    if locks:
        rule(lib.ALLOW, "fcntl")
    else:
        for command in FCNTL:
            rule(lib.ALLOW, "fcntl", arg(1, equal, command))
    for operation in PRCTL:
        rule(lib.ALLOW, "prctl", arg(0, equal, operation))
    for value in PERSONALITY:
        rule(lib.ALLOW, "personality", arg(0, equal, value))
    rule(lib.ALLOW, "prlimit64", arg(0, equal, 0))  # its own limits only
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()
