"""Backups that are made by themselves: one a day, seven deep."""

import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.store.backups import KEPT, back_up_by_itself, backups, newest_good_backup
from scorekeeper.store.errors import StoreFailed
from scorekeeper.store.soundness import is_whole
from scorekeeper.store.sqlite import SqliteStore
from tests.store.backups import opened
from tests.store.damaging import no_file_above
from tests.store.playing import FIVES, NOON, Table, points

pytestmark = pytest.mark.file_only

DAY = timedelta(days=1)


def days(store: SqliteStore) -> list[str]:
    """The days of the backups, the oldest first."""
    return [file.stem.removeprefix(f"{store.path.stem}-") for file in reversed(backups(store.path))]


def folder(store: SqliteStore) -> Path:
    return store.path.parent / "backups"


def test_one_a_day_for_the_owner_alone(table: Table) -> None:
    store = table.file
    made = back_up_by_itself(store, NOON)
    assert made == folder(store) / "games-2026-11-21.sqlite3"
    for later in (timedelta(0), timedelta(hours=11)):
        assert back_up_by_itself(store, NOON + later) is None
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder(store).stat().st_mode) == 0o700
    assert {one.name for one in folder(store).iterdir()} == {made.name}
    assert is_whole(made)
    assert back_up_by_itself(store, NOON + DAY) == folder(store) / "games-2026-11-22.sqlite3"


def test_the_newest_seven_stay(table: Table) -> None:
    for day in range(10):
        table.enter(day % 9 + 1, "Ann", points(day))
        back_up_by_itself(table.file, NOON + day * DAY)
    assert days(table.file) == [f"2026-11-{day}" for day in range(24, 31)]
    newest = newest_good_backup(table.file.path)
    assert newest is not None
    assert newest.name == "games-2026-11-30.sqlite3"
    with opened(newest) as copy:
        assert len(Table(copy, table.key).kept.hand_versions) == 9


def test_a_clock_that_goes_wrong_removes_no_backup_that_was_just_made(table: Table) -> None:
    for day in [*range(1000, 1000 + KEPT), 0]:
        back_up_by_itself(table.file, NOON + day * DAY)
    assert days(table.file)[0] == "2026-11-21"


def test_a_damaged_backup_takes_the_place_of_no_good_one(table: Table) -> None:
    for day in range(KEPT):
        back_up_by_itself(table.file, NOON + day * DAY)
    for broken in ("22", "27"):
        os.truncate(folder(table.file) / f"games-2026-11-{broken}.sqlite3", 9000)
    back_up_by_itself(table.file, NOON + 7 * DAY)
    back_up_by_itself(table.file, NOON + 8 * DAY)
    whole = [file.stem[-2:] for file in backups(table.file.path) if is_whole(file)]
    assert whole == ["29", "28", "26", "25", "24", "23", "21"]
    os.truncate(folder(table.file) / "games-2026-11-29.sqlite3", 9000)
    newest = newest_good_backup(table.file.path)
    assert newest is not None
    assert newest.name == "games-2026-11-28.sqlite3"


def test_what_a_killed_one_left_is_cleared_away(table: Table) -> None:
    folder(table.file).mkdir()
    left = folder(table.file) / ".games-2026-11-20.sqlite3.0123456789abcdef.partial"
    for file in (left, left.with_name(f"{left.name}-journal")):
        file.write_bytes(b"half")
        os.utime(file, times=((NOON - 2 * DAY).timestamp(),) * 2)
    back_up_by_itself(table.file, NOON)
    assert not list(folder(table.file).glob("*partial*"))


def test_copies_before_an_upgrade_are_kept_and_offered_like_the_others(table: Table) -> None:
    made = back_up_by_itself(table.file, NOON)
    assert made is not None
    before = made.with_name("games-before-schema_2-2026-11-20.sqlite3")
    before.write_bytes(made.read_bytes())
    made.with_name("games-of-mine.sqlite3").write_bytes(b"nothing")
    assert newest_good_backup(table.file.path) == made
    os.truncate(made, 9000)
    assert newest_good_backup(table.file.path) == before
    for day in range(1, KEPT + 1):
        back_up_by_itself(table.file, NOON + day * DAY)
    assert not before.exists()


def test_a_disk_that_is_full_in_the_middle_leaves_nothing_half_and_the_old_ones(table: Table) -> None:
    back_up_by_itself(table.file, NOON)
    with no_file_above(100_000), pytest.raises(StoreFailed, match=r"11-22\.sqlite3 can't grow"):
        back_up_by_itself(table.file, NOON + DAY)
    assert {one.name for one in folder(table.file).iterdir()} == {"games-2026-11-21.sqlite3"}
    assert back_up_by_itself(table.file, NOON + DAY) is not None
    table.enter(1, "Ann", FIVES)
