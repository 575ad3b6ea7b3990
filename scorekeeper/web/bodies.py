"""Waiting for what phones send, without keeping the others waiting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Condition, Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

BODIES_AT_ONCE = 64
"""Threads: phones that may be in the middle of sending something, or wait."""

STALLED = BODIES_AT_ONCE - 8
"""So many may be in the middle of a body, which takes no time unless they stall; the other threads are for readers."""

PATIENCE = 32_000_000
"""Bytes of a body that is too large which are still read: browsers show no answer while they have more to send."""

_STEP = 1 << 16


_TURN = "scorekeeper.turn"


@contextmanager
def others_go_on(environ: WSGIEnvironment) -> Iterator[None]:
    """Give the turn of a request to others while it only waits; whoever does may hold nothing that others need.

    The turn is taken again before it goes on. Where requests take no turns, as in a test client, nothing happens.
    """
    # Taken out, so that who waits inside another wait does not give away what somebody else has by then.
    turn: Lock | None = environ.pop(_TURN, None)
    if turn is None:
        yield
        return
    turn.release()
    try:
        yield
    finally:
        turn.acquire()
        environ[_TURN] = turn


class OneAtATime:
    """An app that works on one request at a time, while bodies arrive in many threads.

    With a single thread, one phone that walks out of range in the middle of a form would stop the whole table: the
    thread would wait for the rest. With many threads at work each would wait longer for its turn. So threads take
    turns for the work and only the waiting goes on side by side: for a body, or for another process (`others_go_on`).
    """

    def __init__(self, app: WSGIApplication, largest: int) -> None:
        self._app = app
        self._largest = largest
        self._turn = Lock()
        self._changed = Condition()
        self._arriving = self._answering = 0

    def finish(self, arriving: float, answering: float) -> int:
        """Wait so many seconds for bodies that are on their way, and for answers; how many requests are left then."""
        with self._changed:
            self._changed.wait_for(lambda: not self._arriving, arriving)
            self._changed.wait_for(lambda: not self._answering, answering)
            return self._arriving + self._answering

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        refusal = self._await_body(environ)
        with self._changed:
            self._answering += 1
        try:
            if refusal:
                status, text = refusal
                start_response(status, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
                return [text]
            environ[_TURN] = self._turn
            with self._turn:
                return self._app(environ, start_response)
        finally:
            with self._changed:
                self._answering -= 1
                self._changed.notify_all()

    def _await_body(self, environ: WSGIEnvironment) -> tuple[str, bytes] | None:
        """Take the whole body in; or the status and the words by which it is refused."""
        length = environ.get("CONTENT_LENGTH")
        if length in ("", "0", None) and "HTTP_TRANSFER_ENCODING" not in environ:
            return None
        with self._changed:
            if self._arriving >= STALLED:
                return _CROWDED
            self._arriving += 1
        try:
            body, arrived = _arrived(environ["wsgi.input"], self._largest)
        finally:
            with self._changed:
                self._arriving -= 1
                self._changed.notify_all()
        # Half a form could be taken for another hand than the one that was sent.
        if length and length.isdecimal() and arrived < min(int(length), PATIENCE):
            return _CUT_OFF
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(arrived)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return None


_CUT_OFF = ("400 Bad Request", b"That did not arrive whole, and nothing was changed. Send it again.\n")
_CROWDED = (
    "503 Service Unavailable",
    b"Too many are in the middle of sending something. Nothing was changed; try again in a moment.\n",
)


def _arrived(source: InputStream, largest: int) -> tuple[bytes, int]:
    """The body, or nothing of it if it is too large; and how many bytes came."""
    parts = []
    count = 0
    while count < PATIENCE and (part := source.read(_STEP)):
        count += len(part)
        if count <= largest:
            parts.append(part)
        else:
            parts.clear()
    return b"".join(parts), count
