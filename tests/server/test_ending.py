"""The server's log, which names no one, and its end: requests under way still get their answer."""

import http.client
import json
import re
import signal
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from scorekeeper.store.opening import open_store
from tests.server.awkward_app import MAY_END, SLOW_BEGUN
from tests.server.test_serving import ask
from tests.serving import RunningServer, await_that
from tests.store.playing import Table, begin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "games").mkdir()
    store = open_store(tmp_path / "games" / "scorekeeper.sqlite3")
    yield begin(store, "Annabella", "Bo")
    store.close()


@pytest.fixture
def awkward(tmp_path: Path, table: Table) -> Iterator[RunningServer]:
    table.store.close()
    program = ["-m", "tests.server.awkward_app"]
    server = RunningServer(tmp_path / "games", program=lambda port: [*program, str(port)]).start()
    yield server
    if server.runs:
        server.kill()


def test_the_log_tells_what_happened_and_nobodys_name(awkward: RunningServer, table: Table) -> None:
    status, page = ask(awkward, "GET", f"/g/{table.key}/fail?who=Zacharias", Accept="text/html")
    assert status == 500
    assert b"Annabella" not in page
    (named,) = re.findall(rb"mention ([0-9a-f]{8})\.", page)
    assert ask(awkward, "GET", f"/g/{table.key}")[0] == 200
    assert ask(awkward, "GET", "/nothing/of/Zacharias")[0] == 404
    assert awkward.stop() == 0
    log = awkward.output
    assert re.search(
        r"Z error GET /g/<key>/fail answered 500 in \d+ ms, "
        rf"id {named.decode()}: LookupError at awkward_app\.py:\d+\n",
        log,
    )
    assert not (awkward.instance / "scorekeeper.sqlite3-wal").exists()
    (started,) = re.findall(r"Z info started: (.*)", log)
    assert re.fullmatch(rf"version \S+, SQLite [\d.]+, {re.escape(awkward.url)}/, games in \S+\.sqlite3", started)
    assert log.rstrip().endswith("Z info stopped")
    for secret in (table.key, table.kept.view_key, "Annabella", "Zacharias", "Traceback"):
        assert secret not in log
    assert "127.0.0.1" not in log.replace(awkward.url, "")


def test_the_app_is_told_what_was_asked(awkward: RunningServer) -> None:
    """No header passes for one of a proxy's by its spelling, and several cookies are one."""
    with socket.create_connection(("127.0.0.1", awkward.port)) as phone:
        phone.sendall(
            b"POST /echo/%C3%A9%20x?a=%20\xc3\xa4 HTTP/1.1\r\nHost: table:81\r\nCookie: a=1\r\nCookie: b=2\r\n"
            b"X-Twice: 1\r\nx-twice: 2\r\nX_Forwarded_For: 192.0.2.7\r\nContent-Type: text/plain\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n3\r\n5 5\r\n2\r\n 5\r\n0\r\n\r\n"
        )
        answer = http.client.HTTPResponse(phone)
        answer.begin()
        told = json.loads(answer.read())
    expected = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/echo/é x".encode().decode("latin-1"),
        "QUERY_STRING": "a=%20ä".encode().decode("latin-1"),
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "5",
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PORT": str(awkward.port),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "table:81",
        "HTTP_COOKIE": "a=1;b=2",
        "HTTP_X_TWICE": "1,2",
        "wsgi.url_scheme": "http",
        "body": "5 5 5",
    }
    assert {name: told[name] for name in expected} == expected
    assert "HTTP_X_FORWARDED_FOR" not in told


def test_who_is_being_answered_is_while_it_ends_and_who_stalls_is_not_waited_for(
    awkward: RunningServer, table: Table
) -> None:
    with ThreadPoolExecutor(2) as phone, ExitStack() as phones:
        for _ in range(5):
            stalled = phones.enter_context(socket.create_connection(("127.0.0.1", awkward.port)))
            stalled.sendall(b"POST /import HTTP/1.1\r\nHost: table\r\nContent-Length: 1000\r\n\r\n{")
        assert ask(awkward, "GET", f"/g/{table.key}")[0] == 200
        slow = phone.submit(ask, awkward, "GET", "/slow")
        late = phone.submit(ask, awkward, "GET", "/slow", Accept="text/event-stream")
        await_that(lambda: awkward.output.count(SLOW_BEGUN) == 2)
        awkward.tell(signal.SIGTERM)
        await_that(lambda: not awkward.accepts())  # it has heard
        (awkward.instance / MAY_END).touch()
        assert slow.result() == (200, b"slow but sure")
        assert late.result() == (204, b""), "a browser would call any other answer a broken stream"
        assert awkward.ended() == 0
    with pytest.raises(OSError):
        ask(awkward, "GET", "/")
    with closing(sqlite3.connect(table.file.path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
