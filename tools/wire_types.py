"""Writes the types of the wire and of the views for the browser client: `python tools/wire_types.py`.

The sources are the modules `wire` of `koloda.table` and the `view_type` of every game. With `--check` nothing
is written; the exit code says whether web/src/lib/wire.generated.ts is up to date.
"""

from __future__ import annotations

import sys
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from koloda.core.layout import ZoneKind  # noqa: E402
from koloda.core.views import View  # noqa: E402
from koloda.games import all_games  # noqa: E402
from koloda.table import (  # noqa: E402
    games_wire,
    ladder_wire,
    people_wire,
    post_wire,
    puzzle_wire,
    replay_wire,
    rows,
    social_wire,
    wire,
)
from koloda.table.tournaments import wire as tournaments_wire  # noqa: E402

FILE = ROOT / "web" / "src" / "lib" / "wire.generated.ts"
HEAD = "/* Made by tools/wire_types.py from src/koloda/table/wire.py and the games' views. Do not edit. */\n"
# what the client calls some classes
NAMES = {
    "OptionInfo": "GameOption",
    "GameInfo": "Game",
    "ClockOut": "Clock",
    "LegalAction": "Legal",
    "EventOut": "TableEvent",
    "TableOut": "TableMessage",
    "Update": "UpdateMessage",
    "ChatOut": "ChatMessage",
    "Ok": "OkMessage",
    "ErrorOut": "ErrorMessage",
    "WhyOut": "WhyAnswer",
    "HintOut": "HintAnswer",
    "Bye": "ByeMessage",
}
ALIASES = {"Lang": wire.Lang, "Level": games_wire.LevelName, "Value": rows.Value, "ZoneKind": ZoneKind}
# further bodies of HTTP; what they name comes with them
BODIES = (
    *(tournaments_wire.NewTournament, tournaments_wire.TournamentPage, tournaments_wire.TournamentList),
    *(social_wire.Seek, social_wire.MatchState, social_wire.Friends, social_wire.Online, social_wire.News),
    *(puzzle_wire.Puzzles, puzzle_wire.PuzzleList, puzzle_wire.NextPuzzle),
    *(puzzle_wire.PuzzlePosition, puzzle_wire.PuzzleAnswer, puzzle_wire.PuzzleResult),
    *(
        post_wire.PushInfo,
        post_wire.PushAddress,
        post_wire.PushStop,
        post_wire.Vacation,
        post_wire.VacationInfo,
    ),
    puzzle_wire.PuzzleWhy,
    *(people_wire.Statistics, social_wire.Preferences, social_wire.Invite, social_wire.FriendWish),
    *(
        people_wire.NewSession,
        people_wire.NewAccount,
        wire.NewTable,
        wire.QuickTable,
        wire.Join,
        wire.SetReady,
        wire.Kick,
    ),
    *(
        wire.SetBot,
        people_wire.SessionInfo,
        people_wire.UserInfo,
        people_wire.Profile,
        people_wire.History,
        games_wire.Games,
        games_wire.RulesText,
    ),
    *(
        wire.TableAnswer,
        wire.TableList,
        wire.ErrorAnswer,
        replay_wire.Guide,
        replay_wire.Replay,
        replay_wire.Analysis,
    ),
    *(
        replay_wire.Progress,
        wire.SomeOptions,
        games_wire.AllOptions,
        wire.OpenLuck,
        people_wire.AccountInfo,
        people_wire.Blocks,
    ),
    *(
        ladder_wire.LadderInfo,
        ladder_wire.LadderOwn,
        ladder_wire.LadderReport,
        ladder_wire.LadderWatch,
        ladder_wire.NewVersion,
    ),
    *(
        people_wire.AdminUsers,
        people_wire.Bans,
        people_wire.Reports,
        people_wire.Audit,
        people_wire.Health,
        people_wire.RatingHistory,
    ),
    *(
        people_wire.BotList,
        people_wire.Tokens,
        people_wire.NewToken,
        people_wire.TokenName,
        people_wire.Leaders,
        wire.Challenge,
    ),
)
PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "any",
    object: "unknown",
}


class Types:
    """The types told so far, in the order in which they were met."""

    def __init__(self) -> None:
        self.told: dict[str, str] = {}
        self.sources: dict[str, object] = {}
        self.prefix = ""  # of the game whose view is being told

    def note(self, kind: Any) -> str:
        """One type; whatever has a name of its own is told, too."""
        for name, alias in ALIASES.items():
            if kind == alias:
                kinds = get_args(alias)[:1] if get_origin(alias) is Annotated else get_args(alias)
                values = (f"'{each}'" if isinstance(each, str) else PLAIN[each] for each in kinds)
                self.tell(name, alias, f"export type {name} = {' | '.join(values)};")
                return name
        if kind in PLAIN:
            return PLAIN[kind]
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            titles = [each.title for each in args[1:] if isinstance(each, msgspec.Meta) and each.title]
            title = titles[0] if titles else ""
            if not title:
                return self.note(args[0])
            self.tell(title, kind, f"{comment(kind)}export type {title} = any;")
            return title
        if origin in (NotRequired, Required):
            return self.note(args[0])
        if origin is Literal:
            return " | ".join(f"'{each}'" if isinstance(each, str) else str(each).lower() for each in args)
        if origin in (Union, types.UnionType):
            parts = sorted((self.note(each) for each in args), key=lambda part: part == "null")
            return " | ".join(dict.fromkeys(parts))
        if origin is list or (origin is tuple and args[-1] is Ellipsis):
            inner = self.note(args[0])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(self.note(each) for each in args)}]"
        if origin is dict:
            return f"Record<string, {self.note(args[1])}>"
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.struct(kind)
        if typing.is_typeddict(kind):
            return self.typed_dict(kind)
        raise TypeError(f"{kind!r} has no counterpart in TypeScript yet")

    def tell(self, name: str, source: object, text: str) -> None:
        if self.sources.setdefault(name, source) != source:
            raise TypeError(f"two types are called {name}")
        self.told[name] = text

    def named(self, name: str, kind: Any, fields: list[str]) -> str:
        body = "".join(f"  {line}\n" for field in fields for line in field.split("\n"))
        self.tell(name, kind, f"{jsdoc(kind.__doc__)}export type {name} = {{\n{body}}};")
        return name

    def struct(self, kind: type[msgspec.Struct]) -> str:
        name = NAMES.get(kind.__name__, kind.__name__)
        if self.sources.get(name) is kind:
            return name
        self.sources[name] = kind
        self.told.setdefault(name, "")  # keeps its place before those that it names
        config, hints = kind.__struct_config__, get_type_hints(kind, include_extras=True)
        fields = [f"{config.tag_field}: '{config.tag}';"] if config.tag_field else []
        for field in msgspec.structs.fields(kind):
            hint = hints[field.name]
            text = self.note(hint)
            # what comes in may be left out; what goes out is left out where it is not there
            optional = not field.required and (config.forbid_unknown_fields or config.omit_defaults)
            if optional and not config.forbid_unknown_fields:
                text = text.removesuffix(" | null")
            fields.append(f"{comment(hint)}{field.encode_name}{'?' if optional else ''}: {text};")
        return self.named(name, kind, fields)

    def typed_dict(self, kind: Any) -> str:
        name = kind.__name__
        if not kind.__module__.startswith("koloda.core.") and not name.startswith(self.prefix):
            name = self.prefix + name  # games need not know each other's names
        if self.sources.get(name) is kind:
            return str(name)
        self.sources[name] = kind
        self.told.setdefault(name, "")
        fields = []
        for key, hint in get_type_hints(kind, include_extras=True).items():
            # with postponed annotations __optional_keys__ knows only of total=False
            left_out = get_origin(hint) is NotRequired
            left_out |= key in kind.__optional_keys__ and get_origin(hint) is not Required
            optional = "?" if left_out else ""
            fields.append(f"{comment(hint)}{key}{optional}: {self.note(hint)};")
        return self.named(name, kind, fields)

    def union(self, name: str, kind: Any) -> None:
        parts = "".join(f"\n  | {self.note(each)}" for each in get_args(kind))
        self.tell(name, kind, f"export type {name} ={parts};")


def comment(kind: Any) -> str:
    """What is said of a field or an alias."""
    while get_origin(kind) in (NotRequired, Required):
        kind = get_args(kind)[0]
    said = ""
    if get_origin(kind) is Annotated:
        for each in get_args(kind)[1:]:
            said = each if isinstance(each, str) else getattr(each, "description", None) or said
    return jsdoc(said)


def jsdoc(text: str | None) -> str:
    """A comment with a new line, or nothing."""
    return f"/** {' '.join(text.split())} */\n" if text else ""


def rendered() -> str:
    found = Types()
    found.union("ServerMessage", wire.AnyOutgoing)
    found.union("ClientMessage", wire.Incoming)
    for body in BODIES:
        found.note(body)
    views = []
    for game in all_games():
        if game.view_type is View:
            views.append(f"  {game.id}: View;\n")
        else:
            found.prefix = game.view_type.__name__.removesuffix("View")
            views.append(f"  {game.id}: {found.note(game.view_type)};\n")
    found.tell("Views", "", f"/** The views by game. */\nexport type Views = {{\n{''.join(views)}}};")
    return HEAD + "\n" + "\n\n".join(found.told.values()) + "\n"


def main() -> int:
    text = rendered()
    if FILE.is_file() and FILE.read_text("utf-8") == text:
        return 0
    name = FILE.relative_to(ROOT)
    if "--check" in sys.argv[1:]:
        print(f"{name} is not up to date: run python tools/wire_types.py", file=sys.stderr)
        return 1
    FILE.write_text(text, "utf-8")
    print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
