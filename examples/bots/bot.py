#!/usr/bin/env python3
"""A bot for every game: it rates each legal action by a few rules of thumb and takes the best.

Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
"""

import re

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


# Viceroy: the laws with a choice, as rewards; what others are worth follows below
CHOICES = {
    "L65": ("A1", "P6", "G2"),
    "L66": ("F1", "P6", "G3"),
    "L67": ("F1", "A1", "G3"),
    "L68": ("M1+G1", "F1+G1", "G4"),
    "L69": ("M1", "S1", "G2"),
    "L70": ("S1+G1", "F1", "G3"),
    "L71": ("M1", "F1", "G3"),
    "L86": ("M1", "S1", "F1"),
}
NEVER = -99


def gems(text):
    """A text like B1R12 by colour."""
    return {
        colour: int(n)
        for colour, n in [("B", 0), ("R", 0), ("G", 0), ("Y", 0), *re.findall(r"([BRGY])(\d+)", text)]
    }


class Viceroy:
    """What things are worth, in points: from the view, and from the aids with their prices and rewards."""

    def __init__(self, view):
        self.view, self.aids = view, view["aids"]
        self.own = self.aids["players"][view["seat"]]
        self.tally = self.own["tally"]
        self.left = 12 - view["turn"]  # turns after this one
        self.gem = 1.3 + self.left / 20 if self.left > 1 else 0.6
        self.mine, self.endless = gems(view["gems"]), gems(self.tally["endless"])
        self.have, self.hand = sum(self.mine.values()), len(view["hand"])
        self.taken = {card["place"] for card in view["players"][view["seat"]]["pyramid"]}
        self.wide = sum(place[0] == "1" for place in self.taken) >= 5 or self.left < 3  # is the base?
        income = min(3 + self.tally["science"], sum(gems(view["reserve"]).values()))
        self.passing = income * self.gem - 0.4 * max(self.have - 7, 0)

    def reward(self, text):
        """A reward like P2+G3."""
        left, tally, worth = self.left, self.tally, 0
        for part in text.split("+"):
            digits = "".join(filter(str.isdigit, part))
            n, kind = int(digits or 1), part.split(digits)[0] if digits else part[0]
            if kind == "P":
                worth += n
            elif kind == "G":
                worth += n * self.gem
            elif kind == "D":  # a card
                worth += 9 * n if self.hand < left else 0
            elif kind == "A":
                worth += 2.5 * n
            elif kind == "M":
                worth += n * (tally["magic_bonus"] + 0.4 * left) + self.sets("magic", n)
            elif kind == "MB":
                worth += n * (tally["magic"] + 0.2 * left)
            elif kind == "S":
                worth += n * (0.8 + left / 10) + self.sets("science", n)
            elif kind == "F":
                worth += n * 0.8 + self.sets("defence", n)
            elif kind == "CB":
                worth += n * (gems(tally["circles"])[part[-1]] + self.endless[part[-1]] + left / 5)
            elif kind == "E":
                worth += 3 + 0.8 * left
        return worth

    def sets(self, kind, n):
        """Seven points for magic, science and defence together."""
        others = min(self.tally[other] for other in ("magic", "science", "defence") if other != kind)
        more = min(self.tally[kind] + n, others) - min(self.tally[kind], others)
        return 7 * more if more else 0.5 * self.left if self.tally[kind] <= others else 0

    def law(self, card, level):
        sets = min(self.tally["magic"], self.tally["science"], self.tally["defence"])
        if card in CHOICES:
            return max(map(self.reward, CHOICES[card]))
        if card == "L76":
            return 3 * level - 1
        if card in ("L84", "L85"):
            return (4 if card == "L84" else 5) * (sets + self.left // 5)
        if card == "L87":
            return 3 * (self.tally["science"] + self.left // 4)
        if card == "L79":
            return min(6, max(self.have - 4, 0)) * (3 - self.gem)
        if card == "L77":
            return 7 * max(self.hand - 1 - self.left, 0)
        return 2

    def bought(self, card, bid=""):
        """A card of the auction on the best level that can be paid, after a bid of this colour."""
        table, best = self.aids["cards"][card], NEVER
        for place in self.own["open_built"]:
            level = int(place[0])
            price = gems(table["prices"][level - 1])
            paid = {colour: max(price[colour] - self.endless[colour], 0) for colour in price}
            if all(paid[colour] <= self.mine[colour] - (colour == bid) for colour in paid):
                more = 0.4 * level if level > 1 else 0 if self.wide else 2
                worth = self.reward(table["rewards"][level - 1]) - sum(paid.values()) * self.gem + more
                best = max(best, worth)
        return best

    def at(self, card, aid):
        """A card at one of the places that its aids tell of."""
        if not aid["can"]:
            return NEVER
        level, x = map(int, aid["place"].split(":"))
        worth = self.reward(aid["reward"]) if aid["reward"] else self.law(card, level) - 0.7 * level
        if aid["single"]:
            worth += 3 + self.gem
        elif aid["circle"] and len(set(aid["circle"])) == 2:
            worth += 0.5
        if level == 1 and not self.wide:
            worth += 2
        beside = sum(f"{level}:{x + step}" in self.taken for step in (-1, 1))
        worth += 0.5 * level * beside if self.left else 0
        return worth - sum(gems(aid["ways"][0]["paid"]).values()) * self.gem if "price" in aid else worth

    def best(self, card):
        """A card at its best place."""
        return max((self.at(card, aid) for aid in self.aids["places"].get(card, [])), default=1)

    def on_offer(self, colour):
        return [card for card in self.view["slots"][colour].values() if card]

    def need(self, colour):
        """How much a colour is asked for by the cards on offer, beyond what is there."""
        prices = [
            gems(self.aids["cards"][card]["prices"][2]) for each in "BRGY" for card in self.on_offer(each)
        ]
        have = self.mine[colour] + 2 * self.endless[colour]
        return sum(2 * price[colour] for price in prices) - 4 * have

    def rate(self, word, what, more):
        if word == "bid":
            if what == "-":
                return self.passing
            if what == "ATK":
                return max(self.bought(card) for colour in "BRGY" for card in self.on_offer(colour)) - 2.5
            return (
                0.85 * max(self.bought(card, what) for card in self.on_offer(what))
                + 0.15 * self.passing
                - self.gem
            )
        if word == "start":
            return self.reward(self.aids["cards"][what]["rewards"][0])
        if word == "hit":
            return self.bought(self.view["slots"][what][more])
        if word == "appoint":
            rewards = self.aids["cards"][self.view["slots"][what][more]]["rewards"]
            return max(self.reward(rewards[int(place[0]) - 1]) for place in self.own["open_free"])
        if word == "law":
            return 0 if what == "-" else self.best(what)
        if word in ("put", "to", "build"):
            places = [(card, aid) for card, aids in self.aids["places"].items() for aid in aids]
            return max((self.at(card, aid) for card, aid in places if aid["place"] == what), default=0)
        if word == "keep":
            return max(map(self.best, self.aids["places"]), default=NEVER)
        if word == "refuse":
            return self.passing
        if word == "take":
            return NEVER if what == "-" else self.need(what)
        if word == "pick":
            return self.reward(CHOICES[self.view["active"]["card"]][int(what) - 1])
        if word == "draw":
            return (what == "small") == any(place[0] in "34" for place in self.own["open_free"])
        if word == "store" and what != "-":
            spare = self.have - (9 if self.left > 1 else 4 if self.left else 3)
            return self.mine[what] if spare > 0 else -1
        if word == "circle" and what != "-":
            return max((5 - whole["gems"] for whole in self.aids["circles"][what]["whole"]), default=-1)
        if word == "paint":
            wholes = [whole for circle in self.aids["circles"].values() for whole in circle["whole"]]
            return max(
                (5 - each["gems"] for each in wholes if each["steps"][0] == f"paint {what}"), default=-1
            )
        if word == "endless":
            return int(more)
        if word in ("move", "file") and what != "-":
            return 1 if word == "file" and self.hand > self.left else -1
        return 0 if what in ("-", "no") else 1


def viceroy(view, word, what, more="", *_):
    """Weigh what everything is worth."""
    return Viceroy(view).rate(word, what, more)


def junquick(view, word, card, *_):
    """Crash and steal first, lay low cards, give the worst away; fight for a pile that is worth it."""
    value = int(card[1]) if card[1:].isdigit() else 5
    rich = len(view["pile"]) >= 3
    if word == "battle":
        return value
    if word == "act":
        return {"G": 70, "T": 55}.get(card[0], 20)
    if word == "inf":
        return 50 if rich and view["top"] != view["seat"] else -1
    if word == "lay" and value == 4:
        return 60 if rich else 5
    order = {"form": 90, "cure": 80, "hys": 60, "lay": 40, "nest": 30, "claim": 10}
    return order.get(word, 0) - (value if word in ("lay", "give") else 0)


RULES = {"durak": durak, "yassa": yassa, "flights": flights, "viceroy": viceroy, "junquick": junquick}


def choose(view, legal):
    rate = RULES.get(view["game"])
    if rate is None or len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda action: rate(view, *(action.split() if " " in action else (action, ""))))


if __name__ == "__main__":
    run(choose, name="rules of thumb", version="2", aids=True)
