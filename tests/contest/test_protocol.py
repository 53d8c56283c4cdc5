"""The lines themselves: numbering, masking, answers, options. No process is needed for these."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contest.players import GOLDEN, golden_with
from contest.table import Table
from durak.positions import play, position
from koloda.arena.contest.protocol import ANSWER_BYTES, COMMANDS, Dialogue, read_answer, relative, why_illegal
from koloda.arena.programs.making import Programs
from koloda.arena.programs.process import cut_line
from koloda.arena.programs.sandbox import Sandbox
from koloda.games.durak.cards import CODES


def test_the_numbers_under_which_seats_know_each_other() -> None:
    seen = [[relative(seat, by, 4) for by in range(4)] for seat in range(4)]
    assert seen == [[1, 4, 3, 2], [2, 1, 4, 3], [3, 2, 1, 4], [4, 3, 2, 1]]
    assert [relative(seat, 2, 5) for seat in range(5)] == [4, 5, 1, 2, 3]


@pytest.mark.protocol("V23", "V24", "S8")
def test_moves_are_renumbered_and_draws_are_masked() -> None:
    table = Table(GOLDEN.state({}))
    table.play("6D 8D 6C 7C 7H AS 6S NO 7S")
    assert [lines[-1] for lines in table.told] == ["give 1 KS", "give 4 ??", "give 3 ??", "give 2 ??"]
    table.play("8S")
    assert [lines[-1] for lines in table.told] == ["move 1 2 8S", "move 4 1 8S", "move 3 4 8S", "move 2 3 8S"]


@pytest.mark.protocol("P1", "V5", "V6")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"6S", "6S"),
        (b" 6S \r", "6S"),
        (b"\tNO\t", "NO"),
        (b"6s", None),
        (b"no", None),
        (b"", None),
        (b"6S\r\r", None),
        (b"6S 7S", None),
        (b"10S", None),
        (b"??", None),
        (b"6S" + b" " * 14, "6S"),
        (b"6S" + b" " * 15, None),
        (b"\xff\xfe", None),
        (b"6S\0", None),
    ],
)
def test_what_is_an_answer(line: bytes, answer: str | None) -> None:
    assert read_answer(line) == answer


@given(st.binary(max_size=40))
def test_any_bytes_are_read_as_an_answer_as_garbage_or_not_yet(received: bytes) -> None:
    line = cut_line(received, ANSWER_BYTES)
    if line is None:
        assert b"\n" not in received
        assert len(received) <= 16
    else:
        assert b"\n" not in line
        assert received.startswith(line)
        assert read_answer(line) in (None, "NO", *CODES)
        assert len(line) <= 17


# the vectors for a program on seat 1, trump S, with 6S 7S 8S 9S TS JS


@pytest.mark.protocol("V1")
def test_an_addition_is_told_to_all(programs: Programs, best: Sandbox) -> None:
    played = golden_with(programs, best, 1, "6S")
    lines = ["add 1 4 6S", "add 4 3 6S", "add 3 2 6S", "add 2 1 6S"]
    assert all([">", line] in told for line, told in zip(lines, played.lines, strict=True))


@pytest.mark.protocol("V2", "V3", "V5", "V6")
@pytest.mark.parametrize(
    ("answer", "code"), [("8S", "ILLEGAL"), ("6H", "ILLEGAL"), ("6s", "GARBAGE"), ("", "GARBAGE")]
)
def test_a_wrong_addition(programs: Programs, best: Sandbox, answer: str, code: str) -> None:
    played = golden_with(programs, best, 1, answer)
    assert played.fault is not None
    assert (played.fault.code, played.fault_seat, played.winner) == (code, 0, 1)
    assert played.lines[0][-2:] == [[">", "ADD"], ["<", answer]]


@pytest.mark.protocol("V4")
def test_blanks_and_a_carriage_return_around_an_answer(programs: Programs, best: Sandbox) -> None:
    played = golden_with(programs, best, 1, " 6S \\r")
    assert ["<", " 6S \r"] in played.lines[0]
    assert [">", "add 1 4 6S"] in played.lines[0]


@pytest.mark.protocol("V7")
def test_a_move_cannot_be_refused(programs: Programs, best: Sandbox) -> None:
    played = golden_with(programs, best, 1, "6S", "7S", "NO")
    assert played.fault is not None
    assert played.fault.code == "ILLEGAL"
    assert played.lines[0][-2:] == [[">", "MOVE"], ["<", "NO"]]


@pytest.mark.protocol("V10", "V11")
def test_beating_and_taking() -> None:
    state = play(position("stock -; 1: QS AC; 2: 6H 7H; 3: 8H; 4: KS 9H; lead 4"), "4 move KS")
    assert "cannot beat" in why_illegal(state, 0, "AC")
    state = play(position("stock -; 1: AC 6S; 2: 6H 7H; 3: 8H; 4: KC 9H; lead 4"), "4 move KC")
    assert why_illegal(state, 0, "NO") == ""
    dialogue = Dialogue(state)
    dialogue.news()
    play(state, "1 take")
    assert dialogue.news()[0][0] == "take 1"


@pytest.mark.protocol("V12", "P11")
def test_a_refusal_to_add_is_heard_by_nobody() -> None:
    table = Table(GOLDEN.state({}))
    table.play("6D 8D 6C 7C 7H AS 6S NO 7S 8S NO 7D 9D 9H 6S")
    before = [len(lines) for lines in table.told]
    assert (table.state.actor, table.dialogue.command) == (0, "ADD")
    table.play("NO")
    assert table.dialogue.command == "MOVE"
    # the round ends; what follows are the draws of the refill
    news = [lines[count:] for lines, count in zip(table.told, before, strict=True)]
    assert news[0] == ["give 3 ??", "give 3 ??"]
    assert news[2] == ["give 1 6H", "give 1 TD"]


@pytest.mark.protocol("V25")
def test_no_addition_is_asked_for_at_the_limit() -> None:
    state = position("stock -; 1: 7C 7D 7H 9C; 2: 8C KD; 3: 7S AH; 4: QC QD; lead 1")
    table = Table(state)
    table.play("7C NO 7D")
    assert COMMANDS[state.phase] == "MOVE"
    assert state.actor == 2


@pytest.mark.protocol("V26", "P3")
def test_a_partner_leads_for_a_player_who_is_out() -> None:
    table = Table(position("stock -; 1: KC 9H; 2: 6H 8H; 4: 9C JD; out 3; lead 3"))
    assert (table.state.actor, table.dialogue.command) == (0, "MOVE")
    table.play("9H")
    assert [lines[-1] for lines in table.told] == ["move 1 4 9H", "move 4 3 9H", "move 3 2 9H", "move 2 1 9H"]


# options


@pytest.mark.protocol("P11")
def test_asking_every_attacker_to_add() -> None:
    table = Table(GOLDEN.state({"ask_add": "always"}))
    table.play("6D 8D")
    # 2 and then 4 are asked although the golden game asks nobody here
    assert (table.state.actor, table.dialogue.command) == (1, "ADD")
    table.play("NO")
    assert (table.state.actor, table.dialogue.command) == (3, "ADD")


@pytest.mark.protocol("P12")
def test_a_helpless_defender_takes_without_being_asked() -> None:
    state = position("stock -; 1: KC 9H; 2: 6H 8H; 3: 9D; 4: 9C JD; lead 1", ask_beat="when_possible")
    table = Table(state)
    table.play("KC")
    assert [lines[-1] for lines in table.told] == ["take 2", "take 1", "take 4", "take 3"]
    assert table.dialogue.command == "MOVE"


@pytest.mark.protocol("P13")
def test_the_last_card_may_be_beaten() -> None:
    text = "stock -; 2: {}; 3: TD; out 1 4; lead 1"
    table = Table(position(text.format("AD"), final_beat="on"))
    table.play("TD")
    assert table.told[1][-2:] == ["move 2 1 TD", "out 2"]
    assert (table.state.actor, table.dialogue.command) == (1, "BEAT")
    table.play("AD")
    assert table.told[1][-2:] == ["beat 1 AD", "out 1"]
    assert table.state.over
    table = Table(position(text.format("AD 6H"), final_beat="on"))
    table.play("TD NO")
    assert table.told[2][-1] == "take 4"
    assert table.state.over


@pytest.mark.protocol("P8")
def test_extension_messages() -> None:
    options = {"mode": "individual", "trump_source": "bottom_card", "first_mover": "appointed"}
    deal = GOLDEN.state({**options, "mode": "team", "trump_source": "appointed"})
    assert Dialogue(deal, extensions=True).news()[0][:4] == ["players 4", "mode team", "trump S", "give 2 ??"]
    table = Table(position("stock -; 2: AS 6H; 3: TD; 4: QC QD; out 1; lead 1"), extensions=True)
    table.play("TD")
    assert [lines[-1] for lines in table.told] == ["result team 1", "result team 2"] * 2
    table = Table(position("stock -; 1: 6C; 2: 7C"), extensions=True)
    table.play("6C")
    assert [lines[-1] for lines in table.told] == ["result fool 2", "result fool 1"]


# invariants of the dialogue (section 16), on random play


@given(st.integers(0, 10_000), st.sampled_from([{}, {"ask_add": "always"}, {"first_discard_cap": 5}]))
def test_invariants_of_the_dialogue(seed: int, options: dict[str, str | int]) -> None:
    table = Table.dealt(seed, options)
    table.finish_at_random(seed)
    texts = []
    for seat, lines in enumerate(table.told):
        out: set[str] = set()
        renamed = []
        for line in lines:
            word, *rest = line.split()
            numbers = [part for part in rest if part.isdecimal()]
            assert not out & set(numbers), "a player is named after his out"
            if word == "out":
                out.add(rest[0])
            absolute = [str((int(part) - 1 + seat) % 4) if part.isdecimal() else part for part in rest]
            if word == "give":
                assert (absolute[1] != "??") == (absolute[0] == str(seat))
                absolute[1] = "??"
            renamed.append([word, *absolute])
        texts.append(renamed)
    assert texts[0] == texts[1] == texts[2] == texts[3]
    assert sum(words[0] == "give" for words in texts[0]) == 36
    for earlier, later in zip(table.questions, table.questions[1:], strict=False):
        if earlier.answer != "NO" or earlier.command != "ADD":
            assert later.told > earlier.told
