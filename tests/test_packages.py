"""The packages: what a distribution finds in the sdist, and that two builds are the same bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

import koloda

pytest.importorskip("hatchling", reason="packages are built by hatchling")

pytestmark = pytest.mark.skipif(
    "KOLODA_SHORT" in os.environ, reason="packages do not depend on which build runs the tests"
)

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# what is large, private to a checkout, or made by a build
LEFT_OUT = (".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "build", "node_modules", "*.so")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Path]]:
    """The sdist and the plain wheel, built in two folders whose files have different ages."""
    found = []
    for number in range(2):
        folder = tmp_path_factory.mktemp(f"copy-{number}") / ("a" * (number + 1))
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT, "_build.json"))
        for path in folder.rglob("*.py"):
            os.utime(path, (1_600_000_000 + number, 1_600_000_000 + number))
        environment = {
            **os.environ,
            "KOLODA_COMPILE": "0",
            "KOLODA_SKIP_WEB": "1",
            "SOURCE_DATE_EPOCH": "1700000000",
        }
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder / "dist")]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, timeout=300)
        found.append({path.suffix: path for path in (folder / "dist").iterdir()})
    return found


@pytest.mark.parametrize("kind", [".gz", ".whl"])
def test_two_builds_are_the_same_bytes(kind: str, built: list[dict[str, Path]]) -> None:
    first, second = (sha256(each[kind].read_bytes()).hexdigest() for each in built)
    assert first == second


def test_the_sdist_can_be_tested(built: list[dict[str, Path]]) -> None:
    with tarfile.open(built[0][".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md", "CODE_OF_CONDUCT.md"),
        *("CITATION.cff", "tests/conftest.py", "tests/test_packages.py", "docs/architecture.md"),
        *("docs/rules/durak.md", "examples/bots/bot.py", "bench", "tools/environment.py", "test", "koloda"),
        *("web/package-lock.json", "requirements-dev.lock", "hatch_build.py", "src/koloda/py.typed"),
    ):
        assert name in names or any(each.startswith(f"{name}/") for each in names), name
    assert any(name.startswith("tests/traces/") for name in names)
    assert not [name for name in names if "node_modules" in name or name.endswith((".so", ".pyc"))]


def test_the_wheel_has_the_package_and_nothing_else(built: list[dict[str, Path]]) -> None:
    with zipfile.ZipFile(built[0][".whl"]) as wheel:
        tops = {name.partition("/")[0] for name in wheel.namelist()}
        metadata = wheel.read(f"koloda-{koloda.__version__}.dist-info/METADATA").decode()
    assert tops == {"koloda", f"koloda-{koloda.__version__}.dist-info"}
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert len([line for line in required if "extra ==" not in line]) == 2


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["version"] == koloda.__version__
    assert f"\nversion: {koloda.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
