"""The pupils of a session: a made-up name, a sheet, and what was done on it.

Nothing else is kept of them: no device, no moment, no address. A seat is opened by a random token, of which only a hash
is kept, and on another device by a short code that gives that device a token of its own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from scorekeeper.classroom import (
    OF_RETURNING,
    Closed,
    Done,
    Pace,
    Seat,
    answers_at,
    closed,
    names_to_choose,
    newer_answer,
    read_return_code,
)
from scorekeeper.classroom.names import is_made_here
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.question import AnswersRefused, Question
from scorekeeper.quiz.set_codes import SIGNS, BadCode
from scorekeeper.store.classes import KeptClass, found_by_code
from scorekeeper.store.errors import BadWrite, IdReused
from scorekeeper.store.links import digest
from scorekeeper.store.seat_refusals import (
    MOST_SEATS,
    ClassFull,
    ClassLocked,
    FormUsed,
    JoiningOver,
    NameGone,
    NewerAnswer,
    SeatGone,
    SeatNotFound,
    TooMuchWork,
)
from scorekeeper.store.texts import fingerprint, to_json
from scorekeeper.store.values import LONGEST_ID

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store

MOST_TOKENS = 8
"""So many devices open one seat; the one that was given its token first falls off."""

MOST_WORK = 50
"""So many things can be done at one question by one pupil, answers, hints and all."""

LARGEST_NUMBER = 2**31
"""Of seats, as anybody may type it into an address: the file knows no larger ones."""

LONGEST_TYPED = 200
LONGEST_TOOK = 24 * 60 * 60 * 1000
"""Milliseconds that a question can have been on show: a day."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A pupil, and the code by which that pupil goes on at another device; "" where it is a paper.

    ``devices`` is how many opened the seat at the same time, at most: more than the pupil has, and somebody else has
    read the code, though that device may have been left since. Who leaves a device and comes back has one.
    """

    seat: Seat
    return_code: str
    devices: int = 0


def seats_of(store: Store, kept: KeptClass) -> tuple[KeptSeat, ...]:
    """Everybody in a session, in the order in which they joined, with all that they did."""
    with store.read() as database:
        return read_seats(database, kept.id)


def names_for(store: Store, kept: KeptClass, seed: str) -> tuple[str, ...]:
    """Three names that nobody in the session has; the same for the same seed while none of them is taken."""
    rows = store.database.execute("SELECT name FROM class_seats WHERE class = ?", [kept.id]).fetchall()
    return names_to_choose({name for (name,) in rows}, Dice(seed))


def join_class(store: Store, typed_code: str, name: str, token: str, now: datetime) -> tuple[KeptClass, KeptSeat]:
    """Take a seat under one of the names made here. The same token and name again give the same seat.

    Raises ClassNotFound, ClassLocked, JoiningOver, ClassFull, NameGone, and FormUsed for another name with that token:
    whoever sits down at a device next must not end up in somebody else's seat.
    """
    found_by_code(store, store.database, typed_code)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = found_by_code(store, database, typed_code)
        row = database.execute(
            "SELECT seat FROM class_tokens WHERE class = ? AND hash = ?", [kept.id, digest(token).hex()]
        ).fetchone()
        if row is not None:
            seat = _seat(database, kept.id, row[0])
            if seat.seat.name != name:
                raise FormUsed
            return kept, seat
        if now >= kept.joins_until or kept.session.phase == "ended":
            raise JoiningOver
        if kept.session.locked:
            raise ClassLocked
        if kept.pupils >= MOST_SEATS:
            raise ClassFull
        if not is_made_here(name) or _is_taken(database, kept.id, "name", name):
            raise NameGone
        number = _new_number(database, kept.id)
        database.execute(
            "INSERT INTO class_seats (class, number, name, variant, return_code) VALUES (?, ?, ?, ?, ?)",
            [kept.id, number, name, kept.session.variant_for(number), new_return_code(database, kept.id)],
        )
        _add_token(database, kept.id, number, token)
        database.execute("UPDATE classes SET joined = joined + 1 WHERE id = ?", [kept.id])
        return found_by_code(store, database, typed_code), _seat(database, kept.id, number)


def seat_of(store: Store, typed_code: str, number: int, token: str) -> tuple[KeptClass, KeptSeat]:
    """The seat with that number, for whoever has a token of it.

    Raises ClassNotFound, and SeatNotFound: SeatGone where it was removed.
    """
    with store.read() as database:
        kept = found_by_code(store, database, typed_code)
        _check_token(database, kept.id, number, token)
        return kept, _seat(database, kept.id, number)


def come_back(store: Store, typed_code: str, typed_return_code: str, token: str) -> tuple[KeptClass, KeptSeat]:
    """Open a seat by its return code, and from now on by that token too. The same again changes nothing.

    Raises ClassNotFound, SeatNotFound, and IdReused for the token of another seat.
    """
    found_by_code(store, store.database, typed_code)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = found_by_code(store, database, typed_code)
        try:
            code = read_return_code(typed_return_code)
        except BadCode:
            raise SeatNotFound from None
        row = database.execute(
            "SELECT number FROM class_seats WHERE class = ? AND return_code = ?", [kept.id, code]
        ).fetchone()
        if row is None:
            raise SeatNotFound
        if _add_token(database, kept.id, row[0], token):
            _note_work(database, kept.id)
        return kept, _seat(database, kept.id, row[0])


def close_seat(store: Store, typed_code: str, number: int, token: str) -> None:
    """Let that token open the seat no more, as when its pupil leaves a device; the seat stays. Raises ClassNotFound."""
    with store.write() as database:
        kept = found_by_code(store, database, typed_code)
        closed = database.execute(
            "DELETE FROM class_tokens WHERE class = ? AND seat = ? AND hash = ?",
            [kept.id, min(number, LARGEST_NUMBER), digest(token).hex()],
        )
        if closed.rowcount:
            _note_work(database, kept.id)


def keep_work(
    store: Store,
    typed_code: str,
    number: int,
    token: str,
    done: Done,
    write_id: str,
    based_on: int | None = None,
    *,
    is_turn: bool = True,
) -> tuple[KeptClass, KeptSeat]:
    """Keep what a pupil did at a question. The same write again is done once, even when nothing is taken any more.

    ``based_on`` is how many answers to that question its device knew (`answers_at`); None where it does not tell.
    ``is_turn`` tells whether the pupil has the device in hand, and not somebody else who shares it.
    Raises ClassNotFound, SeatNotFound (SeatGone where it was removed), IdReused, TooMuchWork, BadWrite, Closed where
    nothing is taken at that question, AnswersRefused where that cannot be an answer, and NewerAnswer where another one
    would be overtaken that the device knows nothing of; then nothing is kept.
    """
    if not 1 <= len(write_id) <= LONGEST_ID or not write_id.isprintable():
        raise BadWrite(f"the id of a write has 1 to {LONGEST_ID} printable characters")
    found_by_code(store, store.database, typed_code)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = found_by_code(store, database, typed_code)
        _check_token(database, kept.id, number, token)
        seat = _seat(database, kept.id, number)
        content = fingerprint("work", done.place, done.did, done.typed)
        row = database.execute(
            "SELECT content FROM class_work WHERE class = ? AND seat = ? AND write_id = ?", [kept.id, number, write_id]
        ).fetchone()
        if row is not None:
            if row != (content,):
                raise IdReused("this was sent before with other content; load the page again and repeat the answer")
            return kept, seat
        typed = _taken(kept, seat.seat, done)
        newer = None if based_on is None else newer_answer(kept.session, seat.seat, done, based_on, is_turn=is_turn)
        if newer is not None:
            raise NewerAnswer(answers_at(seat.seat, done.place), newer.typed)
        if sum(one.place == done.place for one in seat.seat.done) >= MOST_WORK:
            raise TooMuchWork
        took = None if done.took is None else min(max(done.took, 0), LONGEST_TOOK)
        kept_done = replace(done, typed=typed, took=took)
        add_work(database, kept.id, number, kept_done, write_id, content)
        _note_work(database, kept.id)
        after = replace(seat.seat, done=(*seat.seat.done, kept_done))
        return replace(kept, work=kept.work + 1), replace(seat, seat=after)


def answer_number(store: Store, kept: KeptClass, number: int, write_id: str) -> int:
    """Which answer to its question a write was, counted from 1; of a hint, how many answers came before it."""
    (count,) = store.database.execute(
        """
        SELECT COUNT(*) FROM class_work w JOIN class_work before
            ON before.class = w.class AND before.seat = w.seat AND before.place = w.place AND before.id <= w.id
        WHERE w.class = ? AND w.seat = ? AND w.write_id = ? AND before.did = 'answer'
        """,
        [kept.id, number, write_id],
    ).fetchone()
    return int(count)


# --- what is taken ----------------------------------------------------------------------------------------------------


def _taken(kept: KeptClass, seat: Seat, done: Done) -> Mapping[str, str]:
    """What is kept of what was typed. Raises Closed and AnswersRefused."""
    session = kept.session
    if not 0 <= done.place < session.questions.size:
        raise Closed("there is no such question", again=False)
    reason = closed(session, done.place)
    if reason is not None:
        raise reason
    if done.did != "answer":
        if session.pace is not Pace.PRACTICE:
            raise Closed("hints and worked answers come with practice only", again=False)
        return {}
    sheet = session.questions.sheet(seat.variant)
    assert sheet is not None, f"the set has no sheet {seat.variant}"
    question = sheet.questions[done.place]
    typed = own_fields(question, done.typed)
    question.read(typed)
    return typed


def own_fields(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """What stands in the fields of the question. Raises AnswersRefused for a field that is too full."""
    own = {field.name: typed[field.name] for field in question.fields if field.name in typed}
    reasons = {name: f"at most {LONGEST_TYPED} characters" for name, text in own.items() if len(text) > LONGEST_TYPED}
    if reasons:
        raise AnswersRefused(reasons)
    return own


# --- rows -------------------------------------------------------------------------------------------------------------


def read_seats(database: Database, class_id: int, number: int | None = None) -> tuple[KeptSeat, ...]:
    """The seats of a session with all that was done there, but for papers that were removed."""
    only, values = ("", [class_id]) if number is None else (" AND seat = ?", [class_id, number])
    done: dict[int, list[Done]] = {}
    for seat, place, did, typed, took in database.execute(
        f"SELECT seat, place, did, typed, took FROM class_work WHERE class = ?{only} ORDER BY seat, id", values
    ).fetchall():
        done.setdefault(seat, []).append(Done(place, did, json.loads(typed), took))
    rows = database.execute(
        f"""
        SELECT number, name, variant, return_code, most_devices FROM class_seats
        WHERE class = ?{only.replace("seat", "number")} AND NOT aside ORDER BY number
        """,
        values,
    ).fetchall()
    return tuple(
        KeptSeat(Seat(number, name, variant, tuple(done.get(number, ()))), return_code or "", devices)
        for number, name, variant, return_code, devices in rows
    )


def _seat(database: Database, class_id: int, number: int) -> KeptSeat:
    (seat,) = read_seats(database, class_id, number)
    return seat


def _new_number(database: Database, class_id: int) -> int:
    """One that nobody ever had there: on the phone of a pupil who was removed, what waits is kept under the number.

    Papers are numbered by themselves (papers.py): no row of theirs is ever deleted.
    """
    database.execute("UPDATE classes SET seated = seated + 1 WHERE id = ?", [class_id])
    (number,) = database.execute("SELECT seated FROM classes WHERE id = ?", [class_id]).fetchone()
    return int(number)


def _check_token(database: Database, class_id: int, number: int, token: str) -> None:
    if not 1 <= number <= LARGEST_NUMBER:
        raise SeatNotFound
    row = database.execute(
        "SELECT 1 FROM class_tokens WHERE class = ? AND hash = ? AND seat = ?", [class_id, digest(token).hex(), number]
    ).fetchone()
    if row is None:
        raise SeatGone if _was_removed(database, class_id, number) else SeatNotFound


def _was_removed(database: Database, class_id: int, number: int) -> bool:
    row = database.execute(
        """
        SELECT 1 FROM classes c WHERE c.id = ? AND c.seated >= ?
            AND NOT EXISTS (SELECT 1 FROM class_seats s WHERE s.class = c.id AND s.number = ?)
        """,
        [class_id, number, number],
    ).fetchone()
    return row is not None


def _note_work(database: Database, class_id: int) -> None:
    """Pages that are open look anew."""
    database.execute("UPDATE classes SET work = work + 1 WHERE id = ?", [class_id])


def _add_token(database: Database, class_id: int, number: int, token: str) -> bool:
    """Whether that is a further device of the seat. The one that was given its token first falls off in the end."""
    hashed = digest(token).hex()
    row = database.execute("SELECT seat FROM class_tokens WHERE class = ? AND hash = ?", [class_id, hashed]).fetchone()
    if row is not None:
        if row != (number,):
            raise IdReused("this device opens another seat by the same token; try again")
        return False
    database.execute("INSERT INTO class_tokens (class, seat, hash) VALUES (?, ?, ?)", [class_id, number, hashed])
    database.execute(
        """
        DELETE FROM class_tokens WHERE id IN (
            SELECT id FROM class_tokens WHERE class = ? AND seat = ? ORDER BY id DESC LIMIT -1 OFFSET ?
        )
        """,
        [class_id, number, MOST_TOKENS],
    )
    (devices,) = database.execute(
        "SELECT COUNT(*) FROM class_tokens WHERE class = ? AND seat = ?", [class_id, number]
    ).fetchone()
    database.execute(
        "UPDATE class_seats SET most_devices = MAX(most_devices, ?) WHERE class = ? AND number = ?",
        [devices, class_id, number],
    )
    return True


def _is_taken(database: Database, class_id: int, column: str, value: str) -> bool:
    row = database.execute(f"SELECT 1 FROM class_seats WHERE class = ? AND {column} = ?", [class_id, value]).fetchone()
    return row is not None


def new_return_code(database: Database, class_id: int) -> str:
    """A code that no other pupil of the class has."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(OF_RETURNING))
        if not _is_taken(database, class_id, "return_code", code):
            return code


def add_work(database: Database, class_id: int, number: int, done: Done, write_id: str, content: str) -> None:
    database.execute(
        """
        INSERT INTO class_work (class, seat, place, did, typed, took, write_id, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [class_id, number, done.place, done.did, to_json(dict(done.typed)), done.took, write_id, content],
    )
