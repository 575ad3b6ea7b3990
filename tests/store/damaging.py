"""What may have happened to the file of a store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def make_newer(file: Path) -> None:
    """As if a newer release had done a step in it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm9999_of', '')"
        )
        connection.commit()
