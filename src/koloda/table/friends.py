"""Who is here, whom people call friends, and invitations to tables."""

from __future__ import annotations

from collections.abc import Iterable

from koloda.names import look
from koloda.table import people_wire, social_wire
from koloda.table.accounts import Accounts, User
from koloda.table.connections import LiveTable
from koloda.table.errors import Refused
from koloda.table.ids import new_id
from koloda.table.lists import Lists
from koloda.table.lobby import need_waiting
from koloda.table.people import People
from koloda.table.store import Store

MOST_FRIENDS = 200
NOTED = 20_000  # milliseconds; who is here is written down once in so long
HERE = 75_000  # who has asked for news since then is here: hidden pages ask once a minute
LISTED = 100
OPEN = 15 * 60_000  # so long an invitation is good
SLOW_OPEN = 7 * 24 * 3600_000  # one to a match by correspondence
DECLINED = 10 * 60_000  # so long nobody asks the same person again who has said no
AT_A_TABLE = 10  # invitations to one table
SHOWN = 10


class Friends:
    def __init__(self, store: Store, accounts: Accounts, people: People) -> None:
        self.store = store
        self.accounts = accounts
        self.people = people
        self.noted: dict[str, int] = {}

    # who is here

    async def note(self, user: str, now: int) -> None:
        """He is here; written at most once in NOTED."""
        if now - self.noted.get(user, -NOTED) < NOTED:
            return
        if len(self.noted) >= 10_000:
            self.noted = {who: at for who, at in self.noted.items() if now - at < NOTED}
        self.noted[user] = now
        await self.store.run(
            "insert into presence(user_id, at) values(?1, ?2) on conflict(user_id) do update set at = ?2",
            user, now,
        )  # fmt: skip

    async def online(self, user: User, now: int) -> list[social_wire.OnlinePerson]:
        """The accounts that are here and show it, friends first; nobody who has blocked the other."""
        found = await self.store.all(
            "select users.id, users.name, users.kind, case when friends.other_id is null then 0 else 1 end "
            "from presence join users on users.id = presence.user_id "
            "left join preferences on preferences.user_id = users.id "
            "left join friends on friends.user_id = ?1 and friends.other_id = users.id "
            "where presence.at > ?2 and users.kind = 'account' and users.id <> ?1 and banned_until < ?3 "
            "and coalesce(preferences.hidden, 0) = 0 and not exists (select 1 from blocks "
            "where blocks.kind = 'block' and ((blocks.user_id = ?1 and blocks.other_id = users.id) "
            "or (blocks.user_id = users.id and blocks.other_id = ?1))) "
            f"order by 4 desc, users.name, users.id limit {LISTED}",
            user.id, now - HERE, now,
        )  # fmt: skip
        return [
            social_wire.OnlinePerson(people_wire.User(str(who), str(name), str(kind)), bool(friend))  # type: ignore[arg-type]
            for who, name, kind, friend in found
        ]

    async def forget(self, before: int) -> None:
        """Drop who has gone long ago, and invitations that are over."""
        await self.store.run("delete from presence where at < ?1", before)
        await self.store.run("delete from invitations where at < ?1", before - SLOW_OPEN)

    # friends

    async def friends(self, user: str, now: int) -> list[social_wire.Friend]:
        """By name; who has blocked one, or hides, is shown as away."""
        found = await self.store.all(
            "select users.id, users.name, users.kind, "
            "case when presence.at > ?2 and coalesce(preferences.hidden, 0) = 0 and not exists "
            "(select 1 from blocks where blocks.user_id = users.id and blocks.other_id = ?1 "
            "and blocks.kind = 'block') then 1 else 0 end, "
            "(select count(*) from friends back where back.user_id = users.id and back.other_id = ?1) "
            "from friends join users on users.id = friends.other_id "
            "left join presence on presence.user_id = users.id "
            "left join preferences on preferences.user_id = users.id "
            "where friends.user_id = ?1 order by 4 desc, users.name, users.id",
            user, now - HERE,
        )  # fmt: skip
        return [
            social_wire.Friend(
                people_wire.User(str(who), str(name), str(kind)),  # type: ignore[arg-type]
                bool(here),
                bool(back),
            )
            for who, name, kind, here, back in found
        ]

    async def set_friend(self, user: User, wanted: social_wire.FriendWish, now: int) -> None:
        if not wanted.friend:
            await self.store.run(
                "delete from friends where user_id = ?1 and other_id = ?2", user.id, wanted.user
            )
            return
        other = await self.meant(wanted.user, wanted.name)
        if other.id == user.id:
            raise Refused("no_user")
        found = await self.store.all("select count(*) from friends where user_id = ?1", user.id)
        if int(str(found[0][0])) >= MOST_FRIENDS:
            raise Refused("too_many_friends", MOST_FRIENDS)
        await self.store.run(
            "insert into friends(user_id, other_id, at) values(?1, ?2, ?3) on conflict do nothing",
            user.id, other.id, now,
        )  # fmt: skip

    async def is_friend(self, user: str, other: str) -> bool:
        return bool(
            await self.store.all("select 1 from friends where user_id = ?1 and other_id = ?2", user, other)
        )

    async def meant(self, user: str, name: str) -> User:
        """Somebody by id, or an account by its name, however it is written."""
        if not user and name:
            found = await self.store.all(
                "select user_id from account_names where looks = ?1", look(name.strip())
            )
            user = str(found[0][0]) if found else ""
        other = await self.accounts.user(user) if user else None
        if other is None:
            raise Refused("no_user")
        return other

    async def preferences(self, user: str) -> social_wire.Preferences:
        found = await self.store.all("select hidden, invitations from preferences where user_id = ?1", user)
        if not found:
            return social_wire.Preferences()
        return social_wire.Preferences(bool(found[0][0]), str(found[0][1]))  # type: ignore[arg-type]

    async def set_preferences(self, user: str, wanted: social_wire.Preferences) -> None:
        await self.store.run(
            "insert into preferences(user_id, hidden, invitations) values(?1, ?2, ?3) "
            "on conflict(user_id) do update set hidden = ?2, invitations = ?3",
            user, int(wanted.hidden), wanted.invitations,
        )  # fmt: skip

    # invitations

    async def invite(self, table: LiveTable, user: User, wanted: social_wire.Invite, now: int) -> None:
        """Ask somebody to a table where one sits. A refusal does not say which wish of his it is."""
        room = table.room
        seat = room.seat_of(user.id)
        if seat is None:
            raise Refused("not_seated")
        need_waiting(room)
        other = await self.meant(wanted.user, wanted.name)
        if other.id == user.id:
            raise Refused("no_user")
        if room.seat_of(other.id) is not None:
            return
        if other.is_bot:
            raise Refused("bot_invited", other.name)
        if await self.people.has_blocked(user.id, other.id) or not await self.takes(other, user, now):
            raise Refused("declines", other.name)
        found = await self.store.all("select count(*) from invitations where table_id = ?1", room.id)
        if int(str(found[0][0])) >= AT_A_TABLE:
            raise Refused("too_many_invited", AT_A_TABLE)
        await self.write(room.id, user.id, [other.id], now)

    async def takes(self, other: User, inviter: User, now: int) -> bool:
        """Does this person want to be asked by that one?"""
        if other.banned or await self.people.has_blocked(other.id, inviter.id):
            return False
        wish = (await self.preferences(other.id)).invitations
        if wish == "nobody" or (wish == "friends" and not await self.is_friend(other.id, inviter.id)):
            return False
        said_no = await self.store.all(
            "select 1 from invitations where from_id = ?1 and to_id = ?2 and state = 'declined' and at > ?3",
            inviter.id, other.id, now - DECLINED,
        )  # fmt: skip
        return not said_no

    async def offer_rematch(self, table: str, user: str, others: Iterable[str], now: int) -> None:
        """To those who played: wherever they are, one tap brings them to their seat."""
        asked = [other for other in others if not await self.people.has_blocked(other, user)]
        await self.write(table, user, asked, now, rematch=True)

    async def write(
        self, table: str, user: str, others: Iterable[str], now: int, rematch: bool = False
    ) -> None:
        for other in others:
            await self.store.run(
                "insert into invitations(id, table_id, from_id, to_id, at, state, rematch) "
                "values(?1, ?2, ?3, ?4, ?5, 'open', ?6) on conflict do nothing",
                new_id(9), table, user, other, now, int(rematch),
            )  # fmt: skip

    async def invitations(self, user: str, lists: Lists, now: int) -> list[social_wire.Invitation]:
        """Those that are still good: the table waits, somebody is there, and it has a seat.

        Of friends, and of who has played with one, first: strangers, of whom there may be many, hide nobody.
        """
        found = await self.store.look_up(
            "select invitations.id, users.id, users.name, users.kind, invitations.at, rematch, tables.id, "
            "tables.summary from invitations join users on users.id = from_id "
            "join tables on tables.id = invitations.table_id "
            "left join friends on friends.user_id = ?1 and friends.other_id = from_id "
            "where to_id = ?1 and invitations.at > ?2 and state = 'open' and tables.status = 'waiting' "
            "and (invitations.at > ?3 or exists (select 1 from slow_tables where table_id = tables.id)) "
            "order by case when friends.other_id is not null or rematch = 1 then 0 else 1 end, "
            f"invitations.at desc limit {SHOWN}",
            user, now - SLOW_OPEN, now - OPEN,
        )  # fmt: skip
        result = []
        for name, who, called, kind, at, rematch, table, summary in found:
            info = lists.info(str(table), str(summary), now)
            free = any(seat.kind == "empty" for seat in info.seats)
            if info.status == "waiting" and free and any(seat.user == who for seat in info.seats):
                inviter = people_wire.User(str(who), str(called), str(kind))  # type: ignore[arg-type]
                result.append(social_wire.Invitation(str(name), inviter, info, int(str(at)), bool(rematch)))
        return result

    async def answer(self, user: str, invitation: str, accept: bool, now: int) -> tuple[str, str]:
        """The table and who asks to it, if the person comes; else he is not asked again for a while."""
        found = await self.store.all(
            "select table_id, from_id from invitations where id = ?1 and to_id = ?2 and state = 'open' "
            "and (at > ?3 or (at > ?4 and exists "
            "(select 1 from slow_tables where slow_tables.table_id = invitations.table_id)))",
            invitation, user, now - OPEN, now - SLOW_OPEN,
        )  # fmt: skip
        if not found:
            raise Refused("no_invitation")
        if not accept:
            await self.store.run("update invitations set state = 'declined' where id = ?1", invitation)
        return str(found[0][0]), str(found[0][1])

    async def accepted(self, invitation: str) -> None:
        await self.store.run("delete from invitations where id = ?1", invitation)
