"""`scorekeeper doctor`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store.backups import back_up, back_up_by_itself
from scorekeeper.store.opening import open_store
from tests.cli.running import by_click
from tests.store.playing import FIVES, NOON, begin


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with a game and its backup, which the command finds."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    with closing(open_store(tmp_path / "scorekeeper.sqlite3")) as store:
        begin(store).enter(1, "Ann", FIVES)
        back_up_by_itself(store, NOON)
    return store.path


def harm(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE games SET state = replace(state, '5 * 7', '5 5 7')")
        connection.commit()


def test_all_is_well(path: Path) -> None:
    result = by_click("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *lines, last = result.stdout.splitlines()
    assert (first, last) == (f"Checking {path}", "No problems found.")
    fine = [line.removeprefix("fine   ") for line in lines if line.startswith("fine   ")]
    assert len(fine) == len(lines)
    assert "1 game with 1 hole can be built, and 2 changes, redone from the beginning, lead to the same" in fine
    copy = "scorekeeper-2026-11-21.sqlite3"
    assert f"1 backup in {path.parent / 'backups'} to go back to, the newest is {copy}" in fine


def test_what_is_wrong_is_listed_with_what_to_do(path: Path) -> None:
    harm(path)
    result = by_click("doctor")
    assert result.exit_code == 2
    assert len([line for line in result.stdout.splitlines() if line.startswith("WRONG  ")]) == 1
    assert "No problems found" not in result.stdout
    assert result.stderr.startswith("error: game 1: it doesn't match its history. What to do: ")


def test_one_file_is_looked_at_without_what_lies_around(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(open_store(path)) as store:
        back_up(store, copy)
    harm(path)
    assert by_click("doctor").exit_code == 2
    result = by_click("doctor", str(copy))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "backup" not in result.stdout
    assert by_click("doctor", str(tmp_path / "nowhere")).exit_code == 2
    assert by_click("doctor", "/dev/null").stderr == "error: /dev/null isn't a file.\n"
