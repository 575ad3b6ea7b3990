"""Students of a session: how they get a seat and come back to it, and what is kept of what they do."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from scorekeeper.school.classes.class_session import Closed, Pace, attempts_of
from scorekeeper.school.classes.kept_classes import MOST_SEATS, ClassNotFound
from scorekeeper.school.classes.seats import (
    MOST_WORK,
    JoinRefused,
    SeatNotFound,
    come_back,
    join_class,
    keep_work,
    names_for,
    remove_seat,
    seat_of,
    seats_of,
)
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.codes import OF_RETURNING, SIGNS, BadCode, is_made_here
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.opening import open_store
from tests.store.schooling import LATER, RIGHT, Lesson, answer, begin_lesson
from tests.store.test_many_writers import at_once

# --- a seat -----------------------------------------------------------------------------------------------------------


def test_students_get_made_up_names_and_other_sheets_than_their_neighbors(store: Store) -> None:
    lesson = begin_lesson(store, variants=("A1", "A2"))
    seats = [lesson.join(f"token-{number}") for number in range(3)]
    assert [(one.number, one.variant) for one in seats] == [(1, "A1"), (2, "A2"), (3, "A1")]
    assert all(is_made_here(one.name) for one in seats)
    assert len({one.name for one in seats}) == len({one.return_code for one in seats}) == 3
    assert all(len(one.return_code) == OF_RETURNING and set(one.return_code) <= set(SIGNS) for one in seats)
    assert seats_of(store, lesson.kept) == tuple(seats)


def test_the_same_token_has_the_same_seat(store: Store) -> None:
    lesson = begin_lesson(store)
    seat = lesson.join("token")
    for name in (seat.name, names_for(store, lesson.kept, "seed")[0], "Mallory"):
        assert lesson.join("token", name) == seat
    lesson.lead("lock", "end")
    assert lesson.join("token", seat.name) == seat
    assert lesson.kept.students == 1


def fill(lesson: Lesson) -> None:
    with lesson.store.write():
        for number in range(MOST_SEATS):
            lesson.join(f"token-{number}")


NOT_LET_IN: dict[str, tuple[Callable[[Lesson], object], str]] = {
    "over": (lambda lesson: lesson.lead("end"), "has ended this class"),
    "locked": (lambda lesson: lesson.lead("lock"), "locked this class"),
    "full": (fill, "This class is full"),
}


@pytest.mark.parametrize(("before", "reason"), NOT_LET_IN.values(), ids=NOT_LET_IN)
def test_who_is_not_let_in(store: Store, before: Callable[[Lesson], object], reason: str) -> None:
    lesson = begin_lesson(store)
    before(lesson)
    kept = lesson.kept
    with pytest.raises(JoinRefused, match=reason):
        lesson.join("late")
    assert lesson.kept == kept
    with pytest.raises(SeatNotFound):
        seat_of(store, lesson.code, 1, "late")


@pytest.mark.parametrize(
    ("homework", "days", "joins"), [(False, 0, True), (False, 1.1, False), (True, 13, True), (True, 14.1, False)]
)
def test_the_code_expires_for_those_who_have_not_joined(store: Store, homework: bool, days: float, joins: bool) -> None:
    lesson = begin_lesson(store, homework=homework)
    early = lesson.join("early")
    now = lesson.kept.made_at + timedelta(days=days)
    if joins:
        assert lesson.join("late", now=now).number == 2
    else:
        with pytest.raises(JoinRefused, match="expired"):
            lesson.join("late", now=now)
    assert lesson.join("early", early.name, now=now).number == 1
    assert lesson.work(1, "early", answer("19"), "w1").done


def test_nobody_has_the_name_of_somebody_else_or_a_name_of_their_own(store: Store) -> None:
    lesson = begin_lesson(store)
    taken = lesson.join("token").name
    for name in (taken, "Mallory", "", "Bold", "Bold Bold", "bold ace", "Bold Ace ", "\ud800", "<b>Bold</b> Ace"):
        with pytest.raises(JoinRefused, match="took that name"):
            lesson.join("other", name)
    assert [one.name for one in seats_of(store, lesson.kept)] == [taken]


def test_a_seat_is_opened_by_its_own_token_only(store: Store) -> None:
    lesson, other = begin_lesson(store), begin_lesson(store)
    first, second = lesson.join("one"), lesson.join("two")
    other.join("three")
    assert seat_of(store, lesson.code.lower(), 1, "one")[1] == first
    asked = "SELECT hash FROM class_tokens WHERE class = ? AND seat = 1"
    row = store.database.execute(asked, [lesson.kept.id]).fetchone()
    for number, token in [
        (1, "two"),
        (2, "one"),
        (1, "three"),
        (3, "one"),
        (0, "one"),
        (1, ""),
        (1, row[0]),
        (10**20, "one"),
        (-(10**20), "one"),
    ]:
        with pytest.raises(SeatNotFound):
            seat_of(store, lesson.code, number, token)
        with pytest.raises(SeatNotFound):
            keep_work(store, lesson.code, number, token, answer("19"), "w")
    with pytest.raises(SeatNotFound):
        seat_of(store, other.code, 1, "one")
    with pytest.raises(ClassNotFound):
        seat_of(store, "AAAAAA", 1, "one")
    assert seats_of(store, lesson.kept) == (first, second)


# --- another device ---------------------------------------------------------------------------------------------------


def opens(lesson: Lesson, token: str, number: int = 1) -> bool:
    try:
        seat_of(lesson.store, lesson.code, number, token)
    except SeatNotFound:
        return False
    return True


def test_a_code_takes_a_seat_with_its_answers_to_another_device_and_the_first_opens_it_no_more(store: Store) -> None:
    lesson = begin_lesson(store)
    first = lesson.join("phone")
    lesson.work(1, "phone", answer("5"), "w1")
    lesson.lead("lock")
    typed = f" {first.return_code.lower()} "
    for _ in range(2):
        kept, seat = come_back(store, lesson.code, typed, "tablet")
        assert (kept.key, seat.name, len(seat.done)) == ("", first.name, 1)
    lesson.work(1, "tablet", answer("19"), "w2")
    with pytest.raises(SeatNotFound):
        lesson.work(1, "phone", answer("20"), "w3")
    assert lesson.typed(1) == [(0, "5"), (0, "19")]
    # And back: one device at a time.
    come_back(store, lesson.code, typed, "phone")
    assert (opens(lesson, "phone"), opens(lesson, "tablet")) == (True, False)


@pytest.mark.parametrize("code", ["", "?", "AAAA", "AAAAA", "\ud800"])
def test_no_other_code_brings_anybody_back(store: Store, code: str) -> None:
    lesson, other = begin_lesson(store), begin_lesson(store)
    lesson.join("phone")
    elsewhere = other.join("phone").return_code
    for typed in (code, elsewhere):
        with pytest.raises((SeatNotFound, BadCode)):
            come_back(store, lesson.code, typed, "tablet")
    assert (opens(lesson, "phone"), opens(lesson, "tablet")) == (True, False)


# --- what the teacher does --------------------------------------------------------------------------------------------


def test_a_student_who_is_removed_counts_no_more_and_makes_room(store: Store) -> None:
    lesson = begin_lesson(store)
    gone, stays = lesson.join("one"), lesson.join("two")
    lesson.work(1, "one", answer("5"), "w1")
    version = lesson.kept.version
    remove_seat(store, lesson.key, 1)
    assert lesson.kept.students == 1
    assert lesson.kept.version > version, "open boards reload"
    assert seats_of(store, lesson.kept) == (stays,)
    assert not opens(lesson, "one")
    for code in (gone.return_code, ""):
        with pytest.raises((SeatNotFound, BadCode)):
            come_back(store, lesson.code, code, "one")
    with pytest.raises(JoinRefused):
        lesson.join("again", gone.name)
    for key, number, error in (
        (lesson.key, 9, SeatNotFound),
        (lesson.key, 10**20, SeatNotFound),
        (lesson.code, 2, ClassNotFound),
    ):
        with pytest.raises(error):
            remove_seat(store, key, number)
    assert lesson.join("again").number == 3, "what waits on the phone before is never taken for the next student's"


# --- work -------------------------------------------------------------------------------------------------------------


def test_what_is_done_is_kept_in_order_and_outlives_a_restart(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    lesson.work(1, "token", Done(1, "answer", {"points": "28", "name": "Ann Miller"}, 4200), "w1")
    lesson.work(1, "token", Done(0, "hint", {"points": "no answer"}), "w2")
    lesson.work(1, "token", answer("5"), "w3")
    seat = lesson.work(1, "token", Done(0, "show"), "w4")
    assert [(one.index, one.did, dict(one.typed), one.took) for one in seat.done] == [
        (1, "answer", {"points": "28"}, 4200),
        (0, "hint", {}, None),
        (0, "answer", {"points": "5"}, None),
        (0, "show", {}, None),
    ]
    store.close()
    again = open_store(store.address)
    kept, found = seat_of(again, lesson.code, 1, "token")
    again.close()
    assert found == seat
    assert [work.state for work in attempts_of(kept.session, found)] == ["wrong", "right"]


def test_the_same_write_is_done_once_even_after_the_end(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    once = lesson.work(1, "token", answer("19", took=100), "w1")
    assert lesson.work(1, "token", answer("19", took=900), "w1") == once
    work = lesson.kept.work
    lesson.lead("end")
    assert lesson.work(1, "token", answer("19"), "w1") == once
    for other in (answer("28"), answer("19", 1), Done(0, "hint")):
        with pytest.raises(IdReused):
            lesson.work(1, "token", other, "w1")
    assert (lesson.typed(1), lesson.kept.work) == ([(0, "19")], work)


NO_ANSWERS: dict[str, dict[str, str]] = {
    "nothing": {},
    "an empty box": {"points": " "},
    "a word": {"points": "many"},
}


@pytest.mark.parametrize("case", NO_ANSWERS)
def test_what_cannot_be_an_answer_is_not_kept(store: Store, case: str) -> None:
    lesson = begin_lesson(store)
    before = lesson.join("token")
    with pytest.raises(AnswersRefused) as refused:
        lesson.work(1, "token", Done(0, "answer", NO_ANSWERS[case]), "w1")
    assert set(refused.value.reasons) == {"points"}
    assert seats_of(store, lesson.kept) == (before,)
    assert lesson.work(1, "token", answer("19"), "w1").done, "the id was not used up"


CLOSED: dict[str, tuple[Pace, Callable[[Lesson], object], Done, bool]] = {
    "paused": (Pace.TEST, lambda lesson: lesson.lead("begin", "pause"), answer("19"), True),
    "the answer was shown": (Pace.LIVE, lambda lesson: lesson.lead("begin", "reveal"), answer("19"), False),
    "a question to come": (Pace.LIVE, lambda lesson: lesson.lead("begin"), answer("28", 1), True),
    "a hint in a test": (Pace.TEST, lambda lesson: lesson.lead("begin"), Done(0, "hint"), False),
    "no such question": (Pace.TEST, lambda lesson: lesson.lead("begin"), answer("19", 2), False),
}


@pytest.mark.parametrize("case", CLOSED)
def test_what_is_closed_takes_nothing(store: Store, case: str) -> None:
    pace, before, done, again = CLOSED[case]
    lesson = begin_lesson(store, pace, waits=True)
    lesson.join("token")
    before(lesson)
    work = lesson.kept.work
    with pytest.raises(Closed) as refused:
        lesson.work(1, "token", done, "w1")
    assert refused.value.again is again
    assert (lesson.typed(1), lesson.kept.work) == ([], work)


def test_nobody_fills_the_file(store: Store) -> None:
    lesson = begin_lesson(store, Pace.TEST)
    lesson.join("token")
    with store.write():
        for number in range(MOST_WORK):
            lesson.work(1, "token", answer(str(number)), f"w{number}")
    with pytest.raises(Closed):
        lesson.work(1, "token", answer("19"), "one-more")
    assert lesson.work(1, "token", answer("0"), "w0").done[-1].typed == {"points": str(MOST_WORK - 1)}
    lesson.work(1, "token", answer("28", 1), "another question")
    assert len(lesson.typed(1)) == MOST_WORK + 1


# --- at once ----------------------------------------------------------------------------------------------------------


def test_a_class_that_joins_and_answers_at_once_loses_nothing(store: Store) -> None:
    lesson = begin_lesson(store, Pace.TEST)
    names = [name for seed in "abcd" for name in names_for(store, lesson.kept, seed)][:8]
    assert len(set(names)) == 8
    other = open_store(store.address)  # as another process would

    def student(number: int) -> int:
        kept = (store, other)[number % 2]
        _, seat = join_class(kept, lesson.code, names[number], f"token-{number}", LATER)
        for index, points in enumerate(RIGHT):
            for _ in range(2):  # sent twice, as phones do
                done = answer(points, index)
                keep_work(kept, lesson.code, seat.number, f"token-{number}", done, f"write-{index}")
        return seat.number

    numbers = at_once([partial(student, number) for number in range(8)])
    other.close()
    assert sorted(numbers) == list(range(1, 9))
    seats = seats_of(store, lesson.kept)
    assert {one.name for one in seats} == set(names)
    assert all([done.typed["points"] for done in one.done] == list(RIGHT) for one in seats)
    assert (lesson.kept.students, lesson.kept.work) == (8, 8 + 16)
