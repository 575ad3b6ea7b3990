"""A thousand stalled phones: others are served, and the server disconnects in the end."""

import resource
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event
from time import monotonic

from tests.devices import Device
from tests.faults.phones import games, send_json
from tests.serving import PATIENCE, RunningServer

STALLED, SILENT = 1_000, 4_200
"""Connections that stop in the middle of a body, and that stop before a request is there."""
HANGS_UP_AFTER = 10.0
"""Seconds for a head, as usual, and for a body, which has twice as long outside of tests."""
SOON = 1.0
"""Seconds within which 99 of 100 requests of others are answered."""
PROGRAM = f"""
from scorekeeper.server import rsgi
rsgi.DEADLINE = {HANGS_UP_AFTER}
from scorekeeper.cli import main
main()
"""


@contextmanager
def many_files(wanted: int) -> Iterator[None]:
    """As many open files as this process needs; a system that allows fewer cannot run this test, and it fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard >= wanted, f"needs {wanted} open files, `ulimit -Hn` allows {hard}"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Crowd:
    """Connections of which each has sent something, and what they were told before the server hung up."""

    def __init__(self, port: int, sent: list[bytes], stack: ExitStack) -> None:
        self._poll = select.poll()
        self._open: dict[int, tuple[bytes, socket.socket]] = {}
        self.told: list[tuple[bytes, bytes]] = []
        """What each had sent that was hung up on, and what came before that."""
        self._came: dict[int, bytes] = {}
        for what in sent:
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            one.sendall(what)
            self._open[one.fileno()] = (what, one)
            self._poll.register(one, select.POLLIN)

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def look(self) -> None:
        """Take in what has come by now."""
        for number, _ in self._poll.poll(0):
            what, one = self._open[number]
            came = b""
            with suppress(ConnectionResetError):
                came = one.recv(1 << 16)
            self._came[number] = self._came.get(number, b"") + came
            if not came:
                self._poll.unregister(one)
                del self._open[number]
                self.told.append((what, self._came[number]))


HEAD = b"POST /api/games/none/holes/1/confirm HTTP/1.1\r\nHost: table\r\nContent-Length: 1000\r\n\r\n{"


def test_whoever_stalls_keeps_nobody_waiting_and_is_hung_up_on(tmp_path: Path) -> None:
    (game,) = games(tmp_path / "games" / "scorekeeper.sqlite3", 1)
    program = ["-c", PROGRAM, "serve", "--port"]
    with (
        many_files(STALLED + SILENT + 1_000),
        RunningServer(tmp_path / "games", program=lambda port: [*program, str(port)]) as server,
        ExitStack() as stack,
    ):
        player, path = Device(server), f"/api/games/{game.edit_key}/holes/1"
        took: list[float] = []
        player.page("/")

        def play(number: int) -> None:
            """Enter a hand, and look at the scorecard."""
            hand = player.ask("GET", path).json["hands"][0]
            entry = {"write_id": f"hand-number-{number}", "based_on": hand["version"], "points": number % 9}
            began = monotonic()
            assert send_json(player, "PUT", f"{path}/hands/{hand['player']}", entry).status == 200
            entered = monotonic()
            assert player.ask("GET", f"/g/{game.edit_key}").status == 200
            took.extend((entered - began, monotonic() - entered))

        play(0)
        silent = [b"", b"GET / HT"] * (SILENT // 2)
        began = monotonic()
        crowd = Crowd(server.port, [HEAD] * STALLED + silent, stack)
        crowd.look()
        assert len(crowd) == STALLED + SILENT, "all of them are held at the same time"
        while len(crowd):
            play(len(took))
            crowd.look()
            Event().wait(0.1)  # a table that plays quickly, and leaves the processor to others
            assert monotonic() < began + HANGS_UP_AFTER + PATIENCE, f"{len(crowd)} are still open"
        player.hang_up()
    assert len(took) > 50
    assert sorted(took)[int(len(took) * 0.99)] < SOON
    assert {told[:12] for sent, told in crowd.told if sent == HEAD} == {b"HTTP/1.1 408"}
    assert {told for sent, told in crowd.told if sent != HEAD} == {b""}
