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
