# not compiled: text, made for people
"""Why an action is not legal: the rule in one line, in the languages of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from koloda.games.junquick.cards import (
    BT,
    CODES,
    DM,
    G3,
    HY,
    NOMINAL,
    OPENERS,
    T1,
    copies,
    evolutions,
    present,
)
from koloda.games.junquick.phases import (
    ACT,
    BATTLE,
    CHIEF,
    CLAIM,
    CURE,
    DECLARE,
    DONE,
    EMIGRATE,
    FORM,
    FORM_PACK,
    FREEZE,
    GATHER,
    GIVE,
    HYS,
    INF,
    INFLUENCE,
    INST,
    LAY_BATTLE,
    LAYABLE,
    LIAR_CLAIM,
    LIAR_GUESS,
    LIAR_LAY,
    N4,
    NEST,
    PASS,
    PAY,
    PUT,
    REDRAW,
    RESPONSE,
    STOP,
    SURFACES,
    TRUTH,
)

if TYPE_CHECKING:
    from koloda.games.junquick.state import JunQuickState

ASKED = {
    GATHER: "ask_gather",
    FREEZE: "ask_freeze",
    LIAR_LAY: "ask_liar",
    LIAR_CLAIM: "ask_claim",
    LIAR_GUESS: "ask_guess",
    RESPONSE: "ask_response",
    CHIEF: "ask_chief",
    FORM: "ask_form",
    CURE: "ask_cure",
    BATTLE: "ask_battle",
    EMIGRATE: "ask_gift",
    DECLARE: "ask_declare",
}

TEXTS = {
    "en": {
        "ask_gather": "this seat is asked to lay, activate, play an influence card or pass",
        "ask_freeze": "this seat is asked for an extra play, or to stop",
        "ask_liar": "this seat is asked to put cards face down",
        "ask_claim": "this seat is asked to claim what its cards are",
        "ask_guess": "this seat is asked to say truth or lie",
        "ask_response": "this seat is asked to play Hysteria or wait",
        "ask_chief": "this seat is asked to play an influence card, wait or pass",
        "ask_form": "this seat is asked to form a pack",
        "ask_cure": "this seat is asked to pay for a virus",
        "ask_battle": "this seat is asked for a card with a nominal for the Battle",
        "ask_gift": "this seat is asked to give three cards",
        "ask_declare": "this seat is asked to lay its instants",
        "no_card": "{} is not in this hand",
        "chief": "cards with a nominal and Evolution are not played in the Chieftain phase",
        "dominant": "the Dominant cannot open: it is laid on a nominal 1-3",
        "too_low": "{} does not exceed {}: a nominal must be higher than the last one",
        "no_option": "this table does not play Evolutions from the nest (evolution_from_nest)",
        "no_evolution": "there is no Evolution in this nest",
        "empty_pile": "an Evolution from the nest is not laid on an empty pile",
        "own_seat": "the target is another seat",
        "only_card": "the Fibber needs at least one other card in the hand",
        "no_pack": "seat {} has no pack that can be taken",
        "no_loot": "nothing can be stolen from seat {}: a nest first, a hand only if no opponent has a nest",
        "nothing_left": "seat {} has no card that could be stolen",
        "open_surface": "{} needs a card to cover",
        "too_soon": "Too Soon to Cheer is laid on a 4 only",
        "covers": "{} cannot be laid on {}",
        "opener": "a seat that holds a plain Jun, a Fibber or a Thief cannot pass on an empty pile",
        "must_redraw": "after an idle round a first player without opener must redraw before he may pass",
        "strict": "passing is allowed only without a legal play (pass_rule = strict)",
        "redraw": "only the first player may redraw, once, as his first decision, without opener",
        "no_hysteria": "there is no Hysteria in this hand",
        "nothing": "there is nothing that Hysteria could cancel",
        "own_play": "nobody cancels his own card",
        "order": "{} comes before the last card: cards are named in card order",
        "three": "{} leaves too few cards after it: three are given, in card order",
        "one_card": "at least one card must be put",
        "claim_order": "classes are claimed in their order",
        "natural": "four different nominals in the nest must become a pack",
        "form": "this nest does not hold these cards",
        "cure": "this virus or this payment is not there",
        "named": "{} is not in this hand, or was named already",
    },
    "uk": {
        "ask_gather": "зараз треба викласти або активувати картку, зіграти вплив чи спасувати",
        "ask_freeze": "зараз можна зіграти додаткову картку або зупинитися",
        "ask_liar": "зараз треба покласти картки долілиць",
        "ask_claim": "зараз треба сказати, що це за картки",
        "ask_guess": "зараз треба сказати «правда» або «брехня»",
        "ask_response": "зараз можна зіграти Гістерику або чекати",
        "ask_chief": "зараз можна зіграти картку впливу, чекати або спасувати",
        "ask_form": "зараз треба скласти зграю",
        "ask_cure": "зараз можна заплатити за вірус",
        "ask_battle": "зараз треба викласти картку з номіналом на битву",
        "ask_gift": "зараз треба віддати три картки",
        "ask_declare": "зараз треба викласти миттєві картки",
        "no_card": "картки {} немає на руці",
        "chief": "у фазі вождя номіналів та Еволюції не грають",
        "dominant": "Домінант не починає: його кладуть на номінал 1-3",
        "too_low": "{} не вищий за {}: номінал має бути вищий за останній",
        "no_option": "за цим столом Еволюцію з гнізда не грають (evolution_from_nest)",
        "no_evolution": "у гнізді немає Еволюції",
        "empty_pile": "Еволюцію з гнізда не кладуть на порожній стос",
        "own_seat": "ціль – інший гравець",
        "only_card": "Чистобреху потрібна ще хоча б одна картка на руці",
        "no_pack": "у гравця {} немає зграї, яку можна забрати",
        "no_loot": "у гравця {} нема чого красти: спершу гніздо, рука – лише коли гнізд немає ні в кого",
        "nothing_left": "у гравця {} немає карток, які можна вкрасти",
        "open_surface": "{}: потрібна картка, яку можна накрити",
        "too_soon": "Рано радіти кладуть лише на четвірку",
        "covers": "{} не кладуть на {}",
        "opener": "на порожньому стосі не пасує той, хто має звичайного «Джуна», Чистобреха чи Злодія",
        "must_redraw": "після порожнього раунду перший гравець спершу бере нову руку",
        "strict": "пасувати можна, лише коли нема чим грати (pass_rule = strict)",
        "redraw": "нову руку бере лише перший гравець, раз, першим рішенням і без картки для початку",
        "no_hysteria": "на руці немає Гістерики",
        "nothing": "Гістериці нема чого скасовувати",
        "own_play": "власної картки не скасовують",
        "order": "{} стоїть перед останньою карткою: картки називають по порядку",
        "three": "після {} лишається замало карток: віддають три, по порядку",
        "one_card": "треба покласти хоча б одну картку",
        "claim_order": "класи називають по порядку",
        "natural": "чотири різні номінали в гнізді мусять стати зграєю",
        "form": "цих карток немає в гнізді",
        "cure": "такого віруса або такої плати немає",
        "named": "картки {} немає на руці, або її вже названо",
    },
    "ru": {
        "ask_gather": "сейчас надо выложить или активировать карту, сыграть влияние или спасовать",
        "ask_freeze": "сейчас можно сыграть дополнительную карту или остановиться",
        "ask_liar": "сейчас надо положить карты рубашкой вверх",
        "ask_claim": "сейчас надо сказать, что это за карты",
        "ask_guess": "сейчас надо сказать «правда» или «ложь»",
        "ask_response": "сейчас можно сыграть Истерику или ждать",
        "ask_chief": "сейчас можно сыграть карту влияния, ждать или спасовать",
        "ask_form": "сейчас надо сложить стаю",
        "ask_cure": "сейчас можно заплатить за вирус",
        "ask_battle": "сейчас надо выложить карту с номиналом на битву",
        "ask_gift": "сейчас надо отдать три карты",
        "ask_declare": "сейчас надо выложить мгновенные карты",
        "no_card": "карты {} нет на руке",
        "chief": "в фазе вождя номиналы и Эволюцию не играют",
        "dominant": "Доминант не начинает: его кладут на номинал 1-3",
        "too_low": "{} не выше {}: номинал должен быть выше последнего",
        "no_option": "за этим столом Эволюцию из гнезда не играют (evolution_from_nest)",
        "no_evolution": "в гнезде нет Эволюции",
        "empty_pile": "Эволюцию из гнезда не кладут на пустую стопку",
        "own_seat": "цель – другой игрок",
        "only_card": "Чистобрёху нужна ещё хотя бы одна карта на руке",
        "no_pack": "у игрока {} нет стаи, которую можно забрать",
        "no_loot": "у игрока {} нечего красть: сначала гнездо, рука – только когда гнёзд нет ни у кого",
        "nothing_left": "у игрока {} нет карт, которые можно украсть",
        "open_surface": "{}: нужна карта, которую можно накрыть",
        "too_soon": "Рано радоваться кладут только на четвёрку",
        "covers": "{} не кладут на {}",
        "opener": "на пустой стопке не пасует тот, у кого есть обычный «Джун», Чистобрёх или Вор",
        "must_redraw": "после пустого раунда первый игрок сначала берёт новую руку",
        "strict": "пасовать можно, только когда нечем играть (pass_rule = strict)",
        "redraw": "новую руку берёт только первый игрок, раз, первым решением и без карты для начала",
        "no_hysteria": "на руке нет Истерики",
        "nothing": "Истерике нечего отменять",
        "own_play": "собственную карту не отменяют",
        "order": "{} стоит перед последней картой: карты называют по порядку",
        "three": "после {} остаётся слишком мало карт: отдают три, по порядку",
        "one_card": "надо положить хотя бы одну карту",
        "claim_order": "классы называют по порядку",
        "natural": "четыре разных номинала в гнезде должны стать стаей",
        "form": "этих карт нет в гнезде",
        "cure": "такого вируса или такой платы нет",
        "named": "карты {} нет на руке, или она уже названа",
    },
}


def say(key: str, *details: object) -> str:
    return TEXTS["en"][key].format(*details)


def reason(s: JunQuickState, seat: int, action: int) -> str:
    """Why this action is not legal for this seat, which may act now."""
    phase = int(s.phase)
    if phase not in phases_of(action):
        if action < NEST and phase == CHIEF:
            return say("chief")
        return say(ASKED[phase])
    if action < NEST:
        return lay_reason(s, seat, int(LAYABLE[action]))
    if action < ACT:
        return nest_reason(s, seat, action - NEST + 1)
    if action < INF:
        return act_reason(s, seat, 4 + (action - ACT) // 6, (action - ACT) % 6)
    if action < PASS:
        return influence_reason(s, seat, int(INFLUENCE[action - INF]))
    if action == PASS:
        return pass_reason(s, seat)
    if action == REDRAW:
        return say("redraw")
    if action == HYS:
        if not copies(s.hands[seat], HY):
            return say("no_hysteria")
        return say("nothing" if s.last_card < 0 else "own_play")
    if PUT <= action < DONE or GIVE <= action < INST:
        return order_reason(s, seat, action - (PUT if action < DONE else GIVE))
    if action == DONE:
        return say("one_card" if phase == LIAR_LAY else "natural")
    if action < TRUTH:
        return say("claim_order")
    if action < PAY:
        return say("form")
    if action < LAY_BATTLE:
        return say("cure")
    if action < GIVE:
        return say("no_card", CODES[action - LAY_BATTLE])
    return say("named", CODES[BT + action - INST])


def phases_of(action: int) -> tuple[int, ...]:
    """The phases in which an action can be legal."""
    for end, phases in (
        (INF, (GATHER, FREEZE)),
        (PASS, (GATHER, FREEZE, CHIEF)),
        (REDRAW, (GATHER, CHIEF)),
        (STOP, (GATHER,)),
        (PUT, (FREEZE,)),
        (DONE, (LIAR_LAY,)),
        (CLAIM, (LIAR_LAY, FORM, CURE)),
        (TRUTH, (LIAR_CLAIM,)),
        (HYS, (LIAR_GUESS,)),
        (FORM_PACK, (RESPONSE, CHIEF)),
        (PAY, (FORM,)),
        (LAY_BATTLE, (CURE,)),
        (GIVE, (BATTLE,)),
        (INST, (EMIGRATE,)),
    ):
        if action < end:
            return phases
    return (DECLARE,)


def lay_reason(s: JunQuickState, seat: int, card: int) -> str:
    if s.surface >= N4:
        return say("chief")
    if not copies(s.hands[seat], card):
        return say("no_card", CODES[card])
    if card == DM:
        return say("dominant")
    return say("too_low", CODES[card], SURFACES[s.surface])


def nest_reason(s: JunQuickState, seat: int, value: int) -> str:
    if s.surface >= N4:
        return say("chief")
    if not s.rules.evolution_from_nest:
        return say("no_option")
    if not evolutions(s.nests[seat]):
        return say("no_evolution")
    if not len(s.pile):
        return say("empty_pile")
    return say("too_low", value, SURFACES[s.surface])


def act_reason(s: JunQuickState, seat: int, card: int, target: int) -> str:
    if s.surface >= N4:
        return say("chief")
    if not copies(s.hands[seat], card):
        return say("no_card", CODES[card])
    if NOMINAL[card] <= s.surface:
        return say("too_low", CODES[card], SURFACES[s.surface])
    if target == seat or target >= s.seats:
        return say("own_seat")
    if card < T1:
        return say("only_card")
    if card == G3:
        return say("no_pack", target)
    return say("nothing_left" if s.rules.rob_any_hand else "no_loot", target)


def influence_reason(s: JunQuickState, seat: int, card: int) -> str:
    code = CODES[card]
    if not copies(s.hands[seat], card):
        return say("no_card", code)
    if code == "TS" and s.surface != N4:
        return say("too_soon")
    if s.surface == 0:
        return say("open_surface", code)
    return say("covers", code, SURFACES[s.surface])


def pass_reason(s: JunQuickState, seat: int) -> str:
    if not len(s.pile):
        if present(s.hands[seat]) & OPENERS:
            return say("opener")
        if s.idle and not s.redrawn and not s.decided:
            return say("must_redraw")
    return say("strict")


def order_reason(s: JunQuickState, seat: int, card: int) -> str:
    if not copies(s.hands[seat] - s.put, card):
        return say("no_card", CODES[card])
    return say("order" if card < s.put_last else "three", CODES[card])


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(r"\{\}", "(.+?)"))


PATTERNS = {key: pattern(text) for key, text in TEXTS["en"].items()}


def reason_text(english: str, lang: str) -> str:
    """A reason in this language."""
    for key, found in ((key, pattern.fullmatch(english)) for key, pattern in PATTERNS.items()):
        if found:
            return TEXTS[lang][key].format(*found.groups())
    return english
