"""The running server deletes old classes by itself: at its start, then every hour, whatever happens to the file."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.school.classes import KEPT_FOR, class_id
from scorekeeper.school.forgetting import delete_class, has_remains
from scorekeeper.school.session import Pace
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write
from scorekeeper.web.background_jobs import EVERY, Forgetting, begin_forgetting
from scorekeeper.web.db import store as web_store
from tests.serving import PATIENCE, RunningServer, await_that
from tests.store.playing import NOON
from tests.store.schooling import begin_lesson, keep_set
from tests.web.hours import Hours
from tests.web.lessons import begin_lesson as begin_web_lesson

LOG = logging.getLogger("tests.forgetting")


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
    forgetting.apart = 0
    forgetting.start()
    hours.await_waiting()
    assert hours.asked == EVERY
    assert [class_id(store, key) is None for key in keys] == [True, False, False]
    hours.pass_by()
    assert [class_id(store, key) is None for key in keys] == [True, True, False]
    hours.pass_by()
    assert [class_id(store, key) is None for key in keys] == [True, True, True]
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
        assert class_id(store, key) is not None
        other.execute("ROLLBACK")
    (record,) = caplog.records
    assert "another program keeps" in record.getMessage()
    assert key not in caplog.text
    hours.pass_by()
    assert class_id(store, key) is None
    hours.end()
    forgetting.stop(PATIENCE)


# --- the file is written anew when it hurts nobody --------------------------------------------------------------------


class Watched(Store):
    """Counts how often the file was written anew."""

    rewritten = 0

    def rewrite(self) -> None:
        self.rewritten += 1
        super().rewrite()


@pytest.fixture
def watched(store: Store) -> Iterator[Watched]:
    kept = Watched.open(store.path)
    yield kept
    kept.close()


@contextmanager
def running(store: Store, apart: float) -> Iterator[Forgetting]:
    forgetting = Forgetting(store, LOG)
    forgetting.apart = apart
    forgetting.start()
    try:
        yield forgetting
    finally:
        forgetting.stop(PATIENCE)
        assert not forgetting.runs


def await_clean(store: Store) -> None:
    await_that(lambda: not has_remains(store), "the file was not cleaned")


def test_the_first_deletion_is_cleaned_up_at_once(store: Store, watched: Watched) -> None:
    key = made(store, NOON)
    with running(watched, 10_000.0) as forgetting:
        delete_class(store, key, later=True)
        forgetting.wake()
        await_clean(store)
    assert watched.rewritten == 1


@pytest.mark.parametrize("beside", [pytest.param(True, id="in the server"), pytest.param(False, id="in a request")])
def test_delete_now_leaves_nothing(app: Flask, beside: bool) -> None:
    lesson = begin_web_lesson(app, Pace.TEST, "begin")
    name = lesson.join().name.encode()
    with app.app_context():
        kept = web_store()
    forgetting = begin_forgetting(app) if beside else None
    answer = lesson.phone().send_form(f"/class/{lesson.key}/delete")
    assert answer.status_code == 302
    if forgetting:
        await_clean(kept)
        forgetting.stop(PATIENCE)
    assert not has_remains(kept)
    left = b"".join(file.read_bytes() for file in kept.path.parent.glob(f"{kept.path.name}*"))
    assert name not in left


def test_the_server_deletes_at_its_start_what_was_made_31_days_ago(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    now = datetime.now(UTC)
    store = Store.open(instance / "scorekeeper.sqlite3")
    keep_set(store)
    old, young = made(store, now - timedelta(days=31)), made(store, now - timedelta(days=29))
    with RunningServer(instance) as server:
        await_that(lambda: class_id(store, old) is None)
        assert class_id(store, young) is not None
        assert server.runs
    assert old not in server.output
    store.close()
