"""Writers and databases that are killed: what an acknowledged entry is worth."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from signal import SIGKILL

from scorekeeper.store.opening import open_store
from tests.bench.rows import Effort, Row
from tests.faults.phones import Hall, Phone, compare, games
from tests.postgresql import Cluster
from tests.serving import RunningServer
from tests.store.killing import entered_numbers, killed_often
from tests.store.playing import begin

PHONES = 16


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The entries that a kill lost."""
    kills, of_database = effort.choose(quick=(3, 1), usual=(200, 14))
    cluster = Cluster().start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield _writers_killed("", str(Path(folder) / "killed.sqlite3"), kills)
            yield _writers_killed(" on PostgreSQL", cluster.new_database(), kills)
            yield _database_killed(cluster, Path(folder) / "games", of_database)
    finally:
        cluster.remove()


def _writers_killed(where: str, address: str, kills: int) -> Row:
    with closing(open_store(address)) as store:
        table = begin(store)
        sent = killed_often(table, kills)
        kept = entered_numbers(table)
        lost = sum(one != other for one, other in zip(sent, kept, strict=False)) + abs(len(sent) - len(kept))
        told = f"entries lost or doubled by kill -9{where}, {kills} times in {len(sent):,} writes"
        return Row(told, lost, "", "0", design=True)


def _database_killed(cluster: Cluster, instance: Path, kills: int) -> Row:
    """PostgreSQL killed while phones enter what they can; in the end all that they were told of is there, once."""
    address, acknowledged = cluster.new_database(), 0
    with RunningServer(instance, SCOREKEEPER_STORE=address) as server:
        for _ in range(kills):
            hall, begun = Hall(server), games(address, PHONES)
            phones = [Phone(hall, game) for game in begun]
            with hall.playing(phones):
                hall.await_that(lambda hall=hall: hall.acknowledged >= 8 * PHONES)  # type: ignore[misc]
                cluster.stop(SIGKILL)
                hall.await_that(lambda hall=hall: len(hall.refusals) >= 2)  # type: ignore[misc]
                cluster.start()
            compare(address, phones, ended=True)
            acknowledged += hall.acknowledged
    told = (
        f"entries lost or doubled by kill -9 of PostgreSQL, {kills} times in {acknowledged:,} writes of {PHONES} phones"
    )
    return Row(told, 0, "", "0", design=True)
