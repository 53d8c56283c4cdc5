# not compiled: text, made for people
"""The options in people's words."""

from __future__ import annotations

from koloda.core.options import Words

WORDS = {
    "en": {
        "match_mode": Words("Length", ("a match to points", "a match to wins", "a single game")),
        "points_target": Words("Points that end the match"),
        "wins_target": Words("Wins that end the match"),
        "city_colours": Words("Colours of cities", ("the first ones",)),
        "burn_mode": Words("A third city of a colour", ("all three burn", "the neighbours burn first")),
        "multi_finish": Words("Several complete collections", ("all count", "only the first counts")),
        "winner": Words("Who wins a game", ("who completes the collection", "the most points")),
        "next_first": Words("Who begins the next game", ("by lot", "the next seat")),
        "max_rounds": Words("Most rounds in a game"),
        "max_games": Words("Most games in a match"),
        "board": Words("Board", ("full", "small: for research")),
    },
    "uk": {
        "match_mode": Words(
            "Тривалість",
            ("матч до очок", "матч до перемог", "одна гра"),
            "матч до очок, до перемог (лише для двох) чи одна гра",
        ),
        "points_target": Words("Очок до кінця матчу", help="скільки очок закінчують матч до очок"),
        "wins_target": Words("Перемог до кінця матчу", help="скільки перемог закінчують матч до перемог"),
        "city_colours": Words(
            "Кольори міст", ("перші зі списку",), "які кольори в грі: перші зі списку чи названі"
        ),
        "burn_mode": Words(
            "Третє місто кольору",
            ("згоряють усі три", "спершу сусіди"),
            "третє місто кольору лягло поруч з іншим: згоряють усі три чи лише сусіди",
        ),
        "multi_finish": Words(
            "Кілька повних колекцій",
            ("рахують усі", "лише першу"),
            "якщо повних колекцій кілька: рахують усі чи лише першу",
        ),
        "winner": Words(
            "Хто перемагає у грі",
            ("хто зібрав колекцію", "у кого більше очок"),
            "у грі перемагає той, хто зібрав колекцію, чи той, у кого найбільше очок",
        ),
        "next_first": Words(
            "Хто починає наступну гру",
            ("за жеребом", "наступне місце"),
            "хто перший у наступній грі: за жеребом чи наступне місце",
        ),
        "max_rounds": Words("Не більше раундів у грі", help="гра закінчується після стількох раундів"),
        "max_games": Words("Не більше ігор у матчі", help="матч закінчується після стількох ігор"),
        "board": Words(
            "Поле",
            ("повне", "мале: для досліджень"),
            "уся колода чи гра, яку можна розв'язати до кінця: мало карт, два раунди",
        ),
    },
    "ru": {
        "match_mode": Words(
            "Длительность",
            ("матч до очков", "матч до побед", "одна игра"),
            "матч до очков, до побед (только для двоих) или одна игра",
        ),
        "points_target": Words("Очков до конца матча", help="сколько очков заканчивают матч до очков"),
        "wins_target": Words("Побед до конца матча", help="сколько побед заканчивают матч до побед"),
        "city_colours": Words(
            "Цвета городов", ("первые из списка",), "какие цвета в игре: первые из списка или названные"
        ),
        "burn_mode": Words(
            "Третий город цвета",
            ("сгорают все три", "сначала соседи"),
            "третий город цвета лёг рядом с другим: сгорают все три или только соседи",
        ),
        "multi_finish": Words(
            "Несколько полных коллекций",
            ("считают все", "только первую"),
            "если полных коллекций несколько: считают все или только первую",
        ),
        "winner": Words(
            "Кто побеждает в игре",
            ("кто собрал коллекцию", "у кого больше очков"),
            "в игре побеждает тот, кто собрал коллекцию, или тот, у кого больше всех очков",
        ),
        "next_first": Words(
            "Кто начинает следующую игру",
            ("по жребию", "следующее место"),
            "кто первый в следующей игре: по жребию или следующее место",
        ),
        "max_rounds": Words("Предел раундов в игре", help="игра заканчивается после стольких раундов"),
        "max_games": Words("Предел игр в матче", help="матч заканчивается после стольких игр"),
        "board": Words(
            "Поле",
            ("полное", "малое: для исследований"),
            "вся колода или игра, которую можно решить до конца: мало карт, два раунда",
        ),
    },
}

PRESET_WORDS = {
    "en": {
        "single": Words("One game", help="a single game decides"),
        "long": Words("Long haul", help="a match to 100 points"),
        "duel": Words("Duel", help="two players, three wins"),
    },
    "uk": {
        "single": Words("Одна гра", help="усе вирішує єдина гра"),
        "long": Words("Далекий рейс", help="матч до 100 очок"),
        "duel": Words("Дуель", help="двоє гравців, до трьох перемог"),
    },
    "ru": {
        "single": Words("Одна игра", help="всё решает одна игра"),
        "long": Words("Дальний рейс", help="матч до 100 очков"),
        "duel": Words("Дуэль", help="двое игроков, до трёх побед"),
    },
}
