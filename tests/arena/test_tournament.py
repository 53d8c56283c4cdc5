"""Tournaments: who meets whom, turned seats, and games that are neither lost nor played twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda
from koloda.arena.executors import Local
from koloda.arena.files import GAMES, PLAN
from koloda.arena.results import Folder, Memory
from koloda.arena.run import play_tournament
from koloda.arena.standings import as_csv, as_text, histogram, summary
from koloda.arena.tournament import Outcome, Plan, outcome_of, play, sealed, unsealed
from koloda.cli import main
from koloda.core.errors import KolodaError

BOTS = ("random", "easy", "normal", "heuristic")
PLAN_OF_FOUR = Plan("durak", 2, {}, BOTS, games=4, seed=3)


def played(plan: Plan, jobs: int = 1) -> Memory:
    kept = Memory(plan)
    with Local(jobs) as workers:
        for _ in play_tournament(plan, kept, workers, jobs):
            pass
    return kept


def in_folder(path: Path, plan: Plan, resume: bool = False, repair: bool = False, jobs: int = 1) -> Folder:
    folder = Folder(str(path), plan, resume, repair)
    try:
        with Local(jobs) as workers:
            for _ in play_tournament(plan, folder, workers, jobs):
                pass
        folder.finish()
    finally:
        folder.close()
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that nobody has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "cup"
    in_folder(path, PLAN_OF_FOUR)
    return path


# the schedule


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    game = koloda.game(draw(st.sampled_from([game.id for game in koloda.game_list()])))
    seats = draw(st.sampled_from([count for count in game.seat_counts if count > 1]))
    bots = tuple(f"mcts:{number}" for number in range(1, draw(st.integers(2, 7)) + 1))
    kind = draw(st.sampled_from(("round-robin", "gauntlet")))
    mixed = draw(st.booleans())
    return Plan(game.id, seats, {}, bots, kind, draw(st.integers(1, 9)), mixed=mixed)


@given(plans())
def test_on_every_deal_everybody_sits_on_every_side(plan: Plan) -> None:
    plan.check()
    fixtures = plan.fixtures(0, [])
    assert [fixture.number for fixture in fixtures] == list(range(1, plan.total() + 1))
    sat: dict[tuple[int, tuple[int, ...]], list[Counter[int]]] = {}
    for fixture in fixtures:
        line_up = plan.line_up(fixture)
        assert set(line_up) == set(fixture.meeting)
        for seats in plan.sides:
            assert len({line_up[seat] for seat in seats}) == 1, "a side has one bot"
        sides = sat.setdefault((fixture.deal, fixture.meeting), [Counter() for _ in plan.sides])
        for side, seats in enumerate(plan.sides):
            sides[side][line_up[seats[0]]] += 1
    assert len({deal for deal, _ in sat}) == len(sat), "a deal belongs to one meeting"
    for (_, meeting), found in sat.items():
        assert all(side == dict.fromkeys(meeting, 1) for side in found)
    meetings = {fixture.meeting for fixture in fixtures}
    everybody = set(combinations(range(len(plan.bots)), plan.width))
    assert meetings == (everybody if plan.format == "round-robin" else {m for m in everybody if 0 in m})


@pytest.mark.parametrize(("count", "mixed"), [(4, False), (5, False), (7, False), (6, True), (8, True)])
def test_swiss_rounds_meet_neighbours_and_nobody_twice(count: int, mixed: bool) -> None:
    """The results are made up: the lower number always wins."""
    bots = tuple(f"mcts:{number}" for number in range(1, count + 1))
    plan = Plan("yassa", 3, {}, bots, "swiss", 2, rounds=2 if mixed else 3, mixed=mixed)
    outcomes: list[Outcome] = []
    met: Counter[tuple[int, int]] = Counter()
    rests: Counter[int] = Counter()
    for number in range(plan.rounds):
        fixtures = plan.fixtures(number, outcomes)
        seated = {bot for fixture in fixtures for bot in fixture.meeting}
        rests.update(set(range(count)) - seated)
        assert len(seated) == count - count % plan.width
        for meeting in {fixture.meeting for fixture in fixtures}:
            met.update(combinations(meeting, 2))
        for fixture in fixtures:
            line_up = tuple(plan.line_up(fixture))
            places = tuple(1 + sum(other < bot for other in line_up) for bot in line_up)
            zeros = (0.0,) * plan.seats
            outcomes.append(
                Outcome(fixture.number, fixture.meeting, fixture.deal, line_up, zeros, zeros, places, 9, ())
            )
    assert len({outcome.number for outcome in outcomes}) == plan.total() == len(outcomes)
    if not mixed:
        assert max(met.values()) == 1
    assert max(rests.values(), default=0) <= 1
    # the best two have met: neighbours in the standings sit together
    assert (0, 1) in met


@pytest.mark.parametrize(
    "plan",
    [
        Plan("viceroy", 1, {}, ("random", "easy")),
        Plan("durak", 4, {}, ("random",)),
        Plan("durak", 4, {}, ("random", "random")),
        Plan("durak", 4, {}, ("random", "nobody")),
        Plan("durak", 9, {}, ("random", "easy")),
        Plan("durak", 4, {"mode": "x"}, ("random", "easy")),
        Plan("durak", 4, {}, ("random", "easy"), "knockout"),
        Plan("durak", 4, {}, ("random", "easy"), "swiss"),
        Plan("durak", 4, {}, ("random", "easy"), rounds=3),
        Plan("durak", 4, {}, ("random", "easy"), seed=2**63),
        Plan("durak", 4, {}, ("random", "easy"), games=10**8),
    ],
)
def test_a_plan_without_sense_is_refused(plan: Plan) -> None:
    with pytest.raises(KolodaError):
        plan.check()


# playing


def test_equal_bots_are_even_on_turned_seats() -> None:
    """`normal` is the heuristic where there are no endings: on the same cards both have the same luck."""
    facts = summary(
        plan := Plan("flights", 2, {}, ("normal", "heuristic"), games=20), played(plan).outcomes()
    )
    assert [row["elo"] for row in facts["standings"]] == [1500.0, 1500.0]
    assert facts["cross"][0]["win_rate"] == 0.5
    facts = summary(
        plan := Plan("yassa", 3, {}, ("normal", "heuristic"), games=6, mixed=True), played(plan).outcomes()
    )
    assert len(facts["standings"]) == 2


@pytest.mark.parametrize("game", [game.id for game in koloda.game_list()])
def test_a_round_robin_of_four_in_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    search = "mcts:2" if koloda.compiled() else "heuristic"
    words = [game, "random", "easy", "normal", search, "--games", "2", "--seats", "2", "--json"]
    assert main(["tournament", *words]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == 12
    assert facts["missing"] == 0
    assert sorted(row["bot"] for row in facts["standings"]) == sorted(["random", "easy", "normal", search])
    assert len(facts["cross"]) == 6
    assert all(row["elo_interval"][0] <= row["elo"] <= row["elo_interval"][1] for row in facts["standings"])
    assert sum(bar[2] for bar in facts["lengths"]["bars"]) == 12


def test_results_do_not_depend_on_jobs(whole: Path, tmp_path: Path) -> None:
    in_folder(tmp_path / "cup", PLAN_OF_FOUR, jobs=2)
    assert (tmp_path / "cup" / GAMES).read_bytes() == (whole / GAMES).read_bytes()


def test_games_without_decisions_have_the_same_results(whole: Path) -> None:
    plan = Plan("durak", 2, {}, BOTS, games=4, seed=3, records=False)
    lines = (whole / GAMES).read_text("utf-8").splitlines()
    assert played(plan).outcomes() == [outcome_of(json.loads(line)) for line in lines]


def test_the_games_of_a_folder_can_be_verified(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(whole / GAMES)]) == 0
    assert "24 records ok" in capsys.readouterr().out


# going on


KILLED = """
import os, signal, sys
from koloda.arena.executors import Local
from koloda.arena.results import Folder
from koloda.arena.run import play_tournament
from koloda.arena.tournament import Plan
plan = Plan("durak", 2, {}, ("random", "easy", "normal", "heuristic"), games=4, seed=3)
folder = Folder(sys.argv[1], plan)
count = 0
for outcomes in play_tournament(plan, folder, Local(1), 1):
    count += len(outcomes)
    if count >= 11:
        folder.games.write('{"format":"koloda-record/1","game":"dur')  # a line that is cut off
        folder.games.flush()
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_tournament_goes_on_and_has_the_same_standings(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cup"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=300)
    assert done.returncode == -signal.SIGKILL
    assert not (path / GAMES).read_bytes().endswith(b"\n")
    before = (path / GAMES).read_text("utf-8").splitlines()[:-1]
    assert 11 <= len(before) < 24
    folder = in_folder(path, PLAN_OF_FOUR, resume=True)
    assert (path / GAMES).read_bytes() == (whole / GAMES).read_bytes()
    plain = played(PLAN_OF_FOUR).outcomes()
    assert summary(PLAN_OF_FOUR, folder.outcomes()) == summary(PLAN_OF_FOUR, plain)


def test_the_loss_of_a_worker_loses_and_repeats_no_game(whole: Path, tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "cup"), PLAN_OF_FOUR)
    killed = False
    with Local(2) as workers:
        for _ in play_tournament(PLAN_OF_FOUR, folder, workers, 2):
            if not killed:
                assert workers.pool is not None
                os.kill(next(iter(workers.pool._processes)), signal.SIGKILL)
                killed = True
    folder.finish()
    folder.close()
    assert (tmp_path / "cup" / GAMES).read_bytes() == (whole / GAMES).read_bytes()


def test_control_c_keeps_what_was_played(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["durak", *BOTS, "--seats", "2", "--games", "4", "--seed", "3", "--out", str(tmp_path / "cup")]
    real = Folder.add

    def interrupted(self: Folder, lines: list[str]) -> list[Outcome]:
        added = real(self, lines)
        if len(self.done) > 5:
            raise KeyboardInterrupt
        return added

    monkeypatch.setattr(Folder, "add", interrupted)
    assert main(["tournament", *words]) == 130
    said = capsys.readouterr()
    assert "--resume goes on" in said.err
    monkeypatch.setattr(Folder, "add", real)
    assert main(["tournament", *words, "--resume"]) == 0
    assert (tmp_path / "cup" / GAMES).read_bytes() == (whole / GAMES).read_bytes()
    assert main(["tournament", *words]) == 2
    assert "--resume to go on" in capsys.readouterr().err


def damaged(whole: Path, path: Path, change: Any) -> None:
    shutil.copytree(whole, path)
    lines = (path / GAMES).read_text("utf-8").splitlines()
    change(lines)
    (path / GAMES).write_text("".join(f"{line}\n" for line in lines), "utf-8")


def swapped(lines: list[str]) -> None:
    lines[4] = (
        lines[4].replace('"places":[1,2]', '"places":[2,3]').replace('"places":[2,1]', '"places":[1,2]')
    )


def garbage(lines: list[str]) -> None:
    lines[4] = "\x00\xff{"


def twice(lines: list[str]) -> None:
    lines[4] = lines[3]


def foreign(lines: list[str]) -> None:
    """A whole line with a right checksum, but of another deal."""
    entry = unsealed(lines[4])
    assert entry is not None
    lines[4] = sealed({**entry, "seed": 5})


def beyond(lines: list[str]) -> None:
    entry = unsealed(lines[4])
    assert entry is not None
    lines[4] = sealed({**entry, "tournament": {**entry["tournament"], "number": 999}})


def shapeless(lines: list[str]) -> None:
    lines[4] = sealed({"tournament": 3})


@pytest.mark.parametrize("change", [swapped, garbage, twice, foreign, beyond, shapeless])
def test_damage_is_refused_in_words_and_can_be_repaired(change: Any, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cup"
    damaged(whole, path, change)
    before = (path / GAMES).read_bytes()
    assert before != (whole / GAMES).read_bytes()
    with pytest.raises(KolodaError, match="--resume --repair"):
        in_folder(path, PLAN_OF_FOUR, resume=True)
    assert (path / GAMES).read_bytes() == before
    in_folder(path, PLAN_OF_FOUR, resume=True, repair=True)
    assert (path / GAMES).read_bytes() == (whole / GAMES).read_bytes()


@given(st.integers(0, 400), st.integers(1, 255))
def test_no_change_of_a_byte_fits_the_checksum(place: int, change: int) -> None:
    line = sealed({"tournament": {"number": 1}, "names": ["ü", '","check":"0"}'], "actions": [[0, "x"]] * 20})
    assert unsealed(line) is not None
    data = bytearray(line.encode())
    place %= len(data)
    data[place] ^= change
    assert unsealed(data.decode("latin-1")) is None


def test_two_runs_do_not_share_a_folder(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cup"
    shutil.copytree(whole, path)
    first = Folder(str(path), PLAN_OF_FOUR, resume=True)
    with pytest.raises(KolodaError, match="at work"):
        Folder(str(path), PLAN_OF_FOUR, resume=True)
    first.close()
    Folder(str(path), PLAN_OF_FOUR, resume=True).close()


def test_another_tournament_does_not_go_on_here(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cup"
    shutil.copytree(whole, path)
    with pytest.raises(KolodaError, match="another tournament: seed 3, not 4"):
        Folder(str(path), Plan("durak", 2, {}, BOTS, games=4, seed=4), resume=True)
    (path / PLAN).write_text("{", "utf-8")
    with pytest.raises(KolodaError, match="damaged"):
        Folder(str(path), PLAN_OF_FOUR, resume=True)
    with pytest.raises(KolodaError, match="no tournament"):
        Folder(str(tmp_path / "nothing"), PLAN_OF_FOUR, resume=True)


# the command


@pytest.mark.parametrize(
    "words",
    [
        ["durak", "random"],
        ["durak", "random", "easy", "--option", "mode"],
        ["durak", "random", "easy", "--option", "nothing=3"],
        ["durak", "random", "easy", "--format", "swiss"],
        ["durak", "random", "easy", "--resume"],
        ["durak", "random", "easy", "--repair"],
        ["durak", "random", "easy", "--games", "0"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_options_come_one_by_one_or_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["durak", "random", "easy", "--games", "2", "--seats", "3", "--json"]
    assert main(["tournament", *words, "--option", "adders=neighbours", "--option", "stall_limit=40"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["options"]["adders"] == "neighbours"
    assert facts["options"]["stall_limit"] == 40
    options = '{"adders": "neighbours", "stall_limit": 40}'
    assert main(["tournament", *words, "--options", options]) == 0
    assert json.loads(capsys.readouterr().out) == facts


def test_bars_of_a_histogram_have_equal_width_and_leave_gaps() -> None:
    assert histogram([0.0, 1.0, 1.0, 3.0])["bars"] == [[0, 0, 1], [1, 1, 2], [2, 2, 0], [3, 3, 1]]
    wide = histogram([13.0, 33.0, 98.0])["bars"]
    assert [last - first for first, last, _ in wide] == [7] * len(wide)
    assert [first for first, _, count in wide if count] == [13, 29, 93]
    halves = histogram([0.5, 2.5, 2.4])["bars"]
    assert [halves[0][0], halves[-1][1]] == [0.5, 2.5]
    assert [halves[0][2], halves[-1][2]] == [1, 2]
    assert histogram([])["bars"] == []


def test_scores_of_all_bots_are_drawn_on_one_scale() -> None:
    scores = summary(PLAN_OF_FOUR, played(PLAN_OF_FOUR).outcomes())["scores"]
    scales = [[(first, last) for first, last, _ in row["bars"]] for row in scores]
    assert len(scales) > 1
    assert all(scale == scales[0] for scale in scales)
    assert all(sum(bar[2] for bar in row["bars"]) == row["count"] for row in scores)


def test_the_same_numbers_as_text_and_csv(whole: Path) -> None:
    facts = summary(PLAN_OF_FOUR, played(PLAN_OF_FOUR).outcomes())
    text, table = as_text(facts), as_csv(facts)
    assert table.splitlines()[0].startswith("place,bot,elo,elo_low,elo_high")
    for row in facts["standings"]:
        assert f"{row['elo']:.0f}" in text
        assert f"{row['place']},{row['bot']},{row['elo']}" in table


def test_hostile_names_break_neither_terminal_nor_spreadsheet() -> None:
    evil = "=cmd|' /C calc'!A0\x1b[2J\u202e"
    plan = Plan("durak", 2, {}, (evil, "random"), games=2)
    fault = (0, "CRASH", "\x1b[31m\n", ("\x1b[2J", "\u202e"))
    outcome = Outcome(1, (0, 1), 1, (0, 1), (1.0, 0.0), (1.0, -1.0), (1, 2), 9, (fault,))
    facts = summary(plan, [outcome])
    assert "\x1b" not in as_text(facts) + as_csv(facts)
    assert "\u202e" not in as_text(facts) + as_csv(facts)
    assert "\n1,'=cmd" in as_csv(facts)
    assert facts["faults"][0]["count"] == 1


def test_a_game_is_played_as_everywhere_else() -> None:
    """The deal and the decisions are those of a simulation with the same seed."""
    from koloda.arena.simulate import Plan as Simulation
    from koloda.arena.simulate import play as simulate

    plan = Plan("flights", 2, {}, ("easy", "normal"), games=2, seed=8)
    for fixture in plan.fixtures(0, []):
        entry = play(plan, fixture)
        names = [plan.bots[number] for number in plan.line_up(fixture)]
        _, lines = simulate(Simulation("flights", 2, plan.deal_seed(fixture), 1, {}, names, True), 0, 1)
        steps = json.loads(lines[0])["steps"]
        assert entry["actions"] == [[step["seat"], step["action"]] for step in steps]
