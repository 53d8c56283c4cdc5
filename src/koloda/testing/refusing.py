"""What must be refused, and how, without pytest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Error = TypeVar("Error", bound=Exception)


def refused(kind: type[Error], function: Callable[..., Any], *args: Any, **named: Any) -> Error:
    """The error of this kind that the call must raise."""
    try:
        function(*args, **named)
    except kind as error:
        return error
    raise AssertionError(f"{function.__name__}{args or named} was not refused")
