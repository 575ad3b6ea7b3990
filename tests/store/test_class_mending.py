"""What a teacher mends or settles later: how a class is called, and what a device knows of it."""

from __future__ import annotations

import sqlite3

import pytest

from scorekeeper.school.classes import (
    LONGEST_LABEL,
    classes_of_device,
    find_class,
    find_class_by_code,
    start_class,
)
from scorekeeper.school.forgetting import delete_class, forget_classes_and_sets
from scorekeeper.school.kept_sets import find_set, sets_of_device
from scorekeeper.school.session import Pace
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from tests.store.playing import new_write
from tests.store.schooling import KEY_CODE, begin_lesson, keep_set


def test_a_class_has_a_label_that_only_the_teacher_s_link_shows(store: Store) -> None:
    kept_set = keep_set(store)
    write = new_write("desk")
    kept = start_class(store, kept_set, write, pace=Pace.TEST, label="  7b,\u00a0Tuesday ")
    assert kept.label == "7b, Tuesday"
    assert start_class(store, kept_set, write, pace=Pace.TEST, label="7b, Tuesday") == kept
    with pytest.raises(IdReused):
        start_class(store, kept_set, write, pace=Pace.TEST, label="9a")
    assert find_class_by_code(store, kept.code).label == ""
    assert [one.label for one in classes_of_device(store, "desk")] == ["7b, Tuesday"]
    assert classes_of_device(store, "tablet") == ()
    for typed, label in (("x" * 200, "x" * LONGEST_LABEL), ("7\u202eb\x00", "7b")):
        assert start_class(store, kept_set, new_write("desk"), pace=Pace.TEST, label=typed).label == label


def test_nothing_is_left_of_a_label_when_its_class_is_deleted(store: Store) -> None:
    kept = start_class(store, keep_set(store), new_write("desk"), pace=Pace.TEST, label="Zebra class")
    delete_class(store, kept.key)
    assert b"Zebra" not in store.path.read_bytes()


def test_a_device_forgets_its_classes_and_sets_and_no_other_device_does(store: Store) -> None:
    lesson, other = begin_lesson(store, Pace.TEST), begin_lesson(store, Pace.TEST, write=new_write("tablet"))
    forget_classes_and_sets(store, "desk")
    assert (classes_of_device(store, "desk"), sets_of_device(store, "desk")) == ((), ())
    assert [one.key for one in classes_of_device(store, "tablet")] == [other.key]
    assert find_class(store, lesson.key).session == lesson.kept.session
    assert find_set(store, KEY_CODE).may_see_key
    with pytest.raises(sqlite3.IntegrityError), store.write() as database:
        database.execute("UPDATE sets SET sheets = '[]'")
