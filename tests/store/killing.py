"""Killing writers in the middle of their work, over and over, and counting what is left."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.tally.history import history
from tests.serving import PATIENCE, end_all, heard
from tests.store import writer
from tests.store.playing import Table

TREE = Path(__file__).resolve().parents[2]


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-W", "error", "-m", "tests.store.writer", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=TREE, stdin=pipe, stdout=pipe, text=True, start_new_session=True) as started:
        try:
            yield started
            assert started.stdin is not None
            started.stdin.close()
            started.wait(PATIENCE)
        finally:
            end_all(started)


def killed_often(table: Table, rounds: int) -> list[int | None]:
    """Kill a writer ``rounds`` times while it writes; returns the entries in order, checked for lost and double ones.

    A writer hears that each write is done, except perhaps the last. Its successor repeats that one, as a phone does.
    """
    dice = random.Random(rounds)
    store, key = table.store, table.key
    next_number = 1
    with process(str(store.address), key) as forker:
        assert forker.stdin is not None
        for _ in range(rounds):
            forker.stdin.write(f"{next_number}\n")
            forker.stdin.flush()
            patience = dice.randrange(1, 40)
            acknowledged: list[int] = []
            pid = 0
            while (line := heard(forker)) != "over\n":
                if line.startswith("pid"):
                    pid = int(line.split()[1])
                else:
                    acknowledged.append(int(line))
                if pid and len(acknowledged) >= patience:
                    os.kill(pid, signal.SIGKILL)
                    patience = sys.maxsize
            assert acknowledged == list(range(next_number, next_number + len(acknowledged)))
            assert all(writer.numbered(store, key, number) for number in acknowledged[-3:])
            last = next_number + len(acknowledged)
            writer.numbered(store, key, last)
            next_number = last + 1
    return [writer.value(number).points for number in range(1, next_number)]


def entered_numbers(table: Table) -> list[object]:
    """What the history says was entered, oldest first."""
    return [one.parts[-1].after for one in reversed(history(table.store, table.key)) if one.kind == "hand"]
