"""The endpoints of puzzles. Before an answer they tell what the seat sees at a table, and nothing else."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from koloda.bots.puzzle import EXACT, Puzzle
from koloda.core.errors import BadNotation
from koloda.core.game import Game
from koloda.core.state import State
from koloda.table import wire
from koloda.table.accounts import User
from koloda.table.api import need_game
from koloda.table.errors import Refused
from koloda.table.http import answer, body, need_person, server_of
from koloda.table.played import viewer, worked_out
from koloda.table.puzzle_wire import PuzzleAnswer, PuzzlePosition, PuzzleResult, PuzzleWhy, PuzzleWorth
from koloda.table.puzzles import is_daily, need_puzzle, position, record, shown, today, tried
from koloda.table.replay import Teller, told
from koloda.table.social_api import limited
from koloda.table.texts import bot_level, bot_names, say, spoken

OPPONENTS = "expert"  # the deals were played by searches


async def asking(request: Request) -> str | None:
    user = await server_of(request).user_of(request)
    return None if user is None else user.id


def need_asked(request: Request) -> tuple[Game, Puzzle]:
    game = need_game(request)
    return game, need_puzzle(game, request.path_params["puzzle"][:64])


def called(puzzle: Puzzle, user: User | None, lang: str) -> list[str]:
    """Who sits there: whoever solves it, and bots."""
    names = bot_names(["" if seat == puzzle.seat else OPPONENTS for seat in range(puzzle.seats)])
    names[puzzle.seat] = say(lang, "puzzle_player") if user is None else user.name
    return names


async def puzzles(request: Request) -> Response:
    server = server_of(request)
    return answer(await server.puzzles.page(await asking(request), server.tables.now()))


async def puzzle_list(request: Request) -> Response:
    game = need_game(request)
    return answer(await server_of(request).puzzles.listed(await asking(request), game))


async def next_puzzle(request: Request) -> Response:
    game = need_game(request)
    after = request.query_params.get("after", "")[:64]
    return answer(await server_of(request).puzzles.next(await asking(request), game, after))


async def puzzle(request: Request) -> Response:
    server = server_of(request)
    lang = server.lang_of(request)
    game, found = need_asked(request)
    user = await server.user_of(request)
    state = await run_in_threadpool(position, game, found.id)
    known = {} if user is None else await server.puzzles.tries(user.id, game.id)
    before = tried(known[found.id][0] if found.id in known else None)
    daily = is_daily(game, found.id, server.tables.now())
    return answer(asked_of(game, found, state, called(found, user, lang), lang, daily, before))


def asked_of(
    game: Game, found: Puzzle, state: State, names: list[str], lang: str, daily: bool, before: str | None
) -> PuzzlePosition:
    """What the seat sees: all of it through view, masked events and offered actions."""
    teller = Teller(game, state, list(spoken(tuple(names), lang)), found.seat, lang, is_open=False)
    step = teller.step()
    return PuzzlePosition(
        game.id,
        found.id,
        found.options,
        found.seat,
        teller.names,  # type: ignore[arg-type]
        [bot_level(name) for name in names],
        lang,
        found.difficulty,
        daily,
        before,  # type: ignore[arg-type]
        step.events,
        step.view,
        step.layout,
        step.aids,
        [
            wire.LegalAction(game.text(action), game.label(action, lang))
            for action in map(int, state.offered(found.seat))
        ],
        step.awaited,
    )


async def why(request: Request) -> Response:
    """The rule that forbids an action there, as a table tells it; no text: it is possible."""
    lang = server_of(request).lang_of(request)
    game, found = need_asked(request)
    text = request.query_params.get("a", "")[:200]
    state = await run_in_threadpool(position, game, found.id)
    try:
        reason = state.why_not(found.seat, game.action(text))
    except BadNotation:
        raise Refused("unknown_action", text[:80]) from None
    return answer(PuzzleWhy("" if reason is None else say(lang, "illegal", game.reason_text(reason, lang))))


async def answer_puzzle(request: Request) -> Response:
    server = server_of(request)
    user = await need_person(request)
    game, found = need_asked(request)
    given = (await body(request, PuzzleAnswer)).a
    if given is not None and given not in found.values:
        raise Refused("unknown_action", given[:80])
    await limited(request, user, server.answers_to_puzzles)
    now = server.tables.now()
    strength, change, counted = await server.puzzles.answer(user.id, game, found, given, now)
    lang = server.lang_of(request)
    best = max(found.values.values())
    worth = [
        PuzzleWorth(
            text,
            game.label(game.action(text), lang),
            value,
            round(best - value, 3),
            text in found.solutions,
        )
        for text, value in sorted(found.values.items(), key=lambda item: (-item[1], item[0]))
    ]
    return answer(
        PuzzleResult(
            None if given is None else given in found.solutions,
            counted,
            found.source == EXACT,
            found.error,
            worth,
            shown(strength),
            round(change, 1),
            is_daily(game, found.id, now),
            await server.puzzles.streak(user.id, today(now)),
        )
    )


async def puzzle_deal(request: Request) -> Response:
    """The deal up to the puzzle, and its solution: for who has answered it."""
    server = server_of(request)
    lang = server.lang_of(request)
    user = await need_person(request)
    game, found = need_asked(request)
    seat, is_open = viewer(request)
    if seat is not None and seat >= found.seats:
        raise Refused("no_seat")
    if not await server.puzzles.has_tried(user.id, game.id, found.id):
        raise Refused("puzzle_first")

    def tell() -> bytes:
        names = called(found, user, lang)
        return wire.encode(told(game, record(found, names), seat, lang, is_open))

    return Response(await worked_out(request, tell), media_type="application/json")
