"""What a million layouts on the command line cost, beside a plain loop over the same lines."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from scorekeeper import houses
from tests.bench.rows import Effort, Row

TREE = Path(__file__).resolve().parents[2]
SCORE = "import sys; from scorekeeper.cli import main; main(sys.argv[1:], standalone_mode=False)"
# The obvious program: each line split, six values looked up, and what they make printed.
PLAIN = """
import sys
values = {"A": 1, "J": 10, "Q": 10, "K": 0, "*": -3} | {str(number): number for number in range(2, 11)}
for line in sys.stdin:
    first, second, third, _, fourth, fifth, sixth = line.split()
    print(values[first] + values[second] + values[third] + values[fourth] + values[fifth] + values[sixth])
"""


def layouts(house_key: str, count: int) -> Iterator[str]:
    """That many random layouts of a house."""
    house = houses.get(house_key)
    dice = random.Random(1)
    ranks = [rank.value for rank in house.ranks]
    for _ in range(count):
        yield " / ".join(" ".join(dice.choices(ranks, k=house.grid.columns)) for _ in range(house.grid.rows))


def against_a_plain_loop(house_key: str, count: int, rounds: int) -> float:
    """The time of `score --stdin` as a multiple of a plain loop's, for `count` lines of six cards.

    Whole processes with all that they read and print; the best of some runs of each, taken in turn, for the machine
    has other things to do as well.
    """
    lines = "".join(f"{layout}\n" for layout in layouts(house_key, count)).encode()
    scored, plain = [], []
    for _ in range(rounds):
        scored.append(_seconds([SCORE, "score", "--house", house_key, "--stdin"], lines))
        plain.append(_seconds([PLAIN], lines))
    return min(scored) / min(plain)


def _seconds(command: Sequence[str], lines: bytes) -> float:
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-c", *command],
        input=lines,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(TREE)},
        check=True,
    )
    return perf_counter() - start


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The real command, reading what another process writes."""
    times = against_a_plain_loop(
        "penalty", effort.choose(quick=1_000, usual=1_000_000), effort.choose(quick=1, usual=5)
    )
    told = "score --stdin, a line read, scored and printed: against a plain loop that looks up six values"
    yield Row(told, times, "times", "at most 3", design=True)
