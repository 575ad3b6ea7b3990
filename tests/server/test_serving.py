"""The real server: where it listens, what it says, how it ends, and who can make it wait."""

import http.client
import json
import signal
import socket
from pathlib import Path

import pytest

from scorekeeper.server import serving
from scorekeeper.web.security import HEADERS
from tests.cli.running import by_click
from tests.serving import PATIENCE, RunningServer, await_that


def ask(server: RunningServer, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a server would keep its games that must not start."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "other"))
    return tmp_path / "other"


# --- starting and ending ----------------------------------------------------------------------------------------------


def test_it_says_where_it_is_ends_cleanly_and_opens_again_on_the_same_games(standing_server: RunningServer) -> None:
    server = standing_server
    assert f"on this machine:  {server.url}/" in server.output
    assert server.output.count("started: version ") == 1
    key = (server.instance / "secret_key").read_text("ascii")
    assert server.stop(signal.SIGINT) == 0
    assert "Traceback" not in server.output
    with pytest.raises(OSError):
        ask(server, "GET", "/")
    server.start()
    assert ask(server, "GET", "/")[0] == 200
    assert (server.instance / "secret_key").read_text("ascii") == key


def test_a_taken_port_that_was_named_is_told(standing_server: RunningServer, instance: Path) -> None:
    said = by_click("serve", "--port", str(standing_server.port)).stderr
    assert f"127.0.0.1 port {standing_server.port}" in said
    assert "the port is in use" in said


def test_a_host_that_is_not_here_is_told(instance: Path) -> None:
    assert "Can't listen on 192.0.2.77" in by_click("serve", "--host", "192.0.2.77").stderr


def test_a_bad_setting_is_told(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_MAX_CONTENT_LENGTH", "lots")
    refused = by_click("serve")
    assert refused.exit_code == 2
    assert "SCOREKEEPER_MAX_CONTENT_LENGTH='lots'" in refused.stderr


# --- the address ------------------------------------------------------------------------------------------------------


def test_the_next_free_port_is_taken_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(serving, "FIRST_PORT", taken.getsockname()[1])
        chosen = serving.choose_address("127.0.0.1", None)
        assert chosen.port > serving.FIRST_PORT
        assert f"Port {serving.FIRST_PORT} is taken. Using {chosen.port}." in serving.greeting(chosen)


# --- what phones may send ---------------------------------------------------------------------------------------------


def test_ten_megabytes_are_refused_and_the_sender_is_told(standing_server: RunningServer) -> None:
    status, body = ask(standing_server, "POST", "/import", b"x" * 10_000_000, Accept="application/json")
    assert status == 413
    assert json.loads(body)["code"] == "too_large"
    assert ask(standing_server, "GET", "/")[0] == 200


def test_a_body_that_does_not_say_its_size_is_measured(standing_server: RunningServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", standing_server.port, timeout=PATIENCE)
    connection.request(
        "POST", "/api/games/none/holes/1/confirm", (b"x" * 100_000 for _ in range(30)), encode_chunked=True
    )
    answer = connection.getresponse()
    assert answer.status == 413
    connection.close()


def test_half_a_form_is_none(standing_server: RunningServer) -> None:
    """It could pass for another hand than the one that was sent."""
    with socket.create_connection(("127.0.0.1", standing_server.port), timeout=PATIENCE) as phone:
        phone.sendall(b"POST /api/games/none/holes/1/confirm HTTP/1.1\r\nHost: table\r\nContent-Length: 1000\r\n\r\n{}")
        phone.shutdown(socket.SHUT_WR)
        answer = http.client.HTTPResponse(phone)
        answer.begin()
        assert answer.status == 400
        assert "Only part of your request arrived. Nothing changed." in answer.read().decode()
        for name, value in HEADERS:
            assert answer.headers[name] == value


HEADS = {
    "HTTP/1.1 without a host": (b"HTTP/1.1\r\n", 400),
    "HTTP/1.1 with two": (b"HTTP/1.1\r\nHost: table\r\nHost: table\r\n", 400),
    "HTTP/1.1 with one": (b"HTTP/1.1\r\nHost: table\r\n", 200),
    "HTTP/1.0 without one": (b"HTTP/1.0\r\n", 200),
}


@pytest.mark.parametrize("path", [b"/health", b"/", b"/api/houses"])
@pytest.mark.parametrize(("head", "status"), HEADS.values(), ids=HEADS)
def test_a_request_names_its_host_once(standing_server: RunningServer, path: bytes, head: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", standing_server.port), timeout=PATIENCE) as program:
        program.sendall(b"GET " + path + b" " + head + b"\r\n")
        answer = http.client.HTTPResponse(program)
        answer.begin()
        assert answer.status == status


LITTLE_ROOM = """
from scorekeeper.server import rsgi
rsgi.ARRIVING = 200_000
from scorekeeper.cli import main
main()
"""


def test_large_bodies_fill_no_memory_and_small_ones_are_taken_all_the_same(tmp_path: Path) -> None:
    program = ["-c", LITTLE_ROOM, "serve", "--port"]
    large = b"x" * 150_000
    with (
        RunningServer(tmp_path / "games", program=lambda port: [*program, str(port)]) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone,
    ):
        assert ask(server, "POST", "/api/games/none/holes/1/confirm", large)[0] == 400, "no token"
        phone.sendall(
            b"POST /api/games/none/holes/1/confirm HTTP/1.1\r\nHost: table\r\nContent-Length: 200000\r\n\r\n" + large
        )
        await_that(lambda: ask(server, "POST", "/api/games/none/holes/1/confirm", large)[0] == 503)
        assert ask(server, "POST", "/api/games/none/holes/1/confirm", b"{}")[0] == 400
        phone.close()
        await_that(lambda: ask(server, "POST", "/api/games/none/holes/1/confirm", large)[0] == 400)
