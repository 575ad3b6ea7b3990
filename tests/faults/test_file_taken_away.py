"""The file is deleted, moved or replaced while the store is open: nothing is acknowledged into nowhere."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store.backups import back_up
from scorekeeper.store.changing import change
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreFailed, StoreGone
from tests.faults.without_rights import without_rights
from tests.store.playing import FIVES, KINGS, Table, begin, new_write


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with one hand entered, in a folder of its own."""
    table = begin(Store.open(tmp_path / "games" / "games.sqlite3"))
    table.enter(1, "Ann", FIVES)
    return table


def deleted(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("away.sqlite3"))


def replaced(file: Path) -> None:
    copy = file.with_name("copy.sqlite3")
    with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
    copy.replace(file)


def with_its_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


@pytest.mark.parametrize("take_away", [deleted, moved, replaced, with_its_folder])
def test_nothing_is_acknowledged_that_nobody_would_find(table: Table, take_away: Callable[[Path], None]) -> None:
    store, file = table.store, table.store.path
    edit, repeated, repeated_edit = table.hand(1, "Bo", FIVES), table.write, table.hand(1, "Ann", FIVES, 0)
    take_away(file)
    before = sorted(file.parent.glob("*"))
    with pytest.raises(StoreGone, match="while Scorekeeper had it open"):
        change(store, table.key, [edit], new_write())
    with pytest.raises(StoreGone):  # nor what was acknowledged before, as if it were still kept
        change(store, table.key, [repeated_edit], repeated)
    assert table.entry(1, "Ann") == FIVES  # whoever only looks goes on as long as may be
    assert table.entry(1, "Bo") is None
    assert sorted(file.parent.glob("*")) == before
    store.close()


@pytest.mark.parametrize("take_away", [deleted, moved, with_its_folder])
def test_no_thread_makes_a_new_file_in_its_place(table: Table, take_away: Callable[[Path], None]) -> None:
    take_away(table.store.path)
    with ThreadPoolExecutor(1) as other, pytest.raises(StoreGone):
        other.submit(lambda: table.names).result()
    with pytest.raises(StoreGone):
        table.store.check()
    assert not table.store.path.exists()
    table.store.close()


def test_a_file_that_was_put_back_is_the_one(table: Table) -> None:
    file = table.store.path
    away = file.with_name("away.sqlite3")
    file.rename(away)
    with pytest.raises(StoreGone):
        table.enter(1, "Bo", KINGS)
    away.rename(file)
    table.enter(1, "Bo", KINGS)
    assert table.entry(1, "Bo") == KINGS
    table.store.close()


def test_a_store_that_was_closed_takes_what_is_there_then(table: Table) -> None:
    file = table.store.path
    copy = file.with_name("copy.sqlite3")
    back_up(table.store, copy)
    Store.open(copy).close()  # as a store is that was in use
    table.enter(1, "Bo", KINGS)
    table.store.close()
    copy.replace(file)
    assert table.entry(1, "Bo") is None
    table.enter(1, "Bo", FIVES)
    table.store.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may look into, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("mode", "cause"), [(0o444, "readonly"), (0o000, "unable to open"), (None, "Permission denied")]
)
def test_a_file_of_somebody_else_is_told(open_folder: Path, mode: int | None, cause: str) -> None:
    """Such as after the folder was copied as another user."""
    file = open_folder / "games" / "games.sqlite3"
    if mode is not None:
        Store.open(file).close()
        file.chmod(mode)

    def serve() -> str:
        try:
            Store.open(file)
        except StoreFailed as error:
            return str(error)
        return "it opened"

    said = without_rights(serve)
    assert str(file) in said
    assert cause in said
