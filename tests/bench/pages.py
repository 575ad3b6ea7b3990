"""Pages under load, against a bare Flask page of the same size on the same server; what the first load weighs."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import re
import tempfile
from pathlib import Path
from time import perf_counter
from urllib.parse import urljoin

import brotli

from scorekeeper import houses
from scorekeeper.rules import Entry, parse_layout
from scorekeeper.store import Edit, EnterHand, SettleHole, change, create_game
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.serving import PATIENCE, RunningServer

_ON_THE_HOME_SCREEN = re.compile(r'<link rel="(?:apple-touch-icon|manifest)"[^>]*>')
"""What a browser asks for only when the app is put there."""

OVER_HTTPS = "gzip, deflate, br, zstd"  # and on the machine itself
OVER_HTTP = "gzip, deflate"
"""What a browser says that it can unpack; over plain http from another machine none asks for Brotli."""

PHONES = 16
SECONDS = 2.0
ROUNDS = 3
HANDS = ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10", "K K K / A 2 3")

_LINKED = re.compile(
    r"""(?:src|href)="(/static/[^"]+)"|(?:from|import)\s*\(?["'](\.[^"']+\.js)["']|url\(["']?([^"')]+)"""
)


def measures() -> list[tuple[str, float, str, str]]:
    """Name, figure, unit and bar of each number."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        key = nine_holes(games)
        with RunningServer(games) as server:
            card, hole = f"/g/{key}", f"/g/{key}/hole/9"
            weights = [first_load(server.port, hole, accepted) for accepted in (OVER_HTTPS, OVER_HTTP)]
            size = len(_get(server.port, card)[1])
            bare = RunningServer(
                Path(folder) / "bare",
                program=lambda port: ["-m", "tests.bench.bare", str(port)],
                BARE_PAGE_SIZE=str(size),
            )
            with bare:
                # In turn, for the machine has other things to do as well.
                rates = [
                    (asyncio.run(_load(server.port, card)), asyncio.run(_load(bare.port, "/"))) for _ in range(ROUNDS)
                ]
        game, plain = (max(column) for column in zip(*rates, strict=True))
    return [
        ("first load of the entry page, all assets, over https", weights[0] / 1024, "KiB", "at most 60"),
        ("first load of the entry page, all assets, over plain http", weights[1] / 1024, "KiB", ""),
        ("a game page under load against a bare Flask page of its size", game / plain, "ratio", "at least 0.6"),
        (f"a game page under load from {PHONES} phones", game, "req/s", ""),
    ]


def first_load(port: int, path: str, accepted: str) -> int:
    """Bytes of a page and of everything that it and its scripts and styles name, as they travel, without headers.

    ``accepted`` is what the browser says that it can unpack.
    """
    seen = {path}
    waiting = [path]
    total = 0
    while waiting:
        address = waiting.pop()
        sent, text = _get(port, address, accepted)
        total += sent
        for groups in _LINKED.findall(_ON_THE_HOME_SCREEN.sub("", text.decode("utf-8", "replace"))):
            found = urljoin(address, next(filter(None, groups)))
            if found.startswith("/static/") and found not in seen:
                seen.add(found)
                waiting.append(found)
    return total


def nine_holes(instance: Path) -> str:
    """A game of four with eight holes played; its edit key."""
    with create_app(instance_path=str(instance)).test_request_context():
        kept = create_game(
            store(),
            house=houses.get("two-joker"),
            players=["Ann", "Bo", "Cy", "Di"],
            holes=9,
            first_dealer=0,
            write=new_write(),
        )
        house = kept.game.house
        for hole in range(1, 9):
            edits: list[Edit] = [
                EnterHand(hole=hole, player=player.id, entry=Entry(layout=parse_layout(hand, house)), based_on=0)
                for player, hand in zip(kept.game.players, HANDS, strict=True)
            ]
            change(store(), kept.edit_key, [*edits, SettleHole(hole=hole, confirmed=True)], new_write())
        store().close()
        return kept.edit_key


def _get(port: int, path: str, accepted: str = "identity") -> tuple[int, bytes]:
    """The bytes that travelled, and the text that they stand for."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": accepted})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        unpack = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}
        return len(body), unpack[answer.headers.get("Content-Encoding", "")](body)
    finally:
        connection.close()


async def _load(port: int, path: str) -> float:
    """Answers a second for phones that each ask again as soon as they are answered."""
    until = perf_counter() + SECONDS
    start = perf_counter()
    counts = await asyncio.gather(*(_phone(port, path, until) for _ in range(PHONES)))
    return sum(counts) / (perf_counter() - start)


async def _phone(port: int, path: str, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    answers = 0
    while perf_counter() < until:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if not head.startswith(b"http/1.1 200"):
            raise RuntimeError(head.decode())
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None
        await reader.readexactly(int(length[1]))
        answers += 1
    writer.close()
    return answers
