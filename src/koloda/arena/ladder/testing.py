"""Is a new version let in? It must compile, and play a few deals without a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from koloda.arena.contest.referee import Deal
from koloda.arena.contest.referee import play as play_contest
from koloda.arena.external.advice import told
from koloda.arena.external.bot import ProgramBot
from koloda.arena.ladder.entrants import Entrant, Entrants
from koloda.arena.ladder.playing import Fixture, contest_page, seated
from koloda.arena.seeds import secret_seed
from koloda.bots.driver import Driver
from koloda.bots.player import Setting

OPPONENT = Entrant("", "heuristic", level="heuristic")


@dataclass(frozen=True)
class Verdict:
    """Of one stage of a test: `why` is one line, `report` everything, for the author alone."""

    why: str = ""
    report: Mapping[str, str] = field(default_factory=dict)  # by language
    reason: str = ""  # compile, fault, tools, broken
    code: str = ""  # of the fault


def compile_version(entrants: Entrants, entrant: Entrant) -> Verdict:
    made = entrants.program(entrant)
    if not made.problem:
        return Verdict()
    report = {"en": f"{made.problem}\n\n{made.output}".strip()}
    if made.output:
        return Verdict("it does not compile", report, "compile")
    return Verdict(made.problem, report, "tools")


def check_version(entrants: Entrants, entrant: Entrant) -> Verdict:
    """Test deals against the heuristic, on another side each time."""
    check = check_contest if entrants.contest else check_bot
    sides = len(entrants.rules.sides())
    for number in range(entrants.rules.test_deals):
        lineup = [entrant if side == number % sides else OPPONENT for side in range(sides)]
        found = check(entrants, entrant, seated(entrants.rules, lineup), number + 1)
        if found.why:
            return found
    return Verdict()


def check_bot(entrants: Entrants, entrant: Entrant, seats: list[Entrant], number: int) -> Verdict:
    rules, game = entrants.rules, entrants.rules.the_game()
    program = entrants.bot(entrant)
    assert isinstance(program, ProgramBot)
    bots = [program if each.id == entrant.id else entrants.bot(each) for each in seats]
    driver = Driver(game, bots, Setting(rules.resolved()))
    seed = secret_seed()
    state = game.deal(rules.seats, seed, rules.options, watch=True)
    try:
        driver.play(state, seed)
    finally:
        driver.close()
    faults = program.take_faults()
    if not faults:
        return Verdict()
    first = faults[0]
    more = [f"(+{len(faults) - 1})"] if len(faults) > 1 else []
    texts = {
        lang: [f"{first.code} (seat {first.seat}):", *told(first, lang), *more] for lang in ("en", "uk", "ru")
    }
    return refused(first.code, number, texts)


def check_contest(entrants: Entrants, entrant: Entrant, seats: list[Entrant], number: int) -> Verdict:
    rules, game = entrants.rules, entrants.rules.the_game()
    seed = secret_seed()
    setup = game.setup(game.deal(rules.seats, seed, rules.options))
    deal = Deal(tuple(setup["deck"]), setup["trump"], setup["first"])
    players = [entrants.bot(each) if each.level else entrants.program(each) for each in seats]
    played = play_contest(deal, players, entrants.conditions, entrants.sandbox)
    if played.fault is None:
        return Verdict()
    page = contest_page(entrants, seats, played, Fixture(number, (), seed))
    return refused(played.fault.code, number, {"en": page})


def refused(code: str, number: int, texts: Mapping[str, Sequence[str]]) -> Verdict:
    report = {lang: "\n".join(lines) for lang, lines in texts.items()}
    return Verdict(f"{code} in test deal {number}", report, "fault", code)
