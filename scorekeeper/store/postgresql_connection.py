"""One thread's connection to a PostgreSQL server: what the server says in our words, and what if it says nothing.

A server that is stopped, or whose network is, leaves a client waiting for as long as that lasts. So each statement has
a deadline here, on the client's side. While the server is silent one thread in a second tries again, and all others are
told at once: a few waiting threads must not keep everybody else waiting.
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

from scorekeeper.store.connection import PATIENCE, Lost
from scorekeeper.store.errors import NotAStore, StoreAway, StoreBusy, StoreFailed, StoreFull, StoreUnusable

OLDEST: Final = 15
"""The oldest PostgreSQL that is tried."""

LOCK_PATIENCE: Final = PATIENCE / 2
"""Seconds that the server lets a statement wait for what others write."""

CALM: Final = 45.0
"""Seconds of silence that a command bears, beyond what the server itself allows a statement."""

SILENCE: Final = 1.5
"""Seconds of silence that a running server bears, whose visitors are answered within two."""

AGAIN: Final = 1.0
"""Seconds after which somebody tries again whether a silent server speaks."""

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
"""What is said of a wrong setting while a connection is made, where PostgreSQL gives no code. The rest may pass."""


NO_ANSWER: Final = "it does not answer"


class Silent(psycopg.OperationalError):
    """The server said nothing until the deadline."""


class Reach:
    """Whether the server speaks, for all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next_try = 0.0  # or nothing, as long as it speaks

    def check(self) -> None:
        """Raise Silent where it was found silent a moment ago; once in a while let one pass, to try again."""
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
    """The same steps of psycopg, which is woken every tenth of a second, unless they take longer than that.

    Raises Silent. What has come by then is taken all the same: it is no fault of the server's if this process is late.
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
    """A connection that gives a silent server up."""

    connects_within = inf
    patience = inf

    @classmethod
    def _connect_gen(cls, *args: Any, **kwargs: Any) -> Any:
        # psycopg's own `connect_timeout` is two seconds at least.
        return _within(super()._connect_gen(*args, **kwargs), cls.connects_within)

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        return super().wait(_within(gen, self.patience), *args, **kwargs)


@lru_cache
def _kind(seconds: float) -> type[_Impatient]:
    """Connections that are made within so many seconds, or not at all."""
    return type("_Impatient", (_Impatient,), {"connects_within": seconds})


def _connected(address: str, seconds: float) -> _Impatient:
    """A new connection. Raises Silent."""
    hosts = conninfo_to_dict(address).get("host") or ""
    made = _kind(seconds / len(str(hosts).split(","))).connect(  # one host is tried after the other
        address, autocommit=True, connect_timeout=5, options=_OPTIONS, tcp_user_timeout=10_000
    )
    made.prepare_threshold = 2
    return made


class Connection:
    """One thread's connection, made where it is needed first, and anew once it broke."""

    _connection: _Impatient | None = None

    def __init__(self, address: str, name: str, silence: float, speaks: Reach, connects: Reach) -> None:
        self._address, self._name = address, name
        self._silence, self._speaks, self._connects = silence, speaks, connects
        self._patience = silence
        self.in_transaction = False  # also of one that broke meanwhile

    @contextmanager
    def transaction(self, begin: str, waits: float = 0.0) -> Iterator[None]:
        """All of it is committed in the end, or nothing. Its statements may wait so many seconds for others."""
        self.execute(begin)
        self.in_transaction = True
        self._patience = self._silence + waits
        try:
            yield
            if self.execute("COMMIT").statusmessage != "COMMIT":  # a statement failed, and nobody was told
                raise StoreFailed(f"{self._name} did not keep what was written")
        except BaseException:
            self.take_back("ROLLBACK")
            raise
        finally:
            self.in_transaction = False
            self._patience = self._silence

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> psycopg.Cursor[Any]:
        """Run one statement. Outside of a transaction it may find the connection broken, and is run on a new one.

        Raises Lost, StoreUnusable, and what psycopg says of a statement that is our own mistake.
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
            self._connection.close()  # what it was asked last is taken back, or was done: nobody knows
            self._speaks.lost()
            raise
        self._speaks.found()
        return done

    def _connect(self) -> None:
        self._connects.check()
        self._connection = None
        try:
            self._connection = _connected(self._address, min(self._silence, 5.0))
        except Silent:
            self._connects.lost()
            raise
        self._connects.found()

    def take_back(self, undo: str) -> None:
        """Undo what is not committed. A connection that cannot is given up: then the server does it."""
        if self._connection is not None:
            try:
                self._connection.execute(undo.encode())
            except psycopg.Error:
                self._connection.close()

    def wait_long(self) -> None:
        """Bear any silence, and any wait on the server, until the transaction ends."""
        self._patience = inf
        self.execute(f"SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '{int(CALM)}s'")

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
        said = first_line(error)
        if isinstance(error, _CAME_FIRST):
            return Lost("others changed this at the same moment, again and again; try again")
        if isinstance(error, _FULL):
            return StoreFull(f"{self._name} cannot grow: {said}; make room there, and it goes on")
        if isinstance(error, _BUSY):
            return StoreBusy(f"{self._name} is kept busy: {said}")
        if isinstance(error, errors.UndefinedTable | errors.UndefinedColumn):
            return NotAStore(f"{self._name} holds no tables of this release ({said})")
        is_setting = self._connection is None and (
            _TO_BE_MENDED.search(str(error)) or isinstance(error, psycopg.ProgrammingError)
        )
        if is_setting or isinstance(error, errors.InsufficientPrivilege):
            return StoreFailed(f"{self._name} cannot be used: {said}")
        if isinstance(error, _AWAY):
            return StoreAway(f"{self._name} cannot be used: {said}")
        return None


def first_line(error: BaseException) -> str:
    """The first line of what an error says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@lru_cache(maxsize=512)
def _its_own(sql: str) -> bytes:
    """A statement with the places for values as psycopg writes them."""
    return re.sub(r":(\w+)", r"%(\1)s", sql.replace("?", "%s")).encode()
