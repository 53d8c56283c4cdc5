"""The MCP server: the tools by which an assistant plays, over standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from koloda import __version__
from koloda.assistant.desk import Desk
from koloda.core.errors import KolodaError
from koloda.core.game import Game

T = TypeVar("T")
INSTRUCTIONS = """You play card games against bots. list_games says which; rules_of tells how. new_game begins
a deal and answers with what you see and what you may do; choose one of its legal actions and act with its
text. Go on until `over` is true, then review says what each decision has cost. You know what your seat may
know: the hands of the others are in no answer."""


def make_server(rules: Callable[[Game, str], str]) -> MCPServer[Any]:
    """The server with its tools; `rules` gives the players' rules of a game in a language."""
    server: MCPServer[Any] = MCPServer(
        "koloda",
        title="koloda card games",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    desk = Desk(rules)

    @server.tool()
    def list_games(lang: str = "en") -> list[dict[str, Any]]:
        """The games that can be played: seats, options and a summary of each. lang: en, uk or ru."""
        return told(lambda: desk.list_games(lang))

    @server.tool()
    def rules_of(game: str, section: str = "", lang: str = "en") -> dict[str, Any]:
        """The rules of a game: without a section its introduction and the headings, with one its text."""
        return told(lambda: desk.rules(game, section, lang))

    @server.tool()
    def new_game(
        game: str,
        seats: int | None = None,
        seat: int = 0,
        options: dict[str, bool | int | str] | None = None,
        level: str = "normal",
        seed: int | None = None,
        lang: str = "en",
    ) -> dict[str, Any]:
        """Begin a deal. level: of the other seats (easy, normal, hard, expert, master). seed: for a deal
        that can be repeated; usually a secret one. Answers with the id of the game and what `view` tells."""
        return told(lambda: desk.new_game(game, seats, seat, options or {}, level, seed, lang))

    @server.tool()
    def watch_game(
        game: str,
        seats: int | None = None,
        options: dict[str, bool | int | str] | None = None,
        level: str = "normal",
        seed: int | None = None,
        lang: str = "en",
    ) -> dict[str, Any]:
        """Watch a deal among bots to its end, as a spectator sees it; `review` then judges every seat."""
        return told(lambda: desk.new_game(game, seats, None, options or {}, level, seed, lang))

    @server.tool()
    def view(id: str) -> dict[str, Any]:  # noqa: A002 - what it is called for the model
        """What your seat sees now, what has happened since you looked last, and your legal actions."""
        return told(lambda: desk.find(id).view())

    @server.tool()
    def legal_moves(id: str) -> list[dict[str, str]]:  # noqa: A002
        """Your legal actions now, each with its meaning; none: it is not your turn, or the deal is over."""
        return told(lambda: desk.find(id).legal())

    @server.tool()
    def act(id: str, action: str) -> dict[str, Any]:  # noqa: A002
        """Do one of your legal actions, by its text. The bots then play on until it is your turn again."""

        def done() -> dict[str, Any]:
            played = desk.find(id)
            played.act(action)
            return played.view()

        return told(done)

    @server.tool()
    def why_illegal(id: str, action: str) -> dict[str, Any]:  # noqa: A002
        """Which rule forbids an action now, in words; legal: it is possible."""

        def found() -> dict[str, Any]:
            reason = desk.find(id).why_not(action)
            return {"action": action, "legal": not reason, "reason": reason}

        return told(found)

    @server.tool()
    def review(id: str) -> dict[str, Any]:  # noqa: A002
        """After the end: what each of your decisions has cost, what was better, and the whole deal."""
        return told(lambda: desk.find(id).review())

    return server


def told(work: Callable[[], T]) -> T:
    """The answer, or the refusal in words for the model to read."""
    try:
        return work()
    except KolodaError as error:
        raise ToolError(str(error)) from None
