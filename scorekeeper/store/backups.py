"""Backups: whole copies of a store in files of their own, made while it is written to.

Those that the server makes by itself are kept seven deep: so long a class that was deleted is still in them.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, explained
from scorekeeper.store.files import DRAFTS, backups_of, held, make_folder, named_when_whole
from scorekeeper.store.soundness import Contents, check_whole, is_whole

KEPT: Final = 7

_LOCK: Final = ".lock"
PATIENCE: Final = 60.0
"""Seconds that whoever writes to the folder waits for another one."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made by itself."""

    path: Path
    day: date  # by the clock of then


def back_up(store: Store, to: Path) -> Contents:
    """Write a complete copy to a new file while games go on, and look it over; gives what is in it.

    For its owner alone. Deleted rows leave nothing in it. Raises FileExistsError, and StoreUnusable: then there is no
    file of that name.
    """
    try:
        with _told_of(to), named_when_whole(to) as draft:
            with store.explained():
                # Leaves out what deleted rows left behind, which a copy page by page would carry along.
                store.database.execute("VACUUM INTO ?", [str(draft)])
            return check_whole(draft, thorough=False)
    except NotAStore as error:
        raise NotAStore(f"no backup was made at {to}: {error}") from error


def automatic_backups(path: Path) -> tuple[Backup, ...]:
    """The backups of the store at ``path`` that were made by themselves, newest first, be they whole or not."""
    named = re.compile(rf"{re.escape(path.stem)}-(\d{{4}}-\d\d-\d\d)\.sqlite3")
    found = []
    for file in copies(path):
        match = named.fullmatch(file.name)
        if match is None:
            continue
        try:
            found.append(Backup(file, date.fromisoformat(match[1])))
        except ValueError:  # the 31st of February
            continue
    return tuple(sorted(found, key=lambda backup: backup.day, reverse=True))


def newest_good_backup(path: Path) -> Path | None:
    """The newest backup made by itself that is whole; else the newest copy that was made before an upgrade."""
    for backup in automatic_backups(path):
        if is_whole(backup.path):
            return backup.path
    others = sorted(copies(path), key=lambda file: file.stat().st_mtime, reverse=True)
    return next((file for file in others if is_whole(file)), None)


def back_up_by_itself(store: Store, now: datetime) -> Path | None:
    """Make the backup of the day, if there is none; then remove what is older than the newest seven.

    Of a store in which nothing is yet there is none.

    Nothing is removed before the new one was looked over, and only as many as there are newer ones that are whole.
    Gives the new file. Raises StoreUnusable; then everything is as before.
    """
    if _is_empty(store):
        return None
    folder = backups_of(store.path)
    with explained(folder, every=True):
        make_folder(folder)
    with _alone(store.path):
        day = now.astimezone(UTC).date()
        made = folder / f"{store.path.stem}-{day}.sqlite3"
        if os.path.lexists(made):
            return None
        back_up(store, made)
        _remove_old(store.path, made)
        return made


# --- the folder -------------------------------------------------------------------------------------------------------


@contextmanager
def _alone(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Be the only one who makes, changes or removes backups of that store by itself.

    Whatever is half done is then of somebody who died.
    """
    folder = backups_of(path)
    busy = StoreBusy(f"another program makes backups in {folder} for too long; try again")
    with held(folder / _LOCK, busy, patience):
        with explained(folder, every=True):
            for left in folder.glob(DRAFTS.format(f"{path.stem}-")):
                left.unlink(missing_ok=True)
        yield


def copies(path: Path) -> list[Path]:
    """Every copy of that store in the folder, also those made before an upgrade."""
    folder = backups_of(path)
    return sorted(file for file in folder.glob("*.sqlite3") if file.name.startswith(f"{path.stem}-"))


def _is_empty(store: Store) -> bool:
    with store.explained():
        (something,) = store.database.execute(
            """
            SELECT EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM houses) OR EXISTS (SELECT 1 FROM sets)
                   OR EXISTS (SELECT 1 FROM practice)
            """
        ).fetchone()
    return not something


def _remove_old(path: Path, made: Path) -> None:
    """Remove what is older than enough good ones, but never the one just ``made``, whatever the clock says."""
    whole = 0
    for backup in automatic_backups(path):
        if whole < KEPT:
            whole += is_whole(backup.path)
        elif backup.path != made:
            backup.path.unlink(missing_ok=True)


# --- one file ---------------------------------------------------------------------------------------------------------


@contextmanager
def _told_of(file: Path) -> Iterator[None]:
    """What went wrong, told of the file that was to be made: the disk that is full may be another than the store's."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise StoreFailed(f"no backup was made at {file}: {error.strerror or error}") from error
    except (StoreFailed, sqlite3.OperationalError) as error:
        raise StoreFailed(f"no backup was made at {file}: {error.__cause__ or error}") from error
