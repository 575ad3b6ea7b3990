"""The same pages and questions with few games in the store and with very many."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.comparing import beside, by_turns
from tests.bench.full import edit_keys, full_store
from tests.bench.hall import Hall
from tests.bench.rows import Effort, Row

FEW, MANY = 1_000, 1_000_000
GAMES = 28
"""As many as the smaller store has: tonight's games, which are asked for in each."""


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """A server for each store, asked by turns."""
    many_hands = effort.choose(quick=2_000, usual=MANY)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers, halls = [], []
        for hands in (FEW, many_hands):
            instance = Path(folder) / f"hands-{hands}"
            store = full_store(instance / "scorekeeper.sqlite3", hands)
            keys = edit_keys(store, GAMES)
            store.close()
            servers.append(stack.enter_context(beside(instance)))
            halls.append(Hall(servers[-1], keys))
        for asked in zip(*(hall.asks() for hall in halls), strict=True):
            few, many = by_turns(list(zip(servers, asked, strict=True)), effort)
            name, design = asked[0].name, asked[0].name in ("the scorecard", "the hole page")
            told = f"{name}: its time with {many_hands:,} hands, against {FEW:,}"
            yield Row(told, few.times_as_often(many), "times", "at most 1.2", design=design)
            yield Row(f"{name}, {FEW:,} hands stored", few.rate, "req/s")
