"""Going back to a backup: all of it or nothing, only when told, and what it replaces is kept."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import (
    NotAStore,
    OtherRelease,
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreUnusable,
    back_up,
    restore,
)
from scorekeeper.store.soundness import check_whole, is_whole
from tests.store.backups import NOW, before_baseline, names, opened
from tests.store.damaging import make_newer, no_file_above
from tests.store.playing import FIVES, KINGS, Table


@pytest.fixture
def copy(table: Table, tmp_path: Path) -> Path:
    """A backup in which Ann has fives; in the store she has kings since, and nobody uses it."""
    table.enter(1, "Ann", FIVES)
    to = tmp_path / "stick" / "copy.sqlite3"
    to.parent.mkdir()
    back_up(table.store, to)
    table.enter(1, "Ann", KINGS)
    table.store.close()
    return to


def test_a_store_is_replaced_only_when_told_and_then_kept(table: Table, copy: Path) -> None:
    path, bytes_of_copy = table.store.path, copy.read_bytes()
    path.chmod(0o640)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        restore(copy, path, now=NOW)
    assert path.read_bytes() == before
    done = restore(copy, path, replace=True, now=NOW)
    assert done.replaced == path.with_name("games-replaced-2026-11-22-093000.sqlite3")
    assert names(path.parent) == {path.name, done.replaced.name, "stick"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "whoever could use it before can use it now"
    assert copy.read_bytes() == bytes_of_copy
    assert names(copy.parent) == {copy.name}
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == FIVES
    with opened(done.replaced) as store:
        assert Table(store, table.key).entry(1, "Ann") == KINGS
    again = restore(done.replaced, path, replace=True, now=NOW)
    assert again.replaced == path.with_name("games-replaced-2026-11-22-093000-2.sqlite3")
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == KINGS


def test_what_an_administrator_puts_there_is_the_server_user_s(
    table: Table, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    def chown(file: Path, user: int, group: int, **_: object) -> None:
        given[file.name.split(".")[1]] = (user, group)

    monkeypatch.setattr(os, "chown", chown)
    path = table.store.path
    owner = path.stat()
    restore(copy, path, replace=True, now=NOW)
    restore(copy, path.with_name("other.sqlite3"), now=NOW)
    assert given == {"games": (owner.st_uid, owner.st_gid), "other": (owner.st_uid, owner.st_gid)}


def test_what_lay_in_the_log_goes_along_with_the_store_and_not_into_the_new_one(table: Table, copy: Path) -> None:
    path = table.store.path
    log = path.with_name(f"{path.name}-wal")
    with opened(path) as store:  # as after kill -9: the last entry is in the log alone
        Table(store, table.key).enter(2, "Ann", FIVES)
        files = {file: file.read_bytes() for file in (path, log)}
    for file, content in files.items():
        file.write_bytes(content)
    assert log.stat().st_size > 0
    done = restore(copy, path, replace=True, now=NOW)
    assert not log.exists()
    with opened(path) as store:
        assert Table(store, table.key).entry(2, "Ann") is None
    assert done.replaced is not None
    with opened(done.replaced) as store:
        assert Table(store, table.key).entry(2, "Ann") == FIVES


@pytest.mark.parametrize("is_there", [True, False], ids=["damaged", "removed"])
@pytest.mark.parametrize("ending", ["wal", "journal"])
def test_what_lies_beside_a_lost_store_does_not_get_into_the_new_one(
    table: Table, copy: Path, ending: str, is_there: bool
) -> None:
    path = table.store.path
    beside = path.with_name(f"{path.name}-{ending}")
    left = _half_done(path, ending)
    path.write_text("Dear diary") if is_there else path.unlink()
    beside.write_bytes(left)
    done = restore(copy, path, replace=True, now=NOW)
    assert (done.replaced is not None) is is_there
    assert not beside.exists()
    if not (is_there and ending == "journal"):  # that one SQLite takes back as it looks at the old file
        assert path.with_name(f"games-replaced-2026-11-22-093000.sqlite3-{ending}").read_bytes() == left
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == FIVES
    assert is_whole(path)


def _half_done(path: Path, ending: str) -> bytes:
    """What SQLite has beside the file in the middle of a change, which it would do, or take back, as it is opened."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {'WAL' if ending == 'wal' else 'DELETE'}").fetchall()
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE spilt AS SELECT * FROM history")
        connection.execute("DELETE FROM layouts")
        if ending == "wal":
            connection.execute("COMMIT")
        left = path.with_name(f"{path.name}-{ending}").read_bytes()
        if ending == "journal":
            connection.execute("ROLLBACK")
    assert left
    return left


def test_what_another_program_enters_in_the_last_moment_goes_along_with_the_store(
    table: Table, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that knows of no lock, after the store was set aside and before the other has its name."""
    path = table.store.path
    log, left, replace = path.with_name(f"{path.name}-wal"), _half_done(path, "wal"), Path.replace

    def late(draft: Path, target: Path) -> Path:
        log.write_bytes(left)
        return replace(draft, target)

    monkeypatch.setattr(Path, "replace", late)
    done = restore(copy, path, replace=True, now=NOW)
    assert not log.exists()
    assert path.with_name("games-replaced-2026-11-22-093000.sqlite3-wal").read_bytes() == left
    assert is_whole(path)
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == FIVES
    assert done.replaced is not None
    check_whole(done.replaced, thorough=False)


def test_a_store_that_somebody_uses_stays(table: Table, copy: Path) -> None:
    path = table.store.path
    assert table.entry(1, "Ann") == KINGS  # and the connection stays open
    with pytest.raises(StoreBusy, match="another program has"):
        restore(copy, path, replace=True, now=NOW, patience=0.05)
    assert table.entry(1, "Ann") == KINGS
    assert names(path.parent) == {path.name, f"{path.name}-wal", f"{path.name}-shm", "stick"}


def _text(copy: Path) -> None:
    copy.write_text("Dear diary, today we played Golf. " * 100)


def _other_program(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE recipes (title)")


def _index_without_table(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'history_of_games'").fetchone()
    content = bytearray(copy.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\x0a" + bytes(4095)  # a page of an index without anything in it
    copy.write_bytes(content)


def _torn(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE layouts SET player = 99")
        connection.commit()


@pytest.mark.parametrize(
    ("spoil", "error", "said"),
    [
        pytest.param(lambda copy: copy.unlink(), StoreFailed, "is not there", id="missing"),
        pytest.param(lambda copy: copy.write_bytes(b""), NotAStore, "empty", id="empty"),
        pytest.param(_text, NotAStore, "no store", id="text"),
        pytest.param(lambda copy: os.truncate(copy, copy.stat().st_size // 2), NotAStore, "damaged", id="half of it"),
        pytest.param(_other_program, NotAStore, "another program", id="another program's"),
        pytest.param(make_newer, OtherRelease, "newer release", id="newer"),
        pytest.param(_index_without_table, NotAStore, "damaged", id="an index without its rows"),
        pytest.param(_torn, NotAStore, "refer to", id="torn references"),
    ],
)
def test_a_backup_that_is_none_changes_nothing(
    table: Table, copy: Path, spoil: Callable[[Path], object], error: type[StoreUnusable], said: str
) -> None:
    spoil(copy)
    path = table.store.path
    before, around = path.read_bytes(), names(path.parent)
    with pytest.raises(error, match=said):
        restore(copy, path, replace=True, now=NOW)
    assert path.read_bytes() == before
    assert names(path.parent) == around


def test_a_disk_without_room_for_the_backup_is_told_and_not_the_backup(table: Table, copy: Path) -> None:
    path = table.store.path
    table.store.close()
    before, around = path.read_bytes(), names(path.parent)
    size = f"{copy.stat().st_size / 1_000_000:.1f} MB"
    with no_file_above(100_000), pytest.raises(StoreFull, match=size) as full:
        restore(copy, path, replace=True, now=NOW)
    assert str(full.value).startswith(f"there is no room in {path.parent} for what is in {copy}")
    assert "Nothing was changed" in str(full.value)
    assert path.read_bytes() == before
    assert names(path.parent) == around
    restore(copy, path, replace=True, now=NOW)


def test_a_store_cannot_be_restored_from_itself(table: Table, copy: Path) -> None:
    path = table.store.path
    with pytest.raises(StoreFailed, match="itself"):
        restore(path, path, replace=True, now=NOW)
    assert copy.exists()
    with opened(path) as store:
        assert Table(store, table.key).entry(1, "Ann") == KINGS


def test_a_backup_of_before_the_baseline_is_brought_over_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    assert restore(before_baseline(tmp_path / "old.sqlite3"), path, now=NOW).contents.games == 5
    with opened(path) as store:
        assert Table(store, "edit-key-of-old-game").entry(1, "Ann") == FIVES
