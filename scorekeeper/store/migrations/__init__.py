"""The tables, and how each release's tables follow from the last one's. A migration that was released never changes.

The steps stand in a module for each era, whose names sort in the order in which they are done. docs/store.md describes
the tables for people who look into the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlite_utils import Migrations

from scorekeeper.store.errors import NewerStore, NotAStore
from scorekeeper.store.migrations import era1_games, era2_people, era3_learning, era4_trust, era5_teaching
from scorekeeper.store.migrations.copying import keep_copy
from scorekeeper.store.migrations.steps import migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = [
    "check_known",
    "era1_games",
    "era2_people",
    "era3_learning",
    "era4_trust",
    "era5_teaching",
    "migrate",
    "migrations",
]


def migrate(database: Database, path: Path) -> None:
    """Bring the tables up to date: all pending migrations, or none; with a copy of what was there kept before.

    Raises NewerStore or NotAStore before anything is changed.
    """
    # In one transaction: between two looks another process could make the tables that the first did not see.
    database.execute("BEGIN")
    try:
        check_known(database, path)
        done = not migrations.pending(database)
    finally:
        database.rollback()
    if done:
        return
    # Two processes may start at the same moment: the second finds the work done.
    database.execute("BEGIN IMMEDIATE")
    try:
        check_known(database, path)
        pending = migrations.pending(database)
        if pending and migrations.applied(database):
            keep_copy(path, pending[0].name)
        migrations.apply(database)
        database.commit()
    except BaseException:
        database.rollback()
        raise


def check_known(database: Database, path: Path) -> None:
    """Raise NewerStore for a file of a newer release, and NotAStore for one of another program."""
    applied = {migration.name for migration in migrations.applied(database)}
    unknown = sorted(applied - {migration.name for migration in _all()})
    if unknown:
        raise NewerStore(
            f"{path} was written by a newer release of Scorekeeper (it has {', '.join(unknown)}). Nothing was changed. "
            "Install that release or a later one, or start with another file."
        )
    others = set(database.table_names()) - {Migrations.migrations_table, "sqlite_sequence"}
    if others and not applied:
        raise NotAStore(
            f"{path} holds tables of another program ({', '.join(sorted(others)[:5])}); choose another file"
        )


def _all() -> list[Any]:
    return migrations._migrations
