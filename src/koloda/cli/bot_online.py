"""`koloda bot token` and `koloda bot connect`: a program of yours at the table of a server."""

from __future__ import annotations

import argparse
import getpass
import os
import secrets
import sys
import time
from typing import TYPE_CHECKING, Any

from koloda.cli.arguments import add_programs, prepare_programs, whole
from koloda.cli.terminal import one_line
from koloda.core.errors import BadOption, KolodaError

if TYPE_CHECKING:
    from koloda.arena.online.site import Site

TOKEN = "KOLODA_BOT_TOKEN"
PASSWORD = "KOLODA_PASSWORD"
WITH_PARENT = "KOLODA_WITH_PARENT"  # set by `koloda serve`: the program ends when the server does


def token_arguments(kinds: Any) -> None:
    token = kinds.add_parser(
        "token",
        help="make, list or revoke the tokens of a bot account on a server",
        description="Make a token for a bot account on a server, and print it: it is shown this one time. An "
        "account becomes a bot's for good, and only one that has never played. The password is asked for, or "
        f"read from {PASSWORD} or from standard input; with --create and none, one is drawn and told.",
    )
    token.add_argument("url", metavar="URL", help="of the server, such as https://cards.example")
    token.add_argument("--login", metavar="L", required=True, help="of the account")
    token.add_argument("--create", metavar="NAME", help="make the account first; NAME is shown to people")
    token.add_argument("--name", metavar="TEXT", default="", help="to tell the token from others")
    token.add_argument("--yes", action="store_true", help="make the account a bot's without asking")
    token.add_argument("--list", action="store_true", help="list the tokens instead")
    token.add_argument("--revoke", metavar="ID", help="revoke a token instead; the list has the ids")


def connect_arguments(kinds: Any) -> None:
    connect = kinds.add_parser(
        "connect",
        help="bring a program to a server, where people and tables can call it",
        description="Bring a program that speaks the bot protocol (docs/bot-protocol.md) to a server: it is "
        "in the list of bots, takes challenges, plays several matches at once, each with a process of its "
        "own, and comes back after a lost connection. Ctrl-C ends it; its seats are kept for a while.",
    )
    connect.add_argument("url", metavar="URL", help="of the server, such as https://cards.example")
    connect.add_argument(
        "program",
        metavar="PROGRAM",
        help="a source file (.py .js .cpp .rs ...), an executable (./mybot), or a command line in quotes",
    )
    connect.add_argument(
        "--token", metavar="T", help=f"of the bot account, by koloda bot token (default: {TOKEN})"
    )
    connect.add_argument("--games", metavar="A,B", help="only these games (default: all that it plays)")
    connect.add_argument(
        "--max-games", metavar="N", type=whole(1), default=4, help="matches at a time, up to 16 (default: 4)"
    )
    connect.add_argument(
        "--accept",
        choices=("everyone", "accounts"),
        default="everyone",
        help="whose challenges it takes: everybody's, or nobody's without an account",
    )
    connect.add_argument(
        "--pause-ms",
        metavar="MS",
        type=whole(0),
        default=800,
        help="that a decision takes at least, so that people can follow (default: 800)",
    )
    add_programs(connect)


# tokens


def token(args: argparse.Namespace) -> int:
    from koloda.arena.online.site import Site

    site = Site(args.url)
    password = asked_password(args)
    kind = signed_in(site, args, password)
    if args.list or args.revoke:
        return existing_tokens(site, args)
    if kind != "bot":
        make_bot(site, args, password)
    made = site.ask("POST", "/api/account/tokens", {"name": args.name})
    print("koloda: this token is shown once; whoever has it plays as this bot:", file=sys.stderr)
    print(made["token"])
    return 0


def asked_password(args: argparse.Namespace) -> str:
    """The password of the account; a new account for which none is given gets one that nobody can guess."""
    password = given_password(args)
    if password:
        return password
    if not args.create:
        raise KolodaError(
            f"{args.login} has a password: write it into {PASSWORD} or to standard input "
            "(--create NAME makes a new account, and a password for it)"
        )
    password = secrets.token_urlsafe(18)
    print(f"koloda: the password of {args.login}, for --list and --revoke: {password}", file=sys.stderr)
    return password


def given_password(args: argparse.Namespace) -> str:
    given = os.environ.get(PASSWORD, "")
    if given:
        return given
    if sys.stdin.isatty():
        hint = " (Enter: draw one)" if args.create else ""
        password = getpass.getpass(f"Password of {args.login}{hint}: ")
        if args.create and password and getpass.getpass("Once more: ") != password:
            raise KolodaError("the two passwords differ")
        return password
    return sys.stdin.readline().rstrip("\n")


def signed_in(site: Site, args: argparse.Namespace, password: str) -> str:
    """Log in, or make the account; its kind."""
    account = {"login": args.login, "password": password}
    if args.create:
        site.token = site.ask("POST", "/api/session", {"name": args.create})["token"]
        answer = site.ask("POST", "/api/account", account)
        codes = "\n".join(answer["codes"])
        print(f"koloda: recovery codes, each opens the account once:\n{codes}", file=sys.stderr)
    else:
        answer = site.ask("POST", "/api/login", account)
    site.token = answer["token"]
    return str(answer["user"]["kind"])


def make_bot(site: Site, args: argparse.Namespace, password: str) -> None:
    if not args.yes and not args.create:
        question = (
            f"{args.login} becomes a bot account, for good: people no longer play with it. Go on? [y/N] "
        )
        if not sys.stdin.isatty():
            raise KolodaError(f"{args.login} is no bot account yet: --yes makes it one, for good")
        if input(question).strip().lower() not in ("y", "yes"):
            raise KolodaError("nothing was changed")
    answer = site.ask("POST", "/api/account/bot", {"password": password})
    site.token = answer["token"]


def existing_tokens(site: Site, args: argparse.Namespace) -> int:
    if args.revoke:
        site.ask("DELETE", f"/api/account/tokens/{args.revoke}")
        print("revoked: what was connected by it is closed")
        return 0
    for each in site.ask("GET", "/api/account/tokens")["tokens"]:
        print(
            f"{each['id']}  made {day(each['created'])}  used {day(each['used'])}  {one_line(each['name'])}"
        )
    return 0


def day(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(milliseconds / 1000)) if milliseconds else "never"


# connecting


def connect(args: argparse.Namespace) -> int:
    import asyncio

    from koloda.arena.external import workshop
    from koloda.arena.online.connect import Plan, stay_connected
    from koloda.arena.online.greeting import greeted
    from koloda.arena.online.site import Site
    from koloda.arena.pairing import check_bot
    from koloda.games import game as game_by_id
    from koloda.games import ids

    if os.environ.get(WITH_PARENT):
        from koloda.arena.programs.orphans import die_with_parent

        die_with_parent()
    given = args.token or os.environ.get(TOKEN, "")
    if not given:
        raise BadOption(f"no token: --token T, or {TOKEN}; `koloda bot token URL --login L` makes one")
    if args.max_games > 16:
        raise BadOption(f"--max-games {args.max_games}: at most 16")
    wanted = [game_by_id(each.strip()).id for each in args.games.split(",")] if args.games else list(ids())
    site = Site(args.url, given.strip())
    name = f"cmd:{args.program}"
    prepare_programs(args, [name])
    check_bot(name)
    program = workshop.program(args.program)
    hello = greeted(name, program)
    games = [game for game in wanted if hello.games is None or game in hello.games]
    if not games:
        raise KolodaError("the program plays none of these games")
    plan = Plan(tuple(games), args.max_games, args.accept, args.pause_ms / 1000)
    asyncio.run(stay_connected(site, program, name, plan, log))
    return 0


def log(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {one_line(text, 600)}", flush=True)
