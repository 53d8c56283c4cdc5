"""Nobody passes for another, for nobody or for the house."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.names import look
from koloda.table.accounts import Accounts, clean_name
from koloda.table.errors import Refused
from koloda.table.store import open_store

ALIKE = [
    "Ludmila Petrov.",
    "LudmiIa Petrov",  # a capital i
    "Ludmi1a Petrov",
    "Ludmi\u04cfa Petrov",  # a Cyrillic palochka
    "Ludmi\u01c0a Petrov",  # a click
    "Ludmila\u3164Petrov",  # a filler that looks like a blank
    "Ludmila\u115fPetrov",
    "Ludrnila Petrov",
    "Ludmila Реtrоv",  # partly Cyrillic
]


def code(name: str) -> str:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    return refused.value.code


@pytest.mark.parametrize("name", ALIKE)
def test_names_that_look_alike_are_one(name: str) -> None:
    assert look(clean_name(name)) == look("Ludmila Petrov")


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u200b", "\u034f", " "])
def test_a_name_can_be_seen(name: str) -> None:
    assert code(name) == "bad_name"


@pytest.mark.parametrize("name", ["\u13deudmila Petrov", "K\u0585t", "Л\u13aaна"])
def test_alphabets_that_nobody_writes_together_are_refused(name: str) -> None:
    assert code(name) == "mixed_name"


@pytest.mark.parametrize(
    "name",
    [
        "Олена I.",
        "Łukasz 2",
        "Ελένη",
        "田中 Taro",
        "김민수",
        "Մարիամ",
        "Ольга (Olga)",
        "🦊 Лис",
        "ＡＢＣ",
        "Íñigo",
    ],
)
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_who_speaks_for_the_house_and_the_looks_of_an_older_database(tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(f"sqlite:///{tmp_path}/koloda.db")
        await store.open()
        try:
            accounts = Accounts(store)
            for name in ("admin", "ADMIN", "Adrnin", "Адміністратор", "koloda", "Server"):
                with pytest.raises(Refused):
                    await accounts.guest(name)
            guest = await accounts.guest("Ludmila")
            await accounts.register(guest.id, "ludmila", "a long password")
            # as an older koloda has left them
            await store.run("update users set looks = ''")
            await store.run("delete from account_names")
            await accounts.open()
            with pytest.raises(Refused):
                await accounts.guest("LudmiIa")
        finally:
            await store.close()

    asyncio.run(run())
