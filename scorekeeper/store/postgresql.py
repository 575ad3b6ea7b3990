"""The store on a PostgreSQL server, shared by any number of apps, for more games than one machine can serve.

Each thread has its own connection. A write locks the row that it changes before it reads it. For a new row, a unique id
shows that another write came first: then the write raises `LostRace` and runs again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import Any, Final, Self

import psycopg
from psycopg import errors

from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import NotAStore, OtherRelease, StepFailed, StoreBusy, StoreFailed, StoreUnusable
from scorekeeper.store.migrations import all_steps
from scorekeeper.store.postgresql_connection import (
    AGAIN,
    CALM,
    LOCK_PATIENCE,
    SILENCE,
    Connection,
    Reach,
    connected,
    first_line,
)

CHANNEL: Final = "scorekeeper"
"""The name of the notices by which servers tell each other what has changed."""


class PostgresqlStore(Store):
    """All games in one PostgreSQL database."""

    def __init__(self, address: str, silence: float = CALM) -> None:
        super().__init__(address)
        self._silence, self._speaks, self._connects = silence, Reach(), Reach()
        self._is_ready, self._getting_ready = False, Lock()

    @classmethod
    def open_server(cls, address: str, *, serving: bool = False) -> Self:
        """Open it as described at `open_store`."""
        store = cls(address, SILENCE if serving else CALM)
        try:
            store._get_ready()
        except StoreUnusable as trouble:
            store.close()
            if not (serving and trouble.passes):
                raise
            store.waits_for = trouble
        return store

    def _get_ready(self) -> None:
        """Make or upgrade the tables, at the first use after the server answers."""
        if not self._getting_ready.acquire(timeout=0.1):  # there are few threads, and other requests need no database
            raise StoreBusy(f"{self.name} is being upgraded. Try again in a minute.")
        try:
            database = self._own
            if not self._is_ready and not database.in_transaction:
                with database.transaction("BEGIN"):
                    database.check_version()
                    _bring_up_to_date(database, self.name)
                self._is_ready, self.waits_for = True, None
        finally:
            self._getting_ready.release()

    def check(self) -> None:
        self.database.execute("SELECT max(id) FROM games").fetchone()

    def explained(self) -> AbstractContextManager[None]:
        return nullcontext()  # every statement explains itself

    @contextmanager
    def read(self) -> Iterator[Connection]:
        database = self.database
        if database.in_transaction:
            yield database
            return
        with database.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield database

    @contextmanager
    def write(self, *, wait: bool = True) -> Iterator[Connection]:
        database = self.database
        if database.in_transaction:
            database.execute("SAVEPOINT inner_write")
            try:
                yield database
                database.execute("RELEASE inner_write")
            except BaseException:
                database.take_back("ROLLBACK TO inner_write; RELEASE inner_write")
                raise
            return
        with database.transaction("BEGIN", LOCK_PATIENCE):
            if not wait:
                database.execute("SET LOCAL lock_timeout = '1ms'")
            yield database

    def ring(self, topic: str) -> None:
        self.database.execute("SELECT pg_notify(?, ?)", [CHANNEL, topic])

    def hear_others(self) -> None:
        Thread(target=self._hear, name="hears other servers", daemon=True).start()

    def _hear(self) -> None:
        """Ring for each notice of the database, as long as there is a store: this server's own too."""
        while True:
            with suppress(psycopg.Error), connected(str(self.address), CALM) as database:
                database.execute(f"LISTEN {CHANNEL}")
                self.bell.ring_all()  # for the changes before this connection
                for notice in database.notifies():
                    self.bell.ring(notice.payload)
            sleep(AGAIN)

    def hold(self, database: Database, table: str, column: str, value: Any) -> None:
        database.execute(f"SELECT 1 FROM {table} WHERE {column} = ? FOR UPDATE", [value])

    def number_on(self, database: Database, table: str) -> None:
        newest = f"(SELECT max(id) FROM {table})"
        database.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce({newest}, 1), {newest} > 0)")

    @property
    def database(self) -> Connection:
        if not self._is_ready:
            self._get_ready()
        return self._own

    @property
    def _own(self) -> Connection:
        """This thread's connection."""
        connection: Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = Connection(str(self.address), self.name, self._silence, self._speaks, self._connects)
            self._mine.connection = connection
            self._open.add(connection)
        return connection

    @property
    def in_transaction(self) -> bool:
        return self._own.in_transaction


# --- tables -----------------------------------------------------------------------------------------------------------

_ITS_WORDS: Final = {
    r"--[^\n]*": "",
    r"\bINTEGER PRIMARY KEY( AUTOINCREMENT)?": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    r"\bINTEGER\b": "BIGINT",
    r"\bBLOB\b": "BYTEA",
    r"\bTEXT\b(?! COLLATE)": 'TEXT COLLATE "C"',
    r"\) STRICT(, WITHOUT ROWID)?;": ");",
    r"datetime\((\w+)\) IS NOT NULL": r"\1::timestamptz IS NOT NULL",
    r"json_valid\((\w+)\)": r"\1::json IS NOT NULL",
    r"json_type\((\w+)\)": r"json_typeof(\1::json)",
}
"""SQLite's words for tables, and PostgreSQL's."""

_TABLES: Final = re.compile(r"CREATE (?:UNIQUE )?(?:TABLE|INDEX) .*?;", re.DOTALL)

# Read at import, so that a database that answers later gets the tables of the running release.
_SCRIPTS: Final = [
    Path(__file__).with_name(f"{name}.sql").read_text("utf-8") for name in ("games", "exercises", "classes")
]
_OWN_SCRIPT: Final = Path(__file__).with_name("postgresql.sql").read_text("utf-8")


def in_its_words(sql: str) -> str:
    """A SQLite statement for tables, translated to PostgreSQL."""
    for theirs, ours in _ITS_WORDS.items():
        sql = re.sub(theirs, ours, sql)
    return sql


def tables_sql() -> str:
    """The statements that make all tables, indexes and triggers."""
    return "\n".join([*_TABLES.findall(in_its_words("\n".join(_SCRIPTS))), _OWN_SCRIPT])


class _InTheFilesWords:
    """A connection for the steps of migrations.py, which translates them from SQLite."""

    def __init__(self, database: Connection) -> None:
        self._database = database

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> psycopg.Cursor[Any]:
        return self._database.execute(in_its_words(sql), parameters)


_MADE_WITH: Final = 5
"""Number of first steps that every database has, because the first release for PostgreSQL included them."""


def _bring_up_to_date(database: Connection, name: str) -> None:
    """Make all tables, or run the missing steps, in the caller's transaction.

    Raises OtherRelease for tables of a newer release, NotAStore for another program's, and StepFailed.
    """
    if _missing(database, name) == []:
        return
    # If other apps start at once, they wait here and find the work done. A step may take long.
    database.wait_long()
    database.execute("SELECT pg_advisory_xact_lock(20261121)")
    missing = _missing(database, name)
    if missing is None:
        database.execute(tables_sql())
        database.execute("CREATE TABLE schema_steps (name TEXT PRIMARY KEY)")
        for step in all_steps():
            _note(database, step.name)
    else:
        for step in missing:
            _do(database, name, step)


def _missing(database: Connection, name: str) -> list[Any] | None:
    """The missing steps; None if there are no tables. Raises OtherRelease and NotAStore."""
    rows = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    steps, tables = all_steps(), {table for (table,) in rows}
    if not tables:
        return None
    if "schema_steps" not in tables:
        raise NotAStore(
            f"{name} has tables from another program ({', '.join(sorted(tables)[:5])}). Choose another one."
        )
    done = {step for (step,) in database.execute("SELECT name FROM schema_steps").fetchall()}
    unknown = done - {step.name for step in steps}
    too_old = {step.name for step in steps[:_MADE_WITH]} - done
    if unknown or too_old:
        raise OtherRelease(
            f"{name} was made by {'a newer' if unknown else 'another'} version of Scorekeeper (it differs in "
            f"{', '.join(sorted(unknown or too_old))}). Nothing was changed. Install that version or a later one, or "
            "choose another database."
        )
    return [step for step in steps if step.name not in done]


def _do(database: Connection, name: str, step: Any) -> None:
    """Run one step. Raises StepFailed if the tables don't fit it; problems with the server pass unchanged."""
    try:
        step.fn(_InTheFilesWords(database))  # which asks for no more than statements
        _note(database, step.name)
    except (StoreBusy, StoreFailed) as error:
        if isinstance(error.__cause__, errors.IntegrityError):  # and no other app that came first
            raise StepFailed(name, step.name, first_line(error.__cause__)) from error
        raise
    except Exception as error:
        raise StepFailed(name, step.name, first_line(error)) from error


def _note(database: Connection, step: str) -> None:
    database.execute("INSERT INTO schema_steps (name) VALUES (?)", [step])
