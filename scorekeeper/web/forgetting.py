"""The running server clears up by itself: it deletes old classes every hour, and cleans the file after any deletion."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Final

from flask import Flask, current_app

from scorekeeper.store import Store, clean_remains, delete_class, forget_old_classes, has_remains
from scorekeeper.web.beside import Beside, now_utc
from scorekeeper.web.db import store

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


class Forgetting(Beside):
    """A thread beside the requests that deletes the classes of 30 days ago, and never stands in their way for long.

    ``clock`` tells the time, and ``wait`` sleeps for so many seconds and then says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = now_utc,
        wait: Callable[[float], bool] | None = None,
        cleaning: Cleaning | None = None,
    ) -> None:
        super().__init__("forgetting", log, wait)
        self._store = store
        self._clock = clock
        self._cleaning = cleaning or Cleaning()
        self._cleaned_at: float | None = None

    def _work(self) -> None:
        self._try("old classes were not deleted", self._forget)
        self._try("the last bytes of classes were not deleted", self._clean)

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
