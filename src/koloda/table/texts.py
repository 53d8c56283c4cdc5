"""What the server itself says to people, in their language. The rules speak for themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from koloda.table.ladder_texts import TEXTS as LADDER_TEXTS

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "bad_message": "this message is not understood: {}",
        "bad_request": "this request is not understood: {}",
        "late": "too late: the table has moved on",
        "not_yours": "it is not your decision now",
        "not_seated": "you only watch this table",
        "illegal": "{}",
        "unknown_action": "{} is no action of this game",
        "over": "the deal is over",
        "not_started": "the game has not begun yet",
        "started": "the game has begun already",
        "rate": "too fast: wait a moment",
        "too_long": "this is too long: at most {} letters",
        "empty": "there is nothing to say",
        "muted": "you may not write here for now",
        "banned": "you may not play here for now",
        "no_hints": "there are no hints at this table",
        "no_session": "you need a name first",
        "no_table": "there is no such table",
        "no_page": "there is no such page",
        "no_method": "this page does not take {}",
        "no_game": "there is no such game",
        "no_user": "there is no such user",
        "no_deal": "this deal has not been played to its end",
        "no_guide": "there is no guide to this game in this language",
        "no_art": "this game has no picture",
        "match_not_over": "records are given out after the last deal of the match",
        "no_spectators": "nobody may watch this table",
        "private": "this match is for those who played it",
        "open_later": "the cards of the others are shown after the last deal of the match",
        "wrong_password": "the password is not the right one",
        "not_host": "only the host of the table can do that",
        "full": "no seat is free",
        "seat_taken": "this seat is taken",
        "seat_kept": "this seat is kept for somebody who played here before: try again in a few minutes",
        "no_seat": "there is no such seat",
        "empty_seats": "there are empty seats: wait, or put bots on them",
        "not_ready": "not everybody is ready",
        "session": "this session has ended: log in again",
        "wrong_code": "the login or the recovery code is not the right one",
        "no_account": "this needs an account",
        "name_taken": "the name {} belongs to an account, or looks like it",
        "kicked": "you were sent away from this table: wait a few minutes",
        "blocked": "the host of this table does not want to play with you",
        "no_address": "it is not known any more from where this person came",
        "bad_address": "{} is no address or network that can be banned",
        "no_invitation": "this invitation is no longer good",
        "declines": "{} does not take invitations from you now",
        "bot_invited": "{} is a bot: put it on a free seat",
        "too_many_invited": "at most {} people can be invited to a table",
        "too_many_friends": "you can have at most {} friends here",
        "analysis_later": "where people play against each other, the analysis comes after the match",
        "no_ban": "there is no such ban",
        "no_report": "there is no such report",
        "too_many_blocks": "you can mute or block at most {} people",
        "bad_luck": "this is not the luck that was sealed",
        "not_over": "the match is not over",
        "many_tables": "you sit at too many tables",
        "bad_option": "{}",
        "too_large": "this is too large",
        "origin": "requests from other sites are not accepted",
        "no_admin": "this needs the admin's token",
        "flood": "too many bad messages",
        "no_heartbeat": "nothing was heard for too long",
        "slow": "messages are not read fast enough",
        "closing": "the server restarts: the game goes on in a moment",
        "closed": "the table was closed",
        "store_down": "the server cannot write at this moment: try again",
        "broken": "this table was made by other rules and cannot be continued",
        "possible": "this is possible",
        "has_account": "you have an account already",
        "login_taken": "the login {} is taken",
        "busy": "too many people log in at this moment: try again",
        "crowded": "the server is full at this moment: try again soon",
        "too_slow": "the request came too slowly",
        "bad_name": "a name has 1 to {} letters",
        "mixed_name": "the name {} mixes alphabets that nobody writes together",
        "bad_login": "a login has {} to {} letters, digits, dots and dashes, without spaces",
        "bad_password": "a password has {} to {} characters",
        "not_json": "the body must be JSON",
        "bot_scope": "a bot's token cannot do this",
        "bot_account": "this account is a bot's: its program plays, with a token",
        "no_bot": "this needs a bot account",
        "has_played": "only an account that has never played can become a bot's",
        "too_many_tokens": "a bot has at most {} tokens: revoke one first",
        "no_token": "there is no such token",
        "bot_away": "this bot is not here",
        "bot_busy": "{} plays as many matches as it can",
        "bot_game": "{} does not play this game",
        "bot_declines": "{} does not take this challenge",
        "replaced": "this bot has connected once more: the newer connection counts",
        "program": "{} (bot)",
        "failed": "something went wrong on the server",
        "bot": "Bot {}",
        "animal_easy": "Hare",
        "animal_normal": "Fox",
        "animal_hard": "Wolf",
        "animal_expert": "Owl",
        "animal_master": "Dragon",
        "guest": "Guest {}",
        "level_easy": "Easy",
        "level_normal": "Normal",
        "level_hard": "Hard",
        "level_expert": "Expert",
    },
    "uk": {
        "bad_message": "це повідомлення незрозуміле: {}",
        "bad_request": "цей запит незрозумілий: {}",
        "late": "запізно: гра вже пішла далі",
        "not_yours": "зараз вирішуєте не ви",
        "not_seated": "ви лише спостерігаєте за цим столом",
        "illegal": "{}",
        "unknown_action": "{} – у цій грі немає такої дії",
        "over": "роздачу завершено",
        "not_started": "гра ще не почалася",
        "started": "гра вже почалася",
        "rate": "надто швидко: зачекайте трохи",
        "too_long": "задовгий текст: щонайбільше {} літер",
        "empty": "порожнє повідомлення",
        "muted": "вам поки не можна тут писати",
        "banned": "вам поки не можна тут грати",
        "no_hints": "за цим столом немає підказок",
        "no_session": "спершу назвіться",
        "no_table": "такого столу немає",
        "no_page": "такої сторінки немає",
        "no_method": "ця сторінка не приймає {}",
        "no_game": "такої гри немає",
        "no_user": "такого гравця немає",
        "no_deal": "цю роздачу не дограно",
        "no_guide": "для цієї гри немає уроку цією мовою",
        "no_art": "для цієї гри немає малюнка",
        "match_not_over": "записи видаються після останньої роздачі матчу",
        "no_spectators": "за цим столом не можна спостерігати",
        "private": "цей матч можуть переглядати лише ті, хто його грав",
        "open_later": "карти інших видно після останньої роздачі матчу",
        "wrong_password": "пароль неправильний",
        "not_host": "це може лише господар столу",
        "full": "вільних місць немає",
        "seat_taken": "це місце зайняте",
        "seat_kept": "це місце кілька хвилин чекає на того, хто тут щойно грав: спробуйте трохи пізніше",
        "no_seat": "такого місця немає",
        "empty_seats": "є порожні місця: зачекайте або посадіть ботів",
        "not_ready": "не всі готові",
        "session": "цей сеанс завершено: увійдіть знову",
        "wrong_code": "логін або код відновлення неправильний",
        "no_account": "для цього потрібен обліковий запис",
        "name_taken": "ім'я {} належить обліковому запису або схоже на нього",
        "kicked": "вас попросили піти з-за цього столу: зачекайте кілька хвилин",
        "blocked": "господар цього столу не хоче грати з вами",
        "no_address": "звідки приходила ця людина, вже невідомо",
        "bad_address": "{} – не адреса й не мережа, яку можна заблокувати",
        "no_invitation": "це запрошення вже не дійсне",
        "declines": "{}: зараз не приймає від вас запрошень",
        "bot_invited": "{} – бот: посадіть його на вільне місце",
        "too_many_invited": "до столу можна запросити щонайбільше {} людей",
        "too_many_friends": "тут можна мати щонайбільше {} друзів",
        "analysis_later": "де люди грають між собою, аналіз буде після матчу",
        "no_ban": "такого блокування немає",
        "no_report": "такої скарги немає",
        "too_many_blocks": "заглушити чи заблокувати можна щонайбільше {} людей",
        "bad_luck": "запечатано було іншу частку випадку",
        "not_over": "матч не завершено",
        "many_tables": "ви сидите за надто багатьма столами",
        "bad_option": "{}",
        "too_large": "запит завеликий",
        "origin": "запити з інших сайтів не приймаються",
        "no_admin": "для цього потрібен токен адміністратора",
        "flood": "надто багато хибних повідомлень",
        "no_heartbeat": "від вас надто довго нічого не чути",
        "slow": "ваш пристрій не встигає читати повідомлення",
        "closing": "сервер перезапускається: гра продовжиться за мить",
        "closed": "стіл закрито",
        "store_down": "сервер зараз не може зберегти зміни: спробуйте ще раз",
        "broken": "цей стіл створено за іншими правилами, його не можна продовжити",
        "possible": "це можливо",
        "has_account": "ви вже маєте обліковий запис",
        "login_taken": "логін {} зайнятий",
        "busy": "зараз входить надто багато людей: спробуйте ще раз",
        "crowded": "сервер зараз переповнений: спробуйте трохи згодом",
        "too_slow": "запит надходив надто повільно",
        "bad_name": "в імені має бути від 1 до {} літер",
        "mixed_name": "в імені {} змішано абетки, якими разом не пишуть",
        "bad_login": "у логіні має бути від {} до {} літер, цифр, крапок і рисок, без пробілів",
        "bad_password": "у паролі має бути від {} до {} знаків",
        "not_json": "тіло запиту має бути у форматі JSON",
        "bot_scope": "токен бота на це не дає права",
        "bot_account": "це обліковий запис бота: за нього грає програма, з токеном",
        "no_bot": "для цього потрібен обліковий запис бота",
        "has_played": "ботом може стати лише обліковий запис, який ще не грав",
        "too_many_tokens": "у бота щонайбільше {} токенів: спершу відкличте один",
        "no_token": "такого токена немає",
        "bot_away": "цього бота зараз тут немає",
        "bot_busy": "{} грає стільки партій, скільки може",
        "bot_game": "{} не грає в цю гру",
        "bot_declines": "{} не приймає цього виклику",
        "replaced": "цей бот під'єднався ще раз: діє новіше з'єднання",
        "program": "{} (бот)",
        "failed": "на сервері щось пішло не так",
        "bot": "Бот {}",
        "animal_easy": "Заєць",
        "animal_normal": "Лис",
        "animal_hard": "Вовк",
        "animal_expert": "Сова",
        "animal_master": "Дракон",
        "guest": "Гість {}",
        "level_easy": "Легкий",
        "level_normal": "Звичайний",
        "level_hard": "Складний",
        "level_expert": "Майстер",
    },
    "ru": {
        "bad_message": "это сообщение непонятно: {}",
        "bad_request": "этот запрос непонятен: {}",
        "late": "слишком поздно: игра уже пошла дальше",
        "not_yours": "сейчас решаете не вы",
        "not_seated": "вы только наблюдаете за этим столом",
        "illegal": "{}",
        "unknown_action": "{} – в этой игре нет такого действия",
        "over": "раздача окончена",
        "not_started": "игра ещё не началась",
        "started": "игра уже началась",
        "rate": "слишком быстро: подождите немного",
        "too_long": "слишком длинный текст: не больше {} букв",
        "empty": "пустое сообщение",
        "muted": "вам пока нельзя здесь писать",
        "banned": "вам пока нельзя здесь играть",
        "no_hints": "за этим столом нет подсказок",
        "no_session": "сначала назовитесь",
        "no_table": "такого стола нет",
        "no_page": "такой страницы нет",
        "no_method": "эта страница не принимает {}",
        "no_game": "такой игры нет",
        "no_user": "такого игрока нет",
        "no_deal": "эта раздача не доиграна",
        "no_guide": "для этой игры нет урока на этом языке",
        "no_art": "для этой игры нет рисунка",
        "match_not_over": "записи выдаются после последней раздачи матча",
        "no_spectators": "за этим столом нельзя наблюдать",
        "private": "этот матч могут смотреть только те, кто его играл",
        "open_later": "карты других видны после последней раздачи матча",
        "wrong_password": "пароль неверный",
        "not_host": "это может только хозяин стола",
        "full": "свободных мест нет",
        "seat_taken": "это место занято",
        "seat_kept": "это место несколько минут ждёт того, кто здесь только что играл: попробуйте чуть позже",
        "no_seat": "такого места нет",
        "empty_seats": "есть пустые места: подождите или посадите ботов",
        "not_ready": "не все готовы",
        "session": "этот сеанс завершён: войдите снова",
        "wrong_code": "логин или код восстановления неверный",
        "no_account": "для этого нужна учётная запись",
        "name_taken": "имя {} принадлежит учётной записи или похоже на неё",
        "kicked": "вас попросили уйти из-за этого стола: подождите несколько минут",
        "blocked": "хозяин этого стола не хочет с вами играть",
        "no_address": "откуда приходил этот человек, уже неизвестно",
        "bad_address": "{} – не адрес и не сеть, которую можно заблокировать",
        "no_invitation": "это приглашение больше не действует",
        "declines": "{}: сейчас не принимает от вас приглашений",
        "bot_invited": "{} – бот: посадите его на свободное место",
        "too_many_invited": "к столу можно пригласить не больше {} человек",
        "too_many_friends": "здесь можно иметь не больше {} друзей",
        "analysis_later": "где люди играют между собой, анализ будет после матча",
        "no_ban": "такой блокировки нет",
        "no_report": "такой жалобы нет",
        "too_many_blocks": "заглушить или заблокировать можно не больше {} человек",
        "bad_luck": "запечатана была другая доля случая",
        "not_over": "матч не окончен",
        "many_tables": "вы сидите за слишком многими столами",
        "bad_option": "{}",
        "too_large": "запрос слишком большой",
        "origin": "запросы с других сайтов не принимаются",
        "no_admin": "для этого нужен токен администратора",
        "flood": "слишком много неверных сообщений",
        "no_heartbeat": "от вас слишком долго ничего не слышно",
        "slow": "ваше устройство не успевает читать сообщения",
        "closing": "сервер перезапускается: игра продолжится через мгновение",
        "closed": "стол закрыт",
        "store_down": "сервер сейчас не может сохранить изменения: попробуйте ещё раз",
        "broken": "этот стол создан по другим правилам, его нельзя продолжить",
        "possible": "это возможно",
        "has_account": "у вас уже есть учётная запись",
        "login_taken": "логин {} занят",
        "busy": "сейчас входит слишком много людей: попробуйте ещё раз",
        "crowded": "сервер сейчас переполнен: попробуйте немного позже",
        "too_slow": "запрос приходил слишком медленно",
        "bad_name": "в имени должно быть от 1 до {} букв",
        "mixed_name": "в имени {} смешаны алфавиты, которыми вместе не пишут",
        "bad_login": "в логине должно быть от {} до {} букв, цифр, точек и чёрточек, без пробелов",
        "bad_password": "в пароле должно быть от {} до {} знаков",
        "not_json": "тело запроса должно быть в формате JSON",
        "bot_scope": "токен бота не даёт на это права",
        "bot_account": "это учётная запись бота: за неё играет программа, с токеном",
        "no_bot": "для этого нужна учётная запись бота",
        "has_played": "ботом может стать только учётная запись, которая ещё не играла",
        "too_many_tokens": "у бота не больше {} токенов: сначала отзовите один",
        "no_token": "такого токена нет",
        "bot_away": "этого бота сейчас здесь нет",
        "bot_busy": "{} играет столько партий, сколько может",
        "bot_game": "{} не играет в эту игру",
        "bot_declines": "{} не принимает этот вызов",
        "replaced": "этот бот подключился ещё раз: действует новое соединение",
        "program": "{} (бот)",
        "failed": "на сервере что-то пошло не так",
        "bot": "Бот {}",
        "animal_easy": "Заяц",
        "animal_normal": "Лис",
        "animal_hard": "Волк",
        "animal_expert": "Сова",
        "animal_master": "Дракон",
        "guest": "Гость {}",
        "level_easy": "Лёгкий",
        "level_normal": "Обычный",
        "level_hard": "Сложный",
        "level_expert": "Мастер",
    },
}
for _lang, _texts in LADDER_TEXTS.items():
    TEXTS[_lang].update(_texts)


def say(lang: str, code: str, *details: object) -> str:
    text = TEXTS[lang][code].format(*details)
    return finished(text) if code == "illegal" else text


# for programs and terminals only: "(wd4_bluff=forbid)", "(open_activation)", "(C29)", the place "2:-9"
INTERNAL = re.compile(r" \((?:\w+ ?= ?\w+|[a-z]+(?:_[a-z]+)+|[A-Z]\d+)\)|^\d+:-?\d+: | \d+:-?\d+\b")


def finished(reason: str) -> str:
    """A reason of the rules as a sentence of its own, in words alone."""
    text = INTERNAL.sub("", reason)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# a bot is the animal of its level; records and seats have the English name, which says that it is a bot
ANIMALS = {TEXTS["en"][f"animal_{level}"]: level for level in ("easy", "normal", "hard", "expert", "master")}
PROGRAM = " (bot)"  # so ends the name of a bot account
BOT = re.compile(rf"^(?P<animal>{'|'.join(ANIMALS)})(?: (?P<number>\d+))? \(bot\)$")
NAMED = re.compile(r"^(?:(?P<bot>Bot)|Guest|Гість|Гость) (?P<number>\d+)$")


def bot_names(levels: Sequence[str]) -> list[str]:
    """What bots of these levels are called at one table: "Fox (bot)", "Fox 2 (bot)"; no level: no name."""
    animals = {level: animal for animal, level in ANIMALS.items()}
    met: Counter[str] = Counter()
    found = []
    for level in levels:
        met[level] += 1
        number = f" {met[level]}" if met[level] > 1 else ""
        found.append(f"{animals.get(level, 'Fox')}{number} (bot)" if level else "")
    return found


def bot_level(name: str) -> str | None:
    """The level of a bot with this name, or "program"; None: it is a person, or a bot of old records."""
    found = BOT.match(name)
    if found is None:
        return "program" if name.endswith(PROGRAM) else None
    return ANIMALS[found["animal"]]


@lru_cache(4096)
def spoken(names: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The players as sentences name them: bots and "Guest 297" are called so in every language."""

    def name(each: str) -> str:
        if bot := BOT.match(each):
            animal = say(lang, f"animal_{ANIMALS[bot['animal']]}")
            return f"{animal} {bot['number']}" if bot["number"] else animal
        if each.endswith(PROGRAM):
            return say(lang, "program", each.removesuffix(PROGRAM))
        if found := NAMED.match(each):
            return say(lang, "bot" if found["bot"] else "guest", found["number"])
        return each

    return tuple(name(each) for each in names)
