"""Going back to a backup: all of it or nothing, only when told, and what it replaces is kept."""

import os
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.store.backups import back_up
from scorekeeper.store.errors import NotAStore, OtherRelease, StoreBusy, StoreFailed, StoreFull, StoreUnusable
from scorekeeper.store.restoring import restore
from tests.store.backups import NOW, names, opened
from tests.store.damaging import make_newer, no_file_above
from tests.store.playing import FIVES, KINGS, Table

pytestmark = pytest.mark.file_only


@pytest.fixture
def copy(table: Table, tmp_path: Path) -> Path:
    """A backup in which Ann has fives, and an unused store in which she has kings."""
    table.enter(1, "Ann", FIVES)
    to = tmp_path / "stick" / "copy.sqlite3"
    to.parent.mkdir()
    back_up(table.file, to)
    table.enter(1, "Ann", KINGS)
    table.store.close()
    return to


def test_a_store_is_replaced_only_when_told_and_then_kept(table: Table, copy: Path) -> None:
    path, bytes_of_copy = table.file.path, copy.read_bytes()
    path.chmod(0o640)
    before = path.read_bytes()
    with pytest.raises(StoreFailed, match="--replace"):
        restore(copy, path, now=NOW)
    assert path.read_bytes() == before
    _, aside = restore(copy, path, replace=True, now=NOW)
    assert aside == path.with_name("games-replaced-2026-11-22-093000.sqlite3")
    assert names(path.parent) == {path.name, aside.name, "stick"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "the same users have access"
    assert copy.read_bytes() == bytes_of_copy
    assert names(copy.parent) == {copy.name}
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == FIVES
    with opened(aside) as store:
        assert Table(store, table.key).entry(1, "Ann") == KINGS
    restore(aside, path, replace=True, now=NOW + timedelta(seconds=1))
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == KINGS


def test_what_lay_in_the_log_goes_along_with_the_store_and_not_into_the_new_one(table: Table, copy: Path) -> None:
    path = table.file.path
    log = path.with_name(f"{path.name}-wal")
    with opened(path) as store:  # as after kill -9: the last entry is in the log alone
        Table(store, table.key).enter(2, "Ann", FIVES)
        files = {file: file.read_bytes() for file in (path, log)}
    for file, content in files.items():
        file.write_bytes(content)
    assert log.stat().st_size > 0
    _, aside = restore(copy, path, replace=True, now=NOW)
    assert not log.exists()
    with opened(path) as store:
        assert Table(store, table.key).entry(2, "Ann") is None
    assert aside is not None
    with opened(aside) as store:
        assert Table(store, table.key).entry(2, "Ann") == FIVES


def test_the_log_of_a_lost_store_does_not_get_into_the_new_one(table: Table, copy: Path) -> None:
    path = table.file.path
    log = path.with_name(f"{path.name}-wal")
    with opened(path) as store:
        with store.write() as database:
            database.execute("UPDATE games SET state = '[]'")
        left = log.read_bytes()
    assert left
    path.unlink()
    log.write_bytes(left)
    restore(copy, path, replace=True, now=NOW)
    assert not log.exists()
    assert path.with_name("games-replaced-2026-11-22-093000.sqlite3-wal").read_bytes() == left
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == FIVES


def test_a_store_that_somebody_uses_stays(table: Table, copy: Path) -> None:
    path = table.file.path
    assert table.entry(1, "Ann") == KINGS  # and the connection stays open
    with pytest.raises(StoreBusy, match="Another program has"):
        restore(copy, path, replace=True, now=NOW, patience=0.05)
    assert table.entry(1, "Ann") == KINGS
    assert names(path.parent) == {path.name, f"{path.name}-wal", f"{path.name}-shm", "stick"}


@pytest.mark.parametrize(
    ("spoil", "error", "said"),
    [
        pytest.param(lambda copy: copy.unlink(), StoreFailed, "doesn't exist", id="missing"),
        pytest.param(lambda copy: os.truncate(copy, copy.stat().st_size // 2), NotAStore, "damaged", id="half of it"),
        pytest.param(make_newer, OtherRelease, "newer version", id="newer"),
    ],
)
def test_a_backup_that_is_none_changes_nothing(
    table: Table, copy: Path, spoil: Callable[[Path], object], error: type[StoreUnusable], said: str
) -> None:
    spoil(copy)
    path = table.file.path
    before, around = path.read_bytes(), names(path.parent)
    with pytest.raises(error, match=said):
        restore(copy, path, replace=True, now=NOW)
    assert path.read_bytes() == before
    assert names(path.parent) == around


def test_a_disk_without_room_for_the_backup_changes_nothing(table: Table, copy: Path) -> None:
    path = table.file.path
    table.store.close()
    before, around = path.read_bytes(), names(path.parent)
    with no_file_above(100_000), pytest.raises(StoreFull, match=f"{path} can't grow"):
        restore(copy, path, replace=True, now=NOW)
    assert path.read_bytes() == before
    assert names(path.parent) == around
    restore(copy, path, replace=True, now=NOW)
