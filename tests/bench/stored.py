"""The same pages, questions and entries with few games in the store and with very many."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.comparing import Rounds, beside, by_turns
from tests.bench.full import edit_keys, full_store
from tests.bench.hall import Asking, Hall, classes
from tests.bench.rows import Effort, Row

HANDS = (1_000, 100_000, 1_000_000)
GAMES = 28
"""As many as the smallest store has: tonight's games, which are asked for in each."""


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """A server for each store, asked by turns."""
    counts = effort.choose(quick=(1_000, 2_000), usual=HANDS)
    pupils = effort.choose(quick=2, usual=70)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers, halls = [], []
        for hands in counts:
            instance = Path(folder) / f"hands-{hands}"
            store = full_store(instance / "scorekeeper.sqlite3", hands)
            keys = edit_keys(store, GAMES)
            store.close()
            school = classes(instance, effort.choose(quick=1, usual=2))
            server = stack.enter_context(beside(instance))
            servers.append(server)
            halls.append(Hall(server, keys, school, pupils))
        for asks in zip(*(hall.asks for hall in halls), strict=True):
            asked = [ask() for ask in asks]
            rounds = by_turns(list(zip(servers, asked, strict=True)), effort)
            yield from _rows(asked[0], counts, rounds)


def _rows(asking: Asking, counts: tuple[int, ...], rounds: list[Rounds]) -> Iterator[Row]:
    few, *more = rounds
    game_page = asking.name in ("the scorecard", "the hole page")
    yield Row(f"{asking.name}, {counts[0]:,} hands stored", few.rate, "req/s")
    for hands, many in zip(counts[1:], more, strict=True):
        times = few.times_as_often(many)
        design = game_page and hands == counts[-1]
        yield Row(
            f"{asking.name}: its time with {hands:,} hands, against {counts[0]:,}",
            times,
            "times",
            "at most 1.2",
            design=design,
        )
        dearer = many.dearer(few)
        if dearer is not None:
            yield Row(f"{asking.name}: processor time with {hands:,} hands, against {counts[0]:,}", dearer, "times")
        yield Row(f"{asking.name}: p99 with {hands:,} hands, against {counts[0]:,}", many.times_as_long(few), "times")
