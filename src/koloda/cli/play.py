"""`koloda play`: a game in the terminal against bots."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import (
    add_force,
    add_lang,
    add_options,
    add_programs,
    check_output,
    chosen_options,
    language,
    output,
    prepare_programs,
    whole,
)
from koloda.cli.faults import fault_lines, fault_table
from koloda.cli.texts import BOT_NAMES, say, scores_text

if TYPE_CHECKING:
    from koloda.arena.external.faults import ProgramFault
    from koloda.bots.auto import Standing
    from koloda.cli.dialog import Dialog
    from koloda.core.game import Game
    from koloda.core.match import Match
    from koloda.core.state import State

HELP = "play in the terminal against bots"
EXAMPLES = (
    "koloda play                                       asks which game",
    "koloda play durak",
    "koloda play durak --seats 2 --level easy --lang uk",
    'koloda play durak --options \'{"preset": "pairs", "match_games": 5}\' --names Ann',
    "koloda play flights --level auto                  stronger bots when you win, weaker ones when you lose",
    "koloda play yassa --level cmd:./mybot.py          against your own program",
    "koloda play durak --record game.jsonl && koloda replay game.jsonl",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="which one (without it you are asked)")
    parser.add_argument(
        "--seats", metavar="N", type=whole(1), help="how many seats (default: the game's usual)"
    )
    parser.add_argument(
        "--level",
        default="normal",
        help="how well the bots play: easy, normal (the default), hard, expert, master; auto: as well as you "
        "do, by your results; or a program, cmd:PROGRAM",
    )
    parser.add_argument("--seat", metavar="S", type=whole(0), default=0, help="your seat, from 0")
    parser.add_argument("--seed", metavar="S", type=whole(0), help="play a certain game (default: a new one)")
    add_lang(parser)
    add_options(parser)
    parser.add_argument("--names", metavar="A,B", default="", help="your name, then those of the others")
    parser.add_argument("--fast", action="store_true", help="no pause after the bots' moves")
    parser.add_argument("--record", metavar="FILE", help="write a record of each deal, for verify and replay")
    add_force(parser)
    add_programs(parser)


def run(args: argparse.Namespace) -> int:
    import secrets

    from koloda.arena.pairing import check_bot
    from koloda.bots import LEVEL_NAMES, UnknownBot, level
    from koloda.bots.auto import AUTO
    from koloda.cli.dialog import Dialog, Left, asked_game
    from koloda.cli.standing import kept
    from koloda.cli.terminal import one_line
    from koloda.core.errors import BadOption
    from koloda.core.game import MAX_SEED
    from koloda.games import game as game_by_id
    from koloda.games import ids

    lang = language(args.lang)
    try:
        game = game_by_id(args.game) if args.game else asked_game(lang)
    except Left:
        raise BadOption(f"no game was chosen: koloda play GAME, one of {', '.join(ids())}") from None
    options = chosen_options(args, game)
    seats = game.default_seats if args.seats is None else args.seats
    game.resolve(seats, options)
    if args.seat >= seats:
        raise BadOption(f"seat {args.seat}: there are seats 0 to {seats - 1}")
    outside = prepare_programs(args, [args.level])
    if outside:
        check_bot(args.level)
    standing = kept(game.id) if args.level == AUTO else None
    chosen = args.level if standing is None else standing.level
    try:
        level(chosen)
    except UnknownBot as error:
        raise UnknownBot(f"{error}, and {AUTO}") from None
    if args.record:
        check_output(args.record, args.force)
    # a program could guess a small seed from its cards
    seed = secrets.randbelow(MAX_SEED if outside else 10**6) if args.seed is None else args.seed
    if seed > MAX_SEED:
        raise BadOption(f"seed {seed}: a seed is a whole number from 0 to 2**63 - 1")
    names = seat_names(args.names, seats, args.seat, lang)
    dialog = Dialog(game, args.seat, names, lang, args.fast)
    others = ", ".join(name for seat, name in enumerate(names) if seat != args.seat)
    dialog.print(say(lang, "welcome", game.names[lang], names[args.seat], others), "bold")
    named_level = LEVEL_NAMES[lang].get(chosen, one_line(chosen, 60))
    dialog.print(say(lang, "level" if standing is None else "level_auto", named_level))
    sitting = Sitting(game, seats, options, chosen, dialog, standing)
    try:
        while True:
            match = sitting.play_match(seed)
            sitting.adapt(match)
            dialog.print(say(lang, "seed", seed))
            if not dialog.live or not dialog.agreed("again"):
                break
            seed = (seed + 1) & MAX_SEED
    except Left:
        pass
    finally:
        for line in fault_lines(fault_table(sitting.faults)):
            print(line)
        if args.record and sitting.records:
            with output(args.record) as file:
                file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in sitting.records)
            print(say(lang, "recorded", args.record))
    print(say(lang, "bye"))
    return 0


def seat_names(given: str, seats: int, seat: int, lang: str) -> list[str]:
    """The names by seat: those given, the person's first, then usual ones."""
    from koloda.cli.terminal import one_line
    from koloda.core.errors import BadOption

    names = [one_line(name.strip(), 20) for name in given.split(",") if name.strip()]
    if len(names) > seats:
        raise BadOption(f"--names has {len(names)} names for {seats} seats")
    names = names or [say(lang, "player")]
    names += [name for name in BOT_NAMES[lang] if name not in names][: seats - len(names)]
    return [*names[1 : seat + 1], names[0], *names[seat + 1 :]]


class Sitting:
    """One person and bots around a table, for any number of matches; `records` are the deals played."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, object],
        level: str,
        dialog: Dialog,
        standing: Standing | None = None,
    ) -> None:
        from koloda.bots import bot
        from koloda.bots import level as level_bot

        self.game = game
        self.seats = seats
        self.standing = standing  # by which the level follows the results
        self.options = options
        self.dialog = dialog
        self.bot = level_bot(level)
        self.adviser = bot("heuristic")
        self.records: list[dict[str, Any]] = []
        self.faults: list[ProgramFault] = []  # of programs

    def play_match(self, seed: int) -> Match:
        from koloda.arena.pairing import faults_of

        try:
            return self.play_deals(seed)
        finally:
            self.bot.close()
            self.faults += faults_of([self.bot])

    def adapt(self, match: Match) -> None:
        """After a match, if the level follows the results: the bots of the next one."""
        from koloda.bots import LEVEL_NAMES, LEVELS
        from koloda.bots import level as level_bot
        from koloda.bots.auto import Played, after
        from koloda.cli.standing import keep

        before, dialog = self.standing, self.dialog
        if before is None or self.seats == 1:
            return
        won = dialog.seat in match.winners
        found = after(before, Played(before.level, won, len(match.winners), self.seats))
        try:
            keep(self.game.id, found)
        except OSError as error:
            dialog.print(say(dialog.lang, "not_kept", error.strerror))
        if found.level != before.level:
            key = "stronger" if LEVELS.index(found.level) > LEVELS.index(before.level) else "weaker"
            dialog.print(say(dialog.lang, key, LEVEL_NAMES[dialog.lang][found.level]), "bold")
            self.bot = level_bot(found.level)
        self.standing = found

    def play_deals(self, seed: int) -> Match:
        dialog = self.dialog
        match = self.game.match(self.seats, seed, self.options)
        while not match.over:
            if match.results:
                if dialog.live:
                    dialog.ask(say(dialog.lang, "next_deal"))
                print("\n" + dialog.paint(say(dialog.lang, "deal", len(match.results) + 1), "bold"))
            state = match.next_deal(watch=True)
            self.play_deal(state, match)
            match.add(state)
            self.show_result(match)
        return match

    def play_deal(self, state: State, match: Match) -> None:
        from koloda.bots.driver import NOTHING, DrivenDeal
        from koloda.bots.player import Setting
        from koloda.core.record import write_record

        dialog = self.dialog
        me = dialog.seat
        # on the person's seat sits the adviser, who is asked for a hint
        bots = [self.adviser if seat == me else self.bot for seat in range(self.seats)]
        setting = Setting(match.options, tuple(dialog.names), len(match.results) + 1, tuple(match.totals))
        deal = DrivenDeal(state, bots, match.deal_seed, setting)
        actions: list[tuple[int, int]] = []
        waited_at = -1  # how much had happened when the person chose to wait
        dialog.begin(state)
        deal.follow()
        try:
            while not state.over:
                action: int | None = None
                seat = me
                owed = state.pending >> me & 1 == 1
                if owed or (state.free >> me & 1 and waited_at != dialog.told):
                    action = dialog.decide(state, lambda: deal.decide(me), owed)
                    waited_at = dialog.told
                if action is None:
                    seat = deal.next_beside(me)
                    action = deal.decide(seat)
                    if action == NOTHING:
                        continue
                state.step(seat, action)
                deal.follow()
                actions.append((seat, action))
                dialog.news(state, pause=seat != me)
        finally:
            self.records.append(
                write_record(
                    self.game,
                    state,
                    match.deal_seed,
                    self.options,
                    dialog.names,
                    actions,
                    context=match.context,
                )
            )

    def show_result(self, match: Match) -> None:
        dialog = self.dialog
        result = match.results[-1]
        outcome = "won" if dialog.seat in result["winners"] else "lost" if result["winners"] else "drawn"
        print()
        dialog.print(f"{say(dialog.lang, 'result')}: {scores_text(result['scores'], dialog.names)}")
        dialog.print(say(dialog.lang, "winners", named(result["winners"], dialog.names)))
        dialog.print(say(dialog.lang, outcome), "bold green" if outcome == "won" else "bold")
        if len(match.results) > 1 or not match.over:
            dialog.print(f"{say(dialog.lang, 'totals')}: {scores_text(match.totals, dialog.names)}")
        if len(match.results) > 1 and match.over:
            winners = say(dialog.lang, "winners", named(match.winners, dialog.names))
            dialog.print(f"{say(dialog.lang, 'match_over')} {winners}", "bold")


def named(seats: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in seats) or "–"
