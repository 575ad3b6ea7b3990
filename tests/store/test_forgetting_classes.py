"""What is left of a class that was deleted: nothing, not in the file and not beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.school.classes import KEPT_FOR, ClassNotFound, class_id, classes_of_device, find_class_by_code
from scorekeeper.school.forgetting import delete_class, forget_old_classes
from scorekeeper.school.kept_sets import find_set
from scorekeeper.school.seats import join_class, keep_work, seat_of, seats_of
from scorekeeper.school.session import Pace
from scorekeeper.store import connection
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreBusy
from tests.store.playing import NOON
from tests.store.schooling import KEY_CODE, LATER, Lesson, answer, begin_lesson
from tests.store.test_class_papers import PAPERS, save_papers

TABLES = ("classes", "class_seats", "class_tokens", "class_work", "class_remains")
PUPILS = 40


def rows(store: Store) -> dict[str, int]:
    return {table: store.database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}


def bytes_of(path: Path) -> bytes:
    """Everything that lies on the disk: the file, and the log and index beside it."""
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def filled(*lessons: Lesson) -> list[set[bytes]]:
    """Classes of forty that do six things each by turns, so that rows of all of them lie in the same pages.

    Gives what of each class is to be found in the file.
    """
    store = lessons[0].store
    with store.write():
        for number in range(1, PUPILS + 1):
            for lesson in lessons:
                lesson.join(f"token-{lesson.kept.id}-{number}")
        for round_ in range(6):
            for number in range(1, PUPILS + 1):
                for lesson in lessons:
                    mark = f"{lesson.kept.id}-{number}"
                    lesson.work(number, f"token-{mark}", answer(str(round_)), f"{round_}-write-{mark}-")
    return [
        {
            text.encode()
            for text in (
                *(one.name for one in seats_of(store, lesson.kept)),
                *(f"write-{lesson.kept.id}-{number}-" for number in range(1, PUPILS + 1)),
                *(lesson.key, lesson.code),
            )
        }
        for lesson in lessons
    ]


def test_of_a_deleted_class_no_byte_is_left(store: Store) -> None:
    # They fill pages by turns: then pages are split, and what is not used any more of one holds a copy of its rows.
    gone, *stay = lessons = [begin_lesson(store) for _ in range(4)]
    traces, *kept_traces = filled(*lessons)
    assert all(trace in bytes_of(store.path) for trace in traces.union(*kept_traces))
    before, seats = rows(store), [seats_of(store, lesson.kept) for lesson in stay]
    delete_class(store, gone.key)
    left = bytes_of(store.path)
    assert [trace for trace in traces.difference(*kept_traces) if trace in left] == []
    assert all(trace in left for trace in kept_traces[0].union(*kept_traces))
    assert [seats_of(store, lesson.kept) for lesson in stay] == seats
    assert rows(store) == {table: count * 3 // 4 for table, count in before.items()}
    assert not store.database.execute("PRAGMA foreign_key_check").fetchall()
    store.close()
    again = Store.open(store.path)
    assert [seats_of(again, lesson.kept) for lesson in stay] == seats
    again.close()


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
    filled(old)
    save_papers(paper, *PAPERS)
    made_at = paper.kept.made_at
    assert forget_old_classes(store, made_at + KEPT_FOR - timedelta(seconds=3)) == 0
    assert rows(store)["classes"] == 3
    assert forget_old_classes(store, made_at + KEPT_FOR) == 2
    assert rows(store) == {**dict.fromkeys(TABLES, 0), "classes": 1}
    assert young.kept.session.phase == "open"
    assert b"write-1-" not in bytes_of(store.path)
    assert forget_old_classes(store, made_at + KEPT_FOR) == 0


def test_what_could_not_be_cleaned_at_once_is_cleaned_the_next_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.2)  # is waited out twice
    lesson = begin_lesson(store)
    filled(lesson)
    store.database.execute("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM classes").fetchone()
        delete_class(store, lesson.key)  # for the teacher it is deleted
        with pytest.raises(ClassNotFound):
            find_class_by_code(store, lesson.key)
        assert rows(store)["class_remains"] == 1
        assert b"write-1-" in bytes_of(store.path), "the reader still needs it"
        with pytest.raises(StoreBusy):
            forget_old_classes(store, NOON)
        reader.execute("ROLLBACK")
    store.close()
    again = Store.open(store.path)
    assert forget_old_classes(again, NOON) == 0
    assert rows(again) == dict.fromkeys(TABLES, 0)
    assert b"write-1-" not in bytes_of(store.path)
    again.close()
