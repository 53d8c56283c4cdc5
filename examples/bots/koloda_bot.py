"""The bot protocol `koloda-bot/1` for bots in Python: `run(choose)` talks, `choose(view, legal)` decides."""

import json
import sys


class Deal:
    """The deal being played: what `start` told, and all events so far."""

    def __init__(self, start):
        self.__dict__.update(start)  # game, options, seats, seat, names, sides, clock, deal, totals, random
        self.events = []


def say(message):
    print(json.dumps(message), flush=True)  # without the flush the judge would wait in vain


def run(choose, name="python bot", version="1", games=None, deal_begins=None, aids=False):
    """Play until the input ends. `deal_begins(deal)` hears of each new Deal; `aids`: with `view["aids"]`?"""
    deal = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            about = {"protocol": "koloda-bot/1", "name": name, "version": version, "aids": aids}
            say({"type": "hello", **about} if games is None else {"type": "hello", **about, "games": games})
        elif kind == "start":
            deal = Deal(message)
            if deal_begins is not None:
                deal_begins(deal)
        elif kind == "events":
            deal.events += message["events"]
        elif kind == "ask":
            deal.left_ms, deal.owed = message["left_ms"], message["owed"]
            action = choose({**message["view"], "aids": message.get("aids")}, message["legal"])
            say({"type": "answer", "id": message["id"], "answer": action})
        elif kind == "fault":
            print("fault:", message["code"], message["text"], file=sys.stderr)
        # end, and types of later versions: nothing
