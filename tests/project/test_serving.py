"""The real server: where it listens, what it says, how it ends, and who can make it wait."""

from __future__ import annotations

import http.client
import json
import signal
import socket
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.store import Store
from scorekeeper.web import serving
from scorekeeper.web.bodies import BODIES_AT_ONCE, OneAtATime
from scorekeeper.web.network import network_host
from tests.serving import PATIENCE, RunningServer, refused_start
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


def test_it_says_where_it_is(server: RunningServer) -> None:
    assert f"on this machine:  {server.url}/" in server.output
    assert server.output.count("started: release ") == 1


def test_a_taken_port_that_was_named_is_told(server: RunningServer, tmp_path: Path) -> None:
    said = refused_start(tmp_path / "other", "--port", str(server.port))
    assert f"127.0.0.1 port {server.port}" in said
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


@pytest.mark.parametrize("path", ["/", "/api/score"])
def test_ten_megabytes_are_refused_and_the_sender_is_told(server: RunningServer, path: str) -> None:
    status, body = ask(server, "POST", path, b"x" * 10_000_000, Accept="application/json")
    assert status == 413
    assert json.loads(body)["code"] == "too_large"
    assert ask(server, "GET", "/")[0] == 200


def test_a_body_that_does_not_say_its_size_is_measured(server: RunningServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
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
        while ask(server, "POST", "/api/score", b"{}")[0] != 503:
            Event().wait(0.01)
        assert ask(server, "GET", "/")[0] == 200
    finally:
        for phone in stalled:
            phone.close()
    while ask(server, "POST", "/api/score", b"{}")[0] == 503:
        Event().wait(0.01)
    assert ask(server, "GET", "/")[0] == 200


def test_half_a_form_is_not_taken_for_a_whole_one() -> None:
    """What is cut off in the middle of a hand may well be another hand."""
    asked: list[object] = []

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        asked.append(environ["wsgi.input"].read())
        start_response("200 OK", [])
        return []

    served = OneAtATime(app, 1000)
    half = EnvironBuilder("/", method="POST", data=b"hand=5").get_environ()
    half["CONTENT_LENGTH"] = "12"
    assert run_wsgi_app(served, half)[1] == "400 Bad Request"
    assert asked == []
    whole = EnvironBuilder("/", method="POST", data=b"hand=5").get_environ()
    assert run_wsgi_app(served, whole)[1] == "200 OK"
    assert asked == [b"hand=5"]


@pytest.mark.parametrize(
    "path",
    ["/%00", "/%ff%fe", "/g/" + "x" * 3000, "/static/../../secret_key", "/static/%2e%2e/secret_key", "/g/%2e%2e/"],
)
def test_hostile_addresses_lead_nowhere(server: RunningServer, path: str) -> None:
    assert ask(server, "GET", path)[0] == 404
    assert "Traceback" not in server.output
