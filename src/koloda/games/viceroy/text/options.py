# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words

WORDS = {
    "en": {
        "virtuals": Words("Virtual opponents"),
        "deck": Words("Deck", ("default",)),
        "solo_two_card": Words("Alone at a slot with two cards", ("a choice", "a new round")),
        "virtual_attack_chooser": Words("A virtual attack discards", ("the lowest number", "a card by lot")),
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
            ("вибір", "нове коло"),
            "ви й один віртуальний суперник на кольорі з двома картами: вибір чи нове коло",
        ),
        "virtual_attack_chooser": Words(
            "Віртуальна атака скидає",
            ("найменший номер", "карту за жеребом"),
            "яку карту скидає віртуальна атака: з найменшим номером чи за жеребом",
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
            ("выбор", "новый круг"),
            "вы и один виртуальный соперник на цвете с двумя картами: выбор или новый круг",
        ),
        "virtual_attack_chooser": Words(
            "Виртуальная атака сбрасывает",
            ("наименьший номер", "карту по жребию"),
            "какую карту сбрасывает виртуальная атака: с наименьшим номером или по жребию",
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
