"""Backups: whole copies of a store in files of their own, made while it is written to.

Those in the folder beside the store are kept seven deep: so long a class that was deleted is still in them.
"""

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.store.errors import StoreFailed, explained
from scorekeeper.store.files import DRAFTS, backups_of, make_folder, named_when_whole
from scorekeeper.store.soundness import Contents, check_whole, is_whole
from scorekeeper.store.sqlite import SqliteStore

KEPT: Final = 7

ABANDONED: Final = timedelta(days=1)
"""The age at which a file that is half done is of somebody who died."""


def back_up(store: SqliteStore, to: Path, *, even_empty: bool = True) -> Contents:
    """Write a complete copy to a new file while games go on, and look it over; gives what is in it.

    For its owner alone. Deleted rows leave nothing in it. Raises StoreUnusable, also where something of that name is
    there, and for a store with nothing in it unless ``even_empty``: then there is no new file.
    """
    of = f": so is {store.path}, of which it was to be a copy"
    with explained(to, every=True, damaged=of), named_when_whole(to) as draft:
        # Leaves out what deleted rows left behind, which a copy page by page would carry along.
        store.database.execute("VACUUM INTO ?", [str(draft)])
        contents = check_whole(draft, thorough=False)
        if contents.is_empty and not even_empty:
            raise StoreFailed(
                f"there is nothing to copy: {store.path} holds no game, no class and no rules of your own. "
                "SCOREKEEPER_INSTANCE names the folder of another server"
            )
        return contents


def backups(path: Path) -> list[Path]:
    """The copies beside the store at ``path``, those before an upgrade too, the newest first, be they whole or not."""
    named = re.compile(rf"{re.escape(path.stem)}-(before-\w+-)?(\d{{4}}-\d\d-\d\d)\.sqlite3")
    found = {file: named.fullmatch(file.name) for file in backups_of(path).glob("*.sqlite3")}
    days = {(match[2], match[1] is None, file) for file, match in found.items() if match}
    return [file for _day, _daily, file in sorted(days, reverse=True)]


def newest_good_backup(path: Path) -> Path | None:
    """The newest of them that is whole."""
    return next(filter(is_whole, backups(path)), None)


def back_up_by_itself(store: SqliteStore, now: datetime) -> Path | None:
    """Make the backup of the day, if there is none; then remove what is older than the newest seven.

    Nothing is removed before the new one was looked over, and only as many as there are newer ones that are whole.
    Gives the new file. Raises StoreUnusable; then everything is as before.
    """
    folder = backups_of(store.path)
    made = folder / f"{store.path.stem}-{now.astimezone(UTC):%Y-%m-%d}.sqlite3"
    with explained(folder, every=True):
        make_folder(folder)
        for left in folder.glob(DRAFTS.format(f"{store.path.stem}-")):
            if left.stat().st_mtime < (now - ABANDONED).timestamp():
                left.unlink(missing_ok=True)
    if os.path.lexists(made):
        return None
    back_up(store, made)
    _remove_old(store.path, made)
    return made


def _remove_old(path: Path, made: Path) -> None:
    """Remove what is older than enough good ones, but never the one just ``made``, whatever the clock says."""
    whole = 0
    for backup in backups(path):
        if whole < KEPT:
            whole += is_whole(backup)
        elif backup != made:
            backup.unlink(missing_ok=True)
