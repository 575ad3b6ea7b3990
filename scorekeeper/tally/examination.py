"""The whole examination of a store, for `scorekeeper doctor`. Nothing is written to the file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from scorekeeper.store.backups import automatic_backups, copies, newest_good_backup
from scorekeeper.store.errors import NotAStore, OtherRelease, StoreUnusable
from scorekeeper.store.files import backups_of
from scorekeeper.store.migrations import migrations
from scorekeeper.store.restoring import way_back
from scorekeeper.store.soundness import check_is_store, check_whole, damage, looking_at, torn_references
from scorekeeper.tally.history import changes_of
from scorekeeper.tally.history_parts import HOUSE, after, subjects
from scorekeeper.tally.read_game import load_games
from scorekeeper.tally.values import Change, KeptGame, Subject

MOST_TOLD: Final = 10
"""Problems of one kind that are told; of the rest, how many there are."""

GO_BACK: Final = "stop the server and go back to a backup: `scorekeeper restore --replace FILE`; keep this file"
NO_BACKUP: Final = "delete what is damaged; only its own release can go back to one of another release"
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
    try:
        with looking_at(path) as connection:
            found = damage(connection, thorough=True)
            if not found:
                check_is_store(connection, path)
                found = torn_references(connection)
            what = f"every page and every index of the file, {path.stat().st_size:,} bytes"
            yield _finding("integrity", what, found, _go_back(path, is_ours))
            if not found and migrations.pending(Database(connection)):
                yield Finding(
                    "games", "the games", note="they are looked at once a server has brought the file up to date"
                )
            elif not found:
                yield _games(Database(connection))
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


# --- the games --------------------------------------------------------------------------------------------------------


def _games(database: Database) -> Finding:
    """Whether every game can be built from its rows, and its history leads to the same; told by numbers, not names."""
    problems = []
    holes = changes = 0
    games = [game for (game,) in database.execute("SELECT id FROM games ORDER BY id").fetchall()]
    for game in games:
        database.execute("BEGIN")  # all that is read of a game is of one moment
        try:
            for kept in load_games(database, [game]):  # none where it was deleted meanwhile
                history = changes_of(database, game)
                problems += [f"game {game}: {text}" for text in _wrong_history(kept, history)]
                holes += len(kept.game.holes)
                changes += len(history)
        except NOT_TO_BE_BUILT as error:
            problems.append(f"game {game} cannot be built: {type(error).__name__}")
        finally:
            database.rollback()
    built = f"{many(len(games), 'game')} with {many(holes, 'hole')} can be built"
    again = f"{many(changes, 'change')}, done again from the beginning, lead to the same"
    return _finding("games", f"{built}, and {again}", problems, TELL_US)


def _wrong_history(kept: KeptGame, changes: Iterable[Change]) -> Iterator[str]:
    """Where the changes, done one after the other from nothing, do not lead to the game as it is."""
    state: dict[Subject, Any] = {}
    for change in changes:
        for part in change.parts:
            # What the readings were at the beginning is not told by the history of an old game.
            if part.before != state.get(part.about) and not (part.about == HOUSE and HOUSE not in state):
                yield f"change {change.id} does not follow on the one before it"
                return
        state = after(state, change.parts)
    now = subjects(kept.game, kept.title)
    if {HOUSE: now[HOUSE], **state} != now:
        yield "it is not as its history says"


# --- backups ----------------------------------------------------------------------------------------------------------


def examine_backups(path: Path, today: date) -> Finding:
    """Whether the copies in the folder beside the store are whole, and how old the newest of those made each day is."""
    problems = []
    daily = {backup.path: backup.day for backup in automatic_backups(path)}
    days = []
    for file in copies(path):
        try:
            check_whole(file)
            days += [daily[file]] if file in daily else []
        except StoreUnusable as error:
            problems.append(str(error))
    newest = max(days, default=None)
    told = f", the newest of {newest}" if newest else ""
    is_old = newest is None or abs(today - newest) > timedelta(days=1)
    note = "a server makes one each day that it runs, once there is something to lose" if is_old else ""
    what = f"{many(len(days), 'backup', 'that can be gone back to')} in {backups_of(path)}{told}"
    return _finding("backups", what, problems, NO_BACKUP, note)


def many(count: int, one: str, rest: str = "") -> str:
    """`1 game`, `2 games`; ``rest`` follows as it stands."""
    return f"{count:,} {one}{'' if count == 1 else 's'} {rest}".rstrip()


def _finding(key: str, what: str, problems: Sequence[str], remedy: str, note: str = "") -> Finding:
    told = tuple(problems[:MOST_TOLD])
    if len(problems) > MOST_TOLD:
        told = (*told, f"and {len(problems) - MOST_TOLD:,} more of this kind")
    return Finding(key, what, told, remedy if told else "", note)
