"""Streams of rings: an open page hears at once that its game or class has changed, and asks what.

Server-sent events by the HTML standard. A stream costs a connection and some 20 KB, and no thread.
"""

from __future__ import annotations

from asyncio import Event, get_running_loop, timeout
from typing import TYPE_CHECKING, Final

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # as Granian documents it

from scorekeeper.store.bell import Bell
from scorekeeper.web.security import HEADERS

if TYPE_CHECKING:
    from granian.rsgi import HTTPProtocol  # type: ignore[attr-defined]  # as Granian documents it

SILENCE: Final = 40.0
"""Seconds between signs of life. Proxies give up after a minute, and a lost phone is noticed by them."""

_HEAD: Final = (
    ("Content-Type", "text/event-stream"),
    ("X-Accel-Buffering", "no"),  # for nginx, which would wait for more
    *HEADERS,
)
_RING: Final = "data: changed\n\n"
_STILL_HERE: Final = ":\n\n"


class Streams:
    """The open streams of a server."""

    def __init__(self, bell: Bell, most: int) -> None:
        self._bell = bell
        self._most = most
        self._open: set[Event] = set()
        self._are_ending = False

    @property
    def has_room(self) -> bool:
        return len(self._open) < self._most and not self._are_ending

    @property
    def rings(self) -> int:
        """How often the bell has rung so far."""
        return self._bell.rings

    async def stream(self, proto: HTTPProtocol, topic: str, etag: str, rings: int) -> None:
        """Send the ETag of an answer that was made when the bell had rung ``rings`` times, and each ring since."""
        loop, rung = get_running_loop(), Event()
        self._open.add(rung)
        leave = self._bell.listen(topic, lambda: loop.call_soon_threadsafe(rung.set))
        if rings != self.rings:  # perhaps for this topic
            rung.set()
        sent = proto.response_stream(200, list(_HEAD))
        try:
            await sent.send_str(f"data: {etag}\n\n")
            while not self._are_ending:
                is_rung = await _within(rung, SILENCE)
                if not self._are_ending:
                    await sent.send_str(_RING if is_rung else _STILL_HERE)
        except ProtocolClosed:  # the page is gone
            pass
        finally:
            leave()
            self._open.discard(rung)

    def end(self) -> None:
        """End all streams, because a server that stops waits for its answers. Pages then ask as without them."""
        self._are_ending = True
        for rung in self._open:
            rung.set()


async def _within(rung: Event, seconds: float) -> bool:
    """Wait for a ring, and say whether it came."""
    try:
        async with timeout(seconds):
            await rung.wait()
    except TimeoutError:
        return False
    rung.clear()
    return True
