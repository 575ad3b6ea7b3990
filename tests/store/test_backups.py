"""Backups by hand, and going back to one: whole, private, never over something else, and the same to everybody."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.rules import Entry
from scorekeeper.store import (
    ClassNotFound,
    NewerStore,
    NotAStore,
    Store,
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreUnusable,
    back_up,
    delete_class,
    examine,
    find_class,
    find_game,
    history,
    restore,
)
from scorekeeper.store.soundness import check_whole, is_whole
from tests.serving import heard
from tests.store import club, writer
from tests.store.damaging import make_newer, no_file_above
from tests.store.killing import process
from tests.store.playing import FIVES, KINGS, Table, begin
from tests.store.schooling import begin_lesson

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
OLD = Path(__file__).parent / "old"


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    store = Store.open(path)
    try:
        yield store
    finally:
        store.close()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_everything_is_told_as_before(store: Store, tmp_path: Path) -> None:
    """While another process enters one hand after the other into one of the games."""
    club.fill(store)
    busy = begin(store)
    before, copy = club.told(store, but=busy.key), tmp_path / "copy.sqlite3"
    with process("rounds", str(store.path), busy.key) as forker:
        assert forker.stdin is not None
        forker.stdin.write("1\n")
        forker.stdin.flush()
        pid = int(heard(forker).split()[1])
        for _ in range(20):
            heard(forker)
        first = len(history(store, busy.key))
        contents = back_up(store, copy)
        later = len(history(store, busy.key))
        for _ in range(20):
            heard(forker)
        os.kill(pid, 9)
    assert contents.games == len(club.column(store, "games", "id"))
    assert contents.classes == 2

    elsewhere = tmp_path / "new machine" / "games.sqlite3"
    done = restore(copy, elsewhere, now=NOW)
    assert (done.contents, done.replaced, done.forgotten) == (contents, None, 0)
    with opened(elsewhere) as again:
        assert club.told(again, but=busy.key) == before == club.told(store, but=busy.key)
        assert club.comes_back(again) == club.comes_back(store)
        changes, all_changes = history(again, busy.key), history(store, busy.key)
        assert changes == all_changes[-len(changes) :], "the story up to one moment, with nothing left out"
        assert first <= len(changes) <= later
        last = changes[0].parts[-1]
        assert last.hole is not None
        assert last.player is not None
        hole = find_game(again, busy.key).game.hole(last.hole)
        assert hole is not None
        assert hole.entries[last.player] == Entry(points=writer.value(len(changes) - 1).points)


def test_a_backup_is_one_file_for_its_owner_alone(table: Table, tmp_path: Path) -> None:
    table.enter(1, "Ann", FIVES)
    folder = tmp_path / "stick"
    folder.mkdir()
    back_up(table.store, folder / "copy.sqlite3")
    assert names(folder) == {"copy.sqlite3"}
    assert stat.S_IMODE((folder / "copy.sqlite3").stat().st_mode) == 0o600
    table.enter(1, "Ann", KINGS)
    with opened(folder / "copy.sqlite3") as copy:
        assert Table(copy, table.key).entry(1, "Ann") == FIVES


@pytest.mark.parametrize(
    "put",
    [
        pytest.param(lambda to: to.write_text("holiday"), id="a file"),
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda to: to.symlink_to("nowhere"), id="a link to nothing"),
    ],
)
def test_what_is_there_is_never_overwritten(table: Table, tmp_path: Path, put: Callable[[Path], object]) -> None:
    to = tmp_path / "stick" / "copy.sqlite3"
    to.parent.mkdir()
    put(to)
    before = os.lstat(to)
    with pytest.raises(FileExistsError):
        back_up(table.store, to)
    assert os.lstat(to) == before
    assert names(to.parent) == {"copy.sqlite3"}


def test_of_two_at_once_one_has_the_name(table: Table, tmp_path: Path) -> None:
    to, together = tmp_path / "copy.sqlite3", threading.Barrier(4)

    def attempt(_: int) -> bool:
        together.wait()
        try:
            back_up(table.store, to)
        except FileExistsError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == [False, False, False, True]
    assert is_whole(to)
    assert not [name for name in names(tmp_path) if "partial" in name]


def test_a_place_that_cannot_be_written_is_named(table: Table, tmp_path: Path) -> None:
    to = tmp_path / "no such folder" / "copy.sqlite3"
    with pytest.raises(StoreFailed, match=r"no backup was made at .*copy\.sqlite3: No such file"):
        back_up(table.store, to)


def test_a_file_has_its_name_only_once_it_is_on_the_disk(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "stick" / "copy.sqlite3"
    to.parent.mkdir()
    flushed: list[tuple[int, int, bool]] = []
    fsync = os.fsync

    def seen(opened: int) -> None:
        fsync(opened)
        flushed.append((os.fstat(opened).st_ino, os.fstat(opened).st_size, to.exists()))

    monkeypatch.setattr(os, "fsync", seen)
    back_up(table.store, to)
    file, folder = to.stat(), to.parent.stat()
    assert (file.st_ino, file.st_size, False) in flushed, "all of the file, before it had its name"
    assert flushed[-1][::2] == (folder.st_ino, True), "and then the name"


def test_nothing_of_a_deleted_class_is_copied(store: Store, tmp_path: Path) -> None:
    lesson = begin_lesson(store)
    name = lesson.join("token").seat.name.encode()
    key = lesson.key.encode()
    delete_class(store, lesson.key, later=True)  # the file of the store is not cleaned yet
    back_up(store, tmp_path / "copy.sqlite3")
    copied = (tmp_path / "copy.sqlite3").read_bytes()
    assert name not in copied
    assert key not in copied


# --- going back -------------------------------------------------------------------------------------------------------


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
        pytest.param(make_newer, NewerStore, "newer release", id="newer"),
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


def test_a_backup_of_an_older_release_is_brought_up_to_date_when_it_is_opened(tmp_path: Path) -> None:
    copy, path = tmp_path / "old.sqlite3", tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript((OLD / "m0001_games.sql").read_text(encoding="utf-8"))
    assert restore(copy, path, now=NOW).contents.games == 1
    with opened(path) as store:
        assert Table(store, "edit-key-of-old-game").entry(1, "Ann") == FIVES


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


def test_over_the_store_of_another_machine_no_class_is_lost(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "club.sqlite3"
    key = begin_lesson(store).key
    back_up(store, copy)
    with opened(tmp_path / "new machine" / "games.sqlite3") as tried:
        begin_lesson(tried)
        delete_class(tried, begin_lesson(tried).key)
    assert restore(copy, tried.path, replace=True, now=NOW).forgotten == 0
    with opened(tried.path) as again:
        assert find_class(again, key).key == key


@pytest.mark.parametrize("release", ["m0001_games", "m0011_classes", "m0012_links"])
def test_what_was_deleted_is_known_after_going_back_and_forth(store: Store, tmp_path: Path, release: str) -> None:
    """Also by way of a backup of a release that kept no list of it."""
    copy, old = tmp_path / "copy.sqlite3", tmp_path / "old.sqlite3"
    key = begin_lesson(store).key
    back_up(store, copy)
    delete_class(store, key)
    store.close()
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript((OLD / f"{release}.sql").read_text(encoding="utf-8"))
    assert restore(old, store.path, replace=True, now=NOW).forgotten == 0
    assert [one.key for one in examine(store.path) if not one.is_fine] == []
    assert restore(copy, store.path, replace=True, now=NOW).forgotten == 1


def test_a_deletion_is_known_for_a_year(store: Store) -> None:
    first, second = begin_lesson(store).key, begin_lesson(store).key
    delete_class(store, first)
    noted = "SELECT count(*), min(length(digest)), min(deleted_on) = date('now') FROM deleted_classes"
    assert store.database.execute(noted).fetchone() == (1, 32, 1)
    with store.write() as database:
        database.execute("UPDATE deleted_classes SET deleted_on = date('now', '-367 days')")
    delete_class(store, second)
    assert store.database.execute(noted).fetchone() == (1, 32, 1)
