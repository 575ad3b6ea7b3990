"""Looking at a file of a store without changing it, and whether it is whole."""

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
"""Seconds that a look waits for others, as after a crash, when whoever opens the file first repairs it."""

RawTrouble: Final[type[Exception]] = sqlite3.DatabaseError
"""What a single read outside of a transaction raises; `Store.explained` puts it into our words."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in a store: `2 games, 1 class`."""

    games: int
    classes: int
    others: int = 0
    """Houses, sets, and what was practiced."""

    @property
    def is_empty(self) -> bool:
        return not (self.games or self.classes or self.others)

    def __str__(self) -> str:
        games = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        return f"{games}, {self.classes:,} class{'' if self.classes == 1 else 'es'}"


@contextmanager
def looking_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, also beside a running server. Raises StoreFailed, StoreBusy and NotAStore.

    Nothing is written to the file. Where somebody has it open there is a log, which is read as well, and SQLite may
    make the index of that log anew beside it; where there is none nobody has, and SQLite is told that the file does
    not change: then nothing is written beside it either.
    """
    with explained(path, every=True):
        if not path.is_file():
            what = "a folder" if path.is_dir() else "no file" if path.exists() else "not there"
            raise StoreFailed(f"{path} is {what}")
        if beside(path, "journal").exists():
            raise StoreFailed(f"a step in {path} was cut off; `scorekeeper serve` takes it back when it starts")
        mode = "mode=ro" if beside(path, "wal").exists() else "mode=ro&immutable=1"
        with ExitStack() as opened:
            connection = opened.enter_context(closing(_reading(path, mode)))
            try:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            except sqlite3.DatabaseError as error:
                if is_full(error):  # no room for the index of the log: the one that a crash left is read
                    connection.close()
                    connection = opened.enter_context(closing(_reading(path, f"{mode}&readonly_shm=1")))
            yield connection


def _reading(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?{mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def damage(connection: sqlite3.Connection, *, thorough: bool) -> list[str]:
    """What SQLite finds wrong with the file as a whole; about ten things at most, a line each.

    ``thorough`` compares every index with its table as well, which takes several times as long, and looks for rows that
    refer to something that is not there.
    """
    try:
        rows = connection.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(10)").fetchall()
        torn = connection.execute("PRAGMA foreign_key_check").fetchall() if thorough else []
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:  # so badly that it cannot even be looked for
        return [NO_STORE if "not a database" in str(error) else str(error)]
    lines = [line for (text,) in rows for line in text.splitlines() if line != "ok"]  # one row may hold many
    found = [line for line in lines if not line.startswith("***")] or lines
    counted = Counter((table, parent) for table, _row, parent, _key in torn)
    return found + [
        f"{count} in {table} refer to {parent} that are not there" for (table, parent), count in counted.items()
    ]


def log_damage(path: Path) -> str:
    """What is wrong with the log beside a file; "" for nothing. SQLite reads it as far as it is sound.

    It is a head of 32 bytes and frames, of 24 and a page; each has the checksum of all before it (sqlite.org).
    """
    log = beside(path, "wal")
    read = log.read_bytes() if log.is_file() else b""
    if len(read) < 32:
        return ""
    order = ">" if int.from_bytes(read[:4]) & 1 else "<"
    page, salts = int.from_bytes(read[8:12]), read[16:24]
    frames = [read[begin : begin + 24 + page] for begin in range(32, len(read) - 23 - page, 24 + page)]
    written = [frame for frame in frames if frame[8:16] == salts]  # the others are left from before it began anew
    sums = _checksum(order, read[:24], (0, 0))
    for number, frame in enumerate(written):
        sums = _checksum(order, frame[:8] + frame[24:], sums)
        if sums != struct.unpack(">II", frame[16:24]):
            lost = sum(frame[4:8] != bytes(4) for frame in written[number:])  # those that end a write
            return f"{log} is damaged: the last {lost} writes in it cannot be read" if lost else ""
    return ""


def _checksum(order: str, read: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    one, other = sums
    for first, second in struct.iter_unpack(f"{order}II", read):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other


def check_is_store(connection: sqlite3.Connection, path: Path) -> None:
    """Whether it is a store that this release can read, or bring up to date. Raises NotAStore and OtherRelease."""
    database = Database(connection)
    check_known(database, path)
    if not migrations.applied(database):
        raise NotAStore(f"{path} is empty: it holds no tables of Scorekeeper")


def check_whole(path: Path, *, thorough: bool = True) -> Contents:
    """What is in the file, if it is a store and nothing is wrong with it. Raises every StoreUnusable.

    A backup is looked over ``thorough`` before anybody relies on it; else only as far as it takes a moment.
    """
    with looking_at(path) as connection:
        check_is_store(connection, path)
        if found := damage(connection, thorough=thorough):
            raise NotAStore(f"{path} is damaged: {'; '.join(found)}")
        return contents_of(connection)


def contents_of(connection: sqlite3.Connection) -> Contents:
    counted = [f"(SELECT count(*) FROM {table})" for table in ("games", "classes", "houses", "sets", "practice")]
    games, classes, *others = connection.execute(f"SELECT {', '.join(counted)}").fetchone()
    return Contents(games, classes, sum(others))


def is_whole(path: Path) -> bool:
    """Whether somebody could go back to this file."""
    try:
        check_whole(path, thorough=False)
    except StoreUnusable:
        return False
    return True
