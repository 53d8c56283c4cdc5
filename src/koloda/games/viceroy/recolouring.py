"""Recolouring: left-over gems cover sectors of circles, seat by seat, before the points are counted."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from mypy_extensions import i64

from koloda.core.bits import bit, lowest, shifted
from koloda.core.rng import Rng
from koloda.games.viceroy.actions import CIRCLE
from koloda.games.viceroy.cards import Deck
from koloda.games.viceroy.options import ViceroyRules
from koloda.games.viceroy.payment import Payment
from koloda.games.viceroy.pyramid import COLUMNS, LEVELS
from koloda.games.viceroy.scoring import paint
from koloda.games.viceroy.zones import PAINT_AT, PAINT_BITS, TRAY


class Recolouring(Payment):
    circle: i64  # the circle that is being painted

    def __init__(self, game: Any, seats: i64, deck: Deck, rules: ViceroyRules, rng: Rng) -> None:
        super().__init__(game, seats, deck, rules, rng)
        self.circle = 0

    @abstractmethod
    def finish(self) -> None: ...

    def recolour(self, seat: i64) -> None:
        """Ask this seat, or the next one that can paint something."""
        while seat < self.seats:
            if self.can_paint(seat):
                self.ask_one(seat, CIRCLE)
                return
            seat += 1
        self.finish()

    def colours_behind(self, seat: i64) -> i64:
        screens = self.screens
        colours: i64 = 0
        for colour in range(4):
            if screens[seat * 4 + colour]:
                colours |= bit(colour)
        return colours

    def can_paint(self, seat: i64) -> bool:
        """Is there a circle with a sector that the seat can cover?"""
        colours = self.colours_behind(seat)
        if colours:
            for level in range(2, LEVELS + 1):
                row = self.rows[seat * LEVELS + level - 1]
                while row:
                    if self.possible_paint(seat, (level - 1) * COLUMNS + lowest(row), colours):
                        return True
                    row &= row - 1
        return False

    def paintable(self, seat: i64, level: i64, colours: i64) -> i64:
        """The circles of a level with a sector that can be covered in one of these colours."""
        row = self.rows[seat * LEVELS + level - 1]
        result: i64 = 0
        while row:
            column = lowest(row)
            row &= row - 1
            if self.possible_paint(seat, (level - 1) * COLUMNS + column, colours):
                result |= bit(column)
        return result

    def possible_paint(self, seat: i64, place: i64, colours: i64) -> i64:
        """What can be laid on which sector: bit sector * 4 + colour."""
        sectors = self.circle_sectors(seat, place)
        covered = self.trays[self.card_at(seat, place) * TRAY + 3] >> PAINT_AT
        result: i64 = 0
        for sector in range(4):
            if not (covered >> (PAINT_BITS * sector)) & 7:
                other = colours & ~bit((sectors >> (2 * sector)) & 3)
                result |= shifted(other, sector * 4)
        return result

    def lay_paint(self, seat: i64, sector: i64, colour: i64) -> None:
        paint(self, seat, self.circle, sector, colour)
        self.recolour(seat)
