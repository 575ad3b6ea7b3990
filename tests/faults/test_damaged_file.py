"""A file that was cut off, overwritten or emptied: told before any port is opened, with the way back; never a 500."""

import os
import shlex
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store.backups import back_up_by_itself
from scorekeeper.store.errors import NotAStore
from scorekeeper.store.opening import open_store
from scorekeeper.tally.game_row import find_game
from scorekeeper.web.app import create_app
from scorekeeper.web.db import store as web_store
from tests.cli.running import by_click
from tests.conftest import Phone
from tests.store.playing import NOON, begin, file_of, points


def _overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as opened:
        opened.seek(at)
        opened.write(content)


def overwrite_page(table: str) -> Callable[[Path], None]:
    """The first page of a table."""

    def overwrite(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()
            (size,) = connection.execute("PRAGMA page_size").fetchone()
        _overwrite(path, (page - 1) * size, b"\xaa" * size)

    return overwrite


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut in the middle": lambda path: os.truncate(path, path.stat().st_size // 2),
    "a page of games overwritten": overwrite_page("games"),
    "replaced by a text": lambda path: path.write_text("Dear diary, today we played Golf. " * 1000),
}
LOST: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: os.truncate(path, 0),
    "removed": lambda path: path.unlink(),
}


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "the club's instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder


@pytest.fixture
def path(instance: Path) -> Path:
    """An unused store with contents, and its backup of the day."""
    with closing(open_store(instance / "scorekeeper.sqlite3")) as store:
        table = begin(store)
        for hole in range(1, 10):
            table.enter(hole, "Ann", points(hole))
        back_up_by_itself(store, NOON)
        return store.path


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port in use: a server that got this far would say so and end."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.mark.parametrize("damage", [*DAMAGE.values(), *LOST.values()], ids=[*DAMAGE, *LOST])
def test_the_server_does_not_start_and_names_the_way_back(
    path: Path, taken_port: int, damage: Callable[[Path], object]
) -> None:
    damage(path)
    before = path.read_bytes() if path.exists() else None
    result = by_click("serve", "--port", str(taken_port))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    backup = path.parent / "backups" / "scorekeeper-2026-11-21.sqlite3"
    assert line.startswith(f"error: {path} is ")
    assert line.endswith(f"{backup}. To restore it: scorekeeper restore --replace {shlex.quote(str(backup))}")
    assert by_click("doctor").stderr.endswith(line.rpartition(". ")[2] + "\n"), "the doctor names the same way"
    assert (path.read_bytes() if path.exists() else None) == before, (
        "the file is unchanged, so that more can be rescued"
    )


def test_without_any_backup_that_is_said(path: Path, taken_port: int) -> None:
    shutil.rmtree(path.parent / "backups")
    DAMAGE["cut in the middle"](path)
    result = by_click("serve", "--port", str(taken_port))
    assert result.exit_code == 2
    assert f"No backup in {path.parent / 'backups'} is good" in result.stderr
    assert result.stderr.endswith(" restore --replace FILE\n")
    assert by_click("doctor").stderr.endswith("restore --replace FILE`. Keep this file.\n")


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST)
def test_no_other_server_begins_anew_either(path: Path, lose: Callable[[Path], object]) -> None:
    """Such as one that was told to run `scorekeeper.web:create_app()`; nor a command that opens the store."""
    lose(path)
    there = path.exists()
    with pytest.raises(NotAStore, match="there are backups of it"):
        create_app(instance_path=str(path.parent))
    assert path.exists() == there
    assert not there or path.stat().st_size == 0


# --- while it is served -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_while_it_is_served_is_told_and_is_nobody_s_mistake(
    app: Flask, client: Phone, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], None]
) -> None:
    with app.app_context():
        kept = web_store()
    table = begin(kept)
    for hole in range(1, 10):
        table.enter(hole, "Ann", points(hole))
    made = find_game(kept, table.key)
    for number in range(30):
        begin(kept, f"Ann {number}", "Bo")
    pages = [f"/g/{table.key}", f"/g/{made.view_key}", f"/g/{table.key}/history", "/", "/houses/penalty"]
    before = [client.get(page).status_code for page in pages]
    assert set(before) == {200}, before
    with app.app_context():
        kept.close()  # what it keeps in memory hides the damage for a while
    damage(file_of(kept).path)
    answers = [client.get(page) for page in pages]
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert 503 in {answer.status_code for answer in answers}
    for answer in answers:
        if answer.status_code == 503:
            assert str(file_of(kept).path) not in answer.text
            assert "Retry-After" in answer.headers
    assert str(file_of(kept).path) in caplog.text
    assert table.key not in caplog.text
