"""The reports of a tournament: report.json and report.csv with the numbers, report.html to look at."""

from __future__ import annotations

import json

from koloda.arena.files import write_whole
from koloda.arena.html_report import Page
from koloda.arena.results import Folder
from koloda.arena.standings import as_csv, summary


def write_reports(folder: Folder, lang: str = "en") -> None:
    outcomes = folder.outcomes()
    facts = summary(folder.plan, outcomes)
    write_whole(folder.path / "report.json", json.dumps(facts, indent=1) + "\n")
    write_whole(folder.path / "report.csv", as_csv(facts))
    for name, text in Page(folder.plan, facts, outcomes, lang).files(folder.entries()):
        write_whole(folder.path / name, text)
