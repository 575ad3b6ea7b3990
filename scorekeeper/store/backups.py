"""Backups: whole copies of a store in files of their own, made while it is written to.

Those that the server makes by itself are kept seven deep: so long a class that was deleted is still in them.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Final

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, explained
from scorekeeper.store.files import DRAFTS, backups_of, held, make_folder, named_when_whole
from scorekeeper.store.soundness import Contents, check_whole, is_whole

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store

KEPT: Final = 7
ROOM: Final = 32_000_000
"""Bytes that a backup made by itself leaves free: what fills the disk must never be that."""

_LOCK: Final = ".lock"
PATIENCE: Final = 60.0
"""Seconds that whoever writes to the folder waits for another one."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made by itself."""

    path: Path
    day: date  # by the clock of then
    number: int  # one more than that of the backup before: the order in which they were made, whatever clocks said


def back_up(store: Store, to: Path, number: int = 0) -> Contents:
    """Write a complete copy to a new file while games go on, and look it over; gives what is in it.

    For its owner alone. Deleted rows leave nothing in it. ``number`` is that of a `Backup`. Raises FileExistsError, and
    StoreUnusable: then there is no file of that name.
    """
    try:
        with _told_of(to), named_when_whole(to) as draft:
            with store.explained():
                # Leaves out what deleted rows left behind, which a copy page by page would carry along.
                store.database.execute("VACUUM INTO ?", [str(draft)])
            set_number(draft, number)
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
            found.append(Backup(file, date.fromisoformat(match[1]), _number(file)))
        except ValueError:  # the 31st of February
            continue
    # The day only parts those that have no number, because they are damaged.
    return tuple(sorted(found, key=lambda backup: (backup.number, backup.day, backup.path.name), reverse=True))


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
    Which are newer tells a number in each file, not its day: clocks are set back and forward. Gives the new file.
    Raises StoreUnusable; then everything is as before.
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
        _check_room(folder, store.size)
        number = max((backup.number for backup in automatic_backups(store.path)), default=0) + 1
        back_up(store, made, max(number, 1))
        _remove_old(store.path)
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


def _number(file: Path) -> int:
    """SQLite keeps a number for its users in the head of each file; it is 0 unless somebody set it."""
    try:
        with file.open("rb") as opened:
            head = opened.read(64)
    except OSError:
        return -1
    whole = len(head) == 64 and head.startswith(b"SQLite format 3\0")
    return int.from_bytes(head[60:64], "big", signed=True) if whole else -1


def _is_empty(store: Store) -> bool:
    with store.explained():
        (something,) = store.database.execute(
            """
            SELECT EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM houses) OR EXISTS (SELECT 1 FROM sets)
                   OR EXISTS (SELECT 1 FROM practice)
            """
        ).fetchone()
    return not something


def _check_room(folder: Path, size: int) -> None:
    with explained(folder, every=True):
        free = disk_usage(folder).free
    if free < size + ROOM:
        raise StoreFailed(
            f"no backup was made in {folder}: {free // 1_000_000} MB are free, it needs {size // 1_000_000 + 1} and "
            f"must leave {ROOM // 1_000_000} to the games. Make room on the disk"
        )


def _remove_old(path: Path) -> None:
    """Remove what is older than enough good ones."""
    backups = automatic_backups(path)
    whole = 0
    for backup in backups if len(backups) > KEPT else ():
        if whole >= KEPT:
            backup.path.unlink(missing_ok=True)
        else:
            whole += is_whole(backup.path)


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


def set_number(draft: Path, number: int) -> None:
    """Note in a file that nobody else knows how many backups came before it; 0 for a copy that is no daily backup."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY").fetchall()  # nothing beside it
        connection.execute("PRAGMA synchronous = OFF")  # it is flushed as a whole later
        connection.execute(f"PRAGMA user_version = {number}")
