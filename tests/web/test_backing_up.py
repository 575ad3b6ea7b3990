"""The running server makes a backup every day, whatever happens to the disk."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.store.backups import automatic_backups, newest_good_backup
from scorekeeper.store.connection import Store
from scorekeeper.web.background_jobs import BackingUp
from tests.serving import PATIENCE, RunningServer, await_that
from tests.store.playing import NOON, begin
from tests.web.hours import Hours

LOG = logging.getLogger("tests.backing_up")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store.open(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


@pytest.fixture
def hours(store: Store) -> Iterator[Hours]:
    """A server that began at noon."""
    hours = Hours(NOON)
    backing_up = BackingUp(store, LOG, clock=lambda: hours.now, wait=hours.wait)
    backing_up.start()
    hours.await_waiting()
    yield hours
    hours.end()
    backing_up.stop(PATIENCE)
    assert not backing_up.runs


def days(store: Store) -> list[str]:
    return [one.path.stem.removeprefix("games-") for one in reversed(automatic_backups(store.path))]


def test_one_within_an_hour_after_midnight(store: Store, hours: Hours) -> None:
    assert days(store) == [], "of nothing there is none"
    assert hours.asked <= timedelta(minutes=5), "but it will not be nothing for long"
    begin(store)
    hours.pass_by()
    assert days(store) == ["2026-11-21"]
    hours.pass_by(10)
    assert days(store) == ["2026-11-21"]
    hours.pass_by()
    assert days(store) == ["2026-11-21", "2026-11-22"]
    hours.pass_by(24)
    assert days(store) == ["2026-11-21", "2026-11-22", "2026-11-23"]


def test_trouble_is_logged_without_a_word_of_anybody_and_tried_again(
    store: Store, hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    table = begin(store)
    in_the_way = store.path.parent / "backups"
    in_the_way.write_text("a file where the folder should be")
    hours.pass_by()
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "no backup was made" in record.getMessage()
    assert "tried again" in record.getMessage()
    assert str(in_the_way) in record.getMessage()
    assert table.key not in caplog.text
    in_the_way.unlink()
    hours.pass_by()
    assert days(store) == ["2026-11-21"]

    assert days(store) == ["2026-11-21"]


def test_the_server_makes_one_at_its_start(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    store = Store.open(instance / "scorekeeper.sqlite3")
    table = begin(store)
    store.close()
    with RunningServer(instance):
        await_that(lambda: newest_good_backup(store.path))
    made = newest_good_backup(store.path)
    assert made is not None
    elsewhere = tmp_path / "elsewhere.sqlite3"
    shutil.copy(made, elsewhere)
    copy = Store.open(elsewhere)
    assert begin(copy).names == table.names
    copy.close()
