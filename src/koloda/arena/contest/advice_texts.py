"""The sentences of the advice to authors, in English, Ukrainian and Russian."""

from __future__ import annotations

FLUSH = (
    "C: fflush(stdout). C++: std::endl or std::flush. Python: print(..., flush=True). "
    "Java: System.out.flush(). Pascal: flush(output)."
)
FLUSH_UK = FLUSH.replace(" or ", " або ")
FLUSH_RU = FLUSH.replace(" or ", " или ")

TEXTS = {
    "en": {
        "printed": "Asked {asked}, the program printed the line {came}.",
        "printed_long": "Asked {asked}, the program printed a line of more than 16 bytes, which begins "
        "with {came}.",
        "printed_part": "Asked {asked}, the program printed {came} and no line end.",
        "printed_unasked": "Before it was asked, the program had already printed {came}.",
        "printed_nothing": "Asked {asked}, the program printed nothing.",
        "ended_unasked": "It ended before it was asked anything.",
        "standard_error": "The last lines of its standard error:",
        "no_standard_error": "It wrote nothing to standard error.",
        "hand": "Its hand: {cards}; trump {trump}.",
        "table": "Cards of this round: {cards}.",
        "open": "The card to beat: {card}.",
        "bom": "The output does not begin with a plain letter: it is UTF-16, or has a byte order mark "
        "in front. "
        "Print plain ASCII; in C# and PowerShell set the output encoding to one without a mark.",
        "empty": "The line is empty. Was a line end printed twice, or an empty variable? "
        "Answer with a card or NO.",
        "long_blanks": "The answer {want} is right but the line is longer than 16 bytes. Print it "
        "without blanks.",
        "lower": "Answers are upper case: print {want}.",
        "ten": "The ten is written T: print {want}.",
        "suit_sign": "Suits are written with letters, H S C D: print {want}.",
        "cyrillic": "These letters only look right: they are Cyrillic. Print {want} with Latin letters.",
        "reversed": "First the rank, then the suit: print {want}.",
        "joined": "A card is two characters with nothing between them: print {want}.",
        "quoted": "Print the card alone, without quotes, brackets or punctuation: {want}. "
        "In Python print the text itself, not a list or a bytes object.",
        "refusal": "A refusal is written NO.",
        "no_value": "That is what a program prints for a variable without a value: an index beyond the end, "
        "a key that is not there, or a function that returns nothing.",
        "several": "Several cards came: print exactly one, or NO. The next one is asked for by another "
        "command.",
        "verb": "Print the card alone, without a word before it: {want}.",
        "half": "A card is two characters, first the rank (6 7 8 9 T J Q K A), then the suit (H S C D): "
        "6S, TD.",
        "long": "No answer is longer than 16 bytes. "
        "Was this text for people? Print it to standard error; standard output is for answers only.",
        "words": "This is neither a card, like 6S, nor NO. "
        "If it is a greeting or a debug message, print it to standard error: standard output is for "
        "answers only.",
        "extra_blank": "After its last answer the program printed one more line end. "
        "Does the text already end with a line end, and the print function adds another?",
        "extra_second": "After its answer the program printed another one, which nobody had asked for. "
        "Print one line for each MOVE, BEAT and ADD, and nothing for the messages in lower case.",
        "extra_answer": "The program answered before it was asked. Lines in lower case are messages: "
        "only MOVE, BEAT and ADD are answered.",
        "extra_echo": "The program prints what it reads. Print answers only; copies of the input go to "
        "standard error.",
        "extra_greeting": "That looks like a greeting or a debug message. Standard output is for "
        "answers only: "
        "print it to standard error or leave it out.",
        "extra_prompt": "That is a text without a line end, like a prompt. What stands in the brackets of "
        'input("...") is printed too: write input(), and no text before you read.',
        "extra_words": "That looks like a debug message. Standard output is for answers only: "
        "print it to standard error or leave it out.",
        "no_line_end": "The line is not complete: an answer ends with a line end (\\n). "
        "The judge waited for it in vain. Use println, puts, endl or add \\n, and flush.",
        "time_cr": "The line ends with CR (\\r) alone. End it with LF (\\n); CR and LF together are "
        "right too.",
        "time_buffered": "Only after its input had been closed it wrote {came}. So the answer was ready "
        "in time, but:\n"
        "* either it stayed in the output buffer: flush after every answer (" + FLUSH + ")\n"
        "* or the program reads its whole input before it answers (read(), readlines(), a loop until "
        "the end of file): "
        "read one line at a time and answer at once.",
        "time_computing": "It was still computing when its time was over. Is there an endless loop? "
        "Otherwise think less: all answers of one copy together have 2 s, and 0.1 s more with every "
        "round.",
        "time_unread": "It had not even read its input. Does it do something long at its start, or wait "
        "for something else?",
        "time_silent": "It was waiting for something, perhaps for more input. Usual reasons:\n"
        "* the answer stayed in the output buffer: flush after every answer (" + FLUSH + ")\n"
        "* the program reads until the end of file, or reads two lines where there is one\n"
        "* it does not know this command: MOVE, BEAT and ADD must all be answered. "
        "They come in upper case; Java compares texts with equals",
        "time_cpu": "It has used too much processor time ({detail}). Start-up, threads, children and "
        "thinking in "
        "the others' time count too: 2 s, and 0.1 s more with every round.",
        "eof_no_line_end": "It ended in the middle of a line. Print a line end (\\n) after the answer, "
        "and go on reading until the end of the input.",
        "eof_closed": "It has closed its standard output. Leave it open until the end of the input.",
        "eof_first": "It ended (exit code 0) without a single answer. Does it leave its loop too early, "
        "or treat the first line that it does not know as the end?",
        "eof_later": "It ended (exit code 0) after {answers} answers, although the game was not over. "
        "Go on reading and answering until the input ends.",
        "crash": "It ended with an error ({detail}).",
        "crash_command": "It ended with {detail}: a command or an interpreter that it needs is not there.",
        "crash_sigsegv": "It read or wrote memory that is not its own ({detail}): an array index out of "
        "range, "
        "a null pointer, or endless recursion.",
        "crash_sigfpe": "It divided a whole number by zero ({detail}).",
        "crash_sigabrt": "It gave up by itself ({detail}): an assertion, an exception that nobody "
        "caught, or damaged memory.",
        "crash_sigkill": "It was killed ({detail}), usually because it used too much memory, or by itself.",
        "crash_sigpipe": "It wrote to something that was closed already ({detail}).",
        "memory": "It used too much memory ({detail}), children included. Look for a container that "
        "only grows.",
        "security": "It did something that no player needs ({detail}), like opening a network connection.",
        "start": "It could not be started: {detail}",
        "hint_encoding": "Its source is not UTF-8, perhaps Windows-1251: save the file as UTF-8.",
        "hint_tabs": "Its source mixes tabs and blanks at the beginning of lines: use blanks only.",
        "hint_module": "This module is not there: a program has the standard library and files beside it.",
        "hint_file": "This file is not there: a program sees its own folder only. Name a file that it needs "
        "after the program, as an argument, and open it by that argument.",
        "hint_class": "The class that has main must be called as the file is, and be in no package.",
        "illegal_no": "MOVE cannot be refused: answer with any card of the hand.",
        "illegal_hand": "{card} is not in its hand. Usual reasons: a card that was played is still "
        "counted; "
        'after "take 1" all cards of the round, the beaten ones and those added later too, come into '
        "the hand; "
        "a round ends without a message.",
        "illegal_played": "{card} is not in its hand any more: the program has played it itself. Take a "
        "card out of "
        'the hand when it is played, for example when "move 1", "add 1" or "beat 1" comes back.',
        "illegal_beat": "{card} does not beat {open}: a card is beaten by a higher one of its suit or, "
        "if it is no trump, "
        "by any trump ({trump}). Answer NO to take the cards.",
        "illegal_rank": "No card of this round has the rank of {card}. Attacking and beating cards of "
        "this round count, "
        "those of earlier rounds do not. Answer NO to add nothing.",
    },
    "uk": {
        "printed": "На запит {asked} програма вивела рядок {came}.",
        "printed_long": "На запит {asked} програма вивела рядок, довший за 16 байтів; він починається з "
        "{came}.",
        "printed_part": "На запит {asked} програма вивела {came} без кінця рядка.",
        "printed_unasked": "Ще до запиту програма вже вивела {came}.",
        "printed_nothing": "На запит {asked} програма не вивела нічого.",
        "ended_unasked": "Вона завершилася, перш ніж її про щось спитали.",
        "standard_error": "Останні рядки її виводу помилок (stderr):",
        "no_standard_error": "У вивід помилок (stderr) вона не написала нічого.",
        "hand": "Її карти: {cards}; козир {trump}.",
        "table": "Карти цього раунду: {cards}.",
        "open": "Треба побити: {card}.",
        "bom": "Вивід починається не зі звичайної літери: це UTF-16 або перед ним стоїть мітка порядку "
        "байтів (BOM). "
        "Виводьте чистий ASCII; у C# і PowerShell задайте кодування без мітки.",
        "empty": "Рядок порожній. Можливо, кінець рядка виведено двічі або змінна порожня? Відповідь – "
        "карта або NO.",
        "long_blanks": "Відповідь {want} правильна, але рядок довший за 16 байтів. Виведіть її без пробілів.",
        "lower": "Відповіді пишуться великими літерами: виведіть {want}.",
        "ten": "Десятка позначається T: виведіть {want}.",
        "suit_sign": "Масті пишуться літерами H S C D: виведіть {want}.",
        "cyrillic": "Ці літери лише схожі: вони кириличні. Виведіть {want} латинськими літерами.",
        "reversed": "Спершу ранг, потім масть: виведіть {want}.",
        "joined": "Карта – це два знаки, між якими нічого немає: виведіть {want}.",
        "quoted": "Виведіть саму карту, без лапок, дужок і розділових знаків: {want}. "
        "У Python виводьте сам текст, а не список чи bytes.",
        "refusal": "Відмова пишеться NO.",
        "no_value": "Так програма виводить змінну без значення: індекс поза межами, ключ, якого немає, "
        "або функція, що нічого не повертає.",
        "several": "Прийшло кілька карт: виведіть рівно одну або NO. Про наступну спитають окремо.",
        "verb": "Виведіть саму карту, без слова перед нею: {want}.",
        "half": "Карта – це два знаки: спершу ранг (6 7 8 9 T J Q K A), потім масть (H S C D): 6S, TD.",
        "long": "Жодна відповідь не довша за 16 байтів. "
        "Це текст для людей? Виводьте його в stderr: стандартний вивід – лише для відповідей.",
        "words": "Це не карта на зразок 6S і не NO. "
        "Привітання і налагоджувальні повідомлення виводьте в stderr: стандартний вивід – лише для "
        "відповідей.",
        "extra_blank": "Після останньої відповіді програма вивела ще один кінець рядка. "
        "Можливо, текст уже закінчується ним, а функція виводу додає другий?",
        "extra_second": "Після відповіді програма вивела ще одну, про яку ніхто не питав. "
        "Один рядок на кожне MOVE, BEAT і ADD, і нічого на повідомлення малими літерами.",
        "extra_answer": "Програма відповіла раніше, ніж її спитали. Рядки малими літерами – "
        "повідомлення: "
        "відповідають лише на MOVE, BEAT і ADD.",
        "extra_echo": "Програма виводить те, що читає. Виводьте лише відповіді; копії вхідних рядків – "
        "у stderr.",
        "extra_greeting": "Схоже на привітання або налагоджувальне повідомлення. Стандартний вивід – "
        "лише для відповідей: "
        "виводьте таке в stderr або приберіть.",
        "extra_prompt": "Це текст без кінця рядка, схожий на запрошення до введення. Те, що стоїть у дужках "
        'input("..."), теж виводиться: пишіть input() і нічого не виводьте перед читанням.',
        "extra_words": "Схоже на налагоджувальне повідомлення. Стандартний вивід – лише для відповідей: "
        "виводьте таке в stderr або приберіть.",
        "no_line_end": "Рядок не завершено: відповідь закінчується кінцем рядка (\\n). "
        "Суддя марно чекав на нього. Додайте println, puts, endl або \\n і скиньте буфер (flush).",
        "time_cr": "Рядок закінчується лише знаком CR (\\r). Потрібен LF (\\n); CR і LF разом теж годяться.",
        "time_buffered": "Лише після закриття її входу вона вивела {came}. Отже, відповідь була готова "
        "вчасно, але:\n"
        "* або вона лишилася в буфері виводу: скидайте його після кожної відповіді (" + FLUSH_UK + ")\n"
        "* або програма спершу читає весь вхід (read(), readlines(), цикл до кінця файлу): "
        "читайте по одному рядку й відповідайте одразу.",
        "time_computing": "Час минув, а вона все ще обчислювала. Немає нескінченного циклу? "
        "Інакше думайте менше: на всі відповіді однієї копії є 2 с і ще 0,1 с за кожен раунд.",
        "time_unread": "Вона навіть не прочитала свій вхід. Може, на початку робить щось довге або "
        "чекає на інше?",
        "time_silent": "Вона чекала, можливо, на нові вхідні рядки. Звичайні причини:\n"
        "* відповідь лишилася в буфері виводу: скидайте його після кожної відповіді (" + FLUSH_UK + ")\n"
        "* програма читає до кінця файлу або читає два рядки там, де є один\n"
        "* вона не знає цієї команди: відповідати треба на MOVE, BEAT і ADD. "
        "Вони приходять великими літерами; у Java тексти порівнюють через equals",
        "time_cpu": "Вона використала забагато процесорного часу ({detail}). Запуск, потоки, дочірні "
        "процеси й думання "
        "в чужий час теж рахуються: 2 с і ще 0,1 с за кожен раунд.",
        "eof_no_line_end": "Вона завершилася посеред рядка. Після відповіді виведіть кінець рядка (\\n) "
        "і читайте далі до кінця входу.",
        "eof_closed": "Вона закрила свій стандартний вивід. Не закривайте його до кінця входу.",
        "eof_first": "Вона завершилася (код 0) без жодної відповіді. Може, цикл закінчується зарано "
        "або перший незнайомий рядок прийнято за кінець?",
        "eof_later": "Вона завершилася (код 0), хоча гра тривала; відповідей до того: {answers}. "
        "Читайте й відповідайте, доки не скінчиться вхід.",
        "crash": "Вона завершилася з помилкою ({detail}).",
        "crash_command": "Вона завершилася з {detail}: немає команди або інтерпретатора, що їй потрібні.",
        "crash_sigsegv": "Вона звернулася до чужої пам'яті ({detail}): індекс поза масивом, "
        "нульовий вказівник або нескінченна рекурсія.",
        "crash_sigfpe": "Вона поділила ціле число на нуль ({detail}).",
        "crash_sigabrt": "Вона здалася сама ({detail}): assert, неперехоплений виняток або зіпсована "
        "пам'ять.",
        "crash_sigkill": "Її вбито ({detail}): зазвичай через завелику пам'ять або нею самою.",
        "crash_sigpipe": "Вона писала туди, що вже закрито ({detail}).",
        "memory": "Вона зайняла забагато пам'яті ({detail}) разом з дочірніми процесами. Шукайте те, що "
        "лише росте.",
        "security": "Вона зробила те, що жодному гравцеві не потрібно ({detail}), наприклад відкрила "
        "з'єднання.",
        "start": "Її не вдалося запустити: {detail}",
        "hint_encoding": "Її код збережено не в UTF-8, можливо, у Windows-1251: збережіть файл у UTF-8.",
        "hint_tabs": "У її коді на початку рядків змішано табуляції й пробіли: ставте лише пробіли.",
        "hint_module": "Такого модуля тут немає: програма має стандартну бібліотеку й файли поруч із собою.",
        "hint_file": "Такого файлу тут немає: програма бачить лише власну теку. Потрібний файл назвіть після "
        "програми, як аргумент, і відкривайте його за цим аргументом.",
        "hint_class": "Клас, у якому є main, має називатися так само, як файл, і не бути в пакеті.",
        "illegal_no": "На MOVE не можна відмовити: відповідайте будь-якою картою з руки.",
        "illegal_hand": "Карти {card} немає на руці. Звичайні причини: зіграну карту досі враховано; "
        'після "take 1" на руку приходять усі карти раунду, також побиті й докладені пізніше; '
        "раунд закінчується без повідомлення.",
        "illegal_played": "Карти {card} вже немає на руці: програма сама її зіграла. Прибирайте карту з "
        "руки, "
        'коли її зіграно, наприклад коли повертається "move 1", "add 1" або "beat 1".',
        "illegal_beat": "{card} не б'є {open}: карту б'є старша тієї ж масті або, якщо вона не козирна, "
        "будь-який козир ({trump}). NO – забрати карти.",
        "illegal_rank": "Жодна карта цього раунду не має рангу карти {card}. Рахуються карти цього "
        "раунду, якими ходили й били, "
        "але не попередніх. NO – нічого не докладати.",
    },
    "ru": {
        "printed": "На запрос {asked} программа вывела строку {came}.",
        "printed_long": "На запрос {asked} программа вывела строку длиннее 16 байтов; она начинается с "
        "{came}.",
        "printed_part": "На запрос {asked} программа вывела {came} без конца строки.",
        "printed_unasked": "Ещё до запроса программа уже вывела {came}.",
        "printed_nothing": "На запрос {asked} программа не вывела ничего.",
        "ended_unasked": "Она завершилась до того, как её о чём-нибудь спросили.",
        "standard_error": "Последние строки её вывода ошибок (stderr):",
        "no_standard_error": "В вывод ошибок (stderr) она не написала ничего.",
        "hand": "Её карты: {cards}; козырь {trump}.",
        "table": "Карты этого раунда: {cards}.",
        "open": "Надо побить: {card}.",
        "bom": "Вывод начинается не с обычной буквы: это UTF-16 или перед ним стоит метка порядка "
        "байтов (BOM). "
        "Выводите чистый ASCII; в C# и PowerShell задайте кодировку без метки.",
        "empty": "Строка пустая. Может быть, конец строки выведен дважды или переменная пуста? Ответ – "
        "карта или NO.",
        "long_blanks": "Ответ {want} правильный, но строка длиннее 16 байтов. Выведите его без пробелов.",
        "lower": "Ответы пишутся большими буквами: выведите {want}.",
        "ten": "Десятка обозначается T: выведите {want}.",
        "suit_sign": "Масти пишутся буквами H S C D: выведите {want}.",
        "cyrillic": "Эти буквы только похожи: они кириллические. Выведите {want} латинскими буквами.",
        "reversed": "Сначала ранг, потом масть: выведите {want}.",
        "joined": "Карта – это два знака, между которыми ничего нет: выведите {want}.",
        "quoted": "Выведите саму карту, без кавычек, скобок и знаков препинания: {want}. "
        "В Python выводите сам текст, а не список или bytes.",
        "refusal": "Отказ пишется NO.",
        "no_value": "Так программа выводит переменную без значения: индекс вне границ, ключ, которого нет, "
        "или функция, которая ничего не возвращает.",
        "several": "Пришло несколько карт: выведите ровно одну или NO. О следующей спросят отдельно.",
        "verb": "Выведите саму карту, без слова перед ней: {want}.",
        "half": "Карта – это два знака: сначала ранг (6 7 8 9 T J Q K A), потом масть (H S C D): 6S, TD.",
        "long": "Ни один ответ не длиннее 16 байтов. "
        "Это текст для людей? Выводите его в stderr: стандартный вывод – только для ответов.",
        "words": "Это не карта вроде 6S и не NO. "
        "Приветствия и отладочные сообщения выводите в stderr: стандартный вывод – только для ответов.",
        "extra_blank": "После последнего ответа программа вывела ещё один конец строки. "
        "Может быть, текст уже заканчивается им, а функция вывода добавляет второй?",
        "extra_second": "После ответа программа вывела ещё один, о котором никто не спрашивал. "
        "Одна строка на каждое MOVE, BEAT и ADD, и ничего на сообщения маленькими буквами.",
        "extra_answer": "Программа ответила раньше, чем её спросили. Строки маленькими буквами – "
        "сообщения: "
        "отвечают только на MOVE, BEAT и ADD.",
        "extra_echo": "Программа выводит то, что читает. Выводите только ответы; копии входных строк – "
        "в stderr.",
        "extra_greeting": "Похоже на приветствие или отладочное сообщение. Стандартный вывод – только "
        "для ответов: "
        "выводите такое в stderr или уберите.",
        "extra_prompt": "Это текст без конца строки, похожий на приглашение к вводу. То, что стоит в скобках "
        'input("..."), тоже выводится: пишите input() и ничего не выводите перед чтением.',
        "extra_words": "Похоже на отладочное сообщение. Стандартный вывод – только для ответов: "
        "выводите такое в stderr или уберите.",
        "no_line_end": "Строка не закончена: ответ завершается концом строки (\\n). "
        "Судья напрасно ждал его. Добавьте println, puts, endl или \\n и сбросьте буфер (flush).",
        "time_cr": "Строка заканчивается одним знаком CR (\\r). Нужен LF (\\n); CR и LF вместе тоже годятся.",
        "time_buffered": "Только после закрытия её входа она вывела {came}. Значит, ответ был готов "
        "вовремя, но:\n"
        "* либо он остался в буфере вывода: сбрасывайте его после каждого ответа (" + FLUSH_RU + ")\n"
        "* либо программа сначала читает весь вход (read(), readlines(), цикл до конца файла): "
        "читайте по одной строке и отвечайте сразу.",
        "time_computing": "Время вышло, а она всё ещё вычисляла. Нет ли бесконечного цикла? "
        "Иначе думайте меньше: на все ответы одной копии есть 2 с и ещё 0,1 с за каждый раунд.",
        "time_unread": "Она даже не прочитала свой вход. Может быть, в начале делает что-то долгое или "
        "ждёт другого?",
        "time_silent": "Она ждала, возможно, новых входных строк. Обычные причины:\n"
        "* ответ остался в буфере вывода: сбрасывайте его после каждого ответа (" + FLUSH_RU + ")\n"
        "* программа читает до конца файла или читает две строки там, где есть одна\n"
        "* она не знает этой команды: отвечать надо на MOVE, BEAT и ADD. "
        "Они приходят большими буквами; в Java тексты сравнивают через equals",
        "time_cpu": "Она израсходовала слишком много процессорного времени ({detail}). Запуск, потоки, "
        "дочерние процессы и "
        "раздумья в чужое время тоже считаются: 2 с и ещё 0,1 с за каждый раунд.",
        "eof_no_line_end": "Она завершилась посреди строки. После ответа выведите конец строки (\\n) "
        "и читайте дальше до конца входа.",
        "eof_closed": "Она закрыла свой стандартный вывод. Не закрывайте его до конца входа.",
        "eof_first": "Она завершилась (код 0) без единого ответа. Может быть, цикл кончается слишком "
        "рано "
        "или первая незнакомая строка принята за конец?",
        "eof_later": "Она завершилась (код 0), хотя игра продолжалась; ответов до того: {answers}. "
        "Читайте и отвечайте, пока не кончится вход.",
        "crash": "Она завершилась с ошибкой ({detail}).",
        "crash_command": "Она завершилась с {detail}: нет команды или интерпретатора, которые ей нужны.",
        "crash_sigsegv": "Она обратилась к чужой памяти ({detail}): индекс вне массива, "
        "нулевой указатель или бесконечная рекурсия.",
        "crash_sigfpe": "Она разделила целое число на ноль ({detail}).",
        "crash_sigabrt": "Она сдалась сама ({detail}): assert, неперехваченное исключение или "
        "испорченная память.",
        "crash_sigkill": "Её убили ({detail}): обычно из-за слишком большой памяти или она сама.",
        "crash_sigpipe": "Она писала туда, что уже закрыто ({detail}).",
        "memory": "Она заняла слишком много памяти ({detail}) вместе с дочерними процессами. Ищите то, "
        "что только растёт.",
        "security": "Она сделала то, что ни одному игроку не нужно ({detail}), например открыла соединение.",
        "start": "Её не удалось запустить: {detail}",
        "hint_encoding": "Её код сохранён не в UTF-8, возможно, в Windows-1251: сохраните файл в UTF-8.",
        "hint_tabs": "В её коде в начале строк смешаны табуляции и пробелы: ставьте только пробелы.",
        "hint_module": "Такого модуля здесь нет: программе доступны стандартная библиотека и файлы рядом.",
        "hint_file": "Такого файла здесь нет: программа видит только свою папку. Нужный файл назовите после "
        "программы, как аргумент, и открывайте его по этому аргументу.",
        "hint_class": "Класс, в котором есть main, должен называться так же, как файл, и не быть в пакете.",
        "illegal_no": "На MOVE нельзя отказаться: отвечайте любой картой с руки.",
        "illegal_hand": "Карты {card} нет на руке. Обычные причины: сыгранная карта всё ещё учитывается; "
        'после "take 1" на руку приходят все карты раунда, также побитые и подкинутые позже; '
        "раунд кончается без сообщения.",
        "illegal_played": "Карты {card} уже нет на руке: программа сама её сыграла. Убирайте карту с "
        "руки, "
        'когда она сыграна, например когда возвращается "move 1", "add 1" или "beat 1".',
        "illegal_beat": "{card} не бьёт {open}: карту бьёт старшая той же масти или, если она не "
        "козырная, "
        "любой козырь ({trump}). NO – забрать карты.",
        "illegal_rank": "Ни одна карта этого раунда не имеет ранга карты {card}. Считаются карты этого "
        "раунда, которыми ходили и били, "
        "но не прежних. NO – ничего не подкидывать.",
    },
}
