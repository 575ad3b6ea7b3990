"""How fast Python scores one layout, with its lines."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout, score
from tests.bench.rows import Effort, Row
from tests.slow_houses import slow_houses, slow_layouts

# Its house has the most to look at: jokers, pairs and a bonus.
HOUSE = "penalty"


def some_layouts(count: int) -> list[Layout]:
    """Random layouts of that house, each its own value as if it had just been read."""
    house = houses.get(HOUSE)
    dice = random.Random(1)

    def row() -> str:
        return " ".join(dice.choice(house.ranks) for _ in range(house.grid.columns))

    return [parse_layout(" / ".join(row() for _ in range(house.grid.rows)), house) for _ in range(count)]


def microseconds(work: Callable[[Layout], object], layouts: Sequence[Layout], rounds: int = 5) -> float:
    """Time for one layout: the best of some rounds, for what disturbs a machine only adds."""
    taken = []
    for _ in range(rounds):
        started = perf_counter()
        for layout in layouts:
            work(layout)
        taken.append(perf_counter() - started)
    return min(taken) / len(layouts) * 1e6


def slowest(effort: Effort) -> float:
    """Microseconds for the slowest layout of the houses that are the most work."""
    return max(
        microseconds(lambda layout, house=house: score(layout, house), [layout])  # type: ignore[misc]
        for house in islice(slow_houses(), effort.choose(quick=1, usual=None))
        for layout in islice(slow_layouts(house), effort.choose(quick=2, usual=None))
    )


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """One layout after another, in one process."""
    house = houses.get(HOUSE)
    layouts = some_layouts(effort.choose(quick=200, usual=20_000))
    lines = microseconds(lambda layout: score(layout, house).lines, layouts)
    yield Row("one layout scored in Python, with lines", lines, "us", "at most 15", design=True)
    yield Row("the slowest layout of any house in Python, with lines", slowest(effort), "us", "at most 1000")
