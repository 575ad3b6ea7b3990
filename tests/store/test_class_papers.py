"""Papers of a class: seats without a student, entered, corrected and removed by the teacher."""

import pytest

from scorekeeper.school.classes.class_session import Pace, attempts_of
from scorekeeper.school.classes.kept_classes import MOST_SEATS, ClassNotFound, KeptClass
from scorekeeper.school.classes.papers import PaperNotFound, next_paper, remove_paper, save_paper, typed_on
from scorekeeper.school.classes.seats import JoinRefused, come_back, seats_of
from scorekeeper.school.exercises.codes import BadCode
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.store.connection import Store
from tests.store.playing import new_write
from tests.store.schooling import Lesson, begin_lesson

Paper = tuple[str, dict[int, dict[str, str]]]

PAPERS: tuple[Paper, ...] = (("A1", {0: {"points": "19"}, 1: {"points": "5"}}), ("A2", {1: {"points": "19"}}))


def save_papers(lesson: Lesson, *papers: Paper) -> KeptClass:
    """Enter papers, each as the next one."""
    for paper in papers:
        save_paper(lesson.store, lesson.key, next_paper(lesson.store, lesson.kept), *paper, 0, new_write("desk"))
    return lesson.kept


def scored(points: str) -> Paper:
    return "A1", {0: {"points": points}}


def kept_of(lesson: Lesson) -> dict[int, object]:
    return {one.number: (one.variant, typed_on(one)) for one in seats_of(lesson.store, lesson.kept)}


@pytest.fixture
def lesson(store: Store) -> Lesson:
    return begin_lesson(store, Pace.PAPER, variants=("A1", "A2"))


def test_papers_are_seats_that_nobody_can_open(lesson: Lesson) -> None:
    kept = save_papers(lesson, *PAPERS)
    assert kept.students == 2
    seats = seats_of(lesson.store, kept)
    assert [(one.name, one.variant, one.return_code) for one in seats] == [
        ("Paper 1", "A1", ""),
        ("Paper 2", "A2", ""),
    ]
    states = [[work.state for work in attempts_of(kept.session, one)] for one in seats]
    assert states == [["right", "wrong"], ["empty", "right"]]
    for typed in ("", "AAAA"):
        with pytest.raises(BadCode):
            come_back(lesson.store, lesson.code, typed, "token")
    with pytest.raises(JoinRefused):
        lesson.join("token")


def test_the_same_form_again_changes_nothing(lesson: Lesson) -> None:
    entered, corrected = new_write("desk"), new_write("desk")

    for paper, based_on, write in ((PAPERS[0], 0, entered), (PAPERS[1], 2, corrected)):
        save_paper(lesson.store, lesson.key, 1, *paper, based_on, write)
        once = lesson.kept
        save_paper(lesson.store, lesson.key, 1, *paper, based_on, write)
        assert lesson.kept == once
    assert kept_of(lesson) == {1: PAPERS[1]}


def test_a_correction_counts_in_place_of_what_was_there(lesson: Lesson) -> None:
    save_papers(lesson, *PAPERS)
    before = lesson.kept
    paper: Paper = ("A1", {1: {"points": "28"}})
    save_paper(lesson.store, lesson.key, 1, *paper, 2, new_write("desk"))
    after = lesson.kept
    assert after.version > before.version, "viewers are told"
    assert kept_of(lesson) == {1: paper, 2: PAPERS[1]}
    (first, _) = seats_of(lesson.store, after)
    assert [work.state for work in attempts_of(after.session, first)] == ["empty", "right"]


def test_a_removed_paper_counts_for_nothing_and_its_number_stays_its_own(lesson: Lesson) -> None:
    save_papers(lesson, scored("19"), scored("18"), scored("17"))
    versions = [lesson.kept.version]
    for number in (3, 1, 1):  # pressed twice
        remove_paper(lesson.store, lesson.key, number)
        versions.append(lesson.kept.version)
    assert versions[0] < versions[1] < versions[2] == versions[3]
    assert (kept_of(lesson), lesson.kept.students) == ({2: scored("18")}, 1)
    save_papers(lesson, scored("16"))
    assert list(kept_of(lesson)) == [2, 4]


def test_a_class_has_room_for_so_many_papers(lesson: Lesson) -> None:
    save_papers(lesson, *[scored("19")] * MOST_SEATS)
    with pytest.raises(AnswersRefused, match="is full"):
        save_papers(lesson, scored("19"))


def test_there_is_no_other_paper_to_be_mended(store: Store, lesson: Lesson) -> None:
    before = save_papers(lesson, PAPERS[0])
    for number in (0, 3, -1, 2**40):
        with pytest.raises(PaperNotFound):
            save_paper(store, lesson.key, number, *PAPERS[0], 0, new_write("desk"))
        with pytest.raises(PaperNotFound):
            remove_paper(store, lesson.key, number)
    with pytest.raises(AnswersRefused):
        save_paper(store, lesson.key, 2, "A1", {}, 0, new_write("desk"))
    with pytest.raises(ClassNotFound):
        remove_paper(store, lesson.code, 1)
    assert lesson.kept == before
