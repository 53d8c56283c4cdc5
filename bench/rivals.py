"""Does a simple rule of thumb beat the heuristic? Twelve greedy policies against it, on mirrored deals.

    python bench/rivals.py --deals 1000             team Durak
    python bench/rivals.py --deals 1000 --seats 2

The rivals are opponents only, each a way to lead, to beat and to add. Every deal is played twice with seats
exchanged; a draw counts half, intervals are of 95 %.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple, cast

import koloda
from koloda.cli.arguments import whole
from koloda.core.rng import Rng
from koloda.games.durak.actions import ADD_CARD, BEAT, BEAT_WITH, MOVE, PASS, TAKE
from koloda.games.durak.cards import CARDS
from koloda.games.durak.state import DurakState


class Rival(NamedTuple):
    lead: str  # low, pair: two of a rank before one, rank: trumps as other cards, high
    beat: str  # always, plain: with a trump only without stock, cheap: ... only what is worth it, low
    add: str  # plain: trumps only without stock, all, low, careful: no high cards to one who takes, never

    def choose(self, state: DurakState, seat: int) -> int:
        legal = [int(action) for action in state.legal(seat)]
        if state.phase == MOVE:
            return self.led(state, legal)
        if state.phase == BEAT:
            return self.beaten(state, [action - BEAT_WITH for action in legal if action != TAKE])
        return self.added(state, [action - ADD_CARD for action in legal if action != PASS])

    def led(self, state: DurakState, cards: list[int]) -> int:
        if self.lead == "high":
            return max(cards, key=lambda card: (not trump(state, card), card % 9))
        if self.lead == "rank":
            return min(cards, key=lambda card: (card % 9, trump(state, card)))
        if self.lead == "low":
            return min(cards, key=lambda card: worth(state, card))
        plain = [card % 9 for card in cards if not trump(state, card)]
        return min(cards, key=lambda card: (trump(state, card), card % 9 - 1.5 * plain.count(card % 9)))

    def beaten(self, state: DurakState, cards: list[int]) -> int:
        stock = CARDS - int(state.drawn)
        plain = [card for card in cards if not trump(state, card)]
        if not cards:
            return TAKE
        if not plain and (
            (self.beat == "plain" and stock) or (self.beat == "cheap" and stock > 6 and state.count < 2)
        ):
            return TAKE
        best = min(cards, key=lambda card: worth(state, card))
        if self.beat == "low" and stock and worth(state, best) > (True, 4):
            return TAKE
        return BEAT_WITH + best

    def added(self, state: DurakState, cards: list[int]) -> int:
        stock = CARDS - int(state.drawn)
        fit = cards if self.add == "all" else [card for card in cards if not trump(state, card)]
        if self.add == "never":
            fit = []
        elif self.add == "low":
            fit = [card for card in fit if card % 9 <= 5]
        elif not stock:
            fit = cards
        elif self.add == "careful" and state.taking:
            fit = [card for card in fit if card % 9 <= 4]
        return ADD_CARD + min(fit, key=lambda card: worth(state, card)) if fit else PASS


RIVALS = (
    Rival("low", "always", "plain"),
    Rival("low", "always", "all"),
    Rival("low", "always", "never"),
    Rival("low", "always", "low"),
    Rival("low", "plain", "plain"),
    Rival("low", "cheap", "plain"),
    Rival("low", "low", "plain"),
    Rival("pair", "always", "plain"),
    Rival("pair", "always", "careful"),
    Rival("rank", "always", "plain"),
    Rival("high", "always", "plain"),
    Rival("pair", "cheap", "all"),
)


def trump(state: DurakState, card: int) -> bool:
    return bool(state.trumps >> card & 1)


def worth(state: DurakState, card: int) -> tuple[bool, int]:
    return trump(state, card), card % 9


def points(rival: Rival, deal: DurakState, ours: int, rng: Rng) -> float:
    """Of the rival, where the heuristic has the seats of this parity."""
    heuristic = deal.game.heuristic
    state = deal.clone()
    while state.pending:
        seat = int(state.actor)
        chosen = heuristic.choose(state, seat, rng) if seat % 2 == ours else rival.choose(state, seat)
        state.apply(seat, chosen)
    returns = state.returns()
    lead = sum(value if seat % 2 != ours else -value for seat, value in enumerate(returns))
    return 0.5 if abs(lead) < 1e-9 else float(lead > 0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=whole(2), default=1000, help="each played twice; default: 1000")
    parser.add_argument("--seats", type=whole(2), default=4)
    parser.add_argument("--seed", type=whole(0), default=10_000)
    args = parser.parse_args()
    game = koloda.game("durak")
    rng = Rng(args.seed, 1)
    print("| lead | beat | add | points of the rival |\n|---|---|---|---|")
    for rival in RIVALS:
        found = []
        for seed in range(args.seed, args.seed + args.deals):
            deal = cast(DurakState, game.deal(args.seats, seed))
            found.append(sum(points(rival, deal, ours, rng) for ours in (0, 1)) / 2)
        mean = sum(found) / len(found)
        error = math.sqrt(sum((value - mean) ** 2 for value in found) / (len(found) - 1) / len(found))
        row = f"{100 * mean:.1f} % ± {196 * error:.1f}"
        print(f"| {rival.lead} | {rival.beat} | {rival.add} | {row} |", flush=True)


if __name__ == "__main__":
    main()
