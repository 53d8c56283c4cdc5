"""The invariants of the rules, section 11, on random play at every seat count and with every option."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from koloda.core.bits import members, popcount
from koloda.core.rng import Rng
from koloda.games.viceroy import GAME
from koloda.games.viceroy.actions import (
    AUCTION_BID,
    AUCTION_PASS,
    BID,
    LAW_CHOOSE,
    PAY_BUILD,
    PAY_DECIDE,
    PAY_PASS,
    RECOLOUR,
    SETUP_CHOOSE,
    USE,
)
from koloda.games.viceroy.cards import CARDS, CHARACTERS, HALF, Deck, make_atom
from koloda.games.viceroy.dealing import restore
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS, PLACES
from koloda.games.viceroy.scoring import categories, paint, paint_best
from koloda.games.viceroy.state import ViceroyState
from koloda.games.viceroy.views import pyramid
from koloda.games.viceroy.zones import BUILT, PAINT_AT, TRAY
from viceroy.positions import GEMS_LEFT, position

DECK = json.loads(files("koloda.games.viceroy").joinpath("deck.json").read_text("utf-8"))
EFFECTS: dict[str, dict[str, Any]] = {law["code"]: law["effect"] for law in DECK["laws"]}
TABLES = [(seats, virtuals) for seats in range(1, 5) for virtuals in range(4) if 2 <= seats + virtuals <= 4]


@st.composite
def deals(draw: st.DrawFn) -> tuple[ViceroyState, Rng]:
    """A deal with any options, and a generator for the play."""
    seats, virtuals = draw(st.sampled_from(TABLES))
    options = {
        "virtuals": virtuals,
        "solo_two_card": draw(st.sampled_from(["choice", "clash"])),
        "virtual_attack_chooser": draw(st.sampled_from(["lowest_number", "random"])),
        "tie_break": draw(st.sampled_from(["shared", "lowest_number"])),
        "recolour": draw(st.sampled_from(["manual", "auto"])),
        "open_screens": draw(st.booleans()),
    }
    state = GAME.deal(seats, draw(st.integers(0, 2**63 - 1)), options)
    assert isinstance(state, ViceroyState)
    return state, Rng(draw(st.integers(0, 2**31)))


def positions(state: ViceroyState, rng: Rng) -> Iterator[ViceroyState]:
    """The states of a game, two of three: random play, now and then a decision of the heuristic."""
    while not state.over:
        if rng.below(3):
            yield state
        seat = state.actor
        by_heuristic = rng.below(3) == 0
        state.apply(
            seat, GAME.heuristic.choose(state, seat, rng) if by_heuristic else state.random_legal(seat, rng)
        )
    yield state


def places(state: ViceroyState, seat: int) -> list[int]:
    """The places that hold a card."""
    rows = state.rows[seat * LEVELS : (seat + 1) * LEVELS]
    return [level * COLUMNS + int(column) for level, row in enumerate(rows) for column in members(row)]


def painted(state: ViceroyState, seat: int) -> Counter[int]:
    """Gems that lie on sectors, by colour."""
    gems: Counter[int] = Counter()
    for place in places(state, seat):
        paint = int(state.trays[state.card_at(seat, place) * TRAY + 3]) >> PAINT_AT
        while paint:
            if paint & 7:
                gems[(paint & 7) - 1] += 1
            paint >>= 3
    return gems


def cards_of(first: int, second: int) -> list[int]:
    return [*members(first), *(HALF + card for card in members(second))]


@given(deals())
@settings(max_examples=12)
def test_gems_are_conserved(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        seats = range(state.seats)
        for colour in range(4):
            total = state.reserve[colour]
            for seat in seats:
                total += state.screens[seat * 4 + colour] + painted(state, seat)[colour]
                for place in places(state, seat):
                    card = state.card_at(seat, place)
                    total += state.endless_on(card, colour) + state.stored_on(card, colour)
                assert state.screens[seat * 4 + colour] >= 0
            if state.lifted >= 0:
                total += state.endless_on(state.lifted, colour) + state.stored_on(state.lifted, colour)
            assert total == 4 * state.seats
            assert state.reserve[colour] >= 0
            assert state.box[colour] == 16 - 4 * state.seats


@given(deals())
@settings(max_examples=12)
def test_every_card_is_in_exactly_one_place(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        found = [int(card) for card in state.large[state.large_at :]]
        found += [int(card) for card in state.small[state.small_at :]]
        found += [int(card) for card in state.law[state.law_at :]]
        found += [int(card) for card in (*state.slots, *state.acquired) if card >= 0]
        found += cards_of(state.discard0, state.discard1)
        for seat in range(state.seats):
            found += cards_of(state.hands[seat * 2], state.hands[seat * 2 + 1])
            found += [int(state.card_at(seat, place)) for place in places(state, seat)]
        found += [card for card, host in enumerate(state.hosts) if host >= 0]
        if state.lifted >= 0:
            found.append(int(state.lifted))
        # chosen cards of the law phase that wait for their turn
        if state.reveal()["phase"] == "law_resolve":
            found += [int(state.choice[seat]) for seat in members(state.queue)]
            if state.card >= 0 and state.card not in found:
                found.append(int(state.card))
        assert sorted(found) == list(range(CARDS))


@given(deals())
@settings(max_examples=12)
def test_the_large_deck_fills_every_base_before_each_auction(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        if state.phase == AUCTION_BID and state.round == 1:
            assert len(state.large) - state.large_at == 48 - 4 * state.turn
            if state.small_at < len(state.small):
                assert all(state.slots[colour * 2] >= 0 for colour in range(4))
        assert 0 <= state.turn <= 12


@given(deals())
@settings(max_examples=12)
def test_pyramids_stand(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        for seat in range(state.seats):
            if state.phase == SETUP_CHOOSE:
                continue
            rows = [int(state.rows[seat * LEVELS + level]) for level in range(LEVELS)]
            mine = places(state, seat)
            assert all(state.card_at(seat, place) >= 0 for place in mine)
            assert sum(card >= 0 for card in state.board[seat * PLACES : (seat + 1) * PLACES]) == len(mine)
            base = rows[0] // (rows[0] & -rows[0])
            assert base & (base + 1) == 0  # no gaps
            for level in range(1, LEVELS):
                assert rows[level] & ~(rows[level - 1] & rows[level - 1] >> 1) == 0
            circles = [entry for entry in pyramid(state, seat) if "circle" in entry]
            assert len(circles) == sum(row.bit_count() for row in rows[1:])
            for column in members(rows[4]):
                assert state.card_at(seat, 4 * COLUMNS + int(column)) < CHARACTERS
            assert len(mine) <= 25
            numbers = [state.deck.number[state.card_at(seat, place)] for place in mine]
            if state.lifted < 0:
                assert state.low[seat] == min(numbers)


@given(deals())
@settings(max_examples=40)
def test_what_is_kept_of_each_pyramid_is_what_lies_in_it(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        by_level: list[list[int]] = [[] for level in range(LEVELS)]
        for seat in range(state.seats):
            mine = places(state, seat)
            cards = [int(state.card_at(seat, place)) for place in mine]
            for place, card in zip(mine, cards, strict=True):
                by_level[place // COLUMNS].append(card)
            first, second, *tokens = state.built[seat * BUILT : (seat + 1) * BUILT]
            assert cards_of(first, second) == sorted(cards)
            assert tokens == [sum(state.trays[card * TRAY + word] for card in cards) for word in range(3)]
        for level, cards in enumerate(by_level):
            assert cards_of(state.levels[level * 2], state.levels[level * 2 + 1]) == sorted(cards)


@given(deals())
@settings(max_examples=12)
def test_nobody_has_an_acquired_card_outside_auction_and_payment(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        if state.phase < AUCTION_BID or state.phase > PAY_BUILD:
            assert all(card < 0 for card in state.acquired)


@given(deals())
@settings(max_examples=12)
def test_in_a_turn_one_plays_one_card_gets_one_card_and_passes_or_builds(
    deal: tuple[ViceroyState, Rng],
) -> None:
    state, rng = deal
    state.watch()
    for _ in positions(state, rng):
        pass
    turns: list[list[tuple[str, tuple[object, ...]]]] = []
    for event in state.events:
        if event.kind == "turn":
            turns.append([])
        elif turns:
            turns[-1].append((event.kind, event.full))
    assert len(turns) == 12
    for events in turns:
        for seat in range(state.seats):
            mine = Counter(kind for kind, details in events if details and details[0] == seat)
            assert mine["acquire"] <= 1
            assert mine["pass"] + mine["build"] <= 1
            assert mine["law"] == 1
            assert mine["pass"] + mine["build"] + mine["appoint"] == 1


@given(deals())
@settings(max_examples=12)
def test_enough_cards_lie_at_the_slots_for_all_who_bid(deal: tuple[ViceroyState, Rng]) -> None:
    for state in positions(*deal):
        if state.phase == AUCTION_BID and state.pending == state.inside:
            cards = sum(card >= 0 for card in state.slots)
            assert cards >= popcount(state.inside) + state.virtuals_in


@given(deals())
@settings(max_examples=12)
def test_tokens_come_by_ones_own_play_only(deal: tuple[ViceroyState, Rng]) -> None:
    state, rng = deal
    before: list[list[int]] = []
    last_phase = SETUP_CHOOSE
    for _ in positions(state, rng):
        now = [
            [int(word) for place in places(state, seat) for word in tray(state, seat, place)]
            for seat in range(state.seats)
        ]
        quiet = state.phase in (LAW_CHOOSE, AUCTION_BID, AUCTION_PASS, PAY_DECIDE, PAY_PASS, PAY_BUILD)
        if before and quiet and state.phase == last_phase:
            assert now == before
        before = now
        last_phase = int(state.phase)


def tray(state: ViceroyState, seat: int, place: int) -> list[int]:
    card = int(state.card_at(seat, place))
    return [int(state.trays[card * TRAY + word]) for word in range(TRAY)]


@given(deals())
@settings(max_examples=15)
def test_the_score_is_a_function_of_pyramids_screens_and_paint(deal: tuple[ViceroyState, Rng]) -> None:
    state, rng = deal
    for _ in positions(state, rng):
        pass
    for seat in range(state.seats):
        own = categories(state, seat)
        assert list(own) == by_hand(state, seat)
        assert sum(own) == state.scores()[seat]
    other = state.clone()
    other.rng = Rng(0)
    other.turn = 0
    other.discard0 = 0
    assert other.scores() == state.scores()


def by_hand(state: ViceroyState, seat: int) -> list[int]:
    """The seven categories once more, slowly, from the view alone."""
    view = state.view(None)
    player = view["players"][seat]
    cards = player["pyramid"]
    at = {tuple(map(int, entry["place"].split(":"))): entry["card"] for entry in cards}
    tokens: Counter[str] = Counter()
    endless: Counter[str] = Counter()
    for entry in cards:
        tokens.update(entry["tokens"])
        endless.update(amount(entry["endless"]))
    bonus = {colour: tokens[f"circle_bonus_{colour}"] for colour in "BRGY"}
    circles = [entry["circle"][0] for entry in cards if len(set(entry.get("circle", "ab"))) == 1]
    sets = min(tokens["defence"], tokens["magic"], tokens["science"])
    left = sum(amount(player["gems"]).values())
    around = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0)]
    laws = 0
    for entry in cards:
        level, x = map(int, entry["place"].split(":"))
        effect = EFFECTS.get(entry["card"], {})
        each = effect.get("points_each", 0)
        if effect.get("op") == "score_per":
            counts = {
                "adjacent_character": sum(at.get((level + u, x + s), "L")[0] == "C" for u, s in around),
                "card": len(cards) + sum(len(other["tucked"]) for other in cards),
                "set": sets,
                "circle_or_endless": len(circles) + sum(endless.values()),
                "science": tokens["science"],
                "leftover_gem": left,
            }
            laws += effect["points"] * counts[effect["what"]]
        elif effect.get("op") == "tuck_free_card":
            laws += effect["points_by_level"][level - 1] if entry["tucked"] else 0
        elif effect.get("op") == "store_gems":
            laws += each * sum(amount(entry["stored"]).values())
        else:
            laws += each * len(entry["tucked"])
    attacks = sum(other["attack"] for number, other in enumerate(view["players"]) if number != seat)
    return [
        sum(3 + bonus[colour] for colour in circles),
        sum(count * (3 + bonus[colour]) for colour, count in endless.items()),
        laws,
        tokens["points"],
        tokens["magic"] * tokens["magic_bonus"],
        7 * sets,
        -3 * max(0, attacks - tokens["defence"]),
    ]


def amount(text: str) -> Counter[str]:
    """B2Y1 as counts."""
    if text == "-":
        return Counter()
    return Counter({colour: int(count) for colour, count in GEMS_LEFT.findall(text)})


@given(deals())
@settings(max_examples=10)
def test_a_game_comes_to_its_end_within_bounds(deal: tuple[ViceroyState, Rng]) -> None:
    state, rng = deal
    steps = 0
    while not state.over:
        state.apply(state.actor, state.random_legal(state.actor, rng))
        steps += 1
    assert state.turn == 12
    assert steps < 200 * state.seats


def best_painting(state: ViceroyState, seat: int) -> tuple[int, int, int]:
    """Every painting tried: the most points, then the fewest gems, then the best first category."""
    circles = [place for place in places(state, seat) if place >= COLUMNS]
    best: tuple[int, int, int] | None = None
    for colours in itertools.product(range(-1, 4), repeat=len(circles)):
        trial = state.clone()
        used = 0
        for place, colour in zip(circles, colours, strict=True):
            if colour < 0:
                continue
            sectors = int(trial.circle_sectors(seat, place))
            for sector in range(4):
                if sectors >> (2 * sector) & 3 != colour:
                    paint(trial, seat, place, sector, colour)
                    used += 1
        if min(trial.screens) >= 0:
            parts = categories(trial, seat)
            worth = (int(sum(parts)), -used, int(parts[0]))
            best = worth if best is None else max(best, worth)
    assert best is not None
    return best


@given(
    st.permutations(range(1, 64)),
    st.tuples(*[st.integers(0, 5)] * 4),
    st.sampled_from(["", " [CB4r]", " [CB2b CB4y]", " [CB4g CB4g]"]),
    st.sampled_from(["", "1:-1 L88; ", "1:-1 L86; ", "1:-1 L88; 1:-2 L86; "]),
)
@settings(max_examples=25)
def test_automatic_recolouring_is_the_best_there_is(
    order: list[int], gems: tuple[int, ...], bonus: str, laws: str
) -> None:
    cards = [f"C{number:02}" for number in order]
    mine = "; ".join(
        f"{place} {card}"
        for place, card in zip(("1:0", "1:1", "1:2", "1:3", "2:0", "2:1", "2:2", "3:0"), cards, strict=False)
    )
    have = "".join(f"{colour}{count}" for colour, count in zip("BRGY", gems, strict=True) if count) or "-"
    state = position(f"gems {have}; {laws}{mine}{bonus}", "1:0 C64", phase="recolour")
    wanted = best_painting(state, 0)
    auto = state.clone()
    paint_best(auto, 0)
    parts = categories(auto, 0)
    used = sum(gems) - int(auto.screen_total(0))
    assert (int(sum(parts)), -used, int(parts[0])) == wanted


@given(st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=8)
def test_rotating_all_colours_gives_an_equivalent_game(seed: int, turn: int) -> None:
    """Invariant 13: the same choices, with colours turned round, lead to the same scores."""
    state = GAME.deal(3, seed)
    assert isinstance(state, ViceroyState)
    deck = state.deck

    def turned(colour: int) -> int:
        return (colour + turn) % 4 if colour < 4 else colour

    sectors = [
        sum(turned(int(packed) >> (2 * place) & 3) << (2 * place) for place in range(4))
        for packed in deck.sectors
    ]
    price = [
        sum((int(gems) >> (8 * colour) & 255) << (8 * turned(colour)) for colour in range(4))
        for gems in deck.price
    ]
    atoms = []
    for atom in deck.atoms:
        op, n, colour = int(atom) & 15, int(atom) >> 4 & 255, int(atom) >> 12
        if op == 3:
            colour = turned(colour)
        if op >= 9:
            op = 9 + turned(op - 9)
        atoms.append(int(make_atom(op, n, colour)))
    other_deck = Deck(
        deck.codes,
        [int(number) for number in deck.number],
        sectors,
        price,
        atoms,
        [int(row) for row in deck.reward],
        [int(op) for op in deck.op],
        [int(number) for number in deck.amount],
        [int(what) for what in deck.what],
        [int(points) for points in deck.points],
    )
    returned = [0] * 12
    for seat in range(3):
        for colour in range(4):
            returned[seat * 4 + turned(colour)] = int(state.returned[seat * 4 + colour])
    # the bases are filled in the order of the slots
    large = [int(card) for card in state.large]
    for begin in range(0, 48, 4):
        four = large[begin : begin + 4]
        for colour in range(4):
            large[begin + turned(colour)] = four[colour]
    other = restore(
        GAME,
        3,
        other_deck,
        state.rules,
        large,
        [int(card) for card in state.dealt],
        [int(card) for card in state.first_small],
        [int(card) for card in state.first_law],
        returned,
        False,
    )
    other.rng = state.rng.clone()
    rng = Rng(seed)
    while not state.over:
        seat = int(state.actor)
        texts = sorted(
            (GAME.text(action) for action in state.legal(seat)), key=lambda text: (len(text), text)
        )
        text = texts[rng.below(len(texts))]
        if text.startswith("endless"):  # asked in the order of the colours: use all of them
            use_all(state, seat)
            use_all(other, seat)
        else:
            state.play(text)
            other.play(rotate(text, turn))
    assert other.scores() == state.scores()


def use_all(state: ViceroyState, seat: int) -> None:
    while state.pending >> seat & 1 and state.ask[seat] == USE:
        state.apply(seat, state.legal(seat)[-1])


def rotate(text: str, turn: int) -> str:
    """An action with the colours turned round."""
    verb, *rest = text.split(" ", 1)
    if verb not in ("colour", "appoint", "store", "bid", "hit", "take", "coin", "paint") or rest == ["ATK"]:
        return text
    letters = [
        "BRGY"[("BRGY".index(letter) + turn) % 4] if letter in "BRGY" else letter for letter in rest[0]
    ]
    return f"{verb} {''.join(letters)}"


def test_recolouring_is_offered_to_each_seat_in_turn() -> None:
    state = position(
        "gems B2; 1:0 C32; 1:1 C02; 2:0 C63", "gems B1; 1:0 C33; 1:1 C34; 2:0 C35", phase="recolour"
    )
    assert state.phase == RECOLOUR
    assert state.actor == 0
    state.play("circle -")
    assert state.actor == 1
    state.play("circle -")
    assert state.over


def test_everybody_bids_at_once() -> None:
    state = position("gems R2; 1:0 C32", "gems B1; 1:0 C33", phase="auction", slots="R C40; B C41")
    assert state.pending == 0b11
    assert list(state.ask) == [BID, BID]
