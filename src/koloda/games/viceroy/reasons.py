# not compiled: text, made for people
"""Why an action is not legal, in one line that names the rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from koloda.games.viceroy import asks
from koloda.games.viceroy.asks import KINDS
from koloda.games.viceroy.cards import CHARACTERS, COLOURS
from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.notation import AMOUNT, COLOUR_WORDS, card_name, label
from koloda.games.viceroy.pyramid import COLUMNS, place_text
from koloda.games.viceroy.views import amount

if TYPE_CHECKING:
    from koloda.games.viceroy.state import ViceroyState

KIND_STARTS = sorted(KINDS)
ASKED = {
    asks.START: "asked start",
    asks.LAW: "asked law",
    asks.PUT: "asked put",
    asks.SWAP: "asked swap",
    asks.UNDER: "asked under",
    asks.PICK: "asked pick",
    asks.COLOUR: "asked colour",
    asks.OWN: "asked own",
    asks.PETITION: "asked petition",
    asks.TOP: "asked top",
    asks.APPOINT: "asked appoint",
    asks.MOVE: "asked move",
    asks.TO: "asked to",
    asks.RETIRE: "asked retire",
    asks.FILE: "asked file",
    asks.STORE: "asked store",
    asks.BID: "asked bid",
    asks.WANT: "asked want",
    asks.HIT: "asked hit",
    asks.TAKE: "asked take",
    asks.DRAW_FROM: "asked draw",
    asks.STASH: "asked stash",
    asks.DECIDE: "asked decide",
    asks.BUILD: "asked build",
    asks.USE: "asked use",
    asks.COIN: "asked coin",
    asks.CIRCLE: "asked circle",
    asks.PAINT: "asked paint",
}
TEXTS = {
    "en": {
        "asked start": "this seat is asked to keep one of the three dealt characters (start)",
        "asked law": "this seat is asked to choose a card of the hand to play for nothing, or none (law)",
        "asked put": "this seat is asked to place the chosen card (put)",
        "asked swap": "this seat is asked to replace one of the own characters (swap)",
        "asked under": "this seat is asked to tuck the law under one of the own characters (under)",
        "asked pick": "this seat is asked to pick an option of the law (pick)",
        "asked colour": "this seat is asked to name the colour of an endless gem (colour)",
        "asked own": "this seat is asked to say whether an own gem becomes the endless gem (own)",
        "asked petition": "this seat is asked to keep one of the laws looked at (petition)",
        "asked top": "this seat is asked to put back the laws looked at (top)",
        "asked appoint": "this seat is asked to take a character of the auction (appoint)",
        "asked move": "this seat is asked to move a free card or none (move)",
        "asked to": "this seat is asked to say where the lifted card goes (to)",
        "asked retire": "this seat is asked to tuck a free card under the law (retire)",
        "asked file": "this seat is asked to tuck cards of the hand under the law (file)",
        "asked store": "this seat is asked to lay gems on the law (store)",
        "asked bid": "this seat is asked to bid or pass (bid)",
        "asked want": "this seat is asked to say which card of the slot it wants (want)",
        "asked hit": "this seat is asked to choose the card that is attacked (hit)",
        "asked take": "this seat is asked to take a gem (take)",
        "asked draw": "this seat is asked to draw a card (draw)",
        "asked stash": "this seat is asked to say whether the drawn card is tucked (stash)",
        "asked decide": "this seat is asked to keep or refuse the acquired card",
        "asked build": "this seat is asked to build the acquired card (build)",
        "asked use": "this seat is asked to say how many endless gems pay (endless)",
        "asked coin": "this seat is asked to use Common Coin or not (coin)",
        "asked circle": "this seat is asked to name a circle to paint or finish (circle)",
        "asked paint": "this seat is asked to paint a sector (paint)",
        "no card": "{} is not in this hand",
        "must take": "{} more gems must be taken: only those beyond three of a pass are optional",
        "no reserve": "the reserve has no gem of colour {}",
        "no character": "{}: there is no own character, on a level that the law allows, at this place",
        "not free": "{}: only another free card can be chosen, outermost in its row, with nothing "
        "resting on it or tucked under it",
        "not to": "{}: not open without the lifted card, or its old place",
        "not looked at": "{} is not among the laws looked at",
        "no spot": "no card lies at this spot",
        "no gem at all": "neither the reserve nor the own screen has a gem of colour {}",
        "no gem": "the screen hides no gem of colour {}",
        "no option": "the law has {} options",
        "no deck": "this deck is empty",
        "no base": "beside a virtual opponent the tip can be taken, or the bid continued",
        "no continue": "base or tip: only beside a virtual opponent can the bid be continued",
        "must refuse": "{} cannot be paid for, not even on level 1: it must be refused",
        "no coin": "the rest of the price is {}: the screen cannot pay it with {}",
        "no circle": "{}: no circle there, or no gem left that would change one of its uncovered sectors",
        "no sector": "this sector is covered already, has this colour, or there is no gem of this colour "
        "left",
        "not open": "{} is not open: the base grows at its ends, a higher card rests on two cards",
        "too dear": "{}: the price of {} on level {} is {}, that cannot be paid",
        "not here": "{}: not a place where this card can be put",
        "no attack": "an attack needs an attack token and a card at some slot",
        "no slot": "no card lies at slot {}",
        "other endless": "asked are endless gems of colour {}",
        "not so many": "the rest of the price is {}, you own {} endless gems of colour {}: as many as both "
        "allow, and what is left must be payable",
    },
    "uk": {
        "asked start": "зараз треба залишити одного з трьох розданих персонажів",
        "asked law": "зараз треба вибрати карту з руки, щоб зіграти її безкоштовно, або нічого",
        "asked put": "зараз треба покласти вибрану карту",
        "asked swap": "зараз треба замінити одного зі своїх персонажів",
        "asked under": "зараз треба підсунути закон під одного зі своїх персонажів",
        "asked pick": "зараз треба вибрати варіант закону",
        "asked colour": "зараз треба назвати колір невичерпного каменя",
        "asked own": "зараз треба вирішити, чи стане невичерпним ваш власний камінь",
        "asked petition": "зараз треба залишити один із переглянутих законів",
        "asked top": "зараз треба повернути переглянуті закони на колоду",
        "asked appoint": "зараз треба взяти персонажа з аукціону",
        "asked move": "зараз треба перекласти вільну карту або нічого не перекладати",
        "asked to": "зараз треба сказати, куди лягає піднята карта",
        "asked retire": "зараз треба підсунути вільну карту під закон",
        "asked file": "зараз треба підсунути карти з руки під закон",
        "asked store": "зараз треба покласти камені на закон",
        "asked bid": "зараз треба зробити ставку або пасувати",
        "asked want": "зараз треба сказати, яку з двох карт ви хочете",
        "asked hit": "зараз треба вибрати карту, на яку спрямована атака",
        "asked take": "зараз треба взяти камінь",
        "asked draw": "зараз треба взяти карту",
        "asked stash": "зараз треба вирішити, чи підсунути взяту карту",
        "asked decide": "зараз треба залишити отриману карту або відмовитися від неї",
        "asked build": "зараз треба побудувати отриману карту",
        "asked use": "зараз треба сказати, скільки невичерпних каменів платять",
        "asked coin": "зараз треба скористатися «Єдиною монетою» або ні",
        "asked circle": "зараз треба назвати круг для фарбування або закінчити",
        "asked paint": "зараз треба пофарбувати сектор",
        "no card": "цієї карти на руці немає: {}",
        "must take": "треба взяти ще каменів: {}; відмовитися можна лише від тих, що понад три за пас",
        "no reserve": "у запасі немає такого каменя: {}",
        "no character": "{}: тут немає вашого персонажа на рівні, який дозволяє закон",
        "not free": "{}: вибрати можна лише іншу вільну карту, крайню у своєму ряду, на якій нічого не "
        "лежить і під яку нічого не підсунуто",
        "not to": "{}: без піднятої карти це місце не відкрите, або це її старе місце",
        "not looked at": "серед переглянутих законів цього немає: {}",
        "no spot": "на цьому місці карти немає",
        "no gem at all": "ні в запасі, ні за вашою ширмою немає такого каменя: {}",
        "no gem": "за вашою ширмою немає такого каменя: {}",
        "no option": "варіантів у закону: {}",
        "no deck": "ця колода порожня",
        "no base": "поруч із віртуальним суперником можна взяти карту біля вістря або торгуватися далі",
        "no continue": "основа чи вістря: торгуватися далі можна лише поруч із віртуальним суперником",
        "must refuse": "за карту {} нема чим заплатити навіть на рівні 1: від неї треба відмовитися",
        "no coin": "лишилося заплатити {}: каменів за ширмою на це не вистачає ({})",
        "no circle": "{}: там немає круга, або не лишилося каменя, що змінив би його відкритий сектор",
        "no sector": "цей сектор уже накрито, він уже цього кольору, або такого каменя не лишилося",
        "not open": "місце {} не відкрите: основа росте з країв, а вища карта лежить на двох картах",
        "too dear": "{0}: карта {1} на рівні {2} коштує {3}, заплатити нема чим",
        "not here": "{}: сюди цю карту покласти не можна",
        "no attack": "для атаки потрібен жетон атаки й карта на якомусь кольорі",
        "no slot": "на цьому кольорі карти немає: {}",
        "other endless": "зараз ідеться про невичерпні камені іншого кольору: {}",
        "not so many": "лишилося заплатити {0}, невичерпних каменів ({2}) у вас {1}: не більше, ніж дозволяє "
        "те й інше, а решту треба мати чим заплатити",
    },
    "ru": {
        "asked start": "сейчас надо оставить одного из трёх розданных персонажей",
        "asked law": "сейчас надо выбрать карту с руки, чтобы сыграть её бесплатно, или ничего",
        "asked put": "сейчас надо положить выбранную карту",
        "asked swap": "сейчас надо заменить одного из своих персонажей",
        "asked under": "сейчас надо подложить закон под одного из своих персонажей",
        "asked pick": "сейчас надо выбрать вариант закона",
        "asked colour": "сейчас надо назвать цвет неисчерпаемого камня",
        "asked own": "сейчас надо решить, станет ли неисчерпаемым ваш собственный камень",
        "asked petition": "сейчас надо оставить один из просмотренных законов",
        "asked top": "сейчас надо вернуть просмотренные законы на колоду",
        "asked appoint": "сейчас надо взять персонажа с аукциона",
        "asked move": "сейчас надо переложить свободную карту или ничего не перекладывать",
        "asked to": "сейчас надо сказать, куда ляжет поднятая карта",
        "asked retire": "сейчас надо подложить свободную карту под закон",
        "asked file": "сейчас надо подложить карты с руки под закон",
        "asked store": "сейчас надо положить камни на закон",
        "asked bid": "сейчас надо сделать ставку или пасовать",
        "asked want": "сейчас надо сказать, какую из двух карт вы хотите",
        "asked hit": "сейчас надо выбрать карту, на которую направлена атака",
        "asked take": "сейчас надо взять камень",
        "asked draw": "сейчас надо взять карту",
        "asked stash": "сейчас надо решить, подложить ли взятую карту",
        "asked decide": "сейчас надо оставить полученную карту или отказаться от неё",
        "asked build": "сейчас надо построить полученную карту",
        "asked use": "сейчас надо сказать, сколько неисчерпаемых камней платят",
        "asked coin": "сейчас надо воспользоваться «Единой монетой» или нет",
        "asked circle": "сейчас надо назвать круг для окраски или закончить",
        "asked paint": "сейчас надо окрасить сектор",
        "no card": "этой карты на руке нет: {}",
        "must take": "надо взять ещё камней: {}; отказаться можно только от тех, что сверх трёх за пас",
        "no reserve": "в запасе нет такого камня: {}",
        "no character": "{}: здесь нет вашего персонажа на уровне, который разрешает закон",
        "not free": "{}: выбрать можно только другую свободную карту, крайнюю в своём ряду, на которой "
        "ничего не лежит и под которую ничего не подложено",
        "not to": "{}: без поднятой карты это место не открыто, или это её старое место",
        "not looked at": "среди просмотренных законов этого нет: {}",
        "no spot": "на этом месте карты нет",
        "no gem at all": "ни в запасе, ни за вашей ширмой нет такого камня: {}",
        "no gem": "за вашей ширмой нет такого камня: {}",
        "no option": "вариантов у закона: {}",
        "no deck": "эта колода пуста",
        "no base": "рядом с виртуальным соперником можно взять карту у острия или торговаться дальше",
        "no continue": "основание или остриё: торговаться дальше можно только рядом с виртуальным соперником",
        "must refuse": "за карту {} нечем заплатить даже на уровне 1: от неё надо отказаться",
        "no coin": "осталось заплатить {}: камней за ширмой на это не хватает ({})",
        "no circle": "{}: там нет круга, или не осталось камня, который изменил бы его открытый сектор",
        "no sector": "этот сектор уже накрыт, он уже этого цвета, или такого камня не осталось",
        "not open": "место {} не открыто: основание растёт с краёв, а карта выше лежит на двух картах",
        "too dear": "{0}: карта {1} на уровне {2} стоит {3}, заплатить нечем",
        "not here": "{}: сюда эту карту положить нельзя",
        "no attack": "для атаки нужен жетон атаки и карта на каком-нибудь цвете",
        "no slot": "на этом цвете карты нет: {}",
        "other endless": "сейчас речь о неисчерпаемых камнях другого цвета: {}",
        "not so many": "осталось заплатить {0}, неисчерпаемых камней ({2}) у вас {1}: не больше, чем "
        "позволяет то и другое, а остаток надо иметь чем заплатить",
    },
}


def say(key: str, *details: object) -> str:
    return TEXTS["en"][key].format(*details)


def kind_of(action: int) -> int:
    return max(kind for kind in KIND_STARTS if kind <= action)


def why_illegal(s: ViceroyState, seat: int, action: int) -> str:
    """Why this action is not legal for a seat that is asked something."""
    kind = int(s.ask[seat])
    if kind_of(action) != kind:
        return say(ASKED[kind])
    value = action - kind
    text: str = s.game.text(action)
    if kind in (asks.START, asks.LAW, asks.FILE):
        return say("no card", s.deck.codes[value])
    if kind in (asks.PUT, asks.BUILD):
        return why_not_there(s, seat, kind, value)
    if kind == asks.BID:
        return why_no_bid(s, seat, value)
    if kind == asks.TAKE:
        if action == asks.TAKE_NONE:
            return say("must take", s.takes_least)
        return say("no reserve", COLOURS[value])
    if kind in (asks.SWAP, asks.UNDER):
        return say("no character", text.split()[1])
    if kind in (asks.MOVE, asks.RETIRE):
        return say("not free", place_text(value))
    if kind == asks.TO:
        return say("not to", place_text(value))
    if kind in (asks.PETITION, asks.TOP):
        return say("not looked at", s.deck.codes[CHARACTERS + value])
    if kind in (asks.APPOINT, asks.HIT):
        return say("no spot")
    if kind == asks.COLOUR:
        return say("no gem at all", COLOURS[value])
    if kind == asks.STORE:
        return say("no gem", COLOURS[value])
    if kind == asks.PICK:
        return say("no option", s.deck.amount[s.card])
    if kind == asks.DRAW_FROM:
        return say("no deck")
    if kind == asks.WANT:
        return say("no base" if s.virtual_bidders(s.choice[seat]) else "no continue")
    if kind == asks.DECIDE:
        return say("must refuse", s.deck.codes[s.acquired[seat]])
    if kind == asks.USE:
        return why_not_endless(s, seat, value)
    if kind == asks.COIN:
        return say("no coin", amount(s.plan_rest[seat]), text)
    if kind == asks.CIRCLE:
        return say("no circle", place_text(value + COLUMNS))
    return say("no sector")


def why_not_there(s: ViceroyState, seat: int, kind: int, place: int) -> str:
    where = place_text(place)
    level = place // COLUMNS + 1
    if not s.open_row(seat, level) >> (place % COLUMNS) & 1:
        return say("not open", where)
    card = int(s.acquired[seat])
    if kind == asks.BUILD:
        return say("too dear", where, s.deck.codes[card], level, amount(s.deck.price[card * 5 + level - 1]))
    return say("not here", where)


def why_no_bid(s: ViceroyState, seat: int, bid: int) -> str:
    if bid == asks.BID_ATTACK - asks.BID:
        return say("no attack")
    if not s.screens[seat * 4 + bid]:
        return say("no gem", COLOURS[bid])
    return say("no slot", COLOURS[bid])


def why_not_endless(s: ViceroyState, seat: int, value: int) -> str:
    colour = int(s.plan_colour[seat])
    if value // 6 != colour:
        return say("other endless", COLOURS[colour])
    owned = int(s.endless[seat * 4 + colour])
    return say("not so many", amount(s.plan_rest[seat]), owned, COLOURS[colour])


# in other languages


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(r"\{\}", "(.+?)"))


PATTERNS = {key: pattern(text) for key, text in TEXTS["en"].items()}


def named(deck: DeckFile, detail: str, lang: str) -> str:
    """A card, a colour or an amount of gems of a reason, as people say it."""
    words = COLOUR_WORDS[lang]
    if detail in words:
        return words[detail]
    found = AMOUNT.fullmatch(detail)
    if found:
        counts = zip(words.values(), found.groups(), strict=True)
        return ", ".join(f"{word} ×{count}" for word, count in counts if count)
    if detail == "-":
        return "0"
    if detail.startswith("coin ") and lang != "en":
        return label(deck, detail, lang)
    return card_name(deck, detail, lang)


def reason_text(deck: DeckFile, english: str, lang: str) -> str:
    """A reason in this language, for people: cards by their names, gems by their colours."""
    for key, form in PATTERNS.items():
        found = form.fullmatch(english)
        if found:
            return TEXTS[lang][key].format(*(named(deck, detail, lang) for detail in found.groups()))
    return english
