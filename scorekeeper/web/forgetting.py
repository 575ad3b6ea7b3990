"""The running server forgets old classes by itself: at its start, and then every hour."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Final

from scorekeeper.store import Store, StoreUnusable, forget_old_classes

EVERY: Final = timedelta(hours=1)


def _now() -> datetime:
    return datetime.now(UTC)


class Forgetting:
    """A thread beside the requests that deletes the classes of 30 days ago, and never stands in their way.

    ``clock`` tells the time, and ``wait`` sleeps for so many seconds and then says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = _now,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._store = store
        self._log = log
        self._clock = clock
        self._stopped = Event()
        self._wait = wait or self._stopped.wait
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
        if self._thread.is_alive():
            self._thread.join(patience)

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        while True:
            self._forget()
            if self._wait(EVERY.total_seconds()):
                return

    def _forget(self) -> None:
        try:
            forget_old_classes(self._store, self._clock())
        except StoreUnusable as error:  # the text names the file and the cause, and nobody's class
            self._log.warning("old classes could not be deleted now, and will be within an hour: %s", error)
        except Exception as error:  # nothing of this may end it for good
            self._log.error("old classes could not be deleted: %s", type(error).__name__)
