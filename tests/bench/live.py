"""What it costs to keep open pages up to date: how soon another phone has an entry, and what waiting for it costs."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from scorekeeper.server.serving import most_connections
from tests.bench.hall import tables
from tests.bench.load import AS_A_PHONE, request
from tests.bench.rows import Effort, Row
from tests.devices import Device
from tests.serving import RunningServer

PER_GAME = 4
HAND = "5 * 7 / 5 Q K"
THREE_HOURS = 3 * 60 * 60
SIGNS, SURE, POLLED = 40, 60, 1.5
"""Seconds between signs of life of a stream, questions of a page that hears, and those of one that does not."""


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    most_connections()  # each phone is one for this process too
    with tempfile.TemporaryDirectory() as folder:
        phones = effort.choose(quick=40, usual=5_000)
        keys = tables(Path(folder) / "games", phones // PER_GAME)
        with RunningServer(Path(folder) / "games") as server:
            yield from asyncio.run(_Hall(server, keys, effort).measured(phones))


class _Hall:
    """Phones at games, four at each, which all hear what happens there."""

    def __init__(self, server: RunningServer, keys: list[str], effort: Effort) -> None:
        self._server, self._keys, self._effort = server, keys, effort
        self._sender = Device(server)

    async def measured(self, phones: int) -> list[Row]:
        streams = [await self._listening(self._keys[phone % len(self._keys)]) for phone in range(phones)]
        asked, bytes_asked = self._poll()
        open_pages = await self._share_of_a_core()
        seen = [await self._seen(number, streams) for number in range(self._effort.choose(quick=2, usual=40))]
        for _, writer in streams:
            writer.close()
        self._sender.hang_up()
        listening = open_pages + asked * phones / SURE
        return [
            Row("an entry until three other phones have it", 1_000 * median(seen), "ms", "at most 300"),
            Row(f"{phones:,} open pages that hear: share of a core", listening, "cores", "at most 0.5"),
            Row(f"{phones:,} open pages that ask every 1.5 s: share of a core", asked * phones / POLLED, "cores"),
            Row(
                "three hours of an open page",
                THREE_HOURS * (len(":\n\n") + 6) / SIGNS / 1_000 + THREE_HOURS * bytes_asked / SURE / 1_000,
                "kB",
                "at most 200",
            ),
        ]

    async def _listening(self, key: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A phone that has heard that nothing has changed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        headers = {**AS_A_PHONE, "Accept": "text/event-stream"}
        writer.write(request(f"/api/games/{key}", headers=headers))
        await reader.readuntil(b"data: W/")
        return reader, writer

    def _poll(self) -> tuple[float, int]:
        """What one question costs whether something is new: seconds of a processor, and bytes both ways."""
        path = f"/api/games/{self._keys[0]}"
        tag = self._sender.ask("GET", path).headers["etag"]
        number = self._effort.choose(quick=10, usual=3_000)
        before = self._server.processor_time()
        for _ in range(number):
            answer = self._sender.ask("GET", path, If_None_Match=tag)
        spent = (self._server.processor_time() - before) / number
        cookies = "; ".join(f"{name}={value}" for name, value in self._sender.cookies.items())
        sent = request(path, headers={**AS_A_PHONE, "If-None-Match": tag, "Cookie": cookies})
        return spent, len(sent) + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items()) + 30

    async def _share_of_a_core(self) -> float:
        before, seconds = self._server.processor_time(), self._effort.choose(quick=1, usual=45)
        await asyncio.sleep(seconds)
        return (self._server.processor_time() - before) / seconds

    async def _seen(self, number: int, streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> float:
        """Seconds from sending a hand until the others at its game have heard of it and have asked for the game."""
        key = self._keys[number // PER_GAME]
        self._sender.hang_up()
        self._sender.page(f"/g/{key}/hole/9")
        others = [reader for reader, _ in streams[number // PER_GAME :: len(self._keys)]][1:]
        heard = [asyncio.ensure_future(reader.readuntil(b"data: changed\n\n")) for reader in others]
        body = {"write_id": f"bench-{number:06}", "based_on": 0, "cards": HAND}
        began = perf_counter()
        await asyncio.to_thread(self._enter, f"/api/games/{key}/holes/9/hands/{number % PER_GAME + 1}", body)
        await asyncio.gather(*heard)
        for _ in others:
            await asyncio.to_thread(self._sender.ask, "GET", f"/api/games/{key}")
        return perf_counter() - began

    def _enter(self, path: str, body: dict[str, object]) -> None:
        headers = {"content_type": "application/json", "X_CSRFToken": self._sender.token}
        answer = self._sender.ask("PUT", path, json.dumps(body).encode(), **headers)
        assert answer.status == 200, answer.body
