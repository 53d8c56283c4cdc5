"""What people are shown of a tournament."""

from __future__ import annotations

from fractions import Fraction

from koloda.table.people_wire import User
from koloda.table.tournaments import log, wire
from koloda.table.tournaments.standings import shares

SHOWN = 40  # games that are over


def info_of(tournament: log.Tournament) -> wire.TournamentInfo:
    made = tournament.made
    arena = made.style == "arena"
    return wire.TournamentInfo(
        tournament.id, made.name, made.style, made.game, made.seats, made.options,
        tournament.status,  # type: ignore[arg-type]
        User(made.maker, made.maker_name, "account"),
        made.starts, tournament.ends if arena else 0, tournament.ended, tournament.why,
        tournament.round, 0 if arena else tournament.rounds, made.turn // 1000, made.bank // 1000,
        not made.casual, made.fill, made.bots, made.accounts,
        len(tournament.here), made.most, tournament.width, tournament.team_size,
    )  # fmt: skip


def page_of(
    tournament: log.Tournament, user: str | None, present: set[str], now: int, pause: int
) -> wire.TournamentPage:
    def shown(name: str) -> User:
        person = tournament.people[name]
        return User(person.user, person.name, person.kind)  # type: ignore[arg-type]

    running = tournament.status == log.RUNNING
    lines = []
    for line in tournament.lines:
        entry = tournament.entries[line.entry]
        active = tournament.is_active(entry)
        here = all(each in present for each in entry.members)
        lines.append(
            wire.TournamentLine(
                entry.number,
                line.place,
                entry.name,
                [shown(each) for each in entry.members],
                number(line.points),
                line.games,
                line.wins,
                number(line.buchholz),
                number(line.berger),
                active,
                running and active and here and not entry.table,
                entry.table,
            )
        )
    games = [*reversed(tournament.open.values())]
    games += [game for game in reversed(tournament.games.values()) if game.places is not None][:SHOWN]
    last = tournament.round >= tournament.rounds
    between = running and tournament.made.style == "swiss" and not tournament.open and not last
    return wire.TournamentPage(
        info_of(tournament),
        now,
        [
            wire.TournamentPerson(shown(each.user), each.team, each.active)
            for each in tournament.people.values()
            if each.entry < 0
        ],
        lines,
        [shown_game(game) for game in games],
        tournament.rested if running else [],
        tournament.changed + pause if between else 0,
        part_of(tournament, user),
    )


def shown_game(game: log.Game) -> wire.TournamentGame:
    points = [number(each) for each in shares(game.places)] if game.places is not None else []
    return wire.TournamentGame(game.table, game.round, game.sides, game.places, points)


def part_of(tournament: log.Tournament, user: str | None) -> wire.TournamentMe:
    person = tournament.people.get(user or "")
    if person is None:
        return wire.TournamentMe("none")
    if tournament.status in (log.OVER, log.CANCELLED):
        return wire.TournamentMe("done", person.entry, team=person.team)
    if not person.active:
        return wire.TournamentMe("away", person.entry, team=person.team)
    if tournament.status == log.OPEN or person.entry < 0:
        return wire.TournamentMe("joined", team=person.team)
    entry = tournament.entries[person.entry]
    if entry.table:
        return wire.TournamentMe("playing", person.entry, entry.table, person.team)
    bye = tournament.made.style == "swiss" and person.entry in tournament.rested and bool(tournament.open)
    return wire.TournamentMe("bye" if bye else "waiting", person.entry, team=person.team)


def number(points: Fraction) -> float:
    return round(float(points), 2)
