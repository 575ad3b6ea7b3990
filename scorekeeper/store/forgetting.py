"""Deleting sessions of classes, so that nothing of a pupil is left in the file or beside it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scorekeeper.store.classes import KEPT_FOR, ClassNotFound
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.store.texts import format_moment

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store


def delete_class(store: Store, key: str) -> None:
    """Delete a session and everything of its pupils, at once and for good. The set stays. Raises ClassNotFound."""
    if not key.isascii() or not _deleted(store, '"key" = ?', key):
        raise ClassNotFound
    # It is deleted, whatever comes now; what this cannot do is done when old sessions are forgotten.
    with suppress(StoreUnusable):
        _clean(store)


def forget_old_classes(store: Store, now: datetime, kept_for: timedelta = KEPT_FOR) -> int:
    """Delete the sessions that were made so long ago, and everything of their pupils; gives how many there were.

    Raises StoreUnusable where that cannot be, or where they are deleted but the file could not be cleaned yet: then
    the next time does it.
    """
    count = _deleted(store, "made_at <= ?", format_moment(now - kept_for))
    _clean(store)
    return count


def _deleted(store: Store, where: str, value: str) -> int:
    # Most of it is overwritten at once, in case that the cleaning has to wait.
    with store.explained():
        store.database.execute("PRAGMA secure_delete = ON").fetchall()
    if store.database.execute(f"SELECT 1 FROM classes WHERE {where}", [value]).fetchone() is None:
        return 0  # and nobody waits for a writer who has nothing to write
    with store.write() as database:
        count = database.execute(f"DELETE FROM classes WHERE {where}", [value]).rowcount
        database.execute("INSERT OR IGNORE INTO class_remains (id) VALUES (1)")
    return count


def _clean(store: Store) -> None:
    """Write the file anew without what was deleted, if anything was since the last time.

    Zeros in place of deleted rows are not enough: when a page of the file had been split before, a copy of its rows
    may lie in the part of a page that is not in use, and nothing overwrites it.
    """
    if store.in_transaction or store.database.execute("SELECT 1 FROM class_remains").fetchone() is None:
        return  # within somebody's transaction nothing is deleted for good yet
    store.rewrite()
    with store.write() as database:
        database.execute("DELETE FROM class_remains")
