"""Classes that were deleted after a backup stay deleted for whoever goes back to it, and no others are lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.store import ClassNotFound, Store, back_up, delete_class, find_class, restore
from tests.store.backups import NOW, opened
from tests.store.schooling import begin_lesson


def test_a_class_that_was_deleted_since_stays_deleted(store: Store, tmp_path: Path) -> None:
    gone, stays = begin_lesson(store), begin_lesson(store)
    trace = gone.join("token").seat.name.encode()
    gone_key, stays_key = gone.key, stays.key
    copy = tmp_path / "copy.sqlite3"
    back_up(store, copy)
    delete_class(store, gone.key)
    young = begin_lesson(store).key
    store.close()
    done = restore(copy, store.path, replace=True, now=NOW)
    assert done.forgotten == 1
    with opened(store.path) as again:
        for key in (gone_key, young):
            with pytest.raises(ClassNotFound):
                find_class(again, key)
        assert find_class(again, stays_key).key == stays_key
    assert trace not in store.path.read_bytes()
    assert done.replaced is not None
    with opened(done.replaced) as before:
        assert find_class(before, young).key == young


def test_going_back_is_taken_back_with_every_class(store: Store, tmp_path: Path) -> None:
    """Although the store that was in between has given their numbers to others, and deleted one that both had."""
    copy = tmp_path / "friday.sqlite3"
    both = begin_lesson(store).key
    back_up(store, copy)
    keys = [begin_lesson(store).key for _ in range(2)]
    store.close()
    done = restore(copy, store.path, replace=True, now=NOW)
    with opened(store.path) as between:
        for _ in range(3):
            begin_lesson(between)
        delete_class(between, both)
    assert done.replaced is not None
    assert restore(done.replaced, store.path, replace=True, now=NOW).forgotten == 1
    with opened(store.path) as again:
        assert [find_class(again, key).key for key in keys] == keys
        with pytest.raises(ClassNotFound):
            find_class(again, both)


def test_a_deletion_is_known_for_a_year(store: Store) -> None:
    first, second = begin_lesson(store).key, begin_lesson(store).key
    delete_class(store, first)
    noted = "SELECT count(*), min(length(digest)), min(deleted_on) = date('now') FROM deleted_classes"
    assert store.database.execute(noted).fetchone() == (1, 32, 1)
    with store.write() as database:
        database.execute("UPDATE deleted_classes SET deleted_on = date('now', '-367 days')")
    delete_class(store, second)
    assert store.database.execute(noted).fetchone() == (1, 32, 1)
