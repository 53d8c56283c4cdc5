# not compiled: text, made for people
"""Why an action is refused, in people's words."""

from __future__ import annotations

REASONS = {
    "en": {
        "asked_to_lay": "now you are asked to lay a card with a Flight card",
        "asked_to_take": "now you are asked to take a card from the table",
        "asked_to_swap": "now you are asked to swap two cities",
        "not_in_hand": "{} is not in your hand",
        "flight_used": "Flight {} is not available: a used Flight card comes back after six rounds",
        "not_on_table": "{} is not on the table",
        "not_due": "{} must be taken before {}: Deportations go first, then Cities, Exchanges, "
        "Universal Exchanges",
        "no_player": "there is no player {}",
        "own_collection": "a swap needs somebody else's collection",
        "not_yours": "{} is not in your collection",
        "not_theirs": "{} is not in the collection of player {}",
        "other_value": "{} swaps cities of value {} only",
        "smaller_collection": "player {} has fewer cities than you: nobody may swap with a smaller "
        "collection",
    },
    "uk": {
        "asked_to_lay": "зараз треба викласти карту з Картою Перельотів",
        "asked_to_take": "зараз треба забрати карту зі столу",
        "asked_to_swap": "зараз треба обміняти два міста",
        "not_in_hand": "у вас на руці немає такої карти: {}",
        "flight_used": "Переліт {} зіграно: Карти Перельотів повертаються після шести раундів",
        "not_on_table": "на столі немає такої карти: {}",
        "not_due": "спершу {}, потім {}: забирають Депортації, Міста, Обміни, Універсальні Обміни",
        "no_player": "гравця {} немає",
        "own_collection": "обмінюватися треба з чужою колекцією",
        "not_yours": "у вашій колекції немає такого міста: {}",
        "not_theirs": "{}: такого міста немає в колекції гравця {}",
        "other_value": "{} обмінює лише міста номіналу {}",
        "smaller_collection": "у гравця {} міст менше, ніж у вас: з меншою колекцією обмінюватися не можна",
    },
    "ru": {
        "asked_to_lay": "сейчас надо выложить карту с Картой Перелётов",
        "asked_to_take": "сейчас надо забрать карту со стола",
        "asked_to_swap": "сейчас надо обменять два города",
        "not_in_hand": "у вас на руке нет такой карты: {}",
        "flight_used": "Перелёт {} сыгран: Карты Перелётов возвращаются после шести раундов",
        "not_on_table": "на столе нет такой карты: {}",
        "not_due": "сначала {}, потом {}: забирают Депортации, Города, Обмены, Универсальные Обмены",
        "no_player": "игрока {} нет",
        "own_collection": "меняться надо с чужой коллекцией",
        "not_yours": "в вашей коллекции нет такого города: {}",
        "not_theirs": "{}: такого города нет в коллекции игрока {}",
        "other_value": "{} меняет только города номинала {}",
        "smaller_collection": "у игрока {} городов меньше, чем у вас: с меньшей коллекцией меняться нельзя",
    },
}
