"""What the real server says while it is asked for all kinds of things: no link, no name, no text of anybody.

Its own words, Flask's and Granian's alike: whatever comes out of the process.
"""

from __future__ import annotations

import re
import socket
import sqlite3
from pathlib import Path
from urllib.parse import urlencode

from tests.devices import Answer, Device
from tests.serving import RunningServer

NAME, TITLE = "Unmistakable", "An evening among ourselves"


def ask(device: Device, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
    """By a connection of its own: the server hangs up on some of these."""
    device.hang_up()
    return device.ask(method, path, body, X_CSRFToken=device.token, **headers)


def raw(server: RunningServer, sent: bytes) -> bytes:
    """Bytes as they are, and what came back before the server ended it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        came = b""
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                came += part
        except OSError:  # it has had enough
            pass
        return came


def test_no_link_and_no_name_is_said_whatever_is_asked(server: RunningServer) -> None:
    visitor = Device(server)
    visitor.page("/")
    form = {
        "csrf_token": visitor.token,
        "player": [NAME, "Bo"],
        "seat": ["0", "1"],
        "holes": "9",
        "dealer": "0",
        "title": TITLE,
    }
    sent = urlencode(form, doseq=True).encode()
    made = ask(visitor, "POST", "/new/two-joker", sent, Content_Type="application/x-www-form-urlencoded")
    key = made.headers["location"].split("/g/")[1].split("/")[0]
    (view,) = set(re.findall(r"/g/([\w-]{22})", ask(visitor, "GET", f"/g/{key}/invite").text)) - {key}
    secrets = (key, view, NAME, TITLE, visitor.token, *visitor.cookies.values())

    for link in (key, view):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"):
            for path in (
                "",
                "/hole/1",
                "/nothing",
                "/hole/99999999999999999999",
                f"?{NAME}={link}",
                "/%00",
                "/%ff",
                "/%0d%0a",
            ):
                ask(visitor, method, f"/g/{link}{path}")
        broken = b'{"' + NAME.encode()
        ask(visitor, "PUT", f"/api/games/{link}/holes/1/hands/1", broken, Content_Type="application/json")
        ask(visitor, "GET", f"/api/games/{link}", If_None_Match=f'"{NAME}"', Referer=f"http://127.0.0.1/g/{link}")
        stranger = Device(server, {"scorekeeper": link})
        ask(stranger, "GET", f"/g/{link}", Host=f"{NAME}\x7f/{link}")
        stranger.hang_up()
        ask(visitor, "POST", f"/g/{link}/undo", b"x" * 1_100_000)
    # What no browser sends: broken off, too long, of another protocol, and bodies that lie about themselves.
    path = f"/g/{key}"
    head = f"POST {path}/undo HTTP/1.1\r\nHost: a\r\n"
    for text in (
        f"GET {path} HTTP/9.9\r\n\r\n",
        f"GET {path}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: a\r\n{path}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: a\r\nX: {'x' * 2_000_000}\r\n\r\n",
        f"GET {path}?{'x' * 300_000} HTTP/1.1\r\nHost: a\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: a\r\nCookie: {';'.join(f'a={n}' for n in range(3000))}\r\n\r\n",
        f"GET http://x.invalid{path} HTTP/1.1\r\nHost: x.invalid\r\n\r\n",
        f"{head}Content-Length: -1\r\n\r\n",
        f"{head}Content-Length: 5000\r\n\r\nx",
        f"{head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        f"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{path}",
        f"\x16\x03\x01\x02{path}",
    ):
        came = raw(server, text.encode())
        assert b" 500 " not in came.partition(b"\r\n")[0], text[:80]
    assert ask(visitor, "GET", f"/g/{key}").status == 200

    spoil(server.instance)
    answers = {ask(visitor, "GET", f"/g/{key}{path}").status for path in ("/history", "/end", "/table")}
    visitor.hang_up()
    assert answers & {500, 503}, "nothing of this was our mistake"
    server.stop()
    said = server.output
    for secret in (*secrets, "x.invalid"):
        assert secret not in said, f"{secret} stands in the log:\n{said}"


def spoil(instance: Path) -> None:
    """Take away a part of the store under the server's hands, so that what it does next fails."""
    with sqlite3.connect(instance / "scorekeeper.sqlite3") as database:
        database.execute("PRAGMA foreign_keys = off")
        for table in ("history", "games"):
            database.execute(f'DROP TABLE IF EXISTS "{table}"')
    database.close()
