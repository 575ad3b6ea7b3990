"""What SQLite and the system say when they cannot go on with a file, told apart in one place and said in our words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, StoreFull, StoreUnusable

_NO_ROOM: Final = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"})
"""What SQLite says of a full disk, and of a quota or another limit, which it takes for a broken disk."""

_NO_ROOM_OF_SYSTEM: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})

_OF_THE_FILE: Final = ("unable to open", "readonly", "disk I/O")


def is_busy(error: BaseException) -> bool:
    """Whether somebody else has the file for now."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def is_full(error: BaseException) -> bool:
    """Whether there is no room for more."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM_OF_SYSTEM
    return getattr(error, "sqlite_errorname", "") in _NO_ROOM


@contextmanager
def explained(path: Path, *, every: bool = False, damaged: str = "") -> Iterator[None]:
    """Raise StoreBusy, StoreFull, StoreFailed or NotAStore for what SQLite says about the file as a whole.

    What is wrong with a statement, which is our own mistake, stays as it is, and so does what the system says. With
    ``every`` all of it is taken for trouble with the file, as where nobody knows what file it is. ``damaged`` is what
    to do about a file that is.
    """
    try:
        yield
    except (sqlite3.DatabaseError, OSError) as error:
        trouble = _trouble(error, path, every, damaged)
        if trouble is None:
            raise
        raise trouble from error


def _trouble(error: sqlite3.DatabaseError | OSError, path: Path, every: bool, damaged: str) -> StoreUnusable | None:
    said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and not every:
        return None
    if is_busy(error):
        return StoreBusy(f"another program keeps {path} to itself; close it and try again")
    if is_full(error):
        name = f" ({error.sqlite_errorname})" if isinstance(error, sqlite3.Error) else ""
        return StoreFull(
            f"{path} cannot grow: {said}{name}; make room on its disk, or raise the limit of the "
            "user who runs the server, and it goes on; if there is room, look after the disk"
        )
    if isinstance(error, OSError | sqlite3.OperationalError):
        of_the_file = every or any(cause in said for cause in _OF_THE_FILE)
        return StoreFailed(f"{path} cannot be used: {said}") if of_the_file else None
    if every or type(error) is sqlite3.DatabaseError:
        return NotAStore(f"{path} is damaged or no store of Scorekeeper ({said}){damaged}")
    return None
