"""The students of a session: a made-up name, a sheet, and what was done on it.

Nothing else is kept of them: no device, no moment, no address. A seat is opened by a random token, of which only a hash
is kept. A short code moves it to another device, which then has the only token: so one device at a time answers.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from scorekeeper.rules import format_layout
from scorekeeper.school.attempt import Done
from scorekeeper.school.classes import KeptClass, changed_class, find_class_by_code
from scorekeeper.school.codes import OF_RETURNING, is_made_here, names_to_choose, new_code, read_return_code
from scorekeeper.school.dice import Dice
from scorekeeper.school.question import Question
from scorekeeper.school.session import HAND, Closed, Pace, Seat, attempt_at, closed
from scorekeeper.store.columns import digest, fingerprint, to_json
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import IdReused, StoreError

MOST_WORK = 50
"""So many things can be done at one question by one student, answers, hints and all."""

LARGEST_NUMBER = 2**31
"""Of seats, as anybody may type it into an address: the file knows no larger ones."""

LONGEST_TOOK = 24 * 60 * 60 * 1000
"""Milliseconds that a question can have been on show: a day."""


class JoinRefused(StoreError):
    """No seat for a student, and why, in words for students."""

    code = "class.no_seat"


class SeatNotFound(StoreError):
    """No seat that this code or this device opens: there never was one, it was removed, or another device has it."""

    code = "class.seat_not_found"
    text = "this phone does not open that place in the class"


def seats_of(store: Store, kept: KeptClass) -> tuple[Seat, ...]:
    """Everybody in a session, in the order in which they joined, with all that they did."""
    with store.read() as database:
        return read_seats(database, kept.id)


def names_for(store: Store, kept: KeptClass, seed: str) -> tuple[str, ...]:
    """Three names that nobody in the session has; the same for the same seed while none of them is taken."""
    rows = store.database.execute("SELECT name FROM class_seats WHERE class = ?", [kept.id]).fetchall()
    return names_to_choose({name for (name,) in rows}, Dice(seed))


def join_class(store: Store, typed_code: str, name: str, token: str, now: datetime) -> tuple[KeptClass, Seat]:
    """A seat under one of the names made here. The same token again, as of a button pressed twice, gives the same seat.

    Raises ClassNotFound, and JoinRefused with the reason.
    """
    with changed_class(store, code=typed_code) as (database, kept):
        row = database.execute(
            "SELECT seat FROM class_tokens WHERE class = ? AND hash = ?", [kept.id, digest(token).hex()]
        ).fetchone()
        if row is not None:
            return kept, _seat(database, kept.id, row[0])
        reason = kept.shut(now)
        if reason:
            raise JoinRefused(reason)
        if not is_made_here(name) or _is_taken(database, kept.id, "name", name):
            raise JoinRefused("somebody else has just taken this name: choose another one")
        number = next_number(database, kept.id)
        return_code = new_code(OF_RETURNING, partial(_is_taken, database, kept.id, "return_code"))
        database.execute(
            "INSERT INTO class_seats (class, number, name, variant, return_code) VALUES (?, ?, ?, ?, ?)",
            [kept.id, number, name, kept.session.variant_for(number), return_code],
        )
        _open_for(database, kept.id, number, token)
        _note_work(database, kept.id)
        return replace(kept, students=kept.students + 1), _seat(database, kept.id, number)


def seat_of(store: Store, typed_code: str, number: int, token: str) -> tuple[KeptClass, Seat]:
    """The seat with that number, for the device that has its token. Raises ClassNotFound and SeatNotFound."""
    with store.read() as database:
        kept = find_class_by_code(store, typed_code)
        return kept, _opened(database, kept.id, number, token)


def come_back(store: Store, typed_code: str, typed_return_code: str, token: str) -> tuple[KeptClass, Seat]:
    """The seat of that return code, opened by that token from now on and by no other.

    Raises ClassNotFound, SeatNotFound, and BadCode for what cannot be a code.
    """
    code = read_return_code(typed_return_code)
    with changed_class(store, code=typed_code) as (database, kept):
        row = database.execute(
            "SELECT number FROM class_seats WHERE class = ? AND return_code = ?", [kept.id, code]
        ).fetchone()
        if row is None:
            raise SeatNotFound
        _open_for(database, kept.id, row[0], token)
        return kept, _seat(database, kept.id, row[0])


def remove_seat(store: Store, key: str, number: int) -> None:
    """Take a student out of the class: what was answered counts no more, and nothing opens the seat.

    Its number and name are given to nobody else. Raises ClassNotFound, and SeatNotFound, for a paper too.
    """
    with changed_class(store, key=key) as (database, kept):
        if not _seat(database, kept.id, number).return_code:
            raise SeatNotFound
        database.execute("DELETE FROM class_tokens WHERE class = ? AND seat = ?", [kept.id, number])
        set_aside(database, kept.id, number)


def keep_work(
    store: Store, typed_code: str, number: int, token: str, done: Done, write_id: str
) -> tuple[KeptClass, Seat]:
    """What a student did at a question, kept. The same write again is done once, even when nothing is taken any more.

    Raises ClassNotFound, SeatNotFound, IdReused, Closed where nothing is taken at that question, and
    AnswersRefused where that cannot be an answer; then nothing is kept.
    """
    with changed_class(store, code=typed_code) as (database, kept):
        seat = _opened(database, kept.id, number, token)
        content = fingerprint("work", done.place, done.did, done.typed)
        row = database.execute(
            "SELECT content FROM class_work WHERE class = ? AND seat = ? AND write_id = ?", [kept.id, number, write_id]
        ).fetchone()
        if row is not None:
            if row != (content,):
                raise IdReused("answer")
            return kept, seat
        typed = _taken(kept, seat, done)
        if sum(one.place == done.place for one in seat.done) >= MOST_WORK:
            raise Closed("too much was sent for this question; what came before stays", again=False)
        done = replace(done, typed=typed)
        add_work(database, kept.id, number, done, write_id, content)
        _note_work(database, kept.id)
        return replace(kept, work=kept.work + 1), replace(seat, done=(*seat.done, done))


def _taken(kept: KeptClass, seat: Seat, done: Done) -> Mapping[str, str]:
    """What is kept of what was typed. Raises Closed and AnswersRefused."""
    session = kept.session
    if not 0 <= done.place < session.size:
        raise Closed("there is no such question", again=False)
    reason = closed(session, done.place, any(one.place == done.place for one in seat.done))
    if reason is not None:
        raise reason
    if session.finds and done.place > len(seat.done):
        raise Closed("this hand has not come yet", again=False)
    if done.did != "answer":
        if session.pace is not Pace.PRACTICE:
            raise Closed("hints and worked answers come with practice only", again=False)
        return {}
    # A hand that is chosen was remembered when the page showed it: others do not wait for this write meanwhile.
    question = attempt_at(session, seat, done.place).question
    typed = own_fields(question, done.typed)
    question.read(typed)
    return {**typed, HAND: format_layout(question.hands[0].layout)} if session.finds else typed


def own_fields(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """What stands in the fields of the question."""
    return {field.name: typed[field.name] for field in question.fields if field.name in typed}


# --- rows -------------------------------------------------------------------------------------------------------------


def read_seats(database: Database, class_id: int, number: int | None = None) -> tuple[Seat, ...]:
    """The seats of a session, or one, with all that was done there, but for those that were removed."""
    if number is not None and not 0 < number <= LARGEST_NUMBER:
        return ()
    only, values = ("", [class_id]) if number is None else (" AND seat = ?", [class_id, number])
    done: dict[int, list[Done]] = {}
    for seat, place, did, typed, took in database.execute(
        f"SELECT seat, place, did, typed, took FROM class_work WHERE class = ?{only} ORDER BY seat, id", values
    ).fetchall():
        done.setdefault(seat, []).append(Done(place, did, json.loads(typed), took))
    rows = database.execute(
        f"""
        SELECT number, name, variant, return_code FROM class_seats
        WHERE class = ?{only.replace("seat", "number")} AND aside = 0 ORDER BY number
        """,
        values,
    ).fetchall()
    return tuple(Seat(row[0], row[1], row[2], tuple(done.get(row[0], ())), row[3] or "") for row in rows)


def _seat(database: Database, class_id: int, number: int) -> Seat:
    seats = read_seats(database, class_id, number)
    if not seats:
        raise SeatNotFound
    return seats[0]


def _opened(database: Database, class_id: int, number: int, token: str) -> Seat:
    """The seat, for whoever has its token."""
    row = database.execute(
        "SELECT seat FROM class_tokens WHERE class = ? AND hash = ?", [class_id, digest(token).hex()]
    ).fetchone()
    if row != (number,):
        raise SeatNotFound
    return _seat(database, class_id, number)


def next_number(database: Database, class_id: int) -> int:
    """One that nobody ever had there, those who were removed included: on a phone may still wait what is sent to it."""
    row = database.execute("SELECT COALESCE(MAX(number), 0) FROM class_seats WHERE class = ?", [class_id]).fetchone()
    return int(row[0]) + 1


def set_aside(database: Database, class_id: int, number: int) -> None:
    """Nothing shows or counts that seat any more. Done already, it changes nothing."""
    removed = database.execute(
        "UPDATE class_seats SET aside = 1, return_code = NULL WHERE class = ? AND number = ? AND aside = 0",
        [class_id, number],
    )
    if removed.rowcount:
        database.execute("UPDATE classes SET version = version + 1 WHERE id = ?", [class_id])


def _note_work(database: Database, class_id: int) -> None:
    """So that open boards look anew."""
    database.execute("UPDATE classes SET work = work + 1 WHERE id = ?", [class_id])


def _open_for(database: Database, class_id: int, number: int, token: str) -> None:
    """The token of the one device that opens a seat."""
    database.execute("DELETE FROM class_tokens WHERE class = ? AND seat = ?", [class_id, number])
    database.execute(
        "INSERT INTO class_tokens (class, seat, hash) VALUES (?, ?, ?)", [class_id, number, digest(token).hex()]
    )


def _is_taken(database: Database, class_id: int, column: str, value: str) -> bool:
    row = database.execute(f"SELECT 1 FROM class_seats WHERE class = ? AND {column} = ?", [class_id, value]).fetchone()
    return row is not None


def add_work(database: Database, class_id: int, number: int, done: Done, write_id: str, content: str) -> None:
    """A row of what was done."""
    database.execute(
        """
        INSERT INTO class_work (class, seat, place, did, typed, took, write_id, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [class_id, number, done.place, done.did, to_json(dict(done.typed)), done.took, write_id, content],
    )
