"""Who may bring which program: names, sources, and the limits of accounts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from koloda.bots import BOTS, KINDS, LEVELS
from koloda.core.errors import KolodaError
from koloda.ladder.book import FROZEN, RETIRED, Book
from koloda.ladder.rules import Rules
from koloda.names import BLANK, mixes_alphabets

LONGEST_NAME = 24
DAY = 24 * 3600 * 1000
FILE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}(\.[a-z0-9]{1,8})")
ENGLISH = {
    "ladder_name": "a name has 1 to {} letters, figures, blanks, - _ ., and begins with a letter or figure",
    "ladder_own_name": "{} is a name of our own bots: choose another one",
    "ladder_taken": "somebody else has this name",
    "ladder_closed": "no uploads are taken any more",
    "ladder_banned": "this account is banned from the ladder",
    "ladder_retired": "this program was retired",
    "ladder_frozen": "this program is frozen",
    "ladder_programs": "an account has at most {} programs: replace one of them, or remove it",
    "ladder_uploads": "an account uploads at most {} versions a day",
    "ladder_file": "the name of a file has up to 40 Latin letters, figures and _, and one ending",
    "ladder_language": "{} is no language of this ladder; there are {}",
    "ladder_files": "at most {} files",
    "ladder_one_file": "a program is one source file; only Python programs bring modules along",
    "ladder_text": "{} is no source text in UTF-8",
    "ladder_empty": "{} is empty",
    "ladder_size": "at most {} KiB of sources",
}


class NotTaken(KolodaError):
    """An upload that is not taken: `code` and `details` are for other languages."""

    def __init__(self, code: str, *details: object) -> None:
        super().__init__(ENGLISH[code].format(*details))
        self.code = code
        self.details = details


def checked_name(text: str) -> str:
    """A name as it is kept: letters and figures of any language, one blank between words."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    plain = all((sign.isalnum() and sign not in BLANK) or sign in " -_." for sign in name)
    plain = plain and not mixes_alphabets(name)
    if not 1 <= len(name) <= LONGEST_NAME or not plain or not name[0].isalnum():
        raise NotTaken("ladder_name", LONGEST_NAME)
    if Book.alike(name) in {Book.alike(each) for each in (*BOTS, *LEVELS, *KINDS, "koloda")}:
        raise NotTaken("ladder_own_name", name)
    return name


def checked_sources(rules: Rules, main: str, files: Mapping[str, str]) -> dict[str, bytes]:
    """The sources of an upload, the main file first."""
    found = FILE_NAME.fullmatch(main)
    if found is None or main not in files:
        raise NotTaken("ladder_file")
    if found[1] not in rules.endings:
        raise NotTaken("ladder_language", found[1], " ".join(rules.endings))
    if len(files) > rules.source_files:
        raise NotTaken("ladder_files", rules.source_files)
    if len(files) > 1 and found[1] != ".py":
        raise NotTaken("ladder_one_file")
    checked = {}
    for name in (main, *(each for each in files if each != main)):
        ending = FILE_NAME.fullmatch(name)
        if ending is None or ending[1] != found[1]:
            raise NotTaken("ladder_file")
        try:
            checked[name] = files[name].encode("utf-8")
        except UnicodeEncodeError:
            raise NotTaken("ladder_text", name) from None
        if b"\0" in checked[name]:
            raise NotTaken("ladder_text", name)
    if len({name.casefold() for name in checked}) != len(checked):
        raise NotTaken("ladder_file")
    if not checked[main].strip():
        raise NotTaken("ladder_empty", main)
    if sum(map(len, checked.values())) > rules.source_bytes:
        raise NotTaken("ladder_size", rules.source_bytes >> 10)
    return checked


def check_owner(
    rules: Rules, book: Book, owner: str, name: str, at: int, waiting: Iterable[str] = ()
) -> None:
    """NotTaken for what this account may not bring at this time; `waiting`: the names it has in the inbox.

    Whoever uploads a name first owns it. Without an owner it is the organiser, who knows no limits.
    """
    program = book.named(name)
    if book.closed_at(at):
        raise NotTaken("ladder_closed")
    if owner and owner in book.banned:
        raise NotTaken("ladder_banned")
    if program is not None and (program.level or program.owner != owner):
        raise NotTaken("ladder_taken")
    if program is not None and program.status in (RETIRED, FROZEN) and not program.removed:
        raise NotTaken(f"ladder_{program.status}")
    if not owner:
        return
    own, more = book.of(owner), list(waiting)
    new = {book.alike(name) for name in more if book.named(name) is None}
    new -= {book.alike(name)}
    comes = program is None or program.removed
    if comes and sum(each.status != RETIRED for each in own) + len(new) >= rules.programs_each:
        raise NotTaken("ladder_programs", rules.programs_each)
    today = sum(version.at > at - DAY for each in own for version in each.versions)
    if today + len(more) >= rules.uploads_a_day:
        raise NotTaken("ladder_uploads", rules.uploads_a_day)
