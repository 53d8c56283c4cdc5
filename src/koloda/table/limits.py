"""How often somebody may do something, and who somebody is when he comes through a proxy."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache

from koloda.core.errors import BadOption
from koloda.table.store import Store, now


class Bucket:
    """Credit of one user, address or socket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("at", "burst", "clock", "credit", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.credit = burst
        self.at = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Pay, or learn that there is not enough credit; a refusal costs nothing."""
        now = self.clock()
        self.credit = min(self.burst, self.credit + (now - self.at) * self.rate)
        self.at = now
        if self.credit < cost:
            return False
        self.credit -= cost
        return True

    def spend(self, cost: float = 1.0) -> None:
        """Pay in any case, on credit if need be."""
        if not self.take(cost):
            self.credit -= cost

    @property
    def wait(self) -> float:
        """Seconds until one more can be paid for."""
        missing = 1.0 - min(self.burst, self.credit + (self.clock() - self.at) * self.rate)
        return max(0.0, missing / self.rate)


class Buckets:
    """A bucket for each key; the longest unused are forgotten, so that strangers cannot fill the memory."""

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __getitem__(self, key: str) -> Bucket:
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, self.clock)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket

    def take(self, key: str, cost: float = 1.0) -> bool:
        return self[key].take(cost)


class SharedLimit:
    """The same for all processes together: the store keeps when the credit of a key is full again."""

    def __init__(self, store: Store, name: str, rate: float, burst: float, alone: bool) -> None:
        self.store = store
        self.name = name
        self.cost = max(1, int(1000 / rate))  # milliseconds until one more is earned
        self.window = int(self.cost * burst)
        self.alone = alone  # in one process memory is enough
        self.local = Buckets(rate, burst)

    async def used_up(self, key: str) -> bool:
        """Would `take` refuse? For what counts only when it has failed."""
        if self.local[key].wait > 0 or self.alone:
            return self.local[key].wait > 0
        found = await self.store.all("select until from limits where name = ?1", f"{self.name} {key}")
        return bool(found) and int(found[0][0] or 0) + self.cost > now() + self.window

    async def take(self, key: str) -> bool:
        if not self.local.take(key):
            return False
        if self.alone:
            return True
        at = now()
        later = "case when limits.until > ?3 then limits.until else ?3 end + ?4"
        changed = await self.store.run(
            "insert into limits(name, until) values(?1, ?2) on conflict(name) do update "
            f"set until = {later} where {later} <= ?5",
            *(f"{self.name} {key}", at + self.cost, at, self.cost, at + self.window),
        )
        return changed > 0


@lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """The key of an address: whoever has one IPv6 address has the 2**64 of its network.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))


def is_loopback(address: str) -> bool:
    """
    >>> [is_loopback(each) for each in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.1", "")]
    [True, True, True, False, False]
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


class Proxies:
    """The balancers in front of us, whose X-Forwarded-For is believed; nobody else's is."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        for text in networks:
            try:
                self.networks.append(ipaddress.ip_network(text.strip(), strict=False))
            except ValueError:
                raise BadOption(f"{text!r} is no address or network of a proxy, such as 10.0.0.0/8") from None

    def trusts(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self.networks)

    def client(self, peer: str, forwarded: str = "") -> str:
        """Who sent a request: the last address of the chain that is not a proxy of ours.

        Each proxy appends the address it was called from; what is left of a stranger is his own claim.

        >>> Proxies(["10.0.0.0/8"]).client("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2")
        '203.0.113.9'
        >>> Proxies().client("203.0.113.9", "1.1.1.1")
        '203.0.113.9'
        """
        client = peer
        for hop in reversed(forwarded.split(",")):
            if not self.trusts(client):
                break
            try:
                client = str(ipaddress.ip_address(hop.strip()))
            except ValueError:
                break
        return client
