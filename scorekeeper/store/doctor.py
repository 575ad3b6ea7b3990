"""The whole examination of a store, for `scorekeeper doctor`. Nothing is written to the file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlite_utils import Database

from scorekeeper.store.backups import automatic_backups, newest_good_backup, other_backups
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import NotAStore, OtherRelease, StoreUnusable
from scorekeeper.store.finding import load_games
from scorekeeper.store.history import changes_of
from scorekeeper.store.restoring import way_back
from scorekeeper.store.soundness import check_is_store, check_whole, cut_off, damage, looking_at, torn_references
from scorekeeper.store.subjects import HOUSE, Subject, subjects
from scorekeeper.store.whole_files import backups_of

if TYPE_CHECKING:
    from scorekeeper.store.values import Change, KeptGame

MOST_TOLD: Final = 10
"""Problems of one kind that are told; of the rest, how many there are."""

_MENDED_EARLIER: Final = ((3, 44, 6), (3, 50, 7))

GO_BACK: Final = "stop the server and go back to a backup: `scorekeeper restore --replace FILE`; keep this file"
READ_AGAIN: Final = "look again as the user who runs the server, while nobody else uses that file"
OTHER_BACKUP: Final = (
    "install that release to go back to it; a class that was deleted since it was made may still be in it, so delete "
    "it yourself when you need it no more"
)
TELL_US: Final = (
    "keep a copy of this file: a program other than Scorekeeper wrote into it, or Scorekeeper has a mistake"
)

NOT_TO_BE_BUILT: Final = (ValueError, KeyError, TypeError, AttributeError, AssertionError, LookupError)
"""What text that is no house, no cards or no list leads to. RuleError and what JSON says are ValueErrors as well."""


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

    ``is_ours`` where it is the store of these settings: only of that the way back is known. After damage of the file
    itself the games are not looked at.
    """
    yield sqlite_finding()
    try:
        with looking_at(path) as connection:
            found = cut_off(path) or damage(connection, thorough=True)
            if not found:
                check_is_store(connection, path)
                found = torn_references(connection)
            what = f"every page and every index of the file, {path.stat().st_size:,} bytes"
            yield _finding("integrity", what, found, _go_back(path, is_ours))
            if not found:
                yield _games(_Looking(path, connection))
    except StoreUnusable as error:
        remedy = "install the release that it names" if isinstance(error, OtherRelease) else ""
        if isinstance(error, NotAStore) or not path.exists():
            remedy = _go_back(path, is_ours)
        yield Finding("file", "the file", (str(error),), remedy)


def _go_back(path: Path, is_ours: bool) -> str:
    """What to do about a file that is damaged or lost."""
    if is_ours and newest_good_backup(path):
        return f"stop the server. {way_back(path)}"
    return GO_BACK if path.exists() else ""


def sqlite_finding(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """Which SQLite this runs on."""
    mended = version >= (3, 51, 3) or any(version[:2] == one[:2] and version >= one for one in _MENDED_EARLIER)
    note = (
        "it has the WAL-reset defect, mended in 3.51.3, 3.50.7 and 3.44.6: two programs that write at the same moment "
        "may damage the file. One `scorekeeper serve` alone does not; do other work on the file in quiet hours"
    )
    affected = version >= (3, 7, 0) and not mended
    return Finding("sqlite", f"SQLite {'.'.join(map(str, version))}", note=note if affected else "")


# --- the games --------------------------------------------------------------------------------------------------------


class _Looking(Store):
    """A store that only reads, through a connection that it is given."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        super().__init__(path)
        self._only = Database(connection)

    @property
    def database(self) -> Database:
        return self._only


def _games(store: Store) -> Finding:
    """Whether every game can be built from its rows, and its history leads to the same; told by numbers, not names."""
    problems = []
    holes = changes = 0
    with store.explained():
        games = [game for (game,) in store.database.execute("SELECT id FROM games ORDER BY id").fetchall()]
    for game in games:
        with store.read() as database:
            try:
                for kept in load_games(database, [game]):  # none where it was deleted meanwhile
                    history = changes_of(database, game)
                    problems += [f"game {game}: {text}" for text in _wrong_history(kept, history)]
                    holes += len(kept.game.holes)
                    changes += len(history)
            except NOT_TO_BE_BUILT as error:
                problems.append(f"game {game} cannot be built: {type(error).__name__}")
    built = f"{many(len(games), 'game')} with {many(holes, 'hole')} can be built"
    again = f"{many(changes, 'change')}, done again from the beginning, lead to the same"
    return _finding("games", f"{built}, and {again}", problems, TELL_US)


def _wrong_history(kept: KeptGame, changes: Iterable[Change]) -> Iterator[str]:
    """Where the changes, done one after the other from nothing, do not lead to the game as it is."""
    state: dict[Subject, Any] = {}
    for change in changes:
        for part in change.parts:
            subject = Subject(part.subject, part.hole, part.player)
            if part.before != state.get(subject) and not (subject == HOUSE and subject not in state):
                yield f"change {change.id} does not follow on the one before it"
                return
            if part.after is None:
                state.pop(subject, None)
            else:
                state[subject] = part.after
    now = subjects(kept.game, kept.title)
    if HOUSE not in state:  # nobody has chosen another reading
        del now[HOUSE]
    if state != now:
        yield "it is not as its history says"


# --- backups ----------------------------------------------------------------------------------------------------------


def examine_backups(path: Path, today: date) -> Iterator[Finding]:
    """Whether the backups that are made by themselves are whole, and how old the newest is; then what cannot be told.

    Only what is damaged is to be deleted: what is of another release, or cannot be read now, may be good.
    """
    damaged, unread, days = [], [], []
    others = other_backups(path)
    for backup in automatic_backups(path):
        try:
            check_whole(backup.path)
            days.append(backup.day)
        except OtherRelease:
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
    if others:
        told = [f"{file} is of another release of Scorekeeper" for file in others]
        yield _finding("other_backups", many(len(others), "backup", "of another release"), told, OTHER_BACKUP)


def many(count: int, one: str, rest: str = "") -> str:
    """`1 game`, `2 games`; ``rest`` follows as it stands."""
    return f"{count:,} {one}{'' if count == 1 else 's'} {rest}".rstrip()


def _finding(key: str, what: str, problems: Sequence[str], remedy: str, note: str = "") -> Finding:
    told = tuple(problems[:MOST_TOLD])
    if len(problems) > MOST_TOLD:
        told = (*told, f"and {len(problems) - MOST_TOLD:,} more of this kind")
    return Finding(key, what, told, remedy if told else "", note)
