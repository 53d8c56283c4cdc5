"""Names as people read them: two that look alike are the same name, so that nobody passes for another."""

from __future__ import annotations

import unicodedata

# letters of other alphabets, digits and signs that are taken for a Latin letter at a glance
ALIKE = str.maketrans("авекмнорстухіјѕԁԛԝѵһɡαβενικορτυχωℓ01|", "abekmhopctyxijsdqwvhgabevikoptuxwlol" + "l")


def look(name: str) -> str:
    """What is left of a name if only its look counts.

    >>> look("Олена") == look("OЛEHA"), look("Ann ") == look("ａnn."), look("Ann") == look("Anna")
    (True, True, False)
    """
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(sign for sign in folded if sign.isalnum() or sign == "|")
    return letters.translate(ALIKE)
