"""Which classes were deleted: so that going back to a backup brings none of them back, and forgets no other.

Of each there is only the digest of its key, from which nobody learns anything of it, and the day.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.soundness import looking_at

KEPT_DAYS = 366
"""For so long it is known; a backup by hand that is older may bring a class back."""


def note_deletions(database: Database, where: str, value: str | int) -> None:
    """Note that these classes are about to be deleted; and no longer those of long ago."""
    database.execute(
        f"INSERT OR REPLACE INTO deleted_classes SELECT digest, date('now') FROM classes WHERE {where}", [value]
    )
    database.execute("DELETE FROM deleted_classes WHERE deleted_on < date('now', ?)", [f"-{KEPT_DAYS} days"])


def deletions(connection: sqlite3.Connection) -> dict[bytes, str]:
    """The day for each class that the connected store has deleted."""
    return dict(connection.execute("SELECT digest, deleted_on FROM deleted_classes").fetchall())


def take_along(connection: sqlite3.Connection, deleted: Mapping[bytes, str]) -> None:
    """Note in another store what this one has deleted."""
    connection.executemany("INSERT OR IGNORE INTO deleted_classes VALUES (?, ?)", deleted.items())


def classes_among(file: Path, deleted: Collection[bytes]) -> list[int]:
    """The classes of a copy that are among the deleted ones. Raises every StoreUnusable that a look may."""
    with looking_at(file) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'classes'").fetchone():
            return []  # somebody has put the file of another program among the backups
        rows = connection.execute("SELECT id, digest FROM classes").fetchall()
    return [class_id for class_id, digest in rows if digest in deleted]
