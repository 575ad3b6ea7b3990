"""The doctor's findings: none in a sound store, and each kind of damage by its name."""

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.school.classes.class_examination import examine_classes
from scorekeeper.store.backups import back_up
from scorekeeper.store.findings import Finding
from scorekeeper.store.opening import open_store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.tally.examination import examine, examine_backups
from tests.store import club
from tests.store.damaging import make_newer
from tests.store.playing import FIVES, Table, begin, points

pytestmark = pytest.mark.file_only


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's store in one file."""
    folder = tmp_path_factory.mktemp("club")
    with closing(open_store(folder / "games.sqlite3")) as store:
        club.fill(store)
        back_up(store, folder / "copy.sqlite3")
    return folder / "copy.sqlite3"


@pytest.fixture
def path(full: Path, tmp_path: Path) -> Path:
    """A copy of the store to damage."""
    copy = tmp_path / "games.sqlite3"
    copy.write_bytes(full.read_bytes())
    return copy


def look(path: Path) -> list[Finding]:
    return list(examine(path, also=[examine_classes]))


def test_everything_is_well_and_counted(path: Path) -> None:
    before = path.read_bytes()
    file, games, houses, classes = look(path)
    assert not any(finding.problems for finding in (file, games, houses, classes))
    assert file.what.startswith("every page")
    told = r"4 games with 4 holes can be built, and \d\d changes, redone from the beginning, lead to the same"
    assert re.fullmatch(told, games.what)
    assert houses.what == "1 house of your own, in 2 versions, can be read"
    assert classes.what == "1 worksheet and 2 classes can be built, with 1 student and 1 answer"
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing is written beside it either"


HARM = {
    "a hand changed behind the history": (
        "UPDATE games SET state = replace(state, '\"K K K / K K Q\"', '99')",
        "doesn't match its history",
    ),
    "a hand that is none": (
        "UPDATE games SET state = replace(state, 'K K K / K K Q', 'five kings')",
        "can't be built",
    ),
    "a game without rules": ("UPDATE game_houses SET house = '{}'", "can't be built"),
    "a history that was told otherwise": (
        """
        DROP TRIGGER history_is_never_changed;
        UPDATE history SET parts = replace(parts, 'Ann', 'Zoe') WHERE kind = 'created'
        """,
        "doesn't follow",
    ),
    "rules of one's own that are none": ("UPDATE houses SET rules = '{}'", "doesn't match its newest version"),
    "a version of them that is none": (
        "DROP TRIGGER house_versions_are_never_changed; UPDATE house_versions SET rules = '[]' WHERE version = 1",
        "version 1 of house 1 can't be read",
    ),
    "a version of them that is gone": (
        "DROP TRIGGER house_versions_are_never_cut; DELETE FROM house_versions WHERE version = 1",
        "house 1 is missing some of its 2 versions",
    ),
    "a class whose state was emptied": ("UPDATE classes SET state = '{}' WHERE id = 2", "class 2 can't be built"),
    "a class at no question": ("UPDATE classes SET state = json_set(state, '$.at', 77)", "class 1 can't be built"),
    "a student's answer that is none": (
        "DROP TRIGGER class_work_is_never_changed; UPDATE class_work SET place = 99",
        "class 1 can't be built",
    ),
    "a set without questions": (
        "DROP TRIGGER sets_are_never_changed; UPDATE sets SET sheets = '[7]' WHERE id = 1",
        "worksheet 1 can't be built",
    ),
    "a game without its rules": ("DELETE FROM game_houses", "refer to missing game_houses"),
}


@pytest.mark.parametrize(("script", "said"), HARM.values(), ids=HARM)
def test_harm_is_named(path: Path, script: str, said: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    before = path.read_bytes()
    (found,) = [finding for finding in look(path) if finding.problems]
    assert found.remedy
    told = " ".join(found.problems)
    assert said in told
    assert "Ann" not in told, "games are told by their numbers, and nobody by name"
    assert path.read_bytes() == before


def test_it_works_beside_a_store_that_is_written_to(table: Table) -> None:
    """The doctor also reads the log, and the writer goes on."""
    table.enter(1, "Ann", FIVES)
    path = table.file.path
    files = {file.name for file in path.parent.iterdir()}
    found: list[Finding] = []
    for finding in examine(path):
        found.append(finding)
        table.enter(1, "Bo", points(len(found)))
    assert not any(finding.problems for finding in found), found
    assert {file.name for file in path.parent.iterdir()} == files
    assert found[1].what.startswith("1 game with 1 hole")


def test_a_log_that_a_crash_left_damaged_is_named_with_what_it_lost(table: Table, tmp_path: Path) -> None:
    for number in range(3):
        table.enter(1, "Ann", points(number))
    left = tmp_path / "left" / "games.sqlite3"
    left.parent.mkdir()
    shutil.copy(table.file.path, left)
    log = left.with_name("games.sqlite3-wal")
    whole = table.file.path.with_name(f"{table.file.path.name}-wal").read_bytes()
    for cut, lost in ((len(whole), 0), (len(whole) - 100, 0), (40, 4), (len(whole) - 100, 1)):
        damaged = bytearray(whole[:cut] if not lost else whole)
        if lost:
            damaged[cut] ^= 1
        log.write_bytes(damaged)
        problems = [problem for finding in examine(left) for problem in finding.problems]
        writes = "write" if lost == 1 else f"{lost} writes"
        assert problems == ([f"{log} is damaged: its last {writes} can't be read"] if lost else [])


def test_backups_are_looked_over_whole(store: SqliteStore) -> None:
    assert examine_backups(store.path).what.startswith("0 backups")
    begin(store)
    folder = store.path.parent / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        back_up(store, folder / f"games-2026-11-0{day}.sqlite3")
    found = examine_backups(store.path)
    assert not found.problems
    assert found.what == f"3 backups in {folder} to go back to, the newest is games-2026-11-03.sqlite3"
    os.truncate(folder / "games-2026-11-03.sqlite3", 9000)
    make_newer(folder / "games-2026-11-01.sqlite3")
    found = examine_backups(store.path)
    damaged, newer = found.problems
    assert "newer version" in newer
    assert "games-2026-11-03.sqlite3 is damaged" in damaged
    assert found.what == f"1 backup in {folder} to go back to, the newest is games-2026-11-02.sqlite3"
