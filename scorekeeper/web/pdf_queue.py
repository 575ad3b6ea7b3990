"""PDF queue: another process draws them, few at once, and a cache keeps the latest.

Games stay responsive while it draws. When too many requests wait, a page says when to come back.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from threading import BoundedSemaphore

from flask import Flask, current_app, make_response, render_template
from werkzeug.wrappers import Response

from scorekeeper.exports.drawing import CannotDraw, Drawing, DrawingFailed, draw_elsewhere
from scorekeeper.web.addresses import address_here
from scorekeeper.web.delivery.made_files import made_file

AT_ONCE = 1
"""Processes that draw. A second core stays free for games."""
MOST_WAITING = 16
"""Requests that may wait for a PDF, each in a thread; half of the threads (rsgi.py) stay free for writes."""
PATIENCE = 20.0
"""Seconds that a request waits its turn."""
LONGEST = 120.0
"""Seconds after which a drawing process is stopped: several times what the largest worksheet takes."""
COME_BACK = 15
"""Seconds after which a refused visitor may try again."""
REMEMBERED = 64
"""Files in the cache."""


class TooMuchToDraw(Exception):
    """Too many requests wait for PDFs; come back later."""


class PdfQueue:
    """The PDF queue of one app."""

    def __init__(self, most_waiting: int = MOST_WAITING, patience: float = PATIENCE, longest: float = LONGEST) -> None:
        self._patience = patience
        self._drawn = lru_cache(REMEMBERED)(partial(draw_elsewhere, seconds=longest))
        self._queue = BoundedSemaphore(most_waiting)
        self._free = BoundedSemaphore(AT_ONCE)

    def pdf(self, drawing: Drawing) -> bytes:
        """The file, from the cache or newly drawn.

        :raises TooMuchToDraw: when too many requests wait, or this one waited too long.
        :raises scorekeeper.exports.drawing.CannotDraw: when the drawing libraries are missing.
        :raises scorekeeper.exports.drawing.DrawingFailed: when drawing took too long or gave no file.
        """
        if not self._queue.acquire(blocking=False):
            raise TooMuchToDraw
        try:
            if not self._free.acquire(timeout=self._patience):
                raise TooMuchToDraw
            try:  # an earlier request may have had the same file drawn
                return self._drawn(drawing)
            finally:
                self._free.release()
        finally:
            self._queue.release()


def init_app(app: Flask) -> None:
    app.extensions["scorekeeper_pdf_queue"] = PdfQueue()


def made_pdf(name: str, of: str, drawing: Callable[[], Drawing], back: str) -> Response:
    """The PDF as `made_file` gives it, or a page that says why there is none and links ``back``."""
    queue: PdfQueue = current_app.extensions["scorekeeper_pdf_queue"]
    try:
        return made_file(name, "application/pdf", of, lambda: queue.pdf(drawing()))
    except (CannotDraw, DrawingFailed, TooMuchToDraw) as error:
        if isinstance(error, DrawingFailed):
            current_app.logger.error("%s", error)
        reason = error.message if isinstance(error, CannotDraw) else ""
        busy = isinstance(error, TooMuchToDraw)
        again = "" if reason else address_here()
        page = render_template("errors/not_drawn.html", busy=busy, reason=reason, again=again, back=back)
        response = make_response(page, 503)
        if not reason:
            response.headers["Retry-After"] = str(COME_BACK)
        response.headers["Cache-Control"] = "no-store"
        return response
