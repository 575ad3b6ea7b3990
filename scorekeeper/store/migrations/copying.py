"""The copy that is kept of a store before an upgrade changes it, so that the upgrade can be taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.errors import StoreFailed
from scorekeeper.store.whole_files import backups_of, make_folder, named_when_whole


def keep_copy(path: Path, step: str) -> Path:
    """Copy the store into the folder of its backups, whole or not at all, while the caller keeps other writers out.

    Named after the first step that comes next and the day, so that an upgrade which is tried again and again fills no
    disk. Raises StoreFailed where it cannot be made; then there is no upgrade either.
    """
    kept = backups_of(path) / f"{path.stem}-before-{step}-{datetime.now(UTC):%Y-%m-%d}.sqlite3"
    try:
        make_folder(kept.parent)
        with named_when_whole(kept, instead=True) as draft:
            # By a connection of its own: the caller's is in a transaction.
            before = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
            with closing(before):
                before.execute("VACUUM INTO ?", [str(draft)])
    except (OSError, sqlite3.OperationalError) as error:
        raise StoreFailed(
            f"{path} was not brought up to date, because no copy of it as it is could be kept at {kept} ({error}): "
            "make room there, or let the app write there, and start again"
        ) from error
    return kept
