# not compiled: a file is read once
"""Learned values as a file: a line of JSON that says where they come from, then the weights."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from koloda.core.errors import KolodaError
from koloda.core.net import LANES, MOST_ACTIVE, STEP, Net
from koloda.core.outlook import Values

FORMAT = "koloda-values/2"
OLDER = "koloda-values/1"  # its words were not taken apart
LONGEST_HEAD = 20_000
SPARE = 0x7C00 * (1 | 1 << 15 | 1 << 30 | 1 << 45) | ~((1 << 60) - 1)  # bits that no packed weight has
MOST_STRAIGHT = 2**31
WORD = 8  # bytes


def packed(values: Values, net: Net, made: Mapping[str, Any]) -> bytes:
    """The file of these weights; `made` is how they came about."""
    numbers = [int(number) for part in (net.bias, net.rows, net.weights) for number in part]
    raw = struct.pack(f"<{len(numbers)}q", *numbers)
    head = {
        "format": FORMAT,
        "name": values.name,
        "features": int(values.size),
        "hidden": int(net.hidden),
        "outputs": int(values.outputs),
        "sha256": hashlib.sha256(raw).hexdigest(),
        "made": dict(made),
    }
    return json.dumps(head).encode() + b"\n" + zlib.compress(apart(raw), 9)


def apart(raw: bytes) -> bytes:
    """The first bytes of all words, then the second ones, and so on: so they become a quarter smaller."""
    return b"".join(raw[place::WORD] for place in range(WORD))


def together(data: bytes) -> bytes:
    """Of `apart`."""
    each = len(data) // WORD
    raw = bytearray(each * WORD)
    for place in range(WORD):
        raw[place::WORD] = data[place * each : (place + 1) * each]
    return bytes(raw)


def head_of(data: bytes) -> dict[str, Any]:
    """The first line of such a file; KolodaError if there is none."""
    line, end, _ = data[:LONGEST_HEAD].partition(b"\n")
    try:
        head = json.loads(line) if end else None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") not in (FORMAT, OLDER):
        raise KolodaError(f"no learned values ({FORMAT})")
    return head


def unpacked(values: Values, data: bytes) -> Net:
    """The net of a file made for such values; KolodaError for anything else."""
    head = head_of(data)
    if head.get("name") != values.name:
        raise KolodaError(f"values learned for {str(head.get('name'))[:40]!r}, not for {values.name!r}")
    hidden = head.get("hidden")
    shape = (head.get("features"), head.get("outputs"))
    if shape != (values.size, values.outputs) or not isinstance(hidden, int) or not 0 < hidden <= 1024:
        raise KolodaError("values of another shape: learned for another game, or by another version")
    if hidden % STEP:
        raise KolodaError(f"hidden {hidden}: it must be a multiple of {STEP}")
    words = hidden // LANES
    width = words + int(values.outputs)
    count = words + int(values.size) * width + int(values.outputs) * (hidden + 1)
    unzip = zlib.decompressobj()
    try:
        raw = unzip.decompress(data[data.index(b"\n") + 1 :], WORD * count + 1)
    except zlib.error:
        raw = b""
    if len(raw) == WORD * count and head["format"] == FORMAT:
        raw = together(raw)
    if len(raw) != WORD * count or hashlib.sha256(raw).hexdigest() != head.get("sha256"):
        raise KolodaError("damaged weights")
    numbers = list(struct.unpack(f"<{count}q", raw))
    rows = numbers[words : -int(values.outputs) * (hidden + 1)]
    lanes = numbers[:words] + [number for j in range(words) for number in rows[j::width]]
    others = numbers[len(numbers) - int(values.outputs) * (hidden + 1) :]
    others += [number for j in range(words, width) for number in rows[j::width]]
    if any(number & SPARE for number in lanes) or any(abs(number) >= MOST_STRAIGHT for number in others):
        raise KolodaError("weights out of range")
    return Net(hidden, values.outputs, rows, numbers[:words], others[: int(values.outputs) * (hidden + 1)])


def load(values: Values, package: str) -> bool:
    """Give these values the weights that a game's package has for them; False if it has none."""
    path = files(package).joinpath(f"values-{values.name}.net")
    if not path.is_file():
        return False
    values.net = unpacked(values, path.read_bytes())
    return True


def check_active(count: int) -> None:
    """KolodaError where so many features at once would overflow."""
    if count > MOST_ACTIVE:
        raise KolodaError(f"{count} features at once: {MOST_ACTIVE} at most")
