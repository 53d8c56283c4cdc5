# not compiled: text, made for people
"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.games.junquick.text.labels import Names, join, pretty

EVENTS = {
    "en": {
        "round": "Round {0}: {1} is the first player.",
        "draw": "{0} draws: {1}.",
        "draw_none": "{0} draws nothing for the hand.",
        "queue": "{0} lays an instant: {1}.",
        "instant": "{0} takes effect.",
        "lay": "{0} lays {1}.",
        "lay_as": "{0} lays {1} as {2}.",
        "evolve": "{0} plays Evolution from the nest as {1}.",
        "act": "{0} activates {1} against {2}.",
        "inf": "{0} plays {1}.",
        "hysteria_undo": "{0} plays Hysteria: {1} is cancelled.",
        "hysteria_redo": "{0} plays Hysteria: {1} is in force again.",
        "outrun": "{0} was not the first: {1} stays in the hand.",
        "pass": "{0} passes.",
        "leave": "{0} leaves the round.",
        "virus": "{0} takes {1}.",
        "virus deck": "The discarded viruses are shuffled into a new deck.",
        "redraw": "{0} shows the hand and draws a new one: {1}.",
        "stop": "{0} stops.",
        "window_response": "Does anybody answer?",
        "window_declare": "Has anybody an instant card?",
        "window_chief": "Who dares to cover it?",
        "put": "{0} puts cards face down: {1}.",
        "claim": "{0} claims: {1}.",
        "say_truth": "{0} says: truth.",
        "say_lie": "{0} says: a lie.",
        "shown_true": "{0} shows {1}: it was the truth.",
        "shown_false": "{0} shows {1}: it was a lie.",
        "stolen": "{0} takes a card from the nest or hand of {1}: {3}.",
        "robbed": "{0} takes from the hand of {1}: {2}, which is discarded.",
        "moved_back": "The card that was taken goes back: {2}.",
        "moved_again": "The card is taken again: {2}.",
        "penalty": "{0} has forgotten {1}: two viruses.",
        "crashed": "{0} takes a pack of {1}: {2}.",
        "won": "{0} wins the pile: {1}.",
        "won_nobody": "Nobody wins the pile.",
        "form": "{0} forms a pack: {1}.",
        "cure": "{0} pays for {1}: {2}.",
        "battle": "{0} wins the Battle: {1}.",
        "battle_draw": "The Battle is a draw: {1}.",
        "gift": "{0} gives to {1}: {2}.",
        "taken": "{1} takes from {0}: {2}.",
        "spared": "{0} keeps the Dominant.",
        "lost": "{0} loses: {1}.",
        "count": "{0}: packs {1}, viruses {2}.",
        "over_deck": "The deck is empty: the game is over.",
        "over_idle": "Nobody plays any more: the game is over.",
        "hidden": "a hidden card",
        "hidden_many": "hidden cards ({})",
    },
    "uk": {
        "round": "Раунд {0}: перший гравець – {1}.",
        "draw": "{0} бере з колоди: {1}.",
        "draw_none": "{0} не бере карток на руку.",
        "queue": "{0} викладає миттєву картку: {1}.",
        "instant": "Діє картка: {0}.",
        "lay": "{0} викладає: {1}.",
        "lay_as": "{0} викладає: {1} як {2}.",
        "evolve": "{0} грає Еволюцію з гнізда як {1}.",
        "act": "{0} активує: {1}, ціль – {2}.",
        "inf": "{0} грає: {1}.",
        "hysteria_undo": "{0} грає Гістерику, скасовано: {1}.",
        "hysteria_redo": "{0} грає Гістерику, знову діє: {1}.",
        "outrun": "{0} не встигає: {1} лишається на руці.",
        "pass": "{0} пасує.",
        "leave": "{0} виходить із раунду.",
        "virus": "{0} бере: {1}.",
        "virus deck": "Скинуті віруси перетасовано в нову колоду.",
        "redraw": "{0} показує руку й бере нову: {1}.",
        "stop": "{0} зупиняється.",
        "window_response": "Чи хтось відповість?",
        "window_declare": "Чи має хтось миттєву картку?",
        "window_chief": "Хто наважиться накрити?",
        "put": "{0} кладе долілиць карток: {1}.",
        "claim": "{0} каже: {1}.",
        "say_truth": "{0} каже: правда.",
        "say_lie": "{0} каже: брехня.",
        "shown_true": "{0} показує: {1}. Це була правда.",
        "shown_false": "{0} показує: {1}. Це була брехня.",
        "stolen": "{0} бере картку: {3}. Її втрачає {1}.",
        "robbed": "{0} бере з руки: {2}, у скид. Її втрачає {1}.",
        "moved_back": "Узята картка повертається: {2}.",
        "moved_again": "Картку знову взято: {2}.",
        "penalty": "{0}: забуто картку {1}, два віруси.",
        "crashed": "{0} забирає зграю: {2}. Її втрачає {1}.",
        "won": "{0} виграє стос: {1}.",
        "won_nobody": "Стосу не виграє ніхто.",
        "form": "{0} складає зграю: {1}.",
        "cure": "{0} платить за {1}: {2}.",
        "battle": "{0} виграє битву: {1}.",
        "battle_draw": "Битва – нічия: {1}.",
        "gift": "{0} віддає: {2}. Бере {1}.",
        "taken": "{1} бере з руки: {2}. Віддає {0}.",
        "spared": "{0} зберігає Домінанта.",
        "lost": "{0} втрачає: {1}.",
        "count": "{0}: зграй {1}, вірусів {2}.",
        "over_deck": "Колода порожня: гру закінчено.",
        "over_idle": "Ніхто вже не грає: гру закінчено.",
        "hidden": "прихована картка",
        "hidden_many": "приховані картки ({})",
    },
    "ru": {
        "round": "Раунд {0}: первый игрок – {1}.",
        "draw": "{0} берёт из колоды: {1}.",
        "draw_none": "{0} не берёт карт на руку.",
        "queue": "{0} выкладывает мгновенную карту: {1}.",
        "instant": "Действует карта: {0}.",
        "lay": "{0} выкладывает: {1}.",
        "lay_as": "{0} выкладывает: {1} как {2}.",
        "evolve": "{0} играет Эволюцию из гнезда как {1}.",
        "act": "{0} активирует: {1}, цель – {2}.",
        "inf": "{0} играет: {1}.",
        "hysteria_undo": "{0} играет Истерику, отменено: {1}.",
        "hysteria_redo": "{0} играет Истерику, снова действует: {1}.",
        "outrun": "{0} не успевает: {1} остаётся на руке.",
        "pass": "{0} пасует.",
        "leave": "{0} выходит из раунда.",
        "virus": "{0} берёт: {1}.",
        "virus deck": "Сброшенные вирусы перетасованы в новую колоду.",
        "redraw": "{0} показывает руку и берёт новую: {1}.",
        "stop": "{0} останавливается.",
        "window_response": "Кто-нибудь ответит?",
        "window_declare": "Есть ли у кого-нибудь мгновенная карта?",
        "window_chief": "Кто решится накрыть?",
        "put": "{0} кладёт рубашкой вверх карт: {1}.",
        "claim": "{0} говорит: {1}.",
        "say_truth": "{0} говорит: правда.",
        "say_lie": "{0} говорит: ложь.",
        "shown_true": "{0} показывает: {1}. Это была правда.",
        "shown_false": "{0} показывает: {1}. Это была ложь.",
        "stolen": "{0} берёт карту: {3}. Её теряет {1}.",
        "robbed": "{0} берёт с руки: {2}, в сброс. Её теряет {1}.",
        "moved_back": "Взятая карта возвращается: {2}.",
        "moved_again": "Карта снова взята: {2}.",
        "penalty": "{0}: забыта карта {1}, два вируса.",
        "crashed": "{0} забирает стаю: {2}. Её теряет {1}.",
        "won": "{0} выигрывает стопку: {1}.",
        "won_nobody": "Стопку не выигрывает никто.",
        "form": "{0} складывает стаю: {1}.",
        "cure": "{0} платит за {1}: {2}.",
        "battle": "{0} выигрывает битву: {1}.",
        "battle_draw": "Битва – ничья: {1}.",
        "gift": "{0} отдаёт: {2}. Берёт {1}.",
        "taken": "{1} берёт с руки: {2}. Отдаёт {0}.",
        "spared": "{0} сохраняет Доминанта.",
        "lost": "{0} теряет: {1}.",
        "count": "{0}: стай {1}, вирусов {2}.",
        "over_deck": "Колода пуста: игра окончена.",
        "over_idle": "Никто больше не играет: игра окончена.",
        "hidden": "скрытая карта",
        "hidden_many": "скрытые карты ({})",
    },
}
# which details of an event are seats; everything else is a card, a list of cards or a number
SEATS = {
    "round": (1,),
    "act": (0, 2),
    "stolen": (0, 1),
    "robbed": (0, 1),
    "crashed": (0, 1),
    "gift": (0, 1),
    "taken": (0, 1),
    "battle": (),
    "instant": (),
    "moved": (),
    "over": (),
    "virus deck": (),
    "window": (),
}


def event_text(titles: Names, event: tuple[object, ...], names: Sequence[str], lang: str) -> str:
    """An event as a seat sees it, as a sentence."""
    kind, *details = event
    texts = EVENTS[lang]
    key = str(kind)
    if key in ("hysteria", "say", "shown", "moved", "lay", "window", "over"):
        key = variant(key, details)
    if kind == "battle":
        cards, winner = details
        assert isinstance(cards, tuple)
        laid = ", ".join(f"{names[seat]} {pretty(titles, code, lang)}" for seat, code in cards)
        if winner is None:
            return texts["battle_draw"].format("", laid)
        return texts["battle"].format(names[int(str(winner))], laid)
    if kind == "draw" and not details[1]:
        key = "draw_none"
    if kind == "won" and details[0] is None:
        return texts["won_nobody"]
    seats = SEATS.get(str(kind), (0,))
    shown = [
        names[int(str(detail))] if place in seats else detail_text(titles, detail, lang)
        for place, detail in enumerate(details)
    ]
    return texts[key].format(*shown)


def variant(kind: str, details: Sequence[object]) -> str:
    """Which sentence of several an event of this kind takes."""
    if kind == "hysteria":
        return "hysteria_redo" if details[2] else "hysteria_undo"
    if kind == "say":
        return "say_truth" if details[1] else "say_lie"
    if kind == "shown":
        return "shown_true" if details[2] else "shown_false"
    if kind == "moved":
        return "moved_again" if details[1] == "taker" else "moved_back"
    if kind == "lay":
        return "lay_as" if details[1] == "EV" else "lay"
    return f"{kind}_{details[0]}"


def detail_text(titles: Names, detail: object, lang: str) -> str:
    texts = EVENTS[lang]
    if isinstance(detail, tuple):
        if detail and set(detail) == {"??"}:
            return texts["hidden"] if len(detail) == 1 else texts["hidden_many"].format(len(detail))
        return join(titles, detail, lang)
    if detail == "??":
        return texts["hidden"]
    return pretty(titles, detail, lang) if isinstance(detail, str) else str(detail)
