"""What a ladder keeps on disk survives crashes and strangers."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from koloda.core.errors import KolodaError
from koloda.ladder.entry import checked_name, checked_sources
from koloda.ladder.folder import Busy, Folder
from koloda.ladder.journal import Damaged, Journal, written
from ladder.conftest import small


def test_lines_are_json_with_a_checksum_and_come_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "log")
    journal.append([{"a": 1}, {"b": "Колода\n"}])
    assert [json.loads(line)["sum"] for line in journal.path.read_text().splitlines()]
    assert journal.news() == [{"a": 1}, {"b": "Колода\n"}]
    assert journal.news() == []
    journal.append([{"c": 3}])
    assert journal.news() == [{"c": 3}]


@pytest.mark.parametrize("torn", [written({"a": 2})[:-9], b'{"a":2,"sum":"0000000000000000"}\n', b"\0\0\n"])
def test_a_damaged_last_line_is_left_out_and_cut_off_before_the_next(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(written({"a": 1}) + torn)
    reader = Journal(path)
    assert reader.news() == [{"a": 1}]
    writer = Journal(path)
    writer.mend()
    writer.append([{"a": 3}])
    assert reader.news() == [{"a": 3}]
    assert Journal(path).news() == [{"a": 1}, {"a": 3}]


def test_a_damaged_line_in_the_middle_is_named_and_put_aside_only_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = [written({"n": number}) for number in range(3)]
    path.write_bytes(lines[0] + lines[1].replace(b'"n":1', b'"n":7') + lines[2])
    with pytest.raises(Damaged, match="line 2"):
        Journal(path).news()
    with pytest.raises(Damaged, match="line 2"):
        Journal(path).mend()
    assert Journal(path).mend(repair=True) == [2]
    assert Journal(path).news() == [{"n": 0}, {"n": 2}]
    assert b'"n":7' in (tmp_path / "log.damaged").read_bytes()


def test_only_the_owner_reads_the_folder(ladder: Callable[..., Folder]) -> None:
    folder = ladder()
    folder.keep_sources(1, 1, {"bot.py": b"pass"})
    folder.keep_report(1, 1, {"en": "secret"})
    for path in (folder.path, *folder.path.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_ladder_is_not_made_over_something_else(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KolodaError, match="not empty"):
        Folder.make(tmp_path, small())


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"seats": 99},
        {"options": {"no": 1}},
        {"levels": ["dragonfly"]},
        {"levels": ["mcts"]},
    ],
)
def test_rules_that_nobody_can_play_are_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(KolodaError):
        Folder.make(tmp_path / "new", small(**changes))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "name",
    ["", "x" * 25, "../up", "a/b", "<b>", "a\x1b[31m", "a\u202eb", ".hidden", "easy", "Ｅasy", "cmd", "a\0"],
)
def test_names_that_could_play_tricks_are_refused(name: str) -> None:
    with pytest.raises(KolodaError):
        checked_name(name)


def test_names_of_any_language_are_kept() -> None:
    assert checked_name("  Дурень   2 ") == "Дурень 2"


@pytest.mark.parametrize(
    ("main", "files"),
    [
        ("../bot.py", {"../bot.py": "x"}),
        ("bot.exe", {"bot.exe": "x"}),
        ("bot", {"bot": "x"}),
        ("bot.py", {"other.py": "x"}),
        ("bot.py", {"bot.py": ""}),
        ("bot.py", {"bot.py": "a\0b"}),
        ("bot.py", {"bot.py": "x" * 300_000}),
        ("bot.py", {"bot.py": "x", "../m.py": "x"}),
        ("bot.py", {"bot.py": "x", "BOT.py": "x"}),
        ("bot.py", {"bot.py": "x", "m.so": "x"}),
        ("bot.py", {f"m{n}.py": "x" for n in range(9)} | {"bot.py": "x"}),
        ("bot.py", {"bot.py": "\ud800"}),
    ],
)
def test_sources_are_few_small_texts_with_plain_names(main: str, files: dict[str, str]) -> None:
    with pytest.raises(KolodaError):
        checked_sources(small(), main, files)


def test_the_inbox_takes_so_much_and_no_more(
    ladder: Callable[..., Folder], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ladder()
    monkeypatch.setattr("koloda.ladder.folder.MOST_WAITING", 2)
    names = [folder.put("freeze", name=str(number)) for number in range(2)]
    with pytest.raises(Busy):
        folder.put("freeze", name="3")
    (folder.path / "inbox" / "00-strange.json").write_text("{" * 10)
    assert [item["inbox"] for item in folder.inbox()] == names
    assert [item["inbox"] for item in folder.waiting()] == names
    folder.done_with(names[0])
    assert [item["inbox"] for item in folder.waiting()] == names[1:]


def test_a_reader_follows_a_writer(ladder: Callable[..., Folder]) -> None:
    writer = ladder()
    reader = Folder(writer.path)
    assert reader.read()
    assert not reader.read()
    writer.tell({"event": "deadline", "until": 5})
    assert reader.read()
    assert reader.book.deadline == 5
    assert reader.book.closed_at(5)
    assert not reader.book.closed_at(4)
