"""Hypothesis profiles and markers for all tests."""

from __future__ import annotations

import os
import signal

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


# a shell ignores Control-C for what it starts in the background, and programs hand that on
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(*numbers): the rulings and examples of the rules that a test shows"
    )
