"""What people read: every event, option, reason and rule in every language; the guide; the picture."""

from __future__ import annotations

import re
from typing import Any

from koloda.core.record import begin_record, take_action
from koloda.core.rng import Rng
from koloda.testing.variants import Variant, random_end, walk

LANGUAGES = ("en", "uk", "ru")  # what every game speaks; others may follow (docs/translating.md)
SHORTEST_RULES = 1200  # characters: less cannot tell anybody how to play
FIELD = re.compile(r"\{(\w*)")


def every_event_has_a_sentence_in_every_language(variant: Variant) -> None:
    state = variant.deal(20, watch=True)
    random_end(state, 20)
    names = [f"<{seat}>" for seat in range(variant.seats)]
    assert state.events
    for lang in LANGUAGES:
        for seat in (None, *range(variant.seats)):
            for event in state.watch().seen_by(seat):
                text = state.game.event_text(event, names, lang)
                assert text
                assert "\n" not in text


def every_option_and_every_choice_has_words(variant: Variant) -> None:
    game = variant.game
    for lang in LANGUAGES:
        assert game.names[lang]
        assert is_cyrillic(game.summaries[lang]) == (lang != "en"), "summaries: the game in a sentence"
        assert set(game.option_words[lang]) == {option.name for option in game.options}
        for option in game.options:
            words = game.words(option, lang)
            told = [words.label, words.help, *words.choices]
            flag = all(isinstance(choice, bool) for choice in option.choices)  # a box to tick, or a number
            assert len(words.choices) == (0 if flag else len(option.choices)), option.name
            assert len(set(words.choices)) == len(words.choices), option.name
            assert all(told), option.name
            for text in told:
                assert is_cyrillic(text) == (lang != "en"), text


def every_preset_has_words(variant: Variant) -> None:
    """A name and a sentence: people choose by them."""
    game = variant.game
    for lang in LANGUAGES if game.presets else ():
        assert set(game.preset_words[lang]) == set(game.presets), "preset_words"
        names = [words.label for words in game.preset_words[lang].values()]
        assert len(set(names)) == len(names), "two presets with one name"
        for words in game.preset_words[lang].values():
            for text in (words.label, words.help):
                assert is_cyrillic(text) == (lang != "en"), text


def is_cyrillic(text: str) -> bool:
    return any("а" <= letter <= "я" or letter in "іїєґё" for letter in text.lower())


def every_reason_has_a_sentence_in_every_language(variant: Variant) -> None:
    """The templates have the same keys and the same places for arguments in all languages."""
    texts = variant.game.reason_texts
    assert set(texts) >= set(LANGUAGES)
    for key, english in texts["en"].items():
        for lang in texts:
            assert key in texts[lang], f"{key}: no sentence in {lang}"
            assert places(texts[lang][key]) <= places(english), f"{key}: {lang} has other arguments"
    assert all(texts[lang].keys() == texts["en"].keys() for lang in texts)


def places(template: str) -> set[str]:
    found = FIELD.findall(template)
    return {name or str(number) for number, name in enumerate(found)}


def the_rules_are_written_down(variant: Variant) -> None:
    for lang in LANGUAGES:
        text = variant.game.rules_text(lang)
        assert text is not None, f"there are no rules in {lang}"
        assert len(text) >= SHORTEST_RULES, f"{len(text)} characters tell nobody how to play"
        assert text.startswith("# ")
        assert is_cyrillic(text) == (lang != "en")


def the_guide_is_a_deal_that_the_rules_allow(variant: Variant) -> None:
    """Its notes are at its steps, in every language, and the learner does what the script does next."""
    game = variant.game
    guide = game.guide()
    assert guide is not None, "there is no text/guide.json"
    record = {"options": {}, **guide, "names": guide["names"]["en"]}
    state = begin_record(game, record)
    for entry in guide["actions"]:
        take_action(state, entry)
    notes: list[dict[str, Any]] = guide["notes"]
    assert [note["after"] for note in notes] == sorted(note["after"] for note in notes)
    assert sum("do" in note for note in notes) >= 3, "the learner has too little to do"
    for note in notes:
        assert 0 <= note["after"] <= len(guide["actions"])
        assert set(LANGUAGES) <= set(note["text"]) == set(guide["names"])
        assert len(set(note["text"].values())) == len(note["text"])
        if "do" in note:
            assert guide["actions"][note["after"]] == [guide["you"], note["do"]]


def the_game_has_a_picture(variant: Variant) -> None:
    art = variant.game.art()
    assert art is not None, "there is no art.svg"
    assert art.lstrip().startswith("<svg")
    assert "<script" not in art
    assert "http" not in art.replace("http://www.w3.org/2000/svg", "")


def a_board_and_a_layout_are_drawn_for_every_view(variant: Variant) -> None:
    game = variant.game
    names = [f"Name {seat}" for seat in range(variant.seats)]

    def plain(text: str, style: str) -> str:
        return text

    state = variant.deal(29)
    for number, position in enumerate(walk(state, 29)):
        if number % 9 == 0:
            drawn(game, position, names, plain)
    drawn(game, state, names, plain)


def drawn(game: Any, state: Any, names: list[str], paint: Any) -> None:
    for seat in (None, *range(state.seats)):
        view = state.view(seat)
        for lang in LANGUAGES:
            lines = game.board(view, names, lang, paint, 80)
            assert lines
            assert all("\n" not in line for line in lines)
            layout = game.layout(view, lang)
            if layout is not None:
                codes = {code for zone in layout["zones"] for code in zone.get("cards", [])} - {"??"}
                assert codes <= set(layout["faces"]), "a card in a zone has no face"
                ids = [zone["id"] for zone in layout["zones"]]
                assert len(set(ids)) == len(ids), "two zones have one id"


def the_cards_of_the_hand_can_be_named(variant: Variant) -> None:
    """Labels differ where actions do: nobody can choose between two buttons that say the same."""
    state = variant.deal(30)
    rng = Rng(30)
    for position in walk(state, 30):
        for lang in LANGUAGES:
            seat = int(position.actor)
            labels = [position.game.label(action, lang) for action in position.legal(seat)]
            assert len(set(labels)) == len(labels), sorted(labels)
        rng.next32()


CHECKS = {
    "all": (every_event_has_a_sentence_in_every_language,),
    "usual": (a_board_and_a_layout_are_drawn_for_every_view,),
    "game": (
        every_option_and_every_choice_has_words,
        every_preset_has_words,
        every_reason_has_a_sentence_in_every_language,
        the_rules_are_written_down,
        the_guide_is_a_deal_that_the_rules_allow,
        the_game_has_a_picture,
        the_cards_of_the_hand_can_be_named,
    ),
}
