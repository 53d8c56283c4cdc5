# not compiled: text, made for people
"""Why an action is refused, in people's words."""

from __future__ import annotations

REASONS = {
    "en": {
        "asked_to_lay": "this seat is asked to lay a card with a Flight card",
        "asked_to_take": "this seat is asked to take a card from the table",
        "asked_to_swap": "this seat is asked to swap two cities",
        "not_in_hand": "{} is not in this hand",
        "flight_used": "F{} is not available: a used Flight card comes back after six rounds",
        "not_on_table": "{} is not on the table",
        "not_due": "{} must be taken before {}: Deportations go first, then Cities, Exchanges, "
        "Universal Exchanges",
        "no_player": "there is no P{}",
        "own_collection": "a swap needs somebody else's collection",
        "not_yours": "{} is not in this seat's collection",
        "not_theirs": "{} is not in the collection of P{}",
        "other_value": "{} swaps cities of value {} only",
        "smaller_collection": "P{} has fewer cities than this seat: nobody may swap with a smaller "
        "collection",
    },
    "uk": {
        "asked_to_lay": "зараз треба викласти карту з Картою Перельотів",
        "asked_to_take": "зараз треба забрати карту зі столу",
        "asked_to_swap": "зараз треба обміняти два міста",
        "not_in_hand": "карти {} на руці немає",
        "flight_used": "F{} зіграно: Карти Перельотів повертаються після шести раундів",
        "not_on_table": "карти {} на столі немає",
        "not_due": "спершу забирають {}, потім {}: Депортації, Міста, Обміни, Універсальні Обміни",
        "no_player": "гравця P{} немає",
        "own_collection": "обмінюватися треба з чужою колекцією",
        "not_yours": "міста {} у вашій колекції немає",
        "not_theirs": "міста {} у колекції P{} немає",
        "other_value": "{} обмінює лише міста номіналу {}",
        "smaller_collection": "у P{} міст менше, ніж у вас: з меншою колекцією обмінюватися не можна",
    },
    "ru": {
        "asked_to_lay": "сейчас надо выложить карту с Картой Перелётов",
        "asked_to_take": "сейчас надо забрать карту со стола",
        "asked_to_swap": "сейчас надо обменять два города",
        "not_in_hand": "карты {} на руке нет",
        "flight_used": "F{} сыграна: Карты Перелётов возвращаются после шести раундов",
        "not_on_table": "карты {} на столе нет",
        "not_due": "сначала забирают {}, потом {}: Депортации, Города, Обмены, Универсальные Обмены",
        "no_player": "игрока P{} нет",
        "own_collection": "меняться надо с чужой коллекцией",
        "not_yours": "города {} в вашей коллекции нет",
        "not_theirs": "города {} в коллекции P{} нет",
        "other_value": "{} меняет только города номинала {}",
        "smaller_collection": "у P{} городов меньше, чем у вас: с меньшей коллекцией меняться нельзя",
    },
}
