"""Programs from outside as bots: `cmd:PROGRAM` is a bot name wherever this package is imported.

They speak the bot protocol (docs/bot-protocol.md). How they are started, kept apart and measured is
`koloda.arena.programs`.
"""

from __future__ import annotations

from koloda.bots import KINDS, Bot

KIND = "cmd"


def make(name: str) -> Bot:
    from koloda.arena.external.bot import ProgramBot

    return ProgramBot(name)


KINDS[KIND] = make


def is_program(name: str) -> bool:
    """Does this bot name mean a program from outside?"""
    return name.startswith(f"{KIND}:")
