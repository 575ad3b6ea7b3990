"""What a million layouts on the command line cost: time beyond reading them, and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from time import perf_counter

from scorekeeper import houses
from scorekeeper.rules import Totals, parse_layout

TREE = Path(__file__).resolve().parents[2]
SCORE = "import sys; from scorekeeper.cli import main; main(sys.argv[1:], standalone_mode=False)"
# A process of its own between us and the command: what it reports is that command's peak and no other child's.
REPORT = (
    "import resource, subprocess, sys\n"
    "subprocess.run([sys.executable, '-c', *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)\n"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
)
BUDGET = 3.0  # microseconds for each layout beyond reading it


def layouts(house_key: str, count: int) -> Iterator[str]:
    """That many different layouts of a house, one after another in reading order."""
    house = houses.get(house_key)
    columns = house.grid.columns
    for ranks in islice(product([rank.value for rank in house.ranks], repeat=house.grid.size), count):
        yield " / ".join(" ".join(ranks[start : start + columns]) for start in range(0, len(ranks), columns))


def peak_memory(house_key: str, lines: int) -> int:
    """The largest memory, in KB, of a `score --stdin` that reads so many lines."""
    command = [sys.executable, "-c", REPORT, SCORE, "score", "--house", house_key, "--stdin"]
    environment = os.environ | {"PYTHONPATH": str(TREE)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.writelines(f"{layout}\n" for layout in layouts(house_key, lines))
        process.stdin.close()
        peak = int(process.stdout.read())
    if process.returncode:
        raise RuntimeError(f"the command ended with {process.returncode}")
    return peak // 1024 if sys.platform == "darwin" else peak  # Linux counts in KB, macOS in bytes


def microseconds_beyond_parsing(house_key: str, count: int = 100_000) -> float:
    """The mean time that a layout takes once it is read, as `score --stdin` scores it."""
    house = houses.get(house_key)
    total = Totals(house).total
    read = [parse_layout(text, house) for text in layouts(house_key, count)]
    start = perf_counter()
    for layout in read:
        str(total(layout))
    return (perf_counter() - start) / count * 1e6


def measures() -> Iterator[tuple[str, str, str, bool]]:
    """What is measured, the bar, the number, and whether it is met."""
    for house in houses.built_in():
        spent = microseconds_beyond_parsing(house.key)
        yield f"score --stdin, {house.key}", f"{BUDGET:.0f} us a layout", f"{spent:.2f} us", spent <= BUDGET
    few, many = peak_memory("penalty", 10_000), peak_memory("penalty", 1_000_000)
    yield "score --stdin, memory at 1,000,000 lines against 10,000", "1.05", f"{many / few:.3f}", many <= 1.05 * few


if __name__ == "__main__":
    for row in measures():
        print(*row, sep=" | ")
