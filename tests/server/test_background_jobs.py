"""Background work of the server: it makes daily backups and deletes old classes, despite all errors."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue

import pytest

from scorekeeper.school.classes.kept_classes import KEPT_FOR, class_id
from scorekeeper.server.background_jobs import EVERY, BackgroundJobs
from scorekeeper.store.backups import backups, newest_good_backup
from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store
from scorekeeper.store.writes import Write
from scorekeeper.tally.deleting import delete_game
from scorekeeper.tally.game_errors import GameDeleted, GameGone
from scorekeeper.tally.game_row import find_game
from tests.serving import PATIENCE, RunningServer, await_that
from tests.store.playing import NOON, begin, file_of
from tests.store.schooling import begin_lesson, keep_set

LOG = logging.getLogger("tests.background_jobs")


class Hours:
    """A clock that may be set, and stands still until the test lets an hour pass; it tells who waits for it."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.asked = timedelta()
        self._asked: SimpleQueue[float] = SimpleQueue()
        self._answers: SimpleQueue[bool] = SimpleQueue()

    def wait(self, seconds: float) -> bool:
        self._asked.put(seconds)
        return self._answers.get(timeout=PATIENCE)

    def await_waiting(self) -> None:
        self.asked = timedelta(seconds=self._asked.get(timeout=PATIENCE))

    def pass_by(self, count: int = 1) -> None:
        for _ in range(count):
            self.now += timedelta(hours=1)
            self._answers.put(False)
            self.await_waiting()

    def end(self) -> None:
        self._answers.put(True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = open_store(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


@pytest.fixture
def hours(store: Store) -> Iterator[Hours]:
    """A server that began at noon."""
    hours = Hours(NOON)
    jobs = BackgroundJobs(store, LOG, lambda: hours.now, hours.wait)
    jobs.start()
    hours.await_waiting()
    yield hours
    hours.end()
    jobs.stop(PATIENCE)
    assert not jobs.runs


def days(store: Store) -> list[str]:
    return [file.stem.removeprefix("games-") for file in reversed(backups(file_of(store).path))]


def test_one_within_an_hour_after_midnight(store: Store, hours: Hours) -> None:
    assert days(store) == ["2026-11-21"]
    assert hours.asked == EVERY
    hours.pass_by(11)
    assert days(store) == ["2026-11-21"]
    hours.pass_by()
    assert days(store) == ["2026-11-21", "2026-11-22"]
    hours.pass_by(24)
    assert days(store) == ["2026-11-21", "2026-11-22", "2026-11-23"]


def test_a_deleted_game_is_gone_after_thirty_days(store: Store, hours: Hours) -> None:
    table = begin(store)
    delete_game(store, table.key, Write("deleted-now", "phone", hours.now))
    hours.now += timedelta(days=30, hours=-2)
    hours.pass_by()
    with pytest.raises(GameDeleted):
        find_game(store, table.key)
    hours.pass_by()
    with pytest.raises(GameGone):
        find_game(store, table.key)


def test_trouble_is_logged_without_a_word_of_anybody_and_tried_again(
    store: Store, hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    table = begin(store)
    in_the_way = file_of(store).path.parent / "backups"
    shutil.rmtree(in_the_way)
    in_the_way.write_text("a file where the folder should be")
    hours.pass_by()
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "no backup was made" in record.getMessage()
    assert "next try in five minutes" in record.getMessage()
    assert str(in_the_way) in record.getMessage()
    assert table.key not in caplog.text
    in_the_way.unlink()
    hours.pass_by()
    assert days(store) == ["2026-11-21"]


def test_each_class_goes_soon_after_its_thirty_days(store: Store, hours: Hours) -> None:
    keys = [made(store, NOON - KEPT_FOR + timedelta(minutes=minutes)) for minutes in (59, 61, 121)]
    hours.pass_by()
    assert [class_id(store, key) is None for key in keys] == [True, False, False]
    hours.pass_by()
    assert [class_id(store, key) is None for key in keys] == [True, True, False]


def test_at_its_start_the_server_makes_a_backup_and_deletes_what_was_made_31_days_ago(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    now = datetime.now(UTC)
    store = open_store(instance / "scorekeeper.sqlite3")
    table = begin(store)
    keep_set(store)
    old, young = made(store, now - timedelta(days=31)), made(store, now - timedelta(days=29))
    with RunningServer(instance) as server:
        await_that(lambda: class_id(store, old) is None)
        assert class_id(store, young) is not None
    assert old not in server.output
    copy = newest_good_backup(file_of(store).path)
    assert copy is not None
    store.close()
    shutil.copy(copy, tmp_path / "elsewhere.sqlite3")
    with closing(open_store(tmp_path / "elsewhere.sqlite3")) as elsewhere:
        assert begin(elsewhere).names == table.names


def made(store: Store, at: datetime) -> str:
    return begin_lesson(store, write=Write(f"made-{at:%d-%H-%M}", "desk", at)).key
