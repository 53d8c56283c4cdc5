# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words

WORDS = {
    "en": {
        "scoring": Words("Scoring", ("the winner scores all hands", "everybody his own hand")),
        "target_points": Words("Points that win the match"),
        "limit_points": Words("Points that lose the match"),
        "mistake_penalty": Words("Mistakes", ("impossible", "possible, cost two cards")),
        "intervention": Words("Identical card", ("only against a Skip", "anybody, out of turn")),
        "start_card": Words("Active start card", ("without effect", "works on the dealer", "not allowed")),
        "voluntary_draw": Words("Drawing instead of laying", ("forbidden", "allowed")),
        "final_draw_effect": Words("Draw two or W4 as the last card", ("has no effect", "works")),
        "two_player_reverse": Words("Reverse between two players", ("changes nothing", "one more turn")),
        "wd4_bluff": Words("Bluffing with a W4", ("allowed", "forbidden")),
        "challenge_reveal": Words("The checked hand is seen by", ("who checks", "everybody")),
        "yassa_mode": Words("The shout “Yassa!”", ("by the player", "by itself")),
        "reaction_mode": Words("Reactions", ("sealed decisions", "in real time")),
        "max_steps": Words("Most steps in a round"),
        "max_rounds": Words("Most rounds in a match"),
    },
    "uk": {
        "scoring": Words(
            "Підрахунок",
            ("переможцеві всі руки", "кожному власна рука"),
            "переможець туру отримує очки за всі інші руки або кожен записує собі власну",
        ),
        "target_points": Words(
            "Очок для перемоги", help="підрахунок «переможцеві всі руки»: хто набрав стільки, виграв матч"
        ),
        "limit_points": Words(
            "Очок для поразки", help="підрахунок «кожному власна рука»: хто набрав стільки, програв матч"
        ),
        "mistake_penalty": Words(
            "Помилки", ("неможливі", "можливі, за дві карти"), "помилитися можна, і це коштує двох карт"
        ),
        "intervention": Words(
            "Така сама карта",
            ("лише проти «Пропусти хід»", "будь-хто поза чергою"),
            "хто може покласти таку саму карту: лише жертва «Пропусти хід» чи будь-хто поза чергою",
        ),
        "start_card": Words(
            "Активна перша карта",
            ("не діє", "діє на того, хто роздавав", "заборонена"),
            "активна карта на початку: не діє, діє на того, хто роздавав, або її немає",
        ),
        "voluntary_draw": Words(
            "Узяти замість покласти", ("не можна", "можна"), "чи може брати карту той, кому є що покласти?"
        ),
        "final_draw_effect": Words(
            "«Візьми дві» чи W4 останньою", ("не діє", "діє"), "чи діють «Візьми дві» та W4 як остання карта?"
        ),
        "two_player_reverse": Words(
            "«Навпаки» вдвох",
            ("нічого не змінює", "ще один хід"),
            "удвох «Навпаки» нічого не змінює або дає ще один хід",
        ),
        "wd4_bluff": Words(
            "Блеф із W4", ("дозволено", "заборонено"), "чи можна класти W4 всупереч її умові?"
        ),
        "challenge_reveal": Words(
            "Перевірену руку бачить", ("той, хто перевіряє", "кожен"), "хто бачить руку під час перевірки"
        ),
        "yassa_mode": Words(
            "Вигук «Ясса!»", ("каже гравець", "сам собою"), "чи мусить гравець вигукувати сам?"
        ),
        "reaction_mode": Words(
            "Реакції",
            ("таємні рішення", "у реальному часі"),
            "реакції: усі вирішують таємно чи хто перший, той і встиг",
        ),
        "max_steps": Words("Найбільше кроків у турі", help="після стількох кроків тур не рахується"),
        "max_rounds": Words("Найбільше турів у матчі", help="після стількох турів матч закінчується"),
    },
    "ru": {
        "scoring": Words(
            "Подсчёт",
            ("победителю все руки", "каждому своя рука"),
            "победитель тура получает очки за все другие руки или каждый записывает себе свою",
        ),
        "target_points": Words(
            "Очков для победы", help="подсчёт «победителю все руки»: кто набрал столько, выиграл матч"
        ),
        "limit_points": Words(
            "Очков для поражения", help="подсчёт «каждому своя рука»: кто набрал столько, проиграл матч"
        ),
        "mistake_penalty": Words(
            "Ошибки", ("невозможны", "возможны, за две карты"), "ошибиться можно, и это стоит двух карт"
        ),
        "intervention": Words(
            "Такая же карта",
            ("только против «Пропусти ход»", "кто угодно вне очереди"),
            "кто может положить такую же карту: только жертва «Пропусти ход» или кто угодно вне очереди",
        ),
        "start_card": Words(
            "Активная первая карта",
            ("не действует", "действует на сдающего", "запрещена"),
            "активная карта в начале: не действует, действует на сдающего или её нет",
        ),
        "voluntary_draw": Words(
            "Взять вместо положить", ("нельзя", "можно"), "может ли брать карту тот, кому есть что положить?"
        ),
        "final_draw_effect": Words(
            "«Возьми две» или W4 последней",
            ("не действует", "действует"),
            "действуют ли «Возьми две» и W4 как последняя карта?",
        ),
        "two_player_reverse": Words(
            "«Наоборот» вдвоём",
            ("ничего не меняет", "ещё один ход"),
            "вдвоём «Наоборот» ничего не меняет или даёт ещё один ход",
        ),
        "wd4_bluff": Words("Блеф с W4", ("разрешён", "запрещён"), "можно ли класть W4 вопреки её условию?"),
        "challenge_reveal": Words(
            "Проверенную руку видит", ("тот, кто проверяет", "каждый"), "кто видит руку при проверке"
        ),
        "yassa_mode": Words(
            "Возглас «Ясса!»", ("говорит игрок", "сам собой"), "должен ли игрок восклицать сам?"
        ),
        "reaction_mode": Words(
            "Реакции",
            ("тайные решения", "в реальном времени"),
            "реакции: все решают тайно или кто первый, тот и успел",
        ),
        "max_steps": Words("Больше всего шагов в туре", help="после стольких шагов тур не засчитывается"),
        "max_rounds": Words("Больше всего туров в матче", help="после стольких туров матч заканчивается"),
    },
}
