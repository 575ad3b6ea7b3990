"""Writers that are killed: what an acknowledged entry is worth."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.store.connection import Store
from tests.bench.rows import Effort, Row
from tests.store.killing import entered_numbers, killed_often
from tests.store.playing import begin


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The entries that a kill lost."""
    kills = effort.choose(quick=3, usual=200)
    with tempfile.TemporaryDirectory() as folder:
        table = begin(Store.open(Path(folder) / "killed.sqlite3"))
        sent = killed_often(table, kills)
        kept = entered_numbers(table)
        lost = sum(one != other for one, other in zip(sent, kept, strict=False)) + abs(len(sent) - len(kept))
        told = f"entries lost or doubled by kill -9, {kills} times in {len(sent):,} writes"
        yield Row(told, lost, "", "0", design=True)
        table.store.close()
