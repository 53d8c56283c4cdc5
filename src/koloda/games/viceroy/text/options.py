# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words

WORDS = {
    "en": {
        "virtuals": Words("Virtual opponents"),
        "deck": Words("Deck", ("default",)),
        "solo_two_card": Words("Alone at a slot with two cards", ("a new round", "a choice")),
        "virtual_attack_chooser": Words(
            "Who chooses for a virtual attack", ("who has the lowest number", "chance")
        ),
        "tie_break": Words("Equal totals", ("a shared win", "the lowest number wins")),
        "recolour": Words("Recolouring of circles", ("by hand", "for the best score")),
        "open_screens": Words("Open screens"),
    },
    "uk": {
        "virtuals": Words(
            "Віртуальні суперники", help="разом із людьми їх щонайбільше четверо й щонайменше двоє"
        ),
        "deck": Words("Колода", ("звичайна",), "карти: звичайні або з файлу viceroy-deck/1"),
        "solo_two_card": Words(
            "Сам на сам при двох картах",
            ("нове коло", "вибір"),
            "ви й один віртуальний суперник на кольорі з двома картами: нове коло чи вибір",
        ),
        "virtual_attack_chooser": Words(
            "Хто вибирає за віртуальну атаку",
            ("у кого найменший номер", "жереб"),
            "хто вибирає карту, яку скидає віртуальна атака: гравець із найменшим номером чи жереб",
        ),
        "tie_break": Words(
            "Рівні суми",
            ("спільна перемога", "перемагає найменший номер"),
            "за рівності: спільна перемога чи вирішує найменший номер у піраміді",
        ),
        "recolour": Words(
            "Перефарбування кругів",
            ("власноруч", "якнайкраще"),
            "круги перефарбовуєте самі чи програма, якнайкраще",
        ),
        "open_screens": Words("Відкриті ширми", help="усі бачать, що за ширмами"),
    },
    "ru": {
        "virtuals": Words(
            "Виртуальные соперники", help="вместе с людьми их не больше четырёх и не меньше двух"
        ),
        "deck": Words("Колода", ("обычная",), "карты: обычные или из файла viceroy-deck/1"),
        "solo_two_card": Words(
            "Один на один при двух картах",
            ("новый круг", "выбор"),
            "вы и один виртуальный соперник на цвете с двумя картами: новый круг или выбор",
        ),
        "virtual_attack_chooser": Words(
            "Кто выбирает за виртуальную атаку",
            ("у кого наименьший номер", "жребий"),
            "кто выбирает карту, которую сбрасывает виртуальная атака: игрок с наименьшим номером или жребий",
        ),
        "tie_break": Words(
            "Равные суммы",
            ("общая победа", "побеждает наименьший номер"),
            "при равенстве: общая победа или решает наименьший номер в пирамиде",
        ),
        "recolour": Words(
            "Перекраска кругов",
            ("вручную", "наилучшим образом"),
            "круги перекрашиваете сами или программа, наилучшим образом",
        ),
        "open_screens": Words("Открытые ширмы", help="все видят, что за ширмами"),
    },
}

PRESET_WORDS = {
    "en": {
        "open": Words("Open screens", help="everybody sees all gems and cards: good for learning"),
        "crowd": Words("Full auction", help="two virtual opponents bid along"),
        "alone": Words("Solitaire", help="alone against three virtual opponents"),
    },
    "uk": {
        "open": Words("Без ширм", help="усі бачать камені й карти: добре, щоб навчитися"),
        "crowd": Words("Людний аукціон", help="разом з вами торгуються двоє віртуальних суперників"),
        "alone": Words("Наодинці", help="ви самі проти трьох віртуальних суперників"),
    },
    "ru": {
        "open": Words("Без ширм", help="все видят камни и карты: удобно, чтобы научиться"),
        "crowd": Words("Людный аукцион", help="вместе с вами торгуются два виртуальных соперника"),
        "alone": Words("В одиночку", help="вы один против трёх виртуальных соперников"),
    },
}
