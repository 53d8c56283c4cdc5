"""What people read in Ukrainian and Russian: one apostrophe, one dash, one word for a thing in each game,
and «ви» or «вы» to everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = {
    "src/koloda": (".py", ".json", ".tmpl"),
    "docs/rules": (".md",),
    "examples": (".py", ".json", ".md"),
    "web/src/texts": (".json",),
}
CYRILLIC = re.compile("[а-яёґєії]", re.IGNORECASE)
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")

# everything that is taken for an apostrophe, between two letters: quotation marks are another matter
OTHERS = '\u2019\u02bc\u2018\u201b\u02b9\u02bb\u02bd\u2032\u00b4\uff07`"'
OTHER_APOSTROPHE = re.compile(f"[а-яґєії][{OTHERS}][а-яґєії]", re.IGNORECASE)

PRONOUNS = """
    ти тебе тобі тобою твій твоя твоє твої твого твоєї твоєму твоїй твою твоїм твоїми твоїх
    ты тебя тобой твой твоё твои твоего твоей твоему твоим твоими твоих
"""
# commands to one person that are no other word as well (as «ходи» is)
COMMANDS = """
    бий бийся бери клади поклади підкидай підкинь добирай відбивайся грай зіграй вибери обери
    роздавай раздавай
    натисни спробуй зачекай залишся подивися подивись прочитай пам'ятай рахуй відповідай вигукни
    бей бейся положи подкидывай подкинь подбрасывай подбрось отбивайся играй сыграй
    выбери нажми попробуй подожди останься посмотри запомни помни считай отвечай объяви
"""
FORMS = r"\w+(?:еш|єш|иш|їш|ешь|ёшь|ишь)(?:ся)?"  # граєш, ходишь
NO_FORMS = {"лиш", "лишь", "фініш", "финиш"}
TO_ONE = re.compile(rf"(?<!\w)(?:{'|'.join((PRONOUNS + COMMANDS).split())}|{FORMS})(?!\w)", re.IGNORECASE)


def texts() -> list[Path]:
    paths = (
        path for place, ends in PLACES.items() for path in (ROOT / place).rglob("*") if path.suffix in ends
    )
    return sorted(path for path in paths if CYRILLIC.search(path.read_text("utf-8")))


def lines(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        yield number, ESCAPE.sub(lambda found: chr(int(found[1], 16)), line)


def other_apostrophes(line: str) -> list[str]:
    return OTHER_APOSTROPHE.findall(line)


def words_to_one(line: str) -> list[str]:
    return [word for word in TO_ONE.findall(line) if word.lower() not in NO_FORMS]


# a game calls a thing by one name, in its sentences, its rules and at the table: what others would call it
STRANGERS = {
    ("durak", "uk"): r"ранг\w*",
    ("durak", "ru"): r"ранг\w*",
    ("yassa", "uk"): r"очок|очка|очки|очко",
    ("yassa", "ru"): r"очков|очка|очки|очко",
    ("viceroy", "uk"): r"самоцвіт\w*",
    ("viceroy", "ru"): r"самоцвет\w*",
    ("junquick", "uk"): r"карт(?:а|и|у|і|ою|ам|ами|ах)?",
}
OF_A_LANGUAGE = {"uk": re.compile("[іїєґ]", re.IGNORECASE), "ru": re.compile("[ыэъё]", re.IGNORECASE)}

every_text = pytest.mark.parametrize("path", texts(), ids=lambda path: str(path.relative_to(ROOT)))


@every_text
def test_ukrainian_has_one_apostrophe(path: Path) -> None:
    assert [(number, found) for number, line in lines(path) for found in other_apostrophes(line)] == []


@every_text
def test_people_are_addressed_politely(path: Path) -> None:
    assert [(number, found) for number, line in lines(path) for found in words_to_one(line)] == []


@every_text
def test_a_dash_is_short(path: Path) -> None:
    assert [number for number, line in lines(path) if "\u2014" in line and CYRILLIC.search(line)] == []


def strangers(line: str, game: str, lang: str) -> list[str]:
    """What a line of a language says in the words of another game."""
    if not OF_A_LANGUAGE[lang].search(line):  # a file may hold several languages
        return []
    return re.findall(rf"(?<!\w)(?:{STRANGERS[game, lang]})(?!\w)", line, re.IGNORECASE)


@pytest.mark.parametrize(("game", "lang"), STRANGERS)
def test_a_game_has_one_word_for_a_thing(game: str, lang: str) -> None:
    places = [
        path for path in texts() if f"/games/{game}/text/" in str(path) or path.stem == f"{game}.{lang}"
    ]
    places += [ROOT / f"web/src/texts/{lang}/{game}.json"]
    if game == "durak":  # the contest speaks of the same cards
        places += [ROOT / f"src/koloda/texts/{lang}/{part}.json" for part in ("advice", "contest-page")]
    assert len(places) > 4
    found = [
        (path.name, number, strangers(line, game, lang)) for path in places for number, line in lines(path)
    ]
    assert [one for one in found if one[2]] == []


def test_the_texts_of_every_game_and_of_the_client_are_read() -> None:
    names = {str(path.relative_to(ROOT)) for path in texts()}
    for game in ("durak", "yassa", "flights", "viceroy", "junquick"):
        folder = f"src/koloda/games/{game}/text"
        assert f"{folder}/guide.json" in names
        written = {f"{folder}/{part}.py" for part in ("events", "options", "reasons")}
        assert written <= names or {f"{folder}/{lang}.json" for lang in ("uk", "ru")} <= names
        assert {f"docs/rules/{game}.{lang}.md" for lang in ("uk", "ru")} <= names
        assert {f"web/src/texts/{lang}/{game}.json" for lang in ("uk", "ru")} <= names
    assert {"web/src/texts/uk/shell.json", "src/koloda/texts/uk/server.json"} <= names
    assert "src/koloda/texts/ru/play.json" in names


@pytest.mark.parametrize("sign", OTHERS)
def test_another_apostrophe_is_noticed(sign: str) -> None:
    assert other_apostrophes(f"п{sign}ять карт")
    assert not other_apostrophes("п'ять карт, «п'ять», {one: '# ім'я', два: \"два\"}")


@pytest.mark.parametrize("line", ["твоя карта", "Ти ходиш", "бери!", "«граєш»", "ты ходишь", "Не сердишься?"])
def test_a_word_to_one_person_is_noticed(line: str) -> None:
    assert words_to_one(line)
    assert not words_to_one("Лише ходи решти; лишь ваши ходы, фініш, витиснути, нести, беріть, твори")
