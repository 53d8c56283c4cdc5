"""The record of a game (protocol, section 11): deal, decisions, result; enough to replay it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.arena.contest.faults import SECURITY, START
from koloda.arena.contest.protocol import COMMANDS, action_of, read_answer, why_illegal
from koloda.arena.contest.referee import Conditions, Deal, Played
from koloda.arena.contest.transcript import judge_options, read_options, read_seats, read_verdict, verdict_of
from koloda.core.errors import BadTrace
from koloda.core.game import Game
from koloda.core.options import shown


def write_record(
    played: Played, deal_id: int, programs: Mapping[str, str], conditions: Conditions
) -> dict[str, Any]:
    return {
        "game": "durak",
        "mode": "individual" if played.individual else "team",
        "options": judge_options(conditions, played.seats),
        "deal_id": deal_id,
        "programs": dict(programs),
        "deck": list(played.deal.deck),
        "trump": played.deal.trump,
        "first": played.deal.first + 1,
        "decisions": [
            [decision.seat + 1, decision.command, decision.answer, round(decision.milliseconds, 3)]
            for decision in played.decisions
        ],
        "rounds": played.rounds,
        "out": [seat + 1 for seat in played.out],
        "result": verdict_of(played),
        "time_used": {str(seat + 1): round(used, 6) for seat, used in enumerate(played.used)},
    }


def is_record(item: Mapping[str, Any]) -> bool:
    """Records of games have no name of their format: they are known by what they hold."""
    return "deal_id" in item and "decisions" in item


def check_record(game: Game, item: Mapping[str, Any]) -> None:
    """Replay a record: it must reproduce its rounds, out and result."""
    kinds = {"options": dict, "deck": list, "trump": str, "first": int, "decisions": list}
    for key, kind in {**kinds, "rounds": int, "out": list, "result": dict}.items():
        if not isinstance(item.get(key), kind) or isinstance(item.get(key), bool):
            raise BadTrace(f"{key}: missing or not of the right kind")
    options = {**item["options"], "mode": item.get("mode", "team")}
    rules, _, _ = read_options(options)
    seats = read_seats(options, rules)
    if not 1 <= item["first"] <= seats:
        raise BadTrace(f"first: {shown(item['first'])} is no seat")
    state = Deal(tuple(item["deck"]), item["trump"], item["first"] - 1).state(rules, seats)
    team = bool(state.rules.team)
    result = item["result"]
    code = read_verdict(result, seats, team)
    for number, decision in enumerate(item["decisions"]):
        if state.over:
            raise BadTrace(f"decision {number}: the game is over before it")
        seat, command = int(state.actor), COMMANDS[state.phase]
        good = isinstance(decision, list) and len(decision) in (3, 4) and isinstance(decision[2], str)
        if not good or decision[:2] != [seat + 1, command]:
            raise BadTrace(f"decision {number}: {shown(decision)}, by the rules {command} to {seat + 1}")
        answer = read_answer(decision[2].encode("utf-8", "replace"))
        why = "no card and not NO" if answer is None else why_illegal(state, seat, answer)
        if answer is None or why:
            raise BadTrace(f"decision {number}: {shown(decision[2])}: {why}")
        state.apply(seat, action_of(state, answer))
    started = code != START and (item["rounds"] > 0 or result["reason"] != "void")
    rounds = int(state.round_no) if started else 0
    out = [seat + 1 for seat in state.out_seats()]
    for key, ours in (("rounds", rounds), ("out", out)):
        if item[key] != ours:
            raise BadTrace(f"{key}: {shown(item[key])} in the file, {ours} by the rules")
    fool = int(state.fool()) if state.over else -1
    side: int | None = None
    if code:
        if code not in (START, SECURITY) and (state.over or state.actor != result["seat"] - 1):
            raise BadTrace(f"result: seat {result['seat']} was not asked when the game ended")
        side = 2 - (result["seat"] - 1) % 2 if team else result["seat"]
        reason = "fault"
    elif result["reason"] == "void":
        reason = "void"
    elif not state.over:
        raise BadTrace("the decisions end before the game is over")
    else:
        reason = "draw" if fool < 0 else "normal"
        side = None if fool < 0 else (fool + 1) % 2 + 1 if team else fool + 1
    for key, expected in (("reason", reason), ("winner" if team else "fool", side)):
        if result[key] != expected:
            raise BadTrace(f"result {key}: {shown(result[key])} in the file, {expected} by the rules")
