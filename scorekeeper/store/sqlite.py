"""The store in a file, for SQLite.

Readers never wait. Writers of this process wait for each other at a lock, which is fairer and quicker than SQLite's own
waiting; writers of other processes are waited for by SQLite. Each commit is on the disk when it returns.
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
    """Every game, in one file."""

    engine = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path
        self._opened: tuple[int, int] | None = None  # the file that all connections have open, by its number
        self._writer = threading.Lock()

    @classmethod
    def open_file(cls, path: Path, *, serving: bool = False) -> Self:
        """As `Store.open` does it. On a full disk, or one for reading only, a server goes on with what can be read."""
        store = cls(path)
        try:
            if serving and is_read_only(path):
                raise StoreFailed(f"{path} can only be read: its disk is mounted so; mount it anew and start again")
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
        """Whether this release can read what is there; then it does no more than that as long as there is trouble."""
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
        """Be written to again, if that can be by now; for whoever is the sole writer. Raises StoreUnusable."""
        if self.waits_for is None:
            return
        if not isinstance(self.waits_for, StoreFull) or not _has_room(self.path):
            raise type(self.waits_for)(str(self.waits_for))
        for connection in list(self._open):  # one that only reads keeps all of this process from writing
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
        return self._connection().database

    def hold(self, database: AnyDatabase, table: str, column: str, value: object) -> None:
        pass  # whoever writes is alone

    def number_on(self, database: AnyDatabase, table: str) -> None:
        pass  # as it does by itself

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
            self._check_in_place()  # a new connection would make a new file in its place
            connection = self._mine.connection = _Connection(self.path, only_reads=self.waits_for is not None)
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

    def __init__(self, path: Path, *, only_reads: bool = False) -> None:
        self.only_reads = only_reads
        address = path.absolute().as_uri()
        if only_reads:
            # Beside the log of a crash lies its index, which is read. Where there is none, there is no room for one.
            log = beside(path, "wal")
            address += f"?mode=ro&{'readonly_shm' if log.exists() and log.stat().st_size else 'immutable'}=1"
        # Never shared between threads, but closed by whoever closes the store.
        connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
        self._connection = connection
        self.database = Database(connection)
        try:
            self.database.execute("PRAGMA foreign_keys = ON")
            self.database.execute("PRAGMA synchronous = FULL")  # a commit returns when it is on the disk
            self.database.execute("PRAGMA secure_delete = ON").fetchall()  # what is deleted is overwritten
        except sqlite3.Error:
            self.close()  # or others of this process would share what it left half done
            raise

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
    """Whether there is room beside the store for the index of its log, and then some."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.partial")
    try:
        draft.write_bytes(bytes(65_536))
    except OSError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def _make_private(path: Path) -> None:
    """A new file is for its owner alone, and so are the log and the index beside it: it holds every link."""
    with suppress(FileExistsError):  # as it is: the operator may have let others read it
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
