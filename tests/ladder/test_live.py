"""Games that are being played are told to who watches, as far as a spectator may see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.arena.ladder.entrants import Entrant, Entrants
from koloda.arena.ladder.playing import Fixture, play_fixture
from koloda.arena.programs.sandbox import Sandbox
from koloda.ladder.folder import Folder
from koloda.ladder.live import Broadcast, head_of, live_games, live_path
from koloda.ladder.presets import CONTEST


@pytest.mark.parametrize("contest", [False, True])
def test_a_worker_tells_each_action_of_its_game(
    ladder: Callable[..., Folder], sandbox: Sandbox, contest: bool
) -> None:
    rules: dict[str, Any] = {"game": "durak", "seats": 4, "protocol": CONTEST} if contest else {}
    folder = ladder(levels=["easy", "random"], **rules)
    lineup = (Entrant("1.1", "easy", level="easy"), Entrant("2.1", "random", level="random"))
    outcome = play_fixture(Entrants(folder.rules, folder.path, sandbox), Fixture(5, lineup, 77))
    live = live_games(folder.path)[0, 5]
    assert (live.game, live.games) == (2, 2), "the file has the game that was begun last"
    assert live.record["actions"] == outcome.records[1]["actions"]
    assert len(live.record["actions"]) > 10
    assert live.record["names"] == outcome.records[1]["names"]
    assert live.record["seed"] == 77
    assert live.versions == outcome.games[1]["versions"]


def test_what_is_half_written_or_too_large_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    live = Broadcast(live_path(tmp_path, 3), head_of(3, 0, 1, 2, 9, ["1.1", "2.1"], {"names": ["a", "b"]}))
    live.begin()
    live.act(0, "first")
    path = live_path(tmp_path, 3)
    path.write_bytes(path.read_bytes() + b'[1, "seco')
    assert live_games(tmp_path)[0, 3].record["actions"] == [[0, "first"]]
    live.begin()
    assert live_games(tmp_path)[0, 3].record["actions"] == [], "a game that is played again begins again"
    live.close()
    live.act(0, "later")
    for name, content in (("0-4", b"no json\n"), ("0-5", b"[1]\n"), ("0-6", b""), ("0-7", b"x" * 2_000_000)):
        (tmp_path / "live" / f"{name}.jsonl").write_bytes(content)
    assert list(live_games(tmp_path)) == [(0, 3)]


def test_a_game_goes_on_where_nothing_can_be_written(tmp_path: Path) -> None:
    live = Broadcast(live_path(tmp_path, 3), {})  # there is no such folder
    live.begin()
    live.act(0, "first")
    live.close()
    assert live_games(tmp_path) == {}


def test_a_runner_leaves_no_game_that_nobody_plays(
    ladder: Callable[..., Folder], running: Callable[..., Any]
) -> None:
    folder = ladder(levels=["easy", "random"])
    left = live_path(folder.path, 99)
    left.write_bytes(b"{}\n")
    with running(folder) as runner:
        assert not left.exists(), "what a runner that was killed has left"
        runner.run(games=2)
        assert list((folder.path / "live").iterdir()) == []
