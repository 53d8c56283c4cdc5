"""What beginners do: a program that knows its cards, and one mistake in how it reads or prints.

beginner.py MISTAKE
"""

import sys

RANKS = "6789TJQKA"
mistake = sys.argv[1]
out = sys.stdout.buffer
hand: list[str] = []


def say(data: bytes) -> None:
    out.write(data)
    out.flush()


def answer(command: str) -> None:
    card = hand[0] if command == "MOVE" or mistake == "played" else "NO"
    text = {
        "lower": card.lower(),
        "quoted": repr(card),
        "list": str([card]),
        "verb": f"MOVE {card}",
        "reversed": card[::-1],
        "joined": f"{card[0]} {card[1]}",
        "sign": card[0] + {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}[card[1]] if card != "NO" else card,
        "several": " ".join(hand[:2]),
        "refusal": "PASS",
        "empty": "",
        "no_value": "undefined",
        "half": card[0],
        "words": "I play a card",
        "cyrillic": "6С",
        "ten": "10S",
        "not_held": next(rank + suit for rank in RANKS for suit in "HSCD" if rank + suit not in hand),
        "no": "NO",
    }.get(mistake, card)
    line = text.encode() + b"\n"
    if mistake == "bom":
        line = b"\xef\xbb\xbf" + line
    if mistake == "utf16":
        line = (text + "\n").encode("utf-16")
    if mistake == "no_line_end":
        line = line[:-1]
    if mistake == "cr":
        line = line[:-1] + b"\r"
    if mistake == "no_flush":
        out.write(line)
        return
    say(line)
    if mistake == "second":
        say(line)
    if mistake == "blank":
        say(b"\n")
    if mistake == "debug":
        say(f"played {card}\n".encode())
    if mistake == "one":
        sys.exit(0)
    if mistake == "no_line_end_exit":
        say(b"6S")
        sys.exit(0)


if mistake == "greeting":
    say(b"Hello, judge!\n")
if mistake == "buffered_greeting":
    out.write(b"Durak bot of mine, version 1\n")
if mistake == "prompt":
    say(b"Your move> ")
if mistake == "module":
    import numpy_of_mine  # type: ignore[import-not-found]  # noqa: F401
if mistake == "file":
    open("weights.txt")  # noqa: SIM115
if mistake == "index":
    print(hand[0])
if mistake == "loop":
    while True:
        pass
lines = sys.stdin.readlines() if mistake == "whole_input" else sys.stdin
for line in lines:
    if mistake == "echo":
        say(line.encode())
    word, *rest = line.split()
    if mistake == "every" and word == "give":
        say(b"NO\n")
    if word == "give" and rest[0] == "1":
        hand.append(rest[1])
    if word in ("MOVE", "BEAT", "ADD") and mistake != "unknown":
        answer(word)
if mistake == "unknown":
    raise EOFError("the input has ended")
