"""One thread's connection to a PostgreSQL server, with our own errors and deadlines.

A stopped server or network would keep a client waiting, so each statement has a deadline on the client's side. While
the server is silent, one thread per second tries again and all others fail at once, so that waiting threads don't block
everyone else.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from scorekeeper.store.connection import PATIENCE, LostRace
from scorekeeper.store.errors import NotAStore, StoreAway, StoreBusy, StoreFailed, StoreFull, StoreUnusable

OLDEST: Final = 15
"""The oldest supported PostgreSQL."""

LOCK_PATIENCE: Final = PATIENCE / 2
"""Seconds that a statement can wait for other writers."""

CALM: Final = 45.0
"""Seconds of silence that a command allows, more than the server's own limit for a statement."""

SILENCE: Final = 1.5
"""Seconds of silence that a running server allows, to answer visitors within two."""

AGAIN: Final = 1.0
"""Seconds between tries to reach a silent server."""

_OPTIONS: Final = (
    f"-c lock_timeout={int(LOCK_PATIENCE)}s -c statement_timeout=30s -c idle_in_transaction_session_timeout=600s"
)

_CAME_FIRST: Final = (
    *(errors.UniqueViolation, errors.ForeignKeyViolation, errors.SerializationFailure, errors.DeadlockDetected),
)
_FULL: Final = (errors.DiskFull, errors.OutOfMemory, errors.ConfigurationLimitExceeded, errors.ProgramLimitExceeded)
_BUSY: Final = (errors.LockNotAvailable, errors.QueryCanceled, errors.TooManyConnections, errors.CannotConnectNow)
_AWAY: Final = (errors.ReadOnlySqlTransaction, errors.OperationalError, psycopg.InterfaceError)

_TO_BE_MENDED: Final = re.compile(
    r"FATAL: .*(does not exist|authentication failed|pg_hba\.conf|not permitted|permission denied)"
    r"|no password supplied|certificate"
)
"""Errors of wrong settings while connecting, for which PostgreSQL has no code. Other errors may pass."""


NO_ANSWER: Final = "it doesn't answer"


class Silent(psycopg.OperationalError):
    """The server didn't answer before the deadline."""


class Reach:
    """Whether the server answers, for all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next_try = 0.0  # 0 while it answers

    def check(self) -> None:
        """Raise Silent if it was silent a moment ago, but let one thread per interval try again."""
        if not self._next_try:
            return
        with self._lock:
            if monotonic() < self._next_try:
                raise Silent(NO_ANSWER)
            if self._next_try:
                self._next_try = monotonic() + AGAIN + SILENCE

    def lost(self) -> None:
        with self._lock:
            self._next_try = monotonic() + AGAIN

    def found(self) -> None:
        self._next_try = 0.0


def _within(steps: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    """The steps of psycopg, which wakes every tenth of a second, up to a deadline.

    Raises Silent. An answer that has already come is still used, because the delay may be ours.
    """
    until = monotonic() + seconds
    try:
        asked = next(steps)
        while True:
            ready = yield asked
            if not ready and monotonic() > until:
                raise Silent(NO_ANSWER)
            asked = steps.send(ready)
    except StopIteration as done:
        return done.value


class _Impatient(psycopg.Connection[Any]):
    """A connection that gives up on a silent server."""

    connects_within = inf
    patience = inf

    @classmethod
    def _connect_gen(cls, *args: Any, **kwargs: Any) -> Any:
        # psycopg's own `connect_timeout` is at least two seconds.
        return _within(super()._connect_gen(*args, **kwargs), cls.connects_within)

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        return super().wait(_within(gen, self.patience), *args, **kwargs)


@lru_cache
def _kind(seconds: float) -> type[_Impatient]:
    """The class of connections with that limit for connecting, in seconds."""
    return type("_Impatient", (_Impatient,), {"connects_within": seconds})


def connected(address: str, seconds: float) -> _Impatient:
    """A new connection. Raises Silent."""
    hosts = conninfo_to_dict(address).get("host") or ""
    made = _kind(seconds / len(str(hosts).split(","))).connect(  # hosts are tried one after another
        address, autocommit=True, connect_timeout=5, options=_OPTIONS, tcp_user_timeout=10_000, keepalives_idle=20
    )
    made.prepare_threshold = 2
    return made


class Connection:
    """One thread's connection, made at the first use and remade after it breaks."""

    _connection: _Impatient | None = None

    def __init__(self, address: str, name: str, silence: float, speaks: Reach, connects: Reach) -> None:
        self._address, self._name = address, name
        self._silence, self._speaks, self._connects = silence, speaks, connects
        self._patience = silence
        self.in_transaction = False  # also if the connection has broken

    @contextmanager
    def transaction(self, begin: str, waits: float = 0.0) -> Iterator[None]:
        """Commit everything at the end, or nothing. Statements may wait that many seconds for other writers."""
        self.execute(begin)
        self.in_transaction = True
        self._patience = self._silence + waits
        try:
            yield
            if self.execute("COMMIT").statusmessage != "COMMIT":  # a statement failed without an error
                raise StoreFailed(f"{self._name} didn't save the change.")
        except BaseException:
            self.take_back("ROLLBACK")
            raise
        finally:
            self.in_transaction = False
            self._patience = self._silence

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> psycopg.Cursor[Any]:
        """Run one statement. Outside a transaction, a broken connection is replaced first.

        Raises LostRace, StoreUnusable, and psycopg's error for our own mistakes.
        """
        used_before = self._connection
        try:
            return self._executed(sql, parameters)
        except psycopg.Error as error:
            if used_before and used_before.closed and not self.in_transaction and not isinstance(error, Silent):
                with suppress(psycopg.Error):
                    return self._executed(sql, parameters)
            trouble = self._trouble(error)
            if trouble is None:
                raise
            raise trouble from error

    def _executed(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None) -> psycopg.Cursor[Any]:
        if not self.in_transaction:
            self._speaks.check()
            if self._connection is None or self._connection.closed:
                self._connect()
        if self._connection is None:
            raise psycopg.InterfaceError("the store was closed")
        self._connection.patience = self._patience
        try:
            done = self._connection.execute(_its_own(sql) if parameters else sql.encode(), parameters)
        except Silent:
            self._connection.close()  # its last statement may or may not have run
            self._speaks.lost()
            raise
        self._speaks.found()
        return done

    def _connect(self) -> None:
        self._connects.check()
        self._connection = None
        try:
            self._connection = connected(self._address, min(self._silence, 5.0))
        except Silent:
            self._connects.lost()
            raise
        self._connects.found()

    def take_back(self, undo: str) -> None:
        """Undo uncommitted changes. If that fails, close the connection, so that the server does it."""
        if self._connection is not None:
            try:
                self._connection.execute(undo.encode())
            except psycopg.Error:
                self._connection.close()

    def wait_long(self) -> None:
        """Wait without limit until the transaction ends."""
        self._patience = inf
        self.execute(f"SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '{int(CALM)}s'")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()

    def check_version(self) -> None:
        """Raise StoreFailed for a server that is too old."""
        (number,) = self.execute("SHOW server_version").fetchone() or ("0",)
        if int(number.split(".")[0]) < OLDEST:
            raise StoreFailed(f"{self._name} runs PostgreSQL {number}. Scorekeeper needs {OLDEST} or newer.")

    def _trouble(self, error: psycopg.Error) -> StoreUnusable | None:
        said = first_line(error)
        if isinstance(error, _CAME_FIRST):
            return LostRace("Others kept changing this at the same time. Try again.")
        if isinstance(error, _FULL):
            return StoreFull(f"{self._name} can't grow: {said}. Make room there.")
        if isinstance(error, _BUSY):
            return StoreBusy(f"{self._name} is busy: {said}.")
        if isinstance(error, errors.UndefinedTable | errors.UndefinedColumn):
            return NotAStore(f"{self._name} doesn't have the tables of this version ({said}).")
        is_setting = self._connection is None and (
            _TO_BE_MENDED.search(str(error)) or isinstance(error, psycopg.ProgrammingError)
        )
        if is_setting or isinstance(error, errors.InsufficientPrivilege):
            return StoreFailed(f"{self._name} can't be used: {said}.")
        if isinstance(error, _AWAY):
            return StoreAway(f"{self._name} can't be used: {said}.")
        return None


def first_line(error: BaseException) -> str:
    """The first line of an error's message."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@lru_cache(maxsize=512)
def _its_own(sql: str) -> bytes:
    """A statement with psycopg's placeholders."""
    return re.sub(r":(\w+)", r"%(\1)s", sql.replace("?", "%s")).encode()
