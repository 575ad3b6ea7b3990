"""What the running server does beside the requests: a thread that works every hour and never ends by itself."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Final

from scorekeeper.store.errors import StoreUnusable

EVERY: Final = timedelta(hours=1)


def now_utc() -> datetime:
    return datetime.now(UTC)


class Beside:
    """A thread beside the requests, as long as the process runs. Whoever inherits says in `_work` what it does.

    ``wait`` sleeps for so many seconds and then says whether to stop: a test has another.
    """

    def __init__(self, name: str, log: logging.Logger, wait: Callable[[float], bool] | None = None) -> None:
        self._log = log
        self._stopped, self._woken = Event(), Event()
        self._wait = wait or self._wait_until_woken
        # Whatever it is doing when the process ends is cut off there, and done by the next start.
        self._thread = Thread(target=self._run, name=name, daemon=True)

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

    def _pause(self) -> timedelta:
        """How long to wait from one work to the next."""
        return EVERY

    def _wait_until_woken(self, seconds: float) -> bool:
        self._woken.wait(seconds)
        return self._stopped.is_set()

    def _run(self) -> None:
        while True:
            self._woken.clear()
            self._work()
            if self._wait(self._pause().total_seconds()):
                return

    def _try(self, failed: str, do: Callable[[], object]) -> None:
        """Do it; where that cannot be, tell the log what ``failed``, as in `old classes were not deleted`."""
        try:
            do()
        except StoreUnusable as error:  # the text names the file and the cause, and nobody's class
            self._log.warning("%s; it is tried again within an hour: %s", failed, error)
        except Exception as error:  # nothing of this may end it for good
            self._log.error("%s: %s", failed, type(error).__name__)
