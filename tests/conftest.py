"""Hypothesis profiles and markers for all tests; what runs, and in which order."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "koloda", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=50
)
settings.register_profile(
    "thorough", parent=settings.get_profile("koloda"), derandomize=False, max_examples=1000
)
settings.register_profile("short", parent=settings.get_profile("koloda"), max_examples=10)
SHORT = os.environ.get("KOLODA_SHORT", "0") != "0"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short" if SHORT else "koloda"))

# what is not compiled runs once where the compiled rules run too, but for what depends on the rules
ONCE = (
    "arena",
    "assistant",
    "contest",
    "external",
    "ladder",
    "outside",
    "research/test_examples.py",
    "research/test_leaks.py",
    "table",
    "web",
    "test_build.py",
    "test_docs.py",
    "test_extras.py",
    "test_web_build.py",
)
BOTH = (
    "arena/test_pairing.py",
    "arena/test_tournament.py",
    "contest/test_bot.py",
    "contest/test_golden.py",
    "table/test_games.py",
    "table/test_wire_secrets.py",
)
HERE = Path(__file__).parent

# a shell ignores Control-C for what it starts in the background, and programs hand that on
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(*numbers): the rulings and examples of the rules that a test shows"
    )
    config.addinivalue_line("markers", "long: takes more than ten seconds, so it is begun first")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHORT:
        skip_what_runs_once(items)
    begin_long_ones_first(items)


def skip_what_runs_once(items: list[pytest.Item]) -> None:
    for item in items:
        place = item.path.relative_to(HERE)
        once = place.parts[0] in ONCE or place.as_posix() in ONCE
        if once and place.as_posix() not in BOTH:
            item.add_marker(pytest.mark.skip("the compiled build plays this"))


def begin_long_ones_first(items: list[pytest.Item]) -> None:
    """Several workers get a share of the list each: every share begins with some of the long tests.

    Whoever is ready early takes over short ones of the others; nobody waits for a long one in the end.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if not item.get_closest_marker("long")]
    shares = []
    for worker in range(workers):
        own = long[worker::workers]
        count = len(items) * (worker + 1) // workers - len(items) * worker // workers - len(own)
        shares += [*own, *short[:count]]
        short = short[count:]
    items[:] = shares + short
