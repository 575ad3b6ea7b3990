"""The store on a PostgreSQL server, for a host of more tables than one machine carries: any number of apps share it.

Each thread has a connection of its own. A write holds the row of what it changes before it reads anything of it. Where
there is no row yet, a unique id shows that another came first: then it is `Lost` and done again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

import psycopg
from psycopg import errors
from sqlite_utils import Migrations

from scorekeeper.store.connection import PATIENCE, Database, Lost, Store
from scorekeeper.store.errors import (
    NotAStore,
    OtherRelease,
    StepFailed,
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreUnusable,
)
from scorekeeper.store.migrations import migrations

OLDEST: Final = 15
"""The oldest PostgreSQL that is tried."""

_OPTIONS: Final = (
    f"-c lock_timeout={int(PATIENCE / 2)}s -c statement_timeout=30s -c idle_in_transaction_session_timeout=600s"
)

_CAME_FIRST: Final = (
    *(errors.UniqueViolation, errors.ForeignKeyViolation, errors.SerializationFailure, errors.DeadlockDetected),
)
_FULL: Final = (errors.DiskFull, errors.OutOfMemory, errors.ConfigurationLimitExceeded, errors.ProgramLimitExceeded)
_BUSY: Final = (errors.LockNotAvailable, errors.QueryCanceled, errors.TooManyConnections, errors.CannotConnectNow)
_REFUSED: Final = (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege, errors.OperationalError)


class PostgresqlStore(Store):
    """Every game, in the database of a server's address."""

    @classmethod
    def open_server(cls, address: str) -> Self:
        """As `Store.open` does it."""
        store = cls(address)
        try:
            with store.write() as database:
                database.check_version()
                _bring_up_to_date(database, store.name)
        except BaseException:
            store.close()
            raise
        return store

    def check(self) -> None:
        self.database.execute("SELECT max(id) FROM games").fetchone()

    def explained(self) -> AbstractContextManager[None]:
        return nullcontext()  # every statement explains itself

    @contextmanager
    def read(self) -> Iterator[_Connection]:
        database = self.database
        if database.in_transaction:
            yield database
            return
        with database.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield database

    @contextmanager
    def write(self, *, wait: bool = True) -> Iterator[_Connection]:
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
        with database.transaction("BEGIN"):
            if not wait:
                database.execute("SET LOCAL lock_timeout = '1ms'")
            yield database

    def hold(self, database: Database, table: str, column: str, value: Any) -> None:
        database.execute(f"SELECT 1 FROM {table} WHERE {column} = ? FOR UPDATE", [value])

    def number_on(self, database: Database, table: str) -> None:
        newest = f"(SELECT max(id) FROM {table})"
        database.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce({newest}, 1), {newest} > 0)")

    @property
    def database(self) -> _Connection:
        connection: _Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = self._mine.connection = _Connection(str(self.address), self.name)
            self._open.add(connection)
        return connection

    @property
    def in_transaction(self) -> bool:
        return self.database.in_transaction


class _Connection:
    """One thread's connection, made where it is needed first, and anew once it broke."""

    _connection: psycopg.Connection[Any] | None = None

    def __init__(self, address: str, name: str) -> None:
        self._address, self._name = address, name
        self.in_transaction = False  # also of one that broke meanwhile

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """All of it is committed in the end, or nothing."""
        self.execute(begin)
        self.in_transaction = True
        try:
            yield
            if self.execute("COMMIT").statusmessage != "COMMIT":  # a statement failed, and nobody was told
                raise StoreFailed(f"{self._name} did not keep what was written")
        except BaseException:
            self.take_back("ROLLBACK")
            raise
        finally:
            self.in_transaction = False

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> psycopg.Cursor[Any]:
        """Run one statement. Outside of a transaction it may find the connection broken, and is run on a new one.

        Raises Lost, StoreUnusable, and what psycopg says of a statement that is our own mistake.
        """
        used_before = self._connection
        try:
            return self._executed(sql, parameters)
        except psycopg.Error as error:
            if used_before and used_before.closed and not self.in_transaction:
                with suppress(psycopg.Error):
                    return self._executed(sql, parameters)
            trouble = self._trouble(error)
            if trouble is None:
                raise
            raise trouble from error

    def _executed(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None) -> psycopg.Cursor[Any]:
        if not self.in_transaction and (self._connection is None or self._connection.closed):
            self._connection = psycopg.connect(
                self._address, autocommit=True, connect_timeout=5, options=_OPTIONS, tcp_user_timeout=10_000
            )
            self._connection.prepare_threshold = 2
        if self._connection is None:
            raise psycopg.InterfaceError("the store was closed")
        return self._connection.execute(_its_own(sql) if parameters else sql.encode(), parameters)

    def take_back(self, undo: str) -> None:
        """Undo what is not committed. A connection that cannot is given up: then the server does it."""
        if self._connection is not None:
            try:
                self._connection.execute(undo.encode())
            except psycopg.Error:
                self._connection.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()

    def check_version(self) -> None:
        """Raises StoreFailed for a server that is too old."""
        (number,) = self.execute("SHOW server_version").fetchone() or ("0",)
        if int(number.split(".")[0]) < OLDEST:
            raise StoreFailed(f"{self._name} is of PostgreSQL {number}; Scorekeeper needs {OLDEST} or newer")

    def _trouble(self, error: psycopg.Error) -> StoreUnusable | None:
        said = _said(error)
        if isinstance(error, _CAME_FIRST):
            return Lost("others changed this at the same moment, again and again; try again")
        if isinstance(error, _FULL):
            return StoreFull(f"{self._name} cannot grow: {said}; make room there, and it goes on")
        if isinstance(error, _BUSY):
            return StoreBusy(f"{self._name} is kept busy: {said}")
        if isinstance(error, errors.UndefinedTable | errors.UndefinedColumn):
            return NotAStore(f"{self._name} holds no tables of this release ({said})")
        if isinstance(error, (*_REFUSED, psycopg.InterfaceError)):
            return StoreFailed(f"{self._name} cannot be used: {said}")
        return None


@lru_cache(maxsize=512)
def _its_own(sql: str) -> bytes:
    """A statement with the places for values as psycopg writes them."""
    return re.sub(r":(\w+)", r"%(\1)s", sql.replace("?", "%s")).encode()


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
"""How the tables of the file are said in PostgreSQL."""

_TABLES: Final = re.compile(r"CREATE (?:UNIQUE )?(?:TABLE|INDEX) .*?;", re.DOTALL)
_HERE: Final = Path(__file__).parent


def in_its_words(sql: str) -> str:
    """What makes or changes tables of the file, as PostgreSQL says it."""
    for theirs, ours in _ITS_WORDS.items():
        sql = re.sub(theirs, ours, sql)
    return sql


def tables_sql() -> str:
    """The statements that make all tables, indexes and triggers."""
    scripts = [(_HERE / name).read_text(encoding="utf-8") for name in ("games.sql", "exercises.sql", "classes.sql")]
    tables = _TABLES.findall(in_its_words("\n".join(scripts)))
    return "\n".join([*tables, (_HERE / "postgresql.sql").read_text(encoding="utf-8")])


class _InTheFilesWords:
    """A connection for the steps of migrations.py, which are written in SQLite's words."""

    def __init__(self, database: _Connection) -> None:
        self._database = database

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> psycopg.Cursor[Any]:
        return self._database.execute(in_its_words(sql), parameters)


_MADE_WITH: Final = 5
"""The first steps that every database has: the first release for PostgreSQL made its tables as of these."""


def _bring_up_to_date(database: _Connection, name: str) -> None:
    """Make all tables where there are none, or do the steps that are missing: all of it in the caller's transaction.

    Raises OtherRelease for tables of a newer release, NotAStore for those of others, StepFailed.
    """
    # Other apps may start at the same moment: the second one waits, and finds the work done. A step may take long.
    database.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '60s'")
    database.execute("SELECT pg_advisory_xact_lock(20261121)")
    rows = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    steps, tables = migrations._migrations, {table for (table,) in rows}
    if not tables:
        database.execute(tables_sql())
        database.execute("CREATE TABLE schema_steps (name TEXT PRIMARY KEY)")
        for step in steps:
            _note(database, step.name)
        return
    if "schema_steps" not in tables:
        raise NotAStore(f"{name} holds tables of another program ({', '.join(sorted(tables)[:5])}); name another one")
    done = {step for (step,) in database.execute("SELECT name FROM schema_steps").fetchall()}
    unknown = done - {step.name for step in steps}
    too_old = {step.name for step in steps[:_MADE_WITH]} - done
    if unknown or too_old:
        raise OtherRelease(
            f"{name} was made by {'a newer' if unknown else 'another'} release of Scorekeeper (it differs in "
            f"{', '.join(sorted(unknown or too_old))}). Nothing was changed. Install that release or a later one, or "
            "name another database."
        )
    for step in steps:
        if step.name not in done:
            _do(database, name, step)


def _do(database: _Connection, name: str, step: Migrations._Migration) -> None:
    """One step. Raises StepFailed where the tables are not fit for it; trouble with the server is told as it is."""
    try:
        step.fn(_InTheFilesWords(database))  # type: ignore[arg-type]  # which asks for no more than statements
        _note(database, step.name)
    except (StoreBusy, StoreFailed) as error:
        if isinstance(error.__cause__, errors.IntegrityError):  # and no other app that came first
            raise StepFailed(name, step.name, _said(error.__cause__)) from error
        raise
    except Exception as error:
        raise StepFailed(name, step.name, _said(error)) from error


def _note(database: _Connection, step: str) -> None:
    database.execute("INSERT INTO schema_steps (name) VALUES (?)", [step])


def _said(error: BaseException) -> str:
    """The first line of what an error says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
