"""Who tries to come in with wrong tokens and passwords: counted, and told in a few lines of the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from koloda.table.limits import Bucket, Buckets
from koloda.table.metrics import Counter

log = logging.getLogger(__name__)
EACH = 60.0  # seconds between two lines about one address
ALL = 30.0  # lines about different addresses in such a time: who has many of them must not fill the log
MOST = 10_000  # addresses that are remembered


class Failures:
    def __init__(self, counter: Counter, clock: Callable[[], float] = time.monotonic) -> None:
        self.counter = counter
        self.each = Buckets(1 / EACH, 1.0, MOST, clock)
        self.all = Bucket(ALL / EACH, ALL, clock)
        self.untold: dict[tuple[str, str], int] = {}

    def note(self, kind: str, address: str) -> None:
        """One more; `kind` is what was wrong."""
        self.counter.add(kind)
        place = (kind, address)
        count = self.untold[place] = self.untold.get(place, 0) + 1
        if self.each[f"{kind} {address}"].wait > 0 or not self.all.take():
            if len(self.untold) > MOST:
                self.untold.clear()
            return
        self.each.take(f"{kind} {address}")
        del self.untold[place]
        log.warning("%s", SENTENCES[kind], extra={"address": address, "times": count})


SENTENCES = {
    "admin": "somebody has tried to come in as the admin, and was refused",
    "password": "somebody has given a wrong password or recovery code",
}
