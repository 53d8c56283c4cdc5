# not compiled: text and tables
"""Playing cards, as many games have them: codes, signs, names, faces. A card is suit * ranks + rank."""

from __future__ import annotations

from koloda.core.layout import BACK, Face
from koloda.core.texts import in_section

SIGNS = {"H": "♥", "S": "♠", "C": "♣", "D": "♦"}
RANK_NAMES: dict[str, dict[str, str]] = in_section("words", "ranks")
SUIT_NAMES: dict[str, dict[str, str]] = in_section("words", "suits")


class PlayingCards:
    """A deck of some ranks, the lowest first, in some suits.

    >>> deck = PlayingCards("6789TJQKA")
    >>> len(deck.codes), deck.codes[0], deck.pretty("TS"), deck.title("QH", "en")
    (36, '6H', '10♠', 'Queen of hearts')
    """

    def __init__(self, ranks: str = "6789TJQKA", suits: str = "HSCD") -> None:
        self.ranks = ranks
        self.suits = suits
        self.codes = [rank + suit for suit in suits for rank in ranks]

    def __len__(self) -> int:
        return len(self.codes)

    def rank(self, card: int) -> int:
        return card % len(self.ranks)

    def suit(self, card: int) -> int:
        return card // len(self.ranks)

    def pretty(self, code: str, lang: str = "en") -> str:
        """A card, or a rank or suit alone, as people write it: 10♠ for TS."""
        if code == BACK or not code:
            return code
        return "".join(SIGNS.get(sign, "10" if sign == "T" else sign) for sign in code)

    def title(self, code: str, lang: str) -> str:
        """A card as it is read aloud."""
        name = f"{RANK_NAMES[lang].get(code[0], code[0])} {SUIT_NAMES[lang][code[1]]}"
        return name[0].upper() + name[1:]

    def face(self, code: str, lang: str) -> Face:
        """What is printed on it."""
        return {
            "label": self.pretty(code[0]),
            "sign": SIGNS[code[1]],
            "tint": "red" if code[1] in "HD" else "black",
            "title": self.title(code, lang),
        }

    def faces(self, codes: list[str], lang: str) -> dict[str, Face]:
        """The faces of all of these that lie open."""
        return {code: self.face(code, lang) for code in codes if code != BACK}
