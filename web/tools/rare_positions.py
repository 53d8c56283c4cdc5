"""Positions for the tests of Viceroy and JunQuick, whose rare decisions bots by themselves hardly ever meet.

`python web/tools/rare_positions.py` plays games half at random under many options and keeps, of all decisions
with the same kinds of action, the one with the shortest view: web/tests/positions/GAME.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import koloda
from koloda.core.rng import Rng

OUT = Path(__file__).resolve().parent.parent / "tests" / "positions"
NAMES = ["Olena", "Bohdan", "Taras", "Iryna", "Marko", "Sofia"]
VERSION_1 = {"deck": "default-1"}  # its laws ask the most kinds of questions
GAMES: dict[str, list[dict[str, Any]]] = {
    "viceroy": [
        {"seats": 1, **VERSION_1},
        {"seats": 2, **VERSION_1},
        {"seats": 2, "virtuals": 2, **VERSION_1},
        {"seats": 3, **VERSION_1},
        {"seats": 4, "open_screens": True, **VERSION_1},
    ],
    "junquick": [
        {"seats": 2},
        {"seats": 3, "instant_mode": "declare"},
        {"seats": 4, "thief_hand_rule": "target"},
        {"seats": 6, "devourer_on_too_soon": True, "icewhirl_on_devourer": True},
    ],
}
SEEDS = range(1, 41)


def kind_of(text: str) -> str:
    """What kind of action it is: its verb, and apart from the others what has no picture of its own."""
    verb, *rest = text.split()
    return text if rest in (["-"], ["ATK"]) or verb in ("draw", "say", "own", "stash", "want") else verb


def positions(name: str) -> list[dict[str, Any]]:
    game = koloda.game(name)
    found: dict[tuple[str, ...], tuple[int, dict[str, Any]]] = {}
    for setup in GAMES[name]:
        options = {key: value for key, value in setup.items() if key != "seats"}
        for seed in SEEDS:
            state = game.deal(seats=setup["seats"], seed=seed, options=options)
            about = " ".join(
                [f"{setup['seats']} seats", *(f"{key}={value}" for key, value in options.items())]
            )
            luck = Rng(seed)
            while not state.over:
                seat = int(state.actor)
                legal = [int(action) for action in state.legal(seat)]
                keep(found, game, state, about, legal)
                # half of the decisions by a sensible player: the game gets further
                wise = luck.below(2) == 0
                action = game.heuristic.choose(state, seat, luck) if wise else legal[luck.below(len(legal))]
                state.apply(seat, action)
    return [position for _, (_, position) in sorted(found.items())]


def keep(
    found: dict[tuple[str, ...], tuple[int, dict[str, Any]]],
    game: Any,
    state: Any,
    about: str,
    legal: list[int],
) -> None:
    seat = int(state.actor)
    texts = [game.text(action) for action in legal]
    view = state.view(seat)
    key = (view["phase"], *sorted({kind_of(text) for text in texts}))
    size = len(json.dumps(view)) - 200 * min(len(texts), 9)  # of examples with much to choose the shortest
    if key in found and found[key][0] <= size:
        return
    watched = len(found) % 6 == 0
    found[key] = (
        size,
        {
            "about": f"{about}: {' '.join(key)}",
            "names": NAMES[: state.seats],
            "view": view,
            "aids": game.aids(view) or None,
            "watched": state.view(None) if watched else None,
            "watched_aids": (game.aids(state.view(None)) or None) if watched else None,
            "open": state.reveal() if watched else None,
            "legal": [
                {"a": text, "label": game.label(action, "en")}
                for action, text in zip(legal, texts, strict=True)
            ],
            "owed": True,
            "events": [],
        },
    )


def main() -> None:
    for name in GAMES:
        lines = [
            json.dumps(position, ensure_ascii=False, separators=(",", ":")) for position in positions(name)
        ]
        OUT.mkdir(parents=True, exist_ok=True)
        (OUT / f"{name}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
        print(f"{name}: {len(lines)} positions, {sum(map(len, lines)) // 1000} kB")


if __name__ == "__main__":
    main()
