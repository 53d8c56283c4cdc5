"""Positions for the tests of the tables: bots play by their rule of thumb, one decision of each kind is kept.

python web/tools/positions.py            writes web/tests/positions/GAME.json for the games named below
"""

from __future__ import annotations

import json
from pathlib import Path

import koloda
from koloda.core.rng import Rng

NAMES = ["Olena", "Bohdan", "Taras", "Iryna", "Marko", "Sofia", "Ihor", "Lesia", "Petro", "Nata"]
GAMES: dict[str, list[tuple[int, dict[str, object]]]] = {
    "durak": [
        (2, {}),
        (4, {}),
        (6, {"ask_add": "always"}),
        (4, {"mode": "individual", "first_discard_cap": 5, "ask_beat": "when_possible"}),
    ],
    "yassa": [
        (2, {"two_player_reverse": "skip"}),
        (4, {"voluntary_draw": "on"}),
        (6, {"intervention": "any_identical", "challenge_reveal": "all"}),
        (3, {"mistake_penalty": "on"}),
        (5, {"reaction_mode": "realtime", "mistake_penalty": "on", "intervention": "any_identical"}),
        (10, {"yassa_mode": "auto"}),
    ],
    "flights": [(2, {}), (3, {"burn_mode": "pair_first"}), (4, {})],
}
MOST = 40  # actions in a position: the tests press everything


def kind(state: koloda.State, texts: list[str]) -> str:
    """Positions of one kind are alike for a hand: the same phase, the same sorts of actions."""
    sorts = {text.split(" ")[0] + text[-1:] * text.endswith("!") + ":" * (":" in text) for text in texts}
    return f"{state.view(0)['phase']} {len(texts) > 1} {' '.join(sorted(sorts))}"


def aids(game: koloda.Game, state: koloda.State, shown: bool) -> dict[str, object]:
    """What the game tells beyond the views, if it has that."""
    if not (found := game.aids(state.view(0))):
        return {}
    return {"aids": found, "watched_aids": game.aids(state.view(None)) if shown else None}


def positions(name: str) -> list[dict[str, object]]:
    game = koloda.game(name)
    kept: list[dict[str, object]] = []
    found: set[str] = set()
    for seats, options in GAMES[name]:
        for seed in range(4):
            state = game.deal(seats=seats, seed=seed, options=options, watch=True)
            rng = Rng(seed)
            told = moves = 0
            while True:
                seen = [event.seen_by(0) for event in state.events[told:]]
                people = NAMES[:seats]
                told = len(state.events)
                texts = [game.text(int(action)) for action in state.offered(0)]
                sort = kind(state, texts)
                shown = seed == 0 and (state.over or moves == 12)  # also as watchers see it
                if shown or (sort not in found and len(texts) <= MOST and texts):
                    found.add(sort)
                    kept.append(
                        {
                            "about": f"{seats} seats {json.dumps(options)} seed {seed}: {sort}",
                            "names": people,
                            "view": state.view(0),
                            **aids(game, state, shown),
                            "watched": state.view(None) if shown else None,
                            "open": state.reveal() if shown else None,
                            "legal": [
                                {"a": game.text(int(action)), "label": game.label(int(action), "en")}
                                for action in state.offered(0)
                            ],
                            "owed": bool(state.pending & 1),
                            "events": [
                                {"n": n, "e": list(event), "text": game.event_text(event, people, "en")}
                                for n, event in enumerate(seen)
                                if event is not None
                            ],
                        }
                    )
                if state.over:
                    break
                seat = int(state.actor)
                action = int(game.heuristic.choose(state, seat, rng))
                text = game.text(action)
                if text.endswith("!") and rng.below(3):  # somebody has to forget to shout
                    action = game.action(text[:-1])
                state.apply(seat, action)
                moves += 1
    return kept


if __name__ == "__main__":
    folder = Path(__file__).parent.parent / "tests" / "positions"
    for game_name in GAMES:
        lines = [json.dumps(position, separators=(",", ":")) for position in positions(game_name)]
        (folder / f"{game_name}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
        print(game_name, len(lines))
