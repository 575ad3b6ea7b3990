"""The running server makes a backup of the store every day, by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final

from flask import Flask

from scorekeeper.store import Store, StoreUnusable, back_up_by_itself
from scorekeeper.store.backups import backed_up_on
from scorekeeper.web.beside import EVERY, Beside, now_utc
from scorekeeper.web.db import store

OVERDUE: Final = timedelta(hours=25)
"""After this long there is another backup, whatever day it is by a clock that was set back."""

SOON: Final = timedelta(minutes=5)
"""How long a store in which nothing is yet is left before it is looked at again."""

SMALL: Final = 50_000_000
"""Bytes of a store that is copied well within the time that a stop may take."""
LAST: Final = 3.0
"""Seconds that the last backup may take when the server is stopped."""


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
        self._is_waiting = False
        self._made_at = ticks()  # or begun; which day had its backup before that tells the folder

    def stop(self, patience: float = LAST + 1) -> None:
        """End it, after a last backup where today has none and it is quick."""
        super().stop(patience)

    def _work(self) -> None:
        self._try("no backup was made", self._back_up)

    def _run(self) -> None:
        super()._run()
        self._try("no last backup was made", self._finish)

    def _pause(self) -> timedelta:
        return SOON if self._is_waiting else EVERY

    def _back_up(self) -> None:
        overdue = self._ticks() - self._made_at >= OVERDUE.total_seconds()
        self._is_waiting = False
        try:
            made = back_up_by_itself(self._store, self._clock(), anyway=overdue, stop=self._stopped.is_set)
        except StoreUnusable:
            if self._stopped.is_set():  # the next start makes it
                return
            raise
        if made is not None:
            self._made_at = self._ticks()
        # Nothing is in it yet: the first who enters something is not left without a backup for an hour.
        self._is_waiting = made is None and not self._has_one()

    def _finish(self) -> None:
        _, size = self._store.seen_change()
        if size > SMALL or self._has_one():
            return
        until = monotonic() + LAST
        try:
            back_up_by_itself(self._store, self._clock(), stop=lambda: monotonic() > until)
        except StoreUnusable:
            if monotonic() <= until:  # else the next start makes it
                raise

    def _has_one(self) -> bool:
        return backed_up_on(self._store.path, self._clock().astimezone(UTC).date())
