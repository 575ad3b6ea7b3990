"""Background work of the server: daily backups, and deleting old data for good."""

import atexit
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Final

from flask import Flask

from scorekeeper.school.classes.kept_classes import forget_old_classes
from scorekeeper.store.backups import back_up_by_itself
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.deleting import erase_deleted_games
from scorekeeper.tally.kept_houses import erase_deleted_houses
from scorekeeper.web.db import store

EVERY: Final = timedelta(minutes=5)
"""How often it checks for work, so that even a first evening gets a backup."""


class BackgroundJobs:
    """A thread next to the requests, as long as the process runs.

    ``clock`` gives the time; ``wait`` sleeps for a number of seconds and returns whether to stop. Tests replace both.
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
        # Work that the end of the process interrupts is done after the next start.
        self._thread = Thread(target=self._run, name="background jobs", daemon=True)

    def start(self) -> None:
        """Run until the process ends or `stop` is called."""
        atexit.register(self.stop)
        self._thread.start()

    def stop(self, patience: float = 1.0) -> None:
        """End it for good, and wait up to ``patience`` seconds for its current job."""
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
            self._try("deleted rules are still there", lambda: erase_deleted_houses(self._store, self._clock()))
            if self._wait(EVERY.total_seconds()):
                return

    def _try(self, failed: str, do: Callable[[], object]) -> None:
        """Run a job, or log what ``failed``, as in `old classes were not deleted`."""
        try:
            do()
        except StoreUnusable as error:  # the text names the file and the cause, but no class
            self._log.warning("%s; next try in five minutes: %s", failed, error)
        except Exception as error:  # the thread must survive every error
            self._log.error("%s: %s", failed, type(error).__name__)


def begin_background_jobs(app: Flask) -> BackgroundJobs:
    """Start the backups and clean-up of an app."""
    with app.app_context():
        jobs = BackgroundJobs(store(), app.logger)
    jobs.start()
    return jobs
