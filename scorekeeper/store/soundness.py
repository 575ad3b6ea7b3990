"""Read-only access to a store's file, and checks for damage."""

import sqlite3
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from scorekeeper.store.errors import NO_STORE, NotAStore, StoreFailed, StoreUnusable, explained, is_full
from scorekeeper.store.files import beside
from scorekeeper.store.migrations import check_known, migrations

PATIENCE: Final = 10.0
"""Seconds to wait for other programs, as after a crash, when the first to open the file repairs it."""

RawTrouble: Final[type[Exception]] = sqlite3.DatabaseError
"""The error of a single read outside a transaction; `Store.explained` converts it."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Counts of a store's contents: `2 games, 1 class`."""

    games: int
    classes: int
    others: int = 0
    """Houses, worksheets and practice results."""

    @property
    def is_empty(self) -> bool:
        return not (self.games or self.classes or self.others)

    def __str__(self) -> str:
        games = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        return f"{games}, {self.classes:,} class{'' if self.classes == 1 else 'es'}"


@contextmanager
def looking_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection, also while a server runs. Raises StoreFailed, StoreBusy and NotAStore.

    Nothing is written to the file. If a program has it open, there is a log, which is read too, and SQLite may rebuild
    the log's index. Without a log no program has it open: SQLite is told that the file never changes, so it writes
    nothing next to it either.
    """
    with explained(path, every=True):
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "isn't a file" if path.exists() else "doesn't exist"
            raise StoreFailed(f"{path} {what}.")
        if beside(path, "journal").exists():
            raise StoreFailed(f"A change to {path} was interrupted. `scorekeeper serve` will undo it when it starts.")
        mode = "mode=ro" if beside(path, "wal").exists() else "mode=ro&immutable=1"
        with ExitStack() as opened:
            connection = opened.enter_context(closing(_reading(path, mode)))
            try:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            except sqlite3.DatabaseError as error:
                if is_full(error):  # no room for the log's index, so the one left by a crash is used
                    connection.close()
                    connection = opened.enter_context(closing(_reading(path, f"{mode}&readonly_shm=1")))
            yield connection


def _reading(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def damage(connection: sqlite3.Connection, *, thorough: bool) -> list[str]:
    """SQLite's list of damage in the file, about ten lines at most.

    With ``thorough`` it also compares every index with its table, which takes several times as long, and finds rows
    that refer to missing ones.
    """
    try:
        rows = connection.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(10)").fetchall()
        torn = connection.execute("PRAGMA foreign_key_check").fetchall() if thorough else []
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:  # too damaged for the check itself
        return [NO_STORE if "not a database" in str(error) else str(error)]
    lines = [line for (text,) in rows for line in text.splitlines() if line != "ok"]  # one row may hold many
    found = [line for line in lines if not line.startswith("***")] or lines
    counted = Counter((table, parent) for table, _row, parent, _key in torn)
    return found + [f"{count} in {table} refer to missing {parent}" for (table, parent), count in counted.items()]


def log_damage(path: Path) -> str:
    """Damage in the log next to a file; "" for none. SQLite reads the log only up to the damage.

    A log has a head of 32 bytes, then frames of 24 bytes and a page, each with the checksum of all before (sqlite.org).
    """
    log = beside(path, "wal")
    read = log.read_bytes() if log.is_file() else b""
    if len(read) < 32:
        return ""
    order = ">" if int.from_bytes(read[:4]) & 1 else "<"
    page, salts = int.from_bytes(read[8:12]), read[16:24]
    frames = [read[begin : begin + 24 + page] for begin in range(32, len(read) - 23 - page, 24 + page)]
    written = [frame for frame in frames if frame[8:16] == salts]  # the others are from before its last restart
    sums = _checksum(order, read[:24], (0, 0))
    for number, frame in enumerate(written):
        sums = _checksum(order, frame[:8] + frame[24:], sums)
        if sums != struct.unpack(">II", frame[16:24]):
            lost = sum(frame[4:8] != bytes(4) for frame in written[number:])  # frames that end a write
            return (
                f"{log} is damaged: its last {'write' if lost == 1 else f'{lost} writes'} can't be read" if lost else ""
            )
    return ""


def _checksum(order: str, read: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    one, other = sums
    for first, second in struct.iter_unpack(f"{order}II", read):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other


def check_is_store(connection: sqlite3.Connection, path: Path) -> None:
    """Check that this release can read or upgrade the store. Raises NotAStore and OtherRelease."""
    database = Database(connection, execute_plugins=False)
    check_known(database, path)
    if not migrations.applied(database):
        raise NotAStore(f"{path} is empty: it has no Scorekeeper tables.")


def check_whole(path: Path, *, thorough: bool = True) -> Contents:
    """Check that the file is an undamaged store; returns its contents. Raises every StoreUnusable.

    The ``thorough`` check is for a backup before a restore; the other one takes a moment.
    """
    with looking_at(path) as connection:
        check_is_store(connection, path)
        if found := damage(connection, thorough=thorough):
            raise NotAStore(f"{path} is damaged: {'; '.join(found)}.")
        return contents_of(connection)


def contents_of(connection: sqlite3.Connection) -> Contents:
    counted = [f"(SELECT count(*) FROM {table})" for table in ("games", "classes", "houses", "sets", "practice")]
    games, classes, *others = connection.execute(f"SELECT {', '.join(counted)}").fetchone()
    return Contents(games, classes, sum(others))


def is_whole(path: Path) -> bool:
    """Whether this file could be restored."""
    try:
        check_whole(path, thorough=False)
    except StoreUnusable:
        return False
    return True
