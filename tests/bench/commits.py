"""Many tables that enter hands at once: each write with a flush of its own, against writes that share their flushes.

By `python -m tests.bench.commits PORT` the app as it is served, with the commits that the environment names.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from weakref import WeakSet

from scorekeeper.store import Store
from scorekeeper.store.flushing import SharedFlush
from scorekeeper.web import create_app, db, serving
from scorekeeper.web.bodies import OneAtATime
from tests.bench.rows import Effort, Row
from tests.serving import RunningServer
from tests.store.playing import begin

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

SLOW = 0.010
"""Seconds that a flush takes longer where a slow disk is simulated; about what the card of a small computer needs."""
SECONDS = 1.2
CROWDS = (16, 64)
DISKS = (("this disk", 0.0), ("a flush of 10 ms, simulated", SLOW))


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """A crowd of tables on this disk and on a slow one, with a server for each way of committing."""
    with tempfile.TemporaryDirectory() as folder:
        for disk, slower in effort.choose(quick=DISKS[:1], usual=DISKS):
            with ExitStack() as stack:
                servers = {
                    how: stack.enter_context(_server(Path(folder) / f"{how}-{slower}", how, slower))
                    for how in ("each", "shared")
                }
                for phones in effort.choose(quick=(2,), usual=CROWDS):
                    figures = {
                        how: asyncio.run(_crowd(server, keys[:phones])) for how, (server, keys) in servers.items()
                    }
                    yield from _rows(f"{phones} tables, {disk}", figures)


def _rows(where: str, figures: dict[str, tuple[float, float]]) -> Iterator[Row]:
    (alone, alone_tail), (shared, shared_tail) = figures["each"], figures["shared"]
    yield Row(f"hands entered with shared flushes, {where}", shared, "a second")
    yield Row("  against a flush for each", shared / alone, "times")
    yield Row("  p99 of one", shared_tail, "ms")
    yield Row("  p99 with a flush for each", alone_tail, "ms")


@contextmanager
def _server(instance: Path, how: str, slower: float) -> Iterator[tuple[RunningServer, list[str]]]:
    instance.mkdir()
    store = Store.open(instance / "scorekeeper.sqlite3")
    keys = [begin(store, "Ann", "Bo", "Cy", "Di").key for _ in range(max(CROWDS))]
    store.close()
    program = partial(_program)
    with RunningServer(instance, program=program, BENCH_COMMITS=how, BENCH_SLOWER=str(slower)) as server:
        yield server, keys


def _program(port: int) -> list[str]:
    return ["-m", "tests.bench.commits", str(port)]


# --- phones -----------------------------------------------------------------------------------------------------------


async def _crowd(server: RunningServer, keys: list[str]) -> tuple[float, float]:
    """Hands entered in a second, and the milliseconds within which 99 of 100 were."""
    ready = asyncio.Barrier(len(keys))
    times = [
        time for phone in await asyncio.gather(*(_phone(server.port, key, ready) for key in keys)) for time in phone
    ]
    return len(times) / SECONDS, sorted(times)[int(len(times) * 0.99)] * 1000


async def _phone(port: int, key: str, ready: asyncio.Barrier) -> list[float]:
    """One table that enters hands as fast as they are acknowledged: the seconds that each took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def ask(method: str, path: str, body: object = None, **headers: str) -> tuple[str, object]:
        content = b"" if body is None else json.dumps(body).encode()
        told = {"Host": f"127.0.0.1:{port}", "Content-Length": str(len(content)), **headers}
        if content:
            told["Content-Type"] = "application/json"
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        assert length is not None
        answer = await reader.readexactly(int(length[1]))
        if " 200 " not in head.partition("\r\n")[0]:
            raise RuntimeError(f"{head}{answer.decode()}")
        return head, json.loads(answer)

    head, token = await ask("GET", "/api/token")
    cookie = re.search(r"set-cookie: (scorekeeper=[^;]+)", head, re.IGNORECASE)
    assert cookie is not None
    assert isinstance(token, dict)
    known = {"Cookie": cookie[1], "X-CSRFToken": token["token"]}
    _, hole = await ask("GET", f"/api/games/{key}/holes/1", **known)
    times: list[float] = []
    await ready.wait()
    until = perf_counter() + SECONDS
    while (begun := perf_counter()) < until:
        assert isinstance(hole, dict)
        hand = hole["hands"][0]
        entry = {"write_id": f"{key[:12]}-{id(times)}-{begun}", "based_on": hand["version"], "points": len(times) % 9}
        _, hole = await ask("PUT", f"/api/games/{key}/holes/1/hands/{hand['player']}", entry, **known)
        times.append(perf_counter() - begun)
    writer.close()
    return times


# --- the server -------------------------------------------------------------------------------------------------------


class EachByItself(Store):
    """A store as it would be without shared flushes: each commit is one, while nobody else may write."""

    slower = 0.0
    _full: WeakSet[object]

    def _renew(self) -> None:
        super()._renew()
        self._full = WeakSet()
        self.flushing = _None(self.path)

    def _connection(self):  # type: ignore[no-untyped-def]
        connection = super()._connection()
        if connection not in self._full:
            connection.database.execute("PRAGMA synchronous = FULL")
            self._full.add(connection)
        return connection

    @contextmanager
    def _sole_writer(self, wait: bool = True, until: float | None = None) -> Iterator[None]:
        with super()._sole_writer(wait, until):
            yield
            if wait:
                sleep(self.slower)

    def _flushed(self) -> None:
        pass


class _None(SharedFlush):
    def wait(self) -> None:
        pass


def served_app() -> WSGIApplication:
    slower = float(os.environ["BENCH_SLOWER"])
    if os.environ["BENCH_COMMITS"] == "each":
        EachByItself.slower = slower
        vars(db)["Store"] = EachByItself
    app = create_app()
    if os.environ["BENCH_COMMITS"] == "shared" and slower:
        with app.app_context():
            flushing = db.store().flushing
        sync = flushing.sync

        def slow(handle: int) -> None:
            sleep(slower)
            sync(handle)

        flushing.sync = slow
    return OneAtATime(app, app.config["MAX_CONTENT_LENGTH"])


if __name__ == "__main__":
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target="tests.bench.commits:served_app")
