"""Backups: full copies of a store in separate files, made while the server writes.

The folder next to the store keeps the newest seven, so a deleted class stays in them for a week.
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
"""The age at which a partial file counts as abandoned."""


def back_up(store: SqliteStore, to: Path, *, even_empty: bool = True) -> Contents:
    """Write a complete copy to a new file while games continue, check it and return its contents.

    Only its owner can read it, and deleted rows leave nothing in it. Raises StoreUnusable, also if the file exists, and
    for an empty store unless ``even_empty``: then there is no new file.
    """
    of = f". It is a copy of {store.path}, which is damaged too"
    with explained(to, every=True, damaged=of), named_when_whole(to) as draft:
        # Unlike a copy page by page, this leaves out remains of deleted rows.
        store.database.execute("VACUUM INTO ?", [str(draft)])
        contents = check_whole(draft, thorough=False)
        if contents.is_empty and not even_empty:
            raise StoreFailed(
                f"Nothing to back up: {store.path} has no games, no classes and no rules of your own. "
                "Set SCOREKEEPER_INSTANCE to the folder of another server."
            )
        return contents


def backups(path: Path) -> list[Path]:
    """All copies next to the store at ``path``, also those from before an upgrade, newest first, good or damaged."""
    named = re.compile(rf"{re.escape(path.stem)}-(before-\w+-)?(\d{{4}}-\d\d-\d\d)\.sqlite3")
    found = {file: named.fullmatch(file.name) for file in backups_of(path).glob("*.sqlite3")}
    days = {(match[2], match[1] is None, file) for file, match in found.items() if match}
    return [file for _day, _daily, file in sorted(days, reverse=True)]


def newest_good_backup(path: Path) -> Path | None:
    """The newest undamaged backup."""
    return next(filter(is_whole, backups(path)), None)


def back_up_by_itself(store: SqliteStore, now: datetime) -> Path | None:
    """Make today's backup if there is none, then remove all but the newest seven good ones.

    The new one is checked before anything is removed. Returns the new file. Raises StoreUnusable, and then nothing has
    changed.
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
    """Remove backups older than the newest good ones, but never the one just ``made``, even if the clock is wrong."""
    whole = 0
    for backup in backups(path):
        if whole < KEPT:
            whole += is_whole(backup)
        elif backup != made:
            backup.unlink(missing_ok=True)
