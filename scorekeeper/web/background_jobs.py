"""What the running server does beside the requests: the backup of each day, deleting old classes, cleaning the file."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import ClassVar, Final

from flask import Flask, current_app

from scorekeeper.school.forgetting import clean_remains, delete_class, forget_old_classes, has_remains
from scorekeeper.store.backups import back_up_by_itself
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.web.db import store

EVERY: Final = timedelta(hours=1)

OFTEN: Final = timedelta(minutes=5)
"""So often it looks whether the day has its backup: a first evening is not left without one."""

CLEANED_APART: Final = 60.0
"""Seconds from one cleaning of the file to the next, for which whoever writes has to wait: about one for 100 MB."""

_EXTENSION: Final = "scorekeeper_forgetting"


def now_utc() -> datetime:
    return datetime.now(UTC)


class Beside:
    """A thread beside the requests, as long as the process runs. Whoever inherits says in `_work` what it does.

    ``clock`` tells the time, and ``wait`` sleeps for so many seconds and then says whether to stop: a test has others.
    """

    name: ClassVar[str]
    pause: ClassVar[timedelta] = EVERY

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = now_utc,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._store, self._log, self._clock = store, log, clock
        self._stopped, self._woken = Event(), Event()
        self._wait = wait or self._wait_until_woken
        # Whatever it is doing when the process ends is cut off there, and done by the next start.
        self._thread = Thread(target=self._run, name=self.name, daemon=True)

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
        """There is something to do: do not wait for the hour."""
        self._woken.set()

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def _work(self) -> None:
        raise NotImplementedError

    def _wait_until_woken(self, seconds: float) -> bool:
        self._woken.wait(seconds)
        return self._stopped.is_set()

    def _run(self) -> None:
        while True:
            self._woken.clear()
            self._work()
            if self._wait(self.pause.total_seconds()):
                return

    def _try(self, failed: str, do: Callable[[], object]) -> None:
        """Do it; where that cannot be, tell the log what ``failed``, as in `old classes were not deleted`."""
        try:
            do()
        except StoreUnusable as error:  # the text names the file and the cause, and nobody's class
            self._log.warning("%s; it is tried again within an hour: %s", failed, error)
        except Exception as error:  # nothing of this may end it for good
            self._log.error("%s: %s", failed, type(error).__name__)


class BackingUp(Beside):
    """The thread that makes the backup of each day."""

    name = "backing up"
    pause = OFTEN

    def _work(self) -> None:
        self._try("no backup was made", lambda: back_up_by_itself(self._store, self._clock()))


class Forgetting(Beside):
    """The thread that deletes the classes of 30 days ago, and never stands in the way of requests for long."""

    name = "forgetting"
    apart = CLEANED_APART
    _cleaned_at = -inf

    def _work(self) -> None:
        self._try("old classes were not deleted", self._forget)
        self._try("the last bytes of classes were not deleted", self._clean)

    def _forget(self) -> None:
        forget_old_classes(self._store, self._clock(), later=True)

    def _clean(self) -> None:
        if has_remains(self._store) and not self._stopped.wait(self._cleaned_at + self.apart - monotonic()):
            try:
                self._forget()  # it may be an hour since the last time
                clean_remains(self._store)
            finally:
                self._cleaned_at = monotonic()


def begin_backing_up(app: Flask) -> BackingUp:
    """Make backups beside the requests of that app, as long as the process runs."""
    with app.app_context():
        backing_up = BackingUp(store(), app.logger)
    backing_up.start()
    return backing_up


def begin_forgetting(app: Flask) -> Forgetting:
    """Clear up beside the requests of that app, as long as the process runs."""
    with app.app_context():
        forgetting = app.extensions[_EXTENSION] = Forgetting(store(), app.logger)
    forgetting.start()
    return forgetting


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
