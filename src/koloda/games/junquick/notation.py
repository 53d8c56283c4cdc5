# not compiled: text, made for people and files
"""Canonical texts: of actions, of cards and viruses."""

from __future__ import annotations

from koloda.core.actions import Actions
from koloda.core.errors import BadNotation
from koloda.core.options import shown
from koloda.games.junquick.actions import INFLUENCE, LAYABLE, NUM_ACTIONS, PAYMENTS
from koloda.games.junquick.cards import CLASSES, CODES, NUMBERS, VIRUSES
from koloda.games.junquick.text.labels import Names, label

NEST_CLASSES = ("N1", "N2", "N3", "N4", "EV")


def payment_text(payment: int) -> str:
    """The price of the virus, then the classes that pay it."""
    words = [f"V{payment & 15}"]
    for i, name in enumerate(NEST_CLASSES):
        words += [name] * (payment >> (4 * i + 4) & 15)
    return " ".join(words)


PACKS = [
    f"{a} {b} {c} {d}"
    for a in ("N1", "EV")
    for b in ("N2", "EV")
    for c in ("N3", "EV")
    for d in ("N4", "DM", "EV")
]
TEXTS = [
    *(f"lay {CODES[card]}" for card in LAYABLE),
    *(f"nest EV {value}" for value in range(1, 5)),
    *(f"act {CODES[card]} {seat}" for card in range(4, 13) for seat in range(6)),
    *(f"inf {CODES[card]}" for card in INFLUENCE),
    *("pass", "redraw", "stop"),
    *(f"put {code}" for code in CODES),
    "done",
    *(f"claim {name}" for name in CLASSES),
    *("say truth", "say lie", "hys", "wait"),
    *(f"form {pack}" for pack in PACKS),
    *(f"cure {payment_text(payment)}" for payment in PAYMENTS),
    *(f"battle {code}" for code in CODES[:14]),
    *(f"give {code}" for code in CODES),
    *(f"inst {code}" for code in CODES[22:]),
    "ready",
    "lay G3",
]
FORMS = (
    "lay, inf, put, battle, give or inst with a card (lay J2), act with a card and a seat (act T4 2), "
    "nest EV with a value, claim with a class, form, cure, say truth, say lie, hys, wait, pass, redraw, "
    "stop, done or ready"
)
assert len(TEXTS) == NUM_ACTIONS


def actions(names: Names) -> Actions:
    """The actions, with cards as they are called in a deck."""
    return Actions("junquick", TEXTS, FORMS, lambda action, lang: label(names, TEXTS[action], lang))


def card_of(code: object) -> int:
    if isinstance(code, str) and code in NUMBERS:
        return NUMBERS[code]
    raise BadNotation(f"{str(code)[:40]!r} is no card: the codes are {' '.join(CODES)}")


def virus_of(code: object) -> int:
    """The price of a virus."""
    if isinstance(code, str) and code in VIRUSES:
        return VIRUSES.index(code) + 1
    raise BadNotation(f"{shown(code)} is no virus: the codes are {', '.join(VIRUSES)}")
