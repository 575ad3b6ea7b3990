"""The running server deletes old classes by itself: at its start, then every hour, whatever happens to the file."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep

import pytest

from scorekeeper.store import KEPT_FOR, Store, Write, class_tag
from scorekeeper.web.forgetting import EVERY, Forgetting
from tests.serving import PATIENCE, RunningServer
from tests.store.playing import NOON
from tests.store.schooling import begin_lesson, keep_set

LOG = logging.getLogger("tests.forgetting")


class Hours:
    """A clock that stands still until the test lets an hour pass, and tells when somebody waits for it."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._asked: SimpleQueue[float] = SimpleQueue()
        self._answers: SimpleQueue[bool] = SimpleQueue()

    def wait(self, seconds: float) -> bool:
        self._asked.put(seconds)
        return self._answers.get(timeout=PATIENCE)

    def await_waiting(self) -> None:
        assert timedelta(seconds=self._asked.get(timeout=PATIENCE)) == EVERY

    def pass_by(self) -> None:
        self.now += EVERY
        self._answers.put(False)
        self.await_waiting()

    def end(self) -> None:
        self._answers.put(True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store.open(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


def made(store: Store, at: datetime) -> str:
    return begin_lesson(store, write=Write(f"made-{at:%d-%H-%M}", "desk", at)).key


def test_each_class_goes_within_an_hour_after_its_thirty_days(store: Store) -> None:
    keys = [made(store, NOON + timedelta(minutes=minutes)) for minutes in (-1, 59, 61)]
    hours = Hours(NOON + KEPT_FOR)
    forgetting = Forgetting(store, LOG, clock=lambda: hours.now, wait=hours.wait)
    forgetting.start()
    hours.await_waiting()
    assert [class_tag(store, key, is_key=True) is None for key in keys] == [True, False, False]
    hours.pass_by()
    assert [class_tag(store, key, is_key=True) is None for key in keys] == [True, True, False]
    hours.pass_by()
    assert [class_tag(store, key, is_key=True) is None for key in keys] == [True, True, True]
    hours.end()
    forgetting.stop(PATIENCE)
    assert not forgetting.runs


def test_a_store_that_cannot_be_used_is_told_without_a_key_and_tried_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    key = made(store, NOON)
    hours = Hours(NOON + KEPT_FOR)

    def clock() -> datetime:  # is asked by the thread, whose own connection it makes impatient
        store.database.execute("PRAGMA busy_timeout = 20")
        return hours.now

    forgetting = Forgetting(store, LOG, clock=clock, wait=hours.wait)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other, caplog.at_level(logging.WARNING):
        other.execute("BEGIN IMMEDIATE")
        forgetting.start()
        hours.await_waiting()
        assert class_tag(store, key, is_key=True) is not None
        other.execute("ROLLBACK")
    (record,) = caplog.records
    assert "another program keeps" in record.getMessage()
    assert key not in caplog.text
    hours.pass_by()
    assert class_tag(store, key, is_key=True) is None
    hours.end()
    forgetting.stop(PATIENCE)


def test_nothing_ends_it_but_stopping_it(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    key = made(store, NOON)
    hours = Hours(NOON + KEPT_FOR)
    broken = [True]

    def clock() -> datetime:
        if broken:
            raise OverflowError(f"a clock that has run away with {key}")
        return hours.now

    forgetting = Forgetting(store, LOG, clock=clock, wait=hours.wait)
    forgetting.start()
    hours.await_waiting()
    assert "OverflowError" in caplog.text
    assert key not in caplog.text
    broken.clear()
    hours.pass_by()
    assert class_tag(store, key, is_key=True) is None
    hours.end()
    forgetting.stop(PATIENCE)


def test_it_stops_while_it_waits_for_the_hour(store: Store) -> None:
    forgetting = Forgetting(store, LOG)
    forgetting.start()
    forgetting.stop(PATIENCE)
    assert not forgetting.runs


def test_the_server_deletes_at_its_start_what_was_made_31_days_ago(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    now = datetime.now(UTC)
    store = Store.open(instance / "scorekeeper.sqlite3")
    keep_set(store)
    old, young = made(store, now - timedelta(days=31)), made(store, now - timedelta(days=29))
    with RunningServer(instance) as server:
        until = monotonic() + PATIENCE
        while class_tag(store, old, is_key=True) is not None and monotonic() < until:
            sleep(0.02)
        assert class_tag(store, old, is_key=True) is None
        assert class_tag(store, young, is_key=True) is not None
        assert server.runs
    assert old not in server.output
    store.close()
