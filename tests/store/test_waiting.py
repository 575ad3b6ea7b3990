"""Who writes while somebody else does: others are let go on meanwhile, and nobody waits without need."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from scorekeeper.store import Store, StoreBusy
from tests.store.playing import FIVES, Table

PATIENCE = 20.0


class Waits:
    """What `Store.while_waiting` is told."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.count = 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        self.count += 1
        self.begun.release()
        yield


@pytest.fixture
def waits(store: Store) -> Waits:
    store.while_waiting = waits = Waits()
    return waits


def test_who_reads_waits_for_nobody(store: Store, waits: Waits, table: Table) -> None:
    with store.write(), ThreadPoolExecutor(1) as other:
        before = waits.count
        assert other.submit(lambda: table.names).result(PATIENCE) == ["Ann", "Bo", "Cy"]
        assert waits.count == before


def test_a_wait_for_another_thread_is_told(store: Store, waits: Waits, table: Table) -> None:
    with ThreadPoolExecutor(1) as other:
        with store.write():
            entered = other.submit(table.enter, 1, "Ann", FIVES)
            assert waits.begun.acquire(timeout=PATIENCE)
            assert not entered.done()
        entered.result(PATIENCE)
    assert table.entry(1, "Ann") == FIVES


def test_a_wait_for_another_process_is_told(store: Store, waits: Waits, table: Table) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as elsewhere, ThreadPoolExecutor(1) as other:
        elsewhere.execute("BEGIN IMMEDIATE")
        entered = other.submit(table.enter, 1, "Ann", FIVES)
        assert waits.begun.acquire(timeout=PATIENCE)
        assert not entered.done()
        elsewhere.execute("COMMIT")
        entered.result(PATIENCE)
    assert table.entry(1, "Ann") == FIVES


def test_who_does_not_want_to_wait_does_not(store: Store, waits: Waits) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy), store.write(wait=False):
            pass
    assert waits.count == 0
