"""What somebody may do so often counts in all processes together, and chat by person."""

from __future__ import annotations

from table.serving import Server


def test_limits_count_in_all_processes_together(postgres_url: str) -> None:
    with Server(postgres_url, strict_limits=True) as one, Server(postgres_url, strict_limits=True) as two:
        made = []
        for _ in range(14):
            made += [server.call("POST", "/api/session", {"name": "Ann"})[0] for server in (one, two)]
        assert made[0] == 201
        assert 429 in made


def test_logins_count_in_all_processes_together(postgres_url: str) -> None:
    wrong = {"login": "nobody", "password": "wrong horse"}
    with Server(postgres_url, strict_limits=True) as one, Server(postgres_url, strict_limits=True) as two:
        tried = [server.call("POST", "/api/login", wrong)[0] for _ in range(8) for server in (one, two)]
        assert tried[0] == 401
        assert 429 in tried


def test_chat_counts_by_person(sqlite_url: str) -> None:
    with Server(sqlite_url, strict_limits=True) as server:
        ann = server.person()
        table = ann.quick("durak")
        said = []
        for _ in range(5):
            with ann.at(table) as chair:
                said += [chair.answer(chair.send("chat", text="hi"))["t"] for _ in range(2)]
        assert said[0] == "ok"
        assert "error" in said
