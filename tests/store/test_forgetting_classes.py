"""A class that is deleted, and what was made thirty days ago."""

from datetime import timedelta

import pytest

from scorekeeper.school.classes import (
    KEPT_FOR,
    ClassNotFound,
    class_id,
    classes_of_device,
    delete_class,
    find_class_by_code,
    forget_old_classes,
)
from scorekeeper.school.kept_sets import find_set
from scorekeeper.school.seats import join_class, keep_work, seat_of, seats_of
from scorekeeper.school.session import Pace
from scorekeeper.store.connection import Store
from tests.store.schooling import KEY_CODE, LATER, answer, begin_lesson
from tests.store.test_class_papers import PAPERS, save_papers

TABLES = ("classes", "class_seats", "class_tokens", "class_work")


def rows(store: Store) -> dict[str, int]:
    return {table: store.database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}


def test_what_a_pupil_did_is_overwritten_and_other_classes_stay(store: Store) -> None:
    gone, stays = begin_lesson(store), begin_lesson(store)
    traces = [lesson.join(f"token-{lesson.kept.id}").name.encode() for lesson in (gone, stays)]
    for lesson in (gone, stays):
        lesson.work(1, f"token-{lesson.kept.id}", answer("19"), f"write-{lesson.kept.id}")
    before, seats = rows(store), seats_of(store, stays.kept)
    delete_class(store, gone.key)
    assert seats_of(store, stays.kept) == seats
    assert rows(store) == {table: count // 2 for table, count in before.items()}
    assert not store.database.execute("PRAGMA foreign_key_check").fetchall()
    store.close()
    left = store.path.read_bytes()
    assert [trace in left for trace in traces] == [False, True]


def test_everybody_finds_a_deleted_class_gone_and_the_set_in_its_place(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    key, code, number = lesson.key, lesson.code, lesson.kept.id
    questions = lesson.kept.session.questions
    delete_class(store, key)
    assert class_id(store, key) is None
    assert classes_of_device(store, "desk") == ()
    for ask in (
        lambda: find_class_by_code(store, code),
        lambda: delete_class(store, key),
        lambda: seat_of(store, code, 1, "token"),
        lambda: join_class(store, code, "Bold Ace", "other", LATER),
        lambda: keep_work(store, code, 1, "token", answer("19"), "w1"),
    ):
        with pytest.raises(ClassNotFound):
            ask()
    assert find_set(store, KEY_CODE).questions == questions
    later = begin_lesson(store)
    assert later.kept.id != number, "a number never comes back"


def test_what_is_older_than_thirty_days_is_forgotten(store: Store) -> None:
    old, paper, young = begin_lesson(store), begin_lesson(store, Pace.PAPER), begin_lesson(store)
    old.join("token")
    save_papers(paper, *PAPERS)
    made_at = paper.kept.made_at
    assert forget_old_classes(store, made_at + KEPT_FOR - timedelta(seconds=3)) == 0
    assert rows(store)["classes"] == 3
    assert forget_old_classes(store, made_at + KEPT_FOR) == 2
    assert rows(store) == {**dict.fromkeys(TABLES, 0), "classes": 1}
    assert young.kept.session.phase == "open"
    assert forget_old_classes(store, made_at + KEPT_FOR) == 0
