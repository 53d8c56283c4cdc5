"""The guides for learners are deals that the rules allow, and say the same in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from koloda.core.game import Game
from koloda.games import game, ids
from koloda.table import played, replay_wire
from koloda.table.guide import guide
from table.serving import Server

guides = pytest.mark.parametrize("name", ids())


def script_of(name: str) -> dict[str, Any]:
    script = game(name).guide()
    assert script is not None
    return script


@guides
@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_guide_is_a_deal_with_notes_at_its_steps(name: str, lang: str) -> None:
    told = guide(game(name), lang)
    assert told.notes
    assert [note.step for note in told.notes] == sorted(note.step for note in told.notes)
    assert all(note.text and 0 <= note.step < len(told.steps) for note in told.notes)
    assert told.steps[0].view["seat"] == told.you


@guides
def test_what_the_learner_must_do_is_what_the_script_does_next(name: str) -> None:
    script = script_of(name)
    for note in script["notes"]:
        if "do" in note:
            assert script["actions"][note["after"]] == [script["you"], note["do"]]


@guides
def test_every_note_has_three_languages_and_the_learner_has_something_to_do(name: str) -> None:
    script = script_of(name)
    assert sum("do" in note for note in script["notes"]) >= 3
    for note in script["notes"]:
        assert set(note["text"]) >= {"en", "uk", "ru"}
        assert len(set(note["text"].values())) == len(note["text"])


# forms of address to one friend; names of cards are quoted
FAMILIAR = re.compile(
    r"(?<![\w'’ʼ])(ти|тебе|тобі|тобою|тво[їєяюйх]\w*|твій|бийся|бери|бий|ходи|залишся|підкидай|добирай|"
    r"відповідай|вигукни|поклади|візьми|обери|вибери|зіграй|скинь|зачекай|натисни|спробуй|можеш|маєш|мусиш|"
    r"отбивайся|бей|останься|подбрасывай|отвечай|объяви|положи|возьми|выбери|сыграй|можешь|ты|тебе|тебя|твой)"
    r"(?![\w'’ʼ])",
    re.IGNORECASE,
)


@pytest.mark.parametrize("lang", ["uk", "ru"])
@guides
def test_learners_are_addressed_politely(name: str, lang: str) -> None:
    notes = [note["text"][lang] for note in script_of(name)["notes"]]
    for text in (game(name).summaries[lang], *notes):
        found = FAMILIAR.search(re.sub("«[^»]*»", "", text))
        assert found is None, (found, text)


def test_a_guide_is_made_once_for_everybody(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(game: Game, lang: str) -> replay_wire.Guide:
        made.append(lang)
        return guide(game, lang)

    monkeypatch.setattr(played, "_guides", {})
    monkeypatch.setattr(played, "guide", noted)
    with Server(sqlite_url) as server:
        found = [server.call("GET", f"/api/guide/durak?lang={lang}") for lang in ("en", "uk", "en", "uk")]
    assert [status for status, *_ in found] == [200] * 4
    assert found[0][1] == found[2][1] != found[1][1]
    assert made == ["en", "uk"]
