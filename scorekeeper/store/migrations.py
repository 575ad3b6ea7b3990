"""The upgrade steps for a store's tables, each run once. A released step never changes.

`games.sql`, `exercises.sql` and `classes.sql` define the tables; docs/store.md describes them.

To change the tables, change those files and append a step for existing stores. Both engines run it: use `add_column`
and plain SQLite statements, and `run_own` where PostgreSQL needs its own, as for a trigger. A new file runs all steps,
so a step must skip anything that those files have already made.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database, Migrations

from scorekeeper.store.connection import Database as AnyDatabase
from scorekeeper.store.errors import NotAStore, OtherRelease, StepFailed, StoreFailed, StoreUnusable, explained
from scorekeeper.store.files import backups_of, make_folder, named_when_whole

SET: Final = "scorekeeper"

migrations = Migrations(SET)


def all_steps() -> Sequence[Any]:
    """All steps in their order, each with its ``name`` and ``fn``."""
    with closing(Database(memory=True, execute_plugins=False)) as nothing:
        return migrations.pending(nothing)


_EARLIER: Final = {"schema_1", "m0015_numbers"}
"""Either was the last step of a store whose tables `schema_1.sql` can bring over."""

_REPLACED: Final = (
    *("games", "players", "holes", "layouts", "history", "remarks", "retired_keys", "device_games", "seats"),
    *("houses", "house_versions", "device_houses"),
)
"""Tables of `schema_1` that have changed or are gone."""


@migrations()
def schema_2(database: Database) -> None:
    """Make all tables, or bring over an earlier store and restart its list of steps."""
    if not _is_earlier(database):
        _run(database, "games.sql", "exercises.sql", "classes.sql")
        return
    database.conn.create_function("sha256", 1, lambda text: sha256(text.encode()).hexdigest(), deterministic=True)
    for view in database.view_names():
        database.execute(f"DROP VIEW {view}")
    _call_old(database, _REPLACED)
    _run(database, "games.sql", "schema_1.sql")
    database.execute(f"DELETE FROM {Migrations.migrations_table} WHERE migration_set = ?", [SET])


@migrations()
def deleted_classes_are_not_noted(database: Database) -> None:
    """Drop the lists of deleted classes."""
    database.execute("DROP TABLE IF EXISTS class_remains")
    database.execute("DROP TABLE IF EXISTS deleted_classes")


@migrations()
def classes_are_swapped_whole(database: Database) -> None:
    """Keep a class's state as one value with a version instead of a column for each part."""
    if "phase" in database["classes"].columns_dict:
        _call_old(database, ("classes", "class_seats", "class_tokens", "class_work"))
        _run(database, "classes.sql", "schema_2.sql")


@migrations()
def history_goes_with_its_game(database: Database) -> None:
    """Allow deleting a history only once its game is emptied."""
    database.execute("DROP TRIGGER IF EXISTS history_is_never_cut")
    database.execute(
        """
        CREATE TRIGGER history_is_never_cut BEFORE DELETE ON history
        WHEN (SELECT state FROM games WHERE id = OLD.game) <> '[]' BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END
        """
    )


@migrations()
def games_have_a_name_for_phones(database: Database) -> None:
    """Keep a game's id for phones in a column, because phones name the games they start offline."""
    if "uid" not in database["games"].columns_dict:
        database.execute("ALTER TABLE games ADD COLUMN uid TEXT NOT NULL DEFAULT ''")
        database.execute("CREATE UNIQUE INDEX games_by_uid ON games (uid) WHERE uid <> ''")
    for game, created_at in database.execute("SELECT id, created_at FROM games WHERE uid = ''").fetchall():
        # The id that phones have used so far.
        name = f"{game} {datetime.fromisoformat(created_at).isoformat()}"
        uid = sha256(name.encode()).hexdigest()[:12]
        database.execute("UPDATE games SET uid = ? WHERE id = ?", [uid, game])


@migrations()
def what_was_deleted_can_be_put_back(database: Database) -> None:
    """Record when and on which device a game, class or house was deleted, until it is gone for good."""
    for table in ("games", "houses", "classes"):
        add_column(database, table, "deleted_at TEXT NOT NULL DEFAULT ''")
        add_column(database, table, "deleted_by TEXT NOT NULL DEFAULT ''")
    for table in ("games", "houses"):
        database.execute(f"CREATE INDEX IF NOT EXISTS {table}_deleted ON {table} (deleted_at) WHERE deleted_at <> ''")
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS gone_links (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            what TEXT NOT NULL CHECK (what IN ('game', 'class', 'house'))
        ) STRICT, WITHOUT ROWID;
        """
    )
    run_own(
        database,
        sqlite="DROP TRIGGER IF EXISTS house_versions_are_never_cut",
        postgresql="DROP TRIGGER house_versions_are_never_changed ON house_versions",
    )
    run_own(
        database,
        sqlite="""
        CREATE TRIGGER house_versions_are_never_cut BEFORE DELETE ON house_versions
        WHEN (SELECT rules FROM houses WHERE id = OLD.house) <> '{}' BEGIN
            SELECT RAISE(ABORT, 'a version of a house never changes');
        END
        """,
        postgresql="""
        CREATE TRIGGER house_versions_are_never_changed BEFORE UPDATE ON house_versions
            FOR EACH ROW EXECUTE FUNCTION refuse('a version of a house never changes')
        """,
    )
    run_own(
        database,
        sqlite="",
        postgresql="""
        CREATE FUNCTION refuse_a_cut_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF (SELECT rules <> '{}' FROM houses WHERE id = OLD.house) THEN
                    RAISE EXCEPTION 'a version of a house never changes'
                        USING ERRCODE = 'integrity_constraint_violation';
                END IF;
                RETURN OLD;
            END
        $$
        """,
    )
    run_own(
        database,
        sqlite="",
        postgresql="""
        CREATE TRIGGER house_versions_are_never_cut BEFORE DELETE ON house_versions
            FOR EACH ROW EXECUTE FUNCTION refuse_a_cut_of_versions()
        """,
    )


@migrations()
def games_against_the_phone_are_known(database: Database) -> None:
    """Record which games are practice, because their scores are no one's at a table."""
    add_column(database, "games", "practice INTEGER NOT NULL DEFAULT 0")


# --- helpers for steps ------------------------------------------------------------------------------------------------


def add_column(database: AnyDatabase, table: str, column: str) -> None:
    """Add a column unless the table has it: `add_column(database, "games", "uid TEXT")`."""
    columns = [one[0] for one in database.execute(f"SELECT * FROM {table} LIMIT 0").description]
    if column.split()[0] not in columns:
        database.execute(f"ALTER TABLE {table} ADD COLUMN {column}")


def run_own(database: AnyDatabase, *, sqlite: str, postgresql: str) -> None:
    """Run the statement for this store's engine; "" for none."""
    if statement := sqlite if isinstance(database, Database) else postgresql:
        database.execute(statement)


def _call_old(database: Database, tables: Sequence[str]) -> None:
    """Rename these tables to `old_...` and drop their indexes and triggers, whose names are reused."""
    for kind, name, table in database.execute(
        "SELECT type, name, tbl_name FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('index', 'trigger')"
    ).fetchall():
        if table in tables:
            database.execute(f"DROP {kind} {name}")
    for table in tables:
        database.execute(f"ALTER TABLE {table} RENAME TO old_{table}")


def _run(database: Database, *scripts: str) -> None:
    """Run the statements of these files; sqlite-utils would look for the end of one at every character."""
    for script in scripts:
        statement = ""
        for line in Path(__file__).with_name(script).read_text(encoding="utf-8").splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                database.execute(statement)
                statement = ""


def migrate(database: Database, path: Path) -> None:
    """Run all pending steps or none, after a copy of the file was saved.

    Raises OtherRelease or NotAStore before anything changes.
    """
    # In one transaction, or another process could make the tables between two reads.
    database.execute("BEGIN")
    try:
        check_known(database, path)
        done = not migrations.pending(database)
    finally:
        database.rollback()
    if done:
        return
    # If two processes start at once, the second finds the work done.
    database.execute("BEGIN IMMEDIATE")
    try:
        check_known(database, path)
        pending = migrations.pending(database)
        if pending and migrations.applied(database):
            _keep_copy(path, pending[0].name)
        _apply(database, path)
        database.commit()
    except BaseException:
        database.rollback()
        raise


def _apply(database: Database, path: Path) -> None:
    """Run the pending steps. Raises StepFailed for a step that fails, and StoreUnusable for the file."""
    try:
        with explained(path):
            migrations.apply(database)
    except StoreUnusable:
        raise
    except Exception as error:
        raise StepFailed(str(path), migrations.pending(database)[0].name, str(error)) from error


def check_known(database: Database, path: Path) -> None:
    """Raise OtherRelease for a file of a newer or too old release, and NotAStore for another program's."""
    applied = {migration.name for migration in migrations.applied(database)}
    unknown = sorted(applied - {step.name for step in all_steps()})
    if unknown and not _is_earlier(database):
        raise OtherRelease(
            f"{path} is from a newer version of Scorekeeper or from before the first version (it has "
            f"{', '.join(unknown)}). "
            "Nothing was changed. Install that version or a later one, or start with another file."
        )
    others = set(database.table_names()) - {Migrations.migrations_table, "sqlite_sequence"}
    if others and not applied:
        raise NotAStore(
            f"{path} has tables from another program ({', '.join(sorted(others)[:5])}). Choose another file."
        )


def _is_earlier(database: Database) -> bool:
    return any(migration.name in _EARLIER for migration in migrations.applied(database))


def _keep_copy(path: Path, step: str) -> None:
    """Copy the whole store into its backup folder while the caller blocks other writers.

    It is named after the next step and the day, so that repeated upgrades don't fill the disk. Raises StoreFailed if it
    can't be made, and then there is no upgrade.
    """
    kept = backups_of(path) / f"{path.stem}-before-{step}-{datetime.now(UTC):%Y-%m-%d}.sqlite3"
    try:
        make_folder(kept.parent)
        with named_when_whole(kept, instead=True) as draft:
            # With a separate connection, because the caller's is in a transaction.
            before = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
            with closing(before):
                before.execute("VACUUM INTO ?", [str(draft)])
    except (OSError, sqlite3.OperationalError) as error:
        raise StoreFailed(
            f"{path} wasn't upgraded, because no copy could be saved at {kept} ({error}). "
            "Make room there or let Scorekeeper write there, then start again."
        ) from error
