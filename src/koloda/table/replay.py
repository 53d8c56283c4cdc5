"""A deal told step by step, for one seat or with open cards; and the texts of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import koloda
from koloda.core.errors import BadTrace
from koloda.core.game import Game
from koloda.core.log import Event
from koloda.core.record import begin_record, check_record
from koloda.core.state import State
from koloda.table import replay_wire, wire
from koloda.table.texts import bot_level, spoken

MOST_ACTIONS = 6_000
LONGEST_NAME = 200


def rules_text(game: Game, lang: str) -> str:
    """The players' rules: the game's own, else from the installed package or from the checkout."""
    own = game.rules_text(lang)
    if own is not None:
        return own
    package = Path(koloda.__file__).parent
    for folder in (package / "docs" / "rules", package.parents[1] / "docs" / "rules"):
        path = folder / f"{game.id}.{lang}.md"
        if path.is_file():
            return path.read_text("utf-8")
    raise BadTrace(f"the rules text of {game.id} is not installed")


def replay(
    game: Game, record: Mapping[str, Any], viewer: int | None, lang: str, is_open: bool = False
) -> replay_wire.Replay:
    """All steps of a record as this seat (None: a spectator) saw them; open: with everything in updates."""
    if len(record.get("actions", ())) > MOST_ACTIONS:
        raise BadTrace(f"a record has at most {MOST_ACTIONS} actions")
    check_record(game, record)
    if any(len(name) > LONGEST_NAME for name in record["names"]):  # each sentence has one
        raise BadTrace(f"names: at most {LONGEST_NAME} letters each")
    return told(game, record, viewer, lang, is_open)


def told(
    game: Game, record: Mapping[str, Any], viewer: int | None, lang: str, is_open: bool = False
) -> replay_wire.Replay:
    """A record that is right, step by step."""
    state = begin_record(game, record)
    seats = int(state.seats)
    if viewer is not None and viewer >= seats:
        raise BadTrace(f"seat {viewer}: there are seats 0 to {seats - 1}")
    names = list(spoken(tuple(record["names"]), lang))
    teller = Teller(game, state, names, viewer, lang, is_open)
    steps = [teller.step()]
    places = [0]
    times = record.get("times") or [None] * len(record["actions"])
    for (seat, text), at in zip(record["actions"], times, strict=True):
        action = state.game.action(text)
        noticed = teller.noticed(seat, action)
        state.step(seat, action)
        step = teller.step(at)
        # what others have sealed is told when it is revealed
        if is_open or seat == viewer or (noticed and step.events):
            step.seat, step.a, step.label = seat, text, state.game.label(action, lang)
            steps.append(step)
        elif step.events:
            steps.append(step)
        places.append(len(steps) - 1)
    shown: int | Literal["open"] = "open" if is_open else -1 if viewer is None else viewer
    result = game.result(state) if state.over else None
    bots = [bot_level(name) for name in record["names"]]
    return replay_wire.Replay(game.id, seats, names, bots, lang, shown, steps, places, result)


class Teller:
    """What one viewer is told of a state as it goes on."""

    def __init__(
        self,
        game: Game,
        state: State,
        names: Sequence[str],
        viewer: int | None,
        lang: str,
        is_open: bool,
    ) -> None:
        self.game = game
        self.state = state
        self.names = names
        self.viewer = viewer
        self.lang = lang
        self.is_open = is_open
        self.told = 0
        self.number = 0

    def noticed(self, actor: int, action: int) -> bool:
        watching = range(int(self.state.seats)) if self.viewer is None else (self.viewer,)
        return all(seat == actor or self.state.notices(seat, actor, action) for seat in watching)

    def seen(self, event: Event) -> tuple[object, ...] | None:
        return (event.kind, *event.full) if self.is_open else event.seen_by(self.viewer)

    def news(self) -> list[wire.EventOut]:
        found = []
        for event in self.state.events[self.told :]:
            seen = self.seen(event)
            if seen is not None:
                self.number += 1
                text = self.game.event_text(seen, self.names, self.lang)
                found.append(wire.EventOut(self.number, list(seen), text))
        self.told = len(self.state.events)
        return found

    def step(self, at: int | None = None) -> replay_wire.Step:
        """What is new and how the table looks now, without saying who did what."""
        view = self.state.view(self.viewer)
        if self.is_open:
            view["open"] = self.state.reveal()
        layout, aids = self.game.layout(view, self.game.spoken(self.lang)), self.game.aids(view) or None
        awaited = self.state.awaited(self.viewer)
        return replay_wire.Step(None, None, None, at, self.news(), view, layout, aids, awaited)
