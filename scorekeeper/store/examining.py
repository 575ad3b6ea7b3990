"""The whole examination of a store, for `scorekeeper doctor`. Nothing is written to the file."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from scorekeeper.houses import thaw
from scorekeeper.quiz.progress import from_data
from scorekeeper.store.backups import automatic_backups, newer_backups, newest_good_backup
from scorekeeper.store.classes import found_by_key
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import NewerStore, NotAStore, StoreError, StoreUnusable
from scorekeeper.store.links import digest
from scorekeeper.store.migrations import migrations
from scorekeeper.store.migrations.era4_trust import DELETED_CLASSES
from scorekeeper.store.rederiving import NOT_TO_BE_BUILT, rederive
from scorekeeper.store.restoring import way_back
from scorekeeper.store.seats import seats_of
from scorekeeper.store.sets import find_set
from scorekeeper.store.soundness import (
    check_is_store,
    check_whole,
    cut_off,
    damage,
    log_of,
    looking_at,
    torn_references,
)
from scorekeeper.store.trouble import explained
from scorekeeper.store.whole_files import backups_of

MOST_TOLD: Final = 10
"""Problems of one kind that are told; of the rest, how many there are."""

_MENDED_EARLIER: Final = ((3, 44, 6), (3, 50, 7))

GO_BACK: Final = "stop the server and go back to a backup: `scorekeeper restore --replace FILE`; keep this file"
READ_AGAIN: Final = "look again as the user who runs the server, while nobody else uses that file"
NEWER_BACKUP: Final = (
    "install that release to go back to it; a class that was deleted since it was made may still be in it, so delete "
    "it yourself when you need it no more"
)
TELL_US: Final = (
    "keep a copy of this file: a program other than Scorekeeper wrote into it, or Scorekeeper has a mistake"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    key: str  # for programs; stays the same
    what: str  # for people, with how many of it there were
    problems: tuple[str, ...] = ()
    remedy: str = ""  # what to do about them
    note: str = ""  # what is no problem, but worth knowing

    @property
    def is_fine(self) -> bool:
        return not self.problems


def examine(path: Path, *, is_ours: bool = False) -> Iterator[Finding]:
    """Look at everything in the file, also beside a running server; each finding as it is made.

    ``is_ours`` where it is the store of these settings: only of that the way back is known.

    After damage of the file itself the rest is not looked at. A file of an older release is brought up to date in a
    copy in the folder for temporary files, and that is looked at.
    """
    yield sqlite_finding()
    was_closed = not log_of(path).exists()
    try:
        yield from _examine(path, is_ours)
    except StoreUnusable as error:
        remedy = "install that release or a later one" if isinstance(error, NewerStore) else ""
        if isinstance(error, NotAStore) or not path.exists():
            remedy = _go_back(path, is_ours)
        yield Finding("file", "the file", (str(error),), remedy)
    if was_closed and log_of(path).exists():
        yield Finding("file", "the file while it was looked at", ("somebody opened it meanwhile",), "look once more")


def _go_back(path: Path, is_ours: bool) -> str:
    """What to do about a file that is damaged or lost."""
    if is_ours and newest_good_backup(path):
        return f"stop the server. {way_back(path)}"
    return GO_BACK if path.exists() else ""


def _examine(path: Path, is_ours: bool) -> Iterator[Finding]:
    with looking_at(path) as connection:
        found = cut_off(path) or damage(connection, thorough=True)
        size = path.stat().st_size
        remedy = _go_back(path, is_ours) if found else ""
        yield _finding("integrity", f"every page and every index of the file, {size:,} bytes", found, remedy)
        if found:
            return
        check_is_store(connection, path)
        found = torn_references(connection)
        yield _finding("references", "everything that one table refers to is there", found, TELL_US)
        yield _schema(connection)
        if migrations.pending(Database(connection)):
            yield from _examine_upgraded(path, connection)
        else:
            yield from _examine_content(_Looking(path, connection))


class _Looking(Store):
    """A store that only reads, through a connection that it is given."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        super().__init__(path)
        self._only = Database(connection)

    @property
    def database(self) -> Database:
        return self._only


# --- the file ---------------------------------------------------------------------------------------------------------


def sqlite_finding(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """Which SQLite this runs on."""
    mended = version >= (3, 51, 3) or any(version[:2] == one[:2] and version >= one for one in _MENDED_EARLIER)
    note = (
        "it has the WAL-reset defect, mended in 3.51.3, 3.50.7 and 3.44.6: two programs that write at the same moment "
        "may damage the file. One `scorekeeper serve` alone does not; do other work on the file in quiet hours"
    )
    affected = version >= (3, 7, 0) and not mended
    return Finding("sqlite", f"SQLite {'.'.join(map(str, version))}", note=note if affected else "")


def _schema(connection: sqlite3.Connection) -> Finding:
    """Whether the tables are those that the migrations make which the file says were done."""
    database = Database(connection)
    done = [migration.name for migration in migrations.applied(database)]
    pending = [migration.name for migration in migrations.pending(database)]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as other:
        migrations.apply(Database(other), stop_before=pending)
        here, there = _tables(connection), _tables(other)
    problems = [
        *(f"{name} is missing" for name in sorted(there.keys() - here.keys())),
        *(f"{name} is none of ours" for name in sorted(here.keys() - there.keys() - _early(here, pending))),
        *(
            f"{name} is another one than it should be"
            for name in sorted(here.keys() & there.keys())
            if here[name] != there[name]
        ),
    ]
    note = ""
    if pending:
        note = (
            f"it is of an older release; `scorekeeper serve` brings it up to date when it starts ({', '.join(pending)})"
        )
    what = f"{len(here)} tables, indexes, views and triggers, as {len(done)} migrations make them"
    return _finding("schema", what, problems, TELL_US, note)


def _early(here: dict[str, str], pending: Sequence[str]) -> set[str]:
    """What going back to a copy of an older release brings along: the list of deleted classes."""
    is_ours = here.get("deleted_classes") == " ".join(DELETED_CLASSES.replace(" IF NOT EXISTS", "").split())
    return {"deleted_classes"} if is_ours and "m0013_deleted_classes" in pending else set()


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    return {name: " ".join(sql.replace('"', "").split()) for name, sql in rows}


# --- what is in it ----------------------------------------------------------------------------------------------------


def _examine_upgraded(path: Path, connection: sqlite3.Connection) -> Iterator[Finding]:
    """The same in a copy that was brought up to date."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        with explained(copy, every=True):
            connection.execute("VACUUM INTO ?", [str(copy)])
        store = Store.open(copy)
        try:
            yield from _examine_content(store)
        finally:
            store.close()


def _examine_content(store: Store) -> Iterator[Finding]:
    found = rederive(store)
    games, holes = many(found.games, "game"), many(found.holes, "hole")
    totals, hands = many(found.totals, "total"), many(found.hands, "hand")
    yield _finding("games", f"{games} with {holes} can be built", found.unbuilt, TELL_US)
    what = f"{totals} of players and {holes} follow from {hands} counted anew; no total is kept by itself"
    yield _finding("totals", what, found.wrong_totals, TELL_US)
    what = f"{many(found.changes, 'change')}, done again from the beginning, lead to the games as they are"
    yield _finding("histories", what, found.wrong_histories, TELL_US)
    yield _links(store)
    yield _each(store, "houses", "version of houses that somebody made", _HOUSES, _look_at_house)
    yield _each(store, "practice", "house practised by a device", _PRACTICE, _look_at_practice)
    yield _each(store, "sets", "set of exercises", _SETS, _look_at_set)
    yield _each(store, "classes", "class with what its pupils did", _CLASSES, _look_at_class)


_HOUSES = "SELECT house || ', version ' || version, rules FROM house_versions"
_PRACTICE = "SELECT rowid, rules, progress, version FROM practice"
_SETS = "SELECT id, key_code FROM sets"
_CLASSES = 'SELECT id, "key" FROM classes'


_LINKS: Final = (
    ("games", "edit_key", "edit_digest"),
    ("games", "view_key", "view_digest"),
    ("retired_keys", "key", "digest"),
    ("houses", "owner_key", "owner_digest"),
    ("houses", "share_key", "share_digest"),
    ("classes", "key", "digest"),
)
"""Each secret link, and what it is looked up by."""


def _links(store: Store) -> Finding:
    """Whether every link is found: by what it is looked up by, which follows from it."""
    count = wrong = 0
    for table, key, looked_up in _LINKS:
        for link, kept in store.database.execute(f'SELECT "{key}", "{looked_up}" FROM {table}'):
            count += 1
            wrong += kept != digest(link)
    problems = [f"{many(wrong, 'link')} would not be found"] if wrong else []
    return _finding("links", f"{many(count, 'link')} can be found", problems, TELL_US)


def _look_at_house(store: Store, row: Sequence[str]) -> None:
    thaw(row[0])


def _look_at_practice(store: Store, row: Sequence[str]) -> None:
    rules, progress, version = row
    from_data(thaw(rules), json.loads(progress), int(version))


def _look_at_set(store: Store, row: Sequence[str]) -> None:
    find_set(store, row[0])


def _look_at_class(store: Store, row: Sequence[str]) -> None:
    seats_of(store, found_by_key(store, store.database, row[0]))


def _each(store: Store, key: str, what: str, rows: str, look: Callable[[Store, Sequence[str]], None]) -> Finding:
    """Look at every row by itself; it is told by what is in its first column."""
    problems = []
    count = 0
    with store.explained():
        for number, *row in store.database.execute(rows).fetchall():
            count += 1
            try:
                look(store, row)
            except (*NOT_TO_BE_BUILT, StoreError) as error:
                problems.append(f"number {number} cannot be read: {type(error).__name__}")
    return _finding(key, f"{many(count, *what.split(' ', 1))} can be read", problems, TELL_US)


# --- backups ----------------------------------------------------------------------------------------------------------


def examine_backups(path: Path, today: date) -> Iterator[Finding]:
    """Whether the backups that are made by themselves are whole, and how old the newest is; then what cannot be told.

    Only what is damaged is to be deleted: what is newer, or cannot be read now, may be good.
    """
    damaged, unread, days = [], [], []
    newer = newer_backups(path)
    for backup in automatic_backups(path):
        try:
            check_whole(backup.path)
            days.append(backup.day)
        except NewerStore:
            pass  # told below, with the copies made before upgrades
        except NotAStore as error:
            damaged.append(str(error))
        except StoreUnusable as error:
            unread.append(str(error))
    folder = backups_of(path)
    if folder.exists() and not os.access(folder, os.R_OK | os.X_OK):
        unread.append(f"{folder} cannot be read")
    newest = f", the newest of {days[0]}" if days else ""
    each_day = "a server makes one each day that it runs, once there is something to lose"
    note = "" if days or damaged or unread else each_day
    if days and abs(today - days[0]) > timedelta(days=1):
        note = f"the newest is of another day than now: {each_day}"
    what = f"{many(len(days), 'backup', 'that can be gone back to')} in {folder}{newest}"
    yield _finding("backups", what, damaged, "delete that file: it helps nobody", note)
    if unread:
        yield _finding("unread_backups", many(len(unread), "backup", "that cannot be read now"), unread, READ_AGAIN)
    if newer:
        told = [f"{file} is of a newer release of Scorekeeper" for file in newer]
        yield _finding("newer_backups", many(len(newer), "backup", "of a newer release"), told, NEWER_BACKUP)


def many(count: int, one: str, rest: str = "") -> str:
    """`1 game`, `2 games`; ``rest`` follows as it stands."""
    word = one if count == 1 else f"{one}{'es' if one.endswith('s') else 's'}"
    return f"{count:,} {word} {rest}".rstrip()


def _finding(key: str, what: str, problems: Sequence[str], remedy: str, note: str = "") -> Finding:
    told = tuple(problems[:MOST_TOLD])
    if len(problems) > MOST_TOLD:
        told = (*told, f"and {len(problems) - MOST_TOLD:,} more of this kind")
    return Finding(key, what, told, remedy if told else "", note)
