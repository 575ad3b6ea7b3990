"""PDFs for requests: drawn by another process, few at once, and each only once while it is remembered.

A game at the table is answered meanwhile. What is too much for now is told so, on a page that says when to come back.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from threading import BoundedSemaphore

from flask import Flask, current_app, make_response, render_template
from werkzeug.wrappers import Response

from scorekeeper.exports.drawing import CannotDraw, Drawing, DrawingFailed, draw_elsewhere
from scorekeeper.web.delivery import made_file

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
REMEMBERED = 64
"""Files that are kept for the next who asks."""


class TooMuchToDraw(Exception):
    """Others are being drawn for; come back later."""


class Studio:
    """Where the PDFs of one app are drawn."""

    def __init__(self, most_waiting: int = MOST_WAITING, patience: float = PATIENCE, longest: float = LONGEST) -> None:
        self._patience = patience
        self._drawn = lru_cache(REMEMBERED)(partial(draw_elsewhere, seconds=longest))
        self._queue = BoundedSemaphore(most_waiting)
        self._free = BoundedSemaphore(AT_ONCE)

    def pdf(self, drawing: Drawing) -> bytes:
        """The file, from memory or newly drawn.

        :raises TooMuchToDraw: when too many wait already, or for too long.
        :raises scorekeeper.exports.drawing.CannotDraw: where the machine lacks the libraries that draw.
        :raises scorekeeper.exports.drawing.DrawingFailed: when it took too long, or ended without a file.
        """
        if not self._queue.acquire(blocking=False):
            raise TooMuchToDraw
        try:
            if not self._free.acquire(timeout=self._patience):
                raise TooMuchToDraw
            try:  # somebody before may have had the very same drawn
                return self._drawn(drawing)
            finally:
                self._free.release()
        finally:
            self._queue.release()


def init_app(app: Flask) -> None:
    app.extensions["scorekeeper_studio"] = Studio()


def made_pdf(name: str, of: str, drawing: Callable[[], Drawing], back: str) -> Response:
    """The PDF, as `made_file` gives it; or the page that says why there is none, and leads ``back``."""
    studio: Studio = current_app.extensions["scorekeeper_studio"]
    try:
        return made_file(name, "application/pdf", of, lambda: studio.pdf(drawing()))
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
