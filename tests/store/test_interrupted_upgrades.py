"""An upgrade that is killed or runs out of disk leaves the old file or the new one, and the next start goes on."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from scorekeeper.store import Store, StoreFailed, delete_class, find_game
from scorekeeper.store.backups import forget_in_backups
from scorekeeper.store.migrations import migrate, migrations
from scorekeeper.store.restoring import restore
from tests.store.backups import before_baseline
from tests.store.playing import NOON

STEPS = 1  # of SQLite, between two looks at whether it is time
EARLIER_STEPS = 15


def prepared(folder: Path) -> Path:
    path = before_baseline(folder / "games.sqlite3")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode = wal").fetchone() == ("wal",)
    return path


def steps_in(path: Path) -> list[str]:
    """The migrations that a file says it had."""
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]


def upgraded(path: Path, at_look: Callable[[], object]) -> None:
    """Bring the file up to date, looking up every few steps of SQLite."""

    def look() -> int:
        at_look()
        return 0

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_progress_handler(look, STEPS)
        migrate(Database(connection), path)


@dataclass
class Death:
    """Kills this process when it was called so often."""

    looks: int

    def __call__(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            os.kill(os.getpid(), signal.SIGKILL)


def in_a_child(work: Callable[[], None]) -> int:
    """Do that in a process of its own; how it ended, as ``os.waitpid`` tells it."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def check_whole(path: Path) -> None:
    """The file is old or new, its copy is the old one, and the next start goes on."""
    assert steps_in(path) == ["schema_1"] or len(steps_in(path)) == EARLIER_STEPS
    store = Store.open(path)
    assert not migrations.pending(store.database)
    assert store.database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    game = find_game(store, "edit-key-of-old-game").game
    assert [(result.name, result.score) for one in game.players if (result := game.player_result(1, one))] == [
        ("Ann", 14),
        ("Bo", -3),
    ]
    store.close()
    (copy,) = (path.parent / "backups").glob("*.sqlite3")
    assert copy.name.startswith("games-before-schema_1-")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert len(steps_in(copy)) == EARLIER_STEPS


def test_killed_at_any_moment_it_is_done_by_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    looks = count()
    upgraded(prepared(tmp_path / "whole"), lambda: next(looks))
    number = next(looks)
    for part in (0.05, 0.3, 0.6, 0.98):
        folder = tmp_path / str(part)
        folder.mkdir()
        path = prepared(folder)
        assert in_a_child(partial(upgraded, path, Death(int(number * part)))) == signal.SIGKILL
        check_whole(path)


@pytest.fixture
def next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second step, as the next change of the tables will be one."""

    def schema_2(database: Database) -> None:
        database.execute("CREATE TABLE grown AS SELECT randomblob(5000000) AS content")

    steps = [*migrations._migrations, Migrations._Migration("schema_2", schema_2)]
    monkeypatch.setattr(migrations, "_migrations", steps)


@pytest.mark.usefixtures("next_step")
@pytest.mark.parametrize(
    ("room", "told"),
    [
        # Of the size of the file: what any one file may grow to.
        pytest.param(0.5, "no copy of it as it is could be kept", id="for the copy"),
        pytest.param(1.1, "cannot grow", id="for the upgrade"),
    ],
)
def test_without_room_nothing_changes(room: float, told: str, tmp_path: Path) -> None:
    path = prepared(tmp_path)
    before, said = steps_in(path), tmp_path / "said"

    def start() -> None:
        most = int(path.stat().st_size * room)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        try:
            Store.open(path)
        except StoreFailed as error:
            said.write_text(str(error))

    assert in_a_child(start) == 0
    assert told in said.read_text()
    assert str(path) in said.read_text()
    assert steps_in(path) == before
    assert not list((tmp_path / "backups").glob(".*"))
    check_whole(path)
    assert steps_in(path) == ["schema_1", "schema_2"]


def test_the_next_step_is_the_second(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "games.sqlite3"
    Store.open(path).close()
    request.getfixturevalue("next_step")
    Store.open(path).close()
    assert steps_in(path) == ["schema_1", "schema_2"]
    (copy,) = (tmp_path / "backups").glob("games-before-schema_2-*.sqlite3")
    assert steps_in(copy) == ["schema_1"]


def test_the_copy_is_restored_as_it_is_and_forgets_what_the_store_forgot(tmp_path: Path) -> None:
    path = before_baseline(tmp_path / "games.sqlite3")
    store = Store.open(path)
    delete_class(store, "teacher-key-of-the-class-1")
    forget_in_backups(store)
    store.close()
    (copy,) = (tmp_path / "backups").glob("*.sqlite3")
    assert b"class-write-1" not in copy.read_bytes()
    restore(copy, path, replace=True, now=NOON)
    assert len(steps_in(path)) == EARLIER_STEPS, "for the release before to open"
    with closing(sqlite3.connect(path)) as back:
        assert back.execute("SELECT id FROM classes").fetchall() == [(2,)]
        assert back.execute("SELECT count(*) FROM games").fetchone() == (5,)


def test_a_new_store_and_one_that_is_up_to_date_leave_no_copy(tmp_path: Path) -> None:
    for _ in range(2):
        Store.open(tmp_path / "games.sqlite3").close()
    assert not (tmp_path / "backups").exists()
