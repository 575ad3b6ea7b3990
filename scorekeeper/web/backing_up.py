"""The running server makes a backup of the store every day, by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from flask import Flask

from scorekeeper.store.backups import back_up_by_itself
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.web.beside import Beside, now_utc
from scorekeeper.web.db import store

OVERDUE: Final = timedelta(hours=25)
"""After this long there is another backup, whatever day it is by a clock that was set back."""

OFTEN: Final = timedelta(minutes=5)
"""So often it looks whether the day has its backup: a first evening is not left without one."""


def begin_backing_up(app: Flask) -> BackingUp:
    """Make backups beside the requests of that app, as long as the process runs."""
    with app.app_context():
        backing_up = BackingUp(store(), app.logger)
    backing_up.start()
    return backing_up


class BackingUp(Beside):
    """A thread beside the requests that makes the backup of each day.

    ``clock`` tells the time, ``ticks`` the seconds that passed whatever happens to the clock, and ``wait`` sleeps for
    so many seconds and then says whether to stop: a test has others.
    """

    def __init__(
        self,
        store: Store,
        log: logging.Logger,
        *,
        clock: Callable[[], datetime] = now_utc,
        ticks: Callable[[], float] = monotonic,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        super().__init__("backing up", log, wait)
        self._store = store
        self._clock = clock
        self._ticks = ticks
        self._made_at = ticks()  # or begun; which day had its backup before that tells the folder

    def _work(self) -> None:
        self._try("no backup was made", self._back_up)

    def _pause(self) -> timedelta:
        return OFTEN

    def _back_up(self) -> None:
        overdue = self._ticks() - self._made_at >= OVERDUE.total_seconds()
        try:
            made = back_up_by_itself(self._store, self._clock(), anyway=overdue, stop=self._stopped.is_set)
        except StoreUnusable:
            if self._stopped.is_set():  # the next start makes it
                return
            raise
        if made is not None:
            self._made_at = self._ticks()
