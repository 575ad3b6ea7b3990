"""The running server clears up by itself: it deletes old classes every hour, and cleans the file after any deletion."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from time import monotonic
from typing import Final

from flask import Flask, current_app

from scorekeeper.store import Store, StoreUnusable, clean_remains, delete_class, forget_old_classes, has_remains
from scorekeeper.web.db import store

EVERY: Final = timedelta(hours=1)

_EXTENSION: Final = "scorekeeper_forgetting"


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


def _now() -> datetime:
    return datetime.now(UTC)


class Forgetting:
    """A thread beside the requests that deletes the classes of 30 days ago, and never stands in their way for long.

    ``clock`` tells the time, and ``wait`` sleeps for so many seconds and then says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = _now,
        wait: Callable[[float], bool] | None = None,
        cleaning: Cleaning | None = None,
    ) -> None:
        self._store = store
        self._log = log
        self._clock = clock
        self._cleaning = cleaning or Cleaning()
        self._cleaned_at: float | None = None
        self._stopped, self._woken = Event(), Event()
        self._wait = wait or self._wait_until_woken
        # Whatever it is doing when the process ends is cut off there, and done by the next start.
        self._thread = Thread(target=self._run, name="forgetting", daemon=True)

    def start(self) -> None:
        """Begin, and go on until the process ends or `stop`."""
        atexit.register(self.stop)
        self._thread.start()

    def stop(self, patience: float = 1.0) -> None:
        """End it; waits so many seconds for what it is doing. It does not start again."""
        atexit.unregister(self.stop)
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def wake(self) -> None:
        """Something was deleted: clean the file when it is time."""
        self._woken.set()

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def _wait_until_woken(self, seconds: float) -> bool:
        self._woken.wait(seconds)
        return self._stopped.is_set()

    def _run(self) -> None:
        while True:
            self._woken.clear()
            self._try("old classes", self._forget)
            self._try("the last bytes of classes", self._clean)
            if self._wait(EVERY.total_seconds()):
                return

    def _forget(self) -> None:
        forget_old_classes(self._store, self._clock(), later=True)

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

    def _try(self, what: str, do: Callable[[], object]) -> None:
        try:
            do()
        except StoreUnusable as error:  # the text names the file and the cause, and nobody's class
            self._log.warning("%s could not be deleted now, and will be within an hour: %s", what, error)
        except Exception as error:  # nothing of this may end it for good
            self._log.error("%s could not be deleted: %s", what, type(error).__name__)
