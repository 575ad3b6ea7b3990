"""Looking at a file of a store without changing it, and whether it is whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from sqlite_utils import Database

from scorekeeper.store.errors import NotAStore, StoreFailed, StoreUnusable, explained
from scorekeeper.store.files import beside
from scorekeeper.store.migrations import check_known, migrations

PATIENCE: Final = 10.0
"""Seconds that a look waits for others, as after a crash, when whoever opens the file first repairs it."""

RawTrouble: Final[type[Exception]] = sqlite3.DatabaseError
"""What a single read outside of a transaction raises; `Store.explained` puts it into our words."""

_STEPS: Final = 100_000
"""Steps of SQLite from one look at the clock to the next: some milliseconds."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in a store."""

    games: int
    classes: int


def was_cut_off(path: Path) -> bool:
    """Whether a step must be taken back before the file can be read, which only a connection that writes can do."""
    try:
        with beside(path, "journal").open("rb") as opened:
            return opened.read(1) not in (b"", b"\0")  # its first byte is set once it is complete, and counts
    except FileNotFoundError:
        return False


@contextmanager
def looking_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, also beside a running server. Raises StoreFailed, StoreBusy and NotAStore.

    Nothing is written to the file. Where somebody has it open there is a log, which is read as well, and SQLite may
    make the index of that log anew beside it; where there is none nobody has, and SQLite is told that the file does
    not change: then nothing is written beside it either.
    """
    with explained(path, every=True):
        if not path.is_file():
            raise StoreFailed(
                f"{path} is {'a folder' if path.is_dir() else 'no file' if path.exists() else 'not there'}"
            )
        if was_cut_off(path):
            raise StoreFailed(f"a step in {path} was cut off; `scorekeeper serve` takes it back when it starts")
        mode = "mode=ro" if beside(path, "wal").exists() else "mode=ro&immutable=1"
        address = f"{path.resolve().as_uri()}?{mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)) as connection:
            yield connection


def damage(
    connection: sqlite3.Connection,
    *,
    thorough: bool,
    seconds: float | None = None,
) -> list[str]:
    """What SQLite finds wrong with the file as a whole; about ten things at most, a line each.

    ``thorough`` compares every index with its table as well, which takes several times as long. After that many
    ``seconds`` it ends with what it has found until then. What single values may be is not looked at: a connection that
    only reads knows no CHECK.
    """
    until = None if seconds is None else monotonic() + seconds
    connection.set_progress_handler(lambda: until is not None and monotonic() > until, _STEPS)
    try:
        rows = connection.execute(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(10)").fetchall()
    except sqlite3.OperationalError as error:
        if "interrupted" not in str(error):
            raise
        return []
    except sqlite3.DatabaseError as error:  # so badly that it cannot even be looked for
        return [str(error)]
    finally:
        connection.set_progress_handler(None, 0)
    lines = [line for (text,) in rows for line in text.splitlines() if line != "ok"]  # one row may hold many
    return [line for line in lines if not line.startswith("***")] or lines


def torn_references(connection: sqlite3.Connection) -> list[str]:
    """Rows that refer to something that is not there, a line for each table."""
    found: dict[tuple[str, str], int] = {}
    for table, _row, parent, _key in connection.execute("PRAGMA foreign_key_check").fetchall():
        found[table, parent] = found.get((table, parent), 0) + 1
    return [f"{count} in {table} refer to {parent} that are not there" for (table, parent), count in found.items()]


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
        found = damage(connection, thorough=thorough)
        if thorough and not found:
            found = torn_references(connection)
        if found:
            raise NotAStore(f"{path} is damaged: {'; '.join(found)}")
        counted = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM classes)"
        return Contents(*connection.execute(counted).fetchone())


def is_whole(path: Path) -> bool:
    """Whether somebody could go back to this file."""
    try:
        check_whole(path, thorough=False)
    except StoreUnusable:
        return False
    return True
