"""What the guide says of the rules and of its deal is so."""

from __future__ import annotations

from typing import Any

import pytest

from flights.positions import lay, legal, position, row, take_all
from guiding import Claim, check, every_note
from koloda.core.state import State
from koloda.core.trace import legal_texts
from koloda.games.flights import GAME

YOU, OLENA, TARAS, IHOR = range(4)


def shown(state: State) -> dict[str, Any]:
    return state.view(YOU)


def completing_wins(_: State) -> bool:
    """With fewer points than somebody else; and the points are those of the match."""
    state = take_all(lay(position("P1 [R1 B2 G1] Y1; P2 [R6 B6 G6] X5"), "Y1 F6", "X5 F5"))
    result = GAME.result(state)
    counted = GAME.points_in_match(GAME.match(2), result)
    return (result["winners"], result["scores"], counted) == ([0], [5, 18], [5.0, 18.0])


def a_flight_comes_back_after_six_rounds(_: State) -> bool:
    state = position("P1 [] R1 R2 R3; P2 [] B1 B2 B3")
    used: list[int] = []
    while len(used) < 7:
        used.append(len(state.view(None)["used"][0]))
        take_all(lay(state, *(text[4:] for text in (legal(state, "P1")[0], legal(state, "P2")[0]))))
    return used == [0, 1, 2, 3, 4, 5, 0]


def neighbours_and_three_of_a_colour_burn(_: State) -> bool:
    pair = take_all(lay(position("P1 [B2 R1] R5; P2 [] X5"), "R5 F6", "X5 F5"))
    three = take_all(lay(position("P1 [R1 B2 R3 G5] R6; P2 [] X5"), "R6 F6", "X5 F5"))
    return (row(pair, "P1"), row(three, "P1")) == ("[B2]", "[B2 G5]")


def exchanges_are_taken_last(_: State) -> bool:
    state = lay(position("P1 [] R1; P2 [] X3; P3 [] DP; P4 [] XU"), "R1 F3", "X3 F6", "DP F4", "XU F5")
    taken = []
    while state.view(None)["phase"] == "take":
        (only,) = legal_texts(state, int(state.actor))
        taken.append(only)
        state.play(only)
    return taken == ["take DP", "take R1", "take X3", "take XU"]


def would_burn(state: State) -> bool:
    other = state.clone()
    other.play("take R1")
    return "R6" not in other.view(YOU)["collections"][YOU]


CLAIMS = [
    Claim(
        0,
        "Whoever completes it wins the game; the points of the cities are written down for the match",
        "Хто його склав, той перемагає у грі; очки міст записують для матчу",
        "Кто его собрал, тот побеждает в игре; очки городов записывают для матча",
        completing_wins,
    ),
    Claim(
        1,
        "everybody lays two things in secret",
        "всі потай викладають дві речі",
        "все втайне выкладывают две вещи",
        lambda state: (
            shown(state)["to_act"] == [0, 1, 2, 3]
            and all(len(text.split()) == 3 for text in legal_texts(state, YOU))
        ),
    ),
    Claim(
        2,
        "Flight 6, your fastest",
        "перельотом 6, найшвидшим",
        "перелётом 6, самым быстрым",
        lambda state: max(shown(state)["flights"][YOU]) == 6,
    ),
    Claim(
        2,
        "comes back only after six rounds",
        "повернеться лише через шість раундів",
        "вернётся лишь через шесть раундов",
        a_flight_comes_back_after_six_rounds,
    ),
    Claim(
        3,
        "You and Ihor both fly with a 6; he is the first player, so he chooses before you",
        "І ви, й Ігор летите шісткою; він перший гравець, тож обирає раніше",
        "И вы, и Игорь летите шестёркой; он первый игрок и выбирает раньше",
        lambda state: (
            shown(state)["bids"][YOU] == shown(state)["bids"][IHOR] == 6
            and shown(state)["first"] == IHOR
            and shown(state)["order"][:2] == [IHOR, YOU]
        ),
    ),
    Claim(
        3,
        "A Deportation lies here, and it must go first",
        "Тут лежить «Депортація», її беруть насамперед",
        "Здесь лежит «Депортация», её берут прежде всего",
        lambda state: legal_texts(state, IHOR) == ["take DP"],
    ),
    Claim(
        4,
        "with an empty row it did him no harm",
        "порожньому ряду вона не шкодить",
        "пустому ряду она не вредит",
        lambda state: ("deport", IHOR, None) in state.watch().seen_by(YOU),
    ),
    Claim(
        4,
        "the red 6 is worth most",
        "червоне 6 найцінніше",
        "красная 6 ценнее всего",
        lambda state: (
            max(legal_texts(state, YOU), key=lambda text: text[-1]) == "take R6"
            and len(legal_texts(state, YOU)) == 3
        ),
    ),
    Claim(
        5,
        "Everybody draws back to three, and the First-player card moves on: to you",
        "Усі добирають до трьох, а Карта Першочерговості ходу переходить далі: до вас",
        "Все добирают до трёх, а Карта первоочерёдности хода переходит дальше: к вам",
        lambda state: (shown(state)["counts"], shown(state)["first"]) == ([3] * 4, YOU),
    ),
    Claim(
        5,
        "The red 6 stands in your row",
        "Червоне 6 у вашому ряду",
        "Красная 6 в вашем ряду",
        lambda state: shown(state)["collections"][YOU] == ["R6"],
    ),
    Claim(
        6,
        "two cities of one colour side by side burn, and so do any three of one colour",
        "два міста одного кольору поруч згоряють, і будь-які три теж",
        "два города одного цвета рядом сгорают, и любые три тоже",
        neighbours_and_three_of_a_colour_burn,
    ),
    Claim(
        7,
        "Olena flew faster and took the green 6. Among equal Flights you come first now",
        "Олена летіла швидше й забрала зелене 6. Серед рівних перельотів тепер ви перші",
        "Елена летела быстрее и забрала зелёную 6. Среди равных перелётов теперь вы первый",
        lambda state: (
            shown(state)["collections"][OLENA][-1] == "G6"
            and shown(state)["bids"][YOU] == shown(state)["bids"][TARAS]
            and shown(state)["order"][1:3] == [YOU, TARAS]
        ),
    ),
    Claim(
        7,
        "The red 1 would burn together with your red 6",
        "Червоне 1 згоріло б разом із вашим червоним 6",
        "Красная 1 сгорела бы вместе с вашей красной 6",
        would_burn,
    ),
    Claim(
        8,
        "Two colours of six",
        "Два кольори з шести",
        "Два цвета из шести",
        lambda state: (len(shown(state)["collections"][YOU]), len(shown(state)["colours"])) == (2, 6),
    ),
    Claim(
        8,
        "they are taken last",
        "їх беруть останніми",
        "их берут последними",
        exchanges_are_taken_last,
    ),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.note} {claim.en[:40]}")
def test_the_guide_says_what_is_so(claim: Claim) -> None:
    check(GAME, claim)


def test_every_note_is_held_against_the_engine() -> None:
    every_note(GAME, CLAIMS)
