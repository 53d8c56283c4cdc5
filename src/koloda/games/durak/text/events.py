# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.sentences import Sentences
from koloda.games.durak.text.labels import pretty

TEMPLATES = {
    "en": {
        "trump": "Trump is {0}.",
        "trump_card": "Trump is {0}; {1} lies face up under the stock.",
        "first": "{0} moves first.",
        "first_card": "{0} moves first, holding the lowest trump {1}.",
        "draw": "{0} draws {1}.",
        "draw_one": "{0} draws a card.",
        "draw_few": "{0} draws {1:count} cards.",
        "draw_many": "{0} draws {1:count} cards.",
        "round": "Round {0:number}: {1} attacks {2}.",
        "move": "{0} leads {2} against {1}.",
        "add": "{0} adds {2}.",
        "beat": "{0} beats with {1}.",
        "take": "{0} takes.",
        "pass": "{0} adds nothing.",
        "taken": "{0} picks up the cards.",
        "beaten off": "{0} has beaten off; the cards are discarded.",
        "out": "{0} is out.",
        "over": "The game is over.",
        "stall": "The game is a draw: the cards go round in circles.",
        "final_beat": "The game is a draw: the last card was beaten with the last card.",
    },
    "uk": {
        "trump": "Козир – {0}.",
        "trump_card": "Козир – {0}; під колодою горілиць лежить {1}.",
        "first": "Перший хід робить {0}.",
        "first_card": "Перший хід робить {0}: найменший козир – {1}.",
        "draw": "{0} бере з колоди: {1}.",
        "draw_one": "{0} бере з колоди карту.",
        "draw_few": "{0} бере з колоди {1:count} карти.",
        "draw_many": "{0} бере з колоди {1:count} карт.",
        "round": "Раунд {0:number}: ходить {1}, відбивається {2}.",
        "move": "{0} ходить з {2}.",
        "add": "{0} підкидає {2}.",
        "beat": "{0} відбивається: {1}.",
        "take": "{0} бере.",
        "pass": "{0} не підкидає.",
        "taken": "{0} забирає карти.",
        "beaten off": "{0} усе відбиває, карти йдуть у відбій.",
        "out": "{0} виходить з гри.",
        "over": "Гру закінчено.",
        "stall": "Нічия: карти ходять по колу.",
        "final_beat": "Нічия: останню карту побито останньою картою.",
    },
    "ru": {
        "trump": "Козырь – {0}.",
        "trump_card": "Козырь – {0}; под колодой лицом вверх лежит {1}.",
        "first": "Первый ход делает {0}.",
        "first_card": "Первый ход делает {0}: младший козырь – {1}.",
        "draw": "{0} берёт из колоды: {1}.",
        "draw_one": "{0} берёт из колоды карту.",
        "draw_few": "{0} берёт из колоды {1:count} карты.",
        "draw_many": "{0} берёт из колоды {1:count} карт.",
        "round": "Раунд {0:number}: ходит {1}, отбивается {2}.",
        "move": "{0} ходит с {2}.",
        "add": "{0} подкидывает {2}.",
        "beat": "{0} отбивается: {1}.",
        "take": "{0} берёт.",
        "pass": "{0} не подкидывает.",
        "taken": "{0} забирает карты.",
        "beaten off": "{0} всё отбивает, карты идут в отбой.",
        "out": "{0} выходит из игры.",
        "over": "Игра окончена.",
        "stall": "Ничья: карты ходят по кругу.",
        "final_beat": "Ничья: последняя карта побита последней картой.",
    },
}


def variant(kind: str, details: Sequence[object]) -> str:
    """Which template tells this event."""
    if kind in ("trump", "first") and details[1] is not None:
        return f"{kind}_card"
    if kind == "over" and details[0] != "out":
        return str(details[0])
    drawn = details[1] if kind == "draw" else ()
    if isinstance(drawn, tuple | list) and set(drawn) == {"??"}:
        return "draw_one" if len(drawn) == 1 else "draw_few" if len(drawn) < 5 else "draw_many"
    return kind


SENTENCES = Sentences(TEMPLATES, pretty, variant)
