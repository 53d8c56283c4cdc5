"""Logs and figures: readable by machines and people, and no secret in them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from koloda.table import logs
from koloda.table.metrics import Counter, Gauge, Histogram, Metrics
from koloda.table.sessions import Sessions

SECRET = "0123456789abcdef" * 4
TOKEN = Sessions(SECRET).token("kJ8-user_id12345", 1)
TABLE = "pRiVaTe-TaBlE-id_22"


@pytest.fixture
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")
    kept = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for logger, before in kept:
        logger.setLevel(before)


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("style", ["json", "text"])
def test_no_secret_gets_into_a_log(style: str) -> None:
    stream = io.StringIO()
    logs.set_up(stream, style=style)
    log = logging.getLogger("koloda.test")
    lines = [
        f"cookie koloda={TOKEN}; path=/",
        f"Authorization: Bearer {TOKEN}",
        "Authorization: Basic Z2VoZWlt",
        "Authorization: Bearer geheim",
        'bad body {"login": "x", "password": "geheim"}',
        "bad body {'password':'geheim','name':'x'}",
        "POST /api/login?password=geheim&x=1",
        "connecting to postgresql://koloda:geheim@host/db",
        "redis://:geheim@host:6379",
        "KOLODA_ADMIN_TOKEN=geheim",
        "KOLODA_SECRET: geheim",
        f"GET /api/tables/{TABLE}/socket?v=1 403",
        f"GET /tables/{TABLE} 404",
    ]
    for line in lines:
        log.warning(line)
        log.warning("%s", line)
    log.warning("login failed", extra={"password": "geheim", "session_token": TOKEN, "luck": "geheim"})
    log.warning("connecting", extra={"url": "postgresql://u:geheim@h/d", "path": f"/api/tables/{TABLE}"})
    logging.getLogger("uvicorn.access").info(f'"GET /api/tables/{TABLE} HTTP/1.1" 200')
    try:
        raise ValueError(f"postgresql://u:geheim@h/d {TOKEN} /api/tables/{TABLE}/join")
    except ValueError:
        log.exception("failed")
    text = stream.getvalue()
    for secret in ("geheim", TOKEN, TABLE, "Z2VoZWlt"):
        assert secret not in text
    assert logs.mark(TABLE) in text
    assert "host/db" in text


@pytest.mark.usefixtures("restored")
def test_a_line_of_json_says_what_when_and_about_what() -> None:
    stream = io.StringIO()
    logs.set_up(stream)
    logging.getLogger("koloda.hub").info("a table was %s", "made", extra={"game": "durak", "seats": 4})
    line = json.loads(stream.getvalue())
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info", "logger": "koloda.hub", "text": "a table was made", "game": "durak", "seats": 4,
    }  # fmt: skip


@pytest.mark.usefixtures("restored")
def test_strangers_cannot_write_lines_of_their_own() -> None:
    for style in ("json", "text"):
        stream = io.StringIO()
        logs.set_up(stream, style=style)
        logging.getLogger("koloda").info("name \n{} \r\x1b[2J", extra={"name_of_guest": "a\nb\u202e"})
        assert stream.getvalue().count("\n") == 1
        assert "\x1b" not in stream.getvalue()


@pytest.mark.usefixtures("restored")
def test_a_terminal_gets_readable_lines() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    logs.set_up(stream)
    logging.getLogger("koloda").warning("the bus is lost", extra={"tables": 3})
    assert stream.getvalue().endswith(" warning the bus is lost tables=3\n")


def test_figures_in_the_format_of_prometheus() -> None:
    metrics = Metrics()
    metrics.gauge("koloda_tables", "Tables.", "game", read=lambda: {("durak",): 2.0, ('a"\\\n',): 1.0})
    metrics.actions.add("durak")
    metrics.actions.add("durak", amount=2)
    metrics.sockets.add()
    metrics.sockets.add(-1)
    metrics.sockets.add()
    for seconds in (0.0005, 0.001, 0.002, 99.0):
        metrics.commit.observe(seconds)
    metrics.committed(3, 0.01)
    text = metrics.text()
    lines = text.splitlines()
    assert text.endswith("\n")
    for line in (
        "# TYPE koloda_actions_total counter",
        'koloda_actions_total{game="durak"} 3',
        "koloda_sockets 1",
        'koloda_tables{game="durak"} 2',
        'koloda_tables{game="a\\"\\\\\\n"} 1',
        'koloda_action_commit_seconds_bucket{le="0.001"} 2',
        'koloda_action_commit_seconds_bucket{le="0.0025"} 3',
        'koloda_action_commit_seconds_bucket{le="10"} 3',
        'koloda_action_commit_seconds_bucket{le="+Inf"} 4',
        "koloda_action_commit_seconds_count 4",
        'koloda_store_batch_rows_bucket{le="4"} 1',
    ):
        assert line in lines
    assert len([line for line in lines if line.startswith("# HELP")]) == len(metrics.figures)
    memory = next(line for line in lines if line.startswith("process_resident_memory_bytes"))
    assert float(memory.split()[1]) > 1_000_000


def test_a_figure_needs_all_its_labels() -> None:
    with pytest.raises(AssertionError):
        Counter(("a", "b")).add("one")
    assert Counter(()).lines("x") == ["x 0"]
    assert Gauge().lines("x") == ["x 0"]
    assert Histogram((1,)).lines("x") == [
        'x_bucket{le="1"} 0',
        'x_bucket{le="+Inf"} 0',
        "x_sum 0",
        "x_count 0",
    ]
