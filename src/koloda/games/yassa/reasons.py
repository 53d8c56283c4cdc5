# not compiled: text, made for people
"""Why an action is not legal, in one line that names the rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from koloda.games.yassa.cards import CODES, COLOURS, DRAW_TWO, OPEN, W4, WC
from koloda.games.yassa.choices import PATIENCE
from koloda.games.yassa.notation import top_text
from koloda.games.yassa.phases import (
    AFTER_DRAW,
    CALL,
    CHALLENGE,
    DRAW,
    INTERVENE,
    INTERVENE_SHOUT,
    INTERVENTION_WINDOW,
    MISTAKE,
    MISTAKE_CALL,
    PHASES,
    PLAY_SHOUT,
    RESPOND_DRAW2,
    RESPOND_SKIP,
    RESPOND_WD4,
    TURN,
)

if TYPE_CHECKING:
    from koloda.games.yassa.state import YassaState

TEXTS = {
    "en": {
        "turn": "this seat is asked to lay a card that fits, or to draw if there is none",
        "after_draw": "this seat is asked to lay the card just drawn if it fits, or to pass",
        "respond_skip": "this seat is asked to accept the Skip or to lay the identical one",
        "respond_draw2": "this seat is asked to accept the Draw two or to lay another one",
        "respond_wd4": "this seat is asked to accept, to check honesty, or to lay the Draw two of the colour",
        "call_window": "this seat is asked to call out the last card, or to stay silent",
        "intervention_window": "this seat is asked to lay the identical card out of turn, or to decline",
        "ready": "this seat is asked to say that it is ready",
        "react": "it is another seat's decision; this one may only react",
        "patience": "after three mistakes in one decision only '{}' is left",
        "no_card": "{} is not in this hand",
        "shout": '"Yassa!" is said with the last card but one, not with {} cards in hand',
        "auto": 'with yassa_mode=auto the last card but one is laid with the shout: add "!"',
        "no_skip": "{} does not save from a Skip: only the identical card does ({})",
        "no_draw2": "{} does not save from a Draw two: only another Draw two does",
        "no_wd4": "{} does not save from four cards: only the Draw two of the ordered colour does ({})",
        "not_drawn": "{} was not drawn: after a draw only the card drawn may be laid",
        "honest": "W4 may be laid only without a card of the current colour in hand (wd4_bluff=forbid)",
        "unfit": "{} does not fit {}: neither the colour ({}) nor the symbol",
        "only_skip": "only the victim of a Skip may lay an identical card (intervention=skip_escape)",
        "no_twin": "{} is not identical to {}",
        "own": "nobody may intervene on his own card: one card a turn",
        "own_turn": "the next player and the one who decides lay an identical card in their own turn",
        "late": "a twin may be laid out of turn until the next act of play, not on a W4 or the start card",
        "no_mistakes": "mistakes are possible with mistake_penalty=on only",
        "no_mistake_now": "no mistake can be made in a window or before 'ready'",
        "no_mistake_out": "out of turn a card can be laid by mistake in real time only",
        "no_mistake": "{} may be laid now: that is no mistake",
        "must_lay": "who can lay a card must: this hand has one that fits (voluntary_draw=off)",
        "no_check": "there is nothing to check: with wd4_bluff=forbid every W4 is honest",
        "self": "nobody calls himself out",
        "no_call": "nobody can be called out: the window closes with the next act of play",
        "no_wrong_calls": "a call without reason is possible with mistake_penalty=on in real time only",
        "no_wrong_call": "somebody can be called out, or nobody may act now: that is no mistake",
    },
    "uk": {
        "turn": "зараз треба покласти карту, що підходить, або взяти одну, якщо такої немає",
        "after_draw": "зараз можна покласти взяту карту, якщо вона підходить, або сказати «Пас»",
        "respond_skip": "зараз треба пропустити хід або покласти таку саму карту",
        "respond_draw2": "зараз треба взяти дві карти або покласти ще одну «Візьми дві»",
        "respond_wd4": "треба взяти карти, перевірити на чесність або покласти «Візьми дві» цього кольору",
        "call_window": "зараз можна сказати «Одна карта!» або промовчати",
        "intervention_window": "зараз можна втрутитися такою самою картою або відмовитися",
        "ready": "зараз треба сказати «Готовий!»",
        "react": "зараз вирішує інший гравець; вам можна лише реагувати",
        "patience": "після трьох помилок поспіль лишається тільки «{}»",
        "no_card": "карти {} у вас немає",
        "shout": "«Ясса!» кажуть, коли в руці дві карти, а не {}",
        "auto": "за yassa_mode=auto передостанню карту кладуть із вигуком: додайте «!»",
        "no_skip": "{} не рятує від «Пропусти хід»: рятує лише така сама карта ({})",
        "no_draw2": "{} не рятує від «Візьми дві»: рятує лише інша «Візьми дві»",
        "no_wd4": "{} не рятує від чотирьох карт: рятує лише «Візьми дві» замовленого кольору ({})",
        "not_drawn": "{} — не взята карта: після взяття можна покласти тільки її",
        "honest": "W4 можна класти, лише коли в руці немає поточного кольору (wd4_bluff=forbid)",
        "unfit": "{} не підходить до {}: ні колір ({}), ні символ",
        "only_skip": "таку саму карту може покласти лише жертва «Пропусти хід» (intervention=skip_escape)",
        "no_twin": "{} — не така сама карта, як {}",
        "own": "у власний хід не втручаються: одна карта за хід",
        "own_turn": "наступний гравець і той, хто вирішує, кладуть таку саму карту у свій хід",
        "late": "втрутитися можна до наступної дії в грі, але не після W4 і не на першу карту",
        "no_mistakes": "помилки можливі лише за mistake_penalty=on",
        "no_mistake_now": "у вікні й до «Готовий!» помилитися не можна",
        "no_mistake_out": "не у свій хід помилково покласти карту можна лише в реальному часі",
        "no_mistake": "{} зараз можна покласти: це не помилка",
        "must_lay": "хто може покласти карту, мусить: у руці є така, що підходить (voluntary_draw=off)",
        "no_check": "перевіряти нічого: за wd4_bluff=forbid кожна W4 чесна",
        "self": "себе самого не викривають",
        "no_call": "викривати нікого: вікно закривається з наступною дією в грі",
        "no_wrong_calls": "виклик без причини можливий лише за mistake_penalty=on у реальному часі",
        "no_wrong_call": "є кого викрити, або ніхто зараз не діє: це не помилка",
    },
    "ru": {
        "turn": "сейчас надо положить подходящую карту или взять одну, если такой нет",
        "after_draw": "сейчас можно положить взятую карту, если она подходит, или сказать «Пас»",
        "respond_skip": "сейчас надо пропустить ход или положить такую же карту",
        "respond_draw2": "сейчас надо взять две карты или положить ещё одну «Возьми две»",
        "respond_wd4": "надо взять карты, проверить на честность или положить «Возьми две» этого цвета",
        "call_window": "сейчас можно сказать «Одна карта!» или промолчать",
        "intervention_window": "сейчас можно вмешаться такой же картой или отказаться",
        "ready": "сейчас надо сказать «Готов!»",
        "react": "сейчас решает другой игрок; вам можно только реагировать",
        "patience": "после трёх ошибок подряд остаётся только «{}»",
        "no_card": "карты {} у вас нет",
        "shout": "«Ясса!» говорят, когда в руке две карты, а не {}",
        "auto": "при yassa_mode=auto предпоследнюю карту кладут с возгласом: добавьте «!»",
        "no_skip": "{} не спасает от «Пропусти ход»: спасает только такая же карта ({})",
        "no_draw2": "{} не спасает от «Возьми две»: спасает только другая «Возьми две»",
        "no_wd4": "{} не спасает от четырёх карт: спасает только «Возьми две» заказанного цвета ({})",
        "not_drawn": "{} — не взятая карта: после взятия можно положить только её",
        "honest": "W4 можно класть, только когда в руке нет текущего цвета (wd4_bluff=forbid)",
        "unfit": "{} не подходит к {}: ни цвет ({}), ни символ",
        "only_skip": "такую же карту может положить только жертва «Пропусти ход» (intervention=skip_escape)",
        "no_twin": "{} — не такая же карта, как {}",
        "own": "в собственный ход не вмешиваются: одна карта за ход",
        "own_turn": "следующий игрок и тот, кто решает, кладут такую же карту в свой ход",
        "late": "вмешаться можно до следующего действия в игре, но не после W4 и не на первую карту",
        "no_mistakes": "ошибки возможны только при mistake_penalty=on",
        "no_mistake_now": "в окне и до «Готов!» ошибиться нельзя",
        "no_mistake_out": "не в свой ход ошибочно положить карту можно только в реальном времени",
        "no_mistake": "{} сейчас можно положить: это не ошибка",
        "must_lay": "кто может положить карту, обязан: в руке есть подходящая (voluntary_draw=off)",
        "no_check": "проверять нечего: при wd4_bluff=forbid каждая W4 честная",
        "self": "самого себя не уличают",
        "no_call": "уличать некого: окно закрывается со следующим действием в игре",
        "no_wrong_calls": "вызов без причины возможен только при mistake_penalty=on в реальном времени",
        "no_wrong_call": "есть кого уличить, или никто сейчас не действует: это не ошибка",
    },
}


def say(key: str, *details: object) -> str:
    return TEXTS["en"][key].format(*details)


def why_illegal(s: YassaState, seat: int, action: int) -> str:
    if s.mistakes >= PATIENCE and s.decides(seat):
        return say("patience", s.game.text(s.default(seat)))
    if action >= DRAW:
        return why_no_word(s, seat, action)
    if action >= MISTAKE:
        return why_no_mistake(s, seat, action - MISTAKE)
    intervention = action >= INTERVENE
    if intervention:
        shout = action >= INTERVENE_SHOUT
        form = action - (INTERVENE_SHOUT if shout else INTERVENE)
    else:
        shout = action >= PLAY_SHOUT
        form = action - (PLAY_SHOUT if shout else 0)
    card = form if form < WC else WC if form < WC + 4 else W4
    if not s.held[seat] >> card & 1:
        return say("no_card", CODES[card])
    if intervention and not s.twins(seat) >> card & 1:
        return why_no_twin(s, seat, card)
    if not intervention:
        if not s.decides(seat):
            return asked(s, seat)
        if not s.playable(seat) >> card & 1:
            return why_unfit(s, card)
    return say("shout", s.sizes[seat]) if shout else say("auto")


def asked(s: YassaState, seat: int) -> str:
    return say(PHASES[s.phase] if s.pending >> seat & 1 else "react")


def why_unfit(s: YassaState, card: int) -> str:
    code = CODES[card]
    if s.phase == RESPOND_SKIP:
        return say("no_skip", code, CODES[s.top])
    if s.phase == RESPOND_DRAW2:
        return say("no_draw2", code)
    if s.phase == RESPOND_WD4:
        return say("no_wd4", code, CODES[s.colour * 13 + DRAW_TWO])
    if s.phase == AFTER_DRAW and card != s.drawn:
        return say("not_drawn", code)
    if card == W4:
        return say("honest")
    return say("unfit", code, top_text(s.top, s.colour), "-" if s.colour == OPEN else COLOURS[s.colour])


def why_no_twin(s: YassaState, seat: int, card: int) -> str:
    if not s.rules.any_identical:
        return say("only_skip")
    if s.phase != INTERVENTION_WINDOW and not s.right:
        return say("late")
    if card != s.top:
        return say("no_twin", CODES[card], CODES[s.top])
    return say("own" if seat == s.layer else "own_turn")


def why_no_mistake(s: YassaState, seat: int, card: int) -> str:
    if not s.rules.mistakes:
        return say("no_mistakes")
    if not s.held[seat] >> card & 1:
        return say("no_card", CODES[card])
    if s.phase > RESPOND_WD4:
        return say("no_mistake_now")
    if not s.decides(seat) and not s.rules.realtime:
        return say("no_mistake_out")
    return say("no_mistake", CODES[card])


def why_no_word(s: YassaState, seat: int, action: int) -> str:
    if action == DRAW and s.phase == TURN and s.decides(seat):
        return say("must_lay")
    if action == CHALLENGE and s.phase == RESPOND_WD4 and s.rules.forbid:
        return say("no_check")
    if action == CALL and s.rules.realtime and s.phase <= RESPOND_WD4:
        return say("self" if s.unsaid == seat else "no_call")
    if action == MISTAKE_CALL:
        return say("no_wrong_call" if s.rules.mistakes and s.rules.realtime else "no_wrong_calls")
    return asked(s, seat)


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(r"\{\}", "(.+?)"))


PATTERNS = {key: pattern(text) for key, text in TEXTS["en"].items()}


def reason_text(english: str, lang: str) -> str:
    """A reason in this language."""
    for key, form in PATTERNS.items():
        found = form.fullmatch(english)
        if found:
            return TEXTS[lang][key].format(*found.groups())
    return english
