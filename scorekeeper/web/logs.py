"""The server's log on standard error: events and places in the code, without names, links or addresses.

Other people read a log, and it is kept longer than a game. So it has the route of an address, such as ``/g/<key>``, and
the type of an exception with its path through our code, never its text, which may quote anything.
"""

import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from time import gmtime, monotonic, strftime
from traceback import walk_tb
from types import TracebackType
from typing import Any, Final

from scorekeeper.rules.names import spelled_out

LOGGER: Final = "scorekeeper"
_OURS: Final = Path(__file__).resolve().parents[1]


def trail(error: BaseException | None) -> str:
    """The type of an exception and its causes, each with its path through our code, last place first."""
    told: list[str] = []
    while error is not None and len(told) < 4:
        kind = type(error)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        detail = getattr(error, "sqlite_errorname", None)  # from SQLite's own list
        places = " < ".join(_places(error.__traceback__))
        told.append(f"{name}{f' ({detail})' if detail else ''}{f' at {places}' if places else ''}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "; after ".join(told)


def _places(trace: TracebackType | None) -> Iterator[str]:
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]
    for number, (file, line) in enumerate(reversed(frames)):
        path = Path(file)
        if path.is_relative_to(_OURS):
            yield f"{path.relative_to(_OURS.parent).as_posix()}:{line}"
        elif "/templates/" in file:
            yield f"templates/{file.rpartition('/templates/')[2]}:{line}"
        elif number == 0:
            yield f"{path.name}:{line}"


class OneLine(logging.Formatter):
    """One line with time (UTC), level and message."""

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1]:
            text = f"{text}: {trail(record.exc_info[1])}"
        moment = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(record.created))
        return f"{moment} {record.levelname.lower()} {spelled_out(' '.join(text.split()))}"


AGAIN: Final = 60.0
"""Seconds after which a continuing cause is logged again."""

MOST_CAUSES: Final = 100
"""Most causes counted at once; others are logged as new."""


class Seldom:
    """Log a cause of many requests once a minute, with its count in between."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._told: dict[str, tuple[float, int]] = {}  # time of the last log line, and count since

    def due(self, text: str) -> str:
        """The text to log now; "" for none. Texts that differ only in numbers have one cause."""
        cause, now = re.sub(r"\d+", "0", text), self._clock()
        with self._lock:
            last, count = self._told.get(cause, (now - AGAIN, 0))
            if now - last < AGAIN:
                self._told[cause] = last, count + 1
                return ""
            if len(self._told) >= MOST_CAUSES:
                self._told.clear()
            self._told[cause] = now, 0
        return f"{text} ({count:,} more in the last {now - last:.0f} seconds)" if count else text


def begin() -> None:
    """Set up logging for this process, also for libraries and uncaught exceptions."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    logging.getLogger().handlers[:] = [handler]
    log = logging.getLogger(LOGGER)
    log.handlers.clear()  # Flask adds its own if it was used before
    log.setLevel(logging.INFO)

    def uncaught(kind: type[BaseException], error: BaseException | None, _trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            log.error("uncaught: %s", trail(error))

    sys.excepthook = uncaught
    sys.unraisablehook = lambda told: uncaught(told.exc_type, told.exc_value, told.exc_traceback)
    threading.excepthook = lambda told: uncaught(told.exc_type, told.exc_value, told.exc_traceback)


OF_GRANIAN: Final[dict[str, Any]] = {
    "formatters": {"generic": {"()": "scorekeeper.web.logs.OneLine"}, "access": {"format": "%(message)s"}},
    "handlers": {
        "console": {"formatter": "generic", "class": "logging.StreamHandler", "stream": "ext://sys.stderr"},
        "access": {"formatter": "access", "class": "logging.NullHandler"},
    },
}
"""Logging of the server below the app, in the same form."""
