"""`koloda new-game` writes a game that keeps every promise; the suite finds what is planted in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outside.packages import koloda, skeleton

ROOT = Path(__file__).parents[2]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} is not once in {path.name}"
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.long
def test_a_new_game_keeps_every_promise_plays_and_passes_its_own_tests(tmp_path: Path) -> None:
    package = skeleton(tmp_path)
    checked = koloda(package, "check-game", "whist")
    assert checked.returncode == 0, checked.stdout
    assert "LACKS" not in checked.stdout
    played = koloda(package, "play", "whist", "--seed", "1", "--fast")
    assert "Your move" in played.stdout
    path = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not contract", "tests"],
        cwd=package, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert "3 passed" in tests.stdout, tests.stdout


def test_a_new_game_is_written_in_the_style_of_the_others(tmp_path: Path) -> None:
    package = skeleton(tmp_path)
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", str(ROOT / "pyproject.toml"), str(package)],
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout


PLANTED = {
    "an event shows a hidden card to everybody": (
        "state.py",
        "        self.turn = (seat + 1) % self.seats\n",
        (
            "        self.turn = (seat + 1) % self.seats\n"
            "        if self.hands[self.turn]:\n"
            '            self.tell("play", self.turn, DECK.codes[self.hands[self.turn][0]])\n'
        ),
        "events_tell_a_seat",
    ),
    "the deal tells everybody all hands": (
        "state.py",
        '(seat, codes), (seat, ("??",) * len(codes))',
        "(seat, codes), (seat, codes)",
        "told_of_the_deal",
    ),
    "worlds forget who did not follow suit": (
        "state.py",
        "if all(not self.lacks[other][DECK.suit(card)]",
        "if all(True or self.lacks[other][DECK.suit(card)]",
        "worlds_are_fair",
    ),
    "worlds are unfair": (
        "state.py",
        "cards = shuffled(unseen[:], rng)",
        "cards = shuffled(unseen[:], rng)\n            cards.sort(key=lambda card: rng.below(4) and card)",
        "worlds_are_fair",
    ),
    "worlds look at the truth": (
        "state.py",
        "cards = shuffled(unseen[:], rng)",
        "cards = shuffled(unseen[:], Rng(self.hands[others[0]][0] if self.hands[others[0]] else 0, tries))",
        "worlds_are_sampled_from",
    ),
    "nobody could say whether worlds are fair": (
        "views.py",
        '"hands": [[s.game.codes[card] for card in hand] for hand in s.hands]}',
        '"hands": [[s.game.codes[card] for card in hand] for hand in s.hands if not s.trick + s.played]}',
        "worlds_are_fair",
    ),
    "a clone forgets a field": (
        "state.py",
        "        return copied(self)",
        "        copy = copied(self)\n        copy.played = []\n        return copy",
        "clone",
    ),
    "a view shows another hand": (
        "views.py",
        'found["hand"] = ',
        (
            'found["lacks"] = [[s.hands[0] == [], False, False, False]] * s.seats\n'
            '        found["played"] = [s.game.codes[hand[0]] for hand in s.hands if hand]\n'
            '        found["hand"] = '
        ),
        "cannot_tell",
    ),
    "a bot looks at the others' cards": (
        "bots.py",
        "        legal = state.legal(seat)\n        if not state.trick:",
        (
            "        legal = state.legal(seat)\n"
            "        if sum(map(sum, state.hands)) % 2:\n"
            "            return legal[0]\n"
            "        if not state.trick:"
        ),
        "heuristic_does_not_see",
    ),
    "a default for tables is no option": (
        "__init__.py",
        "    default_seats = ",
        '    table_options = {"tempo": "fast"}  # noqa: RUF012\n    default_seats = ',
        "defaults_of_tables",
    ),
    "a default for tables is that of the rules": (
        "__init__.py",
        "    default_seats = ",
        '    table_options = {"hand": 6}  # noqa: RUF012\n    default_seats = ',
        "defaults_of_tables",
    ),
    "a reason has no sentence": ("texts.py", '"follow": "хто має {}, мусить грати в масть"', "", "reason"),
    "the guide breaks the rules": ("text/guide.json", '"play KD"\n  ]', '"play KH"\n  ]', "guide"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_the_suite_finds(what: str, tmp_path: Path) -> None:
    file, old, new, check = PLANTED[what]
    package = skeleton(tmp_path)
    if file == "text/guide.json":
        path = package / "koloda_whist" / file
        path.write_text(path.read_text("utf-8").replace('"play KD"', '"play KH"', 1), "utf-8")
    else:
        edit(package / "koloda_whist" / file, old, new)
    checked = koloda(package, "check-game", "whist", "--only", check)
    assert checked.returncode == 1, f"{checked.stdout}{checked.stderr}"
    assert "LACKS" in checked.stdout


def test_it_is_told_how_much_could_be_compared(tmp_path: Path) -> None:
    checked = koloda(skeleton(tmp_path), "check-game", "whist", "--only", "worlds_are_fair", "--json")
    (outcome,) = json.loads(checked.stdout)
    assert len(outcome["said"]) == outcome["tried"]
    for _, said in outcome["said"]:
        found = re.fullmatch(r"(\d+) of (\d+) positions compared, the latest after (\d+) decisions", said)
        assert found
        compared, looked_at, latest = map(int, found.groups())
        assert 2 < compared <= looked_at
        assert latest > 0


@pytest.mark.parametrize("name", ["Whist", "9cards", "two words", "durak", "class", "../x", ""])
def test_a_name_that_cannot_be_one_is_refused(name: str, tmp_path: Path) -> None:
    done = koloda(tmp_path, "new-game", name, "--out", str(tmp_path / "new"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine.txt").write_text("kept")
    done = koloda(tmp_path, "new-game", "whist", "--out", str(tmp_path / "new"))
    assert done.returncode == 2
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["mine.txt"]
