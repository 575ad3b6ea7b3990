"""The next upgrade step, on a file and on a database: done once, completely or not at all, with parallel starts.

`postgresql_1.sql` is what the first release for PostgreSQL made: tables, and a game in which two hands were entered.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest
from sqlite_utils import Database

from scorekeeper.store import migrations as steps
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import OtherRelease, StepFailed, StoreFailed
from scorekeeper.store.opening import open_store
from scorekeeper.tally.history import history
from tests.postgresql import Cluster
from tests.store.playing import FIVES, Table, begin, points
from tests.store.steps import NAMES, add_step

STEP = "games_have_a_mood"


def mood(database: Any) -> None:
    """A column, in words that both engines understand, and a trigger, in words of each."""
    steps.add_column(database, "games", "mood TEXT NOT NULL DEFAULT 'calm' CHECK (length(mood) > 0)")
    database.execute("UPDATE games SET mood = ? WHERE id = ?", ["merry", 1])
    steps.run_own(
        database,
        sqlite="""
            CREATE TRIGGER moods_stay BEFORE UPDATE OF mood ON games BEGIN SELECT RAISE(ABORT, 'moods stay'); END
        """,
        postgresql="""
            CREATE TRIGGER moods_stay BEFORE UPDATE OF mood ON games FOR EACH ROW EXECUTE FUNCTION refuse('moods stay')
        """,
    )


Step = Callable[[Any], None]


@pytest.fixture
def next_release(monkeypatch: pytest.MonkeyPatch) -> Callable[[Step], None]:
    """A release whose list of steps has one more."""

    def install(step: Step) -> None:
        add_step(monkeypatch, STEP, step)

    return install


def done_in(store: Store) -> list[str]:
    """The steps that a store says it had."""
    of_file = isinstance(store.database, Database)
    table = "_sqlite_migrations" if of_file else "schema_steps"
    return sorted(name for (name,) in store.database.execute(f"SELECT name FROM {table}").fetchall())


def columns_of_games(store: Store) -> list[str]:
    return [one[0] for one in store.database.execute("SELECT * FROM games").description]


def test_it_is_done_once_and_games_go_on(store: Store, next_release: Callable[[Step], None]) -> None:
    table = begin(store)
    table.enter(1, "Ann", FIVES)
    next_release(mood)
    for _ in range(2):
        with closing(open_store(store.address)) as upgraded:
            assert done_in(upgraded) == sorted([*NAMES, STEP])
            again = Table(upgraded, table.key)
            assert again.entry(1, "Ann") == FIVES
            assert upgraded.database.execute("SELECT id, mood FROM games").fetchall() == [(1, "merry")]
    with closing(open_store(store.address)) as upgraded:
        assert Table(upgraded, table.key).enter(1, "Bo", points(7)).kept.version == 3
        assert begin(upgraded).kept.version == 1
        assert upgraded.database.execute("SELECT mood FROM games WHERE id = 2").fetchone() == ("calm",)


def twice_the_same(database: Any) -> None:
    mood(database)
    database.execute("CREATE UNIQUE INDEX one_game_a_phone ON games (edit_renewed_by)")


def without_such_a_table(database: Any) -> None:
    mood(database)
    database.execute("UPDATE no_such_table SET mood = 1")


def with_our_mistake(database: Any) -> None:
    mood(database)
    raise LookupError("no luck today")


@pytest.mark.parametrize("failing", [twice_the_same, without_such_a_table, with_our_mistake])
def test_one_that_fails_in_the_middle_changes_nothing_and_is_tried_again(
    store: Store, next_release: Callable[[Step], None], failing: Step
) -> None:
    tables = [begin(store), begin(store)]
    before = (done_in(store), columns_of_games(store))
    store.close()
    for _ in range(2):
        next_release(failing)
        with pytest.raises(StepFailed, match=f"^{store.name} wasn't upgraded, .* {STEP} failed .*Nothing was changed"):
            open_store(store.address)
        assert (done_in(store), columns_of_games(store)) == before
        assert [table.kept.version for table in tables] == [1, 1], "the release from before goes on"
        store.close()
    next_release(mood)
    with closing(open_store(store.address)) as upgraded:
        assert done_in(upgraded) == sorted([*NAMES, STEP])
        assert Table(upgraded, tables[0].key).enter(1, "Ann", FIVES).kept.version == 2


def test_servers_that_start_at_once_do_it_once(store: Store, next_release: Callable[[Step], None]) -> None:
    address, runs, ready = store.address, [], Barrier(3)
    begin(store)
    store.close()

    def counted(database: Any) -> None:
        runs.append(1)
        mood(database)

    def start() -> list[str]:
        ready.wait()
        with closing(open_store(address)) as started:
            return done_in(started)

    next_release(counted)
    with ThreadPoolExecutor(3) as servers:
        found = [server.result() for server in [servers.submit(start) for _ in range(3)]]
    assert found == [sorted([*NAMES, STEP])] * 3
    assert len(runs) == 1


# --- a database alone -------------------------------------------------------------------------------------------------


@pytest.fixture
def first(cluster: Cluster) -> str:
    """The address of a database as the first release for PostgreSQL left it."""
    address = cluster.new_database()
    with psycopg.connect(address) as connection:
        connection.execute(Path(__file__).with_name("postgresql_1.sql").read_bytes())
    return address


CATALOGS = (
    """
    SELECT table_name, ordinal_position, column_name, data_type, collation_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2
    """,
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    """
    SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2
    """,
)


def made_of(store: Store) -> list[list[tuple[Any, ...]]]:
    """Every column, index, trigger and constraint."""
    return [store.database.execute(catalog).fetchall() for catalog in CATALOGS]


def test_a_database_of_the_first_release_becomes_what_a_new_one_is(first: str, cluster: Cluster) -> None:
    with closing(open_store(first)) as upgraded, closing(cluster.new_store()) as new:
        assert done_in(upgraded) == sorted(NAMES)
        assert made_of(upgraded) == made_of(new)
        table = Table(upgraded, "edit-key-of-the-game-kept")
        assert (table.entry(1, "Ann"), table.entry(1, "Bo")) == (FIVES, points(-3))
        table.enter(1, "Cy", points(12))
        table.undo()
        assert table.entry(1, "Cy") is None
        assert [change.kind for change in history(upgraded, table.key)] == ["undo", "hand", "hand", "hand", "created"]


def test_a_lost_connection_in_the_middle_is_told_as_one(
    first: str, cluster: Cluster, next_release: Callable[[Step], None]
) -> None:
    def cut_off(database: Any) -> None:
        mood(database)
        cluster.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{first.split('/')[-1]}'")
        mood(database)

    next_release(cut_off)
    with pytest.raises(StoreFailed, match="can't be used"):
        open_store(first)
    next_release(mood)
    with closing(open_store(first)) as upgraded:
        assert STEP in done_in(upgraded)
        assert Table(upgraded, "edit-key-of-the-game-kept").entry(1, "Ann") == FIVES


def test_a_release_that_lacks_a_step_refuses_and_says_so(
    first: str, cluster: Cluster, next_release: Callable[[Step], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_release(mood)
    open_store(first).close()
    monkeypatch.undo()
    with pytest.raises(OtherRelease, match=f"by a newer version .* {STEP}"):
        open_store(first)
    cluster.run("DELETE FROM schema_steps WHERE name = 'schema_2'", first.split("/")[-1])
    next_release(mood)
    with pytest.raises(OtherRelease, match=r"by another version .* schema_2"):
        open_store(first)
