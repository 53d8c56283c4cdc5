"""Bodies of HTTP for matches by correspondence: messages to browsers, and vacations."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from koloda.table.wire import In, Lang

Endpoint = Annotated[
    str, Meta(min_length=1, max_length=1000, description="as PushSubscription of a browser has it")
]


class PushAddress(In):
    """Where a browser takes messages, by Web Push. The keys are in base64url."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=16, max_length=40)]
    lang: Lang = "en"


class PushStop(In):
    endpoint: Endpoint


class PushInfo(Struct):
    key: Annotated[str, Meta(description="applicationServerKey, in base64url")]
    browsers: Annotated[int, Meta(description="of mine that get messages")]


class Vacation(In):
    days: Annotated[int, Meta(ge=0, le=366)]


class VacationInfo(Struct):
    until: Annotated[int | None, Meta(description="null: there is none")]
    left: Annotated[int, Meta(description="days of this calendar year")]
    year: int
