"""What people read of Yassa: every option is documented, and words that native readers refused stay away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koloda.games.yassa import GAME

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
REFUSED = {
    "uk": (
        *(
            "задовго",
            "Готово!",
            "виклик без",
            "рятується картою\\s*\\|",
            "у «Ясса»",
            "пасує",
            "[Оо]чок",
            "[Оо]чки",
        ),
        *("матч", "відкритий'", "сам собою", "скоритися", "Найбільше", "відповідай ", "вигукни\\."),
    ),
    "ru": (
        *("Готово!", "вызов без", "спасается картой\\s*\\|", "из колоды", "[Оо]чков", "[Оо]чки", "матч"),
        *("открыт'", "сам собой", "подчиниться", "Больше всего", "[Вв]озглас", "отвечай ", "объяви\\."),
    ),
}


def texts(lang: str) -> dict[str, str]:
    """All that players read in a language, by where it stands."""
    from koloda.games.yassa.text import board, events, labels, options, reasons

    guide = GAME.guide()
    assert guide is not None
    parts = [
        board.TEXTS[lang],
        events.EVENTS[lang],
        labels.LABELS[lang],
        options.WORDS[lang],
        reasons.REASONS[lang],
    ]
    return {
        "rules": (RULES / f"yassa.{lang}.md").read_text("utf-8"),
        "table": (ROOT / "web" / "src" / "texts" / lang / "yassa.json").read_text("utf-8"),
        "guide": " ".join(note["text"][lang] for note in guide["notes"]),
        "game": f"{GAME.summaries[lang]} {parts}",
    }


@pytest.mark.parametrize("lang", REFUSED)
def test_refused_words_stay_away(lang: str) -> None:
    for where, text in texts(lang).items():
        for word in REFUSED[lang]:
            assert not re.search(word, text), f"{where}: {word}"


@pytest.mark.parametrize("name", ["yassa.md", "yassa.en.md", "yassa.uk.md", "yassa.ru.md"])
def test_every_option_and_no_other_is_in_the_rules(name: str) -> None:
    text = (RULES / name).read_text("utf-8")
    if name == "yassa.md":
        text = text.split("\n## 9. Options", 1)[1].split("\nTable settings", 1)[0]
        named = {
            found
            for line in text.splitlines()
            for found in re.findall(r"`(\w+)`", line.split("|")[1] if "|" in line else "")
        }
    else:
        named = set(re.findall(r"`(\w+_\w+|scoring|intervention)\b", text))
    known = {option.name for option in GAME.options}
    choices = {str(choice) for option in GAME.options for choice in option.choices}
    assert known <= named
    assert named - choices <= known


@pytest.mark.parametrize(
    ("lang", "risk", "permitted"),
    [
        ("en", "at your own risk", "Nobody stops you"),
        ("uk", "на власний ризик", "ніхто не забороняє"),
        ("ru", "на свой риск", "никто не запрещает"),
    ],
)
def test_a_bluff_is_forbidden_and_at_your_own_risk(lang: str, risk: str, permitted: str) -> None:
    found = texts(lang)
    assert risk in re.sub(r"\s+", " ", found["rules"])
    assert risk in found["game"]
    assert risk in found["guide"].replace("his own", "your own")
    for text in found.values():
        assert permitted not in text


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_both_modes_are_told_and_the_servers_order_decides(lang: str) -> None:
    rules = texts(lang)["rules"]
    assert "`realtime`" in rules
    assert "`windows`" in rules
    words = GAME.option_words[lang]["reaction_mode"]
    assert len(words.choices) == 2
    option = next(option for option in GAME.options if option.name == "reaction_mode")
    server = {"en": "server", "uk": "сервер", "ru": "сервер"}[lang]
    assert server in GAME.words(option, lang).help
    assert server in rules
