"""Strength against time as a picture: every net that was tried, and the best so far as a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from koloda.arena.training.plan import Plan

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 44, 46
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


class Point(NamedTuple):
    """A net in its gate: minutes since the beginning, Elo above the search without values."""

    minutes: float
    elo: float
    low: float
    high: float
    kept: bool


def points(lines: Sequence[dict[str, Any]]) -> list[Point]:
    """Each net stands above the one that it played against."""
    found: list[Point] = []
    seconds = 0.0
    best = 0.0
    for line in lines:
        seconds += line["seconds"]
        if line["event"] != "generation":
            continue
        gate = line["gate"]
        low, high = (best + (bound if bound is not None else 0.0) for bound in gate["elo_interval"])
        elo = best + (gate["elo"] if gate["elo"] is not None else 0.0)
        found.append(Point(seconds / 60, elo, low, high, line["kept"]))
        if line["kept"]:
            best = elo
    return found


def step_for(span: float, most: int = 6) -> int:
    """A round number that divides this span into a few parts."""
    return next((step for step in STEPS if span / step <= most), STEPS[-1])


def drawn(plan: Plan, lines: Sequence[dict[str, Any]]) -> str:
    """An SVG picture with its own background, so that it is readable on any page."""
    shown = points(lines)
    longest = max([point.minutes for point in shown] + [1.0])
    highest = max([point.high for point in shown] + [50.0])
    lowest = min([point.low for point in shown] + [0.0])

    def x(minutes: float) -> float:
        return LEFT + minutes / longest * (WIDTH - LEFT - RIGHT)

    def y(elo: float) -> float:
        return HEIGHT - BOTTOM - (elo - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM)

    title = escape(f"{plan.game}, {plan.seats} seats: strength of learned values (seed {plan.seed})")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"',
        ' font-family="sans-serif" font-size="12" fill="#222">',
        f'<title>{title}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="14">{title}</text>',
    ]
    step = step_for(highest - lowest)
    for elo in range(-int(-lowest // step) * step, int(highest) + 1, step):
        parts.append(f'<path d="M{LEFT} {y(elo):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo:+d}</text>')
    step = step_for(longest)
    for minutes in range(0, int(longest) + 1, step):
        at = f'x="{x(minutes):.1f}" y="{HEIGHT - BOTTOM + 18}"'
        parts.append(f'<text {at} text-anchor="middle">{minutes}</text>')
    foot = "minutes of work; Elo above the search without learned values, at equal iterations"
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 8}">{foot}</text>')
    line = f"M{x(0):.1f} {y(0):.1f}"
    for point in shown:
        line += f"H{x(point.minutes):.1f}" + (f"V{y(point.elo):.1f}" if point.kept else "")
    parts.append(f'<path d="{line}" fill="none" stroke="#1b6e53" stroke-width="2"/>')
    for point in shown:
        colour = "#1b6e53" if point.kept else "#a33"
        here = x(point.minutes)
        parts.append(f'<path d="M{here:.1f} {y(point.low):.1f}V{y(point.high):.1f}" stroke="{colour}"/>')
        fill = colour if point.kept else "#fff"
        parts.append(
            f'<circle cx="{here:.1f}" cy="{y(point.elo):.1f}" r="4" fill="{fill}" stroke="{colour}"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
