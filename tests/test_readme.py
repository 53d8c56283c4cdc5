"""The README says nothing that is not so: its commands exist, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from koloda.cli import parser

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("./koloda")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_readme_exist(command: str) -> None:
    parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_first_command_of_the_readme_is_in_the_tree() -> None:
    assert (ROOT / "koloda").stat().st_mode & 0o111
    assert (ROOT / "test").stat().st_mode & 0o111
