"""Many commits made safe from a power cut by one flush of the disk.

A disk that flushes 100 times a second takes 100 writes a second if each waits for a flush of its own. Here whoever has
committed waits for a flush of the log that began afterwards, and all who had committed by then share it.

Why that is as safe as SQLite's own way (``synchronous = FULL``), which flushes the log within each commit: a commit
with ``NORMAL`` has handed its pages to the system, at the end of the log, under checksums; a flush of that file brings
them to the disk. Whatever SQLite does to the log in between, it flushes by itself first: it begins the log anew only
after all of it is in the main file, and that on the disk. docs/store.md tells the whole argument.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.store.errors import StoreUnsafe

_IS_POSIX: Final = os.name == "posix"


class SharedFlush:
    """The flushes of one log: a file that SQLite appends its commits to, beside the file of the store.

    One of those who wait flushes for all. SQLite holds no locks on its log, so that opening and closing it here takes
    none away; the files for which it does are never touched.
    """

    def __init__(self, log: Path, sync: Callable[[int], None] = os.fsync) -> None:
        self._opened: int | None = None
        self.sync = sync
        self._log = log
        self._changed = threading.Condition()
        self._begun = 0
        self._done = 0
        self._at_work = False
        self._failed: OSError | None = None

    def wait(self) -> None:
        """Return once everything is on the disk that this thread, or whoever it heard of, has committed.

        Raises StoreUnsafe if that cannot be said, now and ever after.
        """
        with self._changed:
            # A flush under way may have begun before the commit, so it is the next one that counts.
            awaited = self._begun + 1
            while self._done < awaited:
                self.check()
                if self._at_work:
                    self._changed.wait()
                    continue
                self._begun += 1
                self._at_work = True
                self._changed.release()
                try:
                    failed = self._flush()
                finally:
                    self._changed.acquire()
                    self._at_work = False
                    self._changed.notify_all()
                if failed is None:
                    self._done = self._begun
                else:
                    self._failed = failed

    def check(self) -> None:
        """Raises StoreUnsafe if a flush failed before.

        Systems tell of it once: the next flush would succeed, and mean nothing for what was to be written before.
        """
        if self._failed is not None:
            raise StoreUnsafe(
                f"{self._log} could not be written to the disk ({self._failed}); look after the disk, then start again"
            ) from self._failed

    def close(self) -> None:
        """Let go of the log. It is opened again when there is something to flush."""
        with self._changed:
            while self._at_work:
                self._changed.wait()
            self._let_go()

    def __del__(self) -> None:
        self._let_go()

    def _flush(self) -> OSError | None:
        try:
            handle = self._handle()
            if handle is not None:
                self.sync(handle)
        except OSError as error:
            return error
        return None

    def _handle(self) -> int | None:
        """The log, kept open from one flush to the next, or else an error between them may never be told.

        None where there is no log any more: SQLite takes it away when the last connection closes, after it brought all
        of it into the file and synced that.
        """
        try:
            there = self._log.stat()
        except FileNotFoundError:
            self._let_go()
            return None
        if self._opened is not None and os.path.samestat(os.fstat(self._opened), there):
            return self._opened
        self._let_go()
        self._opened = os.open(self._log, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        if _IS_POSIX:  # its name has to be on the disk as well
            folder = os.open(self._log.parent, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return self._opened

    def _let_go(self) -> None:
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None
