"""Going back to a backup: all of it is looked over first, and what it replaces is kept."""

import os
import shlex
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from scorekeeper.store.backups import backups, newest_good_backup
from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, explained, is_busy
from scorekeeper.store.files import backups_of, beside, flush, name_new, named_when_whole
from scorekeeper.store.soundness import Contents, check_whole, damage, looking_at

PATIENCE: Final = 5.0
"""Seconds that going back waits for whoever has the store open."""


def restore(
    backup: Path, to: Path, *, replace: bool = False, now: datetime, patience: float = PATIENCE
) -> tuple[Contents, Path | None]:
    """Put what is in a backup in the place of the store at ``to``, while nobody uses that.

    Gives what is in it now, and where the store is that was there before. The backup is only read. Raises StoreFailed
    where there is a store, unless it is told to ``replace`` it: then that one is kept beside it under another name.
    Raises StoreUnusable for a backup that is damaged, of another release or no store, for a store that somebody else
    uses, and for a disk without room; then all is as before.
    """
    check_whole(backup)
    with explained(to, every=True):
        to.parent.mkdir(parents=True, exist_ok=True)
        if to.exists() and to.samefile(backup):
            raise StoreFailed(f"{backup} is the store itself, not a backup of it")
        if os.path.lexists(to) and not replace:
            raise StoreFailed(
                f"{to} is there already; --replace puts the backup in its place, and keeps what is there now under "
                "another name"
            )
    # What fails is told of where the store was to be: the backup is only read.
    with looking_at(backup) as connection, explained(to, every=True), named_when_whole(to, instead=True) as draft:
        connection.execute("VACUUM INTO ?", [str(draft)])
        contents = check_whole(draft, thorough=False)
        flush(draft)  # what can still fail is to fail before anything is set aside
        replaced = _set_aside(to, now, patience)
    return contents, replaced


def _set_aside(to: Path, now: datetime, patience: float) -> Path | None:
    """Give the store that is there a second name, with everything that lies in its log."""
    aside = to.with_name(f"{to.stem}-replaced-{now.astimezone(UTC):%Y-%m-%d-%H%M%S}{to.suffix}")
    there = os.path.lexists(to)
    if there:
        _fold(to, patience)
        name_new(to, aside)
    # What is left belongs to what is damaged, or to nothing: SQLite would take it for something of the new file.
    for ending in ("wal", "journal"):
        with suppress(FileNotFoundError):
            beside(to, ending).rename(beside(aside, ending))
    beside(to, "shm").unlink(missing_ok=True)
    return aside if there else None


def _fold(store: Path, patience: float) -> None:
    """Bring what lies in the log into the file itself. Raises StoreBusy while anybody has it open.

    A file that is damaged keeps its log.
    """
    try:
        with closing(sqlite3.connect(store, timeout=patience, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise StoreBusy(f"another program has {store} open; close it and try again") from error


# --- before a server starts -------------------------------------------------------------------------------------------


def check_before_serving(path: Path) -> None:
    """Look the file over. Raises NotAStore for a damaged or lost one; it names the way back.

    What is newer, or of another program, is left to `Store.open`.
    """
    refuse_lost(path)
    if not path.is_file() or beside(path, "journal").exists():
        return  # nothing is there yet; or a step was cut off, which opening it takes back first
    with suppress(StoreBusy), looking_at(path) as connection:
        if found := damage(connection, thorough=False):
            raise NotAStore(f"{path} is damaged: {found[0]}{' (and more)' if found[1:] else ''}. {way_back(path)}")


def refuse_lost(path: Path) -> None:
    """Raises NotAStore for a store that is gone, or empty, though there are backups of it."""
    is_lost = not path.exists() or (path.is_file() and path.stat().st_size == 0)
    if is_lost and backups(path):
        what = f"{path} is {'empty' if path.exists() else 'not there'}, but there are backups of it"
        raise NotAStore(f"{what}. To begin with no games at all, move {backups_of(path)} away. {way_back(path)}")


def way_back(path: Path) -> str:
    """How to go back to the newest good backup of a store."""
    good = newest_good_backup(path)
    if good is None:
        return f"No backup in {backups_of(path)} is good. With one from elsewhere: scorekeeper restore --replace FILE"
    return f"The newest good backup is {good}. To go back to it: scorekeeper restore --replace {shlex.quote(str(good))}"
