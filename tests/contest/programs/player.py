"""Plays correctly, the lowest card that is legal, until its command number N; then it misbehaves.

player.py [MISBEHAVIOUR [N]]
"""

import os
import signal
import socket
import sys
import time
from pathlib import Path

RANKS = "6789TJQKA"
misbehaviour = sys.argv[1] if len(sys.argv) > 1 else ""
wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1
hand: set[str] = set()
table: list[str] = []
trump = open_card = ""


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def note(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def value(card: str) -> int:
    return RANKS.index(card[0]) + (9 if card[1] == trump else 0)


def beats(card: str, other: str) -> bool:
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump


def answer(command: str) -> str:
    if command == "MOVE":
        cards = list(hand)
    elif command == "BEAT":
        cards = [card for card in hand if beats(card, open_card)]
    else:
        cards = [card for card in hand if card[0] in {other[0] for other in table}]
    return min(cards, key=lambda card: (value(card), card)) if cards else "NO"


def other_files() -> None:
    found = []
    private = os.path.join("/root", ".profile")
    for path in ("/etc/passwd", "/etc/shadow", private, "/home", "/var", "/srv", *sys.argv[3:]):
        try:
            if os.path.isdir(path):
                os.listdir(path)
            else:
                Path(path).read_bytes()
            found.append(path)
        except OSError:
            continue
    written = []
    for path in ("/new", "/usr/new", "/dev/new", f"{os.path.dirname(os.path.abspath(__file__))}/new"):
        try:
            Path(path).write_text("x")
            written.append(path)
        except OSError:
            continue
    # the descriptor that lists the folder is itself one of them
    note(f"read {found} wrote {written} open {len(os.listdir('/proc/self/fd')) - 1}")
    try:
        processes = [name for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        processes = []
    note(f"processes {processes} here {os.listdir('.')}")
    note(f"environment {sorted(os.environ)}")
    Path("mine").write_text("x")


def misbehave(command: str, right: str) -> None:
    kind = misbehaviour
    if kind == "illegal":
        say("NO\n" if command == "MOVE" else f"{({f'{r}{s}' for r in RANKS for s in 'HSCD'} - hand).pop()}\n")
    elif kind == "garbage":
        say("hello\n")
    elif kind == "lower":
        say(right.lower() + "\n")
    elif kind == "empty":
        say("\n")
    elif kind == "two":
        say(f"{right} {right}\n")
    elif kind == "long":
        say(f"{right}{' ' * 20}\n")
    elif kind == "no_newline":
        say(right)
        time.sleep(60)
    elif kind == "no_newline_exit":
        say(right)
        sys.exit(0)
    elif kind == "letters":
        say("x" * 1000)
        time.sleep(60)
    elif kind == "flood":
        while True:
            say("x" * 65536)
    elif kind == "error_flood":
        while True:
            note("x" * 65536)
    elif kind == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif kind == "second_line":
        say(f"{right}\nNO\n")
    elif kind == "exit":
        sys.exit(0)
    elif kind == "exit_code":
        sys.exit(3)
    elif kind == "answer_and_exit":
        say(f"{right}\n")
        sys.exit(0)
    elif kind == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif kind == "zero":
        print(1 // 0)
    elif kind == "sleep":
        time.sleep(60)
    elif kind == "late":
        time.sleep(1)
        print(right, flush=True)
    elif kind == "spin":
        while True:
            pass
    elif kind == "ponder":
        if os.fork() == 0:
            while time.process_time() < 0.3:
                pass
            os._exit(0)
        os.wait()
        say(f"{right}\n")
    elif kind == "memory":
        held = [bytearray(1 << 20) for _ in range(1024)]
        say(f"{right}\n" if held else "")
    elif kind == "memory_300":
        block = b"x" * (300 << 20)
        say(f"{right}\n" if block else "")
    elif kind == "memory_child":
        if os.fork() == 0:
            block = b"x" * (300 << 20)
            time.sleep(0.5)  # where there is no control group the judge looks every 0.05 s
            os._exit(len(block) & 1)
        os.wait()
        say(f"{right}\n")
    elif kind == "fork_bomb":
        children = 0
        try:
            while children < 300:
                if os.fork() == 0:
                    time.sleep(30)
                    os._exit(0)
                children += 1
        except OSError as error:
            note(f"stopped after {children}: {error}")
        say(f"{right}\n")
    elif kind == "daemon":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(30)
            os._exit(0)
        time.sleep(0.01)
        say(f"{right}\n")
    elif kind == "held_pipe":
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        sys.exit(3)
    elif kind == "close":
        os.close(1)
        time.sleep(60)
    elif kind == "files":
        other_files()
        say(f"{right}\n")
    elif kind == "network":
        socket.create_connection(("127.0.0.1", 9), 1)
        say(f"{right}\n")
    elif kind == "loud":
        note("x" * 200_000)
        say(f"{right}\n")
    elif kind == "blanks":
        say(f" \t{right} \t\r\n")


if misbehaviour == "greeting":
    say("hello\n")
    note("greeted")
if misbehaviour == "greeting_exit":
    say("hello\n")
    sys.exit(0)
if misbehaviour == "early_exit":
    sys.exit(0)
if misbehaviour == "early_crash":
    os.kill(os.getpid(), signal.SIGKILL)
if misbehaviour == "deaf":
    time.sleep(60)
if misbehaviour == "early_network":
    socket.create_connection(("127.0.0.1", 9), 1)

if misbehaviour == "exit_when_out":
    wanted = 0
taker, asked = "", 0
for line in sys.stdin:
    word, *rest = line.split()
    if word in ("give", "move", "MOVE") and table:
        if taker == "1":
            hand.update(table)
        table, taker = [], ""
    if word == "trump":
        trump = rest[0]
    elif word == "give":
        if rest[0] == "1":
            hand.add(rest[1])
    elif word in ("move", "add"):
        table.append(rest[2])
        open_card = rest[2]
        if rest[0] == "1":
            hand.discard(rest[2])
    elif word == "beat":
        table.append(rest[1])
        if rest[0] == "1":
            hand.discard(rest[1])
    elif word == "take":
        taker = rest[0]
    elif word == "out":
        if rest[0] == "1" and misbehaviour == "exit_when_out":
            note("left")
            sys.exit(0)
    else:
        asked += 1
        if misbehaviour and asked == wanted:
            misbehave(word, answer(word))
        else:
            say(answer(word) + "\n")
