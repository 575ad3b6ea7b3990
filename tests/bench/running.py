"""Until a server answers, and how much memory it holds: at its start, after a load, and after as much again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from scorekeeper.store import Store
from tests.bench.comparing import beside
from tests.bench.full import edit_keys, full_store
from tests.bench.hall import Hall, classes
from tests.bench.load import load
from tests.bench.rows import Effort, Row
from tests.serving import RunningServer

FEW, MANY = 1_000, 1_000_000
MIB = 1024 * 1024


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The product as `scorekeeper serve` starts it, by turns with a bare Flask app on the same kind of server."""
    many = effort.choose(quick=2_000, usual=MANY)
    with tempfile.TemporaryDirectory() as folder:
        few_hands, many_hands = (Path(folder) / f"hands-{hands}" for hands in (FEW, many))
        for instance, hands in ((few_hands, FEW), (many_hands, many)):
            full_store(instance / "scorekeeper.sqlite3", hands).close()
        yield from _starts(few_hands, many_hands, many, effort)
        if not Path("/proc/self/stat").exists():
            yield Row("memory of the server", None, "MiB", remark="this system has no /proc")
            return
        for instance, hands in ((few_hands, FEW), (many_hands, many)):
            yield from _memory(instance, f"{hands:,} hands stored", effort)


def _starts(few: Path, many: Path, hands: int, effort: Effort) -> Iterator[Row]:
    """Until the first answer; the first start of each, which may have more to do, is dropped."""
    servers = (beside(few.parent / "bare", alone=True), RunningServer(few), RunningServer(many))
    times = [[_started(server) for server in servers] for _ in range(effort.choose(quick=1, usual=6))]
    bare, with_few, with_many = (median(column) for column in zip(*(times[1:] or times), strict=True))
    yield Row(f"`scorekeeper serve` until its first answer, {FEW:,} hands stored", with_few, "s")
    yield Row("  against a bare Flask app on the same server", with_few / bare, "times")
    yield Row(f"  with {hands:,} hands against {FEW:,}", with_many / with_few, "times")


def _started(server: RunningServer) -> float:
    begun = perf_counter()
    server.start()
    taken = perf_counter() - begun
    server.stop()
    return taken


def _memory(instance: Path, what: str, effort: Effort) -> Iterator[Row]:
    """Of the process that was started and its worker."""
    school, seconds = classes(instance, 1), effort.choose(quick=0.05, usual=2.0)
    with beside(instance) as server:
        at_start = server.memory()
        hall = Hall(server, _keys(instance), school, pupils=effort.choose(quick=2, usual=30))
        after: list[int] = []
        for _ in range(2):
            for ask in hall.asks:
                asking = ask()
                load(server.port, asking.phones, seconds, asking.status)
            after.append(server.memory())
    yield Row(f"memory at the start, {what}", at_start / MIB, "MiB")
    yield Row(f"  after {len(hall.asks) * seconds:.0f} s of load", after[0] / MIB, "MiB")
    yield Row("  after as much again, against that", after[1] / after[0], "times", "at most 1.1")


def _keys(instance: Path) -> list[str]:
    store = Store.open(instance / "scorekeeper.sqlite3")
    try:
        return edit_keys(store, 28)
    finally:
        store.close()
