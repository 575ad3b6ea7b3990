"""Seats that nobody uses go when the teacher says so, and nothing else does."""

from __future__ import annotations

from functools import partial
from sqlite3 import IntegrityError

import pytest

from scorekeeper.classroom import Done, NotNow, Pace
from scorekeeper.store import (
    MOST_SEATS,
    ClassNotFound,
    SeatGone,
    SeatNotFound,
    Store,
    come_back,
    empty_seats,
    keep_work,
    remove_empty_seats,
    seat_of,
    seats_of,
)
from tests.store.schooling import answer, begin_lesson


def test_whoever_did_nothing_is_removed_and_the_others_stay_as_they_are(store: Store) -> None:
    lesson, other = begin_lesson(store), begin_lesson(store)
    seats = [lesson.join(f"token-{number}") for number in range(1, 6)]
    elsewhere = other.join("elsewhere")
    lesson.work(2, "token-2", answer("5"), "w1")
    lesson.work(4, "token-4", Done(0, "hint"), "w1")
    before, stay = lesson.kept, [one for one in seats_of(store, lesson.kept) if one.seat.done]
    assert empty_seats(store, before) == 3
    kept, count = remove_empty_seats(store, lesson.key)
    assert (count, kept.pupils) == (3, 2)
    assert kept == lesson.kept
    assert list(seats_of(store, kept)) == stay
    assert kept.version > before.version
    assert kept.led > before.led, "every phone asks again"
    for gone in (1, 3, 5):
        with pytest.raises(SeatNotFound):
            seat_of(store, lesson.code, gone, f"token-{gone}")
        with pytest.raises(SeatNotFound):
            come_back(store, lesson.code, seats[gone - 1].return_code, "tablet")
    assert seat_of(store, lesson.code, 4, "token-4")[1] == stay[1]
    assert seats_of(store, other.kept) == (elsewhere,)
    assert remove_empty_seats(store, lesson.key) == (kept, 0)
    # Their names and places are free again, their numbers are not.
    assert lesson.join("late", seats[0].seat.name).seat.number == 6
    assert [one.seat.number for one in seats_of(store, lesson.kept)] == [2, 4, 6]


def test_a_class_that_was_filled_takes_pupils_again(store: Store) -> None:
    lesson = begin_lesson(store)
    with store.write():
        for number in range(MOST_SEATS):
            lesson.join(f"token-{number}")
    assert remove_empty_seats(store, lesson.key)[1] == MOST_SEATS
    assert lesson.join("pupil").seat.number == MOST_SEATS + 1


def test_a_number_is_never_given_again(store: Store) -> None:
    """What waits on the phone of whoever was removed must not be taken for that of the next pupil there."""
    lesson = begin_lesson(store)
    given = []
    for number in range(1, 6):
        given.append(lesson.join(f"token-{number}").seat.number)
        if number != 3:
            remove_empty_seats(store, lesson.key)
    assert given == [1, 2, 3, 4, 5]
    assert begin_lesson(store).join("elsewhere").seat.number == 1
    with pytest.raises(IntegrityError, match="never given again"), store.write() as database:
        database.execute("UPDATE classes SET seated = 4")


def test_who_was_removed_is_told_from_who_never_was_there(store: Store) -> None:
    lesson = begin_lesson(store)
    for number in (1, 2, 3):
        lesson.join(f"token-{number}")
    lesson.work(2, "token-2", answer("5"), "w1")
    remove_empty_seats(store, lesson.key)
    for number, gone in ((1, True), (2, False), (3, True), (4, False), (0, False), (10**20, False)):
        for asks in (
            partial(seat_of, store, lesson.code, number, "token-1"),
            partial(keep_work, store, lesson.code, number, "token-1", answer("5"), "w2"),
        ):
            with pytest.raises(SeatNotFound) as refused:
                asks()
            assert isinstance(refused.value, SeatGone) is gone, number
    with pytest.raises(SeatNotFound) as refused:
        come_back(store, lesson.code, "22222", "token-1")
    assert not isinstance(refused.value, SeatGone)


def test_only_the_teacher_removes_anybody_and_no_paper(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    for key in (lesson.code, "nothing", "Ä"):
        with pytest.raises(ClassNotFound):
            remove_empty_seats(store, key)
    assert lesson.kept.pupils == 1
    with pytest.raises(NotNow):
        remove_empty_seats(store, begin_lesson(store, Pace.PAPER).key)
