"""What SQLite says when it cannot go on with a file, told apart in one place and said in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, StoreFull

_NO_ROOM: Final = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"})
"""What SQLite says of a full disk, and of a quota or another limit, which it takes for a broken disk."""

_OF_THE_FILE: Final = ("unable to open", "readonly", "disk I/O")


def is_busy(error: BaseException) -> bool:
    """Whether somebody else has the file for now."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def is_full(error: BaseException) -> bool:
    """Whether there is no room for more."""
    return getattr(error, "sqlite_errorname", "") in _NO_ROOM


@contextmanager
def explained(path: Path, *, every: bool = False, damaged: str = "") -> Iterator[None]:
    """Raise StoreBusy, StoreFull, StoreFailed or NotAStore for what SQLite says about the file as a whole.

    What is wrong with a statement, which is our own mistake, stays as it is; with ``every`` it is taken for trouble
    with the file, as where nobody knows what file it is. ``damaged`` is what to do about a file that is.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise StoreBusy(f"another program keeps {path} to itself; close it and try again") from error
        if is_full(error):
            raise StoreFull(
                f"{path} cannot grow: {error} ({error.sqlite_errorname}); make room on its disk, or raise the "
                "limit of the user who runs the server, and it goes on; if there is room, look after the disk"
            ) from error
        if every or any(cause in str(error) for cause in _OF_THE_FILE):
            raise StoreFailed(f"{path} cannot be used: {error}") from error
        raise
    except sqlite3.DatabaseError as error:
        if every or type(error) is sqlite3.DatabaseError:
            raise NotAStore(f"{path} is damaged or no store of Scorekeeper ({error}){damaged}") from error
        raise
