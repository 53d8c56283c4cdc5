"""What the command line says to people, in their language."""

from __future__ import annotations

from collections.abc import Sequence

TEXTS = {
    "en": {
        "seat": "Seat {}",
        "result": "Result",
        "winners": "Won: {}.",
        "unfinished": "The record ends before the deal is over.",
        "player": "Player",
        "welcome": "{}: you are {}; at the table with you: {}.",
        "level": "Level: {}.",
        "deal": "Deal {}",
        "your_move": "Your move (? for help): ",
        "or_wait": "You may act now, or press Enter to wait: ",
        "not_understood": "{!r} is no move here. Type its number, its card, or ? for help.",
        "several": "{!r} can mean several moves: {}.",
        "numbers": "There are the moves 1 to {}.",
        "not_possible": "Not possible: {}.",
        "hint": "A competent player would choose: {}.",
        "no_undo": "Nothing is taken back: a card laid is a card played.",
        "quit": "Leave the game? (y/n) ",
        "again": "Another game? (y/n) ",
        "yes": "y",
        "bye": "Goodbye!",
        "won": "You have won!",
        "lost": "You have lost.",
        "drawn": "A draw: nobody has won.",
        "totals": "Totals",
        "match_over": "The match is over.",
        "next_deal": "Enter for the next deal: ",
        "seed": "The same game again: --seed {}.",
        "recorded": "Recorded in {}.",
        "check_seats": "{} seats",
        "check_seat": "it sat on seat {}",
        "check_fine": "fine: {} decisions, the longest took {} ms",
        "check_skipped": "it says that it does not play this game",
        "check_more": "and {} more faults in this deal; the first one often explains them",
        "check_unheard": "Without an answer to hello there is no game: the other tables are left out.",
        "check_good": "Everything is fine.",
        "check_none": "It plays none of these games.",
        "check_bad": "With faults: {}. The same check again: --seed {}.",
        "help": """A move is chosen by its number, by its text, or by what its text ends with: {}.
  Enter   the only move, where there is just one
  h       a hint
  l       everything that has happened, as you saw it
  r       the rules
  u       taking back: not in this game
  q       leave the game
  ?       this help""",
    },
    "uk": {
        "seat": "Місце {}",
        "result": "Результат",
        "winners": "Перемога: {}.",
        "unfinished": "Запис уривається до кінця роздачі.",
        "player": "Гравець",
        "welcome": "{}: ви – {}; з вами за столом: {}.",
        "level": "Рівень: {}.",
        "deal": "Роздача {}",
        "your_move": "Ваш хід (? – довідка): ",
        "or_wait": "Можете діяти зараз або натисніть Enter, щоб почекати: ",
        "not_understood": "{!r} – тут немає такого ходу. Введіть номер, карту або ? для довідки.",
        "several": "{!r} може означати кілька ходів: {}.",
        "numbers": "Ходи мають номери від 1 до {}.",
        "not_possible": "Не можна: {}.",
        "hint": "Досвідчений гравець вибрав би: {}.",
        "no_undo": "Ходів назад не беруть: карту покладено – карту зіграно.",
        "quit": "Вийти з гри? (т/н) ",
        "again": "Ще одну гру? (т/н) ",
        "yes": "т",
        "bye": "До побачення!",
        "won": "Ви виграли!",
        "lost": "Ви програли.",
        "drawn": "Нічия: ніхто не виграв.",
        "totals": "Разом",
        "match_over": "Матч закінчено.",
        "next_deal": "Enter – наступна роздача: ",
        "seed": "Та сама гра ще раз: --seed {}.",
        "recorded": "Записано у {}.",
        "check_seats": "місць: {}",
        "check_seat": "вона сиділа на місці {}",
        "check_fine": "гаразд: рішень {}, найдовше тривало {} мс",
        "check_skipped": "вона каже, що не грає в цю гру",
        "check_more": "і ще помилок у цій роздачі: {}; часто їх пояснює перша",
        "check_unheard": "Без відповіді на hello гри немає: решту столів пропущено.",
        "check_good": "Усе гаразд.",
        "check_none": "Вона не грає в жодну з цих ігор.",
        "check_bad": "З помилками: {}. Та сама перевірка ще раз: --seed {}.",
        "help": """Хід вибирають номером, текстом або тим, чим текст закінчується: {}.
  Enter   єдиний хід, якщо він лише один
  h       підказка
  l       усе, що сталося, як ви це бачили
  r       правила
  u       взяти хід назад: у цій грі не можна
  q       вийти з гри
  ?       ця довідка""",
    },
    "ru": {
        "seat": "Место {}",
        "result": "Результат",
        "winners": "Победа: {}.",
        "unfinished": "Запись обрывается до конца раздачи.",
        "player": "Игрок",
        "welcome": "{}: вы – {}; с вами за столом: {}.",
        "level": "Уровень: {}.",
        "deal": "Раздача {}",
        "your_move": "Ваш ход (? – справка): ",
        "or_wait": "Можете действовать сейчас или нажмите Enter, чтобы подождать: ",
        "not_understood": "{!r} – здесь нет такого хода. Введите номер, карту или ? для справки.",
        "several": "{!r} может означать несколько ходов: {}.",
        "numbers": "Ходы пронумерованы от 1 до {}.",
        "not_possible": "Нельзя: {}.",
        "hint": "Опытный игрок выбрал бы: {}.",
        "no_undo": "Ходов назад не берут: карта положена – карта сыграна.",
        "quit": "Выйти из игры? (д/н) ",
        "again": "Ещё одну игру? (д/н) ",
        "yes": "д",
        "bye": "До свидания!",
        "won": "Вы выиграли!",
        "lost": "Вы проиграли.",
        "drawn": "Ничья: никто не выиграл.",
        "totals": "Итого",
        "match_over": "Матч окончен.",
        "next_deal": "Enter – следующая раздача: ",
        "seed": "Та же игра ещё раз: --seed {}.",
        "recorded": "Записано в {}.",
        "check_seats": "мест: {}",
        "check_seat": "она сидела на месте {}",
        "check_fine": "в порядке: решений {}, самое долгое заняло {} мс",
        "check_skipped": "она говорит, что не играет в эту игру",
        "check_more": "и ещё ошибок в этой раздаче: {}; часто их объясняет первая",
        "check_unheard": "Без ответа на hello игры нет: остальные столы пропущены.",
        "check_good": "Всё в порядке.",
        "check_none": "Она не играет ни в одну из этих игр.",
        "check_bad": "С ошибками: {}. Та же проверка ещё раз: --seed {}.",
        "help": """Ход выбирают номером, текстом или тем, чем текст заканчивается: {}.
  Enter   единственный ход, если он только один
  h       подсказка
  l       всё, что произошло, как вы это видели
  r       правила
  u       взять ход назад: в этой игре нельзя
  q       выйти из игры
  ?       эта справка""",
    },
}

BOT_NAMES = {
    "en": ("Oksana", "Taras", "Lesia", "Bohdan", "Sofia", "Marko", "Hanna", "Pavlo", "Iryna", "Ivan", "Olha"),
    "uk": ("Оксана", "Тарас", "Леся", "Богдан", "Софія", "Марко", "Ганна", "Павло", "Ірина", "Іван", "Ольга"),
    "ru": ("Оксана", "Тарас", "Леся", "Богдан", "София", "Марк", "Анна", "Павел", "Ирина", "Иван", "Ольга"),
}


def say(lang: str, key: str, *parts: object) -> str:
    """A text in this language."""
    return TEXTS[lang][key].format(*parts)


def number(value: float) -> str:
    """A score as people write it: 12 or 0.5."""
    return f"{value:.10g}"


def scores_text(scores: Sequence[float], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {number(score)}" for name, score in zip(names, scores, strict=True))
