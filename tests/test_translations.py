"""Texts as data: each language has what English has, with the same places; what it lacks is in English."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from koloda.core.game import Game
from koloda.core.texts import LANGUAGES, languages, over, texts
from koloda.table.guide import guide
from koloda.testing.texts import LANGUAGES as EVERYWHERE

ROOT = Path(__file__).parents[1]
SHELL = ROOT / "src" / "koloda" / "texts"
CLIENT = ROOT / "web" / "src" / "texts"
GAMES = sorted((ROOT / "src" / "koloda" / "games").glob("*/text"))
# what everybody meets who plays; the other parts are read by hosts and authors of programs
NEEDED = ("language", "play", "post", "server", "words")


def translations() -> list[tuple[Path, Path]]:
    """Pairs of files: English, and the same in another language."""
    shell = [(SHELL / "en" / path.name, path) for path in SHELL.glob("*/*.json") if path.parent.name != "en"]
    games = [
        (folder / "en.json", folder / f"{lang}.json")
        for folder in GAMES
        for lang in LANGUAGES[1:]
        if (folder / f"{lang}.json").is_file()
    ]
    return sorted([*shell, *games])


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{place}/{key}")
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from leaves(one, f"{place}/{number}")
    elif isinstance(value, str):
        yield place, value


def fields(text: str) -> set[str]:
    """The places of a template; those without a name are counted."""
    found = [(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None]
    return {f"{name or number}:{spec}" for number, (name, spec) in enumerate(found)}


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


# says what a game does not say in the new language, whose words are the English ones but for two
SPOKEN = """
import koloda

for game in koloda.game_list():
    if "cy" not in game.languages or game.names["cy"] != "Twpsyn":
        print(game.id, "has another name")
    if not all(game.words(option, "cy").label == "Dewis" for option in game.options):
        print(game.id, "calls its options otherwise")
    state = game.deal(game.default_seats, 4, watch=True)
    names = [str(seat) for seat in range(state.seats)]
    for _ in range(60):
        if not state.over:
            state.apply(state.actor, state.default(state.actor))
    for action in range(game.num_actions):
        if game.label(action, "cy") != game.label(action, "en"):
            print(game.id, game.label(action, "cy"))
    for event in state.events:
        told = event.seen_by(0)
        if told and game.event_text(told, names, "cy") != game.event_text(told, names, "en"):
            print(game.id, told)
"""


@pytest.mark.parametrize(
    ("english", "other"), translations(), ids=lambda path: str(path.relative_to(ROOT)).replace("/", ".")
)
def test_a_translation_is_that_of_the_english_texts(english: Path, other: Path) -> None:
    wanted, found = dict(leaves(read(english))), dict(leaves(read(other)))
    # the English help of an option is written where the option is; people's names are as many everywhere
    extra = {place for place in found.keys() - wanted.keys() if not place.endswith("/help")}
    lang = other.stem if other.parent.name == "text" else other.parent.name
    assert lang not in EVERYWHERE or wanted.keys() <= found.keys()
    assert extra == set()
    for place in wanted.keys() & found.keys():
        assert fields(found[place]) <= fields(wanted[place]), place


def written() -> list[Path]:
    """Every file of texts: the server's and the terminal's, the client's, the games'."""
    folders = [SHELL, CLIENT, *GAMES]
    return sorted(path for folder in folders for path in folder.rglob("*.json"))


@pytest.mark.parametrize("path", written(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_key_is_written_once(path: Path) -> None:
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(pairs)

    json.loads(path.read_text("utf-8"), object_pairs_hook=note)
    assert twice == []


def test_languages_are_found_by_their_folders() -> None:
    assert LANGUAGES[:3] == EVERYWHERE
    assert set(LANGUAGES) == {path.parent.name for path in CLIENT.glob("*/language.json")}
    for lang, told in languages().items():
        assert told["name"] == read(CLIENT / lang / "language.json")["name"]
        assert told["rank"] == read(CLIENT / lang / "language.json")["rank"]
        assert all((SHELL / lang / f"{part}.json").is_file() for part in NEEDED)


@pytest.mark.parametrize("lang", EVERYWHERE)
def test_every_part_is_there_in_every_language_of_the_house(lang: str) -> None:
    english = {path.name for path in (SHELL / "en").glob("*.json")}
    assert {path.name for path in (SHELL / lang).glob("*.json")} == english
    for folder in GAMES:
        assert (folder / "en.json").is_file() == (folder / f"{lang}.json").is_file()


def test_what_polish_has_is_whole() -> None:
    """docs/translating.md: the client around a game, the server, the terminal, and Durak."""
    client = [(CLIENT / "en" / path.name, path) for path in (CLIENT / "pl").glob("*.json")]
    shell = [(SHELL / "en" / path.name, path) for path in (SHELL / "pl").glob("*.json")]
    durak = next(folder for folder in GAMES if folder.parent.name == "durak")
    pairs = [*client, *shell, (durak / "en.json", durak / "pl.json")]
    assert {"shell.json", "durak.json"} <= {path.name for _, path in client}
    assert {f"{part}.json" for part in NEEDED} <= {path.name for _, path in shell}
    for english, polish in pairs:
        assert dict(leaves(read(english))).keys() - dict(leaves(read(polish))).keys() == set(), polish
    told = read(durak / "guide.json")
    assert [note for note in told["notes"] if set(note["text"]) < {*EVERYWHERE, "pl"}] == []
    assert (ROOT / "docs" / "rules" / "durak.pl.md").exists()


def test_a_new_language_touches_no_code(tmp_path: Path) -> None:
    """A copy of the package with more files of texts: the games and the terminal speak them."""
    package = tmp_path / "koloda"
    shutil.copytree(
        ROOT / "src" / "koloda",
        package,
        ignore=shutil.ignore_patterns("*.so", "_build.json", "__pycache__", "static"),
    )
    for name in NEEDED:
        data = read(SHELL / "en" / f"{name}.json")
        if name == "language":
            data |= {"name": "Nowa", "rank": 9}
        if name == "play":
            data |= {"bye": "Hwyl fawr!", "level": "Lefel: {}."}
        place = package / "texts" / "cy" / f"{name}.json"
        place.parent.mkdir(exist_ok=True)
        place.write_text(json.dumps(data), "utf-8")
    for folder in (package / "games" / folder.parent.name / "text" for folder in GAMES):
        labels = read(folder / "en.json")
        labels["name"] = "Twpsyn"
        labels["options"] = {key: {**words, "label": "Dewis"} for key, words in labels["options"].items()}
        (folder / "cy.json").write_text(json.dumps(labels), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SPOKEN], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == ("", "")
    command = [sys.executable, "-m", "koloda", "play", "durak", "--lang", "cy", "--seed", "1"]
    done = subprocess.run(command, input="q\n", capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Twpsyn: you are Player")
    assert "Lefel: normal." in lines
    assert lines[-1] == "Hwyl fawr!"


def test_what_a_language_lacks_is_said_in_english() -> None:
    english = {"a": "one", "b": {"x": "two", "y": "three"}, "c": ("four", "five")}
    own = {"b": {"y": "три"}, "c": ("чотири", "п'ять")}
    assert over(english, own) == {
        "a": "one",
        "b": {"x": "two", "y": "три"},
        "c": ("чотири", "п'ять"),
    }
    assert all(texts("server")[lang].keys() == texts("server")["en"].keys() for lang in LANGUAGES)


def test_a_game_without_a_language_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game of a package of its own does that was written before this language came."""
    from koloda.games import game

    monkeypatch.setattr("koloda.core.texts.LANGUAGES", (*LANGUAGES, "xx"))
    known = type(game("yassa"))

    class Young(known):  # type: ignore[misc, valid-type]
        __module__ = known.__module__  # its files are beside
        names = {lang: known.names[lang] for lang in EVERYWHERE}
        summaries = {lang: known.summaries[lang] for lang in EVERYWHERE}
        option_words = {lang: known.option_words[lang] for lang in EVERYWHERE}
        preset_words = {lang: known.preset_words[lang] for lang in EVERYWHERE}
        reason_texts = {lang: known.reason_texts[lang] for lang in EVERYWHERE}

    young: Game = Young()
    assert young.names["xx"] == "Yassa"
    assert young.spoken("uk") == "uk"
    assert young.spoken("xx") == "en"
    for option in young.options:
        assert young.words(option, "xx") == young.words(option, "en")
    state = young.deal(3, 4, watch=True)
    assert young.label(state.legal(state.actor)[0], "xx") == young.label(state.legal(state.actor)[0], "en")
    assert young.event_text(state.events[0].seen_by(0) or (), ["A", "B", "C"], "xx")
    assert guide(young, "xx").notes[0].text == guide(young, "en").notes[0].text
    assert young.rules_text("xx") == young.rules_text("en")
