"""PDFs for requests: drawn by another process, few at once, and each only once while it is remembered.

A game at the table is answered meanwhile. What is too much for now is told so, on a page that says when to come back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import BoundedSemaphore, Lock

from flask import Flask, current_app, make_response, render_template
from werkzeug.wrappers import Response

from scorekeeper.exports.drawing import CannotDraw, Drawing, DrawingFailed, draw_elsewhere
from scorekeeper.web.delivery import made_file
from scorekeeper.web.limits import note_drawing

AT_ONCE = 1
"""Processes that draw. A second core is left for whoever plays."""
MOST_WAITING = 16
"""Requests that wait for a PDF, each in a thread; half of the threads (rsgi.py) are left for whoever writes."""
PATIENCE = 20.0
"""Seconds that a request waits for the drawings before its own."""
LONGEST = 120.0
"""Seconds after which a process that draws is ended: several times what the largest set takes."""
COME_BACK = 15
"""Seconds after which somebody who was sent away may try again."""
REMEMBERED = 32_000_000
"""Bytes of files that are kept for the next who asks."""


class TooMuchToDraw(Exception):
    """Others are being drawn for; come back later."""


class Studio:
    """Where the PDFs of one app are drawn."""

    def __init__(self, most_waiting: int = MOST_WAITING, patience: float = PATIENCE, longest: float = LONGEST) -> None:
        self._patience = patience
        self._longest = longest
        self._lock = Lock()  # over the files; never held while anything waits
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._queue = BoundedSemaphore(most_waiting)
        self._free = BoundedSemaphore(AT_ONCE)

    def pdf(self, drawing: Drawing) -> bytes:
        """The file, from memory or newly drawn.

        :raises TooMuchToDraw: when too many wait already, or for too long.
        :raises scorekeeper.exports.drawing.CannotDraw: where the machine lacks the libraries that draw.
        :raises scorekeeper.exports.drawing.DrawingFailed: when it took too long, or ended without a file.
        """
        if file := self._remembered(drawing):
            return file
        if not self._queue.acquire(blocking=False):
            raise TooMuchToDraw
        try:
            if not self._free.acquire(timeout=self._patience):
                raise TooMuchToDraw
            try:  # somebody before may have had the very same drawn
                return self._remembered(drawing) or self._keep(drawing, draw_elsewhere(drawing, self._longest))
            finally:
                self._free.release()
        finally:
            self._queue.release()

    def remembers(self, drawing: Drawing) -> bool:
        """Whether it was drawn before, and need not be drawn again."""
        with self._lock:
            return drawing.key in self._files

    def _remembered(self, drawing: Drawing) -> bytes | None:
        with self._lock:
            if drawing.key in self._files:
                self._files.move_to_end(drawing.key)
            return self._files.get(drawing.key)

    def _keep(self, drawing: Drawing, file: bytes) -> bytes:
        with self._lock:
            self._files[drawing.key] = file
            while sum(map(len, self._files.values())) > REMEMBERED:
                self._files.popitem(last=False)
        return file


def init_app(app: Flask) -> None:
    """Give the app its place to draw."""
    app.extensions["scorekeeper_studio"] = Studio()


def drawn(drawing: Drawing) -> bytes:
    """The PDF for the request under way. Raises as `Studio.pdf` does."""
    studio: Studio = current_app.extensions["scorekeeper_studio"]
    if not studio.remembers(drawing):
        note_drawing()
    return studio.pdf(drawing)


def made_pdf(name: str, of: str, drawing: Callable[[], Drawing], back: str) -> Response:
    """The PDF, as `made_file` gives it; or the page that says why there is none, and leads ``back``."""
    try:
        return made_file(name, "application/pdf", of, lambda: drawn(drawing()))
    except (CannotDraw, DrawingFailed, TooMuchToDraw) as error:
        if isinstance(error, DrawingFailed):
            current_app.logger.error("%s", error)
        reason = error.message if isinstance(error, CannotDraw) else ""
        busy = isinstance(error, TooMuchToDraw)
        response = make_response(render_template("errors/not_drawn.html", busy=busy, reason=reason, back=back), 503)
        if not reason:
            response.headers["Retry-After"] = str(COME_BACK)
        response.headers["Cache-Control"] = "no-store"
        return response
