# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words

WORDS = {
    "en": {
        "deck": Words("Deck", ("standard",)),
        "instant_mode": Words("Instants", ("are laid by themselves", "the players lay them")),
        "pass_rule": Words("Passing", ("at will", "only without a play")),
        "evolution_from_nest": Words("Evolution from the own nest"),
        "open_activation": Words("Activate on an empty pile"),
        "final_hand": Words("At the end into the nest", ("all hand cards", "only nest cards")),
        "hysteria_takes_lead": Words("Hysteria on top wins the pile"),
        "devourer_on_too_soon": Words("Devourer on Too Soon to Cheer"),
        "icewhirl_on_devourer": Words("Icewhirl on a Devourer"),
        "thief_hand_rule": Words(
            "A Thief takes from a hand", ("when nobody has a nest", "when the target has no nest")
        ),
        "chief_order": Words("Several cards at once", ("in the order of seats", "by lot")),
        "chief_time": Words("Chieftain phase", ("calm table: all choose in secret", "in real time")),
        "turn_ms": Words("Real time: a turn"),
        "response_ms": Words("Real time: an answer"),
        "silence_ms": Words("Real time: silence"),
        "tie_ms": Words("Real time: at the same moment"),
        "match_games": Words("Games in a series"),
    },
    "uk": {
        "deck": Words("Колода", ("звичайна",), "склад 89 карток і 8 вірусів: звичайний або з файлу карток"),
        "instant_mode": Words(
            "Миттєві картки",
            ("лягають самі", "їх викладають гравці"),
            "миттєві картки лягають самі, або гравці мають про них не забути",
        ),
        "pass_rule": Words(
            "Пас",
            ("коли завгодно", "лише коли нема чим грати"),
            "пасувати коли завгодно чи лише коли нема чим грати",
        ),
        "evolution_from_nest": Words(
            "Еволюція з власного гнізда", help="чи можна грати Еволюцію з власного гнізда?"
        ),
        "open_activation": Words(
            "Активувати на порожньому стосі",
            help="чи можна активувати «Джуна» з властивістю, поки стос порожній?",
        ),
        "final_hand": Words(
            "Наприкінці до гнізда",
            ("усі картки руки", "лише картки гнізда"),
            "наприкінці гри до гнізда йдуть усі картки руки чи лише ті, що можуть у ньому лежати",
        ),
        "hysteria_takes_lead": Words(
            "Гістерика зверху виграє стос", help="чи виграє раунд Гістерика, що лежить зверху?"
        ),
        "devourer_on_too_soon": Words(
            "Пожирака на «Рано радіти»", help="чи можна покласти Пожираку на «Рано радіти»?"
        ),
        "icewhirl_on_devourer": Words(
            "Криговерть на Пожираку", help="чи можна покласти Криговерть на Пожираку?"
        ),
        "thief_hand_rule": Words(
            "Злодій краде з руки",
            ("коли гнізд немає ні в кого", "коли гнізда немає в жертви"),
            "Злодій краде з руки, коли гнізд немає ні в кого або коли порожнє гніздо жертви",
        ),
        "chief_order": Words(
            "Кілька карток одночасно",
            ("за порядком місць", "за жеребом"),
            "чия картка перша, якщо їх кілька одночасно: за порядком місць чи за жеребом",
        ),
        "chief_time": Words(
            "Фаза вождя",
            ("спокійний стіл: усі вибирають потай", "у реальному часі"),
            "фаза вождя: усі вибирають потай (спокійний стіл), або хто перший поклав, той і перший",
        ),
        "turn_ms": Words("Реальний час: на хід", help="скільки часу на хід"),
        "response_ms": Words("Реальний час: на відповідь", help="скільки часу на відповідь Гістерикою"),
        "silence_ms": Words("Реальний час: тиша", help="тиша, після якої раунд закінчується"),
        "tie_ms": Words(
            "Реальний час: одночасно",
            help="картки, що надійшли на сервер у межах цього часу, вважаються одночасними",
        ),
        "match_games": Words("Ігор у серії", help="скільки ігор у серії"),
    },
    "ru": {
        "deck": Words("Колода", ("обычная",), "состав 89 карт и 8 вирусов: обычный или из файла карт"),
        "instant_mode": Words(
            "Мгновенные карты",
            ("ложатся сами", "их выкладывают игроки"),
            "мгновенные карты ложатся сами, или игроки должны о них не забыть",
        ),
        "pass_rule": Words(
            "Пас",
            ("когда угодно", "только когда нечем играть"),
            "пасовать когда угодно или только когда нечем играть",
        ),
        "evolution_from_nest": Words(
            "Эволюция из своего гнезда", help="можно ли играть Эволюцию из своего гнезда?"
        ),
        "open_activation": Words(
            "Активировать на пустой стопке",
            help="можно ли активировать «Джуна» со свойством, пока стопка пуста?",
        ),
        "final_hand": Words(
            "В конце в гнездо",
            ("все карты руки", "только карты гнезда"),
            "в конце игры в гнездо идут все карты руки или только те, что могут в нём лежать",
        ),
        "hysteria_takes_lead": Words(
            "Истерика сверху выигрывает стопку", help="выигрывает ли раунд Истерика, лежащая сверху?"
        ),
        "devourer_on_too_soon": Words(
            "Пожирака на «Рано радоваться»", help="можно ли положить Пожираку на «Рано радоваться»?"
        ),
        "icewhirl_on_devourer": Words(
            "Льдоверть на Пожираку", help="можно ли положить Льдоверть на Пожираку?"
        ),
        "thief_hand_rule": Words(
            "Вор крадёт с руки",
            ("когда гнёзд нет ни у кого", "когда гнезда нет у жертвы"),
            "Вор крадёт с руки, когда гнёзд нет ни у кого или когда пусто гнездо жертвы",
        ),
        "chief_order": Words(
            "Несколько карт одновременно",
            ("по порядку мест", "по жребию"),
            "чья карта первая, если их несколько одновременно: по порядку мест или по жребию",
        ),
        "chief_time": Words(
            "Фаза вождя",
            ("спокойный стол: все выбирают втайне", "в реальном времени"),
            "фаза вождя: все выбирают втайне (спокойный стол), или кто первый положил, тот и первый",
        ),
        "turn_ms": Words("Реальное время: на ход", help="сколько времени на ход"),
        "response_ms": Words("Реальное время: на ответ", help="сколько времени на ответ Истерикой"),
        "silence_ms": Words("Реальное время: тишина", help="тишина, после которой раунд заканчивается"),
        "tie_ms": Words(
            "Реальное время: одновременно",
            help="карты, пришедшие на сервер в пределах этого времени, считаются одновременными",
        ),
        "match_games": Words("Игр в серии", help="сколько игр в серии"),
    },
}

PRESET_WORDS = {
    "en": {
        "calm": Words("Calm table", help="no race: cards are chosen in sealed windows"),
        "memory": Words(
            "Keep your eyes open", help="instants must not be forgotten: nobody lays them for you"
        ),
        "series": Words("Series", help="three games, the points add up"),
    },
    "uk": {
        "calm": Words("Спокійний стіл", help="без перегонів: картки вибирають потай"),
        "memory": Words("Пильнуйте самі", help="миттєвих карток не забувайте: ніхто не зіграє їх за вас"),
        "series": Words("Серія", help="три гри, очки додаються"),
    },
    "ru": {
        "calm": Words("Спокойный стол", help="без гонки: карты выбирают тайно"),
        "memory": Words("Следите сами", help="мгновенные карты нельзя забывать: никто не сыграет их за вас"),
        "series": Words("Серия", help="три игры, очки складываются"),
    },
}
