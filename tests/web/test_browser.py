"""The browser client in a real Chromium, against a real server: the stories of web/e2e."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("koloda_web_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def what_is_missing() -> str | None:
    """Why the stories cannot be played here."""
    web = builder()
    if not (os.environ.get("CHROMIUM") or any(shutil.which(name) for name in CHROMIUMS)):
        return "there is no Chromium"
    if web.stale():
        return "the browser client is not built, or older than its sources: python web/build.py"
    if not (web.MODULES / "playwright-core").exists():
        return "the tools of web/ are not installed: python web/build.py --run vitest --version"
    try:
        web.find_node()
    except web.CannotBuild as error:
        return str(error)
    return None


def played_in_a_browser(story: str, environment: Mapping[str, str], script: str = "run.mjs") -> None:
    """Play a story; skips where there is no browser to play it in."""
    if reason := what_is_missing():
        pytest.skip(reason)
    node, _ = builder().find_node()
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), environment.get("PYTHONPATH")]))
    result = subprocess.run(
        [str(node), f"e2e/{script}", story],
        cwd=ROOT / "web",
        env={**environment, "KOLODA_PYTHON": sys.executable, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr


STORIES = (
    "games",
    "keys",
    "together",
    "newcomer",
    "analysis",
    "pages",
    "after",
    "ladder",
    "bots",
    "admin",
    "newtable",
    "puzzles",
    "people",
)


@pytest.mark.long
@pytest.mark.parametrize("story", STORIES)
def test_a_story_in_a_real_browser(story: str) -> None:
    played_in_a_browser(story, os.environ)
