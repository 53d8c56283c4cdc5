"""The sentences of the advice to authors of programs, in English, Ukrainian and Russian."""

from __future__ import annotations

FLUSH = (
    "Python: print(..., flush=True). C: fflush(stdout). C++: std::flush. Rust: stdout().flush(). "
    "Java: System.out.flush(). Perl: $| = 1. Tcl: flush stdout"
)

TEXTS = {
    "en": {
        "asked_hello": "hello",
        "asked_ask": "ask",
        "asked_nothing": "nothing",
        "came": "After {asked} the program printed: {came}",
        "nothing": "After {asked} the program printed nothing.",
        "played": "Played instead: {action}.",
        "standard_error": "The last lines of its standard error:",
        "illegal": "This is none of the legal actions: {detail}. Answer with one of the texts in legal, "
        "letter by letter; here: {legal}.",
        "illegal_letters": "It means {meant}, but is written otherwise. Answer letter by letter as in legal: "
        "blanks, quotes, upper and lower case count.",
        "garbage_number": "The answer is no text. Answer with one of the texts in legal itself, not "
        "with its place in the list; here: {legal}.",
        "extra": "It wrote without being asked ({detail}). Print one line for each hello and each ask, and "
        "nothing for other messages; notes for yourself go to standard error.",
        "eof": "It ended or closed its output although the game went on ({detail}). Read and answer "
        "until the input ends.",
        "eof_hello": "It ended before it had said hello ({detail}). Read a line, answer it, and go on until "
        "the input ends.",
        "time_no_line_end": "The line has no end: finish every message with a line end (\\n) and flush.",
        "time_buffered": "The answer came only when the input was closed: it waited in the output buffer, or "
        "the program reads all of its input first. Read line by line and flush after every answer "
        f"({FLUSH}).",
        "time_computing": "It was still computing when its time was over ({detail}). Is there an endless "
        "loop? Otherwise look at left_ms and think less.",
        "time_unread": "It had not read its input ({detail}). Does it do something long, or wait for "
        "something else?",
        "time_silent": "It waited, and so did the judge ({detail}). Flush after every answer "
        f"({FLUSH}), and answer every hello and every ask.",
        "garbage_empty": "An empty line is no message. Is a line end printed twice?",
        "garbage_mark": "The line begins with a byte order mark or is UTF-16. Print plain UTF-8 without it.",
        "garbage_utf8": "These bytes are no UTF-8. Set the encoding of the output to UTF-8.",
        "garbage_bare": 'The action is right, but it must come in a message: {{"type": "answer", "answer": '
        "...}}.",
        "garbage_quotes": "JSON needs double quotes. In Python print json.dumps(message), not a dictionary.",
        "garbage_json": "This is no JSON ({detail}). Write one complete object on one line of at most "
        "{longest} bytes.",
        "garbage_words": "This is no message. Standard output is for messages only: print notes for yourself "
        "to standard error.",
        "garbage_object": 'A message is a JSON object, like {{"type": "answer", "answer": ...}}.',
        "garbage_type": 'The message has no type. An answer is {{"type": "answer", "answer": ...}}.',
        "garbage_hello": 'Answer hello first: {{"type": "hello", "protocol": "koloda-bot/1", "name": ...}}.',
        "garbage_field": "The message is not as it should be: {detail}.",
        "crash": "It ended with an error ({detail}).",
        "memory": "It took too much memory ({detail}), its children included. Look for what only grows.",
        "security": "It did what no player needs ({detail}), such as opening a connection.",
        "start": "It could not be started: {detail}.",
        "version": "Another version of the protocol: {detail}. Write a program for koloda-bot/1, "
        "docs/bot-protocol.md.",
        "game": "In its hello it lists the games that it plays, and this one is missing: {detail}.",
        "error": "It says itself that it cannot go on: {detail}",
        "other_protocol": "Is it a program for the contest (koloda judge)? That is another protocol: "
        "docs/contest.md; this one is in docs/bot-protocol.md.",
    },
    "uk": {
        "asked_hello": "hello",
        "asked_ask": "ask",
        "asked_nothing": "нічого",
        "came": "Після {asked} програма вивела: {came}",
        "nothing": "Після {asked} програма нічого не вивела.",
        "played": "Замість цього зіграно: {action}.",
        "standard_error": "Останні рядки її stderr:",
        "illegal": "Такої дозволеної дії немає: {detail}. Відповідайте одним із текстів зі списку legal, "
        "літера в літеру; тут: {legal}.",
        "illegal_letters": "Мається на увазі {meant}, але записано інакше. Відповідайте літера в літеру, як "
        "у legal: пробіли, лапки, великі й малі літери мають значення.",
        "garbage_number": "Відповідь – не текст. Відповідайте самим текстом зі списку legal, а не його "
        "номером; тут: {legal}.",
        "extra": "Вона вивела щось без запитання ({detail}). Один рядок на кожне hello і кожне ask, і нічого "
        "на інші повідомлення; нотатки для себе виводьте в stderr.",
        "eof": "Вона завершилася або закрила свій вивід, хоча гра тривала ({detail}). Читайте й "
        "відповідайте, доки не скінчиться вхід.",
        "eof_hello": "Вона завершилася, не відповівши на hello ({detail}). Прочитайте рядок, дайте "
        "відповідь, і так до кінця входу.",
        "time_no_line_end": "Рядок не закінчено: кожне повідомлення завершуйте кінцем рядка (\\n) і "
        "скидайте буфер (flush).",
        "time_buffered": "Відповідь з'явилася лише тоді, коли вхід закрили: вона чекала в буфері виводу, або "
        "програма спершу читає весь вхід. Читайте по одному рядку і скидайте буфер після кожної відповіді "
        f"({FLUSH}).",
        "time_computing": "Час вийшов, а вона ще обчислювала ({detail}). Чи немає там нескінченного циклу? "
        "Інакше дивіться на left_ms і думайте менше.",
        "time_unread": "Вона не прочитала свій вхід ({detail}). Можливо, робить щось довге або чекає на "
        "інше?",
        "time_silent": "Вона чекала, і суддя теж ({detail}). Скидайте буфер після кожної відповіді "
        f"({FLUSH}) і відповідайте на кожне hello та кожне ask.",
        "garbage_empty": "Порожній рядок – не повідомлення. Можливо, кінець рядка виведено двічі?",
        "garbage_mark": "Рядок починається позначкою порядку байтів або записаний в UTF-16. Виводьте "
        "звичайний UTF-8 без неї.",
        "garbage_utf8": "Ці байти – не UTF-8. Задайте для виводу кодування UTF-8.",
        "garbage_bare": 'Дія правильна, але має бути в повідомленні: {{"type": "answer", "answer": ...}}.',
        "garbage_quotes": "JSON потребує подвійних лапок. У Python виводьте json.dumps(message), а не "
        "словник.",
        "garbage_json": "Це не JSON ({detail}). Пишіть один повний об'єкт в одному рядку, не довшому за "
        "{longest} байтів.",
        "garbage_words": "Це не повідомлення. Стандартний вивід лише для повідомлень: нотатки для себе "
        "виводьте в stderr.",
        "garbage_object": 'Повідомлення – це об\'єкт JSON, наприклад {{"type": "answer", "answer": ...}}.',
        "garbage_type": 'У повідомленні немає type. Відповідь – це {{"type": "answer", "answer": ...}}.',
        "garbage_hello": "Спершу дайте відповідь на hello: "
        '{{"type": "hello", "protocol": "koloda-bot/1", "name": ...}}.',
        "garbage_field": "Повідомлення не таке, як треба: {detail}.",
        "crash": "Вона завершилася з помилкою ({detail}).",
        "memory": "Вона зайняла забагато пам'яті ({detail}) разом із дочірніми процесами. Шукайте те, що "
        "лише росте.",
        "security": "Вона зробила те, що жодному гравцеві не потрібно ({detail}), наприклад відкрила "
        "з'єднання.",
        "start": "Її не вдалося запустити: {detail}.",
        "version": "Інша версія протоколу: {detail}. Напишіть програму для koloda-bot/1, "
        "docs/bot-protocol.md.",
        "game": "У своєму hello вона називає ігри, у які грає, і цієї там немає: {detail}.",
        "error": "Вона сама каже, що не може грати далі: {detail}",
        "other_protocol": "Може, це програма для змагання (koloda judge)? Там інший протокол: "
        "docs/contest.md; цей описано в docs/bot-protocol.md.",
    },
    "ru": {
        "asked_hello": "hello",
        "asked_ask": "ask",
        "asked_nothing": "ничего",
        "came": "После {asked} программа вывела: {came}",
        "nothing": "После {asked} программа ничего не вывела.",
        "played": "Вместо этого сыграно: {action}.",
        "standard_error": "Последние строки её stderr:",
        "illegal": "Такого разрешённого действия нет: {detail}. Отвечайте одним из текстов списка legal, "
        "буква в букву; здесь: {legal}.",
        "illegal_letters": "Имеется в виду {meant}, но записано иначе. Отвечайте буква в букву, как в legal: "
        "пробелы, кавычки, большие и маленькие буквы имеют значение.",
        "garbage_number": "Ответ – не текст. Отвечайте самим текстом из списка legal, а не его номером; "
        "здесь: {legal}.",
        "extra": "Она вывела что-то без вопроса ({detail}). Одна строка на каждое hello и каждое ask, и "
        "ничего на другие сообщения; заметки для себя выводите в stderr.",
        "eof": "Она завершилась или закрыла свой вывод, хотя игра продолжалась ({detail}). Читайте и "
        "отвечайте, пока не кончится вход.",
        "eof_hello": "Она завершилась, не ответив на hello ({detail}). Прочитайте строку, ответьте, и так до "
        "конца входа.",
        "time_no_line_end": "Строка не закончена: каждое сообщение завершайте концом строки (\\n) и "
        "сбрасывайте буфер (flush).",
        "time_buffered": "Ответ появился, только когда вход закрыли: он ждал в буфере вывода, или программа "
        "сначала читает весь вход. Читайте по одной строке и сбрасывайте буфер после каждого ответа "
        f"({FLUSH}).",
        "time_computing": "Время вышло, а она ещё вычисляла ({detail}). Нет ли там бесконечного цикла? "
        "Иначе смотрите на left_ms и думайте меньше.",
        "time_unread": "Она не прочитала свой вход ({detail}). Может быть, делает что-то долгое или ждёт "
        "другого?",
        "time_silent": "Она ждала, и судья тоже ({detail}). Сбрасывайте буфер после каждого ответа "
        f"({FLUSH}) и отвечайте на каждое hello и каждое ask.",
        "garbage_empty": "Пустая строка – не сообщение. Может быть, конец строки выведен дважды?",
        "garbage_mark": "Строка начинается меткой порядка байтов или записана в UTF-16. Выводите обычный "
        "UTF-8 без неё.",
        "garbage_utf8": "Эти байты – не UTF-8. Задайте для вывода кодировку UTF-8.",
        "garbage_bare": 'Действие верное, но должно быть в сообщении: {{"type": "answer", "answer": ...}}.',
        "garbage_quotes": "JSON требует двойных кавычек. В Python выводите json.dumps(message), а не "
        "словарь.",
        "garbage_json": "Это не JSON ({detail}). Пишите один полный объект в одной строке не длиннее "
        "{longest} байтов.",
        "garbage_words": "Это не сообщение. Стандартный вывод только для сообщений: заметки для себя "
        "выводите в stderr.",
        "garbage_object": 'Сообщение – это объект JSON, например {{"type": "answer", "answer": ...}}.',
        "garbage_type": 'В сообщении нет type. Ответ – это {{"type": "answer", "answer": ...}}.',
        "garbage_hello": "Сначала ответьте на hello: "
        '{{"type": "hello", "protocol": "koloda-bot/1", "name": ...}}.',
        "garbage_field": "Сообщение не такое, как нужно: {detail}.",
        "crash": "Она завершилась с ошибкой ({detail}).",
        "memory": "Она заняла слишком много памяти ({detail}) вместе с дочерними процессами. Ищите то, что "
        "только растёт.",
        "security": "Она сделала то, что ни одному игроку не нужно ({detail}), например открыла соединение.",
        "start": "Её не удалось запустить: {detail}.",
        "version": "Другая версия протокола: {detail}. Напишите программу для koloda-bot/1, "
        "docs/bot-protocol.md.",
        "game": "В своём hello она называет игры, в которые играет, и этой там нет: {detail}.",
        "error": "Она сама говорит, что не может играть дальше: {detail}",
        "other_protocol": "Может быть, это программа для состязания (koloda judge)? Там другой "
        "протокол: docs/contest.md; этот описан в docs/bot-protocol.md.",
    },
}
