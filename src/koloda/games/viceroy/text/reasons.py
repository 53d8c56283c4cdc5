# not compiled: text, made for people
"""Why not: a sentence for every key of reasons.py."""

from __future__ import annotations

from koloda.core.reasons import Templates
from koloda.games.viceroy.deck import DeckFile
from koloda.games.viceroy.notation import AMOUNT
from koloda.games.viceroy.text.labels import COLOUR_WORDS, card_name, label

REASONS: Templates = {
    "en": {
        "asked_start": "now you are asked to keep one of the three dealt characters (start)",
        "asked_law": "now you are asked to choose a card of the hand to play for nothing, or none (law)",
        "asked_put": "now you are asked to place the chosen card (put)",
        "asked_swap": "now you are asked to replace one of the own characters (swap)",
        "asked_under": "now you are asked to tuck the law under one of the own characters (under)",
        "asked_pick": "now you are asked to pick an option of the law (pick)",
        "asked_colour": "now you are asked to name the colour of an endless gem (colour)",
        "asked_own": "now you are asked to say whether an own gem becomes the endless gem (own)",
        "asked_petition": "now you are asked to keep one of the laws looked at (petition)",
        "asked_top": "now you are asked to put back the laws looked at (top)",
        "asked_appoint": "now you are asked to take a character of the auction (appoint)",
        "asked_move": "now you are asked to move a free card or none (move)",
        "asked_to": "now you are asked to say where the lifted card goes (to)",
        "asked_retire": "now you are asked to tuck a free card under the law (retire)",
        "asked_file": "now you are asked to tuck cards of the hand under the law (file)",
        "asked_store": "now you are asked to lay gems on the law (store)",
        "asked_bid": "now you are asked to bid or pass (bid)",
        "asked_want": "now you are asked to say which card of the slot it wants (want)",
        "asked_hit": "now you are asked to choose the card that is attacked (hit)",
        "asked_take": "now you are asked to take a gem (take)",
        "asked_draw": "now you are asked to draw a card (draw)",
        "asked_stash": "now you are asked to say whether the drawn card is tucked (stash)",
        "asked_decide": "now you are asked to keep or refuse the acquired card",
        "asked_build": "now you are asked to build the acquired card (build)",
        "asked_endless": "now you are asked to say how many endless gems pay (endless)",
        "asked_coin": "now you are asked to use Common Coin or not (coin)",
        "asked_circle": "now you are asked to name a circle to paint or finish (circle)",
        "asked_paint": "now you are asked to paint a sector (paint)",
        "no_card": "{} is not in your hand",
        "must_take": "{} more gems must be taken: only those beyond three of a pass are optional",
        "no_reserve": "the reserve has no gem of colour {}",
        "no_character": "{}: there is no own character, on a level that the law allows, at this place",
        "not_free": "{}: only another free card can be chosen, outermost in its row, with nothing "
        "resting on it or tucked under it",
        "not_to": "{}: not open without the lifted card, or its old place",
        "not_looked_at": "{} is not among the laws looked at",
        "no_spot": "no card lies at this spot",
        "no_gem_at_all": "neither the reserve nor the own screen has a gem of colour {}",
        "no_gem": "the screen hides no gem of colour {}",
        "no_option": "the law has {} options",
        "no_deck": "this deck is empty",
        "no_base": "beside a virtual opponent the tip can be taken, or the bid continued",
        "no_continue": "base or tip: only beside a virtual opponent can the bid be continued",
        "must_refuse": "{} cannot be paid for, not even on level 1: it must be refused",
        "no_coin": "the rest of the price is {}: the screen cannot pay it with {}",
        "no_circle": "{}: no circle there, or no gem left that would change one of its uncovered sectors",
        "no_sector": "this sector is covered already, has this colour, or there is no gem of this colour "
        "left",
        "not_open": "the place {} is not open: the base grows at its ends, a higher card rests on two cards",
        "too_dear": "{}: the price of {} on level {} is {}, that cannot be paid",
        "no_attack": "an attack needs an attack token and a card at some slot",
        "no_slot": "no card lies at slot {}",
        "other_endless": "asked are endless gems of colour {}",
        "not_so_many": "the rest of the price is {}, you own {} endless gems of colour {}: as many as both "
        "allow, and what is left must be payable",
    },
    "uk": {
        "asked_start": "зараз треба залишити одного з трьох розданих персонажів",
        "asked_law": "зараз треба вибрати карту з руки, щоб зіграти її безкоштовно, або нічого",
        "asked_put": "зараз треба покласти вибрану карту",
        "asked_swap": "зараз треба замінити одного зі своїх персонажів",
        "asked_under": "зараз треба підсунути закон під одного зі своїх персонажів",
        "asked_pick": "зараз треба вибрати варіант закону",
        "asked_colour": "зараз треба назвати колір невичерпного каменя",
        "asked_own": "зараз треба вирішити, чи стане невичерпним ваш власний камінь",
        "asked_petition": "зараз треба залишити один із переглянутих законів",
        "asked_top": "зараз треба повернути переглянуті закони на колоду",
        "asked_appoint": "зараз треба взяти персонажа з аукціону",
        "asked_move": "зараз треба перекласти вільну карту або нічого не перекладати",
        "asked_to": "зараз треба сказати, куди лягає піднята карта",
        "asked_retire": "зараз треба підсунути вільну карту під закон",
        "asked_file": "зараз треба підсунути карти з руки під закон",
        "asked_store": "зараз треба покласти камені на закон",
        "asked_bid": "зараз треба зробити ставку або спасувати",
        "asked_want": "зараз треба сказати, яку з двох карт ви хочете",
        "asked_hit": "зараз треба вибрати карту, на яку спрямована атака",
        "asked_take": "зараз треба взяти камінь",
        "asked_draw": "зараз треба взяти карту",
        "asked_stash": "зараз треба вирішити, чи підсунути взяту карту",
        "asked_decide": "зараз треба залишити отриману карту або відмовитися від неї",
        "asked_build": "зараз треба побудувати отриману карту",
        "asked_endless": "зараз треба сказати, скількома невичерпними каменями ви платите",
        "asked_coin": "зараз треба скористатися «Єдиною монетою» або ні",
        "asked_circle": "зараз треба назвати круг для фарбування або закінчити",
        "asked_paint": "зараз треба пофарбувати сектор",
        "no_card": "цієї карти на руці немає: {}",
        "must_take": "треба взяти ще каменів: {}; відмовитися можна лише від тих, що понад три за пас",
        "no_reserve": "у резерві немає такого каменя: {}",
        "no_character": "{}: тут немає вашого персонажа на рівні, який дозволяє закон",
        "not_free": "{}: вибрати можна лише іншу вільну карту, крайню у своєму ряду, на якій нічого не "
        "лежить і під яку нічого не підсунуто",
        "not_to": "{}: без піднятої карти це місце не відкрите, або це її старе місце",
        "not_looked_at": "серед переглянутих законів цього немає: {}",
        "no_spot": "на цьому місці карти немає",
        "no_gem_at_all": "ні в резерві, ні за вашою ширмою немає такого каменя: {}",
        "no_gem": "за вашою ширмою немає такого каменя: {}",
        "no_option": "варіантів у закону: {}",
        "no_deck": "ця колода порожня",
        "no_base": "поруч із віртуальним суперником можна взяти карту біля вістря або торгуватися далі",
        "no_continue": "основа чи вістря: торгуватися далі можна лише поруч із віртуальним суперником",
        "must_refuse": "за карту {} нема чим заплатити навіть на рівні 1: від неї треба відмовитися",
        "no_coin": "лишилося заплатити {}: каменів за ширмою на це не вистачає ({})",
        "no_circle": "{}: там немає круга, або не лишилося каменя, що змінив би його відкритий сектор",
        "no_sector": "цей сектор уже накрито, він уже цього кольору, або такого каменя не лишилося",
        "not_open": "місце {} не відкрите: основа росте з країв, а вища карта лежить на двох картах",
        "too_dear": "{0}: карта {1} на рівні {2} коштує {3}, заплатити нема чим",
        "no_attack": "для атаки потрібен жетон атаки й карта на якомусь кольорі",
        "no_slot": "на цьому кольорі карти немає: {}",
        "other_endless": "зараз ідеться про невичерпні камені іншого кольору: {}",
        "not_so_many": "лишилося заплатити {0}, невичерпних каменів ({2}) у вас {1}: не більше, ніж дозволяє "
        "те й інше, а решту треба мати чим заплатити",
    },
    "ru": {
        "asked_start": "сейчас надо оставить одного из трёх розданных персонажей",
        "asked_law": "сейчас надо выбрать карту с руки, чтобы сыграть её бесплатно, или ничего",
        "asked_put": "сейчас надо положить выбранную карту",
        "asked_swap": "сейчас надо заменить одного из своих персонажей",
        "asked_under": "сейчас надо подложить закон под одного из своих персонажей",
        "asked_pick": "сейчас надо выбрать вариант закона",
        "asked_colour": "сейчас надо назвать цвет неисчерпаемого камня",
        "asked_own": "сейчас надо решить, станет ли неисчерпаемым ваш собственный камень",
        "asked_petition": "сейчас надо оставить один из просмотренных законов",
        "asked_top": "сейчас надо вернуть просмотренные законы на колоду",
        "asked_appoint": "сейчас надо взять персонажа с аукциона",
        "asked_move": "сейчас надо переложить свободную карту или ничего не перекладывать",
        "asked_to": "сейчас надо сказать, куда ляжет поднятая карта",
        "asked_retire": "сейчас надо подложить свободную карту под закон",
        "asked_file": "сейчас надо подложить карты с руки под закон",
        "asked_store": "сейчас надо положить камни на закон",
        "asked_bid": "сейчас надо сделать ставку или спасовать",
        "asked_want": "сейчас надо сказать, какую из двух карт вы хотите",
        "asked_hit": "сейчас надо выбрать карту, на которую направлена атака",
        "asked_take": "сейчас надо взять камень",
        "asked_draw": "сейчас надо взять карту",
        "asked_stash": "сейчас надо решить, подложить ли взятую карту",
        "asked_decide": "сейчас надо оставить полученную карту или отказаться от неё",
        "asked_build": "сейчас надо построить полученную карту",
        "asked_endless": "сейчас надо сказать, сколькими неисчерпаемыми камнями вы платите",
        "asked_coin": "сейчас надо воспользоваться «Единой монетой» или нет",
        "asked_circle": "сейчас надо назвать круг для окраски или закончить",
        "asked_paint": "сейчас надо окрасить сектор",
        "no_card": "этой карты на руке нет: {}",
        "must_take": "надо взять ещё камней: {}; отказаться можно только от тех, что сверх трёх за пас",
        "no_reserve": "в резерве нет такого камня: {}",
        "no_character": "{}: здесь нет вашего персонажа на уровне, который разрешает закон",
        "not_free": "{}: выбрать можно только другую свободную карту, крайнюю в своём ряду, на которой "
        "ничего не лежит и под которую ничего не подложено",
        "not_to": "{}: без поднятой карты это место не открыто, или это её старое место",
        "not_looked_at": "среди просмотренных законов этого нет: {}",
        "no_spot": "на этом месте карты нет",
        "no_gem_at_all": "ни в резерве, ни за вашей ширмой нет такого камня: {}",
        "no_gem": "за вашей ширмой нет такого камня: {}",
        "no_option": "вариантов у закона: {}",
        "no_deck": "эта колода пуста",
        "no_base": "рядом с виртуальным соперником можно взять карту у острия или торговаться дальше",
        "no_continue": "основание или остриё: торговаться дальше можно только рядом с виртуальным соперником",
        "must_refuse": "за карту {} нечем заплатить даже на уровне 1: от неё надо отказаться",
        "no_coin": "осталось заплатить {}: камней за ширмой на это не хватает ({})",
        "no_circle": "{}: там нет круга, или не осталось камня, который изменил бы его открытый сектор",
        "no_sector": "этот сектор уже накрыт, он уже этого цвета, или такого камня не осталось",
        "not_open": "место {} не открыто: основание растёт с краёв, а карта выше лежит на двух картах",
        "too_dear": "{0}: карта {1} на уровне {2} стоит {3}, заплатить нечем",
        "no_attack": "для атаки нужен жетон атаки и карта на каком-нибудь цвете",
        "no_slot": "на этом цвете карты нет: {}",
        "other_endless": "сейчас речь о неисчерпаемых камнях другого цвета: {}",
        "not_so_many": "осталось заплатить {0}, неисчерпаемых камней ({2}) у вас {1}: не больше, чем "
        "позволяет то и другое, а остаток надо иметь чем заплатить",
    },
}


def named(deck: DeckFile, detail: object, lang: str) -> object:
    """A card, a colour or an amount of gems of a reason, as people say it."""
    if not isinstance(detail, str):
        return detail
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
