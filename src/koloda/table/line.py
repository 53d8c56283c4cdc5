"""The WebSocket of a table, written and read on its transport.

uvicorn and websockets make the handshake and watch over the protocol. Whole text messages, which are nearly
all of the traffic, take a short way: no task, no queue and no layer between the table and the network.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # a build without the compiled part
    from websockets.utils import apply_mask

from koloda.table.limits import Bucket

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

WHOLE_TEXT = 0x81
MASKED = 0x80
MANY = 64  # messages of one moment
WAITING = 32  # messages of one client that wait for the table, before nothing more is read of it
FLOOD = 400  # messages that wait, sent at once
FRAMES, FRAMES_AT_ONCE = 20.0, 100.0  # pings, pongs and parts of messages a second
PIECE = 1024  # bytes that the library is given at a time: in six it may find a frame
FLOODED = 4429
GOODBYE = 5.0  # seconds for one who is cut off to read why
EXTENSION = "koloda.line"


class Line(WebSocketsSansIOProtocol):
    """One connection. `take_over` begins the short way, `next_message` and `write` are all that it needs."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.inbox: deque[str | bytes] = deque()
        self.arrival: asyncio.Future[None] | None = None
        self.quick: Callable[[str | bytes], bool] = not_quick  # may take a message at once
        self.occupied = False  # by a message that was taken so: the next one waits for its end
        self.direct = False
        self.whole = True  # only whole text frames so far: the library has nothing of a frame
        self.parts = 0
        self.outbox: list[bytes] = []  # what is written when whoever runs now has said everything
        self.due = due_lines(self.loop)
        self.behind = False  # the network takes less than is written
        self.ended = False
        self.stopped = False  # nothing is read for now
        self.frames_left = Bucket(FRAMES, FRAMES_AT_ONCE)
        self.flooded: Callable[[], None] | None = None  # says why it is cut off
        self.leave: Callable[[], None] | None = None  # set by whoever counts the connections

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            cast(Any, scope)["extensions"][EXTENSION] = self

    async def run_asgi(self) -> None:
        """Whoever was served here lets go of it: a circle of two would stay until everybody is stopped to
        search for such circles, and is not searched for at all while there is much to do."""
        try:
            await super().run_asgi()
        finally:
            cast(Any, self.scope)["extensions"].pop(EXTENSION, None)
            self.quick, self.flooded = not_quick, None

    def take_over(self) -> None:
        """After the handshake."""
        self.direct = True
        self.whole = self.parts == 1
        self.forward()

    def data_received(self, data: bytes) -> None:
        if not self.direct or not self.whole:
            self.parts += 1
            self.by_library(data)
            return
        start = 0
        while start < len(data):
            found = whole_text(data, start, self.config.ws_max_size)
            if found is None:
                # half a frame, a ping, a close, or nonsense: from here on the library knows what to do
                self.whole = False
                self.by_library(data[start:])
                return
            text, start = found
            self.put(text)
            if len(self.inbox) > FLOOD:
                self.cut_off()
                return

    def by_library(self, data: bytes) -> None:
        """Whatever is not a whole text. Frames cost more than their bytes, so they are counted too."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.frames_left.credit < 0 or len(self.inbox) > FLOOD:
                self.cut_off()
                return

    def cut_off(self) -> None:
        """Who floods is told so, and nothing more is read of him."""
        self.inbox.clear()
        if self.flooded is not None:
            self.flooded()
        else:
            self.finish(FLOODED)
        if not self.transport.is_closing():
            self.transport.pause_reading()
            self.loop.call_later(GOODBYE, self.transport.abort)

    def handle_ping(self) -> None:
        self.frames_left.spend()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self.frames_left.spend()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self.frames_left.spend()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self.direct:
            self.forward()

    def forward(self) -> None:
        """What the library has read."""
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                self.put(event.get("text") or event.get("bytes") or b"")
            elif event["type"] == "websocket.disconnect":
                self.end()
        if self.read_paused:
            self.read_paused = False
            if not self.stopped:
                self.transport.resume_reading()

    def put(self, message: str | bytes) -> None:
        if not self.inbox and not self.occupied and self.arrival is not None and not self.arrival.done():
            self.occupied = True  # whoever listens does nothing else
            if self.quick(message):
                return
            self.occupied = False
        self.inbox.append(message)
        if len(self.inbox) > WAITING and not self.stopped:
            self.stopped = True
            self.transport.pause_reading()
        self.wake()

    def wake(self) -> None:
        if self.arrival is not None and not self.arrival.done():
            self.arrival.set_result(None)

    def go_on(self, again: str | bytes | None = None) -> None:
        """What was taken at once is done, or (`again`) must be heard in the usual way."""
        self.occupied = False
        if again is not None:
            self.inbox.appendleft(again)
        if self.inbox or self.ended:
            self.wake()

    async def next_message(self) -> str | bytes | None:
        """The next message; None: there will be none."""
        while self.occupied or not self.inbox:
            if self.ended and not self.occupied:
                return None
            self.arrival = self.loop.create_future()
            await self.arrival
        message = self.inbox.popleft()
        if self.stopped and not self.inbox and not self.transport.is_closing():
            self.stopped = False
            self.transport.resume_reading()
        return message

    def write(self, text: bytes) -> None:
        """A text message. Those of one moment (an `ok` and the update) go out together: one call costs the
        system as much as another, whatever it carries. What the network does not take at once is kept."""
        outbox = self.outbox
        if not outbox:
            due = self.due
            if not due:
                self.loop.call_soon(flush_all, due)
            due.append(self)
        elif len(outbox) > MANY:
            self.flush()
        outbox.append(framed(text))

    def flush(self) -> None:
        outbox = self.outbox
        if outbox:
            data = outbox[0] if len(outbox) == 1 else b"".join(outbox)
            outbox.clear()
            if not self.close_sent and not self.transport.is_closing():
                self.transport.write(data)

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken yet."""
        return self.transport.get_write_buffer_size() if self.behind else 0

    def finish(self, code: int) -> None:
        """Close; who does not answer is cut off after a while, and so is who reads nothing."""
        self.end()
        self.flush()
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        if self.stopped:
            self.stopped = False
            self.transport.resume_reading()

    def end(self) -> None:
        self.ended = True
        self.wake()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()
            self.leave = None
        self.end()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.behind = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.behind = False


_due: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Line]] = WeakKeyDictionary()


def due_lines(loop: asyncio.AbstractEventLoop) -> list[Line]:
    """The connections of an event loop to which something is to be written at the end of this turn."""
    due = _due.get(loop)
    if due is None:
        due = _due[loop] = []
    return due


def flush_all(due: list[Line]) -> None:
    """Write what was said at this moment, whoever it is for."""
    lines = due.copy()
    due.clear()
    for line in lines:
        line.flush()


def not_quick(message: str | bytes) -> bool:
    return False


def line_of(socket: WebSocket) -> Line:
    line: Line = socket.scope["extensions"][EXTENSION]
    return line


def framed(text: bytes) -> bytes:
    """A text frame as servers send it.

    >>> framed(b"hi"), framed(b"." * 200)[:4]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8')
    """
    size = len(text)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def whole_text(data: bytes, start: int, largest: int) -> tuple[str, int] | None:
    """The text message that begins there and where it ends; None: it is not simply that.

    >>> whole_text(b"..\\x81\\x82\\x01\\x00\\x00\\x00ih", 2, 100), whole_text(b"\\x81\\x05hello", 0, 100)
    (('hh', 10), None)
    """
    if len(data) < start + 6 or data[start] != WHOLE_TEXT:
        return None
    size, mask = data[start + 1] - MASKED, start + 2
    if size == 126:
        size, mask = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
    elif not 0 <= size < 126:
        return None
    end = mask + 4 + size
    if size > largest or end > len(data):
        return None
    try:
        return apply_mask(data[mask + 4 : end], data[mask : mask + 4]).decode(), end
    except UnicodeDecodeError:
        return None
