"""Every endpoint of HTTP once: the application is built from this list, and so is its description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from koloda.table import api, played, wire
from koloda.table.http import Handler

LANG = ("lang", "en, uk or ru; else the browser's")
TABLE = "/api/tables/{id}"


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    handler: Handler
    text: str
    answer: Any = None  # None: no body
    status: int = 200
    body: Any = None
    query: tuple[tuple[str, str], ...] = ()
    access: str = ""  # session, admin
    media: str = "application/json"
    other: tuple[tuple[int, Any], ...] = ()


ENDPOINTS = [
    Endpoint("GET", "/api/games", api.games, "the games and their options", wire.Games, query=(LANG,)),
    Endpoint(
        "POST", "/api/games/{game}/options", api.options, "all options, given some", wire.AllOptions,
        body=wire.SomeOptions,
    ),
    Endpoint(
        "GET", "/api/rules/{game}", api.rules, "the players' rules of a game", wire.RulesText, query=(LANG,)
    ),
    Endpoint(
        "GET", "/api/games/{game}/art.svg", api.art, "the picture of a game", str, media="image/svg+xml"
    ),
    Endpoint("POST", "/api/session", api.new_session, "be a guest", wire.SessionInfo, 201, wire.NewSession),
    Endpoint("GET", "/api/session", api.session, "who am I?", wire.UserInfo, access="session"),
    Endpoint(
        "PATCH", "/api/session", api.rename, "another name", wire.UserInfo,
        body=wire.NewSession, access="session",
    ),
    Endpoint(
        "GET", "/api/session/tables", api.own_tables, "the tables where I sit and that go on", wire.TableList,
        access="session",
    ),
    Endpoint("DELETE", "/api/session", api.log_out, "forget the cookie", status=204),
    Endpoint(
        "POST", "/api/account", api.new_account, "the guest becomes an account", wire.UserInfo,
        body=wire.NewAccount, access="session",
    ),
    Endpoint(
        "POST", "/api/login", api.log_in, "come in with an account", wire.SessionInfo, body=wire.NewAccount
    ),
    Endpoint("GET", "/api/users/{user}", api.profile, "a person and the ratings", wire.Profile),
    Endpoint(
        "GET", "/api/users/{user}/games", api.history, "the matches of a person, newest first", wire.History,
        query=(("before", "milliseconds since 1970"), ("limit", "1 to 100, usually 50")),
    ),
    Endpoint(
        "GET", "/api/tables", api.tables, "the public tables", wire.TableList,
        query=(("game", "of this game"), ("status", "waiting or playing"), ("free", "1: with a free seat")),
    ),
    Endpoint(
        "POST", "/api/tables", api.new_table, "make a table and sit on seat 0", wire.TableAnswer, 201,
        wire.NewTable, access="session",
    ),
    Endpoint(
        "POST", "/api/quick", api.quick, "play against bots at once", wire.TableAnswer, 201,
        wire.QuickTable, access="session",
    ),
    Endpoint("GET", TABLE, api.table, "a table", wire.TableAnswer),
    Endpoint(
        "POST", TABLE + "/join", api.join, "sit down", wire.TableAnswer, body=wire.Join, access="session"
    ),
    Endpoint(
        "POST", TABLE + "/leave", api.leave, "get up; a bot plays on in a match that has begun",
        wire.TableAnswer, body=wire.Nothing, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/ready", api.ready, "be ready, and seal some luck for the shuffle",
        wire.TableAnswer, body=wire.SetReady, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/luck", api.open_luck, "open the luck that was sealed, once the table is `sealed`",
        wire.TableAnswer, body=wire.OpenLuck, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/start", api.start, "deal, if everybody is ready (host)", wire.TableAnswer,
        body=wire.Nothing, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/rematch", api.rematch, "the same table once more", wire.TableAnswer,
        body=wire.Nothing, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/kick", api.kick, "send somebody away before the start (host)", wire.TableAnswer,
        body=wire.Kick, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/bot", api.set_bot, "put a bot on a free seat, or (level null) remove it (host)",
        wire.TableAnswer, body=wire.SetBot, access="session",
    ),
    Endpoint(
        "GET", TABLE + "/record", played.record, "the record of a deal, after the match", dict[str, Any],
        query=(("deal", "from 1; usually the last"),),
    ),
    Endpoint(
        "GET", TABLE + "/replay", played.replayed, "a finished deal step by step", wire.Replay,
        query=(("deal", "from 1; usually the last"), ("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Endpoint(
        "POST", "/api/replay", played.replay_upload, "the same for a record", wire.Replay,
        body=dict[str, Any], query=(("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Endpoint(
        "GET", TABLE + "/analysis", played.analysed, "what the decisions of a finished deal have cost",
        wire.Analysis, query=(("deal", "from 1; usually the last"), LANG), other=((202, wire.Progress),),
    ),
    Endpoint("GET", "/api/guide/{game}", played.guided, "a first deal, explained", wire.Guide, query=(LANG,)),
    Endpoint("GET", "/api/admin/tables", api.admin_tables, "all tables", wire.TableList, access="admin"),
    Endpoint(
        "DELETE", "/api/admin/tables/{id}", api.admin_close, "close a table", status=204, access="admin"
    ),
    Endpoint(
        "POST", "/api/admin/users/{user}/mute", api.admin_mute, "no chat for so long", wire.UserInfo,
        body=wire.Minutes, access="admin",
    ),
    Endpoint(
        "POST", "/api/admin/users/{user}/ban", api.admin_ban, "no entry for so long", wire.UserInfo,
        body=wire.Minutes, access="admin",
    ),
]  # fmt: skip
