"""The running server clears up by itself: it deletes old classes every hour, and cleans the file after any deletion."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from flask import Flask, current_app

from scorekeeper.store.connection import Store
from scorekeeper.store.forgetting import clean_remains, delete_class, forget_old_classes, has_remains
from scorekeeper.web.beside import Beside, now_utc
from scorekeeper.web.db import store

_EXTENSION: Final = "scorekeeper_forgetting"

CLOCK_MAY_MISS: Final = timedelta(days=1)
"""A clock that was set by more than this, between one look at it and the next, is not believed at once."""
PROBATION: Final = 86_400
"""For so many seconds that the server has seen nothing is deleted then, for somebody to set it right."""


def seconds_passed() -> float:
    """Time as it really passes, also while the machine sleeps, as laptops do at night."""
    # On Linux the usual one stands still then; elsewhere it goes on, though on a Mac only when asked for in this way.
    kind = getattr(time, "CLOCK_BOOTTIME", None) or getattr(time, "CLOCK_MONOTONIC", None)
    return monotonic() if kind is None else time.clock_gettime(kind)


@dataclass(frozen=True)
class Cleaning:
    """When the file is written anew without what was deleted, for which everybody who writes has to wait.

    Seconds; the first time at once where the file is so small that nobody feels it.
    """

    apart: float = 60  # from one time to the next, so that several deletions are done together
    quiet: float = 10  # so long nobody wrote anything
    latest: float = 3600  # then it is done even if somebody writes all the time
    small: int = 16_000_000  # bytes, which take a tenth of a second
    step: float = 1  # so often it looks whether anybody wrote


def delete_now(key: str) -> None:
    """Delete a class, and have the file cleaned: by the server beside the requests, or else at once.

    Raises ClassNotFound.
    """
    forgetting: Forgetting | None = current_app.extensions.get(_EXTENSION)
    if forgetting is None or not forgetting.runs:
        delete_class(store(), key)
        return
    delete_class(store(), key, later=True)
    forgetting.wake()


def begin_forgetting(app: Flask) -> Forgetting:
    """Clear up beside the requests of that app, as long as the process runs."""
    with app.app_context():
        forgetting = app.extensions[_EXTENSION] = Forgetting(store(), app.logger)
    forgetting.start()
    return forgetting


class Forgetting(Beside):
    """A thread beside the requests that deletes the classes of 30 days ago, and never stands in their way for long.

    ``clock`` tells the time, ``running`` the seconds that really pass, and ``wait`` sleeps for so many seconds and then
    says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = now_utc,
        wait: Callable[[float], bool] | None = None,
        cleaning: Cleaning | None = None,
        running: Callable[[], float] = seconds_passed,
    ) -> None:
        super().__init__("forgetting", log, wait)
        self._store = store
        self._clock = clock
        self._cleaning = cleaning or Cleaning()
        self._cleaned_at: float | None = None
        self._running = running
        self._seen: tuple[datetime, float] | None = None
        self._trusted_from = 0.0

    def _work(self) -> None:
        self._try("old classes were not deleted", self._forget)
        self._try("the last bytes of classes were not deleted", self._clean)

    def _forget(self) -> None:
        now = self._clock()
        if self._is_trusted(now):
            forget_old_classes(self._store, now, later=True)

    def _is_trusted(self, now: datetime) -> bool:
        """Whether the clock went on as time did.

        A machine without a clock of its own learns the time when it finds a network: a class of this morning would be
        years old by then.
        """
        running = self._running()
        if self._seen is not None:
            at, since = self._seen
            set_by = now - at - timedelta(seconds=running - since)
            if abs(set_by) > CLOCK_MAY_MISS and running >= self._trusted_from:
                self._trusted_from = running + PROBATION
                days = round(set_by / timedelta(days=1))
                self._log.warning("the clock was set by %d days; check it: no class is deleted for a day", days)
        self._seen = now, running
        return running >= self._trusted_from

    def _clean(self) -> None:
        if has_remains(self._store) and self._awaited():
            try:
                self._forget()  # it may be an hour since the last time
                clean_remains(self._store)
            finally:
                self._cleaned_at = monotonic()

    def _awaited(self) -> bool:
        """Whether the time to write the file anew came before the end of this thread."""
        when = self._cleaning
        begun = written_at = monotonic()
        earliest = begun if self._cleaned_at is None else self._cleaned_at + when.apart
        seen, size = self._store.seen_change()
        while True:
            now = monotonic()
            is_quiet = size <= when.small or now >= written_at + when.quiet
            if now >= earliest and (is_quiet or now >= begun + when.latest):
                return True
            if self._stopped.wait(when.step):
                return False
            before, (seen, size) = seen, self._store.seen_change()
            if seen != before:
                written_at = monotonic()
