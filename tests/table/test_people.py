"""Sessions, accounts, limits: who somebody is and what he may do how often."""

from __future__ import annotations

import asyncio
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from koloda.core.errors import BadOption
from koloda.table import accounts, sessions
from koloda.table.accounts import Accounts, clean_login, clean_name
from koloda.table.errors import Refused
from koloda.table.limits import Bucket, Buckets, Proxies, neighbourhood
from koloda.table.sessions import Admin, Sessions, find_secret
from koloda.table.store import now, open_store

SECRET = "0123456789abcdef" * 4
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def using(url: str, test: Callable[[Accounts], Awaitable[None]]) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.open()
        try:
            await test(Accounts(store, QUICK))
        finally:
            await store.close()

    asyncio.run(main())


async def refused(attempt: Awaitable[object], code: str) -> None:
    with pytest.raises(Refused) as caught:
        await attempt
    assert caught.value.code == code


def test_a_token_names_its_user() -> None:
    session = Sessions(SECRET).read(Sessions(SECRET).token("user-1", 3))
    assert session is not None
    assert (session.user, session.keys, session.stale) == ("user-1", 3, False)


def test_a_forged_token_is_nobodys() -> None:
    there = Sessions(SECRET)
    token = there.token("user-1", 1)
    assert there.read(token) is not None, "what it has read makes it believe nothing else"
    payload, *rest = token.split(".")
    other = Sessions("f" * 64).token("user-1", 1)
    for forged in (
        "",
        ".",
        "..",
        token[:-1],
        token + "x",
        f"{payload}x." + ".".join(rest),
        other,
        "é" * 40,
        "a.b.c",
    ):
        assert there.read(forged) is None, forged
    assert there.read("x" * 1_000_000) is None


@given(st.text(max_size=100))
def test_no_text_breaks_the_reader_of_tokens(text: str) -> None:
    assert Sessions(SECRET).read(text) is None


def test_an_old_token_is_replaced_and_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Sessions(SECRET)
    token = there.token("user-1", 1)
    start = time.time()
    monkeypatch.setattr("time.time", lambda: start + sessions.RENEW + 60)
    session = there.read(token)
    assert session is not None
    assert session.stale
    monkeypatch.setattr("time.time", lambda: start + sessions.LONGEST + 60)
    assert there.read(token) is None


def test_a_secret_can_be_changed_without_logging_people_out() -> None:
    token = Sessions(SECRET).token("user-1", 1)
    both = Sessions(f"{'n' * 32},{SECRET}")
    assert both.read(token) is not None
    assert Sessions(SECRET).read(both.token("user-1", 1)) is None, "signed with the new one"
    assert Sessions("n" * 32).read(both.token("user-1", 1)) is not None


def test_a_short_secret_is_refused() -> None:
    for secret in ("", "short", f"{SECRET},short"):
        with pytest.raises(BadOption, match="KOLODA_SECRET must have"):
            Sessions(secret)


def test_the_secret_is_made_once_and_kept(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        stores = [open_store(url) for _ in range(3)]
        for store in stores:
            await store.open()
        found = {await find_secret(store, {}) for store in stores}
        assert len(found) == 1
        assert len(next(iter(found))) == 64
        assert await find_secret(stores[0], {"KOLODA_SECRET": SECRET}) == SECRET
        for store in stores:
            await store.close()

    asyncio.run(main())
    file = tmp_path / "koloda.db.secret"
    if url.startswith("sqlite"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.glob("*.secret*")] == [file.name], "nothing is left over"
        file.chmod(0o644)
        with pytest.raises(BadOption, match="can be read by others: chmod 600"):
            sessions.secret_file(file)
        file.chmod(0o600)
        file.write_text("")
        with pytest.raises(BadOption, match="holds no secret"):
            sessions.secret_file(file)


def test_the_admin_has_one_token(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("a long enough token\n")
    for admin in (Admin.find(str(file)), Admin.find(None, {"KOLODA_ADMIN_TOKEN": "a long enough token"})):
        assert admin.allows("a long enough token")
        for wrong in ("", "a long enough token ", "a long enough toke", "\ud800"):
            assert not admin.allows(wrong)
    assert not Admin.find(None, {}).allows("")
    for content in ("", "short"):
        file.write_text(content)
        with pytest.raises(BadOption, match="admin token"):
            Admin.find(str(file))
    with pytest.raises(BadOption, match="cannot be read"):
        Admin.find(str(tmp_path / "nothing"))


def test_a_guest_becomes_an_account_and_stays_himself(url: str) -> None:
    async def test(people: Accounts) -> None:
        guest = await people.guest(" Олена ")
        assert (guest.name, guest.kind) == ("Олена", "guest")
        assert await people.user(guest.id) == guest
        assert await people.user("nobody") is None
        renamed = await people.rename(guest.id, "Olena")
        account = await people.register(guest.id, "Olena.K", "correct horse")
        assert (account.id, account.name, account.kind) == (guest.id, renamed.name, "account")
        assert await people.log_in("OLENA.k", "correct horse") == account
        await refused(people.log_in("olena.k", "wrong horse"), "wrong_password")
        await refused(people.log_in("nobody", "correct horse"), "wrong_password")
        await refused(people.log_in("x", "y"), "wrong_password")
        await refused(people.register(guest.id, "second", "correct horse"), "has_account")
        await refused(people.register("nobody", "second", "correct horse"), "no_user")
        await refused(people.rename("nobody", "x"), "no_user")

    using(url, test)


def test_of_two_who_want_one_login_one_gets_it(url: str) -> None:
    async def test(people: Accounts) -> None:
        guests = [await people.guest(f"g{i}") for i in range(6)]
        results = await asyncio.gather(
            *(people.register(guest.id, "one-login", f"password {i}") for i, guest in enumerate(guests)),
            return_exceptions=True,
        )
        won = [i for i, result in enumerate(results) if not isinstance(result, Exception)]
        assert len(won) == 1
        assert (await people.log_in("one-login", f"password {won[0]}")).id == guests[won[0]].id
        assert [r.code for r in results if isinstance(r, Refused)] == ["login_taken"] * 5

    using(url, test)


def test_passwords_are_stored_as_argon2id_only(sqlite_url: str) -> None:
    async def test(people: Accounts) -> None:
        guest = await people.guest("g")
        await people.register(guest.id, "login", "correct horse")
        [(password,)] = await people.store.all("select password from users")
        assert str(password).startswith("$argon2id$")
        assert "correct horse" not in str(await people.store.all("select * from users"))
        people.hasher = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
        await people.log_in("login", "correct horse")
        [(stronger,)] = await people.store.all("select password from users")
        assert "m=16,t=2" in str(stronger), "a hash of older parameters is renewed"

    using(sqlite_url, test)


def test_guessing_is_slowed_down(sqlite_url: str) -> None:
    async def test(people: Accounts) -> None:
        guest = await people.guest("g")
        await people.register(guest.id, "victim", "correct horse")
        for _ in range(10):
            await refused(people.log_in("victim", "wrong horse"), "wrong_password")
        await refused(people.log_in("victim", "correct horse"), "rate")
        await refused(people.log_in("somebody.else", "wrong horse"), "wrong_password")

    using(sqlite_url, test)


def test_a_crowd_that_logs_in_cannot_take_all_memory(sqlite_url: str) -> None:
    at_once, most = 0, 0

    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.002)
            at_once -= 1
            return QUICK.hash(password)

    async def test(people: Accounts) -> None:
        people.hasher = Slow()
        results = await asyncio.gather(
            *(people.hash(f"password {i}") for i in range(100)), return_exceptions=True
        )
        busy = [result for result in results if isinstance(result, Refused)]
        assert len(busy) == 100 - accounts.HASHES_WAITING - accounts.HASHES_AT_ONCE
        assert all(refusal.code == "busy" for refusal in busy)
        assert most <= accounts.HASHES_AT_ONCE
        assert people.waiting == 0
        await people.hash("password")

    using(sqlite_url, test)


def test_mutes_and_bans_end(url: str) -> None:
    async def test(people: Accounts) -> None:
        guest = await people.guest("g")
        assert not guest.muted
        assert (await people.mute(guest.id, 5)).muted
        assert (await people.ban(guest.id, 5)).banned
        assert not (await people.mute(guest.id, 0)).muted
        user = await people.ban(guest.id, 0)
        assert not user.banned
        assert (await people.forget_keys(guest.id)).keys == guest.keys + 1
        await refused(people.mute("nobody", 5), "no_user")

    using(url, test)


def test_only_guests_without_games_are_forgotten(url: str) -> None:
    async def test(people: Accounts) -> None:
        idle, playing, account = [await people.guest(name) for name in ("idle", "playing", "account")]
        await people.register(account.id, "login", "correct horse")
        await people.store.run(
            "insert into players(table_id, seat, user_id, game) values('t', 0, ?1, 'durak')", playing.id
        )
        await people.seen(idle.id)
        for one, other in ((account, idle), (idle, account), (account, playing)):
            await people.store.run(
                "insert into friends(user_id, other_id, at) values(?1, ?2, 1)", one.id, other.id
            )
            await people.store.run(
                "insert into blocks(user_id, other_id, kind, at) values(?1, ?2, 'block', 1)", one.id, other.id
            )
        for user in (idle, account):
            await people.store.run(
                "insert into push_addresses(id, user_id, endpoint, p256dh, auth, lang, created, failed) "
                "values(?1, ?1, '', '', '', 'en', 1, 0)",
                user.id,
            )
            await people.store.run(
                "insert into vacations(user_id, year, used, since, until) values(?1, 2026, 1, 1, 2)", user.id
            )
        assert await people.forget_guests(now() - 1000) == 0
        assert await people.forget_guests(now() + 1000) == 1
        assert [await people.user(user.id) is None for user in (idle, playing, account)] == [
            True,
            False,
            False,
        ]
        for relation in ("friends", "blocks"):
            left = await people.store.all(f"select user_id, other_id from {relation}")
            assert left == [(account.id, playing.id)]
        for relation in ("push_addresses", "vacations"):
            assert await people.store.all(f"select user_id from {relation}") == [(account.id,)]

    using(url, test)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("a\u202eb\u200bc\x00d\x1b[31m", "abcd[31m"),
        ("Їжак Ґудзик", "Їжак Ґудзик"),
        ("e\u0301", "é"),
        ("Z" + "\u0334\u0335\u0336\u0337" * 20, "Z\u0334\u0335"),
        ("x" * 100, "x" * 24),
        ("🂡", "🂡"),
    ],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "\u0301", "\ud800", "\ue000", "\n" * 1_000_000])
def test_a_name_without_letters_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(text)
    assert caught.value.code == "bad_name"


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert 1 <= len(name) <= 24
    assert clean_name(name) == name
    assert name.isprintable()
    name.encode()


def test_logins_are_folded() -> None:
    assert clean_login("Straße") == clean_login("STRASSE") == "strasse"
    for bad in ("ab", "a b c", "a" * 33, "a\u202ebc", "<script>"):
        with pytest.raises(Refused):
            clean_login(bad)


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    at = 100.0
    bucket = Bucket(rate=2, burst=3, clock=lambda: at)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    at += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    at += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False], "credit does not grow for ever"


def test_buckets_stay_few() -> None:
    buckets = Buckets(rate=1, burst=1, most=100, clock=lambda: 0.0)
    assert buckets.take("me")
    for i in range(99):
        buckets.take(f"stranger {i}")
        assert not buckets.take("me"), "who comes often is remembered"
    for i in range(10_000):
        buckets.take(f"flood {i}")
    assert len(buckets.buckets) == 100


def test_a_forwarded_address_is_believed_of_our_proxies_only() -> None:
    chain = "6.6.6.6, 203.0.113.9, 10.0.0.2"
    assert Proxies().client("203.0.113.9", chain) == "203.0.113.9"
    assert Proxies(["127.0.0.1", "10.0.0.0/8"]).client("127.0.0.1", chain) == "203.0.113.9"
    assert Proxies(["127.0.0.1"]).client("127.0.0.1", chain) == "10.0.0.2"
    assert Proxies(["::/0"]).client("::1", "nonsense") == "::1"
    assert Proxies(["127.0.0.1"]).client("::ffff:127.0.0.1", "2001:db8::1") == "2001:db8::1"
    assert Proxies(["127.0.0.1"]).client("127.0.0.1", "") == "127.0.0.1"
    with pytest.raises(BadOption, match="no address or network"):
        Proxies(["localhost"])


def test_a_network_of_ipv6_is_one_neighbour() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("testclient") == "testclient"


def test_of_two_who_register_one_name_at_the_same_time_one_gets_it(url: str) -> None:
    """Through two processes, both of which have found it free."""

    async def main() -> None:
        stores = [open_store(url) for _ in range(2)]
        for store in stores:
            await store.open()
        both = [Accounts(store, QUICK) for store in stores]
        arrived = 0
        all_here = asyncio.Event()

        async def hashed(password: str) -> str:  # what comes after the checks and before the writing
            nonlocal arrived
            arrived += 1
            if arrived == len(both):
                all_here.set()
            await asyncio.wait_for(all_here.wait(), 60)
            return QUICK.hash(password)

        try:
            guests = [await each.guest("Ann") for each in both]
            for each in both:
                each.hash = hashed  # type: ignore[method-assign]
            answers = await asyncio.gather(
                *(
                    each.register(guest.id, f"ann{number}", "a long password")
                    for number, (each, guest) in enumerate(zip(both, guests, strict=True))
                ),
                return_exceptions=True,
            )
            codes = [answer.code for answer in answers if isinstance(answer, Refused)]
            assert codes == ["name_taken"], answers
            (winner,) = [answer for answer in answers if not isinstance(answer, BaseException)]
            assert winner.kind == "account"
            # who has lost is a guest as before; a name that is given up is free
            loser = next(guest for guest in guests if guest.id != winner.id)
            await both[0].rename(winner.id, "Anton")
            await both[1].rename(loser.id, "Ann")
            assert (await both[1].register(loser.id, "ann2", "a long password")).kind == "account"
            await refused(both[0].rename(winner.id, "ann."), "name_taken")
            await both[0].delete(loser.id)
            assert (await both[0].rename(winner.id, "Ann")).name == "Ann"
        finally:
            for store in stores:
                await store.close()

    asyncio.run(main())
