"""Names as people read them: two that look alike are the same name, so that nobody passes for another."""

from __future__ import annotations

import unicodedata

# letters of other alphabets, digits and signs that are taken for a Latin letter at a glance
ALIKE = str.maketrans("авекмнорстухіјѕԁԛԝѵһɡαβενικορτυχωℓ01|ӏǀı", "abekmhopctyxijsdqwvhgabevikoptuxwlolllll")
ALIKE_TOO = (("i", "l"), ("rn", "m"), ("vv", "w"))  # a capital i is taken for an l
# what takes part of a line and shows nothing, though it is a letter or a sign
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# alphabets whose letters may stand beside each other; any other keeps to itself, as its letters pass for ours
TOGETHER = (
    frozenset({"LATIN", "CYRILLIC", "GREEK"}),
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}),
)
# who speaks for the house; people believe them more than they should
RESERVED = (
    "admin", "administrator", "moderator", "mod", "system", "server", "support", "root", "koloda",
    "адмін", "адміністратор", "админ", "администратор", "модератор", "система", "сервер", "колода",
    "підтримка", "поддержка",
)  # fmt: skip


def look(name: str) -> str:
    """What is left of a name if only its look counts.

    >>> look("Олена") == look("OЛEHA"), look("Ann ") == look("ａnn."), look("Ann") == look("Anna")
    (True, True, False)
    >>> look("Ludmila") == look("LudmiIa") == look("Ludrnila")
    True
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(sign for sign in folded if sign.isalnum() or sign in "|ǀ").translate(ALIKE)
    for these, this in ALIKE_TOO:
        letters = letters.replace(these, this)
    return letters


RESERVED_LOOKS = frozenset(look(name) for name in RESERVED)


def mixes_alphabets(name: str) -> bool:
    """Whether letters stand together that nobody writes together.

    >>> mixes_alphabets("Ludmila Іваненко"), mixes_alphabets("Ꮮudmila")
    (False, True)
    """
    letters = (letter for letter in name if letter.isalpha())
    scripts = {unicodedata.name(letter, "?").replace("-", " ").split()[0] for letter in letters}
    scripts -= {"FULLWIDTH", "HALFWIDTH", "MODIFIER", "FEMININE", "MASCULINE", "MICRO"}
    return len(scripts) > 1 and not any(scripts <= group for group in TOGETHER)
