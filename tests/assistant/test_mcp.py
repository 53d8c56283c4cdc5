"""`koloda mcp` as an assistant meets it: a real client session over standard input and output."""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import koloda

mcp = pytest.importorskip("mcp", reason="the extra koloda[mcp] is not installed")

import anyio  # noqa: E402

from koloda.assistant.desk import Desk  # noqa: E402
from koloda.cli.mcp import rules  # noqa: E402
from koloda.core.errors import KolodaError  # noqa: E402
from koloda.core.rng import Rng  # noqa: E402

GAMES = [game.id for game in koloda.game_list()]
SOURCES = Path(koloda.__file__).parent.parent
MOVES = 3000


class Assistant:
    """A client session, with the answers as data."""

    def __init__(self, session: Any) -> None:
        self.session = session

    async def ask(self, tool: str, **arguments: Any) -> Any:
        result = await self.session.call_tool(tool, arguments)
        text = "".join(part.text for part in result.content)
        if result.is_error:
            raise KolodaError(text)
        found = result.structured_content
        return found["result"] if set(found) == {"result"} else found

    async def play(self, game: str, chance: random.Random) -> dict[str, Any]:
        shown = await self.ask("new_game", game=game, level="easy", seat=1)
        key = shown["id"]
        for _ in range(MOVES):
            if shown["over"]:
                return {"id": key, **shown}
            assert shown["your_turn"]
            assert shown["view"]["seat"] == 1
            shown = await self.ask("act", id=key, action=chance.choice(shown["legal"])["action"])
        raise AssertionError(f"{game} does not end")


def test_a_client_session_plays_whole_games_of_all_five() -> None:
    parameters = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "koloda", "mcp"],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
    )

    async def session() -> None:
        async with mcp.stdio_client(parameters) as streams, mcp.ClientSession(*streams) as client:
            await client.initialize()
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"new_game", "view", "legal_moves", "act", "why_illegal", "rules_of", "review"} <= names
            assistant = Assistant(client)
            assert [each["game"] for each in await assistant.ask("list_games", lang="uk")] == GAMES
            chance = random.Random(1)
            for game in GAMES:
                over = await assistant.play(game, chance)
                assert len(over["result"]["scores"]) == len(over["seats"])
                assert await assistant.ask("legal_moves", id=over["id"]) == []
                with pytest.raises(KolodaError, match="the deal is over"):
                    await assistant.ask("act", id=over["id"], action="pass")
            await refusals(assistant)

    anyio.run(session)


async def refusals(assistant: Assistant) -> None:
    """What goes wrong is said in words."""
    shown = await assistant.ask("new_game", game="durak", seats=2, seed=7)
    legal = {each["action"] for each in shown["legal"]}
    text = next(text for text in ("take", "move 6S", "beat 6S") if text not in legal)
    why = await assistant.ask("why_illegal", id=shown["id"], action=text)
    assert why["legal"] is False
    assert why["reason"]
    with pytest.raises(KolodaError) as refused:
        await assistant.ask("act", id=shown["id"], action=text)
    assert why["reason"] in str(refused.value)
    for arguments, words in (
        ({"game": "poker"}, "poker"),
        ({"game": "durak", "level": "godlike"}, "godlike"),
        ({"game": "durak", "seat": 9}, "seat 9"),
        ({"game": "durak", "options": {"nonsense": 1}}, "nonsense"),
    ):
        with pytest.raises(KolodaError, match=words):
            await assistant.ask("new_game", **arguments)
    with pytest.raises(KolodaError, match="no game"):
        await assistant.ask("view", id="nothing")
    with pytest.raises(KolodaError, match="not over"):
        await assistant.ask("review", id=shown["id"])
    sections = (await assistant.ask("rules_of", game="durak"))["sections"]
    assert (await assistant.ask("rules_of", game="durak", section=sections[0]))["text"]
    watched = await assistant.ask("watch_game", game="durak", level="easy", seats=2)
    assert watched["over"]


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_byte_of_an_answer(game: str) -> None:
    desk = Desk(rules)
    chance = random.Random(5)
    key = desk.new_game(game, None, 0, {}, "easy", 3, "en")["id"]
    played = desk.find(key)
    compared = 0
    for number in range(40):
        if played.state.over:
            break
        true = played.state
        said = answers(desk, key)
        for other in range(2):
            played.state = true.determinize(0, Rng(number, other))
            assert answers(desk, key) == said
            compared += 1
        played.state = true
        played.act(chance.choice(played.legal())["action"])
    assert compared > 4


def answers(desk: Desk, key: str) -> bytes:
    """Everything that the tools say without changing anything, but for the news, which were told before."""
    played = desk.find(key)
    played.news = []
    texts = [each["action"] for each in played.legal()] + ["pass", "take", "play R1"]
    reasons = []
    for text in texts:
        try:
            reasons.append(played.why_not(text))
        except KolodaError as error:
            reasons.append(str(error))
    return json.dumps([played.view(), played.legal(), reasons]).encode()


def test_a_review_judges_the_own_decisions_of_a_finished_deal() -> None:
    desk = Desk(rules)
    chance = random.Random(2)
    key = desk.new_game("durak", 2, 0, {}, "easy", 3, "en")["id"]
    played = desk.find(key)
    while not played.state.over:
        played.act(chance.choice(played.legal())["action"])
    found = played.review()
    assert found["moves"]
    assert {each["seat"] for each in found["moves"]} == {0}
    assert all(each["loss"] >= 0 for each in found["moves"])
    assert len(found["actions"]) == len(played.actions)
