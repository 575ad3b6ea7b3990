"""Seats that were taken and never used: a script fills a class in a second, and its teacher empties it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.classroom import NotNow, Pace
from scorekeeper.store.classes import KeptClass, found_by_key

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store

_EMPTY = "class = ? AND NOT EXISTS (SELECT 1 FROM class_work w WHERE w.class = s.class AND w.seat = s.number)"


def empty_seats(store: Store, kept: KeptClass) -> int:
    """How many pupils of a session have neither answered anything nor asked for a hint."""
    return _count(store.database, kept.id)


def remove_empty_seats(store: Store, key: str) -> tuple[KeptClass, int]:
    """Remove the pupils who have done nothing yet, with what opens their seats; gives how many there were.

    The others keep their numbers, and those of the removed are never given again. Raises ClassNotFound, and NotNow for
    a class on paper, which has no such pupils.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = found_by_key(store, database, key)
        if kept.session.pace is Pace.PAPER:
            raise NotNow("papers are not removed one by one")
        count = _count(database, kept.id)
        if not count:
            return kept, 0
        database.execute(
            f"""
            DELETE FROM class_tokens WHERE class = ? AND seat IN (SELECT number FROM class_seats s WHERE s.{_EMPTY})
            """,
            [kept.id, kept.id],
        )
        database.execute(f"DELETE FROM class_seats AS s WHERE s.{_EMPTY}", [kept.id])
        # The sum of both is the version, which never falls.
        database.execute(
            "UPDATE classes SET led = led + ? + 1, joined = joined - ? WHERE id = ?", [count, count, kept.id]
        )
        return found_by_key(store, database, key), count


def _count(database: Database, class_id: int) -> int:
    row = database.execute(f"SELECT COUNT(*) FROM class_seats s WHERE s.{_EMPTY}", [class_id]).fetchone()
    return int(row[0])
