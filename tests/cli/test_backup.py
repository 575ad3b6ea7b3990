"""`scorekeeper backup` and `scorekeeper restore`, also beside a running server."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store.opening import open_store
from tests.cli.running import by_click
from tests.serving import RunningServer
from tests.store.playing import FIVES, KINGS, Table, begin
from tests.store.schooling import begin_lesson


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder


@pytest.fixture
def table(instance: Path) -> Iterator[Table]:
    """A game with one hand, and a class, in the store that the commands find."""
    store = open_store(instance / "scorekeeper.sqlite3")
    table = begin(store)
    table.enter(1, "Ann", FIVES)
    begin_lesson(store)
    yield table
    store.close()


def test_it_says_what_is_in_the_copy_and_whose_it_is(table: Table, tmp_path: Path) -> None:
    copy = tmp_path / "friday.sqlite3"
    result = by_click("backup", str(copy))
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        f"{copy}: 1 game, 1 class",
        f"Copied from {table.file.path}.",
        "Anyone with this file can open and change its games. Only you can read it.",
        "It includes student answers. If you delete a class, delete this file too.",
    ]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    again = by_click("backup", str(copy))
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr == f"error: {copy} already exists and wasn't changed. Choose another name.\n"


def test_without_games_there_is_nothing_to_copy_and_nothing_is_made(instance: Path, tmp_path: Path) -> None:
    result = by_click("backup", str(tmp_path / "copy.sqlite3"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{instance / 'scorekeeper.sqlite3'} doesn't exist" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_store_with_nothing_in_it_is_told_with_the_setting_that_names_another(instance: Path, tmp_path: Path) -> None:
    open_store(instance / "scorekeeper.sqlite3").close()
    result = by_click("backup", str(tmp_path / "copy.sqlite3"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(instance / "scorekeeper.sqlite3") in result.stderr
    assert "SCOREKEEPER_INSTANCE" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["instance"]


@pytest.mark.parametrize("command", ["serve", "backup", "restore", "copy", "doctor"])
def test_each_help_names_the_setting_of_the_folder(command: str) -> None:
    assert "SCOREKEEPER_INSTANCE" in by_click(command, "--help").stdout


@pytest.mark.long
def test_a_file_that_a_server_has_open_is_not_copied_and_is_once_that_has_ended(
    table: Table, instance: Path, tmp_path: Path
) -> None:
    path, away, elsewhere = table.file.path, tmp_path / "away.sqlite3", tmp_path / "elsewhere.sqlite3"
    table.store.close()
    open_store(elsewhere).close()
    with RunningServer(instance):
        for source, to in ((path, away), (elsewhere, path)):
            refused = by_click("copy", str(source), str(to))
            assert (refused.exit_code, refused.stdout) == (2, "")
            assert refused.stderr.startswith(f"error: A Scorekeeper server is using {path}")
    assert not away.exists()
    assert by_click("copy", str(path), str(away)).exit_code == 0
    assert Table(open_store(away), table.key).entry(1, "Ann") == FIVES


def test_it_goes_back_only_when_told_and_says_where_the_rest_is(table: Table, instance: Path, tmp_path: Path) -> None:
    copy, path = tmp_path / "friday.sqlite3", table.file.path
    by_click("backup", str(copy))
    table.enter(1, "Ann", KINGS)
    table.store.close()
    refused = by_click("restore", str(copy))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"error: {path} already exists. With --replace, the backup")
    assert table.entry(1, "Ann") == KINGS
    table.store.close()
    done = by_click("restore", "--replace", str(copy))
    assert (done.exit_code, done.stderr) == (0, "")
    what, kept, secret = done.output.splitlines()
    assert what == f"Restored {path} from {copy}: 1 game, 1 class"
    (aside,) = instance.glob("scorekeeper-replaced-*.sqlite3")
    assert str(aside) in kept
    assert "secret_key" in secret
    assert table.entry(1, "Ann") == FIVES


@pytest.mark.long
def test_a_running_server_can_be_copied_and_looked_at_but_not_be_put_back(
    table: Table, instance: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "friday.sqlite3"
    table.store.close()
    with RunningServer(instance):
        assert by_click("backup", str(copy)).exit_code == 0
        looked = by_click("doctor")
        assert (looked.exit_code, looked.stderr) == (0, "")
        table.enter(1, "Ann", KINGS)
        table.store.close()
        refused = by_click("restore", "--replace", str(copy))
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "is already using" in refused.stderr
        assert "stop it first" in refused.stderr
        assert table.entry(1, "Ann") == KINGS
        table.store.close()
    assert by_click("restore", "--replace", str(copy)).exit_code == 0
    assert table.entry(1, "Ann") == FIVES
