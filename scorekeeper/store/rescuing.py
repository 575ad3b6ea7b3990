"""The last copy of a file that was taken away while it was in use: systems keep it for whoever still has it open."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.backups import back_up
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreFailed, StoreGone, StoreUnusable
from scorekeeper.store.whole_files import backups_of, make_folder


def is_gone(store: Store) -> bool:
    """Whether its file, or the log, was taken away while this thread had it open."""
    try:
        store.check()
    except StoreGone:
        return True
    except StoreUnusable:
        return False
    return False


def rescue(store: Store, now: datetime) -> Path:
    """Write what this thread still has open to a new file among the backups, and give that. Raises StoreUnusable."""
    folder = backups_of(store.path)
    copy = folder / f"{store.path.stem}-rescued-{now.astimezone(UTC):%Y-%m-%d-%H%M%S}.sqlite3"
    try:
        make_folder(folder)
        back_up(store, copy)
    except OSError as error:
        raise StoreFailed(f"no copy was made at {copy}: {error.strerror or error}") from error
    return copy
