#!/usr/bin/env python3
"""A small program for the Durak contest: plays the cheapest card that is legal, and saves its trumps.

It keeps its hand and the table from the messages alone, and answers nothing but commands.
"""

import sys

RANKS = "6789TJQKA"


class Bot:
    def __init__(self):
        self.trump = ""
        self.hand = set()
        self.table = []  # all cards of the round
        self.open_card = ""  # the last card moved or added
        self.taker = 0
        self.stock = 36

    def price(self, card):
        """What it costs to part with a card."""
        return RANKS.index(card[0]) + (9 if card[1] == self.trump else 0)

    def beats(self, card, other):
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == self.trump

    def end_round(self):
        """The judge says nothing about the end of a round; the next give, move or MOVE means it."""
        if self.taker == 1:
            self.hand.update(self.table)
        self.table, self.taker = [], 0

    def hear(self, word, rest):
        if word == "trump":
            self.trump = rest[0]
        elif word == "give":
            self.end_round()
            self.stock -= 1
            if rest[0] == "1":
                self.hand.add(rest[1])
        elif word == "move":
            self.end_round()
            self.lay(rest[0], rest[2])
            self.open_card = rest[2]
        elif word == "add":
            self.lay(rest[0], rest[2])
            self.open_card = rest[2]
        elif word == "beat":
            self.lay(rest[0], rest[1])
        elif word == "take":
            self.taker = int(rest[0])

    def lay(self, player, card):
        self.table.append(card)
        if player == "1":
            self.hand.discard(card)

    def answer(self, command):
        if command == "MOVE":
            self.end_round()
            return min(self.hand, key=self.price)
        if command == "BEAT":
            able = [card for card in self.hand if self.beats(card, self.open_card)]
            return min(able, key=self.price) if able else "NO"
        ranks = {card[0] for card in self.table}
        able = [card for card in self.hand if card[0] in ranks]
        if not able:
            return "NO"  # asked although nothing fits: the judge may be told to do that
        card = min(able, key=self.price)
        dear = 8 if self.stock == 0 else 4
        return card if self.price(card) <= dear or len(self.hand) == 1 else "NO"


def main():
    bot = Bot()
    for line in sys.stdin:
        word, *rest = line.split()
        if word.isupper():
            print(bot.answer(word), flush=True)
        else:
            bot.hear(word, rest)


main()
