"""The real server: where it listens, what it says, how it ends, and who can make it wait."""

from __future__ import annotations

import http.client
import json
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING, Any

import pytest
from flask import request
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.store import Store
from scorekeeper.web import create_app, serving
from scorekeeper.web.bodies import BODIES_AT_ONCE, STALLED, STALLED_HERE, OneAtATime, why_refused
from scorekeeper.web.network import network_host
from scorekeeper.web.security import HEADERS
from tests.serving import PATIENCE, RunningServer, await_that, refused_start
from tests.store.playing import begin

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def ask(server: RunningServer, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


one_server_serves_them = pytest.mark.xdist_group("serving")

# --- starting and ending ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_it_ends_cleanly_when_asked(server: RunningServer, how: signal.Signals) -> None:
    assert server.stop(how) == 0
    assert "Traceback" not in server.output
    with pytest.raises(OSError):
        ask(server, "GET", "/")


def test_it_opens_again_on_the_same_games(server: RunningServer) -> None:
    key = (server.instance / "secret_key").read_text("ascii")
    server.kill()
    assert not server.runs
    server.start()
    assert ask(server, "GET", "/")[0] == 200
    assert (server.instance / "secret_key").read_text("ascii") == key


@one_server_serves_them
def test_it_says_where_it_is(standing_server: RunningServer) -> None:
    assert f"on this machine:  {standing_server.url}/" in standing_server.output
    assert standing_server.output.count("started: release ") == 1


@one_server_serves_them
def test_a_taken_port_that_was_named_is_told(standing_server: RunningServer, tmp_path: Path) -> None:
    said = refused_start(tmp_path / "other", "--port", str(standing_server.port))
    assert f"127.0.0.1 port {standing_server.port}" in said
    assert "somebody else listens there" in said


def test_a_host_that_is_not_here_is_told(tmp_path: Path) -> None:
    assert "cannot listen on 192.0.2.77" in refused_start(tmp_path, "--host", "192.0.2.77")


def test_a_bad_setting_is_told(tmp_path: Path) -> None:
    said = refused_start(tmp_path, SCOREKEEPER_MAX_CONTENT_LENGTH="lots")
    assert "SCOREKEEPER_MAX_CONTENT_LENGTH='lots'" in said


def test_a_store_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.sqlite3").write_bytes(b"not a database at all, by any means" * 100)
    assert "error:" in refused_start(tmp_path)


# --- the address ------------------------------------------------------------------------------------------------------


def test_the_next_free_port_is_taken_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(serving, "FIRST_PORT", taken.getsockname()[1])
        chosen = serving.choose_address("127.0.0.1", None)
        assert chosen.port > serving.FIRST_PORT
        assert f"Port {serving.FIRST_PORT} is taken; this is port {chosen.port}." in serving.greeting(chosen)


def test_only_an_open_server_shows_phones_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "network_host", lambda: "192.168.1.20")
    alone = "\n".join(serving.greeting(serving.Address("127.0.0.1", 8000)))
    assert "192.168.1.20" not in alone
    shared = "\n".join(serving.greeting(serving.Address("0.0.0.0", 8000)))
    assert "http://127.0.0.1:8000/" in shared
    assert "http://192.168.1.20:8000/" in shared
    assert serving.qr_code("http://192.168.1.20:8000/") in shared


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "network_host", lambda: None)
    assert "No network here" in "\n".join(serving.greeting(serving.Address("0.0.0.0", 8000)))


@pytest.mark.parametrize(
    ("address", "url"),
    [
        pytest.param(serving.Address("127.0.0.1", 80), "http://127.0.0.1:80/", id="this-machine"),
        pytest.param(serving.Address("0.0.0.0", 80), "http://127.0.0.1:80/", id="everybody"),
        pytest.param(serving.Address("::1", 80), "http://[::1]:80/", id="version-6"),
    ],
)
def test_addresses_are_written_for_browsers(address: serving.Address, url: str) -> None:
    assert address.url() == url


def test_links_for_phones_have_the_port_that_it_listens_on(tmp_path: Path) -> None:
    """Whatever port the browser was told to ask, which may be forwarded from another one."""
    (tmp_path / "games").mkdir()
    store = Store.open(tmp_path / "games" / "scorekeeper.sqlite3")
    key = begin(store).key
    store.close()

    def open_to_all(port: int) -> list[str]:
        return ["-m", "scorekeeper", "serve", "--host", "0.0.0.0", "--port", str(port)]

    with RunningServer(tmp_path / "games", program=open_to_all) as server:
        status, page = ask(server, "GET", f"/g/{key}/invite", Host="localhost:9")
    there = network_host()
    shown = "http://localhost:9/g/" if there is None else f"http://{there}:{server.port}/g/"
    assert status == 200
    assert shown.encode() in page


# --- what phones may send ---------------------------------------------------------------------------------------------


@one_server_serves_them
@pytest.mark.parametrize("path", ["/", "/api/score"])
def test_ten_megabytes_are_refused_and_the_sender_is_told(standing_server: RunningServer, path: str) -> None:
    status, body = ask(standing_server, "POST", path, b"x" * 10_000_000, Accept="application/json")
    assert status == 413
    assert json.loads(body)["code"] == "too_large"
    assert ask(standing_server, "GET", "/")[0] == 200


@one_server_serves_them
def test_a_body_that_does_not_say_its_size_is_measured(standing_server: RunningServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", standing_server.port, timeout=PATIENCE)
    connection.request("POST", "/api/score", (b"x" * 100_000 for _ in range(30)), encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 413
    connection.close()


def test_phones_that_stall_in_the_middle_of_a_form_stop_nobody_who_reads(server: RunningServer) -> None:
    stalled: list[socket.socket] = []

    def stall(count: int) -> None:
        for _ in range(count):
            phone = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            phone.sendall(b"POST /api/score HTTP/1.1\r\nHost: table\r\nContent-Length: 1000\r\n\r\n{")
            stalled.append(phone)

    try:
        stall(2 * BODIES_AT_ONCE)  # most are refused, and keep no thread
        await_that(lambda: ask(server, "POST", "/api/score", b"{}")[0] == 503)
        assert ask(server, "GET", "/")[0] == 200
    finally:
        for phone in stalled:
            phone.close()
    await_that(lambda: ask(server, "POST", "/api/score", b"{}")[0] != 503)
    assert ask(server, "GET", "/")[0] == 200


REFUSALS = [
    pytest.param(6, 0, 400, "bad_request", None, id="half a form, which may well be another hand"),
    pytest.param(0, STALLED, 503, "busy", "5", id="too many in the middle of a form"),
]


@pytest.mark.parametrize(("missing", "stalled", "status", "code", "later"), REFUSALS)
def test_who_is_not_listened_to_gets_the_answer_of_any_refusal(
    tmp_path: Path, missing: int, stalled: int, status: int, code: str, later: str | None
) -> None:
    app = create_app({"WTF_CSRF_ENABLED": False}, instance_path=str(tmp_path))
    served = OneAtATime(app, app.config["MAX_CONTENT_LENGTH"])
    asked = []

    def hand() -> str:
        asked.append(request.form["hand"])
        return "kept"

    app.add_url_rule("/hand", "hand", hand, methods=["POST"])

    def send(missing: int, **headers: str) -> tuple[str, Headers, str]:
        environ = EnvironBuilder("/hand", method="POST", data={"hand": "5"}, headers=Headers(headers)).get_environ()
        environ["CONTENT_LENGTH"] = str(int(environ["CONTENT_LENGTH"]) + missing)
        body, told, answered = run_wsgi_app(served, environ)
        return told, answered, b"".join(body).decode()

    with ExitStack() as phones:
        for _ in range(stalled):
            phones.enter_context(stalling(served))
        for accept, kind in (("text/html", "text/html; charset=utf-8"), ("application/json", "application/json")):
            told, headers, text = send(missing, Accept=accept)
            assert told.startswith(f"{status} "), text
            assert headers["Content-Type"] == kind
            assert (json.loads(text)["code"] == code) if kind == "application/json" else ("<h1>" in text)
            assert headers.get("Retry-After") == later
            for name, value in HEADERS:
                assert headers[name] == ("no-store" if name == "Cache-Control" else value)
    assert asked == []
    assert send(0)[0] == "200 OK"
    assert asked == ["5"]


@contextmanager
def stalling(served: OneAtATime, **told: str) -> Iterator[Event]:
    """A phone that sends the rest of its form when it is told to, and at the end in any case."""
    begun, go = Event(), Event()

    class Body:
        def read(self, _size: int) -> bytes:
            begun.set()
            assert go.wait(PATIENCE)
            return b""

    environ = EnvironBuilder("/hand", method="POST", data=b"hand=5").get_environ() | {"wsgi.input": Body(), **told}
    phone = Thread(target=run_wsgi_app, args=(served, environ))
    phone.start()
    try:
        assert begun.wait(PATIENCE)
        yield go
    finally:
        go.set()
        phone.join(PATIENCE)


ONE, OTHER = "192.0.2.7", "198.51.100.9"
VISITORS = [
    pytest.param(0, {"REMOTE_ADDR": ONE}, {"REMOTE_ADDR": ONE}, True, id="one visitor"),
    pytest.param(0, {"REMOTE_ADDR": ONE}, {"REMOTE_ADDR": OTHER}, False, id="another"),
    pytest.param(0, {"REMOTE_ADDR": "2001:db8::1"}, {"REMOTE_ADDR": "2001:db8::2"}, True, id="one long network"),
    pytest.param(0, {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "127.0.0.1"}, False, id="a proxy that is not told"),
    pytest.param(0, {}, {}, False, id="unknown"),
    pytest.param(
        1,
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": f"{OTHER}, {ONE}"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": ONE},
        True,
        id="one visitor through a proxy, who claims to be another",
    ),
    pytest.param(
        1,
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": ONE},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": OTHER},
        False,
        id="another through a proxy",
    ),
]


@pytest.mark.parametrize(("proxies", "stalled", "then", "refused"), VISITORS)
def test_nobody_alone_keeps_others_from_sending(
    proxies: int, stalled: dict[str, str], then: dict[str, str], refused: bool
) -> None:
    def app(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        start_response("200 OK", [])
        return [str(why_refused(environ)).encode()]

    served = OneAtATime(app, 1000, proxies)

    def send(**told: str) -> bytes:
        environ = EnvironBuilder("/hand", method="POST", data=b"hand=5").get_environ() | told
        return b"".join(run_wsgi_app(served, environ)[0])

    with ExitStack() as phones:
        for _ in range(STALLED_HERE):
            phones.enter_context(stalling(served, **stalled))
        assert send(**then) == (b"Refused.CROWDED" if refused else b"None")
        assert send(**then) == (b"Refused.CROWDED" if refused else b"None"), (
            "and what is refused or done counts no more"
        )
    assert send(**then) == b"None"
    assert served._arriving_from == {}


def test_a_form_that_arrives_at_the_end_is_answered_before_it() -> None:
    """Between arriving and being answered nobody who waits for the end takes the request for none."""
    answered = Event()

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        answered.set()
        start_response("200 OK", [])
        return []

    class Paused(Condition):
        """The system lets others go on whenever this one lets go of the lock."""

        def __exit__(self, *trouble: Any) -> None:
            super().__exit__(*trouble)
            if waits.is_set():
                Event().wait(0.02)

    waits = Event()
    served = OneAtATime(app, 1000)
    served._changed = Paused()
    with ThreadPoolExecutor(1) as other, stalling(served) as go:
        left = other.submit(lambda: (served.finish(PATIENCE, PATIENCE), answered.is_set()))
        waits.set()
        go.set()
        assert left.result() == (0, True)


@one_server_serves_them
@pytest.mark.parametrize(
    "path",
    ["/%00", "/%ff%fe", "/g/" + "x" * 3000, "/static/../../secret_key", "/static/%2e%2e/secret_key", "/g/%2e%2e/"],
)
def test_hostile_addresses_lead_nowhere(standing_server: RunningServer, path: str) -> None:
    assert ask(standing_server, "GET", path)[0] == 404
    assert "Traceback" not in standing_server.output
