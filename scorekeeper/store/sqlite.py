"""The store in an SQLite file.

Readers never wait. Writers of this process wait at a lock, which is fairer and faster than SQLite's own waiting. SQLite
waits for writers of other processes. Each commit is on the disk when it returns.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from sqlite_utils import Database

from scorekeeper.store.connection import PATIENCE, Store
from scorekeeper.store.connection import Database as AnyDatabase
from scorekeeper.store.errors import (
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreGone,
    StoreUnusable,
    explained,
    is_busy,
    is_full,
)
from scorekeeper.store.files import beside, is_read_only
from scorekeeper.store.migrations import check_known, migrate, migrations


class SqliteStore(Store):
    """All games in one file."""

    engine = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path
        self._opened: tuple[int, int] | None = None  # device and inode of the file that all connections have open
        self._writer = threading.Lock()

    @classmethod
    def open_file(cls, path: Path, *, serving: bool = False) -> Self:
        """Open it as described at `open_store`. On a full or read-only disk a server can still read."""
        store = cls(path)
        try:
            if serving and is_read_only(path):
                raise StoreFailed(f"Can't write to {path}: its disk is mounted read-only. Remount it and start again.")
            store._open_whole()
        except StoreUnusable as trouble:
            store.close()
            if not (serving and (is_read_only(path) or isinstance(trouble, StoreFull)) and store._can_be_read(trouble)):
                raise
        except BaseException:
            store.close()
            raise
        return store

    def _open_whole(self) -> None:
        with explained(self.path, every=True):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _make_private(self.path)
        with self.explained():
            connection = self._connection()
            migrate(connection.database, self.path)
            connection.make_durable()

    def _can_be_read(self, trouble: StoreUnusable) -> bool:
        """Whether this release can read the file; then it only reads until the problem is over."""
        self.waits_for = trouble
        try:
            with self.read() as database:
                check_known(database, self.path)
                if not migrations.pending(database):
                    return True
        except StoreUnusable:
            pass
        self.close()
        self.waits_for = None
        return False

    def _try_whole(self) -> None:
        """Allow writes again if that is possible now; for the sole writer. Raises StoreUnusable."""
        if self.waits_for is None:
            return
        if not isinstance(self.waits_for, StoreFull) or not _has_room(self.path):
            raise type(self.waits_for)(str(self.waits_for))
        for connection in list(self._open):  # a read-only connection would block writes of this process
            connection.close()
        with self.explained(), closing(_Connection(self.path)) as trial:
            trial.make_durable()
            trial.database.execute("BEGIN IMMEDIATE")
            trial.database.rollback()
        self.waits_for = None

    def close(self) -> None:
        super().close()
        self._opened = None

    def check(self) -> None:
        if self.waits_for is not None:
            with self._sole_writer(monotonic()):
                self._try_whole()
        with self.explained():
            self.database.execute("SELECT max(id) FROM games").fetchone()
            self._check_in_place()

    # --- transactions -------------------------------------------------------------------------------------------------

    @contextmanager
    def read(self) -> Iterator[Database]:
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
        with self.explained():
            database = self.database
            if database.conn.in_transaction:
                with database.atomic():
                    yield database
                return
            until = monotonic() + (PATIENCE if wait else 0)
            with self._sole_writer(until):
                self._try_whole()
                database = self.database
                # IMMEDIATE, or a write after a read would fail if another program wrote in between.
                with _patience(database, max(0.0, until - monotonic())):
                    database.execute("BEGIN IMMEDIATE")
                rung = self._mine.rung = set[str]()
                try:
                    yield database
                    # The last chance to notice that the file is gone.
                    self._check_in_place()
                    database.commit()
                except BaseException as error:
                    database.rollback()
                    if is_full(error):  # move what fits from the log into the file, for the next writer
                        with suppress(sqlite3.OperationalError), _patience(database, 0):
                            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                    raise
            for topic in rung:
                self.bell.ring(topic)

    def ring(self, topic: str) -> None:
        self._mine.rung.add(topic)

    def hear_others(self) -> None:
        pass  # a file is served by one server

    @contextmanager
    def _sole_writer(self, until: float) -> Iterator[None]:
        """Keep other threads from writing. Raises StoreBusy if another one still writes at that time."""
        if not self._writer.acquire(timeout=max(0.0, until - monotonic())):
            raise StoreBusy(f"Another program kept {self.path} locked for too long. Try again.")
        try:
            yield
        finally:
            self._writer.release()

    @property
    def database(self) -> Database:
        return self._connection().database

    def hold(self, database: AnyDatabase, table: str, column: str, value: object) -> None:
        pass  # there is only one writer

    def number_on(self, database: AnyDatabase, table: str) -> None:
        pass  # SQLite does this itself

    @property
    def in_transaction(self) -> bool:
        return self.database.conn.in_transaction

    # --- connections --------------------------------------------------------------------------------------------------

    def _connection(self) -> _Connection:
        connection: _Connection | None = getattr(self._mine, "connection", None)
        if connection is not None and connection.only_reads and (self.waits_for is None or connection.is_closed):
            connection.close()
            connection = None
        if connection is None:
            self._check_in_place()  # or a new connection would make a new file
            connection = self._mine.connection = _Connection(self.path, only_reads=self.waits_for is not None)
            self._opened = self._opened or _identity(self.path)
            self._open.add(connection)
        return connection

    def _check_in_place(self) -> None:
        """Raise StoreGone if the open file was removed; the system would still accept writes to it."""
        if self._opened is not None and _identity(self.path) != self._opened:
            raise StoreGone(
                f"{self.path} was deleted, moved or replaced while Scorekeeper had it open. "
                "Stop Scorekeeper, put the file back (see docs/backups.md) and start again."
            )

    @contextmanager
    def explained(self) -> Iterator[None]:
        with explained(self.path, damaged=". Restore a backup"):
            yield


def _identity(path: Path) -> tuple[int, int] | None:
    """A file's identity on this machine, independent of its name; None for no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _patience(database: Database, seconds: float) -> Iterator[None]:
    """Limit the time that SQLite waits for writers of other processes; never above the usual."""
    (usual,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute(f"PRAGMA busy_timeout = {min(int(seconds * 1000), usual)}")
    try:
        yield
    finally:
        database.execute(f"PRAGMA busy_timeout = {usual}")


class _Connection:
    """One thread's connection; closed when the thread ends."""

    _connection: sqlite3.Connection | None = None

    def __init__(self, path: Path, *, only_reads: bool = False) -> None:
        self.only_reads = only_reads
        address = path.absolute().as_uri()
        if only_reads:
            # After a crash the log has an index to read. Without one there is no room for it.
            log = beside(path, "wal")
            address += f"?mode=ro&{'readonly_shm' if log.exists() and log.stat().st_size else 'immutable'}=1"
        # Never shared between threads, but any thread can close it with the store.
        connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
        self._connection = connection
        self.database = Database(connection, execute_plugins=False)
        try:
            self.database.execute("PRAGMA foreign_keys = ON")
            self.database.execute("PRAGMA synchronous = FULL")  # a commit returns when it is on the disk
            self.database.execute("PRAGMA secure_delete = ON").fetchall()  # deleted data is overwritten
        except sqlite3.Error:
            self.close()  # or other connections would share its half-finished state
            raise

    def make_durable(self) -> None:
        """Set the file once to a mode in which readers never wait for a writer."""
        patience = monotonic() + PATIENCE
        while True:
            try:
                self.database.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                # SQLite doesn't wait here when several processes open a new file at once.
                if not is_busy(error) or monotonic() > patience:
                    raise
                sleep(0.01)

    @property
    def is_closed(self) -> bool:
        return self._connection is None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()


def _has_room(path: Path) -> bool:
    """Whether the disk has room for the index of the store's log, and a little more."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.partial")
    try:
        draft.write_bytes(bytes(65_536))
    except OSError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def _make_private(path: Path) -> None:
    """Make a new file readable by its owner only, like its log and index, because it holds every link."""
    with suppress(FileExistsError):  # unchanged: the operator may have let others read it
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
