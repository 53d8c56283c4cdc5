# not compiled: text, made for people
"""The sentences for the reasons of reasons.py."""

from __future__ import annotations

TEMPLATES = {
    "en": {
        "asked_to_lead": "now you are asked to lead a card",
        "asked_to_beat": "now you are asked to beat the open card or take",
        "asked_to_add": "now you are asked to add a card or pass",
        "not_held": "{} is not in your hand",
        "does_not_beat": "{} cannot beat {}: a card is beaten by a higher card of its suit or by a trump "
        "(trump is {})",
        "rank_not_on_table": "only ranks that lie on the table may be added: {}",
    },
    "uk": {
        "asked_to_lead": "зараз треба ходити",
        "asked_to_beat": "зараз треба побити відкриту карту або взяти",
        "asked_to_add": "зараз можна підкинути карту або спасувати",
        "not_held": "карти {} у вас немає",
        "does_not_beat": "{} не б'є {}: карту б'є старша тієї ж масті або козир (козир {})",
        "rank_not_on_table": "підкидати можна лише карти тих достоїнств, що вже є на столі: {}",
    },
    "ru": {
        "asked_to_lead": "сейчас надо ходить",
        "asked_to_beat": "сейчас надо побить открытую карту или взять",
        "asked_to_add": "сейчас можно подкинуть карту или спасовать",
        "not_held": "карты {} у вас нет",
        "does_not_beat": "{} не бьёт {}: карту бьёт старшая той же масти или козырь (козырь {})",
        "rank_not_on_table": "подкидывать можно только карты тех достоинств, что уже есть на столе: {}",
    },
}
