"""The full check of a store, for `scorekeeper doctor`. It writes nothing to the file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from scorekeeper.houses import thaw
from scorekeeper.store.backups import backups, newest_good_backup
from scorekeeper.store.errors import NotAStore, OtherRelease, StoreUnusable
from scorekeeper.store.files import backups_of
from scorekeeper.store.findings import NOT_TO_BE_BUILT, TELL_US, Finding, many, shortened
from scorekeeper.store.migrations import migrations
from scorekeeper.store.restoring import way_back
from scorekeeper.store.soundness import check_is_store, check_whole, damage, log_damage, looking_at
from scorekeeper.tally.game_row import HOUSE, load_games, subjects
from scorekeeper.tally.history import changes_of, state_after
from scorekeeper.tally.values import Change, KeptGame, Subject

GO_BACK: Final = "Stop the server and go back to a backup: `scorekeeper restore --replace FILE`. Keep this file."
NO_BACKUP: Final = "Delete the damaged backups. A backup from another version needs that version."
LOST: Final = "Check the last holes played. Their last entries may be missing."


Examination = Callable[[Database], Finding]
"""A check of some rows of a store."""


def examine(path: Path, *, is_ours: bool = False, also: Sequence[Examination] = ()) -> Iterator[Finding]:
    """Check everything in the file, also while a server runs, and yield each finding.

    ``is_ours`` says whether it is the store of these settings, whose way back is known. ``also`` has checks of other
    rows than games and houses. If the file itself is damaged, its rows are not checked.
    """
    try:
        with looking_at(path) as connection:
            if not (found := damage(connection, thorough=True)):
                check_is_store(connection, path)
            what = f"every page and every index of the file, {path.stat().st_size:,} bytes"
            yield Finding(what, found, _go_back(path, is_ours))
            if lost := log_damage(path):
                yield Finding("the log of the last writes", (lost,), LOST)
            if not found and migrations.pending(Database(connection, execute_plugins=False)):
                yield Finding("the games can be checked once a server has brought the file up to date")
            elif not found:
                yield from (look(Database(connection, execute_plugins=False)) for look in (_games, _houses, *also))
    except StoreUnusable as error:
        remedy = "Install the version that it names." if isinstance(error, OtherRelease) else ""
        if isinstance(error, NotAStore) or not path.exists():
            remedy = _go_back(path, is_ours)
        yield Finding("the file", (str(error),), remedy)


def _go_back(path: Path, is_ours: bool) -> str:
    """The advice for a damaged or lost file."""
    if is_ours and newest_good_backup(path):
        return f"Stop the server. {way_back(path)}"
    return GO_BACK if path.exists() else ""


# --- the games --------------------------------------------------------------------------------------------------------


def _games(database: Database) -> Finding:
    """Check that every game can be built and that its history leads to it; by number, not by name."""
    problems: list[str] = []
    holes = changes = 0
    games = [game for (game,) in database.execute("SELECT id FROM games ORDER BY id").fetchall()]
    for game in games:
        database.execute("BEGIN")  # so that everything read of a game is from one moment
        try:
            for kept in load_games(database, [game]):  # none if it has been deleted
                history = changes_of(database, game)
                problems += [f"game {game}: {text}" for text in _wrong_history(kept, history)]
                holes += len(kept.game.holes)
                changes += len(history)
        except NOT_TO_BE_BUILT as error:
            problems.append(f"game {game} can't be built: {type(error).__name__}")
        finally:
            database.rollback()
    built = f"{many(len(games), 'game')} with {many(holes, 'hole')} can be built"
    again = f"{many(changes, 'change')}, redone from the beginning, lead to the same"
    return Finding(f"{built}, and {again}", shortened(problems), TELL_US)


def _wrong_history(kept: KeptGame, changes: Iterable[Change]) -> Iterator[str]:
    """The first problem if the changes, done in order, do not lead to the game."""
    state: dict[Subject, Any] = {}
    for change in changes:
        for part in change.parts:
            # The history of an old game does not have its first readings.
            if part.before != state.get(part.about) and not (part.about == HOUSE and HOUSE not in state):
                yield f"change {change.id} doesn't follow from the one before it"
                return
        state = state_after(state, change.parts)
    now = subjects(kept.game, kept.title)
    if {HOUSE: now[HOUSE], **state} != now:
        yield "it doesn't match its history"


# --- houses -----------------------------------------------------------------------------------------------------------


def _houses(database: Database) -> Finding:
    """Check that every version of made rules can be read, and that the newest is in use."""
    problems: list[str] = []
    kept = database.execute("SELECT id, version, rules FROM houses ORDER BY id").fetchall()
    versions = database.execute("SELECT house, version, rules FROM house_versions ORDER BY house, version").fetchall()
    of_house: dict[int, list[tuple[int, str]]] = {house: [] for house, _, _ in kept}
    for house, version, rules in versions:
        of_house.setdefault(house, []).append((version, rules))
        try:
            thaw(rules)
        except NOT_TO_BE_BUILT as error:
            problems.append(f"version {version} of house {house} can't be read: {type(error).__name__}")
    for house, newest, rules in kept:
        if [version for version, _ in of_house[house]] != list(range(1, newest + 1)):
            problems.append(f"house {house} is missing some of its {newest:,} versions")
        elif of_house[house][-1][1] != rules:
            problems.append(f"house {house} doesn't match its newest version")
    read = f"{many(len(kept), 'house')} of your own, in {many(len(versions), 'version')}, can be read"
    return Finding(read, shortened(problems), TELL_US)


# --- backups ----------------------------------------------------------------------------------------------------------


def examine_backups(path: Path) -> Finding:
    """Check the backups beside the store, and find the newest."""
    good, problems = [], []
    for file in backups(path):
        try:
            check_whole(file)
            good.append(file.name)
        except StoreUnusable as error:
            problems.append(str(error))
    newest = f", the newest is {good[0]}" if good else "; a server makes one each day that it runs"
    what = f"{many(len(good), 'backup')} in {backups_of(path)} to go back to{newest}"
    return Finding(what, problems, NO_BACKUP)
