"""A slow link in front of a server, connecting and TLS included, which the browser's own emulation leaves out."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop, Queue, StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Self

ROUND_TRIP = 0.150
"""Seconds."""
DOWN, UP = 200_000, 93_750
"""Bytes a second: 1.6 Mbit/s down and 750 kbit/s up."""
PACKET, HEADERS = 1_460, 52
"""Bytes of a packet, and of what travels with each."""
AHEAD = 0.25
"""Seconds that may wait in the queue before the sender is held back."""


class SlowLink:
    """A link to a port of this machine, at a port of its own while it is open. All connections share its two queues."""

    def __init__(self, to: int) -> None:
        self.port = 0
        self.carried_at = 0.0
        """When it carried the last packet: `monotonic`."""
        self._to = to
        self._free_at = {DOWN: 0.0, UP: 0.0}
        self._opened = Event()
        self._closed: Callable[[], object] = lambda: None
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="slow link", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._opened.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closed()
        self._thread.join()

    async def _serve(self) -> None:
        closed, loop = asyncio.Event(), asyncio.get_running_loop()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._closed = lambda: loop.call_soon_threadsafe(closed.set)
        self._opened.set()
        await closed.wait()
        server.close()

    async def _connect(self, phone: StreamReader, to_phone: StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):  # the link may be closed under it
            await asyncio.sleep(ROUND_TRIP)  # the phone's system has connected already, at once
            server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._carry(phone, to_server, UP), self._carry(server, to_phone, DOWN))

    async def _carry(self, come_from: StreamReader, to: StreamWriter, rate: int) -> None:
        under_way: Queue[tuple[float, bytes]] = Queue()
        loop = asyncio.get_running_loop()
        arriving = asyncio.create_task(_deliver(under_way, to, loop))
        with suppress(ConnectionError):
            while packet := await come_from.read(PACKET):
                now, self.carried_at = loop.time(), monotonic()
                self._free_at[rate] = max(self._free_at[rate], now) + (len(packet) + HEADERS) / rate
                under_way.put_nowait((self._free_at[rate] + ROUND_TRIP / 2, packet))
                if (ahead := self._free_at[rate] - now) > AHEAD:
                    await asyncio.sleep(ahead - AHEAD)
        under_way.put_nowait((0.0, b""))
        await arriving


async def _deliver(under_way: Queue[tuple[float, bytes]], to: StreamWriter, loop: AbstractEventLoop) -> None:
    with suppress(ConnectionError):
        while True:
            due, packet = await under_way.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not packet:
                break
            to.write(packet)
            await to.drain()
    to.close()
