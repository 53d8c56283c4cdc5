"""The invariants of the rules, section 11, on random play with random options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.log import Chance
from koloda.core.rng import Rng
from koloda.games.flights import GAME
from koloda.games.flights.cards import CITIES, CODES, COLOUR_NAMES, NUMBERS, full_deck
from koloda.games.flights.state import FlightsState

Choice = tuple[int, dict[str, Any]]


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    """A number of seats with options that influence a game."""
    seats = draw(st.integers(2, 4))
    return seats, {
        "burn_mode": draw(st.sampled_from(["together", "pair_first"])),
        "multi_finish": draw(st.sampled_from(["all", "first_only"])),
        "winner": draw(st.sampled_from(["collector", "points"])),
        "max_rounds": draw(st.sampled_from([1, 3, 6, 20, 200])),
        "city_colours": draw(st.permutations(COLOUR_NAMES))[: seats + 2],
    }


SEEDS = st.integers(0, 2**63 - 1)
games = given(choices(), SEEDS)


def deal(choice: Choice, seed: int) -> FlightsState:
    state = GAME.deal(choice[0], seed, choice[1], watch=True)
    assert isinstance(state, FlightsState)
    return state


def played(state: FlightsState, seed: int) -> Iterator[FlightsState]:
    """Random play: the state before each action, and the final one."""
    rng = Rng(seed & 0xFFFF, 4)
    while not state.over:
        yield state
        state.apply(state.actor, state.random_legal(state.actor, rng))
    yield state


def sealed(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The pairs that are laid and not revealed."""
    return [pair for pair in shown["laid"] if pair is not None] if shown["phase"] == "lay" else []


@games
def test_i1_i2_every_card_of_the_deck_is_in_one_place_and_rows_have_cities_only(
    choice: Choice, seed: int
) -> None:
    state = deal(choice, seed)
    deck = Counter(
        [f"{name[0].upper()}{value}" for name in choice[1]["city_colours"] for value in range(1, 7)]
        + ["X1", "X2", "X3", "X4", "X5", "X6", "XU", "XU", "DP", "DP", "DP"]
    )
    for position in played(state, seed):
        shown = position.reveal()
        zones = [*shown["hands"], *shown["collections"], shown["discard"], shown["draw_pile"]]
        zones.append([entry["card"] for entry in shown["table"]])
        zones.append([pair["card"] for pair in sealed(shown)])
        zones.append([shown["exchange"]] if shown["exchange"] else [])
        assert sum(map(Counter, zones), Counter()) == deck
        assert all(NUMBERS[card] < CITIES for row in shown["collections"] for card in row)


@games
def test_i3_i4_rows_are_stable_and_nobody_is_complete_when_a_round_begins(choice: Choice, seed: int) -> None:
    seats = choice[0]
    for position in played(deal(choice, seed), seed):
        for row in position.reveal()["collections"]:
            colours = [city[0] for city in row]
            assert all(left != right for left, right in pairwise(colours))
            assert max(Counter(colours).values(), default=0) <= 2
            assert len(row) <= 2 * (seats + 2)
            if position.view(None)["phase"] == "lay":
                assert len(set(colours)) < seats + 2


@games
def test_i5_everybody_holds_three_cards_before_laying_and_two_after(choice: Choice, seed: int) -> None:
    for position in played(deal(choice, seed), seed):
        view = position.view(None)
        laying = view["phase"] == "lay"
        missing = [
            (3 if laying and not committed else 2) - count
            for committed, count in zip(view["committed"], view["counts"], strict=True)
        ]
        assert sum(missing) <= (1 if choice[0] == 4 else 0)
        assert min(missing) == 0


@games
def test_i6_the_flights_of_everybody_are_a_partition_of_one_to_six(choice: Choice, seed: int) -> None:
    for position in played(deal(choice, seed), seed):
        shown, view = position.reveal(), position.view(None)
        for seat in range(choice[0]):
            hidden = []
            if shown["phase"] == "lay" and shown["laid"][seat]:
                hidden.append(shown["laid"][seat]["flight"])
            assert sorted(shown["flights"][seat] + shown["used"][seat] + hidden) == [1, 2, 3, 4, 5, 6]
            assert sorted(view["flights"][seat] + view["used"][seat]) == [1, 2, 3, 4, 5, 6]
            if view["phase"] == "lay":
                assert len(view["used"][seat]) == (view["round"] - 1) % 6


@games
def test_i7_i10_the_table_fits_the_turn_and_there_is_always_something_to_do(
    choice: Choice, seed: int
) -> None:
    for position in played(deal(choice, seed), seed):
        view = position.view(None)
        if view["phase"] == "take":
            assert len(view["table"]) == choice[0] - view["turn"]
            assert view["to_act"] == [view["order"][view["turn"]]]
        elif view["phase"] == "exchange":
            assert len(view["table"]) == choice[0] - view["turn"] - 1
            assert view["exchange"][0] == "X"
        for seat in view["to_act"]:
            actions = position.legal(seat)
            assert actions
            for action in actions:
                position.clone().step(seat, action)


@games
def test_i8_the_classes_are_taken_in_their_order(choice: Choice, seed: int) -> None:
    state = deal(choice, seed)
    for _ in played(state, seed):
        pass
    taken: list[int] = []
    for kind, *details in state.watch().seen_by(None):
        if kind == "order":
            assert taken == sorted(taken)
            taken = []
        elif kind == "take":
            card = str(details[1])
            taken.append(0 if card == "DP" else 3 if card == "XU" else 2 if card[0] == "X" else 1)
    assert taken == sorted(taken)


@games
def test_i9_the_order_follows_the_bids_and_the_first_player_goes_round(choice: Choice, seed: int) -> None:
    seats = choice[0]
    state = deal(choice, seed)
    opening = GAME.setup(state)["first"]
    for position in played(state, seed):
        view = position.view(None)
        assert view["first"] == (opening + view["round"] - 1) % seats
        if view["phase"] != "lay":
            keys = [(-view["bids"][seat], (seat - view["first"]) % seats, seat) for seat in range(seats)]
            assert view["order"] == [seat for *_, seat in sorted(keys)]


@games
def test_i11_a_swap_keeps_sizes_and_values(choice: Choice, seed: int) -> None:
    rng = Rng(seed & 0xFFFF, 4)
    state = deal(choice, seed)
    while not state.over:
        action = state.random_legal(state.actor, rng)
        if GAME.text(action).startswith("swap"):
            before = state.view(None)["collections"]
            known = len(state.events)
            state.apply(state.actor, action)
            burnt: list[list[str]] = [[] for _ in range(state.seats)]
            for event in state.events[known:]:
                if event.kind == "burn":
                    burnt[int(str(event.full[0]))] += list(event.full[1])  # type: ignore[call-overload]
            for old, new, gone in zip(before, state.view(None)["collections"], burnt, strict=True):
                assert len(old) == len(new) + len(gone)
                assert sorted(city[1] for city in old) == sorted(city[1] for city in [*new, *gone])
        else:
            state.apply(state.actor, action)


@games
def test_i12_points_are_within_their_bounds(choice: Choice, seed: int) -> None:
    colours = choice[0] + 2
    state = deal(choice, seed)
    for _ in played(state, seed):
        pass
    result = GAME.result(state)
    for seat, score in enumerate(result["scores"]):
        assert (colours if seat in result["finishers"] else 0) <= score <= 6 * colours
    assert abs(sum(result["returns"])) < 1e-9
    best = result["returns" if choice[1]["winner"] == "collector" else "scores"]
    ahead = [seat for seat, value in enumerate(best) if value > max(best) - 1e-9]
    assert set(result["winners"]) <= set(ahead)
    assert result["winners"] == ahead or choice[1]["winner"] == "points"
    assert sorted(seat for group in result["placement"] for seat in group) == list(range(choice[0]))
    assert result["finishers"] or result["rounds"] == choice[1]["max_rounds"]


@settings(max_examples=25)
@games
def test_i13_a_view_does_not_depend_on_what_is_hidden(choice: Choice, seed: int) -> None:
    rng = Rng(seed & 0xFFFF, 5)
    for number, position in enumerate(played(deal(choice, seed), seed)):
        if number % 4 == 0:
            for seat in range(choice[0]):
                other = position.determinize(seat, rng)
                assert other.view(seat) == position.view(seat)
                assert other.view(None) == position.view(None)


@settings(max_examples=25)
@given(choices(), SEEDS, st.randoms(use_true_random=False))
def test_the_order_in_which_sealed_pairs_come_in_does_not_matter(
    choice: Choice, seed: int, random: Any
) -> None:
    state, other = deal(choice, seed), deal(choice, seed)
    rng = Rng(seed & 0xFFFF, 4)
    while not state.over:
        seats = state.view(None)["to_act"]
        actions = {seat: state.random_legal(seat, rng) for seat in seats}
        for seat in seats:
            state.apply(seat, actions[seat])
        for seat in random.sample(seats, len(seats)):
            other.apply(seat, actions[seat])
        assert other.reveal() == state.reveal()


@games
def test_a_round_has_n_lays_n_takes_and_at_most_n_swaps(choice: Choice, seed: int) -> None:
    state = deal(choice, seed)
    decisions = sum(1 for _ in played(state, seed)) - 1
    rounds = GAME.result(state)["rounds"]
    assert rounds <= choice[1]["max_rounds"]
    assert 2 * choice[0] * rounds <= decisions <= 3 * choice[0] * rounds


def renamed(code: str, colours: dict[str, str]) -> str:
    return code if code in ("XU", "DP") or code[0] == "X" else colours[code[0]] + code[1]


@settings(max_examples=25)
@given(choices(), SEEDS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_i14_relabelling_colours_and_rotating_seats_commutes_with_play(
    choice: Choice, seed: int, turn: int, random: Any
) -> None:
    seats = choice[0]
    state = deal(choice, seed)
    setup = GAME.setup(state)
    mixed = random.sample(setup["colours"], len(setup["colours"]))
    colours = dict(zip(setup["colours"], mixed, strict=True))

    def seat_of(seat: int) -> int:
        return (seat + turn) % seats

    def text_of(text: str) -> str:
        verb, *rest = text.split()
        words = [verb]
        for word in rest:
            if word[0] == "P":
                words.append(f"P{seat_of(int(word[1]) - 1) + 1}")
            else:
                words.append(word if word[0] == "F" else renamed(word, colours))
        return " ".join(words)

    hands: list[list[str]] = [[] for _ in range(seats)]
    for seat, held in enumerate(setup["hands"]):
        hands[seat_of(seat)] = [renamed(card, colours) for card in held]
    mirror = GAME.restore(
        {
            "first": seat_of(setup["first"]),
            "colours": setup["colours"],
            "hands": hands,
            "draw_pile": [renamed(card, colours) for card in setup["draw_pile"]],
        },
        seats,
        choice[1],
        watch=True,
    )
    rng = Rng(seed & 0xFFFF, 4)
    while not state.over:
        seat = int(state.actor)
        legal = [text_of(GAME.text(action)) for action in state.legal(seat)]
        assert sorted(legal) == sorted(GAME.text(action) for action in mirror.legal(seat_of(seat)))
        action = state.random_legal(seat, rng)
        state.watch().chance.clear()
        state.apply(seat, action)
        mirror.watch().script = [
            Chance(chance.zone, [NUMBERS[renamed(CODES[card], colours)] for card in chance.values], False)
            for chance in state.watch().chance
        ]
        mirror.play(text_of(GAME.text(action)), seat_of(seat))
    assert mirror.over
    scores, mirrored = GAME.result(state)["scores"], GAME.result(mirror)["scores"]
    assert [mirrored[seat_of(seat)] for seat in range(seats)] == scores


def test_the_full_deck_has_47_cards_of_44_kinds() -> None:
    assert full_deck(0x41041041) == 0xFFFFFFFFF + 0x3BF000000000
