"""The endpoints of the ladder. The server reads its folder and fills the inbox; it never runs a program."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from koloda.bots import LEVELS
from koloda.ladder.book import ENTERED, FROZEN, RETIRED, Final, Program, Version, points_of, shares_of
from koloda.ladder.entry import NotTaken, check_owner, checked_name, checked_sources
from koloda.ladder.folder import Folder, milliseconds, spoken
from koloda.ladder.live import LiveGame
from koloda.table import ladder_wire, wire
from koloda.table.admin import need_admin, note
from koloda.table.errors import Refused
from koloda.table.http import answer, body, need_user, server_of, whole
from koloda.table.ladder_folder import Ladder
from koloda.table.played import viewer, worked_out
from koloda.table.replay import replay, told
from koloda.table.texts import bot_names, say

LISTED = 20  # fixtures
AUTHORS_KEPT = 60.0  # seconds for which the name of an author is believed
WATCHED = 30  # games as they were told last
WAITING_EACH = 3  # uploads of one account in the inbox


def need_ladder(request: Request) -> Ladder:
    found = server_of(request).ladder
    if found is None:
        raise Refused("no_ladder")
    return found


async def need_program(request: Request) -> tuple[Ladder, Program]:
    ladder = need_ladder(request)
    folder = await ladder.read()
    number = request.path_params["program"]
    found = folder.book.programs.get(int(number)) if number.isdecimal() and len(number) < 10 else None
    if found is None:
        raise Refused("no_program")
    return ladder, found


async def asker(request: Request) -> str:
    user = await server_of(request).user_of(request)
    return "" if user is None else user.id


class Teller:
    """What one person is told of a ladder."""

    def __init__(self, request: Request, ladder: Ladder, user: str) -> None:
        self.server = server_of(request)
        self.ladder = ladder
        self.book = ladder.folder.book
        self.user = user

    async def author(self, program: Program) -> str:
        """The name of an account as it is now; empty for the organiser, and for who has gone."""
        if not program.owner:
            return ""
        at, name = self.ladder.authors.get(program.owner, (-1e9, ""))
        if time.monotonic() - at > AUTHORS_KEPT:
            found = await self.server.accounts.user(program.owner)
            name = "" if found is None else found.name
            self.ladder.authors[program.owner] = (time.monotonic(), name)
        return name

    async def place(self, version: Version, row: Mapping[str, Any]) -> ladder_wire.LadderPlace:
        program = self.book.programs[version.program]
        return ladder_wire.LadderPlace(
            program=program.number,
            version=version.number,
            name=program.name,
            level=program.name if program.level else None,
            author=await self.author(program),
            status=cast(ladder_wire.Status, program.shown_status),
            rating=row["rating"],
            margin=row["margin"],
            games=row["games"],
            score=row["score"],
            yours=self.mine(program),
        )

    def mine(self, program: Program) -> bool:
        return bool(program.owner) and program.owner == self.user

    def fixture(self, item: Mapping[str, Any]) -> ladder_wire.LadderFixture:
        points: dict[str, list[float]] = {}
        faults: dict[str, list[str]] = {}
        for game in item["games"]:
            for name, value in points_of(shares_of(game["versions"], game["returns"])).items():
                points.setdefault(name, []).append(value)
            for name, codes in game.get("faults", {}).items():
                faults.setdefault(name, []).extend(codes)
        sides = []
        for name, values in points.items():
            version = self.book.version(name)
            program = self.book.programs[version.program]
            sides.append(
                ladder_wire.LadderSide(
                    program=program.number,
                    version=version.number,
                    name=program.name,
                    level=program.name if program.level else None,
                    points=round(sum(values) / len(values), 3),
                    faults=sorted(set(faults.get(name, []))),
                )
            )
        sides.sort(key=lambda side: -side.points)
        final = item.get("final", 0)
        kept = bool(final) or item["fixture"] > self.book.fixtures - self.ladder.folder.rules.keep_records
        return ladder_wire.LadderFixture(item["fixture"], final, item["at"], len(item["games"]), sides, kept)

    def live(self, found: LiveGame) -> ladder_wire.LadderLive:
        players = []
        for name in dict.fromkeys(found.versions):
            version = self.book.version(name)
            program = self.book.programs[version.program]
            level = program.name if program.level else None
            players.append(ladder_wire.LadderPlayer(program.number, version.number, program.name, level))
        return ladder_wire.LadderLive(
            found.fixture,
            found.final,
            found.game,
            found.games,
            found.at,
            len(found.record["actions"]),
            players,
        )

    def version(self, version: Version) -> ladder_wire.LadderVersion:
        rating, margin = self.ladder.facts["versions"].get(version.id, (None, None))
        mine = self.mine(self.book.programs[version.program])
        return ladder_wire.LadderVersion(
            number=version.number,
            at=version.at,
            stage=cast(ladder_wire.Stage, version.state),
            rating=rating,
            margin=margin,
            games=version.games,
            score=round(version.score, 3),
            faults=dict(version.faults),
            reason=version.reason if mine else "",
            code=version.code if mine else "",
        )

    async def program(self, program: Program) -> ladder_wire.LadderProgram:
        """What others may know: versions that were refused are their author's affair."""
        mine = self.mine(program)
        return ladder_wire.LadderProgram(
            program=program.number,
            name=program.name,
            level=program.name if program.level else None,
            author=await self.author(program),
            status=cast(ladder_wire.Status, program.shown_status),
            yours=mine,
            versions=[self.version(each) for each in program.versions if mine or each.state == ENTERED],
            points=[
                (int(version), int(games), rating, margin)
                for version, games, rating, margin in program.points
            ],
            fixtures=[self.fixture(item) for item in list(program.fixtures)[: -LISTED - 1 : -1]],
        )

    async def final(self, final: Final) -> ladder_wire.LadderFinal:
        facts = self.ladder.folder.read_item(f"final-{final.number}.json") or {"games": 0, "rows": []}
        rows = [await self.place(self.book.version(row["version"]), row) for row in facts["rows"]]
        return ladder_wire.LadderFinal(final.number, final.rounds, final.over, facts["games"], rows)


async def standings(request: Request) -> Response:
    ladder = need_ladder(request)
    folder = await ladder.read()
    rules, book = folder.rules, folder.book
    teller = Teller(request, ladder, await asker(request))
    rows = []
    for row in ladder.facts["rows"]:
        program = book.programs.get(row["program"])
        if program is not None and program.status != RETIRED and len(program.versions) >= row["version"]:
            rows.append(await teller.place(program.versions[row["version"] - 1], row))
    return answer(
        ladder_wire.LadderInfo(
            title=rules.title,
            game=rules.game,
            seats=rules.seats,
            options=rules.options,
            protocol=rules.protocol,
            endings=rules.endings,
            source_bytes=rules.source_bytes,
            source_files=rules.source_files,
            programs_each=rules.programs_each,
            uploads_a_day=rules.uploads_a_day,
            deadline=book.deadline,
            closed=book.closed_at(milliseconds()),
            running=ladder.running,
            games=book.games,
            rows=rows,
            live=[teller.live(each) for each in ladder.live.values()],
            last=[teller.fixture(item) for item in list(book.last)[: -LISTED - 1 : -1]],
            finals=[await teller.final(final) for final in book.finals],
        )
    )


async def program(request: Request) -> Response:
    ladder, found = await need_program(request)
    user = await asker(request)
    teller = Teller(request, ladder, user)
    if found.current is None and not teller.mine(found):
        raise Refused("no_program")  # it was never let in: nobody else knows of it
    return answer(await teller.program(found))


async def own(request: Request) -> Response:
    """The asker's programs, and uploads that are on their way or became no version."""
    user = await need_user(request)
    ladder = need_ladder(request)
    folder = await ladder.read()
    teller = Teller(request, ladder, user.id)
    lang = server_of(request).lang_of(request)
    uploads = [
        ladder_wire.LadderUpload(str(item.get("name", "")), int(item.get("at", 0)), "queued", "")
        for item in ladder.uploads_of(user.id)
    ]
    for item in folder.book.rejected:
        if item["owner"] == user.id:
            code = item.get("code") or ""
            why = say(lang, code, *item.get("details", ())) if code else item["why"]
            uploads.append(ladder_wire.LadderUpload(item["name"], item["at"], "refused", why))
    programs = [await teller.program(each) for each in folder.book.of(user.id) if not each.removed]
    return answer(ladder_wire.LadderOwn(programs, uploads[-LISTED:]))


async def new_version(request: Request) -> Response:
    """Into the inbox; everything is checked here, and once more by the runner."""
    user = await need_user(request)
    server = server_of(request)
    ladder = need_ladder(request)
    if user.is_guest:
        raise Refused("no_account")
    if not server.uploads.take(server.address_of(request)):
        raise Refused("rate")
    ladder.read_at = -1e9  # two uploads at once are counted as two
    folder = await ladder.read()
    wanted = await body(request, ladder_wire.NewVersion, 2 * folder.rules.source_bytes + 16_384)
    waiting = [str(item.get("name", "")) for item in ladder.uploads_of(user.id)]
    try:
        name = checked_name(wanted.name)
        checked_sources(folder.rules, wanted.main, wanted.files)
        taken = [
            item
            for item in ladder.waiting
            if folder.book.alike(str(item.get("name", ""))) == folder.book.alike(name)
        ]
        if any(item.get("owner") != user.id for item in taken if item.get("kind") == "upload"):
            raise NotTaken("ladder_taken")
        check_owner(folder.rules, folder.book, user.id, name, milliseconds(), waiting)
        if len(waiting) >= WAITING_EACH:
            raise Refused("ladder_busy")
        await ladder.put("upload", owner=user.id, name=name, main=wanted.main, files=wanted.files)
    except NotTaken as error:
        raise Refused(error.code, *error.details) from None
    return answer(ladder_wire.LadderUpload(name, milliseconds(), "queued", ""), 202)


async def remove(request: Request) -> Response:
    """An author takes a program away; a new version under its name brings it back."""
    user = await need_user(request)
    ladder, found = await need_program(request)
    if not found.owner or found.owner != user.id:
        raise Refused("ladder_not_yours")
    if found.status in (FROZEN, RETIRED):
        raise Refused(f"ladder_{found.status}")
    await ladder.put("remove", owner=user.id, name=found.name)
    return Response(status_code=204)


async def report(request: Request) -> Response:
    """What its author is told of a version: the compiler's output, faults with standard error."""
    user = await need_user(request)
    ladder, found = await need_program(request)
    if not found.owner or found.owner != user.id:
        raise Refused("ladder_not_yours")
    number = request.path_params["version"]
    if not number.isdecimal() or len(number) > 9 or not 1 <= int(number) <= len(found.versions):
        raise Refused("no_program")
    lang = server_of(request).lang_of(request)

    def tell() -> bytes:
        folder = ladder.folder
        faults = [
            ladder_wire.LadderFault(
                each["fixture"], each["final"], each["game"], each["code"], spoken(each["text"], lang)
            )
            for each in folder.faults(found.number, int(number))
        ]
        text = folder.report(found.number, int(number), lang)
        return wire.encode(ladder_wire.LadderReport(found.number, int(number), text, faults))

    return Response(await run_in_threadpool(tell), media_type="application/json")


def need_number(request: Request) -> int:
    text = request.path_params["fixture"]
    if not text.isdecimal() or len(text) > 9:
        raise Refused("no_fixture")
    return int(text)


def over(folder: Folder, number: int, final: int) -> bool:
    """Has this deal been played?"""
    book = folder.book
    return number in book.finals[final - 1].played if final else 0 < number <= book.fixtures


async def need_record(request: Request) -> dict[str, Any]:
    """The record of a game that is over; its deal is over too, so nothing in it is secret any more."""
    ladder = need_ladder(request)
    folder = await ladder.read()
    final = whole(request, "final", 0, 0, len(folder.book.finals))
    number = need_number(request)
    records = await run_in_threadpool(folder.records, number, final) if over(folder, number, final) else None
    game = whole(request, "game", 1, 1, 100)
    if records is None or game > len(records):
        raise Refused("no_fixture")
    return with_names(folder, records[game - 1])


def with_names(folder: Folder, record: Mapping[str, Any]) -> dict[str, Any]:
    """Levels have the names that they have at every table."""
    names = record["names"]
    levels = [name if name in LEVELS and name in folder.rules.levels else "" for name in names]
    animals = bot_names(levels)
    return {**record, "names": [animal or name for name, animal in zip(names, animals, strict=True)]}


async def watched(request: Request) -> Response:
    """A game that is being played, as a spectator sees it: nothing hidden leaves before its end."""
    ladder = need_ladder(request)
    folder = await ladder.read()
    final = whole(request, "final", 0, 0, len(folder.book.finals))
    number = need_number(request)
    found = ladder.live.get((final, number))
    if found is None:
        if not over(folder, number, final):
            raise Refused("no_fixture")
        return answer(ladder_wire.LadderWatch(None, None))
    lang = server_of(request).lang_of(request)
    live = Teller(request, ladder, "").live(found)
    game = folder.rules.the_game()

    def tell() -> bytes:
        shown = told(game, with_names(folder, found.record), None, lang)
        return wire.encode(ladder_wire.LadderWatch(live, shown))

    key = (final, number, found.at, len(found.record["actions"]), lang)  # many watch the same
    text = ladder.watched.get(key)
    if text is None:
        text = await server_of(request).workbench.queued(tell)
        ladder.watched[key] = text
        if len(ladder.watched) > WATCHED:
            ladder.watched.popitem(last=False)
    return Response(text, media_type="application/json")


async def record(request: Request) -> Response:
    return answer(await need_record(request))


async def replayed(request: Request) -> Response:
    lang = server_of(request).lang_of(request)
    found = await need_record(request)
    seat, is_open = viewer(request)
    if seat is not None and seat >= found["seats"]:
        raise Refused("no_seat")
    game = need_ladder(request).folder.rules.the_game()

    def tell() -> bytes:
        return wire.encode(replay(game, found, seat, lang, is_open))

    return Response(await worked_out(request, tell), media_type="application/json")


async def order(request: Request) -> Response:
    """The admin's word, for the runner."""
    need_admin(request)
    ladder = need_ladder(request)
    folder = await ladder.read()
    wanted = await body(request, ladder_wire.LadderOrder)
    if wanted.what in ("ban", "lift"):
        if not wanted.user:
            raise Refused("no_user")
        item: dict[str, Any] = {"kind": "ban", "owner": wanted.user, "lift": wanted.what == "lift"}
        target = wanted.user
    elif wanted.program == 0 and wanted.what != "retire":  # uploads to the whole ladder
        item = {"kind": wanted.what, "name": ""}
        target = ""
    else:
        found = folder.book.programs.get(wanted.program)
        if found is None:
            raise Refused("no_program")
        item = {"kind": wanted.what, "name": found.name}
        target = found.name
    await ladder.put(**item)
    await note(request, f"ladder {wanted.what}", target)
    return Response(status_code=204)
