"""Deck files: what the loader accepts and refuses (section 2.5), and play with another deck."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.core.errors import BadOption
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.trace import check_trace, write_trace
from koloda.games import viceroy
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import LAW_RESOLVE
from koloda.games.viceroy.deck import load
from koloda.games.viceroy.state import ViceroyState

FOLDER = Path(viceroy.__file__).parent
DEFAULT: dict[str, Any] = json.loads((FOLDER / "deck.json").read_text("utf-8"))
OLDER: list[dict[str, Any]] = [
    json.loads((FOLDER / f"deck{version}.json").read_text("utf-8")) for version in (1, 2, 3)
]
VERSIONS = [*OLDER, DEFAULT]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any], str]:
    """Writes a deck file and returns its path."""

    def write_file(data: Any) -> str:
        path = tmp_path / f"deck{len(list(tmp_path.iterdir()))}.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False), "utf-8")
        return str(path)

    return write_file


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(DEFAULT)
    change(data)
    return data


def put(data: dict[str, Any], *path: Any, value: object) -> None:
    """Set the value at a path of keys and indices."""
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


@pytest.mark.parametrize("deck", VERSIONS, ids=lambda deck: f"version {deck['version']}")
def test_the_built_in_deck_has_the_properties_of_its_design(deck: dict[str, Any]) -> None:
    characters, laws = deck["characters"], deck["laws"]
    triples = Counter((c["sectors"]["tl"], c["sectors"]["tr"], c["sectors"]["bl"]) for c in characters)
    assert len(triples) == 64
    assert all(card["sectors"]["bl"] == card["sectors"]["br"] for card in (*characters, *laws))
    assert Counter((law["sectors"]["tl"], law["sectors"]["bl"]) for law in laws).most_common()[0][1] == 2
    for level in range(4):
        assert set(Counter(card["cost"][level] for card in characters).values()) == {16}
    points = Counter(
        atom["n"]
        for card in characters
        for reward in card["rewards"]
        for atom in reward
        if atom["op"] == "points"
    )
    assert points == {2: 8, 3: 8, 4: 4, 5: 4, 7: 4, 8: 4, 10: 8, 12: 8}
    atoms = [atom for card in characters for reward in card["rewards"] for atom in reward]
    bonuses = Counter(atom["n"] for atom in atoms if atom["op"] == "magic_bonus")
    assert bonuses[2] + bonuses[3] == 20
    assert bonuses[5] == 4
    circles = Counter((atom["colour"], atom["n"]) for atom in atoms if atom["op"] == "circle_bonus")
    assert circles == {(c, n): count for c in deck["colours"] for n, count in ((2, 2), (4, 1))}
    options = [atom for law in laws for row in law["effect"].get("options", []) for atom in row]
    assert [atom["n"] for atom in options if atom["op"] == "points"] == [6, 6]
    assert len({json.dumps(card["rewards"]) for card in characters}) == 64


@pytest.mark.parametrize("deck", VERSIONS, ids=lambda deck: f"version {deck['version']}")
def test_each_bottom_colour_has_the_same_stock_of_rewards(deck: dict[str, Any]) -> None:
    stocks = []
    for colour in deck["colours"]:
        stock: Counter[tuple[int, str]] = Counter()
        for card in deck["characters"]:
            if card["sectors"]["bl"] == colour:
                for level, reward in enumerate(card["rewards"]):
                    stock[level, "+".join(f"{atom['op']}{atom.get('n', '')}" for atom in reward)] += 1
        stocks.append(stock)
    assert all(stock == stocks[0] for stock in stocks)


def test_the_versions_differ_in_values_of_our_own_design_only() -> None:
    assert [deck["version"] for deck in VERSIONS] == [1, 2, 3, 4]
    for older in OLDER:
        for key in ("format", "deck", "colours", "tokens"):
            assert older[key] == DEFAULT[key]
        for old, new in zip(older["characters"], DEFAULT["characters"], strict=True):
            assert {**old, "rewards": 0} == {**new, "rewards": 0}
        for old, new in zip(older["laws"], DEFAULT["laws"], strict=True):
            assert [old[key] for key in ("number", "id", "code", "name", "sectors")] == [
                new[key] for key in ("number", "id", "code", "name", "sectors")
            ]
    captain = next(card for card in DEFAULT["characters"] if card["id"] == "captain")
    assert captain in OLDER[0]["characters"]


def test_a_copy_of_the_built_in_deck_is_accepted(write: Callable[[Any], str]) -> None:
    state = GAME.deal(2, 3, {"deck": write(DEFAULT)})
    assert {**state.reveal(), "deck": DEFAULT["version"]} == GAME.deal(2, 3).reveal()


def test_the_numbers_of_a_law_are_in_its_text() -> None:
    for deck in VERSIONS[1:]:
        for law in deck["laws"]:
            effect = law["effect"]
            gems = [row[0]["n"] for row in effect.get("options", []) if row[0]["op"] == "gems"]
            points = [effect[key] for key in ("points", "points_each") if key in effect]
            for number in (*gems, *points, *effect.get("points_by_level", [])):
                assert all(f"{number}" in text for text in law["text"].values()), law["code"]


def test_a_view_tells_the_version_of_a_built_in_deck_only(write: Callable[[Any], str]) -> None:
    assert [GAME.deal(2, 1, {"deck": deck}).view(0)["deck"] for deck in ("default", "default-2")] == [4, 2]
    assert GAME.deal(2, 1, {"deck": write(DEFAULT)}).view(0)["deck"] == 0


def test_a_deck_knows_its_version(write: Callable[[Any], str]) -> None:
    assert load("default").version == DEFAULT["version"]
    assert load(write(changed(lambda d: put(d, "version", value=7)))).version == 7
    assert load(write(changed(lambda d: d.pop("version")))).version == 1


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another format": (lambda d: put(d, "format", value="viceroy-deck/2"), "format: viceroy-deck/2"),
    "a missing character": (lambda d: d["characters"].pop(), "characters: 63 cards, a deck has 64"),
    "a missing law": (lambda d: d["laws"].pop(), "laws: 23 cards, a deck has 24"),
    "no laws": (lambda d: d.pop("laws"), "laws: not a list"),
    "a duplicate number": (
        lambda d: put(d, "laws", 0, "number", value=7),
        "number 7 is already that of characters",
    ),
    "a duplicate id": (lambda d: put(d, "characters", 1, "id", value="wanderer"), "id wanderer is already"),
    "a duplicate code": (lambda d: put(d, "laws", 5, "code", value="C01"), "code C01 is already that of"),
    "an unknown reward": (
        lambda d: put(d, "characters", 3, "rewards", 0, value=[{"op": "gold", "n": 1}]),
        r"characters\[3\] \(C04\) rewards\[0\]: unknown effect gold",
    ),
    "an unknown law": (
        lambda d: put(d, "laws", 2, "effect", value={"op": "revolution"}),
        r"laws\[2\] \(L67\): unknown effect revolution",
    ),
    "an unknown colour": (lambda d: put(d, "characters", 0, "cost", 0, value="pink"), "colour pink"),
    "an unknown sector": (lambda d: put(d, "characters", 0, "sectors", value={"tl": "red"}), "sectors"),
    "a wrong point value": (
        lambda d: put(d, "characters", 0, "rewards", 2, value=[{"op": "points", "n": 9}]),
        "points 9: allowed are 2, 3, 4, 5, 6, 7, 8, 10, 12, 15",
    ),
    "a wrong magic bonus": (
        lambda d: put(d, "characters", 0, "rewards", 2, value=[{"op": "magic_bonus", "n": 4}]),
        "magic_bonus 4: allowed are 2, 3, 5",
    ),
    "a wrong circle bonus": (
        lambda d: put(
            d, "characters", 0, "rewards", 2, value=[{"op": "circle_bonus", "n": 3, "colour": "red"}]
        ),
        "circle_bonus 3: allowed are 2, 4",
    ),
    "too many gems": (
        lambda d: put(d, "characters", 0, "rewards", 0, value=[{"op": "gems", "n": 1000}]),
        "gems 1000",
    ),
    "true instead of a number": (lambda d: put(d, "laws", 0, "number", value=True), "number true"),
    "three prices": (lambda d: d["characters"][0]["cost"].pop(), "cost: four colours"),
    "three rewards": (lambda d: d["characters"][0]["rewards"].pop(), "4 lists of atoms"),
    "no options": (lambda d: put(d, "laws", 0, "effect", "options", value=[]), "1 to 3 lists"),
    "an unknown count": (
        lambda d: put(d, "laws", 18, "effect", "what", value="luck"),
        "what luck: known are adjacent_character",
    ),
    "a code that is no code": (lambda d: put(d, "laws", 0, "code", value="L 65"), "code L 65"),
    "a Common Coin that changes two gems": (
        lambda d: put(d, "laws", 16, "effect", value={"op": "wild_payment", "n": 2}),
        r"laws\[16\] \(L81\) wild_payment: n 2: allowed are 1",
    ),
    "a version that is no number": (lambda d: put(d, "version", value="two"), "version: it is two: a whole"),
    "version 0": (lambda d: put(d, "version", value=0), "version: it is 0: a whole number from 1"),
    "no name": (lambda d: put(d, "laws", 0, "name", value={"en": "x"}), "name"),
    "a name of two lines": (
        lambda d: put(d, "laws", 0, "name", value={"en": "a\nb", "uk": "a", "ru": "a"}),
        "name",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_deck_gives_one_clear_error(what: str, write: Callable[[Any], str]) -> None:
    change, message = REFUSED[what]
    path = write(changed(change))
    with pytest.raises(BadOption, match=message) as refusal:
        GAME.deal(2, 1, {"deck": path})
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).startswith("deck ")


@pytest.mark.parametrize("text", ["", "{", "[]", "[[[[", '"deck"', '{"format": 1}', "null"])
def test_a_file_that_is_no_deck_is_refused(text: str, write: Callable[[Any], str]) -> None:
    with pytest.raises(BadOption, match="deck"):
        GAME.deal(2, 1, {"deck": write(text)})


def test_a_deck_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (str(tmp_path), str(tmp_path / "nothing.json"), "", "\x00", "/dev/zero"):
        with pytest.raises(BadOption, match="deck"):
            GAME.deal(2, 1, {"deck": path})


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(DEFAULT), "utf-8")
    GAME.deal(2, 1, {"deck": str(path)})
    path.write_text(json.dumps(changed(lambda d: d["laws"].pop())), "utf-8")
    with pytest.raises(BadOption, match="23 cards"):
        GAME.deal(2, 1, {"deck": str(path)})


def upside_down() -> dict[str, Any]:
    """Laws have the low numbers, all codes are others, and most bottoms have two colours."""
    data = copy.deepcopy(DEFAULT)
    for place, law in enumerate(data["laws"]):
        law |= {"number": place + 1, "code": f"X{place + 1}"}
    for place, character in enumerate(data["characters"]):
        character |= {"number": place + 25, "code": f"K{place + 25}"}
        character["sectors"]["br"] = character["cost"][3]
    return data


def test_another_deck_may_have_other_codes_and_orders(write: Callable[[Any], str]) -> None:
    path = write(upside_down())
    rng = Rng(4)
    trace, end = write_trace(
        GAME, lambda state, seat: state.random_legal(seat, rng), 3, 5, {"deck": path, "virtuals": 1}
    )
    assert trace["options"] == {"virtuals": 1, "deck": path}
    assert trace["steps"][0]["action"].startswith("start K")
    assert check_trace(GAME, json.loads(json.dumps(trace))).reveal() == end.reveal()


def test_in_another_deck_laws_may_come_before_characters(write: Callable[[Any], str]) -> None:
    path = write(upside_down())
    orders: list[list[int]] = []
    for seed in range(4):
        state = GAME.deal(4, seed, {"deck": path})
        assert isinstance(state, ViceroyState)
        rng = Rng(seed)
        turn = 0
        while not state.over:
            state.apply(state.actor, state.random_legal(state.actor, rng))
            if state.phase == LAW_RESOLVE:
                if state.turn != turn:
                    orders.append([])
                    turn = int(state.turn)
                number = int(state.deck.number[state.card])
                if number not in orders[-1]:
                    orders[-1].append(number)
    assert all(order == sorted(order) for order in orders)
    assert any(order[0] < 25 <= order[-1] for order in orders)


def test_a_record_names_the_cards_of_its_deck(write: Callable[[Any], str]) -> None:
    options = {"deck": write(upside_down())}
    state = GAME.deal(2, 5, options, watch=True)
    rng = Rng(7)
    actions = []
    while not state.over:
        seat = int(state.actor)
        actions.append((seat, int(state.random_legal(seat, rng))))
        state.step(*actions[-1])
    record = write_record(GAME, state, 5, options, ["a", "b"], actions)
    assert any("K" in text for _, text in record["actions"])
    assert check_record(GAME, record).reveal() == state.reveal()


@pytest.mark.parametrize(
    "effect",
    [
        {"op": "move_free_card", "max_level": 1},
        {"op": "duplicate_tokens"},
        {"op": "draw_keep", "deck": "law", "draw": 5, "keep": 1},
        {"op": "wild_payment", "n": 1},
        {"op": "circle_gem", "n": 3},
        {"op": "tuck_on_draw", "points_each": 1},
        {"op": "replace_character"},
        {"op": "store_gems", "max": 64, "points_each": 1},
    ],
    ids=lambda effect: str(effect["op"]),
)
def test_a_deck_with_one_kind_of_law_is_played_to_the_end(
    effect: dict[str, Any], write: Callable[[Any], str]
) -> None:
    data = copy.deepcopy(DEFAULT)
    for law in data["laws"]:
        law["effect"] = effect
    path = write(data)
    rng = Rng(8)
    for seed in range(3):
        state = GAME.deal(4, seed, {"deck": path})
        assert isinstance(state, ViceroyState)
        while not state.over:
            if rng.below(40) == 0:
                seat = rng.below(4)
                assert state.determinize(seat, rng).view(int(seat)) == state.view(int(seat))
            state.step(state.actor, state.random_legal(state.actor, rng))
        assert len(state.scores()) == 4


def test_only_the_built_in_deck_means_the_same_on_every_machine(write: Callable[[Any], str]) -> None:
    GAME.check_portable({})
    GAME.check_portable({"deck": "default", "virtuals": 1})
    path = write(DEFAULT)
    assert GAME.resolve(2, {"deck": path})["deck"] == path
    with pytest.raises(BadOption, match=r"option deck = .*: allowed are default"):
        GAME.check_portable({"deck": path})
