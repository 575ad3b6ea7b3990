"""PDFs for requests: drawn by another process, few at once, and each only once while it is remembered.

A game at the table is answered meanwhile. What is too much for now is told so, on a page that says when to come back.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import BoundedSemaphore, Lock

from flask import Flask, current_app, make_response, render_template
from werkzeug.wrappers import Response

from scorekeeper.exports.drawing import Drawing, DrawingFailed, draw_elsewhere
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
        self._most_waiting = most_waiting
        self._patience = patience
        self._longest = longest
        self._lock = Lock()  # over all that follows; never held while anything waits
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._waiting = 0
        self._free = BoundedSemaphore(AT_ONCE)

    def pdf(self, drawing: Drawing) -> bytes:
        """The file, from memory or newly drawn.

        :raises TooMuchToDraw: when too many wait already, or for too long.
        :raises scorekeeper.exports.drawing.CannotDraw: where the machine lacks the libraries that draw.
        :raises scorekeeper.exports.drawing.DrawingFailed: when it took too long, or ended without a file.
        """
        if file := self._remembered(drawing):
            return file
        with self._lock:
            if self._waiting >= self._most_waiting:
                raise TooMuchToDraw
            self._waiting += 1
        try:
            if not self._free.acquire(timeout=self._patience):
                raise TooMuchToDraw
            try:  # somebody before may have had the very same drawn
                return self._remembered(drawing) or self._keep(drawing, draw_elsewhere(drawing, self._longest))
            finally:
                self._free.release()
        finally:
            with self._lock:
                self._waiting -= 1

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


def not_drawn(error: TooMuchToDraw | DrawingFailed, back: str) -> Response:
    """The page that says so, and when to come back."""
    if isinstance(error, DrawingFailed):
        current_app.logger.error("%s", error)
    page = render_template("errors/not_drawn.html", busy=isinstance(error, TooMuchToDraw), back=back)
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(COME_BACK)
    response.headers["Cache-Control"] = "no-store"
    return response
