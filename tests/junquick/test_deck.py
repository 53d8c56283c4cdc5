"""Card data files (rules, 2.1): other counts, classes and names; and hostile files."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from junquick.positions import legal, nest, play, position, surface, why
from koloda.core.errors import BadNotation, BadOption
from koloda.core.policy import next_seat, random_playout
from koloda.core.record import check_record, write_record
from koloda.core.rng import Rng
from koloda.core.state import State
from koloda.core.trace import check_trace, write_trace
from koloda.games import junquick
from koloda.games.junquick import GAME
from koloda.games.junquick.cards import (
    ACTIVE,
    ALL_SET,
    CODES,
    DOMINANT,
    FIELD,
    FOURS,
    FOURTH,
    HIGHER,
    HYSTERIA_FIELD,
    INSTANT_FIELDS,
    INSTANTS,
    NEST_FIELDS,
    NEST_SET,
    NOMINAL,
    NOMINALS,
    ONES,
    PLAIN,
    SECOND,
    START,
    THIRD,
    THREES,
    TWOS,
    fields,
    listed,
    one,
    present,
    size,
)
from koloda.games.junquick.deck import LONGEST, MAX_BYTES, standard

STANDARD = json.loads((Path(junquick.__file__).parent / "cards.json").read_text("utf-8"))


def entry(data: dict[str, Any], code: str) -> dict[str, Any]:
    return next(card for card in data["cards"] if card["code"] == code)


def written(path: Path, change: Callable[[dict[str, Any]], object]) -> str:
    """A file with the standard deck, changed."""
    data = copy.deepcopy(STANDARD)
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return str(path)


def recount(data: dict[str, Any], **counts: int) -> None:
    for code, count in counts.items():
        entry(data, code)["count"] = count


def swapped(data: dict[str, Any]) -> None:
    """The other reading of R4: the Thief must act, the Gatecrasher may be laid."""
    for code in ("T1", "T2", "T3", "T4"):
        entry(data, code)["action"] = "forced"
    entry(data, "G3")["action"] = "double"


def largest(data: dict[str, Any]) -> None:
    """As many of some cards as a zone can count."""
    recount(data, J1=15, J2=15, J3=8, J4=0, L1=3, L2=3, L3=3, L4=3, T1=3, T2=3, T3=3, T4=3, G3=3)
    recount(
        data, CS=3, EV=7, TS=0, HY=7, IW=1, D1=0, D2=0, D3=0, BT=2, EM=3, IM=0, DP=0, V1=0, V2=0, V3=0, V4=8
    )


def the_sets_of_cards(of: Callable[[int], bool]) -> int:
    return sum(int(one(card)) for card in range(26) if of(card))


def test_the_numbers_of_sets_and_fields_are_those_of_the_cards() -> None:
    ends = [int(START[card]) + int(FIELD[card]).bit_length() for card in range(26)]
    assert [0, *ends[:-1]] == list(START)
    assert ends[-1] <= 62
    assert the_sets_of_cards(lambda card: True) == ALL_SET
    assert the_sets_of_cards(lambda card: CODES[card][0] == "J") == PLAIN
    assert the_sets_of_cards(lambda card: (CODES[card][0] in "LT" and card < 12) or card == 12) == ACTIVE
    assert the_sets_of_cards(lambda card: NOMINAL[card] > 0) == NOMINALS
    assert the_sets_of_cards(lambda card: NOMINAL[card] > 0 or CODES[card] == "EV") == NEST_SET
    assert the_sets_of_cards(lambda card: card >= 22) == INSTANTS
    for rank, higher in enumerate(HIGHER):
        assert higher == sum(one(card) for card in range(13) if NOMINAL[card] > rank)
    for nominal, whole in enumerate((ONES, TWOS, THREES, FOURS), 1):
        assert whole == fields(sum(one(card) for card in range(26) if NOMINAL[card] == nominal))
    assert fields(NEST_SET) == NEST_FIELDS
    assert fields(INSTANTS) == INSTANT_FIELDS
    assert fields(one(CODES.index("HY"))) == HYSTERIA_FIELD
    assert one(CODES.index("DM")) == DOMINANT
    bits = [2 << int(START[card]) for card in range(26) if FIELD[card] > 1]
    assert sum(bits) == SECOND
    assert sum(4 << int(START[card]) for card in range(26) if FIELD[card] > 3) == THIRD
    assert sum(8 << int(START[card]) for card in range(26) if FIELD[card] > 7) == FOURTH


def test_a_zone_counts_as_many_copies_as_a_file_may_have() -> None:
    for card in range(26):
        for count in range(int(FIELD[card]) + 1):
            zone = count * one(card)
            assert (size(zone), list(listed(zone))) == (count, [card] * count)
            assert present(zone) == (one(card) if count else 0)


@pytest.mark.rule("R2", "R3")
def test_the_counts_come_from_the_card_data() -> None:
    deck = standard().deck
    assert {code: deck.copies[card] for card, code in enumerate(CODES)} == {
        card["code"]: card["count"] for card in STANDARD["cards"] if card["deck"] == "jun"
    }
    assert list(deck.prices) == [1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("R2")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_file_with_other_counts_is_played_to_the_end_and_replayed(tmp_path: Path, seats: int) -> None:
    source = written(tmp_path / "most.json", largest)
    rng = Rng(seats)

    def choose(state: State, seat: int) -> int:
        if rng.below(8) == 0:
            assert state.determinize(seat, rng).view(seat) == state.view(seat)
        return int(state.random_legal(seat, rng))

    trace, end = write_trace(GAME, choose, seats, 5, {"deck": source})
    setup = trace["setup"]
    dealt = Counter([*setup["jun_deck"], *(code for hand in setup["hands"] for code in hand)])
    counts = {card["code"]: card["count"] for card in json.loads(Path(source).read_text("utf-8"))["cards"]}
    assert dealt == Counter({code: counts[code] for code in CODES if counts[code]})
    assert setup["virus_deck"] == ["V4"] * 8
    assert trace["options"] == {"deck": source}
    assert check_trace(GAME, json.loads(json.dumps(trace))).reveal() == end.reveal()
    with pytest.raises(BadNotation):
        GAME.restore(setup, seats)


@pytest.mark.rule("E31", "R4")
def test_another_deck_in_which_the_thief_must_act_and_the_gatecrasher_may_be_laid(tmp_path: Path) -> None:
    deck = written(tmp_path / "swapped.json", swapped)
    opening = position("0: T2 G3 DM; nest 1: J1; home 1: J1 J2 J3 J4", deck=deck)
    assert legal(opening) == ["lay G3"]
    assert "only activated" in why(opening, "0 lay T2")
    one_laid = position("0: T2 G3 DM; 1: J4; nest 1: J1; home 1: J1 J2 J3 J4; pile J1@2", deck=deck)
    assert legal(one_laid) == ["act G3 1", "act T2 1", "lay DM", "lay G3", "pass"]
    without = position("0: T2 DM; nest 1: J1", deck=deck)
    assert legal(without) == ["pass", "redraw"]
    play(one_laid, "0 lay G3")
    assert surface(one_laid) == "N3"
    play(one_laid, "1 pass", "2 pass")
    assert nest(one_laid, 0) == ["J1", "G3"]


@pytest.mark.rule("R4")
def test_classes_are_chosen_code_by_code(tmp_path: Path) -> None:
    deck = written(tmp_path / "one.json", lambda data: entry(data, "L3").update(action="forced"))
    state = position("0: L3 L4 T3; nest 1: J1; pile J2@2", deck=deck)
    assert legal(state) == [
        "act L3 1",
        "act L3 2",
        "act L4 1",
        "act L4 2",
        "act T3 1",
        "lay L4",
        "lay T3",
        "pass",
    ]


@pytest.mark.rule("R4", "R7")
def test_who_passes_strictly_lacks_a_forced_card_that_he_could_have_activated(tmp_path: Path) -> None:
    deck = written(tmp_path / "swapped.json", swapped)
    text = "0: TS TS TS HY HY; 1: J1 J1; 2: T2 T3 J4; nest 1: J1; pile J1@2; fp 0"
    state = play(position(text, deck=deck, pass_rule="strict"), "0 pass")
    thieves = the_sets_of_cards(lambda card: CODES[card] in ("T2", "T3", "T4"))
    assert state.proofs[0] & thieves == thieves
    nothing_to_take = play(
        position("0: TS TS TS HY HY; pile J1@2; fp 0", deck=deck, pass_rule="strict"), "0 pass"
    )
    assert nothing_to_take.proofs[0] & thieves == 0


@pytest.mark.rule("R4", "R7")
def test_a_last_card_may_be_a_forced_fibber_that_cannot_be_activated(tmp_path: Path) -> None:
    deck = written(tmp_path / "forced.json", lambda data: entry(data, "L3").update(action="forced"))
    fibber = one(CODES.index("L3"))
    for hand, lacking in (("L3", 0), ("TS HY", fibber)):
        state = position(f"0: {hand}; 1: J1; 2: J4; pile J1@2; fp 0", deck=deck, pass_rule="strict")
        assert "pass" in legal(state)
        assert play(state, "0 pass").proofs[0] & fibber == lacking


def test_a_file_may_rename_its_cards(tmp_path: Path) -> None:
    deck = written(
        tmp_path / "names.json", lambda data: entry(data, "HY")["name"].update(uk="Плач", en="Tantrum")
    )
    state = position("0: J1; 1: HY; pile J4@2", deck=deck)
    game = state.game
    assert game.label(game.action("put HY"), "uk") == "покласти долілиць: Плач"
    assert game.event_text(("lost", 0, ("HY",)), ["A", "B", "C"], "en") == "A loses: Tantrum."
    assert GAME.label(GAME.action("put HY"), "uk") == "покласти долілиць: Гістерика"
    assert "Истерика" in game.label(game.action("put HY"), "ru")


def test_the_first_player_card_may_be_left_out_and_readers_fields_do_not_matter(tmp_path: Path) -> None:
    def bare(data: dict[str, Any]) -> None:
        kept = ("code", "count", "action")
        data["cards"] = [
            {field: card[field] for field in kept if field in card}
            for card in data["cards"]
            if card["code"] != "FP"
        ]
        del data["totals"], data["fields"], data["note"]
        data["cards"][0]["can_open"] = "nonsense"

    deck = written(tmp_path / "bare.json", bare)
    random_playout(GAME.deal(4, 1, {"deck": deck}), Rng(1))


def remove(data: dict[str, Any], code: str) -> None:
    data["cards"].remove(entry(data, code))


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "game": (lambda data: data.update(game="viceroy"), "game: viceroy, it must be junquick"),
    "schema": (lambda data: data.update(schema=True), "schema: true, it must be 1"),
    "no cards": (lambda data: data.update(cards=None), "cards: not a list"),
    "no object": (lambda data: data["cards"].append(7), "card 32: not a JSON object"),
    "unknown code": (lambda data: entry(data, "J1").update(code="J5"), "unknown code J5"),
    "no code": (lambda data: entry(data, "J1").update(code=["J1"]), "unknown code"),
    "twice": (lambda data: data["cards"].append(entry(data, "J1")), "J1: listed twice"),
    "missing": (lambda data: remove(data, "V3"), "cards: V3 is missing"),
    "negative": (lambda data: recount(data, J1=-1), "J1: count -1, it must be a whole number from 0 to 15"),
    "fraction": (lambda data: entry(data, "J1").update(count=13.0), "J1: count 13.0, it must be a whole"),
    "yes": (lambda data: entry(data, "BT").update(count=True), "BT: count true, it must be a whole"),
    "none": (lambda data: entry(data, "BT").pop("count"), "BT: count None, it must be a whole"),
    "too many plain": (lambda data: recount(data, J1=16, J2=10), "J1: count 16, .* from 0 to 15"),
    "too many": (lambda data: recount(data, CS=4, J1=12), "CS: count 4, .* from 0 to 3"),
    "too many jokers": (lambda data: recount(data, EV=8, J1=9), "EV: count 8, .* from 0 to 7"),
    "huge": (lambda data: entry(data, "J1").update(count=10**50), "J1: count a huge number"),
    "sum": (lambda data: recount(data, J1=12), "cards: 88 Jun cards, a deck has 89"),
    "instants": (lambda data: recount(data, EM=3, J1=12), "cards: 6 instants, a deck has 5"),
    "dominant": (lambda data: recount(data, DM=0, J1=14), r"cards: 0 Dominants \(DM\), a deck has 1"),
    "viruses": (lambda data: recount(data, V1=3), "cards: 9 viruses, a deck has 8"),
    "class": (
        lambda data: entry(data, "L1").update(action="constant"),
        "L1: action constant, .* double or forced",
    ),
    "no class": (
        lambda data: entry(data, "T1").pop("action"),
        "T1: action None, it must be double or forced",
    ),
    "class of DM": (lambda data: entry(data, "DM").update(action="double"), "DM: action double, .* constant"),
    "class of J": (
        lambda data: entry(data, "J1").update(action="double"),
        "J1: action double, it must be null",
    ),
    "list as class": (lambda data: entry(data, "L1").update(action=[1]), "L1: action"),
    "kind": (
        lambda data: entry(data, "CS").update(kind="instant"),
        "CS: kind instant, the card has influence",
    ),
    "deck": (lambda data: entry(data, "V1").update(deck="jun"), "V1: deck jun, the card has virus"),
    "nominal": (lambda data: entry(data, "J1").update(nominal=2), "J1: nominal 2, the card has 1"),
    "true nominal": (lambda data: entry(data, "J1").update(nominal=True), "J1: nominal true, the card has 1"),
    "joker": (lambda data: entry(data, "EV").update(nominal=4), "EV: nominal 4, the card has null"),
    "size": (lambda data: entry(data, "D2").update(size=3), "D2: size 3, the card has 2"),
    "name": (lambda data: entry(data, "J1").update(name="Jun"), "J1: name is not a JSON object"),
    "number as name": (lambda data: entry(data, "J1")["name"].update(en=1), "J1: name en, it must be a line"),
    "long name": (
        lambda data: entry(data, "J1")["name"].update(uk="я" * (LONGEST + 1)),
        f"J1: name uk, it must be a line of 1 to {LONGEST} characters",
    ),
    "two lines": (lambda data: entry(data, "J1")["name"].update(ru="a\nb"), "J1: name ru, it must be a line"),
}


@pytest.mark.rule("R2")
@pytest.mark.parametrize("case", HOSTILE)
def test_a_wrong_file_is_refused_with_its_reason(tmp_path: Path, case: str) -> None:
    change, why_not = HOSTILE[case]
    with pytest.raises(BadOption, match=why_not) as refused:
        GAME.deal(4, 1, {"deck": written(tmp_path / "wrong.json", change)})
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff\xfe{}",
        b"{" * 100_000,
        b'{"game": ',
        b"1" * 5000,
        b" " * (MAX_BYTES + 1),
        b"NaN",
        b'"x"',
    ],
)
def test_what_is_no_card_data_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    with pytest.raises(BadOption) as refused:
        GAME.deal(4, 1, {"deck": str(path)})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "source", ["", "nowhere.json", ".", "/dev/zero", "a\0b", "x" * 5000, 7, True, None, ["standard"]]
)
def test_a_deck_that_is_no_file_is_refused(source: object) -> None:
    with pytest.raises(BadOption, match="deck"):
        GAME.deal(4, 1, {"deck": source})


def test_strangers_cannot_name_files_of_the_server(tmp_path: Path) -> None:
    GAME.check_portable({"deck": "standard"})
    with pytest.raises(BadOption, match="allowed are standard"):
        GAME.check_portable({"deck": written(tmp_path / "same.json", lambda data: None)})


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    written(path, lambda data: None)
    assert legal(position("0: T2 G3 DM", deck=str(path))) == ["lay T2"]
    path.unlink()
    written(path, swapped)
    assert legal(position("0: T2 G3 DM", deck=str(path))) == ["lay G3"]


def test_a_record_of_a_game_with_a_file_is_checked(tmp_path: Path) -> None:
    deck = written(tmp_path / "swapped.json", swapped)
    state = GAME.deal(3, 5, {"deck": deck}, watch=True)
    rng = Rng(7)
    actions = []
    while not state.over:
        seat = next_seat(state, rng)
        actions.append((seat, int(state.random_legal(seat, rng))))
        state.step(*actions[-1])
    record = write_record(GAME, state, 5, {"deck": deck}, ["a", "b", "c"], actions)
    assert check_record(GAME, record).reveal() == state.reveal()
