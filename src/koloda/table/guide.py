"""Guides: a scripted deal for learners, with a note here and there of what to see and what to do.

`guides/<game>.json`: {"seats", "seed", "options", "you", "names" by language, "actions": [[seat, text], ...],
"notes": [...]}. The actions are those of a record and may end before the deal does. A note has `after` (how
many actions were taken before it), `text` by language, maybe `at` (the zone of the table to point at), and
`do` where the learner must make the next action himself.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from koloda.games import game as game_by_id
from koloda.table import wire
from koloda.table.live import Refused
from koloda.table.replay import told

GUIDES = Path(__file__).parent / "guides"


def guide(name: str, lang: str) -> wire.Guide:
    game = game_by_id(name)
    path = GUIDES / f"{game.id}.json"
    if not path.is_file():
        raise Refused("no_guide")
    script: dict[str, Any] = json.loads(path.read_text("utf-8"))
    record = {"result": None, "options": {}, **{key: script[key] for key in script if key != "notes"}}
    record["names"] = script["names"][lang]
    story, places = told(game, record, script["you"], lang)
    notes = [
        wire.Note(places[note["after"]], note["text"][lang], note.get("at"), note.get("do"))
        for note in script["notes"]
    ]
    return wire.Guide(
        game=story.game,
        seats=story.seats,
        names=story.names,
        lang=lang,
        viewer=story.viewer,
        steps=story.steps,
        result=story.result,
        you=script["you"],
        notes=notes,
    )
