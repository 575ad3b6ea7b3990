"""The store that keeps every game: what it promises, whichever engine keeps it; one transaction for each write.

Statements are plain SQL that both engines understand, with `?` or `:name` for values; sqlite.py is the usual engine,
a file, and postgresql.py the one for a host of many tables.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar, overload
from urllib.parse import urlsplit
from weakref import WeakSet

from scorekeeper.store.errors import StoreBusy, StoreFailed, StoreUnusable

if TYPE_CHECKING:
    from scorekeeper.store.sqlite import SqliteStore

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE: Final = 10.0
"""Seconds that a writer waits for other writers, of this process and of others together."""

BUILT_IN_MEMORY: Final = 150_000
"""Cards of the values that are kept built, in all: a phone that asks for a game again does not make it be built again.

A card takes 300 to 800 bytes with what was worked out of it: some 700 games of nine holes and four players.
"""

OF_FRAME: Final = 24
"""As many cards as a value without any weighs."""

SERVERS: Final = ("postgresql://", "postgres://")
"""How the address of a store on a PostgreSQL server begins; everything else is the path of a file."""


def name_of(address: Path | str) -> str:
    """What a store is called for people: its path, or its database without a password."""
    if isinstance(address, Path):
        return str(address)
    parts = urlsplit(address)
    return f"the database {parts.path.strip('/') or 'of its user'} at {parts.hostname or 'this machine'}"


class Rows(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int: ...
    @property
    def description(self) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """One connection, for statements."""

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> Rows: ...


class Connection(Protocol):
    """What one thread reaches the engine by; closed when the thread ends."""

    def close(self) -> None: ...


class Lost(StoreBusy):
    """Another server's write to the same thing came first: this one left no trace, and is done again by `repeated`."""


class Store(ABC):
    """Every game, in one place. Made by `Store.open`; may be used by any thread."""

    waits_for: StoreUnusable | None = None
    """Why a server's store cannot be used in full yet; whoever uses it tries again."""

    def __init__(self, address: Path | str) -> None:
        self.address = address  # by which `Store.open` opens it again; a server's may hold a password
        self.name = name_of(address)
        self._building = threading.Lock()
        self._built: dict[tuple[type, int], tuple[Any, int]] = {}
        self._cards = 0
        self._mine = threading.local()  # this thread's connection
        self._open: WeakSet[Connection] = WeakSet()

    @overload
    @staticmethod
    def open(where: Path, *, serving: bool = False) -> SqliteStore: ...
    @overload
    @staticmethod
    def open(where: Path | str, *, serving: bool = False) -> Store: ...
    @staticmethod
    def open(where: Path | str, *, serving: bool = False) -> Store:
        """Open the store of a file or of a server's address, making it or bringing it up to date where needed.

        Raises OtherRelease for one of a newer or a too old release, NotAStore for something else, StoreBusy and
        StoreFailed; none changes it. Where it is for ``serving``, what may pass is told as ``waits_for`` if there is
        something to serve meanwhile, and whoever uses the store is told soon what is wrong.
        """
        if isinstance(where, str) and where.startswith(SERVERS):
            try:
                from scorekeeper.store.postgresql import PostgresqlStore
            except ModuleNotFoundError as missing:
                raise StoreFailed(f"{name_of(where)} needs what pip installs as scorekeeper[postgresql]") from missing
            return PostgresqlStore.open_server(where, serving=serving)
        from scorekeeper.store.sqlite import SqliteStore

        return SqliteStore.open_file(Path(where), serving=serving)

    def close(self) -> None:
        """Close the connections of all threads. The store opens them again when it is used again."""
        self.forget_built()
        for connection in list(self._open):
            connection.close()
        self._mine = threading.local()

    @abstractmethod
    def check(self) -> None:
        """One read that tells whether the store can still be used. Raises the StoreUnusable that fits."""

    @abstractmethod
    def explained(self) -> AbstractContextManager[None]:
        """What the engine says about the store as a whole, in our words."""

    @abstractmethod
    def read(self) -> AbstractContextManager[Database]:
        """Several statements that all see the same moment."""

    @abstractmethod
    def write(self, *, wait: bool = True) -> AbstractContextManager[Database]:
        """One write: all of it is kept, safe from a power cut, when this ends; none of it after an error.

        Inside another write of the same thread it becomes part of that one. Raises StoreBusy, StoreFull and StoreGone.
        Without ``wait`` it raises StoreBusy at once when anybody else is writing.
        """

    @property
    @abstractmethod
    def database(self) -> Database:
        """This thread's connection; for a single statement that reads."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether this thread is within a read or a write."""

    @abstractmethod
    def hold(self, database: Database, table: str, column: str, value: Any) -> None:
        """Keep other servers from changing that row until the write is over that this is part of."""

    @abstractmethod
    def number_on(self, database: Database, table: str) -> None:
        """Have the numbers of new rows follow those that are there."""

    # --- what was built a moment ago ----------------------------------------------------------------------------------

    def keep_built(self, number: int, built: T, cards: int) -> T:
        """Keep a value of so many cards as it was read, under its kind and number, unless it might be rolled back."""
        if not self.in_transaction:
            with self._building:
                cards += OF_FRAME
                self._cards += cards - self._built.pop((type(built), number), (None, 0))[1]
                self._built[type(built), number] = built, cards
                while self._cards > BUILT_IN_MEMORY:
                    self._cards -= self._built.pop(next(iter(self._built)))[1]
        return built

    def forget_built(self) -> None:
        with self._building:
            self._built.clear()
            self._cards = 0

    def built(self, kind: type[T], number: int) -> T | None:
        """The value of that kind and number if it was built a moment ago."""
        return self._built.get((kind, number), (None,))[0]


S = TypeVar("S", bound=Store)


def repeated(change: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """A change of a store that is done again, from its beginning, as long as writes of other servers come first."""

    @wraps(change)
    def done(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        until = monotonic() + PATIENCE
        while True:
            try:
                return change(store, *args, **kwargs)
            except Lost:
                if store.in_transaction or monotonic() > until:
                    raise

    return done
