"""Executors: every task has one result, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from koloda.arena import executors
from koloda.arena.executors import Executor, Local, RayExecutor, WorkerLost, executor
from koloda.arena.files import GAMES
from koloda.arena.results import Folder
from koloda.arena.run import play_tournament
from koloda.arena.tournament import Plan
from koloda.core.errors import KolodaError


def square(number: int) -> int:
    return number * number


def dies_once(folder: str, number: int) -> int:
    """The worker that gets the fifth task first is killed."""
    if number == 5 and not (Path(folder) / "died").exists():
        (Path(folder) / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(number: int) -> int:
    if number == 3:
        raise KolodaError("three is refused")
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_has_one_result(jobs: int) -> None:
    with Local(jobs) as workers:
        assert sorted(workers.run(square, range(50))) == [number**2 for number in range(50)]
        assert sorted(workers.run(square, [])) == []
        assert list(workers.run(square, [7])) == [49]


def test_a_dead_worker_is_replaced_and_its_tasks_are_done_again(tmp_path: Path) -> None:
    with Local(2) as workers:
        found = list(workers.run(partial(dies_once, str(tmp_path)), range(40)))
    assert (tmp_path / "died").exists()
    assert sorted(found) == [number**2 for number in range(40)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_can_come_in_the_order_of_the_tasks(jobs: int, tmp_path: Path) -> None:
    with Local(jobs) as workers:
        assert list(workers.in_order(square, range(30))) == [number**2 for number in range(30)]
        assert list(workers.in_order(square, [])) == []
        if jobs > 1:
            found = list(workers.in_order(partial(dies_once, str(tmp_path)), range(30)))
            assert (tmp_path / "died").exists()
            assert found == [number**2 for number in range(30)]
            with pytest.raises(WorkerLost):
                list(workers.in_order(dies, range(3)))


def test_a_task_that_ends_every_worker_is_told() -> None:
    with Local(2) as workers, pytest.raises(WorkerLost, match="fewer --jobs"):
        list(workers.run(dies, range(3)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_function_is_that_of_the_caller(jobs: int) -> None:
    with Local(jobs) as workers, pytest.raises(KolodaError, match="three is refused"):
        list(workers.run(refuses, range(20)))


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = []

    def tasks() -> object:
        for number in range(10_000):
            taken.append(number)
            yield number

    with Local(2) as workers:
        results = workers.run(square, tasks())  # type: ignore[arg-type]
        next(results)
        assert len(taken) <= executors.AHEAD * 2
        results.close()  # type: ignore[attr-defined]


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(KolodaError, match=r"koloda\[ray\]"):
        executor("ray")


@pytest.mark.parametrize(("mode", "said"), [(None, True), ("token", False)])
def test_a_cluster_that_does_not_answer_may_want_a_token(
    mode: str | None, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(**_: object) -> None:
        raise ConnectionError("Failed to connect\nand much more")

    absent = SimpleNamespace(is_initialized=lambda: False, init=init)
    monkeypatch.setitem(sys.modules, "ray", absent)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    if mode:
        monkeypatch.setenv("RAY_AUTH_MODE", mode)
    with pytest.raises(KolodaError, match="Ray at head:6379: Failed to connect") as refused:
        executor("ray", address="head:6379")
    assert ("RAY_AUTH_MODE=token" in str(refused.value)) == said
    assert "\n" not in str(refused.value)


@pytest.fixture(scope="module")
def ray() -> Executor:
    """A Ray of this machine, started once: that takes a few seconds."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'koloda[ray]'")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    return RayExecutor(None, 2)


@pytest.mark.filterwarnings("ignore")
def test_ray_does_the_same_and_survives_the_loss_of_a_worker(ray: Executor, tmp_path: Path) -> None:
    assert sorted(ray.run(square, range(20))) == [number**2 for number in range(20)]
    found = list(ray.run(partial(dies_once, str(tmp_path)), range(20)))
    assert (tmp_path / "died").exists()
    assert sorted(found) == [number**2 for number in range(20)]
    with pytest.raises(KolodaError, match="three is refused"):
        list(ray.run(refuses, range(10)))


@pytest.mark.filterwarnings("ignore")
def test_ray_plays_the_same_tournament_to_the_byte(ray: Executor, tmp_path: Path) -> None:
    plan = Plan("durak", 2, {}, ("random", "easy", "normal"), games=4, seed=3)
    for name, workers in (("local", Local()), ("ray", ray)):
        folder = Folder(str(tmp_path / name), plan)
        for _ in play_tournament(plan, folder, workers, 2):
            pass
        folder.finish()
        folder.close()
    assert (tmp_path / "ray" / GAMES).read_bytes() == (tmp_path / "local" / GAMES).read_bytes()
