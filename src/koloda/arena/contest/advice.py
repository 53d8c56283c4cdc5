"""What a fault tells the author of the program: the bytes that came, the likely cause, what to do about it.

Everything is found from the transcript, so the same game gets the same advice wherever it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from koloda.arena.contest.advice_texts import TEXTS
from koloda.arena.contest.faults import (
    CRASH,
    EOF,
    EXTRA,
    GARBAGE,
    ILLEGAL,
    MEMORY,
    SECURITY,
    START,
    TIME,
)
from koloda.arena.contest.protocol import ANSWER_BYTES, COMMANDS, NO
from koloda.arena.programs.faults import crash_cause
from koloda.arena.programs.process import AFTERWARDS
from koloda.arena.programs.reading import COMPUTING, UNREAD
from koloda.games.durak.actions import BEAT, MOVE
from koloda.games.durak.cards import CODES, codes
from koloda.games.durak.state import DurakState

ANSWERS = {*CODES, NO}
MESSAGES = ("trump", "give", "move", "add", "beat", "take", "out")
REFUSALS = {
    "PASS",
    "TAKE",
    "SKIP",
    "NONE",
    "NULL",
    "NIL",
    "FALSE",
    "N",
    "NOT",
    "-",
    "-1",
    "0",
    "НІ",
    "НЕТ",
    "НИ",
}
LOOK_ALIKE = str.maketrans("АВСЕНКМОРТХаоресхТНК", "ABCEHKMOPTXaopecxTHK")
SIGNS = str.maketrans(
    {"♠": "S", "♥": "H", "♣": "C", "♦": "D", "♤": "S", "♡": "H", "♧": "C", "♢": "D", "\ufe0f": ""}
)
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
NO_VALUE = {"UNDEFINED", "NAN", "[OBJECT OBJECT]"}
HINTS = {  # what runtimes write to standard error, and what beginners mean by it
    b"SyntaxError: Non-UTF-8 code": "hint_encoding",
    b"SyntaxError: (unicode error)": "hint_encoding",
    b"TabError: ": "hint_tabs",
    b"ModuleNotFoundError: ": "hint_module",
    b"Error: Cannot find module": "hint_module",
    b"FileNotFoundError: ": "hint_file",
    b"Error: ENOENT": "hint_file",
    b"Could not find or load main class": "hint_class",
}
LAST_ERRORS = 6  # lines of standard error that are shown
Cause = tuple[str, dict[str, str]]  # the key of a text, and what is filled in


def advise(
    item: Mapping[str, Any], state: DurakState | None, errors: bytes = b"", lang: str = "en"
) -> list[str]:
    """The lines about the fault of a transcript; `state` is the position in which it happened, if any."""
    verdict = item["verdict"]
    if verdict["reason"] != "fault":
        return []
    entries = item["seats"][str(verdict["seat"])]
    code, detail = verdict["code"], verdict.get("detail", "")
    last = entries[-1] if entries else [">", ""]
    came = last[1].encode("latin-1") if last[0] in "<?" else b""
    answers = sum(entry[0] == "<" for entry in entries) - (code in (ILLEGAL, GARBAGE))
    texts = TEXTS[lang]
    lines = []
    if code != START:
        asked = next(
            (entry[1] for entry in reversed(entries) if entry[0] == ">" and entry[1] in COMMANDS), ""
        )
        if code in (EXTRA,):
            lines.append(texts["printed_unasked"].format(came=shown_bytes(came)))
        elif came:
            whole = last[0] == "<"
            ending = (
                "printed_part" if not whole else "printed" if len(came) <= ANSWER_BYTES else "printed_long"
            )
            lines.append(texts[ending].format(came=shown_bytes(came), asked=asked))
        elif code in (TIME, EOF, CRASH):
            lines.append(texts["printed_nothing" if asked else "ended_unasked"].format(asked=asked))
    key, filled = cause(code, detail, came, answers, state)
    if key == "illegal_hand" and any(
        entry[0] == "<" and entry[1].strip() == filled["card"] for entry in entries[:-1]
    ):
        key = "illegal_played"
    lines += texts[key].format(**filled).split("\n")
    if code == ILLEGAL and state is not None:
        lines += situation(state, int(verdict["seat"]) - 1, texts)
    if code == CRASH:
        lines += [texts[key] for sign, key in HINTS.items() if sign in errors]
    if errors and code in (CRASH, EOF, TIME, MEMORY, EXTRA, GARBAGE):
        said = telling(errors)
        if said:
            lines.append(texts["standard_error"])
            lines += [f"  {line}" for line in said[-LAST_ERRORS:]]
    elif code == CRASH:
        lines.append(texts["no_standard_error"])
    return lines


def cause(code: str, detail: str, came: bytes, answers: int, state: DurakState | None) -> Cause:
    """The likely mistake behind a fault."""
    if code == GARBAGE:
        key, filled = mistake(came)
        # a greeting that was not flushed comes out with the first answer
        return ("extra_greeting" if not answers and key in ("words", "long") else key), filled
    if code == EXTRA:
        return unasked(came, answers)
    if code == TIME:
        return too_late(detail, came)
    if code == EOF:
        return ended(detail, came, answers)
    if code == CRASH:
        return crash_cause(detail), {"detail": detail}
    if code == ILLEGAL:
        return forbidden(came, state)
    if code == START:
        return "start", {"detail": detail}
    return {MEMORY: "memory", SECURITY: "security"}[code], {"detail": detail}


def shown_bytes(came: bytes) -> str:
    """Bytes as a person can read them, with their numbers where the text alone does not tell."""
    text = came.decode("utf-8", "backslashreplace")
    quoted = '"' + "".join(sign if sign.isprintable() else escaped(sign) for sign in text) + '"'
    plain = all(32 <= byte < 127 for byte in came) and came.strip() == came
    if not came or (plain and len(came) > 4):
        return quoted
    numbers = " ".join(f"{byte:02X}" for byte in came[:20])
    return f"{quoted} (bytes {numbers}{' ...' if len(came) > 20 else ''})"


def escaped(sign: str) -> str:
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(sign, f"\\u{ord(sign):04x}")


def telling(errors: bytes) -> list[str]:
    """The lines of standard error that say something: of calls inside the runtime those are left out."""
    lines = errors.decode("utf-8", "replace").splitlines()
    said = [line.rstrip() for line in lines if line.strip() and not line.startswith("Node.js v")]
    return [line for line in said if not re.match(r"\s+at .*(\bnode:|\bjava\.)", line)]


# output


def mistake(came: bytes) -> Cause:
    """Why a line is neither a card nor NO."""
    if came.startswith(BYTE_ORDER_MARKS) or b"\0" in came:
        return "bom", {}
    text = came.decode("utf-8", "replace").strip()
    upper = text.upper()
    if not text:
        return "empty", {}
    if upper in ANSWERS:
        return ("long_blanks" if text in ANSWERS else "lower"), {"want": upper}
    if ten := re.fullmatch(r"10([HSCD])", upper):
        return "ten", {"want": f"T{ten[1]}"}
    for key, want in (
        ("suit_sign", upper.translate(SIGNS).replace("10", "T")),
        ("cyrillic", upper.translate(LOOK_ALIKE)),
        ("reversed", upper[::-1] if len(upper) == 2 else f"T{upper[0]}" if upper[1:] == "10" else ""),
        ("joined", re.sub(r"[\s_,.-]", "", upper).replace("10", "T")),
        ("quoted", re.sub(r"^B?[\[({<\"'`]+|[\])}>\"'`;.,!]+$", "", upper)),
    ):
        if want in ANSWERS and (key != "cyrillic" or not upper.isascii()):
            return key, {"want": want}
    words = upper.split()
    if upper in NO_VALUE:
        return "no_value", {}
    if upper in REFUSALS:
        return "refusal", {}
    if all(word in ANSWERS for word in words):
        return "several", {}
    if words[0] in COMMANDS or words[0].lower() in MESSAGES:
        return "verb", {"want": words[-1] if words[-1] in ANSWERS else "6S"}
    if re.fullmatch(r"[0-9]+|[6-9TJQKAHSCD]", upper):
        return "half", {}
    return ("long" if len(came) > ANSWER_BYTES else "words"), {}


def unasked(came: bytes, answers: int) -> Cause:
    """Output that was there before a question."""
    if came.startswith(BYTE_ORDER_MARKS) or b"\0" in came:
        return "bom", {}
    whole = came[: came.rfind(b"\n") + 1] or came  # the last line may have been cut off
    lines = [line.strip() for line in whole.decode("utf-8", "replace").split("\n")]
    said = [line for line in lines if line]
    if not said:
        return "extra_blank", {}
    if all(line.upper() in ANSWERS for line in said):
        return ("extra_second" if answers else "extra_answer"), {}
    if b"\n" not in came:
        return "extra_prompt", {}
    if said[0].split()[0].lower() in (*MESSAGES, *(word.lower() for word in COMMANDS)):
        return "extra_echo", {}
    return ("extra_words" if answers else "extra_greeting"), {}


def too_late(detail: str, came: bytes) -> Cause:
    if detail.startswith("cpu"):
        return "time_cpu", {"detail": detail}
    if came.endswith(b"\r") or (b"\r" in came and b"\n" not in came):
        return "time_cr", {}
    if came:
        return "no_line_end", {}
    if AFTERWARDS in detail:
        return "time_buffered", {"came": detail.split(AFTERWARDS, 1)[1]}
    if COMPUTING in detail:
        return "time_computing", {}
    if UNREAD in detail:
        return "time_unread", {}
    return "time_silent", {}


def ended(detail: str, came: bytes, answers: int) -> Cause:
    if came:
        return "eof_no_line_end", {}
    if "closed" in detail:
        return "eof_closed", {}
    return ("eof_later" if answers else "eof_first"), {"answers": str(answers)}


# the rules


def forbidden(came: bytes, state: DurakState | None) -> Cause:
    """Which rule a well-formed answer breaks."""
    answer = came.decode("ascii", "replace").strip()
    if answer == NO:
        return "illegal_no", {}
    if state is None:
        return "illegal_hand", {"card": answer}
    card = CODES.index(answer)
    if not state.hands[int(state.actor)] >> card & 1:
        return "illegal_hand", {"card": answer}
    if state.phase == BEAT:
        return "illegal_beat", {"card": answer, "open": CODES[state.open_card()], "trump": trump_of(state)}
    return "illegal_rank", {"card": answer}


def situation(state: DurakState, seat: int, texts: Mapping[str, str]) -> list[str]:
    """What the program should have known."""
    lines = [texts["hand"].format(cards=" ".join(codes(state.hands[seat])) or "-", trump=trump_of(state))]
    if state.phase != MOVE:
        lines.append(texts["table"].format(cards=" ".join(codes(state.table))))
    if state.phase == BEAT:
        lines.append(texts["open"].format(card=CODES[state.open_card()]))
    return lines


def trump_of(state: DurakState) -> str:
    return CODES[int(state.trumps).bit_length() - 1][1]
