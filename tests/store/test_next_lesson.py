"""Lessons that follow one another: how they start, what they keep of each other, and the goal of the class."""

from datetime import timedelta

import pytest

from scorekeeper.rules import score
from scorekeeper.school.classes.class_session import Goal, NotNow, Pace
from scorekeeper.school.classes.kept_classes import (
    HOMEWORK,
    JOINING,
    KEPT_FOR,
    ClassMovedOn,
    ClassNotFound,
    KeptClass,
    delete_class,
    earlier_lessons,
    erase_class,
    find_class,
    find_class_by_code,
    forget_old_classes,
    set_goal,
)
from scorekeeper.school.classes.next_lesson import grown, start_next_lesson
from scorekeeper.school.classes.seats import JoinRefused, name_of_last_time, names_for, seats_of
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from tests.store.playing import new_write
from tests.store.schooling import RIGHT, Lesson, answer, begin_lesson

WRONG = "23"
"""19 if a pair of twos is worth what it shows."""


def first_lesson(store: Store, pace: Pace = Pace.TEST) -> tuple[Lesson, str]:
    """An ended lesson of one student with a wrong answer and a right one, and that student's name."""
    lesson = begin_lesson(store, pace)
    seat = lesson.join("token")
    lesson.work(1, "token", answer(WRONG), "w1")
    lesson.work(1, "token", answer(RIGHT[1], 1), "w2")
    lesson.lead("end")
    return lesson, seat.name


def next_of(store: Store, lesson: Lesson, write: Write | None = None, *, homework: bool = False) -> KeptClass:
    return start_next_lesson(store, lesson.key, write or new_write("desk"), homework=homework)


def test_the_next_lesson_has_own_hands_and_a_new_worksheet_of_the_same_kind(store: Store) -> None:
    lesson, name = first_lesson(store)
    before, kept = lesson.kept, next_of(store, lesson)
    assert (kept.session.pace, kept.session.phase, kept.label) == (Pace.PRACTICE, "open", before.label)
    assert kept.session.own is not None
    assert set(kept.session.own.by_name) == {name}
    assert kept.set_code != before.set_code
    assert (kept.session.questions.house, kept.session.questions.size) == (
        before.session.questions.house,
        before.session.questions.size,
    )
    assert kept.session.size == 3 + before.session.size
    assert find_class(store, kept.key) == kept
    assert find_class_by_code(store, kept.code).session == kept.session
    assert Lesson(store, kept.key).lead("lock").session.own == kept.session.own


@pytest.mark.parametrize(("homework", "joins"), [(False, JOINING), (True, HOMEWORK)])
def test_homework_is_a_next_lesson_that_stays_open(store: Store, homework: bool, joins: timedelta) -> None:
    lesson, _ = first_lesson(store)
    kept = next_of(store, lesson, homework=homework)
    assert (kept.is_homework, kept.joins_until) == (homework, kept.made_at + joins)


def test_the_same_write_starts_one_next_lesson(store: Store) -> None:
    lesson, _ = first_lesson(store)
    write = new_write("desk")
    kept = next_of(store, lesson, write)
    assert next_of(store, lesson, write) == kept
    with pytest.raises(IdReused):
        next_of(store, lesson, write, homework=True)


def test_nothing_follows_a_lesson_that_goes_on_or_is_gone(store: Store) -> None:
    lesson = begin_lesson(store)
    with pytest.raises(NotNow):
        next_of(store, lesson)
    delete_class(store, lesson.key, new_write("desk"))
    with pytest.raises(ClassNotFound):
        next_of(store, lesson)


def test_a_student_has_the_name_of_last_time_and_no_one_else_is_offered_it(store: Store) -> None:
    lesson, name = first_lesson(store)
    following = Lesson(store, next_of(store, lesson).key)
    kept = following.kept
    assert not any(name in names_for(store, kept, str(seed)) for seed in range(50))
    assert name_of_last_time(store, kept, f"  {name.upper()} ") == name
    assert name_of_last_time(store, kept, "Brave") == ""
    seat = following.join("another token", name)
    assert seat.name == name
    assert kept.session.own is not None
    assert kept.session.own.of(seat) == kept.session.own.by_name[name]
    assert name_of_last_time(store, kept, name) == "", "it is in use now"
    with pytest.raises(JoinRefused):
        following.join("a third token", name)


def test_what_has_grown_is_told_at_the_end(store: Store) -> None:
    lesson, name = first_lesson(store)
    following = Lesson(store, next_of(store, lesson).key)
    seat = following.join("another token", name)
    kept = following.kept
    assert kept.session.own is not None
    for index, layout in enumerate(kept.session.own.of(seat)):
        right = score(layout, kept.session.questions.house).total
        following.work(1, "another token", answer(str(right), index), f"w{index}")
    assert grown(store, following.kept, seats_of(store, following.kept)) is None
    kept = following.lead("end")
    found = grown(store, kept, seats_of(store, kept))
    assert found is not None
    assert [(one.before, one.now) for one in found.rules] == [(1, 0)]
    assert [(one.name, one.again) for one in found.students] == [(name, False)]
    assert (found.before.share, found.now.share) == (50, 100)


def test_the_hands_outlast_the_last_lesson_and_nothing_else_does(store: Store) -> None:
    lesson, name = first_lesson(store)
    following = Lesson(store, next_of(store, lesson).key)
    following.join("another token", name)
    kept = following.lead("end")
    assert list(earlier_lessons(store, kept)) == [lesson.kept]
    delete_class(store, lesson.key, new_write("desk"))
    assert list(earlier_lessons(store, kept)) == []
    assert grown(store, kept, seats_of(store, kept)) is None
    assert following.kept.session.own == kept.session.own


def test_a_student_who_missed_a_lesson_is_still_known(store: Store) -> None:
    lesson, name = first_lesson(store)
    second = Lesson(store, next_of(store, lesson).key)
    second.lead("end")
    third = next_of(store, second)
    assert [one.id for one in earlier_lessons(store, third)] == [second.kept.id, lesson.kept.id]
    assert set(third.session.last_names) == {name}
    assert [one.key for one in earlier_lessons(store, find_class_by_code(store, third.code))] == ["", ""]


def test_each_lesson_is_forgotten_after_its_own_thirty_days(store: Store) -> None:
    lesson, _ = first_lesson(store)
    later = Write("later", "desk", lesson.kept.made_at + timedelta(days=20))
    following = next_of(store, lesson, later)
    forget_old_classes(store, lesson.kept.made_at + KEPT_FOR)
    assert list(earlier_lessons(store, find_class(store, following.key))) == []
    forget_old_classes(store, later.at + KEPT_FOR)
    with pytest.raises(ClassNotFound):
        find_class(store, following.key)


def test_a_first_lesson_follows_nothing(store: Store) -> None:
    kept = begin_lesson(store).kept
    assert (kept.follows, kept.session.own, kept.session.goal) == (0, None, None)
    assert list(earlier_lessons(store, kept)) == []


@pytest.mark.parametrize(
    ("back", "erased", "kept_name"),
    [
        pytest.param(False, False, False, id="who did not come back is forgotten with the last lesson"),
        pytest.param(False, True, False, id="also when the teacher deletes that for good"),
        pytest.param(True, False, True, id="who came back keeps hands and name until this lesson's own day"),
    ],
)
def test_a_name_goes_on_the_day_that_its_student_was_told(
    store: Store, back: bool, erased: bool, kept_name: bool
) -> None:
    lesson, name = first_lesson(store)
    later = Write("later", "desk", lesson.kept.made_at + timedelta(days=20))
    second = Lesson(store, next_of(store, lesson, later).key)
    if back:
        second.join("another token", name, later.at)
    second.lead("end")
    third = next_of(store, second, Write("later still", "desk", later.at))
    if erased:
        delete_class(store, lesson.key, new_write("desk"))
        assert erase_class(store, lesson.key, new_write("desk"))
    else:
        forget_old_classes(store, lesson.kept.made_at + KEPT_FOR)
    for kept in (second.kept, find_class(store, third.key)):
        assert list(kept.session.last_names) == ([name] if kept_name else [])
        assert kept.session.own is not None
        assert len(kept.session.own.others) > 1
    states = [state for (state,) in store.database.execute("SELECT state FROM classes").fetchall()]
    assert all((name in state) is kept_name for state in states)


# --- the goal ---------------------------------------------------------------------------------------------------------


def test_a_goal_is_set_once_and_only_on_what_the_teacher_saw(store: Store) -> None:
    lesson, write = begin_lesson(store), new_write("desk")
    seen = lesson.kept.version
    for _ in range(2):  # a button pressed twice
        kept = set_goal(store, lesson.key, 100, seen, write)
        assert (kept.session.goal, kept.version) == (Goal(100), seen + 1)
    with pytest.raises(ClassMovedOn):
        set_goal(store, lesson.key, 50, seen, new_write("desk"))
    assert lesson.lead("lock").session.goal == Goal(100)
    assert set_goal(store, lesson.key, 0, lesson.kept.version, new_write("desk")).session.goal is None


@pytest.mark.parametrize(
    ("wanted", "before", "after"),
    [
        pytest.param(100, 30, Goal(100, before=31), id="what is left of it"),
        pytest.param(25, 0, Goal(25, before=1), id="right answers of the first lesson"),
        pytest.param(25, 24, None, id="reached"),
    ],
)
def test_a_goal_goes_on_next_lesson_until_it_is_reached(
    store: Store, wanted: int, before: int, after: Goal | None
) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    lesson.work(1, "token", answer(RIGHT[0]), "w1")
    _had_before(store, lesson, wanted, before)
    lesson.lead("end")
    kept = next_of(store, lesson)
    assert kept.session.goal == after
    if after is not None:
        changed = set_goal(store, kept.key, 200, kept.version, new_write("desk"))
        assert changed.session.goal == Goal(200, after.before)


def _had_before(store: Store, lesson: Lesson, wanted: int, before: int) -> None:
    """Give the class a goal with right answers of earlier lessons."""
    state = store.database.execute("SELECT state FROM classes WHERE id = ?", [lesson.kept.id]).fetchone()[0]
    with store.write() as database:
        goal = state.replace('"label"', f'"goal":[{wanted},{before}],"label"')
        database.execute("UPDATE classes SET state = ? WHERE id = ?", [goal, lesson.kept.id])
