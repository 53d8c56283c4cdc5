"""What a seat gets through each interface is the same in worlds that it cannot tell apart: all of it.

A position is put into two environments, as it is and with all that the seat does not know drawn anew. Both
are played on by the same actions as long as the seat cannot tell them apart, and give it the same each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs koloda[research]")
pytest.importorskip("pettingzoo", reason="needs koloda[research]")

import koloda  # noqa: E402
from koloda.core.bits import popcount  # noqa: E402
from koloda.core.rng import Rng  # noqa: E402
from koloda.core.state import State  # noqa: E402
from koloda.research import TextEnv, VecEnv, aec_env, gym_env, parallel_env  # noqa: E402
from koloda.research.history import information_state  # noqa: E402
from koloda.testing.secrets import alike  # noqa: E402
from koloda.testing.variants import Variant, all_variants, usual, walk  # noqa: E402

VARIANTS = all_variants()
HISTORY = 24
STEPS = 2


def plain(value: Any) -> Any:
    """Arrays as bytes, so that everything can be compared."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return (value.dtype.str, value.tobytes()) if hasattr(value, "tobytes") else value


class Aec:
    def __init__(self, variant: Variant, state: State) -> None:
        self.env = aec_env(
            variant.name, seats=variant.seats, options=variant.options, history=HISTORY, render_mode="svg"
        )
        self.env.reset(seed=1)
        self.env.table.state = state
        self.env.agent_selection = self.env.possible_agents[int(state.actor)]

    def shown(self, seat: int) -> Any:
        agent = self.env.possible_agents[seat]
        env = self.env
        ended = (env.terminations[agent], env.truncations[agent])
        drawn = env.render() if env.table.state.actor == seat else None
        return env.observe(agent), env.rewards[agent], env.infos[agent], ended, drawn

    def act(self, seat: int, action: int) -> None:
        self.env.step(action)


class Parallel:
    """All that owe a decision act at once: the others take their default."""

    def __init__(self, variant: Variant, state: State) -> None:
        self.env = parallel_env(variant.name, seats=variant.seats, options=variant.options, history=HISTORY)
        first, infos = self.env.reset(seed=1)
        self.env.table.state = state
        self.last: Any = (self.env._observations(), dict.fromkeys(first, 0.0), {}, {}, infos)

    def shown(self, seat: int) -> Any:
        return [part.get(f"seat_{seat}") for part in self.last]

    def act(self, seat: int, action: int) -> None:
        state = self.env.table.state
        pending = int(state.pending)
        actions = {
            f"seat_{each}": int(state.default(each)) if pending >> each & 1 else self.env.nothing
            for each in range(int(state.seats))
        }
        self.last = self.env.step({**actions, f"seat_{seat}": action})


class Vectorised:
    def __init__(self, variant: Variant, state: State) -> None:
        self.env = VecEnv(variant.name, deals=1, seats=variant.seats, options=variant.options)
        deals = [variant.deal(2), state]  # it goes on with another deal when this one has ended
        self.env.encoder.dealer = lambda rng: deals.pop()
        self.last = self.env.reset(seed=1)

    def shown(self, seat: int) -> Any:
        step = self.last
        mine = bool(step.seats[0] == seat)
        seen = (step.observations[0], step.masks[0]) if mine else ()
        return seen, step.rewards[0, seat], step.ended[0], step.truncated[0]

    def act(self, seat: int, action: int) -> None:
        self.last = self.env.step([action])


class Words:
    def __init__(self, variant: Variant, state: State) -> None:
        self.env = TextEnv(variant.name, variant.seats, variant.options, rules=False)
        self.env.reset(seed=1)
        self.env.state = state
        self.game = variant.game
        self.facts: dict[str, Any] = {}

    def shown(self, seat: int) -> Any:
        state = self.env.state
        assert state is not None
        asked = not self.env.done and state.actor == seat
        return self.env.get_observation() if asked else None, self.env.done, self.env.close()[0][seat]

    def act(self, seat: int, action: int) -> None:
        self.env.step(f"[{self.game.text(action)}]")


class Told:
    """Histories and information states, as the adapter for OpenSpiel gives them."""

    def __init__(self, variant: Variant, state: State) -> None:
        self.state = state
        self.first = [state.view(seat) for seat in range(variant.seats)]

    def shown(self, seat: int) -> Any:
        return information_state(self.state, seat, self.first[seat])

    def act(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)


class Spiel:
    """A state of the adapter for OpenSpiel: both strings, both observers, legal actions and returns."""

    def __init__(self, variant: Variant, state: State) -> None:
        from koloda.research.openspiel import NODES, KolodaGame

        self.game = KolodaGame(
            {"game": variant.name, "seats": variant.seats, "options": json.dumps(variant.options)}
        )
        self.observer: Any = self.game.make_py_observer()
        self.state = self.game.new_initial_state()
        self.state.deal, self.state.drawn = state, NODES
        self.state.first = [state.view(seat) for seat in range(variant.seats)]

    def shown(self, seat: int) -> Any:
        state = self.state
        self.observer.set_from(state, seat)
        legal = state.legal_actions(seat) if state.current_player() == seat else []
        texts = state.information_state_string(seat), state.observation_string(seat)
        return *texts, self.observer.tensor.copy(), legal, state.returns()[seat]

    def act(self, seat: int, action: int) -> None:
        self.state.apply_action(action)


class Gym:
    """The learner's own decisions; the other seats do what was written down."""

    def __init__(self, variant: Variant, state: State, seat: int, others: list[int]) -> None:
        self.env = gym_env(
            variant.name,
            seats=variant.seats,
            options=variant.options,
            seat=seat,
            others="random",
            history=HISTORY,
            render_mode="svg",
        )
        self.env.reset(seed=1)
        self.env.table.state = state
        self.others = others
        self.env.deal = self

    def decide(self, seat: int) -> int:
        return self.others.pop(0)

    def shown(self) -> Any:
        return self.env.table.observation(self.env.seat), self.env.render()


DOORS: list[Callable[[Variant, State], Any]] = [Aec, Vectorised, Words, Told]
if find_spec("pyspiel"):
    DOORS.append(Spiel)


def worlds(variant: Variant, turn: int, sampled: Callable[[State, int, Rng], State], seed: int = 14) -> Any:
    """A position in the midst of a deal, a seat, and the same position with other hidden cards."""
    length = sum(1 for _ in walk(variant.deal(seed), seed))
    before = 0
    for number, state in enumerate(walk(variant.deal(seed), seed)):
        # what others have sealed may differ between the worlds, and is told in the end
        is_sealed = popcount(before) > 1 and not state.pending & ~before
        before = int(state.pending)
        if number >= length // 3 and not is_sealed:
            seat = (int(state.actor) + turn) % variant.seats
            return state.clone(), seat, sampled(state, seat, Rng(3))
    raise AssertionError(f"{variant} has no position without sealed choices")


def watched(state: State, rng: Rng) -> State:
    copy = state.clone()
    copy.rng = rng.clone()
    copy.watch()
    return copy


def differences(variant: Variant, doors: list[Any], sampled: Callable[[State, int, Rng], State]) -> int:
    """How often a seat gets something else in the other world; also from a seat that is not asked."""
    found = 0
    for turn in (0, 1) if not variant.options else (0,):
        state, seat, other = worlds(variant, turn, sampled)
        for door in doors:
            here, there = watched(state, state.rng), watched(other, state.rng)
            one, two = door(variant, here), door(variant, there)
            rng = Rng(5)
            found += plain(one.shown(seat)) != plain(two.shown(seat))
            for _ in range(STEPS):
                if here.over or here.pending != there.pending:
                    break
                actor = int(here.actor)
                action = here.random_legal(actor, rng)
                if action not in there.legal(actor):
                    break
                one.act(actor, action)
                two.act(actor, action)
                if not alike(here, there, seat):
                    break
                found += plain(one.shown(seat)) != plain(two.shown(seat))
    return found


def determinized(state: State, seat: int, rng: Rng) -> State:
    return state.determinize(seat, rng)


def another_seats(state: State, seat: int, rng: Rng) -> State:
    """A world that fits what another seat knows is another one for this seat."""
    return state.determinize((seat + 1) % int(state.seats), rng)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_interface_tells_a_seat_of_hidden_cards(variant: Variant) -> None:
    assert differences(variant, DOORS, determinized) == 0


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_neither_does_the_parallel_one(game: Any) -> None:
    for variant in usual(game)[:2]:
        assert differences(variant, [Parallel], determinized) == 0


@pytest.mark.parametrize("door", [*DOORS, Parallel])
@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_a_leak_through_each_interface_would_be_found(game: Any, door: Any) -> None:
    variant = Variant(game.id, game.default_seats, {})
    assert differences(variant, [door], another_seats) > 0


def until_asked_again(state: State, other: State, seat: int, action: int, rng: Rng) -> list[int] | None:
    """What the others do until the seat is asked again, in both worlds alike; None: it would find out."""
    here, there = watched(state, state.rng), watched(other, state.rng)
    others: list[int] = []
    actor = seat
    if action not in there.legal(seat):
        return None
    while True:
        here.apply(actor, action)
        there.apply(actor, action)
        if here.over or there.over or here.pending != there.pending or here.pending >> seat & 1:
            return others if here.pending == there.pending and alike(here, there, seat) else None
        actor = int(here.actor)
        both = sorted({*here.legal(actor)} & {*there.legal(actor)})
        if not both:
            return None
        action = both[int(rng.below(len(both)))]
        others.append(action)


def gymnasium_differences(variant: Variant, sampled: Callable[[State, int, Rng], State]) -> tuple[int, int]:
    """How often the learner gets something else, and how many steps it made."""
    found = steps = 0
    for seed in range(14, 22):
        state, seat, other = worlds(variant, 0, sampled, seed)
        action = state.random_legal(seat, Rng(seed))
        others = (
            until_asked_again(state, other, seat, action, Rng(7)) if action in other.legal(seat) else None
        )
        envs = [Gym(variant, watched(each, state.rng), seat, list(others or ())) for each in (state, other)]
        found += plain(envs[0].shown()) != plain(envs[1].shown())
        if others is not None:
            one, two = (plain(each.env.step(action)) for each in envs)
            found += one != two
            found += plain(envs[0].shown()) != plain(envs[1].shown())
            steps += 1
    return found, steps


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_gymnasium_tells_a_learner_nothing_of_hidden_cards(game: Any) -> None:
    steps = 0
    for variant in usual(game):
        found, made = gymnasium_differences(variant, determinized)
        assert found == 0, variant
        steps += made
    assert steps > 0


@pytest.mark.parametrize("game", koloda.game_list(), ids=lambda game: game.id)
def test_a_leak_through_gymnasium_would_be_found(game: Any) -> None:
    assert gymnasium_differences(Variant(game.id, game.default_seats, {}), another_seats)[0] > 0


def test_a_learner_against_bots_is_told_nothing_by_the_side() -> None:
    """The information of the Gymnasium environment has no seed of the deal, or whatever gives it away."""
    env = gym_env("durak", others="random")
    _, facts = env.reset(seed=3)
    assert facts == {}
    seen, facts = env.reset()
    while True:
        seen, _, over, _, facts = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert facts == {}
        if over:
            break
