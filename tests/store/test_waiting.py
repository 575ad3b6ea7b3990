"""Who writes while somebody else does: nobody waits without need."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import sleep
from typing import Any

import pytest

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreBusy
from tests.serving import heard
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


CHECKPOINTER = """
import fcntl, sys
index = open(sys.argv[1], "r+b")
fcntl.lockf(index, fcntl.LOCK_EX, 1, 121)  # what SQLite locks while it brings the log into the file
print("at work", flush=True)
sys.stdin.readline()
"""


def test_the_log_is_emptied_though_another_process_is_just_about_it(store: Store, table: Table) -> None:
    command = [sys.executable, "-c", CHECKPOINTER, f"{store.path}-shm"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdin is not None
        assert heard(other) == "at work\n"
        assert not store.empty_log(wait=False)
        end = threading.Timer(0.3, other.stdin.close)
        end.start()
        store.rewrite()
        end.join()
    assert store.path.with_name(f"{store.path.name}-wal").stat().st_size == 0


class Interrupted(Store):
    """The system lets other threads go on between any two steps."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        sleep(0.001)


def test_a_child_may_use_the_store_in_many_threads_at_once(store: Store, table: Table) -> None:
    """Each of them may be the first to use it after the fork."""
    forked = Interrupted.open(store.path)
    try:
        assert [_write_in_a_child(forked) for _ in range(3)] == [0] * 3
        with forked.write() as database:  # and so may the parent
            database.execute("UPDATE games SET title = 'at last'")
    finally:
        forked.close()


def _write_in_a_child(store: Store) -> int:
    """How many of its threads could not."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    done: list[bool] = []
    begin = threading.Barrier(8)

    def write() -> None:
        begin.wait()
        with store.write() as database:
            database.execute("UPDATE games SET title = 'once'")
            with store.write() as same:
                same.execute("UPDATE games SET title = 'twice'")
        done.append(True)

    threads = [threading.Thread(target=write, daemon=True) for _ in range(8)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    finally:
        os._exit(8 - len(done))
