"""Waiting for what phones send, without keeping the others waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from io import BytesIO
from threading import Condition, Lock
from typing import TYPE_CHECKING

from scorekeeper.web.network import network_of, only_this_machine

if TYPE_CHECKING:
    from _typeshed.wsgi import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

BODIES_AT_ONCE = 64
"""Threads: phones that may be in the middle of sending something, or wait."""

STALLED = BODIES_AT_ONCE - 8
"""So many may be in the middle of a body, which takes no time unless they stall; the other threads are for readers."""

STALLED_HERE = 16
"""So many of them may come from one visitor's network: nobody keeps all others from sending alone. A school behind one
address sends what arrives in a thousandth of a second, so that its bodies are never so many at once."""

PATIENCE = 32_000_000
"""Bytes of a body that is too large which are still read: browsers show no answer while they have more to send."""

_STEP = 1 << 16


_TURN = "scorekeeper.turn"
_REFUSED = "scorekeeper.refused"


class Refused(Enum):
    """Why the body of a request is not there; it is still answered by the app, which looks at it first."""

    CUT_OFF = "cut off"  # half a form could be taken for another hand than the one that was sent
    CROWDED = "crowded"  # too many are in the middle of one


def why_refused(environ: WSGIEnvironment) -> Refused | None:
    """What the app has to answer instead of doing anything."""
    refused: Refused | None = environ.get(_REFUSED)
    return refused


@contextmanager
def others_go_on(environ: WSGIEnvironment) -> Iterator[None]:
    """Give the turn of a request to others while it only waits, whatever it waits for.

    A request may hold what others need, such as the one writer's lock while another process writes: they wait for it
    here too, and so without the turn. For whoever kept the turn while waiting could wait for somebody who waits for the
    turn, and nobody would ever go on. So: nothing is waited for that another request holds but inside of this.

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

    def __init__(self, app: WSGIApplication, largest: int, proxies: int = 0) -> None:
        self._app = app
        self._largest = largest
        self._proxies = proxies
        self._arriving_from: Counter[bytes] = Counter()
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
        try:
            refused = self._await_body(environ)
            if refused is not None:
                environ[_REFUSED] = refused
                environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(), "0"
                environ.pop("HTTP_TRANSFER_ENCODING", None)
            environ[_TURN] = self._turn
            with self._turn:
                return self._app(environ, start_response)
        finally:
            with self._changed:
                self._answering -= 1
                self._changed.notify_all()

    def _await_body(self, environ: WSGIEnvironment) -> Refused | None:
        """Take the whole body in, if there is one. From then on the request counts as one that is answered."""
        length = environ.get("CONTENT_LENGTH")
        there = _visitor(environ, self._proxies)
        with self._changed:
            if length in ("", "0", None) and "HTTP_TRANSFER_ENCODING" not in environ:
                self._answering += 1
                return None
            if self._arriving >= STALLED or (there is not None and self._arriving_from[there] >= STALLED_HERE):
                self._answering += 1
                return Refused.CROWDED
            self._arriving += 1
            if there is not None:
                self._arriving_from[there] += 1
        try:
            body, arrived = _arrived(environ["wsgi.input"], self._largest)
        finally:
            # In one step: who waits for the end must not take it for neither, and end before it is answered.
            with self._changed:
                self._arriving -= 1
                if there is not None:
                    self._arriving_from -= Counter((there,))  # which keeps no zeros
                self._answering += 1
                self._changed.notify_all()
        if length and length.isdecimal() and arrived < min(int(length), PATIENCE):
            return Refused.CUT_OFF
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(arrived)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return None


def _visitor(environ: WSGIEnvironment, proxies: int) -> bytes | None:
    """Where a request comes from; None where that may be anybody, such as through a proxy that nobody told us of."""
    told = environ.get("REMOTE_ADDR") or ""
    if proxies:
        passed = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        told = passed[-proxies].strip() if len(passed) >= proxies else ""
    return None if not told or only_this_machine(told) else network_of(told)


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
