"""kill -9 at random moments of going back to a backup, and of making one."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import pytest

from scorekeeper.store import Store, back_up
from scorekeeper.store.backups import automatic_backups
from scorekeeper.store.soundness import check_whole
from tests.serving import TREE, heard
from tests.store.playing import FIVES, begin

pytestmark = pytest.mark.nightly

ROUNDS = 12

TO_AND_FRO = """
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from sys import argv
from scorekeeper.store import restore
store, *copies = map(Path, argv[1:])
print(flush=True)
for number in count():
    done = restore(copies[number % 2], store, replace=True, now=datetime.now(UTC))
    done.replaced.unlink()
    print(flush=True)
"""
DAY_AFTER_DAY = """
from datetime import UTC, datetime, timedelta
from pathlib import Path
from sys import argv
from scorekeeper.store import Store, back_up_by_itself
store, now = Store.open(Path(argv[1])), datetime.now(UTC)
print(flush=True)
while True:
    now += timedelta(days=1)
    back_up_by_itself(store, now, anyway=True)
    print(flush=True)
"""


@contextmanager
def killed_some_time(program: str, *arguments: Path, rounds: int, later: float) -> Iterator[None]:
    """What the program left when it was killed so many seconds after it had done so many rounds."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], cwd=TREE, stdout=subprocess.PIPE
    ) as started:
        for _ in range(1 + rounds):
            assert heard(started) == b"\n"
        sleep(later)
        assert started.poll() is None, "it ended by itself"
        started.kill()
    yield


def test_there_is_always_one_store_or_the_other(tmp_path: Path) -> None:
    path, dice = tmp_path / "games.sqlite3", random.Random(7)
    copies = []
    with closing(Store.open(path)) as store:
        table = begin(store)
        for hole in (1, 2):
            table.enter(hole, "Ann", FIVES)
            copies.append(tmp_path / "copies" / f"{hole}.sqlite3")
            copies[0].parent.mkdir(exist_ok=True)
            back_up(store, copies[-1])
    seen = set()
    for kill in range(ROUNDS):
        # By turns after an odd and an even number of them, so that either may be there.
        with killed_some_time(TO_AND_FRO, path, *copies, rounds=1 + kill % 4, later=dice.uniform(0, 0.03)):
            with closing(Store.open(path)) as store:  # as the next server does
                begin(store)
            seen.add(check_whole(path).hands)
    assert seen == {1, 2}


def test_whatever_has_the_name_of_a_backup_is_one(tmp_path: Path) -> None:
    path, dice = tmp_path / "games.sqlite3", random.Random(8)
    with closing(Store.open(path)) as store:
        for _ in range(50):
            begin(store)
    most = 0
    for kill in range(ROUNDS):
        with killed_some_time(DAY_AFTER_DAY, path, rounds=kill, later=dice.uniform(0, 0.03)):
            backups = automatic_backups(path)
            assert [check_whole(one.path).games for one in backups] == [50] * len(backups)
            assert len(backups) >= most
            most = min(7, len(backups))
    assert most == 7
    left = [file.name for file in (tmp_path / "backups").iterdir() if "partial" in file.name]
    assert len(left) <= 2, "the next one clears away what the last one left"
