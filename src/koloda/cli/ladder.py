"""`koloda ladder`: programs and our levels play on and on, and everybody sees how strong they are."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import add_option, add_sandbox, leave, single_options, whole
from koloda.ladder.presets import PRESETS

if TYPE_CHECKING:
    from koloda.arena.ladder.runner import Runner
    from koloda.ladder.folder import Folder

EXTRA = "contest"
HELP = "a ladder: programs play on and on, new versions come in, ratings follow"
EXAMPLES = (
    "koloda ladder init cup --game yassa --seats 3 --levels easy,normal",
    "koloda ladder init durak --preset durak-contest --levels easy,normal",
    "koloda ladder add cup Alpha mybot.py        compiled and tested before it plays",
    "koloda ladder run cup --jobs 2              until Ctrl-C; go on with the same command",
    "koloda serve --ladder cup                   the page, with uploads: #/ladder",
    "koloda ladder status cup",
    "koloda ladder deadline cup 2030-05-01T18:00",
    "koloda ladder final cup --rounds 20         everyone against everyone, counted afresh",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="WHAT", required=True)
    init = kinds.add_parser("init", help="make the folder of a new ladder", description="Make a new ladder.")
    folder(init)
    init.add_argument("--game", metavar="GAME", help="which game (or --preset)")
    init.add_argument("--seats", metavar="N", type=whole(2), help="at each table (default: the game's usual)")
    add_option(init)
    init.add_argument(
        "--preset", choices=tuple(PRESETS), help="a contest as its rules have it: game, protocol, clocks"
    )
    init.add_argument(
        "--levels", metavar="A,B", default="", help="our own bots that play too, such as easy,normal"
    )
    init.add_argument("--title", metavar="TEXT", default="", help="what the page calls it")
    init.add_argument("--decision-ms", metavar="MS", type=whole(1), default=1000, help="default: 1000")
    init.add_argument("--bank-ms", metavar="MS", type=whole(0), default=10_000, help="more, once for a deal")
    init.add_argument("--memory-mb", metavar="M", type=whole(1), help="for each process")
    init.add_argument("--programs-each", metavar="N", type=whole(1), default=3, help="of one account (3)")
    init.add_argument("--uploads-a-day", metavar="N", type=whole(1), default=20, help="of one account (20)")
    add = kinds.add_parser(
        "add", help="bring a program, or a new version of one", description="Bring a program."
    )
    folder(add)
    add.add_argument("name", metavar="NAME")
    add.add_argument("program", metavar="PROGRAM", help="a source file; Python modules beside it come along")
    add_sandbox(add)
    run = kinds.add_parser("run", help="play", description="Play on and on; one runner a ladder.")
    folder(run)
    run.add_argument("--jobs", metavar="J", type=whole(1), default=1, help="games at the same time")
    run.add_argument("--games", metavar="N", type=whole(1), help="stop after so many (default: never)")
    run.add_argument("--until", metavar="TIME", type=moment, help="stop then, such as 2030-05-01T18:00")
    run.add_argument("--repair", action="store_true", help="put damaged lines of the log aside")
    add_sandbox(run)
    status = kinds.add_parser("status", help="the standings", description="The standings and what waits.")
    folder(status)
    status.add_argument("--json", action="store_true", help="as JSON")
    for name, text in (
        ("freeze", "stop a program, or (without a name) take no uploads"),
        ("unfreeze", "let a frozen or benched program play again, or take uploads again"),
    ):
        kind = kinds.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        folder(kind)
        kind.add_argument("name", metavar="NAME", nargs="?", default="")
    retire = kinds.add_parser("retire", help="take a program out", description="Take a program out for good.")
    folder(retire)
    retire.add_argument("name", metavar="NAME")
    ban = kinds.add_parser(
        "ban", help="retire all programs of an account, and take no more", description="Ban."
    )
    folder(ban)
    ban.add_argument("owner", metavar="ACCOUNT", help="the id of the account")
    ban.add_argument("--lift", action="store_true", help="take uploads from it again")
    deadline = kinds.add_parser(
        "deadline", help="until when uploads are taken", description="Set the deadline."
    )
    folder(deadline)
    deadline.add_argument("time", metavar="TIME", type=moment, help="such as 2030-05-01T18:00, or none")
    final = kinds.add_parser(
        "final",
        help="everyone against everyone, counted afresh",
        description="Take no more uploads and play a final; one that was broken off goes on.",
    )
    folder(final)
    final.add_argument("--rounds", metavar="R", type=whole(1), default=10, help="deals for each pair (10)")
    final.add_argument("--with-levels", action="store_true", help="our own bots play too")
    final.add_argument("--jobs", metavar="J", type=whole(1), default=1, help="games at the same time")
    final.add_argument("--json", action="store_true", help="the standings as JSON")
    add_sandbox(final)


def folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of the ladder")


def moment(text: str) -> float:
    """A time of this machine's zone, or with a zone of its own, as seconds since 1970."""
    if text == "none":
        return 0.0
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no time such as 2030-05-01T18:00") from None


def run(args: argparse.Namespace) -> int:
    if args.kind == "init":
        return init(args)
    if args.kind == "status":
        return status(args)
    if args.kind == "run":
        return play(args)
    if args.kind == "final":
        return final(args)
    return change(args)


def init(args: argparse.Namespace) -> int:
    import shutil

    from koloda.arena.programs.languages import OWN_PYTHON, read_table
    from koloda.arena.seeds import secret_seed
    from koloda.core.errors import BadOption
    from koloda.games import game as game_by_id
    from koloda.ladder.folder import Folder
    from koloda.ladder.rules import Rules

    if bool(args.game) == bool(args.preset):
        raise BadOption("name a --game or a --preset")
    fixed: dict[str, Any] = dict(PRESETS[args.preset]) if args.preset else {}
    if args.preset and args.seats not in (None, fixed["seats"]):
        raise BadOption(f"--preset {args.preset} has {fixed['seats']} seats")
    game = fixed.get("game") or args.game
    fixed |= {"game": game, "seats": fixed.get("seats") or args.seats or game_by_id(game).default_seats}
    fixed["options"] = {**fixed.get("options", {}), **single_options(args.option, game_by_id(game))}
    if args.memory_mb:
        fixed["memory_mb"] = args.memory_mb
    endings = sorted(
        ending
        for ending, language in read_table().items()
        if all(words == [OWN_PYTHON] or any(map(shutil.which, words)) for words in language.tools.values())
    )
    rules = Rules(
        **fixed,
        secret=secret_seed(),
        title=args.title[:80],
        levels=[level.strip() for level in args.levels.split(",") if level.strip()],
        endings=endings,
        decision_ms=args.decision_ms,
        deal_ms=args.bank_ms,
        programs_each=args.programs_each,
        uploads_a_day=args.uploads_a_day,
    )
    Folder.make(args.folder, rules)
    print(f"{args.folder}: a ladder of {game} at {rules.seats} seats, sources {' '.join(endings)}")
    print(f"next: koloda ladder add {args.folder} NAME PROGRAM, koloda ladder run {args.folder}")
    return 0


def opened(path: str) -> Folder:
    from koloda.ladder.folder import Folder

    found = Folder(path)
    found.read()
    return found


def change(args: argparse.Namespace) -> int:
    """Into the inbox; taken at once where no runner is at work."""
    from koloda.core.errors import KolodaError
    from koloda.ladder.folder import Busy

    found = opened(args.folder)
    before = len(found.book.rejected)
    if args.kind == "add":
        name = found.put("upload", owner="", name=args.name, **upload_of(found, args.name, args.program))
    elif args.kind == "deadline":
        name = found.put("deadline", until=round(args.time * 1000))
    elif args.kind == "ban":
        name = found.put("ban", owner=args.owner, lift=args.lift)
    else:
        name = found.put(args.kind, name=args.name)
    try:
        with found.locked():
            found.mend()
            found.read()
            if args.kind == "add":
                return test(args, found, name)
            from koloda.arena.ladder.intake import Intake

            Intake(found, say).take()
    except Busy:
        print("left for the runner, which takes it in a moment (koloda ladder status)")
        return 0
    mine = [item for item in found.book.rejected[before:] if item.get("inbox") == name]
    if mine:
        raise KolodaError(str(mine[0]["why"]))
    print("done")
    return 0


def upload_of(found: Folder, name: str, program: str) -> dict[str, Any]:
    """The sources of a program, read as the judge reads them."""
    from koloda.arena.programs.making import read_plain
    from koloda.arena.programs.modules import modules_beside
    from koloda.core.errors import KolodaError
    from koloda.ladder.entry import checked_name, checked_sources

    main = Path(program)
    paths = [main, *modules_beside(main)] if main.is_file() else [main]
    try:
        files = {path.name: read_plain(str(path)).decode("utf-8") for path in paths}
    except UnicodeDecodeError:
        raise KolodaError(f"{program} is no source text in UTF-8") from None
    checked_name(name)
    checked_sources(found.rules, main.name, files)
    return {"main": main.name, "files": files}


def test(args: argparse.Namespace, found: Folder, name: str) -> int:
    """Take the upload and test it here and now."""
    from koloda.cli.terminal import one_line
    from koloda.core.errors import KolodaError
    from koloda.ladder.book import ENTERED

    runner = made_runner(args, found, 1)
    try:
        runner.settle()
    finally:
        runner.close()
    for item in found.book.rejected:
        if item.get("inbox") == name:
            raise KolodaError(str(item["why"]))
    program = found.book.named(args.name)
    assert program is not None
    version = program.versions[-1]
    if version.state == ENTERED:
        return 0
    for line in found.report(version.program, version.number).splitlines():
        print(f"  {one_line(line, 800)}")
    return 1


def say(text: str) -> None:
    from koloda.cli.terminal import one_line

    print(one_line(text), flush=True)


def made_runner(args: argparse.Namespace, found: Folder, jobs: int) -> Runner:
    from koloda.arena.ladder.runner import Runner
    from koloda.arena.programs.sandbox import choose
    from koloda.cli.terminal import one_line
    from koloda.ladder.presets import CONTEST

    sandbox, warning = choose(args.sandbox, args.i_know, ponder=found.rules.protocol != CONTEST)
    if warning:
        print(f"koloda: {one_line(warning)}", file=sys.stderr)
    return Runner(found, sandbox, jobs, say)


def play(args: argparse.Namespace) -> int:
    from koloda.ladder.folder import Folder

    signal.signal(signal.SIGTERM, leave)
    found = Folder(args.folder)
    with found.locked():
        for line in found.mend(args.repair):
            say(line)
        found.read()
        runner = made_runner(args, found, args.jobs)
        say(f"{args.folder}: {found.book.games} games were played, {len(found.book.players())} programs play")
        try:
            runner.run(args.games, args.until)
        except KeyboardInterrupt:
            pass
        finally:
            runner.close()
    say(f"{runner.played} games in this run; the same command goes on")
    return 0


def final(args: argparse.Namespace) -> int:
    from koloda.arena.ladder.final import play_final
    from koloda.ladder.folder import Folder

    signal.signal(signal.SIGTERM, leave)
    found = Folder(args.folder)
    with found.locked():
        found.mend()
        found.read()
        runner = made_runner(args, found, args.jobs)
        try:
            runner.settle()
            facts = play_final(runner, args.rounds, args.with_levels)
        finally:
            runner.close()
    if args.json:
        print(json.dumps(facts, indent=1))
        return 0
    print(f"final {facts['final']}: {facts['rounds']} rounds, {facts['games']} games")
    for place, row in enumerate(facts["rows"], 1):
        version = found.book.version(row["version"])
        name = found.book.programs[version.program].name
        print(
            f"{place:3}  {name:<24} v{version.number:<3} {row['score']:8.1f} of {row['games']:<6}"
            f" {row['rating']:7.0f} ± {row['margin']:.0f}"
        )
    return 0


def status(args: argparse.Namespace) -> int:
    from koloda.ladder.folder import STANDINGS

    found = opened(args.folder)
    facts = found.read_item(STANDINGS) or {"games": 0, "rows": []}
    book = found.book
    if args.json:
        print(
            json.dumps({**facts, "running": found.runner() is not None, "waiting": waiting(found)}, indent=1)
        )
        return 0
    running = "a runner is at work" if found.runner() else "no runner is at work"
    print(f"{found.rules.game}, {found.rules.seats} seats; {book.games} games; {running}")
    if book.deadline:
        print(f"deadline {time.strftime('%Y-%m-%d %H:%M', time.localtime(book.deadline / 1000))}")
    if book.frozen:
        print("no uploads are taken")
    for place, row in enumerate(facts["rows"], 1):
        program = book.programs[row["program"]]
        state = "" if program.plays else f"  {program.status} {program.why}".rstrip()
        rate = f"{100 * row['score'] / row['games']:3.0f}%" if row["games"] else "  – "
        say(
            f"{place:3}  {program.name:<24} v{row['version']:<3} {row['rating']:6.0f} ± {row['margin']:<4.0f}"
            f" {row['games']:6} games {rate}{state}"
        )
    for line in waiting(found):
        say(f"     {line}")
    return 0


def waiting(found: Folder) -> list[str]:
    """Versions that do not play yet or never will, in words."""
    lines = [f"in the inbox: {item.get('kind')} {item.get('name', '')}" for item in found.inbox()]
    for program in found.book.programs.values():
        version = program.versions[-1] if program.versions else None
        if version is not None and version.state != "entered":
            lines.append(f"{program.name} v{version.number}: {version.state} {version.why}".rstrip())
    return lines
