"""The app behind Granian's RSGI interface: the event loop reads bodies, and a few threads answer.

A phone that stalls in the middle of a form holds no thread, and is disconnected at a deadline.
"""

from __future__ import annotations

import os
import signal
import sys
from asyncio import AbstractEventLoop, get_running_loop, timeout
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING, Final

from scorekeeper.web.live import topic_asked_for
from scorekeeper.web.security import HEADERS

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]  # as Granian documents it

    from scorekeeper.server.streams import Streams
    from scorekeeper.server.trust_page_server import TrustPageServer

DEADLINE: Final = 20.0
"""Seconds for a body to arrive."""

READERS: Final = 3
"""Threads for GET requests. More would only take turns at the interpreter and cost a tenth."""

WAITERS: Final = 32
"""Threads for requests that may wait for the disk, another program or a PDF; readers don't wait for them."""

DRAINED: Final = 32_000_000
"""Bytes read of a body that is too large, because browsers show no answer while they still send."""

SMALL: Final = 16_384
"""Bytes of memory for each arriving body. A hand has a few hundred."""

ARRIVING: Final = 64_000_000
"""Bytes of memory beyond that for all bodies together."""

_OF_REFUSALS: Final = (("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close"), ("Retry-After", "5"))


class _Refused(Exception):
    """A body that never reaches the app, with the status and text of the answer."""

    def __init__(self, status: int, why: str) -> None:
        self.status = status
        self.text = f"{why} Nothing changed. Go back and send it again.\n"


class RsgiApp:
    """A WSGI app that runs once a request's whole body has arrived."""

    def __init__(
        self,
        app: WSGIApplication,
        largest: int,
        clear: Callable[[], None] = lambda: None,
        trust_page: TrustPageServer | None = None,
        streams: Streams | None = None,
    ) -> None:
        self._app = app
        self._largest = largest
        self._clear = clear
        self._trust_page = trust_page
        self._streams = streams
        self._deadline = DEADLINE
        self._readers = ThreadPoolExecutor(READERS, "reads")
        self._waiters = ThreadPoolExecutor(WAITERS, "waits")
        self._held = 0

    def __rsgi_init__(self, loop: AbstractEventLoop) -> None:
        if self._trust_page is not None:
            self._trust_page.open(loop)
        if self._streams is not None and os.name == "posix":
            loop.add_signal_handler(signal.SIGTERM, self._end)

    def _end(self) -> None:
        """End the streams, which the server would wait for, and let it stop: Granian does the same for both signals."""
        assert self._streams is not None
        self._streams.end()
        signal.raise_signal(signal.SIGINT)

    def __rsgi_del__(self, _loop: object) -> None:
        """Stop the background work after the last request."""
        self._clear()

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        try:
            environ = await self._arrived(scope, proto)
        except _Refused as refused:
            proto.response_str(refused.status, [*_OF_REFUSALS, *HEADERS], refused.text)
            return
        waits = scope.method not in ("GET", "HEAD") or scope.path.endswith(".pdf")
        threads = self._waiters if waits else self._readers
        rings = self._streams.rings if self._streams else 0
        answer = await get_running_loop().run_in_executor(threads, self._answer, environ)
        topic = topic_asked_for(environ)
        if topic is None or answer[0] != 200 or self._streams is None:
            proto.response_bytes(*answer)
        elif self._streams.has_room:
            await self._streams.stream(proto, topic, dict(answer[1]).get("ETag", ""), rings)
        else:
            proto.response_empty(204, list(HEADERS))  # a browser would call any other answer a broken stream

    def _answer(self, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
        """The app's answer: status, headers and body."""
        said: list[tuple[int, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _trouble: object = None) -> Callable[..., None]:
            said.append((int(status[:3]), headers))
            return lambda _text: None

        parts = self._app(environ, start_response)
        try:
            body = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return *said[-1], body

    async def _arrived(self, scope: Scope, proto: HTTPProtocol) -> WSGIEnvironment:
        """The request with its whole body, or with none if it is too large; the app checks the length.

        :raises _Refused: for a body that doesn't arrive or has no room, and for a head without host.
        """
        environ = _environ(scope)
        if scope.http_version == "1.1" and "," in environ.get("HTTP_HOST", ","):  # none, or two: RFC 9112, 3.2
            raise _Refused(400, "An HTTP/1.1 request must name exactly one host.")
        length = environ.get("CONTENT_LENGTH", "")
        if length in ("", "0") and "HTTP_TRANSFER_ENCODING" not in environ:
            return environ
        parts: list[bytes] = []
        count = held = 0
        try:
            async with timeout(self._deadline):
                async for part in proto:
                    count += len(part)
                    if count > DRAINED:
                        break
                    if count > self._largest:
                        parts.clear()
                    else:
                        parts.append(part)
                        more = max(0, count - SMALL) - held
                        held += more
                        self._held += more
                        if self._held > ARRIVING:
                            raise _Refused(503, "Too many large uploads at once. Try again in a minute.")
        except TimeoutError:
            raise _Refused(408, "Your request took too long to arrive.") from None
        finally:
            self._held -= held
        if length.isdecimal() and count < min(int(length), DRAINED):  # half a form could be another hand
            raise _Refused(400, "Only part of your request arrived.")
        environ["wsgi.input"] = BytesIO(b"".join(parts))
        environ["CONTENT_LENGTH"] = str(count)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return environ


def _environ(scope: Scope) -> WSGIEnvironment:
    """The request as a WSGI environment, without its body."""
    host, _, port = scope.server.rpartition(":")
    environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # or it could pose as a proxy's header with a hyphen
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        between = ";" if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ
