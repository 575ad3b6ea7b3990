"""A folder with backups in it, and stores that are opened for a moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
"""The time of a restore."""


def of_schema_1(path: Path) -> Path:
    """A store of the tables of before, in a new file of that name."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name("schema_1.sql").read_text(encoding="utf-8"))
    return path


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The store of that file."""
    store = open_store(path)
    try:
        yield store
    finally:
        store.close()


def names(folder: Path) -> set[str]:
    """What lies in that folder."""
    return {file.name for file in folder.iterdir()}
