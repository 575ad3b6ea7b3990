"""A pupil's code that somebody else has read: the teacher gives out another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.store.classes import found_by_key
from scorekeeper.store.seat_refusals import SeatNotFound
from scorekeeper.store.seats import LARGEST_NUMBER, KeptSeat, new_return_code, read_seats

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store


def renew_return_code(store: Store, key: str, number: int) -> KeptSeat:
    """Another code for that pupil. No device opens the seat before that one is typed there; what was answered stays.

    Raises ClassNotFound, and SeatNotFound for a paper too, which has no code.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = found_by_key(store, database, key)
        seats = read_seats(database, kept.id, min(max(number, 0), LARGEST_NUMBER))
        if not seats or not seats[0].return_code:
            raise SeatNotFound
        where = [kept.id, number]
        database.execute("DELETE FROM class_tokens WHERE class = ? AND seat = ?", where)
        database.execute(
            "UPDATE class_seats SET return_code = ?, most_devices = 0 WHERE class = ? AND number = ?",
            [new_return_code(database, kept.id), *where],
        )
        # Pages of pupils that are open look anew, and find that they are not from there any more.
        database.execute("UPDATE classes SET led = led + 1 WHERE id = ?", [kept.id])
        (renewed,) = read_seats(database, kept.id, number)
        return renewed
