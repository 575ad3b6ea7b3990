"""Restore a backup: it is checked first, and the store it replaces is kept."""

import os
import shlex
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from scorekeeper.store.backups import backups, newest_good_backup
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, explained, is_busy
from scorekeeper.store.files import backups_of, beside, flush, name_new, named_when_whole
from scorekeeper.store.opening import open_store
from scorekeeper.store.soundness import Contents, check_whole, damage, looking_at

PATIENCE: Final = 5.0
"""Seconds that a restore waits for programs that have the store open."""


def restore(
    backup: Path, to: Path, *, replace: bool = False, now: datetime, patience: float = PATIENCE
) -> tuple[Contents, Path | None]:
    """Replace the unused store at ``to`` with the contents of a backup, which is only read.

    Returns the new contents and the path of the store that was there. Raises StoreFailed if there is a store, unless
    ``replace`` is set: then it is kept under another name. Raises StoreUnusable for a backup that is damaged, from
    another release or not a store, for a store in use, and for a full disk; then nothing has changed.
    """
    check_whole(backup)
    with explained(to, every=True):
        to.parent.mkdir(parents=True, exist_ok=True)
        if to.exists() and to.samefile(backup):
            raise StoreFailed(f"{backup} is the file with the current games, not a backup.")
        if os.path.lexists(to) and not replace:
            raise StoreFailed(
                f"{to} already exists. With --replace, the backup takes its place, and the current games are saved "
                "under another name."
            )
    # Errors name the store, because the backup is only read.
    with looking_at(backup) as connection, explained(to, every=True), named_when_whole(to, instead=True) as draft:
        connection.execute("VACUUM INTO ?", [str(draft)])
        contents = check_whole(draft, thorough=False)
        flush(draft)  # anything that can fail must do so before the old store is moved
        replaced = _set_aside(to, now, patience)
    return contents, replaced


def _set_aside(to: Path, now: datetime, patience: float) -> Path | None:
    """Rename the existing store, together with its log."""
    aside = to.with_name(f"{to.stem}-replaced-{now.astimezone(UTC):%Y-%m-%d-%H%M%S}{to.suffix}")
    there = os.path.lexists(to)
    if there:
        _fold(to, patience)
        name_new(to, aside)
    # Leftover logs belong to the old file; SQLite would apply them to the new one.
    for ending in ("wal", "journal"):
        with suppress(FileNotFoundError):
            beside(to, ending).rename(beside(aside, ending))
    beside(to, "shm").unlink(missing_ok=True)
    return aside if there else None


def _fold(store: Path, patience: float) -> None:
    """Merge the log into the file. Raises StoreBusy while a program has it open.

    A damaged file keeps its log.
    """
    try:
        with closing(sqlite3.connect(store, timeout=patience, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise StoreBusy(f"Another program has {store} open. Close it and try again.") from error


# --- before a server starts -------------------------------------------------------------------------------------------


def check_before_serving(path: Path) -> None:
    """Check the file. Raises NotAStore for a damaged or lost one, with the way back.

    `open_store` checks for newer files and those of other programs.
    """
    refuse_lost(path)
    if not path.is_file() or beside(path, "journal").exists():
        return  # a new file, or an interrupted step, which opening the file undoes
    with suppress(StoreBusy), looking_at(path) as connection:
        if found := damage(connection, thorough=False):
            raise NotAStore(f"{path} is damaged: {found[0]}{' (and more)' if found[1:] else ''}. {way_back(path)}")


def open_to_serve(where: Path | str) -> Store:
    """Open the store for a server, as `open_store` does. Raises NotAStore if a lost one can be restored."""
    if isinstance(where, Path):
        refuse_lost(where)
    return open_store(where, serving=True)


def refuse_lost(path: Path) -> None:
    """Raise NotAStore for a missing or empty store that has backups."""
    is_lost = not path.exists() or (path.is_file() and path.stat().st_size == 0)
    if is_lost and backups(path):
        what = f"{path} {'is empty' if path.exists() else 'is missing'}, but there are backups of it"
        raise NotAStore(f"{what}. To start without games, move {backups_of(path)} somewhere else. {way_back(path)}")


def way_back(path: Path) -> str:
    """How to restore a store's newest good backup."""
    good = newest_good_backup(path)
    if good is None:
        return f"No backup in {backups_of(path)} is good. If you have another one: scorekeeper restore --replace FILE"
    return f"The newest good backup is {good}. To restore it: scorekeeper restore --replace {shlex.quote(str(good))}"
