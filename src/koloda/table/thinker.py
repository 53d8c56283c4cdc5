"""The process in which bots think, so that the server never waits for them.

It knows nothing of tables: it gets the beginning of a deal and the actions taken, rebuilds the state, and
asks a bot with a Player, who sees what its seat may see. A deal that it has seen before only needs the newer
actions.
"""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection

import msgspec

from koloda.core.state import State

REMEMBERED = 256  # deals; each is some kilobytes


class Question(msgspec.Struct):
    """What would a bot do now? `level` names the bot; `analyse` asks for values instead."""

    deal: str  # the same for all questions about one deal
    game: str
    seats: int
    seed: int
    options: dict[str, bool | int | str]
    context: dict[str, object]
    actions: list[tuple[int, int]]  # all that were taken
    seat: int
    level: str = ""
    analyse: int = 0  # milliseconds
    notices: bool = True  # what people must notice themselves, see State.unnoticed


class Request(msgspec.Struct):
    """A question on the pipe, with its actions from number `first` on: the thinker has those before."""

    number: int
    first: int
    question: Question


class Answer(msgspec.Struct):
    """`known` is how many actions of the deal the thinker has; no action: it needs those before."""

    number: int
    known: int
    action: int | None = None
    values: list[tuple[int, float, float]] = []  # action, value, the error of what it costs
    error: str = ""


def think(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    with suppress(OSError, AttributeError):  # the second: Windows has none
        os.nice(5)  # people's messages come first
    decoder = msgspec.msgpack.Decoder(Request)
    deals: OrderedDict[str, tuple[State, int]] = OrderedDict()
    while True:
        try:
            request = decoder.decode(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            answer = answered(request, deals)
        except Exception as error:  # whatever a bot does wrong, the server gets an answer
            deals.pop(request.question.deal, None)
            answer = Answer(request.number, 0, error=f"{type(error).__name__}: {error}")
        try:
            pipe.send_bytes(msgspec.msgpack.encode(answer))
        except OSError:
            return


def answered(request: Request, deals: OrderedDict[str, tuple[State, int]]) -> Answer:
    from koloda.bots import level
    from koloda.bots.mcts import evaluate
    from koloda.bots.player import Player
    from koloda.core.rng import Rng
    from koloda.games import game

    question = request.question
    found = deals.pop(question.deal, None)
    if found is None or found[1] < request.first:
        if request.first:
            return Answer(request.number, 0)
        rules = game(question.game)
        found = rules.deal(question.seats, question.seed, question.options, question.context), 0
    state, known = found
    for seat, action in question.actions[known - request.first :]:
        state.apply(seat, action)
        known += 1
    deals[question.deal] = state, known
    if len(deals) > REMEMBERED:
        deals.popitem(last=False)
    # not the deal's own generator: what a bot tries must tell nothing about the cards
    rng = Rng(int.from_bytes(os.urandom(7), "big"), question.seat)
    player = Player(state if question.notices else state.unnoticed(), question.seat, rng)
    if question.analyse:
        found_values = evaluate(player, question.analyse / 1000, None)
        values = [(int(each.action), float(each.value), float(each.cost_error)) for each in found_values]
        return Answer(request.number, known, values[0][0] if values else None, values)
    return Answer(request.number, known, int(level(question.level).choose(player)))
