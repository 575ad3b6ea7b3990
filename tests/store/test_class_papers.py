"""What a class wrote on paper: seats that are nobody's, brought in by the teacher."""

from __future__ import annotations

import pytest

from scorekeeper.classroom import NotNow, Pace, work_of
from scorekeeper.classroom.papers import Paper
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.store import (
    MOST_SEATS,
    ClassFull,
    ClassNotFound,
    IdReused,
    JoiningOver,
    SeatNotFound,
    Store,
    add_papers,
    come_back,
    seats_of,
)
from scorekeeper.store.seats import LONGEST_TYPED
from tests.store.playing import new_write
from tests.store.schooling import begin_lesson

PAPERS = (
    Paper("A1", {0: {"points": "19"}, 1: {"points": "5"}}),
    Paper("A2", {1: {"points": "19"}}),
    Paper("A1"),
)


def test_papers_are_seats_that_nobody_can_open(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER, variants=("A1", "A2"))
    write = new_write("desk")
    kept = add_papers(store, lesson.key, PAPERS, write)
    assert add_papers(store, lesson.key, PAPERS, write) == kept
    assert (kept.pupils, kept.work) == (3, 3)
    seats = seats_of(store, kept)
    assert [(one.seat.name, one.seat.variant, one.return_code) for one in seats] == [
        ("Paper 1", "A1", ""),
        ("Paper 2", "A2", ""),
        ("Paper 3", "A1", ""),
    ]
    states = [[work.state for work in work_of(kept.session, one.seat)] for one in seats]
    assert states == [["right", "wrong"], ["empty", "right"], ["empty", "empty"]]
    assert add_papers(store, lesson.key, PAPERS[:1], new_write("desk")).pupils == 4
    for typed in ("", "AAAA"):
        with pytest.raises(SeatNotFound):
            come_back(store, lesson.code, typed, "token")
    with pytest.raises(JoiningOver):
        lesson.join("token")


BAD_PAPERS = {
    "an unknown sheet": [Paper("A9")],
    "an unknown question": [Paper("A1", {2: {"points": "19"}})],
    "too long": [Paper("A1", {0: {"points": "1" * (LONGEST_TYPED + 1)}})],
}


@pytest.mark.parametrize("case", BAD_PAPERS)
def test_of_papers_that_cannot_be_none_is_kept(store: Store, case: str) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    with pytest.raises(AnswersRefused):
        add_papers(store, lesson.key, [*PAPERS[:1], *BAD_PAPERS[case]], new_write("desk"))
    assert seats_of(store, lesson.kept) == ()


def test_papers_belong_to_a_class_on_paper_with_room_for_them(store: Store) -> None:
    lesson, phones = begin_lesson(store, Pace.PAPER), begin_lesson(store, Pace.TEST)
    write = new_write("desk")
    add_papers(store, lesson.key, PAPERS[:1], write)
    with pytest.raises(IdReused):
        add_papers(store, lesson.key, PAPERS, write)
    with pytest.raises(ClassFull):
        add_papers(store, lesson.key, [Paper("A1")] * MOST_SEATS, new_write("desk"))
    with pytest.raises(NotNow):
        add_papers(store, phones.key, PAPERS, new_write("desk"))
    with pytest.raises(ClassNotFound):
        add_papers(store, lesson.code, PAPERS, new_write("desk"))
    assert (lesson.kept.pupils, phones.kept.pupils) == (1, 0)
