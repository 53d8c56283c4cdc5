"""The layout of observations for people: what the places of a row mean, and a row in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from koloda import game_list
from koloda.core.encoding import CHOICE, COUNT, DIGITS, Encoder, Field

FIELDS = "`game.encoder(seats, options).fields`"


def field_of(encoder: Encoder, name: str) -> Field:
    """The field with this name; KeyError names those that there are."""
    for field in encoder.fields:
        if field.name == name:
            return field
    raise KeyError(
        f"{encoder.game.id} has no field {name!r}: {', '.join(each.name for each in encoder.fields)}"
    )


def rows_of(field: Field, row: Sequence[int]) -> Iterator[Sequence[int]]:
    """The rows of a field of one observation."""
    for number in range(max(1, len(field.rows))):
        begin = field.at + number * field.stride
        yield row[begin : begin + field.width]


def value_of(field: Field, places: Sequence[int]) -> object:
    """One row of a field: a list of labels, one label or None, or a number (the least that it may be)."""
    ones = [place for place, value in enumerate(places) if value]
    if field.kind == COUNT:
        return 0 if not ones else (len(ones) - 1) * field.step + 1
    labels = [field.labels[place] if field.labels else str(place) for place in ones]
    if field.kind == DIGITS:
        return [label for place, label in zip(ones, labels, strict=True) for _ in range(weight(field, place))]
    if field.kind == CHOICE:
        return labels[0] if labels else None
    return labels


def weight(field: Field, place: int) -> int:
    """How many a place of a field of digits counts."""
    return int(2 ** field.labels[:place].count(field.labels[place]))


def decoded(encoder: Encoder, row: Sequence[int]) -> dict[str, object]:
    """An observation in words: by field, and by row where a field has several."""
    found: dict[str, object] = {}
    for field in encoder.fields:
        values = [value_of(field, places) for places in rows_of(field, row)]
        found[field.name] = dict(zip(field.rows, values, strict=True)) if field.rows else values[0]
    return found


def described(encoder: Encoder) -> str:
    """The layout as a table of Markdown."""
    lines = ["| field | places | shape | kind | |", "|---|---:|---:|---|---|"]
    for field in encoder.fields:
        kind = field.kind if field.step == 1 else f"{field.kind} / {field.step}"
        shape = " x ".join(map(str, field.shape))
        lines.append(f"| `{field.name}` | {field.at} to {field.end - 1} | {shape} | {kind} | {field.about} |")
    return "\n".join(lines)


def page() -> str:
    """docs/research-layouts.md: the layouts of all games at their usual number of seats."""
    parts = [
        "# The layouts of observations",
        "Made by `python -m koloda.research.layout`; [Observations](research.md#observations) explains it.",
        f"Fields by seat, and all places after them, depend on the number of seats; {FIELDS} has them.",
    ]
    for game in game_list():
        encoder = game.encoder()
        name = game.names["en"]
        parts.append(f"## {name}, {int(encoder.seats)} seats: {int(encoder.words) * 8} places")
        parts.append(described(encoder))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(page(), end="")
