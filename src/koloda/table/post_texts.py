"""What the server says about matches by correspondence, in every language."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "on_vacation": "you are on vacation: come back first, then you can play by correspondence",
        "no_vacation": "so many days of vacation are not left this year: there are {}",
        "too_many_slow": "you are at {} tables with days for a move: that is enough for now",
        "bot_slow": "programs do not play with days for a move",
        "bad_push": "no messages can be sent to this browser: {}",
        "push_turn": "It is your turn.",
        "push_turns": "It is your turn at tables: {}.",
        "push_late": "It is your turn, and your time is running out.",
        "push_invited": "Somebody invites you to a table.",
    },
    "uk": {
        "on_vacation": "ви у відпустці: спершу поверніться, тоді зможете грати за листуванням",
        "no_vacation": "стільки днів відпустки цього року вже немає: лишилося {}",
        "too_many_slow": "ви вже за столами з днями на хід: {}, поки що цього досить",
        "bot_slow": "програми не грають із днями на хід",
        "bad_push": "до цього браузера не можна надсилати повідомлень: {}",
        "push_turn": "Ваш хід.",
        "push_turns": "Ваш хід за столами: {}.",
        "push_late": "Ваш хід, і ваш час спливає.",
        "push_invited": "Вас запрошують до столу.",
    },
    "ru": {
        "on_vacation": "вы в отпуске: сначала вернитесь, тогда сможете играть по переписке",
        "no_vacation": "столько дней отпуска в этом году уже нет: осталось {}",
        "too_many_slow": "вы уже за столами с днями на ход: {}, пока этого достаточно",
        "bot_slow": "программы не играют с днями на ход",
        "bad_push": "в этот браузер нельзя отправлять сообщения: {}",
        "push_turn": "Ваш ход.",
        "push_turns": "Ваш ход за столами: {}.",
        "push_late": "Ваш ход, и ваше время истекает.",
        "push_invited": "Вас приглашают за стол.",
    },
}
