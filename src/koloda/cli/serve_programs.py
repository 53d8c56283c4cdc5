"""`koloda serve --program NAME=PATH`: programs of the host's choice as opponents at the table.

Each is a bot account that the server makes itself, and is brought there by `koloda bot connect` in a process
beside the server: sandbox, clocks, faults and coming back after a restart are those of any connected bot.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from koloda.cli.arguments import add_programs, prepare_programs, whole
from koloda.cli.bot_online import TOKEN, WITH_PARENT
from koloda.core.errors import BadOption

if TYPE_CHECKING:
    from koloda.table.server import Settings

log = logging.getLogger("koloda.programs")
TOKEN_NAME = "serve"  # what the tokens of these accounts are called
PAUSES = (1.0, 60.0)  # seconds before one that has ended is started again: at first, and at most
STOPPING = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--program",
        metavar="NAME=PATH",
        action="append",
        default=[],
        help="a program that people may choose as an opponent (docs/bot-protocol.md); repeatable",
    )
    parser.add_argument(
        "--program-matches",
        metavar="N",
        type=whole(1),
        default=4,
        help="matches of each program at a time, up to 16 (default: 4)",
    )
    add_programs(parser)


def wanted(args: argparse.Namespace) -> dict[str, str]:
    """Name -> path of the programs, each checked: it can be started and says hello."""
    from koloda.table.accounts import clean_name

    found: dict[str, str] = {}
    for text in args.program:
        name, equals, path = text.partition("=")
        if not equals or not name.strip() or not path.strip():
            raise BadOption(f"--program {text[:80]!r}: write it like 'Deep Mole=./mole.py'")
        name = clean_name(name)
        if name in found:
            raise BadOption(f"--program {name}: this name is there twice")
        found[name] = path.strip()
    if args.program_matches > 16:
        raise BadOption(f"--program-matches {args.program_matches}: at most 16")
    if found:
        from koloda.arena.external import workshop
        from koloda.arena.online.greeting import greeted
        from koloda.arena.pairing import check_bot

        names = [f"cmd:{path}" for path in found.values()]
        prepare_programs(args, names)
        for name in names:
            check_bot(name)
            greeted(name, workshop.program(name.partition(":")[2]))
    return found


async def tokens(settings: Settings, names: list[str]) -> dict[str, str]:
    """The accounts of these programs, made if need be, each with a new token."""
    from koloda.names import look
    from koloda.table.accounts import Accounts
    from koloda.table.bot_accounts import BotAccounts
    from koloda.table.errors import Refused
    from koloda.table.store import now, open_store

    store = open_store(settings.database)
    await store.open()
    try:
        accounts = Accounts(store)
        bots = BotAccounts(store, accounts)
        found = {}
        for name in names:
            user = "program-" + hashlib.sha256(look(name).encode()).hexdigest()[:16]
            try:
                await accounts.free_name(name, user)
            except Refused:
                raise BadOption(f"--program {name}: somebody has an account with this name") from None
            await store.run(
                "insert into users(id, name, kind, created, seen, keys, muted_until, banned_until, looks) "
                "values(?1, ?2, 'bot', ?3, ?3, 1, 0, 0, ?4) on conflict(id) do update set name = ?2",
                user, name, now(), look(name),
            )  # fmt: skip
            account = await accounts.user(user)
            assert account is not None
            for old in await bots.tokens(account):
                await bots.revoke(account, old.id)
            found[name] = (await bots.new_token(account, TOKEN_NAME)).token
        return found
    finally:
        await store.close()


class Hosted:
    """The programs while the server runs."""

    def __init__(self, args: argparse.Namespace, programs: dict[str, str], settings: Settings) -> None:
        self.args = args
        self.programs = programs
        self.tokens = asyncio.run(tokens(settings, list(programs))) if programs else {}
        self.processes: dict[str, subprocess.Popen[str]] = {}
        self.ending = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self, address: str) -> None:
        for name in self.programs:
            thread = threading.Thread(target=self.keep, args=(name, address), daemon=True)
            thread.start()
            self.threads.append(thread)

    def keep(self, name: str, address: str) -> None:
        """Run one, and start it again when it ends."""
        pause = PAUSES[0]
        while not self.ending.is_set():
            begun = time.monotonic()
            self.run(name, address)
            pause = PAUSES[0] if time.monotonic() - begun > PAUSES[1] else min(PAUSES[1], pause * 2)
            if not self.ending.is_set():
                log.warning("%s has ended and is started again in %.0f s", name, pause)
            self.ending.wait(pause)

    def run(self, name: str, address: str) -> None:
        args = self.args
        command = [
            sys.executable, "-m", "koloda", "bot", "connect", address, self.programs[name],
            "--max-games", str(args.program_matches), "--program-ms", str(args.program_ms),
            "--program-bank-ms", str(args.program_bank_ms),
            "--program-memory-mb", str(args.program_memory_mb), "--sandbox", args.sandbox,
            *(["--i-know"] if args.i_know else []),
            *(["--pause-ms", str(args.bot_pause)] if args.bot_pause is not None else []),
        ]  # fmt: skip
        self.processes[name] = process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env={**os.environ, TOKEN: self.tokens[name], WITH_PARENT: "1"},
            start_new_session=True,
        )  # fmt: skip
        if self.ending.is_set():
            process.terminate()
        assert process.stdout is not None
        for line in process.stdout:
            log.info("%s: %s", name, line.rstrip())
        process.wait()

    def stop(self) -> None:
        self.ending.set()
        for process in list(self.processes.values()):
            process.terminate()
        until = time.monotonic() + STOPPING
        for thread in self.threads:
            thread.join(max(0.0, until - time.monotonic()))
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
