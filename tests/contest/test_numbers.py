"""Every ruling, vector and observation of the protocol has a test: @pytest.mark.protocol("P3")."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PROTOCOL = HERE.parents[1] / "docs" / "rules" / "durak-protocol.md"
MARK = re.compile(r"mark\.protocol\(([^)]*)\)")


def numbers() -> set[str]:
    """The numbers at the beginning of the rows of its tables."""
    return set(re.findall(r"^\| ([PVS]\d+) \|", PROTOCOL.read_text("utf-8"), re.MULTILINE))


def covered() -> set[str]:
    sources = [path.read_text("utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__)]
    return {
        name for source in sources for marks in MARK.findall(source) for name in re.findall(r'"(\w+)"', marks)
    }


def test_every_number_of_the_protocol_has_a_test() -> None:
    assert {"P1", "P13", "V1", "V26", "S1", "S10"} <= numbers()
    missing = sorted(numbers() - covered(), key=lambda name: (name[0], int(name[1:])))
    assert not missing, f"no test carries {', '.join(missing)}"


def test_no_test_carries_a_number_that_the_protocol_does_not_have() -> None:
    assert covered() <= numbers()
