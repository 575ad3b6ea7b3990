"""kill -9 at random moments of going back to a backup: there is always one store or the other, whole."""

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

from scorekeeper.store.backups import back_up
from scorekeeper.store.opening import open_store
from scorekeeper.store.soundness import check_whole
from scorekeeper.tally.game_row import find_game
from tests.serving import TREE, heard
from tests.store.playing import FIVES, begin

ROUNDS = 2
TO_AND_FRO = """
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from sys import argv
from scorekeeper.store.restoring import restore
hour, (store, *copies) = int(argv[1]), map(Path, argv[2:])
print(flush=True)
for number in count():
    _, aside = restore(copies[number % 2], store, replace=True, now=datetime(2026, 5, 9, hour, tzinfo=UTC))
    aside.unlink()
    print(flush=True)
"""


def test_there_is_always_one_store_or_the_other(tmp_path: Path) -> None:
    path, dice = tmp_path / "games.sqlite3", random.Random(7)
    (tmp_path / "copies").mkdir()
    copies = [tmp_path / "copies" / f"{hole}.sqlite3" for hole in (1, 2)]
    with closing(open_store(path)) as store:
        table = begin(store)
        for hole, copy in enumerate(copies, start=1):
            table.enter(hole, "Ann", FIVES)
            back_up(store, copy)
    for kill in range(ROUNDS):
        command = [sys.executable, "-c", TO_AND_FRO, str(kill), *map(str, (path, *copies))]
        with subprocess.Popen(command, cwd=TREE, stdout=subprocess.PIPE) as started:
            for _ in range(2 + kill):  # by turns after an odd and an even number of them
                assert heard(started) == b"\n"
            sleep(dice.uniform(0, 0.03))  # a random moment, of which nothing but the moment depends
            assert started.poll() is None, "it ended by itself"
            started.kill()
        with closing(open_store(path)) as store:  # as the next server does
            assert len(find_game(store, table.key).hand_versions) in (1, 2)
            begin(store)
        check_whole(path)
