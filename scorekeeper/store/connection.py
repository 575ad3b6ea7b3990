"""The file that holds every game: opening it, and one transaction for each write.

Readers never wait. Writers of this process wait for each other at a lock, which is fairer and quicker than SQLite's own
waiting; writers of other processes are waited for by SQLite. Each commit is on the disk when it returns.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Self, TypeVar
from weakref import WeakSet

from sqlite_utils import Database

from scorekeeper.store.errors import StoreBusy, StoreGone, explained, is_busy, is_full
from scorekeeper.store.migrations import migrate

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds that a writer waits for other writers, of this process and of others together."""

BUILT_IN_MEMORY: Final = 512
"""Values that are kept built: a phone that asks for a game again does not make it be built again."""


class Store:
    """Every game, in one file. Made by `Store.open`; may be used by any thread."""

    engine: Final = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened: tuple[int, int] | None = None  # the file that all connections have open, by its number
        self._mine = threading.local()
        self._open: WeakSet[_Connection] = WeakSet()
        self._writer = threading.Lock()
        self._building = threading.Lock()
        self._built: dict[tuple[type, int], Any] = {}

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, making it or bringing it up to date where needed.

        Raises OtherRelease for a file of a newer or a too old release, NotAStore for something else, StoreBusy and
        StoreFailed; none changes the file.
        """
        with explained(path, every=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            _make_private(path)
        store = cls(path)
        try:
            with store.explained():
                connection = store._connection()
                migrate(connection.database, path)
                connection.make_durable()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the connections of all threads. The store opens them again when it is used again."""
        self._built.clear()
        for connection in list(self._open):
            connection.close()
        self._mine = threading.local()
        self._opened = None

    def check(self) -> None:
        """One read that tells whether the file can still be used. Raises the StoreUnusable that fits."""
        with self.explained():
            self.database.execute("SELECT max(id) FROM games").fetchone()
            self._check_in_place()

    # --- transactions -------------------------------------------------------------------------------------------------

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Several statements that all see the same moment."""
        with self.explained():
            database = self.database
            if database.conn.in_transaction:
                yield database
                return
            database.execute("BEGIN")
            try:
                yield database
            finally:
                database.rollback()

    @contextmanager
    def write(self, *, wait: bool = True) -> Iterator[Database]:
        """One write: all of it is kept, safe from a power cut, when this ends; none of it after an error.

        Inside another write of the same thread it becomes part of that one. Raises StoreBusy, StoreFull and StoreGone.
        Without ``wait`` it raises StoreBusy at once when anybody else is writing.
        """
        with self.explained():
            database = self.database
            if database.conn.in_transaction:
                with database.atomic():
                    yield database
                return
            until = monotonic() + (PATIENCE if wait else 0)
            with self._sole_writer(until):
                # IMMEDIATE: whoever reads first and writes later would otherwise fail if somebody wrote between.
                with _patience(database, max(0.0, until - monotonic())):
                    database.execute("BEGIN IMMEDIATE")
                try:
                    yield database
                    # The last moment to find out that nobody would ever find what is kept.
                    self._check_in_place()
                    database.commit()
                except BaseException as error:
                    database.rollback()
                    if is_full(error):  # the log is cut off as far as it has room in the file: for the next writer
                        with suppress(sqlite3.OperationalError), _patience(database, 0):
                            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                    raise

    @contextmanager
    def _sole_writer(self, until: float) -> Iterator[None]:
        """Keep the other threads from writing. Raises StoreBusy where one of them does until then."""
        if not self._writer.acquire(timeout=max(0.0, until - monotonic())):
            raise StoreBusy(f"those who write to {self.path} have waited too long for another program")
        try:
            yield
        finally:
            self._writer.release()

    @property
    def database(self) -> Database:
        """This thread's connection; for a single statement that reads."""
        return self._connection().database

    # --- what was built a moment ago ----------------------------------------------------------------------------------

    def keep_built(self, number: int, built: T) -> T:
        """Keep a value as it was read, under its kind and number, unless it might still be rolled back."""
        if not self.database.conn.in_transaction:
            with self._building:
                self._built.pop((type(built), number), None)
                self._built[type(built), number] = built
                if len(self._built) > BUILT_IN_MEMORY:
                    del self._built[next(iter(self._built))]
        return built

    def built(self, kind: type[T], number: int) -> T | None:
        """The value of that kind and number if it was built a moment ago."""
        return self._built.get((kind, number))

    # --- connections --------------------------------------------------------------------------------------------------

    def _connection(self) -> _Connection:
        connection: _Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            self._check_in_place()  # a new connection would make a new file in its place
            connection = self._mine.connection = _Connection(self.path)
            self._opened = self._opened or _identity(self.path)
            self._open.add(connection)
        return connection

    def _check_in_place(self) -> None:
        """Raises StoreGone for a file that was taken away while it was in use: systems let writing to it go on."""
        if self._opened is not None and _identity(self.path) != self._opened:
            raise StoreGone(
                f"{self.path} was deleted, moved or replaced while Scorekeeper had it open; "
                "stop Scorekeeper, put the file in its place (see docs/backups.md), and start again"
            )

    @contextmanager
    def explained(self) -> Iterator[None]:
        """What SQLite says about the file as a whole, in our words."""
        with explained(self.path, damaged="; put a backup in its place"):
            yield


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from every other on this machine, whatever it is called; None for no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _patience(database: Database, seconds: float) -> Iterator[None]:
    """How long SQLite waits for writers of other processes, at most as long as ever."""
    (usual,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute(f"PRAGMA busy_timeout = {min(int(seconds * 1000), usual)}")
    try:
        yield
    finally:
        database.execute(f"PRAGMA busy_timeout = {usual}")


class _Connection:
    """One thread's connection; closed when the thread ends."""

    _connection: sqlite3.Connection | None = None

    def __init__(self, path: Path) -> None:
        # Never shared between threads, but closed by whoever closes the store.
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        self._connection = connection
        self.database = Database(connection)
        self.database.execute("PRAGMA foreign_keys = ON")
        self.database.execute("PRAGMA synchronous = FULL")  # a commit returns when it is on the disk
        self.database.execute("PRAGMA secure_delete = ON").fetchall()  # what is deleted is overwritten

    def make_durable(self) -> None:
        """Once for each file: readers go on while somebody writes."""
        patience = monotonic() + PATIENCE
        while True:
            try:
                self.database.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                # For this alone SQLite does not wait by itself, when several processes open a new file at once.
                if not is_busy(error) or monotonic() > patience:
                    raise
                sleep(0.01)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()


def _make_private(path: Path) -> None:
    """A new file is for its owner alone, and so are the log and the index beside it: it holds every link."""
    with suppress(FileExistsError):  # as it is: the operator may have let others read it
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
