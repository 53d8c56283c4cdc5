"""The games that an assistant plays: it has one seat, bots have the others; it is told what it may know."""

from __future__ import annotations

import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from koloda.bots import LEVELS, level
from koloda.bots.mcts import evaluate
from koloda.bots.player import Player
from koloda.core.errors import BadNotation, BadOption, IllegalAction, KolodaError
from koloda.core.game import MAX_SEED, Game
from koloda.core.rng import Rng
from koloda.core.texts import LANGUAGES
from koloda.games import all_games, game

MOST = 20  # games at a time; the oldest is forgotten
REVIEWED = 200  # decisions
THOUGHT = 0.05  # seconds for each of them
HEADING = re.compile(r"^##\s+(.+?)\s*$", re.MULTILINE)


class Played:
    """One deal, seen from one seat, or (seat None) by a spectator of bots."""

    def __init__(self, rules: Game, seats: int, seat: int | None, options: dict[str, Any], lang: str) -> None:
        self.game = rules
        self.seats = seats
        self.seat = seat
        self.options = options
        self.lang = lang
        self.levels: list[str] = []
        self.actions: list[tuple[int, int]] = []
        self.told = 0
        self.news: list[str] = []

    def begin(self, seed: int, bots: str) -> None:
        self.seed = seed
        self.levels = [bots if place != self.seat else "you" for place in range(self.seats)]
        self.state = self.game.deal(self.seats, seed, self.options, watch=True)
        self.rngs = [fresh_rng(place) for place in range(self.seats)]
        self.go_on()

    @property
    def names(self) -> list[str]:
        return [
            f"you (seat {place})" if place == self.seat else f"seat {place}" for place in range(self.seats)
        ]

    def go_on(self) -> None:
        """The bots play until it is the assistant's turn or the deal is over."""
        state = self.state
        self.hear()
        while not state.over and not (self.seat is not None and state.pending >> self.seat & 1):
            actor = int(state.actor)
            action = int(level(self.levels[actor]).choose(Player(state, actor, self.rngs[actor])))
            self.apply(actor, action)

    def apply(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)
        self.actions.append((seat, action))
        self.hear()

    def hear(self) -> None:
        """Put into sentences what this seat has seen happen."""
        events = self.state.events
        for event in events[self.told :]:
            seen = event.seen_by(self.seat)
            if seen is not None:
                self.news.append(self.game.event_text(seen, self.names, self.lang))
        self.told = len(events)

    def number(self, text: str) -> int:
        try:
            return int(self.game.action(text))
        except BadNotation as error:
            raise KolodaError(f"{error}. legal_moves lists what is possible now") from None

    def act(self, text: str) -> None:
        if self.seat is None:
            raise KolodaError("nobody acts here but bots: begin a game with a seat of your own")
        if self.state.over:
            raise KolodaError("the deal is over: review says how it was played")
        action = self.number(text)
        try:
            # checked, with the rule that forbids it
            self.state.step(self.seat, action)
        except IllegalAction as refusal:
            why = self.state.why_not(self.seat, action)
            raise KolodaError(
                refusal.reason if why is None else self.game.reason_text(why, self.lang)
            ) from None
        self.actions.append((self.seat, action))
        self.go_on()

    def why_not(self, text: str) -> str:
        """Which rule forbids an action now; nothing: it is possible."""
        if self.seat is None:
            raise KolodaError("a spectator has no moves")
        why = self.state.why_not(self.seat, self.number(text))
        return "" if why is None else str(self.game.reason_text(why, self.lang))

    def legal(self) -> list[dict[str, str]]:
        if self.seat is None or self.state.over:
            return []
        return [
            {"action": self.game.text(action), "meaning": self.game.label(action, self.lang)}
            for action in self.state.legal(self.seat)
        ]

    def view(self) -> dict[str, Any]:
        """What the seat may know, what has happened since it looked last, and what it may do."""
        news, self.news = self.news, []
        found = {
            "game": self.game.id,
            "seat": self.seat,
            "seats": self.levels,
            "over": bool(self.state.over),
            "your_turn": bool(self.legal()),
            "happened": news,
            "view": self.state.view(self.seat),
            "legal": self.legal(),
        }
        if self.state.over:
            found["result"] = self.game.result(self.state)
        return found

    def review(self) -> dict[str, Any]:
        """What each decision has cost, as a search sees it that knows what the seat knew."""
        if not self.state.over:
            raise KolodaError("the deal is not over yet: until then what the others hold is their own")
        state = self.game.deal(self.seats, self.seed, self.options)
        moves: list[dict[str, Any]] = []
        for number, (seat, action) in enumerate(self.actions, 1):
            asked = seat == self.seat or self.seat is None
            if asked and len(moves) < REVIEWED and len(state.legal(seat)) > 1:
                estimates = evaluate(Player(state, seat, fresh_rng(seat)), THOUGHT, None)
                found = {int(each.action): each for each in estimates}
                best = int(estimates[0].action)
                if action in found:
                    moves.append(
                        {
                            "number": number,
                            "seat": seat,
                            "action": self.game.text(action),
                            "meaning": self.game.label(action, self.lang),
                            "best": self.game.text(best),
                            "loss": round(max(0.0, found[best].value - found[action].value), 3),
                            "loss_error": round(found[action].cost_error, 3),
                        }
                    )
            state.apply(seat, action)
        record = {
            "seed": str(self.seed),
            "actions": [[seat, self.game.text(action)] for seat, action in self.actions],
        }
        return {"result": self.game.result(self.state), "moves": moves, **record}


class Desk:
    """All games of a session, by id."""

    def __init__(self, rules: Callable[[Game, str], str]) -> None:
        self.rules_of = rules  # the players' rules of a game in a language, as Markdown
        self.games: OrderedDict[str, Played] = OrderedDict()

    def list_games(self, lang: str = "en") -> list[dict[str, Any]]:
        checked_language(lang)
        return [
            {
                "game": each.id,
                "name": each.names[lang],
                "summary": each.summaries[lang],
                "seats": [int(count) for count in each.seat_counts],
                "usual_seats": each.default_seats,
                "options": [
                    {
                        "name": option.name,
                        "meaning": each.words(option, lang).help,
                        "default": option.default,
                        "values": list(option.choices) or [option.least, option.most],
                    }
                    for option in each.options
                ],
            }
            for each in all_games()
        ]

    def new_game(
        self,
        name: str,
        seats: int | None,
        seat: int | None,
        options: dict[str, Any],
        bots: str,
        seed: int | None,
        lang: str,
    ) -> dict[str, Any]:
        checked_language(lang)
        if bots not in LEVELS:
            raise BadOption(f"level {bots[:40]!r}: allowed are {', '.join(LEVELS)}")
        rules = game(name)
        rules.check_portable(options)
        rules.resolve(seats, options)  # a clear error, if they do not go together
        count = rules.default_seats if seats is None else seats
        if seat is not None and not 0 <= seat < count:
            raise BadOption(f"seat {seat}: seats are 0 to {count - 1}")
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise BadOption(f"seed {seed}: a whole number from 0 to {MAX_SEED}")
        played = Played(rules, count, seat, options, lang)
        played.begin(secrets.randbelow(MAX_SEED) if seed is None else seed, bots)
        key = secrets.token_hex(4)
        self.games[key] = played
        while len(self.games) > MOST:
            self.games.popitem(last=False)
        return {"id": key, **played.view()}

    def find(self, key: str) -> Played:
        found = self.games.get(key)
        if found is None:
            known = ", ".join(self.games) or "none"
            raise KolodaError(f"there is no game {key[:40]!r} (going on: {known}): new_game begins one")
        self.games.move_to_end(key)
        return found

    def rules(self, name: str, section: str, lang: str) -> dict[str, Any]:
        """The sections of the rules, or one of them, by its heading or a part of it."""
        checked_language(lang)
        text = self.rules_of(game(name), lang)
        parts = HEADING.split(text)
        headings, bodies = parts[1::2], parts[2::2]
        if not section:
            return {"game": name, "introduction": parts[0].strip(), "sections": headings}
        wanted = section.casefold()
        for heading, body in zip(headings, bodies, strict=True):
            if wanted in heading.casefold():
                return {"game": name, "section": heading, "text": body.strip()}
        raise KolodaError(f"no section {section[:40]!r}: there are {', '.join(headings)}")


def checked_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise BadOption(f"lang {lang[:10]!r}: allowed are {', '.join(LANGUAGES)}")


def fresh_rng(stream: int) -> Rng:
    """Not the deal's own generator: what a bot tries must tell nothing about the cards."""
    return Rng(int.from_bytes(os.urandom(7), "big"), stream)
