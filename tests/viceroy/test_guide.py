"""What the guide says of the rules and of its deal is so."""

from __future__ import annotations

from typing import Any

import pytest

from guiding import Claim, check, every_note
from koloda.core.state import State
from koloda.core.trace import legal_texts
from koloda.games.viceroy import GAME
from viceroy.positions import gems, happened, legal, on, phase, play, points, position

YOU, OLENA = range(2)


def shown(state: State) -> dict[str, Any]:
    return state.view(YOU)


def mine(state: State, place: str) -> dict[str, Any]:
    """What lies at a place of the learner's pyramid."""
    (entry,) = [entry for entry in shown(state)["players"][YOU]["pyramid"] if entry["place"] == place]
    return dict(entry)


def played_by_heuristic(seed: int) -> State:
    state = GAME.deal(2, seed, watch=True)
    while not state.over:
        state.apply(state.actor, GAME.heuristic.choose(state, state.actor, state.rng))
    return state


def twelve_turns(_: State) -> bool:
    over = played_by_heuristic(1)
    return [event.full for event in over.events if event.kind == "turn"] == [(n,) for n in range(1, 13)]


def sources_of_points(_: State) -> bool:
    """A circle, an endless gem, a law and a token each bring points by themselves."""
    circle = position("1:0 C09; 1:1 C11; 2:0 C61", "1:0 C01", phase="recolour")
    others = position("1:0 C01 [Eb P3]; 1:1 L84", "1:0 C02", phase="recolour")
    return points(circle)[0] > 0 and all(points(others)[category] > 0 for category in (1, 2, 3))


def three_phases(_: State) -> bool:
    over = played_by_heuristic(1)
    turn = [event.kind for event in over.events][[event.kind for event in over.events].index("turn") :]
    first = [turn.index(kind) for kind in ("law", "round", "keep")]
    return first == sorted(first)


def three_cards_and_four_sectors(_: State) -> bool:
    """The circle comes with the upper card; in one colour it brings one gem at once, and points."""
    state = position("gems B1Y1; acquired C61; 1:0 C09; 1:1 C11", "1:0 C01", phase="pay")
    play(state, "0 keep", "0 build 2:0")
    one_gem = happened(state, "circle") == [(0, "2:0", "B", True)]
    circles = ["circle" in on(state, 0, place) for place in ("1:0", "1:1", "2:0")]
    return one_gem and circles == [False, False, True] and on(state, 0, "2:0")["circle"] == "BBBB"


def refusing_brings_three_gems(state: State) -> bool:
    other = state.clone()
    before = sum(int(digit) for digit in shown(other)["gems"] if digit.isdigit())
    other.play("refuse", YOU)
    other.play("keep", OLENA)
    for _ in range(3):
        other.play(legal_texts(other, YOU)[0], YOU)
    after = sum(int(digit) for digit in shown(other)["gems"] if digit.isdigit())
    return after == before + 3


def one_gem_of_the_first_colour(_: State) -> bool:
    state = position("gems B2R2Y2; acquired C43; 1:0 C09; 1:1 C11", "1:0 C01", phase="pay")
    play(state, "0 keep")
    higher = state.clone()
    play(state, "0 build 1:-1")
    play(higher, "0 build 2:0")
    return gems(state, 0) == "B1R2Y2" and gems(higher, 0) == "B1R2Y1"


def gems_of(state: State) -> list[int]:
    return [int(digit) for digit in shown(state)["gems"] if digit.isdigit()]


def three_gems(state: State) -> bool:
    """The third reward, taken gem by gem, of any colour that the reserve has."""
    other = play_on(state, "pick 3")
    before = sum(gems_of(other))
    for colour in "BGR":
        other.play(f"take {colour}", YOU)
    return sum(gems_of(other)) == before + 3 and not legal_texts(other, YOU)


def free_places(state: State) -> list[str]:
    return [text.split()[1] for text in legal_texts(state, YOU) if text.startswith("build ")]


def built_for_a_blue_gem(state: State) -> bool:
    built = [event.full for event in state.watch().events if event.kind == "build"]
    return (YOU, "C43", "1:-2", "B1") in built


def reward_of_level_1(state: State) -> bool:
    other = state.clone()
    taken = 0
    while shown(other)["phase"] == "pay_reward":
        other.play(legal_texts(other, YOU)[0], YOU)
        taken += 1
    return (mine(state, "1:-2")["tokens"], taken) == ({"points": 2}, 2)


def both_gems_are_in_the_reserve(state: State) -> bool:
    clashes = [event.full for event in state.watch().events if event.kind == "clash"]
    return (
        clashes == [("B",)]
        and shown(state)["reserve"][:2] == "B4"
        and shown(state)["slots"]["B"]["base"] == "C15"
    )


def no_fourth_round(_: State) -> bool:
    """Who has no card after the third round has passed, and is asked for gems."""
    other = position("gems B3; 1:0 C01", "gems B3; 1:0 C02", phase="auction", slots="B C15; R C07")
    for _round in range(3):
        if legal(other, 0) != ["bid -", "bid B"]:
            return False
        play(other, "0 bid B", "1 bid B")
    return happened(other, "pass") == [(0,)] and phase(other) == "auction_pass"


def screens_are_closed(state: State) -> bool:
    return shown(state)["players"][OLENA]["gems"] is None and shown(state)["gems"] is not None


CLAIMS = [
    Claim(0, "In twelve turns", "За дванадцять ходів", "За двенадцать ходов", twelve_turns),
    Claim(
        0,
        "Points come from circles of one colour, endless gems, laws and tokens",
        "Очки дають одноколірні круги, невичерпні камені, закони й жетони",
        "Очки дают одноцветные круги, неисчерпаемые камни, законы и жетоны",
        sources_of_points,
    ),
    Claim(
        1,
        "Choose one of three in secret; here the Rune Carver, who brings an endless gem",
        "Потай оберіть одну з трьох; тут – Різьбяра рун, який дає невичерпний камінь",
        "Втайне выберите одну из трёх; здесь – Резчика рун, который даёт неисчерпаемый камень",
        lambda state: len(legal_texts(state, YOU)) == 3 and card("C44").startswith("Rune Carver E"),
    ),
    Claim(
        2,
        "Each turn has three phases: laws, auction, payment",
        "Кожен хід має три фази: закони, аукціон, оплата",
        "В каждом ходу три фазы: законы, аукцион, оплата",
        three_phases,
    ),
    Claim(
        2,
        "everybody secretly chooses a card from the hand, or none",
        "усі потай обирають карту з руки або жодної",
        "все втайне выбирают карту с руки или ни одной",
        lambda state: (
            shown(state)["undecided"] == [YOU, OLENA]
            and legal_texts(state, YOU) == ["law -", "law L67", "law L70", "law L86"]
        ),
    ),
    Claim(
        3,
        "Play Mining Rights",
        "Розіграйте «Право на копальні»",
        "Разыграйте «Право на рудники»",
        lambda state: (
            [name("L67", lang) for lang in ("en", "uk", "ru")]
            == ["Mining Rights", "Право на копальні", "Право на рудники"]
        ),
    ),
    Claim(
        4,
        "Place it beside your first card, on level 1",
        "Поставте його поряд із першою картою, на рівні 1",
        "Поставьте его рядом с первой картой, на уровне 1",
        lambda state: legal_texts(state, YOU) == ["put 1:-1", "put 1:1"],
    ),
    Claim(
        4,
        "Where three cards meet, two below and one above, four sectors form a circle; a circle of one colour "
        "gives a gem at once and points at the end",
        "Де сходяться три карти, дві знизу й одна зверху, чотири сектори утворюють круг; одноколірний круг "
        "одразу дає камінь, а наприкінці – очки",
        "Где сходятся три карты, две снизу и одна сверху, четыре сектора образуют круг; одноцветный круг "
        "сразу даёт камень, а в конце – очки",
        three_cards_and_four_sectors,
    ),
    Claim(
        5,
        "or three gems of any colours. Take the third",
        "або три камені будь-яких кольорів. Візьміть третю",
        "или три камня любых цветов. Возьмите третью",
        three_gems,
    ),
    Claim(
        6,
        "Each colour has a card for sale. Everybody secretly bids one gem for the card of its colour, or "
        "passes",
        "Біля кожного кольору – карта на продаж. Кожен потай ставить один камінь на карту його кольору або "
        "пасує",
        "У каждого цвета – карта на продажу. Каждый втайне ставит один камень на карту его цвета или пасует",
        lambda state: (
            all(slot["base"] and not slot["tip"] for slot in shown(state)["slots"].values())
            and {"bid -", "bid B"} <= set(legal_texts(state, YOU))
            and shown(state)["undecided"] == [YOU, OLENA]
        ),
    ),
    Claim(
        7,
        "two bidders, one card, nobody gets it, and both gems go to the reserve",
        "двоє на одну карту, її не дістає ніхто, а обидва камені йдуть у резерв",
        "двое на одну карту, её не получает никто, а оба камня уходят в резерв",
        both_gems_are_in_the_reserve,
    ),
    Claim(
        7,
        "There are three rounds at most",
        "Кіл щонайбільше три",
        "Кругов торга не больше трёх",
        no_fourth_round,
    ),
    Claim(8, "The last round", "Останнє коло", "Последний круг", lambda state: shown(state)["round"] == 3),
    Claim(
        9,
        "The Stargazer is yours",
        "Звіздар ваш",
        "Звездочёт ваш",
        lambda state: (
            shown(state)["players"][YOU]["acquired"] == "C43"
            and [name("C43", lang) for lang in ("en", "uk", "ru")] == ["Stargazer", "Звіздар", "Звездочёт"]
        ),
    ),
    Claim(
        9,
        "Now the payment: you may refuse a card and take three gems instead",
        "Тепер оплата: від карти можна відмовитися й узяти натомість три камені",
        "Теперь оплата: от карты можно отказаться и взять взамен три камня",
        refusing_brings_three_gems,
    ),
    Claim(
        10,
        "On level 1 a character costs one gem of its first colour; higher levels cost more",
        "На рівні 1 персонаж коштує один камінь першого кольору; вищі рівні дорожчі",
        "На уровне 1 персонаж стоит один камень первого цвета; уровни выше дороже",
        one_gem_of_the_first_colour,
    ),
    Claim(
        10,
        "Build at the free place beside the law for a blue gem",
        "Будуйте на вільному місці біля закону за синій камінь",
        "Стройте на свободном месте у закона за синий камень",
        lambda state: "1:-2" in free_places(state) and gems_of(state)[0] > 0,
    ),
    Claim(
        10,
        "Your endless yellow gem",
        "Ваш невичерпний жовтий камінь",
        "Ваш неисчерпаемый жёлтый камень",
        lambda state: mine(state, "1:0")["endless"] == "Y1",
    ),
    Claim(11, "Built!", "Збудовано!", "Построено!", built_for_a_blue_gem),
    Claim(
        11,
        "The reward of level 1: 2 points and 2 gems",
        "Нагорода рівня 1 – 2 очки й 2 камені",
        "Награда уровня 1 – 2 очка и 2 камня",
        reward_of_level_1,
    ),
    Claim(
        11,
        "Had the card closed a circle of one colour, you would have taken one more gem, of that colour",
        "Якби карта замкнула одноколірний круг, ви взяли б ще один камінь, цього кольору",
        "Если бы карта замкнула одноцветный круг, вы взяли бы ещё один камень, этого цвета",
        three_cards_and_four_sectors,
    ),
    Claim(
        12,
        "The gems of the others are hidden behind screens",
        "Камені інших сховано за ширмами",
        "Камни других скрыты за ширмами",
        screens_are_closed,
    ),
]


def play_on(state: State, text: str) -> State:
    other = state.clone()
    other.play(text, YOU)
    return other


def name(code: str, lang: str) -> str:
    return GAME.file.names[lang][GAME.file.deck.codes.index(code)]


def card(code: str) -> str:
    """The English name and the reward of level 1."""
    return f"{name(code, 'en')} {GAME.file.rewards[GAME.file.deck.codes.index(code)][0]}"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.note} {claim.en[:40]}")
def test_the_guide_says_what_is_so(claim: Claim) -> None:
    check(GAME, claim)


def test_every_note_is_held_against_the_engine() -> None:
    every_note(GAME, CLAIMS)
