"""Deleting sessions of classes, so that nothing of a pupil is left in the file or beside it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scorekeeper.school.classes import KEPT_FOR, ClassNotFound, class_id
from scorekeeper.store.backups import PATIENCE, forget_in_backups, note_deletions
from scorekeeper.store.columns import format_moment
from scorekeeper.store.errors import StoreUnusable

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store


def delete_class(store: Store, key: str, *, later: bool = False) -> None:
    """Delete a session and everything of its pupils, for good. The set stays. Raises ClassNotFound.

    Nobody finds anything of it from now on. With ``later`` the caller sees to it that `clean_remains` is called soon,
    which takes long where the store is large; else it is done at once.
    """
    number = class_id(store, key)
    if number is None or not _deleted(store, "id = ?", number):
        raise ClassNotFound
    # It is deleted, whatever comes now; what this cannot do is done when old sessions are forgotten.
    with suppress(StoreUnusable):
        if not later:
            clean_remains(store)
        elif not store.in_transaction:
            store.empty_log(wait=False)


def forget_old_classes(store: Store, now: datetime, kept_for: timedelta = KEPT_FOR, *, later: bool = False) -> int:
    """Delete the sessions that were made so long ago, and everything of their pupils; gives how many there were.

    ``later`` as above. Raises StoreUnusable where that cannot be, or where they are deleted but the file could not be
    cleaned yet: then the next time does it.
    """
    count = _deleted(store, "made_at <= ?", format_moment(now - kept_for))
    if not later:
        clean_remains(store)
    return count


def has_remains(store: Store) -> bool:
    """Whether the file may still hold bytes of a session that was deleted."""
    return _last_deletion(store) is not None


def clean_remains(store: Store, patience: float = PATIENCE) -> None:
    """Write the file anew without what was deleted, if anything was since the last time; and the backups beside it.

    It waits with ``patience``, in seconds, for another one that writes to those. Raises StoreUnusable; then the next
    time does what is left.

    Zeros in place of deleted rows are not enough: when a page of the file had been split before, a copy of its rows
    may lie in the part of a page that is not in use, and nothing overwrites it.
    """
    if store.in_transaction:
        return  # within somebody's transaction nothing is deleted for good yet
    last = _last_deletion(store)
    if last is None:
        return
    store.rewrite()
    forget_in_backups(store, patience)
    with store.write() as database:
        # Not those that came meanwhile: the file was written without knowing of them.
        database.execute("DELETE FROM class_remains WHERE id <= ?", [last])


def _last_deletion(store: Store) -> int | None:
    with store.explained():
        (last,) = store.database.execute("SELECT max(id) FROM class_remains").fetchone()
    return None if last is None else int(last)


def _deleted(store: Store, where: str, value: str | int) -> int:
    # Most of it is overwritten at once, in case that the cleaning has to wait.
    with store.explained():
        store.database.execute("PRAGMA secure_delete = ON").fetchall()
    if store.database.execute(f"SELECT 1 FROM classes WHERE {where}", [value]).fetchone() is None:
        return 0  # and nobody waits for a writer who has nothing to write
    with store.write() as database:
        note_deletions(database, where, value)
        count = database.execute(f"DELETE FROM classes WHERE {where}", [value]).rowcount
        if count:
            database.execute("INSERT INTO class_remains DEFAULT VALUES")
    return count


def forget_classes_and_sets(store: Store, device: str) -> None:
    """Take every class and every set off this device's lists; they stay, and their links and codes go on working."""
    with store.write() as database:
        for table in ("classes", "sets"):
            database.execute(f"UPDATE {table} SET device = '' WHERE device = ?", [device])
