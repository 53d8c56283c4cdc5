"""Every endpoint of HTTP once: the application is built from this list, and so is its description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from koloda.table import (
    account,
    admin,
    api,
    bot_api,
    games_wire,
    ladder,
    ladder_wire,
    people_wire,
    played,
    post_api,
    post_wire,
    puzzle_api,
    puzzle_wire,
    replay_wire,
    social_api,
    social_wire,
    wire,
)
from koloda.table.http import Handler
from koloda.table.tournaments import api as tournaments
from koloda.table.tournaments import wire as tournaments_wire

LANG = ("lang", "en, uk or ru; else the browser's")
TABLE = "/api/tables/{id}"
LADDER = "/api/ladder"
PUZZLE = "/api/puzzles/{game}/{puzzle}"
TOURNAMENT = "/api/tournaments/{id}"


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
    access: str = ""  # session, bot (a session or a bot's token), admin
    media: str = "application/json"
    other: tuple[tuple[int, Any], ...] = ()


ENDPOINTS = [
    Endpoint("GET", "/api/games", api.games, "the games and their options", games_wire.Games, query=(LANG,)),
    Endpoint(
        "POST", "/api/games/{game}/options", api.options, "all options, given some", games_wire.AllOptions,
        body=wire.SomeOptions,
    ),
    Endpoint(
        "GET", "/api/rules/{game}", api.rules, "the players' rules of a game", games_wire.RulesText,
        query=(LANG,),
    ),
    Endpoint(
        "GET", "/api/games/{game}/art.svg", api.art, "the picture of a game", str, media="image/svg+xml"
    ),
    Endpoint(
        "POST", "/api/session", api.new_session, "be a guest",
        people_wire.SessionInfo, 201, people_wire.NewSession,
    ),
    Endpoint("GET", "/api/session", api.session, "who am I?", people_wire.UserInfo, access="bot"),
    Endpoint(
        "PATCH", "/api/session", api.rename, "another name", people_wire.UserInfo,
        body=people_wire.NewSession, access="session",
    ),
    Endpoint(
        "GET", "/api/session/tables", api.own_tables, "the tables where I sit and that go on", wire.TableList,
        access="bot",
    ),
    Endpoint(
        "GET", "/api/session/news", social_api.news, "my tables, invitations, and who looks for a match",
        social_wire.News, access="session",
    ),
    Endpoint(
        "POST", "/api/invitations/{invitation}", social_api.answer_invitation, "come to a table, or decline",
        wire.TableAnswer, body=social_wire.Answer, access="session",
    ),
    Endpoint("GET", "/api/friends", social_api.friends, "my friends", social_wire.Friends, access="session"),
    Endpoint(
        "POST", "/api/friends", social_api.set_friend, "call somebody a friend, or no longer",
        social_wire.Friends, body=social_wire.FriendWish, access="session",
    ),
    Endpoint(
        "GET", "/api/online", social_api.online, "the accounts that are here and show it",
        social_wire.Online, access="session",
    ),
    Endpoint(
        "GET", "/api/preferences", social_api.preferences, "what I let others see and do",
        social_wire.Preferences, access="session",
    ),
    Endpoint(
        "POST", "/api/preferences", social_api.set_preferences, "change that", social_wire.Preferences,
        body=social_wire.Preferences, access="session",
    ),
    Endpoint(
        "GET", "/api/push", post_api.push, "the key for messages to browsers, and how many of mine get them",
        post_wire.PushInfo, access="session",
    ),
    Endpoint(
        "POST", "/api/push", post_api.allow_push, "tell this browser when it is my turn", post_wire.PushInfo,
        body=post_wire.PushAddress, access="session",
    ),
    Endpoint(
        "POST", "/api/push/stop", post_api.stop_push, "tell this browser nothing any more",
        post_wire.PushInfo, body=post_wire.PushStop, access="session",
    ),
    Endpoint(
        "GET", "/api/vacation", post_api.vacation, "do my clocks stand still, by correspondence?",
        post_wire.VacationInfo, access="session",
    ),
    Endpoint(
        "POST", "/api/vacation", post_api.rest, "stop my clocks for so many days more; 0: I am back",
        post_wire.VacationInfo, body=post_wire.Vacation, access="session",
    ),
    Endpoint("DELETE", "/api/session", account.log_out, "log out: the token ends", status=204),
    Endpoint(
        "DELETE", "/api/sessions", account.log_out_everywhere, "log out everywhere", status=204,
        access="session",
    ),
    Endpoint(
        "POST", "/api/account", account.new_account, "the guest becomes an account, with a new token",
        people_wire.AccountInfo, body=people_wire.NewAccount, access="session",
    ),
    Endpoint(
        "GET", "/api/account", account.export, "all that is kept about me",
        people_wire.Export, access="session"
    ),
    Endpoint(
        "POST", "/api/account/password", account.change_password, "another password; all sessions end",
        people_wire.SessionInfo, body=people_wire.NewPassword, access="session",
    ),
    Endpoint(
        "POST", "/api/account/codes", account.new_codes, "new recovery codes", people_wire.Codes,
        body=people_wire.OldPassword, access="session",
    ),
    Endpoint(
        "POST", "/api/account/delete", account.delete, "forget me", status=204, body=people_wire.OldPassword,
        access="session",
    ),
    Endpoint(
        "POST", "/api/account/bot", bot_api.become, "become a bot account, for good",
        people_wire.SessionInfo, body=people_wire.OldPassword, access="session",
    ),
    Endpoint(
        "GET", "/api/account/tokens", bot_api.tokens, "the tokens of a bot account", people_wire.Tokens,
        access="session",
    ),
    Endpoint(
        "POST", "/api/account/tokens", bot_api.new_token, "a new token, shown this one time",
        people_wire.NewToken, 201, people_wire.TokenName, access="session",
    ),
    Endpoint(
        "DELETE", "/api/account/tokens/{token}", bot_api.revoke, "revoke a token; its connections are closed",
        status=204, access="session",
    ),
    Endpoint(
        "GET", "/api/bots", bot_api.bots, "the bots that are here", people_wire.BotList,
        query=(("game", "that play this game"),),
    ),
    Endpoint(
        "GET", "/api/bots/leaders", social_api.bot_leaders, "the best bots in a game", people_wire.Leaders,
        query=(("game", "the game"), ("seats", "at tables of so many; usually all")),
    ),
    Endpoint(
        "GET", "/api/leaders", social_api.leaders, "the best people in a game", people_wire.Leaders,
        query=(("game", "the game"), ("seats", "at tables of so many; usually all")),
    ),
    Endpoint(
        "POST", "/api/bots/{user}/challenge", bot_api.challenge, "a private table with a bot that is here",
        wire.TableAnswer, 201, wire.Challenge, access="session",
    ),
    Endpoint(
        "POST", "/api/login", account.log_in, "come in with an account", people_wire.SessionInfo,
        body=people_wire.NewAccount,
    ),
    Endpoint(
        "POST", "/api/recover", account.recover, "another password, by a recovery code",
        people_wire.SessionInfo,
        body=people_wire.Recovery,
    ),
    Endpoint(
        "GET", "/api/blocks", account.blocks, "whom I mute or block",
        people_wire.Blocks, access="session",
    ),
    Endpoint(
        "POST", "/api/blocks", account.block, "mute or block somebody, or no longer", people_wire.Blocks,
        body=people_wire.NewBlock, access="session",
    ),
    Endpoint("GET", "/api/users/{user}", api.profile, "a person and the ratings", people_wire.Profile),
    Endpoint(
        "GET", "/api/users/{user}/ratings/{game}", api.rating_history, "how the rating in a game has moved",
        people_wire.RatingHistory,
    ),
    Endpoint(
        "GET", "/api/users/{user}/statistics", social_api.statistics,
        "what a person has played and won, by game and number of seats",
        people_wire.Statistics,
    ),
    Endpoint(
        "GET", "/api/users/{user}/games", api.history, "the matches of a person, newest first",
        people_wire.History,
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
    Endpoint(
        "POST", "/api/match", social_api.seek, "look for a quick match with people of my strength",
        social_wire.MatchState, body=social_wire.Seek, access="session",
    ),
    Endpoint(
        "GET", "/api/match", social_api.look,
        "how the search goes; it ends when nobody asks for ten seconds",
        social_wire.MatchState, access="session",
    ),
    Endpoint("DELETE", "/api/match", social_api.stop, "look no longer", status=204, access="session"),
    Endpoint(
        "GET", "/api/tournaments", tournaments.tournaments, "the tournaments of people, running ones first",
        tournaments_wire.TournamentList, query=(("game", "of this game"),),
    ),
    Endpoint(
        "POST", "/api/tournaments", tournaments.new_tournament, "make a tournament (account)",
        tournaments_wire.TournamentPage, 201, tournaments_wire.NewTournament, access="session",
    ),
    Endpoint(
        "GET", TOURNAMENT, tournaments.tournament,
        "a tournament; an arena pairs who takes part and has asked within twelve seconds",
        tournaments_wire.TournamentPage,
    ),
    Endpoint(
        "POST", TOURNAMENT + "/join", tournaments.join, "take part, or come back",
        tournaments_wire.TournamentPage, body=tournaments_wire.JoinTournament, access="bot",
    ),
    Endpoint(
        "POST", TOURNAMENT + "/withdraw", tournaments.withdraw, "play no further games there",
        tournaments_wire.TournamentPage, body=wire.Nothing, access="bot",
    ),
    Endpoint(
        "POST", TOURNAMENT + "/cancel", tournaments.cancel, "call it off (its maker)",
        tournaments_wire.TournamentPage, body=wire.Nothing, access="session",
    ),
    Endpoint("GET", TABLE, api.table, "a table", wire.TableAnswer),
    Endpoint(
        "POST", TABLE + "/join", api.join, "sit down", wire.TableAnswer, body=wire.Join, access="session"
    ),
    Endpoint(
        "POST", TABLE + "/leave", api.leave, "get up; a bot plays on in a match that has begun",
        wire.TableAnswer, body=wire.Nothing, access="bot",
    ),
    Endpoint(
        "POST", TABLE + "/ready", api.ready, "be ready, and seal some luck for the shuffle",
        wire.TableAnswer, body=wire.SetReady, access="bot",
    ),
    Endpoint(
        "POST", TABLE + "/luck", api.open_luck, "open the luck that was sealed, once the table is `sealed`",
        wire.TableAnswer, body=wire.OpenLuck, access="bot",
    ),
    Endpoint(
        "POST", TABLE + "/start", api.start, "deal, if everybody is ready (host)", wire.TableAnswer,
        body=wire.Nothing, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/rematch", api.rematch, "the same table once more; a bot follows people there",
        wire.TableAnswer, body=social_wire.Rematch, access="bot",
    ),
    Endpoint(
        "POST", TABLE + "/invite", social_api.invite, "ask somebody to a table where I sit, before the start",
        status=204, body=social_wire.Invite, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/kick", api.kick, "send somebody away before the start (host)", wire.TableAnswer,
        body=wire.Kick, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/bot", api.set_bot,
        "put a bot on a free seat, or (neither level nor user) remove it (host)", wire.TableAnswer,
        body=wire.SetBot, access="session",
    ),
    Endpoint(
        "POST", TABLE + "/report", api.report, "report somebody, with the last messages of the table",
        status=204, body=people_wire.NewReport, access="session",
    ),
    Endpoint(
        "GET", TABLE + "/record", played.record, "the record of a deal, after the match", dict[str, Any],
        query=(("deal", "from 1; usually the last"),),
    ),
    Endpoint(
        "GET", TABLE + "/replay", played.replayed, "a finished deal step by step", replay_wire.Replay,
        query=(("deal", "from 1; usually the last"), ("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Endpoint(
        "POST", "/api/replay", played.replay_upload, "the same for a record", replay_wire.Replay,
        body=dict[str, Any], query=(("seat", "a seat, or open; else a spectator's"), LANG),
    ),
    Endpoint(
        "GET", TABLE + "/analysis", played.analysed, "what the decisions of a finished deal have cost",
        replay_wire.Analysis, query=(("deal", "from 1; usually the last"), LANG),
        other=((202, replay_wire.Progress),),
    ),
    Endpoint(
        "GET", "/api/guide/{game}", played.guided, "a first deal, explained", replay_wire.Guide, query=(LANG,)
    ),
    Endpoint(
        "GET", "/api/puzzles", puzzle_api.puzzles, "the games with puzzles, and the daily ones",
        puzzle_wire.Puzzles,
    ),
    Endpoint(
        "GET", "/api/puzzles/{game}", puzzle_api.puzzle_list, "the puzzles of a game",
        puzzle_wire.PuzzleList,
    ),
    Endpoint(
        "GET", "/api/puzzles/{game}/next", puzzle_api.next_puzzle, "the puzzle that suits me best",
        puzzle_wire.NextPuzzle, query=(("after", "the id of the last one, which is not given again"),),
    ),
    Endpoint(
        "GET", PUZZLE, puzzle_api.puzzle, "a puzzle, as its seat sees it at a table",
        puzzle_wire.PuzzlePosition, query=(LANG,),
    ),
    Endpoint(
        "POST", PUZZLE, puzzle_api.answer_puzzle, "answer it, or give up: what each action was worth",
        puzzle_wire.PuzzleResult, body=puzzle_wire.PuzzleAnswer, query=(LANG,), access="session",
    ),
    Endpoint(
        "GET", PUZZLE + "/why", puzzle_api.why, "the rule that forbids an action there",
        puzzle_wire.PuzzleWhy, query=(("a", "the action"), LANG),
    ),
    Endpoint(
        "GET", PUZZLE + "/replay", puzzle_api.puzzle_deal, "the deal that led there, for who has answered",
        replay_wire.Replay, query=(("seat", "a seat, or open; else a spectator's"), LANG), access="session",
    ),
    Endpoint("GET", LADDER, ladder.standings, "the standings of the ladder", ladder_wire.LadderInfo),
    Endpoint(
        "GET", LADDER + "/own", ladder.own, "my programs and uploads", ladder_wire.LadderOwn, query=(LANG,),
        access="session",
    ),
    Endpoint(
        "POST", LADDER + "/versions", ladder.new_version, "bring a program, or a new version (account)",
        ladder_wire.LadderUpload, 202, ladder_wire.NewVersion, access="session",
    ),
    Endpoint(
        "GET", LADDER + "/programs/{program}", ladder.program, "a program, its versions, faults and games",
        ladder_wire.LadderProgram,
    ),
    Endpoint(
        "DELETE", LADDER + "/programs/{program}", ladder.remove, "take my program away", status=204,
        access="session",
    ),
    Endpoint(
        "GET", LADDER + "/live/{fixture}", ladder.watched, "a game that is being played",
        ladder_wire.LadderWatch, query=(("final", "the number of a final"), LANG),
    ),
    Endpoint(
        "GET", LADDER + "/programs/{program}/versions/{version}", ladder.report,
        "what its author alone is told of a version", ladder_wire.LadderReport, query=(LANG,),
        access="session",
    ),
    Endpoint(
        "GET", LADDER + "/fixtures/{fixture}/record", ladder.record, "the record of a game of the ladder",
        dict[str, Any], query=(("game", "from 1: of this deal"), ("final", "the number of a final")),
    ),
    Endpoint(
        "GET", LADDER + "/fixtures/{fixture}/replay", ladder.replayed, "the same step by step",
        replay_wire.Replay,
        query=(
            ("game", "from 1: of this deal"), ("final", "the number of a final"),
            ("seat", "a seat, or open; else a spectator's"), LANG,
        ),
    ),
    Endpoint(
        "POST", "/api/admin/ladder", ladder.order, "freeze, unfreeze or retire a program, ban an author",
        status=204, body=ladder_wire.LadderOrder, access="admin",
    ),
    Endpoint(
        "GET", "/api/admin/health", admin.health, "how this process is",
        people_wire.Health, access="admin",
    ),
    Endpoint("GET", "/api/admin/tables", admin.tables, "all tables", wire.TableList, access="admin"),
    Endpoint("DELETE", "/api/admin/tables/{id}", admin.close, "close a table", status=204, access="admin"),
    Endpoint(
        "DELETE", "/api/admin/tables/{id}/chats/{number}", admin.delete_chat, "delete a message", status=204,
        access="admin",
    ),
    Endpoint(
        "GET", "/api/admin/users", admin.users, "people, who was here last first", people_wire.AdminUsers,
        query=(("q", "a part of the name or login, or an id"),), access="admin",
    ),
    Endpoint(
        "POST", "/api/admin/users/{user}/mute", admin.mute, "no chat for so long", people_wire.UserInfo,
        body=people_wire.Minutes, access="admin",
    ),
    Endpoint(
        "POST", "/api/admin/users/{user}/ban", admin.ban, "no entry for so long", people_wire.UserInfo,
        body=people_wire.NewUserBan, access="admin",
    ),
    Endpoint(
        "POST", "/api/admin/users/{user}/revoke", admin.revoke, "end all sessions", people_wire.UserInfo,
        access="admin",
    ),
    Endpoint("GET", "/api/admin/bans", admin.bans, "the bans that hold", people_wire.Bans, access="admin"),
    Endpoint(
        "POST", "/api/admin/bans", admin.ban_address, "ban an address or a network", people_wire.Ban, 201,
        people_wire.NewBan, access="admin",
    ),
    Endpoint("DELETE", "/api/admin/bans/{ban}", admin.lift, "lift a ban", status=204, access="admin"),
    Endpoint(
        "GET", "/api/admin/reports", admin.reports, "what players have reported", people_wire.Reports,
        query=(("state", "open or done"),), access="admin",
    ),
    Endpoint(
        "POST", "/api/admin/reports/{report}", admin.settle_report, "done with a report", status=204,
        body=people_wire.ReportState, access="admin",
    ),
    Endpoint("GET", "/api/admin/audit", admin.audit, "what the admin did", people_wire.Audit, access="admin"),
]  # fmt: skip
