"""koloda play, driven through a pipe by scripted people."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda
from koloda.bots import LEVEL_NAMES, LEVELS
from koloda.cli import main, texts
from koloda.cli.choice import NoMove, understood
from koloda.cli.terminal import plain
from koloda.core.board import plain_board
from koloda.core.layout import Layout
from koloda.core.playing import PlayingCards
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.games import ids
from koloda.games.durak import GAME as DURAK

FIRST = "1\n" * 3000  # somebody who always takes the first legal action

Play = Callable[..., list[str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with this input; the lines of the output."""

    def played(typed: str, *arguments: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out.splitlines()

    return played


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("game", ids())
def test_a_whole_game_in_every_language(game: str, lang: str, play: Play, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    output = play(FIRST, game, "--lang", lang, "--seed", "4", "--record", str(record))
    assert output[-1] == texts.say(lang, "bye")
    assert any(line.startswith(texts.say(lang, "result")) for line in output)
    assert main(["verify", str(record)]) == 0
    assert json.loads(record.read_text("utf-8").splitlines()[0])["result"] is not None


@pytest.mark.parametrize("game", ids())
def test_every_seat_count_and_level_can_be_played(game: str, play: Play) -> None:
    for seats in koloda.game(game).seat_counts:
        level = ("easy", "normal")[seats % 2]  # the levels that search take their time
        output = play(
            FIRST, game, "--seats", str(seats), "--level", level, "--seat", str(seats - 1), "--lang", "en"
        )
        assert output[-1] == "Goodbye!"


@pytest.mark.parametrize("game", ids())
def test_output_fits_the_width_and_has_no_colours_in_a_pipe(game: str, play: Play) -> None:
    output = play(FIRST, game, "--seed", "1", "--lang", "uk")
    assert "\x1b" not in "".join(output)
    assert max(map(len, output)) <= 100


def test_all_languages_have_all_texts() -> None:
    for table in (texts.TEXTS, LEVEL_NAMES):
        assert len({frozenset(table[lang]) for lang in table}) == 1
    assert {len(names) for names in texts.BOT_NAMES.values()} == {11}
    assert set(LEVEL_NAMES["en"]) == set(LEVELS)


def test_the_end_of_the_input_ends_the_game_politely(play: Play) -> None:
    for typed in ("", "1\n", "?\n"):
        assert play(typed, "durak", "--seed", "1", "--lang", "en")[-1] == "Goodbye!"


def test_an_unfinished_game_is_recorded_too(play: Play, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    play("1\nq\n", "durak", "--seed", "1", "--record", str(record))
    assert main(["verify", str(record)]) == 0
    assert json.loads(record.read_text("utf-8"))["result"] is None


def test_a_match_has_several_deals(play: Play, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    options = '{"match_games": 3, "first_mover": "before_fool"}'
    output = play(
        FIRST, "durak", "--seats", "2", "--options", options, "--record", str(record), "--lang", "en"
    )
    assert "Deal 3" in output
    assert sum(line.startswith("Totals: ") for line in output) == 3
    assert any(line.startswith("The match is over. Won: ") for line in output)
    assert main(["verify", str(record)]) == 0
    assert len(record.read_text("utf-8").splitlines()) == 3


def test_the_commands(play: Play) -> None:
    output = play("?\nh\nu\nl\nr\nfly\n99\n\nq\n", "durak", "--seed", "1", "--lang", "en")
    text = "\n".join(output)
    for words in (
        "leave the game",
        "A competent player would choose: ",
        "Nothing is taken back",
        "Durak: how to play",
        "'fly' is no move here",
        "There are the moves 1 to ",
    ):
        assert words in text
    assert text.count("Trump is") >= 2  # once as news, once in the log


def test_commands_work_on_a_cyrillic_keyboard(play: Play) -> None:
    output = play("р\nй\n", "durak", "--seed", "1", "--lang", "uk")
    assert any(line.startswith("Ваш хід") for line in output)
    assert any("Досвідчений гравець вибрав би" in line for line in output)
    assert output[-1] == "До побачення!"


def test_names(play: Play) -> None:
    output = play("", "durak", "--names", "Ann,Bob", "--seat", "2", "--seed", "1", "--lang", "en")
    assert output[0] == "Durak: you are Ann; at the table with you: Bob, Oksana, Taras."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("chess", "unknown game"),
        (
            "durak --level dragon",
            "unknown level 'dragon': there are easy, normal, hard, expert, master, and auto",
        ),
        ("durak --seats 9", "2 to 6 seats"),
        ("durak --seat 4", "seats 0 to 3"),
        ("durak --names a,b,c,d,e", "5 names for 4 seats"),
        ("durak --seed 9223372036854775808", "seed"),
        ("durak --options 1", "JSON object"),
        ("durak --record /no/folder/x", "no such folder"),
    ],
)
def test_bad_arguments_are_one_clear_line(
    arguments: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def attacked() -> Callable[[str], str]:
    """The first player is attacked with the ten of clubs... and says how he answers."""
    state = DURAK.position("trump S; stock -; 1: 9H TH AC TS 7S; 2: 6H; 3: TD QH; 4: TC; lead 4")
    state.play("move TC")
    assert state.actor == 0

    def answer(typed: str) -> str:
        legal = [int(action) for action in state.legal(0)]
        return DURAK.text(understood(state, 0, typed, legal, {"t": "take"}, "en"))

    return answer


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("beat AC", "beat AC"),
        ("BEAT  ac", "beat AC"),
        ("AC", "beat AC"),
        ("a♣", "beat AC"),
        ("10♠", "beat TS"),
        ("10s", "beat TS"),
        ("ts", "beat TS"),
        ("еі", "beat TS"),  # ts on a Ukrainian keyboard
        ("beat with 10♠", "beat TS"),
        ("t", "take"),
        ("take", "take"),
        ("е", "take"),
        ("1", "beat 7S"),
    ],
)
def test_a_move_can_be_typed_in_many_ways(typed: str, action: str) -> None:
    assert attacked()(typed) == action


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("9h", "Not possible: 9♥ cannot beat 10♣: .*trump is ♠"),
        ("KH", "Not possible: K♥ is not in your hand"),
        ("pass", "Not possible: now you are asked to beat the open card or take"),
        ("beat", "'beat' can mean several moves: beat with 7♠, beat with 10♠, beat with A♣"),
        ("17", "There are the moves 1 to 4"),
        ("", "'' can mean several"),
        ("xyzzy", "'xyzzy' is no move here"),
    ],
)
def test_why_a_text_is_no_move(typed: str, why: str) -> None:
    with pytest.raises(NoMove, match=why):
        attacked()(typed)


@given(typed=st.text(max_size=20))
def test_any_text_is_a_move_or_gets_an_answer(typed: str) -> None:
    try:
        answer = attacked()(typed)
    except NoMove as error:
        answer = str(error)
    assert answer


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_reasons_are_translated(lang: str) -> None:
    state = DURAK.position("trump S; stock -; 1: 9H TH; 2: TC JH; 3: TD; 4: QC; lead 1")
    reasons = [state.why_not(0, DURAK.action("move TC")), state.why_not(0, DURAK.action("pass"))]
    state.play("move TH")
    reasons += [state.why_not(1, DURAK.action(text)) for text in ("beat TC", "move TC", "beat AS")]
    state.play("beat JH")
    reasons.append(state.why_not(2, DURAK.action("pass")))
    for reason in filter(None, reasons):
        translated = DURAK.reason_text(reason, lang)
        assert re.search("[а-яі]", translated), reason
        assert not re.search(r"[a-z]", translated), reason


@pytest.mark.parametrize("game", ids())
def test_a_board_is_drawn_for_every_view(game: str) -> None:
    state = koloda.game(game).deal(seed=2)
    rng = Rng(1)
    names = [f"Name {seat}" for seat in range(state.seats)]
    for view in views(state, rng):
        for lang in ("en", "uk", "ru"):
            own = state.game.board(view, names, lang, plain, 80)
            for drawn in (own, plain_board(state.game, view, names, lang, plain, 80)):
                assert drawn
                assert all("\n" not in line for line in drawn)


def test_a_layout_is_drawn_with_the_zones_of_all_first_and_then_seat_by_seat() -> None:
    deck = PlayingCards()
    layout: Layout = {
        "zones": [
            {"id": "own", "kind": "hand", "title": "Hand", "seat": 1, "cards": ["??", "TS", "??"]},
            {"id": "stock", "kind": "pile", "title": "Stock", "count": 5},
            {"id": "empty", "kind": "row", "title": "Row", "seat": 0, "cards": []},
        ],
        "faces": deck.faces(["TS", "??"], "en"),
        "asked": "Play a card.",
    }
    game: Any = SimpleNamespace(layout=lambda view, lang: layout)
    drawn = plain_board(game, {}, ["Ann", "Bob"], "en", plain, 80)
    assert drawn == ["Stock: 5", "Ann", "  Row: -", "Bob", "  Hand: [2] 10♠", "Play a card."]


def views(state: State, rng: Rng) -> Iterator[dict[str, Any]]:
    while True:
        yield from (state.view(seat) for seat in (None, *range(state.seats)))
        if state.over:
            return
        for _ in range(7):
            if not state.over:
                state.apply(state.actor, state.random_legal(state.actor, rng))


def test_play_in_a_process_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "koloda", "play", "durak", "--seed", "2", "--lang", "ru"],
        input=FIRST.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode().endswith("До свидания!\n")


@pytest.mark.parametrize(("typed", "name"), [("2", "Yassa"), ("Viceroy", "Viceroy"), ("дурак", "Durak")])
def test_without_a_name_the_game_is_asked_for(typed: str, name: str, play: Play) -> None:
    output = play(f"0\nzork\n{typed}\nq\n", "--lang", "en", "--seed", "1")
    assert [line for line in output if line.endswith("is none of these games.")] == [
        "'0' is none of these games.",
        "'zork' is none of these games.",
    ]
    assert [line for line in output if line.startswith(f"{name}: you are Player")]


def test_who_chooses_no_game_is_told_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", "--lang", "en"]) == 2
    assert (
        capsys.readouterr().err
        == f"koloda: no game was chosen: koloda play GAME, one of {', '.join(ids())}\n"
    )


def test_with_auto_the_level_follows_the_results(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "koloda" / "levels.json"
    first = play(FIRST, "durak", "--seats", "2", "--level", "auto", "--seed", "1", "--lang", "en")
    assert first[1] == "Level: normal (auto: it follows your results)."
    assert "You have lost." in first  # who always takes the first move
    assert json.loads(file.read_text()) == {"durak": ["normal", -0.5]}
    second = play(FIRST, "durak", "--seats", "2", "--level", "auto", "--seed", "1", "--lang", "pl")
    assert "Odtąd słabsi przeciwnicy: łatwy." in second
    assert json.loads(file.read_text()) == {"durak": ["easy", 0.0]}
    third = play("q\ny\n", "durak", "--level", "auto", "--lang", "en")
    assert third[1] == "Level: easy (auto: it follows your results)."
    assert json.loads(file.read_text()) == {"durak": ["easy", 0.0]}  # a game that is left counts nothing
    other = play("q\ny\n", "yassa", "--level", "auto", "--lang", "en")
    assert other[1] == "Level: normal (auto: it follows your results)."


@pytest.mark.parametrize(
    "text", ["", "[", "[1]", "null", '{"durak": 7}', '{"durak": ["dragon", 0]}', '{"durak": ["easy", NaN]}']
)
def test_auto_begins_anew_where_nothing_sensible_was_kept(
    text: str, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "koloda").mkdir()
    (tmp_path / "koloda" / "levels.json").write_text(text)
    output = play(FIRST, "durak", "--seats", "2", "--level", "auto", "--seed", "1", "--lang", "en")
    assert output[1] == "Level: normal (auto: it follows your results)."
    assert output[-1] == "Goodbye!"
    assert json.loads((tmp_path / "koloda" / "levels.json").read_text())["durak"] == ["normal", -0.5]


def test_auto_plays_where_nothing_can_be_kept(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    output = play(FIRST, "durak", "--seats", "2", "--level", "auto", "--seed", "1", "--lang", "en")
    assert any(line.startswith("The level for the next time could not be kept: ") for line in output)
    assert output[-1] == "Goodbye!"
