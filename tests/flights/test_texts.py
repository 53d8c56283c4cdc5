"""Actions, events, reasons and the terminal's table, as people read them."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import koloda
from flights.positions import lay, play, position, take_all
from koloda.cli.terminal import plain
from koloda.core.errors import BadNotation
from koloda.core.reasons import Reason
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.text.board import lines
from koloda.games.flights.text.reasons import REASONS

NAMES = ["Ann", "Bohdan", "Vira", "Ivan"]
LANGUAGES = pytest.mark.parametrize("lang", ["en", "uk", "ru"])


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (
            "lay R4 F5",
            ["lay red 4 with Flight 5", "викласти: червоне 4, Переліт 5", "выложить: красная 4, Перелёт 5"],
        ),
        ("take DP", ["take Deportation", "забрати: Депортація", "забрать: Депортация"]),
        (
            "take XU",
            ["take Universal Exchange", "забрати: Універсальний Обмін", "забрать: Универсальный Обмен"],
        ),
        (
            "swap R3 P2 B3",
            [
                "swap red 3 for blue 3 of P2",
                "обміняти червоне 3 на синє 3 (P2)",
                "обменять красную 3 на синюю 3 (P2)",
            ],
        ),
    ],
)
def test_actions_have_labels_in_three_languages(text: str, labels: list[str]) -> None:
    assert [GAME.label(GAME.action(text), lang) for lang in ("en", "uk", "ru")] == labels


@pytest.mark.parametrize(
    "text", ["", "lay", "lay R7 F1", "take F1", "swap R3 P2 B4", "swap R3 P2 R3", "swap R3 P5 B3"]
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(BadNotation, match="is no action of flights: write lay with a card and a Flight card"):
        GAME.action(text)


def test_a_round_is_told_in_sentences() -> None:
    state = position("first P2; P1 [R4 B2] DP; P2 [Y1 O4 R6] G4; P3 [B4 O1] X4; pile R1 R2 R3 R5 B1 B3 B5 B6")
    lay(state, "DP F2", "G4 F5", "X4 F5")
    play(state, "P2 take DP", "P3 take G4", "P1 take X4", "P1 swap R4 P3 B4")
    told = [GAME.event_text(event, NAMES, "en") for event in state.watch().seen_by(0)]
    assert told[:14] == [
        "Ann lays Deportation with Flight 2.",
        "Bohdan: cards laid.",
        "Vira: cards laid.",
        "Ann: Deportation, Flight 2.",
        "Bohdan: green 4, Flight 5.",
        "Vira: Exchange 4, Flight 5.",
        "Taking order: Bohdan, Vira, Ann.",
        "Bohdan takes Deportation.",
        "Bohdan discards red 6.",
        "Vira takes green 4.",
        "Ann takes Exchange 4.",
        "Ann swaps red 4 for blue 4 of Vira.",
        "Ann: blue 4, blue 2 burn.",
        "Bohdan draws a card.",
    ]
    assert "Ann draws red 3." in told
    assert told[-1] == "Vira is the first player."


def test_a_swap_is_told_with_the_cities_in_their_case() -> None:
    told = [GAME.event_text(("swap", 0, "R3", 1, "B3"), NAMES, lang) for lang in ("en", "uk", "ru")]
    assert told == [
        "Ann swaps red 3 for blue 3 of Bohdan.",
        "Ann обмінює червоне 3 на синє 3 (Bohdan).",
        "Ann меняет красную 3 на синюю 3 (Bohdan).",
    ]


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("city", "winner", "told"),
    [
        ("Y3", "collector", "The game is over. All colours: Ann. Won: Ann. Points: Ann 12, Bohdan 16."),
        ("Y3", "points", "The game is over. All colours: Ann. Won: Bohdan. Points: Ann 12, Bohdan 16."),
        (
            "B3",
            "collector",
            "The game is over, nobody has all colours. Won: Bohdan. Points: Ann 6, Bohdan 16.",
        ),
    ],
)
def test_the_end_is_told_with_the_winner_and_the_points(city: str, winner: str, told: str) -> None:
    state = position(f"P1 [R2 B6 G1] {city}; P2 [R5 B5 G6] X4", max_rounds=1, winner=winner)
    take_all(lay(state, f"{city} F6", "X4 F5"))
    assert GAME.event_text(state.watch().seen_by(None)[-1], NAMES[:2], "en") == told


@LANGUAGES
def test_every_event_of_a_game_has_a_sentence(lang: str) -> None:
    kinds = set()
    for seed in range(4):
        state = GAME.deal(2 + seed % 3, seed, {"max_rounds": 5} if seed == 3 else {}, watch=True)
        rng = Rng(seed)
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
        for seat in (0, None):
            for event in state.watch().seen_by(seat):
                kinds.add(event[0])
                told = GAME.event_text(event, NAMES[: state.seats], lang)
                assert told.endswith(".")
                assert "None" not in told
                assert "{" not in told
                if lang != "en":
                    assert not re.search("[a-z]", re.sub("|".join(NAMES), "", told))
    everything = {
        "first",
        "lay",
        "reveal",
        "order",
        "take",
        "swap",
        "noswap",
        "deport",
        "burn",
        "flights",
        "draw",
    }
    assert everything | {"over"} <= kinds


REFUSED = {
    "asked_to_lay": "take R1",
    "asked_to_take": "lay R1 F1",
    "asked_to_swap": "take R1",
    "not_in_hand": "lay V6 F1",
    "flight_used": "lay DP F6",
    "not_on_table": "take R1",
    "not_due": "take X4",
    "no_player": "swap R4 P4 B4",
    "own_collection": "swap R4 P1 B4",
    "not_yours": "swap Y4 P2 B4",
    "not_theirs": "swap R4 P2 Y4",
    "other_value": "swap B2 P3 G2",
    "smaller_collection": "swap R4 P2 O4",
}


def refusals() -> dict[str, Reason]:
    """Each reason once: of P1 before laying, of the first taker, and of P1 with an Exchange."""
    state = position(
        "first P2; P1 [R4 B2 G1] DP used 6; P2 [O4 Y1] G5; P3 [B4 G2 O1] X4; pile R1 R2 R3 R5 B1 B3 B5 B6"
    )
    found: dict[str, Reason] = {}

    def refused(*keys: str) -> None:
        for key in keys:
            why = state.why_not(state.actor, GAME.action(REFUSED[key]))
            assert why is not None
            found[key] = why

    refused("asked_to_lay", "not_in_hand", "flight_used")
    lay(state, "DP F2", "G5 F5", "X4 F5")
    refused("asked_to_take", "not_on_table", "not_due")
    play(state, "P2 take DP", "P3 take G5", "P1 take X4")
    refused("asked_to_swap", "no_player", "own_collection", "not_yours", "not_theirs", "other_value")
    refused("smaller_collection")
    return found


def test_each_refusal_has_a_reason_of_its_own() -> None:
    found = refusals()
    assert {key: why.key for key, why in found.items()} == {key: key for key in REFUSED}
    source = (Path(koloda.__file__).parent / "games" / "flights" / "reasons.py").read_text("utf-8")
    words = set(re.findall(r'"([a-z_]+)"', source))
    assert words == set(REFUSED), "a reason is not among the examples"


@LANGUAGES
def test_every_reason_has_a_template_with_the_same_places(lang: str) -> None:
    def places(template: str) -> list[str | None]:
        return [field for _, field, _, _ in Formatter().parse(template) if field is not None]

    assert set(REASONS[lang]) == set(REFUSED)
    for key, why in refusals().items():
        assert places(REASONS[lang][key]) == [""] * len(why.args), key


def test_programs_read_reasons_in_english() -> None:
    told = {key: GAME.reason_line(why) for key, why in refusals().items()}
    assert told == {
        "asked_to_lay": "now you are asked to lay a card with a Flight card",
        "asked_to_take": "now you are asked to take a card from the table",
        "asked_to_swap": "now you are asked to swap two cities",
        "not_in_hand": "V6 is not in your hand",
        "flight_used": "Flight 6 is not available: a used Flight card comes back after six rounds",
        "not_on_table": "R1 is not on the table",
        "not_due": "DP must be taken before X4: Deportations go first, then Cities, Exchanges, Universal "
        "Exchanges",
        "no_player": "there is no player 4",
        "own_collection": "a swap needs somebody else's collection",
        "not_yours": "Y4 is not in your collection",
        "not_theirs": "Y4 is not in the collection of player 2",
        "other_value": "X4 swaps cities of value 4 only",
        "smaller_collection": "player 2 has fewer cities than you: nobody may swap with a smaller collection",
    }


@LANGUAGES
def test_people_read_reasons_in_their_language(lang: str) -> None:
    for key, why in refusals().items():
        told = GAME.reason_text(why, lang)
        assert lang == "en" or told != GAME.reason_line(why), key
        assert all(str(GAME.reason_arg(arg, lang)) in told for arg in why.args)
        assert not re.search(r"\b[RBGYOVXFP][1-6U]\b|\bDP\b", told), "a code is no word"


@LANGUAGES
def test_the_table_shows_every_row_in_order_within_80_columns(lang: str) -> None:
    for seats in (2, 3, 4):
        state = GAME.deal(seats, seats)
        rng = Rng(seats)
        while True:
            for seat in (0, seats - 1, None):
                shown = lines(state.view(seat), NAMES[:seats], lang, plain, 80)
                assert all(len(line) <= 80 for line in shown)
                for row in state.view(seat)["collections"]:
                    assert any(" ".join(f"[{city}]" for city in row) in line for line in shown)
            if state.over:
                break
            state.apply(state.actor, state.random_legal(state.actor, rng))


def test_the_table_shows_what_is_laid_and_who_takes_next() -> None:
    state = position("first P2; P1 [R4 B2] DP; P2 [Y1 O4 R6] G4; P3 [] X4")
    play(state, "P1 lay DP F2")
    shown = lines(state.view(0), NAMES[:3], "en", plain, 80)
    assert "  Hand   " in shown[-1]
    assert "(laid: DP with F2)" in shown[-1]
    assert "  Ann     " in shown[2]
    assert shown[2].endswith("you, has laid")
    play(state, "P2 lay G4 F5", "P3 lay X4 F5")
    shown = lines(state.view(None), NAMES[:3], "en", plain, 80)
    assert shown[-2] == "  Order  Bohdan F5 → Vira F5 → Ann F2"
    assert shown[-1] == "  Table  DP (Ann)   G4 (Bohdan)   X4 (Vira)"
    assert shown[4].startswith("► Bohdan")
    assert shown[5] == "      [Y1] [O4] [R6]   lacks B G"
    take_all(state)
    assert "no cities" not in lines(state.view(None), NAMES[:3], "en", plain, 80)[7]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("first", 4),
        ("first", None),
        ("first", True),
        ("colours", ["R"]),
        ("hands", []),
        ("hands", 3),
        ("hands", [["R1"], [], []]),
        ("draw_pile", ["R1"]),
        ("draw_pile", [1]),
        ("draw_pile", None),
        ("extra", 1),
    ],
)
def test_a_setup_that_cannot_be_is_refused(key: str, value: object) -> None:
    setup = GAME.setup(GAME.deal(3, 1))
    with pytest.raises(BadNotation):
        GAME.restore({**setup, key: value}, 3)
    with pytest.raises(BadNotation, match="missing"):
        GAME.restore({name: part for name, part in setup.items() if name != "first"}, 3)
