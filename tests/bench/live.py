"""What it costs to hold many open phones while nothing happens, against a bare WSGI answer on the same server."""

from __future__ import annotations

import asyncio
import resource
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench.pages import nine_holes
from tests.serving import RunningServer

PHONES = 1500
EVERY = 1.5
"""Seconds between two questions of one phone."""
SECONDS = 6.0
ROUNDS = 3
BROWSER = (
    "Accept: */*\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9\r\n"
    "Cache-Control: no-cache\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
    "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile\r\n"
    f"Cookie: scorekeeper={'x' * 180}\r\n"
)


def measures() -> list[tuple[str, float, str, str]]:
    """Name, figure, unit and bar of each number; none where the system does not tell what a process has used."""
    if not Path("/proc/self/stat").exists():
        return []
    _allow_connections(PHONES + 200)
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        path = f"/api/games/{nine_holes(games)}"
        bare = RunningServer(Path(folder) / "bare", program=lambda port: ["-m", "tests.bench.unchanged", str(port)])
        with RunningServer(games) as server, bare:
            tag = _tag(server, path)
            rounds = [(_cost(server, path, tag), _cost(bare, path, tag)) for _ in range(ROUNDS)]
    # The machine has other things to do as well: the quietest round of each is the nearest to what it costs.
    game, plain = (min(column) for column in zip(*rounds, strict=True))
    return [
        ("open phones at half a core, each asking every 1.5 s", 0.5 / game * EVERY, "phones", ""),
        ("answers that nothing changed, of one core", 1 / game, "a second", ""),
        ("their cost against a bare WSGI answer of the same size", game / plain, "ratio", ""),
    ]


def _tag(server: RunningServer, path: str) -> str:
    connection = server.connection()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["ETag"] or ""


def _cost(server: RunningServer, path: str, tag: str) -> float:
    """Seconds of processor time for each answer while so many phones ask."""
    return asyncio.run(_held(server, path, tag))


async def _held(server: RunningServer, path: str, tag: str) -> float:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{BROWSER}If-None-Match: {tag}\r\n\r\n".encode()
    phones = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(PHONES)]
    for reader, writer in phones:  # everybody has asked once: what a connection costs is no part of what waiting costs
        await _ask(reader, writer, request)
    used, begun = server.processor_time(), perf_counter()
    counts = await asyncio.gather(
        *(
            _phone(reader, writer, request, begun + EVERY * place / PHONES, begun + SECONDS)
            for place, (reader, writer) in enumerate(phones)
        )
    )
    cost = (server.processor_time() - used) / sum(counts)
    for _, writer in phones:
        writer.close()
    return cost


async def _phone(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes, at: float, until: float
) -> int:
    """One open page; how many answers it had."""
    answers = 0
    while at < until:
        await asyncio.sleep(at - perf_counter())
        await _ask(reader, writer, request)
        answers += 1
        at += EVERY
    return answers


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> None:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 304"):
        raise RuntimeError(head.decode())


def _allow_connections(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard) if hard > 0 else count, hard))
