"""Manual backups: complete, private, never overwriting a file, and restored exactly."""

import os
import stat
from pathlib import Path

import pytest

from scorekeeper.school.classes.kept_classes import delete_class, erase_class
from scorekeeper.store.backups import back_up
from scorekeeper.store.errors import StoreFailed
from scorekeeper.store.restoring import restore
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.history import history
from tests.serving import heard
from tests.store import club
from tests.store.backups import NOW, names, opened
from tests.store.killing import process
from tests.store.playing import FIVES, KINGS, Table, begin, new_write
from tests.store.schooling import begin_lesson

pytestmark = pytest.mark.file_only


@pytest.mark.long
def test_everything_is_as_it_was(store: SqliteStore, tmp_path: Path) -> None:
    """While another process enters one hand after the other into one of the games."""
    club.fill(store)
    busy = begin(store)
    before, copy = club.rows(store, but=busy.kept.id), tmp_path / "copy.sqlite3"
    with process(str(store.path), busy.key) as forker:
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
    elsewhere = tmp_path / "new machine" / "games.sqlite3"
    assert restore(copy, elsewhere, now=NOW) == (contents, None)
    with opened(elsewhere) as again:
        assert club.rows(again, but=busy.kept.id) == before == club.rows(store, but=busy.kept.id)
        changes, all_changes = history(again, busy.key), history(store, busy.key)
        assert changes == all_changes[-len(changes) :], "the story up to one moment, with nothing left out"
        assert first <= len(changes) <= later


def test_a_backup_is_one_file_for_its_owner_alone(table: Table, tmp_path: Path) -> None:
    table.enter(1, "Ann", FIVES)
    folder = tmp_path / "stick"
    folder.mkdir()
    back_up(table.file, folder / "copy.sqlite3")
    assert names(folder) == {"copy.sqlite3"}
    assert stat.S_IMODE((folder / "copy.sqlite3").stat().st_mode) == 0o600
    table.enter(1, "Ann", KINGS)
    with opened(folder / "copy.sqlite3") as copy:
        assert Table(copy, table.key).entry(1, "Ann") == FIVES


def test_what_is_there_is_never_overwritten(table: Table, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "a file").write_text("holiday")
    (folder / "a folder").mkdir()
    (folder / "a link").symlink_to("nowhere")
    before = {to: os.lstat(to) for to in folder.iterdir()}
    for to in before:
        with pytest.raises(StoreFailed, match="already exists"):
            back_up(table.file, to)
    assert {to: os.lstat(to) for to in folder.iterdir()} == before


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
    back_up(table.file, to)
    file, folder = to.stat(), to.parent.stat()
    assert (file.st_ino, file.st_size, False) in flushed, "all of the file, before it had its name"
    assert flushed[-1][::2] == (folder.st_ino, True), "and then the name"


def test_nothing_of_a_deleted_class_is_copied(store: SqliteStore, tmp_path: Path) -> None:
    lesson = begin_lesson(store)
    name = lesson.join("token").name.encode()
    key = lesson.key.encode()
    delete_class(store, lesson.key, new_write("desk"))
    erase_class(store, lesson.key, new_write("desk"))
    back_up(store, tmp_path / "copy.sqlite3")
    copied = (tmp_path / "copy.sqlite3").read_bytes()
    assert name not in copied
    assert key not in copied
