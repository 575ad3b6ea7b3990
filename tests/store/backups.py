"""A folder with backups in it, and stores that are opened for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store import Store

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
"""When somebody goes back to a backup."""
OLD = Path(__file__).parent / "old"
"""Stores of earlier releases, as SQL."""


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The store of that file."""
    store = Store.open(path)
    try:
        yield store
    finally:
        store.close()


def names(folder: Path) -> set[str]:
    """What lies in that folder."""
    return {file.name for file in folder.iterdir()}
