"""The file is deleted, moved or replaced while the store is open: nothing is acknowledged into nowhere."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store.errors import StoreGone
from scorekeeper.store.opening import open_store
from scorekeeper.tally.changing import change
from tests.store.playing import FIVES, KINGS, Table, begin, new_write


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with one hand entered, in a folder of its own."""
    table = begin(open_store(tmp_path / "games" / "games.sqlite3"))
    table.enter(1, "Ann", FIVES)
    return table


def replaced(file: Path) -> None:
    copy = file.with_name("copy.sqlite3")
    with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
    copy.replace(file)


TAKEN: dict[str, Callable[[Path], object]] = {
    "deleted": lambda file: file.unlink(),
    "moved": lambda file: file.rename(file.with_name("away.sqlite3")),
    "replaced": replaced,
    "with its folder": lambda file: shutil.rmtree(file.parent),
}


@pytest.mark.parametrize("take_away", TAKEN.values(), ids=TAKEN)
def test_nothing_is_acknowledged_that_nobody_would_find(table: Table, take_away: Callable[[Path], object]) -> None:
    store, file = table.store, table.file.path
    edit, repeated, repeated_edit = table.hand(1, "Bo", FIVES), table.write, table.hand(1, "Ann", FIVES, 0)
    take_away(file)
    before = sorted(file.parent.glob("*"))
    with pytest.raises(StoreGone, match="while Scorekeeper had it open"):
        change(store, table.key, [edit], new_write())
    with pytest.raises(StoreGone):  # nor what was acknowledged before, as if it were still kept
        change(store, table.key, [repeated_edit], repeated)
    assert table.entry(1, "Ann") == FIVES  # readers continue as long as possible
    assert table.entry(1, "Bo") is None
    assert sorted(file.parent.glob("*")) == before
    store.close()


def test_a_file_that_was_put_back_is_the_one(table: Table) -> None:
    file = table.file.path
    away = file.with_name("away.sqlite3")
    file.rename(away)
    with pytest.raises(StoreGone):
        table.enter(1, "Bo", KINGS)
    away.rename(file)
    table.enter(1, "Bo", KINGS)
    assert table.entry(1, "Bo") == KINGS
    table.store.close()
