"""Guides: a scripted deal for learners, with a note here and there of what to see and what to do.

`text/guide.json` of a game: {"seats", "seed", "options", "you", "names" by language, "actions": [[seat,
text], ...], "notes": [...]}. The actions are those of a record and may end before the deal does. A note has
`after` (how many actions were taken before it), `text` by language, maybe `at` (the zone of the table to
point at), and `do` where the learner must make the next action himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from koloda.core.game import Game
from koloda.core.texts import ENGLISH
from koloda.table import replay_wire
from koloda.table.errors import Refused
from koloda.table.replay import told

T = TypeVar("T")


def in_language(texts: Mapping[str, T], lang: str) -> T:
    return texts.get(lang, texts[ENGLISH])


def guide(game: Game, lang: str) -> replay_wire.Guide:
    script = game.guide()
    if script is None:
        raise Refused("no_guide")
    record = {"result": None, "options": {}, **{key: script[key] for key in script if key != "notes"}}
    record["names"] = in_language(script["names"], lang)
    replay = told(game, record, script["you"], lang)
    notes = [
        replay_wire.Note(
            replay.places[note["after"]], in_language(note["text"], lang), note.get("at"), note.get("do")
        )
        for note in script["notes"]
    ]
    return replay_wire.Guide(
        game=replay.game,
        seats=replay.seats,
        names=replay.names,
        bots=replay.bots,
        lang=replay.lang,
        viewer=replay.viewer,
        steps=replay.steps,
        places=replay.places,
        result=replay.result,
        you=script["you"],
        notes=notes,
    )
