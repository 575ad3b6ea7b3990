"""What a class wrote on paper: seats that are nobody's, brought in by the teacher."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from scorekeeper.classroom import NotNow, Pace, work_of
from scorekeeper.classroom.papers import Paper
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.quiz.set_codes import BadCode
from scorekeeper.store import (
    MOST_SEATS,
    ClassFull,
    ClassNotFound,
    IdReused,
    JoinRefused,
    PaperNotFound,
    PapersAgain,
    PapersMovedOn,
    Pile,
    Store,
    TooMuchWork,
    add_papers,
    come_back,
    correct_paper,
    last_pile,
    next_paper,
    papers_of,
    seats_of,
    set_paper_aside,
    undo_pile,
)
from scorekeeper.store.papers import LARGEST_PAPER
from scorekeeper.store.seats import LONGEST_TYPED, MOST_WORK
from tests.store.playing import new_write
from tests.store.schooling import Lesson, begin_lesson

PAPERS = (
    Paper("A1", {0: {"points": "19"}, 1: {"points": "5"}}),
    Paper("A2", {1: {"points": "19"}}, row=2),
    Paper("A1", row=3),
)


def test_papers_are_seats_that_nobody_can_open(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER, variants=("A1", "A2"))
    write = new_write("desk")
    added = add_papers(store, lesson.key, PAPERS, write)
    kept = added.kept
    assert add_papers(store, lesson.key, PAPERS, write) == added
    assert (kept.pupils, kept.work) == (3, 3)
    seats = seats_of(store, kept)
    assert [(one.seat.name, one.seat.variant, one.return_code) for one in seats] == [
        ("Paper 1", "A1", ""),
        ("Paper 2", "A2", ""),
        ("Paper 3", "A1", ""),
    ]
    states = [[work.state for work in work_of(kept.session, one.seat)] for one in seats]
    assert states == [["right", "wrong"], ["empty", "right"], ["empty", "empty"]]
    assert add_papers(store, lesson.key, PAPERS[:1], new_write("desk")).kept.pupils == 4
    for typed in ("", "AAAA"):
        with pytest.raises(BadCode):
            come_back(store, lesson.code, typed, "token")
    with pytest.raises(JoinRefused):
        lesson.join("token")


BAD_PAPERS = {
    "an unknown sheet": [Paper("A9", row=2)],
    "an unknown question": [Paper("A1", {2: {"points": "19"}}, row=2)],
    "too long": [Paper("A1", {0: {"points": "1" * (LONGEST_TYPED + 1)}}, row=2)],
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
        add_papers(store, lesson.key, [Paper("A1", row=row) for row in range(1, MOST_SEATS + 1)], new_write("desk"))
    with pytest.raises(NotNow):
        add_papers(store, phones.key, PAPERS, new_write("desk"))
    with pytest.raises(ClassNotFound):
        add_papers(store, lesson.code, PAPERS, new_write("desk"))
    assert (lesson.kept.pupils, phones.kept.pupils) == (1, 0)


# --- numbers ----------------------------------------------------------------------------------------------------------


def pile(*rows: int, points: str = "19") -> list[Paper]:
    """Papers with one answer each, on those rows."""
    return [Paper("A1", {0: {"points": points}}, row=row) for row in rows]


def numbers_of(lesson: Lesson) -> list[int]:
    """Of the papers that count, as the board and the table of results see them."""
    kept = lesson.kept
    seats = [one.seat for one in seats_of(lesson.store, kept)]
    assert [seat.name for seat in seats] == [f"Paper {seat.number}" for seat in seats]
    assert kept.pupils == len(seats)
    return [seat.number for seat in seats]


def test_numbers_go_by_rows_and_on_from_pile_to_pile(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    assert next_paper(store, lesson.kept) == 1
    added = add_papers(store, lesson.key, pile(1, 3, 4), new_write("desk"), first=1)
    assert [added.number_of(paper) for paper in pile(1, 3, 4)] == [1, 3, 4]
    assert next_paper(store, lesson.kept) == 5
    more = new_write("desk")
    again = add_papers(store, lesson.key, pile(2), more, first=5)
    assert (again.first, numbers_of(lesson)) == (5, [1, 3, 4, 6])
    # Another board had the form open before that, and is told; the same form once more is not.
    with pytest.raises(PapersMovedOn) as told:
        add_papers(store, lesson.key, pile(1, 2), new_write("desk"), first=5)
    assert told.value.first == 7
    assert add_papers(store, lesson.key, pile(2), more, first=5).first == 5
    assert numbers_of(lesson) == [1, 3, 4, 6]


def test_numbers_come_to_an_end(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(LARGEST_PAPER), new_write("desk"))
    with pytest.raises(ClassFull):
        add_papers(store, lesson.key, pile(1), new_write("desk"))


def test_the_very_same_papers_are_asked_about_until_they_are_wanted_again(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(1, 2), new_write("desk"))
    with pytest.raises(PapersAgain, match="Papers 1 to 2"):
        add_papers(store, lesson.key, pile(1, 2), new_write("desk"))
    assert lesson.kept.pupils == 2
    wanted = new_write("desk")
    for _ in range(2):
        assert add_papers(store, lesson.key, pile(1, 2), wanted, again=True).first == 3
    add_papers(store, lesson.key, pile(1, 2, points="18"), new_write("desk"))
    assert numbers_of(lesson) == [1, 2, 3, 4, 5, 6]


def test_what_was_undone_may_be_brought_in_again(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(1, 2), new_write("desk"))
    assert undo_pile(store, lesson.key, 1)[1] == 2
    assert add_papers(store, lesson.key, pile(1, 2), new_write("desk")).first == 3, "a number is never given twice"
    assert numbers_of(lesson) == [3, 4]


# --- mending ----------------------------------------------------------------------------------------------------------


def answers_of(lesson: Lesson, number: int) -> list[tuple[str, ...]]:
    """What counts of a paper: the text of each answer, for each question."""
    kept = lesson.kept
    seat = next(one.seat for one in seats_of(lesson.store, kept) if one.seat.number == number)
    return [tuple(given.typed["points"] for given in work.given) for work in work_of(kept.session, seat)]


@pytest.mark.parametrize(
    ("paper", "answers"),
    [
        pytest.param(Paper("A1", {0: {"points": "20"}, 1: {"points": "5"}}), [("20",), ("5",)], id="another answer"),
        pytest.param(Paper("A1", {0: {"points": "19"}}), [("19",), ()], id="no answer after all"),
        pytest.param(Paper("A1", {}), [(), ()], id="nothing after all"),
        pytest.param(Paper("A2", {0: {"points": "19"}, 1: {"points": "5"}}), [("19",), ("5",)], id="another sheet"),
        pytest.param(Paper("A2", {1: {"points": "7"}}), [(), ("7",)], id="another sheet with other answers"),
    ],
)
def test_a_correction_counts_instead_and_what_was_there_stays_in_the_file(
    store: Store, paper: Paper, answers: list[tuple[str, ...]]
) -> None:
    lesson = begin_lesson(store, Pace.PAPER, variants=("A1", "A2"))
    add_papers(store, lesson.key, PAPERS, new_write("desk"))
    before = store.database.execute("SELECT id, typed FROM class_work ORDER BY id").fetchall()
    write = new_write("desk")
    kept = correct_paper(store, lesson.key, 1, paper, write)
    assert correct_paper(store, lesson.key, 1, PAPERS[0], write) == kept == lesson.kept, "the same form once more"
    assert answers_of(lesson, 1) == answers
    assert papers_of(store, kept)[0].answers == paper.typed
    assert papers_of(store, kept)[0].seat.variant == paper.variant
    assert answers_of(lesson, 2) == [(), ("19",)]
    after = store.database.execute("SELECT id, typed FROM class_work ORDER BY id").fetchall()
    assert after[: len(before)] == before
    assert kept.pupils == 3


def test_correcting_nothing_adds_nothing(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    before = add_papers(store, lesson.key, PAPERS[:1], new_write("desk")).kept
    assert correct_paper(store, lesson.key, 1, PAPERS[0], new_write("desk")) == before


def test_a_paper_is_corrected_back_and_forth_but_not_without_end(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(1), new_write("desk"))
    for time in range(MOST_WORK - 1):
        correct_paper(store, lesson.key, 1, pile(1, points=str(time % 2))[0], new_write("desk"))
    with pytest.raises(TooMuchWork):
        correct_paper(store, lesson.key, 1, pile(1, points="7")[0], new_write("desk"))
    assert answers_of(lesson, 1)[0] == (str((MOST_WORK - 2) % 2),)


def test_a_paper_is_set_aside_and_counted_again(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(1, 2, 3), new_write("desk"))
    versions = [lesson.kept.version]
    for aside, left in ((True, [1, 3]), (True, [1, 3]), (False, [1, 2, 3])):
        kept = set_paper_aside(store, lesson.key, 2, aside=aside)
        assert numbers_of(lesson) == left
        assert [one.aside for one in papers_of(store, kept)] == [False, aside, False]
        versions.append(kept.version)
    assert versions[0] < versions[1] == versions[2] < versions[3], "whoever watches is told"
    assert next_paper(store, lesson.kept) == 4


def test_a_paper_is_not_counted_again_where_there_is_no_room(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    add_papers(store, lesson.key, pile(1), new_write("desk"))
    set_paper_aside(store, lesson.key, 1, aside=True)
    add_papers(store, lesson.key, pile(*range(1, MOST_SEATS + 1)), new_write("desk"))
    with pytest.raises(ClassFull):
        set_paper_aside(store, lesson.key, 1, aside=False)


def test_the_last_pile_is_undone_and_no_other(store: Store) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    assert last_pile(store, lesson.kept) is None
    add_papers(store, lesson.key, pile(1, 2), new_write("desk"))
    add_papers(store, lesson.key, pile(2, 3), new_write("desk"))
    set_paper_aside(store, lesson.key, 4, aside=True)
    assert last_pile(store, lesson.kept) == Pile(3, 5, 1)
    assert undo_pile(store, lesson.key, 1)[1] == 0, "there is a later one"
    assert undo_pile(store, lesson.key, 3)[1] == 1
    assert undo_pile(store, lesson.key, 3)[1] == 0, "pressed twice"
    assert numbers_of(lesson) == [1, 2]
    assert last_pile(store, lesson.kept) == Pile(1, 2, 2)


MENDING: dict[str, Callable[[Store, str, int], object]] = {
    "correct": lambda store, key, number: correct_paper(store, key, number, PAPERS[0], new_write("desk")),
    "set aside": lambda store, key, number: set_paper_aside(store, key, number, aside=True),
    "count again": lambda store, key, number: set_paper_aside(store, key, number, aside=False),
}


@pytest.mark.parametrize("name", MENDING)
def test_only_papers_of_the_teacher_s_own_class_are_mended(store: Store, name: str) -> None:
    lesson, phones = begin_lesson(store, Pace.PAPER), begin_lesson(store, Pace.TEST)
    add_papers(store, lesson.key, PAPERS[:1], new_write("desk"))
    phones.join("token")
    mend = MENDING[name]
    for number in (0, 2, -1, 2**40):
        with pytest.raises(PaperNotFound):
            mend(store, lesson.key, number)
    with pytest.raises(NotNow):
        mend(store, phones.key, 1)
    with pytest.raises(ClassNotFound):
        mend(store, lesson.code, 1)
    with pytest.raises(NotNow):
        undo_pile(store, phones.key, 1)


@pytest.mark.parametrize("papers", BAD_PAPERS.values(), ids=BAD_PAPERS)
def test_of_a_correction_that_cannot_be_nothing_is_kept(store: Store, papers: Sequence[Paper]) -> None:
    lesson = begin_lesson(store, Pace.PAPER)
    before = add_papers(store, lesson.key, PAPERS[:1], new_write("desk")).kept
    with pytest.raises(AnswersRefused):
        correct_paper(store, lesson.key, 1, papers[0], new_write("desk"))
    assert lesson.kept == before
