"""What the doctor finds: nothing in a store that is well, and each kind of harm under its own name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.store import Store, back_up, examine
from scorekeeper.store.doctor import Finding, examine_backups, sqlite_finding
from tests.store import club
from tests.store.damaging import make_newer
from tests.store.playing import FIVES, Table, begin, points


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's store in one file."""
    folder = tmp_path_factory.mktemp("club")
    with closing(Store.open(folder / "games.sqlite3")) as store:
        club.fill(store)
        back_up(store, folder / "copy.sqlite3")
    return folder / "copy.sqlite3"


@pytest.fixture
def path(full: Path, tmp_path: Path) -> Path:
    """A copy of it to do harm to."""
    copy = tmp_path / "games.sqlite3"
    copy.write_bytes(full.read_bytes())
    return copy


def wrong(path: Path) -> dict[str, tuple[str, ...]]:
    return {finding.key: finding.problems for finding in examine(path) if not finding.is_fine}


def test_everything_is_well_and_counted(path: Path) -> None:
    before = path.read_bytes()
    findings = {finding.key: finding for finding in examine(path)}
    assert list(findings) == ["sqlite", "integrity", "games"]
    assert all(finding.is_fine and not finding.remedy for finding in findings.values())
    told = "7 games with 8 holes can be built, and 28 changes, done again from the beginning, lead to the same"
    assert findings["games"].what == told
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing is written beside it either"


HARM = {
    "a hand changed behind the history": ("UPDATE layouts SET points = 99 WHERE points = 12", "games"),
    "a hand taken away": ("DELETE FROM layouts WHERE points = 12", "games"),
    "a hole settled behind the history": ("UPDATE holes SET confirmed = 1 - confirmed", "games"),
    "somebody renamed": ("UPDATE players SET name = 'Zoe' WHERE name = 'Di'", "games"),
    "a hand that is none": ("UPDATE layouts SET cards = 'five kings' WHERE cards IS NOT NULL", "games"),
    "a game without rules": ("UPDATE games SET house = '{}' WHERE id = 1", "games"),
    "a history that is none": (
        "DROP TRIGGER history_is_never_changed; UPDATE history SET parts = '[7]' WHERE id = 3",
        "games",
    ),
    "a history that was told otherwise": (
        """
        DROP TRIGGER history_is_never_changed;
        UPDATE history SET parts = replace(parts, 'Ann', 'Zoe') WHERE kind = 'created'
        """,
        "games",
    ),
    "a hand of nobody": ("UPDATE layouts SET player = 9999 WHERE points = 12", "integrity"),
}


@pytest.mark.parametrize(("script", "key"), HARM.values(), ids=HARM)
def test_harm_is_named(path: Path, script: str, key: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    before = path.read_bytes()
    findings = [finding for finding in examine(path) if not finding.is_fine]
    assert [finding.key for finding in findings] == [key]
    assert all(finding.remedy for finding in findings)
    told = " ".join(problem for finding in findings for problem in finding.problems)
    assert "Ann" not in told, "games are told by their numbers, and nobody by name"
    assert path.read_bytes() == before


def test_of_much_harm_some_is_told_and_the_rest_counted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.store.doctor.MOST_TOLD", 2)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("UPDATE games SET house = '{}'")
    assert wrong(path)["games"][1:] == ("game 2 cannot be built: BadHouse", "and 5 more of this kind")


def test_after_damage_the_rest_is_not_looked_at(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)
    assert [finding.key for finding in examine(path)] == ["sqlite", "integrity"]
    os.truncate(path, path.stat().st_size - 1000)
    (finding,) = [finding for finding in examine(path) if not finding.is_fine]
    assert "scorekeeper restore" in finding.remedy


@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(lambda path: path.unlink(), "is not there", id="missing"),
        pytest.param(lambda path: (path.unlink(), path.mkdir()), "is a folder", id="a folder"),
        pytest.param(lambda path: path.write_bytes(b""), "is empty", id="empty"),
        pytest.param(lambda path: path.write_text("Dear diary. " * 1000), "not a database", id="a text"),
    ],
)
def test_what_is_no_store_is_told(path: Path, make: Callable[[Path], object], said: str) -> None:
    make(path)
    told = wrong(path)
    assert said in " ".join(problem for problems in told.values() for problem in problems)


def test_a_newer_one_is_told_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm9999_of', '')"
        )
        connection.commit()
    (finding,) = [finding for finding in examine(path) if not finding.is_fine]
    assert "newer release" in finding.problems[0]
    assert "install the release" in finding.remedy


def test_it_works_beside_a_store_that_is_written_to(table: Table) -> None:
    """What lies in the log alone counts as well, and the writer goes on."""
    table.enter(1, "Ann", FIVES)
    path = table.store.path
    files = {file.name for file in path.parent.iterdir()}
    found: list[Finding] = []
    for finding in examine(path):
        found.append(finding)
        table.enter(1, "Bo", points(len(found)))
    assert all(finding.is_fine for finding in found), found
    assert {file.name for file in path.parent.iterdir()} == files
    assert next(finding for finding in found if finding.key == "games").what.startswith("1 game with 1 hole")


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 51, 3), False),
    ],
)
def test_sqlite_with_the_defect_of_the_log_is_remarked(version: tuple[int, ...], affected: bool) -> None:
    finding = sqlite_finding(version)
    assert finding.is_fine
    assert finding.what == f"SQLite {'.'.join(map(str, version))}"
    assert ("WAL-reset" in finding.note) is affected


def test_backups_are_looked_over_whole(store: Store) -> None:
    (finding,) = examine_backups(store.path, date(2026, 11, 4))
    assert "0 backups" in finding.what
    begin(store)
    folder = store.path.parent / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        back_up(store, folder / f"games-2026-11-0{day}.sqlite3")
    (finding,) = examine_backups(store.path, date(2026, 11, 4))
    assert finding.is_fine
    assert finding.what.startswith("3 backups")
    assert finding.what.endswith("the newest of 2026-11-03")
    assert finding.note == ""
    (finding,) = examine_backups(store.path, date(2026, 11, 5))
    assert "another day" in finding.note
    os.truncate(folder / "games-2026-11-03.sqlite3", 9000)
    (finding,) = examine_backups(store.path, date(2026, 11, 4))
    assert len(finding.problems) == 1
    assert "games-2026-11-03.sqlite3" in finding.problems[0]
    assert finding.what.endswith("the newest of 2026-11-02")


def test_only_a_damaged_backup_is_to_be_deleted(store: Store) -> None:
    begin(store)
    folder = store.path.parent / "backups"
    folder.mkdir()
    files = [folder / f"games-2026-11-0{day}.sqlite3" for day in range(1, 6)]
    for file in files:
        back_up(store, file)
    _, damaged, newer, gone, upgrade = files
    os.truncate(damaged, 9000)
    make_newer(newer)
    gone.unlink()
    gone.mkdir()
    make_newer(upgrade)
    upgrade.rename(folder / "games-before-m0099_later-2026-11-05.sqlite3")
    findings = {one.key: one for one in examine_backups(store.path, date(2026, 11, 1))}
    assert {key: len(one.problems) for key, one in findings.items()} == {
        "backups": 1,
        "unread_backups": 1,
        "other_backups": 2,
    }
    assert findings["backups"].what.startswith("1 backup that")
    assert "delete that file" in findings["backups"].remedy
    assert "delete" not in findings["unread_backups"].remedy
    assert "install that release" in findings["other_backups"].remedy
    assert "a class that was deleted" in findings["other_backups"].remedy
