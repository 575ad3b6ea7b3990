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
from scorekeeper.rules import parse_layout
from tests.bench.rows import Effort, Row

TREE = Path(__file__).resolve().parents[2]
SCORE = "import sys; from scorekeeper.cli import main; main(sys.argv[1:], standalone_mode=False)"
# A process of its own between us and the command: what it reports is that command's peak and no other child's.
REPORT = (
    "import resource, subprocess, sys\n"
    "subprocess.run([sys.executable, '-c', *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)\n"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
)


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


def microseconds_beyond_parsing(house_key: str, count: int, rounds: int) -> float:
    """What a line of `score --stdin` takes beyond reading its cards: the real command's time less that of the parser.

    The best of some runs of each, taken in turn, for the machine has other things to do as well.
    """
    house = houses.get(house_key)
    texts = list(layouts(house_key, count))
    lines = "".join(f"{text}\n" for text in texts).encode()
    command, parsing = [], []
    for _ in range(rounds):
        command.append(_seconds_of_command(house_key, lines) - _seconds_of_command(house_key, b""))
        start = perf_counter()
        for text in texts:
            parse_layout(text, house)
        parsing.append(perf_counter() - start)
    return (min(command) - min(parsing)) / count * 1e6


def _seconds_of_command(house_key: str, lines: bytes) -> float:
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-c", SCORE, "score", "--house", house_key, "--stdin"],
        input=lines,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(TREE)},
        check=True,
    )
    return perf_counter() - start


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The real command, reading what another process writes."""
    beyond = microseconds_beyond_parsing(
        "penalty", effort.choose(quick=1_000, usual=200_000), effort.choose(quick=1, usual=3)
    )
    yield Row("score --stdin, a line beyond parsing", beyond, "us", "at most 3")
    lines = effort.choose(quick=(100, 200), usual=(10_000, 1_000_000))
    few, many = (peak_memory("penalty", count) for count in lines)
    told = "score --stdin, memory at {1:,} lines against {0:,}".format(*lines)
    yield Row(told, many / few, "times", "at most 1.05")
