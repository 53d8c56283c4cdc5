"""Every HTTP door once: the application is built from this list, and so is its description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from koloda.table import api, stories, wire
from koloda.table.doors import Door

LANG = ("lang", "en, uk or ru; else the browser's")
TABLE = "/api/tables/{id}"


@dataclass(frozen=True)
class Way:
    method: str
    path: str
    handler: Door
    text: str
    answer: Any = None  # None: no body
    status: int = 200
    body: Any = None
    query: tuple[tuple[str, str], ...] = ()
    access: str = ""  # session, admin
    other: tuple[tuple[int, Any], ...] = ()


WAYS = [
    Way("GET", "/api/games", api.games, "the games and their options", wire.Games, query=(LANG,)),
    Way(
        "GET", "/api/rules/{game}", api.rules, "the players' rules of a game", wire.Rules, query=(LANG,)
    ),
    Way("POST", "/api/session", api.new_session, "be a guest", wire.SessionInfo, 201, wire.NewSession),
    Way("GET", "/api/session", api.session, "who am I?", wire.UserInfo, access="session"),
    Way(
        "PATCH", "/api/session", api.rename, "another name", wire.UserInfo,
        body=wire.NewSession, access="session",
    ),
    Way("DELETE", "/api/session", api.log_out, "forget the cookie", status=204),
    Way(
        "POST", "/api/account", api.new_account, "the guest becomes an account", wire.UserInfo,
        body=wire.NewAccount, access="session",
    ),
    Way("POST", "/api/login", api.log_in, "come in with an account", wire.SessionInfo, body=wire.NewAccount),
    Way("GET", "/api/users/{user}", api.profile, "a person and the ratings", wire.Profile),
    Way(
        "GET", "/api/users/{user}/games", api.history, "the matches of a person, newest first", wire.History,
        query=(("before", "milliseconds since 1970"), ("limit", "1 to 100, usually 50")),
    ),
    Way(
        "GET", "/api/tables", api.tables, "the public tables", wire.TableList,
        query=(("game", "of this game"), ("status", "waiting or playing"), ("free", "1: with a free seat")),
    ),
    Way(
        "POST", "/api/tables", api.new_table, "make a table and sit on seat 0", wire.TableAnswer, 201,
        wire.NewTable, access="session",
    ),
    Way(
        "POST", "/api/quick", api.quick, "play against bots at once", wire.TableAnswer, 201,
        wire.QuickTable, access="session",
    ),
    Way("GET", TABLE, api.table, "a table", wire.TableAnswer),
    Way("POST", TABLE + "/join", api.join, "sit down", wire.TableAnswer, body=wire.Join, access="session"),
    Way(
        "POST", TABLE + "/leave", api.leave, "get up; a bot plays on in a match that has begun",
        wire.TableAnswer, body=wire.Nothing, access="session",
    ),
    Way(
        "POST", TABLE + "/ready", api.ready, "be ready, and throw some luck into the shuffle",
        wire.TableAnswer, body=wire.SetReady, access="session",
    ),
    Way(
        "POST", TABLE + "/start", api.start, "deal, if everybody is ready (host)", wire.TableAnswer,
        body=wire.Nothing, access="session",
    ),
    Way(
        "POST", TABLE + "/rematch", api.rematch, "the same table once more", wire.TableAnswer,
        body=wire.Nothing, access="session",
    ),
    Way(
        "POST", TABLE + "/kick", api.kick, "send somebody away before the start (host)", wire.TableAnswer,
        body=wire.Kick, access="session",
    ),
    Way(
        "POST", TABLE + "/bot", api.set_bot, "put a bot on a free seat, or (level null) remove it (host)",
        wire.TableAnswer, body=wire.SetBot, access="session",
    ),
    Way(
        "GET", TABLE + "/record", stories.record, "the record of a deal, after the match", dict[str, Any],
        query=(("deal", "from 1; usually the last"),),
    ),
    Way(
        "GET", TABLE + "/replay", stories.replayed, "a finished deal step by step", wire.Replay,
        query=(("deal", "from 1; usually the last"), ("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Way(
        "POST", "/api/replay", stories.replay_upload, "the same for a record", wire.Replay,
        body=dict[str, Any], query=(("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Way(
        "GET", TABLE + "/analysis", stories.analysed, "what the decisions of a finished deal have cost",
        wire.Analysis, query=(("deal", "from 1; usually the last"), LANG), other=((202, wire.Progress),),
    ),
    Way("GET", "/api/guide/{game}", stories.guided, "a first deal, explained", wire.Guide, query=(LANG,)),
    Way("GET", "/api/admin/tables", api.admin_tables, "all tables", wire.TableList, access="admin"),
    Way(
        "DELETE", "/api/admin/tables/{id}", api.admin_close, "close a table", status=204, access="admin"
    ),
    Way(
        "POST", "/api/admin/users/{user}/mute", api.admin_mute, "no chat for so long", wire.UserInfo,
        body=wire.Minutes, access="admin",
    ),
    Way(
        "POST", "/api/admin/users/{user}/ban", api.admin_ban, "no entry for so long", wire.UserInfo,
        body=wire.Minutes, access="admin",
    ),
]  # fmt: skip
