"""A store with earlier tables is upgraded completely or left unchanged, whenever it is interrupted.

`schema_1.sql` is from the last release with those tables: years of a club, some from before teams.
"""

import json
import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper import houses
from scorekeeper.houses import thaw
from scorekeeper.school.classes.kept_classes import find_class, lead_class
from scorekeeper.school.classes.seats import seat_of, seats_of
from scorekeeper.school.exercises.kept_sets import find_set
from scorekeeper.school.exercises.sets import to_facts
from scorekeeper.school.practice.kept_practice import practice_of
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import OtherRelease, StoreFailed
from scorekeeper.store.migrations import migrate, migrations
from scorekeeper.store.opening import open_store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.changing import change
from scorekeeper.tally.examination import examine
from scorekeeper.tally.game_errors import LinkRenewed
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.history import history
from scorekeeper.tally.kept_houses import find_own_house
from tests.store.backups import of_schema_1
from tests.store.playing import FIVES, Table, begin, new_write, points
from tests.store.steps import NAMES, add_step

pytestmark = pytest.mark.file_only

EARLIER = ["schema_1"]
LAST_PLAYER = 35


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return of_schema_1(tmp_path / "old.sqlite3")


@pytest.fixture
def upgraded(old: Path) -> Iterator[Store]:
    with closing(open_store(old)) as store:
        yield store


def schema(connection: sqlite3.Connection) -> dict[str, str]:
    """Every table, index, trigger and view, however its text is laid out."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    return {name: "".join(sql.replace('"', "").split()) for name, sql in rows}


def contents(connection: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but the list of steps."""
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '_sqlite_migrations' ORDER BY 1"
    )
    return {
        name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
        for (name,) in tables.fetchall()
    }


def test_it_has_the_tables_of_a_new_one_and_its_games_are_as_their_histories_say(old: Path, store: SqliteStore) -> None:
    with closing(sqlite3.connect(old)) as before:
        rows = contents(before)
    with closing(open_store(old)) as upgraded:
        assert [one.name for one in migrations.applied(upgraded.database)] == NAMES
        assert schema(upgraded.database.conn) == schema(store.database.conn)
        now = contents(upgraded.database.conn)
        assert {name for name, had in rows.items() if had == now.get(name)} == {
            *("device_games", "device_houses", "house_versions", "seats", "sets", "practice"),
            *("class_tokens", "class_work"),
        }
        assert sorted(row[:9] for row in rows["history"]) == sorted(row[:9] for row in now["history"] if row[9] is None)
        for game, edit_key in upgraded.database.execute("SELECT id, edit_key FROM games").fetchall():
            kept = find_game(upgraded, edit_key)
            hands = {(hole, player): version for at, hole, player, _, _, version in rows["layouts"] if at == game}
            assert kept.hand_versions == hands
            for of_game, hole, *_, version in rows["holes"]:
                newest = max([version, *(hands[at] for at in hands if at[0] == hole)])
                assert of_game != game or kept.hole_version(hole) == newest
            assert [kept.house_begun, kept.game.house] == [thaw(text) for text in houses_of(rows["games"], game)]
    (copy,) = (old.parent / "backups").glob("*.sqlite3")
    assert copy.name.startswith(f"old-before-{NAMES[0]}-")
    assert not any(finding.problems for finding in examine(old))


def houses_of(games: list[tuple[Any, ...]], game: int) -> tuple[str, str]:
    """The house that a game of before began with, and the one that it is played by."""
    house, begun = next((row[4], row[11]) for row in games if row[0] == game)
    return begun or house, house


def test_one_of_earlier_tables_still_is_refused_and_left_alone(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE _sqlite_migrations SET name = 'm0014_mending'")
        connection.commit()
    before = old.read_bytes()
    with pytest.raises(OtherRelease, match=r"from before the first version \(it has m0014_mending\)"):
        open_store(old)
    assert old.read_bytes() == before


def test_everything_in_it_is_read_and_goes_on(upgraded: Store) -> None:
    table = Table(upgraded, "edit-key-of-old-game")
    assert (table.entry(1, "Ann"), table.entry(1, "Bo")) == (FIVES, points(-3))
    table.undo()
    assert table.entry(1, "Bo") is None
    change(upgraded, table.key, [table.hand(1, "Bo", FIVES)], new_write())
    assert table.entry(1, "Bo") == FIVES
    with pytest.raises(LinkRenewed):
        find_game(upgraded, "old-view-key-of-cabin-game")
    cabin = Table(upgraded, "edit-key-of-cabin-game")
    assert [one.kind for one in history(upgraded, cabin.key)][:3] == ["rematch", "renewed", "undo"]
    assert cabin.kept.rematch_key == "edit-key-of-rematch-game"
    cabin.seat(*cabin.names, "Eve")
    assert cabin.id("Eve") == LAST_PLAYER + 1, "a new number"
    own = find_own_house(upgraded, "owner-key-of-kitchen-table")
    assert (own.house.name, own.version, own.begun_from) == ("Kitchen table", 2, "worksheet")
    ((sheets,),) = upgraded.database.execute("SELECT sheets FROM sets").fetchall()
    assert practice_of(upgraded, "phone", houses.get("four-card")).rules["value-k"].in_a_row == 1
    assert to_facts(find_set(upgraded, "7k2q m4xp 9trw").questions) == json.loads(sheets)
    live, paper = (find_class(upgraded, f"teacher-key-of-the-class-{number}") for number in (1, 2))
    told = [(one.session.phase, one.session.pace, one.version, one.students, one.label) for one in (live, paper)]
    assert told == [("open", "practice", 2, 2, "Ours"), ("ended", "paper", 4, 1, "")]
    assert lead_class(upgraded, live.key, "pause", 2, new_write("desk")).session.phase == "paused"
    ann, bo = seats_of(upgraded, live)
    assert [dict(one.typed) for one in (*ann.done, *bo.done)] == [{"points": "12"}, {}, {"points": "8"}]
    assert seat_of(upgraded, "ACDEFG", 1, "token-of-ann-" + "x" * 19)[1] == ann


# --- cut off ----------------------------------------------------------------------------------------------------------


def steps_in(path: Path) -> list[str]:
    """The migrations that a file says it had."""
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]


def in_a_child(work: Callable[[], object]) -> int:
    """Do that in a process of its own; how it ended, as ``os.waitpid`` tells it."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def upgrade(path: Path, at_look: Callable[[], object]) -> None:
    """Bring the file up to date, looking up at every step of SQLite."""

    def look() -> int:
        at_look()
        return 0

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_progress_handler(look, 1)
        migrate(Database(connection), path)


def check_done_by_the_next_start(path: Path) -> None:
    """The file is the old one or the new one, its copy is the old one, and the next start goes on."""
    assert steps_in(path) == NAMES or steps_in(path) == EARLIER
    with closing(open_store(path)) as store:
        assert not migrations.pending(store.database)
        assert store.database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert Table(store, "edit-key-of-old-game").entry(1, "Ann") == FIVES
    (copy,) = (path.parent / "backups").glob("*.sqlite3")
    assert copy.name.startswith("old-before-")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert steps_in(copy) == EARLIER


@pytest.mark.long
def test_killed_at_any_moment_it_is_done_by_the_next_start(tmp_path: Path) -> None:
    def file(name: str) -> Path:
        (tmp_path / name).mkdir()
        return of_schema_1(tmp_path / name / "old.sqlite3")

    looks = count()
    upgrade(file("whole"), lambda: next(looks))
    number = next(looks)
    for part in (0.05, 0.3, 0.6, 0.98):
        path, left = file(str(part)), iter(range(int(number * part)))

        def look(left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        assert in_a_child(partial(upgrade, path, look)) == signal.SIGKILL
        check_done_by_the_next_start(path)


def test_without_room_for_a_copy_nothing_changes(old: Path, tmp_path: Path) -> None:
    before, said = steps_in(old), tmp_path / "said"

    def start() -> None:
        most = old.stat().st_size // 2
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        try:
            open_store(old)
        except StoreFailed as error:
            said.write_text(str(error))

    assert in_a_child(start) == 0
    assert "no copy could be saved" in said.read_text()
    assert str(old) in said.read_text()
    assert steps_in(old) == before
    assert not list((tmp_path / "backups").glob(".*"))
    check_done_by_the_next_start(old)


def test_the_next_step_is_one_more_with_a_copy_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def grown(database: Database) -> None:
        database.execute("CREATE TABLE grown (content)")

    path = tmp_path / "games.sqlite3"
    for _ in range(2):
        open_store(path).close()
    assert not (tmp_path / "backups").exists(), "a store that is up to date leaves no copy"
    add_step(monkeypatch, "schema_99", grown)
    open_store(path).close()
    assert steps_in(path) == [*NAMES, "schema_99"]
    (copy,) = (tmp_path / "backups").glob("games-before-schema_99-*.sqlite3")
    assert steps_in(copy) == NAMES


def test_phones_find_a_game_of_before_under_the_name_that_they_know(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(open_store(path)) as store:
        key = begin(store).key
        created_at = find_game(store, key).created_at
        for taken_back in (
            "DROP INDEX games_by_uid",
            "ALTER TABLE games DROP COLUMN uid",
            "DELETE FROM _sqlite_migrations WHERE name = 'games_have_a_name_for_phones'",
        ):
            store.database.execute(taken_back)
    with closing(open_store(path)) as store:
        assert find_game(store, key).uid == sha256(f"1 {created_at.isoformat()}".encode()).hexdigest()[:12]
        assert begin(store).kept.uid != find_game(store, key).uid
