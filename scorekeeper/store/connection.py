"""The interface of both storage engines, with one transaction for each write.

Statements are plain SQL that both engines understand, with `?` or `:name` for values. sqlite.py is the usual engine, a
file. postgresql.py serves hosts with many games.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

from scorekeeper.store.bell import Bell
from scorekeeper.store.errors import StoreBusy, StoreUnusable

T = TypeVar("T")
P = ParamSpec("P")

PATIENCE: Final = 10.0
"""Seconds that a writer waits for other writers, in this process and others."""

BUILT_IN_MEMORY: Final = 150_000
"""Most cards in the cache of built games, so that a repeated request doesn't build its game again.

A card takes 300 to 800 bytes with its scores: about 700 games of nine holes and four players.
"""

OF_FRAME: Final = 24
"""The weight of a value without cards, in cards."""

SERVERS: Final = ("postgresql://", "postgres://")
"""Prefixes of the address of a PostgreSQL store; any other address is a file path."""


def name_of(address: Path | str) -> str:
    """A store's name for people: its path, or its database without a password."""
    if isinstance(address, Path):
        return str(address)
    parts = urlsplit(address)
    return f"the database {parts.path.strip('/') or 'of its user'} at {parts.hostname or 'this machine'}"


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...
    @property
    def description(self) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """A connection that runs statements."""

    def execute(self, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None, /) -> Rows: ...


class Connection(Protocol):
    """One thread's connection; closed when the thread ends."""

    def close(self) -> None: ...


class LostRace(StoreBusy):
    """Another server's write came first. This one changed nothing, and `retry_when_lost` runs it again."""


class Store(ABC):
    """All games in one place. Made by `open_store` (opening.py); any thread can use it."""

    waits_for: StoreUnusable | None = None
    """Why a server's store can't be fully used yet; each use tries again."""

    def __init__(self, address: Path | str) -> None:
        self.address = address  # for `open_store`; a database's may contain a password
        self.name = name_of(address)
        self.bell = Bell()
        self._building = threading.Lock()
        self._built: dict[tuple[type, int], tuple[Any, int]] = {}
        self._cards = 0
        self._mine = threading.local()  # this thread's connection
        self._open: WeakSet[Connection] = WeakSet()

    def close(self) -> None:
        """Close the connections of all threads. The next use opens them again."""
        self.forget_built()
        for connection in list(self._open):
            connection.close()
        self._mine = threading.local()

    @abstractmethod
    def check(self) -> None:
        """Read once to see whether the store works. Raises StoreUnusable."""

    @abstractmethod
    def explained(self) -> AbstractContextManager[None]:
        """Raise the engine's errors about the whole store as StoreUnusable."""

    @abstractmethod
    def read(self) -> AbstractContextManager[Database]:
        """Several statements that see one snapshot."""

    @abstractmethod
    def write(self, *, wait: bool = True) -> AbstractContextManager[Database]:
        """One write: durable when the block ends, undone after an error.

        Inside another write of the same thread it joins that one. Raises StoreBusy, StoreFull and StoreGone. Without
        ``wait`` it raises StoreBusy at once while another writer is active.
        """

    @property
    @abstractmethod
    def database(self) -> Database:
        """This thread's connection, for a single read."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether this thread is inside a read or a write."""

    @abstractmethod
    def ring(self, topic: str) -> None:
        """Within a write: once it is saved, tell all who listen to this topic, on every server of this store."""

    @abstractmethod
    def hear_others(self) -> None:
        """From now on, tell listeners of this process what other servers of this store change."""

    @abstractmethod
    def hold(self, database: Database, table: str, column: str, value: Any) -> None:
        """Keep other servers from changing that row until the current write ends."""

    @abstractmethod
    def number_on(self, database: Database, table: str) -> None:
        """Continue the ids of new rows after the existing ones."""

    # --- cache of built values ----------------------------------------------------------------------------------------

    def keep_built(self, number: int, built: T, cards: int) -> T:
        """Cache a value by type and id, weighted by card count; not inside a transaction."""
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
        """The cached value of that type and id."""
        return self._built.get((kind, number), (None,))[0]


S = TypeVar("S", bound=Store)


def retry_when_lost(change: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Run a change again from its start while other servers' writes come first."""

    @wraps(change)
    def done(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        until = monotonic() + PATIENCE
        while True:
            try:
                return change(store, *args, **kwargs)
            except LostRace:
                if store.in_transaction or monotonic() > until:
                    raise

    return done
