"""NumPy's side of the compiled arrays: views without a copy, or copies where koloda runs as plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from mypy_extensions import i64

from koloda import compiled
from koloda.core.vecs import vec


class Window:
    """A NumPy array of what a compiled array holds: read-only, overwritten by the next step."""

    def __init__(self, source: Any, dtype: Any, shape: tuple[int, ...], width: int | None = None) -> None:
        self.dtype = dtype
        self.shape = shape
        self.width = width
        self.whole = self.seen(source)
        self.array = self.whole if width is None else self.whole[..., :width]

    def seen(self, source: Any) -> np.ndarray[Any, Any]:
        if compiled():
            return np.frombuffer(source, self.dtype).reshape(self.shape)
        wide = np.float64 if source and isinstance(source[0], float) else np.int64
        array: np.ndarray[Any, Any] = np.array(source, wide).view(self.dtype).reshape(self.shape)
        return array

    def refresh(self, source: Any) -> None:
        """After a step: nothing is to be done where the memory is the same."""
        if not compiled():
            self.whole[...] = self.seen(source)


def numbers(actions: Any, count: int) -> Any:
    """Whole numbers as compiled code takes them."""
    array = np.ascontiguousarray(actions)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise ValueError(
            f"actions: an array of {count} whole numbers is needed, not {array.dtype} {array.shape}"
        )
    if compiled():
        return vec[i64](array.astype(np.int64, copy=False))
    return array.tolist()
