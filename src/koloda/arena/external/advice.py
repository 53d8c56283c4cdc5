"""A fault as the author of the program reads it: what happened, the likely cause, what to do."""

from __future__ import annotations

import json

from koloda.arena.external.advice_texts import TEXTS
from koloda.arena.external.faults import (
    CRASH,
    EOF,
    ERROR,
    EXTRA,
    GAME,
    GARBAGE,
    ILLEGAL,
    MEMORY,
    SECURITY,
    START,
    TIME,
    VERSION,
    ProgramFault,
)
from koloda.arena.external.messages import LONGEST, PROGRAM_TYPES
from koloda.arena.programs.faults import crash_cause
from koloda.arena.programs.process import AFTERWARDS
from koloda.arena.programs.reading import COMPUTING, UNREAD

TYPES = [each.__struct_config__.tag for each in PROGRAM_TYPES]
SHOWN = 160  # bytes of a line
CHOICES = 6  # legal actions that are named
LAST_ERRORS = 6  # lines of standard error
PLAIN = {
    MEMORY: "memory",
    SECURITY: "security",
    START: "start",
    VERSION: "version",
    GAME: "game",
    ERROR: "error",
}


def told(fault: ProgramFault, lang: str = "en") -> list[str]:
    """The sentences: what came, why it is a fault, the way out; then the end of its standard error."""
    texts = TEXTS[lang]
    asked = texts[f"asked_{fault.asked or 'nothing'}"]
    lines = []
    if fault.came is not None:
        lines.append(texts["came"].format(asked=asked, came=shown(fault.came)))
    elif fault.asked:
        lines.append(texts["nothing"].format(asked=asked))
    words = {
        "detail": fault.detail,
        "legal": choices(fault.legal),
        "longest": LONGEST,
        "meant": meant(fault),
        "type": type_of(fault),
    }
    lines.append(texts[cause(fault)].format(**words))
    an_object = (fault.came or b"").startswith(b"{")
    if fault.asked == "hello" and fault.code in (CRASH, EOF, GARBAGE, TIME) and not an_object:
        lines.append(texts["other_protocol"])
    if fault.code in (CRASH, EOF) and fault.strange:
        lines.append(texts["strange"].format())
    if fault.code in (CRASH, EOF, TIME) and fault.deal > 1:
        lines.append(texts["next_deal"].format(deal=fault.deal))
    if fault.played:
        lines.append(texts["played"].format(action=fault.played))
    errors = last_errors(fault)
    if errors:
        lines.append(texts["standard_error"])
        lines += [f"  {line}" for line in errors]
    return lines


def last_errors(fault: ProgramFault) -> list[str]:
    """The last lines of its standard error, with the line that the indented ones among them belong to."""
    lines = fault.errors.decode("utf-8", "replace").expandtabs(4).strip().splitlines()
    first = max(0, len(lines) - LAST_ERRORS)
    head = first
    while head > 0 and lines[head].startswith(" "):
        head -= 1
    kept = lines[first:] if head == first else [lines[head], *lines[first + 1 :]]
    return [printable(line) for line in kept]


def cause(fault: ProgramFault) -> str:
    """The key of the sentence that fits."""
    if fault.code == ILLEGAL:
        return "illegal_letters" if meant(fault) else "illegal"
    if fault.code == EXTRA:
        return "extra"
    if fault.code == CRASH:
        return crash_cause(fault.detail)
    if fault.code == EOF:
        return "eof_hello" if fault.asked == "hello" else "eof"
    if fault.code == TIME:
        return time_cause(fault)
    if fault.code == GARBAGE:
        return garbage_cause(fault.came or b"", fault.legal, fault.asked)
    return PLAIN[fault.code]


def time_cause(fault: ProgramFault) -> str:
    if fault.came:
        return "time_no_line_end"
    if AFTERWARDS in fault.detail:
        return "time_buffered"
    if COMPUTING in fault.detail:
        return "time_computing"
    return "time_unread" if UNREAD in fault.detail else "time_silent"


def garbage_cause(came: bytes, legal: tuple[str, ...], asked: str) -> str:
    """Why a line is no message."""
    text = came.decode("utf-8", "replace").strip()
    if not text:
        return "garbage_empty"
    if came[:2] in (b"\xff\xfe", b"\xfe\xff") or came.startswith(b"\xef\xbb\xbf"):
        return "garbage_mark"
    try:
        came.decode("utf-8")
    except UnicodeDecodeError:
        return "garbage_utf8"
    if text in legal or text.strip("\"'") in legal:
        return "garbage_bare"
    if text.startswith("{'"):
        return "garbage_quotes"
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return "garbage_json" if text.startswith("{") else "garbage_words"
    if not isinstance(message, dict):
        return "garbage_object"
    if "type" not in message:
        return "garbage_type"
    if asked == "hello" and message["type"] != "hello":
        return "garbage_hello"
    if message["type"] not in TYPES:
        return "garbage_unknown"
    if asked == "ask" and isinstance(message.get("answer"), int | list | dict):
        return "garbage_number"
    return "garbage_field_hello" if asked == "hello" else "garbage_field"


def type_of(fault: ProgramFault) -> str:
    """The type of the message that came."""
    try:
        return shown(repr(json.loads(fault.came or b"")["type"]).encode("utf-8", "replace"))
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""


def meant(fault: ProgramFault) -> str:
    """The legal action that was written with other blanks or letters, as JSON; empty if there is none."""
    try:
        answer = json.loads(fault.came or b"")["answer"]
        plain = answer.strip("\"' \t").casefold()
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return ""
    return next((json.dumps(text) for text in fault.legal if text.casefold() == plain), "")


def choices(legal: tuple[str, ...]) -> str:
    named = ", ".join(json.dumps(text) for text in legal[:CHOICES])
    return f"{named}, ..." if len(legal) > CHOICES else named


def shown(came: bytes) -> str:
    text = printable(came[:SHOWN].decode("utf-8", "backslashreplace"))
    return f"{text}..." if len(came) > SHOWN else text


def printable(text: str) -> str:
    """Without anything that could play tricks with a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
