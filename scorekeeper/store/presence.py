"""Whether a file that is in use is still where it was: systems let it be taken away, and writing to it go on."""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper.store.errors import StoreGone

Identity = tuple[int, int]
"""What tells one file from every other on this machine, whatever it is called."""


class Presence:
    """One file as it was first seen. What is asked here costs two microseconds, so every write does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._seen: Identity | None = None
        self.has_log = False
        """Whether there is a log beside it for as long as anybody has it open."""

    def remember(self) -> None:
        """From now on it is this file. Whoever opened it calls this; a second time nothing is changed."""
        if self._seen is None:
            self._seen = _identity(self._path)

    def forget(self) -> None:
        """Nobody has it open any more; the next file that is opened is the one."""
        self._seen = None

    def check(self) -> None:
        """Raises StoreGone if it is not the file that was opened, which may be without a name by now."""
        if self._seen is not None and _identity(self._path) != self._seen:
            raise StoreGone(
                f"{self._path} was deleted, moved or replaced while Scorekeeper had it open; "
                "stop Scorekeeper, put the file in its place (see docs/backups.md), and start again"
            )

    def check_all(self) -> None:
        """The same, and for the log, which holds what was written last; for whoever has just read from it."""
        self.check()
        if self.has_log and self._seen is not None and _identity(self._log) is None:
            raise StoreGone(
                f"{self._log} was deleted or moved while Scorekeeper had it open, and with it what was written last; "
                "put it back if you have it, stop Scorekeeper, and start again"
            )


def _identity(path: Path) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # at every write, and in half the time
    except OSError:
        return None
    return found.st_dev, found.st_ino
