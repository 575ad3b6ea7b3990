"""Nothing is acknowledged before it is on the disk, and many writes share the wait for it."""

from __future__ import annotations

import errno
import gc
import os
import random
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import Store, StoreFailed, change
from scorekeeper.store.errors import StoreUnsafe
from tests.serving import PATIENCE, await_that
from tests.store.playing import FIVES, KINGS, Table, begin, points


class Disk:
    """Between a store and the disk: sees each flush, what had been committed when it began, and holds it up if told."""

    def __init__(self, store: Store) -> None:
        self._log = store.path.with_name(f"{store.path.name}-wal")
        self._path = store.path
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Event()
        self.may_end.set()
        self.flushed: list[frozenset[str]] = []
        """Of each flush that has ended: the ids of all writes that were there when it began."""
        self.fails: Callable[[], OSError | None] = lambda: None
        self._sync = store.flushing.sync
        store.flushing.sync = self.sync

    def sync(self, handle: int) -> None:
        assert os.path.samestat(os.fstat(handle), self._log.stat()), "some other file than the log is flushed"
        with closing(sqlite3.connect(self._path)) as elsewhere:
            there = frozenset(name for (name,) in elsewhere.execute("SELECT write_id FROM history"))
        self.begun.release()
        assert self.may_end.wait(PATIENCE)
        if error := self.fails():
            raise error
        self._sync(handle)
        self.flushed.append(there)

    def has(self, write_id: str) -> bool:
        return any(write_id in there for there in list(self.flushed))


@pytest.fixture
def disk(store: Store) -> Disk:
    return Disk(store)


def test_no_thread_hears_of_its_write_before_a_flush_that_began_after_it(store: Store, disk: Disk) -> None:
    tables = [begin(store, device=f"phone {number}") for number in range(8)]
    dice = random.Random(7)
    pauses = [[dice.choice((0, 0, 0.002)) for _ in range(12)] for _ in tables]
    early: list[str] = []

    def play(table: Table, waits: list[float]) -> None:
        for number, wait in enumerate(waits):
            table.enter(1, "Ann", points(number))
            if not disk.has(table.write.id):
                early.append(table.write.id)
            threading.Event().wait(wait)

    with ThreadPoolExecutor(len(tables)) as phones:
        for done in [phones.submit(play, table, waits) for table, waits in zip(tables, pauses, strict=True)]:
            done.result(PATIENCE)
    assert early == []
    assert all(table.entry(1, "Ann") == points(11) for table in tables)


def test_those_who_wait_meanwhile_share_the_next_flush(store: Store, disk: Disk) -> None:
    tables = [begin(store) for _ in range(8)]
    before = len(disk.flushed)
    with ThreadPoolExecutor(len(tables)) as phones:
        entered = _all_held_up(disk, phones, tables)
        assert not any(one.done() for one in entered)
        disk.may_end.set()
        for one in entered:
            one.result(PATIENCE)
    assert len(disk.flushed) - before <= 3  # the one that was held up, one for all others, and for who came between


def test_a_write_that_comes_twice_is_not_acknowledged_before_the_first_is_on_the_disk(
    store: Store, disk: Disk, table: Table
) -> None:
    edit = table.hand(1, "Ann", FIVES)
    with ThreadPoolExecutor(2) as phones:
        while disk.begun.acquire(blocking=False):
            pass
        disk.may_end.clear()
        first = phones.submit(change, store, table.key, [edit], table.write)
        assert disk.begun.acquire(timeout=PATIENCE)
        again = Store.open(store.path)  # as another process would
        others = Disk(again)
        others.may_end.clear()
        second = phones.submit(change, again, table.key, [edit], table.write)
        assert others.begun.acquire(timeout=PATIENCE)
        assert not first.done()
        assert not second.done()
        others.may_end.set()
        assert second.result(PATIENCE).repeated
        assert others.has(table.write.id)
        assert not first.done()
        disk.may_end.set()
        assert not first.result(PATIENCE).repeated
        again.close()


def test_a_disk_that_fails_acknowledges_nothing_ever_again(store: Store, disk: Disk) -> None:
    tables = [begin(store) for _ in range(4)]
    failing = iter([OSError(errno.EIO, os.strerror(errno.EIO))])
    disk.fails = lambda: next(failing, None)
    with ThreadPoolExecutor(len(tables)) as phones:
        entered = _all_held_up(disk, phones, tables)
        disk.may_end.set()
        for one in entered:
            with pytest.raises(StoreUnsafe, match="Input/output error"):
                one.result(PATIENCE)
    before = len(disk.flushed)
    with pytest.raises(StoreFailed, match="start again"):  # though the disk would say yes now
        tables[0].enter(1, "Bo", KINGS)
    assert len(disk.flushed) == before
    assert tables[0].entry(1, "Bo") is None
    assert tables[0].names == ["Ann", "Bo", "Cy"]  # who only looks goes on
    again = Store.open(store.path)
    Table(again, tables[0].key).enter(1, "Bo", KINGS)
    again.close()


@pytest.mark.parametrize("how", ["emptied", "closed", "as it is"])
def test_a_log_that_was_made_anew_is_the_one_that_is_flushed(store: Store, disk: Disk, table: Table, how: str) -> None:
    table.enter(1, "Ann", FIVES)
    if how == "emptied":
        assert store.empty_log()
    if how == "closed":
        store.close()
        assert not store.path.with_name(f"{store.path.name}-wal").exists()
    table.enter(1, "Bo", KINGS)
    assert disk.has(table.write.id)


def test_a_log_that_went_with_the_last_thread_and_came_again_is_flushed(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as first:
        store = first.submit(Store.open, tmp_path / "games.sqlite3").result(PATIENCE)
        disk = Disk(store)
        table = first.submit(begin, store).result(PATIENCE)
    assert not (tmp_path / "games.sqlite3-wal").exists()
    with ThreadPoolExecutor(1) as second:
        second.submit(table.enter, 1, "Ann", FIVES).result(PATIENCE)
    assert disk.has(table.write.id)
    store.close()


def test_what_nobody_waits_for_needs_no_flush(store: Store, disk: Disk, table: Table) -> None:
    before = len(disk.flushed)
    with store.write(wait=False) as database:
        database.execute("DELETE FROM device_games")
    assert len(disk.flushed) == before


def test_a_change_that_fails_needs_no_flush(store: Store, disk: Disk) -> None:
    before = len(disk.flushed)
    with pytest.raises(ZeroDivisionError), store.write():
        raise ZeroDivisionError
    assert len(disk.flushed) == before


def test_nothing_stays_open(tmp_path: Path) -> None:
    def opened() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    gc.collect()  # what tests before this one left
    before = opened()
    for _ in range(3):
        store = Store.open(tmp_path / "games.sqlite3")
        begin(store).enter(1, "Ann", FIVES)
        assert opened() > before
        store.close()
    assert opened() == before


def _all_held_up(disk: Disk, phones: ThreadPoolExecutor, tables: list[Table]) -> list[Future[object]]:
    """One hand for each table, every one committed and none on the disk yet."""
    while disk.begun.acquire(blocking=False):
        pass
    disk.may_end.clear()
    entered: list[Future[object]] = [phones.submit(table.enter, 1, "Ann", FIVES) for table in tables]
    assert disk.begun.acquire(timeout=PATIENCE)
    with closing(sqlite3.connect(tables[0].store.path)) as elsewhere:
        await_that(lambda: elsewhere.execute("SELECT count(*) FROM layouts").fetchone()[0] == len(tables))
    return entered
