"""What the running server does beside the requests: the backup of each day, and deleting for good what is old."""

import atexit
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Final

from flask import Flask

from scorekeeper.school.classes import forget_old_classes
from scorekeeper.store.backups import back_up_by_itself
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.deleting import erase_deleted_games
from scorekeeper.tally.kept_houses import erase_deleted_houses
from scorekeeper.web.db import store

EVERY: Final = timedelta(minutes=5)
"""So often it looks what there is to do: a first evening is not left without a backup."""


class BackgroundJobs:
    """A thread beside the requests, as long as the process runs.

    ``clock`` tells the time, and ``wait`` sleeps for so many seconds and then says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._store, self._log, self._clock, self._stopped = store, log, clock, Event()
        self._wait = wait or self._stopped.wait
        # Whatever it is doing when the process ends is cut off there, and done by the next start.
        self._thread = Thread(target=self._run, name="background jobs", daemon=True)

    def start(self) -> None:
        """Begin, and go on until the process ends or `stop`."""
        atexit.register(self.stop)
        self._thread.start()

    def stop(self, patience: float = 1.0) -> None:
        """End it; waits so many seconds for what it is doing. It does not start again."""
        atexit.unregister(self.stop)
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        while True:
            if isinstance(file := self._store, SqliteStore):
                self._try("no backup was made", lambda: back_up_by_itself(file, self._clock()))
            self._try("old classes were not deleted", lambda: forget_old_classes(self._store, self._clock()))
            self._try("deleted games are still there", lambda: erase_deleted_games(self._store, self._clock()))
            self._try("deleted houses are still there", lambda: erase_deleted_houses(self._store, self._clock()))
            if self._wait(EVERY.total_seconds()):
                return

    def _try(self, failed: str, do: Callable[[], object]) -> None:
        """Do it; where that cannot be, tell the log what ``failed``, as in `old classes were not deleted`."""
        try:
            do()
        except StoreUnusable as error:  # the text names the file and the cause, and nobody's class
            self._log.warning("%s; it is tried again in five minutes: %s", failed, error)
        except Exception as error:  # nothing of this may end it for good
            self._log.error("%s: %s", failed, type(error).__name__)


def begin_background_jobs(app: Flask) -> BackgroundJobs:
    """Back up and clear up beside the requests of that app, as long as the process runs."""
    with app.app_context():
        jobs = BackgroundJobs(store(), app.logger)
    jobs.start()
    return jobs
