# not compiled: read by tools
"""The types of the views."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from koloda.core.views import View

Colour = Literal["B", "R", "G", "Y"]


Gems = Annotated[str, "an amount of gems, like B2Y1; - is nothing"]


Place = Annotated[str, "a place in a pyramid, level:x like 2:-1; the first card lies at 1:0"]


class ViceroyDecks(TypedDict):
    """How many cards are left."""

    large: int
    small: int
    law: int


class ViceroySlot(TypedDict):
    base: str | None
    tip: str | None


class ViceroySlots(TypedDict):
    B: ViceroySlot
    R: ViceroySlot
    G: ViceroySlot
    Y: ViceroySlot


class ViceroyActive(TypedDict):
    """A card that is being played."""

    seat: int
    card: str
    question: Annotated[str, "the kind of decision that its player owes"]


class ViceroyPlaced(TypedDict):
    """A card with a place in a pyramid, what lies on it and under it."""

    place: Place
    card: str
    tokens: Annotated[dict[str, int], "by kind: points, magic, science, defence, magic_bonus, circle_bonus_B"]
    endless: Annotated[Gems, "endless gems on the card"]
    stored: Annotated[Gems, "gems stored on a law"]
    tucked: list[str]
    circle: NotRequired[Annotated[str, "from level 2: the colours of its sectors ll, lr, bl, br"]]
    painted: NotRequired[Annotated[list[str], "from level 2: the sectors that a gem covers: ll, lr, bl, br"]]


class ViceroyPlayer(TypedDict):
    """What everybody sees of a player."""

    gems: Annotated[Gems | None, "behind the screen; None while it hides them"]
    attack: Annotated[int | None, "attack tokens; None while the screen hides them"]
    hand_count: int
    hand_known: Annotated[list[str], "cards of the hand that everybody has seen"]
    acquired: Annotated[str | None, "the card won at the auction of this turn"]
    in_auction: bool
    sitting_out: bool
    pyramid: list[ViceroyPlaced]
    endless: Gems
    science: int
    points: Annotated[
        list[int] | None,
        "at the end: circles, endless gems, laws, points, magic, sets, loss by attacks",
    ]


class ViceroySealed(TypedDict, total=False):
    """What the viewer has chosen while others still choose: one of these, a building has two."""

    start: str
    law: str | None
    bid: Annotated[str, "a colour, ATK or -"]
    want: Literal["base", "tip", "continue"]
    decide: Literal["keep", "refuse"]
    place: Place
    rest: Annotated[Gems, "what is left to pay"]


ViceroyAsk = TypedDict(
    "ViceroyAsk",
    {
        "kind": str,
        "most": NotRequired[Annotated[int, "take: gems at most"]],
        "least": NotRequired[Annotated[int, "take: gems at least"]],
        "cards": NotRequired[Annotated[int, "draw: cards to draw"]],
        "card": NotRequired[Annotated[str, "stash: the drawn card; to: the lifted card"]],
        "colour": NotRequired[Annotated[Colour, "own: of the endless gem"]],
        "virtual": NotRequired[Annotated[bool, "hit: for a virtual opponent"]],
        "from": NotRequired[Annotated[Place, "to: where the lifted card lay"]],
        "circle": NotRequired[Annotated[Place, "paint: the circle"]],
        "rest": NotRequired[Annotated[Gems, "endless, coin: what is left to pay"]],
        "laws": NotRequired[Annotated[list[str], "petition, top: the laws looked at"]],
    },
)


class ViceroyView(View):
    seat: Annotated[int | None, "the viewer; None: a spectator"]
    virtuals: Annotated[int, "virtual opponents"]
    open_screens: bool
    deck: Annotated[int, "the version of the built-in deck; 0: another one"]
    turn: Annotated[int, "from 1 to 12; 0 in the setup"]
    round: Annotated[int, "of the auction, from 1; 0 before it"]
    reserve: Gems
    box: Annotated[Gems, "what virtual opponents draw from"]
    decks: ViceroyDecks
    slots: Annotated[ViceroySlots, "the auction"]
    discard: list[str]
    virtuals_in: Annotated[int, "virtual opponents that still bid"]
    active: ViceroyActive | None
    players: list[ViceroyPlayer]
    undecided: Annotated[list[int], "who owes a decision; a plan to build counts as made once it is begun"]
    # of the viewer
    gems: NotRequired[Gems]
    attack: NotRequired[int]
    hand: NotRequired[list[str]]
    returned_cards: NotRequired[Annotated[list[str], "start cards that went back"]]
    known_laws: NotRequired[
        Annotated[dict[str, str], "laws looked at: 'deck N' from the top, or 'seat N' that holds it"]
    ]
    sealed: NotRequired[ViceroySealed | None]
    ask: NotRequired[Annotated[ViceroyAsk | None, "the question to the viewer"]]
