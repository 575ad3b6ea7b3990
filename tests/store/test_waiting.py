"""Who writes while somebody else does: nobody waits without need."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreBusy
from tests.store.playing import Table

PATIENCE = 20.0


def test_who_reads_waits_for_nobody(store: Store, table: Table) -> None:
    with store.write(), ThreadPoolExecutor(1) as other:
        assert other.submit(lambda: table.names).result(PATIENCE) == ["Ann", "Bo", "Cy"]


def test_who_does_not_want_to_wait_does_not(store: Store) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy), store.write(wait=False):
            pass
