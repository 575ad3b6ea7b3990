"""Databases for other programs, which never touch this machine's disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing


def database_file(fill: Callable[[sqlite3.Cursor], None]) -> bytes:
    """The bytes of the SQLite file that ``fill`` fills; the same for the same statements."""
    with closing(sqlite3.connect(":memory:")) as database:
        fill(database.cursor())
        database.commit()
        return database.serialize()
