"""Phones that ask over and over, and how many answers they get.

They live in the process that measures, which only waits for them, and speak just enough HTTP. How many answers
they can take at most is told by a row of pages.py: every other rate has to stay well below it.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

PHONES = 16
"""Connections at the same time, each of which asks again as soon as it is answered."""

AS_A_PHONE = {
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate",  # over plain http from another machine no browser asks for Brotli
    "Accept-Language": "en-GB,en;q=0.9",
    "Sec-Fetch-Site": "same-origin",
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile",
}
"""What a browser says with every request."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_END = b"\r\n\r\n"


def request(path: str, *, headers: Mapping[str, str] = AS_A_PHONE) -> bytes:
    """A request as it travels."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


@dataclass(frozen=True)
class Answered:
    """What phones got within some seconds."""

    seconds: float
    number: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.number / self.seconds


def load(port: int, phones: Sequence[Iterator[bytes]], seconds: float, status: int = 200) -> Answered:
    """Let every phone send its requests, one after the other, for so long. Answers of another status are an error."""
    return asyncio.run(_load(port, phones, seconds, status))


async def _load(port: int, phones: Sequence[Iterator[bytes]], seconds: float, status: int) -> Answered:
    loop = asyncio.get_running_loop()
    connected = [_Phone(requests, status, loop.create_future()) for requests in phones]
    for phone in connected:
        await loop.create_connection(lambda phone=phone: phone, "127.0.0.1", port)  # type: ignore[misc]
    begun = perf_counter()
    for phone in connected:
        phone.begin(begun + seconds)
    try:
        numbers = await asyncio.gather(*(phone.done for phone in connected))
        return Answered(perf_counter() - begun, sum(numbers))
    finally:
        for phone in connected:
            phone.hang_up()


class _Phone(asyncio.Protocol):
    """One connection. What is under way when the time is over is still waited for: its sender counts on it."""

    def __init__(self, requests: Iterator[bytes], status: int, done: asyncio.Future[int]) -> None:
        self._requests = requests
        self._good = b"HTTP/1.1 %d" % status
        self._answers = 0
        self._come = b""
        self._whole = 0  # bytes of the answer that comes; 0 while its head has not come
        self._until = 0.0
        self._transport: asyncio.Transport | None = None
        self.done = done

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def begin(self, until: float) -> None:
        self._until = until
        self._ask()

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _ask(self) -> None:
        assert self._transport is not None
        self._transport.write(next(self._requests))

    def data_received(self, data: bytes) -> None:
        self._come = self._come + data if self._come else data
        if not self._whole:
            end = self._come.find(_END)
            if end < 0:
                return
            if not self._come.startswith(self._good):
                self._fail(self._come[:2000].decode("utf-8", "replace"))
                return
            length = _LENGTH.search(self._come, 0, end + 2)
            self._whole = end + len(_END) + (int(length[1]) if length else 0)
        if len(self._come) < self._whole:
            return
        self._answers += 1
        self._come, self._whole = b"", 0
        if perf_counter() < self._until:
            self._ask()
        elif not self.done.done():
            self.done.set_result(self._answers)

    def connection_lost(self, error: Exception | None) -> None:
        self._fail(f"the server hung up: {error}")

    def _fail(self, why: str) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError(why))
