"""An answer that waited on one device while its pupil answered at another: which counts is never decided silently."""

from __future__ import annotations

import pytest

from scorekeeper.classroom import Done, Pace
from scorekeeper.store import (
    NewerAnswer,
    Store,
    answer_number,
    come_back,
    keep_work,
)
from tests.store.schooling import Lesson, answer, begin_lesson


def at_two_devices(store: Store, pace: Pace = Pace.TEST) -> Lesson:
    """A pupil who joined at a phone, and went on at a tablet by the return code."""
    lesson = begin_lesson(store, pace)
    code = lesson.join("phone").return_code
    come_back(store, lesson.code, code, "tablet")
    return lesson


def send(lesson: Lesson, token: str, done: Done, write_id: str, based_on: int | None) -> int:
    """Keep it; gives which of the answers at its question it is."""
    kept, _ = keep_work(lesson.store, lesson.code, 1, token, done, write_id, based_on)
    return answer_number(lesson.store, kept, 1, write_id)


@pytest.mark.parametrize("pace", [Pace.TEST, Pace.LIVE, Pace.PRACTICE])
def test_an_answer_that_knows_nothing_of_a_newer_one_is_refused_and_told_of_it(store: Store, pace: Pace) -> None:
    lesson = at_two_devices(store, pace)
    assert send(lesson, "tablet", answer("24"), "write-t1", 0) == 1
    work = lesson.kept.work
    for _ in range(2):  # as it is tried again
        with pytest.raises(NewerAnswer) as refused:
            send(lesson, "phone", answer("20"), "write-p1", 0)
        assert (refused.value.answers, dict(refused.value.typed)) == (1, {"points": "24"})
    assert (lesson.typed(1), lesson.kept.work) == ([(0, "24")], work)
    # Sent all the same, based on what was told, it counts.
    assert send(lesson, "phone", answer("20"), "write-p2", 1) == 2
    assert lesson.typed(1) == [(0, "24"), (0, "20")]


def test_one_device_answers_again_and_again_without_conflict(store: Store) -> None:
    lesson = at_two_devices(store)
    for number, points in enumerate(("5", "6", "7")):
        assert send(lesson, "phone", answer(points), f"write-p{number}", number) == number + 1
    # The answer to the first was lost: it is what it was, however many came after it, from wherever.
    assert send(lesson, "phone", answer("5"), "write-p0", 0) == 1
    assert [typed for _, typed in lesson.typed(1)] == ["5", "6", "7"]


def test_the_same_write_is_done_once_though_newer_ones_came(store: Store) -> None:
    lesson = at_two_devices(store)
    send(lesson, "phone", answer("20"), "write-p1", 0)
    send(lesson, "tablet", answer("24"), "write-t1", 1)
    assert send(lesson, "phone", answer("20"), "write-p1", 0) == 1
    with pytest.raises(NewerAnswer):
        send(lesson, "phone", answer("21"), "write-p2", 1)
    assert [typed for _, typed in lesson.typed(1)] == ["20", "24"]


NO_CONFLICT: dict[str, tuple[Done, int | None]] = {
    "an older page, which tells nothing": (answer("20"), None),
    "the same answer": (answer("24"), 0),
    "the same, written otherwise": (answer(" +24"), 0),
    "based on more than there is": (answer("20"), 9),
    "another question": (answer("20", 1), 0),
}


@pytest.mark.parametrize("case", NO_CONFLICT)
def test_what_overtakes_nothing_is_taken(store: Store, case: str) -> None:
    done, based_on = NO_CONFLICT[case]
    lesson = at_two_devices(store)
    send(lesson, "tablet", answer("24"), "write-t1", 0)
    send(lesson, "phone", done, "write-p1", based_on)
    assert len(lesson.typed(1)) == 2


def test_out_of_turn_the_same_answer_is_refused_like_any_other(store: Store) -> None:
    """Or whoever shares the device could try what its pupil answered elsewhere."""
    lesson = at_two_devices(store)
    send(lesson, "tablet", answer("24"), "write-t1", 0)
    refusals = []
    for number, points in enumerate(("24", " +24", "20")):
        with pytest.raises(NewerAnswer) as refused:
            keep_work(store, lesson.code, 1, "phone", answer(points), f"write-p{number}", 0, is_turn=False)
        refusals.append((refused.value.answers, dict(refused.value.typed)))
    assert refusals == [(1, {"points": "24"})] * 3
    assert lesson.typed(1) == [(0, "24")]
    # What overtakes nothing is taken, and so is the same write once more.
    for based_on in (1, 0):
        keep_work(store, lesson.code, 1, "phone", answer("20"), "write-p3", based_on, is_turn=False)
    assert lesson.typed(1) == [(0, "24"), (0, "20")]


def test_help_is_no_answer_and_needs_no_base(store: Store) -> None:
    lesson = at_two_devices(store, Pace.PRACTICE)
    assert send(lesson, "tablet", Done(0, "hint"), "write-t1", None) == 0
    assert send(lesson, "phone", answer("20"), "write-p1", 0) == 1
    assert send(lesson, "tablet", Done(0, "hint"), "write-t2", 0) == 1


def test_what_cannot_be_taken_at_all_is_refused_for_that(store: Store) -> None:
    lesson = at_two_devices(store)
    send(lesson, "tablet", answer("24"), "write-t1", 0)
    lesson.lead("end")
    with pytest.raises(Exception, match="the teacher has ended this"):
        send(lesson, "phone", answer("20"), "write-p1", 0)
