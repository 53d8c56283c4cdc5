"""How people are kept from harming each other: bans, reports, mutes and blocks, and what the admin did."""

from __future__ import annotations

import ipaddress
import json
from dataclasses import dataclass

import msgspec

from koloda.table import people_wire
from koloda.table.accounts import until
from koloda.table.errors import Refused
from koloda.table.ids import new_id
from koloda.table.room import Room
from koloda.table.store import Store, now
from koloda.table.texts import one_line

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
ATTACHED = 20  # messages that go with a report
LISTED = 200
REPORT = tuple(
    field.name for field in msgspec.structs.fields(people_wire.Report)
)  # in the order of the query
WIDEST = {4: 8, 6: 16}  # bits of the widest network that may be banned: a slip must not shut everybody out


@dataclass(frozen=True)
class AddressBan:
    network: Network
    until: int


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.banned: list[AddressBan] = []  # as they were read last

    # bans

    async def read_bans(self) -> None:
        found = await self.store.all(
            "select value, until from bans where kind = 'address' and until > ?1", now()
        )
        self.banned = [AddressBan(ipaddress.ip_network(str(value)), int(str(end))) for value, end in found]

    def is_banned(self, address: str) -> bool:
        if not self.banned:
            return False
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        at = now()
        return any(ip in ban.network and ban.until > at for ban in self.banned)

    async def ban_address(self, text: str, minutes: int, reason: str) -> people_wire.Ban:
        try:
            network = ipaddress.ip_network(text.strip(), strict=False)
        except ValueError:
            raise Refused("bad_address", text[:80]) from None
        mapped = network.network_address
        if (
            isinstance(mapped, ipaddress.IPv6Address)
            and mapped.ipv4_mapped is not None
            and network.prefixlen >= 96
        ):
            # visitors are known by their IPv4 address
            network = ipaddress.ip_network((mapped.ipv4_mapped, network.prefixlen - 96))
        if network.prefixlen < WIDEST[network.version] or network.is_loopback:
            raise Refused("bad_address", text[:80])
        return await self.note_ban("address", str(network), minutes, reason)

    async def note_ban(self, kind: str, value: str, minutes: int, reason: str) -> people_wire.Ban:
        """On the list; a ban of the same takes the place of an earlier one."""
        await self.store.run("delete from bans where kind = ?1 and value = ?2", kind, value)
        ban = people_wire.Ban(new_id(9), kind, value, reason, now(), until(minutes))  # type: ignore[arg-type]
        if minutes:
            await self.store.run(
                "insert into bans(id, kind, value, reason, created, until) values(?1, ?2, ?3, ?4, ?5, ?6)",
                ban.id, kind, value, reason, ban.created, ban.until,
            )  # fmt: skip
        return ban

    async def bans(self) -> list[people_wire.Ban]:
        found = await self.store.all(
            "select id, kind, value, reason, created, until from bans where until > ?1 "
            f"order by created desc limit {LISTED}",
            now(),
        )
        return [people_wire.Ban(*row) for row in found]  # type: ignore[arg-type]

    async def lift(self, ban: str) -> people_wire.Ban:
        found = [each for each in await self.bans() if each.id == ban]
        if not found:
            raise Refused("no_ban")
        await self.store.run("delete from bans where id = ?1", ban)
        return found[0]

    # reports

    async def report(self, room: Room, reporter: str, wanted: people_wire.NewReport) -> None:
        """With the last messages of the table, as they were then."""
        known = {seat.user for seat in room.seats} | {chat.user for chat in room.chats}
        if wanted.user not in known or wanted.user == reporter:
            raise Refused("no_user")
        messages = [
            {"n": chat.number, "user": chat.user, "name": chat.name, "text": chat.text, "at": chat.at}
            for chat in room.chats[-ATTACHED:]
        ]
        await self.store.run(
            "insert into reports(id, at, reporter, user_id, table_id, reason, note, messages, state) "
            "values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'open')",
            new_id(9), now(), reporter, wanted.user, room.id, wanted.reason,
            one_line(wanted.text), json.dumps(messages, ensure_ascii=False),
        )  # fmt: skip

    async def reports(self, state: str) -> list[people_wire.Report]:
        found = await self.store.all(
            "select reports.id, at, reporter, user_id, coalesce(users.name, ''), table_id, reason, note, "
            "messages, state from reports left join users on users.id = reports.user_id "
            f"where state = ?1 order by at desc limit {LISTED}",
            state,
        )
        return [
            msgspec.convert(
                dict(zip(REPORT, (*row[:8], json.loads(str(row[8])), row[9]), strict=True)),
                people_wire.Report,
            )
            for row in found
        ]

    async def settle_report(self, report: str, state: str) -> None:
        if not await self.store.run("update reports set state = ?2 where id = ?1", report, state):
            raise Refused("no_report")

    # between players

    async def block(self, user: str, wanted: people_wire.NewBlock) -> None:
        """`mute`: none of his chats; `block`: nor does he sit down at one's tables; None: neither."""
        if wanted.user == user:
            raise Refused("no_user")
        await self.store.run("delete from blocks where user_id = ?1 and other_id = ?2", user, wanted.user)
        if wanted.kind is not None:
            found = await self.store.all("select count(*) from blocks where user_id = ?1", user)
            if int(str(found[0][0])) >= LISTED:
                raise Refused("too_many_blocks", LISTED)
            await self.store.run(
                "insert into blocks(user_id, other_id, kind, at) values(?1, ?2, ?3, ?4) "
                "on conflict do nothing",
                user, wanted.user, wanted.kind, now(),
            )  # fmt: skip

    async def blocks(self, user: str) -> list[people_wire.Block]:
        found = await self.store.all(
            "select other_id, coalesce(users.name, ''), blocks.kind from blocks "
            "left join users on users.id = other_id where user_id = ?1 order by at desc",
            user,
        )
        return [people_wire.Block(*row) for row in found]  # type: ignore[arg-type]

    async def hidden_from(self, user: str | None) -> frozenset[str]:
        """Whose chats this person does not want to see."""
        if user is None:
            return frozenset()
        found = await self.store.look_up("select other_id from blocks where user_id = ?1", user)
        return frozenset(str(other) for (other,) in found)

    async def has_blocked(self, user: str, other: str) -> bool:
        return bool(
            await self.store.look_up(
                "select 1 from blocks where user_id = ?1 and other_id = ?2 and kind = 'block'", user, other
            )
        )

    # what the admin did

    async def note(self, address: str, action: str, target: str, details: str = "") -> None:
        await self.store.run(
            "insert into audit(id, at, address, action, target, details) values(?1, ?2, ?3, ?4, ?5, ?6)",
            new_id(9), now(), address, action, target[:200], details[:500],
        )  # fmt: skip

    async def audit(self) -> list[people_wire.AuditLine]:
        found = await self.store.all(
            f"select at, address, action, target, details from audit order by at desc limit {LISTED}"
        )
        return [people_wire.AuditLine(*row) for row in found]  # type: ignore[arg-type]

    async def found(self, text: str) -> list[people_wire.AdminUser]:
        """People by a part of their name or login, or by their id; nothing: who was here last."""
        text = text.replace("\0", "")
        signs = "".join("\\" + sign if sign in "%_\\" else sign for sign in text.strip()[:80])
        found = await self.store.all(
            "select id, name, kind, coalesce(login, ''), created, seen, muted_until, banned_until, "
            "address from users "
            "where id = ?2 or lower(name) like ?1 escape '\\' or coalesce(login, '') like ?1 escape '\\' "
            f"order by seen desc limit {LISTED}",
            f"%{signs.lower()}%", text.strip(),
        )  # fmt: skip
        return [people_wire.AdminUser(*row) for row in found]  # type: ignore[arg-type]
