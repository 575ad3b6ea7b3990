"""Looking links up so that the time it takes tells nothing of them; and which classes were deleted."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from scorekeeper.store.migrations.steps import migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

_LINKS = (
    ("games", "edit_key", "edit_digest"),
    ("games", "view_key", "view_digest"),
    ("retired_keys", "key", "digest"),
    ("houses", "owner_key", "owner_digest"),
    ("houses", "share_key", "share_digest"),
    ("classes", "key", "digest"),
)


DELETED_CLASSES: Final = """
CREATE TABLE IF NOT EXISTS deleted_classes (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    deleted_on TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""
"""It may be there before its step: whoever goes back to a copy of before it takes along what was deleted."""


@migrations()
def m0012_links(database: Database) -> None:
    """The SHA-256 digest of every secret link, by which it is looked up from now on."""
    # SQLite has no such function of its own; what this one gives must never be anything else, like every step here.
    database.conn.create_function("sha256", 1, lambda key: sha256(key.encode()).digest(), deterministic=True)
    for table in dict.fromkeys(table for table, _, _ in _LINKS):
        columns = [(key, digest) for of, key, digest in _LINKS if of == table]
        for _, digest in columns:
            database.execute(f"ALTER TABLE {table} ADD COLUMN {digest} BLOB")
        filled = ", ".join(f'{digest} = sha256("{key}")' for key, digest in columns)
        database.execute(f"UPDATE {table} SET {filled}")
        for key, digest in columns:
            database.execute(f"CREATE UNIQUE INDEX {table}_by_{digest} ON {table} ({digest})")
            # A column that comes later cannot be NOT NULL: it is refused here in place of that.
            missing = f"length(NEW.{digest}) IS NOT 32 OR typeof(NEW.{digest}) <> 'blob'"
            refused = "SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');"
            database.execute(
                f"CREATE TRIGGER {table}_{digest}_is_there BEFORE INSERT ON {table} WHEN {missing} BEGIN {refused} END"
            )
            database.execute(
                f'CREATE TRIGGER {table}_{digest}_goes_along BEFORE UPDATE OF "{key}", {digest} ON {table} '
                f'WHEN {missing} OR (NEW."{key}" <> OLD."{key}") <> (NEW.{digest} <> OLD.{digest}) '
                f"BEGIN {refused} END"
            )
    database.conn.create_function("sha256", 1, None)


@migrations()
def m0013_deleted_classes(database: Database) -> None:
    """Which classes were deleted, and when, so that no backup brings one back."""
    database.execute(DELETED_CLASSES)
    database.execute("CREATE INDEX deleted_classes_by_day ON deleted_classes (deleted_on)")
