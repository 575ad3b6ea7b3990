"""The two engines side by side: how many entries a second are kept from 1, 16 and 64 tables, by one app and by two.

An app is a process with a store of its own, `python -m tests.bench.engines STORE SECONDS KEY...`, in which a thread
for each table enters one hand after the other, each safe from a power cut.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from time import monotonic

from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store
from scorekeeper.tally.changing import change
from scorekeeper.tally.game_row import find_game, state_of
from scorekeeper.tally.values import EnterHand
from tests.bench.rows import Effort, Row
from tests.postgresql import Cluster
from tests.serving import heard
from tests.store.killing import TREE
from tests.store.playing import begin, new_write, points

POLL, HAND = "poll", "hand"


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    seconds = effort.choose(quick=0.1, usual=3.0)
    cluster = Cluster().start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            stores = {"SQLite": str(Path(folder) / "games.sqlite3"), "PostgreSQL": cluster.new_database()}
            for doing, told in ((HAND, "entries kept"), (POLL, "questions whether anything changed")):
                for tables in effort.choose(quick=(1,), usual=(1, 16, 64)):
                    for apps in (1, 2)[:tables]:
                        for engine, store in stores.items():
                            what = f"{engine}, {tables} table{'s' * (tables > 1)}, {apps} app{'s' * (apps > 1)}: {told}"
                            yield Row(what, _rate(store, doing, tables, apps, seconds), "a second")
    finally:
        cluster.remove()


def _rate(address: str, doing: str, tables: int, apps: int, seconds: float) -> float:
    """Requests that `apps` apps answer in a second, each for its share of the tables."""
    with closing(open_store(address)) as store:
        keys = [begin(store, "Ann", "Bo", "Cy", "Di").key for _ in range(tables)]
    command = [sys.executable, "-m", "tests.bench.engines", address, doing, str(seconds)]
    pipe = subprocess.PIPE
    running = [
        subprocess.Popen([*command, *keys[app::apps]], cwd=TREE, stdin=pipe, stdout=pipe, text=True)
        for app in range(apps)
    ]
    for one in running:
        heard(one)  # it is ready
    for one in running:
        one.stdin.write("go\n")  # type: ignore[union-attr]
        one.stdin.flush()  # type: ignore[union-attr]
    done = sum(int(heard(one)) for one in running)
    for one in running:
        one.communicate()
    return done / seconds


def _work(address: str, doing: str, seconds: float, keys: Sequence[str]) -> None:
    with closing(open_store(address)) as store, ThreadPoolExecutor(len(keys)) as pool:
        list(pool.map(lambda key: find_game(store, key), keys))
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        until = monotonic() + seconds
        do = {HAND: _enter, POLL: _poll}[doing]
        done = sum(pool.map(lambda key: do(store, key, until), keys))
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()


def _enter(store: Store, key: str, until: float) -> int:
    kept = find_game(store, key)
    for number in count():
        if monotonic() > until:
            return number
        hole, player = number % 9 + 1, kept.game.players[number % 4].id
        edit = EnterHand(hole, player, points(number % 90), kept.hand_versions.get((hole, player), 0))
        kept = change(store, key, [edit], new_write(write_id=f"{key}-{number}")).kept
    raise AssertionError


def _poll(store: Store, key: str, until: float) -> int:
    for number in count():
        if monotonic() > until:
            return number
        state_of(store, key)
    raise AssertionError


if __name__ == "__main__":
    _work(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:])
