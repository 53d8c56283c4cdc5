"""`koloda puzzles`: positions with one clearly best action, found in games of bots; or checked."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from koloda.cli.arguments import add_options, chosen_options, output, whole

if TYPE_CHECKING:
    from koloda.arena.puzzles import Request
    from koloda.bots.puzzle import Puzzle
    from koloda.core.game import Game

HELP = "positions with one clearly best action: find or check them"
EXAMPLES = (
    "koloda puzzles durak --count 40 --seats 2 --endings --out puzzles.jsonl",
    "koloda puzzles yassa --count 10 --seed 500 --margin 8 --out yassa.jsonl",
    "koloda puzzles durak --verify",
    "koloda puzzles yassa --verify yassa.jsonl",
)


def margin(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number above 0")
    return value


def seat_counts(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a list of numbers like 2,4") from None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--count", metavar="N", type=whole(1), help="how many puzzles the file shall have")
    parser.add_argument(
        "--out", metavar="FILE", help="JSON lines; a file that was begun with the same wishes is continued"
    )
    parser.add_argument(
        "--verify",
        metavar="FILE",
        nargs="?",
        const="",
        help="replay puzzles, solve exact ones again, and report what is wrong (default: the game's own)",
    )
    parser.add_argument(
        "--seats", metavar="K,L", type=seat_counts, help="seats of the deals in turn (default: the usual)"
    )
    parser.add_argument("--seed", metavar="S", type=whole(0), default=0, help="deal i has the seed S + i")
    add_options(parser)
    parser.add_argument(
        "--short", metavar="N", type=whole(1), help="iterations of the searches that play (default: as hard)"
    )
    parser.add_argument(
        "--long",
        metavar="N",
        type=whole(1),
        help="iterations of each long search (default: as expert)",
    )
    parser.add_argument(
        "--margin",
        metavar="X",
        type=margin,
        default=1.0,
        help="by how much the solution is better, in the game's returns (default: 1)",
    )
    parser.add_argument("--endings", action="store_true", help="only endings that the game solves exactly")


def run(args: argparse.Namespace) -> int:
    from koloda.core.errors import KolodaError
    from koloda.games import game as game_by_id

    game = game_by_id(args.game)
    if args.verify is not None:
        return verify(game, args.verify)
    if args.count is None or args.out is None:
        raise KolodaError("say how many and where: --count N --out FILE; or --verify")
    return find(request_of(game, args), args.count, args.out)


def request_of(game: Game, args: argparse.Namespace) -> Request:
    from koloda.arena.puzzles import Request
    from koloda.core.endings import Endings
    from koloda.core.errors import KolodaError

    seats = args.seats or [game.default_seats]
    options = chosen_options(args, game)
    for count in seats:
        game.resolve(count, options)
    if args.endings and type(game.tuning.endings) is Endings:
        raise KolodaError(f"--endings: {game.id} has no solver")
    return Request(
        game,
        seats,
        args.seed,
        options,
        args.short or game.levels["hard"].iterations,
        args.long or game.levels["expert"].iterations,
        args.margin,
        args.endings,
    )


def find(request: Request, count: int, path: str) -> int:
    """Search deal after deal until the file has so many; what is found is written at once."""
    from koloda.arena.puzzles import found
    from koloda.bots.puzzle import line
    from koloda.cli.terminal import Progress
    from koloda.core.game import MAX_SEED

    kept, deal = begun(request, path)
    with output(path) as file:  # replaced as a whole: a run that is ended here loses nothing
        file.write(line(request.head()))
        file.writelines(line(puzzle) for puzzle in kept[:count])
    number = min(count, len(kept))
    with (
        open(path, "a", encoding="utf-8", newline="\n") as file,
        Progress(f"{request.game.id}: {count} puzzles") as bar,
    ):
        while number < count and request.seed + deal <= MAX_SEED:
            bar.update(number / count)
            for puzzle in found(request, deal)[: count - number]:
                file.write(line(puzzle))
                number += 1
            file.flush()
            deal += 1
    print(f"{request.game.id}: {number} puzzles in {path}, from {deal} deals")
    return 0


def begun(request: Request, path: str) -> tuple[list[Puzzle], int]:
    """What a run before has found, and the deal to go on with; its last deal is searched again."""
    from koloda.bots.puzzle import read
    from koloda.core.errors import KolodaError

    if not os.path.exists(path) or not os.path.getsize(path):
        return [], 0
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    whole_lines = text[: text.rfind("\n") + 1].splitlines()  # the last one may be half written
    head, puzzles = read(whole_lines, path)
    if head != request.head():
        raise KolodaError(f"{path} was made with other wishes: choose another name")
    if not puzzles:
        return [], 0
    last = puzzles[-1].seed
    return [puzzle for puzzle in puzzles if puzzle.seed != last], last - request.seed


def verify(game: Game, path: str) -> int:
    from koloda.bots.puzzle import RESOURCE, check, puzzles, read
    from koloda.core.errors import KolodaError

    if path:
        with open(path, encoding="utf-8", errors="replace") as file:
            _, found = read(file, path)
    else:
        found = puzzles(game)
    wrong = 0
    for number, puzzle in enumerate(found, 2):
        try:
            check(game, puzzle)
        except KolodaError as error:
            wrong += 1
            print(f"{path or RESOURCE}, line {number}: {error}")
    exact = sum(not puzzle.error for puzzle in found)
    print(f"{game.id}: {len(found)} puzzles, {exact} of them exact, {wrong} wrong")
    return 1 if wrong else 0
