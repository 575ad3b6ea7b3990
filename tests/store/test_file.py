"""The file: what SQLite is told, what it refuses, newer files, backups. Only this kind of store has it."""

import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from scorekeeper.store.connection import PATIENCE
from scorekeeper.store.errors import NotAStore, OtherRelease, StoreBusy
from scorekeeper.store.migrations import migrations
from scorekeeper.store.opening import open_store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.sharing import games_of_device, remember_game
from tests.store.damaging import make_newer
from tests.store.playing import FIVES, Table, begin, points

pytestmark = pytest.mark.file_only


def test_every_thread_checks_references_and_commits_to_the_disk(store: SqliteStore) -> None:
    def pragmas() -> list[object]:
        names = ("foreign_keys", "synchronous", "journal_mode")
        return [store.database.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    with ThreadPoolExecutor(1) as other:
        assert pragmas() == other.submit(pragmas).result() == [1, 2, "wal"], (
            "2: a commit returns when it is on the disk"
        )


def test_hands_can_be_read_in_any_browser_of_files(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(1, "Bo", points(-3))
    with closing(sqlite3.connect(table.file.path)) as other:
        named = other.execute("SELECT hole, player, entered FROM readable_hands").fetchall()
        assert named == [(1, "Ann", "5 * 7 / 5 Q K"), (1, "Bo", -3)]
        games = other.execute("SELECT title, house, holes_planned FROM readable_games").fetchall()
        assert games == [("", "Penalty Golf", 9)]
        told = other.execute("SELECT kind, subject, player, before, after FROM readable_history").fetchall()
        assert told[-1] == ("hand", "hand", "Bo", None, -3)


# --- newer and other files --------------------------------------------------------------------------------------------


def test_a_newer_file_is_refused_and_left_alone(store: SqliteStore) -> None:
    begin(store)
    store.close()
    make_newer(store.path)
    before = store.path.read_bytes()
    with pytest.raises(OtherRelease) as found:
        open_store(store.path)
    assert found.value.code == "store.other_release"
    for needed in (str(store.path), "m9999_of", "newer version", "Install"):
        assert needed in str(found.value)
    assert store.path.read_bytes() == before


@pytest.fixture(params=["text", "another program", "damaged"])
def other_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "other.sqlite3"
    if request.param == "text":
        path.write_text("Dear diary, today we played Golf. " * 100)
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (title)")
            connection.commit()
        if request.param == "damaged":
            path.write_bytes(path.read_bytes()[:100] + b"\xff" * 4000)
    return path


def test_a_file_of_something_else_is_refused_and_left_alone(other_file: Path) -> None:
    before = other_file.read_bytes()
    with pytest.raises(NotAStore, match=re.escape(str(other_file))):
        open_store(other_file)
    assert other_file.read_bytes() == before


def test_many_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: open_store(path), range(6)))
    assert not migrations.pending(stores[0].database)
    for store in stores:
        store.close()


def test_a_writer_that_waits_too_long_says_so(table: Table) -> None:
    before = table.kept
    with closing(sqlite3.connect(table.file.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.store.database.execute("PRAGMA busy_timeout = 20")
        with pytest.raises(StoreBusy, match="Another program"):
            table.enter(1, "Ann", FIVES)
        assert table.kept == before  # readers do not wait
    table.enter(1, "Ann", FIVES)
    assert table.entry(1, "Ann") == FIVES


def test_who_looks_at_a_game_never_waits_for_a_writer(table: Table) -> None:
    store = table.file
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = monotonic()
        remember_game(store, "tablet", table.key)
        assert monotonic() - began < PATIENCE / 2, "of the ten seconds that a writer would wait"
        assert not games_of_device(store, "tablet")
    with ThreadPoolExecutor(1) as pool, store.write():
        pool.submit(remember_game, store, "tablet", table.key).result(timeout=PATIENCE / 2)
    assert not games_of_device(store, "tablet")
    remember_game(store, "tablet", table.key)
    assert len(games_of_device(store, "tablet")) == 1
    assert store.database.execute("PRAGMA busy_timeout").fetchone() == (PATIENCE * 1000,)


# --- for its owner alone ----------------------------------------------------------------------------------------------


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds every link there is."""
    with closing(open_store(tmp_path / "games.sqlite3")) as store:
        begin(store)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert "games.sqlite3-wal" in modes
    assert set(modes.values()) == {0o600}
