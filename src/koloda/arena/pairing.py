"""A match between two bots on mirrored deals: every deal is played twice, with the seats exchanged."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from koloda.arena.executors import Local, nothing
from koloda.arena.external import is_program
from koloda.arena.external.faults import ProgramFault
from koloda.arena.ratings import NORMAL_95, expected
from koloda.arena.seeds import check_seed, seed_of
from koloda.arena.training import bot as _values  # noqa: F401 - makes its bots known
from koloda.arena.whole import check_single, play_whole
from koloda.bots import Bot, bot
from koloda.bots.driver import Driver
from koloda.bots.player import Setting
from koloda.core.errors import BadOption
from koloda.games import game as game_by_id


@dataclass(frozen=True)
class Sprt:
    """A sequential test as in chess testing: is the first bot better by `elo1`, or only by `elo0`?

    `alpha`: how often it may say "better" of one that is not better than `elo0`; `beta`: how often "not
    better" of one that is better by `elo1`. It may stop after any pair.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadOption(f"--sprt {self.elo0:g} {self.elo1:g}: the first must be below the second")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadOption("--alpha and --beta are chances of an error, between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log likelihood ratio: below, it is not better; above, it is better."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, rates: Counter[float]) -> float:
        """The log likelihood ratio, with the variance as it is found among pairs of mirrored games."""
        total = rates.total()
        if total < 2:
            return 0.0
        mean = sum(rate * count for rate, count in rates.items()) / total
        # one won and one lost pair more: a few equal pairs prove nothing yet
        spread = sum(count * (rate - mean) ** 2 for rate, count in rates.items()) + mean**2 + (1 - mean) ** 2
        variance = spread / (total + 2)
        worse, better = expected(self.elo0), expected(self.elo1)
        return total * (better - worse) * (2 * mean - better - worse) / (2 * variance)

    def decided(self, rates: Counter[float]) -> str | None:
        """What it has found: "better", "not better", or nothing yet."""
        low, high = self.bounds
        ratio = self.ratio(rates)
        return "better" if ratio >= high else "not better" if ratio <= low else None


@dataclass(frozen=True)
class Pairing:
    """What to play: deal i has the seed `seed` + i, or one that follows from it if it is a secret.

    The first bot has the even seats, then the odd ones.
    """

    game: str
    seats: int
    first: str
    second: str
    deals: int
    seed: int
    options: Mapping[str, object]
    secret: bool = False
    whole: bool = False  # is a game a whole match of several deals?

    def check(self) -> None:
        """A clear error for what is wrong, before anything is played."""
        game = game_by_id(self.game)
        game.resolve(self.seats, self.options)
        if not self.whole:
            check_single(game, self.seats, self.options, ": --whole plays whole matches")
        if self.seats < 2:
            raise BadOption(f"a match needs two seats at least, not {self.seats}")
        for name in (self.first, self.second):
            check_bot(name)
        check_seed(self.seed, self.deals, self.secret)


@dataclass(frozen=True)
class PairResult:
    """Both games of one deal, seen from the first bot: points (1, 0.5, 0 each), difference of returns."""

    points: float
    difference: float
    faults: tuple[ProgramFault, ...] = ()


def play_pair(pairing: Pairing, deal: int, bot_of: Callable[[str], Bot] = bot) -> PairResult:
    """Both games of a deal; `bot_of` makes the bots, where other than usual ones are wanted."""
    points = 0.0
    difference = 0.0
    faults: list[ProgramFault] = []
    seed = seed_of(pairing.seed, deal, pairing.secret)
    for mirrored in (False, True):
        mine, theirs = play_game(pairing, seed, mirrored, bot_of, faults)
        difference += mine - theirs
        points += 1.0 if mine > theirs + 1e-9 else 0.0 if mine < theirs - 1e-9 else 0.5
    return PairResult(points, difference / 2, tuple(faults))


def play_game(
    pairing: Pairing,
    seed: int,
    mirrored: bool,
    bot_of: Callable[[str], Bot] = bot,
    faults: list[ProgramFault] | None = None,
) -> tuple[float, float]:
    """The mean return of the first bot's seats, and of the second bot's; `faults` of programs are added."""
    game = game_by_id(pairing.game)
    own = 1 if mirrored else 0
    bots = [bot_of(pairing.first if seat % 2 == own else pairing.second) for seat in range(pairing.seats)]
    driver = Driver(game, bots, Setting(game.resolve(pairing.seats, pairing.options)))
    try:
        if pairing.whole:
            returns = play_whole(game, pairing.seats, seed, pairing.options, driver)
        else:
            state = game.deal(pairing.seats, seed, pairing.options, watch=driver.watch)
            driver.play(state, seed)
            returns = [float(value) for value in state.returns()]
    finally:
        # a program that plays the mirrored game must not remember this one: it starts anew
        driver.close()
    if faults is not None:
        faults += faults_of(bots)
    mine = [value for seat, value in enumerate(returns) if seat % 2 == own]
    theirs = [value for seat, value in enumerate(returns) if seat % 2 != own]
    return sum(mine) / len(mine), sum(theirs) / len(theirs)


def play_match(pairing: Pairing, jobs: int = 1) -> Generator[PairResult]:
    """The results of the deals, in their order; the same for any number of jobs."""
    pairing.check()
    tasks = ((pairing, deal) for deal in range(pairing.deals))
    with Local(jobs, beginning((pairing.first, pairing.second))) as workers:
        yield from workers.in_order(_play, tasks)


def check_bot(name: str) -> None:
    """A clear error for a bot that cannot play."""
    found = bot(name)
    if is_program(name):
        from koloda.arena.external.bot import ProgramBot

        assert isinstance(found, ProgramBot)
        found.check()


def faults_of(bots: Iterable[Bot]) -> list[ProgramFault]:
    """The faults of the programs among these bots, by seat."""
    bots = [each for each in bots if is_program(each.name)]
    if not bots:
        return []
    from koloda.arena.external.bot import ProgramBot

    return [fault for each in bots if isinstance(each, ProgramBot) for fault in each.take_faults()]


def beginning(names: Iterable[str]) -> Callable[[], None]:
    """What worker processes do first, so that they start the same programs."""
    if not any(map(is_program, names)):
        return nothing
    from koloda.arena.external import workshop

    workshop.sandbox()
    return partial(workshop.use, workshop.current)


def _play(task: tuple[Pairing, int]) -> PairResult:
    return play_pair(*task)


class Score:
    """The running result of a match. Pairs of mirrored games are the independent observations.

    They are counted, not kept: a match of any length needs the same memory.
    """

    def __init__(self, pairs: Iterable[PairResult] = ()) -> None:
        self.pairs = 0
        self.rates: Counter[float] = Counter()  # what the first bot won of each pair, 0 to 1
        self.difference = 0.0
        self.squares = 0.0  # of the differences
        self.faults: list[ProgramFault] = []
        for pair in pairs:
            self.add(pair)

    def add(self, pair: PairResult) -> None:
        self.pairs += 1
        self.rates[pair.points / 2] += 1
        self.difference += pair.difference
        self.squares += pair.difference**2
        self.faults += pair.faults

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def win_rate(self) -> float:
        return sum(rate * count for rate, count in self.rates.items()) / self.pairs

    @property
    def mean_difference(self) -> float:
        return self.difference / self.pairs

    def difference_margin(self) -> float:
        """95% for the mean difference: this much to either side."""
        if self.pairs < 2:
            return math.inf
        spread = max(0.0, self.squares - self.difference**2 / self.pairs)
        return NORMAL_95 * math.sqrt(spread / (self.pairs - 1) / self.pairs)

    def interval(self) -> tuple[float, float]:
        """95% for the win rate."""
        return rate_interval(self.rates)


def rate_interval(rates: Counter[float]) -> tuple[float, float]:
    """95% for the mean of rates, one for each deal.

    With one won and one lost deal more (Agresti and Coull) it is honest near 0 and 1 too.
    """
    total = rates.total() + 2
    mean = (sum(rate * count for rate, count in rates.items()) + 1.0) / total
    spread = sum(count * (rate - mean) ** 2 for rate, count in rates.items()) + mean**2 + (1 - mean) ** 2
    margin = NORMAL_95 * math.sqrt(spread / (total - 1) / total)
    return max(0.0, mean - margin), min(1.0, mean + margin)
