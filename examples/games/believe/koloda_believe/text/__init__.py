"""Words for people, in three languages. The rules and the guide lie beside this file."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.core.actions import Actions
from koloda.core.options import Words
from koloda.core.sentences import Sentences
from koloda_believe.actions import DECK

LABELS = {
    "en": {
        "put": "put {}",
        "say": "say “{}”",
        "lay": "lay them",
        "doubt": "I don’t believe!",
        "back": "take {} back",
    },
    "uk": {
        "put": "приготувати {}",
        "say": "сказати «{}»",
        "lay": "покласти",
        "doubt": "Не вірю!",
        "back": "забрати назад {}",
    },
    "ru": {
        "put": "приготовить {}",
        "say": "сказать «{}»",
        "lay": "положить",
        "doubt": "Не верю!",
        "back": "забрать назад {}",
    },
}
ACTIONS = Actions.declared(
    "believe",
    (("put", DECK.codes), ("say", tuple(DECK.ranks)), "lay", "doubt", ("back", DECK.codes)),
    LABELS,
    DECK.pretty,
)

OPTION_WORDS = {
    "en": {"most": Words("Cards in a lay"), "max_lays": Words("A draw after so many lays")},
    "uk": {
        "most": Words("Карт за раз", help="скільки карт можна покласти за один раз"),
        "max_lays": Words("Нічия після стількох ходів", help="після стількох ходів роздача – нічия"),
    },
    "ru": {
        "most": Words("Карт за раз", help="сколько карт можно положить за один раз"),
        "max_lays": Words("Ничья после стольких ходов", help="раздача кончается вничью после стольких ходов"),
    },
}

REASONS = {
    "en": {
        "no_card": "{} is not in this hand",
        "most": "at most {} cards are laid at once",
        "put_first": "first put the cards that you want to lay",
        "rank_stands": "the rank {} stands until somebody doubts: put cards and lay them",
        "say_rank": "whoever leads says which rank it is",
        "nothing_laid": "nothing has been laid yet that could be doubted",
        "too_late": "whoever has put a card cannot doubt: lay it, or take it back",
        "not_put": "{} is not ready to be laid",
    },
    "uk": {
        "no_card": "карти {} у вас немає",
        "most": "за раз кладуть щонайбільше карт: {}",
        "put_first": "спочатку приготуйте карти, які хочете покласти",
        "rank_stands": "назване {} стоїть, доки хтось не скаже «Не вірю!»: готуйте карти й кладіть",
        "say_rank": "хто починає, той називає, що кладе",
        "nothing_laid": "ще нічого не покладено, тож нема чому не вірити",
        "too_late": "хто вже приготував карту, той не може не вірити: кладіть або забирайте її назад",
        "not_put": "карту {} не приготовано",
    },
    "ru": {
        "no_card": "карты {} у вас нет",
        "most": "за раз кладут самое большее карт: {}",
        "put_first": "сначала приготовьте карты, которые хотите положить",
        "rank_stands": "названное {} стоит, пока кто-то не скажет «Не верю!»: готовьте карты и кладите",
        "say_rank": "кто начинает, тот называет, что кладёт",
        "nothing_laid": "ещё ничего не положено, так что не верить нечему",
        "too_late": "кто уже приготовил карту, тот не может не верить: кладите или забирайте её назад",
        "not_put": "карта {} не приготовлена",
    },
}

EVENTS = {
    "en": {
        "dealt": "{0} is dealt {1}.",
        "dealt_hidden": "{0} is dealt {1:count} cards.",
        "first": "{0} begins.",
        "lay": "{0} lays {1:number} and says “{2}”.",
        "doubt": "{0} does not believe {1}!",
        "honest": "{0} was honest: {1}.",
        "lie": "{0} lied: {1}.",
        "take": "{0} takes the pile: {1}.",
        "won": "{0} has got rid of all cards and wins.",
        "draw": "The deal is a draw: it took too long.",
    },
    "uk": {
        "dealt": "{0} отримує {1}.",
        "dealt_hidden": "{0} отримує карт: {1:count}.",
        "first": "Починає {0}.",
        "lay": "{0} кладе карт: {1:number} і каже «{2}».",
        "doubt": "{0} не вірить, що {1} каже правду!",
        "honest": "{0}: чесно, {1}.",
        "lie": "{0}: брехня, {1}.",
        "take": "{0} забирає купу: {1}.",
        "won": "{0} позбувається всіх карт і виграє.",
        "draw": "Нічия: роздача затяглася.",
    },
    "ru": {
        "dealt": "{0} получает {1}.",
        "dealt_hidden": "{0} получает карт: {1:count}.",
        "first": "Начинает {0}.",
        "lay": "{0} кладёт карт: {1:number} и говорит «{2}».",
        "doubt": "{0} не верит, что {1} говорит правду!",
        "honest": "{0}: честно, {1}.",
        "lie": "{0}: ложь, {1}.",
        "take": "{0} забирает кучу: {1}.",
        "won": "{0} избавляется от всех карт и выигрывает.",
        "draw": "Ничья: раздача затянулась.",
    },
}


def variant(kind: str, details: Sequence[object]) -> str:
    if kind == "dealt" and isinstance(details[1], tuple | list) and "??" in details[1]:
        return "dealt_hidden"
    if kind == "turned":
        return "honest" if details[2] else "lie"
    if kind == "over":
        return "draw" if details[0] is None else "won"
    return kind


SENTENCES = Sentences(EVENTS, DECK.pretty, variant)

ZONES = {
    "en": {
        "pile": "Pile",
        "claim": "Claim",
        "claims": "{} × “{}”",
        "honest": "It was true",
        "lie": "It was a lie",
        "hand": "Hand",
        "known": "Seen",
        "mine": "You have laid",
        "named": "Named",
        "puts": "Ready to lay",
        "lead": "Put one to four cards, then say what they are: the truth or not.",
        "lead_more": "Put another card, or say what they are.",
        "follow": "Do you believe it? Put cards and lay them as “{}”, or doubt.",
        "follow_more": "Put another card, or lay them as “{}”.",
    },
    "uk": {
        "pile": "Купа",
        "claim": "Слово",
        "claims": "{} × «{}»",
        "honest": "Це була правда",
        "lie": "Це була брехня",
        "hand": "Рука",
        "known": "Бачили",
        "mine": "Ви поклали",
        "named": "Названо",
        "puts": "Приготовано",
        "lead": "Приготуйте від однієї до чотирьох карт і скажіть, що це: правду чи ні.",
        "lead_more": "Додайте карту або скажіть, що це.",
        "follow": "Вірите? Готуйте карти й кладіть як «{}» або не вірте.",
        "follow_more": "Додайте карту або покладіть як «{}».",
    },
    "ru": {
        "pile": "Куча",
        "claim": "Слово",
        "claims": "{} × «{}»",
        "honest": "Это была правда",
        "lie": "Это была ложь",
        "hand": "Рука",
        "known": "Видели",
        "mine": "Вы положили",
        "named": "Названо",
        "puts": "Приготовлено",
        "lead": "Приготовьте от одной до четырёх карт и скажите, что это: правду или нет.",
        "lead_more": "Добавьте карту или скажите, что это.",
        "follow": "Верите? Готовьте карты и кладите как «{}» или не верьте.",
        "follow_more": "Добавьте карту или положите как «{}».",
    },
}
