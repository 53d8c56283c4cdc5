"""What a seat has been told since the deal: as text, and as numbers for programs that learn from sequences.

A watched state keeps its events; `told` gives those of one seat, as it saw them. A seat's information state
is its first view and everything that it was told afterwards: with that it forgets nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.state import State

# tokens
PAD = 0
EVENT = 1  # an event begins
OPEN = 2  # a list begins, and ends
CLOSE = 3
NONE = 4
FALSE = 5
TRUE = 6
SPELL = 7  # a word that the vocabulary does not have begins: its bytes follow, and END
END = 8
BYTES = 9
LEAST, MOST = -16, 255  # numbers with tokens of their own; others are spelled with their digits
NUMBERS = BYTES + 256
WORDS = NUMBERS + MOST - LEAST + 1


def told(state: State, seat: int | None) -> list[tuple[object, ...]]:
    """All events of a watched state as this seat (None: a spectator) saw them."""
    if state.log is None:
        raise KolodaError("a history needs a watched state: game.deal(..., watch=True)")
    return state.log.seen_by(seat)


def information_state(state: State, seat: int, first_view: dict[str, Any] | None = None) -> str:
    """Everything that this seat knows, as one line a fact: equal texts, equal knowledge.

    `first_view` is its view just after the deal. Without it the text tells apart what the events tell apart,
    which in every game includes the dealt cards.
    """
    lines = [json.dumps({"seat": seat, "first": first_view}, ensure_ascii=False)]
    lines += [json.dumps(event, ensure_ascii=False) for event in told(state, seat)]
    return "\n".join(lines)


class Vocabulary:
    """Tokens of one game: its card codes and the words of its actions and events have one number each.

    Everything else is spelled, so that every event of every game can be written and read again.
    """

    def __init__(self, game: Game) -> None:
        words = {word for number in range(game.num_actions) for word in game.text(number).split()}
        templates = getattr(game.sentences, "templates", {})
        self.words = sorted(words | {*game.codes} | {*templates.get("en", ())})
        self.numbers = {word: WORDS + number for number, word in enumerate(self.words)}
        self.size = WORDS + len(self.words)

    def tokens(self, events: Sequence[tuple[object, ...]]) -> list[int]:
        """All events, one after another."""
        found: list[int] = []
        for event in events:
            found.append(EVENT)
            for part in event:
                self.write(part, found)
        return found

    def write(self, value: object, found: list[int]) -> None:
        if value is None:
            found.append(NONE)
        elif isinstance(value, bool):
            found.append(TRUE if value else FALSE)
        elif isinstance(value, int) and LEAST <= value <= MOST:
            found.append(NUMBERS + value - LEAST)
        elif isinstance(value, list | tuple):
            found.append(OPEN)
            for part in value:
                self.write(part, found)
            found.append(CLOSE)
        elif isinstance(value, str) and value in self.numbers:
            found.append(self.numbers[value])
        else:
            found += [SPELL, *(BYTES + byte for byte in json.dumps(value).encode()), END]

    def last(self, events: Sequence[tuple[object, ...]], length: int) -> list[int]:
        """The last tokens, filled up with PAD in front: a row of fixed length."""
        recent = self.tokens(events)[-length:] if length else []
        return [PAD] * (length - len(recent)) + recent

    def events(self, tokens: Sequence[int]) -> list[tuple[object, ...]]:
        """The inverse of `tokens`; lists come back as tuples."""
        stack: list[list[object]] = [[]]
        spelled = bytearray()
        spelling = False
        for token in tokens:
            if spelling:
                spelling = token != END
                if spelling:
                    spelled.append(token - BYTES)
                else:
                    stack[-1].append(json.loads(spelled))
            elif token == EVENT:
                stack = [stack[0], []]
                stack[0].append(stack[1])
            elif token == SPELL:
                spelling, spelled = True, bytearray()
            elif token == OPEN:
                stack.append([])
            elif token == CLOSE:
                part = tuple(stack.pop())
                stack[-1].append(part)
            elif token != PAD:
                stack[-1].append(self.read(token))
        return [tuple(event) for event in stack[0] if isinstance(event, list)]

    def read(self, token: int) -> object:
        if token < BYTES:
            return {NONE: None, FALSE: False, TRUE: True}[token]
        return token - NUMBERS + LEAST if token < WORDS else self.words[token - WORDS]
