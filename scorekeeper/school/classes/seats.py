"""Students of a session: a made-up name, a version and their work.

Nothing else is stored: no device, no time, no address. A random token, stored as a hash, opens a seat. A short code
moves the seat to another device, which then has the only token, so one device at a time answers.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from scorekeeper.rules import format_layout
from scorekeeper.rules.names import cleaned
from scorekeeper.school.classes.class_session import HAND, Closed, Pace, Seat, attempt_at, closed
from scorekeeper.school.classes.kept_classes import KeptClass, changed_class, find_class_by_code
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.codes import OF_RETURNING, is_made_here, names_to_choose, new_code, read_return_code
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import Question
from scorekeeper.store.columns import digest, fingerprint, to_json
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import IdReused, StoreError

MOST_WORK = 50
"""Actions per student and question, answers and hints together."""

LARGEST_NUMBER = 2**31
"""Largest seat number in an address; the database knows no larger ones."""

LONGEST_TOOK = 24 * 60 * 60 * 1000
"""Milliseconds that a question can be on show: a day."""


class JoinRefused(StoreError):
    """No seat for a student; the message tells students why."""

    code = "class.no_seat"


class SeatNotFound(StoreError):
    """This code or device opens no seat: it never existed, was removed, or another device has it."""

    code = "class.seat_not_found"
    text = "You’re not in this class on this device."


def seats_of(store: Store, kept: KeptClass) -> tuple[Seat, ...]:
    """All students of a session in order of joining, with all their work."""
    with store.read() as database:
        return read_seats(database, kept.id)


def names_for(store: Store, kept: KeptClass, seed: str) -> tuple[str, ...]:
    """Three free names that were no one's in the last lesson; the same for the same seed until one is taken."""
    return names_to_choose({*_taken_names(store, kept), *kept.session.last_names}, Dice(seed))


def name_of_last_time(store: Store, kept: KeptClass, typed: str) -> str:
    """The free name of the last lesson that a student typed, in any case; "" where there is none."""
    free = set(kept.session.last_names) - _taken_names(store, kept)
    return next((name for name in sorted(free) if name.casefold() == cleaned(typed).casefold()), "")


def _taken_names(store: Store, kept: KeptClass) -> set[str]:
    rows = store.database.execute("SELECT name FROM class_seats WHERE class = ?", [kept.id]).fetchall()
    return {name for (name,) in rows}


def join_class(store: Store, typed_code: str, name: str, token: str, now: datetime) -> tuple[KeptClass, Seat]:
    """Take a seat under one of our names. The same token, as from a button pressed twice, gives the same seat.

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
            raise JoinRefused("Someone just took that name. Pick another one.")
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
    """The seat with that number, for the device with its token. Raises ClassNotFound and SeatNotFound."""
    with store.read() as database:
        kept = find_class_by_code(store, typed_code)
        return kept, _opened(database, kept.id, number, token)


def come_back(store: Store, typed_code: str, typed_return_code: str, token: str) -> tuple[KeptClass, Seat]:
    """Move the seat of a return code to that token, the only one from now on.

    Raises ClassNotFound, SeatNotFound, and BadCode for text that can't be a code.
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
    """Remove a student: the answers no longer count, and nothing opens the seat.

    Its number and name aren't reused. Raises ClassNotFound, and SeatNotFound, also for a paper.
    """
    with changed_class(store, key=key) as (database, kept):
        if not _seat(database, kept.id, number).return_code:
            raise SeatNotFound
        database.execute("DELETE FROM class_tokens WHERE class = ? AND seat = ?", [kept.id, number])
        set_aside(database, kept.id, number)


def keep_work(
    store: Store, typed_code: str, number: int, token: str, done: Done, write_id: str
) -> tuple[KeptClass, Seat]:
    """Save a student's work at a question. Repeating a write changes nothing, even after the question closed.

    Raises ClassNotFound, SeatNotFound, IdReused, Closed where the question takes no work, and AnswersRefused for an
    impossible answer; then nothing is saved.
    """
    with changed_class(store, code=typed_code) as (database, kept):
        seat = _opened(database, kept.id, number, token)
        content = fingerprint("work", done.index, done.did, done.typed)
        row = database.execute(
            "SELECT content FROM class_work WHERE class = ? AND seat = ? AND write_id = ?", [kept.id, number, write_id]
        ).fetchone()
        if row is not None:
            if row != (content,):
                raise IdReused("answer")
            return kept, seat
        typed = _taken(kept, seat, done)
        if sum(one.index == done.index for one in seat.done) >= MOST_WORK:
            raise Closed("You sent too much for this question. Your earlier answers are saved.", again=False)
        done = replace(done, typed=typed)
        add_work(database, kept.id, number, done, write_id, content)
        _note_work(database, kept.id)
        return replace(kept, work=kept.work + 1), replace(seat, done=(*seat.done, done))


def _taken(kept: KeptClass, seat: Seat, done: Done) -> Mapping[str, str]:
    """The typed text to save. Raises Closed and AnswersRefused."""
    session = kept.session
    if not 0 <= done.index < session.size:
        raise Closed("There’s no such question in this class.", again=False)
    reason = closed(session, done.index, any(one.index == done.index for one in seat.done))
    if reason is not None:
        raise reason
    if session.finds and done.index > len(seat.done):
        raise Closed("This hand isn’t open yet.", again=False)
    if done.did != "answer":
        if session.pace is not Pace.PRACTICE:
            raise Closed("Hints and solutions are only for practice.", again=False)
        return {}
    # The chosen hand was cached when the page showed it, so this write doesn't keep others waiting.
    question = attempt_at(session, seat, done.index).question
    typed = own_fields(question, done.typed)
    question.read(typed)
    return {**typed, HAND: format_layout(question.hands[0].layout)} if session.finds else typed


def own_fields(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """Text in the fields of the question."""
    return {field.name: typed[field.name] for field in question.fields if field.name in typed}


# --- rows -------------------------------------------------------------------------------------------------------------


def read_seats(database: Database, class_id: int, number: int | None = None) -> tuple[Seat, ...]:
    """Seats of a session, or one of them, with all their work; without removed ones."""
    if number is not None and not 0 < number <= LARGEST_NUMBER:
        return ()
    only, values = ("", [class_id]) if number is None else (" AND seat = ?", [class_id, number])
    done: dict[int, list[Done]] = {}
    for seat, index, did, typed, took in database.execute(
        f"SELECT seat, place, did, typed, took FROM class_work WHERE class = ?{only} ORDER BY seat, id", values
    ).fetchall():
        done.setdefault(seat, []).append(Done(index, did, json.loads(typed), took))
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
    """The seat, if the token opens it. Raises SeatNotFound."""
    row = database.execute(
        "SELECT seat FROM class_tokens WHERE class = ? AND hash = ?", [class_id, digest(token).hex()]
    ).fetchone()
    if row != (number,):
        raise SeatNotFound
    return _seat(database, class_id, number)


def next_number(database: Database, class_id: int) -> int:
    """A number never used in the session. A phone may still send work to the seat of a removed student."""
    row = database.execute("SELECT COALESCE(MAX(number), 0) FROM class_seats WHERE class = ?", [class_id]).fetchone()
    return int(row[0]) + 1


def set_aside(database: Database, class_id: int, number: int) -> None:
    """Remove a seat from all pages and counts. Repeating it changes nothing."""
    removed = database.execute(
        "UPDATE class_seats SET aside = 1, return_code = NULL WHERE class = ? AND number = ? AND aside = 0",
        [class_id, number],
    )
    if removed.rowcount:
        database.execute("UPDATE classes SET version = version + 1 WHERE id = ?", [class_id])


def _note_work(database: Database, class_id: int) -> None:
    """Make open boards refresh."""
    database.execute("UPDATE classes SET work = work + 1 WHERE id = ?", [class_id])


def _open_for(database: Database, class_id: int, number: int, token: str) -> None:
    """Let only the device with this token open a seat."""
    database.execute("DELETE FROM class_tokens WHERE class = ? AND seat = ?", [class_id, number])
    database.execute(
        "INSERT INTO class_tokens (class, seat, hash) VALUES (?, ?, ?)", [class_id, number, digest(token).hex()]
    )


def _is_taken(database: Database, class_id: int, column: str, value: str) -> bool:
    row = database.execute(f"SELECT 1 FROM class_seats WHERE class = ? AND {column} = ?", [class_id, value]).fetchone()
    return row is not None


def add_work(database: Database, class_id: int, number: int, done: Done, write_id: str, content: str) -> None:
    """Add a row of work."""
    database.execute(
        """
        INSERT INTO class_work (class, seat, place, did, typed, took, write_id, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [class_id, number, done.index, done.did, to_json(dict(done.typed)), done.took, write_id, content],
    )
