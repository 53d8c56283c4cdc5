"""What a program is told and asked: the whole of it, and nothing that its seat may not know."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import koloda
from koloda.arena.external import workshop
from koloda.arena.external.bot import ProgramBot
from koloda.arena.external.messages import PROTOCOL, FromJudge
from koloda.arena.external.talk import Talk, chance
from koloda.arena.pairing import Pairing, play_match
from koloda.arena.programs.program import Program
from koloda.arena.simulate import Plan, play
from koloda.bots import Bot, bot
from koloda.bots.driver import NOTHING, Driver
from koloda.bots.player import Player, Setting, bot_rng
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Policy
from koloda.core.rng import Rng
from koloda.core.state import State

ROOT = Path(__file__).parents[2]
GAMES = [game.id for game in koloda.game_list()]
FIRST = "from koloda_bot import run\nrun(lambda view, legal: legal[0])\n"
# plays the first action, and tells on standard error everything that it read
ECHO = """
import json, sys
for line in sys.stdin:
    sys.stderr.write(line); sys.stderr.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": "koloda-bot/1", "name": "echo"}), flush=True)
    elif message["type"] == "ask":
        print(json.dumps({"type": "answer", "answer": message["legal"][0]}), flush=True)
"""
REALTIME = [
    (game.id, option.name)
    for game in koloda.game_list()
    for option in game.options
    if "realtime" in option.choices
]


class Heard(Talk):
    """A talk with nobody: every line that a program would get is kept, the first action answered."""

    def __init__(self, player: Player) -> None:
        self.lines: list[bytes] = []
        super().__init__("cmd:nobody", Program("nobody", ("nobody",)), player)

    def start(self) -> None:
        self.wants_aids = True

    def tell(self, lines: bytes) -> None:
        self.lines.append(lines)

    def reply(self, command: bytes, seconds: float) -> Any:
        self.lines.append(command)
        raise LookupError


def asked(state: State, seat: int, setting: Setting) -> bytes:
    """All bytes that a program on this seat gets when it is asked now, for the first time."""
    talk = Heard(Player(state, seat, Rng(5), setting))
    with pytest.raises(LookupError):
        talk.decide()
    return b"".join(talk.lines)


@pytest.mark.parametrize("game_id", GAMES)
def test_hidden_cards_change_no_byte_of_what_a_program_gets(game_id: str) -> None:
    game = koloda.game(game_id)
    for seats in game.seat_counts:
        state = game.deal(seats, 4)
        setting = Setting(game.resolve(seats))
        rngs = [bot_rng(4, seat) for seat in range(seats)]
        different = 0
        for number in range(60):
            if state.over:
                break
            seat = int(state.actor)
            if number % 5 == 0:
                world = state.determinize(seat, Rng(number))
                different += world.reveal() != state.reveal()
                assert asked(world, seat, setting) == asked(state, seat, setting)
            state.apply(seat, bot("normal").choose(Player(state, seat, rngs[seat])))
        assert different or seats == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_aids_are_for_who_asks_for_them(program: Callable[[str], str], wanted: bool) -> None:
    """The program ends as soon as a question is not as it wants it."""
    source = (
        "from koloda_bot import run\ndef choose(view, legal):\n    assert (view['aids'] is not None) == {0}\n"
    )
    word = program((source + "    return legal[0]\nrun(choose, aids={0})\n").format(wanted))
    played = ProgramBot(word)
    state = koloda.game("viceroy").deal(2, 1, watch=True)
    driver = Driver(state.game, [played, bot("random")], Setting(state.game.resolve(2)))
    driver.play(state, 1)
    driver.close()
    assert played.take_faults() == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_program_hears_the_events_of_its_seat_and_no_others(game_id: str) -> None:
    game = koloda.game(game_id)
    seats = max(2, game.seat_counts[0])
    state = game.deal(seats, 2, watch=True)
    players = [Player(state, seat, bot_rng(2, seat), Setting(game.resolve(seats))) for seat in range(seats)]
    talks = [Heard(player) for player in players]
    while not state.over:
        for talk in talks:
            talk.hear()
        seat = int(state.actor)
        state.apply(seat, bot("normal").choose(players[seat]))
    for talk in talks:
        talk.hear()
        talk.hear()  # the end is told once
    for seat, talk in enumerate(talks):
        messages = [json.loads(line) for line in b"".join(talk.lines).splitlines()]
        assert [message["type"] for message in messages][:: len(messages) - 1] == ["start", "end"]
        assert sum(message["type"] == "end" for message in messages) == 1
        heard = [event for message in messages for event in message.get("events", [])]
        assert state.log is not None
        assert heard == json.loads(json.dumps(state.log.seen_by(seat)))
        result = game.result(state)
        assert messages[-1]["returns"] == result["returns"]
        assert messages[-1]["scores"] == result["scores"]


def test_what_a_program_reads_is_what_the_schema_says(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[bytes] = []
    told = Talk.tell

    def tell(self: Talk, line: bytes) -> None:
        lines.append(line)
        told(self, line)

    monkeypatch.setattr(Talk, "tell", tell)
    game = koloda.game("durak")
    echo = ProgramBot(program(ECHO))
    setting = Setting(game.resolve(2), ("Ann", "Ben"), 3, (1.0, 2.0))
    state = game.deal(2, 8, watch=True)
    Driver(game, [echo, bot("normal")], setting).play(state, 8)
    process = echo.talks[0].process
    assert process is not None
    echo.close()
    read = process.child.errors.splitlines()
    messages = [json.loads(line) for line in read]
    assert [message["type"] for message in messages][:3] == ["hello", "start", "events"]
    assert messages[0]["protocol"] == PROTOCOL
    start = messages[1]
    assert (start["game"], start["seats"], start["seat"]) == ("durak", 2, 0)
    assert (start["names"], start["deal"], start["totals"]) == (["Ann", "Ben"], 3, [1.0, 2.0])
    assert start["options"] == game.resolve(2)
    assert start["clock"] == {"decision_ms": 600_000, "deal_ms": 0}
    assert messages[-1]["type"] == "end"
    questions = [message for message in messages if message["type"] == "ask"]
    assert [question["id"] for question in questions] == list(range(1, len(questions) + 1))
    assert all(question["view"]["seat"] == 0 for question in questions)
    for line in read:
        msgspec.json.decode(line, type=FromJudge)
    assert lines


@pytest.mark.parametrize(("game_id", "option"), REALTIME)
def test_reactions_in_real_time_are_questions_like_others(
    game_id: str, option: str, program: Callable[[str], str]
) -> None:
    class Volunteer(ProgramBot):
        unowed = 0

        def choose(self, player: Player) -> int:
            self.unowed += not player.owes()
            return super().choose(player)

    game = koloda.game(game_id)
    volunteer = Volunteer(program(FIRST))
    options = {option: "realtime"}
    for seed in range(40):
        state = game.deal(3, seed, options, watch=True)
        bots = [volunteer, bot("easy"), bot("easy")]
        Driver(game, bots, Setting(game.resolve(3, options))).play(state, seed)
        if volunteer.unowed:
            break
    volunteer.close()
    assert volunteer.unowed
    assert volunteer.take_faults() == []


@pytest.mark.parametrize(("game_id", "option"), REALTIME)
def test_in_real_time_a_program_may_do_nothing(
    game_id: str, option: str, program: Callable[[str], str]
) -> None:
    class Silent(ProgramBot):
        unowed = 0

        def choose(self, player: Player) -> int:
            action = super().choose(player)
            assert player.owes() == (action != NOTHING)
            self.unowed += action == NOTHING
            return action

    game = koloda.game(game_id)
    first = 'message["legal"][0]'
    silent = Silent(program(ECHO.replace(first, f'{first} if message["owed"] else None')))
    options = {option: "realtime"}
    for seed in range(40):
        driver = Driver(game, [silent, bot("easy"), bot("easy")], Setting(game.resolve(3, options)))
        state = game.deal(3, seed, options, watch=True)
        acted: list[int] = []

        def apply(seat: int, action: int, state: State = state, acted: list[int] = acted) -> None:
            acted.append(seat)
            state.step(seat, action)

        assert driver.play_by(state, seed, apply) == len(acted)
        assert state.over
        if silent.unowed:
            break
    silent.close()
    assert silent.unowed
    assert silent.take_faults() == []


def test_nothing_is_no_answer_to_a_question_that_is_owed(program: Callable[[str], str]) -> None:
    nobody = ProgramBot(program(ECHO.replace('message["legal"][0]', "None")))
    game = koloda.game("flights")
    Driver(game, [nobody, bot("random")]).play(game.deal(2, 1, watch=True), 1)
    nobody.close()
    faults = nobody.take_faults()
    assert {(fault.code, fault.detail) for fault in faults} == {
        ("ILLEGAL", "null is an answer only where owed is false")
    }


def test_the_number_for_a_programs_own_chance_is_none_of_the_deals_generator() -> None:
    """Its first number is 32 bits of what the seed of the deal gives, and the generator is public."""
    numbers = [
        int(bot_rng(5, 0).next32()),
        chance(bot_rng(5, 0)),
        chance(bot_rng(6, 0)),
        chance(bot_rng(5, 1)),
    ]
    assert len(set(numbers)) == 4
    assert chance(bot_rng(5, 0)) == numbers[1], "the same deal gives the same number"
    rng = bot_rng(5, 0)
    assert numbers[1] not in [int(rng.next32()) for _ in range(1000)]


class Listener(Bot):
    """Notes how much had happened when it was told."""

    follows = True

    def __init__(self) -> None:
        super().__init__("listener")
        self.told: list[int] = []

    def policy(self, game: Game) -> Policy | None:
        return None

    def follow(self, player: Player) -> None:
        self.told.append(player.news(0)[1])

    def choose(self, player: Player) -> int:
        return player.legal()[0]


@pytest.mark.parametrize(("other", "often"), [("mcts:1", True), ("random", False)])
def test_news_is_told_before_anybody_thinks_and_otherwise_together(other: str, often: bool) -> None:
    game = koloda.game("durak")
    listener = Listener()
    state = game.deal(2, 3, watch=True)
    actions = Driver(game, [listener, bot(other)]).play(state, 3)
    assert listener.told[0] > 0, "the deal is told at once"
    assert listener.told[-1] == len(state.events), "nothing is kept back at the end"
    assert (len(listener.told) > 2) is often
    assert len(listener.told) <= actions + 2


def test_there_is_a_game_in_real_time() -> None:
    assert REALTIME


def test_a_program_plays_several_deals_of_a_match_in_one_process(program: Callable[[str], str]) -> None:
    game = koloda.game("flights")
    echo = ProgramBot(program(ECHO))
    processes = []
    for number in (1, 2):
        setting = Setting(game.resolve(2), deal=number)
        state = game.deal(2, number, watch=True)
        Driver(game, [echo, bot("normal")], setting).play(state, number)
        process = echo.talks[0].process
        assert process is not None
        processes.append(process)
    echo.close()
    assert processes[0] is processes[1]
    errors = processes[0].child.errors.splitlines()
    types = [json.loads(line)["type"] for line in errors]
    assert types.count("hello") == 1
    assert types.count("start") == types.count("end") == 2


# one decision, one driver


@pytest.mark.parametrize("game_id", GAMES)
def test_a_program_plays_the_same_game_in_simulate_with_traces_and_without(
    game_id: str, program: Callable[[str], str]
) -> None:
    name = program(FIRST)
    seats = max(2, koloda.game(game_id).seat_counts[0])
    with_traces, lines = play(Plan(game_id, seats, 11, 1, {}, [name, "normal"], True), 0, 1)
    without, _ = play(Plan(game_id, seats, 11, 1, {}, [name, "normal"], False), 0, 1)
    assert with_traces == without
    assert with_traces.faults == []
    game = koloda.game(game_id)
    state = game.deal(seats, 11)
    for step in json.loads(lines[0])["steps"]:
        if step["seat"] == 0:
            assert game.action(step["action"]) == state.legal(0)[0]
        state.apply(step["seat"], game.action(step["action"]))
    assert state.over


def test_a_match_gives_the_same_results_with_any_number_of_jobs(program: Callable[[str], str]) -> None:
    pairing = Pairing("flights", 2, program(FIRST), "random", 3, 7, {})
    assert list(play_match(pairing)) == list(play_match(pairing, 2))


def test_no_program_remembers_the_mirrored_game(program: Callable[[str], str]) -> None:
    """Every game has processes of its own."""
    starts = []
    original = Talk.started

    def started(self: Talk) -> Any:
        starts.append(self.player.seat)
        return original(self)

    name = program(FIRST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Talk, "started", started)
        list(play_match(Pairing("flights", 2, name, "random", 1, 7, {})))
    assert starts == [0, 1]


def test_a_program_can_be_seated_twice_and_shares_no_process(program: Callable[[str], str]) -> None:
    game = koloda.game("durak")
    both = ProgramBot(program(FIRST))
    state = game.deal(2, 3, watch=True)
    Driver(game, [both, both], Setting(game.resolve(2))).play(state, 3)
    pids = {talk.process.child.popen.pid for talk in both.talks.values() if talk.process}
    both.close()
    assert len(pids) == 2


def test_an_unwatched_deal_is_refused(program: Callable[[str], str]) -> None:
    game = koloda.game("durak")
    with pytest.raises(KolodaError, match="watched"):
        bot(program(FIRST)).choose(Player(game.deal(2, 1), 0, Rng(1)))


# the schema and the documentation


def test_the_schema_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "bot_schema.py", "--check"], check=False)
    assert done.returncode == 0, "run tools/bot_schema.py"


def test_the_page_of_views_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "view_docs.py", "--check"], check=False)
    assert done.returncode == 0, "run tools/view_docs.py"


def test_the_page_of_events_has_every_kind() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "event_docs.py", "--check"], check=False)
    assert done.returncode == 0, "run tools/event_docs.py"


def test_the_documentation_names_every_message_and_field() -> None:
    text = (ROOT / "docs" / "bot-protocol.md").read_text("utf-8")
    schema = json.loads((ROOT / "docs" / "bot-protocol.schema.json").read_text("utf-8"))
    for name, definition in schema["$defs"].items():
        for field in definition.get("properties", {}):
            assert f"`{field}`" in text or f'"{field}"' in text, f"{name}.{field}"


def test_the_helper_is_short_and_needs_nothing_but_python() -> None:
    source = (ROOT / "examples" / "bots" / "koloda_bot.py").read_text("utf-8")
    modules = {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert modules == {"json", "sys"}
    assert len(source.splitlines()) <= 45


def test_a_program_brings_the_modules_beside_it_and_nothing_else(tmp_path: Path) -> None:
    for name, text in (
        ("main.py", "import json, near\n"),
        ("near.py", "from further import x\nimport main\n"),
        ("further.py", "x = 1\n"),
        ("secret.py", ""),
    ):
        (tmp_path / name).write_text(text)
    made = workshop.program(str(tmp_path / "main.py"))
    assert sorted(path.name for path in Path(made.folder).iterdir()) == ["further.py", "main.py", "near.py"]
