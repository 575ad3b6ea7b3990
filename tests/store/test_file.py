"""The file: what SQLite is told, what it refuses, newer files, backups. Only this kind of store has it."""

from __future__ import annotations

import re
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from scorekeeper.store import (
    Conflict,
    LinkRenewed,
    NotAStore,
    OtherRelease,
    SettleHole,
    Store,
    StoreBusy,
    StoreFailed,
    StoreUnusable,
    change,
    choose_seat,
    class_tag,
    create_house,
    delete_class,
    find_game,
    find_own_house,
    find_shared_house,
    games_of_device,
    history,
    names_of_device,
    remember_game,
    renew_link,
    seat_of_device,
    seats_of_game,
    state_of,
    undo,
)
from scorekeeper.store.connection import PATIENCE
from scorekeeper.store.migrations import migrations
from tests.store.playing import FIVES, KINGS, PENALTY, Table, begin, new_write, points
from tests.store.schooling import begin_lesson


def test_every_thread_checks_references_and_flushes_with_the_others(store: Store) -> None:
    def pragmas() -> list[object]:
        names = ("foreign_keys", "synchronous", "journal_mode")
        return [store.database.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    with ThreadPoolExecutor(1) as other:
        assert pragmas() == other.submit(pragmas).result() == [1, 1, "wal"]


def test_a_thread_that_ends_closes_its_connection(store: Store) -> None:
    seen = []
    thread = threading.Thread(target=lambda: seen.append(store.database.conn))
    thread.start()
    thread.join()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        seen[0].execute("SELECT 1")


def test_what_was_kept_is_there_after_reopening(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.seat("Cy", "Ann", "Bo", "Di")
    before, changes = table.kept, history(table.store, table.key)
    table.store.close()
    again = Store.open(table.store.path)
    assert find_game(again, table.key) == before
    assert history(again, table.key) == changes
    undo(again, table.key, new_write())
    again.close()
    assert table.names == ["Ann", "Bo", "Cy"]


def test_layouts_can_be_read_in_any_browser_of_files(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(1, "Bo", points(-3))
    with closing(sqlite3.connect(table.store.path)) as other:
        rows = other.execute("SELECT hole, player, cards, points FROM layouts ORDER BY player").fetchall()
        assert rows == [(1, table.id("Ann"), "5 * 7 / 5 Q K", None), (1, table.id("Bo"), None, -3)]
        named = other.execute("SELECT house, hole, player, cards, points FROM readable_layouts").fetchall()
        assert named == [("Penalty", 1, "Ann", "5 * 7 / 5 Q K", None), ("Penalty", 1, "Bo", None, -3)]
        told = other.execute("SELECT kind, subject, player, before, after FROM readable_history").fetchall()
        assert told[-1] == ("hand", "hand", "Bo", None, -3)


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE layouts SET points = 'many', cards = NULL", id="a word for points"),
        pytest.param("UPDATE layouts SET points = 1.5, cards = NULL", id="half a point"),
        pytest.param("UPDATE layouts SET cards = x'00'", id="bytes for cards"),
        pytest.param("UPDATE layouts SET points = 5", id="cards and points"),
        pytest.param("UPDATE layouts SET cards = NULL", id="neither cards nor points"),
        pytest.param("UPDATE layouts SET cards = ''", id="no cards"),
        pytest.param("UPDATE layouts SET version = 0", id="no version"),
        pytest.param("UPDATE layouts SET player = 99", id="an unknown player"),
        pytest.param("UPDATE layouts SET player = (SELECT max(id) FROM players)", id="a player of another game"),
        pytest.param("UPDATE layouts SET hole = 5", id="a hole that has not begun"),
        pytest.param("UPDATE holes SET dealer = 99", id="an unknown dealer"),
        pytest.param("UPDATE holes SET ender = (SELECT max(id) FROM players)", id="an ender of another game"),
        pytest.param("UPDATE holes SET version = 0", id="a hole without version"),
        pytest.param("UPDATE holes SET confirmed = 2", id="more than confirmed"),
        pytest.param("UPDATE holes SET playoff = 'Ann'", id="a playoff that is no list"),
        pytest.param("DELETE FROM holes", id="a hole with hands"),
        pytest.param("DELETE FROM players", id="players with hands"),
        pytest.param("UPDATE players SET name = ''", id="no name"),
        pytest.param("UPDATE players SET joined = 0", id="joined before the first hole"),
        pytest.param("UPDATE players SET team = 0", id="a team before the first"),
        pytest.param("UPDATE players SET team = 'red'", id="a word for a team"),
        pytest.param("UPDATE games SET first_dealer = 99", id="an unknown first dealer"),
        pytest.param("UPDATE games SET edit_key = view_key", id="one link for both"),
        pytest.param("UPDATE games SET edit_key = 'guess'", id="a short link"),
        pytest.param("UPDATE games SET edit_key = 'a-link-without-digest'", id="the digest of another link"),
        pytest.param("UPDATE games SET view_digest = zeroblob(32)", id="a digest of no link"),
        pytest.param("UPDATE games SET edit_digest = NULL, edit_key = 'a-link-without-digest'", id="no digest"),
        pytest.param(
            f"UPDATE games SET edit_digest = '{'a' * 32}', edit_key = 'a-long-enough-key'", id="a text for it"
        ),
        pytest.param(
            "INSERT INTO games SELECT 9, 'a-key-for-edit-9', 'a-key-for-view-9', title, house, holes_planned, "
            "first_dealer, NULL, 1, created_at, changed_at, NULL, NULL, NULL FROM games LIMIT 1",
            id="a game without",
        ),
        pytest.param("UPDATE retired_keys SET digest = NULL", id="an old link without digest"),
        pytest.param("UPDATE houses SET owner_digest = NULL", id="the link of an owner without digest"),
        pytest.param("UPDATE houses SET share_digest = owner_digest", id="the digest of the other link"),
        pytest.param("UPDATE classes SET digest = NULL", id="a teacher's link without digest"),
        pytest.param("UPDATE games SET house = 'penalty'", id="no frozen house"),
        pytest.param("UPDATE games SET house_begun = 'penalty'", id="no frozen house before"),
        pytest.param("UPDATE games SET changed_at = 'yesterday'", id="no moment"),
        pytest.param("UPDATE history SET parts = '[]'", id="history rewritten"),
        pytest.param("DELETE FROM history", id="history cut"),
        pytest.param("UPDATE remarks SET parts = '[]'", id="a remark rewritten"),
        pytest.param("DELETE FROM remarks", id="remarks cut"),
        pytest.param("UPDATE seats SET player = 99", id="the phone of an unknown player"),
        pytest.param(
            "UPDATE seats SET player = (SELECT max(id) FROM players)", id="the phone of another game's player"
        ),
        pytest.param("UPDATE retired_keys SET game = 99", id="a link that was none of a game"),
        pytest.param("INSERT INTO device_games VALUES ('phone', 99, 1)", id="a game that is not there"),
    ],
)
def test_the_file_itself_refuses_what_cannot_be(table: Table, statement: str) -> None:
    table.enter(1, "Ann", FIVES)
    choose_seat(table.store, "phone", table.key, table.id("Ann"))
    renew_link(table.store, table.key, "view", new_write())
    create_house(table.store, PENALTY, new_write())
    begin_lesson(table.store)
    begin(table.store)
    before = table.kept

    def write() -> None:
        with table.store.write() as database:
            database.execute(statement)

    with pytest.raises(sqlite3.IntegrityError):
        write()
    assert table.kept == before


def test_no_table_is_read_from_end_to_end(table: Table) -> None:
    """The time that a page takes does not grow with what others keep."""
    table.enter(1, "Ann", FIVES)
    write, edits = new_write(), [table.hand(1, "Ann", KINGS)]
    lesson = begin_lesson(table.store)
    table.store.close()
    store = Store.open(table.store.path)
    lesson = replace(lesson, store=store)
    statements: list[str] = []
    database = store.database
    database.conn.set_trace_callback(statements.append)
    find_game(store, table.key)
    history(store, table.key, 1)
    games_of_device(store, "phone")
    names_of_device(store, "phone")
    remember_game(store, "tablet", table.key)
    choose_seat(store, "phone", table.key, None)
    seat_of_device(store, "phone", table.kept.id)
    seats_of_game(store, table.key)
    change(store, table.key, edits, write)
    change(store, table.key, edits, write)
    with pytest.raises(Conflict):
        change(store, table.key, [replace(edits[0], entry=FIVES)], new_write())
    change(store, table.key, [SettleHole(1, confirmed=True)], new_write())
    undo(store, table.key, new_write())
    renewal, old = new_write(), table.key
    table.key = renew_link(store, old, "edit", renewal).edit_key
    for key in (table.key, old):
        renew_link(store, key, "edit", renewal)
    with pytest.raises(LinkRenewed):
        find_game(store, old)
    history(store, table.key)
    state_of(store, table.key)
    house = create_house(store, PENALTY, new_write())
    find_own_house(store, house.owner_key)
    find_shared_house(store, house.share_key)
    class_tag(store, lesson.key, is_key=True)
    class_tag(store, lesson.code, is_key=False)
    delete_class(store, lesson.key, later=True)
    database.conn.set_trace_callback(None)
    asked = [one for one in statements if re.match(r"\s*(SELECT|UPDATE|DELETE)", one)]
    assert len(asked) > 10
    for statement in asked:
        plan = " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall())
        assert not re.search(r"SCAN (?!json_each|value)\w+", plan), (statement, plan)
    store.close()


# --- newer and other files --------------------------------------------------------------------------------------------


@pytest.fixture
def newer_file(store: Store) -> Path:
    begin(store)
    store.database.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm9999_clocks', '')"
    )
    store.close()
    return store.path


def test_a_newer_file_is_refused_and_left_alone(newer_file: Path) -> None:
    before = newer_file.read_bytes()
    with pytest.raises(OtherRelease) as found:
        Store.open(newer_file)
    assert found.value.code == "store.other_release"
    for needed in (str(newer_file), "m9999_clocks", "newer release", "Install"):
        assert needed in str(found.value)
    assert newer_file.read_bytes() == before


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
        Store.open(other_file)
    assert other_file.read_bytes() == before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be used"):
        Store.open(tmp_path)


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "games.sqlite3"
    Store.open(path).close()
    assert path.exists()


def test_many_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: Store.open(path), range(6)))
    assert not migrations.pending(stores[0].database)
    for store in stores:
        store.close()


def test_a_writer_that_waits_too_long_says_so(table: Table) -> None:
    before = table.kept
    with closing(sqlite3.connect(table.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.store.database.execute("PRAGMA busy_timeout = 20")
        with pytest.raises(StoreBusy, match="another program"):
            table.enter(1, "Ann", FIVES)
        assert table.kept == before  # readers do not wait
    table.enter(1, "Ann", FIVES)
    assert table.entry(1, "Ann") == FIVES


def test_who_looks_at_a_game_never_waits_for_a_writer(table: Table) -> None:
    store = table.store
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


def test_who_looks_at_a_game_needs_no_leave_to_write(table: Table) -> None:
    table.store.database.execute("PRAGMA query_only = ON")
    remember_game(table.store, "tablet", table.key)
    assert find_game(table.store, table.key) == table.kept


@pytest.mark.parametrize("trouble", [StoreBusy, StoreFailed, NotAStore, OtherRelease])
def test_what_visitors_are_told_of_the_file_is_no_secret(trouble: type[StoreUnusable]) -> None:
    error = trouble("/srv/golf/games.sqlite3 is broken")
    assert "/srv" in str(error)
    assert "/" not in error.for_visitors
    assert "nothing was changed" in error.for_visitors
