"""What a server full of phones gets through: pages, questions whether something is new, entries, answers of classes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from tests.bench.comparing import WSGI, against_bare, beside, by_turns
from tests.bench.hall import Asking, Hall, classes, nine_holes, tables
from tests.bench.load import PHONES, request
from tests.bench.rows import Effort, Row

__all__ = ["measures", "nine_holes"]


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """All from the same phones, each with cookies of its own, in short rounds by turns with bare answers."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "hall"
        keys = tables(instance, effort.choose(quick=2, usual=4 * PHONES))
        school = classes(instance, effort.choose(quick=1, usual=6))
        with beside(instance) as server:
            hall = Hall(server, keys, school, pupils=effort.choose(quick=2, usual=210))
            for ask in hall.asks:
                yield from against_bare(server, ask(), effort)
            packed, plain = by_turns([(server, hall.packed_scorecard()), (server, hall.scorecard())], effort)
            dearer = packed.dearer(plain)
            if dearer is not None:
                yield Row("the scorecard as gzip: processor time against the same unpacked", dearer, "times")
            nothing = Asking("nothing", [cycle([request(WSGI)]) for _ in range(PHONES)], status=304)
            (most,) = by_turns([(server, nothing)], effort)
            yield Row("what the phones of the bench can ask for at most, of a bare WSGI answer", most.rate, "req/s")
