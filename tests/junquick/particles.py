"""The posterior by brute force: random worlds, weighed by how well they explain what a seat has seen.

Nothing here knows how the rules keep knowledge. Every event as the seat has seen it is carried out in a
world, what is unseen by lot, and what is seen weighs the world by its chance. A card "?" is dealt only when
it matters: then it is any card of the pool, which is fair, for so it would have been before. The model is
that of docs/architecture.md: what is chosen in sight proves that it was there, and of equal copies one that
is no "?" goes first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from koloda.games.junquick.cards import CODES, codes
from koloda.games.junquick.state import JunQuickState

INSTANTS = ("BT", "EM", "IM", "DP")
NOMINALS = tuple(CODES[:14])
OPENERS = tuple(CODES[:12])
NEST = (*NOMINALS, "EV")
ORDER = {code: number for number, code in enumerate(CODES)}


def nominal(code: str) -> int:
    return 4 if code == "DM" else int(code[1]) if code in NOMINALS else 0


class World:
    def __init__(self, start: JunQuickState, seat: int, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng
        self.weight = 1.0
        self.nests = [codes(nest) for nest in start.nests]
        self.hands: list[list[str]] = [[] for _ in self.nests]
        self.pile = len(start.pile)
        self.returned: list[str] = []  # to the deck, for everybody to see
        self.unsettled = False
        self.taken = ""
        self.last: tuple[list[str], list[str]] = ([], [])
        self.pool = [CODES[card] for card in start.deck[start.drawn :] if CODES[card] not in INSTANTS]
        for other, hand in enumerate(start.hands):
            if other == seat:
                self.hands[seat] = codes(hand)
            else:
                self.pool += codes(hand)
                self.hands[other] = ["?"] * len(codes(hand))

    # chance

    def chosen(self, seat: int, code: str) -> None:
        """The seat was seen to play, show or give this card."""
        zone = self.hands[seat]
        known = code in zone
        if not known:
            self.weight *= zone.count("?") * self.pool.count(code) / len(self.pool)
        if self.weight:
            self.remove(zone, code, known)

    def picked(self, zone: list[str], code: str) -> None:
        """This card was seen to be taken blindly: any card of the zone was as likely."""
        known = zone.count(code)
        unknown = zone.count("?") * self.pool.count(code) / len(self.pool)
        self.weight *= (known + unknown) / len(zone)
        if self.weight:
            self.remove(zone, code, self.rng.random() * (known + unknown) < known)

    def remove(self, zone: list[str], code: str, known: bool) -> None:
        zone.remove(code if known else "?")
        if not known:
            self.pool.remove(code)

    def lot(self, zone: list[str]) -> str:
        return zone.pop(self.rng.randrange(len(zone)))

    def turn_up(self, zone: list[str], allowed: Sequence[str]) -> None:
        """Deal the unknown cards of the zone; all of its cards are known to be allowed ones."""
        for number, code in enumerate(zone):
            if code == "?":
                fitting = [each for each in self.pool if each in allowed]
                self.weight *= len(fitting) / len(self.pool)
                if not fitting:
                    return
                zone[number] = self.rng.choice(fitting)
                self.pool.remove(zone[number])
            elif code not in allowed:
                self.weight = 0.0

    def turn_up_all(self) -> None:
        for hand in self.hands:
            self.turn_up(hand, CODES)

    # events

    def see(self, event: Sequence[Any]) -> None:
        kind, *rest = event
        if self.unsettled and kind != "form":
            self.unsettled = False
            for nest in self.nests:
                if len({nominal(code) for code in nest} - {0}) == 4:
                    self.weight = 0.0
        if self.weight:
            handler = getattr(self, "see_" + kind.replace(" ", "_"), None)
            if handler is not None:
                handler(*rest)

    def see_draw(self, seat: int, cards: Sequence[str]) -> None:
        for code in cards:
            unknown = sum(zone.count("?") for zone in (*self.hands, *self.nests))
            deck = self.returned + ["?"] * (len(self.pool) - unknown)
            if seat == self.seat:
                self.picked(deck, code)
                self.hands[seat].append(code)
            else:
                self.hands[seat].append(self.lot(deck))
            self.returned = [each for each in deck if each != "?"]
            if not self.weight:
                return

    def see_lay(self, seat: int, code: str, value: int) -> None:
        self.chosen(seat, code)
        self.pile += 1

    def see_inf(self, seat: int, code: str) -> None:
        self.chosen(seat, code)
        self.pile += 1

    def see_act(self, seat: int, code: str, target: int) -> None:
        self.chosen(seat, code)

    def see_hysteria(self, seat: int, code: str, in_force: bool) -> None:
        self.chosen(seat, "HY")
        self.pile += 1

    def see_round(self, number: int, fp: int) -> None:
        self.pile = 0

    def see_pass(self, seat: int) -> None:
        if not self.pile:
            self.turn_up(self.hands[seat], [code for code in CODES if code not in OPENERS])

    def see_held(self, seat: int, cards: Sequence[str]) -> None:
        """No event of a game: the hand held one of these."""
        self.turn_up(self.hands[seat], CODES)
        if not any(code in cards for code in self.hands[seat]):
            self.weight = 0.0

    def see_shown(self, seat: int, cards: Sequence[str], true: bool) -> None:
        for code in cards:
            self.chosen(seat, code)
        self.hands[seat] += cards

    def see_gift(self, giver: int, receiver: int, cards: Sequence[str]) -> None:
        for code in cards:
            if code == "??":
                self.hands[receiver].append(self.lot(self.hands[giver]))
            else:
                self.chosen(giver, code)
                self.hands[receiver].append(code)

    def see_taken(self, giver: int, receiver: int, cards: Sequence[str]) -> None:
        for code in cards:
            if code == "??":
                self.hands[receiver].append(self.lot(self.hands[giver]))
            else:
                self.picked(self.hands[giver], code)
                self.hands[receiver].append(code)

    def see_stolen(self, taker: int, victim: int, where: str, code: str) -> None:
        zone = self.nests[victim] if where == "nest" else self.hands[victim]
        if code == "??":
            card = [self.lot(zone)]
            self.turn_up(card, NEST)
            code = card[0]
        else:
            self.picked(zone, code)
        self.taken = code
        self.last = (zone, self.nests[taker])
        self.nests[taker].append(code)

    def see_robbed(self, taker: int, victim: int, code: str) -> None:
        self.picked(self.hands[victim], code)
        self.last = (self.hands[victim], [code])
        self.taken = code

    def see_moved(self, victim: int, to: str, code: str) -> None:
        here, there = self.last
        if to == "victim":
            there.remove(self.taken)
            here.append(self.taken)
        else:
            here.remove(self.taken)
            there.append(self.taken)

    def see_won(self, seat: int | None, cards: Sequence[str]) -> None:
        if seat is not None:
            self.nests[seat] += cards
        self.unsettled = True

    def spends(self, seat: int, code: str) -> None:
        nest = self.nests[seat]
        same = [each for each in nest if nominal(each) == nominal(code) and each not in ("DM", "EV")]
        first = min(same, key=ORDER.__getitem__) if same and code not in ("DM", "EV") else code
        if code not in nest or first != code:
            self.weight = 0.0
        else:
            nest.remove(code)

    def see_form(self, seat: int, pack: Sequence[str]) -> None:
        for code in pack:
            self.spends(seat, code)

    def see_cure(self, seat: int, virus: str, cards: Sequence[str]) -> None:
        for code in cards:
            self.spends(seat, code)

    def see_evolve(self, seat: int, value: int) -> None:
        self.spends(seat, "EV")
        self.pile += 1

    def see_redraw(self, seat: int, cards: Sequence[str]) -> None:
        for code in cards:
            if self.weight:
                self.chosen(seat, code)
        self.returned += cards

    def see_lost(self, seat: int, cards: Sequence[str]) -> None:
        for code in cards:
            self.picked(self.hands[seat], code)

    def see_spared(self, seat: int) -> None:
        raise NotImplementedError("the Dominant is told before the card that is lost with it")

    def see_battle(self, laid: Sequence[tuple[int, str]], winner: int | None) -> None:
        for seat, hand in enumerate(self.hands):
            if seat not in dict(laid):
                self.turn_up(hand, [code for code in CODES if code not in NOMINALS])
        for seat, code in laid:
            self.chosen(seat, code)
            (self.hands[seat] if winner is None else self.nests[winner]).append(code)


def posterior(
    start: JunQuickState, events: Sequence[Sequence[Any]], seat: int, count: int
) -> list[tuple[float, Counter[Any]]]:
    """Weighed worlds after these events, each as what lies where."""
    rng = random.Random(7)
    worlds = []
    for _ in range(count):
        world = World(start, seat, rng)
        for event in events:
            world.see(event)
            if not world.weight:
                break
        if world.weight:
            world.turn_up_all()
            worlds.append((world.weight, places(world.hands, world.nests, seat)))
    return worlds


def places(hands: Sequence[Sequence[str]], nests: Sequence[Sequence[str]], seat: int) -> Counter[Any]:
    """How many of every card lie at every place of the others."""
    counts: Counter[Any] = Counter()
    for other, (hand, nest) in enumerate(zip(hands, nests, strict=True)):
        if other != seat:
            counts.update((f"hand {other}", code) for code in hand)
            counts.update((f"nest {other}", code) for code in nest)
    return counts
