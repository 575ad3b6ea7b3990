"""Deleting sessions of classes, with everything of their pupils; and taking them off the lists of a device."""

from datetime import datetime, timedelta

from scorekeeper.school.classes import KEPT_FOR, ClassNotFound, class_id
from scorekeeper.store.columns import format_moment
from scorekeeper.store.connection import Store


def delete_class(store: Store, key: str) -> None:
    """Delete a session and everything of its pupils, for good. The set stays. Raises ClassNotFound."""
    with store.write() as database:
        if database.execute("DELETE FROM classes WHERE id = ?", [class_id(store, key)]).rowcount != 1:
            raise ClassNotFound


def forget_old_classes(store: Store, now: datetime, kept_for: timedelta = KEPT_FOR) -> int:
    """Delete the sessions that were made so long ago, and everything of their pupils; gives how many there were."""
    until = [format_moment(now - kept_for)]
    if store.database.execute("SELECT 1 FROM classes WHERE made_at <= ?", until).fetchone() is None:
        return 0  # and nobody waits for a writer who has nothing to write
    with store.write() as database:
        return int(database.execute("DELETE FROM classes WHERE made_at <= ?", until).rowcount)


def forget_classes_and_sets(store: Store, device: str) -> None:
    """Take every class and every set off this device's lists; they stay, and their links and codes go on working."""
    with store.write() as database:
        for table in ("classes", "sets"):
            database.execute(f"UPDATE {table} SET device = '' WHERE device = ?", [device])
