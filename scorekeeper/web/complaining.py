"""Telling the log of a trouble that lasts: once, and then once a minute how often it came up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

AGAIN_AFTER: Final = 60.0
"""Seconds. A full disk refuses every phone of a school, again and again, and a log needs room on a disk as well."""

_REMEMBERED: Final = 32


@dataclass
class _Told:
    at: float
    since: int = 0


class Complaints:
    """What one app says to its log; the same words are one trouble."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = monotonic) -> None:
        self._log = log
        self._clock = clock
        self._told: dict[str, _Told] = {}
        self._lock = Lock()

    def tell(self, text: str) -> None:
        """Log it as an error, unless it was within the last minute: then it is counted for the next time."""
        now = self._clock()
        with self._lock:
            before = self._told.get(text)
            if before is not None and now - before.at < AGAIN_AFTER:
                before.since += 1
                return
            if len(self._told) >= _REMEMBERED:
                self._told.clear()
            self._told[text] = _Told(now)
        if before is None:
            self._log.error("%s", text)
        else:
            self._log.error("still, after %d more such refusals: %s", before.since, text)
