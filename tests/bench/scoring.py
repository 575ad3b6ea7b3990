"""How fast Python scores one layout, and that a million of them leave nothing behind."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from scorekeeper import houses
from scorekeeper.rules import Layout, Totals, format_layout, parse_layout, score
from tests.slow_houses import slow_houses, slow_layouts

# Its house has the most to look at: jokers, pairs and a bonus.
HOUSE = "penalty"
MANY = 1_000_000


def some_layouts(count: int) -> list[Layout]:
    """Random layouts of that house, each its own value as if it had just been read."""
    house = houses.get(HOUSE)
    dice = random.Random(1)

    def row() -> str:
        return " ".join(dice.choice(house.ranks) for _ in range(house.grid.columns))

    return [parse_layout(" / ".join(row() for _ in range(house.grid.rows)), house) for _ in range(count)]


def microseconds(work: Callable[[Layout], object], layouts: Sequence[Layout]) -> float:
    """Time for one layout: the best of five rounds, for what disturbs a machine only adds."""
    rounds = []
    for _ in range(5):
        started = perf_counter()
        for layout in layouts:
            work(layout)
        rounds.append(perf_counter() - started)
    return min(rounds) / len(layouts) * 1e6


def slowest() -> float:
    """Microseconds for the slowest layout of the houses that are the most work."""
    return max(
        microseconds(lambda layout, house=house: score(layout, house), [layout])  # type: ignore[misc]
        for house in slow_houses()
        for layout in slow_layouts(house)
    )


def growth_of_a_million() -> float:
    """Mebibytes that the process grew by over a million layouts read and scored, after the first thousands."""
    code = f"from tests.bench.scoring import read_and_score; print(read_and_score({MANY}))"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    return float(done.stdout)


def read_and_score(count: int) -> float:
    """What `growth_of_a_million` runs in a process of its own."""
    import resource  # not on every system; only here

    house = houses.get(HOUSE)
    totals = Totals(house)
    texts = [format_layout(layout) for layout in some_layouts(20_000)]
    before = 0
    for number in range(count):
        if number == len(texts):
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        totals.total(parse_layout(texts[number % len(texts)], house))
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def measures() -> list[tuple[str, float, str, str]]:
    """Name, figure, unit and bar of each number."""
    house = houses.get(HOUSE)
    layouts = some_layouts(20_000)
    return [
        (
            "one layout scored in Python, batch path",
            microseconds(Totals(house).total, layouts),
            "us",
            "at most 3",
        ),
        (
            "one layout scored in Python, with lines",
            microseconds(lambda layout: score(layout, house).lines, layouts),
            "us",
            "at most 15",
        ),
        ("the slowest layout of any house in Python, with lines", slowest(), "us", "at most 1000"),
        ("memory left behind by a million layouts", growth_of_a_million(), "MiB", "at most 1"),
    ]
