# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.text.labels import (
    COLOUR_WORDS,
    DECK_WORDS,
    SECTOR_WORDS,
    SPOT_WORDS,
    card_name,
    gem_names,
    place_name,
)

EVENTS = {
    "en": {
        "dealt": "{0} is dealt {1}.",
        "dealt hidden": "{0} is dealt {1} cards.",
        "start": "{0} starts with {1}.",
        "laws": "{0} is dealt the laws {1}.",
        "laws hidden": "{0} is dealt {1} laws.",
        "auction_cards": "New at the auction: {0}.",
        "turn": "Turn {0}.",
        "law": "{0} plays {1}.",
        "law none": "{0} plays no card.",
        "place": "{0} places {1}: {2}.",
        "swap": "{0} puts {1} at {2}; {3} goes back to the hand.",
        "tuck": "{0} tucks {1} under {2}.",
        "circle": "{0} has a circle of one colour ({1}; {2}) and takes a gem.",
        "circle none": "{0} has a circle of one colour ({1}; {2}), but the reserve has no such gem.",
        "take": "{0} takes a gem: {1}.",
        "attack_token": "{0} gets attack tokens: {1}.",
        "token": "{0} gets on {1}: {2}.",
        "endless": "{0} gets an endless gem on {1}: {2}.",
        "endless own": "{0} lays an own gem on {1} as an endless gem: {2}.",
        "draw": "{0} draws {2} from {1}.",
        "draw one": "{0} draws a card from {1}.",
        "pick": "{0} uses {1}: {2}.",
        "look": "{0} looks at laws: {1}.",
        "petition": "{0} keeps {1}.",
        "top": "{0} puts {1} back on top.",
        "appoint": "{0} appoints {1} ({2}, {3}).",
        "refill": "{2} comes to the {1}, {0}.",
        "move": "{0} moves {1}: {2} → {3}.",
        "retire": "{0} retires {1} under {2}.",
        "store": "{0} stores a gem: {1}.",
        "round": "Auction, round {0}.",
        "bid": "{0} bids {1}.",
        "bid ATK": "{0} uses an attack token.",
        "bid -": "{0} bids nothing.",
        "virtual_bid": "Virtual opponent {0} draws {1}.",
        "clash": "Nobody gets a card here: {0}.",
        "acquire": "{0} gets {1} ({2}, {3}).",
        "virtual_discard": "A virtual opponent discards {0} ({1}, {2}).",
        "discard": "{0} is discarded.",
        "pass": "{0} passes.",
        "keep": "{0} keeps {1}.",
        "refuse": "{0} refuses {1}.",
        "build": "{0} builds {1} ({2}) for {3}.",
        "recolour": "The screens are removed; circles may be recoloured.",
        "paint": "{0} paints ({1}), {2} sector: {3}.",
        "score": "{0}: circles {1}, endless gems {2}, laws {3}, "
        "points {4}, magic {5}, sets {6}, attacks {7}.",
        "over": "The game is over: {0}. First: {1}.",
        "hidden": "a card",
    },
    "uk": {
        "dealt": "{0} отримує карти: {1}.",
        "dealt hidden": "{0} отримує {1} карти.",
        "start": "{0} починає з карти {1}.",
        "laws": "{0} отримує закони: {1}.",
        "laws hidden": "{0} отримує {1} закони.",
        "auction_cards": "Нові карти аукціону: {0}.",
        "turn": "Хід {0}.",
        "law": "{0} грає карту {1}.",
        "law none": "{0} не грає карти.",
        "place": "{0} кладе карту {1}: {2}.",
        "swap": "{0} кладе карту {1} на {2}; карта {3} повертається на руку.",
        "tuck": "{0} підсовує під карту {2}: {1}.",
        "circle": "{0}: одноколірний круг ({1}; {2}), камінь з резерву.",
        "circle none": "{0}: одноколірний круг ({1}; {2}), але такого каменя в резерві немає.",
        "take": "{0} бере камінь: {1}.",
        "attack_token": "{0} отримує жетони атаки: {1}.",
        "token": "{0} отримує на карту {1}: {2}.",
        "endless": "{0} отримує невичерпний камінь на карту {1}: {2}.",
        "endless own": "{0} кладе свій камінь на карту {1} як невичерпний: {2}.",
        "draw": "{0} бере з {1}: {2}.",
        "draw one": "{0} бере карту з {1}.",
        "pick": "{0} вибирає за картою {1}: {2}.",
        "look": "{0} переглядає закони: {1}.",
        "petition": "{0} залишає собі: {1}.",
        "top": "{0} повертає нагору: {1}.",
        "appoint": "{0} призначає: {1} ({2}, {3}).",
        "refill": "На аукціон ({1}, {0}) лягає {2}.",
        "move": "{0} перекладає карту {1}: {2} → {3}.",
        "retire": "{0} відправляє у відставку карту {1}, під карту {2}.",
        "store": "{0} кладе в скарбницю камінь: {1}.",
        "round": "Аукціон, коло {0}.",
        "bid": "{0}: ставка {1}.",
        "bid ATK": "{0}: жетон атаки.",
        "bid -": "{0}: без ставки.",
        "virtual_bid": "Віртуальний суперник {0} витягує {1}.",
        "clash": "Тут карти не дістаються нікому: {0}.",
        "acquire": "{0} отримує: {1} ({2}, {3}).",
        "virtual_discard": "Віртуальний суперник скидає: {0} ({1}, {2}).",
        "discard": "{0} – у скид.",
        "pass": "{0}: пас.",
        "keep": "{0} залишає карту {1}.",
        "refuse": "{0} відмовляється від карти {1}.",
        "build": "{0} будує: {1} ({2}), ціна {3}.",
        "recolour": "Ширми прибрано; круги можна перефарбувати.",
        "paint": "{0} фарбує ({1}), {2} сектор: {3}.",
        "score": "{0}: круги {1}, невичерпні камені {2}, закони {3}, "
        "очки {4}, магія {5}, набори {6}, атаки {7}.",
        "over": "Гру закінчено: {0}. Перше місце: {1}.",
        "hidden": "карту",
    },
    "ru": {
        "dealt": "{0} получает карты: {1}.",
        "dealt hidden": "{0} получает {1} карты.",
        "start": "{0} начинает с карты {1}.",
        "laws": "{0} получает законы: {1}.",
        "laws hidden": "{0} получает {1} закона.",
        "auction_cards": "Новые карты аукциона: {0}.",
        "turn": "Ход {0}.",
        "law": "{0} играет карту {1}.",
        "law none": "{0} не играет карту.",
        "place": "{0} кладёт карту {1}: {2}.",
        "swap": "{0} кладёт карту {1} на {2}; карта {3} возвращается на руку.",
        "tuck": "{0} подкладывает под карту {2}: {1}.",
        "circle": "{0}: одноцветный круг ({1}; {2}), камень из резерва.",
        "circle none": "{0}: одноцветный круг ({1}; {2}), но такого камня в резерве нет.",
        "take": "{0} берёт камень: {1}.",
        "attack_token": "{0} получает жетоны атаки: {1}.",
        "token": "{0} получает на карту {1}: {2}.",
        "endless": "{0} получает неисчерпаемый камень на карту {1}: {2}.",
        "endless own": "{0} кладёт свой камень на карту {1} как неисчерпаемый: {2}.",
        "draw": "{0} берёт из {1}: {2}.",
        "draw one": "{0} берёт карту из {1}.",
        "pick": "{0} выбирает по карте {1}: {2}.",
        "look": "{0} просматривает законы: {1}.",
        "petition": "{0} оставляет себе: {1}.",
        "top": "{0} возвращает наверх: {1}.",
        "appoint": "{0} назначает: {1} ({2}, {3}).",
        "refill": "На аукцион ({1}, {0}) ложится {2}.",
        "move": "{0} перекладывает карту {1}: {2} → {3}.",
        "retire": "{0} отправляет в отставку карту {1}, под карту {2}.",
        "store": "{0} кладёт в казну камень: {1}.",
        "round": "Аукцион, круг {0}.",
        "bid": "{0}: ставка {1}.",
        "bid ATK": "{0}: жетон атаки.",
        "bid -": "{0}: без ставки.",
        "virtual_bid": "Виртуальный соперник {0} вытягивает {1}.",
        "clash": "Здесь карты не достаются никому: {0}.",
        "acquire": "{0} получает: {1} ({2}, {3}).",
        "virtual_discard": "Виртуальный соперник сбрасывает: {0} ({1}, {2}).",
        "discard": "{0} – в сброс.",
        "pass": "{0}: пас.",
        "keep": "{0} оставляет карту {1}.",
        "refuse": "{0} отказывается от карты {1}.",
        "build": "{0} строит: {1} ({2}), цена {3}.",
        "recolour": "Ширмы убраны; круги можно перекрасить.",
        "paint": "{0} красит ({1}), {2} сектор: {3}.",
        "score": "{0}: круги {1}, неисчерпаемые камни {2}, законы {3}, "
        "очки {4}, магия {5}, наборы {6}, атаки {7}.",
        "over": "Игра окончена: {0}. Первое место: {1}.",
        "hidden": "карту",
    },
}
TOKEN_WORDS = {
    "en": {
        "points": "power points",
        "magic": "magic",
        "science": "science",
        "defence": "defence",
        "magic_bonus": "magic bonus +",
        "circle_bonus_B": "bonus for blue circles +",
        "circle_bonus_R": "bonus for red circles +",
        "circle_bonus_G": "bonus for green circles +",
        "circle_bonus_Y": "bonus for yellow circles +",
    },
    "uk": {
        "points": "очки влади",
        "magic": "магія",
        "science": "наука",
        "defence": "захист",
        "magic_bonus": "бонус за магію +",
        "circle_bonus_B": "бонус за сині круги +",
        "circle_bonus_R": "бонус за червоні круги +",
        "circle_bonus_G": "бонус за зелені круги +",
        "circle_bonus_Y": "бонус за жовті круги +",
    },
    "ru": {
        "points": "очки власти",
        "magic": "магия",
        "science": "наука",
        "defence": "защита",
        "magic_bonus": "бонус за магию +",
        "circle_bonus_B": "бонус за синие круги +",
        "circle_bonus_R": "бонус за красные круги +",
        "circle_bonus_G": "бонус за зелёные круги +",
        "circle_bonus_Y": "бонус за жёлтые круги +",
    },
}
# events whose first detail is no seat
ABOUT_TABLE = (
    "auction_cards",
    "turn",
    "refill",
    "round",
    "virtual_bid",
    "clash",
    "virtual_discard",
    "discard",
)


def event_text(deck: DeckFile, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind = str(event[0])
    details = list(event[1:])
    words = EVENTS[lang]
    if kind == "over":
        scores, winners = details
        assert isinstance(scores, tuple)
        assert isinstance(winners, tuple)
        listed = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(scores))
        return words["over"].format(listed, ", ".join(names[seat] for seat in winners))
    said: list[str] = []
    if details and kind not in ABOUT_TABLE:
        said.append(names[int(str(details.pop(0)))])
    if kind == "score":
        assert isinstance(details[0], tuple)
        return words[kind].format(*said, *details[0])
    if kind == "token":
        code, token, count = (str(detail) for detail in details)
        name = TOKEN_WORDS[lang][token]
        sign = "" if name.endswith("+") else " "
        return words[kind].format(*said, card_name(deck, code, lang), f"{name}{sign}{count}")
    if details and isinstance(details[0], tuple) and set(details[0]) == {"??"}:
        return words[f"{kind} hidden"].format(*said, len(details[0]))
    if kind == "law" and details[0] is None:
        return words["law none"].format(*said)
    if kind == "pick":
        code, number = str(details[0]), int(str(details[1]))
        return words[kind].format(*said, card_name(deck, code, lang), choice(deck, code, number, lang))
    if kind == "draw" and details[-1] is None:
        return words["draw one"].format(*said, DECK_WORDS[lang][str(details[0])])
    if kind == "bid" and details[0] in ("ATK", "-"):
        return words[f"bid {details[0]}"].format(*said)
    if kind == "circle" and not details[-1]:
        kind = "circle none"
    elif kind == "endless" and details[-1]:
        kind = "endless own"
    return words[kind].format(*said, *(word(deck, detail, lang, words) for detail in details))


def choice(deck: DeckFile, code: str, number: int, lang: str) -> str:
    """What a law gives with this choice, as its text lists them; the choice's number where it does not."""
    listed = deck.texts[lang][deck.deck.codes.index(code)].partition(": ")[2].rstrip(".").split("; ")
    return listed[number - 1] if number <= len(listed) > 1 else str(number)


def word(deck: DeckFile, detail: object, lang: str, words: dict[str, str]) -> str:
    """One detail of an event as people read it."""
    if detail is None:
        return words["hidden"]
    if isinstance(detail, tuple):
        return ", ".join(card_name(deck, str(code), lang) for code in detail)
    text = str(detail)
    for known in (COLOUR_WORDS, SPOT_WORDS, DECK_WORDS, SECTOR_WORDS):
        if text in known[lang]:
            return known[lang][text]
    return place_name(text, lang) or gem_names(text, lang) or card_name(deck, text, lang)
