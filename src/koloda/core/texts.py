# not compiled: reads files, once
"""Texts for people are data: koloda/texts/LANG/PART.json, and text/LANG.json of a game (docs/translating.md).

A folder of koloda/texts with a `language.json` is a language. What a language lacks is said in English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

T = TypeVar("T")

ENGLISH = "en"
FOLDER = files("koloda").joinpath("texts")


def read(file: Traversable) -> Any:
    """A file of texts; its lists are tuples here."""
    return frozen(json.loads(file.read_text("utf-8")))


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: frozen(one) for key, one in value.items()}
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def over(english: Any, own: Any) -> Any:
    """The texts of a language, and English ones for those that it lacks."""
    if not isinstance(english, Mapping) or not isinstance(own, Mapping):
        return own
    return {**english, **{key: over(english[key], own[key]) if key in english else own[key] for key in own}}


def languages() -> dict[str, dict[str, Any]]:
    """What the languages say of themselves, English first."""
    found = {
        folder.name: read(folder / "language.json")
        for folder in FOLDER.iterdir()
        if (folder / "language.json").is_file()
    }
    return dict(sorted(found.items(), key=lambda each: (each[1]["rank"], each[0])))


LANGUAGES = tuple(languages())


@cache
def texts(part: str) -> dict[str, Any]:
    """One part of koloda's own texts, in every language."""
    english = read(FOLDER / ENGLISH / f"{part}.json")
    found = {}
    for lang in LANGUAGES:
        file = FOLDER / lang / f"{part}.json"
        found[lang] = over(english, read(file)) if file.is_file() else english
    return found


def joined(*parts: str) -> dict[str, dict[str, Any]]:
    """Several parts as one."""
    return {
        lang: {key: text for part in parts for key, text in texts(part)[lang].items()} for lang in LANGUAGES
    }


def in_section(part: str, name: str) -> dict[str, Any]:
    """One section of such a part, by language."""
    return {lang: found[name] for lang, found in texts(part).items()}


@cache
def texts_of(package: str) -> dict[str, Any]:
    """The texts of a game, in the languages that it has: `text/LANG.json` in its package."""
    folder = files(package).joinpath("text")
    english = read(folder / f"{ENGLISH}.json")
    here = [lang for lang in LANGUAGES if (folder / f"{lang}.json").is_file()]
    return {lang: over(english, read(folder / f"{lang}.json")) for lang in here}


def section_of(package: str, name: str) -> dict[str, Any]:
    """One section of the texts of a game, by language."""
    return {lang: found[name] for lang, found in texts_of(package).items()}


def in_every_language(found: Mapping[str, T]) -> dict[str, T]:
    """English where a game lacks a language that koloda speaks."""
    return {**found, **{lang: found[ENGLISH] for lang in LANGUAGES if lang not in found and ENGLISH in found}}
