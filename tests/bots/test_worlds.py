"""What a search meets: its worlds and their weights, what it notices, whom it models, where it stops."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import koloda
from koloda.bots.driver import DrivenDeal
from koloda.bots.search import Search
from koloda.core.policy import RandomPolicy, next_seat
from koloda.core.rng import Rng
from koloda.core.tuning import Tuning

if koloda.compiled():
    pytest.skip("the compiled State has no interpreted subclasses", allow_module_level=True)

from bots.tiny import First, Tiny


def search(root: Tiny, tuning: Tuning, seed: int = 1) -> Search:
    return Search(root, 0, First(), tuning, Rng(seed))


# worlds


class Coin(Tiny):
    """The world is heads or tails; that heads were thrown is so many times as likely."""

    heads = 3.0
    tails = 1.0

    def is_heads(self) -> bool:
        return self.world % 2 == 1

    def likelihood(self, seat: int) -> float:
        return self.heads if self.is_heads() else self.tails


class Unbelievable(Coin):
    heads = 0.0
    tails = 0.0


class Certain(Coin):
    tails = 0.0


class Silent(Coin):
    def likelihood(self, seat: int) -> float:
        raise AssertionError("nobody asked for a likelihood")


def share_of_heads(root: Coin, candidates: int) -> float:
    trying = search(root, Tuning(candidates=candidates))
    found = []
    for number in range(2000):
        trying.rng = Rng(trying.seed, number)
        world = trying.world()
        assert isinstance(world, Coin)
        found.append(world.is_heads())
    return sum(found) / len(found)


@pytest.mark.parametrize(
    ("root", "candidates", "share"),
    [
        (Silent, 1, 0.5),
        # of two candidates: both heads in a quarter, one of them in a half, and then three times of four
        (Coin, 2, 1 / 4 + 1 / 2 * 3 / 4),
        (Coin, 64, 0.75),
        (Unbelievable, 8, 0.5),
        (Certain, 3, 7 / 8),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_worlds_are_taken_by_their_likelihood(root: type[Coin], candidates: int, share: float) -> None:
    assert share_of_heads(root(), candidates) == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize(("tuning", "candidates"), [(Tuning(), 1), (Tuning(candidates=5), 5)])
def test_so_many_worlds_are_sampled_as_there_are_candidates(tuning: Tuning, candidates: int) -> None:
    root = Coin()
    search(root, tuning).run(10)
    assert len(root.samples) == 10 * candidates


@pytest.mark.parametrize("candidates", [1, 4])
def test_the_nth_try_of_every_action_meets_the_same_world(candidates: int) -> None:
    root = Coin()
    search(root, Tuning(candidates=candidates)).run(60)
    met = {0: [], 1: []}  # type: dict[int, list[int]]
    for sample in root.samples:
        if sample.history:
            met[sample.history[0]].append(sample.world)
    tries = min(len(worlds) for worlds in met.values())
    assert tries > 10
    assert met[0][:tries] == met[1][:tries]
    assert len(set(met[0])) == len(met[0])


# what is noticed


class Match(Tiny):
    """Seat 0 leaves with something, or stays; then seat 1 lays a coin by chance, and seat 0 guesses it."""

    turns = (0, 1, 0)

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if self.history[0] == 0:
            self.pending = 0

    def returns(self) -> list[float]:
        if len(self.history) == 1:
            return [0.4 + (1.0 if self.world % 2 else -1.0), 0.0]
        return [1.0 if self.history[1] == self.history[2] else -1.0, 0.0]


class Hidden(Match):
    def notices(self, seat: int, actor: int, action: int) -> bool:
        return seat == actor


@pytest.mark.parametrize(("root", "choice"), [(Match, 1), (Hidden, 0)])
def test_what_a_seat_does_not_notice_it_cannot_use(root: type[Match], choice: int) -> None:
    tuning = Tuning(randomness=0, exploration=1.4, urgency=1000.0, modelled=100, trust=0.0)
    trying = Search(root(), 0, RandomPolicy(), tuning, Rng(1))
    trying.run(800)
    assert trying.best() == choice


# the others


class Harm(Tiny):
    """Seat 1 decides what seat 0 gets; harming it is best for seat 1, but the policy does not."""

    turns = (0, 1)

    def returns(self) -> list[float]:
        harm = float(self.history[1])
        return [-harm, harm]


@pytest.mark.parametrize(("modelled", "others"), [(100, {0}), (0, {0, 1})])
def test_others_follow_the_policy_as_often_as_they_are_modelled(modelled: int, others: set[int]) -> None:
    root = Harm()
    trying = search(root, Tuning(randomness=0, modelled=modelled, urgency=1000.0))
    trying.run(100)
    assert {sample.history[1] for sample in root.samples} == others
    value = max(each[2] for each in trying.values())
    assert (value == 0.0) if modelled else (value < -0.5)


# untried actions


class Rich(Tiny):
    """Seat 0 gets the same whatever it does."""

    turns = (0, 0)

    def returns(self) -> list[float]:
        return [10.0, -10.0]


@pytest.mark.parametrize(
    ("urgency", "trust", "tried"), [(5.0, 1.0, {0, 1}), (-5.0, 1.0, {0}), (5.0, 100.0, {0})]
)
def test_an_untried_action_is_hoped_to_be_so_much_better_than_the_others(
    urgency: float, trust: float, tried: set[int]
) -> None:
    root = Rich()
    search(root, Tuning(randomness=0, urgency=urgency, trust=trust)).run(20)
    # of the policy's own action, 0, everything is known
    assert {sample.history[1] for sample in root.samples} == tried


class Wide(Tiny):
    """Five actions."""

    def __init__(self) -> None:
        super().__init__()
        self.game = SimpleNamespace(id="wide", num_actions=5)

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seat", [0, 1])
def test_of_the_untried_actions_any_comes_next(seat: int) -> None:
    trying = search(Wide(), Tuning())
    node = 7
    for action in (0, 3):
        trying.tree.add(node, seat * 5 + action)
    found = [int(trying.expansion(node, trying.root, seat, [0, 1, 2, 3, 4], 3)) for _ in range(300)]
    assert set(found) == {1, 2, 4}
    assert all(found.count(action) > 60 for action in set(found))


def known(trying: Search, node: int, tries: dict[int, tuple[int, float]], available: int) -> None:
    """So many tries of each action with such a mean, each legal in so many of the worlds met."""
    for action, (visits, mean) in tries.items():
        entry = trying.tree.add(node, action)
        trying.tree.visits[entry] = visits
        trying.tree.totals[entry] = visits * mean
        trying.tree.available[entry] = available


def test_an_action_counts_as_available_from_its_first_try_on() -> None:
    trying = search(Wide(), Tuning())
    known(trying, 7, {0: (3, 0.5), 2: (1, 0.25)}, 4)
    for _ in range(10):
        trying.select(7, trying.root, 0)
    known(trying, 7, {1: (1, 0.0)}, 1)
    trying.select(7, trying.root, 0)
    assert list(trying.tree.available) == [15, 15, 2]


@pytest.mark.parametrize(
    ("exploration", "choice"), [(0.0, 0), (0.1, 0), (1.0, 1)], ids=["never", "little", "much"]
)
def test_an_action_that_was_tried_little_is_explored(exploration: float, choice: int) -> None:
    trying = search(Tiny(), Tuning(exploration=exploration))
    known(trying, 7, {0: (100, 0.5), 1: (4, 0.25)}, 100)
    trying.select(7, trying.root, 0)
    assert trying.chosen == choice


@pytest.mark.parametrize(("mean", "choice"), [(0.4, 0), (0.6, 1)])
def test_untuned_it_leaves_the_policy_for_what_is_a_standard_error_better(mean: float, choice: int) -> None:
    trying = search(Tiny(), Tuning())
    assert trying.deviation == 1.0
    # after four tries the standard error is half a deviation
    known(trying, 7, {0: (4, 0.0), 1: (4, mean)}, 8)
    trying.tree.liked[0] = 1
    trying.select(7, trying.root, 0)
    assert trying.chosen == choice


def test_the_best_action_is_chosen_where_all_lose() -> None:
    trying = search(Tiny(), Tuning(exploration=0.0))
    known(trying, 7, {0: (10, -0.9), 1: (10, -0.5)}, 20)
    assert trying.select(7, trying.root, 0) >= 0
    assert trying.chosen == 1


# after the tree


class Lone(Tiny):
    """One seat acts again and again."""

    turns = (0,) * 51


@pytest.mark.parametrize("randomness", [0, 10, 90, 100])
def test_after_the_tree_so_many_actions_of_a_hundred_are_random(randomness: int) -> None:
    root = Lone()
    search(root, Tuning(randomness=randomness)).run(40)
    # a first action is the policy's; of the random ones every other is
    others = sum(sum(sample.history[-40:]) for sample in root.samples)
    assert others / (40 * 40) == pytest.approx(randomness / 200, abs=0.04 if randomness else 0.0)


# the horizon


class Long(Tiny):
    """Every action begins a stage; what lies ahead is told from where a search stops."""

    turns = (0, 1) * 10

    def stage(self) -> int:
        return len(self.history)

    def outlook(self) -> list[float]:
        return [0.0, 0.0]


@pytest.mark.parametrize(
    ("horizon", "stages"), [(1, 2), (2, 3), (5, 6), (18, 19), (19, 20), (0, 20)], ids=str
)
def test_an_iteration_stops_so_many_stages_after_the_tree(horizon: int, stages: int) -> None:
    root = Long()
    trying = search(root, Tuning(horizon=horizon))
    trying.run(1)
    # the first iteration adds the first action to the tree
    assert [len(sample.history) for sample in root.samples] == [stages]
    assert trying.actions == stages


# real time


class Free(Tiny):
    """Seat 1 owes a decision; seat 0 may act before it."""

    turns = (1, 1)

    def __init__(self) -> None:
        super().__init__()
        self.free = 1


class Three(Free):
    """Seat 1 owes a decision; seats 0 and 2 may act before it."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 3
        self.free = 0b101


def test_who_owes_a_decision_has_one_lot_also_where_it_may_act_anyway() -> None:
    state = Three()
    state.free = 0b111
    drawn = [int(next_seat(state, Rng(seed))) for seed in range(300)]
    assert all(drawn.count(seat) > 60 for seat in (0, 1, 2))


def test_beside_a_person_everybody_who_may_act_is_next_by_lot() -> None:
    deal = DrivenDeal(Three(), [], 1)
    assert {deal.next_beside(0) for _ in range(50)} == {1, 2}
    assert {deal.next_beside(1) for _ in range(50)} == {0, 2}


def test_beside_a_person_the_first_who_owes_a_decision_is_next() -> None:
    state = Tiny()
    state.pending = 0b1110
    deal = DrivenDeal(state, [], 1)
    assert [deal.next_beside(0), deal.next_beside(1)] == [1, 2]


def test_a_seat_that_may_act_searches_its_own_actions() -> None:
    root = Free()
    trying = search(root, Tuning())
    trying.run(10)
    assert {sample.actors[0] for sample in root.samples} == {0}
    assert sum(each[1] for each in trying.values()) == 10
