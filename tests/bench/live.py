"""What it costs to hold many open phones while nothing happens, against a bare WSGI answer on the same server."""

from __future__ import annotations

import asyncio
import resource
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench.comparing import WSGI, beside
from tests.bench.hall import nine_holes
from tests.bench.load import AS_A_PHONE, request
from tests.bench.rows import Effort, Row
from tests.serving import RunningServer

PHONES = 1500
EVERY = 1.5
"""Seconds between two questions of one phone."""


def measures(effort: Effort = Effort.USUAL) -> list[Row]:
    """None where the system does not tell what a process has used."""
    if not Path("/proc/self/stat").exists():
        return [Row("open phones at half a core", None, "phones", remark="this system has no /proc")]
    phones = effort.choose(quick=20, usual=PHONES)
    seconds = effort.choose(quick=0.5, usual=6.0)
    _allow_connections(phones + 200)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "games"
        path = f"/api/games/{nine_holes(instance)}"
        with beside(instance) as server:
            tag = _tag(server, path)
            rounds = [
                tuple(asyncio.run(_held(server, asked, tag, phones, seconds)) for asked in (path, WSGI))
                for _ in range(effort.choose(quick=1, usual=3))
            ]
    # The machine has other things to do as well: the quietest round of each is the nearest to what it costs.
    game, plain = (max(min(column), 1e-9) for column in zip(*rounds, strict=True))
    return [
        Row("open phones at half a core, each asking every 1.5 s", 0.5 / game * EVERY, "phones"),
        Row("answers that nothing changed, of one core", 1 / game, "a second"),
        Row("their cost against a bare WSGI answer of the same size", game / plain, "times"),
    ]


def _tag(server: RunningServer, path: str) -> str:
    connection = server.connection()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["ETag"] or ""


async def _held(server: RunningServer, path: str, tag: str, count: int, seconds: float) -> float:
    """Seconds of processor time for each answer while so many phones ask."""
    asked = request(path, headers={**AS_A_PHONE, "Cookie": f"scorekeeper={'x' * 180}", "If-None-Match": tag})
    phones = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
    for reader, writer in phones:  # everybody has asked once: what a connection costs is no part of what waiting costs
        await _ask(reader, writer, asked)
    used, begun = server.processor_time(), perf_counter()
    counts = await asyncio.gather(
        *(
            _phone(reader, writer, asked, begun + EVERY * place / count, begun + seconds)
            for place, (reader, writer) in enumerate(phones)
        )
    )
    cost = (server.processor_time() - used) / sum(counts)
    for _, writer in phones:
        writer.close()
    return cost


async def _phone(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes, at: float, until: float
) -> int:
    """One open page; how many answers it had."""
    answers = 0
    while at < until:
        await asyncio.sleep(at - perf_counter())
        await _ask(reader, writer, asked)
        answers += 1
        at += EVERY
    return answers


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes) -> None:
    writer.write(asked)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 304"):
        raise RuntimeError(head.decode())


def _allow_connections(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard) if hard > 0 else count, hard))
