"""Which engine a store has: a file's is SQLite's, a server's address PostgreSQL's."""

from pathlib import Path
from typing import overload

from scorekeeper.store.connection import SERVERS, Store, name_of
from scorekeeper.store.errors import StoreFailed
from scorekeeper.store.sqlite import SqliteStore


@overload
def open_store(where: Path, *, serving: bool = False) -> SqliteStore: ...
@overload
def open_store(where: Path | str, *, serving: bool = False) -> Store: ...
def open_store(where: Path | str, *, serving: bool = False) -> Store:
    """Open the store in a file or at a server's address; create or upgrade it if needed.

    Raises OtherRelease for a store of a newer or too old release, NotAStore for anything else, StoreBusy and
    StoreFailed, and changes nothing then. With ``serving``, a passing problem goes to ``waits_for`` if there is
    something to serve until then, and requests fail soon with the reason.
    """
    if isinstance(where, str) and where.startswith(SERVERS):
        try:
            from scorekeeper.store.postgresql import PostgresqlStore
        except ModuleNotFoundError as missing:
            raise StoreFailed(
                f"{name_of(where)} needs more packages. Run: pip install 'scorekeeper[postgresql]'"
            ) from missing
        return PostgresqlStore.open_server(where, serving=serving)
    return SqliteStore.open_file(Path(where), serving=serving)
