#!/usr/bin/env python3
"""A bot for every game: it rates each legal action by a few rules of thumb and takes the best.

Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
"""

from koloda_bot import run

RANKS = "6789TJQKA"


def durak(view, word, card):
    """Part with cheap cards first, save trumps."""
    if word in ("pass", "take"):
        return 0
    price = RANKS.index(card[0]) + (9 if card[1] == view["trump"] else 0)
    if word == "add":
        return 5 - price if view["stock"] else 12 - price
    return 100 - price


def yassa(view, word, card):
    """Lay what leaves good company, shout when it is time, save wild cards for later."""
    if word not in ("play", "intervene"):
        return {"call": 50, "challenge": -1, "mistake": -99}.get(word, 0)
    hand = view["hand"]
    rate = 0
    if card.endswith("!"):
        card, rate = card[:-1], 99 if len(hand) == 2 else -99
    if ":" in card:
        return rate + 2 + sum(other[0] == card[-1] for other in hand) / 10
    same = sum(other[0] == card[0] for other in hand) - 1
    twins = sum(other[1:] == card[1:] for other in hand) - 1
    return rate + 20 + 4 * same + 2 * twins + (8 if card[1] in "SDV" else int(card[1]) / 3)


def flights(view, word, card, *rest):
    """Collect one city of each colour; bid high for what is missing."""
    own = view["collections"][view["seat"]]
    if word == "swap":
        mine = {city[0] for city in own if city != card}
        return (8 if rest[1][0] not in mine else -8) + int(rest[1][1])
    missing = card[1].isdigit() and card[0] != "X" and all(city[0] != card[0] for city in own)
    worth = 10 + int(card[1]) if missing else -int(card[1]) if card[1].isdigit() else -3
    if word == "take":
        return worth
    bid = int(rest[0][1])
    return worth + bid / 10 if missing else worth - bid / 10


def viceroy(view, word, what, *_):
    """Build, and build high; take what is free."""
    if what in ("-", "no"):
        return 0
    if word == "refuse":
        return -1
    if ":" in what and word in ("build", "put"):
        return 1 + int(what.split(":")[0])
    return 1


def junquick(view, word, *cards):
    """Lay what can be laid, give the worst away, use every chance."""
    value = int(cards[0][1]) if cards[0][1:].isdigit() else 5
    if word == "battle":
        return value
    order = {"form": 90, "cure": 80, "hys": 60, "inf": 50, "lay": 40, "nest": 30, "act": 20, "claim": 10}
    return order.get(word, 0) - (value if word in ("lay", "give") else 0)


RULES = {"durak": durak, "yassa": yassa, "flights": flights, "viceroy": viceroy, "junquick": junquick}


def choose(view, legal):
    rate = RULES.get(view["game"])
    if rate is None or len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda action: rate(view, *(action.split() if " " in action else (action, ""))))


if __name__ == "__main__":
    run(choose, name="rules of thumb", version="1")
